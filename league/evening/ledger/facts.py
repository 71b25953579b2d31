"""Facts of a round's hands besides points: as bidder, bidder's partner, defender. Pure. They add up over rows
(`summed`), except `best_…`, where the greatest holds, and `run`: one letter for each bid won, `m` made or `s` set, in
order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, Final, NamedTuple, TypeAlias

from league.evening.cards.boards import Boards, rounded
from league.evening.cards.chairs import Stretch
from league.evening.cards.reading import TableReading
from scoring.rules.book import RuleBook
from scoring.rules.cards import Seat, Side
from scoring.rules.deal_score import DealScore
from scoring.rules.melds import MeldKind, meld_title
from scoring.score_card.meld_counts import named_melds
from scoring.score_card.sheet import Line

Facts: TypeAlias = dict[str, Any]

# The melds that are counted, so many of one in a hand by themselves: a double pinochle is one, and no pinochle beside.
# Each is its player's, whatever became of its points. Marriages and nines are in every other hand.
MOST_OF_ONE: Final = 8  # copies in the largest deck
COUNTED_MELDS: Final[Mapping[str, tuple[MeldKind, int]]] = {
    f"{kind}_{count}": (kind, count)
    for kind in (
        MeldKind.PINOCHLE, MeldKind.ACES, MeldKind.KINGS, MeldKind.QUEENS, MeldKind.JACKS, MeldKind.RUN,
        MeldKind.ROUNDHOUSE,
    )
    for count in range(1, MOST_OF_ONE + 1)
}  # fmt: skip


def meld_name(name: str) -> str:
    """A counted meld within a sentence: `double pinochle`."""
    kind, count = COUNTED_MELDS[name]
    title = meld_title(kind, None, count)
    return f"{title[:1].lower()}{title[1:]}"


def is_rare_meld(kind: MeldKind, count: int) -> bool:
    """Whether a meld deserves mention: several of one, or a roundhouse."""
    return count > 1 or kind is MeldKind.ROUNDHOUSE


# Names of facts, with the thing each counts.
FACTS: Final[Mapping[str, str]] = {
    "hands": "hands played",
    "scored": "points of the own side in these hands",
    "hands_won": "hands in which the own side scored more",
    "sets": "times the own side was set",
    "meld": "meld of the own side that counted",
    "take": "take of the own side that counted",
    "bids": "bids won",
    "made": "bids won and made",
    "bid_sum": "the bids won, added up",
    "over_sum": "meld and take less the bid, over the bids won",
    "partner_bids": "bids the partner won",
    "partner_made": "bids the partner won and made",
    "defended": "hands the other side had the bid",
    "defended_set": "of these, hands in which the bidders were set",
    "sweeps": "hands in which the own side took every trick or every point",
    "moons": "moons shot and made",
    "skunks": "rounds in which the other side was skunked",
    "skunked": "rounds in which the own side was skunked",
    "best_hand": "the most points in one hand",
    "best_bid": "the highest bid made",
    "best_meld": "the most meld in one hand",
    "run": "how the bids won came out",
    "others": "at a duplicate, how often others played the same cards, over the boards",
    "datum": "what the own seats made there above the mean of all sides, in hundredths of a point",
    "alone": "on a side of three or four, points that the player alone has",
    "named": "hands in which the melds of the own side were entered one by one",
    **{name: f"melded in these by the player: {meld_name(name)}" for name in COUNTED_MELDS},
}


def facts_of(table: TableReading, seat: Seat, own: Sequence[Stretch] = ()) -> Facts:
    """Facts of the player in the seat at the end; none under typed totals. `own`: stretches in all chairs."""
    if table.sheet is None or table.has_totals_alone:
        return {}
    found = summed(hand.facts for hand in hands_of(table, seat, own))
    skunk, side = table.skunk, table.sheet.book.side_of(seat)
    found |= {"skunks": int(skunk == side), "skunked": int(skunk is not None and skunk != side)}
    return {name: figure for name, figure in found.items() if figure}


class HandFacts(NamedTuple):
    """A hand with its facts for the player in that seat of that table."""

    table: TableReading
    seat: Seat
    line: Line
    facts: Facts


def hands_of(table: TableReading, seat: Seat, own: Sequence[Stretch] = ()) -> Iterator[HandFacts]:
    """The hands that `facts_of` sums up, in order."""
    if table.sheet is None or table.has_totals_alone:
        return
    chairs = [(one.table, one.seat, one.lines) for one in own] or [(table, seat, [*table.counted_lines])]
    for there, chair, lines in chairs:
        assert there.sheet is not None, "chairs are changed on a card"
        book = there.sheet.book
        for line in lines:
            if line.score is not None:
                side = book.side_of(chair)
                yield HandFacts(
                    there, chair, line, {**_of_hand(line, line.score, side, chair), **_melded(book, line, chair)}
                )


def summed(facts: Iterable[Mapping[str, Any]]) -> Facts:
    total: Facts = {}
    for each in facts:
        for name, figure in each.items():
            if name not in total:
                total[name] = figure
            elif name.startswith("best_"):
                total[name] = max(total[name], figure)
            else:
                total[name] += figure
    return total


def board_facts(boards: Boards, table: TableReading, side: Side) -> Facts:
    others, datum = 0, Fraction(0)
    for number in table.sheet.setup.boards if table.sheet else ():
        rows = [row for row in boards.travelers.get(number, ()) if row.is_compared and number not in boards.voided]
        own = next((row for row in rows if row.table.table.pk == table.table.pk), None)
        beside = [row for row in rows if own and row is not own and row.group == own.group]
        if beside:
            others += len(beside)
            datum += sum((_above_mean(row.scores, side) for row in beside), Fraction(0)) / len(beside)
    return {"others": others, "datum": rounded(datum * 100)} if others else {}


def _above_mean(scores: Mapping[Side, int], side: Side) -> Fraction:
    return scores[side] - Fraction(sum(scores.values()), len(scores))


def _of_hand(line: Line, score: DealScore, side: Side, seat: Seat) -> Facts:
    part, record = score.sides[side], line.record
    facts: Facts = {
        "hands": 1,
        "scored": part.score,
        "hands_won": int(score.is_won_by(side)),
        "sets": int(score.is_set(side)),
        "meld": part.counted,
        "take": part.counted_take,
        "sweeps": int(part.has("all_tricks")),
        "best_hand": max(part.score, 0),
        "best_meld": part.counted,
    }
    if record is None or record.void or not record.bid:
        return facts
    if record.bidder == seat:
        return {
            **facts,
            "bids": 1,
            "made": int(score.is_made),
            "bid_sum": record.bid,
            "over_sum": part.meld + part.take - record.bid,
            "moons": int(part.has("moon")),
            "best_bid": record.bid if score.is_made else 0,
            "run": "m" if score.is_made else "s",
        }
    if part.bidding:
        return {**facts, "partner_bids": 1, "partner_made": int(score.is_made)}
    return {**facts, "defended": 1, "defended_set": int(not score.is_made)}


def _melded(book: RuleBook, line: Line, seat: Seat) -> Facts:
    """A player's melds in a hand, where known one by one."""
    if line.record is None or line.is_void:
        return {}
    here = line.under(book)
    melds = named_melds(here, line.record, line.figures, line.side_of(book, seat)).get(seat)
    if melds is None:
        return {}
    names = [f"{meld.kind}_{meld.count}" for meld in melds if meld.points]  # the book may give nothing for one
    return {"named": 1, **Counter(name for name in names if name in COUNTED_MELDS)}


def rare_melds(book: RuleBook, line: Line, seat: Seat) -> list[str]:
    return [name for name in _melded(book, line, seat) if name in COUNTED_MELDS and is_rare_meld(*COUNTED_MELDS[name])]
