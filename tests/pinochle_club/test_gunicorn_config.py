import socket
import urllib.request


def test_silent_connections_stop_nobody(club_server):
    """Browsers open connections ahead of time. Two of them would hold two sync workers for half a minute."""
    address = ("127.0.0.1", club_server.port)
    silent = [socket.create_connection(address) for _ in range(10)]
    for connection in silent[:3]:
        connection.sendall(b"GET / HTTP/1.1\r\nHost: ")  # and these began to speak and lost the Wi-Fi

    try:
        with urllib.request.urlopen(club_server.url + "/health", timeout=4) as answer:
            assert answer.read() == b"ok"
    finally:
        for connection in silent:
            connection.close()


def test_killed_club_opens_again_on_the_same_database(club_server):
    club_server.kill()
    club_server.start()

    with urllib.request.urlopen(club_server.url + "/health", timeout=5) as answer:
        assert answer.headers["Cache-Control"] == "no-store"
    assert "No migrations to apply" in club_server.manage("migrate")
