"""What rounds come to for the money, from their entries alone. No database."""

from typing import Any

import pytest

from league.evening.cards.reading import RoundReading, TableReading
from league.evening.money.reading import Reading, from_data, read_money, to_data
from league.evening.money.winners import Evening, Winner, final_standing, read_winners
from league.models import Entrant, Event, EventRound, RoundSeat, RoundTable
from tests.scoring.score_card.makers import MADE, SET, made_hand, sheet_of

ANN, BEA, CARL, DOM, EVE = PEOPLE = [
    Entrant(pk=at, number=at, name=name) for at, name in enumerate(("Ann", "Bea", "Carl", "Dom", "Eve"), start=1)
]
HOUSE = Entrant(pk=9, number=9, name="Helper", is_house_player=True)
TYPED = {"NS": 30, "EW": 10}


def played(number: int, *people: Entrant, state: str = "closed", **fields: Any) -> RoundReading:
    """A round of one table: by itself North and South make a hand, then are set in one."""
    row = RoundTable(number=7, totals=fields.pop("totals", {}), counts=fields.pop("counts", True))
    seats = {
        seat: RoundSeat(table=row, seat=seat, entrant=who)
        for seat, who in zip("NESW", people or PEOPLE[:4], strict=True)
    }
    sheet = sheet_of(*made_hand(1, **MADE), *made_hand(2, **SET))
    return RoundReading(EventRound(number=number, state=state, **fields), (TableReading(row, seats, sheet),), ())


@pytest.mark.parametrize(
    ("places", "cut_after", "last", "awaits"),
    [(0, 0, 1, False), (0, 1, 1, False), (1, 0, 1, True), (4, 0, 1, True), (4, 1, 1, True), (4, 1, 2, False),
     (4, 2, 2, True), (4, 2, 3, False), (4, 0, 0, True)],
)  # fmt: skip
def test_a_final_is_awaited_until_a_round_of_it_is_over(places, cut_after, last, awaits):
    event = Event(final_places=places, cut_after=cut_after)
    rounds = [played(number, totals=TYPED) for number in range(1, last + 1)]
    extra = played(last + 1, totals=TYPED, is_extra_hand=True)

    assert read_money(event, [], rounds).awaits_final == awaits
    assert read_money(event, [], [*rounds, extra]).awaits_final == awaits


def test_rounds_that_are_over_that_do_not_count_and_that_are_played():
    def told(*rounds: RoundReading) -> tuple[int, int, bool, bool]:
        reading = read_money(Event(), [], rounds)
        return reading.rounds, reading.void, reading.is_playing, reading.has_totals_alone

    assert told() == (0, 0, False, False)
    assert told(played(1), played(2, counts=False), played(3, totals=TYPED)) == (2, 1, False, True)
    assert told(played(1), played(2, state="running")) == (1, 0, True, False)


def test_sets_are_told_of_the_round_that_is_played_and_hands_are_not():
    evening = read_winners(
        Event(), [played(1), played(2, state="running"), played(3, state="running", is_extra_hand=True)]
    )

    assert [(one.entrant.name, one.place, one.points, one.is_set) for one in evening.hands] == [
        ("Ann", "hand 1 of round 1 with Carl, table 7", 33, False),
        ("Ann", "hand 2 of round 1 with Carl, table 7", -27, True),
        ("Carl", "hand 1 of round 1 with Ann, table 7", 33, False),
        ("Carl", "hand 2 of round 1 with Ann, table 7", -27, True),
        ("Bea", "hand 1 of round 1 with Dom, table 7", 15, False),
        ("Bea", "hand 2 of round 1 with Dom, table 7", 22, False),
        ("Dom", "hand 1 of round 1 with Bea, table 7", 15, False),
        ("Dom", "hand 2 of round 1 with Bea, table 7", 22, False),
    ]
    assert [(one.entrant.name, one.round) for one in evening.sets] == [("Ann", 1), ("Carl", 1), ("Ann", 2), ("Carl", 2)]
    assert [(one.entrant.name, one.number) for one in evening.rounds] == [
        (who, 1) for who in ("Ann", "Carl", "Bea", "Dom")
    ]
    assert read_money(Event(), [], [played(1)]).sets[1] == {"name": "Ann", "count": 1, "why": "1 set: round 1, hand 2"}
    alone = read_winners(Event(), [played(1, ANN, BEA, HOUSE, DOM)])
    assert alone.hands[0].place == "hand 1 of round 1, table 7"
    assert read_winners(Event(), [played(1, totals=TYPED)]).hands == ()
    assert not Evening().has_totals_alone


def test_who_has_points_in_every_round_but_for_a_final_that_others_play():
    def told(event: Event, *rounds: RoundReading) -> dict[str, tuple[str, bool]]:
        return {one.people[0].name: (one.rank, one.has_all) for one in final_standing(event, rounds)}

    first, second = played(1, totals=TYPED), played(2, EVE, BEA, CARL, DOM, totals={"NS": 1, "EW": 2})
    assert told(Event(), first, second) == {
        "Carl": ("1", True), "Ann": ("2", False), "Bea": ("3", True), "Dom": ("3", True), "Eve": ("5", False),
    }  # fmt: skip
    for one in PEOPLE:
        one.last_round = 1 if one in (ANN, CARL) else None
    try:
        final = told(Event(cut_after=1, final_carries=True), first, second)
    finally:
        for one in PEOPLE:
            one.last_round = None
    assert final == {
        "Bea": ("1", True), "Dom": ("1", True), "Eve": ("3", False), "Ann": ("4", True), "Carl": ("4", True),
    }  # fmt: skip


def test_a_pair_with_a_helper_is_one_player():
    event = Event(format=Event.Format.ROUND_ROBIN)

    standing = final_standing(event, [played(1, ANN, BEA, HOUSE, DOM, totals=TYPED)])

    assert [[who.name for who in one.people] for one in standing] == [["Ann"], ["Bea", "Dom"]]


def test_what_is_fixed_is_read_as_it_was():
    reading = Reading(
        won={3: (Winner(1, "Ann", "40 points"),)},
        sets={2: {"name": "Bea", "count": 1, "why": "1 set"}}, carried={"Pot": 5},
        carried_from="Tuesday", rounds=3, void=1, is_playing=True, has_totals_alone=True, awaits_final=True,
    )  # fmt: skip
    data = to_data(reading, {"Pot": 7})

    assert (from_data(data), data["left"]) == (reading, {"Pot": 7})
    assert Reading() == Reading({}, {}, {}, "", 0, 0, False, False, False)
