"""Both engines held against the rules, card by card, and against each other, over random deals."""

import random
from collections.abc import Sequence
from itertools import islice

import pytest

from scoring.play.engine import ASIDE, PlainEngine
from scoring.play.engine.position import Policy
from scoring.rules.book import RuleBook
from scoring.rules.cards import SUITS, Card, Suit
from scoring.rules.dealing import deal
from scoring.rules.melds import MeldKind, meld_cards, meld_total
from scoring.rules.notation import parse_cards
from scoring.rules.tricks import legal_plays
from tests.lab.benchmarks.random_loop import RandomLoop
from tests.sampling import sample
from tests.scoring.play.engine.deals import BOOKS, engines, play_by_rules, playouts, turns, unusual_books

EACH = [*BOOKS.items(), *unusual_books().items()]
each_book = pytest.mark.parametrize("book", [book for _, book in EACH], ids=[name for name, _ in EACH])
each_of_ours = pytest.mark.parametrize("book", BOOKS.values(), ids=BOOKS)


def deals_of(book: RuleBook) -> int:
    return sample(12, 4_000) if book in BOOKS.values() else sample(4, 800)


# -- against the rules


@each_book
def test_random_playouts_are_what_the_rules_make_of_the_same_chances(book: RuleBook) -> None:
    number = 1000
    for batch in range(-(-deals_of(book) // number)):
        both = engines(book)
        size = min(number, deals_of(book))
        worlds = both[0].deals(size, seed=batch)
        for place, (trump, first) in enumerate(islice(turns(book), len(worlds))):
            expected = play_by_rules(both[0], worlds.hands(place), trump, first, seed=5, line=0)
            world = both[0].worlds([worlds.hands(place)])
            for engine in both:
                position = engine.position({}, trump, first, bidder=first)
                assert engine.play_worlds(position, world, 5, policy="random")[0] == expected


@each_book
def test_melds_are_those_of_the_rules(book: RuleBook) -> None:
    both = engines(book)
    worlds = both[0].deals(-(-deals_of(book) // 4), seed=8)
    seats = book.seats
    hands = [worlds.hands(place)[seat] for place in range(len(worlds)) for seat in seats]
    found = [engine.look_over(hands) for engine in both]
    assert all(other == found[0] for other in found)
    assert found[0] == [looked_over(book, hand, suit) for hand in hands for suit in SUITS]


def looked_over(book: RuleBook, hand: Sequence[Card], suit: Suit) -> list[int]:
    """The same, asked of the rules."""
    own = [card.rank for card in hand if card.suit == suit]
    lacking = [card for card in meld_cards(MeldKind.RUN, suit) if card not in hand]
    high = own.count("T") + own.count("K")
    with_run = meld_total(book, (*hand, *lacking), suit)
    return [len(own), own.count("A"), high, meld_total(book, hand, suit), len(lacking), with_run]


@each_book
def test_melds_of_one_hand_with_the_kitty(book: RuleBook) -> None:
    rng = random.Random(4)
    engine = PlainEngine(book)
    for _ in range(sample(5, 20)):
        dealt = deal(book, rng, book.seats[0])
        hand = dealt.hands[book.seats[0]] + dealt.kitty
        assert engine.melds(hand) == {trump: meld_total(book, hand, trump) for trump in (*"SHDC", None)}


def test_melds_of_rich_hands() -> None:
    """Random hands rarely hold double runs or roundhouses: here are hands of few ranks and suits."""
    rng = random.Random(6)
    for book in (book for _, book in EACH):
        engine = PlainEngine(book)
        for _ in range(sample(8, 400)):
            rich = [card for card in book.cards if card.rank in rng.choice(("KQ", "ATKQJ", "KQA"))]
            hand = rng.sample(rich, min(len(rich), book.deal.hand_size))
            assert engine.melds(hand) == {trump: meld_total(book, hand, trump) for trump in (*"SHDC", None)}


# -- against each other


@each_book
def test_engines_agree_about_deals_and_sensible_play(book: RuleBook) -> None:
    number = -(-deals_of(book) // 10)
    dealt = [engine.deals(number, seed=3) for engine in engines(book)]
    played = [
        engine.play_worlds(engine.position({}, trump, book.seats[-1], bidder=book.seats[0]), worlds, 11, 2)
        for engine, worlds in zip(engines(book), dealt, strict=True)
        for trump in ("H", None)
    ]
    assert all(worlds.counts == dealt[0].counts for worlds in dealt)
    assert played[:2] == played[-2:]


@each_of_ours
@pytest.mark.parametrize(("policy", "n"), [("random", 2), ("sensible", 2), ("club", 1)])
def test_engines_agree_in_the_middle_of_a_trick(book: RuleBook, policy: Policy, n: int) -> None:
    rng = random.Random(12)
    for _ in range(sample(3, 200)):
        hands, trick, to_play = in_a_trick(book, rng)
        found = []
        for engine in engines(book):
            position = engine.position(hands, "D", to_play, trick=trick, taken={book.sides[0]: 3}, bidder=book.seats[0])
            legal = legal_plays(book, hands[to_play], trick, "D")
            assert sorted(engine.legal(position)) == sorted(legal)
            worlds = engine.worlds([hands] * 3)
            found.append(engine.evaluate(position, worlds, legal, seed=9, n=n, policy=policy))
        assert all(outcomes == found[0] for outcomes in found)
        assert [len(outcomes) for outcomes in found[0]] == [3 * n] * len(legal)


def in_a_trick(book: RuleBook, rng: random.Random) -> tuple[dict[str, list[Card]], list[Card], str]:
    """A deal of which some cards of the first trick lie on the table."""
    hands = {seat: list(cards) for seat, cards in deal(book, rng, book.seats[0]).hands.items()}
    trick: list[Card] = []
    seats = book.seats_from(rng.choice(book.seats))
    for seat in seats[: rng.randrange(len(seats))]:
        card = rng.choice(legal_plays(book, hands[seat], trick, "D"))
        hands[seat].remove(card)
        trick.append(card)
    return hands, trick, seats[len(trick)]


# -- what goes in and comes out


@each_book
@pytest.mark.parametrize("policy", ["sensible", "club"])
def test_all_points_and_tricks_are_somebodys(book: RuleBook, policy: Policy) -> None:
    for engine in engines(book):
        position = engine.position({}, "S", book.seats[0], bidder=book.seats[0])
        for outcome in engine.play_worlds(position, engine.deals(10, 1), 2, policy=policy):
            aside = 0 if book.kitty is None or book.kitty.buried_count else book.total_points - sum(outcome.takes)
            assert sum(outcome.takes) + aside == book.total_points
            assert sum(outcome.tricks) == book.tricks


def test_earlier_tricks_and_buried_cards_are_counted() -> None:
    book = BOOKS["gwinnett-3"]
    hands = {"A": parse_cards("9S"), "B": parse_cards("AS"), "C": parse_cards("QS")}
    for engine in engines(book):
        position = engine.position(
            hands,
            "H",
            "A",
            taken={"A": 5, "C": 2},
            tricks_won={"A": 9, "C": 5},
            bidder="C",
            buried=parse_cards("AH TD 9C"),
        )
        assert playouts(engine, position, 1, seed=1)[0] == ((5, 2, 4), (9, 1, 5), book.seats.index("B"))


@pytest.mark.parametrize("policy", ["random", "sensible"])
def test_nothing_to_play_stays_as_it_is(policy: Policy) -> None:
    for engine in engines(BOOKS["npa"]):
        position = engine.position({}, "S", "N", taken={"NS": 30, "EW": 20}, tricks_won={"N": 20})
        assert playouts(engine, position, 1, 1, policy)[0] == ((30, 20), (20, 0, 0, 0), -1)


def test_a_strange_seat_is_refused() -> None:
    engine = PlainEngine(BOOKS["npa"])
    with pytest.raises(KeyError, match=r"'A'.* N, E, S, W"):
        engine.position({"A": ()}, "S", "N")
    with pytest.raises(KeyError, match=ASIDE):
        engine.worlds([{ASIDE: parse_cards("9S")}])


def test_same_seed_same_outcomes_and_another_seed_others() -> None:
    for engine in engines(BOOKS["st-hilary"]):
        position = engine.position(engine.deals(1, 1).hands(0), "S", "N")
        one, again, other = (playouts(engine, position, 50, seed, "random") for seed in (1, 1, 2))
        assert one == again
        assert one != other
        assert len({tuple(each.takes) for each in one}) > 5


@pytest.mark.parametrize("seed", [0, -1, 2**62 - 1, 2**64 + 3])
def test_any_seed_will_do(seed: int) -> None:
    found = []
    for engine in engines(BOOKS["st-hilary"]):
        worlds = engine.deals(3, seed)
        found.append(engine.play_worlds(engine.position({}, "C", "S"), worlds, seed, 2, "random"))
    assert all(outcomes == found[0] for outcomes in found)


def test_candidates_meet_the_same_chances() -> None:
    """A candidate that is the only other copy of the same card must come to exactly the same."""
    for engine in engines(BOOKS["npa"]):
        worlds = engine.deals(20, 4)
        position = engine.position({}, "S", "N")
        card = min(set.intersection(*({*worlds.hands(place)["N"]} for place in range(2))))
        some = engine.worlds([worlds.hands(0), worlds.hands(1)])
        one, two = engine.evaluate(position, some, [card, card], 3, 5, "random")
        assert one == two


@each_book
def test_the_loop_of_the_benchmarks_plays_random_cards_as_the_engine_does(book: RuleBook) -> None:
    engine, loop = PlainEngine(book), RandomLoop(book)
    worlds = engine.deals(5, 7)
    for place, (trump, first) in enumerate(islice(turns(book), len(worlds))):
        position = engine.position(worlds.hands(place), trump, first, bidder=first)
        assert playouts(loop, position, 3, 5, "random") == playouts(engine, position, 3, 5, "random")
        card, world = engine.legal(position)[0], engine.worlds([worlds.hands(place)])
        one, other = (each.evaluate(position, world, [card], 5, 3, "random") for each in (loop, engine))
        assert one == other
