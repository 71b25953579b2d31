"""A season on paper says what its pages say. The printer's functions are called here, without the printer."""

from __future__ import annotations

import pytest

from league.models import Category, Season
from league.season.seasons.deeds import adjust_points
from league.season.seasons.pdfs import print_changes, print_partners, print_rules, print_standings
from tests.league.makers import acting_as, make_club, make_series
from tests.scoring.score_card.pdf_reading import text_of

from .played import laid_night, newest, opened, played_night

pytestmark = pytest.mark.django_db


@pytest.fixture
def season() -> Season:
    """Ruth, who is shown by initials, lost five points after the first standings."""
    series = make_series(make_club())
    laid_night(series, 0, (60, 20, 60, 20, 50, 30, 50, 30))
    women = Category.objects.create(club=series.club, name="Women")
    ruth = series.club.members.get(name__startswith="Ruth")
    ruth.carries.add(women)
    ruth.initials_only = True
    ruth.save()
    season = opened(series.club, divisions=(women.pk,))
    adjust_points(season=season, member=ruth, points=-15, reason="Late twice", acting=acting_as(), client_id="")
    return season


def words(content: bytes) -> str:
    return " ".join(text_of(content).split())


def test_standings_on_paper_have_places_reasons_and_public_names(season: Season):
    published = newest(season)

    paper = words(print_standings(published.pk, "letter"))

    assert "Rules version 1. Since then:" in paper
    assert "Points given by hand: Late twice." in paper
    assert "1 Marge Delgado 60 1 10 points ahead" in paper
    assert "Women" in paper
    assert ("R. A." in paper, "Abernathy" in paper) == (True, False)


def test_notice_tells_who_moved_and_why(season: Season):
    first, second = reversed(season.publications.all())

    notice = words(print_changes(first.pk, second.pk, "letter"))

    assert "Points given by hand: Late twice. 1 has new points, 3 have a new place." in notice
    assert "R. A. 1 → 4 60 → 45 15 points fewer; was passed by three others" in notice


def test_partners_of_a_season_stand_with_all_their_rounds(season: Season):
    series = make_series(season.club)
    for week in (1, 2):
        event = played_night(series, week, [(60 + week, 20), (50, 30)])
    season = opened(season.club, name="Spring", series=(series.pk,))
    assert event.club_id == season.club_id

    partners = words(print_partners(season.pk, "letter"))

    assert "1 R. A. 123 ×2 2 123" in partners
    assert "3 Marge Delgado 123 ×2 2 123" in partners
    assert "Who played with whom Spring" in partners
    assert "2 nights so far, the last Tuesday cards, Tue, Jan 20" in partners


def test_rules_on_paper_are_those_of_the_version(season: Season):
    rules = words(print_rules(newest(season).rules_id, "a4"))

    assert "Series Every night of Tuesday cards within the season." in rules
    assert "Version 1, published" in rules
