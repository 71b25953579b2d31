"""What the club counts of people over the years, and its records."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from itertools import groupby

from tests.lab.year.journal import Hand

from .figures import Fraction
from .games import Worth
from .nights import Result, Row, Table

AVERAGE_FROM_ROUNDS = 3


def hands_of(result: Result, name: str) -> Iterator[tuple[Table, int, Hand, Worth, str]]:
    """The hands that somebody sat at, with the own seat; not those that another played in their place."""
    stood_for: dict[int, set[str]] = defaultdict(set)
    for (number, _), player in result.night.stand_ins.items():
        stood_for[number].add(player)
    for table in result.tables:
        for at, hand, worth in table.hands:
            seats = result.sitting(table, at)
            seat = next((seat for seat, who in seats.items() if who == name), "")
            if seat and name not in stood_for[table.round]:
                yield table, at, hand, worth, seat


def bids_of(results: Iterable[Result], name: str) -> tuple[int, int]:
    """How many of the own bids failed, and how many there were."""
    found = [
        worth.is_set for result in results for _, _, hand, worth, seat in hands_of(result, name) if hand.bidder == seat
    ]
    return sum(found), len(found)


def side_sets(results: Iterable[Result], name: str) -> int:
    return sum(seat in worth.set_side for result in results for _, _, _, worth, seat in hands_of(result, name))


def played(results: Iterable[Result], name: str) -> list[Row]:
    return [row for result in results for row in result.rows_of(name) if row.kind != "out"]


def rounds_together(results: Iterable[Result], name: str, other: str) -> list[Row]:
    """In which two were partners."""
    return [row for row in played(results, name) if row.table is not None and other in row.table.with_whom(name)]


def rounds_against(results: Iterable[Result], name: str, other: str) -> list[Row]:
    return [
        row
        for row in played(results, name)
        if row.table is not None and (theirs := row.table.side_of(other)) and theirs != row.table.side_of(name)
    ]


# Records ------------------------------------------------------------------------------------------------------


def best_hand(results: Iterable[Result], name: str) -> int | None:
    points = [
        next(points for side, points in worth.score.items() if seat in side)
        for result in results
        for _, _, _, worth, seat in hands_of(result, name)
    ]
    return max(points, default=None)


def most_meld(results: Iterable[Result], name: str, *, that_counted: bool = False) -> int | None:
    """Of the own side; as it was laid, or that wasn't lost with the hand."""
    melds = [
        hand.meld.get(side, 0)
        for result in results
        for _, _, hand, worth, seat in hands_of(result, name)
        for side, points in worth.score.items()
        if seat in side and (not that_counted or points >= hand.meld.get(side, 0))
    ]
    return max(melds, default=None)


def highest_bid_made(results: Iterable[Result], name: str) -> int | None:
    bids = [
        hand.bid
        for result in results
        for _, _, hand, worth, seat in hands_of(result, name)
        if hand.bidder == seat and worth.outcome == "made"
    ]
    return max(bids, default=None)


def longest_run(results: Iterable[Result], name: str) -> int:
    """Own bids made one after the other, over nights."""
    outcomes = [
        worth.outcome == "made"
        for result in results
        for _, _, hand, worth, seat in sorted(hands_of(result, name), key=lambda found: (found[0].round, found[1]))
        if hand.bidder == seat
    ]
    return max((len(list(run)) for is_made, run in groupby(outcomes) if is_made), default=0)


def best_round(results: Iterable[Result], name: str) -> int | None:
    return max((row.points for row in played(results, name)), default=None)


def best_night(results: Iterable[Result], name: str) -> int | None:
    nights = [sum(row.points for row in rows) for result in results if (rows := result.rows_of(name))]
    return max(nights, default=None)


def best_average(results: Iterable[Result], name: str) -> Fraction | None:
    """Of a night of at least three rounds."""
    nights = [[row.points for row in result.rows_of(name) if row.kind != "out"] for result in results]
    return max((Fraction(sum(one), len(one)) for one in nights if len(one) >= AVERAGE_FROM_ROUNDS), default=None)


def nights_won(results: Iterable[Result], name: str) -> int:
    found = (result.standing_of(name) for result in results)
    return sum(one is not None and one.place == 1 for one in found)


def rounds_won(results: Iterable[Result], name: str) -> int:
    return sum(bool(row.won) for row in played(results, name))


# What a page of records says, and whose figure it is the greatest of. Figures of two books never meet.
OVER_ALL_BOOKS = ("most nights", "most nights won", "most rounds won")
RECORDS: dict[str, Callable[[list[Result], str], Fraction | int | None]] = {
    "best round": best_round,
    "highest hand": best_hand,
    "most meld in a hand": most_meld,
    "highest bid made": highest_bid_made,
    "longest run of bids made": longest_run,
    "best night": best_night,
    "best average of a night": best_average,
    "most nights": lambda results, name: sum(bool(result.rows_of(name)) for result in results),
    "most nights won": nights_won,
    "most rounds won": rounds_won,
}
