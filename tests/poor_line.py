"""Lines between two computers, each at an address of its own, which pass on what comes: one that a test can cut, and
one that loses, doubles, delays and makes up."""

from __future__ import annotations

import re
import select
import socket
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Final, Literal
from urllib.parse import urlsplit


class PoorLine:
    def __init__(self, to: str) -> None:
        self.to = (str(urlsplit(to).hostname), urlsplit(to).port)
        self.listening = socket.create_server((self.to[0], 0))  # a server answers under its own name alone
        self.address = f"http://{self.to[0]}:{self.listening.getsockname()[1]}"
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


Moment = Literal["asked", "half", "passed", "answered"]
PAGE: Final = b"<h1>Welcome, click OK</h1>"
LIES: Final = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: %d\r\n\r\n%b" % (len(PAGE), PAGE)
TROUBLES: Final = ("cut", "half", "unanswered", "half answered", "doubled", "late", "old again", "another's", "lies")


class LyingLine(PoorLine):
    """Passes on whole requests, to each of which what `befalls` says may happen; it notes what home answered."""

    def __init__(self, to: str, befalls: Callable[[], str] = lambda: "") -> None:
        self.befalls = befalls
        self.at: Callable[[Moment], object] = lambda moment: None
        self.statuses, self.befell = Counter[int](), Counter[str]()
        self.bytes_sent = 0
        self._before: list[tuple[bytes, bytes]] = []  # what was asked and answered
        self._late: list[bytes] = []
        self._one_at_a_time = threading.Lock()
        super().__init__(to)

    def _carry(self, hall: socket.socket) -> None:
        with hall, suppress(OSError), self._one_at_a_time:
            request = whole_of(hall)
            if self.is_cut or not request:
                return
            trouble = self.befalls()
            self.befell[trouble] += 1
            self.at("asked")
            if trouble == "cut":
                return
            if trouble == "lies":
                hall.sendall(LIES)
                return
            if trouble == "half":
                self._ask(request[: len(request) // 2], is_whole=False)
                return
            if trouble == "late":
                self._late.append(request)
                return
            answer = self._ask(request)
            for late in self._late:
                self._ask(late)
            self._late = []
            if trouble == "doubled":
                answer = self._ask(request)
            if trouble == "old again" and self._before:
                self._ask(self._before[0][0])
            if trouble == "another's" and self._before:
                answer = self._before[-1][1]
            self._before = [*self._before, (request, answer)][-8:]
            self.at("answered")
            if trouble != "unanswered":
                hall.sendall(answer[: len(answer) // 2] if trouble == "half answered" else answer)

    def _ask(self, request: bytes, *, is_whole: bool = True) -> bytes:
        """What home answers; nothing where it was killed or the request is cut off."""
        self.bytes_sent += len(request)
        with suppress(OSError), socket.create_connection(self.to, timeout=60) as home:
            middle = len(request) // 2
            home.sendall(request[:middle])
            self.at("half")
            if not is_whole:
                return b""
            home.sendall(request[middle:])
            self.at("passed")
            answer = whole_of(home)
            if answer:
                self.statuses[int(answer.split(b" ", 2)[1])] += 1
            return answer
        return b""


def whole_of(said: socket.socket) -> bytes:
    """A request or an answer, to its end; nothing of one that is cut off."""
    text = b""
    while b"\r\n\r\n" not in text:
        if not (part := said.recv(65_536)):
            return b""
        text += part
    head, _, body = text.partition(b"\r\n\r\n")
    length = re.search(rb"(?i)\r\ncontent-length: *(\d+)", head)
    while length is not None and len(body) < int(length[1]):
        if not (part := said.recv(65_536)):
            return b""
        body += part
    return head + b"\r\n\r\n" + body


@contextmanager
def lying_line(to: str, befalls: Callable[[], str] = lambda: "") -> Iterator[LyingLine]:
    line = LyingLine(to, befalls)
    try:
        yield line
    finally:
        line.listening.close()
