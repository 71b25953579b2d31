"""The club's calendar: its page, and the feed whose ids stay."""

from datetime import time, timedelta
from html import unescape
from importlib import import_module
from pathlib import Path

import pytest
from django.apps import apps
from django.urls import reverse
from django.utils import timezone

from league import migrations
from league.acting.unchanged import copies
from league.evening.events.deeds import change_event, delete_event, end_series, next_of_series
from league.models import Club
from tests.league.evening.calendar.ics_reading import read_calendar
from tests.league.evening.coming.nights import next_week
from tests.league.evening.standing_tables.tables import make_table
from tests.league.makers import acting_as, make_event, make_series

pytestmark = pytest.mark.django_db


def read(client, club):
    content = client.get(reverse("league:calendar_feed", args=[club.slug])).content
    return {one["UID"]: one for one in read_calendar(content)}


def statuses(client, club):
    return [one["STATUS"] for one in read(client, club).values()]


def test_feed_has_planned_nights_and_the_next_dates_of_series(client, club):
    next_week(club, name="Fall final")
    series = make_series(club, weekday=2, starts_at=time(19, 0))

    found = read(client, club).values()

    assert [one["STATUS"] for one in found] == ["CONFIRMED", *["TENTATIVE"] * 8]
    assert [one["SUMMARY"] for one in found] == ["Fall final", *[series.name] * 8]
    assert all("Not planned yet" in one["DESCRIPTION"] for one in found if one["STATUS"] == "TENTATIVE")


def test_ids_stay_through_the_update_and_under_another_name_of_the_server(client, club, settings):
    """What an older version gave out: a number or an id, at the name that the server had."""
    settings.PUBLIC_URL = "https://old.example.org"
    night, named = next_week(club, calendar_id=""), next_week(club, place="Veterans’ hall, 9 Oak Street")
    series, table = make_series(club, calendar_id=""), make_table(club, calendar_id="")
    (migration,) = Path(migrations.__file__).parent.glob("*_front_door_and_dues.py")
    import_module(f"league.migrations.{migration.stem}").keep_calendar_ids(apps, None)
    Club.objects.filter(pk=club.pk).update(hall="St. Hilary; hall", street="412 Elm Street\nSpringfield")

    found = read(client, club)
    settings.PUBLIC_URL = "https://new.example.org"
    copies.clear()

    assert list(read(client, club)) == list(found)
    begins = {one.removesuffix("@old.example.org")[: -len("-2026-11-30")] for one in found}
    assert begins >= {f"series-{series.pk}", f"online-{table.pk}"}
    assert found[f"event-{night.pk}@old.example.org"]["LOCATION"] == "St. Hilary; hall, 412 Elm Street, Springfield"
    assert found[f"{named.calendar_id}@old.example.org"]["LOCATION"] == "Veterans’ hall, 9 Oak Street"
    Club.objects.filter(pk=club.pk).update(calendar_host="")  # founded since
    copies.clear()
    assert {one.partition("@")[2] for one in read(client, club)} == {"pinochle-club"}


def test_id_of_a_series_date_stays_when_its_night_is_made_moved_and_deleted(client, club):
    series = make_series(club)
    first = next(iter(read(client, club)))
    event = next_of_series(series=series, acting=acting_as(), client_id="made")
    made = read(client, club)[first]
    assert made["STATUS"] == "CONFIRMED"

    change_event(
        event=event, acting=acting_as(), client_id="moved", played_on=event.played_on + timedelta(days=1),
        starts_at=event.starts_at + timedelta(days=1),
    )  # fmt: skip
    moved = read(client, club)[first]
    assert moved["DTSTART"] > made["DTSTART"]

    delete_event(event=event, acting=acting_as(), client_id="gone", name=event.name)
    offered = read(client, club)[first]
    assert offered["STATUS"] == "TENTATIVE"

    end_series(series=series, acting=acting_as(), client_id="end")
    gone = read(client, club)
    assert (list(gone), gone[first]["STATUS"]) == ([first], "CANCELLED")

    end_series(series=series, acting=acting_as(), client_id="on", is_over=False)
    next_of_series(series=series, acting=acting_as(), client_id="again")
    again = read(client, club)[first]
    sequences = [int(one["SEQUENCE"]) for one in (made, moved, gone[first], again)]
    assert sequences == sorted(set(sequences))
    assert int(offered["SEQUENCE"]) > sequences[1]


def test_night_that_began_is_not_struck_out(client, club):
    event = next_week(club, state="running")

    delete_event(event=event, acting=acting_as(), client_id="gone", name=event.name)

    assert read(client, club) == {}


def test_moved_nights_date_may_be_planned_again_under_an_id_of_its_own(client, club):
    series = make_series(club)
    event = next_of_series(series=series, acting=acting_as(), client_id="one")
    early = event.played_on - timedelta(days=1)
    change_event(event=event, acting=acting_as(), client_id="moved", played_on=early, starts_at=event.starts_at)

    again = next_of_series(series=series, acting=acting_as(), client_id="two")

    assert again.known_as != event.known_as
    assert statuses(client, club).count("CONFIRMED") == 2


def test_feed_that_has_not_changed_is_not_sent_again(client, club):
    next_week(club)
    address = reverse("league:calendar_feed", args=[club.slug])
    first = client.get(address)
    assert (first["Content-Type"], bool(first["Last-Modified"])) == ("text/calendar; charset=utf-8", True)

    assert client.get(address, headers={"If-None-Match": first["ETag"]}).status_code == 304
    next_week(club, name="One more")
    assert client.get(address, headers={"If-None-Match": first["ETag"]}).status_code == 200


@pytest.mark.parametrize("nights", [1, 12])
def test_feed_and_page_ask_the_same_whatever_the_number_of_nights(client, club, nights, django_assert_num_queries):
    make_series(club)
    make_table(club)
    for at in range(nights):
        next_week(club, name=f"Night {at}")

    with django_assert_num_queries(3 + 2 + 6):  # what a copy rests on, the tables online too; the feed
        client.get(reverse("league:calendar_feed", args=[club.slug]))
    with django_assert_num_queries(3 + 2 + 8):
        client.get(reverse("league:calendar", args=[club.slug]))


def test_page_shows_what_is_ahead_and_a_year_of_what_was(client, club):
    year = timezone.localdate().year
    make_event(club, name="Long ago", state="closed", played_on=timezone.localdate().replace(year=year - 2))
    make_event(club, name="Last week", state="closed", played_on=timezone.localdate() - timedelta(days=1))
    next_week(club, name="Fall final")
    make_series(club, name="Fridays", weekday=4)
    address = reverse("league:calendar", args=[club.slug])

    page = unescape(client.get(address).content.decode())
    before = unescape(client.get(address, {"year": str(year - 2)}).content.decode())

    for name in ("Fall final", "Fridays", "Not planned yet", "Last week", "webcal://", str(year - 2)):
        assert name in page
    assert ("Long ago" in page, "Long ago" in before) == (False, True)
    assert client.get(address, {"year": "٣٣٣٣"}).status_code == 200
