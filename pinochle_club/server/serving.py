"""How a server process takes requests and sends answers: beside the threads that work, never on them.

gunicorn keeps the processes: it starts them, again where one died, ends one that hangs, and closes them all. In each,
waitress reads all connections in one loop and hands a request to a thread once it is there as a whole; what a browser
has not fetched yet of an answer waits in a buffer. A browser that sends or reads slowly holds a connection, no thread.
"""

import logging
import os
import threading
import time
from collections import Counter, deque
from queue import SimpleQueue
from types import FrameType
from typing import Any, Final

from gunicorn.workers.base import Worker
from waitress import wasyncore
from waitress.adjustments import Adjustments
from waitress.channel import HTTPChannel
from waitress.server import TcpWSGIServer
from waitress.task import WSGITask

from pinochle_club.ground.addresses import network_of

logger = logging.getLogger(__name__)
# Within which a request must have arrived, from its first byte on, and how long a connection may say nothing at all.
MOST_SECONDS: Final = 60.0
STEP: Final = 1.0  # until it looks up, where no browser sends anything
# How long a process that closes waits for a request that may be on its way.
LINGER: Final = 1.0
MOST_BYTES_OF_HEADERS: Final = 32 * 1024
# More than Django takes: it refuses, in words, what is too much for a page. Until then the body lies in a file.
MOST_BYTES_OF_BODY: Final = 10 * 1024 * 1024


class Answer(WSGITask):
    def build_response_header(self) -> bytes:
        if not self.channel.server.accepting:
            self.set_close_on_finish()
        header: bytes = super().build_response_header()
        return header

    def set_close_on_finish(self) -> None:
        """waitress closes the connection after an answer of unknown length, and takes one without a body for such.
        Most polls are answered without one: each would have to connect again."""
        if self.has_body or self.request.connection_close or not self.channel.server.accepting:
            super().set_close_on_finish()

    def write(self, data: bytes) -> None:
        super().write(b"" if self.request.command == "HEAD" else data)


class Connection(HTTPChannel):
    task_class = Answer
    silent_since: float

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.silent_since = self.creation_time

    def __repr__(self) -> str:
        return "<a connection>"  # a visitor's address doesn't belong in a log

    def received(self, data: bytes) -> bool:
        if self.request is None:
            self.silent_since = time.time()  # the first words of a request
        taken: bool = super().received(data)
        return taken

    def writable(self) -> bool:
        """The thread that works on a request sends the answer by itself. waitress's loop would try to send it at the
        same time, over and over for some milliseconds, and be in its way."""
        if self.requests and self.total_outbufs_len <= self.adj.outbuf_high_watermark and not self.will_close:
            return False
        return bool(super().writable())

    def service(self) -> None:
        try:
            super().service()
        except BaseException:  # what is no Exception, which is answered; the thread goes on, the connection does not
            logger.exception("A request that could not be answered")
            self.cancel()
            self.server.pull_trigger()
        self.silent_since = time.time()

    @property
    def visitor(self) -> str:
        return network_of(self.addr[0])

    @property
    def waits_since(self) -> float:
        """Since when there is nothing of it to work on. A browser may fetch an answer little by little."""
        since: float = self.last_activity if self.total_outbufs_len else self.silent_since
        return since


class Front(TcpWSGIServer):
    """The connections of one process."""

    channel_class = Connection

    def __init__(self, *given: Any, most: int, **named: Any) -> None:
        self.most, self.requests_taken = most, 0
        super().__init__(*given, **named)

    def add_task(self, connection: Connection) -> None:
        self.requests_taken += 1
        super().add_task(connection)

    def handle_accept(self) -> None:
        if len(self.active_channels) >= self.most:
            self.make_room()
        super().handle_accept()

    def make_room(self) -> None:
        """The address with the most connections loses the one that has waited the longest: so sixty devices behind one
        router have all they want, and a stranger who opens thousands loses only his own."""
        waiting = self.waiting()
        if waiting:
            held = Counter(connection.visitor for connection in waiting)
            most = max(held.values())
            longest = min((each for each in waiting if held[each.visitor] == most), key=lambda each: each.waits_since)
            longest.will_close = True

    def maintenance(self, now: float) -> None:
        self.close_waiting(now - MOST_SECONDS)

    def close_waiting(self, since: float) -> None:
        """Close what has been waiting at least since then."""
        for connection in self.waiting():
            if connection.waits_since <= since:
                connection.will_close = True

    def waiting(self) -> list[Connection]:
        """The connections of which no request is in hand."""
        return [each for each in self.active_channels.values() if not each.requests and not each.will_close]


class Threads:
    """Those that work. The one that rested last works next, with a database connection that is warm; waitress's own
    take turns, and each opens one."""

    def __init__(self, most: int) -> None:
        self.most, self.started = most, 0
        self.lock = threading.Lock()
        self.line: deque[Connection] = deque()  # first come, first served
        self.resting: list[SimpleQueue[Connection]] = []

    def add_task(self, task: Connection) -> None:
        with self.lock:
            if self.resting:
                self.resting.pop().put(task)
            elif self.started < self.most:
                self.started += 1
                threading.Thread(target=self.work, args=[task], name=f"works-{self.started}", daemon=True).start()
            else:
                self.line.append(task)

    def work(self, task: Connection) -> None:
        mine: SimpleQueue[Connection] = SimpleQueue()
        while True:
            task.service()
            with self.lock:
                if not self.line:
                    self.resting.append(mine)
                else:
                    mine.put(self.line.popleft())
            task = mine.get()


class ServingWorker(Worker):
    """A process of gunicorn's in which waitress serves."""

    alive: bool
    front: Front | None = None
    first_in_line: object = None
    looked_at = 0.0

    def run(self) -> None:
        self.front = self.open_front()
        while self.alive and os.getppid() == self.ppid:
            self.step(self.front)
            if self.front.requests_taken >= self.max_requests:
                self.alive = False
        self.close(self.front)

    def open_front(self) -> Front:
        listener = self.sockets[0].sock
        settings = Adjustments(
            backlog=self.cfg.backlog,
            connection_limit=2 * self.cfg.worker_connections,  # of which all would have to be working
            cleanup_interval=5,
            max_request_header_size=MOST_BYTES_OF_HEADERS,
            max_request_body_size=MOST_BYTES_OF_BODY,
            clear_untrusted_proxy_headers=False,  # settings.py says whether they are to be believed
            log_socket_errors=False,  # a tablet left the Wi-Fi
            ident="",
        )
        return Front(
            self.wsgi,
            {},
            _sock=listener,
            dispatcher=Threads(self.cfg.threads),
            adj=settings,
            sockinfo=(listener.family, listener.type, listener.proto, listener.getsockname()),
            bind_socket=False,
            most=self.cfg.worker_connections,
        )

    def step(self, front: Front) -> None:
        """Serve what comes next. A sign of life only where work goes on: when no thread has taken the first request
        in line for as long as gunicorn waits for one, all of them hang, and this process is ended."""
        wasyncore.loop(timeout=STEP, use_poll=True, map=front._map, count=1)
        if time.monotonic() < self.looked_at + STEP:
            return
        self.looked_at = time.monotonic()
        with front.task_dispatcher.lock:
            first = next(iter(front.task_dispatcher.line), None)
        if first is None or first is not self.first_in_line:
            self.notify()
        self.first_in_line = first

    def close(self, front: Front) -> None:
        """Answer what is in hand, and what was being sent; the next process takes the requests that come now."""
        front.accepting = False
        began = time.monotonic()
        while front.active_channels and time.monotonic() < began + self.cfg.graceful_timeout:
            if time.monotonic() > began + LINGER:
                front.close_waiting(time.time())
            self.step(front)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        super().handle_exit(sig, frame)
        if self.front is not None:
            self.front.pull_trigger()  # it may be waiting for a request
