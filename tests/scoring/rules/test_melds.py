"""The best meld: the cases, each rule by itself, and every legal choice tried out."""

import json
import random
from collections import Counter
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.rules.book import RuleBook, built_in_book, built_in_books
from scoring.rules.cards import SUITS, Card
from scoring.rules.claims import Claim, laid_melds
from scoring.rules.meld_totals import possible_side_totals
from scoring.rules.melds import (
    MeldKind,
    best_meld,
    column_points,
    game_meld_laid,
    game_meld_side,
    least_game_meld,
    meld_cards,
    meld_title,
    meld_total,
)
from scoring.rules.notation import parse_cards
from scoring.rules.wall import meld_chart
from tests.sampling import sample

CASES = Path(__file__).parents[2] / "cases"


def with_meld(book: RuleBook, **changes: object) -> RuleBook:
    """The book with entries of its meld table changed."""
    return book.model_copy(update={"meld": book.meld.model_copy(update=changes)})


def _variants() -> dict[str, RuleBook]:
    """The six books, and the readings and tables that none of them has."""
    books = dict(built_in_books())
    for key in ("st-hilary", "npa", "gwinnett"):
        books[f"{key}, runs in any suit"] = with_meld(books[key], run_suits="any")
    own = books["npa"].meld.roundhouse
    books["gwinnett, own roundhouse"] = with_meld(books["gwinnett"], roundhouse=own)
    books["npa, arounds beside a roundhouse"] = with_meld(
        books["npa"], roundhouse=own.model_copy(update={"arounds_too": True})
    )
    books["npa, marriages in a roundhouse"] = with_meld(
        books["npa"], roundhouse=own.model_copy(update={"marriages_too": True})
    )
    for key in ("gwinnett", "cutthroat"):
        books[f"{key}, marriages count on"] = with_meld(books[key], beside_run="counts_on", run_suits="any")
    books["st-hilary, heart pinochle"] = with_meld(books["st-hilary"], heart_pinochle=(3, 25))
    # A table whose double is worth less than its single: nobody has to lay the double.
    books["st-hilary, odd table"] = with_meld(
        books["st-hilary"], run=(15, 10), pinochle=(30, 4), aces=(10,), kings=(8, 3), marriage=(5, 1), nine=0
    )
    return books


BOOKS = _variants()
every_book = pytest.mark.parametrize("book", BOOKS.values(), ids=BOOKS)


# -- every legal choice, tried out: written apart from the code it checks -----------------


def value(columns: tuple[int, ...], count: int) -> int:
    total = 0
    while count > len(columns):
        total += columns[-1]
        count -= len(columns)
    return total + (columns[count - 1] if count else 0)


def class_one_choices(book: RuleBook, cards: Counter[Card], trump: str | None) -> Iterator[Counter[tuple[str, str]]]:
    """Every way to lay runs, marriages and roundhouses out of the cards, each card at most once."""
    options = [("marriage", suit, [Card(rank, suit) for rank in "KQ"]) for suit in SUITS]
    if trump:
        running = SUITS if book.meld.run_suits == "any" else trump
        options += [("run", suit, [Card(rank, suit) for rank in "ATKQJ"]) for suit in running]
        if book.meld.roundhouse and book.meld.roundhouse.own_meld:
            options.append(("roundhouse", "", [Card(rank, suit) for suit in SUITS for rank in "KQ"]))
    # Each choice as a tuple of counts; what does not fit the cards is dropped as early as may be.
    pending: list[tuple[int, Counter[Card], Counter[tuple[str, str]]]] = [(0, cards, Counter())]
    while pending:
        at, left, laid = pending.pop()
        if at == len(options):
            yield laid
            continue
        kind, suit, needed = options[at]
        is_apart = kind == "roundhouse" and book.meld.roundhouse and book.meld.roundhouse.marriages_too
        most = min((cards if is_apart else left)[card] for card in needed)
        for count in range(most + 1):
            rest = left if is_apart else left - Counter(dict.fromkeys(needed, count))
            pending.append((at + 1, rest, laid + Counter({(kind, suit): count})))


def every_total(book: RuleBook, cards: tuple[Card, ...], trump: str | None) -> set[int]:
    """The total of every legal choice of melds from the cards."""
    held = Counter(cards)
    meld = book.meld
    rows = [min(held[Card(rank, suit)] for suit in SUITS) for rank in "AKQJ"]
    pinochles = min(held[Card("Q", "S")], held[Card("J", "D")])
    of_hearts = min(held[Card("Q", "H")], held[Card("J", "C")]) if any(meld.heart_pinochle) else 0
    nines = held[Card("9", trump)] if trump else 0
    totals = set()
    for laid in class_one_choices(book, held, trump):
        points = 0
        for (kind, suit), count in laid.items():
            columns = {
                "run": meld.run,
                "marriage": meld.royal_marriage if suit == trump else meld.marriage,
                "roundhouse": meld.roundhouse.values if meld.roundhouse else (0,),
            }[kind]
            counts_on = kind == "marriage" and count and meld.beside_run == "counts_on"
            points += value(columns, count + (laid["run", suit] if counts_on else 0))
        roundhouses = laid["roundhouse", ""]
        if meld.roundhouse and meld.roundhouse.arounds_too:
            roundhouses = 0
        for aces, kings, queens, jacks in product(*(range(most + 1) for most in rows)):
            if 0 < kings <= roundhouses or 0 < queens <= roundhouses:
                continue
            arounds = value(meld.aces, aces) + value(meld.kings, kings)
            arounds += value(meld.queens, queens) + value(meld.jacks, jacks)
            for pinochle, heart, nine in product(range(pinochles + 1), range(of_hearts + 1), range(nines + 1)):
                both = value(meld.pinochle, pinochle) + value(meld.heart_pinochle, heart)
                totals.add(points + arounds + both + nine * meld.nine)
    return totals


@st.composite
def melding_hands(draw: st.DrawFn, book: RuleBook, most: int) -> tuple[Card, ...]:
    """Up to `most` cards of the deck, rich in melds: whole melds and single cards thrown together."""
    blocks: list[tuple[Card, ...]] = [(card,) for card in sorted(set(book.cards))]
    for kind in (MeldKind.RUN, MeldKind.MARRIAGE, MeldKind.MARRIAGE, MeldKind.MARRIAGE):
        blocks += [meld_cards(kind, suit) for suit in SUITS]
    for kind in (
        MeldKind.ROUNDHOUSE,
        MeldKind.PINOCHLE,
        MeldKind.HEART_PINOCHLE,
        MeldKind.ACES,
        MeldKind.KINGS,
        MeldKind.QUEENS,
    ):
        blocks += [meld_cards(kind, None)] * 3
    hand: list[Card] = []
    for block in draw(st.lists(st.sampled_from(blocks), max_size=7)):
        hand += [card for card in block if hand.count(card) < book.deck.copies]
    return tuple(hand[:most])


trumps = st.sampled_from([*SUITS, None])


# -- the cases ---------------------------------------------------------------------------


def _cases() -> list[dict]:
    lines = [line for path in sorted(CASES.glob("*.jsonl")) for line in path.read_text(encoding="utf-8").splitlines()]
    return [case for case in map(json.loads, lines) if case["op"] == "meld" and "changes" not in case]


def test_there_are_cases():
    assert {case["book"] for case in _cases()} == set(built_in_books())


@pytest.mark.parametrize("case", _cases(), ids=lambda case: case["id"])
def test_best_meld_of_case(case):
    cards = [Card.parse(text) for text in case["in"]["cards"]]

    assert best_meld(built_in_book(case["book"]), cards, case["in"]["trump"]).total == case["out"]["total"]


# -- one rule at a time ------------------------------------------------------------------


def titles(book: RuleBook, text: str, trump: str | None) -> list[tuple[str, int]]:
    return [(meld.title, meld.points) for meld in best_meld(book, parse_cards(text), trump).melds]


def test_best_meld_lists_what_a_player_would_lay_down():
    hand = "AH TH KH KH QH QH JH 9H 9H KS QS JD"

    assert titles(built_in_book("st-hilary"), hand, "H") == [
        ("Run in ♥ hearts", 15),
        ("Trump marriage in ♥ hearts", 4),
        ("Marriage in ♠ spades", 2),
        ("Two nines of trump", 2),
        ("Pinochle", 4),
    ]


def test_best_meld_gives_the_cards_of_each_meld():
    (double,) = best_meld(built_in_book("npa"), parse_cards("QS QS JD JD JD"), "C").melds

    assert (double.kind, double.suit, double.count, double.points) == (MeldKind.PINOCHLE, None, 2, 30)
    assert double.cards == parse_cards("QS JD QS JD")


def test_best_meld_of_no_cards_is_nothing():
    assert best_meld(built_in_book("npa"), (), "H") == best_meld(built_in_book("npa"), (), None)
    assert best_meld(built_in_book("npa"), (), "H").total == 0


def test_double_royal_marriage_beats_run_and_marriage_where_the_table_says_so():
    hand = "AH TH KH KH QH QH JH"

    assert titles(built_in_book("gwinnett"), hand, "H") == [("Double marriage in trump, ♥ hearts", 30)]
    assert titles(built_in_book("st-hilary"), hand, "H") == [
        ("Run in ♥ hearts", 15),
        ("Trump marriage in ♥ hearts", 4),
    ]


@pytest.mark.parametrize(
    ("more", "alone", "counts_on"),
    [
        ("", [("Run", 15)], [("Run", 15)]),
        ("KH QH", [("Double royal marriage", 30)], [("Run", 15), ("Royal marriage, counted as double", 30)]),
        (
            "KH KH QH QH",
            [("Triple royal marriage", 60)],
            [("Run", 15), ("Double royal marriage, counted as triple", 60)],
        ),
        (
            "AH TH KH QH JH KH QH",
            [("Double run", 150), ("Royal marriage", 4)],
            [("Double run", 150), ("Royal marriage, counted as triple", 60)],
        ),
    ],
)
def test_further_royal_marriages_beside_a_run(more, alone, counts_on):
    columns = {"run": (15, 150, 225), "royal_marriage": (4, 30, 60, 120)}
    hand = parse_cards(f"AH TH KH QH JH {more}")
    for reading, melds in (("alone", alone), ("counts_on", counts_on)):
        book = with_meld(built_in_book("family-double"), **columns, beside_run=reading)
        found = best_meld(book, hand, "H")
        laid = laid_melds(book, [Claim(("N",), each.kind, each.suit, each.count) for each in found.melds], "H")

        assert [(meld.title.replace(" in ♥ hearts", ""), meld.points) for meld in found.melds] == melds
        assert sorted(laid, key=str) == sorted(found.melds, key=str)
        assert {each.title for each in laid} == {each.title for each in found.melds}
        assert found.total in possible_side_totals(book)


@pytest.mark.parametrize(
    ("reading", "more", "melds"),
    [
        ("arounds_too", "", {"Roundhouse": 24, "Kings around": 8, "Queens around": 6}),
        ("marriages_too", "", {"Royal marriage": 4, "Marriage": 6, "Roundhouse": 24}),
        ("marriages_too", "AH TH JH", {"Run": 25, "Marriage": 6, "Roundhouse": 24}),
    ],
)
def test_what_counts_beside_a_roundhouse(reading, more, melds):
    npa = built_in_book("npa")
    book = with_meld(npa, roundhouse=npa.meld.roundhouse.model_copy(update={reading: True}))
    found: dict[str, int] = {}
    hand = parse_cards("KS KH KD KC QS QH QD QC")
    for meld in best_meld(book, (*hand, *parse_cards(more)), "H").melds:
        found[meld.kind.label] = found.get(meld.kind.label, 0) + meld.points

    assert found == melds
    printed = next(row.cells for row in meld_chart(book).lines if row.name.about[0] == "meld.roundhouse.values")
    assert printed[0] == str(melds["Roundhouse"]), "what counts beside it is no part of its worth"


def test_run_outside_trump_is_its_marriage_unless_runs_count_in_any_suit():
    book = built_in_book("gwinnett")
    hand = "AH TH KH QH JH"

    assert titles(book, hand, "S") == [("Marriage in ♥ hearts", 2)]
    assert titles(with_meld(book, run_suits="any"), hand, "S") == [("Run in ♥ hearts", 15)]
    assert titles(with_meld(book, run_suits="any"), hand, None) == [("Marriage in ♥ hearts", 2)]


def test_roundhouse_is_listed_by_its_parts_where_it_is_worth_no_more():
    hand = "KS KH KD KC QS QH QD QC"
    parts = [
        ("Trump marriage in ♥ hearts", 4),
        ("Marriage in ♠ spades", 2),
        ("Marriage in ♦ diamonds", 2),
        ("Marriage in ♣ clubs", 2),
        ("Kings around", 8),
        ("Queens around", 6),
    ]

    assert titles(built_in_book("st-hilary"), hand, "H") == parts
    assert titles(built_in_book("npa"), hand, "H") == [("Royal marriage in ♥ hearts", 4), *parts[1:]]


@pytest.mark.parametrize(
    ("more", "melds"),
    [
        ("QS QH QD QC", [("Roundhouse", 24), ("Double queens around", 60)]),
        ("KS KH KD KC", [("Roundhouse", 24), ("Double kings around", 80)]),
        ("QS QH QD QC KS KH KD KC", [("Double roundhouse", 240)]),
    ],
)
def test_roundhouse_of_its_own_stands_for_kings_and_queens_up_to_its_multiple(more, melds):
    assert titles(built_in_book("npa"), f"KS KH KD KC QS QH QD QC {more}", "H") == melds


def test_roundhouse_needs_a_marriage_of_trump_that_is_in_no_run():
    npa = built_in_book("npa")
    hand = "AH TH JH KS KH KD KC QS QH QD QC QS QH QD QC"

    assert ("Roundhouse", 24) not in titles(npa, hand, "H")
    assert titles(npa, hand + " KH", "H") == [
        ("Run in ♥ hearts", 25),
        ("Roundhouse", 24),
        ("Double queens around", 60),
    ]


def test_natural_meld_has_no_run_no_nines_and_only_plain_marriages():
    hand = "AH TH KH QH JH 9H QS JD"

    assert titles(built_in_book("st-hilary"), hand, None) == [("Marriage in ♥ hearts", 2), ("Pinochle", 4)]


def test_marriages_beyond_the_columns_add_up():
    assert titles(built_in_book("st-hilary"), "KS KS QS QS", "H") == [("Double marriage in ♠ spades", 4)]
    assert [column_points((2, 15), count) for count in range(5)] == [0, 2, 15, 17, 30]


def test_partners_cards_are_not_asked_for_and_copies_beyond_the_deck_count_for_nothing():
    assert best_meld(built_in_book("st-hilary"), parse_cards("QS QS QS JD JD JD"), "H").total == 30


def test_a_changed_book_has_its_own_table():
    book = built_in_book("st-hilary")
    meld_total(book, parse_cards("QS JD"), "H")

    assert meld_total(with_meld(book, pinochle=(5, 50)), parse_cards("QS JD"), "H") == 5


@pytest.mark.parametrize(
    ("kind", "suit", "count", "title"),
    [
        (MeldKind.RUN, "S", 1, "Run in ♠ spades"),
        (MeldKind.RUN, "S", 4, "Quadruple run in ♠ spades"),
        (MeldKind.NINE, "S", 1, "Nine of trump"),
        (MeldKind.ACES, None, 1, "Aces around"),
        (MeldKind.ACES, None, 3, "Triple aces around"),
        (MeldKind.PINOCHLE, None, 5, "5 × pinochle"),
        (MeldKind.ROUNDHOUSE, None, 2, "Double roundhouse"),
    ],
)
def test_meld_title(kind, suit, count, title):
    assert meld_title(kind, suit, count) == title


def test_every_kind_has_a_label_a_class_and_cards():
    for kind in MeldKind:
        assert kind.label
        assert kind.meld_class
        assert len(meld_cards(kind, "H")) == len(set(meld_cards(kind, "H"))) > 0


# -- properties --------------------------------------------------------------------------


@every_book
@settings(max_examples=sample(25, 1000))
@given(data=st.data())
def test_best_meld_is_the_highest_of_every_legal_choice(book, data):
    hand = data.draw(melding_hands(book, 18))
    trump = data.draw(trumps)

    assert best_meld(book, hand, trump).total == max(every_total(book, hand, trump))


@every_book
@settings(max_examples=sample(20, 600))
@given(data=st.data())
def test_another_card_never_lowers_the_meld(book, data):
    hand = data.draw(melding_hands(book, book.melding_hand_size))
    card = data.draw(st.sampled_from(book.cards))
    trump = data.draw(trumps)

    assert meld_total(book, (*hand, card), trump) >= meld_total(book, hand, trump)


@every_book
@settings(max_examples=sample(20, 600))
@given(data=st.data())
def test_the_melds_add_up_and_use_each_card_once_in_a_class(book, data):
    hand = data.draw(melding_hands(book, book.melding_hand_size))
    trump = data.draw(trumps)

    count = best_meld(book, hand, trump)

    assert sum(meld.points for meld in count.melds) == count.total == meld_total(book, hand, trump)
    used: dict[str, Counter[Card]] = {}
    for meld in count.melds:
        assert meld.points > 0
        assert meld.cards == meld_cards(meld.kind, meld.suit) * meld.count
        house = book.meld.roundhouse if meld.kind is MeldKind.ROUNDHOUSE else None
        its_class = "apart" if house and house.marriages_too else meld.kind.meld_class
        used.setdefault(its_class, Counter()).update(meld.cards)
    assert all(cards <= Counter(hand) for cards in used.values())


@every_book
def test_the_order_of_the_cards_does_not_matter(book):
    rng = random.Random(7)
    for _ in range(sample(20, 1000)):
        hand = rng.sample(book.cards, book.melding_hand_size)
        shuffled = rng.sample(hand, len(hand))
        assert best_meld(book, hand, "S") == best_meld(book, shuffled, "S")


# -- melds that are the game -------------------------------------------------------------

CUTTHROAT = built_in_books()["cutthroat"]
AGREED = CUTTHROAT.as_agreed(with_game_melds=True)
THREE_RUNS, THREE_MARRIAGES = parse_cards("AS TS KS QS JS " * 3), parse_cards("KS QS " * 3)


def test_the_bidder_has_the_meld_that_is_the_game_before_others_who_have_one():
    melds = {"A": [("run", 3)], "B": [("pinochle", 4)], "C": [("aces", 2), ("run", 2), ("marriage", 9)]}

    assert [game_meld_side(AGREED, melds, first) for first in (None, "A", "B", "C")] == ["A", "A", "B", "A"]
    assert game_meld_side(AGREED, {"C": melds["C"]}, "C") is None


def test_cards_laid_show_the_meld_that_is_the_game():
    laid = {"A": THREE_MARRIAGES, "B": THREE_RUNS}

    assert [game_meld_laid(AGREED, laid, trump, "A") for trump in ("S", "H")] == ["B", None]


def test_no_meld_is_the_game_in_a_book_that_has_none():
    assert game_meld_side(CUTTHROAT, {"A": [("run", 3)]}, "A") is None
    assert game_meld_laid(CUTTHROAT, {"A": THREE_RUNS}, "S", "A") is None
    assert (least_game_meld(CUTTHROAT), least_game_meld(AGREED)) == (None, 60)
