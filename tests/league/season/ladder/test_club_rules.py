"""A club whose book says something else plays by it at home: it is dealt, played, hinted, simulated and has its deal of
the day by its own rules, for its members and for who opened a member's link."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from league.models import Club, HouseRules, Member, Role
from league.office.house_rules import deeds
from league.office.members.links import OWN_PAGE, token_of
from scoring.models import PlayedHand, SharedDeal, Simulation
from scoring.play.bots import make_bot
from scoring.play.shared import day_key
from scoring.play.state import refusal
from scoring.rules.book import RuleBook, built_in_book, built_in_books
from tests.lasting import lasting
from tests.league.makers import acting_as, make_club, make_event, make_members, make_user
from tests.scoring.play.simulated import ask, played
from tests.scoring.play.sitting import play_hand, sit_down, sitting, to_the

pytestmark = pytest.mark.django_db


@dataclass
class World:
    """St. Hilary opens at 21 and its last trick is worth more than in its original, Gwinnett; Ruth has an account."""

    club: Club
    ruth: Member
    user: User
    book: RuleBook

    def hers(self) -> Client:
        client = Client()
        client.force_login(self.user)
        return client


def publish(club: Club, *, opening: int = 21, note: str = "", key: str = "gwinnett") -> RuleBook:
    """The club's own version of a built-in book, with another opening bid."""
    rules = club.house_rules.filter(based_on=key).exclude(key=key).first()
    rules = rules or deeds.copy_book(club=club, key=key, acting=acting_as(), client_id=str(uuid4()))
    draft = deeds.draft_of(rules)
    changed = draft.model_copy(update={"auction": draft.auction.model_copy(update={"opening": opening})})
    seen = deeds.draft_digest(rules)
    rules = deeds.save_draft(rules=rules, book=changed, seen=seen, acting=acting_as(), client_id=str(uuid4()))
    seen = deeds.draft_digest(rules)
    version = deeds.publish_rules(rules=rules, seen=seen, note=note, acting=acting_as(), client_id=str(uuid4()))
    return version.book_version.book


def account(club: Club, member: Member) -> User:
    user = make_user(club, "member", name=member.name)
    Role.objects.filter(user=user).update(member=member)
    return user


@pytest.fixture(scope="module")
def lasting_world(django_db_setup: None, django_db_blocker: Any) -> Iterator[World]:
    with lasting(django_db_blocker):
        club = make_club(name="Lakeside")
        ruth, _ = make_members(club, 2)
        yield World(club, ruth, account(club, ruth), publish(club))


@pytest.fixture
def world(lasting_world: World, db: None) -> World:
    return lasting_world


def first_book(client: Client, address: str) -> str:
    """The key of the first book that a page offers."""
    own = HouseRules.objects.values_list("key", flat=True)
    found = re.search(rf'(?:value="|new/)({"|".join([*own, *built_in_books()])})["/]', client.get(address).text)
    assert found is not None
    return found[1]


@pytest.mark.parametrize("address", ["/play/", "/play/together/"])
@pytest.mark.parametrize("who", ["account", "link for life"])
def test_own_rules_stand_first_where_one_sits_down(world: World, address: str, who: str) -> None:
    client = world.hers() if who == "account" else Client()
    if who == "link for life":
        client.get(reverse("league:you", args=[world.club.slug, world.ruth.pk, token_of(world.ruth, OWN_PAGE)]))

    assert first_book(client, address) == world.book.key
    assert world.club.name in client.get(address).text
    assert world.book.key not in Client().get(address).text


@pytest.mark.parametrize(
    ("cookie", "link"),
    [("you-x", "1.a"), ("you-{club}", "Ruth"), ("you-{club}", "{ruth}.wrong"), (f"you-{'9' * 18}", "{ruth}.wrong")],
)
def test_cookie_that_opens_nothing_shows_no_clubs_rules(world: World, cookie: str, link: str) -> None:
    client = Client()
    client.cookies[cookie.format(club=world.club.pk)] = link.format(ruth=world.ruth.pk)

    page = client.get("/play/")
    assert (page.status_code, world.book.key in page.text) == (200, False)


def test_bots_play_and_the_expert_hints_by_the_clubs_rules(world: World) -> None:
    client = world.hers()
    at = sit_down(client, world.book.key, seat="S")
    assert at.table.book.auction.opening == 21
    for kind in ("bid", "play"):
        at = to_the(kind, client, at)
        assert refusal(at.table.state, make_bot("expert", seed=1, playouts=40).choose(at.view).action) is None
    assert "bot)" in client.get(at.url("hint/"), headers={"HX-Request": "true"}).text
    done = play_hand(client, at)
    assert PlayedHand.objects.get(deal=done.table.deal).book_key == world.book.key
    assert world.book.name in client.get("/play/record/").text


def test_friends_play_by_the_clubs_rules(world: World) -> None:
    sent = {"start": uuid4().hex, "name": "Ruth", "book": world.book.key}
    assert world.hers().post("/play/together/", sent).status_code == 302
    assert Client().post("/play/together/", sent).status_code == 422


def test_rule_is_tried_beside_the_clubs_own(world: World) -> None:
    client = world.hers()
    job = played(client, world.book.key, auction__opening="23")

    page = client.get(f"/play/simulations/{job.pk}/").text
    assert job.deals_done == 60
    assert "pening bid: 23 instead of 21" in page
    assert world.book.name in page
    assert first_book(client, "/play/simulations/") == world.book.key
    assert world.book.short_name in client.get("/play/simulations/").text


@pytest.mark.parametrize("name", ["key", "address of the club"])
def test_command_line_knows_the_clubs_rules(world: World, name: str, capsys: pytest.CaptureFixture[str]) -> None:
    book = world.book.key if name == "key" else world.club.slug
    call_command("simulate", "--bots", "random", "--deals", "30", "--cores", "1", "--book", book)
    assert world.book.name in capsys.readouterr().out


# -- the deal of the day -----------------------------------------------------------------


def day_of(client: Client, key: str) -> SharedDeal:
    return SharedDeal.objects.get(token=client.post(f"/play/day/{key}/").headers["Location"].split("/")[3])


def test_day_of_a_club_is_by_its_rules_and_for_its_members(world: World) -> None:
    today = timezone.localdate()

    assert day_of(world.hers(), world.book.key).day == today
    assert day_of(world.hers(), world.book.key).book_version.book.auction.opening == 21
    # who is no member of a club that plays so has yesterday's, and a member of one those of all other books
    assert day_of(Client(), world.book.key).day == today - timedelta(days=1)
    assert day_of(world.hers(), "npa").day == today - timedelta(days=1)


def test_clubs_that_play_alike_share_a_deal_and_no_names(world: World) -> None:
    other = make_club(name="Hill")
    vern = Member.objects.create(club=other, name="Vern Lund", number=1)
    theirs = publish(other)
    his, hers = Client(), world.hers()
    his.force_login(account(other, vern))

    deal = day_of(hers, world.book.key)
    assert day_of(his, theirs.key) == deal
    page = f"/play/d/{deal.token}/"
    sits = hers.post(f"{page}begin/", {"client_id": str(uuid4())})
    play_hand(hers, sitting(hers, sits.headers["Location"].split("/")[2], sits))
    sits = his.post(f"{page}begin/", {"client_id": str(uuid4())})
    done = play_hand(his, sitting(his, sits.headers["Location"].split("/")[2], sits))

    assert done.table.book.name == theirs.name
    shown = his.get(page).text
    assert [word in shown for word in ("2 members have played", theirs.name, world.book.name, world.ruth.name)] == [
        True, True, False, False,
    ]  # fmt: skip


def test_deals_go_by_what_is_played_not_by_its_name() -> None:
    gwinnett = built_in_book("gwinnett")
    renamed = gwinnett.model_copy(update={"key": "ours", "name": "Ours"})
    other = renamed.model_copy(update={"auction": gwinnett.auction.model_copy(update={"opening": 22})})

    assert {day_key(book) for book in built_in_books().values()} == set(built_in_books())
    assert (day_key(renamed), len(day_key(other))) == ("gwinnett", 40)


def test_new_version_is_played_from_now_on(world: World) -> None:
    publish(world.club, opening=22, note="We voted")
    client = world.hers()

    assert sit_down(client, world.book.key).table.book.auction.opening == 22
    assert day_of(client, world.book.key).book_version.book.auction.opening == 22


def test_book_of_the_last_night_comes_first(world: World) -> None:
    yesterday = timezone.localdate() - timedelta(days=1)
    make_event(world.club, book="npa", played_on=yesterday)

    assert first_book(world.hers(), "/play/") == "npa"
    assert "Played at Lakeside" in world.hers().get("/play/").text


def test_retired_book_is_offered_no_more(world: World) -> None:
    rules = world.club.house_rules.get(key=world.book.key)
    deeds.retire_rules(rules=rules, retire=True, acting=acting_as(), client_id="tap")

    assert world.book.key not in world.hers().get("/play/").text
    assert world.hers().get(f"/play/new/{world.book.key}/").status_code == 404


# -- who may keep the computer busy ------------------------------------------------------


@pytest.mark.parametrize(("kind", "lets", "is_let"), [
    ("member", True, True), ("member", False, False), ("director", False, True), ("", True, False), (None, True, False),
])  # fmt: skip
def test_club_says_who_tries_rules(world: World, kind: str | None, lets: bool, is_let: bool) -> None:
    Club.objects.update(members_try_rules=lets)
    client = Client()
    if kind is not None:
        client.force_login(make_user(world.club if kind else None, kind))

    assert [ask(client).status_code, Simulation.objects.count()] == ([302, 1] if is_let else [403, 0])
    for address in ("/play/simulations/", "/play/simulations/new/npa/"):
        assert ("Members start these" in client.get(address).text) != is_let


def test_anybody_tries_rules_where_there_are_only_examples(world: World) -> None:
    Club.objects.update(is_example=True)

    assert ask(Client()).status_code == 302
