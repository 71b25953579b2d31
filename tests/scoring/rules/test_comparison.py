"""Two books side by side."""

from __future__ import annotations

from itertools import permutations

import pytest

from scoring.rules.book import RuleBook, book_from_data, built_in_book, built_in_books
from scoring.rules.comparison import differences, place_words, sentences_by_choice
from scoring.rules.entries import entry_of, schema_entries
from tests.scoring.rules.ruling_ways import OWN, PHONE, with_own


def changed(key: str, **parts: object) -> RuleBook:
    data = built_in_book(key).model_dump(mode="json")
    for path, value in parts.items():
        *above, last = path.split("__")
        place = data
        for name in above:
            place = place[name]
        place[last] = value
    return book_from_data(data)


def test_a_book_does_not_differ_from_itself_whatever_its_key() -> None:
    book = built_in_book("npa")

    assert differences(book, book.model_copy(update={"key": "ours"})) == ()


def test_values_are_said_old_and_new_by_chapter() -> None:
    book = built_in_book("npa")
    after = changed("npa", auction__opening=60, contract__set_scoring="deduct", meld__marriage=[2, 8])

    found = differences(book, after)

    assert [(found.chapter, str(found)) for found in found] == [
        ("The auction", "Opening bid: 60 instead of 50"),
        ("Meld", "Marriage: 2, 8 instead of 2"),
        ("The contract", "When the bid is set: the bid comes off instead of the others get the bid"),
    ]


def test_a_part_switched_on_shows_its_figures_and_switched_off_only_that() -> None:
    before, after = built_in_book("npa"), changed("npa", round=None)

    off = differences(before, after)
    on = differences(after, before)

    assert [str(found) for found in off] == ["Rounds of a tournament: no instead of yes"]
    assert [str(found) for found in on][:2] == [
        "Rounds of a tournament: yes instead of no",
        "Hands in a round: 4 instead of –",
    ]


def test_penalties_and_readings_are_compared_by_their_names() -> None:
    penalties = [row.model_dump() for row in built_in_book("npa").penalties]
    penalties[0]["points"] = 75
    del penalties[1]

    found = differences(built_in_book("npa"), changed("npa", penalties=penalties))

    assert [(found.label, found.was, found.becomes) for found in found] == [
        (
            "Penalty: Wrong number of cards at the end of a hand",
            "Wrong number of cards at the end of a hand, 50 off",
            "Wrong number of cards at the end of a hand, 75 off",
        ),
        ("Penalty: Card on the floor or in the stack", "Card on the floor or in the stack, 50 off", "–"),
    ]


def test_rows_in_another_order_are_one_difference() -> None:
    penalties = [row.model_dump() for row in built_in_book("npa").penalties]
    turned = changed("npa", penalties=penalties[::-1])

    assert [(found.path, found.was, found.becomes) for found in differences(built_in_book("npa"), turned)] == [
        ("penalties", "as it was", "changed")
    ]
    penalties[0]["points"] = 75
    assert len(differences(built_in_book("npa"), changed("npa", penalties=penalties))) == 1


def test_rulings_of_a_club_are_compared_by_their_names() -> None:
    npa = built_in_book("npa")
    found = differences(with_own(npa, PHONE, OWN[4]), with_own(npa, {**PHONE, "points": 20}, OWN[6]))

    assert [(found.path, found.label, found.was, found.becomes) for found in found] == [
        (
            "rulings.own.Phone rang at the table",
            "Ruling: Phone rang at the table",
            "Phones are off. The side at fault loses 10 points.",
            "Phones are off. The side at fault loses 20 points.",
        ),
        (
            "rulings.own.Coffee on the cards",
            "Ruling: Coffee on the cards",
            "Who drinks plays on. The hand is void.",
            "–",
        ),
        (
            "rulings.own.Left the table",
            "Ruling: Left the table",
            "–",
            "Ask first. The score stays as it is.",
        ),
    ]


@pytest.mark.parametrize(("before", "after"), list(permutations(built_in_books(), 2)))
def test_any_two_books_can_be_compared(before: str, after: str) -> None:
    found = differences(built_in_book(before), built_in_book(after))

    assert found
    assert all(difference.was != difference.becomes for difference in found)


def test_every_changed_figure_is_found() -> None:
    """Whatever number of whatever book is one more, exactly that is told."""
    book = built_in_book("npa")
    for entry in schema_entries():
        if entry.kind != "number" or "." not in entry.path or entry.path.split(".")[0] in ("penalties",):
            continue
        place, _, name = entry.path.rpartition(".")
        part = getattr(book, place, None) if "." not in place else None
        if part is None or getattr(part, name, None) is None:
            continue
        after = book.model_copy(update={place: part.model_copy(update={name: getattr(part, name) + 1})})
        assert [found.path for found in differences(book, after)] == [entry.path]


def test_each_choice_reads_as_the_printed_book_would() -> None:
    book = built_in_book("npa")

    tricks_open, kitty_shown = entry_of("play.tricks_open"), entry_of("kitty.shown")

    assert tricks_open is not None
    assert kitty_shown is not None
    assert sentences_by_choice(book, tricks_open) == {
        "unsaid": "",
        "last": "You may look at the last book only.",
        "all_on_renege_claim": "You may look at the last book. To see an earlier one, you must claim a renege.",
    }
    assert sentences_by_choice(book, kitty_shown) == {}
    marriage_needed = entry_of("auction.marriage_needed")
    assert marriage_needed is not None
    assert sentences_by_choice(book, marriage_needed) == {
        "true": "The bidder names trump and must hold a marriage in that suit. Without a marriage there is no trump.",
        "false": "The bidder names trump, and it may be any suit.",
    }
    sides = entry_of("deal.sides")
    assert sides is not None
    assert sentences_by_choice(built_in_book("two-handed"), sides) == {  # two are no partners
        "alone": "Two people play, each alone.", "across": "", "second": "", "called": "",
    }  # fmt: skip


@pytest.mark.parametrize("key", built_in_books())
def test_the_choices_of_every_book_can_be_read(key: str) -> None:
    for entry in schema_entries():
        if entry.kind in ("choice", "yes_no"):
            assert set(sentences_by_choice(built_in_book(key), entry)) in (set(), {value for value, _ in entry.choices})


def test_places_are_named_for_people() -> None:
    assert place_words("meld.minimum") == "Meld: Meld that a side needs"
    assert place_words("meld.roundhouse") == "Meld: Roundhouse"
    assert place_words("nowhere.at.all") == "nowhere.at.all"
