"""The task of seating the rounds to come, searched outside any transaction; a stale result is dropped."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Any, Final

from django.utils import timezone

from league.acting.log import Refused
from league.acting.permissions import Acting
from league.evening.seating.field import read_field, task_for
from league.evening.seating.schedules.planning import Impossible
from league.evening.seating.schedules.schedule import Schedule
from league.evening.seating.schedules.tasks import SeatingTask, find
from league.evening.seating.seatings import ahead, read_rounds
from league.models import Event, SeatingSearch
from pinochle_club.ground.apart import Apart, Asker, Busy

CHANGED: Final = "Somebody came, left or changed, so this seating no longer fits. Make it again."
MANY_SEARCH: Final = "Several seatings are being made right now. Nothing was changed. Try again in a moment."
SLOW_SEARCH: Final = "This computer is busy and found no seats yet. Nothing was changed. Try again in a minute."
LARGEST_SEED: Final = 2**31 - 1

# Only officials ask, and would wait for the search itself as long.
SEARCHER: Final = Apart(places=4, of_one=2, longest_wait=30.0)


class StaleSeating(Refused):
    """The form was made from an older seating."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """A director's wish for a seating: its `rounds`, and the absent who are `expected`; None: as it is."""

    event: Event
    acting: Acting
    client_id: str
    rounds: int | None = None
    expected: Collection[int] | None = None
    is_proposal: bool = False


def make_task(
    event: Event, *, rounds: int | None, expected: Collection[int] | None, another: bool, published: bool = False
) -> SeatingTask:
    """The task for the people here now. `published` rounds to come are refused unless they may be."""
    event = Event.objects.select_related("club", "rules__book_version").get(pk=event.pk)
    field = read_field(event, read_rounds(event))
    task = task_for(
        field,
        expected=field.counted_in if expected is None else expected,
        rounds=rounds,
        seed=_next_seed(event, published=published) if another else event.seed,
    )
    if not published and any(one.is_published for one in ahead(field.rounds)):
        raise Refused("The seating is published. Re-plan the rest instead. You’ll see the changes before they happen.")
    return replace(task, keep=()) if another and _fits(task) else task


def _next_seed(event: Event, *, published: bool) -> int:
    """Another seed than the seating's; where rounds are `published`, than the proposal's."""
    proposals = SeatingSearch.objects.filter(event=event, state=SeatingSearch.State.FOUND)
    last = proposals.first() if published else None
    return (last or event).seed % LARGEST_SEED + 1


def _fits(task: SeatingTask) -> bool:
    """Whether the published rounds seat exactly those here: then another seating is really wanted."""
    return all(seating.players == set(here) for seating, here in zip(task.keep, task.attendance, strict=False))


def search(task: SeatingTask, acting: Acting, effort: int | None = None) -> Schedule:
    """The seatings of a task. Searched apart, since that takes seconds of a processor; here if `effort` bounds it."""
    try:
        if task.winners_move or effort is not None:
            return find(task, effort=effort)
        return SEARCHER.ask(find, task, asker=Asker(f"account {acting.user.pk if acting.user else 0}"))
    except Impossible as impossible:
        raise Refused(str(impossible)) from impossible
    except (Busy, TimeoutError) as late:
        raise Refused(MANY_SEARCH if getattr(late, "ahead", 0) else SLOW_SEARCH) from late


def guard_fresh(event: Event, task: SeatingTask, wanted: Wanted) -> None:
    field = read_field(event, read_rounds(event))
    expected = field.counted_in if wanted.expected is None else wanted.expected
    now = task_for(field, expected=expected, rounds=wanted.rounds, seed=task.seed)
    if now.fingerprint != task.fingerprint:
        raise StaleSeating(CHANGED)


def keep_search(wanted: Wanted, task: SeatingTask, **fields: Any) -> SeatingSearch:
    expected = wanted.expected
    if expected is None:
        expected = read_field(wanted.event, read_rounds(wanted.event)).counted_in
    row, _ = SeatingSearch.objects.update_or_create(
        event=wanted.event,
        defaults={
            "fingerprint": task.fingerprint,
            "seed": task.seed,
            "first_round": task.first,
            "expected": sorted(expected),
            "message": "",
            "client_id": wanted.client_id,
            "asked_by": wanted.acting.name[:80],
            "heard_at": timezone.now(),
            **fields,
        },
    )
    return row
