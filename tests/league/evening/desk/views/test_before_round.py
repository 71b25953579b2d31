"""The list before a round starts: nobody who is not there is seated in silence, and one tap settles each."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client

from league.evening.check_in.deeds.roll import add_walk_in, mark_left
from league.evening.judging.deeds.replacing import replace_player
from league.evening.rounds.deeds import close_round
from league.models import Entrant, Event, EventRound, RoundSeat, SeatingSearch, SitOut
from tests.lasting import lasting
from tests.league.makers import acting_as, make_entrants, make_event, make_members, make_round, make_user, start_now

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def lasting_round(django_db_setup: None, django_db_blocker: Any) -> Iterator[EventRound]:
    with lasting(django_db_blocker):
        event = make_event()
        yield make_round(event, make_entrants(event, 9))


@pytest.fixture
def event_round(lasting_round: EventRound, db: None) -> EventRound:
    """Eight people at two tables, and Bernice Hall sits out."""
    return EventRound.objects.select_related("event__club", "event__rules__book_version").get(pk=lasting_round.pk)


@pytest.fixture
def director(client: Client, event_round: EventRound) -> Client:
    client.force_login(make_user(event_round.event.club, "director"))
    return client


def at(event: Event, place: str = "board/") -> str:
    return f"/clubs/{event.club.slug}/events/{event.pk}/{place}"


def told(director: Client, event: Event) -> list[str]:
    """The lines of the list, each with its keys."""
    page = director.get(at(event)).text
    if 'id="before"' not in page:
        return []
    section = page[page.index('id="before"') :].split("</section>", 1)[0]
    lines = [re.sub(r"<[^>]*>", " ", line) for line in section.split("<li")[1:]]
    return [" ".join(line.split(">", 1)[-1].split()) for line in lines]


def tap(director: Client, event: Event, place: str) -> None:
    answer = director.post(at(event, f"rounds/1/{place}/"), {"client_id": place})
    assert answer.status_code == 302, answer.text


def test_nothing_is_asked_where_everybody_is_there(director: Client, event_round: EventRound) -> None:
    assert told(director, event_round.event) == []
    assert director.get(at(event_round.event)).context["view"].head_key.is_go


def test_who_is_not_here_or_gone_or_without_a_place_or_in_two_is_listed_once(
    director: Client, event_round: EventRound
) -> None:
    event = event_round.event
    Entrant.objects.filter(name="Ruth Abernathy").update(state="expected")
    mark_left(entrant=Entrant.objects.get(name="Walt Kowalski"), acting=acting_as(), client_id="left")
    make_members(event.club, 1)
    (late,) = make_entrants(event, 1)
    RoundSeat.objects.filter(entrant__name="Vern Talbot").update(entrant=Entrant.objects.get(name="Joan Pruitt"))

    lines = told(director, event)

    assert lines[0].startswith("Ruth Abernathy 1 not here yet, and has a seat at table 1, North Here")
    assert all(f"{key} Ruth Abernathy" in lines[0] for key in ("Here", "Leave out", "Expect"))
    assert "Walt Kowalski 2 went home, and has a seat at table 1, East" in lines[1]
    assert "Joan Pruitt 5 seated twice: table 2, North and table 2, West Leave out at table 2" in lines[2]
    assert f"{late.name} {late.number} here, and has no place in this round Sits out" in lines[4]
    assert len(lines) == 5  # and Vern Talbot, who lost his seat
    view = director.get(at(event)).context["view"]
    assert not view.head_key.is_go
    assert any(todo.note.startswith("First see to 5 people, on the list") for todo in view.todos)


def test_who_never_came_to_the_round_before_is_not_seated_again_in_silence(
    director: Client, event_round: EventRound
) -> None:
    Entrant.objects.filter(name="Ruth Abernathy").update(state="expected")
    start_now(event_round)
    close_round(event_round=event_round, acting=acting_as(), client_id="close", reason="late")
    event = Event.objects.get()
    make_round(event, list(event.entrants.all()), number=2)

    (line,) = told(director, event)

    assert "Ruth Abernathy 1 did not come to round 1, and has a seat at table 1, North" in line
    first = director.get(at(event), {"round": 1}).context["view"]
    (todo,) = (todo for todo in first.todos if todo.note == "First see to Ruth Abernathy.")
    assert [key.address for key in todo.keys] == [f"{at(event)}#before"]  # the list is on the other round's board


def test_who_was_replaced_is_asked_about_until_somebody_says_that_they_are_back(
    director: Client, event_round: EventRound
) -> None:
    start_now(event_round)
    seat = RoundSeat.objects.select_related("table__event_round").get(table__number=1, seat="N")
    replace_player(seat=seat, helper="Tom", reason="Ill", acting=acting_as(), client_id="replaced")
    close_round(event_round=event_round, acting=acting_as(), client_id="close", reason="late")
    event = Event.objects.get()
    make_round(event, list(event.entrants.all()), number=2)

    (line,) = told(director, event)
    director.post(at(event, "rounds/2/tables/1/seats/N/plays-again/"), {"client_id": "back"})

    assert "Ruth Abernathy 1 was replaced in round 1, and has a seat at table 1, North. Back? Back" in line
    assert "Expect" not in line
    assert told(director, event) == []
    start_now(EventRound.objects.get(number=2))
    close_round(event_round=EventRound.objects.get(number=2), acting=acting_as(), client_id="2", reason="late")
    make_round(event, list(event.entrants.all()), number=3)
    assert told(director, event) == []


def test_who_has_come_is_here(director: Client, event_round: EventRound) -> None:
    Entrant.objects.filter(name="Ruth Abernathy").update(state="expected")
    ruth = Entrant.objects.get(name="Ruth Abernathy")

    tap(director, event_round.event, f"entrants/{ruth.pk}/here")

    assert Entrant.objects.get(pk=ruth.pk).state == "here"
    assert told(director, event_round.event) == []


def test_who_is_left_out_gives_the_seat_to_who_sits_out(director: Client, event_round: EventRound) -> None:
    Entrant.objects.filter(name="Ruth Abernathy").update(state="expected")
    event = event_round.event

    for _ in range(2):
        tap(director, event, "tables/1/seats/N/leave-out")

    assert RoundSeat.objects.get(table__number=1, seat="N").entrant.name == "Bernice Hall"
    assert not SitOut.objects.exists()
    assert Event.objects.get().seating_version == 1
    assert event.log.get(action="left out").after == "Bernice Hall plays. Version 1"
    assert told(director, event) == []


def test_a_seat_goes_first_to_who_has_no_place_then_to_who_sat_out_most(
    director: Client, event_round: EventRound
) -> None:
    event = event_round.event
    make_members(event.club, 2)
    patient, unseated = make_entrants(event, 2)
    SitOut.objects.create(event_round=event_round, entrant=patient)
    SitOut.objects.create(event_round=EventRound.objects.create(event=event, number=2), entrant=patient)

    Entrant.objects.filter(seats__table__number=1).update(state="expected")

    for seat in "NES":
        tap(director, event, f"tables/1/seats/{seat}/leave-out")

    names = {seat.seat: seat.entrant.name for seat in RoundSeat.objects.filter(table__number=1)}
    assert [names[seat] for seat in "NES"] == [unseated.name, patient.name, "Bernice Hall"]


def test_where_nobody_sits_out_a_seating_without_them_is_proposed(director: Client, event_round: EventRound) -> None:
    event = event_round.event
    SitOut.objects.all().delete()
    Entrant.objects.filter(name="Bernice Hall").update(state="left")
    Entrant.objects.filter(name="Ruth Abernathy").update(state="expected")
    Event.objects.update(rounds_planned=1)

    assert "Leave out, re-plan Ruth Abernathy" in told(director, event)[0]

    answer = director.post(at(event, "rounds/1/tables/1/seats/N/re-plan/"), {"client_id": "out"})

    assert answer.headers["Location"] == at(event, "rotation/")
    (found,) = SeatingSearch.objects.all()
    seated = {player for table in found.seatings[0]["tables"] for player in table["seats"]}
    assert Entrant.objects.get(name="Ruth Abernathy").pk not in seated
    assert RoundSeat.objects.get(table__number=1, seat="N").entrant.name == "Ruth Abernathy"  # until it is taken


def test_who_is_waited_for_keeps_the_seat_and_is_asked_about_again_next_round(
    director: Client, event_round: EventRound
) -> None:
    event = event_round.event
    Entrant.objects.filter(name="Ruth Abernathy").update(state="expected")
    mark_left(entrant=Entrant.objects.get(name="Walt Kowalski"), acting=acting_as(), client_id="left")

    tap(director, event, "tables/1/seats/N/wait")
    tap(director, event, "tables/1/seats/E/wait")

    page = director.get(at(event)).text
    assert "You wait for Ruth Abernathy (table 1) and Walt Kowalski (table 1)." in page
    assert told(director, event) == []
    assert "People arrived or left" not in page
    assert director.get(at(event)).context["view"].head_key.is_go
    EventRound.objects.update(number=2)
    assert len(told(director, event)) == 2


def test_who_has_no_place_sits_out(director: Client, event_round: EventRound) -> None:
    event = event_round.event
    make_members(event.club, 1)
    (late,) = make_entrants(event, 1)

    tap(director, event, f"entrants/{late.pk}/sits-out")

    assert SitOut.objects.filter(entrant=late).exists()
    assert told(director, event) == []


def test_a_guest_of_the_same_name_is_told_but_no_second_member(director: Client, event_round: EventRound) -> None:
    event = event_round.event
    Entrant.objects.filter(name="Vern Talbot").update(name="ruth  abernathy")
    assert told(director, event) == []
    Entrant.objects.filter(name="ruth  abernathy").update(is_guest=True)

    (line,) = told(director, event)

    assert "may be one person seated twice: table 1, North and table 2, West" in line


@pytest.mark.parametrize("is_another", [True, False])
def test_a_guest_who_was_said_to_be_another_is_not_asked_about_again(
    director: Client, event_round: EventRound, is_another: bool
) -> None:
    event = event_round.event
    seats = RoundSeat.objects.filter(entrant__name__in=("Vern Talbot", "Joan Pruitt"))
    for seat, said in zip(seats, (is_another, True), strict=True):
        seat.entrant = add_walk_in(
            event=event, name="Ruth Abernathy", acting=acting_as(), client_id=seat.seat, is_another=said
        )
        seat.save()

    assert any("seated twice" in line for line in told(director, event)) == (not is_another)


@pytest.mark.parametrize(("void", "is_asked"), [((), False), ((1, 2), True)])
def test_two_of_one_name_who_have_both_played_are_two(
    director: Client, event_round: EventRound, void: tuple[int, ...], is_asked: bool
) -> None:
    event = event_round.event
    Entrant.objects.filter(name="Vern Talbot").update(name="Ruth Abernathy (8)", is_guest=True)
    start_now(event_round)
    close_round(event_round=event_round, acting=acting_as(), client_id="close", reason="late", void=void)
    make_round(event, list(event.entrants.all()), number=2)

    assert any("seated twice" in line for line in told(director, event)) == is_asked

    RoundSeat.objects.filter(table__event_round__number=2, entrant__number=2).update(
        entrant=event.entrants.get(number=1)
    )
    assert any("seated twice" in line for line in told(director, event))


@pytest.mark.parametrize("place", ["tables/1/seats/N/leave-out", "tables/1/seats/N/wait"])
def test_once_the_round_has_started_it_is_too_late(director: Client, event_round: EventRound, place: str) -> None:
    start_now(event_round)

    answer = director.post(at(event_round.event, f"rounds/1/{place}/"), {"client_id": "late"})

    assert (answer.status_code, "Round 1 has started" in answer.text) == (409, True)


def test_a_substitute_for_one_seat_is_asked_for_and_the_board_goes_on(
    director: Client, event_round: EventRound
) -> None:
    event = event_round.event
    address = at(event, "rounds/1/tables/1/substitutes/?seat=E")
    bernice = Entrant.objects.get(name="Bernice Hall")
    assert re.search(r'value="E"[^>]*checked', director.get(address).text)

    answer = director.post(address, {"client_id": "s", "seat": "E", "who": str(bernice.pk), "reason": ""})

    assert answer.headers["Location"] == at(event)


def test_a_referee_sees_the_list_and_checks_in_alone(client: Client, event_round: EventRound) -> None:
    Entrant.objects.filter(name="Ruth Abernathy").update(state="expected")
    client.force_login(make_user(event_round.event.club, "referee"))

    (line,) = told(client, event_round.event)

    assert line.endswith("Here Ruth Abernathy")
