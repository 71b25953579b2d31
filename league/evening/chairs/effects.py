"""What it does that people sat otherwise: points, places, money; who was partners with whom; boards. Writes nothing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import Final, TypeAlias

from league.evening.cards.reading import RoundReading, read_started, round_points, that_count
from league.evening.rounds.effects import CountingEffects, as_closed, effects_of
from league.evening.seating.field import Field, read_field
from league.evening.seating.pages.certificate import CertificateContext, certificate_for
from league.evening.seating.schedules.schedule import RoundSeating, Seating
from league.evening.seating.seatings import SEAT_ORDER, ahead, read_rounds
from league.evening.seating.seatings import that_count as rounds_that_count
from league.models import Event
from league.words import boards_words
from scoring.rules.notation import counted, listed

from .reseating import Reseating

BY_THE_END: Final = "Partners, and who won the round, go by the chairs at its end; points go by each hand."
Rounds: TypeAlias = Mapping[int, RoundSeating]
"""Who sits where, by the round's number."""


@dataclass(frozen=True, slots=True)
class ChairEffects:
    """`points` of the round, before and after, by name; `figures` of the evening; in sentences what is `wrong` by the
    rules of the seating, and what else there is to know."""

    points: tuple[tuple[str, int, int], ...]
    figures: CountingEffects
    wrong: tuple[str, ...]
    says: tuple[str, ...]


def read_effects(plan: Reseating) -> ChairEffects:
    """All that follows from it (some 30 queries, whatever the number of tables)."""
    there, event = plan.reading.event_round, plan.reading.event_round.event
    started = [as_closed(one) for one in read_started(event)]
    changed = as_closed(plan.after())
    before = that_count(started)
    after = that_count(
        replace(changed, beside=one.beside) if one.event_round.pk == there.pk else one for one in started
    )
    field = read_field(event, read_rounds(event))
    was = {one.number: one.seating for one in field.rounds}
    becomes = {**was, there.number: _seating(plan, was[there.number])}
    faults, certificate = _certificates(field, was, becomes)
    wrong = (*_boards(event, field, was, becomes), *faults)
    says = (
        *_partners(field, was, becomes),
        *certificate,
        *_penalties(plan),
        *((BY_THE_END,) if plan.first > 1 else ()),
    )
    return ChairEffects(tuple(_points(plan.reading, changed)), effects_of(event, before, after), wrong, says)


def _points(before: RoundReading, after: RoundReading) -> Iterator[tuple[str, int, int]]:
    was = {one.entrant.pk: one for one in round_points(as_closed(before))}
    becomes = {one.entrant.pk: one for one in round_points(after)}
    for pk in {**becomes, **was}:
        points = [found[pk].points if pk in found else 0 for found in (was, becomes)]
        if points[0] != points[1]:
            yield (becomes.get(pk) or was[pk]).entrant.name, points[0], points[1]


def _seating(plan: Reseating, was: RoundSeating) -> RoundSeating:
    tables: dict[int, list[int]] = {}
    for (number, _), entrant in sorted(plan.seated.items(), key=lambda one: (one[0][0], SEAT_ORDER[one[0][1]])):
        tables.setdefault(number, []).append(entrant.pk)
    return RoundSeating(
        tuple(Seating(one.number, tuple(tables[one.number]), one.boards) for one in was.tables),
        tuple(sorted(one.pk for one in plan.sit_outs)),
    )


# -- who met whom ------------------------------------------------------------------------


def _partners(field: Field, was: Rounds, becomes: Rounds) -> Iterator[str]:
    """Whose partners in which rounds; at an evening of pairs, who is no pair."""
    names = {one.pk: one.called for one in field.entrants}
    before, after = _together(was), _together(becomes)
    changed = [pair for pair in sorted({*before, *after}, key=sorted) if before.get(pair) != after.get(pair)]
    called = {pair: " and ".join(names[pk] for pk in sorted(pair)) for pair in changed}
    for pair in changed:
        rounds = after.get(pair, [])
        if field.event.is_for_pairs and rounds and pair not in field.wishes.partners:
            yield f"{called[pair]} aren’t a pair. They count as one in {_rounds(rounds)}."
        elif len(rounds) > 1:
            yield f"{called[pair]} are partners twice: in {_rounds(rounds)}."
    if field.event.is_for_pairs:
        return
    if new := [called[pair] for pair in changed if len(after.get(pair, ())) == 1]:
        yield f"Partners tonight: {'; '.join(new)}."
    if old := [called[pair] for pair in changed if pair not in after]:
        yield f"No longer partners tonight: {'; '.join(old)}."


def _together(rounds: Rounds) -> Mapping[frozenset[int], list[int]]:
    """The rounds in which two are partners."""
    found: dict[frozenset[int], list[int]] = {}
    for number, seating in sorted(rounds.items()):
        for table in seating.tables:
            for pair in (table.seats[::2], table.seats[1::2]) if len(table.seats) == 4 else ():
                found.setdefault(frozenset(pair), []).append(number)
    return found


def _rounds(numbers: Sequence[int]) -> str:
    return f"{'round' if len(numbers) == 1 else 'rounds'} {listed([str(one) for one in numbers])}"


def _boards(event: Event, field: Field, was: Rounds, becomes: Rounds) -> Iterator[str]:
    """At a duplicate: who has boards twice, or has boards that they made."""
    if not event.is_duplicate:
        return
    names = {one.pk: one.called for one in field.entrants}
    before, after = _met(was), _met(becomes)
    for (pk, boards), rounds in sorted(after.items()):
        if len(rounds) > 1 and before.get((pk, boards)) != rounds:
            yield f"{names[pk]} has {boards_words(boards, event.hands)} twice: in {_rounds(rounds)}."
    made = field.duplicate.made if field.duplicate else frozenset()
    for pk, boards in sorted(made & ({*after} - {*before})):
        yield f"{names[pk]} made {boards_words(boards, event.hands)}, and has them in {_rounds(after[pk, boards])}."


def _met(rounds: Rounds) -> Mapping[tuple[int, int], list[int]]:
    found: dict[tuple[int, int], list[int]] = {}
    for number, seating in sorted(rounds.items()):
        for table in seating.tables:
            for pk in table.seats if table.boards else ():
                found.setdefault((pk, table.boards), []).append(number)
    return found


def _certificates(field: Field, was: Rounds, becomes: Rounds) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """What the certificate says that it did not say before: of rules that are broken, and all else."""
    old, new = (_certificate(field, rounds) for rounds in (was, becomes))
    if old is None or new is None:
        return (), ()
    known = {line.words for line in old.lines}
    lines = tuple(f"The certificate says: {line.words}" for line in new.lines if line.words not in known)
    return tuple(one for one in new.faults if one not in old.faults), lines


def _certificate(field: Field, rounds: Rounds) -> CertificateContext | None:
    to_come = tuple(rounds[one.number] for one in ahead(field.rounds))
    played = tuple(rounds[one.number] for one in rounds_that_count(field.rounds))
    return certificate_for(field, to_come or played, played if to_come else ())


# -- what goes along ---------------------------------------------------------------------


def _penalties(plan: Reseating) -> Iterator[str]:
    """That penalties go along with people, or away with those who have no chair."""
    written = list(chain.from_iterable(plan.entries(table) for table in plan.tables))
    back, given = (sum(one.kind == kind for one in written) for kind in ("pardon", "penalty"))
    if given:
        yield (
            f"{counted(given, 'penalty', 'penalties')} stay with the players they were given to."
            if given > 1
            else ("One penalty stays with the player it was given to.")
        )
    if back > given:
        yield f"{counted(back - given, 'penalty', 'penalties')} of people without a chair go."
