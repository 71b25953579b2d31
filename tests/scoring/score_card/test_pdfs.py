"""What is on paper, read back: text, pages and their size."""

import datetime
import re

import pytest
from django.core.cache import caches

from pinochle_club.ground.papers import PAPERS
from pinochle_club.ground.pdfs import found
from scoring.models import RuleBookVersion, ScoreCard
from scoring.rules import prose
from scoring.rules.book import BUILT_IN_ORDER, built_in_book, built_in_books
from scoring.rules.documents import whose_rules
from scoring.rules.wall import meld_chart, wall_parts
from scoring.score_card import pdfs
from scoring.score_card.forms.papers import PER_PAGE
from scoring.score_card.sheet import EntryData
from scoring.templatetags.cards import name_size
from tests.books import TRIED
from tests.sampling import SOAK, crossed, every
from tests.scoring.score_card.makers import NAMES, Hand, made, made_hand, sheet_of
from tests.scoring.score_card.pdf_reading import (
    SIZES,
    boxes_of,
    inside,
    pages_of,
    read,
    sizes_of,
    text_of,
    type_sizes_of,
    unset,
    words_of,
)

LONG = {
    "N": "Maximiliane Oberhuber-von der Weide-Hofer",
    "E": "Bartholomew Fitzgerald-Smythe the Third",
    "S": "Иван Сергеевич Тургенев",
    "W": "Nguyễn Thị Minh Khai Ελένη",
}


@pytest.fixture(autouse=True)
def nothing_kept():
    caches["pdfs"].clear()


def make_unsaved_card(book="st-hilary", **fields):
    rules = built_in_books()[book]
    fields.setdefault("player_names", dict(zip(rules.seats, NAMES, strict=False)))
    return ScoreCard(
        book_version=RuleBookVersion(key=book, number=1, data=rules.to_json()),
        first_dealer=rules.seats[0],
        played_on=datetime.date(2026, 11, 18),
        **fields,
    )


def hands_of(*figures, book="st-hilary"):
    """The entries of several hands, each dealt by the next player."""
    seats = built_in_books()[book].seats
    return [
        entry
        for number, hand in enumerate(figures, start=1)
        for entry in made_hand(number, book=book, **{"dealer": seats[(number - 1) % len(seats)], **hand})
    ]


def drawn(make, *asked):
    """What is on a sheet."""
    with unset():
        return words_of(make(*asked))


SET: Hand = {"bidder": "N", "bid": 30, "trump": "D", "meld": {"NS": 14, "EW": 4}, "take": {"NS": 12, "EW": 13}}
MADE: Hand = {"bidder": "E", "bid": 21, "trump": "S", "meld": {"NS": 2, "EW": 10}, "take": {"NS": 10, "EW": 15}}


# -- blank cards -------------------------------------------------------------------------


@pytest.mark.parametrize(("blank", "paper"), every(3, crossed(crossed(TRIED, PER_PAGE), PAPERS)))
def test_blank_cards_of_every_book_fill_one_page(blank, paper):
    key, per_page = blank
    book = built_in_books()[key]

    content = pdfs.blank_pdf(book, paper, per_page)

    text = text_of(content)
    assert len(pages_of(content)) == 1
    assert sizes_of(content) == {SIZES[paper] if per_page != 2 else SIZES[paper][::-1]}
    assert text.count(book.name) == per_page
    assert text.count("Bid Meld Take Total") == per_page * len(book.sides)
    assert text.count("Opening bid") == per_page


def test_the_fullest_card_stays_inside_its_quarter(tmp_path):
    last = boxes_of(pdfs.blank_pdf(built_in_books()["cutthroat"], per_page=4), ["rest"], tmp_path)["rest"]

    assert [top < (135 if card < 2 else 275) for card, (_, _, top) in enumerate(last)] == [True] * 4


def test_blank_card_has_a_line_for_each_hand_of_a_round_else_seventeen_and_the_figures_of_its_book():
    card = pdfs.blank_card(built_in_books()["npa"])

    assert [line["number"] for line in card.pages[0]["lines"]] == [1, 2, 3, 4]
    assert pdfs.blank_card(built_in_books()["st-hilary"]).pages[0]["lines"] == ({},) * 17
    wanted = [title.rstrip("*:") for title, _ in card.figures]
    assert wanted == [*pdfs.FIGURES_ON_A_CARD, "Pinochle", ""]
    assert ("Game*:", "four hands") in card.figures  # how the club reads its text is marked
    assert "Opening bid: 50" in drawn(pdfs.blank_pdf, card.book)


def test_blank_card_says_whose_each_signature_is_and_what_is_written_for_a_set():
    text = drawn(pdfs.blank_pdf, built_in_books()["st-hilary"])

    assert "Team 1 Team 2" in text
    assert "Signature, team 1 Signature, team 2" in text
    assert "Set: take the bid off the total, and cross out that side’s meld and take" in text
    assert "Set*: the opponents get the bid" in drawn(pdfs.blank_pdf, built_in_books()["npa"])


def test_blank_card_of_a_game_for_money_has_its_money_sheet():
    text = drawn(pdfs.blank_pdf, built_in_books()["cutthroat"])

    assert "Money: who is set, hard or soft Player 1 Player 2 Player 3 Kitty" in text
    assert "Money: hard set −8, the others +2; soft set −4, the others +1; the kitty the rest" in text
    assert "Money" not in drawn(pdfs.blank_pdf, built_in_books()["gwinnett-3"])


@pytest.mark.parametrize("key", ["npa", pytest.param("st-hilary", marks=pytest.mark.soak)])
def test_cards_have_date_table_and_round_on_one_line(key, tmp_path):
    filled = pdfs.card_pdf(make_unsaved_card(key), sheet_of(book=key))
    for content, off in ((pdfs.blank_pdf(built_in_books()[key]), 0.05), (filled, 0.5)):
        tops = [top for (_, _, top), *_ in boxes_of(content, ["Date", "Table", "Round"], tmp_path).values()]

        assert max(tops) - min(tops) < off, tops


# -- filled cards ------------------------------------------------------------------------


@pytest.mark.parametrize("paper", ["letter", pytest.param("a4", marks=pytest.mark.soak)])
def test_a_set_is_on_the_paper_with_its_loss(paper):
    card = make_unsaved_card(table_name="4", round_name="2")

    content = pdfs.card_pdf(card, sheet_of(*hands_of(MADE, SET)), paper)

    text = text_of(content)
    assert len(pages_of(content)) == 1
    assert sizes_of(content) == {SIZES[paper]}
    assert "Wednesday, November 18, 2026 Table 4 Round 2" in text
    assert "Team Ann & Carl Team Beatrice & Dominic" in text
    assert re.search(r"2 Beatrice diamonds 30 14 12 SET −30 −18 4 13 42", text)
    assert text.endswith("Total −18 42 Ann & Carl Beatrice & Dominic")


def test_meld_and_take_of_a_set_are_crossed_out():
    page = pdfs.paper_card(make_unsaved_card(), sheet_of(*hands_of(MADE, SET))).pages[0]

    assert [cell.crossed for cell in page["lines"][0]["row"].cells] == [False, False]
    assert [cell.crossed for cell in page["lines"][1]["row"].cells] == [True, False]


def test_what_a_stuck_dealer_keeps_is_not_crossed_out():
    """gwinnett lets a stuck dealer keep meld and take."""
    stuck = {"bidder": "N", "bid": 20, "meld": {"NS": 4, "EW": 4}, "take": {"NS": 5, "EW": 20}}

    sheet = sheet_of(*made_hand(1, book="gwinnett", **stuck), book="gwinnett")

    cell = pdfs.paper_card(make_unsaved_card("gwinnett"), sheet).pages[0]["lines"][0]["row"].cells[0]
    assert (cell.points, cell.crossed, cell.loss) == ("−11", False, True)


def test_three_players_have_a_column_each():
    figures = {"meld": {"A": 10, "B": 6, "C": 4}, "take": {"A": 10, "B": 9, "C": 6}}
    entries = hands_of({"bidder": "A", "bid": 36, **figures}, {"bidder": "B", "bid": 21, **figures}, book="gwinnett-3")

    text = drawn(pdfs.card_pdf, make_unsaved_card("gwinnett-3"), sheet_of(*entries, book="gwinnett-3"))

    assert "Player Ann Player Beatrice Player Carl" in text
    assert text.count("Bid Meld Take Total") == 3
    assert "1 Ann hearts 36 10 10 SET −36 −36 6 9 15 4 6 10" in text


def round_entries():
    hands = (
        {"bidder": "N", "bid": 60, "trump": "S", "meld": {"NS": 30, "EW": 24}, "take": {"NS": 10, "EW": 40}},
        {"bidder": "S", "bid": 55, "trump": "H", "meld": {"NS": 22, "EW": 20}, "take": {"NS": 0, "EW": 50}},
        {"bidder": "S", "bid": 70, "trump": "D", "meld": {"NS": 10, "EW": 4}, "take": {}},
        {"bidder": "W", "bid": 52, "trump": "C", "meld": {"NS": 4, "EW": 24}, "take": {"NS": 10, "EW": 40}},
    )
    code = built_in_books()["npa"].penalties[0].code
    return [
        *hands_of(*hands, book="npa"),
        made("late", seat="E", minutes=12, substitute="", name=""),
        made("late", seat="S", minutes=16, substitute="in_event", name="Gwendolyn"),
        EntryData(0, "penalty", None, {"seat": "W", "code": code, "count": 2, "note": "", "hand": 2}),
    ]


@pytest.mark.parametrize("paper", [pytest.param("letter", marks=pytest.mark.soak), "a4"])
def test_a_round_shows_skunk_penalties_and_each_player_on_its_page(paper):
    content = pdfs.card_pdf(make_unsaved_card("npa"), sheet_of(*round_entries(), book="npa"), paper)

    text = text_of(content)
    assert len(pages_of(content)) == 1
    assert "Total 0 883 Skunk +200 = 1083" in text
    assert "Beatrice 1083 12 minutes late −70 1013" in text
    assert "Carl 0 Replaced for the rest of the round 0" in text
    assert "Gwendolyn, plays for Carl" in text
    assert re.search(r"Dominic 1083 .*, 2 times −100 983", text)


def test_signatures_never_stand_alone_on_a_page():
    remarks = [made("remark", hand, text=f"Bid out of turn, {'and then again ' * 4}") for hand in (1, 2, 3, 4) * 9]
    card = make_unsaved_card("npa", player_names=LONG)

    pages = pages_of(pdfs.card_pdf(card, sheet_of(*round_entries(), *remarks, book="npa")))

    last = pages[-1]
    assert len(pages) == 2
    assert "Round score" in last
    assert last.endswith("Nguyễn Thị Minh Khai Ελένη")


def test_remarks_and_hands_after_the_end_are_said_across_a_line():
    won = {"bidder": "N", "bid": 21, "meld": {"NS": 150, "EW": 0}, "take": {"NS": 25, "EW": 0}}
    remark = made("remark", 1, text="Frozen partner")

    text = drawn(pdfs.card_pdf, make_unsaved_card(), sheet_of(*hands_of(won, MADE, SET), remark))

    assert "Hand 1: Frozen partner" in text
    assert "Hands 2 and 3 came after the end of the game and do not count." in text
    assert "SET −30" not in text


def test_the_winner_and_the_signatures_are_on_the_paper():
    won = {"bidder": "N", "bid": 21, "meld": {"NS": 150, "EW": 0}, "take": {"NS": 25, "EW": 0}}
    at = datetime.datetime(2026, 11, 18, 15, 42, tzinfo=datetime.UTC)
    sign = EntryData(4, "sign", None, {"side": "NS", "version": 3}, device="Tablet 1", at=at)

    text = drawn(pdfs.card_pdf, make_unsaved_card(), sheet_of(*hands_of(won), sign))

    assert "Ann & Carl win: 175 to 0. They reached 150." in text
    assert "signed by Ann & Carl (Tablet 1, 3:42 pm)" in text
    assert "signed by Beatrice" not in text


def test_corrected_lines_are_marked():
    entries = [*hands_of(MADE), made("correct", 1, dealer="N", **SET)]

    assert "1 Ann corrected diamonds 30" in drawn(pdfs.card_pdf, make_unsaved_card(), sheet_of(*entries))


def test_more_hands_than_lines_go_on_over_the_page():
    rotating = [{**SET, "bidder": seat} for seat in "NESW" * 5][:18]

    content = pdfs.card_pdf(make_unsaved_card(), sheet_of(*hands_of(*rotating)))

    first, second = pages_of(content)
    assert "Carried over" in first
    assert "Page 1 of 2" in first
    assert "18 Beatrice" in second
    assert "Carried over" not in second
    assert "Team Ann & Carl" in second


@pytest.mark.parametrize("paper", ["letter", pytest.param("a4", marks=pytest.mark.soak)])
def test_long_names_in_any_script_are_whole_and_stay_on_their_page(paper):
    card = make_unsaved_card(player_names=LONG, side_names={"EW": "The Wednesday Wonders of Bath & Beyond!"})
    rotating = [{**SET, "bidder": seat} for seat in "NESW" * 5][:17]

    content = pdfs.card_pdf(card, sheet_of(*hands_of(*rotating)), paper)

    text = text_of(content).replace("- ", "-")
    assert len(pages_of(content)) == 1
    for name in (*LONG.values(), card.side_names["EW"]):
        assert name in text


def test_names_wide_as_those_of_the_east_are_set_smaller():
    assert name_size("Ann") == ""
    assert name_size("Maximiliane Hofer") == "long"
    assert name_size("山田" * 8) == "longest"


def test_a_name_is_never_markup():
    card = make_unsaved_card(player_names={**LONG, "N": "<img src='file:///etc/passwd'>"})

    assert "<img src='file:///etc/passwd'>" in drawn(pdfs.card_pdf, card, sheet_of(*hands_of(MADE)))


# -- explanations ------------------------------------------------------------------------


def test_explanations_say_why_each_hand_scored_as_it_did():
    card, sheet = make_unsaved_card(), sheet_of(*hands_of(MADE, SET))

    explained = pdfs.card_pdf(card, sheet, explain=True)

    text = text_of(explained)
    assert len(pages_of(explained)) == 2
    assert "Hand 2 Beatrice deals. Ann bids 30 in diamonds." in text
    assert "Ann & Carl came 4 short of the bid of 30: 14 meld + 12 take = 26. Rules: The contract" in text
    assert "How each hand was scored" not in drawn(pdfs.card_pdf, card, sheet)


@pytest.mark.parametrize("key", TRIED)
def test_a_hand_of_every_book_is_explained(key):
    sheet = sheet_of(*made_hand(1, book=key), book=key)

    assert "Rules: " in drawn(pdfs.card_pdf, make_unsaved_card(key), sheet, "letter", True)


# -- rule books --------------------------------------------------------------------------


@pytest.mark.parametrize("key", TRIED)
def test_rule_book_for_paper_has_all_its_chapters(key):
    assert_has_all_chapters(key, drawn(pdfs.book_pdf, built_in_books()[key]))


@pytest.mark.parametrize("key", BUILT_IN_ORDER if SOAK else ["gwinnett"])
def test_rule_book_is_printed_with_all_its_chapters(key):
    content = pdfs.book_pdf(built_in_books()[key], "a4")

    assert len(pages_of(content)) > 2
    assert_has_all_chapters(key, text_of(content))


def assert_has_all_chapters(key, text):
    book = built_in_books()[key]
    for chapter in prose.chapters(book):
        for block in chapter.blocks:
            for sentence in block.sentences:
                assert " ".join(sentence.text.split()) in text
    assert whose_rules(key) in text


# -- the file itself ---------------------------------------------------------------------


def test_a_pdf_is_tagged_titled_has_its_own_fonts_and_is_the_same_each_time():
    card, sheet = make_unsaved_card(), sheet_of(*hands_of(MADE, SET))

    content = pdfs.card_pdf(card, sheet)
    caches["pdfs"].clear()

    reader = read(content)
    assert reader.metadata.title == "Score card, St. Hilary Card Party, Wednesday, November 18, 2026"
    assert reader.root_object["/Lang"] == "en"
    assert inside(reader.root_object, "/MarkInfo", "/Marked")
    fonts = [font.get_object()["/BaseFont"] for font in inside(reader.pages[0], "/Resources", "/Font").values()]
    assert {name.split("+")[1].split("-")[0] for name in fonts} == {"Paper"}
    assert pdfs.card_pdf(card, sheet) == content


# -- kept --------------------------------------------------------------------------------


def test_every_built_in_book_and_its_blank_cards_are_printed_ahead():
    ahead = list(pdfs.sheets_ahead())

    assert len({key for key, *_ in ahead}) == len(ahead) == len(BUILT_IN_ORDER) * len(PAPERS) * (1 + len(PER_PAGE))
    assert pdfs.book_key(built_in_books()["npa"], "letter", "") in {key for key, *_ in ahead}


def test_sheets_ahead_are_those_that_are_served():
    with unset():
        for key, make, *asked in every(9, [*pdfs.sheets_ahead()]):
            assert make(*asked) == found(key)


@pytest.mark.parametrize(("key", "paper"), [("cutthroat", "a4"), pytest.param("npa", "letter", marks=pytest.mark.soak)])
def test_wall_sheet_is_one_page_with_the_whole_chart(key, paper):
    book = built_in_book(key)

    content = pdfs.wall_pdf(book, paper)

    assert len(pages_of(content)) == 1
    written = " ".join(text_of(content).split())
    assert [row[0] for row in meld_chart(book).rows if row[0].partition(" (")[0] not in written] == []
    all_of_it = [sentence.text for points in wall_parts(book).values() for point in points for sentence in point]
    needed = [sentence.text for points in wall_parts(book, 99).values() for point in points for sentence in point]
    assert [sentence for sentence in needed if sentence not in written] == []
    assert [sentence for sentence in all_of_it if sentence not in written] != []
    assert re.search(r"More in the book: .*\bdeal\.", written)
    assert min(type_sizes_of(content)) == 11
    for quarreled in ("Set and saved", "The last book is worth 2 more", "A renege is"):
        assert written.index(quarreled) < written.index("The opening bid is")
    assert ("A hard set costs the player 8" in written) == (key == "cutthroat")
    assert ("Card on the floor or in the stack: 50 points off." in written) == (key == "npa")
