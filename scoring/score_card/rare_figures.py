"""Possible but improbable figures, by `rules.odds`: asked about before saving, and looked for on saved hands."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

from pinochle_club.ground.plainly import kept
from scoring.models import MeldRarity
from scoring.rules import odds
from scoring.rules.book import RuleBook
from scoring.rules.cards import Side
from scoring.rules.deal_score import DealRecord
from scoring.rules.meld_totals import possible_side_totals
from scoring.rules.odds import RarePart
from scoring.rules.plain_hands import bits
from scoring.rules.rarity import FEWEST_SIDES, STUCK, Rarity, built_in_rarity, rarity_key
from scoring.rules.wording import doubt_of_standing

from .entries import Figures
from .sheet import Line, Sheet


@dataclass(frozen=True, slots=True)
class RareFigure:
    """An improbable figure of one step: `typed` by field, and the likely alternative (`meant`), if any. `sentence` says
    how rare it is, of `side` where it is one side's. A question of its own has the key `yes`."""

    typed: Mapping[str, int]
    sentence: str
    side: Side = ""
    meant: Mapping[str, int] = field(default_factory=dict)
    yes: str = ""

    @property
    def is_swapped(self) -> bool:
        """Whether the figures of two sides may stand the other way around."""
        return len(self.typed) > 1 and sorted(self.typed.values()) == sorted(self.meant.values())


# -- before they are saved -------------------------------------------------------------------


def rare_figures(
    book: RuleBook,
    record: DealRecord,
    steps: Container[str],
    *,
    saved: Figures,
    known: Container[Side] = (),
    counted: Container[Side] = (),
) -> Iterator[RareFigure]:
    """The figures of these steps to ask about, in typing order: not those already `saved`, nor melds whose cards are
    `known`, nor melds and takes of a hand without trump. `counted` melds are asked about only where very rare."""
    if "bid" in steps and not record.stuck and record.bid != saved.bid:
        yield from _rare_bid(book, _large(rarity_of(book)), record.bid)
    if record.trump is None:
        return
    if record.laid_stands and not _stood_already(book, record, saved) and (doubt := doubt_of_standing(book, record)):
        yield RareFigure({"laid_stands": 1}, doubt, yes="Yes, let it stand")
    if "meld" in steps:
        sides = [side for side in book.sides if side not in known and record.meld.get(side) != saved.meld.get(side)]
        table = _large(rarity_of(book)) if any(record.meld.get(side) for side in sides) else None
        if table is not None:
            yield from _rare_melds(book, table, record, sides, [side for side in sides if side not in counted])
    if "take" in steps and record.renege is None and dict(record.take) != dict(saved.take):
        yield from _rare_take(book, record)


def _stood_already(book: RuleBook, record: DealRecord, saved: Figures) -> bool:
    """Whether the hand was let stand before at this bid with this meld."""
    side = book.side_of(record.bidder)
    return saved.laid_stands and saved.bid == record.bid and saved.meld.get(side) == record.meld.get(side)


def figures_asked(book: RuleBook) -> dict[str, Any]:
    """The limits beyond which a figure is asked about, for a tablet that draws ahead: the highest bid without a
    question; melds by bid; and the bidding side's takes by the bid less the meld (`bits`). Two sides' swapped melds are
    not covered. One query for a club's own book."""
    return _figures_asked(book, rarity_of(book))


@kept(64)
def _figures_asked(book: RuleBook, table: Rarity | None) -> dict[str, Any]:
    here = book.for_hand(None, *book.seats[:2]) if book.deal.calls_partner else book.at(book.seats[0])
    is_seen = table is not None and odds.plays_alike(book, table)
    highest = max(table.bids) if table and is_seen else odds.most_carried(book)
    unasked = (bid - 1 for bid in range(1, highest + 1) if any(_rare_bid(book, _large(table), bid)))
    large = _large(table)
    return {
        "bid": next(unasked, highest),
        "meld": _melds_asked(here, large) if large else [],
        "take": [[start, _takes_asked(here, large, start)] for start, _ in large.takes] if large and is_seen else [],
    }


def _melds_asked(book: RuleBook, table: Rarity) -> list[list[Any]]:
    """The melds to ask about, by the lowest bid for which they hold; the others' are equally likely at any bid."""
    own = book.side_of(book.seats[0])
    others = _asked_of(book, table, book.others(own)[0], STUCK)
    return [
        [start, {"bidder": _asked_of(book, table, own, start), "others": others}]
        for start, _ in table.bidders or ((0, {}),)
    ]


def _asked_of(book: RuleBook, table: Rarity, side: Side, bid: int) -> str:
    bidder = book.seats[0]
    record = DealRecord(bidder, bid, "S", stuck=bid == STUCK)

    def is_asked(meld: int) -> object:
        return table.is_very_rare(meld) or odds.other_melds(book, table, replace(record, meld={side: meld}), {side})

    possible = possible_side_totals(book, bidding=side == book.side_of(bidder))
    return bits(meld for meld in possible if meld and is_asked(meld))


def _takes_asked(book: RuleBook, table: Rarity, needed: int) -> str:
    """The takes to ask about. With three sides, beside another's likeliest take, where most are."""
    bidder, total = book.seats[0], book.total_points
    own = book.side_of(bidder)
    other, *more = (side for side in book.take_sides if side != own)
    record = DealRecord(bidder, needed, "S", meld={own: 0})
    chances = odds.take_chances(book, table, record)

    def takes(take: int) -> dict[Side, int]:
        rest = total - take
        theirs = max(range(rest + 1), key=chances.of) if more else rest
        return {own: take, other: theirs, **dict.fromkeys(more, rest - theirs)}

    return bits(take for take in range(total + 1) if odds.other_takes(book, table, replace(record, take=takes(take))))


@kept(1_000)
def _rare_bid(book: RuleBook, table: Rarity | None, bid: int) -> tuple[RareFigure, ...]:
    if table is None or not odds.plays_alike(book, table):
        if bid > odds.most_carried(book):
            why = f"{bid} is more than the best meld and every {book.words.trick} would make."
            return (RareFigure({"bid": bid}, why),)
        return ()
    other = odds.other_bid(book, table, bid)
    if other is None and not table.is_very_rare_bid(bid):
        return ()
    meant = next(iter(other.meant.values()), None) if other else None
    why = book.words.say(table.bid_sentence(bid))
    return (RareFigure({"bid": bid}, why, meant={} if meant is None else {"bid": meant}),)


def _rare_melds(
    book: RuleBook, table: Rarity, record: DealRecord, sides: list[Side], typed: list[Side]
) -> Iterator[RareFigure]:
    """The rare melds of these sides; the `typed` ones may be slips of the keys."""
    very_rare = [side for side in sides if record.meld[side] and table.is_very_rare(record.meld[side])]
    for side in very_rare:
        other = odds.other_melds(book, table, record, {side} & set(typed))
        meant = other.meant if other else {}
        yield _by_field("meld", book.words.say(table.sentence(record.meld[side])), {side: record.meld[side]}, meant)
    other = None if very_rare else odds.other_melds(book, table, record, typed)
    if other is not None:
        yield _by_field("meld", _rare_words("meld", other.typed, record), other.typed, other.meant)


def _rare_take(book: RuleBook, record: DealRecord) -> Iterator[RareFigure]:
    table = _large(rarity_of(book))
    if table is None or not odds.plays_alike(book, table) or book.side_of(record.bidder) not in record.take:
        return
    other = odds.other_takes(book, table, record)
    if other is not None:
        yield _by_field("take", _rare_words("take", other.typed, record), other.typed, other.meant)


def _by_field(step: str, sentence: str, typed: Mapping[Side, int], meant: Mapping[Side, int]) -> RareFigure:
    return RareFigure(
        _fields(step, typed), sentence, next(iter(typed)) if len(typed) == 1 else "", _fields(step, meant)
    )


def _fields(step: str, figures: Mapping[Side, int]) -> dict[str, int]:
    return {f"{step}_{side}": figure for side, figure in figures.items()}


def _rare_words(step: str, typed: Mapping[Side, int], record: DealRecord) -> str:
    """`4 is a rare meld here.`, `After a bid of 27, 19 and 6 are mostly the other way around.`"""
    if len(typed) == 1:
        return f"{next(iter(typed.values()))} is a rare {step} here."
    before = f"After a bid of {record.bid}, " if record.bid else "Here "
    return f"{before}{' and '.join(map(str, typed.values()))} are mostly the other way around."


def answer_of(figures: Iterable[Mapping[str, int]]) -> str:
    """Figures by field as a form sends them: `bid=52 meld_EW=120`."""
    return " ".join(f"{name}={figure}" for each in figures for name, figure in each.items())


def answered(text: str) -> dict[str, int]:
    """The inverse of `answer_of`; empty for any other text."""
    pairs = (pair.partition("=") for pair in text.split())
    return {name: int(figure) for name, _, figure in pairs if figure.isascii() and figure.isdigit()}


# -- on hands that are saved -----------------------------------------------------------------


def hands_to_check(sheet: Sheet) -> dict[int, str]:
    """By hand, `Please check hand 7: 42 meld is rare.`; none on a signed card, for each side was asked then."""
    if sheet.is_closed:
        return {}
    table = _large(_known_rarity(sheet.book))
    if table is None:
        return {}
    found = ((line.number, _words_to_check(sheet.book, table, line)) for line in sheet.lines)
    return {number: words for number, words in found if words}


@kept(2_000)
def _words_to_check(book: RuleBook, table: Rarity, line: Line) -> str:
    """The request to check a hand; empty where nothing is rare, or the hand was confirmed."""
    if not line.is_done or line.is_void or line.governing or line.is_said_right or line.record is None:
        return ""
    part = _rarest(line.under(book), table, line)
    if part is None:
        return ""
    what = f"{part.figure} meld" if part.step == "meld" else f"a {part.step} of {part.figure}"
    return book.words.say(f"Please check hand {line.number}: {what} is rare.")


def _rarest(book: RuleBook, table: Rarity, line: Line) -> RarePart | None:
    """The rarest figure that is neither confirmed nor counted from cards."""
    assert line.record is not None, "a done hand has a bid"
    confirmed, counted = line.figures.sure, line.figures.cards

    def is_sure(part: RarePart) -> bool:
        if part.step == "meld" and counted.keys() >= set(book.seats_of(part.side)):
            return True
        if part.step == "take":  # either side's says both
            return any(confirmed.get(name) == took for name, took in _fields("take", line.figures.take).items())
        return bool(confirmed.get("bid" if part.step == "bid" else f"meld_{part.side}") == part.figure)

    return odds.rarest_part(book, table, line.record, sure=is_sure)


# -- tables ----------------------------------------------------------------------------------

# Of clubs' own books, as the forms found them: a table never changes once it is counted.
_found: Final[dict[str, Rarity]] = {}


def rarity_of(book: RuleBook) -> Rarity | None:
    """The rarity table of this book; None where there is none. One query for a club's own book."""
    known = _known_rarity(book)
    if known is None and (row := MeldRarity.objects.filter(depends_on=rarity_key(book)).first()):
        known = _found[rarity_key(book)] = row.table
    return known


def know_tables() -> None:
    """Load the tables of clubs' own books, in a new process."""
    _found.update({row.depends_on: row.table for row in MeldRarity.objects.all()})


def _known_rarity(book: RuleBook) -> Rarity | None:
    """The table for pages, without a query: tables counted since are known once a hand is entered."""
    return built_in_rarity(book) or _found.get(rarity_key(book))


def _large(table: Rarity | None) -> Rarity | None:
    """A table with enough hands to call anything rare."""
    return table if table is not None and table.sides >= FEWEST_SIDES else None
