"""A book on one page: nothing on it that the book does not print."""

import pytest

from scoring.rules.book import built_in_book, built_in_books
from scoring.rules.book.meld import most_held
from scoring.rules.cards import Card
from scoring.rules.melds import meld_total
from scoring.rules.prose import chapters
from scoring.rules.wall import PARTS, Point, can_be_left, meld_chart, wall_parts
from tests.scoring.rules.deal_samples import BASES, changed, of_unequal_counters
from tests.scoring.rules.test_money import CHECK_PINOCHLE

# The built-in books, and one that says what none of them does.
PRINTED = (
    *BASES,
    CHECK_PINOCHLE,
    changed(CHECK_PINOCHLE, payments={"failed_more": 1}),
    of_unequal_counters("ATKQJ", 11, 10, 4, 3, 2, deck__rounding="up"),
)


@pytest.mark.parametrize("key", built_in_books())
def test_every_sentence_is_one_of_the_books(key: str) -> None:
    book = built_in_book(key)
    text = "\n".join(chapter.text for chapter in chapters(book))

    assert [
        sentence.text
        for points in wall_parts(book).values()
        for point in points
        for sentence in point
        if sentence.text not in text
    ] == []


def test_what_is_paid_stands_on_the_wall_however_little_room_there_is() -> None:
    paid = [" ".join(map(str, point)) for point in wall_parts(CHECK_PINOCHLE, 99)["Money"]]

    assert any(
        "Round trip: 5. Flush: 2. Aces around: 2." in text and "A bid made, from 250: 4." in text for text in paid
    )
    assert any(text.startswith("Beside the score, checks are paid") for text in paid)


@pytest.mark.parametrize("key", built_in_books())
def test_chart_has_the_books_figures(key: str) -> None:
    book = built_in_book(key)
    rows = {row.name.about[0]: row.cells for row in meld_chart(book).lines}

    for rule, values in (("meld.run", book.meld.run), ("meld.aces", book.meld.aces)):
        held = min(len(values), most_held(rule.split(".")[1], book.deck.copies, book.melding_hand_size))
        assert [int(cell) for cell in rows[rule][:held]] == [*values[:held]]


@pytest.mark.parametrize("key", built_in_books())
def test_every_column_is_what_so_many_of_the_meld_come_to(key: str) -> None:
    book = built_in_book(key)
    copies = range(1, book.deck.copies + 1)
    chart = {row.name.about[0]: row.cells for row in meld_chart(book).lines}
    most = {rule: most_held(rule.split(".")[1], book.deck.copies, book.melding_hand_size) for rule in chart}
    rows = {rule: [int(cell) for cell in cells if cell != "–"] for rule, cells in chart.items()}
    house = [Card(rank, suit) for suit in "SHDC" for rank in "KQ"]
    houses = [house * count for count in copies if count <= most.get("meld.roundhouse.values", 0)]

    assert {len(cells) for cells in chart.values()} == {book.deck.copies}
    assert {rule: len(cells) for rule, cells in rows.items()} == most
    assert rows.get("meld.roundhouse.values") in (None, [meld_total(book, cards, "S") for cards in houses])
    for rule, rank, suits in (("meld.nine", "9", "S"), ("meld.aces", "A", "SHDC"), ("meld.jacks", "J", "SHDC")):
        held = [[Card(rank, suit) for suit in suits] * count for count in copies if count <= most.get(rule, 0)]
        assert rows.get(rule) in (None, [meld_total(book, cards, "S") for cards in held])
    for rule, suit in (("meld.royal_marriage", "S"), ("meld.marriage", "H")):
        held = [[Card("K", suit), Card("Q", suit)] * count for count in copies]
        assert rows[rule] == [meld_total(book, cards, "S") for cards in held]


def test_every_rule_that_is_asked_for_stands_on_some_sheet() -> None:
    printed = {
        sentence.about[0]
        for book in PRINTED
        for chapter in chapters(book)
        for block in chapter.blocks
        for sentence in block.sentences
    }

    assert {rule for _, rules in PARTS for rule in rules} - printed == set()


@pytest.mark.parametrize("key", built_in_books())
def test_what_a_table_asks_for_is_there(key: str) -> None:
    book = built_in_book(key)
    titles = [*wall_parts(book)]

    assert {"Deal", "Meld", "Play", "Count", "Set and saved", "Game", "Penalties"} <= {*titles}
    assert ("Bid" in titles) is book.auction.is_held
    shown = {each.about[0] for points in wall_parts(book, 99).values() for point in points for each in point}
    assert ("deal.calls" in shown, "deal.stock_size" in shown) == (book.deal.calls_partner, bool(book.deal.stock_size))
    assert ("Pass" in titles, "Kitty" in titles) == (book.passing is not None, book.kitty is not None)


def test_every_rule_it_asks_for_begins_a_sentence_of_some_book() -> None:
    begun = {
        sentence.about[0]
        for book in PRINTED
        for part in chapters(book)
        for block in part.blocks
        for sentence in block.sentences
        if sentence.about
    }

    assert [rule for _, rules in PARTS for rule in rules if rule not in begun] == []


def test_sentences_of_one_paragraph_stay_together_in_the_books_order() -> None:
    parts = wall_parts(built_in_book("st-hilary"))
    points = {" ".join(map(str, point)) for part in parts.values() for point in part}

    assert any(
        text.startswith("Aces, tens and kings are counters") and "1 more. That makes 25 points" in text
        for text in points
    )
    assert not any(text.startswith(("Otherwise", "A moon", "If the others let it stand")) for text in points)
    assert any(text.startswith("A renege is: Not following suit when you could.") for text in points)


@pytest.mark.parametrize("key", built_in_books())
def test_what_rests_on_a_reading_can_be_told_from_the_rest(key: str) -> None:
    sentences = [each for points in wall_parts(built_in_book(key)).values() for point in points for each in point]

    assert {bool(sentence.readings) for sentence in sentences} == {True, False}


@pytest.mark.parametrize("key", built_in_books())
def test_what_can_wait_is_left_to_the_book_by_the_paragraph(key: str) -> None:
    book = built_in_book(key)
    every, most = _points(key, 0), _points(key, can_be_left(book))

    assert len(every) - len(most) == can_be_left(book)
    assert set(most) <= set(every)
    assert all(set(_points(key, left + 1)) < set(_points(key, left)) for left in range(can_be_left(book)))
    rules = {sentence.about[0] for point in most for sentence in point}
    of_a_bid = {"auction.opening", "contract.made", "renege.bidders_lose"} if book.auction.is_held else set()
    assert {"play.follow", *of_a_bid} <= rules


def test_what_is_asked_for_least_is_left_first() -> None:
    left = set(_points("npa", 0)) - set(_points("npa", 4))

    assert {sentence.about[0].split(".")[0] for point in left for sentence in point} == {"deal", "redeal", "renege"}


def test_wall_tells_of_the_lay_down_of_roundhouses_and_of_the_melds_that_are_the_game() -> None:
    def told(key: str) -> set[str]:
        return {sentence.about[0] for point in _points(key, 0) for sentence in point}

    assert {"play.wrong_claim", "meld.roundhouse.own_meld"} <= told("st-hilary") & told("npa")
    assert {"play.wrong_claim", "bonuses.game_melds"} <= told("cutthroat")


def _points(key: str, left: int) -> list[Point]:
    return [point for points in wall_parts(built_in_book(key), left).values() for point in points]


def test_counters_that_count_differently_are_not_left_to_the_book() -> None:
    book = PRINTED[-1]
    (count,) = wall_parts(book, can_be_left(book))["Count"]

    assert str(count[0]).startswith("The counters are aces at 11 points each, tens at 10")
    assert str(count[-1]) == "Each take is rounded to the nearest ten, and a 5 goes up."


@pytest.mark.parametrize("key", built_in_books())
def test_what_counters_and_the_last_trick_are_worth_is_never_left_to_the_book(key: str) -> None:
    book = built_in_book(key)

    assert wall_parts(book, can_be_left(book))["Count"] == wall_parts(book)["Count"]
