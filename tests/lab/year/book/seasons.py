"""A season's standings, by the rules that its page prints."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple, TypeAlias

from .figures import Fraction
from .nights import Result, Row
from .telling import Told

Who: TypeAlias = tuple[str, ...]
CHAIN = ("head to head", "rounds won", "high round")


class Evening(NamedTuple):
    """A night of somebody's: its points, rounds won, figure by which nights are chosen, and bonuses."""

    order: int
    rows: list[Row]
    points: Fraction
    rounds: int
    won: int
    figure: Fraction
    bonus: int


class Line(NamedTuple):
    """A line of the standings. `places`: all that the rules allow, none before somebody qualifies."""

    who: Who
    places: tuple[int, ...]
    is_shared: bool
    figure: tuple[Fraction, ...]
    nights: int


class Season:
    def __init__(self, told: Told, name: str, results: Mapping[str, Result]) -> None:
        self.told, self.name = told, name
        nights = [
            result
            for result in results.values()
            if result.night.planned.season == name and result.night.is_closed and not result.night.is_void
        ]
        self.results = sorted(nights, key=lambda result: result.night.day)
        if self.rule("played by") == "pairs":
            self.results = [result for result in self.results if result.is_of_pairs]
        if self.rule("points by") == "percentages":
            self.results = [result for result in self.results if result.compared == "matchpoints"]

    def rule(self, what: str, default: object = 0) -> object:
        return self.told.rule(what, default, season=self.name)

    def number(self, what: str) -> int:
        return int(str(self.rule(what)))

    # A night of somebody's ----------------------------------------------------------------------------------

    @cached_property
    def evenings(self) -> dict[Who, list[Evening]]:
        found: dict[Who, list[Evening]] = defaultdict(list)
        for at, result in enumerate(self.results):
            for who in result.scorers if self.rule("played by") == "pairs" else [(name,) for name in result.night.came]:
                if self._is_in(result, who) and (rows := result.rows_of(who[0])):
                    found[who].append(self._evening(at, result, who, rows))
        if self.rule("sitting out counts", "as played") == "own average":
            for who, evenings in found.items():
                found[who] = _with_own_average(evenings)
        return found

    def _is_in(self, result: Result, who: Who) -> bool:
        return bool(self.rule("guests are in")) or all(self._is_member(result, name) for name in who)

    def _is_member(self, result: Result, name: str) -> bool:
        """Who joined later was a guest that night, and stays one in it."""
        joined, came = self.told.members.get(name), result.night.came.get(name)
        return joined is not None and not (came is not None and came.is_guest and joined > result.night.day)

    def _evening(self, at: int, result: Result, who: Who, rows: list[Row]) -> Evening:
        counted = rows
        if self.rule("sitting out counts", "as played") != "as played":
            counted = [row for row in rows if row.kind != "out"]
        points, won = Fraction(sum(row.points for row in counted)), sum(bool(row.won) for row in rows)
        place = _place_of(result, who[0], by_pair=len(who) > 1)
        if self.rule("points by") == "places":
            given = self.rule("points for places", ())
            assert isinstance(given, tuple)
            points = Fraction(given[place - 1] if place <= len(given) else 0)
        figure = {
            "average": points / (len(counted) or 1),
            "rounds won": Fraction(won),
            "percentages": result.share_of(who[0]) or Fraction(0),
        }.get(str(self.rule("points by", "total")), points)
        bonus = self.number("night bonus") + won * self.number("round won bonus")
        bonus += self.number("night won bonus") if place == 1 else 0
        return Evening(at, rows, points, len(counted), won, figure, bonus)

    def counting(self, evenings: Sequence[Evening]) -> list[Evening]:
        """The best nights; of level ones that with more rounds won (by rounds won: more points), then the earlier."""
        best = self.number("best")
        by_won = self.rule("points by") == "rounds won"
        ranked = sorted(evenings, key=lambda one: (-one.figure, -(one.points if by_won else one.won), one.order))
        return ranked[:best] if best else ranked

    # Standings ----------------------------------------------------------------------------------------------

    def _score(self, who: Who) -> tuple[Fraction, ...]:
        """What places go by. Bonuses of dropped nights count too."""
        counted, by_hand = self.counting(self.evenings[who]), self.told.by_hand[self.name, who[0]]
        more = sum(one.bonus for one in self.evenings[who]) + by_hand
        points = sum((one.points for one in counted), Fraction(0)) + more
        match self.rule("points by", "total"):
            case "average":
                return (points / (sum(one.rounds for one in counted) or 1),)
            case "rounds won":
                return Fraction(sum(one.won for one in counted)), points
            case "percentages":
                played = [one.figure for one in counted]
                return sum(played, Fraction(0)) / len(played), points
        return (points,)

    def lines(self, division: str = "") -> list[Line]:
        scores = {
            who: self._score(who) for who in self.evenings if not division or set(who) <= self.told.categories[division]
        }
        needed = self.number("nights needed")
        if more := self.number("one more per"):
            needed += len(self.results) // more
        inside = {who: score for who, score in scores.items() if len(self.evenings[who]) >= needed}
        found = [
            Line(who, (), False, score, len(self.evenings[who])) for who, score in scores.items() if who not in inside
        ]
        place = 1
        for score in sorted(set(inside.values()), reverse=True):
            for group in self._parted([who for who in inside if inside[who] == score]):
                by_lot = len(group) > 1 and self.rule("still level", "shared") == "lots"
                places = tuple(range(place, place + len(group))) if by_lot else (place,)
                found += [
                    Line(who, places, len(group) > 1 and not by_lot, score, len(self.evenings[who])) for who in group
                ]
                place += len(group)
        return found

    def _parted(self, level: list[Who], chain: Sequence[str] | None = None) -> Iterator[list[Who]]:
        """Those who are level, by the tie-breaks in order."""
        chain = self.rule("level by", CHAIN) if chain is None else chain  # type: ignore[assignment]
        if len(level) < 2 or not chain:
            yield level
            return
        figures = self._figures(chain[0], level)
        for figure in sorted(set(figures.values()), reverse=True):
            yield from self._parted([who for who in level if figures[who] == figure], chain[1:])

    def _figures(self, code: str, level: list[Who]) -> dict[Who, Fraction]:
        if code == "head to head":
            return self._head_to_head(level)
        found = {}
        for who in level:
            counted = self.counting(self.evenings[who])
            rows = [row for one in counted for row in one.rows if row.kind != "out"]
            points = sum((one.points for one in counted), Fraction(0))
            found[who] = {
                "rounds won": Fraction(sum(one.won for one in counted)),
                "high round": Fraction(max((row.points for row in rows), default=0)),
                "fewest sets": Fraction(-sum(_sets(row) for row in rows)),
                "total": points,
                "average": points / (sum(one.rounds for one in counted) or 1),
            }[code]
        return found

    def _head_to_head(self, level: list[Who]) -> dict[Who, Fraction]:
        """Rounds won less rounds lost against each other, on all nights, where all met; else nobody is parted."""
        at_tables: dict[tuple[int, int, int], dict[Who, tuple[str, bool]]] = defaultdict(dict)
        for who in level:
            for one in self.evenings[who]:
                for row in one.rows:
                    if row.table:
                        where = (one.order, row.round, row.table.number)
                        at_tables[where][who] = (row.table.side_of(who[0]), bool(row.won))
        met: dict[Who, set[Who]] = defaultdict(set)
        balance: dict[Who, int] = defaultdict(int)
        for there in at_tables.values():
            for who, (side, won) in there.items():
                for other, (opposite, lost) in there.items():
                    if side != opposite:
                        met[who].add(other)
                        balance[who] += won - lost
        if any(len(met[who]) < len(level) - 1 for who in level):
            return dict.fromkeys(level, Fraction(0))
        return {who: Fraction(balance[who]) for who in level}


def _place_of(result: Result, name: str, *, by_pair: bool) -> int:
    """The place of a night; by players, those of a pair share the first of the two that they take."""
    if by_pair or not result.is_of_pairs:
        found = result.standing_of(name)
        return found.place if found else 0
    mine = result.standing_of(name)
    ahead = [one for one in result.standings if mine and one.place < mine.place]
    return sum(len(one.names) for one in ahead) + 1


def _sets(row: Row) -> int:
    side = row.table.side_of(row.name) if row.table else ""
    return sum(worth.set_side == side for _, _, worth in row.table.hands) if row.table else 0


def _with_own_average(evenings: list[Evening]) -> list[Evening]:
    """Rounds that were sat out, with the average of all rounds played in the season."""
    played = sum(one.rounds for one in evenings)
    average = sum((one.points for one in evenings), Fraction(0)) / (played or 1)
    found = []
    for one in evenings:
        out = sum(row.kind == "out" for row in one.rows)
        points = one.points + out * average
        found.append(one._replace(points=points, rounds=one.rounds + out, figure=points))
    return found
