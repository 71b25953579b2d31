"""Where bots think: Beginner and Club at once, Expert in a process of its own with low priority.

An Expert may think for a fifth of a second. In the server's own process that would hold up every
table, so one worker process beside it thinks, and only so many may wait for it: whoever comes
then is told to ask again. Nothing here waits while a lock or a transaction is held.

The process is started when an Expert is first needed, and takes seconds to get ready: compiling
its playouts, where nothing compiled is kept from before, up to a minute. Nobody waits for that.
"""

from __future__ import annotations

import threading
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures import TimeoutError as TookTooLong
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, replace
from typing import Final

from django.conf import settings

from scoring.rules.book import built_in_books

from .actions import Action
from .background import low_priority_pool
from .bots import Budget, make_bot
from .bots.budget import SECONDS
from .bots.expert import ExpertBot
from .engine import warm_up
from .seat_view import SeatView
from .table import Decision

THINKS_APART: Final = frozenset({"expert"})
MOST_WAITING: Final = 4
LONGEST_WAIT: Final = 4.0
NICENESS: Final = 10


class Busy(Exception):
    """Too many tables wait for the Expert's process; the page asks again."""


class GettingReady(Busy):
    """The Expert's process has only just been started."""


@dataclass(frozen=True, slots=True)
class Mind:
    """Who thinks: the strength, and the chance of this one decision. An Expert has so many `seconds`, or
    where the same must come out again, so many `playouts` whatever the clock says; asked for a review,
    it weighs the action it is `compared` with too."""

    strength: str
    chance: str
    seconds: float = SECONDS
    playouts: int | None = None
    meld_bids: bool = True
    compared: Action | None = None


def decide(mind: Mind, view: SeatView) -> Decision:
    """What a bot does. Raises `Busy` where it cannot be told soon."""
    if mind.strength in THINKS_APART and settings.PLAY_THINKS_APART:
        return _THINKER.decide(mind, view)
    return think(mind, view)


def decide_meanwhile(mind: Mind, view: SeatView) -> Decision:
    """As `decide`, but until the Expert's process is ready a club player decides in its place."""
    try:
        return decide(mind, view)
    except GettingReady:
        return think(replace(mind, strength="club"), view)


def think(mind: Mind, view: SeatView) -> Decision:
    """The bot's choice, in this process."""
    budget = Budget(mind.seconds, mind.playouts)
    if mind.compared is not None:
        expert = ExpertBot(seed=mind.chance, budget=budget, meld_bids=mind.meld_bids)
        return expert.compare(view, mind.compared)
    bot = make_bot(mind.strength, seed=mind.chance, budget=budget, meld_bids=mind.meld_bids)
    return bot.choose(view)


class Thinker:
    """The one process beside this server process, started when it is first needed."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._places = threading.BoundedSemaphore(MOST_WAITING)
        self._pool: ProcessPoolExecutor | None = None
        self._ready: Future[None] | None = None

    def decide(self, mind: Mind, view: SeatView) -> Decision:
        """What the process makes of it. Raises `GettingReady` where the clock counts and the process is new:
        where the same must come out again, the question waits like any other."""
        if mind.playouts is None and not self.is_ready():
            raise GettingReady
        if not self._places.acquire(blocking=False):
            raise Busy
        try:
            return self._ask(mind, view)
        finally:
            self._places.release()

    def is_ready(self) -> bool:
        """Whether an answer comes at once; starts the process where there is none."""
        self._started()
        return self._ready is not None and self._ready.done()

    @property
    def processes(self) -> tuple[int, ...]:
        """The processes that think now; none before the first decision."""
        return tuple(self._pool._processes) if self._pool is not None else ()

    @property
    def places_left(self) -> int:
        """How many more may wait."""
        return self._places._value

    def close(self) -> None:
        """Ends the process."""
        if self._pool is not None:
            self._pool.shutdown(cancel_futures=True)

    def _ask(self, mind: Mind, view: SeatView) -> Decision:
        pool, future = self._started(), None
        try:
            future = pool.submit(think, mind, view)
            return future.result(timeout=LONGEST_WAIT)
        except TookTooLong:
            if future is not None:
                future.cancel()
            raise Busy from None
        except BrokenProcessPool:  # it was killed, say for want of memory: the next one starts anew
            with self._lock:
                if self._pool is pool:
                    self._pool = None
            raise Busy from None

    def _started(self) -> ProcessPoolExecutor:
        with self._lock:
            if self._pool is None:
                self._pool = low_priority_pool(NICENESS)
                self._ready = self._pool.submit(_warm_up)
            return self._pool


_THINKER: Final = Thinker()


def _warm_up() -> None:
    """In the new process: everything that a first question would have to wait for."""
    for book in built_in_books().values():
        warm_up(book)
