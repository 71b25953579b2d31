"""The bracket of a knock-out as people read it: round by round, with what is still to come."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, Final, TypeAlias

from league.evening.cards.reading import TableReading, read_started
from league.evening.seating.field import Field, bracket_so_far, read_field
from league.evening.seating.schedules.bracket import Match
from league.evening.seating.schedules.numbers import in_use
from league.evening.seating.schedules.schedule import Side
from league.evening.seating.seatings import read_rounds
from league.models import Event
from scoring.rules.notation import figure_text

# One pair of a box: its name, its points, whether it went on.
Pair: TypeAlias = dict[str, Any]
# A match or a bye: `where` it is, its pairs, and at how many boxes of the first round it leads back.
Box: TypeAlias = dict[str, Any]

TITLES: Final = {2: "Semifinals", 1: "Final"}


def read_bracket(event: Event) -> dict[str, Any]:
    """Both brackets (some fifteen queries); `main` is empty before the draw."""
    field = read_field(event, read_rounds(event))
    if not field.before:
        return {"main": (), "consolation": (), "winners": ()}
    found = _Reader(field)
    return {
        "main": found.rows(),
        "heads": found.heads(),
        "rounds": tuple(zip(found.heads(), found.main, strict=True)),
        "consolation": tuple(found.consolation()),
        "winners": tuple(found.winners()),
    }


class _Reader:
    def __init__(self, field: Field) -> None:
        self.bracket = bracket_so_far(field)
        self.people = {one.pk: one for one in field.entrants}
        self.hall = list(islice(in_use(field.event.hall_tables), 200))
        rounds = [one for one in read_started(field.event) if one.event_round.number in field.numbers_before]
        played = [one for one in rounds if not one.event_round.is_extra_hand]
        self.readings: list[Mapping[Side, tuple[TableReading, str]]] = [
            {pair: found for table in one.tables for pair, found in _sides(table)} for one in played
        ]
        self.main: list[list[Box]] = []
        for at in range(len(self.bracket.rounds)):
            self.main.append(self._column(at))
        self._to_come()

    # -- the main bracket

    def _column(self, at: int) -> list[Box]:
        """The boxes of a round: its matches, and who had a bye."""
        last = self.bracket.rounds[at]
        playing = {one for match in last for one in match.sides}
        inside = self._inside(at)
        byes = [
            self._bye(self._pair(one, at=None, won=True), self._led(one, at)) for one in inside if one not in playing
        ]
        return [*byes, *(self._match(match, at) for match in last if match.is_main)]

    def _inside(self, at: int) -> list[Side]:
        """The pairs unbeaten before a round, of which some had a bye then."""
        lost = {match.loser for one in self.bracket.rounds[:at] for match in one}
        everybody = [
            *self.bracket.inside,
            *(pair for one in self.bracket.rounds for match in one for pair in match.sides),
        ]
        return [one for one in dict.fromkeys(everybody) if one not in lost]

    def _to_come(self) -> None:
        """Boxes of the rounds to come, with those in them as far as they are known."""
        if self.bracket.tied:
            order = [self._of_winner(box) for box in self.main[-1]]
        else:
            order = [(self._pair(one, at=None), self._led(one, len(self.main))) for one in self.bracket.inside]
        while len(order) > 1:
            boxes = [self._bye(*order[0])] if len(order) % 2 else []
            order = order[len(order) % 2 :]
            for at in range(len(order) // 2):
                (one, ones), (other, others) = order[at], order[-at - 1]
                boxes.append({"where": "", "pairs": (one, other), "from": [*ones, *others]})
            self.main.append(boxes)
            order = [self._of_winner(box) for box in boxes]

    def _of_winner(self, box: Box) -> tuple[Pair, list[Side]]:
        won = next((one for one in box["pairs"] if one["won"]), None)
        if won is None and len(box["pairs"]) == 2:
            words = f"Winner of {box['where'].lower()}" if box["where"] else "…"
            return {"name": words, "points": "", "won": False}, box["from"]
        return {**(won or box["pairs"][0]), "points": "", "won": False}, box["from"]

    def heads(self) -> list[str]:
        return [
            TITLES.get(len(boxes), f"Round {at}") if len(boxes) < 3 else f"Round {at}"
            for at, boxes in enumerate(self.main, start=1)
        ]

    def rows(self) -> list[list[Box]]:
        """The boxes as rows of a table: each spans the boxes of the first round that lead to it."""
        order = self._ordered(len(self.main) - 1, self.main[-1])
        columns = [order]
        for at in range(len(self.main) - 2, -1, -1):
            order = [one for box in order for one in self._ordered(at, self.main[at], box["from"])]
            columns.insert(0, order)
        rows: list[list[Box]] = [[] for _ in columns[0]]
        for column in columns:
            for box in column:
                led = [place for place, one in enumerate(columns[0]) if set(one["from"]) & set(box["from"])]
                rows[led[0]].append(box | {"span": len(led)})
        return rows

    def _ordered(self, at: int, boxes: Sequence[Box], wanted: Collection[Side] | None = None) -> list[Box]:
        if wanted is None:
            return list(boxes)
        rank = {pair: place for place, pair in enumerate(wanted)}
        found = [box for box in boxes if set(box["from"]) & rank.keys()]
        return sorted(found, key=lambda box: min(rank[pair] for pair in box["from"] if pair in rank))

    # -- boxes

    def _match(self, match: Match, at: int) -> Box:
        pairs = tuple(self._pair(one, at=at, won=one == match.winner) for one in match.sides)
        came = [pair for one in match.sides for pair in self._led(one, at)] if match.is_main else []
        where = f"Table {self.hall[match.table - 1]}"
        if match.winner and len({one["points"] for one in pairs}) == 1:
            where = f"{where}, by an extra hand"
        return {"where": where, "pairs": pairs, "from": came}

    def _bye(self, pair: Pair, came: list[Side]) -> Box:
        return {"where": "Bye", "pairs": (pair,), "from": came}

    def _led(self, pair: Side, at: int) -> list[Side]:
        """All pairs of the first round from whom this one is left."""
        before = [box["from"] for box in self.main[at - 1]] if at else []
        return next((found for found in before if pair in found), [pair])

    def _pair(self, pair: Side, *, at: int | None, won: bool = False) -> Pair:
        people = [self.people[one] for one in pair if one in self.people]
        name = " & ".join(one.called for one in people)
        if len(pair) > 2 and people and people[0].team:
            name = f"{people[0].team}: {name}"
        points = ""
        if at is not None and pair in self.readings[at]:
            table, side = self.readings[at][pair]
            points = figure_text(table.totals[side]) if side in table.totals else ""
        return {"name": name, "points": points, "won": won}

    # -- the consolation bracket

    def consolation(self) -> Iterator[tuple[str, list[Box]]]:
        for at, matches in enumerate(self.bracket.rounds):
            if boxes := [self._match(match, at) for match in matches if not match.is_main]:
                yield f"Round {at + 1}", boxes
        last = self.bracket.rounds[-1] if self.bracket.tied else ()
        at_tables = {one for match in last if match.winner is None for one in match.sides}
        waiting = [self._pair(one, at=None) for one in self.bracket.consolation if one not in at_tables]
        if waiting and not self._is_over:
            yield "Still in", [{"where": "", "pairs": (one,), "from": []} for one in waiting]

    @property
    def _is_over(self) -> bool:
        return self.bracket.is_decided and len(self.bracket.rounds) > 0

    def winners(self) -> Iterator[tuple[str, str]]:
        if self._is_over:
            for title, found in (("Winners", self.bracket.inside), ("Consolation winners", self.bracket.consolation)):
                yield from ((title, self._pair(one, at=None)["name"]) for one in found)


def _sides(table: TableReading) -> Iterator[tuple[Side, tuple[TableReading, str]]]:
    for side in table.sheet.book.sides if table.sheet is not None else ():
        assert table.sheet is not None, "sides are those of the card's book"
        seats = [seat for seat in table.sheet.book.seats_of(side) if seat in table.seats]
        yield tuple(sorted(table.seats[seat].entrant_id for seat in seats)), (table, side)
