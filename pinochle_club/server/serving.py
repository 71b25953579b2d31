"""How a server process takes requests and sends answers: beside the threads that work, never on them.

gunicorn keeps the processes (`processes`), or there is one alone. In each, waitress reads all connections in one loop
and hands a request to a thread once it is there as a whole; what a browser has not fetched yet of an answer waits in a
buffer. A browser that sends or reads slowly holds a connection, no thread.

Tried in its place, with the club in two processes, and not taken:

| | here | granian 2.8.9, WSGI, 16 threads | uvicorn 0.54, ASGI, h11 |
|---|---|---|---|
| 200 slow forms that a view reads | others in 0.1 s | no other answered in 10 s | others in 0.03 s |
| silent connection cut off | 60 s | not in 75 s | not in 75 s |
| cut off in the headers | 61 s | 30 s | not in 75 s |
| cut off in the body | 61 s | not tried | not in 75 s |
| a stranger's body of 1 TB, none sent | 413 | 403 from Django's check of the form | no answer in 15 s |
| 2,500 connections of one address, limit 512 | newcomer answered | not in 20 s | newcomer refused |
| head of 300 KB | 431 with a page | 414 without | reset |

Neither has an order by sender as `Threads` has (read, not tried).
"""

import io
import logging
import math
import mmap
import signal
import socket
import struct
import sys
import threading
import time
from collections import Counter, OrderedDict, deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from queue import SimpleQueue
from types import FrameType
from typing import Any, Final, NamedTuple

from django.conf import settings
from django.core.handlers.wsgi import WSGIHandler
from waitress import wasyncore
from waitress.adjustments import Adjustments
from waitress.channel import HTTPChannel
from waitress.parser import HTTPRequestParser
from waitress.server import TcpWSGIServer
from waitress.task import ErrorTask, Task, WSGITask
from waitress.utilities import RequestEntityTooLarge, RequestHeaderFieldsTooLarge

from pinochle_club.ground import apart, opened, uploads
from pinochle_club.ground.addresses import network_of
from pinochle_club.ground.background import ends_now
from pinochle_club.ground.http import SENT_BY, Sender
from pinochle_club.ground.locks import FileLock
from pinochle_club.ground.system import with_room
from pinochle_club.server import gunicorn_config, metrics

logger = logging.getLogger(__name__)
# Within which a request must have arrived, from its first byte on, and how long a connection may say nothing at all.
MOST_SECONDS: Final = 60.0
# Of a computing thread, while others wait for Python: a save asks for its turn some ten times on its way.
LONGEST_TURN: Final = 0.0005
STEP: Final = 1.0  # until it looks up, where no browser sends anything
# How long a process that closes waits for a request that may be on its way.
LINGER: Final = 1.0
MOST_BYTES_OF_HEADERS: Final = 32 * 1024
# Of any sender's body. More is taken only from senders who may send it: asked once the head is there (`Request`).
MOST_BYTES_OF_FORM: Final = 256 * 1024
REFUSED: Final = "club.refused"
MOST_LETTING_BY: Final = 4  # connections of one address
MOST_KNOWN: Final = 5_000
# At once, and how often: unread bytes are let by no faster than Wi-Fi brings them.
LET_BY: Final = 256 * 1024
LET_BY_EVERY: Final = 0.05
SLOWEST: Final = 100_000  # bytes a second of a large body that is taken, which may arrive later than all others
# A request's sender, and from which address.
Whose = tuple[Sender, str]


class Request(HTTPRequestParser):
    """What a browser sends. A body larger than anybody's form waits until the club has said whether to read it:
    what is not read costs nothing."""

    path = ""  # of one whose head could not be read

    def __init__(self, adj: Adjustments) -> None:
        super().__init__(adj)
        self.most, self.is_asked, self.held = MOST_BYTES_OF_FORM, False, b""

    def received(self, data: bytes) -> int:
        if self.is_asked:
            self.held += data
            return len(data)
        taken: int = super().received(data)
        if self.error is None and self.headers_finished:
            self.is_asked = self.content_length > self.most
            if self.is_asked:
                self.expect_continue = False
            if self.body_bytes_received > self.most:  # of a body that does not say how large it is
                self.refuse()
        elif isinstance(self.error, RequestHeaderFieldsTooLarge):
            self.url_scheme = "https"  # nothing of its head is known: not a reason to send it elsewhere
        return taken

    def refuse(self) -> None:
        self.error, self.completed = RequestEntityTooLarge(f"more than {self.most} bytes"), True


class Answer(WSGITask):
    def build_response_header(self) -> bytes:
        if not self.channel.server.accepting:
            self.set_close_on_finish()
        header: bytes = super().build_response_header()
        return header

    def set_close_on_finish(self) -> None:
        """waitress closes the connection after an answer of unknown length, and takes one without a body for
        such. Most polls are answered without one: each would have to connect again."""
        if self.has_body or self.request.connection_close or not self.channel.server.accepting:
            super().set_close_on_finish()

    def write(self, data: bytes) -> None:
        super().write(b"" if self.request.command == "HEAD" else data)

    def execute(self) -> None:
        super().execute()
        if who := self.get_environment().get(SENT_BY):
            self.channel.server.learn(*who)

    def finish(self) -> None:
        """waitress ends an answer of unknown length with a piece of its own, also where only the head was wanted."""
        if self.request.command == "HEAD":
            self.write(b"")
        else:
            super().finish()


class Refusal(Answer):
    """A request that is not taken as a whole, answered with a page of the club's."""

    def execute(self) -> None:
        nothing = {"wsgi.input": io.BytesIO(), "CONTENT_LENGTH": "0", REFUSED: self.request.error.code}
        self.get_environment().update(nothing)
        self.channel.unread = self.channel.adj.max_request_body_size
        self.set_close_on_finish()
        super().execute()


def refusal(connection: "Connection", request: Request) -> Task:
    is_ours = isinstance(request.error, RequestEntityTooLarge | RequestHeaderFieldsTooLarge)
    return Refusal(connection, request) if is_ours else ErrorTask(connection, request)


class Question:
    """How much of a request the club takes, asked by a thread as soon as its head is there."""

    def __init__(self, connection: "Connection", request: Request) -> None:
        self.connection, self.request = connection, request
        self.whose = connection.server.whose(connection, request)

    def service(self) -> None:
        try:
            most = self.connection.server.most_from(Answer(self.connection, self.request).get_environment())
        except BaseException:  # of ours; the sender is told that it is too much
            logger.exception("A request whose size could not be judged")
            most = 0
        self.connection.go_on(self.request, most)


class Connection(HTTPChannel):
    task_class = Answer
    error_task_class = staticmethod(refusal)
    parser_class = Request
    silent_since: float

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.silent_since = self.creation_time
        self.unread = 0  # bytes of a refused body that may still come
        self.reads_again = 0.0

    def __repr__(self) -> str:
        return "<a connection>"  # a visitor's address doesn't belong in a log

    def received(self, data: bytes) -> bool:
        if self.request is None:
            self.silent_since = time.time()  # the first words of a request
        taken: bool = super().received(data)
        request = self.request
        if request is not None and request.is_asked:
            self.server.task_dispatcher.add_task(Question(self, request))
        return taken

    def readable(self) -> bool:
        if self.unread:
            return time.monotonic() >= self.reads_again
        return not (self.request is not None and self.request.is_asked) and bool(super().readable())

    def go_on(self, request: Request, most: int) -> None:
        """Read the rest of a request, or answer it as it is."""
        request.is_asked, request.most = False, most
        if request.content_length <= most:
            self.silent_since += request.content_length / SLOWEST
            self.received(request.held)
        else:
            request.refuse()
            with self.requests_lock:
                self.request = None
                self.requests.append(request)
                if len(self.requests) == 1:
                    self.server.add_task(self)
        self.server.pull_trigger()

    def handle_close(self) -> None:
        """Let the rest of a refused body by, for some connections of an address: a browser reads the answer
        when it has sent everything, and shows none where it is cut off before."""
        lets_by = self.server.letting_by
        if (
            self.unread
            and self not in lets_by
            and [each.visitor for each in lets_by].count(self.visitor) < MOST_LETTING_BY
        ):
            lets_by.add(self)
            self.will_close, self.silent_since = False, time.time()
            with suppress(OSError):
                self.socket.shutdown(socket.SHUT_WR)
        else:
            lets_by.discard(self)
            self.unread = 0
            super().handle_close()

    def handle_read(self) -> None:
        if not self.unread:
            super().handle_read()
            return
        self.reads_again = time.monotonic() + LET_BY_EVERY
        with suppress(OSError):
            self.unread -= len(self.recv(LET_BY))
        if self.unread <= 0:
            self.handle_close()

    def writable(self) -> bool:
        """Leave the answer to the thread that works on it. waitress's loop would try to send it at the same
        time, over and over for some milliseconds, and be in its way."""
        if self.requests and self.total_outbufs_len <= self.adj.outbuf_high_watermark and not self.will_close:
            return False
        return bool(super().writable())

    def service(self) -> None:
        try:
            super().service()
        except BaseException:  # an Exception is answered; after others the thread goes on, the connection does not
            logger.exception("A request that could not be answered")
            self.cancel()
            self.server.pull_trigger()
        self.silent_since = time.time()

    @property
    def visitor(self) -> str:
        return network_of(self.addr[0])

    @property
    def whose(self) -> Whose:
        """The sender of the request that is to be answered next."""
        return self.server.whose(self, self.requests[0])  # type: ignore[no-any-return]

    @property
    def waits_since(self) -> float:
        """Since when there is nothing of it to work on. A browser may fetch an answer little by little."""
        since: float = self.last_activity if self.total_outbufs_len else self.silent_since
        return since


Work = Connection | Question


class Front(TcpWSGIServer):
    channel_class = Connection

    def __init__(self, *given: Any, most: int, most_from: Callable[[dict[str, Any]], int], **named: Any) -> None:
        self.most, self.most_from, self.requests_taken = most, most_from, 0
        self.known: dict[str, Sender] = {}  # by the cookies they send
        self.letting_by: set[Connection] = set()
        super().__init__(*given, **named)

    def add_task(self, connection: Work) -> None:
        self.requests_taken += 1
        super().add_task(connection)

    def handle_accept(self) -> None:
        if len(self.active_channels) >= self.most:
            self.make_room()
        super().handle_accept()

    def whose(self, connection: Connection, request: Request) -> Whose:
        """The sender and address of a request. Behind a proxy all connections are the proxy's, which says whose
        they are (`ground.http`)."""
        cookies = request.headers.get("COOKIE", "").split(";")
        sender = min(self.known.get(each.partition("=")[2], Sender.STRANGER) for each in cookies)
        if sender >= Sender.MEMBER and request.path.startswith(CARDS):
            sender = Sender.AT_HOME
        forwarded = request.headers.get("X_FORWARDED_FOR", "").rpartition(",")[2].strip() if settings.IS_PUBLIC else ""
        return sender, network_of(forwarded) if forwarded else connection.visitor

    def learn(self, sender: Sender, cookie: str) -> None:
        self.known[cookie] = sender
        while len(self.known) > MOST_KNOWN:
            self.known.pop(next(iter(self.known)), None)

    def make_room(self) -> None:
        """Close the longest-waiting connection of the address with the most: sixty devices behind one router
        have all they want, and a stranger who opens thousands loses only his own."""
        waiting = self.waiting()
        if waiting:
            held = Counter(connection.visitor for connection in waiting)
            most = max(held.values())
            longest = min((each for each in waiting if held[each.visitor] == most), key=lambda each: each.waits_since)
            longest.will_close = True

    def maintenance(self, now: float) -> None:
        self.close_waiting(now - MOST_SECONDS)

    def close_waiting(self, since: float) -> None:
        for connection in self.waiting():
            if connection.waits_since <= since:
                connection.will_close = True

    def waiting(self) -> list[Connection]:
        return [each for each in self.active_channels.values() if not each.requests and not each.will_close]


class Fair(NamedTuple):
    """The share of senders of a kind in a process while cards are written that come before them (`WRITES`): threads
    at once for an address, for all of them, and seconds of rest after each second of work: the busier the machine,
    the more."""

    of_one: int
    of_all: int
    rest: float


FAIR: Final = {
    Sender.TABLE: Fair(99, 99, 0),
    Sender.OFFICIAL: Fair(8, 8, 0),
    Sender.MEMBER: Fair(2, 3, 1),
    Sender.AT_HOME: Fair(1, 1, 1),
    Sender.STRANGER: Fair(1, 1, 2),
}
LONGEST_REST: Final = 1.0
# Senders who write on cards: for so many seconds after their last word, those who come after them have a share.
WRITES: Final = {Sender.TABLE: 120.0, Sender.AT_HOME: 30.0}
CARDS: Final = "/cards/"
_heard = mmap.mmap(-1, 8 * len(Sender))  # when each kind was heard last, in any of the processes


class Turn(NamedTuple):
    task: Work
    whose: Whose


def is_heard(sender: Sender) -> bool:
    """Whether they write on cards just now."""
    heard: float = struct.unpack_from("d", _heard, 8 * sender)[0]
    return time.monotonic() < heard + WRITES[sender]


class Threads:
    """The working threads. The one that rested last works next, with a warm database connection; waitress's own
    take turns, and each opens one.

    Tables of an evening come first, then officials, members, cards at home, and strangers; of one kind the
    addresses take turns. While cards are written, those who come after them have a share (`FAIR`), at whatever rate
    they ask.
    """

    def __init__(self, most: int) -> None:
        self.most, self.started, self.finished = most, 0, 0
        self.lock = threading.Lock()
        self.lines: dict[Sender, OrderedDict[str, deque[Work]]] = {sender: OrderedDict() for sender in Sender}
        self.at_work: Counter[Whose] = Counter()
        self.rest_until = dict.fromkeys(Sender, 0.0)
        self.resting: list[SimpleQueue[Turn]] = []
        self.mine = threading.local()
        self.waking: threading.Timer | None = None

    def add_task(self, task: Work) -> None:
        sender, visitor = task.whose
        with self.lock:
            if sender in WRITES:
                struct.pack_into("d", _heard, 8 * sender, time.monotonic())
            self.lines[sender].setdefault(visitor, deque()).append(task)
            self.give_out()

    @property
    def are_all_at_work(self) -> bool:
        return self.started == self.most and not self.resting

    @property
    def do_wait(self) -> bool:
        return any(self.lines.values())

    def give_out(self) -> None:
        """Let threads begin what may be begun. With the lock held."""
        while not self.are_all_at_work and (turn := self.next_turn()) is not None:
            if self.resting:
                self.resting.pop().put(turn)
            else:
                self.started += 1
                name = f"works-{self.started}"
                threading.Thread(target=with_room, args=[self.work, turn], name=name, daemon=True).start()

    def next_turn(self) -> Turn | None:
        comes_first = min(filter(is_heard, WRITES), default=Sender.STRANGER)
        for sender, lines in self.lines.items():
            if not lines or (sender > comes_first and not self.has_share(sender)):
                continue
            for visitor, line in lines.items():
                if sender > comes_first and self.at_work[sender, visitor] >= FAIR[sender].of_one:
                    continue
                task = line.popleft()
                lines.move_to_end(visitor)
                if not line:
                    del lines[visitor]
                self.at_work[sender, visitor] += 1
                return Turn(task, (sender, visitor))
        return None

    def has_share(self, sender: Sender) -> bool:
        rests = self.rest_until[sender] - time.monotonic()
        if rests > 0:
            self.wake_after(rests)
            return False
        return sum(number for (kind, _), number in self.at_work.items() if kind == sender) < FAIR[sender].of_all

    def wake_after(self, seconds: float) -> None:
        if self.waking is None:
            self.waking = threading.Timer(seconds, self.wake)
            self.waking.daemon = True
            self.waking.start()

    def wake(self) -> None:
        with self.lock:
            self.waking = None
            self.give_out()

    def work(self, turn: Turn) -> None:
        mine: SimpleQueue[Turn] = SimpleQueue()
        while True:
            self.mine.turn, self.mine.began = turn, time.monotonic()
            turn.task.service()
            with self.lock:
                self.finished += 1
                sender, _ = turn.whose
                now = time.monotonic()
                self.rest_until[sender] = now + min(FAIR[sender].rest * (now - self.mine.began), LONGEST_REST)
                self.leave(turn)
                self.resting.append(mine)
                self.give_out()
            turn = mine.get()

    def leave(self, turn: Turn) -> None:
        self.at_work[turn.whose] -= 1
        if not self.at_work[turn.whose]:
            del self.at_work[turn.whose]

    @contextmanager
    def aside(self) -> Iterator[None]:
        """While this thread waits for what is done elsewhere, it takes no share from others of its kind."""
        turn: Turn | None = getattr(self.mine, "turn", None)
        if turn is None:
            yield
            return
        with self.lock:
            self.leave(turn)
            self.give_out()
        try:
            yield
        finally:
            self.mine.began = time.monotonic()
            with self.lock:
                self.at_work[turn.whose] += 1


class Serving:
    cfg: Any  # what `gunicorn_config` says
    front: Front | None = None
    renewing: FileLock | None = None
    finished = -1
    looked_at = 0.0

    def serve(
        self, application: WSGIHandler, listener: socket.socket, is_wanted: Callable[[], bool], *, most: float
    ) -> None:
        """Serve until it is no longer wanted, or `is_worn`; what is in hand by then is answered."""
        sys.setswitchinterval(LONGEST_TURN)
        self.front = front = self.open_front(application, listener)
        while is_wanted() and not self.is_worn(front, most):
            self.step(front)
        self.close(front)

    def is_worn(self, front: Front, most: float) -> bool:
        """Whether it has taken so many requests. One process at a time: the others take what comes until it is gone."""
        if front.requests_taken < most:
            return False
        self.renewing = self.renewing or FileLock("renewing")  # free once this process has ended
        return self.renewing.take()

    def open_front(self, application: WSGIHandler, listener: socket.socket) -> Front:
        adjustments = Adjustments(
            backlog=self.cfg.backlog,
            connection_limit=2 * self.cfg.worker_connections,  # of which all would have to be working
            cleanup_interval=5,
            max_request_header_size=MOST_BYTES_OF_HEADERS,
            max_request_body_size=uploads.most_of_a_body() + 1,
            clear_untrusted_proxy_headers=False,  # settings.py says whether they are to be believed
            log_socket_errors=False,  # a tablet left the Wi-Fi
            ident="",
        )
        threads = Threads(self.cfg.threads)
        apart.aside = threads.aside
        return Front(
            application,
            {},
            _sock=listener,
            dispatcher=threads,
            adj=adjustments,
            sockinfo=(listener.family, listener.type, listener.proto, listener.getsockname()),
            bind_socket=False,
            most=self.cfg.worker_connections,
            most_from=uploads.most_from,
        )

    def step(self, front: Front) -> None:
        """Serve what comes next, and give a sign of life, unless all threads hang: a request waits, and none
        has finished anything for as long as gunicorn waits for a sign. Then this process is ended."""
        wasyncore.loop(timeout=LET_BY_EVERY if front.letting_by else STEP, use_poll=True, map=front._map, count=1)
        if time.monotonic() < self.looked_at + STEP:
            return
        self.looked_at = time.monotonic()
        threads = front.task_dispatcher
        with threads.lock:
            hang = threads.do_wait and threads.are_all_at_work and threads.finished == self.finished
            self.finished = threads.finished
            waiting = sum(len(line) for lines in threads.lines.values() for line in lines.values())
        metrics.say_waiting(waiting)
        if not hang:
            self.notify()

    def notify(self) -> None:
        """No sign: no process looks after this one."""

    def close(self, front: Front) -> None:
        """Answer what is in hand, and what was being sent; the next process takes the requests that come now."""
        front.accepting = False
        began = time.monotonic()
        while front.active_channels and time.monotonic() < began + self.cfg.graceful_timeout:
            if time.monotonic() > began + LINGER:
                front.close_waiting(time.time())
            self.step(front)

    def look_up(self) -> None:
        if self.front is not None:
            self.front.pull_trigger()


class Alone(Serving):
    """One process that serves alone, where there can be no others or none are wanted (`WORKERS=0`). It saves their
    memory; nothing starts it again where it dies or hangs."""

    cfg = gunicorn_config

    def __init__(self) -> None:
        self.is_wanted = True

    def run(self, host: str, port: int, application: WSGIHandler) -> None:
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, self.end)
        with socket.create_server((host, port), backlog=self.cfg.backlog) as listener:
            self.cfg.when_ready(self)
            self.cfg.post_worker_init(self)
            self.serve(application, listener, lambda: self.is_wanted, most=math.inf)
        ends_now()

    def end(self, number: int, frame: FrameType | None) -> None:
        self.is_wanted = False
        opened.forget_address(settings.STATE_DIR)
        self.look_up()
