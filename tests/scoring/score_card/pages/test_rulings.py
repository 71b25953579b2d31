"""Rulings as the card, its history and paper tell them. No database."""

from types import SimpleNamespace

import pytest
from django.template.loader import render_to_string

from scoring.models import RuleBookVersion, ScoreCard
from scoring.rules.book import built_in_books
from scoring.score_card.entries import EntryData
from scoring.score_card.names import Names
from scoring.score_card.pages.card import card_context
from scoring.score_card.pages.corrections import correction_context
from scoring.score_card.pages.explanations import hand_context
from scoring.score_card.pages.history import Change, events_of
from scoring.score_card.pages.panels import panel_context
from scoring.score_card.pages.rulings import newly_ruled
from scoring.score_card.pages.signing import review_context
from scoring.score_card.pdfs import paper_card
from tests.scoring.score_card.makers import MADE, PLAYERS, appeal, decision, made, made_hand, ruling, sheet_of

HAND = made_hand(1, **MADE)
RENEGE = {"renege": "NS", "renege_cause": "not_following"}
FACTS = {"who": "N", "cause": "not_following", "moment": "late"}
RULED = ruling(RENEGE, facts=FACTS, called_by="E", decision="Ann reneged.", note="Two hearts were left")
OUT_OF_TURN = {"who": "S", "turn": "E", "bid": "52", "high": ""}


def view_of(*entries, book="st-hilary"):
    rules = built_in_books()[book]
    version = RuleBookVersion(key=book, number=1, data=rules.to_json())
    card = ScoreCard(book_version=version, player_names=PLAYERS, first_dealer="N")
    return card_context(card, sheet_of(*entries, book=book))


def events(*entries, **more):
    sheet = sheet_of(*entries)
    return events_of(sheet, Names(sheet.book, PLAYERS, {}), **more)


# -- on the card -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("later", "mark", "told"),
    [
        ((), "ruling", ("Rita: Ann reneged.",)),
        ((appeal(4),), "ruling appealed", ("Rita: Ann reneged. Appealed.",)),
        ((decision(4, "upheld"),), "ruling", ("Rita: Ann reneged. Upheld.",)),
        ((decision(4, "overturned"),), "", ()),
    ],
)
def test_line_tells_the_rulings_that_hold_in_the_directors_ink(later, mark, told):
    (row,) = view_of(*HAND, RULED, *later).rows

    assert (row.directed, row.rulings) == (mark, told)
    drawn = render_to_string("scoring/score_card/_score_line.html", {"row": row, "base": "/"})
    assert ("is-directed" in drawn) == bool(mark)


def test_line_that_is_ruled_on_anew_looks_different_to_a_page_that_shows_it():
    marks = {view_of(*HAND, RULED, *later).rows[0].mark for later in ((), (appeal(4),), (decision(4, "overturned"),))}

    assert len(marks) == 3


@pytest.mark.parametrize(
    ("effect", "marks", "total"),
    [
        ({"void": True}, ["void"], "0"),
        ({"ruled": {"NS": -20}}, ["−20 ruling"], "13"),
        (RENEGE, ["renege −27"], "−27"),
    ],
)
def test_marks_of_what_is_ruled_stand_beside_the_total(effect, marks, total):
    (row,) = view_of(*HAND, ruling(effect)).rows

    assert ([text for text, _ in row.cells[0].marks], row.cells[0].total) == (marks, total)


# -- the page of the hand ----------------------------------------------------------------


def test_page_of_the_hand_tells_who_ruled_what_and_on_which_rule():
    view = view_of(*HAND, RULED, appeal(4), decision(4, "upheld", note="Seen by all"))

    (told,) = hand_context(view.card, view.sheet, view.sheet.lines[0]).rulings

    ruling = told["ruling"]
    assert (told["title"], ruling.decision, ruling.given_by, ruling.state) == (
        "A renege",
        "Ann reneged.",
        "Rita",
        "upheld",
    )
    assert (told["called_by"], told["basis"], ruling.said.note) == ("Bea", "By the book", "Two hearts were left")
    assert told["facts"] == (
        ("Who reneged?", "Ann"),
        ("What happened?", "Not following suit"),
        ("The rules don’t say how long it can be corrected.", "It is too late"),
    )
    assert (told["chapter"], told["address"]) == ("Renege", "/books/st-hilary/#renege-kinds")
    assert [(step["what"], step["words"], step["who"]) for step in told["steps"]] == [
        ("Appealed by Ann", "He followed", "Rita"),
        ("Upheld", "Seen by all", "Dora"),
    ]


def test_page_of_the_hand_links_the_rule_and_names_all_that_came_of_it():
    view = view_of(*HAND, RULED, decision(4, "overturned"))
    hand = hand_context(view.card, view.sheet, view.sheet.lines[0])

    drawn = render_to_string(
        "scoring/score_card/hands/hand.html", {"hand": hand, "request": SimpleNamespace(htmx=True, META={})}
    )

    assert 'href="/books/st-hilary/#renege-kinds">Renege</a>' in drawn
    assert "is-struck" in drawn
    assert "overturned" in drawn


# -- history and what changed ------------------------------------------------------------


def test_history_says_what_a_ruling_changed_and_what_became_of_it():
    overturned, appealed, ruled = events(*HAND, RULED, appeal(4), decision(4, "overturned"))[:3]

    assert ruled.details == "a renege, Ann reneged, “Two hearts were left”"
    assert (ruled.what, ruled.who, ruled.struck) == ("Ruling on hand 1", "Rita", "overturned")
    assert ruled.entry.by_director
    assert ruled.changes == (Change("Renege", "–", "Ann & Carl"), Change("Renege by", "–", "not following suit"))
    assert (appealed.what, appealed.details) == ("Appeal on hand 1", "by Ann, “He followed”")
    assert overturned.changes == (Change("Renege", "Ann & Carl", "–"), Change("Renege by", "not following suit", "–"))


@pytest.mark.parametrize(
    ("outcome", "by", "says"),
    [
        ("upheld", [], "upheld, if all agree"),
        ("upheld", ["S"], "upheld, if all agree, yes by Carl"),
        ("", ["S"], "not asked now"),
    ],
)
def test_history_tells_what_each_side_is_asked(outcome, by, says):
    asked = EntryData(0, "agreement", 1, {"ruling": 4, "outcome": outcome, "note": "", "by": by}, by_director=True)

    newest = events(*HAND, RULED, appeal(4), asked)[0]

    assert (newest.what, newest.details) == ("Agreement on hand 1", says)


def test_history_tells_a_ruling_that_left_the_score_alone_in_words():
    (ruled,) = events(ruling({}, kind="bid_out_of_turn", facts=OUT_OF_TURN, decision="It doesn’t count."))

    assert (ruled.what, ruled.details) == ("Ruling on hand 1", "a bid out of turn, It doesn’t count")


def test_amounts_and_void_hands_are_changes_in_words():
    amount, void = (events(*HAND, ruling(effect))[0] for effect in ({"ruled": {"NS": -20}}, {"void": True}))

    assert amount.changes == (Change("Ann & Carl, ruled (As ruled)", "–", "−20"),)
    assert void.changes == (Change("Void", "–", "yes"),)


def test_correction_of_a_ruled_hand_tells_only_what_it_changed():
    ruled = sheet_of(*HAND, RULED)
    corrected = made("correct", 1, **{**ruled.lines[0].figures.payload(), "bid": 28, "renege": None})

    assert events(*HAND, RULED, corrected)[0].changes == (Change("Bid", "27", "28"),)


def test_what_a_ruling_would_do_is_the_comparison_of_two_sheets():
    before = sheet_of(*HAND)
    after = before.with_entry("ruling", 1, RULED.payload, by_director=True)

    found = correction_context(before, after, 1, Names(before.book, PLAYERS, {}))

    assert [change.label for change in found.figures] == ["Renege", "Renege by"]
    assert [(change.was, change.becomes) for change in found.now] == [("33", "−27"), ("15", "4")]


# -- what the table is told --------------------------------------------------------------


def test_table_is_told_of_a_ruling_until_something_else_is_entered():
    told = "Rita ruled on hand 1: a renege."

    assert newly_ruled(sheet_of(*HAND, RULED)) == newly_ruled(sheet_of(*HAND, RULED, appeal(4))) == told
    assert newly_ruled(sheet_of(*HAND, RULED, *made_hand(2, **MADE)[:1])) == ""
    assert newly_ruled(sheet_of(*HAND, RULED, decision(4, "overturned"))) == (
        "Dora decided on hand 1: the ruling is overturned."
    )
    assert told in panel_context(sheet_of(*HAND, RULED), Names(sheet_of().book, PLAYERS, {})).reminders


def test_struck_signatures_are_put_down_to_the_ruling():
    signed = [made("sign", side=side, version=3, by="") for side in ("NS", "EW")]

    view = view_of(*HAND, *signed, RULED)

    assert view.struck == "A ruling on hand 1 changed this card after it was signed, so the signatures are struck."
    notices = render_to_string("scoring/score_card/_notices.html", {"view": view, "can_write": True})
    assert "Each side signs again." in notices
    closed = {"view": view, "can_write": True, "hosting": {"why": "Round 1 is closed."}}
    assert "nobody has to sign again." in render_to_string("scoring/score_card/_notices.html", closed)


def test_whoever_signs_reads_that_there_was_a_ruling():
    review = review_context(view_of(*HAND, RULED), "NS")

    assert "There was a ruling on hand 1." in review["summary"]
    assert review["hands"][0]["flags"] == ("ruling", "renege by Ann & Carl (not following suit)")


# -- bids out of turn --------------------------------------------------------------------


def panel(*entries, book="npa"):
    sheet = sheet_of(*entries, book=book)
    return panel_context(sheet, Names(sheet.book, PLAYERS, {}))


def test_frozen_partner_and_the_bid_that_may_change_stand_on_the_card_until_the_bid_is_entered():
    ruled = ruling({}, kind="bid_out_of_turn", facts=OUT_OF_TURN)
    bid = made_hand(1, book="npa")[0]

    assert panel(ruled).auction["stands"] == "Ann is frozen. Carl’s 52 stands."
    assert panel(ruled).custom == "Carl may change it once an opponent bids 50 or more."
    assert panel(ruled, bid).auction is None
    assert panel(ruled, decision(1, "overturned")).auction is None
    assert panel(ruled, made("redeal", 1, why="illegal", dealer="N", next_dealer="N")).auction is None
    assert panel(ruling({}, kind="bid_out_of_turn", facts={"who": "S", "turn": "E"}), book="st-hilary").auction is None


# -- on paper ----------------------------------------------------------------------------


def test_paper_prints_the_ruling_in_the_directors_ink_and_tells_it_below_the_hand():
    view = view_of(*HAND, RULED, appeal(4))
    hand = hand_context(view.card, view.sheet, view.sheet.lines[0])
    context = {"card": paper_card(view.card, view.sheet), "hands": [hand], "paper": "letter"}

    drawn = " ".join(render_to_string("scoring/score_card/card_pdf.html", context).split())

    assert '<tr class="directed">' in drawn
    assert "ruling appealed</span>" in drawn
    assert "Ruling by Rita: A renege. Ann reneged. Called by Bea. By the book, rules: Renege." in drawn
