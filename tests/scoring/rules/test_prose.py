"""The printed rule book: every switch and every figure shows in it, and every rule has its place."""

import random
import re
from collections.abc import Mapping
from functools import cache

import pytest

from scoring.rules.book import RuleBook, book_from_data, built_in_book
from scoring.rules.book.loading import is_rule
from scoring.rules.book.printing import Block, BulletPoints, Paragraph, Sentence, Table, anchor
from scoring.rules.book.procedure import reading_id
from scoring.rules.book.rule_book import RETIRED
from scoring.rules.deal_score import score_deal
from scoring.rules.prose import Chapter, anchors, chapters, legend, places_in, unmarked
from tests.sampling import sample
from tests.scoring.rules.deal_samples import (
    BASES,
    BOOKS,
    Entry,
    Path,
    all_books,
    changed,
    changed_data,
    entries,
    random_record,
    variants,
    with_entry,
)

ST_HILARY = built_in_book("st-hilary")
FAMILY = built_in_book("family-double")
NPA = built_in_book("npa")
GWINNETT_3 = built_in_book("gwinnett-3")

FIXED_BY_OTHERS = {
    ("deck", "copies"),
    ("deal", "players"),
    ("deal", "hand_size"),
    ("deal", "kitty_size"),
    ("deal", "stock_size"),
    ("kitty", "bury"),
}  # no one of these can be changed alone and leave a valid book


@cache
def printed() -> Mapping[RuleBook, tuple[Chapter, ...]]:
    """What each book and variant prints."""
    return {book: unmarked(book) for book in all_books()}


@cache
def texts() -> Mapping[RuleBook, str]:
    return {book: _text(told) for book, told in printed().items()}


def text_of(book: RuleBook) -> str:
    return _text(unmarked(book))


def _text(told: tuple[Chapter, ...]) -> str:
    return "\n".join(chapter.text for chapter in told)


def chapter_text(book: RuleBook, chapter_id: str) -> str:
    return next(chapter.text for chapter in chapters(book) if chapter.id == chapter_id)


def shape_of(path: Path) -> Path:
    """The path with its numbers left out: one place for all columns of a meld."""
    return tuple(part for part in path if isinstance(part, str))


# -- every switch and figure -------------------------------------------------------------


def test_every_value_of_every_switch_can_be_read() -> None:
    """A value can be where the text is another one than with what else the book may have there."""
    shown: dict[tuple[Path, object], bool] = {}
    originals = {book.key: texts()[book] for book in BASES}
    own = {(book.key, entry.path): entry.value for book in BASES for entry in entries(book)}
    for path, value, variant in variants():
        differs = texts()[variant] != originals[variant.key]
        for told in (value, own[variant.key, path]):
            shown[path, told] = shown.get((path, told), False) or differs

    assert [place for place, is_shown in shown.items() if not is_shown] == []


def test_every_figure_can_be_read() -> None:
    shown: dict[Path, bool] = {}
    for book in BASES:
        original = text_of(book)
        for entry in entries(book):
            place = shape_of(entry.path)
            if not shown.get(place) and (variant := _with_another_figure(book, entry)) is not None:
                shown[place] = text_of(variant) != original

    figures = {shape_of(entry.path) for book in BOOKS for entry in entries(book) if not entry.is_switch}
    assert [place for place, is_shown in shown.items() if not is_shown] == []
    assert figures - set(shown) <= FIXED_BY_OTHERS


def _with_another_figure(book: RuleBook, entry: Entry) -> RuleBook | None:
    if entry.is_switch:
        return None
    value = entry.value or 0
    tries = (value + 1, value - 1, value + 4, value + 5, value - 5, value + 10)
    return next((book_ for figure in tries if (book_ := with_entry(book, entry.path, figure))), None)


@pytest.mark.parametrize(("book", "kind"), [(book, kind) for book in BOOKS for kind in book.renege.kinds])
def test_every_kind_of_renege_has_a_sentence(book: RuleBook, kind: str) -> None:
    book = changed(book, renege__kinds=[kind], rulings__own=[])

    points = [block for chapter in chapters(book) for block in chapter.blocks if isinstance(block, BulletPoints)]
    assert any(len(block.sentences) == 1 and block.sentences[0].text.endswith(".") for block in points)


def test_texts_of_the_club_are_in_it() -> None:
    for book in BOOKS:
        text = text_of(book)
        told = [reading.text for reading in book.readings] + [reading.other for reading in book.readings]
        told += [note.text for note in book.notes] + [rule.text for rule in book.conduct]
        told += [penalty.title for penalty in book.penalties]
        for line in [book.summary, *told, *book.procedure.appeals]:
            assert line is None or line in text


# -- what a sentence rests on ------------------------------------------------------------


def sentences(book: RuleBook) -> list[tuple[str, Sentence]]:
    """All that a book prints, by chapter."""
    return [
        (chapter.id, sentence) for chapter in chapters(book) for block in chapter.blocks for sentence in block.sentences
    ]


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.key)
def test_every_printed_sentence_is_the_clubs_or_a_reading(book: RuleBook) -> None:
    assert [sentence.text for _, sentence in sentences(book) if not (sentence.sections or sentence.readings)] == []


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.key)
def test_every_reading_is_marked_beside_a_rule(book: RuleBook) -> None:
    marked = {mark.id for chapter, sentence in sentences(book) if chapter != "readings" for mark in sentence.readings}

    assert [reading.path for reading in book.readings if reading_id(reading.path) not in marked] == []


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.key)
def test_sections_say_only_what_is_printed(book: RuleBook) -> None:
    printed = {rule for _, sentence in sentences(book) for rule in sentence.about}
    said = [rule for source in book.sources for rule in source.rules]

    assert [rule for rule in said if rule not in printed] == []
    assert len({(source.section, rule) for source in book.sources for rule in source.rules}) == len(said)


def test_whatever_a_book_can_print_is_about_rules_that_there_are() -> None:
    blocks = (block for told in printed().values() for chapter in told for block in chapter.blocks)
    named = {rule for block in blocks for sentence in block.sentences for rule in sentence.about}

    assert all(is_rule(then) and is_rule(now) for then, now in RETIRED.items())  # books of clubs name them still
    assert [rule for rule in named if not is_rule(rule) and not rule.startswith("penalties.")] == []


def test_a_reading_goes_before_the_section_and_the_rule_before_its_part() -> None:
    marked = {rule: sentence for _, sentence in sentences(NPA) for rule in sentence.about}
    number = {reading.path: place for place, reading in enumerate(NPA.readings, start=1)}

    doubtful = marked["redeal.short_card_from"]
    assert (doubtful.sections, [mark.number for mark in doubtful.readings]) == (
        ("Dealing",),
        [number["redeal.short_card_from"]],
    )
    assert [mark.id for mark in marked["meld.pooling"].readings] == ["reading-meld"]
    assert [mark.id for mark in marked["meld.marriage"].readings] == ["reading-meld-marriage"]
    assert (marked["meld.aces"].sections, marked["meld.aces"].readings) == (("Value of Meld",), ())


def test_sentences_on_one_reading_share_its_mark() -> None:
    melds = next(block for block in _blocks(NPA, "meld") if isinstance(block, Paragraph))
    kinds = next(
        block for block in _blocks(built_in_book("hidden-valley"), "renege") if isinstance(block, BulletPoints)
    )

    for block in (melds, kinds):
        assert [len(sentence.readings) for sentence in block.sentences] == [1, 1, 1]
        assert [len(sentence.readings) for sentence in block.marked_once] == [0, 0, 1]


def test_a_reading_is_marked_once_in_a_paragraph_and_over_a_table_that_rests_on_it() -> None:
    count = next(block for block in _blocks(NPA, "counting") if isinstance(block, Paragraph))
    table = next(block for block in _blocks(built_in_book("cutthroat"), "meld") if isinstance(block, Table))
    marks = [mark for sentence in count.marked_once for mark in sentence.readings]

    assert len(marks) == len(set(marks)) < sum(len(sentence.readings) for sentence in count.sentences)
    assert len(table.title.readings) == 1
    marked = [mark for name, _ in table.named_rows for mark in name.readings]
    assert marked
    assert not set(marked) & set(table.title.readings)


def test_a_section_is_named_where_it_begins() -> None:
    chapter = next(chapter for chapter in chapters(built_in_book("hidden-valley")) if chapter.id == "deal")

    assert [label for label, _ in chapter.by_section] == ["Opening paragraphs", "The Deal", "The Deal, New Hand"]
    assert sum(len(blocks) for _, blocks in chapter.by_section) == len(chapter.blocks)


def test_a_book_that_names_no_sections_has_no_labels() -> None:
    older = book_from_data(changed_data(ST_HILARY, sources=[]))

    assert {label for chapter in chapters(older) for label, _ in chapter.by_section} == {""}
    assert "section" in legend(ST_HILARY)
    assert "section" not in legend(older)
    assert legend(book_from_data(changed_data(ST_HILARY, sources=[], readings=[]))) == ""


# -- anchors -----------------------------------------------------------------------------


def test_every_rule_that_a_step_rests_on_has_its_place() -> None:
    rng = random.Random(3)
    all_found, missing = set(), set()
    for book, told in printed().items():
        scores = [score_deal(book, random_record(book, rng)) for _ in range(sample(4, 12))]
        found = {step.rule for score in scores for part in score.sides.values() for step in part.steps}
        places = places_in(told)
        missing |= {(book.key, rule) for rule in found if anchor(rule) not in places}
        all_found |= found

    assert missing == set()
    assert len(all_found) > 9


def test_rules_of_a_round_have_their_places() -> None:
    rules = ["round", "round.skunk", "round.tardiness", "round.tardiness.replaced_at"]
    rules += [f"penalties.{penalty.code}" for penalty in NPA.penalties]

    assert {anchor(rule) for rule in rules} <= anchors(NPA)


def test_anchor_has_no_dots() -> None:
    assert anchor("round.tardiness.replaced_at") == "round-tardiness-replaced_at"


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.key)
def test_ids_are_unique_and_fit_for_a_page(book: RuleBook) -> None:
    ids = [chapter.id for chapter in chapters(book)]
    ids += [
        block.id for chapter in chapters(book) for block in chapter.blocks if isinstance(block, Paragraph) and block.id
    ]

    assert len(ids) == len(set(ids))
    assert all(re.fullmatch(r"[a-z][a-z0-9_-]*", each) for each in ids)


# -- how it reads ------------------------------------------------------------------------


def test_every_book_and_variant_reads_well() -> None:
    for told in printed().values():
        assert all(chapter.blocks for chapter in told)
    for block in {block for told in printed().values() for chapter in told for block in chapter.blocks}:
        _assert_block_reads_well(block)


def test_no_book_says_what_was_read_twice() -> None:
    read_twice = re.compile(
        r"'|\b(?:whoever|so too|nobody’s|all the same|besides|in force|towards|has no word)\b", re.I
    )

    lines = {line for text in texts().values() for line in text.split("\n")}
    assert [line for line in lines if read_twice.search(line)] == []


def _assert_block_reads_well(block: Block) -> None:
    if isinstance(block, Table):
        assert block.rows
        assert {len(row) for row in block.rows} == {len(block.header)}
        assert all(cell for row in block.rows for cell in row)
        return
    sentences = [block.text] if isinstance(block, Paragraph) else [each.text for each in block.sentences]
    assert sentences
    for sentence in sentences:
        assert re.fullmatch(r"[A-Z“0-9].*[.:]", sentence, re.DOTALL), sentence
        assert not re.search(r"  |\{|\}|None|True|False|\bits its\b", sentence), sentence
        assert not re.search(r"\. [a-z]", sentence), sentence


def test_a_player_alone_has_no_partner() -> None:
    own_words = "\n".join(chapter.text for chapter in chapters(GWINNETT_3) if chapter.id != "readings")

    assert "other side" not in own_words
    assert "bidding side" not in own_words
    assert "partner" not in own_words.lower()


def test_the_meld_table_has_a_column_for_each_multiple() -> None:
    table = next(block for block in _blocks(FAMILY, "meld") if isinstance(block, Table))

    assert table.header == ("Meld", "Single", "Double", "Triple", "Quadruple")
    assert ("Run (A 10 K Q J of trump)", "16", "150", "225", "300") in table.rows
    assert not any(row[0].startswith(("Nine", "Roundhouse")) for row in table.rows)

    single = next(block for block in _blocks(ST_HILARY, "meld") if isinstance(block, Table))
    assert ("Nine of trump", "1", "2") in single.rows
    assert ("Round robin (K Q of every suit)", "24", "–") in single.rows  # 16 cards, and a hand holds 12

    buried_later = next(block for block in _blocks(GWINNETT_3, "meld") if isinstance(block, Table))
    assert ("Roundhouse (K Q of every suit)", "24", "215") in buried_later.rows  # 18 with the kitty


def _blocks(book: RuleBook, chapter_id: str) -> tuple[Block, ...]:
    return next(chapter.blocks for chapter in chapters(book) if chapter.id == chapter_id)


def test_chapters_that_do_not_concern_a_book_are_left_out() -> None:
    ids = {book.key: [chapter.id for chapter in chapters(book)] for book in BOOKS}

    assert [key for key, own in ids.items() if "kitty" in own] == ["gwinnett-3", "cutthroat"]
    assert [key for key, own in ids.items() if "money" in own] == ["cutthroat"]
    assert [key for key, own in ids.items() if "round" in own] == ["npa"]
    assert [key for key, own in ids.items() if "passing" in own] == ["st-hilary", "hidden-valley", "tens-1500"]
    assert all(own[0] == "glance" and own[-1] == "readings" for own in ids.values())


@pytest.mark.parametrize(
    ("book", "chapter", "sentence"),
    [
        (
            ST_HILARY,
            "auction",
            "The opening bid is 15. Each bid is at least 1 higher than the last. You may skip numbers.",
        ),
        (
            NPA,
            "auction",
            "Each bid is higher than the last: up to 60 any number, then up to 100 multiples of 5, and past 100 "
            "multiples of 10.",
        ),
        (
            FAMILY,
            "deal",
            "The cards are dealt clockwise from the dealer’s left, 4 or 5 at a time, or 2 and then 3 at a time.",
        ),
        (ST_HILARY, "redeal", "A dealer who misdeals twice loses the deal to the left."),
        (ST_HILARY, "counting", "Aces, tens and kings are counters, worth 1 point each: 24 in all."),
        (NPA, "contract", "It counts from 20, like any other."),
        (NPA, "conduct", "say so before the deal begins"),
        (NPA, "conduct", "Playing a card: Cards are played one at a time."),
        (ST_HILARY, "conduct", "Table talk: Don’t talk about the cards while they are being played."),
        (ST_HILARY, "deal", "Agree on who deals first. If you can’t, draw cards"),
        (NPA, "meld", "Nothing is shown before trump is named."),
        (NPA, "renege", "You may call it once the book is turned and the next legal card is played."),
        (NPA, "readings", "A replaced player scores 0 less penalties"),
        (
            GWINNETT_3,
            "contract",
            "The bidder’s meld and take are lost. A stuck dealer who is set keeps meld and take.",
        ),
        (NPA, "contract", "plain marriages, but no runs or roundhouse."),
        (built_in_book("hidden-valley"), "play", "Even when a plain suit has been trumped, beat the best card"),
        (ST_HILARY, "renege", "If the bidding side reneges: The rest of the hand is thrown in and not played."),
        (FAMILY, "game", "when both sides stand at 400 or more before a hand"),
        (NPA, "procedure", "Disputes go to the referee. That decision is final: players can’t appeal it."),
    ],
)
def test_some_sentences(book: RuleBook, chapter: str, sentence: str) -> None:
    assert sentence in chapter_text(book, chapter)
