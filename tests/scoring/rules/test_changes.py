"""Changing an entry of a book by its path."""

import pytest

from scoring.rules import prose
from scoring.rules.book import BookError, book_from_json, built_in_book
from scoring.rules.changes import (
    Change,
    changed_book,
    entry_at,
    house_book,
    is_house_book,
    original_key,
    parse_change,
)


def faults_of(*texts: str, book: str = "npa") -> dict[str, str]:
    with pytest.raises(BookError) as refused:
        changed_book(built_in_book(book), [parse_change(text) for text in texts])
    return {fault.path: fault.text for fault in refused.value.faults}


@pytest.mark.parametrize(
    ("text", "change"),
    [
        ("auction.opening=60", Change("auction.opening", 60)),
        (" auction.opening = 60 ", Change("auction.opening", 60)),
        ("contract.unsaved_take=kept", Change("contract.unsaved_take", "kept")),
        ("bonuses.moon=null", Change("bonuses.moon", None)),
        ("auction.marriage_needed=false", Change("auction.marriage_needed", False)),
        ('auction.steps=[{"multiple_of": 5}]', Change("auction.steps", [{"multiple_of": 5}])),
    ],
)
def test_change_is_read_from_text(text, change):
    assert parse_change(text) == change


def test_minimum_bid_as_players_say_it_is_the_opening():
    book = changed_book(built_in_book("npa"), [parse_change("auction.minimum=60")])

    assert book.auction.opening == 60
    assert entry_at(book, "auction.minimum") == 60


def test_entry_of_a_list_is_changed_alone():
    book = changed_book(built_in_book("npa"), [parse_change("meld.pinochle.1=40")])

    assert book.meld.pinochle == (15, 40, 90, 500)


def test_section_that_a_book_leaves_out_is_made():
    changes = [parse_change("passing.cards=3"), parse_change("passing.order=both_at_once")]

    assert changed_book(built_in_book("gwinnett"), changes).passing.cards == 3


def test_book_that_is_changed_stays_as_it_was():
    book = built_in_book("npa")

    changed_book(book, [parse_change("meld.run.0=30")])

    assert book.meld.run[0] == 25


@pytest.mark.parametrize("text", ["opening", "=5", "auction..opening=5", ""])
def test_text_without_path_and_value_is_refused(text):
    with pytest.raises(BookError, match="Write path=value"):
        parse_change(text)


def test_misspelt_entry_names_those_there_are():
    faults = faults_of("auction.openin=21")

    assert faults.keys() == {"auction.openin"}
    assert "“auction” has opening, stuck, steps" in faults["auction.openin"]


def test_an_entry_that_a_book_leaves_out_at_its_default_can_be_changed():
    book = changed_book(
        built_in_book("gwinnett-3"), [parse_change("game.on_board=now"), parse_change("deal.fourth=may")]
    )

    assert (book.game.on_board, book.deal.fourth) == ("now", "may")


def test_misspelt_section_names_those_there_are():
    assert "A book has key, name" in faults_of("auktion.opening=21")["auktion"]


def test_place_beyond_the_end_of_a_list_is_refused():
    assert faults_of("meld.run.9=5") == {"meld.run.9": "This list has 4 entries, counted from 0."}


@pytest.mark.parametrize(("place", "stands"), [("0", 25), ("3", 500), ("4", None), ("first", None), ("0.1", None)])
def test_entry_of_a_list_stands_under_its_place_counted_from_0(place, stands):
    assert entry_at(built_in_book("npa"), f"meld.run.{place}") == stands


def test_last_entry_of_a_list_can_be_changed_and_none_after_it():
    assert changed_book(built_in_book("npa"), [parse_change("meld.run.3=600")]).meld.run == (25, 250, 450, 600)
    assert faults_of("meld.run.4=5") == {"meld.run.4": "This list has 4 entries, counted from 0."}
    assert faults_of("meld.run.first=5") == {"meld.run.first": "This list has 4 entries, counted from 0."}


def test_path_into_what_is_not_there_is_refused_where_it_ends():
    assert faults_of("auction.steps.9.up_to=5").keys() == {"auction.steps.9"}
    assert faults_of("meld.run.0.1=5").keys() == {"meld.run.0"}


def test_change_is_written_as_it_is_read():
    for text in ("auction.opening=60", "bonuses.moon=null", 'summary="Für alle"'):
        assert str(parse_change(text)) == text


def test_path_through_a_figure_is_refused():
    assert faults_of("auction.opening.low=5").keys() == {"auction.opening"}


def test_every_fault_is_named():
    faults = faults_of("auction.opening=ten", "meld.minimum=-1")

    assert faults.keys() == {"auction.opening", "meld.minimum"}


def test_change_that_does_not_fit_the_rest_of_the_book_is_refused():
    assert faults_of("auction.opening=62") == {"auction.opening": "The opening bid is not a multiple of 5."}


def test_half_a_section_says_what_is_missing():
    assert faults_of("passing.cards=3", book="gwinnett") == {"passing.order": "This is missing."}


@pytest.mark.parametrize("text", ['summary="\\u0000"', 'summary="\\ud800"', "a\x07b=1"])
def test_sign_that_no_book_can_show_is_refused(text):
    with pytest.raises(BookError, match="can’t be printed"):
        parse_change(text)


def test_brackets_without_end_are_words():
    assert parse_change("auction.opening=" + "[" * 5000).value == "[" * 5000


# -- a house's own book ------------------------------------------------------------------


def test_book_of_a_house_says_on_top_what_it_plays_and_stays_a_book():
    book = built_in_book("family-double")

    ours = house_book(book, [Change("meld.run.0", 15)], ["Run: 15 instead of 16"])

    assert book_from_json(ours.to_json()) == ours
    assert (is_house_book(ours), is_house_book(book), original_key(ours.key)) == (True, False, "family-double")
    assert (ours.name, ours.short_name, ours.meld.run) == ("Our house: Family double", "Our house", (15, 150, 225, 300))
    assert prose.unmarked(ours)[0].blocks[0].text == "Family Double Deck, as our house plays it. Run: 15 instead of 16."
    assert {"summary", "meld.run"}.isdisjoint(rule for source in ours.sources for rule in source.rules)


def test_house_book_turns_the_reading_of_a_rule_or_leaves_it_out():
    cutthroat = built_in_book("cutthroat")

    ours = house_book(cutthroat, [Change("meld.run.0", 16), Change("auction.marriage_needed", False)], [])

    before, now = ({reading.path: reading for reading in book.readings} for book in (cutthroat, ours))
    assert before.keys() - now.keys() == {
        "meld",
        "meld.run",
        "auction",
    }  # these name a run of 15 and how the bidding goes
    assert (
        now["auction.marriage_needed"].text
        == before["auction.marriage_needed"].other
        == "The bidder may name any suit."
    )


def test_house_book_that_does_not_hold_together_is_refused():
    with pytest.raises(BookError, match="not a multiple of 5"):
        house_book(built_in_book("npa"), [Change("auction.opening", 62)], [])
