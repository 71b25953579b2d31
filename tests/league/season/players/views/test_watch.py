"""Family follows one player through the evening: with leave alone, by no other name, and until it is over."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from league.evening.events.deeds import close_event
from league.evening.rounds.deeds import close_round
from league.management.evenings import play_table
from league.models import Entrant, Event, EventRound, LogLine, Member
from league.office.members.deeds.privacy import show_initials
from league.office.members.links import night_path, watch_path
from tests.league.makers import acting_as, make_event, make_running_round, sheet_at
from tests.league.season.players.views.test_own import signed_in

pytestmark = pytest.mark.django_db
HTMX = {"HX-Request": "true"}


@pytest.fixture
def event_round() -> EventRound:
    return make_running_round(make_event(played_on=timezone.localdate()), players=8)


def ruth_of(event_round: EventRound) -> Entrant:
    found = Entrant.objects.select_related("event__club", "event__rules__book_version", "member")
    return found.get(event=event_round.event_id, number=1)


def give_leave(entrant: Entrant, watch: str = "yes") -> str:
    """As it is done by the link on the slip; the link for the family."""
    answer = Client().post(f"{night_path(entrant)}watch/", {"client_id": f"{watch} {entrant.pk}", "watch": watch})
    assert answer.status_code == 302
    return watch_path(Entrant.objects.select_related("event__club", "member").get(pk=entrant.pk))


def test_family_sees_table_and_what_the_side_has_after_each_hand_and_no_other_name(event_round):
    path, family = give_leave(ruth_of(event_round)), Client()
    page = family.get(path)
    assert ("Now: round 1, table 1, North" in page.text, "No hand is on the card yet" in page.text) == (True, True)
    assert page["X-Robots-Tag"] == "noindex"
    assert "no-store" in page["Cache-Control"]
    poll = f"{path}?v={page.context['version']}"
    assert family.get(poll, headers=HTMX).status_code == 204

    play_table(event_round.tables.get(number=1), seed=1, hands=3)

    news = family.get(poll, headers=HTMX).text
    lines = [line for line in sheet_at(event_round.tables.get(number=1)).counted_lines if line.totals]
    assert [f">{(line.totals or {})['NS']}<".replace("-", "−") in news for line in lines] == [True] * 3
    names = list(Entrant.objects.exclude(number=1).values_list("name", flat=True))
    assert [name for name in names if name in news or name.split()[0] in news] == []
    assert "Ruth Abernathy" in news


def test_polls_cost_three_queries(event_round, django_assert_num_queries):
    path, family = give_leave(ruth_of(event_round)), Client()
    poll = f"{path}?v={family.get(path).context['version']}"

    with django_assert_num_queries(3):
        assert family.get(poll, headers=HTMX).status_code == 204


def test_nobody_follows_without_leave_and_no_longer_once_it_is_taken_back(event_round):
    ruth, family = ruth_of(event_round), Client()
    guessed = reverse("league:watch", args=[ruth.event.club.slug, ruth.event_id, 1, "A" * 24])
    first = give_leave(ruth)
    assert (watch_path(ruth), family.get(guessed).status_code, family.get(first).status_code) == ("", 404, 200)
    assert family.get(first.replace("/1/", "/2/")).status_code == 404

    give_leave(ruth, "no")

    assert family.get(first).status_code == 404
    answer = family.get(f"{first}?v=1", headers=HTMX)
    assert (answer.status_code, answer["HX-Refresh"]) == (404, "true")
    again = Client().post(f"{night_path(ruth)}watch/", {"client_id": "again", "watch": "yes"})
    second = watch_path(ruth_of(event_round))
    assert (again.status_code, second == first, family.get(second).status_code) == (302, False, 200)
    assert family.get(first).status_code == 404
    said = [*LogLine.objects.filter(action__contains="family").order_by("pk").values_list("action", flat=True)]
    assert said == ["lets family follow", "no longer lets family follow", "lets family follow"]


def test_who_is_signed_in_gives_leave_for_themselves_alone(event_round):
    ruth = ruth_of(event_round)
    client, here = signed_in(ruth.member), reverse("league:my_evening", args=[ruth.event.club.slug, ruth.event_id])
    assert "Make the link" in client.get(here).text

    page = client.post(f"{here}watch/", {"client_id": "leave", "watch": "yes"}, follow=True).text

    assert (watch_path(ruth_of(event_round)) in page, "Stop it" in page) == (True, True)
    assert Entrant.objects.exclude(watch_nonce="").count() == 1
    assert client.post(f"{here}watch/", {"client_id": "odd", "watch": "maybe"}).status_code == 422


def test_link_ends_with_the_evening_with_the_members_link_and_after_a_day(event_round):
    path, family = give_leave(ruth_of(event_round)), Client()
    Event.objects.update(played_on=timezone.localdate() - timedelta(days=2))
    assert "The evening is over" in family.get(path).text
    Event.objects.update(played_on=timezone.localdate())
    assert "Ruth Abernathy" in family.get(path).text
    play_table(event_round.tables.get(number=1), seed=1, hands=1)
    close_round(event_round=event_round, acting=acting_as(), client_id="round", reason="late")
    close_event(event=event_round.event, acting=acting_as(), client_id="close", reason="late")

    page = family.get(path).text

    assert ("The evening is over" in page, "Ruth" in page, "data-live" in page) == (True, False, False)
    Member.objects.filter(number=1).update(link_nonce="given out anew")
    assert family.get(path).status_code == 404


def test_who_is_shown_by_initials_is_so_to_whoever_follows(event_round):
    ruth = ruth_of(event_round)
    path = give_leave(ruth)
    assert ruth.member is not None
    show_initials(member=ruth.member, initials_only=True, acting=acting_as(), client_id="initials")

    page = Client().get(path).text

    assert ("R. A." in page, "Abernathy" in page) == (True, False)
