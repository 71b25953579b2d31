"""Simulations as jobs, requested on a page and played by one worker, which also prints ahead and does other rooms'
errands (`pinochle_club.ground.errands`).

The only writer of `Simulation` and `MeldRarity`. The worker gives work to a process of low priority and writes results
every few seconds in single statements: a table's save waits for one of those at most.
"""

from __future__ import annotations

import json
import logging
import secrets
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from concurrent.futures import TimeoutError as StillPlaying
from concurrent.futures.process import BrokenProcessPool
from datetime import timedelta
from functools import partial
from typing import Any, Final, TypeVar

from django.db import Error
from django.db.models import Case, Count, F, OuterRef, QuerySet, Subquery, When
from django.db.models.functions import Coalesce
from django.utils import timezone

from pinochle_club.ground.apart import Apart, Asker, Busy
from pinochle_club.ground.background import end_at_once, low_priority_pool, within
from pinochle_club.ground.clock import lately
from pinochle_club.ground.errands import (
    Errands,
    Piece,
    Sheet,
    after_all,
    before_simulations,
    doing_beside,
    next_piece,
    next_sheet,
)
from pinochle_club.ground.lost_database import is_loss
from pinochle_club.ground.pdfs import found, typesetter
from pinochle_club.ground.system import AWAITED, LOWEST
from pinochle_club.ground.trouble import trouble_of
from pinochle_club.ground.write_queue import queued_write
from scoring.models import Device, MeldRarity, RuleBookVersion, Simulation
from scoring.rules.book import RuleBook
from scoring.rules.rarity import built_in_rarity, rarity_key
from scoring.score_card import pdfs

from . import judging, own_hands, par, sets
from .seat_view import SeatView
from .simulate.bots import CLUB
from .simulate.rarity import Seen, count_chunk, rarity_of
from .simulate.runs import CHUNK, AnyTally, Plan, merge, play_chunk
from .table import Decision
from .thinking import Mind, think

log = logging.getLogger(__name__)
Result = TypeVar("Result")

MOST_DEALS: Final = 20_000
MOST_WAITING: Final = 30
MOST_WAITING_OF_ONE: Final = 3
MOST_AN_HOUR: Final = 20
RESULTS_KEPT: Final = timedelta(days=400)
RARITY_DEALS: Final = 50_000
RARITY_BOTS: Final = CLUB
SECONDS_BETWEEN_WRITES: Final = 2.0
SECONDS_BETWEEN_LOOKS: Final = 1.0
MOST_BREAKS: Final = 3
# Processor time: a chunk takes some three seconds, and who writes a book in which bidding never ends stops nobody.
LONGEST_CHUNK: Final = 120.0

State = Simulation.State
IN_LINE: Final = (State.WAITING, State.RUNNING)


class TooMany(Exception):
    """A job over the limit; the message is for the person who asked."""


# -- asking ------------------------------------------------------------------------------


def ask_for(
    *, asked: dict[str, Any], book: RuleBook, against: RuleBook | None, deals: int, bots: str, device: Device,
    created_from: str, start_hash: str,
) -> Simulation:  # fmt: skip
    """Put a job in line, or find the one of the same tap. Raises `TooMany`."""
    begun = Simulation.objects.filter(start_hash=start_hash).first()
    if begun is not None:
        return begun
    _guard(created_from)
    Simulation.objects.filter(ended_at__lt=timezone.now() - RESULTS_KEPT).delete()
    return Simulation.objects.create(
        asked=asked,
        book=book.to_json(),
        against=against.to_json() if against else "",
        deals=min(deals, MOST_DEALS),
        bots=bots,
        seed=secrets.randbelow(2**53),
        device=device,
        created_from=created_from,
        start_hash=start_hash,
    )


def look_ahead(*, created_from: str, start_hash: str) -> None:
    """Raise `TooMany` where `ask_for` would, without a turn in the write queue."""
    if not Simulation.objects.filter(start_hash=start_hash).exists():
        _guard(created_from)


def _guard(created_from: str) -> None:
    in_line = Simulation.objects.filter(state__in=IN_LINE)
    if in_line.filter(created_from=created_from).count() >= MOST_WAITING_OF_ONE:
        raise TooMany(f"{MOST_WAITING_OF_ONE} simulations are already waiting. Let one finish, or cancel it.")
    recent = Simulation.objects.filter(created_from=created_from, created_at__range=lately(timedelta(hours=1)))
    if recent.count() >= MOST_AN_HOUR:
        raise TooMany(f"{MOST_AN_HOUR} simulations were started from here in the last hour. Try again in a while.")
    if in_line.count() >= MOST_WAITING:
        raise TooMany(f"{MOST_WAITING} simulations are already in line. Try again in a while.")


def cancel(job: Simulation) -> None:
    """Take a job out of the line, or stop it; finished ones stay."""
    _set(job, State.CANCELLED, IN_LINE, ended_at=timezone.now())


def in_front_of(job: Simulation) -> int:
    """The number of jobs before a waiting one (one query)."""
    line = list(_line().values_list("pk", flat=True))
    return line.index(job.pk) if job.pk in line else 0


def _line() -> QuerySet[Simulation]:
    """What is played, then what waits: the first that each address asked for in the last hour, then the second, so
    that nobody waits for all that another one wants."""
    of_one = Simulation.objects.filter(
        created_from=OuterRef("created_from"), created_at__lt=OuterRef("created_at"),
        created_at__gt=OuterRef("created_at") - timedelta(hours=1),
    )  # fmt: skip
    before = of_one.order_by().values("created_from").annotate(number=Count("pk")).values("number")
    in_line = Simulation.objects.filter(state__in=IN_LINE).annotate(turn=Coalesce(Subquery(before), 0))
    return in_line.order_by(Case(When(state=State.RUNNING, then=0), default=1), "turn", "created_at", "pk")


def plan_of(job: Simulation) -> Plan:
    return Plan(job.book, job.deals, job.seed, job.bots, job.against or None)


def tally_of(job: Simulation) -> AnyTally:
    plan, figures = plan_of(job), job.figures
    return plan.read(figures) if figures else plan.empty()


# -- the worker --------------------------------------------------------------------------


class Worker:
    """Plays the jobs in line; when idle, prints ahead, then counts rare melds. Ends where `is_wanted` says no
    between two pieces of work, and the next one continues."""

    def __init__(
        self, is_wanted: Callable[[], bool] = lambda: True, pool: Callable[[int], Executor] = low_priority_pool
    ) -> None:
        self.is_wanted = is_wanted
        self._make_pool = pool
        self._pool: Executor | None = None
        self._niceness = LOWEST  # of its process
        self._errands = Errands(is_wanted)
        self._left: set[int] = set()  # hands that could not be looked over
        self._ahead = pdfs.sheets_ahead()
        self._without_par: set[int] = set()  # hands that could not be played
        self._printer = Apart(places=1, of_one=1, longest_wait=0, niceness=LOWEST, reads=True, prepare=typesetter)
        self._sheet: Sheet | None = None  # that made way

    def run(self) -> None:
        try:
            with doing_beside():
                while self.is_wanted():
                    if not self.work():
                        time.sleep(SECONDS_BETWEEN_LOOKS)
        finally:
            self.close()

    def work(self) -> bool:
        """Do one piece of work, in this order; False without any."""
        if self._errands.do() or self._work_out(par.next_of_day(), AWAITED):
            return True
        if self._work_out(next_field(), AWAITED):
            return True
        job = next_job()
        if job is not None:
            self._printer.close()
            self._play(job)
            return True
        sheet = self._sheet or next(self._ahead, None) or next_sheet()
        if sheet is not None:
            self._sheet = None if self._print(*sheet) else sheet
            return True
        self._printer.close()
        if self._work_out(par.next_of_hands(self._without_par)):
            return True
        book = next(books_without_rarity(), None)
        return (book is not None and self._count(book)) or self._look_over() or self._work_out(next_piece(after_all))

    # -- pars, bots' fields, and what other rooms have worked out

    def _work_out(self, piece: Piece | None, niceness: int = LOWEST) -> bool:
        """Do a piece of work; a failure is kept and not tried again."""
        if piece is None:
            return False
        try:
            found = self._apart(niceness, piece.work, *piece.asked)
        except Exception as error:  # whatever it is, the next must not wait for it
            if _is_for_later(error):
                raise
            log.exception("A piece of work could not be done")
            self.close()
            piece.keep(None)
            return True
        if found is not None:
            piece.keep(found)
        return True

    # -- a job

    def _play(self, job: Simulation) -> None:
        try:
            self._play_chunks(job)
        except Exception as error:  # whatever it is, the next in line must not wait for it
            if _is_for_later(error):
                raise  # nothing is wrong with the job: a worker goes on with it once the database takes it
            log.exception("A simulation failed: %s", job.pk)
            self.close()  # an alarm may have fallen into an import: the next job has a process without half a library
            _set(job, State.FAILED, IN_LINE, ended_at=timezone.now())

    def _play_chunks(self, job: Simulation) -> None:
        plan, total = plan_of(job), tally_of(job)
        written = time.monotonic()
        for chunk in range(job.deals_done // CHUNK, plan.chunks):
            part = self._apart(AWAITED, play_chunk, plan, chunk)
            if part is None:
                return  # told to stop: the next worker goes on with it
            merge(total, part)
            if time.monotonic() - written >= SECONDS_BETWEEN_WRITES or chunk == plan.chunks - 1:
                written = time.monotonic()
                if not _keep(job, total):
                    return  # cancelled in the meantime
        _set(job, State.DONE, (State.RUNNING,), ended_at=timezone.now())

    # -- sheets

    def _print(self, key: str, make: Callable[..., bytes], *asked: Any) -> bool:
        """Print a sheet ahead; False where it made way for somebody who waits. A failure is left to show when the sheet
        is asked for."""
        if found(key) is not None:
            return True
        try:
            doing = self._printer.begin(make, *asked, asker=Asker("worker"))
            self._wait_for(doing, LOWEST)
        except Busy:
            return True  # the process was killed, say
        except Exception as error:
            log.warning("A sheet could not be printed ahead: %s", error)
            return True
        if not doing.done():
            self._printer.close()
        return doing.done()

    # -- hands that people played

    def _look_over(self) -> bool:
        hand = own_hands.next_to_look_over(self._left)
        try:
            return hand is not None and own_hands.work_out_cost(hand, partial(judging.judgement, decide=self._decide))
        except Busy:
            return True
        except (ValueError, LookupError, BrokenProcessPool):
            assert hand is not None
            log.exception("A hand could not be looked over: %s", hand.pk)
            self._left.add(hand.pk)
            return True

    def _decide(self, mind: Mind, view: SeatView, _: str) -> Decision:
        found = self._apart(LOWEST, think, mind, view)
        if found is None:
            raise Busy
        return found

    # -- rare melds

    def _count(self, book: RuleBook) -> bool:
        """Count a book's rare melds; dropped, to begin again, when other work waits."""
        plan, seen = Plan(book.to_json(), RARITY_DEALS, 1, RARITY_BOTS), Seen()
        for chunk in range(plan.chunks):
            part = self._apart(LOWEST, count_chunk, plan, chunk)
            if part is None or is_somebody_waiting():
                return True
            seen.update(part)
        data = json.dumps(rarity_of(book, seen).to_data())
        with queued_write():
            MeldRarity.objects.get_or_create(depends_on=rarity_key(book), defaults={"data": data})
        return True

    # -- the process of low priority

    def _apart(self, niceness: int, work: Callable[..., Result], *asked: Any) -> Result | None:
        """The other process's result; None once the worker is unwanted or needed elsewhere."""
        for _ in range(MOST_BREAKS):
            try:
                return self._wait_for(self._started(niceness).submit(within, LONGEST_CHUNK, work, *asked), niceness)
            except BrokenProcessPool:  # it was killed, say for want of memory: a new one plays it again
                self.close()
        raise BrokenProcessPool(f"The process that plays was killed {MOST_BREAKS} times over one chunk.")

    def _wait_for(self, future: Future[Result], niceness: int) -> Result | None:
        while self.is_wanted():
            try:
                return future.result(timeout=SECONDS_BETWEEN_LOOKS)
            except StillPlaying:
                if future.done():  # or it took too much of a processor
                    return future.result()
                self._errands.do()
                if niceness == LOWEST and is_somebody_waiting():
                    break
        return None

    def _started(self, niceness: int) -> Executor:
        """The worker's one process: priority can't be raised again once lowered."""
        if niceness != self._niceness:
            self.close()
        if self._pool is None:
            self._pool, self._niceness = self._make_pool(niceness), niceness
        return self._pool

    def close(self) -> None:
        """Let the other processes go: what they are at is done again."""
        self._printer.close()
        if self._pool is not None:
            end_at_once(self._pool)
            self._pool = None


def _is_for_later(error: Exception) -> bool:
    """Whether the error is the database refusing writes for now."""
    return (isinstance(error, Error) and is_loss(error)) or bool(trouble_of(error))


def next_job() -> Simulation | None:
    """The job to play: an unfinished one, else the first in line, begun."""
    job = _line().first()
    if job is None or job.state == State.RUNNING:
        return job
    return job if _set(job, State.RUNNING, (State.WAITING,)) else None


def next_field() -> Piece | None:
    return next_piece((sets.next_field, *before_simulations))


def is_somebody_waiting() -> bool:
    return Simulation.objects.filter(state__in=IN_LINE).exists() or next_field() is not None


def books_without_rarity() -> Iterator[RuleBook]:
    known = set(MeldRarity.objects.values_list("depends_on", flat=True))
    for version in RuleBookVersion.objects.order_by("-pk"):
        if built_in_rarity(version.book) is None and rarity_key(version.book) not in known:
            yield version.book


def _keep(job: Simulation, total: AnyTally) -> bool:
    job.deals_done = total.deals
    tally = json.dumps(total.to_data(), separators=(",", ":"))
    return _set(job, State.RUNNING, (State.RUNNING,), deals_done=total.deals, tally=tally)


def _set(job: Simulation, state: str, only_from: tuple[str, ...], **fields: Any) -> bool:
    """Update a job in one statement; False if its state has changed."""
    rows = Simulation.objects.filter(pk=job.pk, state__in=only_from)
    with queued_write():
        return rows.update(state=state, version=F("version") + 1, **fields) > 0
