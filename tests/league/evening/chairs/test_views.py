"""The page on which it is said who really sat where, and the table's own."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from league.evening.cards.reading import read_round, round_points
from league.evening.chairs.deeds import LOOK_AGAIN
from league.evening.tables.deeds.tables import pair_tablet
from league.models import EventRound, Member, RoundSeat
from league.office.members.deeds.names import call_anew
from scoring.models import Device
from scoring.score_card.access import DEVICE_COOKIE, hash_of, new_secret
from tests.league.evening.chairs.test_deeds import change
from tests.league.makers import make_running_round, make_user, play_round, sheet_at

pytestmark = pytest.mark.django_db


def signed_in(event_round: EventRound) -> Client:
    client = Client()
    client.force_login(make_user(event_round.event.club, "director"))
    return client


def address(event_round: EventRound, table: int = 1) -> str:
    event = event_round.event
    return reverse("league:chairs", args=[event.club.slug, event.pk, event_round.number, table])


def hidden(body: str) -> dict[str, str]:
    """What the page's form would send besides what is typed."""
    return dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', body.split("Changed last")[0]))


def tap(client: Client, where: str, body: str, name: str, **typed: Any) -> str:
    response = client.post(where, {**hidden(body), "first": "1", "reason": "", "look": name, **typed})
    assert response.status_code == 200
    return str(response.content.decode())


def test_names_are_tapped_into_chairs_and_nothing_is_done_before_it_is_shown():
    event_round = make_running_round(book="st-hilary", players=9)
    play_round(event_round, seed=5)
    client, where = signed_in(event_round), address(event_round)
    rows = {row.seat: row.entrant for row in RoundSeat.objects.filter(table__number=1)}
    out = event_round.sit_outs.get().entrant
    was = {one.entrant.pk: one.points for one in round_points(read_round(event_round))}

    body = client.get(where).content.decode()
    body = tap(client, where, tap(client, where, body, "1E"), "1S")
    body = tap(client, where, tap(client, where, body, f"p{out.pk}"), "1N")
    typed = {**hidden(body), "first": "1", "client_id": "there"}
    looked = client.post(where, {**typed, "look": "effect"})
    assert looked.status_code == 200
    assert "What that does" in looked.content.decode()
    assert {one.entrant.pk: one.points for one in round_points(read_round(event_round))} == was

    done = client.post(where, {**typed, **hidden(looked.content.decode()), "reason": "They told me", "client_id": "x"})
    assert done.status_code == 302
    sits = {row.seat: row.entrant for row in RoundSeat.objects.filter(table__number=1)}
    assert sits == {"N": out, "E": rows["S"], "S": rows["E"], "W": rows["W"]}
    assert event_round.sit_outs.get().entrant == rows["N"]
    assert sheet_at(event_round.tables.get(number=1)).chairs[0].seats["E"].name == rows["S"].called


def test_chairs_that_another_screen_changed_are_looked_at_again_and_said_then():
    event_round = make_running_round(book="st-hilary")
    client, where = signed_in(event_round), address(event_round)
    rows = {row.seat: row.entrant for row in RoundSeat.objects.filter(table__number=1)}
    body = tap(client, where, tap(client, where, client.get(where).content.decode(), "1E"), "1S")
    body = tap(client, where, body, "effect")
    change(event_round, (1, "N"), (1, "W"))

    typed = {"first": "1", "reason": "They told me"}
    refused = client.post(where, {**hidden(body), **typed, "client_id": "one"})
    assert (refused.status_code, LOOK_AGAIN in refused.content.decode()) == (409, True)
    sent = {**hidden(refused.content.decode()), **typed, "client_id": "one"}
    assert [client.post(where, sent).status_code for _ in range(2)] == [302, 302]

    sits = {row.seat: row.entrant for row in RoundSeat.objects.filter(table__number=1)}
    assert sits == {"N": rows["W"], "E": rows["S"], "S": rows["E"], "W": rows["N"]}


@pytest.mark.parametrize(
    ("moved", "first", "says"),
    [
        ("1E:{S}", "1", "sits in two chairs: table 1 E and table 1 S."),
        ("1E:", "1", "Choose people of this evening, and chairs of this round."),
        ("1E:999999 1S:{E}", "1", "Choose people of this evening, and chairs of this round."),
        ("7E:{S}", "1", "Choose people of this evening, and chairs of this round."),
        ("", "1", "Nobody has changed chairs yet. Tap two names."),
        ("1E:{S} 1S:{E}", "9", "Table 1 is at hand 1. Enter a hand up to 1."),
        ("1E:{S} 1S:{E}", "x", "Enter a whole number, such as 4."),
        ("1E:{S} 1S:{E}", "", "Enter the hand from which they sat like this; 1 is the first."),
    ],
)
def test_what_cannot_be_is_said_beside_it_and_keeps_what_was_typed(moved, first, says):
    event_round = make_running_round(book="st-hilary")
    rows = {row.seat: row.entrant_id for row in RoundSeat.objects.filter(table__number=1)}
    typed = moved.format(**rows)

    sent = {"moved": typed, "first": first, "client_id": "bad", "reason": ""}
    response = signed_in(event_round).post(address(event_round), sent)

    body = response.content.decode()
    assert response.status_code == 422
    assert says in body
    assert hidden(body)["moved"] == typed


def test_a_tables_proposal_waits_under_needs_you_until_the_director_says_no():
    event_round = make_running_round(book="st-hilary")
    table = event_round.tables.get(number=1)
    rows = {row.seat: row.entrant_id for row in table.seats.all()}
    ruth = Member.objects.get(name="Ruth Abernathy")
    ruth.initials_only = True
    ruth.save()
    call_anew(ruth)
    secret = new_secret()
    device = Device.objects.create(token_hash=hash_of(secret))
    pair_tablet(event=event_round.event, table_number=1, device=device)
    tablet = Client()
    tablet.cookies[DEVICE_COOKIE] = secret
    proposed = {"sits_N": rows["N"], "sits_E": rows["S"], "sits_S": rows["E"], "sits_W": rows["W"], "first": "1"}
    where = reverse("league:chairs_at_table", args=[event_round.event_id])

    twice = tablet.post(where, {**proposed, "sits_E": rows["E"], "sits_S": rows["E"], "client_id": "bad"})
    assert "sits in two chairs" in twice.content.decode()
    assert tablet.post(where, {**proposed, "client_id": "so"}).status_code == 302

    director, event = signed_in(event_round), event_round.event
    board = reverse("league:desk", args=[event.club.slug, event.pk])
    assert sheet_at(table).holds[0].said.about.startswith("We sit otherwise: N R. A., E ")
    assert "Table 1: We sit otherwise: N Ruth Abernathy, E " in director.get(board).content.decode()
    number = sheet_at(table).holds[0].number
    release = reverse("league:release", args=[event.club.slug, event.pk, event_round.number, 1, number])
    assert f'action="{release}"' in director.get(board).content.decode()
    director.post(release, {"client_id": "no"})
    assert sheet_at(table).holds == ()
    assert {row.seat: row.entrant_id for row in table.seats.all()} == rows
