"""Long work done apart, so that no save waits for it: sheets to print, Experts, seatings.

Each kind has one process beside each server process, which does one thing after the other, by functions and arguments
small enough to send. A request waits in a thread of the server, so only a few may wait:

* requests for the same thing share one answer;
* only so many may wait from one address, and not many more from all together;
* the people who run an evening come first, have places of their own, and wait longer;
* of one kind the askers take turns, so that no club waits for all that another one wants.

All others are `Busy` at once, and ask again. Since people wait for this work, busy programs can't take its share of a
processor away (`AWAITED`). A process with `reads=True` has the database, and writes nothing there.
"""

from __future__ import annotations

import gc
import pickle
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import AbstractContextManager, nullcontext
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Final, TypeVar

import django
from django.conf import settings
from django.db import Error

from .background import end_at_once, low_priority_pool, within
from .lost_database import is_loss
from .system import AWAITED, with_room

Result = TypeVar("Result")

# Processor time: no work takes so long, and an endless one must not hold up the rest.
LONGEST_WORK: Final = 300.0
# Seconds: people who come first wait so long, and after that no answer is promised soon.
LONG: Final = 30.0
FETCHED_WITHIN: Final = 60.0
MOST_KNOWN: Final = 500
# A waiting thread of the server lets others go on; the server says how.
aside: Callable[[], AbstractContextManager[None]] = nullcontext


class Busy(Exception):
    """Too many wait, or it takes too long: ask again. `ahead` pieces of work come first; it was asked for `seconds`
    ago."""

    def __init__(self, ahead: int = 0, seconds: float = 0.0) -> None:
        super().__init__(ahead, seconds)
        self.ahead, self.seconds = ahead, seconds

    @property
    def stands(self) -> str:
        """`3 other pieces of work come first.`"""
        if self.ahead:
            return f"{self.ahead} other pieces of work come first." if self.ahead > 1 else "Something else comes first."
        if self.seconds < LONG:
            return "It takes a few seconds."
        return f"It has taken {self.seconds:.0f} seconds so far: this computer has much else to do right now."


@dataclass(frozen=True, slots=True)
class Asker:
    """An address, of which only so many wait, or a person who runs an evening and `comes_first`."""

    address: str
    comes_first: bool = False


@dataclass(slots=True)
class _Job:
    """Work that was asked for. Each request for it has a place until it is done, even if its browser went away."""

    task: bytes
    asked_at: float = field(default_factory=time.monotonic)
    askers: list[Asker] = field(default_factory=list)
    answer: Future[Any] = field(default_factory=Future)
    is_left: bool = False

    @property
    def comes_first(self) -> bool:
        return any(asker.comes_first for asker in self.askers)


class Apart:
    """One process beside this server process, and those who wait for it.

    It has so many `places`, so many of them `of_one` address, and as many again for those who come first; others
    wait for `longest_wait` seconds. `prepare` runs first in a new process, which takes over after `renewed_after`
    tasks where the work leaves memory behind.
    """

    def __init__(
        self, *, places: int, of_one: int, longest_wait: float, niceness: int = AWAITED, reads: bool = False,
        prepare: Callable[[], object] | None = None, renewed_after: int | None = None,
    ) -> None:  # fmt: skip
        self.places, self.of_one, self.longest_wait = places, of_one, longest_wait
        self._niceness, self._reads, self._prepare, self._renewed_after = niceness, reads, prepare, renewed_after
        self._lock = threading.RLock()  # work done at once calls back in the thread that asked
        self._jobs: dict[bytes, _Job] = {}  # in the order in which they were asked for
        self._untaken: dict[bytes, tuple[_Job, float]] = {}  # done after everybody had left, and when
        self._at_work: _Job | None = None
        self._had_turn: dict[str, None] = {}  # addresses, the longest ago first
        self._pool: ProcessPoolExecutor | None = None
        self._ready: Future[None] | None = None
        self._done_by_pool = 0

    def ask(
        self, work: Callable[..., Result], *args: Any, asker: Asker, as_of: object = None, at_most: float | None = None
    ) -> Result:  # fmt: skip
        """The result of `work(*args)`. Raises `Busy`, whatever the work raises, and `TimeoutError` after too
        much processor time.

        `as_of` is a version of what the answer is made from: no answer from before a change is given after it.
        `at_most` is for a page that shows less rather than wait longer; the work goes on.
        """
        if not settings.WORKS_APART:
            return work(*args)
        job = self._take_place(pickle.dumps((work, args, as_of)), asker)
        with aside():
            wait([job.answer], at_most or (LONG if asker.comes_first else self.longest_wait))
        if not job.answer.done():
            job.is_left = True
            raise self._why_not_yet(job.task)
        result: Result = job.answer.result()
        return result

    def begin(self, work: Callable[..., Result], *args: Any, asker: Asker) -> Future[Result]:
        """The result to come, for who looks at it from time to time. Raises `Busy` where there is no place."""
        if settings.WORKS_APART:
            return self._take_place(pickle.dumps((work, args, None)), asker).answer
        done: Future[Result] = Future()
        done.set_result(work(*args))
        return done

    def is_ready(self) -> bool:
        """Whether work begins at once; starts the process where there is none and one may start."""
        with self._lock:
            try:
                self._started()
            except RuntimeError:  # this server process is about to end
                return False
            return self._ready is not None and self._ready.done()

    @property
    def waiting(self) -> int:
        with self._lock:
            return sum(len(job.askers) for job in self._jobs.values())

    def close(self) -> None:
        """Let the process go, and the work in hand with it; the next request starts another."""
        with self._lock:
            pool, self._pool = self._pool, None
        if pool is not None:
            end_at_once(pool)

    # -- the line

    def _take_place(self, task: bytes, asker: Asker) -> _Job:
        with self._lock:
            if (untaken := self._fetched(task)) is not None:
                return untaken
            if not self._has_place(asker):
                raise self._why_not_yet(task)
            job = self._jobs.setdefault(task, _Job(task))
            job.askers.append(asker)
            self._begin_next()
            return job

    def _fetched(self, task: bytes) -> _Job | None:
        """What was done after its askers had left, for a minute. With the lock held."""
        now = time.monotonic()
        self._untaken = {each: kept for each, kept in self._untaken.items() if now - kept[1] < FETCHED_WITHIN}
        job, _ = self._untaken.get(task, (None, now))
        return job

    def _why_not_yet(self, task: bytes) -> Busy:
        """The place of a task in the line, or the length of the line."""
        with self._lock:
            own, at_work = self._jobs.get(task), self._at_work
            if own is None:
                return Busy(len(self._jobs))
            order = sorted(self._jobs.values(), key=lambda job: (job is not at_work, *self._turn_of(job)))
        return Busy(order.index(own), time.monotonic() - own.asked_at)

    def _has_place(self, asker: Asker) -> bool:
        there = [each for job in self._jobs.values() for each in job.askers]
        if asker.comes_first:
            return len(there) < 2 * self.places
        others = [each.address for each in there if not each.comes_first]
        return len(others) < self.places and others.count(asker.address) < self.of_one

    def _begin_next(self) -> None:
        """Give an idle process its next work. With the lock held."""
        if self._at_work is not None or not self._jobs:
            return
        self._at_work = job = min(self._jobs.values(), key=self._turn_of)
        for asker in job.askers:
            self._had_turn.pop(asker.address, None)
            self._had_turn[asker.address] = None
        while len(self._had_turn) > MOST_KNOWN:
            del self._had_turn[next(iter(self._had_turn))]
        try:
            doing = self._submitted(job)
        except RuntimeError:  # this server process is about to end
            doing = Future()
            doing.set_exception(Busy())
        doing.add_done_callback(partial(self._done, job))

    def _turn_of(self, job: _Job) -> tuple[bool, int, float]:
        """Who runs an evening first, then the address whose turn was longest ago."""
        turns = {address: number for number, address in enumerate(self._had_turn, start=1)}
        return not job.comes_first, min(turns.get(asker.address, 0) for asker in job.askers), job.asked_at

    def _submitted(self, job: _Job) -> Future[Any]:
        waited = time.monotonic() - job.asked_at
        try:
            return self._started().submit(_work, job.task, waited)
        except BrokenProcessPool:  # it was killed while it had nothing to do
            self._pool = None
            return self._started().submit(_work, job.task, waited)

    def _done(self, job: _Job, doing: Future[Any]) -> None:
        error = BrokenProcessPool() if doing.cancelled() else doing.exception()
        with self._lock:
            del self._jobs[job.task]
            self._at_work = None
            if job.is_left and error is None:
                self._untaken[job.task] = job, time.monotonic()
                while len(self._untaken) > self.places:
                    del self._untaken[next(iter(self._untaken))]
            self._let_go_of_pool(error)
            self._begin_next()
        if error is None:
            job.answer.set_result(doing.result())
        else:  # killed, say for want of memory: the next request gets a new process
            job.answer.set_exception(Busy() if isinstance(error, BrokenProcessPool) else error)

    # -- the process

    def _started(self) -> ProcessPoolExecutor:
        if self._pool is None:
            self._pool, self._done_by_pool = low_priority_pool(self._niceness), 0
            self._ready = self._pool.submit(_get_ready, self._reads, pickle.dumps(self._prepare))
        return self._pool

    def _let_go_of_pool(self, error: BaseException | None) -> None:
        self._done_by_pool += 1
        if isinstance(error, BrokenProcessPool):
            self._pool = None
        elif self._pool is not None and self._renewed_after and self._done_by_pool >= self._renewed_after:
            self._pool.shutdown(wait=False)
            self._pool = None


# -- in the process ----------------------------------------------------------------------


def _get_ready(reads: bool, prepare: bytes) -> None:
    if reads:
        _read_alone()
    begin = pickle.loads(prepare)  # noqa: S301 - our own, and not before now: its module may need the models
    try:
        if begin is not None:
            begin()
    finally:
        gc.collect()
        gc.freeze()  # imports stay: no collection between two pages has to look through them


def _read_alone() -> None:
    """Open the database for reading only: a process of low priority must never hold the writers' lock."""
    django.setup()
    from django.db.backends.signals import connection_created

    connection_created.connect(_refuse_writes)


def _refuse_writes(connection: Any, **_: object) -> None:
    with connection.cursor() as cursor:
        is_sqlite = connection.vendor == "sqlite"
        cursor.execute("PRAGMA query_only = ON" if is_sqlite else "SET default_transaction_read_only = on")


_waited: ContextVar[float] = ContextVar("waited", default=0.0)


def waited() -> float:
    """Seconds that the current work waited for its turn."""
    return _waited.get()


def _work(task: bytes, after: float) -> Any:
    work, args, _ = pickle.loads(task)  # noqa: S301 - from the process that started this one
    turn = _waited.set(after)
    try:
        return within(LONGEST_WORK, with_room, work, *args)
    except Error as error:
        if is_loss(error):
            raise Busy from None  # the work is all right
        raise
    finally:
        _waited.reset(turn)
        _let_go_of_database()


def _let_go_of_database() -> None:
    """Close connections, which could be lost before the next work."""
    from django.db import connections

    for connection in connections.all(initialized_only=True):
        connection.close()
