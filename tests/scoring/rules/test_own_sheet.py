"""A club's own sheet: read, given places, and said where its rules are told."""

import pytest

from scoring.rules.book import RuleBook, book_from_json, built_in_book, built_in_books
from scoring.rules.book.procedure import SheetSentence
from scoring.rules.comparison import differences, place_words
from scoring.rules.documents import document
from scoring.rules.own_sheet import (
    document_of,
    guesses,
    labelled,
    may_touch_score,
    own_sentences,
    places_in,
    printed_beside,
    read_sheet,
    sheet_text,
)  # fmt: skip
from scoring.rules.prose import chapters

TYPED = """Our rules since 1998

Bidding:
• The opening bid is 50.
• Stuck dealers take it at 45.

AT THE TABLE
Bring a dish to share."""


def sheet(**places: str) -> tuple[SheetSentence, ...]:
    """The sheet with places, by the first word of a sentence."""
    told = read_sheet(TYPED)
    return tuple(one.model_copy(update={"at": places.get(one.text.split()[0], "")}) for one in told)


def with_sheet(**places: str) -> RuleBook:
    npa = built_in_book("npa")
    return labelled(npa, npa.model_copy(update={"key": "ours", "sheet": sheet(**places)}))


@pytest.mark.parametrize(
    ("says", "chapter", "printed"),
    [
        ("The bidder must lead trump.", "play", "Any card may be led."),
        ("All meld counts, however little.", "meld", "A side needs at least 20 in meld."),
        ("Nobody throws a hand in.", "contract", "The bidder may throw the hand in"),
        ("A misdeal loses the deal.", "end", "After a misdeal the dealer deals again."),
    ],
)
def test_own_sentence_stands_beside_what_is_printed_of_the_same(says: str, chapter: str, printed: str) -> None:
    book = built_in_book("family-double")

    assert printed in " ".join(printed_beside(book, says, chapter))


def test_own_sentences_are_remarks_customs_and_what_no_switch_of_the_sheet_says() -> None:
    book = with_sheet(Bring="own: procedure", Stuck="auction.stuck")

    assert ("Bring a dish to share.", "procedure") in tuple(own_sentences(book))
    assert ("Stuck dealers take it at 45.", "auction.stuck") not in tuple(own_sentences(book))
    assert {note.text for note in book.notes} <= {says for says, _ in own_sentences(book)}


def test_line_is_a_sentence_and_a_heading_names_what_follows():
    assert [(one.section, one.text) for one in read_sheet(TYPED)] == [
        ("", "Our rules since 1998"),
        ("Bidding", "The opening bid is 50."),
        ("Bidding", "Stuck dealers take it at 45."),
        ("AT THE TABLE", "Bring a dish to share."),
    ]


def test_heading_without_a_sentence_is_not_lost():
    assert [one.text for one in read_sheet("OUR RULES\nBidding:\nOpen at 50.\nNotes:")] == [
        "OUR RULES", "Open at 50.", "Notes:",
    ]  # fmt: skip


def test_title_of_a_pasted_sheet_is_no_sentence():
    pasted = "Fire hall Tuesday pinochle\nBid by tens.\nKings don’t count beside a round house."
    told = read_sheet(pasted)

    assert (told[0].section, told[0].text) == ("Fire hall Tuesday pinochle", "Bid by tens.")
    assert [may_touch_score(one.text) for one in told] == [True, True]
    assert read_sheet(sheet_text(told), told) == told


@pytest.mark.parametrize("typed", [TYPED, "OUR RULES\nBidding:\nOpen at 50.\nNotes:", "# A\n- b\n\n# C\nd", ""])
def test_sheet_that_is_typed_again_as_it_is_shown_stays_as_it_is(typed):
    told = read_sheet(typed)

    assert read_sheet(sheet_text(told), told) == told


def test_sentences_keep_their_places_when_the_sheet_is_typed_again():
    before = sheet(The="auction.opening", Stuck="auction.stuck", Bring="apart")

    after = read_sheet(
        "Manners:\nBring a dish to share.\nNo cell phones.\n"
        "Bids:\nThe opening bid is 60.\nStuck dealers take it at 45.",
        before,
    )

    assert [(one.text, one.at) for one in after] == [
        ("Bring a dish to share.", "apart"),
        ("No cell phones.", ""),
        ("The opening bid is 60.", "auction.opening"),
        ("Stuck dealers take it at 45.", "auction.stuck"),
    ]


def test_sentence_that_stands_in_two_sections_keeps_both_of_its_places():
    before = tuple(
        SheetSentence(section=name, text="As before.", at=at) for name, at in (("A", "deal.cut"), ("B", "apart"))
    )

    assert read_sheet(sheet_text(before) + "\nMore.", before)[:2] == before


def test_heading_that_is_as_long_as_a_story_is_a_sentence():
    assert [one.section for one in read_sheet(f"{'word ' * 60}:\nOpen at 50.")] == ["", ""]


def test_corrected_sentence_keeps_its_place_and_another_in_its_stead_has_none():
    before = sheet(The="auction.opening", Stuck="auction.stuck")
    typed = sheet_text(before).replace("Stuck dealers take", "A stuck dealer takes")

    assert [one.at for one in read_sheet(typed, before)] == ["", "auction.opening", "auction.stuck", ""]
    typed = typed.replace("The opening bid is 50.", "Whoever leads draws trump first.")
    assert [one.at for one in read_sheet(typed, before)] == ["", "", "auction.stuck", ""]


def test_sheet_is_the_document_of_its_book_and_names_the_sections_of_its_rules():
    book = with_sheet(The="auction.opening", Bring="apart")

    assert [part.name for part in document_of(book).sections] == ["Our sheet", "Bidding", "AT THE TABLE"]
    assert {source.section: source.rules for source in book.sources}["Bidding"] == ("auction.opening",)
    assert document_of(built_in_book("npa")) is document("npa")


def test_book_without_a_sheet_keeps_the_sections_that_still_say_so():
    npa = built_in_book("npa")
    changed = npa.model_copy(update={"auction": npa.auction.model_copy(update={"opening": 70})})

    told = [rule for source in labelled(npa, changed).sources for rule in source.rules]
    assert "auction.opening" not in told
    assert "auction.stuck" in told


def test_rule_that_no_switch_can_say_is_printed_in_its_chapter_and_marked():
    said = {chapter.id: chapter.text for chapter in chapters(with_sheet(Bring="own: end", Stuck="own: auction"))}

    assert "Stuck dealers take it at 45. (Our own rule, not counted by the card.)" in said["auction"]
    assert "Bring a dish to share. (Our own rule, not counted by the card.)" in said["readings"]
    assert "Our own rule" not in said["meld"]


def test_book_keeps_its_sheet_and_one_without_is_the_version_it_was():
    book = with_sheet(The="auction.opening")

    assert book_from_json(book.to_json()) == book
    assert "sheet" not in built_in_book("npa").model_dump()


def test_differences_say_where_a_sentence_was_and_is():
    [change] = [one for one in differences(with_sheet(), with_sheet(The="auction.opening")) if one.path[:5] == "sheet"]

    assert (change.chapter, change.label) == ("What our sheet says", "“The opening bid is 50.”")
    assert (change.was, change.becomes) == ("No place yet", place_words("auction.opening"))
    [first] = [one for one in differences(built_in_book("npa"), with_sheet()) if one.path == "sheet"]
    assert str(first) == "What our sheet says: 4 lines instead of 0 lines"


@pytest.mark.parametrize("key", built_in_books())
def test_every_place_is_offered_once_with_words(key):
    offered = [one for group in places_in(built_in_book(key)).values() for one in group]

    assert len({at for at, _ in offered}) == len(offered)
    assert [at for at, words in offered if not words or words == at] == []


@pytest.mark.parametrize(
    ("says", "rule"),
    [
        ("Opening bid is 50.", "auction.opening"),
        ("A nine of trump counts one point.", "meld.nine"),
        ("The dealer must offer the cut to the right.", "deal.cut"),
        ("A hand with five nines may be thrown in.", "redeal.nines"),
        ("Trump must be led first.", "play.first_lead"),
        ("If you fail to make it you go back double.", "contract.set_scoring"),
        ("Pass three cards to your partner, partner passes three back.", "passing.cards"),
    ],
)
def test_guess_is_the_rule_that_another_document_tells_in_the_same_words(says, rule):
    assert guesses(says)[0] == rule


def test_nothing_is_guessed_of_what_no_document_says():
    assert guesses("Bring a dish to share.") == ()


@pytest.mark.parametrize(
    ("says", "touches"),
    [
        ("Red kings count ten points extra.", True),
        ("A set costs a dime.", True),
        ("Who melds nothing deals again.", True),
        ("Bring a dish to share.", False),
        ("The room closes at ten.", False),
    ],
)
def test_whether_a_sentence_may_touch_the_score_is_guessed_by_its_words(says: str, touches: bool) -> None:
    assert may_touch_score(says) is touches
