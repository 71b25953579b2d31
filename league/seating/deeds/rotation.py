"""Rotation: seatings of the rounds to come, made, changed by hand, published and made again.

A seating is a draft until it is published. What is published is changed by `swap_players`, or by `propose_replan` and
`replan`: the director sees what changes for whom before it happens, and what is confirmed is exactly what was shown.
Searches run outside of any transaction; what they found is kept only if nothing has changed meanwhile.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from django.db.models import F
from django.utils import timezone

from league.acting.deed import deed
from league.acting.log import Refused, was_done
from league.acting.permissions import Acting
from league.models import Entrant, Event, EventRound, RoundSeat, SeatingSearch, SitOut
from league.seating.field import Field, read_field, task_for
from league.seating.schedules.annealing import Progress
from league.seating.schedules.planning import Change, Impossible, changes
from league.seating.schedules.schedule import RoundSeating, Schedule, Seating, round_from_data, round_to_data
from league.seating.schedules.tasks import SeatingTask, find
from league.seating.seatings import ahead, publish_version, read_rounds, shown_digest, write_rounds
from pinochle_club.apart import Apart, Asker, Busy
from pinochle_club.write_queue import queued_write
from scoring.rules.notation import listed

CHANGED: Final = "Somebody came, left or was changed meanwhile, so this seating does not fit any more. Make it again."
MANY_SEARCH: Final = "Several seatings are being made just now. Nothing was changed: try again in a moment."
HOUSE_NAME: Final = "House player"
LARGEST_SEED: Final = 2**31 - 1

# They come from officials alone, who wait as they would for the search itself.
SEARCHER: Final = Apart(places=4, of_one=2, longest_wait=30.0)


class StaleSeating(Refused):
    """The form was made from a seating that is no longer the one that stands."""


# -- making


def plan_rounds(
    *,
    event: Event,
    acting: Acting,
    client_id: str,
    rounds: int | None = None,
    progress: Progress | None = None,
    expected: Collection[int] | None = None,
    another: bool = False,
    effort: int | None = None,
) -> tuple[EventRound, ...]:
    """Drafts the rounds that nobody has begun, for those who are here and the `expected` entrants that are counted in.

    `rounds` says how many there are to be and becomes the evening's plan; None: those left of it. `another` takes the
    next seed. Winners move: only the next round, after the last was closed. The same people, wishes and seed give the
    same seating. May take seconds, unless `effort` bounds the search, and writes only at the end. Raises `Refused` with
    the reasons where these people cannot be seated so, also where the rounds to come are published: those are
    re-planned.
    """
    if was_done(event.club, client_id):
        return _ahead_of(event)
    task = make_task(event, rounds=rounds, expected=expected, another=another)
    return save_plan(
        event=event,
        task=task,
        schedule=search(task, acting, progress, effort),
        acting=acting,
        client_id=client_id,
        expected=expected,
        rounds=rounds,
    )


def make_task(
    event: Event, *, rounds: int | None, expected: Collection[int] | None, another: bool, published: bool = False
) -> SeatingTask:
    """What is to be planned, from what is there now. `published` rounds to come are refused unless they may be."""
    event = Event.objects.select_related("club", "rules__book_version").get(pk=event.pk)
    field = read_field(event, read_rounds(event))
    task = task_for(
        field,
        expected=field.counted_in if expected is None else expected,
        rounds=rounds,
        seed=next_seed(event) if another else event.seed,
    )
    if not published and any(one.is_published for one in ahead(field.rounds)):
        raise Refused("The seating is published. Re-plan the rest instead: you see what changes before it does.")
    return replace(task, keep=()) if another and _fits(task) else task


def _fits(task: SeatingTask) -> bool:
    """Whether the published rounds are for just those who are here: then whoever asks for another seating means it."""
    return all(seating.players == set(here) for seating, here in zip(task.keep, task.attendance, strict=False))


def search(task: SeatingTask, acting: Acting, progress: Progress | None = None, effort: int | None = None) -> Schedule:
    """The seatings of a task. Raises `Refused` with sentences where they cannot be.

    They are looked for apart, since that may take seconds of a processor; here where `effort` bounds the search, or
    somebody follows its progress.
    """
    try:
        if task.winners_move or progress is not None or effort is not None:
            return find(task, progress, effort)
        return SEARCHER.ask(find, task, asker=Asker(f"account {acting.user.pk if acting.user else 0}"))
    except Impossible as impossible:
        raise Refused(str(impossible)) from impossible
    except (Busy, TimeoutError) as busy:
        raise Refused(MANY_SEARCH) from busy


def save_plan(
    *,
    event: Event,
    task: SeatingTask,
    schedule: Schedule,
    acting: Acting,
    client_id: str,
    expected: Collection[int] | None,
    rounds: int | None,
) -> tuple[EventRound, ...]:
    """Keeps what a search found as drafts, unless people or rounds have changed since it began."""
    with deed(event, acting, client_id) as doing:
        event = doing.event
        if doing.was_done:
            return _ahead_of(event)
        _guard_fresh(event, task, expected, rounds)
        written = _write(event, task, schedule)
        SeatingSearch.objects.filter(event=event).delete()
        doing.tell("made the seating", rounds_named(task.first, len(schedule)), after=_summary(schedule, task.seed))
    return written


def _guard_fresh(event: Event, task: SeatingTask, expected: Collection[int] | None, rounds: int | None) -> None:
    """Raises `StaleSeating` if the task would be another one by now."""
    field = read_field(event, read_rounds(event))
    now = task_for(field, expected=field.counted_in if expected is None else expected, rounds=rounds, seed=task.seed)
    if now.fingerprint != task.fingerprint:
        raise StaleSeating(CHANGED)


def _write(event: Event, task: SeatingTask, schedule: Schedule) -> tuple[EventRound, ...]:
    """Writes the rounds; house players get their rows, those who are not needed any more leave."""
    stand_ins = _house_rows(event, schedule)
    seated = tuple(_with_rows(seating, stand_ins) for seating in schedule) if stand_ins else schedule
    event.seed = task.seed
    if not task.winners_move:
        event.rounds_planned = task.first + len(schedule) - 1
    event.save(update_fields=["seed", "rounds_planned"])
    written = write_rounds(event, task.first, seated)
    moved_by = {str(table): side for table, side in task.by_results.winners.items()} if task.by_results else None
    event.rounds.filter(number=task.first).update(moved_by=moved_by)
    placed = {player for seating in seated for player in seating.players}
    house = event.entrants.filter(is_house_player=True)
    house.exclude(pk__in=placed).update(state=Entrant.State.LEFT)
    house.filter(pk__in=placed).update(state=Entrant.State.HERE)
    return written


def _house_rows(event: Event, schedule: Schedule) -> Mapping[int, int]:
    """Rows for house players who have none, by the ids below 0 that stood for them."""
    wanted = sorted({player for seating in schedule for player in seating.players if player < 0}, reverse=True)
    if not wanted:
        return {}
    there = event.entrants.filter(is_house_player=True).count()
    number = max(event.entrants.values_list("number", flat=True), default=0)
    rows = {}
    for place, player in enumerate(wanted, start=1):
        name = HOUSE_NAME if there + place == 1 else f"{HOUSE_NAME} {there + place}"
        entrant = Entrant.objects.create(
            event=event, number=number + place, name=name, is_house_player=True, state=Entrant.State.HERE
        )
        rows[player] = entrant.pk
    return rows


def _with_rows(seating: RoundSeating, rows: Mapping[int, int]) -> RoundSeating:
    return RoundSeating(
        tuple(Seating(table.number, _rows_of(table.seats, rows)) for table in seating.tables),
        _rows_of(seating.sitting_out, rows),
    )


def _rows_of(players: Collection[int], rows: Mapping[int, int]) -> tuple[int, ...]:
    return tuple(rows.get(player, player) for player in players)


# -- publishing


def publish_rounds(*, event: Event, acting: Acting, client_id: str, seen: str | None = None) -> tuple[EventRound, ...]:
    """Publishes every draft, and counts the seating's version up.

    `seen` is the digest of the seating the form showed; raises `StaleSeating` if it is another one by now. Raises
    `Refused` where there is nothing to publish. The same submission again changes nothing.
    """
    with deed(event, acting, client_id) as doing:
        event = doing.event
        rounds = ahead(read_rounds(event))
        if doing.was_done:
            return tuple(one.event_round for one in rounds)
        drafts = [one for one in rounds if one.is_draft]
        if not drafts:
            raise Refused("There is no draft to publish: make a seating first.")
        if not any(one.tables for one in drafts):
            raise Refused("There is no table in this round yet.")
        if seen is not None and seen != shown_digest(rounds):
            raise StaleSeating("The seating was changed on another screen. Look at it once more, then publish it.")
        event.rounds.filter(state=EventRound.State.DRAFT).update(state=EventRound.State.PUBLISHED)
        version = publish_version(event, acting)
        doing.tell("published the seating", rounds_named(drafts[0].number, len(drafts)), after=f"Version {version}")
    return _ahead_of(event)


# -- by hand


def swap_players(
    *,
    event_round: EventRound,
    first: Entrant,
    second: Entrant,
    acting: Acting,
    client_id: str,
    seen: str | None = None,
) -> EventRound:
    """Two people of a round that was not begun change places; sitting out is a place too.

    Where the round is published, so is the change, as the next version. Nothing else is checked: the certificate tells
    what became of it. Raises `Refused`, or `StaleSeating` where `seen` is not the digest of the round as it stands.
    """
    with deed(event_round, acting, client_id) as doing:
        event = doing.event
        event_round = EventRound.objects.select_related("event__club").get(pk=event_round.pk)
        if doing.was_done:
            return event_round
        if event_round.state not in (EventRound.State.DRAFT, EventRound.State.PUBLISHED):
            raise Refused(f"{event_round} was begun already, so nobody changes places. A substitute can take a seat.")
        if seen is not None and seen != shown_digest(read_rounds(event, [event_round.number])):
            raise StaleSeating("This round was changed on another screen. Nobody has changed places; look again.")
        was, now = _exchange(event_round, first, second)
        after = now
        if event_round.state == EventRound.State.PUBLISHED:
            after = f"{now}. Version {publish_version(event, acting)}"
        doing.tell("swapped two players", f"{event_round}: {first.called} and {second.called}", before=was, after=after)
    return event_round


def _exchange(event_round: EventRound, first: Entrant, second: Entrant) -> tuple[str, str]:
    """Exchanges the two, and what the places were called before and after."""
    if first.pk == second.pk:
        raise Refused("Choose two different people.")
    places: dict[int, RoundSeat | SitOut] = {}
    both = (first.pk, second.pk)
    for seat in RoundSeat.objects.filter(table__event_round=event_round, entrant__in=both).select_related("table"):
        places[seat.entrant_id] = seat
    for sit_out in SitOut.objects.filter(event_round=event_round, entrant__in=both):
        places[sit_out.entrant_id] = sit_out
    for entrant in (first, second):
        if entrant.pk not in places:
            raise Refused(f"{entrant.called} has no place in {str(event_round).lower()}.")
    one, other = places[first.pk], places[second.pk]
    if isinstance(one, SitOut) and isinstance(other, SitOut):
        raise Refused(f"{first.called} and {second.called} both sit out: there is nothing to swap.")
    _exchange_people(one, other)
    was = f"{first.called}: {_place_named(one)}. {second.called}: {_place_named(other)}"
    return was, f"{first.called}: {_place_named(other)}. {second.called}: {_place_named(one)}"


def _exchange_people(one: RoundSeat | SitOut, other: RoundSeat | SitOut) -> None:
    """Who plays for somebody goes along; for who sits out nobody does."""
    ones, others = _people_of(one), _people_of(other)
    for place, people in ((one, others), (other, ones)):
        fields = people if isinstance(place, RoundSeat) else {"entrant_id": people["entrant_id"]}
        for name, value in fields.items():
            setattr(place, name, value)
        place.save(update_fields=list(fields))


def _people_of(place: RoundSeat | SitOut) -> dict[str, Any]:
    if isinstance(place, RoundSeat):
        return {"entrant_id": place.entrant_id, "substitute_id": place.substitute_id, "helper": place.helper}
    return {"entrant_id": place.entrant_id, "substitute_id": None, "helper": ""}


def _place_named(place: RoundSeat | SitOut) -> str:
    return f"table {place.table.number} {place.seat}" if isinstance(place, RoundSeat) else "sits out"


# -- making it again, with what was played kept


@dataclass(frozen=True)
class Proposal:
    """A seating that was found and waits to be taken. `changes` count rounds from 0, `first` being that one.

    `is_stale`: people or rounds have changed since, so it cannot be taken any more.
    """

    search: SeatingSearch
    first: int
    schedule: Schedule
    before: Schedule
    current: Schedule
    changes: tuple[Change, ...]
    is_stale: bool


def propose_replan(
    *,
    event: Event,
    acting: Acting,
    client_id: str,
    rounds: int | None = None,
    expected: Collection[int] | None = None,
    another: bool = False,
    progress: Progress | None = None,
) -> SeatingSearch:
    """Looks for the rounds that nobody has begun anew, and keeps what it finds as a proposal: nobody's seat changes.

    See `preview_replan` and `replan`. Arguments and errors as for `plan_rounds`.
    """
    there = SeatingSearch.objects.filter(event=event, client_id=client_id).first()
    if there is not None:
        return there
    another_of = SeatingSearch.objects.filter(event=event).first() if another else None
    task = make_task(event, rounds=rounds, expected=expected, another=another, published=True)
    if another_of is not None:
        task = with_seed(task, another_of.seed + 1)
    schedule = search(task, acting, progress)
    return save_proposal(
        event=event,
        task=task,
        schedule=schedule,
        acting=acting,
        client_id=client_id,
        expected=expected,
        rounds=rounds,
    )


def save_proposal(
    *,
    event: Event,
    task: SeatingTask,
    schedule: Schedule,
    acting: Acting,
    client_id: str,
    expected: Collection[int] | None,
    rounds: int | None,
) -> SeatingSearch:
    """Keeps what a search found as a proposal, in place of the one before."""
    with deed(event, acting, client_id) as doing:
        event = doing.event
        _guard_fresh(event, task, expected, rounds)
        proposal, _ = SeatingSearch.objects.update_or_create(
            event=event,
            defaults={
                "state": SeatingSearch.State.FOUND,
                "fingerprint": task.fingerprint,
                "seed": task.seed,
                "first_round": task.first,
                "rounds": len(schedule),
                "expected": sorted(expected_of(event, expected)),
                "seatings": [round_to_data(seating) for seating in schedule],
                "message": "",
                "client_id": client_id,
                "asked_by": acting.name[:80],
                "heard_at": timezone.now(),
            },
        )
        Event.objects.filter(pk=event.pk).update(version=F("version") + 1)
    return proposal


def preview_replan(event: Event) -> Proposal | None:
    """What the proposal that waits would change for whom; None where none waits. Writes nothing."""
    proposal = SeatingSearch.objects.filter(event=event, state=SeatingSearch.State.FOUND).first()
    if proposal is None:
        return None
    field = read_field(event, read_rounds(event))
    return proposal_of(field, proposal)


def proposal_of(field: Field, proposal: SeatingSearch) -> Proposal:
    """The proposal beside the rounds as they stand."""
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


def replan(
    *,
    event: Event,
    acting: Acting,
    client_id: str,
    expected: Collection[int] | None = None,
    seen: int | None = None,
) -> tuple[EventRound, ...]:
    """Takes the proposal that waits, exactly as it was shown; where none does, looks for one and takes that.

    Rounds that were published stay so, under the next version; drafts stay drafts. `seen` is the seed of the proposal
    that was shown. Raises `StaleSeating` if people or rounds have changed since it was made.
    """
    if was_done(event.club, client_id):
        return _ahead_of(event)
    if seen is None and not SeatingSearch.objects.filter(event=event, state=SeatingSearch.State.FOUND).exists():
        propose_replan(event=event, acting=acting, client_id=f"{client_id[:37]}-p", expected=expected)
    with deed(event, acting, client_id) as doing:
        event = doing.event
        if doing.was_done:
            return _ahead_of(event)
        field = read_field(event, read_rounds(event))
        proposal = _proposal_to_take(event, field, seen)
        task = task_for(
            field, expected=proposal.search.expected, rounds=len(proposal.schedule), seed=proposal.search.seed
        )
        was_published = any(one.is_published for one in ahead(field.rounds))
        _write(event, task, proposal.schedule)
        proposal.search.delete()
        after = _summary(proposal.schedule, task.seed)
        if was_published:
            event.rounds.filter(state=EventRound.State.DRAFT).update(state=EventRound.State.PUBLISHED)
            after = f"Version {publish_version(event, acting)}: {after}"
        which = rounds_named(proposal.first, len(proposal.schedule))
        doing.tell("re-planned the seating", which, before=_had_other_places(proposal), after=after)
    return _ahead_of(event)


def _proposal_to_take(event: Event, field: Field, seen: int | None) -> Proposal:
    found = SeatingSearch.objects.filter(event=event, state=SeatingSearch.State.FOUND).first()
    if found is None:
        raise StaleSeating("This proposal is gone: it was taken or dropped on another screen.")
    proposal = proposal_of(field, found)
    if proposal.is_stale or (seen is not None and seen != found.seed):
        raise StaleSeating(CHANGED)
    return proposal


def drop_proposal(*, event: Event, acting: Acting) -> None:
    """Forgets the proposal that waits, or a search that goes on. Once more does no harm."""
    with queued_write():
        SeatingSearch.objects.filter(event=event).delete()


# -- small things


def next_seed(event: Event) -> int:
    return event.seed % LARGEST_SEED + 1


def with_seed(task: SeatingTask, seed: int) -> SeatingTask:
    """The same task with other chance."""
    return replace(task, seed=(seed - 1) % LARGEST_SEED + 1)


def expected_of(event: Event, expected: Collection[int] | None) -> Collection[int]:
    """Who is counted in though not here: those who were chosen, or those who have a place already."""
    if expected is not None:
        return expected
    return read_field(event, read_rounds(event)).counted_in


def rounds_named(first: int, count: int) -> str:
    """`Round 3`, or `Rounds 3–6`."""
    return f"Round {first}" if count == 1 else f"Rounds {first}–{first + count - 1}"


def _had_other_places(proposal: Proposal) -> str:
    placed = {player for seating in proposal.schedule for player in seating.players}
    moved = {change.player for change in proposal.changes if change.is_elsewhere}
    return f"{len(moved & placed)} of {len(placed)} people had other places"


def _summary(schedule: Schedule, seed: int) -> str:
    players = {player for seating in schedule for player in seating.players}
    tables = sorted({len(seating.tables) for seating in schedule})
    return f"{len(players)} players, {listed([str(count) for count in tables])} tables, seed {seed}"


def _ahead_of(event: Event) -> tuple[EventRound, ...]:
    return tuple(one.event_round for one in ahead(read_rounds(event)))
