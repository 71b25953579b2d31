"""How likely the figures of a hand are beside each other, and what else may have been meant.

Made of the tables of `rarity`. People are not bots: a share of all chances is that of any side's melds, or level, so
nothing that can be is impossible, and a low bid is as likely as the commonest.

* One hand in twenty has a slip (`SLIPS`), of one of five kinds (`KINDS`), all alike: a key is forgotten, pressed twice,
  or for the one beside it; two are pressed the other way around; the figures of two sides are swapped. The first four
  are as likely in each figure that is typed (the bid, each side's meld, all takes but the last) and at each place in
  it; the fifth in melds as in takes, and of each two sides. The odds of another reading are how much likelier such a
  hand is, times how likely its slip; high ones (`Rarity.asks_from`) are asked about. None and all have keys of their
  own, and 0 for an uncounted meld is no slip.
* A hand is rare where one of its figures comes, beside what stood before it, in so few hands that among all of a hand's
  figures there is one like it in no more than one hand in `RARE`.

The share of slips only scales the odds; `test_careless_typist` holds the questions to one honest hand in fifty, of
players who bid in three ways, in every book."""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import combinations
from typing import Final

from .book import RuleBook
from .cards import Side
from .deal_checks import bid_fault, possible_takes
from .deal_score import DealRecord
from .meld_totals import possible_side_totals
from .rarity import STUCK, Bands, Counts, Rarity, play_key

SLIPS: Final = 1 / 20
KINDS: Final = 5
RARE: Final = 1_000
ANY_SIDE: Final = 0.15  # of the bidding side's melds, as those of any side: people bid otherwise than bots
NEVER_SEEN: Final = 0.0001  # of melds, those that no simulated hand had
# How likely a digit too many is beside one pressed twice: at the end, and anywhere else.
KEY_AT_THE_END: Final = 0.3
ODD_KEY: Final = 0.1
# The keys beside each on the pad.
BESIDE: Final = {
    "0": "8", "1": "24", "2": "135", "3": "26", "4": "157", "5": "2468", "6": "359", "7": "48", "8": "5790", "9": "68"
}  # fmt: skip
ANY_TAKE: Final = 0.01  # of takes, all alike: people play otherwise than bots


class Chances:
    """How likely each figure is: shares of counts, and of a level rest over all figures up to the highest."""

    def __init__(self, *shares: tuple[float, Counts], highest: int) -> None:
        self._each: dict[int, float] = {}
        for share, counts in shares:
            whole = sum(counts.values())
            for figure, count in counts.items():
                self._each[figure] = self._each.get(figure, 0) + share * count / whole
        self._level = (1 - sum(share for share, _ in shares)) / (highest + 1)
        self._highest: Final = highest

    def of(self, figure: int) -> float:
        return self._each.get(figure, 0) + self._level

    def as_rare_as(self, figure: int) -> float:
        """The chance of any figure that is no likelier."""
        chance = self.of(figure)
        return sum(each for each in self._all if each <= chance)

    @cached_property
    def _all(self) -> list[float]:
        return [self.of(figure) for figure in range(self._highest + 1)]


@dataclass(frozen=True, slots=True)
class Other:
    """Figures by side as `typed`, and as they may have been `meant`; nothing where no other stands out. `odds` are
    those of the likeliest."""

    typed: Mapping[Side, int]
    meant: Mapping[Side, int]
    odds: float


@dataclass(frozen=True, slots=True)
class RarePart:
    """The rarest figure of a rare hand: of which step, and whose."""

    step: str
    side: Side
    figure: int


@lru_cache(maxsize=1024)
def meant(figure: int) -> Mapping[int, float]:
    """The figures that may have been meant: one key too many (in four digits, two), one too few, one beside another, or
    two the other way around; each with how often such a slip makes just this figure of it."""
    digits = str(figure)
    others = _one_less(digits)
    if len(digits) > 3:
        for shorter, weight in [*others.items()]:
            for other, much in _one_less(shorter).items():
                others[other] += weight * much
    for at, digit in enumerate(digits):
        for key in BESIDE[digit]:
            others[digits[:at] + key + digits[at + 1 :]] += 1 / len(digits) / len(BESIDE[key])
    for typed in (digits, "0" + digits):  # a zero that comes first is not written
        for at in range(len(typed) + 1):
            for more in "0123456789":
                others[typed[:at] + more + typed[at:]] += 1 / (len(typed) + 1)
        for at in range(len(typed) - 1):
            others[typed[:at] + typed[at + 1] + typed[at] + typed[at + 2 :]] += 1 / (len(typed) - 1)
    return {int(other): much for other, much in others.items() if other == str(int(other)) and other != digits}


def _one_less(digits: str) -> defaultdict[str, float]:
    """Without one digit: mostly a key that was pressed twice, less often one at the end."""
    shorter: defaultdict[str, float] = defaultdict(float)
    rest = len(digits) - 1
    for at, digit in enumerate(digits) if rest else ():
        odd = 0 if digit == digits[at + 1 : at + 2] else KEY_AT_THE_END if at == rest else ODD_KEY
        shorter[digits[:at] + digits[at + 1 :]] += (1 if digit == digits[at - 1 : at] else odd) / rest
    return shorter


def _slip_odds(places: int) -> float:
    """The odds of a slip of one kind at one of so many places that are alike."""
    return SLIPS / (1 - SLIPS) / KINDS / places


# -- a bid ---------------------------------------------------------------------------------


def plays_alike(book: RuleBook, table: Rarity) -> bool:
    """Whether the table's bids and takes are those of this book."""
    return table.played_by == play_key(book)


def other_bid(book: RuleBook, table: Rarity, bid: int) -> Other | None:
    """The bid that may have been meant, as figures of the bidding side; None where none is likely enough."""
    return _likeliest(_bids(book, table, bid), table.asks_from)


def _bids(book: RuleBook, table: Rarity, bid: int) -> list[Other]:
    others = {
        other: much * bid_chance(table, other)
        for other, much in meant(bid).items()
        if bid_fault(book, other, stuck=False) is None
    }
    return [_one_other(book, "", bid, others, bid_chance(table, bid))]


def bid_chance(table: Rarity, bid: int) -> float:
    """How likely so high a bid is: below the commonest one, people bid as often as there."""
    return (max((count for won, count in table.bids.items() if won >= bid), default=0) + 0.5) / table.hands


def most_carried(book: RuleBook) -> int:
    """The highest bid that the best meld and all tricks would make."""
    return max(possible_side_totals(book, bidding=True)) + book.total_points


# -- melds ---------------------------------------------------------------------------------


def meld_chances(book: RuleBook, table: Rarity, record: DealRecord, side: Side) -> Chances:
    """How likely a side's melds are: the bidding side's after its bid, where that is known."""
    if not plays_alike(book, table) or not table.bidders:
        return _any_melds(table)
    if side != book.side_of(record.bidder):
        return _others_melds(table)
    return _bidders_melds(table, band_at(table.bidders, STUCK if record.stuck else record.bid))


@lru_cache(maxsize=64)
def _any_melds(table: Rarity) -> Chances:
    return Chances((1 - NEVER_SEEN, table.totals), highest=max(table.totals))


@lru_cache(maxsize=64)
def _others_melds(table: Rarity) -> Chances:
    left = dict(table.totals)
    for _, counts in table.bidders:
        for meld, count in counts.items():
            left[meld] -= count
    share = 1 - NEVER_SEEN - ANY_SIDE
    return Chances((share, left), (ANY_SIDE, table.totals), highest=max(table.totals))


@lru_cache(maxsize=512)
def _bidders_melds(table: Rarity, band: int) -> Chances:
    share = 1 - NEVER_SEEN - ANY_SIDE
    return Chances((share, table.bidders[band][1]), (ANY_SIDE, table.totals), highest=max(table.totals))


def band_at(bands: Bands, figure: int) -> int:
    """The band of a figure; below the first one, that."""
    return max(0, bisect_right(bands, figure, key=lambda band: band[0]) - 1)


def other_melds(book: RuleBook, table: Rarity, record: DealRecord, sides: Container[Side]) -> Other | None:
    """The likely other melds of these sides: another figure of one, or those of two the other way around."""
    return _likeliest(_melds(book, table, record, sides), table.asks_from)


def _melds(book: RuleBook, table: Rarity, record: DealRecord, sides: Container[Side]) -> list[Other]:
    doubtful = [side for side in book.sides if side in sides]
    slips = (_slip(book, table, record, side) for side in doubtful if record.meld[side])
    return [*slips, *_swaps(book, table, record, doubtful)]


def _slip(book: RuleBook, table: Rarity, record: DealRecord, side: Side) -> Other:
    chances, typed = meld_chances(book, table, record, side), record.meld[side]
    possible = possible_side_totals(book, bidding=side == book.side_of(record.bidder))
    others = {other: much * chances.of(other) for other, much in meant(typed).items() if other in possible}
    return _one_other(book, side, typed, others, chances.of(typed))


def _swaps(book: RuleBook, table: Rarity, record: DealRecord, sides: list[Side]) -> Iterator[Other]:
    for pair in combinations(sides, 2):
        typed = {side: record.meld[side] for side in pair}
        other = dict(zip(pair, reversed(typed.values()), strict=True))
        chances = [meld_chances(book, table, record, side) for side in pair]
        odds = _swap_odds(book)
        for side, each in zip(pair, chances, strict=True):
            odds *= each.of(other[side]) / each.of(typed[side])
        yield Other(typed, other, odds)


def _swap_odds(book: RuleBook) -> float:
    """The odds that two sides' melds are swapped, or their takes."""
    return _slip_odds(len(book.sides) * (len(book.sides) - 1))


def _one_other(book: RuleBook, side: Side, typed: int, others: Mapping[int, float], now: float) -> Other:
    """The likelihood of all other figures that may have been meant; one is named where it is likelier than the rest
    together."""
    best = max(others, key=lambda other: others[other], default=typed)
    likeliest = others.get(best, 0)
    odds = _slip_odds(2 * len(book.sides)) * likeliest / now
    return Other({side: typed}, {side: best} if 2 * likeliest > sum(others.values()) else {}, odds)


def _likeliest(others: Iterable[Other], least: float) -> Other | None:
    best = max(others, key=lambda other: other.odds, default=None)
    return best if best is not None and best.odds >= least else None


# -- takes ---------------------------------------------------------------------------------


def take_chances(book: RuleBook, table: Rarity, record: DealRecord) -> Chances:
    """How likely the bidding side's takes are, by what it needed."""
    needed = record.bid - record.meld[book.side_of(record.bidder)]
    return _takes_in_band(table, band_at(table.takes, needed), book.total_points)


@lru_cache(maxsize=512)
def _takes_in_band(table: Rarity, band: int, highest: int) -> Chances:
    return Chances((1 - ANY_TAKE, table.takes[band][1]), highest=highest)


def other_takes(book: RuleBook, table: Rarity, record: DealRecord) -> Other | None:
    """The likely other takes: another figure of one side with the rest as the other's, or two the other way around."""
    likeliest = _likeliest(_takes(book, table, record), table.asks_from)
    if likeliest is None or len(book.take_sides) > 2:
        return likeliest
    takes, whole = record.take, sum(record.take.values())
    rest = {
        each: whole - figure for figure in likeliest.meant.values() for each in takes if each not in likeliest.meant
    }
    return replace(likeliest, meant={**likeliest.meant, **rest})


def _takes(book: RuleBook, table: Rarity, record: DealRecord) -> list[Other]:
    bidders = book.side_of(record.bidder)
    chances, takes = take_chances(book, table, record), record.take
    whole, now = sum(takes.values()), chances.of(takes[bidders])
    others: list[Other] = []
    typed_sides = [
        side for side in (takes if len(book.take_sides) == 2 else (bidders,)) if takes[side] not in (0, whole)
    ]
    for side in typed_sides:
        slips = {
            other: much * chances.of(other if side == bidders else whole - other)
            for other, much in meant(takes[side]).items()
            if other <= whole and other in possible_takes(book)
        }
        others.append(_one_other(book, side, takes[side], slips, now))
    for side in takes.keys() - {bidders}:
        typed = {each: takes[each] for each in takes if each in (bidders, side)}
        odds = _swap_odds(book) * chances.of(takes[side]) / now
        others.append(Other(typed, {bidders: takes[side], side: takes[bidders]}, odds))
    return others


# -- a whole hand --------------------------------------------------------------------------


def doubt(book: RuleBook, table: Rarity, record: DealRecord) -> float:
    """The odds of the likeliest other reading of a hand that was played out."""
    others = [*_melds(book, table, record, book.sides), *_takes(book, table, record)]
    if not record.stuck:
        others += _bids(book, table, record.bid)
    return max(other.odds for other in others)


def rarest_part(
    book: RuleBook, table: Rarity, record: DealRecord, *, sure: Callable[[RarePart], bool]
) -> RarePart | None:
    """The rarest figure of a hand that is rare and not `sure`; None where none is."""
    parts = dict(_rarities(book, table, record))
    rarest = min((part for part in parts if not sure(part)), key=lambda part: parts[part], default=None)
    return rarest if rarest is not None and parts[rarest] * len(parts) * RARE <= 1 else None


def _rarities(book: RuleBook, table: Rarity, record: DealRecord) -> Iterator[tuple[RarePart, float]]:
    """Each figure of the hand, with the share of hands in which one is as rare."""
    bidders, alike = book.side_of(record.bidder), plays_alike(book, table)
    if alike and not record.stuck:
        yield RarePart("bid", bidders, record.bid), (table.reaching(record.bid) + 0.5) / table.hands
    if record.trump is None:
        return
    for side in book.sides:
        if record.meld.get(side):
            chances = meld_chances(book, table, record, side)
            yield RarePart("meld", side, record.meld[side]), chances.as_rare_as(record.meld[side])
    if alike and bidders in record.take and bidders in record.meld and record.renege is None:
        take = record.take[bidders]
        yield RarePart("take", bidders, take), take_chances(book, table, record).as_rare_as(take)
