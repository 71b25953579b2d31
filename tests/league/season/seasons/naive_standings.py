"""A second computation of a season's standings, as a person with a pencil does it. Shares no code with the app.

It tries every choice of nights to find the best, and parts those who are level group by group, over and over.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from itertools import combinations
from typing import Any, NamedTuple


class NaivePlace(NamedTuple):
    place: int | None
    who: tuple[int, ...]
    figure: Fraction
    points: int
    nights: frozenset[tuple[int, int]]  # those that count, with what each is worth


class Added(NamedTuple):
    """Points by hand."""

    who: tuple[int, ...]
    points: int


class Sheet:
    """All that one player, or pair, has on paper."""

    def __init__(self, rules: Any, who: tuple[int, ...], rows: list[Any], adjustments: int) -> None:
        self.who = who
        self.rows = rows
        by_night: dict[int, list[Any]] = {}
        for row in rows:
            by_night.setdefault(row.event, []).append(row)
        came = [row.points for row in rows if row.kind != "sat_out"]
        average = Fraction(sum(came), len(came)) + Fraction(1, 2) if came else Fraction(0)
        own = average.numerator // average.denominator
        self.nights = {event: night_of(rules, own, there) for event, there in by_night.items()}
        self.came_to = sum(any(row.kind != "absent" for row in there) for there in by_night.values())
        bonus = 0
        for there in by_night.values():
            if any(row.kind != "absent" for row in there):
                bonus += rules.night_bonus
                bonus += rules.round_won_bonus * len([row for row in there if won(row)])
                bonus += rules.night_won_bonus * (there[0].place == 1)
        self.counted = best_nights(rules, self.nights)
        of_nights = [self.nights[event] for event in self.counted]
        self.round_points = sum(night["round_points"] for night in of_nights)
        self.counts_by = "place_points" if rules.points_by == "places" else "round_points"
        self.points = bonus + adjustments + sum(night[self.counts_by] for night in of_nights)
        self.total = self.round_points if rules.points_by == "places" else self.points
        self.rounds = sum(night["rounds"] for night in of_nights)
        self.wins = sum(night["wins"] for night in of_nights)
        at_table = [row for row in rows if row.event in self.counted and row.kind in ("played", "substitute")]
        self.high = max([row.points for row in at_table] or [0])
        self.sets = sum(row.sets for row in at_table)
        self.average = Fraction(self.total, self.rounds) if self.rounds else Fraction(0)


def won(row: Any) -> bool:
    return bool(row.won and row.kind in ("played", "substitute"))


def night_of(rules: Any, own: int, there: list[Any]) -> dict[str, Any]:
    points = rounds = 0
    for row in there:
        if row.kind == "sat_out":
            if (
                rules.points_by == "percent"
                or rules.sit_outs == "nothing"
                or (rules.sit_outs == "own_average" and rules.points_by == "average")
            ):
                continue
            points += own if rules.sit_outs == "own_average" else row.points
        else:
            points += row.points
        rounds += 1
    given = dict(enumerate(rules.place_points, start=1))
    place_points = given.get(there[0].place, 0) if any(row.kind != "absent" for row in there) else 0
    return {
        "round_points": points,
        "rounds": rounds,
        "wins": len([row for row in there if won(row)]),
        "place_points": place_points,
        "percent": percent_of(there),
        "day": there[0].day.toordinal(),
    }


def percent_of(there: list[Any]) -> Fraction | None:
    boards = [row for row in there if getattr(row, "boards", 0)]  # pencils of ordinary nights have none
    each = [Fraction(row.share, 10_000) for row in boards]
    return 100 * sum(each) / sum(row.boards for row in boards) if boards else None


def best_nights(rules: Any, nights: dict[int, dict[str, Any]]) -> frozenset[int]:
    if not rules.best or len(nights) <= rules.best:
        return frozenset(nights)

    def sums(chosen: Iterable[int]) -> tuple[Any, ...]:
        these = [nights[event] for event in chosen]
        wins, early = sum(night["wins"] for night in these), -sum(night["day"] for night in these)
        points = sum(night["round_points"] for night in these)
        if rules.points_by == "places":
            return sum(night["place_points"] for night in these), wins, early
        if rules.points_by == "wins":
            return wins, points, early
        if rules.points_by == "percent":
            real = [night["percent"] for night in these if night["percent"] is not None]
            return len(real), sum(real), wins, early
        if rules.points_by == "average":
            real = [night for night in these if night["rounds"]]
            return len(real), sum(Fraction(one["round_points"], one["rounds"]) for one in real), wins, early
        return points, wins, early

    return frozenset(max(combinations(nights, rules.best), key=sums))


def figure_of(rules: Any, sheet: Sheet) -> tuple[Fraction, ...]:
    if rules.points_by == "average":
        return (sheet.average,)
    if rules.points_by == "wins":
        return Fraction(sheet.wins), Fraction(sheet.points)
    if rules.points_by == "percent":
        percents = [each["percent"] for event in sheet.counted if (each := sheet.nights[event])["percent"] is not None]
        return sum(percents, Fraction(0)) / (len(percents) or 1), Fraction(sheet.points)
    return (Fraction(sheet.points),)


def against(one: Sheet, others: list[Sheet]) -> int | None:
    """Rounds won less rounds lost against all of these; None where one of them was never met."""
    net = 0
    for other in others:
        met = [
            (mine, theirs)
            for mine in one.rows
            for theirs in other.rows
            if (mine.event, mine.round_number, mine.table) == (theirs.event, theirs.round_number, theirs.table)
            and mine.side != theirs.side
            and {mine.kind, theirs.kind} <= {"played", "substitute"}
        ]
        if not met:
            return None
        net += sum(mine.won - theirs.won for mine, theirs in met)
    return net


def split(link: str, group: list[Sheet], lots: dict[int, float]) -> list[list[Sheet]]:
    if link == "head_to_head":
        nets = [against(one, [other for other in group if other is not one]) for one in group]
        figures: list[Any] = [0] * len(group) if None in nets else nets
    elif link == "draw":
        figures = [lots[one.who[0]] for one in group]
    else:
        name = {"wins": "wins", "high_round": "high", "fewest_sets": "sets", "total": "total", "average": "average"}
        figures = [getattr(one, name[link]) * (-1 if link == "fewest_sets" else 1) for one in group]
    return [
        [one for one, mine in zip(group, figures, strict=True) if mine == figure]
        for figure in sorted(set(figures), reverse=True)
    ]


def in_order(rules: Any, sheets: list[Sheet], lots: dict[int, float], *, with_lots: bool) -> list[list[Sheet]]:
    figures = sorted({figure_of(rules, one) for one in sheets}, reverse=True)
    groups = [[one for one in sheets if figure_of(rules, one) == figure] for figure in figures]
    for link in [*rules.tie_breaks, *(["draw"] if with_lots else [])]:
        while True:
            finer = [part for group in groups for part in split(link, group, lots)]
            if len(finer) == len(groups):
                break
            groups = finer
    return groups


def naive_standings(
    rules: Any, rows: Any, added: Any, held: int, lots: dict[int, float], only: set[int] | None = None
) -> list[NaivePlace]:
    """Everybody's place in order; those who share one by their ids."""
    people = sorted({row.who for row in rows})
    if only is not None:
        people = [who for who in people if all(member in only for member in who)]
    sheets = [
        Sheet(rules, who, [row for row in rows if row.who == who], sum(one.points for one in added if one.who == who))
        for who in people
    ]
    needed = rules.nights_needed
    if rules.one_more_per:
        needed += held // rules.one_more_per
    found: list[NaivePlace] = []
    for has_place in (True, False):
        there = [one for one in sheets if (one.came_to >= needed) is has_place]
        with_lots = has_place and rules.level == "draw" and bool(lots)
        for group in in_order(rules, there, lots, with_lots=with_lots):
            place = len(found) + 1 if has_place else None
            for one in sorted(group, key=lambda one: one.who):
                worth = frozenset((event, one.nights[event][one.counts_by]) for event in one.counted)
                found.append(NaivePlace(place, one.who, figure_of(rules, one)[0], one.points, worth))
    return found
