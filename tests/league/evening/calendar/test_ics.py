"""A calendar as it is written, read back by a strict reader."""

from datetime import UTC, datetime, timedelta, timezone

import pytest

from league.evening.calendar.ics import calendar_text
from tests.league.evening.calendar.ics_reading import read_calendar

AT = datetime(2026, 11, 17, 19, 0, tzinfo=timezone(timedelta(hours=-5)))


def night(**fields):
    return {
        "uid": "a@b",
        "name": "Tuesday cards",
        "starts_at": AT,
        "changed_at": AT,
        "status": "CONFIRMED",
        "sequence": 0,
        **fields,
    }


def test_night_is_read_back_in_universal_time():
    (found,) = read_calendar(
        calendar_text("St. Hilary", [night(sequence=4, address="https://cards.example.org/1/")]).encode()
    )

    assert found == {
        "UID": "a@b", "DTSTAMP": "20261118T000000Z", "LAST-MODIFIED": "20261118T000000Z", "SEQUENCE": "4",
        "STATUS": "CONFIRMED", "DTSTART": "20261118T000000Z", "DURATION": "PT3H", "SUMMARY": "Tuesday cards",
        "URL": "https://cards.example.org/1/",
    }  # fmt: skip


@pytest.mark.parametrize(
    "name",
    [
        "Aces; kings, queens \\ jacks",
        "Two\nlines",
        "Łucja’s “Día de Muertos” 🂡🂱🃁🃑" * 12,
        "x" * 200,
        "BEGIN:VEVENT\r\nEND:VCALENDAR",
        "",
    ],
)
def test_any_name_survives_folding_and_escaping(name):
    content = calendar_text(
        name, [night(name=name, words=name), night(uid="c@d", starts_at=AT.astimezone(UTC))]
    ).encode()

    found = read_calendar(content)

    assert [one["SUMMARY"] for one in found] == [name.replace("\r\n", "\n"), "Tuesday cards"]
