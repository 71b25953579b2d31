"""The sheet of an evening's money, figure by figure. No database."""

import pytest

from league.evening.money.reading import Reading
from league.evening.money.sheet import Cash
from league.evening.money.winners import Winner
from league.models import CashEntry, CashSheet, Entrant, Event, Pot, Prize


def cash(event: Event | None = None, **fields) -> Cash:
    """Nothing has come in, gone out or been agreed on, but for what is said."""
    nothing = Reading()
    values = {"box": CashSheet(), "reading": nothing, "now": nothing, "entrants": [], "entries": [], "prizes": []}
    return Cash(event or Event(), **{**values, "pots": [], **fields})


@pytest.mark.parametrize(
    "only",
    [
        {"event": Event(fee=500)},
        {"event": Event(guest_fee=700)},
        {"entrants": [Entrant(paid=500)]},
        {"pots": [Pot()]},
        {"prizes": [Prize()]},
        {"entries": [CashEntry()]},
        {"reading": Reading(carried={"Set money": 25})},
        {"box": CashSheet(at_start=2000)},
    ],
    ids=lambda only: next(iter(only)),
)
def test_any_money_by_itself_opens_the_sheet(only):
    assert cash(**only).is_in_use
    assert not cash().is_in_use


@pytest.mark.parametrize(
    ("fields", "reading", "awaits"),
    [
        ({"rounds_planned": 1}, {}, True),
        ({"rounds_planned": 3}, {"rounds": 3}, False),
        ({"rounds_planned": 3}, {"rounds": 2}, True),
        ({"rounds_planned": 3}, {"rounds": 2, "void": 1}, False),
        ({"rounds_planned": 3}, {"rounds": 3, "awaits_final": True}, True),
        ({"rounds_planned": 3, "format": Event.Format.CASUAL}, {"rounds": 0}, False),
        ({"rounds_planned": 3, "state": Event.State.CLOSED}, {"rounds": 2, "awaits_final": True}, False),
    ],
)
def test_prizes_wait_for_rounds_that_can_move_them(fields, reading, awaits):
    sheet = cash(Event(**fields), reading=Reading(**reading))

    assert (sheet.awaits_rounds, sheet.may_pay(Prize(pk=1))) == (awaits, not awaits)


def test_nothing_is_paid_while_cards_are_played_or_once_others_have_won():
    event, prize = Event(rounds_planned=0), Prize(pk=1)
    ann, bea = ({1: (Winner(entrant, name, ""),)} for entrant, name in ((7, "Ann"), (8, "Bea")))

    assert cash(event, reading=Reading(won=ann), now=Reading(won=ann)).may_pay(prize)
    assert not cash(event, reading=Reading(won=ann, is_playing=True), now=Reading(won=ann)).may_pay(prize)
    assert not cash(event, reading=Reading(won=ann), now=Reading(won=bea)).may_pay(prize)
