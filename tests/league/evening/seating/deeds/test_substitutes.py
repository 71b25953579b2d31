"""Somebody else in a seat."""

import pytest

from league.acting.log import Refused
from league.evening.seating.deeds.substitutes import substitute
from league.models import Entrant, LogLine, RoundSeat, SitOut
from tests.league.makers import acting_as, make_entrants, make_event, make_round, make_running_round, start_now


def put(seat: RoundSeat, client_id: str = "tap", *, entrant: Entrant | None = None, helper: str = "") -> RoundSeat:
    return substitute(seat=seat, acting=acting_as(), client_id=client_id, entrant=entrant, helper=helper)


def test_entrant_takes_over_a_seat_of_a_round_to_come(db):
    event = make_event(seating_version=1)
    entrants = make_entrants(event, 9)
    event_round = make_round(event, entrants)
    seat = RoundSeat.objects.get(entrant=entrants[0])

    put(seat, entrant=entrants[8])

    seat.refresh_from_db()
    assert (seat.entrant, seat.substitute) == (entrants[8], None)
    assert [one.entrant for one in event_round.sit_outs.all()] == [entrants[0]]
    event.refresh_from_db()
    assert event.seating_version == 2


def test_who_left_does_not_sit_out_instead(db):
    event = make_event()
    entrants = make_entrants(event, 9)
    make_round(event, entrants)
    entrants[0].state = "left"
    entrants[0].save()

    put(RoundSeat.objects.get(entrant=entrants[0]), entrant=entrants[8])

    assert not SitOut.objects.exists()


def test_substitute_while_a_round_is_played_is_named_on_the_card(db):
    event_round = make_running_round(players=9)
    seat = event_round.tables.all()[0].seats.all()[0]
    extra = event_round.sit_outs.get().entrant

    put(seat, entrant=extra)

    seat.refresh_from_db()
    card = event_round.tables.first().card
    card.refresh_from_db()
    assert (seat.entrant.name, seat.substitute) == ("Ruth Abernathy", extra)
    assert card.player_names["N"] == extra.called
    assert [(entry.kind, entry.by_director) for entry in card.entries.all()] == [("details", True)]
    assert LogLine.objects.get(action="seated a substitute").after == f"{extra.called} for Ruth Abernathy"


def test_helper_who_was_seated_before_the_round_is_on_its_card_and_nobody_is_missing(db):
    event = make_event()
    entrants = make_entrants(event, 8)
    event_round = make_round(event, entrants)
    entrants[0].state = "left"
    entrants[0].save()
    put(RoundSeat.objects.get(entrant=entrants[0]), helper="Zoë Kim")

    start_now(event_round)

    seat = RoundSeat.objects.select_related("table__card").get(entrant=entrants[0])
    assert seat.table.card.player_names[seat.seat] == "Zoë Kim"
    assert not seat.is_missing


def test_helper_from_outside_and_the_player_back(db):
    event_round = make_running_round()
    seat = event_round.tables.all()[0].seats.all()[0]

    put(seat, "one", helper="Zoë Kim")
    put(seat, "one", helper="Zoë Kim")
    seat.refresh_from_db()
    assert seat.helper == "Zoë Kim"
    put(seat, "two")

    card = event_round.tables.first().card
    card.refresh_from_db()
    assert card.player_names["N"] == "Ruth Abernathy"
    assert card.entries.count() == 2


def test_substitute_who_has_a_seat_or_a_round_that_is_over_is_refused(db):
    event_round = make_running_round()
    seats = RoundSeat.objects.all()
    with pytest.raises(Refused, match="sits at table 2"):
        put(seats[0], entrant=seats[5].entrant)

    for state, words in (("draft", "draft"), ("closed", "closed")):
        type(event_round).objects.update(state=state)
        with pytest.raises(Refused, match=words):
            put(seats[0], helper="Zoë Kim")


def test_substitute_of_another_event_is_refused(db):
    event_round = make_running_round()
    stranger = make_entrants(make_event(), 1)[0]

    with pytest.raises(Refused, match="from this event"):
        put(event_round.tables.all()[0].seats.all()[0], entrant=stranger)
