"""Long searches in a process of their own, shown on every screen and kept like short ones. The server's process waits
in a thread, writes the progress and keeps the result. If it dies, so does the search: it falls silent (`is_silent`)."""

from __future__ import annotations

import multiprocessing
import threading
import time
from collections.abc import Callable, Collection
from datetime import timedelta
from typing import Any, Final

from django.db import connection
from django.utils import timezone

from league.acting.log import Refused, touch, was_done
from league.acting.permissions import Acting
from league.evening.seating.schedules.schedule import Schedule
from league.evening.seating.schedules.tasks import SeatingTask, find_for
from league.evening.seating.seatings import ahead, read_rounds
from league.models import Event, SeatingSearch
from pinochle_club.ground.clock import is_lately, lately
from pinochle_club.ground.write_queue import queued_write

from .drafts import save_plan
from .proposals import save_proposal
from .tasks import MANY_SEARCH, Wanted, keep_search, make_task, search

# Up to here a search takes two seconds at most: short enough to wait for the page.
SEATS_AT_ONCE: Final = 400
SECONDS_BETWEEN_WRITES: Final = 1.0
# Each has a process of its own.
MOST_AT_ONCE: Final = 2
SILENT_AFTER: Final = timedelta(seconds=30)
LONGEST: Final = 300.0


def make_seating(
    *,
    event: Event,
    acting: Acting,
    client_id: str,
    rounds: int | None = None,
    expected: Collection[int] | None = None,
    another: bool = False,
) -> bool:
    """Draft the rounds to come, or propose them where some are published. False while a search goes on."""
    if was_done(event.club, client_id) or SeatingSearch.objects.filter(event=event, client_id=client_id).exists():
        return True
    is_proposal = any(one.is_published for one in ahead(read_rounds(event)))
    task = make_task(event, rounds=rounds, expected=expected, another=another, published=is_proposal)
    wanted = Wanted(event, acting, client_id, rounds, expected, is_proposal)
    if task.winners_move or task.seats <= SEATS_AT_ONCE:
        _keep(wanted, task, search(task, acting))
        return True
    _begin(task, wanted)
    return False


def _keep(wanted: Wanted, task: SeatingTask, schedule: Schedule) -> None:
    keep: Callable[[Wanted, SeatingTask, Schedule], object] = save_proposal if wanted.is_proposal else save_plan
    keep(wanted, task, schedule)


def _begin(task: SeatingTask, wanted: Wanted) -> None:
    with queued_write("searches for seatings"):
        running = SeatingSearch.objects.filter(event=wanted.event, state=SeatingSearch.State.SEARCHING).first()
        if running is not None and not is_silent(running):
            raise Refused("A search is already running. Wait for it, or stop it.")
        heard = SeatingSearch.objects.filter(state=SeatingSearch.State.SEARCHING, heard_at__range=lately(SILENT_AFTER))
        if heard.exclude(event=wanted.event).count() >= MOST_AT_ONCE:
            raise Refused(MANY_SEARCH)
        begun = {"state": SeatingSearch.State.SEARCHING, "rounds": len(task.attendance), "seatings": []}
        keep_search(wanted, task, **begun, done=0, steps=0)
        touch(wanted.event)
    start_apart(lambda: run_search(task, wanted))


def start_apart(work: Callable[[], None]) -> None:
    """Run `work` in a thread with its own database connection, closed after."""

    def run() -> None:
        try:
            work()
        finally:
            connection.close()

    threading.Thread(target=run, name="seating search", daemon=True).start()


def is_silent(search: SeatingSearch) -> bool:
    """Whether a running search was silent for so long that its process must have died."""
    return search.state == SeatingSearch.State.SEARCHING and not is_lately(search.heard_at, SILENT_AFTER)


def run_search(task: SeatingTask, wanted: Wanted) -> None:
    """Wait for the search and keep its result; faults go on its row."""
    try:
        schedule = _search_apart(task, lambda done, steps: _tell(wanted, done=done, steps=steps))
        if schedule is None:
            return  # stopped in the meantime
        _keep(wanted, task, schedule)
    except Refused as refusal:
        _tell(wanted, state=SeatingSearch.State.FAILED, message=str(refusal))


def _tell(wanted: Wanted, **fields: Any) -> bool:
    """Write the state of the search; False once it isn't wanted."""
    with queued_write():
        row = SeatingSearch.objects.filter(
            event=wanted.event, client_id=wanted.client_id, state=SeatingSearch.State.SEARCHING
        )
        return bool(row.update(heard_at=timezone.now(), **fields))


def _search_apart(task: SeatingTask, tell: Callable[[int, int], bool]) -> Schedule | None:
    """The search in another process, so that this one can serve people."""
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=find_for, args=(theirs, task), daemon=True)
    process.start()
    theirs.close()
    ends = time.monotonic() + LONGEST
    far = (0, 0)
    try:
        while time.monotonic() < ends and tell(*far):
            turn = time.monotonic() + SECONDS_BETWEEN_WRITES
            while ours.poll(max(0.0, turn - time.monotonic())):
                kind, what = ours.recv()
                if kind == "found":
                    return tuple(what)
                if kind == "impossible":
                    raise Refused(what)
                far = what
    except EOFError as broken:
        raise Refused("The search stopped. Make the seating again.") from broken
    finally:
        process.kill()
        process.join()
        ours.close()
    if time.monotonic() >= ends:
        raise Refused("The search took too long. Make the seating again.")
    return None
