"""Melds: the most that a player's cards are worth, and which melds make it up.

Implements the meld table of a rule book. A card serves once in each of three classes: I runs and marriages with the
roundhouse, II pinochles, III arounds. Beside them are the nines of trump. Several of one meld are worth what their
column says; past the last column the table begins again. `claims` checks claimed melds."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import lru_cache
from itertools import product
from typing import Final, NamedTuple

from .book import RuleBook
from .book.meld import Meld, marriage_points
from .book.meld import column_points as column_points
from .book.section import Values
from .book.vocabulary import STANDARD, Vocabulary
from .cards import HEART_PINOCHLE, PINOCHLE, RANKS, SUITS, Card, Seat, Side, Suit
from .notation import number, suit_with_sign

MULTIPLES: Final = ("", "", "Double ", "Triple ", "Quadruple ")


class MeldClass(StrEnum):
    """The classes of melds: a card counts in one meld of each class. The nine of trump is in no other meld."""

    RUNS_AND_MARRIAGES = "I"
    PINOCHLES = "II"
    AROUNDS = "III"
    NINES = "nines"


class MeldKind(StrEnum):
    RUN = "run"
    ROYAL_MARRIAGE = "royal_marriage"
    MARRIAGE = "marriage"
    NINE = "nine"
    ROUNDHOUSE = "roundhouse"
    PINOCHLE = "pinochle"
    HEART_PINOCHLE = "heart_pinochle"
    ACES = "aces"
    KINGS = "kings"
    QUEENS = "queens"
    JACKS = "jacks"

    @property
    def meld_class(self) -> MeldClass:
        return _CLASSES[self]

    @property
    def label(self) -> str:
        """The meld in the standard words: `Royal marriage`, `Aces around`."""
        return _LABELS[self]

    @property
    def has_suit(self) -> bool:
        """Whether the meld lies in one suit, which must then be said."""
        return self in (MeldKind.RUN, MeldKind.ROYAL_MARRIAGE, MeldKind.MARRIAGE)


_CLASSES: Final = {
    MeldKind.RUN: MeldClass.RUNS_AND_MARRIAGES,
    MeldKind.ROYAL_MARRIAGE: MeldClass.RUNS_AND_MARRIAGES,
    MeldKind.MARRIAGE: MeldClass.RUNS_AND_MARRIAGES,
    MeldKind.ROUNDHOUSE: MeldClass.RUNS_AND_MARRIAGES,
    MeldKind.NINE: MeldClass.NINES,
    MeldKind.PINOCHLE: MeldClass.PINOCHLES,
    MeldKind.HEART_PINOCHLE: MeldClass.PINOCHLES,
    MeldKind.ACES: MeldClass.AROUNDS,
    MeldKind.KINGS: MeldClass.AROUNDS,
    MeldKind.QUEENS: MeldClass.AROUNDS,
    MeldKind.JACKS: MeldClass.AROUNDS,
}
_LABELS: Final = {
    MeldKind.RUN: "Run",
    MeldKind.ROYAL_MARRIAGE: "Royal marriage",
    MeldKind.MARRIAGE: "Marriage",
    MeldKind.NINE: "Nine of trump",
    MeldKind.ROUNDHOUSE: "Roundhouse",
    MeldKind.PINOCHLE: "Pinochle",
    MeldKind.HEART_PINOCHLE: "Heart pinochle",
    MeldKind.ACES: "Aces around",
    MeldKind.KINGS: "Kings around",
    MeldKind.QUEENS: "Queens around",
    MeldKind.JACKS: "Jacks around",
}
_PINOCHLES: Final = {MeldKind.PINOCHLE: PINOCHLE, MeldKind.HEART_PINOCHLE: HEART_PINOCHLE}
_AROUNDS: Final = ((MeldKind.ACES, "A"), (MeldKind.KINGS, "K"), (MeldKind.QUEENS, "Q"), (MeldKind.JACKS, "J"))


@dataclass(frozen=True, slots=True)
class LaidMeld:
    """One line of a player's meld: `count` of a kind, worth `points` together, with all of its `cards`. `words` are the
    book's; `after` is how many marriages of the suit count on from, in its runs."""

    kind: MeldKind
    suit: Suit | None
    count: int
    points: int
    cards: tuple[Card, ...]
    words: Vocabulary = field(default=STANDARD, compare=False, repr=False)
    after: int = 0

    @property
    def title(self) -> str:
        """`Double pinochle`, `Marriage in ♠ spades`, `Two nines of trump`, in the words of the book."""
        counted = f", counted as {_multiple(self.after + self.count).strip().lower()}" if self.after else ""
        return self.words.say(f"{meld_title(self.kind, self.suit, self.count)}{counted}")


@dataclass(frozen=True, slots=True)
class MeldCount:
    total: int
    melds: tuple[LaidMeld, ...]


def meld_title(kind: MeldKind, suit: Suit | None, count: int) -> str:
    """So many of a meld in the standard words: `Double run in ♥ hearts`."""
    if kind is MeldKind.NINE:
        return kind.label if count == 1 else f"{number(count).capitalize()} nines of trump"
    multiple = _multiple(count)
    label = kind.label.lower() if multiple else kind.label
    in_suit = f" in {suit_with_sign(suit)}" if kind.has_suit and suit is not None else ""
    return f"{multiple}{label}{in_suit}"


def _multiple(count: int) -> str:
    return MULTIPLES[count] if 0 <= count < len(MULTIPLES) else f"{count} × "


@lru_cache(maxsize=64)
def meld_cards(kind: MeldKind, suit: Suit | None) -> tuple[Card, ...]:
    """The cards of one meld, in the order in which it is laid down. `suit` is that of a run, a marriage or a nine."""
    if kind in _PINOCHLES:
        return _PINOCHLES[kind]
    if kind is MeldKind.ROUNDHOUSE:
        return tuple(Card(rank, suit) for suit in SUITS for rank in "KQ")
    for around, rank in _AROUNDS:
        if kind is around:
            return tuple(Card(rank, suit) for suit in SUITS)
    assert suit is not None, f"a {kind} lies in a suit"
    ranks = {MeldKind.RUN: "ATKQJ", MeldKind.NINE: "9"}.get(kind, "KQ")
    return tuple(Card(rank, suit) for rank in ranks)


# -- the table ---------------------------------------------------------------------------


def values_of(meld: Meld, kind: MeldKind) -> Values:
    """The columns of a kind in the meld table; `(0,)` where the book has no such meld."""
    if kind is MeldKind.NINE:
        return (meld.nine,)
    if kind is MeldKind.ROUNDHOUSE:
        return meld.roundhouse.values if meld.roundhouse else (0,)
    values: Values = getattr(meld, kind.value)
    return values


class Best(NamedTuple):
    """The best choice among several of one meld: its points, and how many of it to lay."""

    points: int
    laid: int


class SuitBest(NamedTuple):
    """The best choice in one suit: its points, the runs and marriages to lay, and how many of each card of a run they
    take."""

    points: int
    runs: int
    marriages: int
    cards: tuple[int, int, int, int, int]


@dataclass(frozen=True, slots=True)
class MeldTables:
    """For each count of one meld in a hand, the best that can be made of it. `royal` and `plain` are indexed `[runs
    held][marriages held]`, a run's own marriage included; `pinochles` are the two kinds. `arounds` are aces, kings,
    queens, jacks, indexed `[roundhouses][held]`: beside those only a higher multiple counts, unless the book says
    otherwise. `roundhouse` is indexed `[count]`, and empty where it is no meld of its own; `uses_up` is 1 where its
    cards are in no marriage."""

    copies: int
    royal: tuple[tuple[SuitBest, ...], ...]
    plain: tuple[tuple[SuitBest, ...], ...]
    runs_outside_trump: bool
    nine: int
    pinochles: tuple[tuple[Best, ...], ...]
    arounds: tuple[tuple[tuple[Best, ...], ...], ...]
    roundhouse: tuple[int, ...]
    uses_up: int


@lru_cache(maxsize=256)
def meld_tables(meld: Meld, copies: int) -> MeldTables:
    """The tables for a book's meld section and deck. Kept by value, so a changed book has its own."""
    counts = range(copies + 1)
    house = meld.roundhouse
    own_roundhouse = house is not None and house.own_meld
    stands_for = own_roundhouse and not (house and house.arounds_too)
    roundhouse = values_of(meld, MeldKind.ROUNDHOUSE)
    return MeldTables(
        copies=copies,
        royal=_suit_table(meld, meld.royal_marriage, copies),
        plain=_suit_table(meld, meld.marriage, copies),
        runs_outside_trump=meld.run_suits == "any",
        nine=meld.nine,
        pinochles=tuple(tuple(_best(values_of(meld, kind), 0, held) for held in counts) for kind in _PINOCHLES),
        arounds=tuple(
            tuple(
                tuple(_best(values_of(meld, kind), above if stands_for else 0, held) for held in counts)
                for above in counts
            )
            for kind, _ in _AROUNDS
        ),
        roundhouse=tuple(column_points(roundhouse, count) for count in counts) if own_roundhouse else (),
        uses_up=int(house is not None and house.uses_up),
    )


def _best(values: Values, above: int, held: int) -> Best:
    choices = [Best(column_points(values, count), count) for count in range(above + 1, held + 1)]
    return max([Best(0, 0), *choices])


def _suit_table(meld: Meld, marriage: Values, copies: int) -> tuple[tuple[SuitBest, ...], ...]:
    counts = range(copies + 1)
    return tuple(tuple(_best_in_suit(meld, marriage, runs, held) for held in counts) for runs in counts)


def _best_in_suit(meld: Meld, marriage: Values, runs: int, held: int) -> SuitBest:
    choices = []
    for laid in range(min(runs, held) + 1):
        points = column_points(meld.run, laid)
        in_runs = laid if points else 0
        rest = max(Best(marriage_points(meld, marriage, count, in_runs), count) for count in range(held - laid + 1))
        in_marriages = rest.laid if rest.points else 0
        cards = (in_runs, in_runs, in_runs + in_marriages, in_runs + in_marriages, in_runs)
        choices.append(SuitBest(points + rest.points, laid, rest.laid, cards))
    return max(choices)


# -- the cards ---------------------------------------------------------------------------

# Counting goes by place in a list, suit after suit: a dictionary of cards takes twice the time.
_PLACES: Final = {Card(rank, suit): place for place, (suit, rank) in enumerate(product(SUITS, RANKS))}
_SPADE_QUEEN, _DIAMOND_JACK, _HEART_QUEEN, _CLUB_JACK = (_PLACES[card] for card in (*PINOCHLE, *HEART_PINOCHLE))
_AROUND_PLACES: Final = tuple(RANKS.index(rank) for _, rank in _AROUNDS)
_OF_ROUNDHOUSE: Final = tuple(RANKS.index(rank) for rank in "KQ")


class Holding(NamedTuple):
    """How many of each meld the cards contain, each kind looked at by itself: `runs` (0 where the book counts none) and
    `marriages` by suit, `pinochles` with the queen of spades and of hearts, `arounds` as aces, kings, queens, jacks."""

    runs: list[int]
    marriages: list[int]
    nines: int
    pinochles: list[int]
    arounds: list[int]


def _counts(cards: Iterable[Card], copies: int) -> list[int]:
    """How often each card is held. A copy that the deck does not have is passed over."""
    counts = [0] * len(_PLACES)
    for card in cards:
        place = _PLACES[card]
        if counts[place] < copies:
            counts[place] += 1
    return counts


def _hold(tables: MeldTables, counts: list[int], trump: Suit | None) -> Holding:
    aces, tens, kings, queens, jacks, nines = (
        counts[0::6],
        counts[1::6],
        counts[2::6],
        counts[3::6],
        counts[4::6],
        counts[5::6],
    )
    marriages, runs = list(map(min, kings, queens)), [0] * len(SUITS)
    for row, suit in enumerate(SUITS):
        if marriages[row] and (suit == trump or (tables.runs_outside_trump and trump is not None)):
            runs[row] = min(aces[row], tens[row], marriages[row], jacks[row])
    return Holding(
        runs=runs,
        marriages=marriages,
        nines=0 if trump is None else nines[SUITS.index(trump)],
        pinochles=[min(counts[_SPADE_QUEEN], counts[_DIAMOND_JACK]), min(counts[_HEART_QUEEN], counts[_CLUB_JACK])],
        arounds=[min(aces), min(kings), min(queens), min(jacks)],
    )


def _rows(tables: MeldTables, holding: Holding, trump: Suit | None, roundhouses: int) -> list[SuitBest]:
    """The best choice in each suit once `roundhouses` marriages are taken out of every suit."""
    bests = []
    for suit, runs, marriages in zip(SUITS, holding.runs, holding.marriages, strict=True):
        left = marriages - roundhouses * tables.uses_up
        table = tables.royal if suit == trump else tables.plain
        bests.append(table[runs if runs < left else left][left])
    return bests


def _points_with(tables: MeldTables, holding: Holding, trump: Suit | None, roundhouses: int) -> int:
    _, kings, queens, _ = holding.arounds
    points = tables.arounds[1][roundhouses][kings].points + tables.arounds[2][roundhouses][queens].points
    if roundhouses:
        points += tables.roundhouse[roundhouses]
    for best in _rows(tables, holding, trump, roundhouses):
        points += best.points
    return points


def _weigh(tables: MeldTables, holding: Holding, trump: Suit | None) -> tuple[int, int]:
    """The best total and the number of roundhouses it takes: of equal totals, with the fewest."""
    best, chosen = _points_with(tables, holding, trump, 0), 0
    if tables.roundhouse and trump is not None:
        for roundhouses in range(1, min(holding.marriages) + 1):
            points = _points_with(tables, holding, trump, roundhouses)
            if points > best:
                best, chosen = points, roundhouses
    aces, _, _, jacks = holding.arounds
    best += tables.arounds[0][0][aces].points + tables.arounds[3][0][jacks].points
    usual, of_hearts = tables.pinochles
    held, held_of_hearts = holding.pinochles
    best += usual[held].points + of_hearts[held_of_hearts].points
    return best + tables.nine * holding.nines, chosen


def meld_total(book: RuleBook, cards: Iterable[Card], trump: Suit | None) -> int:
    """The points of `best_meld`, without the list of melds."""
    tables = meld_tables(book.meld, book.deck.copies)
    return _weigh(tables, _hold(tables, _counts(cards, tables.copies), trump), trump)[0]


def game_meld_side(book: RuleBook, melds: Mapping[Seat, Iterable[tuple[str, int]]], first: Seat | None) -> Side | None:
    """The side of the first player, from the bidder on, with a meld (kind and count) that is the game."""
    rule = book.game_melds
    if rule is None:
        return None
    seats = sorted(melds, key=lambda seat: seat != first)
    found = (seat for seat in seats if any(0 < rule.needed(kind) <= count for kind, count in melds[seat]))
    return next((book.side_of(seat) for seat in found), None)


def game_melds_in(book: RuleBook, cards: Iterable[Card], trump: Suit | None) -> tuple[LaidMeld, ...]:
    """Which melds of one player are the game with this trump; none in most books, and hardly ever any."""
    rule, least = book.game_melds, least_game_meld(book)
    held = tuple(cards)
    if rule is None or least is None or meld_total(book, held, trump) < least:
        return ()
    return tuple(meld for meld in best_meld(book, held, trump).melds if 0 < rule.needed(meld.kind) <= meld.count)


def game_meld_laid(
    book: RuleBook, laid: Mapping[Seat, Iterable[Card]], trump: Suit | None, first: Seat | None
) -> Side | None:
    """`game_meld_side` of the cards that players have laid."""
    if book.game_melds is None:
        return None
    named = {
        seat: [(meld.kind.value, meld.count) for meld in game_melds_in(book, cards, trump)]
        for seat, cards in laid.items()
    }
    return game_meld_side(book, named, first)


def least_game_meld(book: RuleBook) -> int | None:
    """What the cheapest meld that is the game is worth; None where no meld is."""
    rule = book.game_melds
    needed = {kind: rule.needed(kind) for kind in MeldKind if rule.needed(kind)} if rule else {}
    return min((column_points(values_of(book.meld, kind), count) for kind, count in needed.items()), default=None)


def best_meld(book: RuleBook, cards: Iterable[Card], trump: Suit | None) -> MeldCount:
    """The highest total of any legal choice of melds, and those melds. Takes any number of cards of one player. Without
    trump it is natural meld: no runs, no nines, plain marriages, no roundhouse. Copies beyond the deck's count nothing.
    A roundhouse that is no meld of its own is listed by its parts."""
    tables = meld_tables(book.meld, book.deck.copies)
    holding = _hold(tables, _counts(cards, tables.copies), trump)
    total, roundhouses = _weigh(tables, holding, trump)
    melds = _runs_and_marriages(book.meld, _rows(tables, holding, trump, roundhouses), trump)
    if trump is not None and holding.nines and tables.nine:
        melds.append(_laid(MeldKind.NINE, trump, holding.nines, tables.nine * holding.nines))
    if roundhouses and tables.roundhouse[roundhouses]:
        melds.append(_laid(MeldKind.ROUNDHOUSE, None, roundhouses, tables.roundhouse[roundhouses]))
    melds += _pinochles_and_arounds(tables, holding, roundhouses)
    if not book.words.are_standard:
        melds = [replace(meld, words=book.words) for meld in melds]
    return MeldCount(total, tuple(melds))


def best_cards(book: RuleBook, cards: Sequence[Card], trump: Suit | None) -> tuple[int, tuple[Card, ...]]:
    """The points of `best_meld`, and the cards that lie on the table for it, in the order given."""
    tables = meld_tables(book.meld, book.deck.copies)
    holding = _hold(tables, _counts(cards, tables.copies), trump)
    total, roundhouses = _weigh(tables, holding, trump)
    needed = _needed(tables, holding, trump, roundhouses)
    laid = []
    for card in cards:
        place = _PLACES[card]
        if needed[place]:
            needed[place] -= 1
            laid.append(card)
    return total, tuple(laid)


def _needed(tables: MeldTables, holding: Holding, trump: Suit | None, roundhouses: int) -> list[int]:
    """How many copies of each card, by place, the best choice with so many roundhouses takes."""
    needed = list[int]()
    wed = roundhouses if roundhouses and tables.roundhouse[roundhouses] else 0
    for suit, best in zip(SUITS, _rows(tables, holding, trump, roundhouses), strict=True):
        needed += best.cards
        needed.append(holding.nines if suit == trump and tables.nine else 0)
    for place in range(len(_PLACES)) if wed else ():
        if place % len(RANKS) in _OF_ROUNDHOUSE:
            needed[place] = max(wed, needed[place] + wed * tables.uses_up)
    for cards, table, held in zip(_PINOCHLES.values(), tables.pinochles, holding.pinochles, strict=True):
        for card in cards if held and table[held].points else ():
            needed[_PLACES[card]] = max(needed[_PLACES[card]], table[held].laid)
    for place, rows, held in zip(_AROUND_PLACES, tables.arounds, holding.arounds, strict=True):
        if held:
            best_around = rows[roundhouses if place in _OF_ROUNDHOUSE else 0][held]
            for at in range(place, len(_PLACES), len(RANKS)) if best_around.points else ():
                needed[at] = max(needed[at], best_around.laid)
    return needed


def _runs_and_marriages(meld: Meld, rows: list[SuitBest], trump: Suit | None) -> list[LaidMeld]:
    """The melds in each suit, trump first; what the book gives nothing for is left out."""
    melds: list[LaidMeld] = []
    for suit, best in zip(SUITS, rows, strict=True):
        if not best.points:
            continue
        is_trump = suit == trump
        runs = best.cards[0]
        of_marriages = marriage_points(meld, meld.royal_marriage if is_trump else meld.marriage, best.marriages, runs)
        laid = []
        if best.points > of_marriages:
            laid.append(_laid(MeldKind.RUN, suit, best.runs, best.points - of_marriages))
        if of_marriages:
            kind = MeldKind.ROYAL_MARRIAGE if is_trump else MeldKind.MARRIAGE
            after = runs if meld.beside_run == "counts_on" else 0
            laid.append(replace(_laid(kind, suit, best.marriages, of_marriages), after=after))
        melds = laid + melds if is_trump else melds + laid
    return melds


def _pinochles_and_arounds(tables: MeldTables, holding: Holding, roundhouses: int) -> list[LaidMeld]:
    melds = []
    for kind, table, held in zip(_PINOCHLES, tables.pinochles, holding.pinochles, strict=True):
        if table[held].points:
            melds.append(_laid(kind, None, table[held].laid, table[held].points))
    for (kind, _), rows, held in zip(_AROUNDS, tables.arounds, holding.arounds, strict=True):
        covered = roundhouses if kind in (MeldKind.KINGS, MeldKind.QUEENS) else 0
        best = rows[covered][held]
        if best.points:
            melds.append(_laid(kind, None, best.laid, best.points))
    return melds


def _laid(kind: MeldKind, suit: Suit | None, count: int, points: int) -> LaidMeld:
    return LaidMeld(kind, suit, count, points, meld_cards(kind, suit) * count)
