"""Everybody's places in the minute the last card is signed: on tablets, phones and, one by one, on the projector."""

from __future__ import annotations

import re
from datetime import datetime, timedelta

import pytest
from django.test import Client
from django.utils import timezone

from league.acting.log import Refused, touch
from league.evening.cards.ranking import NOT_YET, ranking_of
from league.evening.clock.deeds import switch_projector
from league.evening.desk.reveal import revealed
from league.evening.events.deeds import close_event
from league.management.evenings import play_table
from league.models import Entrant, Event, EventRound
from league.office.members.links import night_path
from scoring.score_card.forms import EntryForm
from tests.league.evening.desk.views.test_projector import address, poll_of
from tests.league.evening.tables.views.test_tables import pair
from tests.league.makers import (
    acting_as,
    close_with_sums,
    fresh,
    make_entrants,
    make_event,
    make_round,
    make_running_round,
    play_round,
    sheet_at,
    start_now,
)
from tests.league.naive_points import evening_points

pytestmark = pytest.mark.django_db
HTMX = {"HX-Request": "true"}
BEGAN = datetime(2026, 11, 24, 21, 0, tzinfo=timezone.get_default_timezone())


def told(event: Event) -> list[tuple[int, str, str]]:
    return [(line["place"], line["name"], line["points"]) for line in ranking_of(fresh(event))["lines"]]


def test_ranking_is_there_with_the_last_card_and_is_that_of_a_count_with_a_pencil():
    event = make_event(rounds_planned=2)
    people = make_entrants(event, 8)
    play_round(start_now(make_round(event, people)), seed=1)
    assert ranking_of(fresh(event)) == NOT_YET
    EventRound.objects.update(state="closed")
    last = start_now(make_round(event, [*people[1:], people[0]], number=2))
    assert ranking_of(fresh(event)) == NOT_YET

    play_round(last, seed=2)

    places = told(event)
    EventRound.objects.update(state="closed")  # the pencil counts rounds that are
    points = {one.name: evening_points(event)[one.pk] for one in people}
    assert [(name, int(total)) for _, name, total in places] == sorted(points.items(), key=lambda one: -one[1])
    make_round(event, people, number=3)
    touch(event)
    assert ranking_of(fresh(event)) == NOT_YET  # another round was seated


def test_ranking_waits_for_the_end_where_the_last_places_are_hidden():
    event_round = make_running_round(make_event(rounds_planned=1, hidden_rounds=1, book="st-hilary"))
    close_with_sums(event_round, [(60, 20), (50, 30)])
    event = fresh(event_round.event)

    assert ranking_of(event) == NOT_YET
    with pytest.raises(Refused, match="The places aren’t known yet"):
        switch_projector(event=event, shows="reveal", acting=acting_as(), client_id="early")

    close_event(event=event, acting=acting_as(), client_id="close")
    assert told(event)[0] == (1, "Ruth Abernathy", "60†")


def test_ranking_waits_for_the_cut_to_a_final():
    event_round = make_running_round(make_event(rounds_planned=1, final_places=4, book="st-hilary"))
    close_with_sums(event_round, [(60, 20), (50, 30)])

    assert ranking_of(fresh(event_round.event)) == NOT_YET


# -- on tablets and phones ---------------------------------------------------------------


def sign(tablet: Client, event_round: EventRound, table: int, side: str) -> None:
    there = event_round.tables.get(number=table)
    form = EntryForm(seen=sheet_at(there).version)
    typed = {"client_id": form["client_id"].value(), "seen": sheet_at(there).version}
    assert tablet.post(f"/cards/{there.card_id}/sign/{side}/", typed).status_code == 302


def test_last_signature_brings_the_places_to_every_tablet_and_phone():
    event_round = make_running_round(make_event(rounds_planned=1))
    event, one, two = event_round.event, Client(), Client()
    for number, tablet in enumerate((one, two), start=1):
        pair(tablet, event, number)
        tablet.get(f"/tables/{event.pk}/")
        play_table(event_round.tables.get(number=number), seed=1, is_signed=number == 1)
    ruth = Entrant.objects.select_related("event__club", "member").get(event=event, number=1)
    phone, path = Client(), night_path(ruth)
    waiting = {
        one: poll_of(one.get(f"/tables/{event.pk}/").text),
        phone: re.findall(r'hx-get="([^"]+)"', phone.get(path).text)[0].replace("&amp;", "&"),
    }
    assert waiting[phone].startswith(f"{path}ranking/?v=")
    sign(two, event_round, 2, "NS")
    assert "The places" not in one.get(f"/tables/{event.pk}/").text

    sign(two, event_round, 2, "EW")

    for client, poll in waiting.items():
        answer = client.get(poll, headers=HTMX).text
        assert ("The places" in answer, answer.count("</li>") >= 8) == (True, True)
        assert "once the director closes the evening" in answer
    assert 'tag-go">You</span>' in phone.get(waiting[phone], headers=HTMX).text
    assert "The places" in two.get(f"/tables/{event.pk}/").text
    fresh_poll = poll_of(phone.get(waiting[phone], headers=HTMX).text)
    assert phone.get(fresh_poll, headers=HTMX).status_code == 204


# -- on the projector --------------------------------------------------------------------


def ranked(*places: int) -> list[dict[str, int]]:
    return [{"place": place, "player": at} for at, place in enumerate(places)]


def test_places_come_from_the_last_up_and_those_who_share_one_together():
    ranking = ranked(1, 2, 2, 4, 5)
    seen = []
    at = BEGAN
    for _ in range(5):
        shown, next_at = revealed(ranking, BEGAN, at)
        seen.append([line["place"] for line in shown])
        at = next_at or at

    assert seen == [[], [5], [4, 5], [2, 2, 4, 5], [1, 2, 2, 4, 5]]
    assert revealed(ranking, BEGAN, at)[1] is None


def test_hundred_places_come_in_some_minutes_and_none_twice():
    ranking = ranked(*range(1, 101))

    end = next(
        BEGAN + timedelta(seconds=seconds)
        for seconds in range(600)
        if revealed(ranking, BEGAN, BEGAN + timedelta(seconds=seconds))[1] is None
    )

    assert timedelta(minutes=2) <= end - BEGAN <= timedelta(minutes=3)
    assert revealed(ranking, BEGAN, end)[0] == tuple(ranking)


def test_projector_shows_the_places_when_the_director_starts_it_and_anew(client):
    event_round = make_running_round(make_event(rounds_planned=1), players=8)
    play_round(event_round, seed=1)
    event = switch_projector(event=event_round.event, shows="reveal", acting=acting_as(), client_id="start")
    first, last = told(event)[0], told(event)[-1]

    page = client.get(address(event)).text
    assert ("every 1s" in page, last[1] in page, first[1] in page) == (True, False, False)
    assert client.get(poll_of(page), headers=HTMX).status_code == 204

    Event.objects.update(reveal_from=timezone.now() - timedelta(seconds=10))  # loaded again in between
    page = client.get(address(event)).text
    assert (last[1] in page, first[1] in page, "More to come" in page) == (True, False, True)
    Event.objects.update(reveal_from=timezone.now() - timedelta(minutes=5))
    page = client.get(address(event)).text
    assert (first[1] in page, "every 4s" in page, "More to come" in page) == (True, True, False)

    again = switch_projector(event=event, shows="reveal", acting=acting_as(), client_id="again")
    assert first[1] not in client.get(address(again)).text
    stopped = switch_projector(event=event, shows="clock", acting=acting_as(), client_id="stop")
    assert (stopped.projector, stopped.reveal_from) == ("clock", None)
