"""Chairs and hands, where people changed chairs in mid-round. Pure. `RoundSeat` rows say who sits where now, or sat at
the end. Earlier chairs stand on the cards (`DetailsGiven.chairs`); hands stay as written, by seat."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from league.models import Entrant
from scoring.rules.cards import Seat, Side
from scoring.rules.notation import listed
from scoring.score_card.entries import Chairs
from scoring.score_card.sheet import Line

from .tables import TableReading


@dataclass(frozen=True, slots=True)
class Stretch:
    """Hands that a player sat through in one chair, from `first` up to `end`, None where they stayed."""

    entrant: Entrant
    table: TableReading
    seat: Seat
    first: int
    end: int | None = None

    @property
    def side(self) -> Side:
        assert self.table.sheet is not None, "chairs are changed on a card"
        return self.table.sheet.book.side_of(self.seat)

    @property
    def lines(self) -> list[Line]:
        return [line for line in self.table.counted_lines if line.score and self.first <= line.number < self._end]

    @property
    def points(self) -> int:
        return sum(line.score.sides[self.side].score for line in self.lines if line.score)

    @property
    def partners(self) -> list[Entrant]:
        assert self.table.sheet is not None, "chairs are changed on a card"
        others = (one for one in self.table.sheet.book.seats_of(self.side) if one != self.seat)
        return [self.table.player_of(one, self.first) for one in others if one in self.table.seats]

    @property
    def called(self) -> str:
        """`Eve & Ted`."""
        return " & ".join(one.called for one in (self.entrant, *self.partners))

    @property
    def hands(self) -> str:
        """`hands 1 and 2`, `hand 3`; empty where none counts."""
        numbers = [str(line.number) for line in self.lines]
        return f"{'hand' if len(numbers) == 1 else 'hands'} {listed(numbers)}" if numbers else ""

    @property
    def _end(self) -> float:
        return self.end or float("inf")


def stretches_of(tables: Iterable[TableReading]) -> Mapping[int, tuple[Stretch, ...]]:
    """Stretches by the entrant's id, of all who changed chairs at these tables of one round."""
    tables = [table for table in tables if table.sheet is not None and not table.has_totals_alone]
    if not any(table.sat for table in tables):
        return {}
    found: dict[int, list[Stretch]] = {}
    for one in sorted((one for table in tables for one in _at(table)), key=lambda one: one.first):
        own = found.setdefault(one.entrant.pk, [])
        if own and (own[-1].table, own[-1].seat, own[-1].end) == (one.table, one.seat, one.first):
            own[-1] = replace(own[-1], end=one.end)
        else:
            own.append(one)
    return {pk: tuple(own) for pk, own in found.items() if len(own) > 1 or own[0].first > 1 or own[0].end}


def own_chairs(table: TableReading, entrant: Entrant) -> Sequence[Stretch]:
    return stretches_of([table]).get(entrant.pk, ())


def _at(table: TableReading) -> Iterator[Stretch]:
    chairs = table.sat or ((1, {seat: row.entrant for seat, row in table.seats.items()}),)
    ends = [*(first for first, _ in chairs[1:]), None]
    for (first, seats), end in zip(chairs, ends, strict=True):
        for seat, entrant in seats.items():
            yield Stretch(entrant, table, seat, first, end)


def resolved(chairs: Sequence[Chairs], people: Mapping[int, Entrant]) -> Sequence[tuple[int, Mapping[Seat, Entrant]]]:
    """A card's chairs with these `people` in them; empty without a change."""
    if len(chairs) < 2:
        return ()
    return tuple(
        (one.first, {seat: people[who.entrant] for seat, who in one.seats.items() if who.entrant in people})
        for one in chairs
    )
