"""What stands beside the card. No database."""

from scoring.score_card.names import Names
from scoring.score_card.pages.panels import panel_context, steps_context
from scoring.score_card.people import names_now
from scoring.score_card.sheet import EntryData
from tests.scoring.score_card.makers import made_hand, sheet_of

PLAYERS = {"N": "Ann", "E": "Bea", "S": "Carl", "W": "Dom"}
MADE = {"bidder": "N", "bid": 27, "meld": {"NS": 19, "EW": 4}, "take": {"NS": 14, "EW": 11}}


def test_steps_stand_above_the_pad():
    sheet = sheet_of(*made_hand(1, **MADE)[:2])

    bid, meld, take = steps_context(sheet.lines[0], Names(sheet.book, PLAYERS, {}), "take")

    assert (bid.summary[:2], bid.suit_name, bid.is_entered) == ("27", "hearts", True)
    assert (meld.is_entered, meld.is_current) == (True, False)
    assert (take.is_entered, take.is_current) == (False, True)


def test_who_plays_on_is_told_while_a_hand_is_entered():
    late = {"seat": "S", "minutes": 20, "substitute": "in_event"}
    nobody, nameless = sheet_of(book="npa"), sheet_of(EntryData(0, "late", payload=late), book="npa")
    named = sheet_of(EntryData(0, "late", payload={**late, "name": "Eve"}), book="npa")

    def reminders(sheet):
        return panel_context(sheet, names_now(sheet, Names(sheet.book, PLAYERS, {}))).reminders

    assert reminders(named) == ("Eve plays on for Carl.",)
    assert reminders(nameless) == ("Substitute for Carl plays on for Carl, whose name stays on the card.",)
    assert reminders(nobody) == ()
