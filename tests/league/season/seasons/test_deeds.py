"""What is done in a season, and what is published for it."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from league.acting.log import Refused
from league.evening.events.deeds import delete_event
from league.models import Category, LogLine, Member, Publication, Season, Series
from league.office.clubs.deeds.clubs import delete_club
from league.office.members.deeds.categories import remove_category, rename_category
from league.season.seasons.deeds import (
    StaleDraft,
    adjust_points,
    change_season,
    close_season,
    draft_digest,
    draft_of,
    open_season,
    publish_rules,
    reopen_season,
    reword_adjustment,
    save_draft,
    show_standings,
    take_back_adjustment,
)
from league.season.seasons.published import told_since
from league.season.seasons.publishing import newest_version
from league.season.seasons.reading import read_place
from league.season.seasons.rules import SeasonRules
from tests.league.makers import By, Days, acting_as, make_series

from .played import FIRST, NIGHT, correct, laid_night, lines, newest, opened, played_night, standing

pytestmark = pytest.mark.django_db
AS: By = {"acting": acting_as(), "client_id": ""}
DAYS: Days = {"opens_on": FIRST, "closes_on": date(2026, 4, 30)}


def member(season: Season, first: str) -> Member:
    return season.club.members.get(name__startswith=first)


def row(season: Season, first: str) -> Any:
    return next(line for line in lines(newest(season)) if line.member.name.startswith(first))


# -- opened ----------------------------------------------------------------------------------


def test_new_season_begins_with_the_running_series(series: Series):
    make_series(series.club, name="Over", is_over=True)
    make_series(series.club, name="Pairs", format="half_move")

    season = open_season(club=series.club, name="Winter", **DAYS, **AS)

    assert draft_of(season) == SeasonRules(series=(series.pk,))
    assert not season.publications.exists()


def test_next_season_begins_with_the_rules_of_the_last(series: Series):
    night = laid_night(series, 0, NIGHT)
    opened(series.club, best=5, without=(night.pk,))

    season = open_season(club=series.club, name="Summer", **DAYS, **AS)

    assert draft_of(season) == SeasonRules(series=(series.pk,), best=5)


def test_of_two_seasons_of_the_same_days_the_newer_one_is_the_last(series: Series):
    for best in (2, 7, 4):
        opened(series.club, name=f"Best {best}", best=best)

    assert draft_of(open_season(club=series.club, name="Summer", **DAYS, **AS)).best == 4


def test_name_is_a_seasons_own(season: Season):
    with pytest.raises(Refused, match="already") as refusal:
        open_season(club=season.club, name="Winter", **DAYS, **AS)

    assert refusal.value.field == "name"


def test_same_submission_opens_one_season(series: Series):
    made = {
        open_season(club=series.club, name="Winter", **DAYS, acting=acting_as(), client_id="once").pk for _ in range(2)
    }

    assert Season.objects.filter(pk__in=made).count() == 1


# -- rules -----------------------------------------------------------------------------------


def test_draft_that_somebody_else_saved_is_not_overwritten(season: Season):
    seen = draft_digest(season)
    save_draft(season=season, rules=draft_of(season).model_copy(update={"best": 5}), seen=seen, **AS)

    with pytest.raises(StaleDraft):
        save_draft(season=season, rules=draft_of(season).model_copy(update={"best": 7}), seen=seen, **AS)

    season.refresh_from_db()
    assert draft_of(season).best == 5


def test_rules_are_refused_with_every_fault_at_once(series: Series):
    season = opened(series.club, is_published=False, series=(), points_by="places", tie_breaks=("wins", "wins"))

    with pytest.raises(Refused) as refusal:
        publish_rules(season=season, seen=draft_digest(season), **AS)

    assert str(refusal.value) == (
        "Choose at least one series or evening that counts. Say how many points each place of a night gives, such as "
        "10, 8, 6, 5, 4. Each tie-break can be in the list once."
    )
    assert newest_version(season) is None


def test_rules_that_say_the_same_are_no_new_version(season: Season):
    with pytest.raises(Refused, match="Nothing has changed since version 1"):
        publish_rules(season=season, seen=draft_digest(season), **AS)


def test_new_rules_are_the_next_version_and_standings_by_them(season: Season):
    draft = draft_of(season).model_copy(update={"points_by": "wins"})
    season = save_draft(season=season, rules=draft, seen=draft_digest(season), **AS)

    publication = publish_rules(season=season, seen=draft_digest(season), note="as voted", **AS)

    assert (publication.number, publication.rules.number) == (2, 2)
    assert publication.because == "Rules version 2: as voted"
    assert [line.shown["by"] for line in lines(publication)] == ["wins"] * 8
    assert LogLine.objects.latest("pk").after.startswith("Places go by: The most rounds won")


# -- what is published -----------------------------------------------------------------------


def test_first_publication_says_who_stands_where_and_why(season: Season):
    publication = newest(season)

    assert (publication.state, publication.because) == ("provisional", "Rules version 1")
    assert standing(publication) == [
        ("Ruth", 1, 60), ("Marge", 1, 60), ("Joan", 3, 50), ("Lois", 3, 50),
        ("Hank", 5, 30), ("Vern", 5, 30), ("Walt", 7, 20), ("Ed", 7, 20),
    ]  # fmt: skip
    assert row(season, "Marge").says == {"why": "shares the place; 10 points more", "needs": []}


def test_night_that_is_closed_publishes_anew(season: Season, series: Series):
    night = played_night(series, 1, [(40, 30), (10, 90)])

    publication = newest(season)

    assert publication.because == "Tuesday cards, Tue, Jan 13, was played"
    assert standing(publication)[:2] == [("Hank", 1, 120), ("Vern", 1, 120)]
    moved = {"from": 5, "is_new": False, "says": "90 points more; passed four others"}
    assert row(season, "Hank").says["moved"] == moved
    assert row(season, "Hank").shown["counted"][str(night.pk)] == 90


def test_correction_the_next_morning_keeps_the_weeks_move(season: Season, series: Series):
    night = played_night(series, 1, [(40, 30), (10, 90)])
    moves = {line.member: line.says.get("moved") for line in lines(newest(season))}
    assert row(season, "Hank").says["moved"]["says"] == "90 points more; passed four others"

    correct(night, (40, 31), (10, 90))

    publication = newest(season)
    assert publication.number == 3  # what was reopened stays in the standings until it is closed again
    assert publication.because == "Tuesday cards, Tue, Jan 13, was corrected"
    assert publication.moved_since == 1
    assert {line.member: line.says.get("moved") for line in lines(publication)} == moves


def test_what_followed_a_night_is_a_note_of_its_own(season: Season, series: Series):
    night = played_night(series, 1, [(40, 30), (10, 90)])
    assert [one.number for one in told_since(newest(season))] == [2]

    correct(night, (40, 31), (10, 90))
    adjust_points(season=season, member=member(season, "Joan"), points=15, reason="Ran the door", **AS)

    assert [one.because for one in told_since(newest(season))] == [
        "Tuesday cards, Tue, Jan 13, was played", "Tuesday cards, Tue, Jan 13, was corrected",
        "Points given by hand: Ran the door",
    ]  # fmt: skip
    Publication.objects.filter(season=season).update(moved_since=None)  # as an older version left them
    assert told_since(newest(season)) == []


def test_correction_of_the_first_night_moves_nobody(series: Series):
    night = played_night(series, 0, [(60, 20), (50, 30)])
    season = opened(series.club)

    correct(night, (60, 20), (50, 70))

    assert newest(season).moved_since == 0
    assert not any("moved" in line.says for line in lines(newest(season)))


def test_night_that_is_deleted_goes_from_the_standings(season: Season, series: Series):
    night = laid_night(series, 1, (40, 30, 40, 30, 10, 90, 10, 90))
    show_standings(season=season, hidden=False, **AS)

    delete_event(event=night, name=night.name, **AS)

    assert newest(season).because == "Tuesday cards, Tue, Jan 13, was deleted"
    assert standing(newest(season))[0] == ("Ruth", 1, 60)


def test_night_outside_of_the_season_publishes_nothing(season: Season, series: Series):
    played_night(series, -2, [(40, 30), (10, 90)])
    played_night(make_series(series.club, name="Thursdays"), 1, [(40, 30), (10, 90)])

    assert newest(season).number == 1


def test_standings_of_a_category(series: Series):
    laid_night(series, 0, NIGHT)
    newcomers = Category.objects.create(club=series.club, name="Newcomers")
    for first in ("Walt", "Hank"):
        series.club.members.get(name__startswith=first).carries.add(newcomers)

    season = opened(series.club, divisions=(newcomers.pk,))

    assert [(line.member.name, line.place) for line in lines(newest(season), "Newcomers")] == [
        ("Hank Ostrowski", 1),
        ("Walt Kowalski", 2),
    ]


def test_category_with_standings_is_renamed_in_them_and_not_removed(series: Series):
    laid_night(series, 0, NIGHT)
    women = Category.objects.create(club=series.club, name="Women")
    series.club.members.get(name__startswith="Ruth").carries.add(women)
    season = opened(series.club, divisions=(women.pk,))

    rename_category(category=women, name="Ladies", **AS)
    with pytest.raises(Refused, match="Winter has standings of Ladies"):
        remove_category(category=women, **AS)
    assert [line.place for line in lines(newest(season), "Ladies")] == [1]

    save_draft(season=season, rules=SeasonRules(series=(series.pk,)), seen=draft_digest(season), **AS)
    publish_rules(season=season, seen=draft_digest(Season.objects.get(pk=season.pk)), **AS)
    remove_category(category=women, **AS)
    assert not Category.objects.exists()


def test_hidden_standings_stay_hidden_until_they_are_shown(season: Season, series: Series):
    show_standings(season=season, hidden=True, **AS)
    played_night(series, 1, [(40, 30), (10, 90)])
    assert newest(season).state == Publication.State.HIDDEN

    show_standings(season=season, hidden=False, **AS)

    assert (newest(season).state, newest(season).because) == ("provisional", "Shown to everybody")
    assert row(season, "Hank").says["moved"]["from"] == 5  # as whoever reads it saw it last


def test_first_standings_can_be_hidden(series: Series):
    season = opened(series.club, is_published=False)

    assert publish_rules(season=season, seen=draft_digest(season), is_hidden=True, **AS).state == "hidden"


# -- points by hand --------------------------------------------------------------------------


def test_points_given_by_hand_count_until_they_are_taken_back(season: Season):
    given = adjust_points(season=season, member=member(season, "Joan"), points=15, reason="Ran the door", **AS)
    assert newest(season).because == "Points given by hand: Ran the door"
    assert standing(newest(season))[0] == ("Joan", 1, 65)

    for _ in range(2):
        take_back_adjustment(adjustment=given, **AS)

    assert standing(newest(season))[2] == ("Joan", 3, 50)
    assert newest(season).number == 3


def test_reason_for_the_directors_stands_nowhere_else(season: Season):
    given = adjust_points(
        season=season,
        member=member(season, "Joan"),
        points=-15,
        reason="A penalty",
        private_reason="Peeked twice",
        **AS,
    )

    assert newest(season).because == "Points given by hand: A penalty"
    assert LogLine.objects.latest("pk").reason == "A penalty\nFor the directors: Peeked twice"
    found = read_place(season, SeasonRules.from_json(newest(season).rules.rules), (given.member_id,))
    assert found is not None
    assert [line.says for line in found.adjustments] == ["A penalty"]


@pytest.mark.parametrize("is_closed", [False, True])
def test_words_that_everybody_read_are_changed_wherever_they_stand(season: Season, is_closed: bool):
    """But not the figures, nor what others were given for."""
    long = "Peeked at Walt’s cards, twice. " * 6
    adjust_points(season=season, member=member(season, "Ruth"), points=5, reason="Ran the door", **AS)
    given = adjust_points(season=season, member=member(season, "Joan"), points=-15, reason=long, **AS)
    take_back_adjustment(adjustment=given, **AS)
    if is_closed:
        close_season(season=season, **AS)
    figures = [(one.number, standing(one)) for one in season.publications.all()]

    words = {"reason": "A penalty", "private_reason": long}
    for _ in range(2):
        reword_adjustment(adjustment=given, **words, **AS)

    assert not season.publications.filter(because__contains="Peeked").exists()
    assert list(season.publications.order_by("number").values_list("because", flat=True))[1:4] == [
        "Points given by hand: Ran the door", "Points given by hand: A penalty",
        "Points given by hand were taken back: A penalty",
    ]  # fmt: skip
    assert [(one.number, standing(one)) for one in season.publications.all()] == figures
    given.refresh_from_db()
    assert (given.reason, given.private_reason) == ("A penalty", long)
    [line] = LogLine.objects.filter(action="reworded an adjustment")
    assert (line.before, line.after) == (long, f"A penalty\nFor the directors: {long}")


def test_lines_of_one_place_add_up_to_what_was_published(season: Season, series: Series):
    laid_night(series, 1, (40, 30, 40, 30, 10, 90, 10, 90), (35, 35, 35, 35, 20, 80, 20, 80))
    adjust_points(season=season, member=member(season, "Joan"), points=-5, reason="Late", **AS)
    rules = SeasonRules.from_json(newest(season).rules.rules)

    for line in lines(newest(season)):
        found = read_place(season, rules, (line.member_id,))

        assert found is not None
        assert sum(one.points for one in found.lines) == line.shown["points"] == found.points
        assert {str(event): points for event, points in found.counted.items()} == line.shown["counted"]


# -- closed ----------------------------------------------------------------------------------


def test_closed_season_has_final_standings_and_takes_nothing_more(season: Season, series: Series):
    close_season(season=season, **AS)
    played_night(series, 1, [(40, 30), (10, 90)])

    assert (newest(season).number, newest(season).state) == (2, "final")
    with pytest.raises(Refused, match="Reopen it first"):
        adjust_points(season=season, member=member(season, "Joan"), points=15, reason="Ran the door", **AS)


def test_lots_are_drawn_when_the_season_closes_and_kept(series: Series):
    laid_night(series, 0, NIGHT)
    season = opened(series.club, level="draw")
    assert {line.place for line in lines(newest(season))} == {1, 3, 5, 7}

    close_season(season=season, **AS)
    drawn = standing(newest(season))
    reopen_season(season=season, name="winter", reason="a card was missing", **AS)

    assert [place for _, place, _ in drawn] == [1, 2, 3, 4, 5, 6, 7, 8]
    assert standing(newest(season)) == drawn
    assert newest(season).because == "The season was reopened: a card was missing"


def test_season_is_reopened_by_its_name(season: Season):
    close_season(season=season, **AS)

    with pytest.raises(Refused) as refusal:
        reopen_season(season=season, name="Summer", reason="a card was missing", **AS)

    assert refusal.value.field == "name"
    assert newest(season).state == "final"


def test_other_days_count_other_nights(season: Season):
    change_season(season=season, name="Spring", opens_on=date(2026, 2, 1), closes_on=DAYS["closes_on"], **AS)

    assert lines(newest(season)) == []
    assert LogLine.objects.latest("pk").before == "Winter, January 6, 2026 to April 30, 2026"


def test_club_with_standings_can_be_deleted(season: Season):
    """They rest on rules that they protect."""
    delete_club(club=season.club, name=season.club.name, acting=AS["acting"])

    assert not Season.objects.exists()
    assert not Publication.objects.exists()
