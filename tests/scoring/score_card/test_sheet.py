"""What a card's entries come to. No database."""

from dataclasses import replace

import pytest

from scoring.rules.book import built_in_books
from scoring.score_card.entries import Figures
from scoring.score_card.sheet import MOST_LINES, Setup, build_sheet
from tests.books import TRIED
from tests.scoring.score_card.makers import BID, HIGH, MADE, SET, hand_payload, made, made_hand, sheet_of

ST_HILARY = built_in_books()["st-hilary"]
SETUP = Setup("N")


def correction(hand, **figures):
    return made("correct", hand, **hand_payload(ST_HILARY, **figures))


# -- the hand being entered --------------------------------------------------------------


def test_empty_card_waits_for_its_first_hand():
    sheet = sheet_of(first_dealer="E")

    assert sheet.version == 0
    assert sheet.lines == ()
    assert (sheet.open_line.number, sheet.open_line.dealer, sheet.open_line.next_step) == (1, "E", "bid")
    assert sheet.undoable is None
    assert dict(sheet.totals) == {"NS": 0, "EW": 0}


@pytest.mark.parametrize(("entered", "next_step"), [(1, "meld"), (2, "take"), (3, None)])
def test_steps_follow_each_other(entered, next_step):
    sheet = sheet_of(*made_hand(1, **MADE)[:entered])

    assert sheet.lines[0].next_step == next_step
    assert sheet.lines[0].is_done == (next_step is None)


def test_done_hand_is_scored_and_the_deal_passes_left():
    sheet = sheet_of(*made_hand(1, **MADE))

    assert sheet.lines[0].score.scores == {"NS": 33, "EW": 15}
    assert dict(sheet.totals) == {"NS": 33, "EW": 15}
    assert (sheet.open_line.number, sheet.open_line.dealer) == (2, "E")


def test_deal_passes_on_from_whoever_dealt():
    sheet = sheet_of(*made_hand(1, **MADE | {"dealer": "S"}))

    assert sheet.open_line.dealer == "W"


def test_step_entered_again_replaces_the_first():
    first, meld, _ = made_hand(1, **MADE)

    sheet = sheet_of(first, meld, made("bid", 1, **BID | {"bid": 30}))

    assert sheet.lines[0].record.bid == 30
    assert sheet.lines[0].entered == ("bid", "meld")


def test_dealer_with_the_stuck_bid_is_stuck():
    stuck = sheet_of(made("bid", 1, **BID | {"bid": 15}))
    other = sheet_of(made("bid", 1, **BID | {"bid": 15, "bidder": "E"}))

    assert stuck.lines[0].record.stuck
    assert not other.lines[0].record.stuck


def test_redeal_begins_the_hand_again():
    bid, meld, _ = made_hand(1, **MADE)

    sheet = sheet_of(bid, meld, made("redeal", 1, why="misdeal", dealer="N", next_dealer="E"))

    line = sheet.open_line
    assert (line.number, line.entered, line.dealer, len(line.redeals)) == (1, (), "E", 1)
    assert line.figures == Figures()


def test_redeal_before_anything_is_entered():
    sheet = sheet_of(made("redeal", 1, why="nines", dealer="N", next_dealer="N"))

    assert sheet.open_line.dealer == "N"
    assert len(sheet.open_line.redeals) == 1


@pytest.mark.parametrize("book", TRIED)
def test_every_book_keeps_its_sheet(book):
    sheet = sheet_of(*made_hand(1, book=book), *made_hand(2, book=book), book=book, hands=9)

    scores = [line.score for line in sheet.lines if line.score]
    assert [score.outcome for score in scores] == ["made", "made"]
    assert dict(sheet.totals) == {
        side: sum(score.sides[side].score for score in scores) for side in built_in_books()[book].sides
    }


# -- folded on ---------------------------------------------------------------------------


def test_sheet_folded_on_from_the_one_before_is_the_sheet_folded_anew():
    entries = sheet_of(
        *made_hand(1, **MADE),
        *made_hand(2, **SET),
        made("redeal", 3, why="other", dealer="S", next_dealer="W"),
        *made_hand(3, **HIGH),
        *made_hand(4, **MADE),
        correction(1, **MADE, dealer="E"),  # another dealer: all after it deal another way
        correction(3, **MADE),
        made("undo", 3, undoes=15),
        made("undo", 1, undoes=14),
        *made_hand(5, **MADE),
    ).entries
    sheet = build_sheet(ST_HILARY, SETUP, ())

    for count in range(1, len(entries) + 1):
        on = build_sheet(ST_HILARY, SETUP, entries[:count], before=sheet)
        assert on == build_sheet(ST_HILARY, SETUP, entries[:count])
        sheet = on


def test_lines_that_did_not_change_are_folded_once():
    before = sheet_of(*made_hand(1, **MADE), *made_hand(2, **MADE), *made_hand(3, **MADE))
    correcting = replace(correction(2, **SET), number=10)

    after = build_sheet(ST_HILARY, before.setup, (*before.entries, correcting), before=before)

    assert [new is old for new, old in zip(after.lines, before.lines, strict=True)] == [True, False, False]


def test_lines_of_a_card_begun_otherwise_are_folded_anew():
    before = sheet_of(*[replace(entry, payload={"bidder": "N", "bid": 27}) for entry in made_hand(1, **MADE)[:1]])

    after = build_sheet(ST_HILARY, replace(before.setup, first_dealer="S"), before.entries, before=before)

    assert (before.lines[0].dealer, after.lines[0].dealer) == ("N", "S")


# -- corrections and undo ----------------------------------------------------------------


def test_correction_changes_the_line_and_the_totals_after_it():
    sheet = sheet_of(*made_hand(1, **MADE), *made_hand(2, **MADE), correction(1, **SET))

    assert sheet.lines[0].is_corrected
    assert not sheet.lines[1].is_corrected
    assert [line.totals for line in sheet.lines] == [{"NS": -27, "EW": 22}, {"NS": 6, "EW": 37}]


def test_newest_correction_holds():
    sheet = sheet_of(*made_hand(1, **MADE), correction(1, **SET), correction(1, **MADE))

    assert dict(sheet.totals) == {"NS": 33, "EW": 15}


def test_undo_takes_an_entry_out():
    sheet = sheet_of(*made_hand(1, **MADE), made("undo", 1, undoes=3))

    assert sheet.lines[0].entered == ("bid", "meld")
    assert dict(sheet.totals) == {"NS": 0, "EW": 0}
    assert (sheet.undoable.number, sheet.just_undone.number) == (2, 3)


def test_undo_again_goes_further_back():
    sheet = sheet_of(
        *made_hand(1, **MADE), made("undo", 1, undoes=3), made("undo", 1, undoes=2), made("undo", 1, undoes=1)
    )

    assert sheet.lines == ()
    assert sheet.undoable is None
    assert sheet.open_line.number == 1


def test_undone_correction_gives_the_old_line_back():
    sheet = sheet_of(*made_hand(1, **MADE), correction(1, **SET), made("undo", 1, undoes=4))

    assert dict(sheet.totals) == {"NS": 33, "EW": 15}
    assert not sheet.lines[0].is_corrected


def test_undone_redeal_gives_the_hand_back():
    bid, meld, _ = made_hand(1, **MADE)

    sheet = sheet_of(bid, meld, made("redeal", 1, why="other", dealer="N", next_dealer="N"), made("undo", 1, undoes=3))

    assert sheet.lines[0].entered == ("bid", "meld")


def test_nothing_is_just_undone_once_something_else_is_entered():
    bid, meld, take = made_hand(1, **MADE)

    assert sheet_of(bid, meld, take, made("undo", 1, undoes=3), take).just_undone is None


def test_names_and_signatures_are_not_undone():
    sheet = sheet_of(*made_hand(1, **MADE), made("details", table_name="3"), made("sign", side="NS", version=4))

    assert sheet.undoable.number == 3


# -- the end -----------------------------------------------------------------------------


def test_game_ends_on_the_hand_that_wins():
    sheet = sheet_of(*made_hand(1, **HIGH))

    assert (sheet.game.won.side, sheet.game.won.hand) == ("NS", 1)
    assert sheet.is_finished
    assert sheet.open_line is None


def test_hands_after_the_end_do_not_count():
    sheet = sheet_of(*made_hand(1, **MADE), *made_hand(2, **MADE), *made_hand(3, **MADE), correction(1, **HIGH))

    assert [line.after_end for line in sheet.lines] == [False, True, True]
    assert sheet.lines[2].totals is None
    assert sheet.lines[2].score.scores == {"NS": 33, "EW": 15}
    assert dict(sheet.totals) == {"NS": 154, "EW": 15}


def test_hands_after_the_end_count_again_when_it_is_no_end():
    sheet = sheet_of(*made_hand(1, **HIGH), *made_hand(2, **MADE), correction(1, **MADE))

    assert not sheet.is_finished
    assert dict(sheet.totals) == {"NS": 66, "EW": 30}


def test_round_ends_after_its_hands():
    four = [entry for hand in range(1, 5) for entry in made_hand(hand, book="npa")]

    assert not sheet_of(*four[:9], book="npa").is_finished
    assert sheet_of(*four, book="npa").is_finished
    assert sheet_of(*four, book="npa").open_line is None


def test_agreed_hands_end_a_game_without_a_target():
    two = [entry for hand in (1, 2) for entry in made_hand(hand, book="gwinnett-3")]

    assert sheet_of(*two, book="gwinnett-3", hands=2).is_finished
    assert not sheet_of(*two, book="gwinnett-3", hands=3).is_finished
    assert not sheet_of(*two, book="gwinnett-3").is_finished


def test_card_has_a_last_line():
    lines = [entry for hand in range(1, MOST_LINES + 1) for entry in made_hand(hand, book="gwinnett-3")]

    sheet = sheet_of(*lines, book="gwinnett-3")

    assert len(sheet.lines) == MOST_LINES
    assert sheet.open_line is None


# -- penalties ---------------------------------------------------------------------------


def test_penalties_stand_until_they_are_taken_back():
    penalties = [made("penalty", seat=seat, code="card_count", count=1, note="", hand=1) for seat in "NE"]

    sheet = sheet_of(*penalties, made("pardon", pardons=1, seat="N", code="card_count"), book="npa")

    assert [entry.payload["seat"] for entry in sheet.penalties] == ["E"]


def test_undone_penalty_and_undone_pardon():
    penalty = made("penalty", seat="N", code="card_count", count=1, note="", hand=1)
    pardon = made("pardon", pardons=1, seat="N", code="card_count")

    assert sheet_of(penalty, made("undo", undoes=1), book="npa").penalties == ()
    assert len(sheet_of(penalty, pardon, made("undo", undoes=2), book="npa").penalties) == 1


def test_latest_word_on_a_late_player_holds():
    late = [made("late", seat="N", minutes=minutes, substitute="", name="") for minutes in (5, 12)]

    assert sheet_of(*late, book="npa").lateness["N"].payload["minutes"] == 12
    assert sheet_of(*late, made("undo", undoes=2), book="npa").lateness["N"].payload["minutes"] == 5
    assert sheet_of(late[0], made("undo", undoes=1), book="npa").lateness == {}


# -- a round of an evening ---------------------------------------------------------------


def test_round_of_four_hands_is_not_won_on_one():
    sheet = sheet_of(*made_hand(1, **HIGH), *made_hand(2, **MADE), hands=4, length="hands")

    assert sheet.game.won is None
    assert (sheet.hands_to_play, sheet.is_finished, sheet.open_line.number) == (4, False, 3)
    assert sheet.totals["NS"] == 154 + 33


def test_round_of_four_hands_is_finished_after_four():
    hands = [entry for number in range(1, 5) for entry in made_hand(number, **MADE)]
    sheet = sheet_of(*hands, hands=4, length="hands")

    assert sheet.is_finished
    assert sheet.open_line is None


def test_round_by_the_clock_goes_on_whatever_the_score():
    hands = [entry for number in range(1, 8) for entry in made_hand(number, **HIGH)]
    sheet = sheet_of(*hands, length="time")

    assert (sheet.game.won, sheet.hands_to_play, sheet.is_finished) == (None, None, False)
    assert sheet.open_line.number == 8
    assert len(sheet.counted_lines) == 7


# -- signatures --------------------------------------------------------------------------

NS, EW = (made("sign", side=side, version=3) for side in ("NS", "EW"))


def test_card_is_closed_when_every_side_signed_the_same():
    one = sheet_of(*made_hand(1, **MADE), NS)
    both = sheet_of(*made_hand(1, **MADE), NS, EW)

    assert (set(one.signed), one.is_closed) == ({"NS"}, False)
    assert (set(both.signed), both.is_closed) == ({"NS", "EW"}, True)
    assert both.content_version == 3


@pytest.mark.parametrize(
    "later",
    [
        correction(1, **SET),
        made("undo", 1, undoes=3),
        made("details", table_name="3"),
        made("penalty", seat="N", code="card_count", count=1, note="", hand=1),
        made("bid", 2, **BID),
    ],
    ids=lambda entry: entry.kind,
)
def test_later_entry_strikes_the_signatures(later):
    sheet = sheet_of(*made_hand(1, **MADE), NS, EW, later)

    assert sheet.signed == {}
    assert sheet.content_version == 6


def by_director(entry):
    return replace(entry, by_director=True)


def test_what_a_director_enters_leaves_the_signatures_standing():
    sheet = sheet_of(*made_hand(1, **MADE), NS, EW, by_director(correction(1, **SET)))

    assert sheet.is_closed
    assert sheet.totals["NS"] == -27
    assert sheet.content_version == 6


def test_the_other_side_signs_what_the_director_changed():
    entries = (*made_hand(1, **MADE), NS, by_director(correction(1, **SET)))

    late = sheet_of(*entries, EW)
    new = sheet_of(*entries, made("sign", side="EW", version=5))

    assert set(late.signed) == {"NS"}
    assert new.is_closed


def test_no_table_takes_out_what_a_director_entered_nor_what_lies_under_it():
    sheet = sheet_of(*made_hand(1, **MADE), by_director(correction(1, **SET)))

    assert sheet.undoable is None


def test_signature_of_an_older_version_does_not_count():
    sheet = sheet_of(*made_hand(1, **MADE), correction(1, **SET), NS)

    assert sheet.signed == {}


def test_card_reopens_when_every_side_asks():
    signed = (*made_hand(1, **MADE), NS, EW)

    one = sheet_of(*signed, made("reopen", side="NS"))
    both = sheet_of(*signed, made("reopen", side="NS"), made("reopen", side="EW"))

    assert (one.is_closed, set(one.reopening)) == (True, {"NS"})
    assert (both.is_closed, set(both.reopening)) == (False, set())


def test_signing_again_takes_back_the_wish_to_reopen():
    sheet = sheet_of(*made_hand(1, **MADE), NS, EW, made("reopen", side="NS"), NS)

    assert sheet.is_closed
    assert sheet.reopening == frozenset()


# -- looking back and ahead --------------------------------------------------------------


def test_changes_since_a_version():
    sheet = sheet_of(*made_hand(1, **MADE))

    assert [entry.kind for entry in sheet.changes_since(1)] == ["meld", "take"]
    assert sheet.changes_since(3) == ()


def test_sheet_before_a_repeat():
    bid, meld, take = made_hand(1, **MADE)
    again = made("take", 1, client_id="again", **take.payload)

    sheet = sheet_of(bid, meld, again, *made_hand(2, **MADE))

    assert sheet.before_repeat("again").version == 2
    assert sheet.before_repeat("again").open_line.next_step == "take"
    assert sheet.before_repeat("unknown") is sheet
    assert sheet.before_repeat("") is sheet


def test_sheet_with_one_more_entry():
    sheet = sheet_of(*made_hand(1, **MADE))

    after = sheet.with_entry("correct", 1, hand_payload(ST_HILARY, **SET))

    assert dict(after.totals) == {"NS": -27, "EW": 22}
    assert dict(sheet.totals) == {"NS": 33, "EW": 15}


@pytest.mark.parametrize(("number", "is_there"), [(0, False), (1, True), (2, True), (3, False), (-1, False)])
def test_line_by_its_number(number, is_there):
    sheet = sheet_of(*made_hand(1, **MADE))

    assert (sheet.line(number) is not None) == is_there


# -- from the sheet before ---------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "hand", "payload"),
    [
        ("bid", 4, {"dealer": "W", "bidder": "E", "bid": 20, "trump": "S"}),
        ("correct", 2, {"take": {"NS": 5, "EW": 20}}),
        ("correct", 1, {"meld": {"NS": 140, "EW": 0}}),
        ("undo", 3, {"undoes": 9}),
        ("redeal", 3, {"why": "misdeal", "dealer": "S", "next_dealer": "S"}),
    ],
)
def test_scores_taken_over_are_those_worked_out_anew(kind, hand, payload):
    before = sheet_of(*(entry for number in (1, 2, 3) for entry in made_hand(number, bidder="NESW"[number])))

    after = before.with_entry(kind, hand, payload)

    assert after == build_sheet(before.book, before.setup, after.entries)
    assert (after.game == before.game) == (kind == "bid")


# -- remarks -----------------------------------------------------------------------------


def test_remarks_stand_on_the_line_of_their_hand_and_change_nothing_else():
    hand = made_hand(1)
    said = [made("remark", 1, text="Frozen partner"), made("remark", 1, text="Bid out of turn")]

    plain, remarked = sheet_of(*hand), sheet_of(*hand, *said)

    assert remarked.lines[0].remarks == ("Frozen partner", "Bid out of turn")
    assert (remarked.totals, remarked.content_version) == (plain.totals, plain.content_version)
    assert remarked.lines[0].record == plain.lines[0].record


def test_remark_and_its_undo_strike_no_signature():
    signed = [*made_hand(1), made("sign", side="NS", version=3)]
    remark = made("remark", 1, text="Frozen partner")

    assert "NS" in sheet_of(*signed, remark).signed
    taken_back = sheet_of(*signed, remark, made("undo", 1, undoes=5))
    assert "NS" in taken_back.signed
    assert taken_back.lines[0].remarks == ()


def test_remark_alone_begins_no_hand():
    bid = made_hand(1)[0]
    remark = made("remark", 1, text="Partner dealt")

    assert sheet_of(bid, remark, made("undo", 1, undoes=1)).lines == ()


def test_directors_remark_is_in_nobodys_way():
    remark = replace(made("remark", 1, text="Warned"), by_director=True)

    assert sheet_of(*made_hand(1), remark).undoable.kind == "take"
