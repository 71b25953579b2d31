"""Places in the last rounds of an evening that hides them: for officials alone, until it is closed."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from league.acting.permissions import NOBODY, Kind
from league.evening.desk.projector import read_projector
from league.evening.events.deeds import close_event
from league.evening.events.forms import EventForm
from league.evening.paper.pages.choice import Evening
from league.evening.paper.pdfs.sheets import print_paper
from league.models import Event
from tests.league.makers import (
    acting_as,
    close_with_sums,
    make_entrants,
    make_event,
    make_round,
    make_rules,
    make_user,
    start_now,
)
from tests.scoring.score_card.pdf_reading import text_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    """Both rounds are played, and the places of the last are hidden: Walt and Ed won it by far."""
    event = make_event(book="st-hilary", rounds_planned=2, hidden_rounds=1, projector="results")
    people = make_entrants(event, 4)
    for number, sums in enumerate([(60, 20), (10, 90)], start=1):
        close_with_sums(start_now(make_round(event, people, number=number)), [sums])
    return event


def page(client: Client, event: Event, name: str = "event", **query: str) -> str:
    return client.get(reverse(f"league:{name}", args=[event.club.slug, event.pk], query=query)).content.decode()


def test_last_round_is_for_officials_until_the_event_is_closed(event: Event, client: Client):
    official = Client()
    official.force_login(make_user(event.club, "referee"))

    assert "<b>60†</b>" in page(client, event)
    assert "The places of the last round are shown once the event is closed." in page(client, event)
    assert ("110" in page(client, event, file="csv"), "110" in page(official, event, file="csv")) == (False, True)
    assert "<b>110†</b>" in page(official, event)
    assert [Evening(event, who, list(event.rounds.all())).started for who in (NOBODY, acting_as())] == [[1], [1, 2]]

    close_event(event=event, acting=acting_as(), client_id="close")

    assert "<b>110†</b>" in page(client, event)
    assert "once the event is closed" not in page(client, event)


def test_points_with_partners_are_printed_of_the_rounds_that_everybody_sees(event: Event):
    stranger, official = (
        text_of(print_paper(event.pk, "partners", role, {"paper": "letter"})) for role in (None, Kind.REFEREE)
    )

    assert ("110" in stranger, "110" in official) == (False, True)


def test_projector_stays_at_the_last_round_that_everybody_sees(event: Event):
    [shown] = read_projector(event).standings

    assert [one.total for one in shown["standing"]] == [60, 60, 20, 20]


def test_more_hidden_rounds_than_there_are_is_said_beside_the_field(event: Event):
    rules = make_rules(event.club, "st-hilary")
    typed = {"rounds_planned": "2", "hidden_rounds": "3", "rules": str(rules.pk), "format": "rotation"}

    form = EventForm(typed, versions=[rules])

    assert form.errors["hidden_rounds"] == ["That’s more rounds than there are."]
