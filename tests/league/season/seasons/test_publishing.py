"""When standings are published again, and what a publication keeps."""

from __future__ import annotations

from dataclasses import replace

import pytest

from league.models import Event, LedgerRow, LogLine, Season, Series
from league.season.seasons.deeds import (
    adjust_points,
    close_season,
    draft_digest,
    publish_anew,
    publish_rules,
    show_standings,
)
from league.season.seasons.publishing import LONGEST, publish, would_differ
from tests.league.makers import acting_as, make_club, make_series
from tests.league.season.seasons.test_deeds import AS

from .played import NIGHT, laid_night, lines, newest, opened

pytestmark = pytest.mark.django_db


@pytest.fixture
def series() -> Series:
    return make_series(make_club())


@pytest.fixture
def season(series: Series) -> Season:
    laid_night(series, 0, NIGHT)
    return opened(series.club)


def give_points(season: Season) -> None:
    """Behind the back of what publishes."""
    LedgerRow.objects.filter(event__club=season.club, entrant__number=1).update(points=61)


def test_standings_are_published_anew_only_where_they_would_say_something_else(season: Season):
    assert publish_anew(season=season, because="Looked again", acting=acting_as()) is None
    give_points(season)

    publication = publish_anew(season=season, because="Looked again", acting=acting_as())

    assert publication is not None
    assert (publication.number, publication.because, publication.by) == (2, "Looked again", "Carol Reyes")
    assert LogLine.objects.latest("pk").action == "published the standings of"
    assert not would_differ(season)


def test_closed_season_is_not_published_anew(season: Season):
    close_season(season=season, **AS)
    give_points(season)
    season.refresh_from_db()

    assert would_differ(season)
    assert publish_anew(season=season, because="Looked again", acting=acting_as()) is None


def test_season_without_rules_or_standings_differs_from_nothing(series: Series):
    laid_night(series, 0, NIGHT)
    season = opened(series.club, is_published=False)

    assert not would_differ(season)
    assert publish(season, because="Nothing") is None
    assert not season.publications.exists()


def test_standings_do_not_differ_while_a_night_they_count_is_put_right(season: Season, series: Series):
    later = laid_night(series, 1, NIGHT)
    Event.objects.filter(pk=later.pk).update(state="running")  # as standings do not have it yet
    assert would_differ(season)

    Event.objects.filter(series=series).update(state="running")
    assert not would_differ(season)


def test_long_names_and_reasons_are_cut_to_their_columns(series: Series):
    laid_night(series, 0, NIGHT)
    season = opened(series.club, is_published=False)
    long = replace(acting_as(), name="x" * 300)

    publication = publish_rules(season=season, seen=draft_digest(season), note="y" * 300, acting=long, client_id="")
    adjustment = adjust_points(
        season=season, member=series.club.members.all()[0], points=1, reason="Late", acting=long, client_id=""
    )

    names = publication.by, publication.rules.published_by, adjustment.by
    assert (LONGEST, len(publication.because), [len(name) for name in names]) == (200, 200, [80, 80, 80])


def test_line_keeps_figures_in_tenths_and_the_nights_that_were_dropped(series: Series):
    for week, first in enumerate((59, 60, 61, 62, 62)):
        laid_night(series, week, (first, *NIGHT[1:]))
    season = opened(series.club, points_by="average", best=4)
    ruth, *_ = lines(newest(season))
    dropped, *counted = Event.objects.filter(series=series).order_by("played_on")

    assert (ruth.points, ruth.nights, ruth.member_id, ruth.partner_id) == (613, 5, ruth.member.pk, None)  # of 61.25
    assert ruth.shown == {
        "by": "average", "figure": "245/4", "points": 245,
        "counted": {str(night.pk): points for night, points in zip(counted, (60, 61, 62, 62), strict=True)},
        "dropped": {str(dropped.pk): 59},
    }  # fmt: skip


def test_standings_shown_again_are_brought_up_to_date_and_hidden_twice_are_hidden_once(season: Season):
    show_standings(season=season, hidden=False, **AS)
    assert (newest(season).number, newest(season).because) == (2, "Brought up to date")

    for _ in range(2):
        show_standings(season=season, hidden=True, **AS)
    assert (newest(season).number, newest(season).because) == (3, "Hidden for now")


def test_new_line_says_that_it_is_new(season: Season, series: Series):
    laid_night(series, 1, (*NIGHT, 90, 10, 90, 10))
    show_standings(season=season, hidden=False, **AS)

    moves = [line.says["moved"] for line in lines(newest(season)) if "moved" in line.says]
    assert [move["is_new"] for move in moves] == [move["from"] is None for move in moves]
    assert [move["is_new"] for move in moves].count(True) == 4
