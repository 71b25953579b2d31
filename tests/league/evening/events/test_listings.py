"""The evenings before, as a list."""

import re
from datetime import date, timedelta
from html import unescape

import pytest
from django.urls import reverse

from league.evening.events.views import _asked
from tests.league.makers import make_club, make_event, make_running_round, make_series
from tests.league.season.seasons.played import played_night
from tests.spreadsheets import csv_rows, day_number, xlsx_rows

pytestmark = pytest.mark.django_db


def test_events_before_are_found_and_sorted_by_the_address(client):
    club = make_club()
    for at in range(25):
        make_event(club, name=f"Night {at:02}", played_on=date(2025, 1, 1) + timedelta(days=at), state="closed")
    make_event(club, name="Spring final", played_on=date(2024, 4, 1), state="closed")

    def answer(query):
        return client.get(reverse("league:events", args=[club.slug]) + query)

    def names(query):
        return re.findall(r'<a href="[^"]*/events/\d+/"><bdi>([^<]*)</bdi></a>', answer(query).text)

    assert names("?find=spring+2024") == ["Spring final"]
    assert names("?sort=name")[:2] == ["Night 00", "Night 01"]
    assert names("?sort=name&page=2")[-1] == "Spring final"
    assert "Nothing here matches “autumn”." in answer("?find=autumn").text
    found = csv_rows(answer("?find=spring&file=csv"))
    assert [row[:3] for row in found] == [["Event", "Won by", "Date"], ["Spring final", "", "2024-04-01"]]
    first = xlsx_rows(answer("?sort=name&file=xlsx").content)[1]
    assert first[:3] == ["Night 00", day_number("2025-01-01"), 0]


def test_results_are_sorted_by_the_address_and_saved_as_they_are_read(client):
    series = make_series(make_club())
    event = played_night(series, 0, ((30, 10), (40, 20)), ((5, 15), (60, 7)))
    page = reverse("league:event", args=[event.club.slug, event.pk])

    def names(query):
        return re.findall(r'result-name"><bdi>(\w+)', client.get(page + query).text)

    usual = names("")
    assert usual == ["Joan", "Lois", "Ruth", "Marge", "Hank", "Vern", "Walt", "Ed"]
    assert names("?sort=name") == sorted(usual)
    assert names("?sort=-name") == sorted(usual, reverse=True)
    assert names("?sort=round-2") == ["Ruth", "Marge", "Hank", "Vern", "Walt", "Ed", "Joan", "Lois"]
    assert names("?sort=-place") == ["Walt", "Ed", "Hank", "Vern", "Ruth", "Marge", "Joan", "Lois"]
    assert names("?sort=nonsense") == names("?sort=round-9") == usual
    assert 'aria-sort="descending"' in client.get(f"{page}?sort=-total").text
    assert "?sort=total#results" in client.get(f"{page}?sort=-total").text
    saved = re.search(r'href="(\?[^"]*file=csv[^"]*)"', client.get(f"{page}?sort=name").text)
    assert saved is not None
    assert [row[2].split()[0] for row in csv_rows(client.get(page + unescape(saved[1])))[1:]] == sorted(usual)


def test_results_of_many_have_pages_each_kept_once_whatever_the_address_says(client):
    event_round = make_running_round(players=24)
    event_round.tables.update(totals={"NS": 310, "EW": 95})
    event_round.state = "closed"
    event_round.save()
    event = event_round.event
    page = reverse("league:event", args=[event.club.slug, event.pk])

    def shown(query):
        text = client.get(page + query).text
        return re.findall(r'result-name"><bdi>([^<]*)', text), re.findall(r'href="([^"]*[?;]page=[^"]*)"', text)

    first, second = shown(""), shown("?part=1&page=2")

    assert (len(first[0]), len({*first[0], *second[0]})) == (20, 24)
    assert (first[1], second[1]) == (["?part=1&amp;page=2#results"], ["?part=1&amp;page=1#results"])
    assert shown("?page=99") == shown("?page=2&sort=place&find=x") == second
    assert shown("?part=2&page=2") == shown("?page=nonsense") == first
    asked = {_asked(event, {"page": words}, runs_it=False) for words in ("2", "7", "99")}
    assert asked == {(("part", "1"), ("page", "2"))}
