"""The money sheet of a game, by the person: what each set took, what else is paid hand by hand, and what the winner
takes at the end. Implements the sections *money* and *payments* of a rule book. Amounts of a line, the kitty's
included, add up to 0, and so do all of them together, unless nobody pays."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Literal

from .book import RuleBook
from .book.money import SetKind
from .cards import Seat, Side
from .deal_score import DealRecord, DealScore, Outcome, book_of, has_every_trick, with_shared_tricks
from .game import GameResult, off_board
from .melds import MeldKind, column_points, values_of

Reason = Literal[
    "renege", "in_play", "unplayed", "on_board", "off_board", "melds", "made", "failed", "slam", "game"
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class MoneyLine:
    """One line of the money sheet, on deal `hand` (None: at the end of the game): a set of this `kind`, or what is paid
    for `melds`, a bid that was `made` or `failed`, a `slam` or the `game`. `side` was set, laid, bid, won every trick
    or lost the game; `facts` are the figures of the reason."""

    side: Side
    hand: int | None
    reason: Reason
    amounts: Mapping[Seat, int]
    kind: SetKind | None = None
    facts: Mapping[str, Any] = field(default_factory=dict)

    @property
    def kitty(self) -> int:
        """What is left of a set for the kitty."""
        return -sum(self.amounts.values()) if self.kind else 0


@dataclass(frozen=True, slots=True)
class MoneySheet:
    """The lines in order, their sum by player, and once the game is won each player's gain or payment."""

    lines: tuple[MoneyLine, ...]
    totals: Mapping[Seat, int]
    kitty: int
    paid: Mapping[Seat, int]


def money_sheet(book: RuleBook, game: GameResult, records: Sequence[DealRecord]) -> MoneySheet | None:
    """The money sheet of a game with these deals; None in a book in which nothing is paid."""
    if book.money is None and book.payments is None:
        return None
    lines = tuple(_lines(book, game, records))
    totals = {seat: sum(line.amounts[seat] for line in lines) for seat in book.seats}
    paid: dict[Seat, int] = {}
    if game.won and book.money:  # what each of the others is down; a loser who is up neither pays nor gets
        winners = book.seats_of(game.won.side)
        paid = {seat: min(0, totals[seat]) for seat in book.seats if seat not in winners}
        paid = {seat: paid.get(seat, -sum(paid.values()) // len(winners)) for seat in book.seats}
    return MoneySheet(lines, totals, sum(line.kitty for line in lines), paid)


def _lines(book: RuleBook, game: GameResult, records: Sequence[DealRecord]) -> Iterator[MoneyLine]:
    for hand, (score, record) in enumerate(zip(game.scores, records, strict=False), start=1):
        if book.money:
            yield from _sets(book, score, hand)
        yield from hand_payments(book, record, score, hand)
    if game.won is not None:
        yield from _end(book, game, game.won.side)


# -- sets --------------------------------------------------------------------------------


def _sets(book: RuleBook, score: DealScore, hand: int) -> Iterator[MoneyLine]:
    money = book.money
    assert money is not None, book.key
    kinds: Mapping[Reason, SetKind] = {
        "renege": money.renege, "in_play": money.set_in_play, "unplayed": money.set_unplayed
    }  # fmt: skip
    reason: Reason = "in_play" if score.played else "unplayed"
    if score.outcome is Outcome.RENEGE:
        reason = "renege"
    for side in filter(score.is_set, score.sides):
        with_it = [other for other in score.sides if score.is_set(other)]  # partners of this hand
        yield _set(book, side, hand, kinds[reason], reason, with_it)


def _end(book: RuleBook, game: GameResult, winner: Side) -> Iterator[MoneyLine]:
    losers = book.others(winner)
    if money := book.money:
        outside = off_board(book, game.totals)
        for side in losers:
            if side in outside:
                yield _set(book, side, None, money.loser_off_board, "off_board")
            else:
                yield _set(book, side, None, money.loser_on_board, "on_board")
    pay = book.payments
    if pay is None or not pay.pays_for_game:
        return
    totals = game.totals_now(book)
    if pay.paid_by == "nobody":  # the winner counts once, by the best of the others
        losers = tuple(sorted(losers, key=lambda side: -totals[side])[:1])
    for side in losers:
        # A side that bid to win may win below one that stands higher.
        ahead = max(0, totals[winner] - totals[side])
        amount, facts = pay.for_game(ahead, totals[side]), {"ahead": ahead, "total": totals[side]}
        if amount:
            yield MoneyLine(side, None, "game", _passed(book, (winner,), (side,), amount), facts=facts)


def _set(
    book: RuleBook, side: Side, hand: int | None, kind: SetKind, reason: Reason, with_it: Sequence[Side] = ()
) -> MoneyLine:
    """What each player of the side pays for a set, and each opponent gets of it from each of them."""
    money = book.money
    assert money is not None, book.key
    payers = book.seats_of(side)
    amounts = {seat: money.to_others(kind) * len(payers) for seat in book.seats}
    amounts |= {seat: 0 for other in with_it for seat in book.seats_of(other)}
    amounts |= dict.fromkeys(payers, -money.cost(kind))
    return MoneyLine(side, hand, reason, amounts, kind)


# -- paid hand by hand -------------------------------------------------------------------


def hand_payments(book: RuleBook, record: DealRecord, score: DealScore, hand: int = 1) -> Iterator[MoneyLine]:
    """What is paid for one deal, beside its sets; nothing for one that counts for nobody."""
    pay = book.payments
    if pay is None or score.outcome is Outcome.VOID:
        return
    here = book_of(book, record)
    sides = book.at(record.out).sides  # a dealer who sits out neither pays nor gets
    bidding = [side for side in sides if score.sides[side].bidding]
    others = [side for side in sides if side not in bidding]

    def to(side: Side, amount: int) -> dict[Seat, int]:
        """Paid to a side of this hand, which are several columns where the partner was called."""
        own = [column for column in sides if {*book.seats_of(column)} <= {*here.seats_of(side)}]
        return _passed(book, own, [other for other in sides if other not in own], amount)

    for side in here.sides:
        if amount := record.chips.get(side, 0):
            yield MoneyLine(side, hand, "melds", to(side, amount))
    bidder, facts = book.side_of(record.bidder), {"bid": record.bid}
    if book.auction.is_held and score.is_made and (amount := pay.for_bid(record.bid)):
        yield MoneyLine(bidder, hand, "made", _passed(book, bidding, others, amount), facts=facts)
    elif book.auction.is_held and not score.is_made and (amount := pay.for_failed(record.bid)):
        yield MoneyLine(bidder, hand, "failed", _passed(book, others, bidding, amount), facts=facts)
    if pay.slam and score.played:
        shared = with_shared_tricks(here, record)
        for side in here.take_sides:
            if any(has_every_trick(here, shared, each) for each in here.sides if here.take_side(each) == side):
                yield MoneyLine(side, hand, "slam", to(side, pay.slam))


def _passed(book: RuleBook, to: Sequence[Side], by: Sequence[Side], amount: int) -> dict[Seat, int]:
    """Each player of `to` gets so many from one of each side of `by`; where nobody pays, so many and no more."""
    is_paid = book.payments is not None and book.payments.paid_by == "opponents"
    amounts = dict.fromkeys(book.seats, 0)
    for side in to:
        for seat in book.seats_of(side):
            amounts[seat] = amount * len(by) if is_paid else amount
    for side in by if is_paid else ():
        for seat in book.seats_of(side):
            amounts[seat] = -amount * len(to)
    return amounts


def chips_for_melds(book: RuleBook, melds: Mapping[Seat, Iterable[tuple[str, int]]]) -> dict[Side, int]:
    """What the melds (kind and count) that players laid pay, by side; none where nothing is paid for melds."""
    pay, found = book.payments, dict[Side, int]()
    if pay is None or not pay.melds:
        return {}
    for seat, laid in melds.items():
        held: dict[str, int] = {}
        for kind, count in laid:
            held[kind] = held.get(kind, 0) + count
        side = book.side_of(seat)
        found[side] = found.get(side, 0) + sum(line.pays * times for line, times in pay.for_melds(held))
    return found


def chips_can_be(book: RuleBook, chips: int, meld: int) -> bool:
    """Whether a side with so much meld can have laid melds that pay so many chips."""
    return chips in _least_meld(book) and _least_meld(book)[chips] <= meld


@lru_cache(maxsize=64)
def _least_meld(book: RuleBook) -> Mapping[int, int]:
    """The least meld a side shows that is paid so many chips, by the chips; partners may hold every copy of a card."""
    pay, least = book.payments, {0: 0}
    for line in pay.melds if pay else ():
        for _ in range(book.deck.copies // line.count):
            for chips, meld in list(least.items()):
                more = meld + _worth(book, line.meld, line.count)
                least[chips + line.pays] = min(more, least.get(chips + line.pays, more))
    return least


def _worth(book: RuleBook, kind: str, count: int) -> int:
    meld = book.meld
    if kind == "roundhouse" and not (meld.roundhouse and meld.roundhouse.own_meld):
        parts = (meld.kings, meld.queens, *[meld.marriage] * 3)  # the marriage in trump may be in a run
        return sum(column_points(values, count) for values in parts)
    return column_points(values_of(meld, MeldKind(kind)), count)
