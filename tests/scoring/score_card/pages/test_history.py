"""The history in words. No database."""

from typing import Any

import pytest

from scoring.rules.book import built_in_book
from scoring.score_card.entries import Figures
from scoring.score_card.names import Names
from scoring.score_card.pages.history import Change, changes_between, events_of
from tests.scoring.score_card.makers import MADE, hand_payload, made, made_hand, sheet_of

PLAYERS = {"N": "Ann", "E": "Bea", "S": "Carl", "W": "Dom"}


def history(*entries, book="st-hilary", hand=None):
    sheet = sheet_of(*entries, book=book)
    return events_of(sheet, Names(sheet.book, PLAYERS, {}), hand=hand)


def test_entries_come_newest_first():
    events = history(*made_hand(1, **MADE))

    assert [(event.what, event.details) for event in events] == [
        ("Take of hand 1", "Ann & Carl 14, Bea & Dom 11"),
        ("Meld of hand 1", "Ann & Carl 19, Bea & Dom 4"),
        ("Bid of hand 1", "27 by Ann, hearts"),
    ]


def test_events_of_one_hand():
    events = history(*made_hand(1, **MADE), *made_hand(2, **MADE), hand=2)

    assert [event.entry.number for event in events] == [6, 5, 4]


def test_correction_shows_before_and_after():
    correction = made("correct", 1, **hand_payload(sheet_of().book, **MADE | {"take": {"NS": 13, "EW": 12}}))

    newest = history(*made_hand(1, **MADE), correction)[0]

    assert newest.what == "Correction of hand 1"
    assert newest.changes == (Change("Ann & Carl, take", "14", "13"), Change("Bea & Dom, take", "11", "12"))
    assert newest.details == ""


def test_second_correction_is_read_against_the_first():
    takes = ({"NS": 13, "EW": 12}, {"NS": 10, "EW": 15})
    corrections = [made("correct", 1, **hand_payload(sheet_of().book, **MADE | {"take": take})) for take in takes]

    newest = history(*made_hand(1, **MADE), *corrections)[0]

    assert newest.changes[0] == Change("Ann & Carl, take", "13", "10")


def test_correction_after_an_undone_one_is_read_against_what_stood():
    takes = ({"NS": 13, "EW": 12}, {"NS": 10, "EW": 15})
    first, second = (made("correct", 1, **hand_payload(sheet_of().book, **MADE | {"take": take})) for take in takes)

    newest = history(*made_hand(1, **MADE), first, made("undo", 1, undoes=4), second)[0]

    assert newest.changes[0] == Change("Ann & Carl, take", "14", "10")


def test_hand_is_read_beside_none_of_the_others():
    events = history(*made_hand(1, **MADE), *made_hand(2, **MADE | {"bid": 30}))

    assert [event.changes for event in events] == [()] * 6


def test_step_entered_again_shows_before_and_after():
    bid, meld, _ = made_hand(1, **MADE)

    newest = history(bid, meld, made("meld", 1, meld={"NS": 20, "EW": 4}))[0]

    assert newest.changes == (Change("Ann & Carl, meld", "19", "20"),)


def test_undo_names_what_it_took_out_and_strikes_it():
    undo, take, *_ = history(*made_hand(1, **MADE), made("undo", 1, undoes=3))

    assert undo.what == "Undo: take of hand 1"
    assert (take.what, take.struck) == ("Take of hand 1", "undone")


@pytest.mark.parametrize(
    ("later", "struck"),
    [
        ((), ""),
        ((made("sign", side="EW", version=3),), ""),
        ((made("bid", 2, dealer="E", bidder="E", bid=20, trump="S"),), "struck by: bid of hand 2"),
        (
            (made("sign", side="EW", version=3), made("reopen", side="NS"), made("reopen", side="EW")),
            "taken back to reopen",
        ),
        (
            (
                *(made("sign", side="EW", version=3), made("reopen", side="NS"), made("reopen", side="EW")),
                made("correct", 1, take={"NS": 12, "EW": 13}),
            ),
            "taken back to reopen",
        ),
    ],
    ids=["alone", "both", "entered after", "reopened", "reopened and then corrected"],
)
def test_signature_says_what_struck_it(later, struck):
    events = history(*made_hand(1, **MADE), made("sign", side="NS", version=3), *later)

    assert next(event.struck for event in events if event.entry.number == 4) == struck


def test_redeal_says_why_and_who_deals():
    (redeal,) = history(made("redeal", 1, why="misdeal", dealer="N", next_dealer="E"))

    assert (redeal.what, redeal.details) == ("New deal of hand 1", "a misdeal, Bea deals")


def test_boards_that_came_off_a_card_are_told():
    off, on = made("details", boards=[5, 6, 8], hands_agreed=3), made("details", boards=[5, 6, 8, 7], hands_agreed=4)

    second, _ = history(off, on)

    assert second.changes == (Change("Hands", "3", "4"), Change("Boards", "5, 6, 8", "5, 6, 8, 7"))


def test_details_show_what_was_filled_in_and_changed():
    details: dict[str, Any] = {"player_names": {"N": "Ann", "E": ""}, "table_name": "4", "first_dealer": "N"}

    second, first = history(made("details", **details), made("details", **{**details, "table_name": "5"}))

    assert Change("North", "–", "Ann") in first.changes
    assert Change("First dealer", "–", "Ann") in first.changes
    assert second.changes == (Change("Table", "4", "5"),)


def test_penalty_and_its_pardon():
    pardon, penalty = history(
        made("penalty", 1, seat="N", code="card_count", count=2, note="again"),
        made("pardon", pardons=1, seat="N", code="card_count"),
        book="npa",
    )

    title = built_in_book("npa").penalty("card_count").title
    assert penalty.details == f"Ann, {title}, 2 times, “again”"
    assert penalty.struck == "taken back"
    assert pardon.what == "Penalty taken back: penalty of hand 1"


def test_changes_between_name_what_is_new_and_what_is_gone():
    names = Names(sheet_of().book, PLAYERS, {})

    changes = changes_between(names, Figures(renege="NS"), Figures(moon=True))

    assert changes == (Change("Renege", "Ann & Carl", "–"), Change("Moon", "–", "yes"))


def test_hands_keep_whoever_played_them_when_somebody_plays_on():
    late = made("late", seat="N", minutes=20, substitute="in_event", name="Eve")
    hands = [made_hand(number, book="npa", bidder="N", bid=51) for number in (1, 2)]
    penalties = (
        made("penalty", seat="N", code="wrong_table", count=1, note="", hand=None),
        made("penalty", seat="N", code="wrong_table", count=1, note="", hand=None, replacement=True),
    )
    correction = made("correct", 1, **{**hands[0][0].payload, "bid": 52})

    events = history(*hands[0], late, *hands[1], *penalties, correction, book="npa")

    told = {event.entry.number: event.details for event in events}
    assert (told[1], told[5]) == ("51 by Ann, hearts", "51 by Eve, hearts")
    assert told[4] == "Ann, 20 minutes late"
    assert (told[8].split(",")[0], told[9].split(",")[0]) == ("Ann", "Eve")
    assert events[0].changes == (Change("Bid", "51", "52"),)
    assert told[6].startswith("Eve & Carl ")
