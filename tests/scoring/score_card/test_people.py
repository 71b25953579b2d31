"""Who sits in a seat when somebody else plays on. No database."""

import pytest

from scoring.score_card.names import Names
from scoring.score_card.people import names_now
from scoring.score_card.sheet import EntryData, Sheet
from tests.scoring.score_card.makers import PLAYERS, hand_payload, late, made_hand, sheet_of


def sides_by_hand(sheet: Sheet) -> list[str]:
    """What NS is called in each hand, and at last now."""
    names = Names(sheet.book, PLAYERS, {})
    return [names_now(sheet, names, line).side("NS") for line in (*sheet.lines, None)]


def test_who_plays_on_is_named_from_the_hand_on_that_was_not_done() -> None:
    first, second = made_hand(1, book="npa"), made_hand(2, book="npa")

    between = sheet_of(*first, late("S", 20, "in_event", "Eve"), *second, book="npa")
    within = sheet_of(*first, *second[:2], late("S", 20, "in_event", "Eve"), second[2], book="npa")

    assert sides_by_hand(between) == sides_by_hand(within) == ["Ann & Carl", "Ann & Eve", "Ann & Eve"]
    names = names_now(between, Names(between.book, PLAYERS, {}))
    assert (names.player("S"), names.own_player("S"), names.own_player("N")) == ("Eve", "Carl", "Ann")


def test_a_hand_that_is_put_right_later_keeps_those_who_played_it() -> None:
    payload = hand_payload(sheet_of(book="npa").book)
    correction = EntryData(0, "correct", 1, payload)

    sheet = sheet_of(*made_hand(1, book="npa"), late("S", 20, "outside", "Tom"), correction, book="npa")

    assert sides_by_hand(sheet) == ["Ann & Carl", "Ann & Tom"]


@pytest.mark.parametrize(
    "entries",
    [
        (late("S", 20, "in_event"),),
        (late("S", 20),),
        (late("S", 12, "in_event", "Eve"),),
        (late("S", 20, "in_event", "Eve"), late("S", 0)),
    ],
    ids=["nobody knows the name", "nobody plays on", "late and there", "waived"],
)
def test_the_players_name_stays_where_nobody_else_sits_there_by_name(entries: tuple[EntryData, ...]) -> None:
    assert sides_by_hand(sheet_of(*entries, book="npa")) == ["Ann & Carl"]
