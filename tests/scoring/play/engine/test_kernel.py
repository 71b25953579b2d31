"""Worlds that fit what is known, chance, and how the sensible player plays."""

import random
from collections import Counter
from itertools import islice, product

import pytest

from scoring.play.engine import ASIDE, Limits, NoWorld, PlainEngine, kernel
from scoring.play.engine.base import Engine
from scoring.play.engine.tables import CARDS, TRUMPS
from scoring.rules.book import RuleBook
from scoring.rules.cards import SUITS, Card
from scoring.rules.dealing import deal
from scoring.rules.notation import parse_cards
from tests.sampling import sample
from tests.scoring.play.engine.deals import BOOKS, engines, unusual_books

ST_HILARY = BOOKS["st-hilary"]
NPA = BOOKS["npa"]
OF_SUIT = {suit: [card for card in CARDS if card.suit == suit] for suit in SUITS}
each_book = pytest.mark.parametrize(
    "book", [*BOOKS.values(), *unusual_books().values()][-14:], ids=lambda book: book.key
)


# -- chance


def test_stream_is_even() -> None:
    """Each of the upper bits of the lowest 32 falls either way, at the start of streams and along one."""
    number = 20_000
    along = list(islice(chances(7), number))
    starts = [kernel.next_of(kernel.stream_of(7, line)) for line in range(number)]
    for found, bit in product((along, starts), range(16, 32)):
        ones = sum(each >> bit & 1 for each in found)
        assert abs(ones - number / 2) < 5 * (number / 4) ** 0.5


def chances(seed: int):
    stream = kernel.stream_of(seed, 0)
    while True:
        stream = kernel.next_of(stream)
        yield stream


def test_streams_of_neighbouring_seeds_differ() -> None:
    streams = {kernel.stream_of(seed, line) for seed in (*range(100), *(2**32 * seed for seed in range(1, 100)))
               for line in range(100)}  # fmt: skip
    assert len(streams) == 199 * 100


@pytest.mark.parametrize("seed", [0, 2**31, 2**32 - 1, 2**62 - 1])
def test_streams_keep_within_compiled_numbers(seed: int) -> None:
    stream = kernel.stream_of(seed, 2**32 - 1)
    for _ in range(1000):
        assert 0 < stream < 2**62
        stream = kernel.next_of(stream)


def test_deals_are_even() -> None:
    """Every card lies with every player equally often."""
    number = 2000
    for engine in engines(ST_HILARY):
        worlds = engine.deals(number, seed=1)
        row = len(worlds.counts) // number
        assert all(sum(worlds.counts[start : start + 24]) == 12 for start in range(0, len(worlds.counts), 24))
        for place in range(row):
            found = sum(worlds.counts[place::row])
            assert abs(found - number / 2) < 5 * (2 * number * 3 / 16) ** 0.5


# -- worlds


def asking(book: RuleBook, rng: random.Random) -> tuple[list[Card], dict[str, Limits], dict[str, list[Card]]]:
    """What the first seat does not see, and something that is known of each other holder and true."""
    dealt = deal(book, rng, book.seats[0])
    hands = {**dealt.hands, **({ASIDE: dealt.kitty} if dealt.kitty else {})}
    own = hands.pop(book.seats[0])
    limits = {}
    for holder, cards in hands.items():
        held = Counter(cards)
        told = rng.sample(cards, rng.randint(0, len(cards)))
        least = {card: rng.randint(0, held[card]) for card in told} if rng.random() < 0.7 else {}
        tight = rng.random()
        most = {card: held[card] + (rng.random() < 0.2) for card in CARDS if rng.random() < tight}
        limits[holder] = Limits(len(cards), least, most)
    return [card for cards in hands.values() for card in cards], limits, {book.seats[0]: list(own)}


@each_book
def test_sampled_worlds_fit_and_engines_agree(book: RuleBook) -> None:
    rng = random.Random(9)
    for _ in range(sample(15, 300)):
        unseen, limits, known = asking(book, rng)
        seed = rng.randrange(2**40)
        found = [engine.sample_worlds(unseen, limits, 3, seed, known) for engine in engines(book)]
        assert all(worlds.counts == found[0].counts for worlds in found)
        for place in range(3):
            hands = found[0].hands(place)
            assert Counter(hands[book.seats[0]]) == Counter(known[book.seats[0]])
            assert Counter(card for holder in limits for card in hands[holder]) == Counter(unseen)
            for holder, limit in limits.items():
                held = Counter(hands[holder])
                assert sum(held.values()) == limit.size
                assert all(held[card] >= least for card, least in limit.at_least.items())
                assert all(held[card] <= most for card, most in limit.at_most.items())


def test_a_world_that_takes_a_chain_of_exchanges_is_found() -> None:
    """E may have only spades, S spades and hearts, W hearts and diamonds: one way to lie there is."""
    unseen = parse_cards("AS TS AH TH AD TD")
    void = {suit: dict.fromkeys(cards, 0) for suit, cards in OF_SUIT.items()}
    limits = {
        "E": Limits(2, at_most={**void["H"], **void["D"]}),
        "S": Limits(2, at_most=void["D"]),
        "W": Limits(2, at_most=void["S"]),
    }
    for engine, seed in product(engines(ST_HILARY), range(30)):
        hands = engine.sample_worlds(unseen, limits, 1, seed).hands(0)
        assert {seat: {card.suit for card in hands[seat]} for seat in "ESW"} == {"E": {"S"}, "S": {"H"}, "W": {"D"}}


def test_worlds_are_found_exactly_where_there_is_one() -> None:
    """Small cases at random, against going through all ways to lay the cards."""
    rng = random.Random(3)
    outcomes: Counter[bool] = Counter()
    for _ in range(sample(100, 2_000)):
        unseen = rng.choices([CARDS[0], CARDS[1], CARDS[2], CARDS[8]], k=6)
        limits = {
            seat: Limits(
                2,
                {card: 1 for card in sorted(set(unseen)) if rng.random() < 0.15},
                {card: rng.randint(0, 1) for card in sorted(set(unseen)) if rng.random() < 0.6},
            )
            for seat in "ESW"
        }
        ways = ways_to_lie(unseen, limits)
        outcomes[bool(ways)] += 1
        for engine in engines(ST_HILARY):
            if ways:
                hands = engine.sample_worlds(unseen, limits, 1, rng.randrange(99)).hands(0)
                assert tuple(tuple(sorted(hands[seat])) for seat in "ESW") in ways
            else:
                with pytest.raises(NoWorld, match="6 unseen cards"):
                    engine.sample_worlds(unseen, limits, 1, 1)
    assert min(outcomes.values()) > 20


def ways_to_lie(unseen: list[Card], limits: dict[str, Limits]) -> Counter[tuple[tuple[Card, ...], ...]]:
    """Every way in which six cards lie two and two and two and fit, with how often it comes of the cards."""
    ways: Counter[tuple[tuple[Card, ...], ...]] = Counter()
    for owners in product(limits, repeat=len(unseen)):
        hands = {seat: [card for card, owner in zip(unseen, owners, strict=True) if owner == seat] for seat in limits}
        if all(fits(hands[seat], limits[seat]) for seat in limits):
            ways[tuple(tuple(sorted(hand)) for hand in hands.values())] += 1
    return ways


def fits(hand: list[Card], limit: Limits) -> bool:
    return (
        len(hand) == limit.size
        and all(hand.count(card) >= least for card, least in limit.at_least.items())
        and all(hand.count(card) <= most for card, most in limit.at_most.items())
    )


@pytest.mark.parametrize("bound", [False, True])
def test_worlds_are_about_equally_likely(bound: bool) -> None:
    unseen = parse_cards("AS AS TS KS AH AH")
    limits = {seat: Limits(2) for seat in "ESW"}
    if bound:
        limits["E"] = Limits(2, at_most={CARDS[0]: 0, parse_cards("AH")[0]: 1})
        limits["S"] = Limits(2, at_least={parse_cards("AS")[0]: 1})
    ways = ways_to_lie(list(unseen), limits)
    number = 6000
    worlds = engines(ST_HILARY)[-1].sample_worlds(unseen, limits, number, 17)
    found = Counter(tuple(tuple(sorted(worlds.hands(place)[seat])) for seat in "ESW") for place in range(number))
    assert set(found) == set(ways)
    for way, times in ways.items():
        expected = number * times / ways.total()
        assert abs(found[way] - expected) < (5 * expected**0.5 if not bound else 0.25 * expected + 12)


def test_sizes_must_come_to_the_unseen_cards() -> None:
    for engine in engines(ST_HILARY):
        with pytest.raises(NoWorld):
            engine.sample_worlds(parse_cards("AS TS"), {"E": Limits(1)}, 1, 1)
        with pytest.raises(NoWorld):
            engine.sample_worlds(parse_cards("AS TS"), {"E": Limits(2, at_least={CARDS[0]: 1})}, 1, 1)
        assert len(engine.sample_worlds((), {}, 2, 1)) == 2


# -- the sensible player


def sensible(engine: Engine, hands: dict[str, str], to_play: str, trick: str = "", bidder: str | None = None) -> str:
    """The ranks and suit of what a sensible player chooses from: `KH`, or `9D 9C` for either."""
    cards = {seat: parse_cards(hand) for seat, hand in hands.items()}
    position = engine.position(cards, "S", to_play, trick=parse_cards(trick), bidder=bidder)
    frame, play = engine._frame(position), engine.tables.play
    in_play = taken_up(engine, list(position.counts))
    held = in_play.held
    seat = position.to_play
    may = kernel.legal_mask(play, frame.state, position.trump, held[seat])
    after = len(engine.book.seats) - 1 - frame.played
    choice = kernel.good_plays(play, frame, in_play, frame.state, frame.winner, seat, after, may)
    assert choice & ~may == 0
    return " ".join(str(card) for place, card in enumerate(CARDS) if choice >> place & 1)


def taken_up(engine: Engine, counts: list[int]) -> kernel.Hands:
    hands = kernel.Hands(counts, [0] * 8, [0] * 32, [0] * 4)
    kernel.take_up(engine.tables.play, hands, kernel.SENSIBLE)
    return hands


@pytest.mark.parametrize(
    ("hand", "given"),
    [
        ("AD KD TD QD", "KD"),  # on the partner's sure winner: the king,
        ("AD TD QD", "TD"),  # then the ten,
        ("AD QD 9D", "9D"),  # but not the ace
    ],
)
def test_partners_sure_winner_gets_a_counter(hand: str, given: str) -> None:
    """N led the ace of hearts, E followed; S has no heart and no trump, and W has hearts to follow."""
    hands = {"N": "9C", "E": "9C", "S": hand, "W": "KH QH TH 9H"}
    assert sensible(PlainEngine(ST_HILARY), hands, "S", "AH 9H") == given


def test_opponents_winner_gets_the_lowest() -> None:
    hands = {"N": "9C", "E": "9C", "S": "TH QH 9H", "W": "JH"}
    assert sensible(PlainEngine(ST_HILARY), hands, "S", "9H AH") == "9H"
    assert sensible(PlainEngine(ST_HILARY), {**hands, "S": "AD KD TC"}, "S", "9H AH") == "KD"


def test_last_player_wins_cheaply_and_with_a_counter() -> None:
    hands = {"N": "9C", "E": "9C", "S": "AH TH KH QH", "W": "JH"}
    assert sensible(PlainEngine(ST_HILARY), hands, "S", "9H QH JH") == "KH"
    assert sensible(PlainEngine(ST_HILARY), {**hands, "S": "AH QH"}, "S", "9H JH JH") == "QH"


def test_double_deck_cashes_side_aces_first() -> None:
    hands = {
        "N": "AS AS TS TS KS AH 9D QD",
        "E": "KS QS JH KH QH TD TD KD",
        "S": "JS QS TH KH QH KD QD JD",
        "W": "JS QS JH TH KH AD JC QC",
    }
    hands = {seat: hand.replace("9D", "JD") for seat, hand in hands.items()}
    assert sensible(PlainEngine(NPA), hands, "N", bidder="N") == "AH"


def test_single_deck_bidder_draws_trump_first() -> None:
    hands = {
        "N": "AS AS TS TS KS AH 9D",
        "E": "KS QS JH KH QH TD TD",
        "S": "JS QS TH KH QH KD QD",
        "W": "JS 9S JH TH 9H AD JC",
    }
    assert sensible(PlainEngine(ST_HILARY), hands, "N", bidder="N") == "AS"
    assert sensible(PlainEngine(ST_HILARY), hands, "N", bidder="E") == "AH"


@each_book
def test_sensible_play_is_legal(book: RuleBook) -> None:
    """What the sensible player chooses from is always a part of what is legal, and never nothing."""
    engine = PlainEngine(book)
    play = engine.tables.play
    worlds = engine.deals(sample(10, 200), 2)
    row = len(worlds.counts) // len(worlds)
    rng = random.Random(1)
    for world in range(len(worlds)):
        hands = taken_up(engine, list(worlds.counts[world * row : (world + 1) * row]))
        held = hands.held
        trump = world % len(TRUMPS)
        leader = rng.randrange(play.players)
        frame = kernel.Frame(trump, leader, play.start[trump], -1, 0, 0, leader, (), ())
        while held[leader]:
            state, winner = play.start[trump], -1
            for played in range(play.players):
                seat = (leader + played) % play.players
                may = kernel.legal_mask(play, state, trump, held[seat])
                good = kernel.good_plays(play, frame, hands, state, winner, seat, play.players - 1 - played, may)
                assert good
                assert good & ~may == 0
                card = kernel.pick(play, good, 0)
                kernel.lay_card(hands, seat, card, kernel.SENSIBLE)
                winner = seat if play.beats[state] >> card & 1 else winner
                state = play.steps[state * 24 + card]
            leader = winner
