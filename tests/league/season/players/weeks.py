"""A season that is being played, and where its member number 5 stands in it."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from league.models import Club, Season, Series
from tests.league.evening.coming.nights import next_week
from tests.league.makers import make_series
from tests.league.season.seasons import played

SENTENCE = "5th of 8, level with Lois Beckett, 10 points behind Marge Delgado; only a night over 45 would count."


def three_weeks(club: Club, monkeypatch: pytest.MonkeyPatch) -> Series:
    """Three nights until a week ago, of which two count, and a night to come."""
    monkeypatch.setattr(played, "FIRST", timezone.localdate() - timedelta(days=21))
    series = make_series(club, name="Tuesday cards")
    season = played.opened(club, best=2)
    Season.objects.filter(pk=season.pk).update(opens_on=played.FIRST, closes_on=timezone.localdate())
    for week, sums in enumerate([((50, 40), (45, 30)), ((60, 50), (40, 35)), ((40, 70), (55, 30))]):
        played.played_night(series, week, sums)
    next_week(club, name="Next Tuesday")
    return series
