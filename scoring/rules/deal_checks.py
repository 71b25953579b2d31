"""Checks of the figures typed for a deal, each fault a plain sentence beside its field: whether the bid is allowed,
cards can make the meld, the takes add up, and what is said about tricks agrees. `deal_score` takes the figures as they
are.

Fields are called as on the score card: `bidder`, `bid`, `stuck`, `trump`, `no_marriage`, `meld_NS`, `take` (all takes
together), `take_NS`, `chips_NS` (what a side's melds pay), `last_trick`, `tricks`, `tricks_NS`, `thrown_in`, `moon`,
`laid_stands`, `laid_played`, `renege`, `second_renege`, `player_meld`, `player_tricks`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Final

from scoring.rules.notation import counted

from .auction import is_stuck_amount, why_not
from .book import RuleBook
from .book.chapter import Found
from .book.deal import TEN, sums_of
from .cards import SUITS, Seat, Side
from .deal_score import (
    DealRecord,
    book_of,
    is_below_minimum,
    is_trump_unnamed,
    may_be_thrown_in,
    offending_side,
    unplayed_reason,
)
from .meld_totals import check_total
from .melds import least_game_meld
from .money import chips_can_be
from .questions import takes_missed

# Said by a tablet, too, while the server doesn't answer (`plain_hands`).
NO_SUCH_TAKE: Final = "By these rules nobody can take {}."
TAKE_MISSED: Final = "Enter the take, or 0 if there was none."


# -- one figure at a time ----------------------------------------------------------------


def bid_fault(book: RuleBook, bid: int, stuck: bool) -> str | None:
    if not stuck:
        return why_not(book, None, bid)
    if is_stuck_amount(book, bid):
        return None
    return f"A stuck dealer takes the bid at {book.auction.stuck}, not at {bid}."


def take_faults(book: RuleBook, take_by_side: Mapping[Side, int], renege: Side | None = None) -> dict[str, str]:
    """The faults of the takes, by field: `take_NS` for one, `take` for all together. A missing side is none; after a
    renege they need not come to the whole."""
    faults = {}
    for side in book.take_sides:
        fault = _take_fault(book, take_by_side[side]) if side in take_by_side else None
        if fault:
            faults[f"take_{side}"] = fault
    together = None if faults else _takes_together_fault(book, take_by_side, renege)
    if together:
        faults["take"] = together
    return faults


def completed_takes(book: RuleBook, takes: Mapping[Side, int]) -> dict[Side, int]:
    """The takes with the last missing one worked out, unless they come to more than the whole, or points may lie
    buried."""
    if book.uncounted_points:
        return dict(takes)
    missing = [side for side in book.take_sides if side not in takes]
    rest = book.total_points - sum(takes.values())
    return {**takes, missing[0]: rest} if len(missing) == 1 and rest >= 0 else dict(takes)


def meld_fault(book: RuleBook, total: int, natural: bool = False, bidding: bool = False) -> str | None:
    """Why a side's meld cannot be: no cards make it in this book. `natural` is meld without trump."""
    if total < 0:
        return "Meld can’t be below 0."
    fault = check_total(book, total, natural=natural, bidding=bidding)
    return fault.text({}) if fault else None


def meld_note(book: RuleBook, record: DealRecord, side: Side) -> str | None:
    """A remark on a meld that is possible but counts 0, being below the book's minimum."""
    shown = record.meld.get(side, 0)
    if shown <= 0 or not is_below_minimum(book, record, side):
        return None
    return f"{shown} is below {book.meld.minimum}, so it counts 0."


def _take_fault(book: RuleBook, value: int) -> str | None:
    if value < 0:
        return "Take can’t be below 0."
    if value > book.total_points:
        return f"There are only {book.total_points} points in a hand."
    if value not in possible_takes(book):
        return NO_SUCH_TAKE.format(value)
    return None


@lru_cache(maxsize=64)
def possible_takes(book: RuleBook) -> frozenset[int]:
    """Every take that counters, with or without the last trick, can come to, and all that these are rounded to."""
    deck = book.deck
    piles = {points + last for points in sums_of(deck, len(deck.cards)) for last in (0, deck.last_trick)}
    return frozenset(piles.union(deck.rounded(pile, is_bidding=so) for pile in piles for so in (True, False)))


def _takes_together_fault(book: RuleBook, takes: Mapping[Side, int], renege: Side | None) -> str | None:
    total, whole = sum(takes.values()), book.total_points
    least = whole - book.uncounted_points
    complete = all(side in takes for side in book.take_sides)
    below, above = book.deck.leeway(sum(take % TEN == 0 for take in takes.values()), len(book.take_sides))
    is_open = renege is not None or not complete
    if total - below <= whole and (is_open or least <= total + above):
        return None
    figures = " + ".join(str(takes[side]) for side in book.take_sides if side in takes)
    if is_open:
        return f"{figures} = {total}, but a hand has only {whole} points."
    together = f"{least} to {whole}" if least < whole else str(whole)
    return f"{figures} = {total}, but a hand has {together} points."


# -- a whole record ----------------------------------------------------------------------


def record_faults(book: RuleBook, record: DealRecord, dealer: Seat) -> dict[str, str]:
    """Every fault of a recorded deal, by field. A missing figure is a fault only after the step before it: meld once a
    side's meld is entered, takes once all melds are. So a record with its bid alone can be checked too."""
    book = book_of(book, record)
    if record.bidder == record.out:
        return {"bidder": "The dealer sits out, and has no bid."}
    if record.bidder not in book.seats:
        return {"bidder": f"Nobody sits at {record.bidder} at this table."}
    faults: dict[str, str] = {}
    for check in _CHECKS:
        for name, sentence in check(book, record, dealer):
            faults.setdefault(name, book.words.say(sentence))
    return faults


def _bid_faults(book: RuleBook, record: DealRecord, dealer: Seat) -> Found:
    if not book.auction.is_held:
        if record.bid:
            yield "bid", "Nobody bids in this game."
        return
    fault = bid_fault(book, record.bid, record.stuck)
    if fault:
        yield "bid", fault
    if record.stuck and record.bidder != book.last_to_call(dealer):
        yield "stuck", "Only the dealer can be stuck with the bid."


def _trump_faults(book: RuleBook, record: DealRecord, dealer: Seat) -> Found:
    if record.no_marriage and not book.auction.marriage_needed:
        yield "no_marriage", "These rules need no marriage to name trump."
    elif record.no_marriage and record.trump is not None:
        yield "trump", "Without a marriage, trump can’t be named."
    elif not record.no_marriage and record.trump is None:
        yield "trump", "Tap the suit that is trump."
    if book.deal.calls_partner and record.partner is None and (record.meld or record.take):
        yield "partner", "Tap who plays with the bidder, or “alone”."
    if record.trump is not None and record.trump not in SUITS:
        yield "trump", "Trump is one of the four suits."


def _meld_faults(book: RuleBook, record: DealRecord, dealer: Seat) -> Found:
    bidding = book.side_of(record.bidder)
    for side in book.sides:
        if side in record.meld:
            natural = is_trump_unnamed(book, record)
            fault = meld_fault(book, record.meld[side], natural=natural, bidding=side == bidding)
            if fault:
                yield f"meld_{side}", fault
        elif record.meld or record.take:
            yield f"meld_{side}", "Enter the meld, or 0 if there was none."


def _game_meld_faults(book: RuleBook, record: DealRecord) -> Found:
    side = record.game_meld
    if side is None:
        return
    lowest = least_game_meld(book)
    if lowest is None:
        yield "game_meld", "By these rules no meld is the game."
    elif side in record.meld and record.meld[side] < lowest:
        yield "game_meld", f"A meld that is the game is worth {lowest} or more."


def _chips_faults(book: RuleBook, record: DealRecord, dealer: Seat) -> Found:
    for side, paid in record.chips.items():
        if paid and not (book.payments and book.payments.melds):
            yield f"chips_{side}", "By these rules no meld pays."
        elif paid < 0 or (side in record.meld and not chips_can_be(book, paid, record.meld[side])):
            yield f"chips_{side}", f"A meld of {record.meld.get(side, 0)} can’t pay {counted(paid, 'chip')}."


def _declaration_faults(book: RuleBook, record: DealRecord, dealer: Seat) -> Found:
    yield from _game_meld_faults(book, record)
    if record.thrown_in and not may_be_thrown_in(book, record):
        only = "only a stuck dealer throws the hand in" if book.contract.throw_in else "no hand is thrown in"
        yield "thrown_in", f"By these rules {only}."
    if record.moon and not book.bonuses.moon:
        yield "moon", "By these rules nobody shoots the moon."
    elif record.moon and record.thrown_in:
        yield "moon", "A hand that was thrown in can’t be a moon."
    laid = "laid_stands" if record.laid_stands else "laid_played"
    if (record.laid_stands or record.laid_played) and not book.bonuses.cut_and_lay:
        yield laid, "By these rules nobody cuts and lays."
    elif record.laid_stands and record.laid_played:
        yield "laid_played", "Either the others let it stand, or it was played."
    elif (record.laid_stands or record.laid_played) and record.thrown_in:
        yield laid, "A hand that was thrown in can’t be cut and laid."
    yield from _renege_faults(book, record)


def _renege_faults(book: RuleBook, record: DealRecord) -> Found:
    sides = {record.renege, record.second_renege, record.unproven_call} - {None}
    if not sides:
        return
    if not sides <= set(book.sides):
        yield "renege", "Say which side reneged."
    elif is_trump_unnamed(book, record):
        yield "renege", "Trump was never named, so no card was played and nobody could renege."
    elif record.thrown_in and may_be_thrown_in(book, record):
        yield "renege", "A hand that was thrown in wasn’t played, so nobody could renege."
    elif record.second_renege is not None and record.second_renege == record.renege:
        yield "second_renege", "This is the side that reneged first."


def _takes_faults(book: RuleBook, record: DealRecord, dealer: Seat) -> Found:
    offender = offending_side(book, record)
    if offender is None and unplayed_reason(book, record) is not None:
        return
    yield from take_faults(book, record.take, offender).items()
    if all(side in record.meld for side in book.sides):
        for side in takes_missed(book, record):
            yield f"take_{side}", TAKE_MISSED


def _trick_faults(book: RuleBook, record: DealRecord, dealer: Seat) -> Found:
    yield from _last_trick_faults(book, record)
    unknown = [side for side in record.tricks if side not in book.take_sides]
    if unknown:
        yield "tricks", f"Nobody plays as {unknown[0]} at this table."
        return
    for side, tricks in record.tricks.items():
        fault = _tricks_fault(book, record, side, tricks)
        if fault:
            yield f"tricks_{side}", fault
    total = sum(record.tricks.values())
    if total > book.tricks:
        yield "tricks", f"A hand has {book.tricks} tricks, and these are {total}."
    elif not total and len(record.tricks) == len(book.take_sides) and offending_side(book, record) is None:
        yield "tricks", "Somebody must have won the tricks of this hand."


def _tricks_fault(book: RuleBook, record: DealRecord, side: Side, tricks: int) -> str | None:
    take = record.take.get(side, 0)
    buried = book.buried_points if side == book.side_of(record.bidder) else 0
    if not 0 <= tricks <= book.tricks:
        return f"A hand has {book.tricks} tricks."
    if not tricks and take > buried:
        return f"With a take of {take}, this side won a trick."
    if not tricks and record.last_trick == side:
        return "This side took the last trick, so it has one."
    others = sum(record.take.get(other, 0) for other in book.take_sides if other != side)
    buried_by_others = book.buried_points - buried
    if tricks == book.tricks and others > buried_by_others:
        return f"If this side won every trick, the others couldn’t have taken {others}."
    return None


def _last_trick_faults(book: RuleBook, record: DealRecord) -> Found:
    side = record.last_trick
    if side is None:
        return
    if side not in book.take_sides:
        yield "last_trick", "Say which side took the last trick."
    elif side in record.take and record.take[side] < book.deck.last_trick:
        worth = counted(book.deck.last_trick, "point")
        yield "last_trick", f"The last trick is worth {worth}, more than this side took."


def _player_faults(book: RuleBook, record: DealRecord, dealer: Seat) -> Found:
    if record.partner is not None and (not book.deal.calls_partner or record.partner not in book.seats):
        yield "partner", "Say who plays with the bidder." if book.deal.calls_partner else "Nobody is called here."
    for name, by_seat in (("player_meld", record.player_meld), ("player_tricks", record.player_tricks)):
        if any(seat not in book.seats for seat in by_seat):
            yield name, "Name the players of this table."
            return
    for side in book.sides:
        own = [record.player_meld[seat] for seat in book.seats_of(side) if seat in record.player_meld]
        if own and sum(own) != record.meld.get(side, 0):
            yield "player_meld", f"The players’ melds come to {sum(own)}, not {record.meld.get(side, 0)}."


_CHECKS: Final[tuple[Callable[[RuleBook, DealRecord, Seat], Found], ...]] = (
    _bid_faults,
    _trump_faults,
    _meld_faults,
    _chips_faults,
    _declaration_faults,
    _takes_faults,
    _trick_faults,
    _player_faults,
)
