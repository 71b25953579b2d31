"""A line between two computers that a test can cut: it listens at an address of its own and passes on what comes."""

from __future__ import annotations

import select
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from urllib.parse import urlsplit


class PoorLine:
    def __init__(self, to: str) -> None:
        self.to = (str(urlsplit(to).hostname), urlsplit(to).port)
        self.listening = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self.listening.getsockname()[1]}"
        self.is_cut = False
        self.says = b""  # what stands for the other computer then, as a proxy does
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        with suppress(OSError):  # until it is closed
            while True:
                hall, _ = self.listening.accept()
                threading.Thread(target=self._carry, args=(hall,), daemon=True).start()

    def _carry(self, hall: socket.socket) -> None:
        with hall, suppress(OSError):
            if self.is_cut:
                if self.says:
                    hall.recv(65_536)
                    hall.sendall(self.says)
                return
            with socket.create_connection(self.to) as home:
                other = {hall: home, home: hall}
                while not self.is_cut:
                    for one in select.select([hall, home], [], [], 0.2)[0]:
                        if not (part := one.recv(65_536)):
                            return
                        other[one].sendall(part)


@contextmanager
def poor_line(to: str) -> Iterator[PoorLine]:
    line = PoorLine(to)
    try:
        yield line
    finally:
        line.listening.close()
