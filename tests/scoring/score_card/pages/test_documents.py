"""Where a book's rules come from: each sentence of its document beside what it rule to."""

import pytest

from scoring.rules.book import built_in_book, built_in_books
from scoring.rules.documents import document
from scoring.score_card.pages.documents import PrintedRule, document_sections
from scoring.score_card.pdfs import document_pdf
from tests.scoring.score_card.pdf_reading import text_of, unset, words_of


def rules_of(key: str, section: str, number: int) -> list[tuple[str, str, str]]:
    rows = next(part for part in document_sections(built_in_book(key)) if part["name"] == section)
    return [(rule.text, rule.address.partition("#")[2], rule.other) for rule in rows["sentences"][number - 1]["rules"]]


def all_rules(key: str) -> list[PrintedRule]:
    return [
        rule for part in document_sections(built_in_book(key)) for row in part["sentences"] for rule in row["rules"]
    ]


def test_sentence_is_followed_by_what_the_book_prints_of_it():
    assert rules_of("npa", "The Shuffle", 2) == [("The cards are shuffled at least three times.", "procedure", "")]
    assert rules_of("npa", "Value of Meld", 3) == [
        ("Aces around (one of each suit): 10 / 100 / 300 / 500.", "meld", "")
    ]


def test_reading_stands_beside_the_other_one():
    text, address, other = rules_of("npa", "Dealing", 6)[1]

    assert (address, other) == ("reading-redeal-short_card_from", "The dealer turns a card for the player.")
    assert text.startswith("If one card is missing, the deal stands")


@pytest.mark.parametrize("key", built_in_books())
def test_every_sentence_came_to_something_or_says_why_not(key):
    rows = [row for part in document_sections(built_in_book(key)) for row in part["sentences"]]

    assert [row["says"] for row in rows if bool(row["rules"]) == bool(row.get("apart"))] == []


def test_other_reading_says_what_the_book_would_say_with_each_other_choice():
    [part] = [part for part in document_sections(built_in_book("npa")) if part["name"] == "The Progressive Game"]
    [reading] = [rule for rule in part["sentences"][0]["rules"] if rule.is_reading]

    now = ("A bid that isn’t made is set: nothing comes off, but the other side scores the bid.",)
    taken_off = "A bid that isn’t made is set: it comes off the bidding side’s score"
    unnamed = "If the bidder has no marriage to name trump with, the hand isn’t played: the bid is set"
    unplayed = (
        "If the bidding side melds less than 20, trump is named, but the hand isn’t played",
        "If meld and all 50 points can’t reach the bid, the hand isn’t played",
    )
    and_then = "{}: the bid is set, and the other side scores {}meld if it comes to 20 or more."
    assert reading.instead == (
        (
            (f"{taken_off}.", f"{unnamed}.", *[and_then.format(hand, "") for hand in unplayed]),
            (
                *now,
                f"{unnamed}, and the other side scores it.",
                *[and_then.format(hand, "the bid, and ") for hand in unplayed],
            ),
        ),
        ((f"{taken_off}, and the other side scores it too.",), now),
    )


def test_other_reading_of_a_figure_says_the_row_of_the_table():
    [run] = [rule for rule in all_rules("cutthroat") if rule.path == "meld.run" and rule.is_reading]

    row = "Run (A 10 K Q J of trump): {} / 150 / 225 / 300."
    assert (run.other, run.instead) == (
        "A run is 16, as in the family table.",
        (((row.format(16),), (row.format(15),)),),
    )


@pytest.mark.parametrize("key", built_in_books())
def test_every_reading_stands_there_once_at_least_and_every_other_one_with_what_would_change(key):
    readings = [rule for rule in all_rules(key) if rule.is_reading]

    assert {rule.path for rule in readings} == {reading.path for reading in built_in_book(key).readings}
    assert [rule.path for rule in readings if bool(rule.other) != bool(rule.instead)] == []
    changes = [(rule.path, instead) for rule in readings for instead in rule.instead]
    assert [rule for rule, instead in changes if not any(instead)] == []


@pytest.mark.django_db
def test_page_of_a_document_has_all_of_its_sentences(client):
    page = client.get("/books/gwinnett/document/")

    assert page.status_code == 200
    told = [sentence.says for part in document("gwinnett").sections for sentence in part.sentences]
    assert [says for says in told if says not in page.content.decode()] == []
    assert client.get("/books/nobodys/document/").status_code == 404


def test_document_for_paper_has_all_of_its_sentences():
    with unset():
        written = words_of(document_pdf(built_in_book("gwinnett")))

    assert_is_document_of_gwinnett(written)


@pytest.mark.soak
def test_document_on_paper():
    assert_is_document_of_gwinnett(text_of(document_pdf(built_in_book("gwinnett"))))


def assert_is_document_of_gwinnett(written):
    assert "We read it so:" in written
    assert "Earlier tricks are shown only to a player who insists on a renege." in written
