"""Rulings on a sheet: their effect lies on top of what was entered, and goes as it came."""

from collections.abc import Mapping
from dataclasses import replace

import pytest

from scoring.rules.book import built_in_books
from scoring.score_card.entries import Effect
from scoring.score_card.forms.corrections import CorrectionForm
from scoring.score_card.forms.hands import initial_of
from scoring.score_card.names import Names
from scoring.score_card.sheet import Sheet
from tests.scoring.score_card.makers import (
    Hand,
    appeal,
    decision,
    hand_payload,
    made,
    made_hand,
    numbered,
    ruling,
    sheet_of,
)

BID: Hand = {"dealer": "E", "bidder": "S", "bid": 20, "trump": "H"}
FIGURES: Hand = {"meld": {"NS": 8, "EW": 6}, "take": {"NS": 15, "EW": 10}}
PLAYED: Hand = {**BID, **FIGURES}
HAND = made_hand(1, **PLAYED)
NEXT = made_hand(2, **PLAYED | {"dealer": "S"})
SIGNED = tuple(made("sign", side=side, version=3, by="") for side in ("NS", "EW"))
RENEGE = {"renege": "NS", "renege_cause": "not_following"}
AGAIN = {"redeal": {"why": "other", "dealer": "E", "next_dealer": "E"}}


def scores(sheet: Sheet) -> list[Mapping[str, int] | None]:
    return [line.score.scores if line.score else None for line in sheet.lines]


def what_counts(sheet: Sheet) -> tuple[object, ...]:
    """All that a ruling can touch of the lines, the game and the hand that is open."""
    lines = [(line.dealer, line.figures, line.entered, line.record, line.score, line.totals) for line in sheet.lines]
    return lines, sheet.game, sheet.is_finished, sheet.open_line and sheet.open_line.number


# -- states ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("steps", "state", "effect"),
    [
        ((), "given", RENEGE),
        ((appeal(4),), "appealed", RENEGE),
        ((appeal(4), decision(4, "upheld")), "upheld", RENEGE),
        ((appeal(4), decision(4, "changed", effect={"void": True})), "changed", {"void": True}),
        ((decision(4, "overturned"),), "overturned", {}),
        ((decision(4, "overturned"), appeal(4)), "appealed", {}),
        ((decision(4, "overturned"), decision(4, "changed", effect=RENEGE)), "changed", RENEGE),
        ((decision(4, "changed", effect={"void": True}), appeal(4), decision(4, "upheld")), "upheld", {"void": True}),
    ],
)
def test_state_and_effect_follow_from_what_came_of_it(steps, state, effect):
    sheet = sheet_of(*HAND, ruling(RENEGE), *steps)

    (given,) = sheet.rulings

    assert (given.number, given.hand, given.state, given.effect) == (4, 1, state, Effect.parse(effect))
    assert sheet.lines[0].rulings == (given,)
    assert len(given.steps) == len(steps)


def test_words_of_a_changed_ruling_are_those_of_the_decision():
    sheet = sheet_of(
        *HAND, ruling(RENEGE, facts={"side": "NS"}), decision(4, "changed", decision="It is void", effect={})
    )

    assert (sheet.rulings[0].decision, sheet.rulings[0].facts) == ("It is void", {"side": "NS"})


# -- the effect --------------------------------------------------------------------------


@pytest.mark.parametrize(
    "effect",
    [RENEGE, {"unproven_call": "EW"}, {"take": {"NS": 5, "EW": 20}}, {"meld": {"EW": 0}}, {"last_trick": "EW"}],
)
def test_effect_equals_the_hand_entered_with_it(effect):
    entered = hand_payload(built_in_books()["st-hilary"], **PLAYED)
    for name, value in effect.items():
        entered[name] = {**entered[name], **value} if isinstance(value, dict) else value

    ruled = sheet_of(*HAND, ruling(effect), *NEXT)

    assert scores(ruled) == scores(sheet_of(made("correct", 1, **entered), *NEXT))
    assert scores(ruled) != scores(sheet_of(*HAND, *NEXT)) or effect.keys() <= {"unproven_call", "last_trick"}


def test_void_hand_counts_for_nobody_and_is_done_in_mid_play():
    sheet = sheet_of(*HAND[:1], ruling({"void": True}), *NEXT)

    assert sheet.lines[0].is_done
    assert [line.score.scores["NS"] for line in sheet.lines] == [0, 23]
    assert {step.code for part in sheet.lines[0].score.sides.values() for step in part.steps} == {"void"}


def test_amounts_of_several_rulings_add_up_and_say_why():
    amounts = (
        ruling({"ruled": {"NS": -20}}, decision="Slow play"),
        ruling({"ruled": {"NS": -5, "EW": 5}}, rule="renege"),
    )

    (line,) = sheet_of(*HAND, *amounts).lines

    assert line.score.scores == {"NS": 23 - 25, "EW": 16 + 5}
    steps = [step for step in line.score.sides["NS"].steps if step.code == "ruled"]
    assert [(step.amount, step.rule, step.facts["reason"]) for step in steps] == [
        (-20, "renege.kinds", "Slow play"),
        (-5, "renege", "As ruled"),
    ]


def test_renege_ends_the_hand_it_is_ruled_in():
    sheet = sheet_of(*HAND[:2], ruling(RENEGE))

    assert sheet.lines[0].is_done
    assert sheet.lines[0].score.scores == {"NS": -20, "EW": 6}
    assert sheet.open_line.number == 2


def test_renege_ruled_before_the_meld_leaves_the_hand_open_until_then():
    before, after = sheet_of(*HAND[:1], ruling(RENEGE)), sheet_of(*HAND[:1], ruling(RENEGE), HAND[1])

    assert (before.open_line.next_step, after.open_line.number) == ("meld", 2)
    assert after.lines[0].score.scores == {"NS": -20, "EW": 6}


def test_renege_in_a_book_that_counts_the_take_waits_for_it():
    bid, meld, take = made_hand(1, book="gwinnett", **PLAYED | {"bid": 21})
    sheet = sheet_of(bid, meld, ruling(RENEGE), book="gwinnett")

    assert sheet.open_line.next_step == "take"
    assert sheet_of(bid, meld, ruling(RENEGE), take, book="gwinnett").lines[0].score.scores == {"NS": -21, "EW": 16}


def test_ruling_before_the_bid_begins_the_hand_and_needs_no_figures():
    sheet = sheet_of(ruling({}, kind="bid_out_of_turn"))

    assert (sheet.open_line.number, sheet.open_line.next_step, len(sheet.lines)) == (1, "bid", 1)
    assert sheet_of(ruling({}), decision(1, "overturned")).lines == ()


# -- taking it back ----------------------------------------------------------------------


@pytest.mark.parametrize(
    "effect",
    [RENEGE, {"void": True}, {"take": {"NS": 5, "EW": 20}}, {"ruled": {"NS": -20}}, {"meld": {"EW": 0}}, AGAIN],
)
@pytest.mark.parametrize("hand", [HAND, HAND[:2], HAND[:1]])
@pytest.mark.parametrize("between", [(), (appeal(0),)])
def test_overturning_gives_back_what_stood(effect, hand, between):
    number = len(hand) + 1
    steps = [replace(step, payload={**step.payload, "ruling": number}) for step in between]
    sheet = sheet_of(*hand, ruling(effect), *steps, decision(number, "overturned"))

    assert what_counts(sheet) == what_counts(sheet_of(*hand))


@pytest.mark.parametrize("effect", [RENEGE, {"take": {"NS": 5, "EW": 20}}, {"meld": {"EW": 0}}, {"take": {"NS": 5}}])
def test_overturning_after_a_correction_keeps_what_was_corrected_and_no_more(effect):
    """The form of a correction says the whole line again as it stands, with what is ruled in it."""
    ruled = sheet_of(*HAND, ruling(effect))
    again = {**ruled.lines[0].figures.payload(), "bid": 21, "trump": "S"}
    entries = (*HAND, ruling(effect), made("correct", 1, **again))

    corrected, overturned = sheet_of(*entries), sheet_of(*entries, decision(4, "overturned"))

    assert corrected.lines[0].figures.payload() == again
    plainly = sheet_of(
        *HAND, made("correct", 1, **{**sheet_of(*HAND).lines[0].figures.payload(), "bid": 21, "trump": "S"})
    )
    assert overturned.lines[0].record == plainly.lines[0].record
    assert scores(overturned) == scores(plainly)


def test_hand_that_a_ruling_ended_is_open_again_without_it_also_when_it_was_corrected():
    ruled = sheet_of(*HAND[:2], ruling({"take": {"NS": 5, "EW": 20}}))
    entries = (
        *HAND[:2],
        ruling({"take": {"NS": 5, "EW": 20}}),
        *NEXT,
        made("correct", 1, **ruled.lines[0].figures.payload()),
    )

    sheet = sheet_of(*entries, decision(3, "overturned"))

    assert (sheet.open_line.number, sheet.open_line.next_step) == (1, "take")
    assert [line.is_done for line in sheet.lines] == [False, True]
    assert scores(sheet_of(*numbered(sheet.entries), replace(HAND[2], number=99))) == scores(sheet_of(*HAND, *NEXT))


def test_winner_and_numbers_hold_while_an_earlier_hand_is_open_again():
    won = [entry for hand in (2, 3, 4) for entry in made_hand(hand, meld={"NS": 30, "EW": 0})]

    sheet = sheet_of(*HAND[:2], ruling(RENEGE), *won, decision(3, "overturned"))

    assert (sheet.game.won.hand, [line.number for line in sheet.counted_lines]) == (4, [2, 3, 4])


# -- played again ------------------------------------------------------------------------


def test_hand_played_again_begins_anew_with_the_dealer_that_is_ruled():
    sheet = sheet_of(*HAND, *NEXT, ruling(AGAIN))

    assert (sheet.open_line.number, sheet.open_line.next_step, sheet.open_line.dealer) == (1, "bid", "E")
    assert sheet.totals == {"NS": 23, "EW": 16}  # of the second hand


def test_what_was_played_again_is_out_once_that_is_overturned():
    second = made_hand(1, **BID, meld={"NS": 0, "EW": 0}, take={"NS": 0, "EW": 25})
    again = (*HAND, ruling(AGAIN), *second, ruling({"ruled": {"EW": 7}}))

    assert scores(sheet_of(*again)) == [{"NS": -20, "EW": 32}]
    assert what_counts(sheet_of(*again, decision(4, "overturned"))) == what_counts(sheet_of(*HAND))


def test_earlier_ruling_concerns_the_hand_as_it_was_played_before():
    second = made_hand(1, **PLAYED)
    entries = (*HAND, ruling(RENEGE), ruling(AGAIN), *second)

    assert scores(sheet_of(*entries)) == scores(sheet_of(*HAND))
    assert scores(sheet_of(*entries, decision(5, "overturned"))) == [{"NS": -20, "EW": 6}]


def test_decision_can_have_a_hand_played_again_and_another_take_that_back():
    changed = (*HAND, ruling({"void": True}), decision(4, "changed", effect=AGAIN))

    again = sheet_of(*changed).open_line
    assert (again.number, again.next_step, again.dealer) == (1, "bid", "E")
    assert what_counts(sheet_of(*changed, *HAND, decision(4, "changed", effect={"void": True}))) == what_counts(
        sheet_of(*HAND, ruling({"void": True}))
    )


# -- signatures and undo -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("entries", "stands"),
    [
        ((ruling(RENEGE),), False),
        ((ruling({}),), True),
        ((ruling({}), appeal(6), decision(6, "upheld")), True),
        ((ruling({}), decision(6, "overturned")), True),
        ((ruling({}), decision(6, "changed", effect=RENEGE)), False),
    ],
)
def test_what_changes_the_score_strikes_signatures(entries, stands):
    sheet = sheet_of(*HAND, *SIGNED, *entries)

    assert (sheet.is_closed, bool(sheet.struck)) == (stands, not stands)
    assert sheet.content_version == (3 if stands else sheet.version)


def test_sides_sign_again_and_an_appeal_that_is_upheld_leaves_that_standing():
    again = tuple(made("sign", side=side, version=6, by="") for side in ("NS", "EW"))
    sheet = sheet_of(*HAND, *SIGNED, ruling(RENEGE), *again, appeal(6), decision(6, "upheld"))

    assert sheet.is_closed


@pytest.mark.parametrize(("effect", "undoable"), [(RENEGE, None), ({}, 3)])
def test_no_table_takes_out_or_reaches_past_a_ruling_that_changed_the_score(effect, undoable):
    sheet = sheet_of(*HAND, ruling(effect))

    assert (sheet.undoable and sheet.undoable.number) == undoable


# -- forms -------------------------------------------------------------------------------


def test_steps_of_a_ruled_hand_say_nothing_of_what_is_ruled():
    """The form of the take shows the renege as ruled, and sends it back."""
    bid, meld, take = made_hand(1, book="gwinnett", **PLAYED | {"bid": 21})
    again = replace(take, payload={**take.payload, **RENEGE, "second_renege": "EW"})
    entries = (bid, meld, ruling(RENEGE), again)

    ruled = sheet_of(*entries, book="gwinnett")
    overturned = sheet_of(*entries, decision(3, "overturned"), book="gwinnett")

    assert ruled.lines[0].score.scores == {"NS": -21, "EW": 16}
    assert overturned.lines[0].own.renege is None
    assert scores(overturned) == scores(sheet_of(bid, meld, take, book="gwinnett"))


def test_form_of_a_ruled_hand_shows_what_is_ruled_and_previews_with_it():
    sheet = sheet_of(*HAND, ruling(RENEGE), ruling({"take": {"NS": 5}}))
    names = Names(sheet.book, {}, {})
    line = sheet.lines[0]
    typed = {**initial_of(line), "renege": "EW", "take_NS": "25", "take_EW": "0", "bid": 22}

    form = CorrectionForm({**typed, "seen": 5, "client_id": "x"}, sheet=sheet, line=line, names=names)

    assert form.is_valid(), form.errors
    assert {name for name in form.fields if form.fields[name].disabled} == {"renege", "take_NS"}
    assert form.after.lines[0].figures.payload() == {**line.figures.payload(), "bid": 22, "take": {"NS": 5, "EW": 0}}
    assert form.record == form.after.lines[0].record
    assert form.questions == ()
