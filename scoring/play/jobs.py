"""Simulations as jobs: asked for on a page, played one after the other by the worker. It also prints ahead, and does
the errands of other rooms (`pinochle_club.ground.errands`) before all that, and in the meantime.

The only writer of `Simulation` and `MeldRarity` rows. The worker of a club is one process that
gives the work to another one of low priority and waits; it writes what has come of it in single
statements, every few seconds. So a table's save never waits for more than one of those, and
no process that holds the write queue is ever one that comes last. What people wait for (a simulation, and all that
comes before it) has its share of a busy computer; what nobody waits for rests, and is left as soon as somebody does.
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
from django.db.models import F
from django.utils import timezone

from pinochle_club.ground.apart import Apart, Asker, Busy
from pinochle_club.ground.background import end_at_once, low_priority_pool, within
from pinochle_club.ground.clock import lately
from pinochle_club.ground.errands import Errands, Piece, after_all, before_simulations, next_piece, next_sheet
from pinochle_club.ground.lost_database import is_loss
from pinochle_club.ground.pdfs import found, typesetter
from pinochle_club.ground.system import AWAITED, LOWEST
from pinochle_club.ground.trouble import trouble_of
from pinochle_club.ground.write_queue import queued_write
from scoring.models import Device, MeldRarity, RuleBookVersion, Simulation
from scoring.rules.book import RuleBook
from scoring.rules.rarity import built_in_rarity, rarity_key
from scoring.score_card import pdfs

from . import judging, kept, par, sets
from .seat_view import SeatView
from .simulate.bots import CLUB
from .simulate.rarity import Seen, count_chunk, rarity_of
from .simulate.runs import CHUNK, AnyTally, Plan, merge, play_chunk
from .table import Decision
from .thinking import Mind, expert_par, think

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
    """A job that is one too many; the message is for the person who asked for it."""


# -- asking ------------------------------------------------------------------------------


def ask_for(
    *, asked: dict[str, Any], book: RuleBook, against: RuleBook | None, deals: int, bots: str, device: Device,
    created_from: str, start_hash: str,
) -> Simulation:  # fmt: skip
    """A new job at the end of the line, or the one that this tap has begun already.

    Raises `TooMany` where one address asks for more than its share, or the line is full.
    """
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
    """Raises `TooMany` where `ask_for` would: asked first, without a turn among the writers, who have hands to save."""
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
    """Takes a job out of the line, or stops it; one that is over stays as it is."""
    _set(job, State.CANCELLED, IN_LINE, ended_at=timezone.now())


def in_front_of(job: Simulation) -> int:
    """How many jobs come before a waiting one (one query)."""
    before = Simulation.objects.filter(state__in=IN_LINE, created_at__lt=job.created_at)
    return before.count()


def plan_of(job: Simulation) -> Plan:
    """What the job has to play."""
    return Plan(job.book, job.deals, job.seed, job.bots, job.against or None)


def tally_of(job: Simulation) -> AnyTally:
    """What it came to so far."""
    plan, figures = plan_of(job), job.figures
    return plan.read(figures) if figures else plan.empty()


# -- the worker --------------------------------------------------------------------------


class Worker:
    """Plays what is in line. While nothing is, it prints the sheets that anybody may want, then counts rare melds of
    books that nobody counted yet.

    `is_wanted` is asked between two pieces of work; once it says no, the worker ends, and what
    was begun is gone on with by the next one.
    """

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
        self._printer = Apart(
            places=1, of_one=1, longest_wait=LONGEST_CHUNK, niceness=LOWEST, reads=True, prepare=typesetter
        )

    def run(self) -> None:
        """Works until it is no longer wanted."""
        try:
            while self.is_wanted():
                if not self.work():
                    time.sleep(SECONDS_BETWEEN_LOOKS)
        finally:
            self.close()

    def work(self) -> bool:
        """What other rooms have to be done, the par of today's deals, fields of bots, then the next job, sheet, par of
        a hand, table of rare melds, hand to look over, or what can wait longest; False where there is nothing to do."""
        if self._errands.do() or self._find_par(par.next_of_day(), AWAITED):
            return True
        if self._work_out(next_field(), AWAITED):
            return True
        job = next_job()
        if job is not None:
            self._printer.close()
            self._play(job)
            return True
        sheet = next(self._ahead, None) or next_sheet()
        if sheet is not None:
            self._print(*sheet)
            return True
        self._printer.close()
        if self._find_par(par.next_of_hands(self._without_par)):
            return True
        book = next(books_without_rarity(), None)
        return (book is not None and self._count(book)) or self._look_over() or self._work_out(next_piece(after_all))

    # -- what other rooms have worked out

    def _work_out(self, piece: Piece | None, niceness: int = LOWEST) -> bool:
        """A piece of work. One that cannot be done is kept as such, and not asked for again."""
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

    def _print(self, key: str, make: Callable[..., bytes], *asked: Any) -> None:
        """Prints a sheet ahead; if that fails, the person who asks for it is told."""
        if found(key) is None:
            try:
                self._printer.ask(make, *asked, asker=Asker("worker"))
            except Busy:
                return  # the server ends, say
            except Exception as error:
                log.warning("A sheet could not be printed ahead: %s", error)

    # -- par

    def _find_par(self, wanted: par.Wanted | None, niceness: int = LOWEST) -> bool:
        """The par of one hand. One that cannot be played is left until the next start."""
        if wanted is None:
            return False
        try:
            found = self._apart(niceness, expert_par, *wanted.asked)
        except Exception as error:
            if _is_for_later(error):
                raise
            log.exception("A par could not be worked out")
            self.close()
            if wanted.hand is not None:
                self._without_par.add(wanted.hand.pk)
            else:
                par.keep(wanted, None)
            return True
        if found is not None:
            par.keep(wanted, found)
        return True

    # -- hands that people played

    def _look_over(self) -> bool:
        """The newest hand that nobody looked over: a few decisions of it, and later the rest."""
        hand = kept.next_to_look_over(self._left)
        try:
            return hand is not None and kept.work_out_cost(hand, partial(judging.judgement, decide=self._decide))
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
        """The table of a book; given up as soon as somebody waits, and begun again afterwards."""
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
        """What the other process makes of a chunk, a hand or a decision; None once the worker is no longer wanted, or
        is for something that somebody waits for."""
        for _ in range(MOST_BREAKS):
            try:
                return self._wait_for(self._started(niceness).submit(within, LONGEST_CHUNK, work, *asked))
            except BrokenProcessPool:  # it was killed, say for want of memory: a new one plays it again
                self.close()
        raise BrokenProcessPool(f"The process that plays was killed {MOST_BREAKS} times over one chunk.")

    def _wait_for(self, future: Future[Result]) -> Result | None:
        while self.is_wanted():
            try:
                return future.result(timeout=SECONDS_BETWEEN_LOOKS)
            except StillPlaying:
                self._errands.do()
                if self._niceness == LOWEST and is_somebody_waiting():
                    break
        return None

    def _started(self, niceness: int) -> Executor:
        """One process at a time: none comes to a higher priority than it began with."""
        if niceness != self._niceness:
            self.close()
        if self._pool is None:
            self._pool, self._niceness = self._make_pool(niceness), niceness
        return self._pool

    def close(self) -> None:
        """Lets the other processes go: a sheet is printed to its end, a chunk is played again by the next worker."""
        self._printer.close()
        if self._pool is not None:
            end_at_once(self._pool)
            self._pool = None


def _is_for_later(error: Exception) -> bool:
    """Whether it is the database that takes nothing just now."""
    return (isinstance(error, Error) and is_loss(error)) or bool(trouble_of(error))


def next_job() -> Simulation | None:
    """The job to play now: one that was begun and left unfinished, else the first in line, which begins."""
    left = Simulation.objects.filter(state=State.RUNNING).first()
    if left is not None:
        return left
    job = Simulation.objects.filter(state=State.WAITING).first()
    if job is None or not _set(job, State.RUNNING, (State.WAITING,)):
        return None
    return job


def next_field() -> Piece | None:
    """What results wait for, before simulations."""
    return next_piece((sets.next_field, *before_simulations))


def is_somebody_waiting() -> bool:
    """For a simulation, or for results."""
    return Simulation.objects.filter(state__in=IN_LINE).exists() or next_field() is not None


def books_without_rarity() -> Iterator[RuleBook]:
    """Books that score cards are kept by and of which nobody knows yet how rare their melds are."""
    known = set(MeldRarity.objects.values_list("depends_on", flat=True))
    for version in RuleBookVersion.objects.order_by("-pk"):
        if built_in_rarity(version.book) is None and rarity_key(version.book) not in known:
            yield version.book


def _keep(job: Simulation, total: AnyTally) -> bool:
    """Writes what a running job came to so far; False where it was cancelled."""
    job.deals_done = total.deals
    tally = json.dumps(total.to_data(), separators=(",", ":"))
    return _set(job, State.RUNNING, (State.RUNNING,), deals_done=total.deals, tally=tally)


def _set(job: Simulation, state: str, only_from: tuple[str, ...], **fields: Any) -> bool:
    """One statement in the write queue; False where the job is in another state by now."""
    rows = Simulation.objects.filter(pk=job.pk, state__in=only_from)
    with queued_write():
        return rows.update(state=state, version=F("version") + 1, **fields) > 0
