"""A member's page by the link for life, who the browser knows after it, and the mail that says the same."""

from __future__ import annotations

from collections.abc import Iterator
from html import unescape
from typing import Any

import pytest
from django.core import mail
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from league.evening.coming.deeds import renew_link
from league.models import Club, Event, Letter, Member, Role, Season, Series
from league.office.members.deeds.privacy import make_anonymous, show_initials
from league.office.members.links import OWN_NIGHTS, OWN_PAGE, night_path, token_of
from league.season.merging.deeds import merge_members
from league.season.seasons.deeds import show_standings
from tests.lasting import lasting
from tests.league.makers import acting_as, make_club, make_user
from tests.league.season.notices.post import deliver
from tests.league.season.players.weeks import SENTENCE, three_weeks
from tests.league.season.seasons import played as nights
from tests.responses import words_of

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def lasting_series(django_db_setup: None, django_db_blocker: Any) -> Iterator[int]:
    with pytest.MonkeyPatch.context() as monkeypatch, lasting(django_db_blocker):
        yield three_weeks(make_club(), monkeypatch).pk


@pytest.fixture
def series(lasting_series: int, db: None) -> Series:
    return Series.objects.select_related("club").get(pk=lasting_series)


def member(club: Club, number: int) -> Member:
    return Member.objects.select_related("club").get(club=club, number=number)


def link_of(person: Member) -> str:
    return reverse("league:you", args=[person.club.slug, person.pk, token_of(person, OWN_PAGE)])


def signed_in(person: Member, kind: str = "member") -> Client:
    user = make_user(person.club, kind)
    Role.objects.filter(user=user).update(member=person)
    client = Client()
    client.force_login(user)
    return client


def told(client: Client, where: str) -> str:
    return unescape(words_of(client.get(where)))


def pages_of(person: Member) -> list[str]:
    """Where their place in the season stands besides their own page."""
    season = Season.objects.get(club=person.club)
    return [
        reverse("league:club", args=[person.club.slug]),
        reverse("league:season", args=[person.club.slug, season.pk]),
    ]


def test_link_says_place_what_moves_up_last_night_next_night_and_todays_deal(client: Client, series: Series):
    joan = member(series.club, 5)

    page = told(client, link_of(joan))

    last = "Place 3 of 8 , 55 points, level with Lois Beckett, 15 behind Ed Lindqvist and 15 ahead of Ruth Abernathy."
    assert [words in page for words in (SENTENCE, last, "Next Tuesday", "Are you coming?", "Today’s deal")] == [
        True
    ] * 5
    assert page == told(client, link_of(joan))
    own = told(signed_in(joan), reverse("league:me", args=[series.club.slug]))
    assert [words in own for words in (SENTENCE, last, "Next Tuesday", "Are you coming?", "Today’s deal")] == [True] * 5


def test_browser_that_opened_the_link_knows_its_member_until_it_is_told_otherwise(client: Client, series: Series):
    joan = member(series.club, 5)
    assert [SENTENCE in told(client, where) for where in pages_of(joan)] == [False, False]

    answer = client.get(link_of(joan))

    assert (answer["Cache-Control"], "sessionid" in client.cookies) == ("no-store", False)
    cookie = client.cookies[f"you-{series.club.pk}"]
    assert (bool(cookie["httponly"]), cookie["samesite"]) == (True, "Lax")
    front, standings = (told(client, where) for where in pages_of(joan))
    assert [(SENTENCE in page, "Not you?" in page) for page in (front, standings)] == [(True, True)] * 2
    assert "Are you coming?" in front
    marked = client.get(pages_of(joan)[1]).content.decode()
    assert marked.count('id="you"') == marked.count(">You</span>") == 1
    assert '#you">' in client.get(pages_of(joan)[0]).content.decode()

    client.post(reverse("league:forget_you", args=[series.club.slug]), {"client_id": "forget"})

    assert [SENTENCE in told(client, where) for where in pages_of(joan)] == [False, False]


def test_my_evening_says_it_to_its_player_alone(client: Client, series: Series):
    joan, ruth = member(series.club, 5), member(series.club, 1)
    entrant = joan.entries.select_related("event__club", "member").latest("pk")
    own = reverse("league:my_evening", args=[series.club.slug, entrant.event_id])
    assert SENTENCE in told(signed_in(joan), own)

    assert SENTENCE not in told(client, night_path(entrant))
    client.get(link_of(ruth))
    assert "of 8, " not in told(client, night_path(entrant)).split("How it went")[0].split("Place")[0]
    client.get(link_of(joan))
    assert SENTENCE in told(client, night_path(entrant))


def test_who_is_signed_in_is_who_the_account_says(series: Series):
    ruth, joan = member(series.club, 1), member(series.club, 5)
    browser = signed_in(ruth, "director")

    browser.get(link_of(joan))

    assert f"you-{series.club.pk}" not in browser.cookies
    front = told(browser, pages_of(ruth)[0])
    assert ("3rd of 8" in front, SENTENCE in front) == (True, False)


def test_hidden_standings_are_told_to_nobody(client: Client, series: Series):
    joan = member(series.club, 5)
    season = Season.objects.select_related("club").get()
    show_standings(season=season, hidden=True, acting=acting_as(), client_id="hide")

    asked = [(client, link_of(joan)), (signed_in(joan, "director"), reverse("league:me", args=[series.club.slug]))]

    assert ["of 8, level" in told(browser, where) for browser, where in asked] == [False, False]


def gone_by_merging(joan: Member, other: Member) -> None:
    merge_members(kept=other, gone=joan, acting=acting_as(), client_id="merge")


def gone_by_a_new_link(joan: Member, _: Member) -> None:
    renew_link(member=joan, acting=acting_as(), client_id="new")


def gone_for_good(joan: Member, _: Member) -> None:
    make_anonymous(member=joan, acting=acting_as(), client_id="anonymous")


def taken_off_the_list(joan: Member, _: Member) -> None:
    Member.objects.filter(pk=joan.pk).update(is_active=False)


@pytest.mark.parametrize("gone", [gone_by_merging, gone_by_a_new_link, gone_for_good, taken_off_the_list])
def test_link_dies_and_the_browser_forgets_with_it(client: Client, series: Series, gone: Any):
    joan, other = member(series.club, 5), Member.objects.create(club=series.club, number=99, name="Joan Prewitt")
    link = link_of(joan)
    client.get(link)
    assert SENTENCE in told(client, pages_of(joan)[0])

    gone(joan, other)

    assert client.get(link).status_code == 404
    assert [SENTENCE in told(client, where) for where in pages_of(other)] == [False, False]


def test_cookie_of_nonsense_is_nobody(client: Client, series: Series):
    for text in ("", "1", "1.", "x.y", f"{'9' * 40}.abc", f"1.{token_of(member(series.club, 2), OWN_PAGE)}"):
        client.cookies[f"you-{series.club.pk}"] = text
        assert "of 8" not in told(client, pages_of(member(series.club, 1))[0])


def test_member_gives_out_a_new_link_alone(series: Series):
    joan = member(series.club, 5)
    browser, old = signed_in(joan), link_of(joan)
    me = reverse("league:me", args=[series.club.slug])
    assert old in browser.get(me).content.decode()

    browser.post(reverse("league:my_new_link", args=[series.club.slug]), {"client_id": "new"})

    assert Client().get(old).status_code == 404
    assert link_of(member(series.club, 5)) in browser.get(me).content.decode()


def test_initials_are_all_that_the_link_shows_of_anybody(client: Client, series: Series):
    for number in (5, 7):
        show_initials(member=member(series.club, number), initials_only=True, acting=acting_as(), client_id=f"{number}")

    page = told(client, link_of(member(series.club, 5)))

    assert [name in page for name in ("Pruitt", "Beckett", "Hello, J. P.", "level with L. B.")] == [
        False, False, True, True,
    ]  # fmt: skip


def test_link_costs_the_same_for_any_number_of_nights(client: Client, series: Series, django_assert_num_queries: Any):
    link = link_of(member(series.club, 5))
    for more in range(2):
        client.get(link)  # everybody's places are kept from now on
        with django_assert_num_queries(19 + 2):
            client.get(link)
        if not more:
            night_again(series)


# -- by mail -----------------------------------------------------------------------------


@pytest.fixture
def joan(series: Series, settings: Any) -> Member:
    """Somebody who asked for it, by the link."""
    settings.MAIL_IS_SET_UP = True
    Member.objects.filter(number=5).update(email="joan@example.org")
    joan = member(series.club, 5)
    Client().post(f"{link_of(joan)}mail/", {"client_id": "mail", "wanted": "True"})
    return member(series.club, 5)


def night_again(series: Series, *sums: tuple[int, int]) -> Event:
    return nights.played_night(series, 3, sums or ((70, 80), (60, 20)))


def test_night_is_mailed_once_to_those_who_asked_with_what_moved(joan: Member, series: Series):
    assert joan.wants_own_nights
    event = night_again(series)
    assert mail.outbox == []  # a deed sends nothing

    deliver()
    nights.correct(event, (70, 80), (60, 25))
    deliver()

    (one,) = mail.outbox
    assert (one.to, one.extra_headers["List-Unsubscribe-Post"]) == (["joan@example.org"], "List-Unsubscribe=One-Click")
    says = " ".join(str(one.body).split())
    for words in (
        "Hello, Joan Pruitt",
        "Place 5 of 8: 60 points, level with Lois Beckett, 10 behind Marge Delgado and 40 ahead of Hank Ostrowski.",
        "Winter: 5th of 8, level with Lois Beckett, 15 points behind Marge Delgado; only a night over 55 would count.",
        "Next: Next Tuesday",
        link_of(joan),
    ):
        assert words in says
    assert Letter.objects.get().state == "sent"


def test_open_night_waits_and_tells_what_was_put_right(joan: Member, series: Series):
    event = night_again(series)
    Event.objects.filter(pk=event.pk).update(state="running")
    deliver()
    assert (mail.outbox, Letter.objects.get().why) == ([], "held")

    Event.objects.filter(pk=event.pk).update(state="closed")
    Letter.objects.update(next_try_at=timezone.now())
    deliver()

    assert len(mail.outbox) == 1


def test_hidden_season_is_in_no_mail(joan: Member, series: Series):
    season = Season.objects.select_related("club").get()
    show_standings(season=season, hidden=True, acting=acting_as(), client_id="hide")
    night_again(series)

    deliver()

    assert ["Winter" in one.body for one in mail.outbox] == [False]


@pytest.mark.parametrize(
    "change", [{"wants_own_nights": False}, {"is_active": False}, {"is_anonymous": True}, {"email": ""}]
)
def test_who_wants_none_or_is_gone_gets_none(joan: Member, series: Series, change: dict[str, Any]):
    night_again(series)
    Member.objects.filter(pk=joan.pk).update(**change)

    deliver()

    assert mail.outbox == []
    assert [one.why for one in Letter.objects.all()] == ["gone"]


def test_stop_link_of_the_mail_stops_it_for_good_and_the_notices_go_on(joan: Member, series: Series):
    night_again(series)
    deliver()
    stop = mail.outbox[0].extra_headers["List-Unsubscribe"].strip("<>").partition("/clubs/")[2]
    renew_link(member=joan, acting=acting_as(), client_id="new")  # it works all the same

    assert Client(enforce_csrf_checks=True).post(f"/clubs/{stop}", {"List-Unsubscribe": "One-Click"}).status_code == 200

    after = member(series.club, 5)
    assert (after.wants_own_nights, after.no_notices) == (False, False)
    again = reverse("league:notices_by_email", args=[series.club.slug, joan.pk, token_of(joan, OWN_NIGHTS)])
    assert "The emails are stopped" in told(Client(), again)
    Client().post(again, {"client_id": "again", "wanted": "True"})
    assert member(series.club, 5).wants_own_nights


def test_nights_of_long_ago_are_mailed_to_nobody(joan: Member, series: Series):
    nights.played_night(series, -1, ((70, 80), (60, 20)))

    assert not Letter.objects.exists()


def test_without_an_address_it_says_whom_to_give_it(series: Series, settings: Any):
    settings.MAIL_IS_SET_UP = True
    ruth = member(series.club, 1)

    answer = Client().post(f"{link_of(ruth)}mail/", {"client_id": "mail", "wanted": "True"})

    assert (answer.status_code, "Give it to the director first" in unescape(answer.content.decode())) == (409, True)
