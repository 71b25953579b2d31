"""The pages of the seating, looked at as all pages are: with long names, a proposal, faults, somebody marked."""

from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from league.evening.rounds.deeds import start_round
from league.evening.seating.deeds.drafts import plan_rounds
from league.evening.seating.deeds.publishing import publish_rounds
from league.models import Entrant, Event
from tests.browser.accessibility import CUT, IN_WINDOW, WINDOWS, assert_looks_right
from tests.browser.conftest import OpenDevice
from tests.browser.devices import sign_in_as
from tests.browser.test_accessibility import LONG
from tests.league.evening.seating.deeds.evenings import propose
from tests.league.makers import acting_as, make_club, make_entrants, make_event, make_round, make_user

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _quick_searches(monkeypatch):
    monkeypatch.setattr("league.evening.seating.schedules.planning.MOST_STEPS", 30_000)


@pytest.fixture
def page(open_device: OpenDevice) -> Page:
    """A tablet on which a director is signed in at the club `st-hilary`."""
    club = make_club(name="The Pinochle Club of the Parish of St. Hilary on the Hill", slug="st-hilary")
    page = open_device("any width")
    sign_in_as(page, make_user(club, "director"))
    page.club = club  # type: ignore[attr-defined]
    return page


def evening(page: Page, players: int = 10, **fields: Any) -> Event:
    """An event whose first people have long names."""
    event = make_event(page.club, rounds_planned=3, **fields)  # type: ignore[attr-defined]
    entrants = make_entrants(event, players)
    for entrant, name in zip(entrants, LONG.values(), strict=False):
        Entrant.objects.filter(pk=entrant.pk).update(name=name)
    return event


def look(page: Page, event: Event, name: str, *args: object, query: str = "") -> None:
    page.goto(reverse(f"league:{name}", args=[event.club.slug, event.pk, *args]) + query)
    assert_looks_right(page)


@pytest.mark.soak
def test_draft_with_faults_and_marks(page):
    event = evening(page)
    entrants = list(event.entrants.all())
    make_round(event, entrants, state="draft")
    entrants[0].partner = entrants[1]
    entrants[0].save()

    look(page, event, "rotation", query=f"?round=1&marked={entrants[0].pk}-{entrants[9].pk}")


@pytest.mark.soak
@pytest.mark.parametrize("tables", [4, 10, 20])
def test_tables_are_in_the_window(page, tables):
    """With long names, one who sits out and the key that publishes them."""
    event = evening(page, players=4 * tables + 1)
    Entrant.objects.filter(number__gt=9).update(name="Maximiliane Featherstonehaugh")
    make_round(event, list(event.entrants.all()), state="draft")
    page.goto(reverse("league:rotation", args=[event.club.slug, event.pk]))

    for width, height in WINDOWS:
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(IN_WINDOW, ".felt-table") >= min(tables, 5 if width == 390 else tables), (width, height)
        assert page.evaluate(CUT, ".felt-table *") == [], (width, height)
        assert page.get_by_text("Publish", exact=True).is_visible()


@pytest.mark.soak
def test_people_and_nothing_made(page):
    event = evening(page)
    Entrant.objects.filter(event=event, number__lt=4).update(state="expected")
    look(page, event, "rotation")
    make_round(event, list(event.entrants.all()), state="draft")

    look(page, event, "rotation", query="?view=people")


@pytest.mark.soak
def test_proposal_that_waits(page):
    event = evening(page)
    plan_rounds(event=event, acting=acting_as(), client_id="plan")
    publish_rounds(event=event, acting=acting_as(), client_id="publish")
    start_round(event_round=event.rounds.get(number=1), acting=acting_as(), client_id="start")
    Entrant.objects.create(event=event, number=11, name=LONG["N"], state="here")
    event.refresh_from_db()
    propose(event, client_id="propose")

    look(page, event, "rotation")
    look(page, event, "substitutes", 1, 1)


@pytest.mark.soak
def test_published_pages(page):
    event = evening(page, seating_version=1)
    make_round(event, list(event.entrants.all()))

    look(page, event, "seating", query="?q=e")
    look(page, event, "seating", query="?by=name")
    look(page, event, "own_seating", 1)


@pytest.mark.soak
def test_casual_tables(page):
    event = evening(page, format="casual")
    make_round(event, list(event.entrants.all()[:4]), state="draft")

    look(page, event, "rotation")


def test_part_that_was_resized_is_swapped_within_the_policy(page):
    """A style that a drag or a script set is not copied to what comes: `open_device` finds what the policy refuses."""
    event = evening(page, players=8)
    make_round(event, list(event.entrants.all()), state="published")
    page.goto(reverse("league:seating", args=[event.club.slug, event.pk]))
    page.locator("#seating").evaluate("part => { part.style.width = '90%'; }")
    Event.objects.filter(pk=event.pk).update(version=99)

    page.evaluate("htmx.trigger('#seating', 'refresh')")

    expect(page.locator("#seating")).not_to_have_attribute("style", "width: 90%;")
