"""Two people change places."""

import pytest

from league.acting.log import Refused
from league.evening.rounds.deeds import start_round
from league.evening.seating.deeds.tasks import StaleSeating
from league.evening.seating.seatings import read_rounds, shown_digest
from league.models import LogLine, RoundSeat
from tests.league.evening.seating.deeds.evenings import arrive, new_id, schedule_of, swap
from tests.league.makers import acting_as, make_entrants, make_event, make_round


def test_swap_exchanges_two_seats_of_a_draft(db):
    event = make_event()
    entrants = make_entrants(event, 8)
    event_round = make_round(event, entrants, state="draft")

    swap(event_round, entrants[0], entrants[5])

    seating = schedule_of(event)[0]
    assert seating.tables[0].seats == tuple(entrants[at].pk for at in (5, 1, 2, 3))
    assert seating.tables[1].seats == tuple(entrants[at].pk for at in (4, 0, 6, 7))
    event.refresh_from_db()
    assert event.seating_version == 0
    assert LogLine.objects.get().before == "Ruth Abernathy: table 1 N. Hank Ostrowski: table 2 E"


def test_swap_with_somebody_sitting_out_in_a_published_round_is_the_next_version(db):
    event = make_event(seating_version=1)
    entrants = make_entrants(event, 9)
    event_round = make_round(event, entrants)

    swap(event_round, entrants[0], entrants[8])

    seating = schedule_of(event)[0]
    assert seating.sitting_out == (entrants[0].pk,)
    assert seating.tables[0].seats[0] == entrants[8].pk
    event.refresh_from_db()
    assert event.seating_version == 2


def test_helper_goes_along_with_the_player(db):
    event = make_event()
    entrants = make_entrants(event, 9)
    event_round = make_round(event, entrants)
    RoundSeat.objects.filter(entrant=entrants[0]).update(helper="Zoë Kim")

    swap(event_round, entrants[0], entrants[5])
    assert RoundSeat.objects.get(helper="Zoë Kim").entrant == entrants[0]
    swap(event_round, entrants[0], entrants[8])
    assert not RoundSeat.objects.filter(helper="Zoë Kim").exists()


def test_swap_by_the_same_tap_happens_once(db):
    event = make_event()
    entrants = make_entrants(event, 8)
    event_round = make_round(event, entrants)

    for _ in range(2):
        swap(event_round, entrants[0], entrants[5], client_id="same")

    assert schedule_of(event)[0].tables[0].seats[0] == entrants[5].pk


def test_swap_refuses_what_cannot_be(db):
    event = make_event()
    entrants = make_entrants(event, 10)
    event_round = make_round(event, entrants)
    seen = shown_digest(read_rounds(event, [1]))
    stranger = arrive(event)[0]

    with pytest.raises(Refused, match="two different"):
        swap(event_round, entrants[0], entrants[0])
    with pytest.raises(Refused, match="both sit out"):
        swap(event_round, entrants[8], entrants[9])
    with pytest.raises(Refused, match="no place"):
        swap(event_round, entrants[0], stranger)
    swap(event_round, entrants[0], entrants[4], seen=seen)
    with pytest.raises(StaleSeating):
        swap(event_round, entrants[0], entrants[5], seen=seen)
    start_round(event_round=event_round, acting=acting_as(), client_id=new_id())
    with pytest.raises(Refused, match="already started"):
        swap(event_round, entrants[0], entrants[4])
