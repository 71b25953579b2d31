"""The way to a ruling, by table: what was chosen, and the step that it leads to. No database."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest
from django.http import QueryDict

from league.acting.deed import IS_CLOSED
from league.evening.rulings.pages.rule import CHANGED_MEANWHILE, NOW_SHOWN, why_not_given
from league.evening.rulings.steps import Chosen, Step, Way, way_to
from scoring.score_card.names import Names
from scoring.score_card.sheet import Line, Sheet
from tests.scoring.score_card.makers import MADE, appeal, made_hand, ruling, sheet_of

# One hand done and one to be bid; Ann's renege on the first was ruled, and is appealed.
HAND = sheet_of(*made_hand(1, **MADE))
RULED = sheet_of(*made_hand(1, **MADE), replace(ruling({"renege": "NS"}), client_id="form"))
APPEALED = sheet_of(*made_hand(1, **MADE), ruling({"renege": "NS"}), appeal(4))
DEALT_AGAIN = {"what": "other", "again": "yes"}
AMOUNT = {"amount_NS": "-20", "amount_EW": "", "why": "Slow play"}
FINED = {"who": "N", "what": "other", "measure": "points", "points": "20"}
CHOSEN = Chosen(hand=1, kind="amount", facts=AMOUNT)
CHANGES = Chosen(decides=4, kind="amount", facts=AMOUNT)

# What is chosen so far, what of the evening stands in its way, and the step that follows.
TABLE: tuple[tuple[Sheet, Chosen, Mapping[str, Any], Step], ...] = (
    (HAND, Chosen(), {}, Step.HAND),
    (HAND, Chosen(hand=9, kind="amount"), {}, Step.HAND),
    (HAND, Chosen(hand=1), {}, Step.KIND),
    (HAND, Chosen(hand=2), {}, Step.KIND),
    (HAND, Chosen(hand=1, kind="nonsense"), {}, Step.KIND),
    (HAND, Chosen(hand=2, kind="renege"), {}, Step.KIND),
    (HAND, Chosen(hand=1, kind="amount"), {}, Step.QUESTION),
    (HAND, Chosen(hand=1, kind="amount", facts={"amount_NS": "ten"}), {}, Step.QUESTION),
    (HAND, CHOSEN, {}, Step.REVIEW),
    (HAND, Chosen(hand=1, kind="misdeal", facts=DEALT_AGAIN), {}, Step.REVIEW),
    (HAND, CHOSEN, {"client_id": "form"}, Step.REVIEW),
    (RULED, CHOSEN, {"client_id": "form"}, Step.GIVEN),
    (RULED, CHOSEN, {"client_id": "form", "is_closed": True, "is_refused": True}, Step.GIVEN),
    (RULED, CHOSEN, {"client_id": ""}, Step.REVIEW),
    (HAND, CHOSEN, {"is_closed": True}, Step.CLOSED),
    (HAND, CHOSEN, {"is_closed": True, "is_refused": True}, Step.CLOSED),
    (HAND, Chosen(), {"is_refused": True}, Step.REFUSED),
    (APPEALED, Chosen(decides=4), {}, Step.KIND),
    (APPEALED, CHANGES, {}, Step.REVIEW),
    (APPEALED, CHANGES, {"is_closed": True}, Step.REVIEW),
    (APPEALED, CHANGES, {"is_closed": True, "is_refused": True}, Step.REFUSED),
)


def way(sheet: Sheet, chosen: Chosen, **stands: Any) -> Way:
    def names(_: Line) -> Names:
        return Names(sheet.book, {}, {})

    appealed = sheet.ruling(chosen.decides) if chosen.decides is not None else None
    return way_to(chosen, sheet, names, appealed=appealed, **stands)


@pytest.mark.parametrize(("sheet", "chosen", "stands", "step"), TABLE)
def test_what_is_chosen_leads_to_the_next_step(sheet, chosen, stands, step):
    assert way(sheet, chosen, **stands).step == step


@pytest.mark.parametrize(
    ("chosen", "left"),
    [
        (Chosen(call=3, hand=9, kind="amount", facts=AMOUNT), Chosen(call=3)),
        (Chosen(call=3, hand=1, kind="nonsense", facts=AMOUNT), Chosen(call=3, hand=1)),
        (CHOSEN, CHOSEN),
        (CHANGES, replace(CHANGES, hand=1)),
    ],
)
def test_what_no_longer_fits_is_forgotten(chosen, left):
    assert way(APPEALED, chosen).chosen == left


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
    assert way(HAND, Chosen(hand=1, kind="amount", facts=facts)).question.code == asked


def test_a_board_is_not_dealt_again():
    sheet = sheet_of(*made_hand(1, board=7, **MADE), boards=(7, 8))
    dealt_again = Chosen(hand=1, kind="misdeal", facts=DEALT_AGAIN)

    assert way(sheet, dealt_again).step == Step.BOARD
    assert way(sheet, CHOSEN).step == Step.REVIEW


def test_an_appealed_ruling_is_changed_on_the_card_without_it_and_gives_no_penalty_again():
    changes = way(APPEALED, Chosen(decides=4, kind="conduct", facts=FINED))

    assert (changes.step, changes.chosen.hand, changes.proposal.penalties) == (Step.REVIEW, 1, ())
    assert [ruling.state for ruling in changes.sheet.rulings] == ["overturned"]
    assert changes.sheet_with(()).lines[0].score == HAND.lines[0].score != APPEALED.lines[0].score


def test_a_reviewed_ruling_and_its_penalties_are_laid_on_the_card():
    reviewed = way(HAND, Chosen(hand=1, kind="conduct", facts=FINED))

    sheet = reviewed.sheet_with(reviewed.proposal.penalties)

    assert [ruling.said.kind for ruling in sheet.rulings] == ["conduct"]
    assert [(given.said.seat, given.said.hand, given.said.points) for given in sheet.penalties] == [("N", 1, 20)]


@pytest.mark.parametrize(
    ("step", "is_shown", "why"),
    [
        (Step.REVIEW, True, ""),
        (Step.REVIEW, False, NOW_SHOWN),
        (Step.CLOSED, True, IS_CLOSED),
        (Step.BOARD, True, "A board isn’t dealt again."),
        (Step.HAND, True, CHANGED_MEANWHILE),
        (Step.KIND, True, CHANGED_MEANWHILE),
        (Step.QUESTION, True, CHANGED_MEANWHILE),
    ],
)
def test_a_form_gives_a_ruling_from_its_review_alone(step, is_shown, why):
    assert why_not_given(step, is_shown=is_shown) == why


@pytest.mark.parametrize("chosen", [Chosen(), Chosen(call=3, hand=1), CHOSEN, CHANGES])
def test_what_is_chosen_is_read_from_an_address_as_it_was_written(chosen):
    query = QueryDict(mutable=True)
    query.update(chosen.fields)

    assert Chosen.of(query) == chosen
