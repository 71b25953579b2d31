"""Effects of changed chairs on points, places, money, partners and boards."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from typing import Any, Final, TypeAlias, TypeVar

from league.evening.cards.reading import RoundReading, round_points, that_count
from league.evening.rounds.effects import CountingEffects, as_closed, effects_of
from league.evening.seating.field import Field, read_field
from league.evening.seating.pages.certificate import certificate_for
from league.evening.seating.schedules.schedule import RoundSeating, Seating
from league.evening.seating.schedules.wishes import Wishes
from league.evening.seating.seatings import ahead, read_rounds
from league.evening.seating.seatings import that_count as rounds_that_count
from league.words import boards_words
from scoring.rules.cards import order_of
from scoring.rules.notation import counted, listed

from .reseating import Reseating

BY_THE_END: Final = "Partners, and who won the round, go by the chairs at its end; points go by each hand."
BY_TABLE: Final = "the boards of table"  # `_boards` names the boards instead
KEPT: Final = "Penalties stay with the players they were given to."
Rounds: TypeAlias = Mapping[int, RoundSeating]
"""Seats by the round's number."""
Met = TypeVar("Met", bound=Hashable)


def read_effects(plan: Reseating, started: Sequence[RoundReading]) -> CountingEffects:
    """All effects of a plan on the evening's `started` rounds (some ten queries)."""
    there, event = plan.reading.event_round, plan.reading.event_round.event
    changed = plan.after()
    after = [changed if one is plan.reading else one for one in started]
    figures = effects_of(event, *(that_count(map(as_closed, rounds)) for rounds in (started, after)))
    field = read_field(event, read_rounds(event))
    was = {one.number: one.seating for one in field.rounds}
    becomes = {**was, there.number: _seating(plan, was[there.number], field.wishes)}
    faults, certificate = _certificates(field, was, becomes)
    late = (BY_THE_END,) if plan.first > 1 else ()
    says = (*_partners(field, was, becomes), *certificate, *_penalties(plan), *late)
    wrong = (*_boards(field, was, becomes), *faults)
    return replace(figures, points=tuple(_points(plan.reading, changed)), wrong=wrong, says=says)


def _points(*readings: RoundReading) -> Iterator[tuple[str, int, int]]:
    was, becomes = ({one.entrant: one.points for one in round_points(as_closed(reading))} for reading in readings)
    for one in {**becomes, **was}:
        points = was.get(one, 0), becomes.get(one, 0)
        if points[0] != points[1]:
            yield one.name, *points


def _seating(plan: Reseating, was: RoundSeating, wishes: Wishes) -> RoundSeating:
    def seats(table: Seating) -> tuple[int, ...]:
        own = {seat: one for (number, seat), one in plan.seated.items() if number == table.number}
        return tuple(own[seat].pk for seat in order_of(own) if seat in own)

    tables = tuple(wishes.seated(table.number, seats(table), table.boards) for table in was.tables)
    return RoundSeating(tables, tuple(sorted(one.pk for one in plan.sit_outs)))


# -- who met whom ------------------------------------------------------------------------


def _partners(field: Field, was: Rounds, becomes: Rounds) -> Iterator[str]:
    """New and repeated partners; at an evening of pairs, partners who aren't a pair."""
    before, after = (_met(rounds, lambda table: table.partnerships) for rounds in (was, becomes))
    changed = [pair for pair in sorted({*before, *after}, key=sorted) if before.get(pair) != after.get(pair)]
    called = {pair: " and ".join(_name(field, pk) for pk in sorted(pair)) for pair in changed}
    for pair in changed:
        rounds = after.get(pair, [])
        if field.event.is_for_pairs and rounds and pair not in field.wishes.partners:
            yield f"{called[pair]} aren’t a pair. They count as one in {_rounds(rounds)}."
        elif len(rounds) > 1:
            yield f"{called[pair]} are partners twice: in {_rounds(rounds)}."
    if field.event.is_for_pairs:
        return
    if new := [called[pair] for pair in changed if pair not in before and len(after[pair]) == 1]:
        yield f"Partners tonight: {'; '.join(new)}."
    if old := [called[pair] for pair in changed if pair not in after]:
        yield f"No longer partners tonight: {'; '.join(old)}."


def _boards(field: Field, was: Rounds, becomes: Rounds) -> Iterator[str]:
    before, after = (
        _met(rounds, lambda table: [(pk, table.boards) for pk in table.seats if table.boards])
        for rounds in (was, becomes)
    )
    made = field.duplicate.made if field.duplicate else frozenset()
    for (pk, boards), rounds in sorted(after.items()):
        name, which = _name(field, pk), boards_words(boards, field.event.hands)
        if len(rounds) > 1 and before.get((pk, boards)) != rounds:
            yield f"{name} has {which} twice: in {_rounds(rounds)}."
        if (pk, boards) in made and (pk, boards) not in before:
            yield f"{name} made {which}, and has them in {_rounds(rounds)}."


def _met(rounds: Rounds, at: Callable[[Seating], Iterable[Met]]) -> Mapping[Met, list[int]]:
    found: dict[Met, list[int]] = {}
    for number, seating in sorted(rounds.items()):
        for one in chain.from_iterable(map(at, seating.tables)):
            found.setdefault(one, []).append(number)
    return found


def _name(field: Field, pk: int) -> str:
    return next(one.called for one in field.entrants if one.pk == pk)


def _rounds(numbers: Sequence[int]) -> str:
    return f"{'round' if len(numbers) == 1 else 'rounds'} {listed([str(one) for one in numbers])}"


def _certificates(field: Field, was: Rounds, becomes: Rounds) -> tuple[tuple[str, ...], tuple[str, ...]]:
    old, new = (_certificate(field, rounds) for rounds in (was, becomes))
    if not (old and new):
        return (), ()
    lines = " ".join(line[0] for line in new["lines"] if line not in old["lines"])
    faults = (one for one in new["faults"] if one not in old["faults"] and BY_TABLE not in one)
    return tuple(faults), (f"The certificate says: {lines}",) if lines else ()


def _certificate(field: Field, rounds: Rounds) -> dict[str, Any]:
    to_come = tuple(rounds[one.number] for one in ahead(field.rounds))
    played = tuple(rounds[one.number] for one in rounds_that_count(field.rounds))
    return certificate_for(field, to_come or played, played if to_come else ())


# -- what goes along ---------------------------------------------------------------------


def _penalties(plan: Reseating) -> Iterator[str]:
    written = [one.kind for table in plan.tables for one in plan.entries(table)]
    back, given = written.count("pardon"), written.count("penalty")
    if given:
        yield KEPT
    if back > given:
        yield f"{counted(back - given, 'penalty', 'penalties')} of people without a chair go."
