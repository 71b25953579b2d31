"""The pages of seasons: what everybody reads, and how rules and standings are kept."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from league.acting.unchanged import copies
from league.models import CashEntry, Category, Entrant, Event, LedgerRow, Member, Season, Series
from league.season.seasons.deeds import (
    adjust_points,
    draft_digest,
    draft_of,
    open_season,
    publish_rules,
    save_draft,
    show_standings,
)
from league.season.seasons.forms import SeasonRulesForm
from league.season.seasons.pages import ahead_words, gap_words
from league.season.seasons.reading import offered_in
from tests.league.makers import By, Days, acting_as, make_club, make_event, make_series, make_user

from .played import NIGHT, laid_night, newest, opened, played_night

pytestmark = pytest.mark.django_db
AS: By = {"acting": acting_as(), "client_id": ""}


@pytest.fixture
def director(season: Season, client: Client) -> Client:
    client.force_login(make_user(season.club, "director"))
    return client


def address(season: Season, name: str = "season", *more: object, **query: object) -> str:
    return reverse(f"league:{name}", args=[season.club.slug, season.pk, *more], query=query)


def text(client: Client, *args: Any, status: int = 200, **query: Any) -> str:
    """The page's words on one line."""
    response = client.get(address(*args, **query))
    assert response.status_code == status
    return " ".join(response.content.decode().split())


def typed(season: Season, **changed: Any) -> dict[str, Any]:
    """The rules form as it opens, with what is changed."""
    form = SeasonRulesForm(draft=draft_of(season), offered=offered_in(season))
    values = {name: form[name].value() for name in form.fields}
    shown = {name: value for name, value in values.items() if value is not None and value is not False}
    return {**shown, "seen": draft_digest(season), "client_id": "save", **changed}


# -- what everybody reads --------------------------------------------------------------------


def test_stranger_reads_places_and_what_put_them_there(season: Season, client: Client):
    page = text(client, season)

    assert '<td data-label="Place" role="cell" class="num row-rank">1</td>' in page
    assert re.search(r'<td data-label="Ahead by"[^>]*>10</td>', page)
    assert "Rules version 1" in page
    assert "Keep the season" not in page


@pytest.mark.parametrize("name", ["season", "publications", "season_rules"])
def test_season_is_there_for_who_keeps_it_alone_until_something_was_published(client: Client, name: str):
    club = make_club()
    days: Days = {"opens_on": date(2026, 1, 1), "closes_on": date(2026, 12, 31)}
    season = open_season(club=club, name="A surprise", **days, **AS)

    assert "A surprise" not in text(client, season, name, status=404)

    client.force_login(make_user(club, "director"))
    assert "A surprise" in text(client, season, name)


def test_partners_are_listed_and_stand_across(client: Client):
    series = make_series(make_club())
    for week in (0, 1):
        played_night(series, week, [(60 + week, 20), (50, 30)])
    season = opened(series.club)
    ruth, marge = (series.club.members.get(number=number) for number in (1, 3))
    Member.objects.filter(pk=ruth.pk).update(initials_only=True)

    page = text(client, season, "season_partners")
    rows = client.get(address(season, "season_partners", file="csv", find="delgado")).content.decode().splitlines()

    assert "2 nights so far, the last Tuesday cards, Tue, Jan 13." in page
    assert reverse("league:player_with", args=[series.club.slug, ruth.pk, marge.pk]) in page
    assert '<abbr title="R. A.">1</abbr>' in page
    assert ("Abernathy" in page, "×2" in page) == (False, True)
    assert rows[1:] == ["Marge Delgado,R. A.,2,121,60.5", "R. A.,Marge Delgado,2,121,60.5"]
    best = text(client, season, "season_partners", sort="-points")
    assert best.index("Marge Delgado") < best.index("Walt Kowalski")
    Event.objects.filter(series=series).update(state="running")  # opened again: it counts as it was, as in standings
    again = client.get(address(season, "season_partners", file="csv", find="delgado")).content.decode().splitlines()
    assert again == rows


def test_partners_ask_the_same_for_any_number_of_rounds(client: Client, django_assert_num_queries: Any):
    series = make_series(make_club())
    for week in (0, 1):
        played_night(series, week, [(60, 20), (50, 30)])
        season = opened(series.club, name=f"Season {week}")
        text(client, season, "season_partners")  # adds the rounds up
        copies.clear()
        # what a copy rests on; club, season, publication, rules; two marks; members, the last night
        with django_assert_num_queries(3 + 8):
            text(client, season, "season_partners")


def test_who_has_paid_and_who_owes_is_listed_and_saved(
    director: Client, season: Season, django_assert_num_queries: Any
):
    series = Series.objects.get(club=season.club)
    laid_night(series, 1, NIGHT, starts_at=datetime(2026, 1, 13, 19, tzinfo=UTC))
    nights = Event.objects.filter(series=series).order_by("played_on")
    Entrant.objects.filter(event__in=nights).update(fee=500, paid=500)
    ruth, walt, marge = (season.club.members.get(number=number) for number in (1, 2, 3))
    Entrant.objects.filter(member=ruth).update(paid=0)
    Entrant.objects.filter(event=nights[0], member=walt).update(paid=250)
    Entrant.objects.filter(event=nights[1], member=marge).update(state="expected", paid=0)
    late = Entrant.objects.get(event=nights[0], member=ruth)
    tonight = make_event(season.club)
    CashEntry.objects.create(event=tonight, number=1, kind="fee", amount=500, entrant=late, who=late.name)

    page = text(director, season, "season_fees")
    with django_assert_num_queries(8):  # club, session, account, role; season, rules; evenings, entrants
        rows = director.get(address(season, "season_fees", file="csv")).content.decode().splitlines()

    assert "$67.50 paid, $7.50 owed by 2 people" in page
    assert f'<a href="{reverse("league:cash", args=[season.club.slug, nights[1].pk])}">Jan 13</a>' in page
    assert rows[:3] == [
        "\ufeffPlayer,Evenings,Paid (USD),Owes (USD),From",
        "Ruth Abernathy,2,5,5,Jan 13",
        "Walt Kowalski,2,7.5,2.5,Jan 6",
    ]
    assert "Marge Delgado,1,5,0," in rows
    found = director.get(address(season, "season_fees", file="csv", find="kow")).content.decode().splitlines()
    assert found[1:] == [rows[2]]
    assert "Nothing here matches “zzz”." in text(director, season, "season_fees", find="zzz")
    assert address(season, "season_fees") in text(director, season)
    assert (
        address(season, "season_fees")
        in director.get(reverse("league:cash", args=[season.club.slug, late.event_id])).text
    )


def test_who_owes_is_told_once_the_evening_is_over_and_somebody_paid_as_at_the_door(director: Client, season: Season):
    night, ruth = Event.objects.get(club=season.club), season.club.members.get(number=1)
    Entrant.objects.filter(event=night).update(fee=500)
    assert "nothing owed" in text(director, season, "season_fees")
    Entrant.objects.filter(event=night).exclude(member=ruth).update(paid=500)
    assert "$5 owed by 1 person" in text(director, season, "season_fees")
    today = timezone.localdate()
    Season.objects.filter(pk=season.pk).update(closes_on=today)
    Event.objects.filter(pk=night.pk).update(state="running", played_on=today)
    assert "Nobody has come to an evening of this season yet." in text(director, season, "season_fees")


def test_names_lead_to_what_places_are_made_of_now_from_the_newest_standings_alone(season: Season, client: Client):
    made_of_now = f'href="{address(season, "season_place", season.club.members.get(name="Ruth Abernathy").pk)}'

    assert made_of_now in text(client, season)
    older = text(client, season, "publication", 1)
    assert "Ruth Abernathy" in older
    assert made_of_now not in older


def test_hidden_standings_are_for_those_who_keep_them(season: Season, client: Client):
    show_standings(season=season, hidden=True, **AS)
    member = season.club.members.first()

    assert "Ruth Abernathy" not in text(client, season)
    assert "hidden the standings" in text(client, season)
    text(client, season, "season_place", member.pk, status=404)
    text(client, season, "publication", 2, status=404)
    for name in ("season_partners", "season_partners_pdf"):
        text(client, season, name, status=404)
    assert "Hidden for now" not in text(client, season, "publications")
    client.force_login(make_user(season.club, "director"))
    assert "Ruth Abernathy" in text(client, season)
    assert "Who played with whom" in text(client, season, "season_partners")


def test_whoever_has_no_place_yet_comes_after_those_who_have_one(season: Season, series: Series, client: Client):
    laid_night(series, 1, (10, 90, 40, 30))
    rules = draft_of(season).model_copy(update={"nights_needed": 2})
    season = save_draft(season=season, rules=rules, seen=draft_digest(season), **AS)
    publish_rules(season=season, seen=draft_digest(season), **AS)

    _, *rows = client.get(address(season, sort="place", file="csv")).content.decode().splitlines()

    assert [row.split(",")[0] for row in rows] == ["1", "2", "3", "4", *[""] * 4]


def test_initials_stay_initials_in_standings_and_places(season: Season, client: Client):
    member = season.club.members.get(name__startswith="Ruth")
    member.initials_only = True
    member.save()

    pages = [text(client, season), text(client, season, "season_place", member.pk), text(client, season, file="csv")]

    assert [page for page in pages if "Abernathy" in page] == []


def test_place_says_what_it_is_made_of_and_who_is_beside_it(season: Season, series: Series, client: Client):
    laid_night(series, 1, (10, 90, 10, 90, 40, 30, 40, 30))
    rules = draft_of(season).model_copy(update={"best": 1, "nights_needed": 1, "night_bonus": 5})
    season = save_draft(season=season, rules=rules, seen=draft_digest(season), **AS)
    publish_rules(season=season, seen=draft_digest(season), **AS)
    ruth = season.club.members.get(name__startswith="Ruth")
    adjust_points(season=season, member=ruth, points=-5, reason="Late twice", **AS)

    page = text(client, season, "season_place", ruth.pk)

    assert "4th place" in page
    assert '<span class="tag tag-soft">Dropped</span>' in page
    assert "By hand: Late twice" in page
    assert "Only a night over 60 would count" in page
    assert "Nights are compared by the points in bold, without the bonus beside them." in page
    assert '<b>60</b> <span class="soft">+5 bonus</span>' in page
    assert page.count('/rounds/1/tables/1/read/"') == len(Event.objects.all())
    assert "Marge Delgado</bdi></a>, 5 points more." in page


def test_place_by_places_says_what_those_get_who_were_a_pair(season: Season, client: Client):
    rules = draft_of(season).model_copy(update={"points_by": "places", "place_points": (10, 8, 6)})
    season = save_draft(season=season, rules=rules, seen=draft_digest(season), **AS)
    publish_rules(season=season, seen=draft_digest(season), **AS)
    ruth = season.club.members.get(name__startswith="Ruth")

    alone = text(client, season, "season_place", ruth.pk)
    Event.objects.update(format=Event.Format.ROUND_ROBIN, version=9)

    assert "both of the second those of 3rd" not in alone
    assert "both of the second those of 3rd" in text(client, season, "season_place", ruth.pk)


def test_place_while_a_night_is_put_right_says_so(season: Season, client: Client):
    member = season.club.members.first().pk
    assert "put right" not in text(client, season, "season_place", member)

    Event.objects.filter(club=season.club).update(state="running", version=99)

    assert "Until it’s closed again, it counts as it was." in text(client, season, "season_place", member)


@pytest.mark.parametrize(
    ("says", "words"),
    [
        ("7 points more", "7 points ahead"),
        ("1 point more", "1 point ahead"),
        ("0.03 points more per round", "0.03 points ahead per round"),
        ("level at 1 round won; 5 points more", "Level at 1 round won; 5 points ahead"),
        ("level at 20; more points in all, 20 to 10", "Level at 20; more points in all, 20 to 10"),
        ("one more round won", "One more round won"),
    ],
)
def test_what_a_line_is_ahead_by_is_no_gain(says: str, words: str):
    assert ahead_words(says) == words


@pytest.mark.parametrize(
    ("says", "words"),
    [
        ("level at 362 and in every tie-break; shares the place", "level"),
        ("shares the place", "level"),
        ("shares the place; level at 362 and in rounds won; highest round 75 to 74", "highest round 75 to 74"),
        ("level at 64; won both rounds head to head", "won both rounds head to head"),
        ("level at 50; shares the place until lots are drawn", "shares the place until lots are drawn"),
        (
            "7 points more; played enough nights; the next hasn’t yet",
            "7 points ahead; played enough nights; the next hasn’t yet",
        ),
    ],
)
def test_a_tie_break_is_said_without_what_both_have_alike(says: str, words: str):
    assert gap_words(says) == words


def test_what_a_line_gained_says_since_when(season: Season, series: Series, client: Client):
    laid_night(series, 1, (10, 90, 10, 90, 40, 30, 40, 30))
    show_standings(season=season, hidden=False, **AS)

    newest = season.publications.latest("number")
    first = text(client, season, "season_place", newest.places.filter(place=1)[0].member_id)
    assert "Since last time: 90 points more; passed" in first
    assert not re.search(r"\b\d+ points more", text(client, season))


def test_changes_between_two_publications_name_night_and_reason(season: Season, series: Series, client: Client):
    laid_night(series, 1, (10, 90, 10, 90, 40, 30, 40, 30))
    show_standings(season=season, hidden=False, **AS)

    page = text(client, season, "season_changes")

    assert "8 have new points, 6 have a new place." in page
    assert "<b>7 → 1</b>" in page
    assert "Tue, Jan 13: 90" in page
    assert "8 have new points" in text(client, season, "season_changes", **{"from": 2, "to": 1})


def test_correction_names_its_cause_below_each_night_that_it_moved(series: Series, client: Client):
    """Joan sat out on the second night, with her average of the season, and the first one is corrected."""
    first, second = laid_night(series, 0, NIGHT), laid_night(series, 1, NIGHT)
    joan = LedgerRow.objects.filter(entrant__member__name__startswith="Joan")
    joan.filter(event=second).update(kind="sat_out", table=None, side="")
    season = opened(series.club, sit_outs="own_average")
    joan.filter(event=first).update(points=44)
    show_standings(season=season, hidden=False, **AS)

    page = text(client, season, "season_changes")

    assert "Tue, Jan 6: 50 → 44<" in page
    assert "Tue, Jan 13: 50 → 44, with the credit for sitting out 50 → 44<" in page


def test_page_costs_the_same_for_ten_rounds_and_a_thousand(series: Series, client: Client, django_assert_num_queries):
    categories = [Category.objects.create(club=series.club, name=name) for name in ("Newcomers", "Women")]
    first = laid_night(series, 0, NIGHT)
    season = opened(series.club, divisions=tuple(one.pk for one in categories))
    member = first.entrants.first().member_id
    pages = {"season": (), "season_place": (member,), "season_changes": (), "publications": ()}

    def counts() -> dict[str, int]:
        found = {}
        for name, more in pages.items():
            with django_assert_num_queries(COSTS[name]):
                found[name] = client.get(address(season, name, *more)).status_code
        return found

    laid_night(series, 1, NIGHT)
    show_standings(season=season, hidden=False, **AS)
    assert set(counts().values()) == {200}
    for week in range(2, 15):
        laid_night(series, week, *[NIGHT] * 10)
    show_standings(season=season, hidden=False, **AS)
    assert LedgerRow.objects.count() > 1_000
    assert set(counts().values()) == {200}


COSTS = {"season": 3 + 8, "season_place": 3 + 11, "season_changes": 3 + 7, "publications": 3 + 3}  # with its state


# -- rules -----------------------------------------------------------------------------------


def test_new_season_leads_to_its_rules(director: Client, season: Season):
    body = {"name": "Summer", "opens_on": "2026-05-01", "closes_on": "2026-08-31", "client_id": "new"}
    response = director.post(reverse("league:new_season", args=[season.club.slug]), body)

    summer = Season.objects.get(name="Summer")
    assert response.headers["Location"] == address(summer, "edit_season_rules")
    assert "Tuesday cards" in text(director, summer, "edit_season_rules")


def test_last_day_before_the_first_is_said_beside_it(director: Client, season: Season):
    body = {"name": "Summer", "opens_on": "2026-09-01", "closes_on": "2026-08-31", "client_id": "new"}
    response = director.post(reverse("league:new_season", args=[season.club.slug]), body)

    assert response.status_code == 422
    assert response.context["form"].errors == {"closes_on": ["The last day comes before the first one."]}


def test_every_fault_of_the_rules_is_named_at_once_beside_its_field(director: Client, season: Season):
    wrong = {"series": [], "points_by": "places", "place_points": "6, 8", "best": "3", "nights_needed": "x"}
    wrong |= {"tie_break_1": "wins", "tie_break_2": "wins", "night_bonus": "many"}

    response = director.post(address(season, "edit_season_rules"), typed(season, **wrong))

    assert response.status_code == 422
    assert set(response.context["form"].errors) == {
        "series", "place_points", "nights_needed", "tie_break_1", "night_bonus",
    }  # fmt: skip
    assert 'value="6, 8"' in response.content.decode()
    assert draft_of(Season.objects.get(pk=season.pk)) == draft_of(season)


def test_form_keeps_what_it_opened_with(director: Client, season: Season, series: Series):
    women = Category.objects.create(club=series.club, name="Women")
    night = Event.objects.get(club=series.club)
    rules = draft_of(season).model_copy(
        update={"points_by": "places", "place_points": (10, 8), "divisions": (women.pk,), "without": (night.pk,),
                "tie_breaks": ("average", "total"), "level": "draw", "one_more_per": 3, "with_guests": True}
    )  # fmt: skip
    season = save_draft(season=season, rules=rules, seen=draft_digest(season), **AS)

    director.post(address(season, "edit_season_rules"), typed(season, with_guests="on"))

    assert draft_of(Season.objects.get(pk=season.pk)) == rules


def test_look_shows_what_applies_and_saves_nothing(director: Client, season: Season):
    body = typed(season, points_by="places", best="7", look="1")

    response = director.post(address(season, "edit_season_rules"), body, headers={"HX-Request": "true"})

    assert (response.status_code, "place_points" in response.context["form"].fields) == (200, True)
    assert response.context["form"]["best"].value() == "7"
    assert draft_of(Season.objects.get(pk=season.pk)) == draft_of(season)


def test_percentages_are_offered_where_there_are_duplicate_nights(director: Client, season: Season, series: Series):
    def offered() -> list[str]:
        form = director.get(address(season, "edit_season_rules")).context["form"]
        return [code for code, _ in form.fields["points_by"].choices]

    assert "percent" not in offered()
    Event.objects.filter(club=series.club).update(compared="matchpoints")
    assert "percent" in offered()

    body = typed(season, points_by="percent", look="1")
    form = director.post(address(season, "edit_season_rules"), body).context["form"]
    assert "sit_outs" not in form.fields


def test_season_by_percentages_shows_them_and_has_no_race(director: Client, season: Season, series: Series):
    """A night says its percentage beside its place."""
    Event.objects.filter(club=series.club).update(compared="matchpoints")
    LedgerRow.objects.filter(event__club=series.club).update(boards=4, share=22_500)
    rules = draft_of(season).model_copy(update={"points_by": "percent", "series": (series.pk,)})
    season = save_draft(season=season, rules=rules, seen=draft_digest(season), **AS)
    publish_rules(season=season, seen=draft_digest(season), acting=acting_as(), client_id="percent")
    page = text(Client(), season, "season")

    assert "56.3" in page
    assert "Percent" in page
    assert "/race/" not in page
    assert Client().get(f"/clubs/{season.club.slug}/seasons/{season.pk}/race/").status_code == 404
    member = LedgerRow.objects.filter(event__club=series.club)[0].entrant.member_id
    assert ", 56.3%" in text(Client(), season, "season_place", member)


def test_rules_that_somebody_else_saved_are_shown_beside_ones_own(director: Client, season: Season):
    body = typed(season, best="7")
    rules = draft_of(season).model_copy(update={"best": 5})
    season = save_draft(season=season, rules=rules, seen=draft_digest(season), **AS)

    response = director.post(address(season, "edit_season_rules"), body)
    page = response.content.decode()
    body |= {"client_id": "again", "seen": draft_digest(season)}
    again = director.post(address(season, "edit_season_rules"), body)

    assert response.status_code == 409
    assert "Nights that count. Saved: The best 5 nights of everybody. Here: The best 7 nights of everybody." in page
    assert 'name="seen" value="' + draft_digest(season) in page
    assert again.status_code == 302


def test_publishing_shows_rules_and_places_that_change(director: Client, season: Season, series: Series):
    laid_night(series, 1, (10, 90, 10, 90, 40, 30, 40, 30))
    show_standings(season=season, hidden=False, **AS)
    rules = draft_of(season).model_copy(update={"best": 1})
    season = save_draft(season=season, rules=rules, seen=draft_digest(season), **AS)

    page = text(director, season, "publish_season_rules")
    body = {"seen": draft_digest(season), "note": "as voted", "client_id": "publish"}
    response = director.post(address(season, "publish_season_rules"), body)

    assert "The best 1 night of everybody." in page
    assert "8 have new points, 4 have a new place." in page
    assert response.headers["Location"] == address(season)
    assert newest(season).because == "Rules version 2: as voted"


def test_first_publication_can_be_hidden_by_its_form(director: Client, season: Season):
    summer = opened(season.club, name="Summer", is_published=False)

    body = {"seen": draft_digest(summer), "note": "", "is_hidden": "on", "client_id": "publish"}
    director.post(address(summer, "publish_season_rules"), body)

    assert newest(summer).state == "hidden"


# -- closing ---------------------------------------------------------------------------------


def test_page_that_closes_says_what_is_missing(director: Client, season: Season, series: Series):
    late = laid_night(series, 1, NIGHT)
    again = laid_night(series, 2, NIGHT)
    Event.objects.filter(pk=late.pk).update(state="running", ledger_mark="")
    late.ledger.all().delete()
    Event.objects.filter(pk=again.pk).update(state="running")
    rules = draft_of(season).model_copy(update={"level": "draw", "nights_needed": 3})
    season = save_draft(season=season, rules=rules, seen=draft_digest(season), **AS)
    publish_rules(season=season, seen=draft_digest(season), **AS)

    page = text(director, season, "close_season")

    assert "Not closed yet, so they don’t count: Tuesday cards, Tue, Jan 13." in page
    assert "Open again to be put right, so they count as they were: Tuesday cards, Tue, Jan 20." in page
    assert "8 players have too few nights for a place." in page
    assert "one more night to qualify" in page


def test_season_is_closed_and_reopened(director: Client, season: Season):
    director.post(address(season, "close_season"), {"client_id": "close"})
    assert "These standings are final" in text(director, season)

    wrong = director.post(address(season, "reopen_season"), {"client_id": "1", "name": "Sumer", "reason": "a slip"})
    director.post(address(season, "reopen_season"), {"client_id": "2", "name": "winter", "reason": "a slip."})

    assert wrong.status_code == 409
    assert newest(season).because == "The season was reopened: a slip."
    assert "reopened: a slip. <a" in text(director, season)


def test_points_by_hand_are_given_and_taken_back(director: Client, season: Season):
    ruth = season.club.members.get(name__startswith="Ruth")
    body = {"member": ruth.pk, "points": "-5", "reason": "Late", "private_reason": "Of her bus", "client_id": "adjust"}
    director.post(address(season, "adjust_season"), body)
    [given] = season.adjustments.all()
    assert "Ruth Abernathy</bdi> −5" in (kept := text(director, season, "season_adjustments"))
    assert "Of her bus" in kept

    director.post(
        address(season, "reword_adjustment", given.pk),
        {"reason": "A penalty", "private_reason": "Late", "client_id": "w"},
    )
    assert "A penalty" in text(director, season, "season_adjustments")
    for page in (address(season, "season_place", ruth.pk), address(season, "publications")):
        read = Client().get(page).content.decode()
        assert ("A penalty" in read, "Late" in read, "bus" in read) == (True, False, False)

    director.post(address(season, "take_back_adjustment", given.pk), {"client_id": "back"})

    assert "Taken back" in text(director, season, "season_adjustments")
    assert newest(season).number == 3
