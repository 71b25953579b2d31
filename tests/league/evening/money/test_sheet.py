"""The sheet of an evening's money, figure by figure. No database."""

from dataclasses import replace
from typing import Any

import pytest

from league.evening.money.reading import Reading
from league.evening.money.sheet import Cash, PotLine
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


# -- figure by figure --------------------------------------------------------------------

PLACES, SETS = Pot(pk=1, name="Places", per_player=200), Pot(pk=2, name="Sets", per_player=100, per_set=50)
FIRST, DRAWING, LAST, HAT = (
    Prize(pk=1, kind="place", pot=PLACES, percent=50),
    Prize(pk=2, kind="named", name="Drawing", amount=300),
    Prize(pk=3, kind="last", amount=101),
    Prize(pk=4, kind="named", name="Hat", amount=900, pot=SETS),
)


def people() -> list[Entrant]:
    """Ann has paid, Bea half of it, Cal paid at a later evening, Dot nothing; Eve is still to come."""
    found = []
    for number, (name, paid, late) in enumerate(
        (("Ann", 500, 0), ("Bea", 250, 0), ("Cal", 0, 500), ("Dot", 0, 0), ("Eve", 0, 0)), start=1
    ):
        one = Entrant(pk=number, number=number, name=name, fee=500, paid=paid, state="here")
        one.paid_late = late
        found.append(one)
    found[4].state = Entrant.State.EXPECTED
    return found


def entry(kind: str, amount: int, *, entrant: int | None = None, **fields: Any) -> CashEntry:
    return CashEntry(kind=kind, amount=amount, entrant_id=entrant, who=f"#{entrant}", **fields)


ENTRIES = [
    entry("set_money", 50, entrant=1, pot=SETS),
    entry("set_money", 100, entrant=2, pot=SETS),
    entry("set_money", 50, entrant=4, pot=SETS),
    entry("set_money", 999, entrant=1, pot=SETS, is_taken_back=True),
    entry("other", 30, pot=PLACES),
    entry("other", 1),
    entry("other", -20),
    entry("other", -1),
    entry("payout", -160, entrant=1, prize=FIRST),
    entry("payout", -70, entrant=4, prize=FIRST),
    entry("payout", -120, entrant=3, prize=DRAWING),
    entry("payout", -40, entrant=3, prize=DRAWING),
    entry("fee", 400, entrant=9),
]
READING = Reading(
    won={1: (Winner(1, "Ann", "1st"), Winner(2, "Bea", "1st")), 3: (Winner(3, "Cal", "last"),)},
    sets={
        1: {"name": "Ann", "count": 2, "why": "2 sets"},
        2: {"name": "Bea", "count": 1, "why": "1 set"},
        3: {"name": "Cal", "count": 1, "why": "1 set"},
    },
    carried={"Places": 75, "Old pot": 60, "Empty": 0},
)


@pytest.fixture
def whole() -> Cash:
    return cash(
        Event(fee=500), box=CashSheet(at_start=1000, counted=2000), reading=READING, entrants=people(), entries=ENTRIES,
        prizes=[FIRST, DRAWING, LAST], pots=[PLACES, SETS],
    )  # fmt: skip


def test_what_came_in_and_went_out(whole):
    assert (whole.fees_paid, whole.late_fees_paid, whole.fees_due) == (750, 400, 750)
    assert [one.name for one in whole.paid_elsewhere] == ["Cal"]
    assert (whole.set_money_paid, whole.other_in, whole.other_out, whole.prizes_paid) == (200, 31, 21, 390)
    assert (whole.carried, whole.expected, whole.over) == (135, 2105, -105)
    assert replace(whole, box=CashSheet(at_start=1000)).over is None
    assert replace(whole, box=CashSheet(at_start=1000, counted=0)).over == -2105


def test_what_is_owed_for_sets(whole):
    lines = [(one.name, one.why, one.owed, one.paid, one.due) for one in whole.set_money]

    assert lines == [
        ("Ann", "2 sets", 100, 50, 50),
        ("Bea", "1 set", 50, 100, -50),
        ("Cal", "1 set", 50, 0, 50),
        ("Dot", "No sets", 0, 50, -50),
    ]
    assert (whole.per_set, whole.set_money_due) == (50, 100)
    assert len(replace(whole, pots=[PLACES]).set_money) == 4
    assert replace(whole, pots=[PLACES], entries=[], prizes=[]).set_money == ()
    assert len(replace(whole, entries=[]).set_money) == 3


def test_pots_and_what_goes_on_from_them(whole):
    lines = [
        (one.name, one.carried, one.from_fees, one.from_sets, one.other, one.total, one.prizes, one.left, one.short)
        for one in whole.pot_lines
    ]

    # Of Bea's half fee the first pot has its $2 first. Half of 505 is 252; Ann's 160 is more than her part.
    assert lines == [
        ("Places", 75, 400, 0, 30, 505, 356, 149, 0),
        ("Sets", 0, 150, 200, 0, 350, 0, 350, 0),
        ("Old pot", 60, 0, 0, 0, 60, 0, 60, 0),
    ]
    assert (whole.goes_on, whole.left) == (559, {"Places": 149, "Sets": 350, "Old pot": 60})
    assert whole.club_has == 2105 - 1000 - 559 - whole.prizes_due


def test_a_pot_that_its_prizes_take_more_than_is_short_and_leaves_nothing(whole):
    won = Reading(won={4: (Winner(1, "Ann", ""),)})
    for amount, figures in ((899, (0, 549)), (350, (0, 0)), (349, (1, 0))):
        HAT.amount = amount
        line = replace(whole, reading=won, entries=ENTRIES[:3], prizes=[HAT]).pot_lines[1]
        assert (line.left, line.short) == figures
    assert PotLine("New", None, 1, 0, 0, 0).left == 1


def test_who_has_what_of_each_prize(whole):
    first, drawing, last = whole.prize_lines

    assert [(one.name, one.amount, one.paid, one.due) for one in first.shares] == [
        ("Ann", 126, 160, -34),
        ("Bea", 126, 0, 126),
        ("#4", 0, 70, -70),
    ]
    assert [(one.name, one.amount, one.paid, one.due) for one in drawing.shares] == [("#3", 160, 160, 0)]
    assert [(one.amount, one.taken, one.due, one.is_shared) for one in (first, drawing, last)] == [
        (252, 356, 126, True),
        (300, 160, 0, False),
        (101, 101, 101, False),
    ]
    assert whole.prizes_due == 227


def test_a_share_of_all_fees_is_of_what_was_paid(whole):
    assert replace(whole, prizes=[Prize(pk=1, kind="place", percent=33)]).prize_lines[0].amount == 247


@pytest.mark.parametrize(
    ("state", "prize", "may"),
    [("running", HAT, True), ("closed", HAT, False), ("closed", DRAWING, True), ("closed", FIRST, True)],
)
def test_a_closed_sheet_keeps_what_the_director_gave_out_of_a_pot(state, prize, may):
    assert cash(Event(state=state)).may_settle(prize) == may
