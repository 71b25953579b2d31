"""A game from three answers: how many play, which cards, how high. The nearest built-in book, changed so that the deal
comes out. No book is named here: one that is added is weighed like the others."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from math import log2
from typing import Any, Final, NamedTuple

from .book import BookError, RuleBook, book_from_data, built_in_books
from .book.deal import MOST_ALONE, Sides, usual_sides
from .book.exchange import Kitty
from .book.game import BidToWin
from .book.section import Section
from .cards import RANKS
from .notation import listed, number

WITHOUT_NINES: Final = RANKS[:-1]
DECKS: Final[Mapping[int, tuple[str, int]]] = {
    48: (RANKS, 2), 80: (WITHOUT_NINES, 4), 96: (RANKS, 4), 120: (WITHOUT_NINES, 6), 144: (RANKS, 6),
    160: (WITHOUT_NINES, 8), 192: (RANKS, 8),
}  # fmt: skip
"""The decks that people play with, by their cards: ranks, and copies of each card."""
SMALLEST_HAND: Final = 8
LARGEST_HAND: Final = 26
LARGEST_KITTY: Final = 10
TENS: Final = 30
"""A game to more than so many times half its cards is counted in tens."""
MOST_MENDS: Final = 8

MELD_ROWS: Final = (
    "run", "royal_marriage", "marriage", "pinochle", "heart_pinochle", "aces", "kings", "queens", "jacks"
)  # fmt: skip


class Answers(NamedTuple):
    """How many play and who plays together, how many cards, and the target or the number of hands."""

    players: int
    sides: Sides
    cards: int
    target: int | None = None
    hands: int | None = None


# -- what can be answered ----------------------------------------------------------------


def sides_for(players: int) -> tuple[Sides, ...]:
    """Who plays together at a table of so many, the usual first."""
    together: tuple[Sides, ...] = ("called",) if players % 2 else ("second", "across")
    if players == 4:
        return ("across",)
    alone: tuple[Sides, ...] = ("alone",) if players <= MOST_ALONE else ()
    return alone if players < 4 else (*together, *alone)


def decks_for(players: int) -> tuple[int, ...]:
    """The decks, by their cards, that come out even for so many, perhaps with a kitty."""
    return tuple(cards for cards in DECKS if _dealt(players, cards))


def _dealt(players: int, cards: int, *, with_kitty: bool = False) -> tuple[int, int] | None:
    """Cards for each player and for the kitty; None for hands that nobody plays."""
    hand, kitty = divmod(cards, players)
    if with_kitty and not kitty and hand > SMALLEST_HAND:
        hand, kitty = hand - 1, players
    return (hand, kitty) if SMALLEST_HAND <= hand <= LARGEST_HAND and kitty <= LARGEST_KITTY else None


# -- the nearest book --------------------------------------------------------------------


def by_nearness(answers: Answers) -> tuple[RuleBook, ...]:
    """The built-in books that can be made into the game, the nearest first."""
    books = sorted(built_in_books().values(), key=lambda book: distance(book, answers))
    return tuple(book for book in books if described(book, answers) is not None)


def distance(book: RuleBook, answers: Answers) -> float:
    """How far a book is from the answers: players weigh most, then sides, deck, unit and length."""
    deal, cards = book.deal, len(book.cards)
    apart = 4 + abs(deal.players - answers.players) if deal.players != answers.players else 0
    if deal.sides != answers.sides:
        apart += 1 if deal.has_partners == (answers.sides in ("across", "second")) else 2
    deck = 2 * abs(log2(cards / answers.cards)) + (book.deck.ranks != DECKS[answers.cards][0])
    unit = (book.deck.unit > 1) != _is_in_tens(answers)
    return apart + deck + unit + _length_apart(book, answers)


def _is_in_tens(answers: Answers) -> bool:
    return answers.target is not None and answers.target > TENS * answers.cards / 2


def _length_apart(book: RuleBook, answers: Answers) -> float:
    """Two games to a target are never further apart than one to a target and one of so many hands."""
    wanted = answers.target or answers.hands
    if not wanted or is_as_long(book, answers):
        return 0
    if bool(answers.target) != bool(book.game.target):
        return 1.5
    known = book.targets or (book.game.target or book.game.deals or wanted,)
    return min((1.25, *(abs(log2(length / wanted)) for length in known)))


def why_nearest(book: RuleBook, answers: Answers) -> str:
    """What the book and the answers have in common, and what the answers change."""
    told = (
        (book.deal.players == answers.players, f"{number(book.deal.players)} players"),
        (len(book.cards) == answers.cards, f"{len(book.cards)} cards"),
        (is_as_long(book, answers), f"a game {_length(book)}"),
    )
    alike = [words for is_alike, words in told if is_alike]
    other = [words for is_alike, words in told if not is_alike]
    if not other:
        return f"It has {listed(alike)}, like yours."
    like = f"It has {listed(alike)} like yours, but" if alike else "It has"
    return f"{like} {listed(other)}. Your answers change that."


def _length(book: RuleBook) -> str:
    if book.targets:
        return listed([f"to {target:,}" for target in book.targets], "or")
    return book.game.length if book.game.target else f"of {book.game.length}"


def is_as_long(book: RuleBook, answers: Answers) -> bool:
    game = book.game
    if answers.target:
        return answers.target in (game.target, *book.targets)
    return (answers.hands == game.deals or book.needs_hands) and game.target is None


# -- the game itself ---------------------------------------------------------------------


def answers_of(book: RuleBook) -> Answers:
    """The answers that a book gives itself."""
    game = book.game
    return Answers(
        book.deal.players, book.deal.sides, len(book.cards), game.target, None if game.target else game.deals
    )


@lru_cache(maxsize=512)
def described(book: RuleBook, answers: Answers) -> RuleBook | None:
    """The book with these players, cards and length; None where it can't be made into such a game."""
    data = _data(book, answers)
    for _ in range(MOST_MENDS):
        try:
            return book_from_data(data)
        except BookError as error:
            mended = [_mend(data, fault.path) for fault in error.faults]
            if not any(mended):
                return None
    return None


def _mend(data: dict[str, Any], path: str) -> bool:
    """Set an entry that no longer fits to what holds where a book says nothing."""
    names = [name for name in path.split(".") if not name.isdecimal()]
    part: Any = RuleBook
    place: Any = data
    for depth, name in enumerate(names):
        field = getattr(part, "model_fields", {}).get(name)
        if field is None or not isinstance(place, dict):
            return False
        inner = field.annotation if isinstance(field.annotation, type) else None
        goes_on = depth < len(names) - 1
        if goes_on and inner is not None and issubclass(inner, Section):
            part, place = inner, place.setdefault(name, {})
        elif field.is_required() or (field.default is None and place.get(name) is None):
            return False
        else:  # a part that a book can leave out goes as a whole
            place.pop(name, None)
            return True
    return False


def _data(book: RuleBook, answers: Answers) -> dict[str, Any]:
    data: dict[str, Any] = book.model_dump(mode="json")
    deal, is_same_deck = data["deal"], len(book.cards) == answers.cards
    if not is_same_deck:
        _change_deck(data, *DECKS[answers.cards])
    if not is_same_deck or book.deal.players != answers.players:
        dealt = _dealt(
            answers.players, answers.cards, with_kitty=book.kitty is not None and answers.players <= book.deal.players
        )
        hand, kitty = dealt or divmod(answers.cards, answers.players)
        deal |= {"players": answers.players, "hand_size": hand, "kitty_size": kitty, "packets": _packets(book, hand)}
        deal.pop("stock_size", None)
        data["kitty"] = (
            {**(data["kitty"] or Kitty(bury=kitty).model_dump(mode="json")), "bury": kitty} if kitty else None
        )
    if book.deal.sides != answers.sides:
        for name in ("calls", "called_from", "opponents"):
            deal.pop(name, None)
    if answers.sides == usual_sides(answers.players):
        deal.pop("sides", None)
    else:
        deal["sides"] = answers.sides
    if (answers.target or answers.hands) and not _is_so_long(book, answers):
        game = book.game
        data["game"] |= {"target": answers.target, "deals": answers.hands, "other_target": None, "table_hands": False}
        if game.bid_to_win and answers.target and game.target:
            bid_to_win = scaled(game.bid_to_win, game.target, answers.target)
            data["game"]["bid_to_win"] = bid_to_win.model_dump(mode="json")
        data["round"] = None
    return data


def _is_so_long(book: RuleBook, answers: Answers) -> bool:
    return (answers.target, answers.hands) == (book.game.target, book.game.deals) and not book.targets


def _change_deck(data: dict[str, Any], ranks: str, copies: int) -> None:
    data["deck"] |= {"ranks": ranks, "copies": copies}
    data["meld"] |= {name: data["meld"][name][:copies] for name in MELD_ROWS if name in data["meld"]}
    if RANKS[-1] not in ranks:
        data["meld"]["nine"] = 0
        data["redeal"]["nines"] = 0


def _packets(book: RuleBook, hand: int) -> list[list[int]]:
    """Four or three at a time, as the hand comes out; a first packet of three where no size does."""
    now = [list(packet) for packet in book.deal.packets if hand == book.deal.hand_size]
    even = next((size for size in (4, 3, 5, 2) if hand % size == 0), None)
    return now or [[even]] if even else [[3, 2]]


def scaled(rule: BidToWin, was: int, target: int) -> BidToWin:
    """Bid to win as far below another target as it was below this."""
    return rule.model_copy(update={"at": rule.at * target // was // 5 * 5})
