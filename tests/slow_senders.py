"""Connections that never come to the end of what they send, as from phones at the edge of the Wi-Fi, or on purpose."""

import socket
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress

HEADERS = b"GET /health HTTP/1.1\r\nHost: localhost\r\nX-Slow: "
BODY = (
    b"POST /cards/ HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\n"
    b"Content-Length: 9999\r\n\r\nbook="
)


@contextmanager
def slow_senders(port: int, number: int) -> Iterator[None]:
    """So many of them; half send headers and half a form, a byte every quarter of a second."""
    over = threading.Event()
    with ExitStack() as opened:
        connections = [opened.enter_context(socket.create_connection(("127.0.0.1", port))) for _ in range(number)]
        for place, connection in enumerate(connections):
            connection.sendall(BODY if place % 2 else HEADERS)
        dripping = threading.Thread(target=_drip, args=[connections, over])
        dripping.start()
        try:
            yield
        finally:
            over.set()
            dripping.join()


def _drip(connections: list[socket.socket], over: threading.Event) -> None:
    while not over.wait(0.25):
        for connection in connections:
            with suppress(OSError):  # it was cut off
                connection.sendall(b"x")
