"""Follow, and *You and Ruth*: what a member sees of another beside themselves, and that nobody else does."""

from __future__ import annotations

from collections.abc import Iterator
from html import unescape
from types import SimpleNamespace
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from league.models import Club, Event, Follow, LedgerRow, LogLine, Member
from league.models.prizes import ordinal
from league.office.members.deeds import following
from league.office.members.deeds.privacy import make_anonymous
from league.office.members.reading import followed_by
from league.season.merging.deeds import merge_members, split_member
from league.season.players.following import in_season, last_night
from league.season.players.record import Played
from league.season.players.rounds import lifetime_of
from league.season.players.views.following import following_of
from league.season.seasons.deeds import show_standings
from tests.lasting import lasting
from tests.league.makers import acting_as, make_user
from tests.league.season.players.views.test_own import signed_in
from tests.league.season.seasons.bots import by
from tests.league.season.seasons.laid import Laid, lay_season

pytestmark = pytest.mark.django_db
MARKED, FOLLOWING = "You follow", "You and those you follow"


@pytest.fixture(scope="module")
def laid(django_db_setup: None, django_db_blocker: Any) -> Iterator[Laid]:
    """Two nights of three rounds, of eight who always sit the same: 1 and 3 against 2 and 4."""
    with lasting(django_db_blocker):
        yield lay_season(8, 2, 3)


@pytest.fixture
def club(laid: Laid) -> Club:
    return laid.club


@pytest.fixture
def ann(club: Club) -> Member:
    return member(club, 1)


def member(club: Club, number: int) -> Member:
    return Member.objects.select_related("club").get(club=club, number=number)


def shown(client: Client, club: Club, name: str, *args: object) -> str:
    page = client.get(reverse(f"league:{name}", args=[club.slug, *args]))
    assert page.status_code == 200
    return " ".join(unescape(page.text).split())


def tap(client: Client, club: Club, other: Member, follow: str = "yes") -> int:
    body = {"follow": follow, "client_id": f"{other.pk} {follow}"}
    return client.post(reverse("league:follow", args=[club.slug, other.pk]), body).status_code


def followed(of: Member) -> list[int]:
    return [one.number for one in (of, *followed_by(of.pk))]


def test_who_is_followed_stands_on_ones_own_pages_and_is_marked_in_the_standings(laid: Laid, ann: Member):
    club, client, other = laid.club, signed_in(ann), member(laid.club, 2)
    assert FOLLOWING not in shown(client, club, "me")
    assert MARKED not in shown(client, club, "season", laid.season.pk)

    assert tap(client, club, other) == 302

    own = shown(client, club, "me")
    lines = own[own.index(FOLLOWING) :]
    assert lines.index(ann.name) < lines.index(other.name)
    place = laid.season.publications.get().places.get(member=other)
    last = LedgerRow.objects.filter(entrant__member=other, event=club.events.latest("played_on"))
    points = sum(last.values_list("points", flat=True))
    assert f"Winter: {ordinal(place.place or 0)}, {laid.points[other.pk]:,} points." in own
    assert f"Last night: {last[0].place}nd, {points:,} points." in own
    assert shown(client, club, "season", laid.season.pk).count(MARKED) == 1
    assert "Stop following" in shown(client, club, "player", other.pk)

    assert tap(client, club, other, "no") == 302

    assert FOLLOWING not in shown(client, club, "me")
    assert MARKED not in shown(client, club, "season", laid.season.pk)


def test_nobody_else_learns_of_it(laid: Laid, ann: Member):
    other = member(laid.club, 2)
    tap(signed_in(ann), laid.club, other)

    director = Client()
    director.force_login(make_user(laid.club, "director"))
    for client in (Client(), director, signed_in(other)):
        assert MARKED not in shown(client, laid.club, "season", laid.season.pk)
        assert "Stop following" not in shown(client, laid.club, "player", other.pk)
    line = LogLine.objects.latest("pk")
    assert (line.action, line.subject, line.before, line.after) == ("changed whom they follow", "", "", "")


def test_stranger_has_no_key_and_somebody_without_an_account_is_led_to_claim_one(laid: Laid, ann: Member):
    other = member(laid.club, 2)
    page = shown(Client(), laid.club, "player", other.pk)
    assert "Follow" not in page
    assert "You and" not in page

    unclaimed = Client()
    unclaimed.force_login(make_user(laid.club, "member"))
    assert tap(unclaimed, laid.club, other) == 302
    assert not Follow.objects.exists()
    assert tap(signed_in(ann), laid.club, ann) == 404  # nobody follows themselves


def test_hidden_standings_stay_hidden_from_those_who_follow(laid: Laid, ann: Member):
    follow(ann, member(laid.club, 2))
    show_standings(season=laid.season, hidden=True, **by())

    assert in_season(laid.club, [ann.pk]) == (None, {})
    assert "Winter" not in shown(signed_in(ann), laid.club, "me")


def test_night_of_pairs_is_that_of_both_partners(laid: Laid, ann: Member):
    partner, last = member(laid.club, 3), laid.club.events.latest("played_on")
    laid.club.events.filter(pk=last.pk).update(format=Event.Format.HALF_MOVE)
    rows = LedgerRow.objects.filter(event=last, entrant__member=ann)
    rows.update(is_pair=True, partner=last.entrants.get(member=partner), place=2)
    follow(ann, partner)

    night = 2, sum(rows.values_list("points", flat=True))
    assert last_night(laid.club, [ann.pk, partner.pk]) == {ann.pk: night, partner.pk: night}


def test_following_a_member_entered_twice(club: Club, ann: Member):
    """They are followed as the one that stays, once, and are two again after a split; nobody follows themselves."""
    kept, gone = member(club, 2), Member.objects.create(club=club, number=70, name="Ruthie")
    for other in (kept, gone):
        follow(ann, other)
    follow(gone, kept)

    merge = merge_members(kept=kept, gone=gone, acting=acting_as("admin"), client_id="merge")

    assert (followed(ann), followed(kept)) == ([1, 2], [2])
    split_member(merge=merge, acting=acting_as("admin"), client_id="split")
    assert (followed(ann), followed(gone)) == ([1, 2, 70], [70, 2])


def test_member_who_was_made_anonymous_follows_nobody_and_is_not_followed(club: Club, ann: Member):
    other, third = member(club, 2), member(club, 3)
    follow(ann, other)
    follow(other, third)

    make_anonymous(member=other, acting=acting_as("admin"), client_id="anonymous")

    assert not Follow.objects.exists()
    assert tap(signed_in(ann), club, other) == 404


def test_only_so_many_are_followed(club: Club, ann: Member, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(following, "MOST_FOLLOWED", 2)
    client = signed_in(ann)

    assert [tap(client, club, member(club, number)) for number in (2, 3, 4)] == [302, 302, 409]
    assert followed(ann) == [1, 2, 3]


def follow(one: Member, other: Member) -> None:
    following.follow(member=one, other=other, is_followed=True, acting=acting_as(), client_id=f"{one.pk}-{other.pk}")


def test_many_who_are_followed_cost_as_many_queries_as_one(club: Club, ann: Member, django_assert_num_queries: Any):
    request: Any = SimpleNamespace(club=club, acting=acting_as("member"))
    follow(ann, member(club, 2))
    with django_assert_num_queries(6):
        following_of(request, ann)
    for number in range(3, 9):
        follow(ann, member(club, number))
    with django_assert_num_queries(6):
        assert len(following_of(request, ann)) == 8


# -- you and ruth --------------------------------------------------------------------------


def told(rounds: list[Played]) -> str:
    won, points = sum(one.won for one in rounds), sum(one.points for one in rounds)
    return f"{len(rounds)} rounds, {won} won, {points / len(rounds):.1f} on average"


@pytest.mark.parametrize(("number", "says"), [(3, "As partners"), (2, "Against each other")])
def test_page_of_another_says_what_the_two_came_to(club: Club, ann: Member, number: int, says: str):
    """Six rounds, all on one side or all on opposite ones, with the figures of who looks."""
    other, client = member(club, number), signed_in(ann)

    page = shown(client, club, "player", other.pk)

    mine = [one for one in lifetime_of(ann).rounds if other.pk in (*one.partners, *one.opponents)]
    way = reverse(f"league:player_{'with' if number == 3 else 'against'}", args=[club.slug, ann.pk, other.pk])
    assert f"You and <bdi>{other.name}</bdi>" in page
    part = page[page.index('id="between"') : page.index("Beside the club")]
    assert (len(mine), part.count("line-title")) == (6, 1)
    assert f'href="{way}"><span class="line-title">{says}</span> <span class="line-note">{told(mine)}</span>' in part


def test_two_who_never_met(club: Club, ann: Member):
    client = signed_in(ann)

    assert "You haven’t met at a table yet." in shown(client, club, "player", member(club, 5).pk)
    assert "You and" not in shown(client, club, "player", ann.pk)
