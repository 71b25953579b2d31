"""Rounds to come made again after those played: proposed, looked at, taken exactly as shown."""

from __future__ import annotations

from dataclasses import dataclass, replace

from league.acting.deed import deed
from league.acting.log import Refused, touch, was_done
from league.acting.permissions import Acting
from league.evening.seating.field import Field, read_field, task_for
from league.evening.seating.schedules.planning import Change, changes
from league.evening.seating.schedules.schedule import RoundSeating, Schedule, round_from_data, round_to_data
from league.evening.seating.schedules.tasks import SeatingTask
from league.evening.seating.seatings import ahead, publish_version, read_rounds
from league.models import Event, EventRound, SeatingSearch
from pinochle_club.ground.write_queue import queued_write

from .drafts import rounds_ahead, rounds_named, seating_words, write_seating
from .tasks import CHANGED, StaleSeating, Wanted, guard_fresh, keep_search


@dataclass(frozen=True)
class Proposal:
    """A found seating, not taken yet. `changes` count rounds from 0, which is `first`. A stale one is refused."""

    search: SeatingSearch
    first: int
    schedule: Schedule
    before: Schedule
    current: Schedule
    changes: tuple[Change, ...]
    is_stale: bool


def save_proposal(wanted: Wanted, task: SeatingTask, schedule: Schedule) -> SeatingSearch:
    with deed(wanted.event, wanted.acting, wanted.client_id) as doing:
        guard_fresh(doing.event, task, wanted)
        seatings = [round_to_data(seating) for seating in schedule]
        found = {"state": SeatingSearch.State.FOUND, "rounds": len(schedule), "seatings": seatings}
        proposal = keep_search(replace(wanted, event=doing.event), task, **found)
        touch(doing.event)
    return proposal


def preview_replan(event: Event) -> Proposal | None:
    proposal = SeatingSearch.objects.filter(event=event, state=SeatingSearch.State.FOUND).first()
    if proposal is None:
        return None
    field = read_field(event, read_rounds(event))
    return proposal_of(field, proposal)


def proposal_of(field: Field, proposal: SeatingSearch) -> Proposal:
    schedule = tuple(round_from_data(data) for data in proposal.seatings)
    there = {one.number: one.seating for one in ahead(field.rounds)}
    numbers = range(proposal.first_round, max([proposal.first_round - 1, *there]) + 1)
    current = tuple(there.get(number, RoundSeating(())) for number in numbers)
    return Proposal(
        search=proposal,
        first=proposal.first_round,
        schedule=schedule,
        before=field.before,
        current=current,
        changes=changes(current, schedule),
        is_stale=_is_stale(field, proposal),
    )


def _is_stale(field: Field, proposal: SeatingSearch) -> bool:
    try:
        now = task_for(field, expected=proposal.expected, rounds=proposal.rounds, seed=proposal.seed)
    except Refused:
        return True
    return now.fingerprint != proposal.fingerprint


def replan(*, event: Event, acting: Acting, client_id: str, seen: int | None = None) -> tuple[EventRound, ...]:
    """Take the proposal exactly as shown, by its seed (`seen`). Raises `StaleSeating` once people or rounds changed."""
    if was_done(event.club, client_id):
        return rounds_ahead(event)
    with deed(event, acting, client_id) as doing:
        event = doing.event
        if doing.was_done:
            return rounds_ahead(event)
        field = read_field(event, read_rounds(event))
        found = SeatingSearch.objects.filter(event=event, state=SeatingSearch.State.FOUND).first()
        if found is None:
            raise StaleSeating("This proposal is gone. Somebody used or dropped it on another screen.")
        proposal = proposal_of(field, found)
        if proposal.is_stale or (seen is not None and seen != found.seed):
            raise StaleSeating(CHANGED)
        task = task_for(field, expected=found.expected, rounds=len(proposal.schedule), seed=found.seed)
        was_published = any(one.is_published for one in ahead(field.rounds))
        write_seating(event, task, proposal.schedule)
        found.delete()
        after = seating_words(proposal.schedule, task.seed)
        if was_published:
            event.rounds.filter(state=EventRound.State.DRAFT).update(state=EventRound.State.PUBLISHED)
            after = f"Version {publish_version(event, acting)}: {after}"
        which = rounds_named(proposal.first, len(proposal.schedule))
        placed = {player for seating in proposal.schedule for player in seating.players}
        moved = {change.player for change in proposal.changes if change.is_elsewhere} & placed
        before = f"{len(moved)} of {len(placed)} people changed places"
        doing.tell("re-planned the seating", which, before=before, after=after)
    return rounds_ahead(event)


def drop_proposal(*, event: Event, acting: Acting) -> None:
    with queued_write():
        SeatingSearch.objects.filter(event=event).delete()
