"""The engines' tables of small numbers, all taken from `scoring/rules`.

A card is its place 0…23: six times its suit (in `SUITS`) plus its height. Cards held are counts by place, and a mask of
24 bits whatever the number of copies.

A trick is fully told by the suit led, that suit's highest card and the highest trump: some 130 *states*. What a state
asks of a hand, and which cards take the trick, is found by asking `rules.tricks`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Final, NamedTuple

from scoring.rules.book import RuleBook
from scoring.rules.cards import HEART_PINOCHLE, PINOCHLE, RANKS, SUITS, Card, Suit
from scoring.rules.melds import meld_tables
from scoring.rules.tricks import duty_of, legal_plays, points, winner

RANKS_IN_SUIT: Final = len(RANKS)
PLACES: Final = RANKS_IN_SUIT * len(SUITS)
OF_ONE_HEIGHT: Final = 0b000001_000001_000001_000001
TRUMPS: Final[tuple[Suit | None, ...]] = (*SUITS, None)
CARDS: Final = tuple(Card(rank, suit) for suit in SUITS for rank in reversed(RANKS))
PLACE_OF: Final = {card: place for place, card in enumerate(CARDS)}
DRAWS_TRUMP_UP_TO: Final = 2  # copies: in a bigger deck a bidder cashes side aces first instead

Ints = Sequence[int]


def mask_of(cards: Sequence[Card]) -> int:
    """The cards as a mask, copies or none."""
    mask = 0
    for card in cards:
        mask |= 1 << PLACE_OF[card]
    return mask


class PlayTables(NamedTuple):
    """All about tricks. By state: `led` is the suit to follow, `follow` and `over` the cards of it, or trumps, that do
    the duty if held, `beats` those that take the trick, `best` the card that has it; `steps[24 * state + card]` is the
    next state, `to_beat` and `to_beat_over` heights to beat when following or trumping (-1: none).

    By seat: `side_of`, whose tricks are counted together, and `mates`, the others of it as a mask of seats.
    By trump: `start` is an empty trick's state, `trumps` the suit's mask. By card: copies, points, cards `above`. By
    set of heights, all cards of the first one: `throw` best lost, `feed` best given to a partner, `highest`. `counter`
    is `Deck.usual_worth`. `bits`, `places` and `picks` count and find
    bits.
    """

    players: int
    sides: int
    holders: int
    aside_counts: int
    last_trick: int
    counter: float
    draws_trump: int
    copies: int
    side_of: Ints
    mates: Ints
    start: Ints
    trumps: Ints
    led: Ints
    follow: Ints
    over: Ints
    beats: Ints
    best: Ints
    steps: Ints
    to_beat: Ints
    to_beat_over: Ints
    deck: Ints
    value: Ints
    above: Ints
    throw: Ints
    feed: Ints
    highest: Ints
    bits: Ints
    places: Ints
    picks: Ints


class TrickTables(NamedTuple):
    """The part of `PlayTables` that Club players use: fewer compile sooner."""

    players: int
    sides: int
    aside_counts: int
    last_trick: int
    counter: float
    draws_trump: int
    copies: int
    side_of: Ints
    mates: Ints
    start: Ints
    trumps: Ints
    led: Ints
    follow: Ints
    over: Ints
    beats: Ints
    best: Ints
    steps: Ints
    to_beat: Ints
    to_beat_over: Ints
    value: Ints
    places: Ints


class MeldArrays(NamedTuple):
    """`rules.melds.MeldTables` flat: `[9 * runs + marriages]`, `[81 * kind + 9 * roundhouses + held]`."""

    runs_outside_trump: int
    nine: int
    own_roundhouse: int
    uses_up: int
    royal: Ints
    plain: Ints
    pinochle: Ints
    heart_pinochle: Ints
    arounds: Ints
    roundhouse: Ints
    needed: Ints


@dataclass(frozen=True, slots=True)
class Tables:
    """An engine's knowledge of a book; `deck` are all cards' places, `sizes` the holders' cards, `first_leads` by trump
    the states in which a trump must be led."""

    book: RuleBook
    play: PlayTables
    tricks: TrickTables
    meld: MeldArrays
    deck: tuple[int, ...]
    sizes: tuple[int, ...]
    first_leads: tuple[int, ...]


@lru_cache(maxsize=64)
def tables_for(book: RuleBook) -> Tables:
    """A book's tables; some hundredths of a second the first time."""
    if book.team:  # all the rest is as in any hand
        known = tables_for(book.before_the_call)
        sides: dict[str, Any] = dict(zip(("sides", "side_of", "mates"), _side_tables(book), strict=True))
        return replace(known, book=book, play=known.play._replace(**sides), tricks=known.tricks._replace(**sides))
    deck = tuple(PLACE_OF[card] for card in book.cards)
    sizes = (book.deal.hand_size,) * len(book.seats) + (book.deal.kitty_size,) * bool(book.deal.kitty_size)
    play, first_leads = _play_tables(book)
    tricks = TrickTables(*(getattr(play, name) for name in TrickTables._fields))
    return Tables(book, play, tricks, _meld_arrays(book), deck, sizes, first_leads)


# -- tricks ------------------------------------------------------------------------------


_States = dict[str, list[int]]
"""The tables by state, filled trump by trump."""


def _play_tables(book: RuleBook) -> tuple[PlayTables, tuple[int, ...]]:
    by_state = ("start", "led", "follow", "over", "beats", "best", "steps", "to_beat", "to_beat_over")
    states: _States = {name: [] for name in by_state}
    first_leads = tuple(_add_states(states, book, trump) for trump in TRUMPS)
    heights = range(RANKS_IN_SUIT)
    sides, side_of, mates = _side_tables(book)
    value = [points(book, [card], False) if card.rank in book.deck.ranks else 0 for card in CARDS]
    play = PlayTables(
        players=len(book.seats),
        sides=sides,
        holders=len(book.seats) + bool(book.deal.kitty_size),
        aside_counts=int(book.kitty is not None and book.kitty.buried_count),
        last_trick=points(book, [], True),
        counter=book.deck.usual_worth,
        draws_trump=int(book.deck.copies <= DRAWS_TRUMP_UP_TO),
        copies=book.deck.copies,
        side_of=side_of,
        mates=mates,
        trumps=[mask_of([card for card in CARDS if card.suit == trump]) for trump in TRUMPS],
        deck=[book.deck.copies if card.rank in book.deck.ranks else 0 for card in CARDS],
        value=value,
        above=[mask_of([other for other in CARDS if other.suit == card.suit and other.beats(card, None)])
               for card in CARDS],
        # To an opponent no counters first, then the lowest; to a partner the king, the ten, what is worth nothing, the
        # ace last.
        throw=_first_by(sorted(heights, key=lambda height: (value[height], height))),
        feed=_first_by(sorted(heights, key=lambda height: (height == heights[-1], -value[height], height))),
        highest=_first_by(heights[::-1]),
        bits=_BITS,
        places=_PLACES_OF_BITS,
        picks=_PICKS,
        **states,
    )  # fmt: skip
    return play, first_leads


def _side_tables(book: RuleBook) -> tuple[int, list[int], list[int]]:
    """The number of sides, and by seat the side and the mates."""
    side_of = [book.take_sides.index(book.take_side_of(seat)) for seat in book.seats]
    mates = [sum(1 << book.seats.index(mate) for mate in book.mates(seat)) for seat in book.seats]
    return len(book.take_sides), side_of, mates


def _first_by(order: Ints) -> list[int]:
    """For every set of heights as a mask: the cards of all suits of the first height."""
    return [0, *(next(OF_ONE_HEIGHT << height for height in order if heights >> height & 1)
                 for heights in range(1, 1 << RANKS_IN_SUIT))]  # fmt: skip


def _add_states(states: _States, book: RuleBook, trump: Suit | None) -> int:
    """Add every state reachable under `trump`, by playing every card on each; the one in which a trump must be led, or
    the start where none must."""
    in_deck = [card for card in CARDS if card.rank in book.deck.ranks]
    base = len(states["led"])
    found: dict[tuple[Card, ...], int] = {(): base}
    waiting: list[tuple[Card, ...]] = [()]
    states["start"].append(base)
    for trick in waiting:
        _add_state(states, book, trick, in_deck, trump)
        for card in CARDS:
            after = _told_by(book, (*trick, card), trump) if card in in_deck else trick
            if after not in found:
                found[after] = base + len(found)
                waiting.append(after)
            states["steps"].append(found[after])
    if trump is None or book.play.first_lead == "any":
        return base
    # As the start, but that trump is to be followed.
    opening, steps = len(states["led"]), states["steps"][base * PLACES : (base + 1) * PLACES]
    for name in ("over", "beats", "best", "to_beat", "to_beat_over"):
        states[name].append(states[name][base])
    for name in ("led", "follow"):
        states[name].append(mask_of([card for card in in_deck if card.suit == trump]))
    states["steps"] += steps
    return opening


def _told_by(book: RuleBook, trick: tuple[Card, ...], trump: Suit | None) -> tuple[Card, ...]:
    """The shortest trick of the same state: the suit's highest card, then the highest trump. Where a partner's best
    card is left alone, it comes again for each card that came after it, until its player's side is next again."""
    led = [card for card in trick if card.suit == trick[0].suit]
    over = [card for card in trick if card.suit == trump and trump != trick[0].suit]
    told = tuple(max(cards, key=lambda card: card.height) for cards in (led, over) if cards)
    if book.play.heading != "not_partner":
        return told
    after_best = len(trick) - 1 - winner(trick, trump)
    return told + told[-1:] * (after_best % len(book.sides))


def _add_state(
    states: _States, book: RuleBook, trick: tuple[Card, ...], in_deck: list[Card], trump: Suit | None
) -> None:
    led = [card for card in in_deck if not trick or card.suit == trick[0].suit]
    over = [card for card in in_deck if trick and card.suit == trump]
    states["led"].append(mask_of(led))
    states["follow"].append(mask_of(legal_plays(book, led, trick, trump)))
    states["over"].append(mask_of(legal_plays(book, over, trick, trump)) if over else 0)
    states["beats"].append(mask_of([card for card in in_deck if winner((*trick, card), trump) == len(trick)]))
    states["best"].append(PLACE_OF[trick[winner(trick, trump)]] if trick else 0)
    states["to_beat"].append(_height_to_beat(book, trick, trick[0].suit if trick else None, trump))
    states["to_beat_over"].append(_height_to_beat(book, trick, trump, trump))


def _height_to_beat(book: RuleBook, trick: tuple[Card, ...], suit: Suit | None, trump: Suit | None) -> int:
    whole = [card for card in CARDS if card.suit == suit]
    above = duty_of(book, whole, trick, trump).above
    return -1 if above is None else above.height


# -- bits --------------------------------------------------------------------------------

HALF: Final = PLACES // 2
_BITS: Final = [mask.bit_count() for mask in range(1 << HALF)]
# Powers of two leave different rests by 37: a bit is found without going through them all.
BIT_PRIME: Final = 37
_PLACES_OF_BITS: Final = [
    next((n for n in range(PLACES) if (1 << n) % BIT_PRIME == rest), 0) for rest in range(BIT_PRIME)
]

# The cards of a suit's mask from the lowest: `_PICKS[6 * mask + number]`.
_PICKS: Final = [
    ([place for place in range(RANKS_IN_SUIT) if mask >> place & 1] + [0] * RANKS_IN_SUIT)[number]
    for mask in range(1 << RANKS_IN_SUIT)
    for number in range(RANKS_IN_SUIT)
]


# -- melds -------------------------------------------------------------------------------

MOST_COPIES: Final = 9  # eight copies of a card, or none
MELD_TABLE: Final = MOST_COPIES * MOST_COPIES


def _meld_arrays(book: RuleBook) -> MeldArrays:
    tables = meld_tables(book.meld, book.deck.copies)
    return MeldArrays(
        runs_outside_trump=int(tables.runs_outside_trump),
        nine=tables.nine,
        own_roundhouse=int(bool(tables.roundhouse)),
        uses_up=tables.uses_up,
        royal=_flat([[best.points for best in row] for row in tables.royal]),
        plain=_flat([[best.points for best in row] for row in tables.plain]),
        pinochle=[best.points for best in tables.pinochles[0]],
        heart_pinochle=[best.points for best in tables.pinochles[1]],
        arounds=[
            points for kind in tables.arounds for points in _flat([[best.points for best in row] for row in kind])
        ],
        roundhouse=list(tables.roundhouse) or [0],
        needed=[PLACE_OF[card] for card in (*PINOCHLE, *HEART_PINOCHLE)],
    )


def _flat(rows: Sequence[Sequence[int]]) -> list[int]:
    """Rows of at most `MOST_COPIES` figures in a row, padded with zeros."""
    flat = [0] * MELD_TABLE
    for number, row in enumerate(rows):
        for place, figure in enumerate(row):
            flat[number * MOST_COPIES + place] = figure
    return flat
