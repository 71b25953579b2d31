"""The page of the race: who is on it, who may read it, and what it rests on."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from datetime import date
from typing import Any

import pytest
from django.test import Client

from league.acting.unchanged import LACKING_HOLDS, copies
from league.models import Club, Event, LogLine, Member, Season, Series
from league.season.race.pages import places_words, share_words
from league.season.race.reading import nights_left
from league.season.seasons.deeds import adjust_points, close_season, show_standings
from pinochle_club.ground.apart import Busy
from pinochle_club.ground.pdfs import PRINTER
from tests.lasting import lasting
from tests.league.makers import make_club, make_event, make_series, make_user
from tests.league.season.past.brought import brought
from tests.league.season.seasons.bots import by
from tests.league.season.seasons.played import laid_night, opened

pytestmark = pytest.mark.django_db
TODAY = date(2026, 1, 22)  # a Thursday: the season goes on until April 30


@pytest.fixture(scope="module")
def lasting_season(django_db_setup: None, django_db_blocker: Any) -> Iterator[int]:
    """Three nights; Ruth is far ahead, and Lois, the seventh, far behind."""
    with lasting(django_db_blocker):
        series = make_series(make_club(), book="st-hilary", weekday=1)
        found = opened(series.club, level="shared")
        for week in range(3):
            laid_night(series, week, [90, 60, 55, 40, 50, 45, 5, 30], [80, 60, 40, 45, 50, 45, 10, 30])
        show_standings(season=found, hidden=False, **by())
        yield found.pk


@pytest.fixture
def season(lasting_season: int, db: None, monkeypatch: pytest.MonkeyPatch) -> Season:
    monkeypatch.setattr("league.season.race.views.timezone.localdate", lambda: TODAY)
    return Season.objects.select_related("club").get(pk=lasting_season)


@pytest.fixture
def series(request: pytest.FixtureRequest, db: None) -> Series:
    """The season's, or one of which nothing was played yet."""
    if "season" in request.fixturenames:
        return request.getfixturevalue("season").club.series.get()
    return make_series(make_club(), book="st-hilary", weekday=1)


def signed_in(club: Club, kind: str) -> Client:
    client = Client()
    client.force_login(make_user(club, kind))
    client.get(f"/clubs/{club.slug}/help/")
    return client


def address(season: Season) -> str:
    return f"/clubs/{season.club.slug}/seasons/{season.pk}/race/"


def page(season: Season, client: Client | None = None) -> str:
    return (client or Client()).get(address(season)).text


def lines(text: str) -> dict[str, tuple[str, ...]]:
    """What stands beside each name: the chance, the place now, the likely ones, and those in reach."""
    rows = re.findall(r'data-label="Name".*?<bdi>([^<]*)<.*?</tr>', text, re.DOTALL)
    cells = [re.sub(r"<[^>]*>", "", each) for each in re.findall(r'data-label="(?!Name)[^>]*>(.*?)</td>', text)]
    return {name: tuple(cells[4 * at : 4 * at + 4]) for at, name in enumerate(rows)}


def test_everybody_of_the_standings_is_there_with_their_chances(season: Season):
    text = page(season)
    found = lines(text)

    assert len(found) == 8
    assert next(iter(found)) == "Ruth Abernathy"
    assert (found["Ruth Abernathy"][0], found["Ruth Abernathy"][1:3]) == ("over 99%", ("1", "1st"))
    assert found["Lois Beckett"][0] == "under 1%"
    assert "Ruth Abernathy wins it over 99% of the time." in text
    assert "14 nights are left until April 30, 2026. 14 of them are only expected" in text
    assert text.count('<polyline class="line-') == 5
    assert "Tue, Jan 20" in text


def test_nobody_who_is_out_is_said_to_have_a_chance(season: Season):
    Season.objects.filter(pk=season.pk).update(closes_on=date(2026, 1, 27))
    found = lines(page(season))

    assert found["Lois Beckett"][0] == "Out"
    assert found["Lois Beckett"][3] == "7th to 8th"
    assert found["Ruth Abernathy"][3] == "1st to 2nd"


def test_who_moved_away_is_expected_no_more(season: Season):
    """Lois still has a chance in the first of these tests."""
    Member.objects.filter(club=season.club, name="Lois Beckett").update(is_active=False)

    assert lines(page(season))["Lois Beckett"][0] == "Out"


def test_names_are_those_of_the_standings(season: Season):
    Member.objects.filter(club=season.club, name="Ruth Abernathy").update(initials_only=True)
    text = page(season)

    assert "Abernathy" not in text
    assert "R. A. wins it" in text
    assert "Ruth Abernathy wins it" in page(season, signed_in(season.club, "director"))
    assert "Abernathy" not in Client().get(f"{address(season)}?file=csv").text


def test_hidden_standings_hide_the_race(season: Season):
    show_standings(season=season, hidden=True, **by())

    assert Client().get(address(season)).status_code == 404
    assert signed_in(season.club, "member").get(address(season)).status_code == 404
    assert signed_in(season.club, "director").get(address(season)).status_code == 200
    assert "/race/" not in Client().get(address(season).removesuffix("race/")).text


def test_club_that_does_not_want_it_has_none_and_the_log_says_who_switched_it_off(season: Season):
    standings = address(season).removesuffix("race/")
    assert address(season) in Client().get(standings).text

    admin, club = signed_in(season.club, "admin"), season.club
    typed = {
        "client_id": "off", "name": club.name, "about": "", "date_style": "us", "currency": "USD", "paper": "letter",
        "appeal_minutes": "30", "appeal_chain": "", "claim_hours": "48", "conduct_months": "24",
        "members_try_rules": "on",
    }  # fmt: skip
    assert admin.post(f"/clubs/{club.slug}/settings/", typed).status_code == 302

    assert LogLine.objects.latest("pk").after == "the race for the title: not shown"
    assert admin.get(address(season)).status_code == 404
    assert address(season) not in admin.get(standings).text


def test_season_from_a_file_has_no_race():
    club = make_club()
    season = brought(club)

    assert Client().get(address(season)).status_code == 404
    assert "/race/" not in Client().get(address(season).removesuffix("race/")).text


def test_season_without_a_night_says_when_it_begins(series: Series):
    text = page(opened(series.club))

    assert "The race begins with the first night of the season." in text
    assert lines(text) == {}
    assert "<polyline" not in text


def test_points_by_hand_and_other_nights_change_it(season: Season, series: Series):
    before = lines(page(season))
    lois = Member.objects.get(club=season.club, name="Lois Beckett")
    adjust_points(season=season, member=lois, points=9_000, reason="Found the card", **by())
    assert lines(page(season))["Lois Beckett"][0] != before["Lois Beckett"][0] == "under 1%"

    laid_night(series, 3, [90, 60, 55, 40, 50, 45, 5, 30])
    assert "Tue, Jan 27" in page(season)


def test_after_the_last_night_it_is_as_the_standings_have_it(season: Season):
    """Two are level, and the tie-break parts them."""
    second = Member.objects.get(club=season.club, name="Walt Kowalski")
    adjust_points(season=season, member=second, points=3 * 50, reason="Counted again", **by())
    close_season(season=season, **by())
    text = page(season)
    shares = {name: line[0] for name, line in lines(text).items()}

    assert shares.pop("Ruth Abernathy") == "100%"
    assert set(shares.values()) == {"–"}
    assert "Ruth Abernathy won it." in text
    assert "No night is left." in text


def test_pairs_race_as_pairs():
    series = make_series(make_club(), book="st-hilary", format="half_move", weekday=1)
    season = opened(series.club, for_pairs=True)
    event = laid_night(series, 0, [90, 60, 80, 40], format="half_move")
    there = list(event.ledger.order_by("entrant__number"))
    for one, other in ((0, 2), (1, 3)):
        there[one].is_pair, there[one].partner = True, there[other].entrant
        there[one].save()
    show_standings(season=season, hidden=False, **by())

    assert set(lines(page(season))) == {"Ruth Abernathy &amp; Marge Delgado", "Walt Kowalski &amp; Ed Lindqvist"}


def test_page_comes_again_while_it_is_worked_out_and_is_drawn_once_a_second(
    season: Season, monkeypatch: pytest.MonkeyPatch
):
    times = []

    def busy(*_: object, **__: object) -> None:
        times.append(45)
        raise Busy(0, sum(times))

    with monkeypatch.context() as late:
        late.setattr(PRINTER, "ask", busy)
        answer, another = (Client().get(address(season)) for _ in range(2))

    assert (answer.status_code, another.status_code, len(times)) == (202, 202, 1)
    for each in (answer, another):
        assert "It has taken 45 seconds so far" in each.text
        assert 'http-equiv="refresh"' in each.text
        assert "ETag" not in each.headers

    then = time.monotonic() + LACKING_HOLDS
    monkeypatch.setattr(time, "monotonic", lambda: then)
    assert Client().get(address(season)).status_code == 200


def test_a_look_asks_no_more_of_many_nights_than_of_one(
    season: Season, series: Series, django_assert_num_queries: Callable[..., Any]
):
    for week in range(3, 8):
        laid_night(series, week, [90, 60, 55, 40, 50, 45, 5, 30])
    page(season)
    copies.clear()
    with django_assert_num_queries(3 + 12):
        assert len(lines(page(season))) == 8


# -- how many nights are left ----------------------------------------------------------------


def left(season: Season) -> tuple[int, int]:
    from league.season.seasons.deeds import draft_of

    return nights_left(season, draft_of(season), TODAY)


def test_nights_left_are_those_planned_and_one_a_week_after_them(season: Season, series: Series):
    make_event(series.club, series=series, played_on=date(2026, 1, 27))
    make_event(series.club, series=series, played_on=date(2026, 1, 15))  # never held
    make_event(series.club, played_on=date(2026, 1, 28))  # of no series that counts

    assert left(season) == (14, 13)


def test_night_that_is_played_now_is_left_and_one_that_is_put_right_is_not(season: Season, series: Series):
    make_event(series.club, series=series, played_on=TODAY, state="running")
    Event.objects.filter(series=series, played_on=date(2026, 1, 20)).update(state="running")

    assert left(season) == (15, 14)


def test_no_night_is_expected_of_a_series_that_is_over_or_of_a_closed_season(season: Season, series: Series):
    Series.objects.filter(pk=series.pk).update(is_over=True)
    assert left(season) == (0, 0)

    Series.objects.filter(pk=series.pk).update(is_over=False)
    assert left(close_season(season=season, **by())) == (0, 0)


def test_season_that_begins_later_counts_from_its_first_day(season: Season):
    season.opens_on, season.closes_on = date(2026, 3, 4), date(2026, 3, 18)  # two Wednesdays

    assert left(season) == (2, 2)


# -- in words --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("share", "words"),
    [(0.0, "under 1%"), (0.004, "under 1%"), (0.012, "1%"), (0.714, "71%"), (0.994, "over 99%"), (1.0, "over 99%")],
)
def test_nothing_that_can_still_be_is_sure(share: float, words: str):
    assert share_words(share) == words


def test_places_are_said_from_the_best_to_the_worst():
    assert places_words(1, 1) == "1st"
    assert places_words(1, 4) == "1st to 4th"
    assert places_words(2, None) == "2nd to no place"
    assert places_words(None, None) == "no place"
