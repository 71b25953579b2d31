import socket
import threading
import urllib.request

from pinochle_club import gunicorn_config
from scoring.rules.book import built_in_books


def test_silent_connections_stop_nobody(club_server):
    """Browsers open connections ahead of time. Two of them would hold two sync workers for half a minute."""
    address = ("127.0.0.1", club_server.port)
    silent = [socket.create_connection(address) for _ in range(10)]
    for connection in silent[:3]:
        connection.sendall(b"GET / HTTP/1.1\r\nHost: ")  # and these began to speak and lost the Wi-Fi

    try:
        with urllib.request.urlopen(club_server.url + "/health", timeout=20) as answer:
            assert answer.read() == b"ok"
    finally:
        for connection in silent:
            connection.close()


def test_killed_club_opens_again_on_the_same_database(club_server):
    club_server.kill()
    club_server.start()

    with urllib.request.urlopen(club_server.url + "/health", timeout=20) as answer:
        assert answer.headers["Cache-Control"] == "no-store"
    assert "No migrations to apply" in club_server.manage("migrate")


def test_worker_warms_the_totals_of_the_built_in_books(monkeypatch):
    warmed = []
    monkeypatch.setattr("scoring.rules.meld_totals.warm", lambda book: warmed.append(book.key))

    gunicorn_config.post_worker_init(worker=None)
    for thread in threading.enumerate():
        if thread.name == "warm-books":
            thread.join(timeout=60)

    assert warmed == list(built_in_books())
