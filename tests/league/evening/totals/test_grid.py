"""What typing over an evening's totals changes, without a database."""

import pytest

from league.evening.cards.reading import TableReading
from league.evening.totals.grid import Fault, GridTable, change_of, tidy
from league.models import EventRound, RoundTable

SIDES = ("NS", "EW")


def table(totals: dict[str, int] | None = None, shown: dict[str, str] | None = None) -> GridTable:
    """A table whose totals were typed alone, or whose hands come to what is shown."""
    event_round = EventRound(number=2)
    row = RoundTable(pk=7, number=3, event_round=event_round, totals=totals)
    found = GridTable(event_round, TableReading(row, {}, None))
    if not totals:
        vars(found)["texts"] = shown or {"NS": "", "EW": ""}
    return found


@pytest.mark.parametrize(
    ("text", "expected"), [(" 240 ", "240"), ("−31", "-31"), ("+7", "7"), ("240†", "240"), ("–31", "-31"), ("", "")]
)
def test_a_figure_is_read_as_people_and_our_own_files_write_it(text, expected):
    assert tidy(text) == expected


def test_one_side_typed_over_keeps_the_other():
    change = change_of(table({"NS": 240, "EW": 31}), {"NS": "240", "EW": "31"}, {"NS": {"250"}}, 4)

    assert change is not None
    assert (change.totals, change.seen) == ({"NS": 250, "EW": 31}, 4)


def test_nothing_typed_and_what_stands_there_by_now_change_nothing():
    there = table({"NS": 250, "EW": 31})

    assert change_of(there, there.texts, {}, 1) is None
    assert change_of(there, {"NS": "240", "EW": "31"}, {"NS": {"250"}}, 1) is None


def test_what_somebody_else_typed_since_is_not_typed_over_unseen():
    with pytest.raises(Fault, match="Somebody entered something here first"):
        change_of(table({"NS": 260, "EW": 31}), {"NS": "240", "EW": "31"}, {"NS": {"250"}}, 1)


def test_cleared_totals_are_taken_back():
    there = table({"NS": 240, "EW": 31})
    change = change_of(there, there.texts, {"NS": {""}, "EW": {""}}, 1)

    assert change is not None
    assert change.totals == {}


@pytest.mark.parametrize(
    ("there", "typed", "sides", "why"),
    [
        (table({"NS": 1, "EW": 2}), {"NS": {"3", "4"}}, ("NS",), "Partners have one total."),
        (table({"NS": 1, "EW": 2}), {"EW": {"two"}}, ("EW",), "Type a whole number"),
        (table({"NS": 1, "EW": 2}), {"EW": {"12345"}}, ("EW",), "Type a whole number"),
        (table({"NS": 1, "EW": 2}), {"EW": {""}}, ("EW",), "Type a total for each side"),
        (table(), {"NS": {"240"}}, ("EW",), "Type a total for each side"),
        (table(shown={"NS": "9", "EW": "8"}), {"NS": {""}, "EW": {""}}, SIDES, "This comes from the hands"),
    ],
)
def test_what_cannot_be_is_said_beside_its_cells(there, typed, sides, why):
    with pytest.raises(Fault, match=why) as fault:
        change_of(there, there.texts, typed, 1)

    assert fault.value.sides == sides
