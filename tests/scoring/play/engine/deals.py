"""Books that the engines are tried on, and deals of them played card by card by the rules themselves."""

import random
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

from scoring.play.engine import ASIDE, Outcome, Outcomes, PlainEngine, Policy, Position, Worlds, is_compiled, kernel
from scoring.play.engine.base import Engine
from scoring.play.engine.tables import CARDS, PLACE_OF, PLACES, TRUMPS, mask_of
from scoring.rules.book import RuleBook, book_from_data, built_in_book
from scoring.rules.cards import Card, Seat, Suit
from scoring.rules.tricks import legal_plays, points, winner
from tests.books import PLAYED
from tests.scoring.rules.deal_samples import changed, changed_data, of_unequal_counters

BOOKS = {key: built_in_book(key) for key in PLAYED}


def with_deck(key: str, ranks: str, copies: int, hand_size: int, left_over: int = 0, **entries: Any) -> RuleBook:
    """A book with another deck, sensible or not; each meld has the one column that every deck allows."""
    book = BOOKS[key]
    columns = {
        f"meld__{name}": list(getattr(book.meld, name)[:copies])
        for name in ("run", "royal_marriage", "marriage", "pinochle", "aces", "kings", "queens", "jacks")
    }
    data = changed_data(
        book,
        deck__ranks=ranks,
        deck__copies=copies,
        deck__counters="".join(rank for rank in "ATK" if rank in ranks),
        deal__hand_size=hand_size,
        deal__kitty_size=left_over,
        deal__packets=[[1]],
        **{**columns, **entries},
    )
    return book_from_data(data, is_kept=True)


OTHER_SIDES = (
    "five, partner called",
    "six across, three sides",
    "eight, two sides",
    "eight, four sides",
    "two, no stock",
)
"""Those of the unusual books with a table of a size, or with sides, that no built-in one has."""


@lru_cache(maxsize=1)
def unusual_books() -> dict[str, RuleBook]:
    """Books as a club could make them, for what no built-in one has."""
    headings = {
        f"{key}, {heading}, {after}": changed(BOOKS[key], play__heading=heading, play__after_trump=after)
        for key in ("st-hilary", "gwinnett-3")
        for heading in ("always", "not_partner", "trumps", "when_trump_led")
        for after in ("any_of_suit", "beat_suit_led")
        if not (heading == "not_partner" and key == "gwinnett-3")
        if (heading, after) != (BOOKS[key].play.heading, BOOKS[key].play.after_trump)
    }
    kitty = {"shown": True, "bury": 8, "buried_count": True}
    six, five = built_in_book("six-handed"), built_in_book("five-handed")
    return {
        **headings,
        "five, partner called": five.for_hand(None, "B", "C"),
        "five, nobody called": changed(five, deal__opponents="together").for_hand(None, "D", "D"),
        "five, opponents alone": changed(five, deal__opponents="alone").for_hand(None, "A", "D"),
        "six across, three sides": changed(six, deal__sides="across", play__heading="not_partner"),
        "eight, two sides": changed(
            six, deal__players=8, deck__copies=8, play__heading="not_partner", play__after_trump="beat_suit_led"
        ),
        "eight, four sides": changed(
            six, deal__players=8, deal__sides="across", deal__hand_size=24, deck__ranks="ATKQJ9", deck__copies=8
        ),
        "two, no stock": changed(
            BOOKS["st-hilary"],
            deal__players=2,
            deal__sides="alone",
            deal__hand_size=24,
            deal__packets=[[4]],
            passing=None,
        ),
        "runs in any suit": changed(BOOKS["gwinnett"], meld__run_suits="any"),
        "parts of a roundhouse": changed(BOOKS["npa"], meld__roundhouse=None),
        "roundhouse in any suit": changed(BOOKS["npa"], meld__run_suits="any", meld__roundhouse__values=[24, 300]),
        "buried cards count for nobody": changed(BOOKS["gwinnett-3"], kitty__buried_count=False),
        "marriages in a roundhouse, kings and queens beside it": changed(
            BOOKS["npa"],
            meld__roundhouse__marriages_too=True,
            meld__roundhouse__arounds_too=True,
            meld__royal_marriage=[4, 30],
            meld__beside_run="counts_on",
        ),
        "pinochles of two kinds": changed(BOOKS["cutthroat"], meld__heart_pinochle=[3, 25]),
        "one of each": with_deck("st-hilary", "ATKQJ9", 1, 6, redeal__nines=4),
        "eight of each": with_deck("st-hilary", "ATKQ", 8, 32, meld__nine=0, redeal__nines=0),
        "seven of each and a kitty": with_deck("gwinnett", "ATKQJ9", 7, 40, 8, kitty=kitty),
        "counters of unequal worth": of_unequal_counters("ATKQ", 10, 10, 5, 5),
        "aces worth three": changed(
            BOOKS["st-hilary"], deck__counter_points=3, deck__counters="AQ", deck__last_trick=7
        ),
    }


def playouts(engine: Engine, position: Position, n: int, seed: int, policy: Policy = "sensible") -> Outcomes:
    """So many playouts of the hands that the position brings."""
    return engine.play_worlds(position, Worlds(1, bytearray(position.counts), engine.book.seats), seed, n, policy)


def engines(book: RuleBook) -> list[Engine]:
    """Both engines, or the plain one where there is no numba."""
    if not is_compiled():
        return [PlainEngine(book)]
    from scoring.play.engine.compiled import CompiledEngine

    return [PlainEngine(book), CompiledEngine(book)]


def turns(book: RuleBook) -> Iterator[tuple[Suit | None, Seat]]:
    """Trumps, no trump too, and seats to begin, in turn."""
    number = 0
    while True:
        yield TRUMPS[number % len(TRUMPS)], book.seats[number % len(book.seats)]
        number += 1


def play_by_rules(
    engine: Engine, hands: Mapping[str, Sequence[Card]], trump: Suit | None, first: Seat, seed: int, line: int
) -> Outcome:
    """A random playout in which the rules say what is legal, who wins and what it counts, with the chances of
    `line` of a seed. On the way the tables are held against the rules at every card."""
    book, play = engine.book, engine.tables.play
    held = {seat: list(hands[seat]) for seat in book.seats}
    taken = dict.fromkeys(book.take_sides, 0)
    tricks = dict.fromkeys(book.seats, 0)
    if book.kitty is not None and book.kitty.buried_count:
        taken[book.take_side_of(first)] += points(book, hands[ASIDE], False)
    stream = kernel.stream_of(seed, line)
    leader = first
    while held[leader]:
        trick: list[Card] = []
        state = play.start[TRUMPS.index(trump)]
        for seat in book.seats_from(leader):
            legal = legal_plays(book, held[seat], trick, trump)
            found = kernel.legal_mask(play, state, TRUMPS.index(trump), mask_of(held[seat]))
            assert found == mask_of(legal), (held[seat], trick, trump)
            card, stream = drawn(legal, stream)
            held[seat].remove(card)
            trick.append(card)
            assert (play.beats[state] >> PLACE_OF[card] & 1 == 1) == (winner(trick, trump) == len(trick) - 1)
            state = play.steps[state * PLACES + PLACE_OF[card]]
            assert CARDS[play.best[state]] == trick[winner(trick, trump)]
        leader = book.seats_from(leader)[winner(trick, trump)]
        taken[book.take_side_of(leader)] += points(book, trick, last_trick=not held[leader])
        tricks[leader] += 1
    return Outcome(tuple(taken.values()), tuple(tricks.values()), book.seats.index(leader))


def drawn(legal: Sequence[Card], stream: int) -> tuple[Card, int]:
    """One of the legal cards by chance, and the chance after it."""
    if len(legal) == 1:
        return legal[0], stream
    stream = kernel.next_of(stream)
    number = (stream % 2**32) * len(legal) // 2**32
    return sorted(legal, key=PLACE_OF.__getitem__)[number], stream


def shuffled(book: RuleBook, rng: random.Random) -> list[Card]:
    deck = list(book.cards)
    rng.shuffle(deck)
    return deck
