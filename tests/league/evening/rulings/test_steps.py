"""The way to a ruling, by table: what was chosen, and the step that it leads to. No database."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest
from django.http import QueryDict

from league.evening.rulings.pages.rule import NOT_GIVEN
from league.evening.rulings.steps import FACT, Chosen, Step, Way, way_to
from scoring.score_card.names import Names
from scoring.score_card.sheet import Line, Sheet
from tests.scoring.score_card.makers import MADE, appeal, made_hand, ruling, sheet_of

# One hand done and one to be bid; Ann's renege on the first was ruled, and is appealed.
HAND = sheet_of(*made_hand(1, **MADE))
RULED = sheet_of(*made_hand(1, **MADE), replace(ruling({"renege": "NS"}), client_id="form"))
APPEALED = sheet_of(*made_hand(1, **MADE), ruling({"renege": "NS"}), appeal(4))


def as_facts(answers: Mapping[str, str]) -> Chosen:
    return {f"{FACT}{code}": answer for code, answer in answers.items()}


DEALT_AGAIN = as_facts({"what": "other", "again": "yes"})
AMOUNT = as_facts({"amount_NS": "-20", "amount_EW": "", "why": "Slow play"})
FINED = as_facts({"who": "N", "what": "other", "measure": "points", "points": "20"})
CHOSEN = {"hand": "1", "kind": "amount", **AMOUNT}
CHANGES = {"decides": "4", "kind": "amount", **AMOUNT}

# What is chosen so far, what of the evening stands in its way, and the step or question that follows.
TABLE: tuple[tuple[Sheet, Chosen, Mapping[str, Any], Step | str], ...] = (
    (HAND, {}, {}, "hand"),
    (HAND, {"hand": "9", "kind": "amount"}, {}, "hand"),
    (HAND, {"hand": "first"}, {}, "hand"),
    (HAND, {"hand": "1"}, {}, "kind"),
    (HAND, {"hand": "2"}, {}, "kind"),
    (HAND, {"hand": "1", "kind": "nonsense"}, {}, "kind"),
    (HAND, {"hand": "2", "kind": "renege"}, {}, "kind"),
    (HAND, {"hand": "1", "kind": "amount"}, {}, "amount_NS"),
    (HAND, {"hand": "1", "kind": "amount", "fact-amount_NS": "ten"}, {}, "amount_NS"),
    (HAND, CHOSEN, {}, Step.REVIEW),
    (HAND, {"hand": "1", "kind": "misdeal", **DEALT_AGAIN}, {}, Step.REVIEW),
    (HAND, CHOSEN, {"client_id": "form"}, Step.REVIEW),
    (RULED, CHOSEN, {"client_id": "form"}, Step.GIVEN),
    (RULED, CHOSEN, {"client_id": "form", "is_closed": True, "is_refused": True}, Step.GIVEN),
    (RULED, CHOSEN, {"client_id": ""}, Step.REVIEW),
    (HAND, CHOSEN, {"is_closed": True}, Step.CLOSED),
    (HAND, CHOSEN, {"is_closed": True, "is_refused": True}, Step.CLOSED),
    (HAND, {}, {"is_refused": True}, Step.REFUSED),
    (APPEALED, {"decides": "4"}, {}, "kind"),
    (APPEALED, CHANGES, {}, Step.REVIEW),
    (APPEALED, CHANGES, {"is_closed": True}, Step.REVIEW),
    (APPEALED, CHANGES, {"is_closed": True, "is_refused": True}, Step.REFUSED),
)


def way(sheet: Sheet, chosen: Chosen, **stands: Any) -> Way:
    def names(_: Line) -> Names:
        return Names(sheet.book, {}, {})

    appealed = sheet.ruling(int(chosen["decides"])) if "decides" in chosen else None
    return way_to(chosen, sheet, names, appealed=appealed, **stands)


@pytest.mark.parametrize(("sheet", "chosen", "stands", "step"), TABLE)
def test_what_is_chosen_leads_to_the_next_step(sheet, chosen, stands, step):
    found = way(sheet, chosen, **stands)

    assert (found.question.code if found.step == Step.QUESTION and found.question else found.step) == step


@pytest.mark.parametrize(
    ("chosen", "left"),
    [
        ({**CHOSEN, "call": "3", "hand": "9"}, {"call": "3"}),
        ({**CHOSEN, "call": "three", "hand": "9"}, {}),
        ({**CHOSEN, "call": "3", "kind": "nonsense"}, {"call": "3", "hand": "1"}),
        ({**CHOSEN, "fact-who": "N", "other": "5"}, CHOSEN),
        (CHOSEN, CHOSEN),
        (CHANGES, {**CHANGES, "hand": "1"}),
    ],
)
def test_what_no_longer_fits_is_forgotten(chosen, left):
    assert way(APPEALED, chosen).chosen == left


def test_the_way_back_to_each_choice_is_without_it_and_what_follows():
    trail = way(HAND, {"call": "3", **CHOSEN}).trail

    facts = list(AMOUNT.items())
    at_kind = {"call": "3", "hand": "1", "kind": "amount"}
    assert [chosen for _, chosen, _ in trail] == [
        {"call": "3"}, {"call": "3", "hand": "1"}, at_kind, {**at_kind, **dict(facts[:1])},
        {**at_kind, **dict(facts[:2])},
    ]  # fmt: skip


def test_a_form_that_gave_a_ruling_leads_to_it():
    assert way(RULED, CHOSEN, client_id="form").given == RULED.rulings[0].number


@pytest.mark.parametrize(
    ("facts", "asked"),
    [
        ({}, "amount_NS"),
        ({"amount_NS": "-20"}, "amount_EW"),
        ({"amount_NS": "-20", "amount_EW": "", "why": ""}, "why"),
        ({"amount_NS": "", "amount_EW": "", "why": "Slow play"}, "amount_EW"),  # no points at all: asked again
    ],
)
def test_the_question_is_the_next_one_or_the_one_whose_answer_does_not_fit(facts, asked):
    assert way(HAND, {"hand": "1", "kind": "amount", **as_facts(facts)}).question.code == asked


def test_a_board_is_not_dealt_again():
    sheet = sheet_of(*made_hand(1, board=7, **MADE), boards=(7, 8))
    dealt_again = {"hand": "1", "kind": "misdeal", **DEALT_AGAIN}

    assert way(sheet, dealt_again).step == Step.BOARD
    assert way(sheet, CHOSEN).step == Step.REVIEW


def test_an_appealed_ruling_is_changed_on_the_card_without_it_and_gives_no_penalty_again():
    changes = way(APPEALED, {"decides": "4", "kind": "conduct", **FINED})

    assert (changes.step, changes.chosen["hand"], changes.proposal.penalties) == (Step.REVIEW, "1", ())
    assert [ruling.state for ruling in changes.sheet.rulings] == ["overturned"]
    assert changes.sheet_with(()).lines[0].score == HAND.lines[0].score != APPEALED.lines[0].score


def test_a_reviewed_ruling_and_its_penalties_are_laid_on_the_card():
    reviewed = way(HAND, {"hand": "1", "kind": "conduct", **FINED})

    sheet = reviewed.sheet_with(reviewed.proposal.penalties)

    assert [ruling.said.kind for ruling in sheet.rulings] == ["conduct"]
    assert [(given.said.seat, given.said.hand, given.said.points) for given in sheet.penalties] == [("N", 1, 20)]


def test_a_form_that_gives_no_ruling_is_told_why_at_each_step_with_a_page():
    assert {*Step} - NOT_GIVEN.keys() == {Step.REVIEW, Step.GIVEN, Step.REFUSED}


@pytest.mark.parametrize("chosen", [{}, {"call": "3", "hand": "1"}, CHOSEN, CHANGES])
def test_what_is_chosen_is_the_same_read_from_an_address(chosen):
    query = QueryDict(mutable=True)
    query.update(chosen)

    assert way(APPEALED, query).chosen == way(APPEALED, chosen).chosen
