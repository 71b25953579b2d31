"""The club's own words: in every form, and nowhere the standard one beside them."""

import json
import random
import re
from collections.abc import Iterator
from dataclasses import replace

import pytest

from scoring.rules.book import BookError, RuleBook, book_from_data, book_from_json, built_in_book, built_in_books
from scoring.rules.book.vocabulary import STANDARD, Vocabulary
from scoring.rules.cards import SUITS
from scoring.rules.claims import Claim, check_table, pooled_notes, second_pair_notes
from scoring.rules.deal_checks import record_faults
from scoring.rules.deal_score import book_of, score_deal
from scoring.rules.entries import entry_chapters
from scoring.rules.melds import MeldKind, best_meld
from scoring.rules.own_sheet import document_of
from scoring.rules.prose import chapters
from scoring.rules.questions import open_questions
from scoring.rules.reminders import reminder
from scoring.rules.rulings import offered
from scoring.rules.wall import meld_chart, wall_parts
from scoring.rules.wording import outcome_word, outlook_sentences, question_text, side_line, step_sentence
from tests.sampling import sample
from tests.scoring.rules.deal_samples import changed, random_record
from tests.scoring.rules.ruling_ways import ways, with_own
from tests.scoring.rules.test_rulings import played, situation

# What the club of each book never says, and so no sentence of it may.
NEVER_SAID = {
    "st-hilary": r"roundhouses?|royal marriages?|director",
    "hidden-valley": r"roundhouses?|royal marriages?",
    "npa": r"tricks?|trumped|trumping|(?<!national tournament )director",
    "gwinnett": r"royal marriages?",
    "gwinnett-3": r"royal marriages?|bury|buries|buried|burying",
    "cutthroat": r"tricks?|roundhouses?|the board",
}
BOOKS = [built_in_book(key) for key in NEVER_SAID]
# What the seven call a hand some clubs call a deal; a book's remarks and titles are its author's own.
OF_DEALS = [
    changed(
        book,
        words=book.words.model_dump() | {"hand": "deal"},
        summary="Ours.",
        notes=[],
        conduct=[],
        readings=[],
        penalties=[penalty.model_dump() | {"title": "One of ours"} for penalty in book.penalties],
    )
    for book in built_in_books().values()
]
# A hand is what is dealt and played: whoever means what a player holds says "cards".
HELD = re.compile(
    r"\b(?:shows?|shown|showed|lays?|laid|lay down|holds?|held|counts?|sorts?|into|draws? from)"
    r" (?:the|a|one|two|both|its|their) hands?\b"
    r"|\bin (?:one|two|both|their) hands?\b|\bhands? (?:holds?|is short|up)\b|\bshort hand",
    re.IGNORECASE,
)
FAMILY, NPA, GWINNETT = built_in_book("family-double"), built_in_book("npa"), built_in_book("gwinnett")


def strange_words(book: RuleBook, texts: Iterator[str]) -> set[str]:
    """The words that the club never says, of those in the texts; there must be some."""
    found = list(texts)
    assert len(found) > 5
    return {word for text in found for word in re.findall(rf"\b({NEVER_SAID[book.key]})\b", text, re.IGNORECASE)}


# -- in print ----------------------------------------------------------------------------


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.key)
def test_no_printed_sentence_says_the_standard_word(book: RuleBook) -> None:
    assert strange_words(book, printed(book)) == set()


def printed(book: RuleBook) -> Iterator[str]:
    yield from (chapter.text for chapter in chapters(book))
    yield from (str(sentence) for points in wall_parts(book).values() for point in points for sentence in point)
    yield from (" ".join(row) for row in meld_chart(book).rows)


def test_the_standard_word_stands_behind_the_clubs_for_who_looks_for_it() -> None:
    behind = {line.name.text: line.name.standard for line in meld_chart(built_in_book("st-hilary")).lines}

    assert {text: standard for text, standard in behind.items() if standard} == {
        "Trump marriage (K Q of trump)": "Royal marriage",
        "Round robin (K Q of every suit)": "Roundhouse",
    }


def test_what_the_club_typed_itself_stays_as_it_is() -> None:
    note = {"about": "Books", "text": "A trick is called a book here.", "under": "play"}
    penalty = {"code": "late", "title": "A trick too late", "points": 10}
    book = changed(NPA, notes=[note], penalties=[penalty], summary="All tricks.")

    text = "\n".join(chapter.text for chapter in chapters(book))
    for typed in ("Books: A trick is called a book here.", "A trick too late: 10 points off.", "All tricks."):
        assert typed in text


def test_what_came_with_a_built_in_book_is_in_the_words_of_the_club_that_took_it() -> None:
    typed = [{"path": "meld.run", "text": "A roundhouse of ours.", "other": None}]
    readings = [*NPA.model_dump(mode="json")["readings"], *typed]
    remark = {"about": "Marriages", "text": "Nobody needs a marriage.", "under": "meld"}
    own = {**NPA.words.model_dump(), "roundhouse": "round robin", "marriage": "wedding"}
    book = changed(NPA, readings=readings, notes=[*NPA.model_dump(mode="json")["notes"], remark], words=own)

    text = "\n".join(chapter.text for chapter in chapters(book))
    assert "A round robin of 24 needs 2 for each wedding outside of trump." in text  # NPA's reading
    assert "If the dealer has a wedding, a trump must be named." in text  # NPA's remark
    assert "Marriages: Nobody needs a marriage." in text
    assert re.findall(".*roundhouse.*", text) == ["A roundhouse of ours."]


# -- on the card -------------------------------------------------------------------------


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.key)
def test_no_sentence_beside_a_hand_says_the_standard_word(book: RuleBook) -> None:
    rng = random.Random(7)

    assert strange_words(book, (text for _ in range(sample(20, 40)) for text in beside_a_hand(book, rng))) == set()


def beside_a_hand(book: RuleBook, rng: random.Random) -> Iterator[str]:
    """All that the card says of a hand made at random, and of one that cannot be."""
    record = random_record(book, rng)
    here = book_of(book, record)
    sides = {side: f"Side {side}" for side in (*book.columns, *here.sides, *here.take_sides)}
    players = {seat: f"Seat {seat}" for seat in book.at_table}
    outlook, score = outlook_sentences(book, record, sides), score_deal(book, record)
    yield from (outlook.headline, outlook.rest)
    for side, part in score.sides.items():
        yield from (step_sentence(book, step, sides[side]) for step in part.steps)
        yield from (side_line(book, score, side).text, outcome_word(score, side))
    for question in open_questions(book, record):
        asked, said = question_text(book, question, sides, players)
        yield from (asked, *said.values())
    for step in ("bid", "meld", "take"):
        yield reminder(book, step, record)
    wrong = dict.fromkeys(book.sides, 99)
    yield from record_faults(book, replace(record, tricks=wrong, take=wrong), record.bidder).values()


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.key)
def test_no_meld_and_no_claim_says_the_standard_word(book: RuleBook) -> None:
    assert strange_words(book, of_melds(book)) == set()


def of_melds(book: RuleBook) -> Iterator[str]:
    first, second = book.seats[:2]
    yield from (meld.title for trump in SUITS for meld in best_meld(book, book.cards, trump).melds)
    wrong = [Claim((first,), kind, "H", count) for kind in MeldKind for count in (0, 2, 9)]
    wrong += [Claim((second,), kind, "S") for kind in MeldKind] + [Claim((first, second), MeldKind.ROUNDHOUSE)]
    players = {seat: f"Seat {seat}" for seat in book.seats}
    for trump in ("H", None):
        yield from (fault.text(players) for fault in check_table(book, wrong, {}, trump))
        yield from (note.text(players) for note in second_pair_notes(book, wrong, trump))
        yield from pooled_notes(book, wrong, trump)


# -- hand or deal ------------------------------------------------------------------------


@pytest.mark.parametrize("book", OF_DEALS, ids=lambda book: book.key)
def test_where_a_hand_is_a_deal_every_hand_is(book: RuleBook) -> None:
    rng = random.Random(7)
    beside = (text for _ in range(sample(20, 40)) for text in beside_a_hand(book, rng))

    texts = [*printed(book), *beside, *of_melds(book), *of_rulings(book)]
    assert {found[0] for text in texts if (found := re.search(r".*\bhands?\b.*", text, re.IGNORECASE))} == set()
    assert any("The deal is over." in text for text in texts)


def of_rulings(book: RuleBook) -> Iterator[str]:
    """What is asked and proposed on every way through every ruling."""
    hand = situation(book, played(book))
    for kind, title in offered(with_own(book), hand).items():
        yield title
        for _, judgment in ways(with_own(book), kind, hand):
            for question in judgment.questions:
                yield from (question.text, *question.choices.values())
            yield from judgment.faults.values()
            if judgment.proposal:
                yield from (judgment.proposal.decision, judgment.proposal.goes_on)


def test_what_a_player_holds_is_never_called_a_hand() -> None:
    entries = [entry for chapter in entry_chapters() for entry in chapter.entries]
    told = [sentence.says for book in BOOKS for part in document_of(book).sections for sentence in part.sentences]
    told += [text for book in BOOKS for text in printed(book)] + [str(entry) for entry in entries]

    assert [found[0] for text in told if (found := HELD.search(text))] == []


# -- the words ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "text", "said"),
    [
        ({"roundhouse": "round robin"}, "Roundhouses: a roundhouse counts.", "Round robins: a round robin counts."),
        ({"run": "Rope"}, "Double run in ♥ hearts, and a grunt", "Double rope in ♥ hearts, and a grunt"),
        ({"royal_marriage": "marriage in trump"}, "Royal marriages; a marriage", "Marriages in trump; a marriage"),
        ({"royal_marriage": "marriage in trump"}, "Royal marriage in ♥ hearts", "Marriage in trump, ♥ hearts"),
        ({"marriage": "wedding"}, "A marriage, no royal marriage", "A wedding, no royal marriage"),
        ({"nine": "dix"}, "Two nines of trump, one nine", "Two dixes, one nine"),
        ({"aces": "hundred aces"}, "Double aces around", "Double hundred aces"),
        ({"trick": "inning"}, "It wins a trick. A trick is lost.", "It wins an inning. An inning is lost."),
        ({"board": "board"}, "On the board, not off the board", "On board, not off board"),
        ({"bury": "discard"}, "Bury three: who buries a buried card?", "Discard three: who discards a discarded card?"),
        ({"trumping": "cut"}, "Not trumping: nobody trumped. A trump.", "Not cutting: nobody cut. A trump."),
        ({"hand": "deal"}, "Hands: a hand, this hand’s bid", "Deals: a deal, this deal’s bid"),
        ({"hand": "inning"}, "A hand of your hand. Hand 2", "An inning of your hand. Inning 2"),
        ({}, "A trick, a roundhouse", "A trick, a roundhouse"),
    ],
)
def test_words_take_the_place_of_the_standard_ones_in_every_form(words: dict[str, str], text: str, said: str) -> None:
    assert Vocabulary(**words).say(text) == said


def test_a_book_without_words_of_its_own_keeps_its_text_and_any_word_its_own() -> None:
    assert "words" not in json.loads(FAMILY.to_json())
    assert json.loads(GWINNETT.to_json())["words"] == {"royal_marriage": "marriage in trump"}
    assert (FAMILY.words, book_from_json(GWINNETT.to_json()).words) == (STANDARD, GWINNETT.words)


def test_a_club_may_type_every_word() -> None:
    (chapter,) = (chapter for chapter in entry_chapters() if chapter.id == "words")

    assert {entry.name: entry.kind for entry in chapter.entries} == {
        name: "choice" if name in ("bury", "trumping") else "text" for name in Vocabulary.model_fields
    }


@pytest.mark.parametrize("word", ["", "{trick}", "3 of a kind", "x" * 25])
def test_what_is_no_word_is_refused(word: str) -> None:
    with pytest.raises(BookError):
        book_from_data(FAMILY.model_dump(mode="json") | {"words": {"trick": word}})
