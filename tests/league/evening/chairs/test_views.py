"""The page on which it is said who really sat where, and the table's own."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from league.evening.cards.reading import read_round, round_points
from league.models import EventRound, RoundSeat
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
    looked = client.post(where, typed)
    assert looked.status_code == 200
    assert "What that does" in looked.content.decode()
    assert {one.entrant.pk: one.points for one in round_points(read_round(event_round))} == was

    done = client.post(where, {**typed, **hidden(looked.content.decode()), "reason": "They told me", "client_id": "x"})
    assert done.status_code == 302
    sits = {row.seat: row.entrant for row in RoundSeat.objects.filter(table__number=1)}
    assert sits == {"N": out, "E": rows["S"], "S": rows["E"], "W": rows["W"]}
    assert event_round.sit_outs.get().entrant == rows["N"]
    assert sheet_at(event_round.tables.get(number=1)).chairs[0].seats["E"].name == rows["S"].called
