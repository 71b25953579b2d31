"""Every possible total of a side's melds, to catch a typed figure that no cards can make. The totals of a big book take
a good part of a second, once: `warm` works them out ahead."""

from __future__ import annotations

import math
from collections import defaultdict, deque
from collections.abc import Iterable
from functools import lru_cache
from itertools import product
from typing import Final, NamedTuple

from .book import RuleBook
from .book.deal import Deck
from .book.meld import Meld, marriage_points
from .cards import SUITS, Suit
from .claims import ClaimFault
from .melds import MeldKind, column_points, values_of

# Sets of totals are the bits of an integer: bit 7 says that 7 can be made. Adding points to
# all of a set is a shift.

_DIFFERENT_TRUMPS: Final = ("S", "D", "H")  # clubs give the totals of hearts: neither is in the usual pinochle
_FIELD: Final = 6  # bits for the copies of one card: up to 16 in two hands, and one bit that shows an overflow
_MOST_PAIRS: Final = 3_000_000  # the most pairs of shapes that are compared, which takes about a second


class _Shape(NamedTuple):
    """A way to lay arounds, pinochles, runs and roundhouses. `needs` packs the copies of each card; `points` are theirs
    alone; `beside` is the set of what marriages and nines can add within the hand."""

    needs: int
    points: int
    beside: int


@lru_cache(maxsize=256)  # asked for each figure that may have been meant
def possible_side_totals(book: RuleBook, *, bidding: bool = False, natural: bool = False) -> frozenset[int]:
    """Every total that a side can make together; `bidding`: with the kitty. Partners share one trump and one deck. A
    total in doubt is possible: marriages of both are not checked against the deck, nor a third partner's meld, nor
    anything where there are too many pairs."""
    if book.deal.stock_size:  # melds come one by one, with cards drawn meanwhile: whatever their values come to
        values = book.meld.values
        return frozenset(range(0, book.tricks * max(values), math.gcd(*values)))
    first, size = book.melding_hand_size if bidding else book.deal.hand_size, book.deal.hand_size
    totals = 0
    for trump in _trumps(book.meld, natural):
        for players in book.deal.side_sizes(bidding=bidding):
            totals |= _side_totals(book.meld, book.deck, (first, *[size] * (players - 1)), trump)
    return _bits(totals)


def _side_totals(meld: Meld, deck: Deck, sizes: tuple[int, ...], trump: Suit | None) -> int:
    one, *others = sizes
    if not others:
        return _own_totals(meld, deck, one, trump)
    totals = _partners_totals(meld, deck, (one, others[0]), trump)
    for size in others[1:]:
        totals = _sums(totals, _own_totals(meld, deck, size, trump))
    return totals


def check_total(book: RuleBook, total: int, *, natural: bool = False, bidding: bool = False) -> ClaimFault | None:
    """The fault of a side's total that no cards can make, with the nearest that they can."""
    possible = possible_side_totals(book, bidding=bidding, natural=natural)
    if total in possible:
        return None
    lower = max((other for other in possible if other < total), default=None)
    higher = min((other for other in possible if other > total), default=None)
    near = [other for other in (lower, higher) if other is not None]
    where = "without trump" if natural else "here"
    sentence = f"{total} isn’t a possible meld {where}. Did you mean {' or '.join(map(str, near))}?"
    return ClaimFault("no_such_total", None, sentence, facts={"total": total, "nearest": tuple(map(str, near))})


def warm(book: RuleBook) -> None:
    """Work out the totals that `check_total` will ask for."""
    for natural, bidding in product((False, True), repeat=2):
        possible_side_totals(book, natural=natural, bidding=bidding)


def _trumps(meld: Meld, natural: bool) -> tuple[Suit | None, ...]:
    if natural:
        return (None,)
    return tuple(SUITS) if any(meld.heart_pinochle) else _DIFFERENT_TRUMPS


@lru_cache(maxsize=256)
def _bits(totals: int) -> frozenset[int]:
    return frozenset(total for total, bit in enumerate(reversed(f"{totals:b}")) if bit == "1")


@lru_cache(maxsize=256)
def _own_totals(meld: Meld, deck: Deck, size: int, trump: Suit | None) -> int:
    totals = 0
    for shape in _shapes(meld, deck, size, trump):
        totals |= shape.beside << shape.points
    return totals


@lru_cache(maxsize=128)
def _partners_totals(meld: Meld, deck: Deck, sizes: tuple[int, int], trump: Suit | None) -> int:
    """The totals of two hands whose arounds, pinochles and runs come out of one deck."""
    one, other = (_shapes(meld, deck, size, trump) for size in sizes)
    if len(one) * len(other) > _MOST_PAIRS:
        return _sums(_own_totals(meld, deck, sizes[0], trump), _own_totals(meld, deck, sizes[1], trump))
    room = _packed([2 ** (_FIELD - 1) - 1 - deck.copies] * _CARDS_IN_NEEDS)
    overflow = _packed([2 ** (_FIELD - 1)] * _CARDS_IN_NEEDS)
    # Few shapes differ in what may lie beside them: the points of those that do not are one set.
    alike: defaultdict[int, deque[tuple[int, int]]] = defaultdict(deque)
    for needs, points, beside in other:
        alike[beside].append((needs, 1 << points))
    found: defaultdict[int, int] = defaultdict(int)
    for needs, points, beside in one:
        taken = needs + room
        for beside_more, shapes in alike.items():
            reached = 0
            for needs_more, more in shapes:
                if not (taken + needs_more) & overflow:
                    reached |= more
            if reached:
                found[_sums(beside, beside_more)] |= reached << points
        if one is other:  # with equal hands (a, b) and (b, a) are the same pair
            alike[beside].popleft()
    totals = 0
    for together, reached in found.items():
        totals |= _sums(together, reached)
    return totals


@lru_cache(maxsize=65_536)
def _sums(one: int, other: int) -> int:
    if one.bit_count() > other.bit_count():
        one, other = other, one
    sums = 0
    for total in _bits(one):
        sums |= other << total
    return sums


_ROW: Final = "ATKQJ"
_CARDS_IN_NEEDS: Final = len(_ROW) * len(SUITS)


def _packed(counts: Iterable[int]) -> int:
    packed = 0
    for count in counts:
        packed = packed << _FIELD | count
    return packed


@lru_cache(maxsize=64)
def _shapes(meld: Meld, deck: Deck, size: int, trump: Suit | None) -> tuple[_Shape, ...]:
    counts = range(deck.copies + 1)
    house = meld.roundhouse
    stands_for, uses_up = not (house and house.arounds_too), int(house is not None and house.uses_up)
    beside: dict[tuple[int, int], int] = {}
    for arounds in product(counts, repeat=4):
        if 4 * sum(arounds) > size:
            continue
        for runs, roundhouses in _class_one_choices(meld, deck, size, trump):
            if stands_for and any(0 < around <= roundhouses for around in arounds[1:3]):
                continue  # the roundhouse stands for those
            for pinochles, of_hearts in product(counts, counts if any(meld.heart_pinochle) else (0,)):
                shape = _Laid(arounds, runs, roundhouses, pinochles, of_hearts, uses_up)
                needs = shape.needs()
                spare = size - sum(map(sum, needs))
                if spare < 0:
                    continue
                key = _packed(count for row in needs for count in row), shape.points(meld)
                beside[key] = beside.get(key, 0) | _beside(meld, deck, trump, shape.married(needs), spare)
    return tuple(_Shape(needs, points, totals) for (needs, points), totals in beside.items())


def _class_one_choices(meld: Meld, deck: Deck, size: int, trump: Suit | None) -> list[tuple[tuple[int, ...], int]]:
    counts = range(deck.copies + 1)
    may_run = [trump is not None and (suit == trump or meld.run_suits == "any") for suit in SUITS]
    house = meld.roundhouse
    own_meld = trump is not None and house is not None and house.own_meld
    is_apart = house is None or house.uses_up
    return [
        (runs, roundhouses)
        for runs in product(*(counts if may else (0,) for may in may_run))
        for roundhouses in (counts if own_meld else (0,))
        if 5 * sum(runs) + 8 * roundhouses * is_apart <= size and max(runs) + roundhouses * is_apart <= deck.copies
    ]


class _Laid(NamedTuple):
    """So many aces, kings, queens, jacks around; runs by suit; roundhouses; pinochles of both kinds."""

    arounds: tuple[int, ...]
    runs: tuple[int, ...]
    roundhouses: int
    pinochles: int
    of_hearts: int
    uses_up: int

    def needs(self) -> list[tuple[int, int, int, int, int]]:
        """The copies of A T K Q J that each suit must have at the least."""
        aces, kings, queens, jacks = self.arounds
        rows = []
        for suit, runs in zip(SUITS, self.runs, strict=True):
            wed = max(self.roundhouses, runs + self.roundhouses * self.uses_up)
            queen = max(wed, queens, {"S": self.pinochles, "H": self.of_hearts}.get(suit, 0))
            jack = max(runs, jacks, {"D": self.pinochles, "C": self.of_hearts}.get(suit, 0))
            rows.append((max(runs, aces), runs, max(wed, kings), queen, jack))
        return rows

    def points(self, meld: Meld) -> int:
        kinds = (MeldKind.ACES, MeldKind.KINGS, MeldKind.QUEENS, MeldKind.JACKS)
        points = sum(
            column_points(values_of(meld, kind), count) for kind, count in zip(kinds, self.arounds, strict=True)
        )
        points += sum(column_points(meld.run, runs) for runs in self.runs)
        points += column_points(values_of(meld, MeldKind.ROUNDHOUSE), self.roundhouses)
        return (
            points + column_points(meld.pinochle, self.pinochles) + column_points(meld.heart_pinochle, self.of_hearts)
        )

    def married(self, needs: list[tuple[int, int, int, int, int]]) -> tuple[tuple[int, int, int, int], ...]:
        """By suit: the marriages in runs, and in roundhouses too, and the kings and the queens that the shape needs."""
        used_up = self.roundhouses * self.uses_up
        return tuple((runs, runs + used_up, row[2], row[3]) for runs, row in zip(self.runs, needs, strict=True))


@lru_cache(maxsize=65_536)
def _beside(
    meld: Meld, deck: Deck, trump: Suit | None, married: tuple[tuple[int, int, int, int], ...], spare: int
) -> int:
    """The set of totals that marriages and nines can add to a shape with `spare` cards more."""
    reached = [1] + [0] * spare  # by cards spent
    for suit, (runs, wed, kings, queens) in zip(SUITS, married, strict=True):
        values = meld.royal_marriage if suit == trump else meld.marriage
        reached = _spent(reached, [
            (max(0, wed + count - kings) + max(0, wed + count - queens), marriage_points(meld, values, count, runs))
            for count in range(deck.copies - wed + 1)
        ])  # fmt: skip
    if trump is not None and "9" in deck.ranks:
        reached = _spent(reached, [(count, meld.nine * count) for count in range(deck.copies + 1)])
    totals = 0
    for some in reached:
        totals |= some
    return totals


def _spent(reached: list[int], choices: Iterable[tuple[int, int]]) -> list[int]:
    after = [0] * len(reached)
    for cards, points in choices:
        for spent in range(len(reached) - cards):
            after[spent + cards] |= reached[spent] << points
    return after
