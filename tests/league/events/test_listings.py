"""The evenings before, as a list."""

import re
from datetime import date, timedelta

import pytest
from django.urls import reverse

from tests.league.makers import make_club, make_event
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
        return re.findall(r'<a href="[^"]*/events/\d+/">([^<]*)</a>', answer(query).text)

    assert names("?find=spring+2024") == ["Spring final"]
    assert names("?sort=name")[:2] == ["Night 00", "Night 01"]
    assert names("?sort=name&page=2")[-1] == "Spring final"
    assert "Nothing here matches “autumn”." in answer("?find=autumn").text
    found = csv_rows(answer("?find=spring&file=csv"))
    assert [row[:2] for row in found] == [["Event", "Date"], ["Spring final", "2024-04-01"]]
    first = xlsx_rows(answer("?sort=name&file=xlsx").content)[1]
    assert first[:3] == ["Night 00", day_number("2025-01-01"), 0]
