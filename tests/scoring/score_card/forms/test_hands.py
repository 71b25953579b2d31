"""The form of a hand: what it asks for, what it comes to, what it keeps. No database."""

from collections.abc import Mapping
from typing import Any

import pytest

from scoring.rules.book import RuleBook, built_in_book
from scoring.score_card.forms import HandForm, initial_of, question_field
from scoring.score_card.names import Names
from scoring.score_card.sheet import STEPS, Setup, Sheet, build_sheet
from tests.scoring.rules.deal_samples import changed
from tests.scoring.score_card.makers import PLAYERS, STEP_NAMES, Hand, hand_payload, made, numbered, open_line, sheet_of

ST_HILARY, NPA, GWINNETT = (built_in_book(key) for key in ("st-hilary", "npa", "gwinnett"))
EACH_PLAYER = changed(GWINNETT, contract__trick_of="player")
HELD: dict[RuleBook, Hand] = {
    ST_HILARY: {"bid": 22, "meld": {"NS": 20, "EW": 8}},
    GWINNETT: {"bid": 22, "meld": {"NS": 20, "EW": 8}},
    EACH_PLAYER: {"bid": 22, "meld": {"NS": 20, "EW": 8}},
    NPA: {"bid": 52, "meld": {"NS": 40, "EW": 24}},
}


def sheet_at_take(book: RuleBook, **figures: Any) -> Sheet:
    """A card whose first hand has its bid and meld; the first side bids in spades."""
    payload = hand_payload(book, **{**HELD[book], "trump": "S", **figures})
    entries = (
        made(step, 1, **{name: payload[name] for name in STEP_NAMES[step] if name in payload}) for step in STEPS[:2]
    )
    return build_sheet(book, Setup(book.seats[0], 8), numbered(tuple(entries)))


def take_form(sheet: Sheet, **typed: Any) -> HandForm:
    """The take of the open hand as it was sent, looked through."""
    line = open_line(sheet)
    data = {"client_id": "one", "seen": str(sheet.version), **typed}
    form = HandForm(data, sheet=sheet, line=line, names=Names(sheet.book, PLAYERS, {}), steps=("take",))
    form.is_valid()
    return form


def asked(form: HandForm) -> list[str]:
    return [question_field(question) for question in form.questions]


def saved(sheet: Sheet, form: HandForm) -> Sheet:
    assert form.errors == {}
    return sheet.with_entry("take", 1, form.own)


def scores(sheet: Sheet) -> Mapping[str, int]:
    score = sheet.lines[0].score
    assert score is not None
    return score.scores


# -- renege: takes -----------------------------------------------------------------------


@pytest.mark.parametrize(("offender", "innocent"), [("NS", "EW"), ("EW", "NS")])
def test_take_that_a_renege_leaves_standing_is_asked_for(offender, innocent):
    sheet = sheet_at_take(GWINNETT)

    form = take_form(sheet, renege=offender)
    whole = take_form(sheet, **{"renege": offender, f"take_{innocent}": "7"})

    assert form.errors == {f"take_{innocent}": ["Enter the take, or 0 if there was none."]}
    assert whole.own["take"] == {innocent: 7}  # the play ended: the rest is nobody's
    assert scores(saved(sheet, whole))[innocent] == HELD[GWINNETT]["meld"][innocent] + 7


@pytest.mark.parametrize("book", [ST_HILARY, NPA])
def test_take_that_a_renege_makes_void_is_not_asked_for(book):
    assert take_form(sheet_at_take(book), renege="EW").errors == {}


def test_renege_that_was_saved_without_takes_stands_as_it_did():
    sheet = sheet_at_take(GWINNETT).with_entry(
        "take", 1, {"take": {}, "last_trick": None, "tricks": {}, "renege": "NS"}
    )

    assert scores(sheet) == {"NS": -22, "EW": 8}


def test_nobody_reneges_in_a_hand_without_trump():
    sheet = sheet_at_take(NPA, no_marriage=True, trump=None, meld={"NS": 0, "EW": 24})

    assert "Trump was never named" in take_form(sheet, renege="NS").errors["renege"][0]


# -- renege: what is said of it ----------------------------------------------------------


def test_renege_names_its_cause_and_a_second_one_is_a_remark():
    sheet = sheet_at_take(NPA)

    bare = take_form(sheet, renege="NS")
    told = take_form(sheet, renege="NS", q_renege_cause_NS="not_trumping", q_second_renege_NS="EW")

    assert bare.errors == {}  # nobody must say
    assert asked(bare) == asked(told) == ["q_renege_cause_NS", "q_second_renege_NS"]
    assert {"renege_cause", "second_renege"}.isdisjoint(bare.own)
    assert (told.own["renege"], told.own["renege_cause"], told.own["second_renege"]) == ("NS", "not_trumping", "EW")
    assert scores(saved(sheet, told)) == scores(saved(sheet, bare)) == {"NS": 0, "EW": 52 + 24}
    assert saved(sheet, told).lines[0].score.sides["EW"].has("second_renege")


def test_cause_that_the_book_does_not_have_is_refused():
    form = take_form(sheet_at_take(NPA), renege="NS", q_renege_cause_NS="out_of_turn")

    assert form.errors == {"q_renege_cause_NS": ["Choose one of those shown."]}


def test_call_that_was_not_proven_is_what_the_book_makes_of_it():
    answers = {"renege": "NS", "q_renege_cause_NS": "unproven_call", "q_second_renege_NS": "EW"}
    npa, st_hilary = sheet_at_take(NPA), sheet_at_take(ST_HILARY)

    renege = take_form(npa, **answers)
    remark = take_form(st_hilary, **answers, take_NS="14")

    for form in (renege, remark):
        assert (form.own["renege"], form.own["unproven_call"]) == (None, "NS")
        assert "second_renege" not in form.own
    assert scores(saved(npa, renege)) == {"NS": 0, "EW": 52 + 24}
    assert remark.own["take"] == {"NS": 14, "EW": 11}  # it was played out
    assert scores(saved(st_hilary, remark)) == {"NS": 34, "EW": 19}
    assert saved(st_hilary, remark).lines[0].score.sides["NS"].has("unproven_call")


def test_played_hand_with_a_call_that_was_not_proven_needs_its_takes():
    form = take_form(sheet_at_take(ST_HILARY), renege="NS", q_renege_cause_NS="unproven_call")

    assert form.errors.keys() == {"take_NS", "take_EW"}


@pytest.mark.parametrize(
    "answers",
    [
        {"renege": "EW", "q_renege_cause_EW": "not_heading", "q_second_renege_EW": "NS"},
        {"renege": "EW", "q_renege_cause_EW": "unproven_call"},
    ],
)
def test_form_shows_again_what_was_said(answers):
    sheet = sheet_at_take(NPA)

    line = saved(sheet, take_form(sheet, take_NS="30", **answers)).lines[0]

    assert answers.items() <= initial_of(line).items()


# -- each player needs a trick -----------------------------------------------------------


def test_each_partner_is_asked_for_a_trick_and_who_has_none_for_their_meld():
    sheet = sheet_at_take(EACH_PLAYER, meld={"NS": 20, "EW": 0})
    takes = {"take_NS": "14"}

    first = take_form(sheet, **takes)
    second = take_form(sheet, **takes, q_each_trick_NS="S")
    third = take_form(sheet, **takes, q_each_trick_NS="S", q_player_meld_S="06")

    assert asked(first) == ["q_each_trick_NS"]
    assert asked(second) == ["q_each_trick_NS", "q_player_meld_S"]
    assert "q_player_meld_S" in second.errors
    assert (third.own["player_tricks"], third.own["player_meld"]) == ({"N": 1, "S": 0}, {"N": 14, "S": 6})
    assert scores(saved(sheet, third)) == {"NS": 14 + 14, "EW": 11}
    assert initial_of(saved(sheet, third).lines[0]).items() >= {"q_each_trick_NS": "S", "q_player_meld_S": 6}.items()


@pytest.mark.parametrize("typed", ["21", "six"])
def test_players_meld_is_part_of_their_sides(typed):
    answers = {"q_each_trick_NS": "S", "q_player_meld_S": typed}

    form = take_form(sheet_at_take(EACH_PLAYER, meld={"NS": 20, "EW": 0}), take_NS="14", **answers)

    assert form.errors == {"q_player_meld_S": ["Enter a number from 0 to 20."]}


def test_meld_that_was_counted_is_not_asked_for():
    melds = {"N": [["run", "S", 1]], "S": [["aces", None, 1]]}
    sheet = sheet_at_take(EACH_PLAYER, bid=24, meld={"NS": 25, "EW": 0}, melds=melds, cards={})

    form = take_form(sheet, take_NS="14", q_each_trick_NS="N")

    assert asked(form) == ["q_each_trick_NS"]
    assert form.own["player_meld"] == {"N": 15, "S": 10}
    assert scores(saved(sheet, form))["NS"] == 10 + 14


def test_nothing_is_asked_where_the_sides_trick_is_enough():
    form = take_form(sheet_at_take(GWINNETT), take_NS="14")

    assert form.questions == ()
    assert {"player_tricks", "player_meld"}.isdisjoint(form.own)


def cutthroat_form(sheet, line=None, **typed):
    """The first hand of a card, whole: A has it for 70 in spades unless something else is `typed`."""
    data = {"dealer": "A", "bidder": "A", "bid": "70", "trump": "S", "meld_A": "30", "meld_B": "0", "meld_C": "0"}
    data |= {"client_id": "1", "seen": "0", **typed}
    return HandForm(data, sheet=sheet, line=line or open_line(sheet), names=Names(sheet.book, {}, {}), steps=STEPS)


@pytest.mark.parametrize(("bid", "is_asked"), [("80", False), ("85", True), ("200", True)])
def test_a_laid_hand_that_no_trick_could_make_stands_only_once_somebody_has_said_so(bid, is_asked):
    sheet = sheet_of(book="cutthroat")
    form = cutthroat_form(sheet, bid=bid, laid_stands="on")

    assert form.is_valid() != is_asked
    assert form.asks_about_rare == is_asked
    if is_asked:
        assert form.rare_questions[-1] == f"This hand can’t make {bid}. Let it stand all the same?"
        assert (form.rare_keys[0]["words"], form.asks_if_right, form.meant_answer) == ("Yes, let it stand", "", "")
        form = cutthroat_form(sheet, bid=bid, laid_stands="on", q_rare=form.rare_answer)
        assert form.is_valid()
    sheet = sheet.with_entry("correct", 1, form.own)
    assert sheet.lines[0].score.scores == {"A": 55, "B": 0, "C": 0}


@pytest.mark.parametrize(("typed", "is_asked"), [({}, False), ({"bid": "210"}, True), ({"meld_A": "32"}, True)])
def test_what_stands_already_is_asked_about_again_only_with_another_bid_or_meld(typed, is_asked):
    sheet = sheet_of(book="cutthroat")
    form = cutthroat_form(sheet, bid="200", laid_stands="on", q_rare="laid_stands=1")
    assert form.is_valid()
    sheet = sheet.with_entry("correct", 1, form.own)

    again = cutthroat_form(sheet, sheet.lines[0], **{"bid": "200", "laid_stands": "on", "meld_B": "2", **typed})
    again.is_valid()

    assert (again.rare_keys[0]["words"] == "Yes, let it stand") == is_asked


@pytest.mark.parametrize(
    ("typed", "faults", "score"),
    [
        ({"laid_stands": "on"}, {}, {"A": 85, "B": 0, "C": 0}),
        ({"laid_played": "on", "take_A": "38", "take_B": "12"}, {}, {"A": 95, "B": 12, "C": 0}),
        (
            {"laid_stands": "on", "laid_played": "on"},
            {"laid_played": ["Either the others let it stand, or it was played."]},
            None,
        ),
    ],
)
def test_cut_and_lay_is_a_part_of_the_hand(typed, faults, score):
    sheet = sheet_of(book="cutthroat")
    form = cutthroat_form(sheet, meld_A="60", q_tricks_C="no", **typed)

    assert form.is_valid() == (score is not None)
    assert {name: texts for name, texts in form.errors.items() if name.startswith("laid")} == faults
    if score is not None:
        assert sheet.with_entry("correct", 1, form.own).lines[0].score.scores == score


def test_field_that_a_ruling_decides_stays_open_in_the_next_form(monkeypatch: pytest.MonkeyPatch):
    sheet = sheet_at_take(ST_HILARY)
    with monkeypatch.context() as ruled:
        ruled.setattr(HandForm, "governed", frozenset({"take_NS"}))
        decided = take_form(sheet)

    following = take_form(sheet)

    assert [form.fields["take_NS"].disabled for form in (decided, following)] == [True, False]
    assert decided.fields["take_EW"] is following.fields["take_EW"]
