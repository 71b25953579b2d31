"""What a website of a club's own may read: the figures of the pages, as a stranger sees them, and nothing else."""

import html
import json
import re
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from league.models import Category, Club, Member, Publication, Season
from league.office.members.deeds.members import change_member
from league.season.seasons.deeds import show_standings
from scoring.rules.notation import lowered
from tests.lasting import lasting
from tests.league.evening.money.evening import close, played_evening
from tests.league.evening.paper import duplicate
from tests.league.makers import acting_as, make_club, make_event, make_members, make_series, make_user
from tests.league.season.seasons.played import newest, opened, played_night
from tests.responses import Response
from tests.sampling import sample

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def lasting_season(django_db_setup: None, django_db_blocker: Any) -> Iterator[int]:
    """One night was played: Ruth and Marge 60, Walt and Ed 20, Joan and Lois 50, Hank and Vern 30."""
    with lasting(django_db_blocker):
        club = make_club()
        played_night(make_series(club), 0, [(60, 20), (50, 30)])
        yield opened(club).pk


@pytest.fixture
def season(lasting_season: int, db: None, settings: Any) -> Season:
    settings.PUBLIC_URL = "https://cards.example.org"
    return Season.objects.select_related("club").get(pk=lasting_season)


def asked(client: Client, club: Club, name: str, *args: object, **query: Any) -> Response:
    return client.get(reverse(f"league:{name}", args=[club.slug, *args]), query)


def read(client: Client, club: Club, name: str, *args: object, **query: Any) -> Any:
    answer = asked(client, club, name, *args, **query)
    assert (answer.status_code, answer.headers["Content-Type"].split(";")[0]) == (200, "application/json")
    return answer.json()


def shown(page: Response, label: str) -> list[str]:
    """A column of a listing, as the page shows it."""
    cells = re.findall(rf'<td[^>]*data-label="{label}"[^>]*>(.*?)</td>', page.text, re.S)
    return [html.unescape(" ".join(re.sub(r"<[^>]+>", " ", cell).split())) for cell in cells]


def test_standings_have_the_figures_of_the_page(client, season):
    page = asked(client, season.club, "season", season.pk)
    first = newest(season).places.get(order=1).member_id

    found = read(client, season.club, "api_standings")

    assert [str(one["place"]) for one in found["items"]] == shown(page, "Place")
    assert [one["figure"] for one in found["items"]] == shown(page, "Points")
    assert [one["points"] for one in found["items"]] == [float(figure) for figure in shown(page, "Points")]
    assert [one["name"] for one in found["items"]][:2] == ["Ruth Abernathy", "Marge Delgado"]
    assert lowered(found["items"][0]["why"]) in asked(client, season.club, "season_place", season.pk, first).text
    assert found["publication"]["number"] == newest(season).number
    assert found == read(client, season.club, "api_season_standings", season.pk)


@pytest.mark.parametrize(
    ("rules", "figure", "points", "total"),
    [
        ({"points_by": "total"}, "130", 130.0, 130),
        ({"points_by": "average"}, "43.3", 43.3, 130),
        ({"points_by": "wins"}, "2", 2.0, 130),
        ({"points_by": "places", "place_points": (9, 8, 7)}, "7", 7.0, 7),
    ],
)
def test_standings_say_what_places_go_by_and_the_points_in_all(client, rules, figure, points, total):
    club = make_club()
    played_night(make_series(club), 0, [(60, 20), (50, 30)], [(60, 20), (50, 30)], [(10, 20), (50, 30)])
    opened(club, **rules)

    found = read(client, club, "api_standings")

    ruth = next(one for one in found["items"] if one["name"] == "Ruth Abernathy")
    assert (ruth["figure"], ruth["points"], ruth["total"]) == (figure, points, total)
    assert found["goes_by"] == rules["points_by"]


def test_standings_come_in_pages_no_longer_than_a_hundred(client, season):
    club = season.club

    first = read(client, club, "api_standings", page_size=3)
    assert (first["count"], first["pages"], len(first["items"])) == (8, 3, 3)
    assert first["next"] == f"https://cards.example.org/clubs/{club.slug}/api/standings/?page_size=3&page=2"
    last = client.get(first["next"].replace("page=2", "page=3").removeprefix("https://cards.example.org")).json()
    assert (len(last["items"]), last["next"]) == (2, None)

    for query, status in (({"page": 4, "page_size": 3}, 404), ({"page_size": 101}, 422), ({"page": "x"}, 422)):
        answer = asked(client, club, "api_standings", **query)
        assert (answer.status_code, list(answer.json())) == (status, ["detail"])
    assert asked(client, club, "api_standings", page=0).json()["detail"].startswith("page: ")


def test_nobody_is_told_more_than_a_stranger(season):
    """Not even whoever is signed in: another site's script must not read by their cookie."""
    club, member = season.club, Member.objects.get(club=season.club, name="Ruth Abernathy")
    change_member(member=member, fields={"initials_only": True}, acting=acting_as(), client_id="initials")
    director = Client()
    director.force_login(make_user(club, "director"))

    for client in (Client(), director):
        names = [one["name"] for one in read(client, club, "api_standings")["items"]]
        assert "R. A." in names
        assert "Abernathy" not in json.dumps(names)
        frame = asked(client, club, "embed_standings").text
        assert "R. A." in frame
        assert "Abernathy" not in frame
        answer = asked(client, club, "api_standings")
        assert (dict(answer.cookies), answer.headers.get("Vary", "")) == ({}, "")

    show_standings(season=season, hidden=True, acting=acting_as(), client_id="hide")
    assert Publication.objects.filter(state="hidden").exists()
    for name, args in (("api_standings", ()), ("api_season_standings", (season.pk,))):
        assert asked(director, club, name, *args).json() == {"detail": "No standings are shown now."}
    assert read(director, club, "api_seasons")["items"] == []
    assert "No standings are shown now." in asked(director, club, "embed_standings").text


def test_answer_that_holds_still_is_not_sent_again(client, season, django_assert_num_queries):
    answer = asked(client, season.club, "api_standings")
    again = {"headers": {"If-None-Match": answer.headers["ETag"]}}
    here = reverse("league:api_standings", args=[season.club.slug])

    with django_assert_num_queries(4):
        unchanged = client.get(here, **again)
    assert (unchanged.status_code, unchanged.content) == (304, b"")
    assert unchanged.headers["Access-Control-Allow-Origin"] == "*"
    assert client.get(here, {"page_size": 2}, **again).status_code == 200

    played_night(season.club.series.get(), 1, [(10, 90), (20, 30)])
    changed = client.get(here, **again)
    assert changed.status_code == 200
    assert changed.json()["publication"]["number"] > answer.json()["publication"]["number"]
    member = Member.objects.get(club=season.club, name="Ruth Abernathy")
    change_member(member=member, fields={"name": "Ruth Moss"}, acting=acting_as(), client_id="renamed")
    renamed = client.get(here, headers={"If-None-Match": changed.headers["ETag"]})
    assert "Ruth Moss" in [one["name"] for one in renamed.json()["items"]]


def test_division_has_standings_of_its_own(client):
    club = make_club()
    women = Category.objects.create(club=club, name="Women")
    played_night(make_series(club), 0, [(60, 20), (50, 30)])
    women.members.add(*club.members.filter(name__in=["Ruth Abernathy", "Lois Beckett"]))
    season = opened(club, divisions=(women.pk,))

    found = read(client, club, "api_season_standings", season.pk, of="Women")

    assert (found["divisions"], found["of"]) == (["Women"], "Women")
    assert [one["name"] for one in found["items"]] == ["Ruth Abernathy", "Lois Beckett"]
    assert asked(client, club, "api_standings", of="Men").status_code == 404
    frame = asked(client, club, "embed_standings", of="Women").text
    assert "Lois Beckett" in frame
    assert "Walt" not in frame


def test_results_have_the_figures_of_the_page(client):
    event = close(played_evening())
    page = asked(client, event.club, "event", event.pk).text

    found = read(client, event.club, "api_results", event.pk)

    (table,) = found["results"]
    assert found["event"]["players"] == 8
    assert [(one["name"], str(one["number"])) for one in table["lines"]] == re.findall(
        r'<summary class="result-name"><bdi>([^<]*)</bdi> <span class="[^"]*">(\d+)', page
    )
    assert [one["total"] for one in table["lines"]] == [50, 50, 38, 38, -10, -10, -16, -16]
    assert table["lines"][0]["rounds"] == [{"title": "Round 1", "points": 50, "is_credit": False}]
    assert read(client, event.club, "api_events")["items"] == [found["event"]]


def test_evening_that_is_not_closed_has_no_results(client):
    event = played_evening()

    assert asked(client, event.club, "api_results", event.pk).status_code == 404
    assert read(client, event.club, "api_events")["items"] == []


def test_calendar_has_what_is_on_and_to_come(client):
    club, today = make_club(), timezone.localdate()
    now = timezone.now()
    for name, days, state in (
        ("Over", -7, "closed"),
        ("Next", 7, "planned"),
        ("On", 0, "running"),
        ("Lost", -3, "planned"),
    ):
        make_event(club, name=name, played_on=today + timedelta(days), starts_at=now + timedelta(days), state=state)

    found = read(client, club, "api_calendar")["items"]

    assert [(one["name"], one["is_under_way"]) for one in found] == [("On", True), ("Next", False)]


def test_what_is_not_there_is_told_as_json(client):
    club = make_club()

    for path in ("nonsense/", "seasons/x/standings/", "events/999999999999999999/results/", "seasons/1"):
        for where in (f"/clubs/{club.slug}/api/{path}", f"/clubs/no-such-club/api/{path}"):
            answer = client.get(where)
            assert answer.status_code == 404, where
            assert list(answer.json()) == ["detail"]
            assert "ETag" not in answer.headers


def test_only_reading_is_answered(client):
    here = reverse("league:api_calendar", args=[make_club().slug])

    for method in (client.post, client.put, client.delete, client.options, client.patch):
        answer = method(here)
        assert (answer.status_code, answer.headers["Allow"]) == (405, "GET, HEAD")
        assert answer.json() == {"detail": "This is only read, by GET."}
    assert client.head(here).status_code == 200


@pytest.mark.parametrize("many", [1, sample(5, 60)])
def test_lists_cost_the_same_queries_however_long(client, many, django_assert_num_queries):
    club = make_club()
    series = make_series(club)
    for _ in range(many):
        make_event(club, series=series, state="closed")
    make_members(club, 8)
    played_night(series, 0, [(60, 20), (50, 30)])
    opened(club)

    for name, queries in (("api_events", 6), ("api_calendar", 5), ("api_seasons", 6), ("api_standings", 10)):
        with django_assert_num_queries(queries):
            read(client, club, name)


def test_only_the_standings_to_embed_may_stand_in_a_frame(client, season):
    frame = asked(client, season.club, "embed_standings", lines=3, theme="dark")
    policy = frame.headers["Content-Security-Policy"]

    assert "frame-ancestors *;" in f"{policy};"
    assert "script-src 'none'" in policy
    assert "X-Frame-Options" not in frame.headers
    assert (dict(frame.cookies), "<script" in frame.text, 'data-theme="dark"' in frame.text) == ({}, False, True)
    assert frame.text.count("<bdi>") == 3
    for name, args in (("api_docs", ()), ("season", (season.pk,)), ("api_standings", ())):
        other = asked(client, season.club, name, *args)
        assert "frame-ancestors 'none'" in other.headers["Content-Security-Policy"]
        assert other.headers["X-Frame-Options"] == "DENY"


def test_frame_says_in_words_that_the_club_rests_or_is_not_shown(client, season):
    club = season.club
    for fields, said, status in (
        ({"suspended_at": timezone.now(), "suspended_ask": "Pat"}, f"<p>{club} rests for now. Ask Pat.</p>", 403),
        ({"is_public": False}, "<p>There is no such club here.</p>", 404),
    ):
        Club.objects.filter(pk=club.pk).update(**fields)
        frame = client.get(reverse("league:embed_standings", args=[club.slug]))
        assert (frame.status_code, said in frame.text, "X-Frame-Options" in frame.headers) == (status, True, False)
        assert "frame-ancestors *;" in f"{frame.headers['Content-Security-Policy']};"


def test_description_names_every_address_and_the_page_tells_of_it(client, season):
    described = read(client, season.club, "api_description")
    page = asked(client, season.club, "api_docs").text

    assert len(described["paths"]) == 8
    for address, one in described["paths"].items():
        assert set(one) == {"get"}
        assert html.escape(one["get"]["summary"], quote=False).replace("'", "&#x27;") in page
        assert f"https://cards.example.org{address}" in page
        if "{" not in address:
            assert client.get(address).status_code == 200
    assert "&lt;iframe src=&quot;https://cards.example.org/clubs/" in page


def test_boards_of_a_duplicate_are_there_once_it_is_closed(client):
    event = duplicate.duplicate_evening()
    assert asked(client, event.club, "api_boards", event.pk).status_code == 404

    event = duplicate.close(event)

    found = read(client, event.club, "api_boards", event.pk, page_size=3)
    assert (found["count"], found["pages"], len(found["items"])) == (4, 2, 3)
    assert (found["scoring"], found["unit"], found["seed"]) == ("matchpoints", "percent", duplicate.SEED)
    first = found["items"][0]
    kept = event.dealt_boards.boards.get(number=1).hands
    assert {seat: " ".join(cards) for seat, cards in first["hands"].items()} == kept
    assert [(one["table"], one["shares"]) for one in first["tables"]] == [
        (1, {"NS": 0.0, "EW": 100.0}),
        (2, {"NS": 100.0, "EW": 0.0}),
    ]
    assert first["tables"][0]["players"]["NS"] == "Ruth Abernathy & Marge Delgado"
    best = found["places"][0]
    assert (best["place"], best["boards"], best["total"], best["direction"]) == (1, 4, 100.0, "")


def test_results_of_a_duplicate_are_percentages(client, season):
    event = duplicate.close(duplicate.duplicate_evening())

    found = read(client, event.club, "api_results", event.pk)

    (line, *_) = found["results"][0]["lines"]
    assert (line["place"], line["total"], [one["points"] for one in line["rounds"]]) == (1, 100.0, [100.0, 100.0])
    assert (
        found["event"]["boards"] == f"https://cards.example.org/clubs/{event.club.slug}/api/events/{event.pk}/boards/"
    )
    ordinary = read(client, season.club, "api_events")["items"][0]
    assert ordinary["boards"] is None
    assert asked(client, season.club, "api_boards", ordinary["id"]).json() == {"detail": "This event has no boards."}
