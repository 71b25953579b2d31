"""Drafts of the rounds to come, for directors alone."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from league.acting.deed import deed
from league.acting.log import was_done
from league.acting.permissions import Acting
from league.evening.seating.field import knock_out_of, moved_by, read_field
from league.evening.seating.made_of import made_of
from league.evening.seating.schedules.bracket import KnockOut, bracket_now, bracket_of, rounds_left
from league.evening.seating.schedules.schedule import RoundSeating, Schedule
from league.evening.seating.schedules.tasks import SeatingTask
from league.evening.seating.schedules.wishes import sides_of
from league.evening.seating.seatings import ahead, read_rounds, write_rounds
from league.models import Entrant, Event, EventRound, SeatingSearch
from scoring.rules.notation import counted, listed

from .tasks import Wanted, guard_fresh, make_task, search

HOUSE_NAME: Final = "House player"
EXTRA_HAND: Final = "The extra hand"


def plan_rounds(
    *,
    event: Event,
    acting: Acting,
    client_id: str,
    rounds: int | None = None,
    expected: Collection[int] | None = None,
    another: bool = False,
    effort: int | None = None,
) -> tuple[EventRound, ...]:
    """Draft the rounds not begun, for those here and the `expected` entrants.

    `rounds` becomes the evening's plan; None: those left of it. `another` takes the next seed. Winners move: only the
    next round, after the last was closed. The same people, wishes and seed give the same seating. May take seconds,
    unless `effort` bounds the search, and writes only at the end. Raises `Refused` where these people can't be seated
    so, and where the rounds to come are published: those are re-planned.
    """
    if was_done(event.club, client_id):
        return rounds_ahead(event)
    task = make_task(event, rounds=rounds, expected=expected, another=another)
    wanted = Wanted(event, acting, client_id, rounds, expected)
    return save_plan(wanted, task, search(task, acting, effort))


def save_plan(wanted: Wanted, task: SeatingTask, schedule: Schedule) -> tuple[EventRound, ...]:
    """Keep a found seating as drafts, unless people or rounds changed meanwhile."""
    with deed(wanted.event, wanted.acting, wanted.client_id) as doing:
        event = doing.event
        if doing.was_done:
            return rounds_ahead(event)
        guard_fresh(event, task, wanted)
        written = write_seating(event, task, schedule)
        SeatingSearch.objects.filter(event=event).delete()
        doing.tell(
            "made the seating", rounds_named(task.first, len(schedule)), after=seating_words(schedule, task.seed)
        )
    return written


def write_seating(event: Event, task: SeatingTask, schedule: Schedule) -> tuple[EventRound, ...]:
    without_rows = sorted({player for seating in schedule for player in seating.players if player < 0}, reverse=True)
    rows = new_house_players(event, len(without_rows)) if without_rows else []
    stand_ins = {player: entrant.pk for player, entrant in zip(without_rows, rows, strict=True)}
    seated = tuple(seating.renamed(lambda player: stand_ins.get(player, player)) for seating in schedule)
    event.seed = task.seed
    if not task.winners_move:
        event.rounds_planned = task.first + len(schedule) - 1
    event.made_of = made_of(event, task)
    event.save(update_fields=["seed", "rounds_planned", "made_of"])
    written = write_rounds(event, task.first, seated)
    moving = moved_by(task.by_results) if task.by_results else None
    event.rounds.filter(number=task.first).update(moved_by=moving)
    placed = {player for seating in seated for player in seating.players}
    if task.knock_out is not None:
        _keep_knock_out(event, task, seated[0])
    house = event.entrants.filter(is_house_player=True)
    house.exclude(pk__in=placed).update(state=Entrant.State.LEFT)
    house.filter(pk__in=placed).update(state=Entrant.State.HERE)
    return written


def _keep_knock_out(event: Event, task: SeatingTask, seated: RoundSeating) -> None:
    """Note who is out, an extra hand as such, and how many rounds are to come."""
    known, couples = task.knock_out, sides_of(seated.players, task.wishes)
    assert known is not None, "asked only of a knock-out"
    people = event.entrants.filter(is_house_player=False)
    if task.before:
        found = bracket_now(task.before, task.attendance[0], task.wishes, known)
    else:
        found = bracket_of((seated,), KnockOut(({table.number: 0 for table in seated.tables},)), couples)
    is_extra = bool(found.tied)
    last = task.first if is_extra or not task.before else task.first - 1
    event.rounds_planned = last + rounds_left(found)
    event.save(update_fields=["rounds_planned"])
    event.rounds.filter(number=task.first).update(is_extra_hand=is_extra, title=EXTRA_HAND if is_extra else "")
    if not is_extra:
        people.filter(pk__in=seated.players).update(last_round=None)
        people.exclude(pk__in=seated.players).filter(state=Entrant.State.HERE).update(last_round=task.first - 1)


def count_on_rounds(event: Event) -> None:
    """Plan as many rounds as a knock-out has by its results so far."""
    field = read_field(event, read_rounds(event))
    last = field.next_number - 1
    here = field.here_in(last + 1, (), even_out=True)
    found = bracket_now(field.before, here, field.wishes, knock_out_of(field))
    event.rounds_planned = last + bool(found.tied) + rounds_left(found)
    event.save(update_fields=["rounds_planned"])


def new_house_players(event: Event, count: int) -> list[Entrant]:
    there = event.entrants.filter(is_house_player=True).count()
    number = max(event.entrants.values_list("number", flat=True), default=0)
    return [
        Entrant.objects.create(
            event=event,
            number=number + place,
            name=HOUSE_NAME if there + place == 1 else f"{HOUSE_NAME} {there + place}",
            is_house_player=True,
            state=Entrant.State.HERE,
        )
        for place in range(1, count + 1)
    ]


def rounds_named(first: int, count: int) -> str:
    return f"Round {first}" if count == 1 else f"Rounds {first}–{first + count - 1}"


def seating_words(schedule: Schedule, seed: int) -> str:
    players = {player for seating in schedule for player in seating.players}
    tables = sorted({len(seating.tables) for seating in schedule})
    return f"{counted(len(players), 'player')}, {listed([str(count) for count in tables])} tables, seed {seed}"


def rounds_ahead(event: Event) -> tuple[EventRound, ...]:
    return tuple(one.event_round for one in ahead(read_rounds(event)))
