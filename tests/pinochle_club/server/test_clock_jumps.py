"""A clock that jumps while the club is open is logged, and told for a week."""

import logging
from datetime import datetime, timedelta

import pytest
from django.utils import timezone

from pinochle_club.server import clock_jumps
from pinochle_club.server.clock_jumps import Watch, told_of_jump
from pinochle_club.server.facts import note

pytestmark = pytest.mark.django_db
AT = datetime(2026, 11, 23, 19, 30).astimezone()


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (0, ""),
        (59, ""),
        (-59, ""),
        (60, "ahead by 1 minute"),
        (3600 * 5, "ahead by 5 hours"),
        (-86_400, "back by 1 day"),
        (-86_400 * 400, "back by 400 days"),
    ],
)
def test_jump_is_logged_and_told(seconds, words, monkeypatch, caplog):
    began = iter([1_000_000.0, 1_000_000.0 + seconds, 1_000_000.3 + seconds])
    monkeypatch.setattr(clock_jumps, "_began", lambda: next(began))
    monkeypatch.setattr(timezone, "now", lambda: AT)
    caplog.set_level(logging.WARNING)
    watch = Watch()

    assert [watch(lambda: True), watch(lambda: True)] == [False, False]

    said = f"The computer’s clock jumped {words} on November 23, 2026, at 7:30 pm." if words else ""
    assert [record.getMessage() for record in caplog.records] == ([said] if said else [])
    found = told_of_jump()
    assert (found.sentence if found else "") == said


def test_computers_own_clock_does_not_jump():
    assert abs(clock_jumps._began() - clock_jumps._began()) < 1


@pytest.mark.parametrize(("days", "is_told"), [(0, True), (6, True), (8, False), (-2, False)])
def test_jump_is_told_for_a_week(days, is_told):
    note(clock_jumps.JUMPED, f"{(timezone.now() - timedelta(days=days)).isoformat()} 3600")

    assert (told_of_jump() is not None) is is_told
