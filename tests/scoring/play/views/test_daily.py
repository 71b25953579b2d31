"""The deal of the day: whom it ranks, who sees which cards when, and what is kept of it.

Ruth has played today's, Walt has not; both are members of one club. What the league says of accounts is said here by a
stand-in; `tests/league/season/ladder` has its own word.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import timedelta
from fractions import Fraction
from typing import Any, ClassVar
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.db.models import F
from django.http import HttpRequest
from django.test import Client
from django.utils import timezone

from scoring.models import PlayedDeal, PlayedGame, PlayedHand, SharedDeal
from scoring.play import games, judging, membership, own_hands, par, thinking
from scoring.play.actions import Bid
from scoring.play.membership import ClubBooks
from scoring.play.pages.daily import THE_EXPERT
from scoring.play.pages.record import cost_of
from scoring.play.record import FEWEST_RATED
from scoring.play.review import Judged, Moment
from scoring.play.table import Decision, Option
from scoring.rules.book import RuleBook, built_in_book
from tests.lasting import lasting
from tests.responses import words_of
from tests.sampling import every
from tests.scoring.play.company import Company
from tests.scoring.play.sitting import Sitting, describe, play_hand, sitting

pytestmark = pytest.mark.django_db

FOR_MEMBERS = "Members play today’s deal"


@dataclass
class OneClub:
    """What a club says: these accounts are members', who play Gwinnett and read each other's names."""

    called: dict[int, str]
    main: ClassVar[RuleBook] = built_in_book("gwinnett")

    def books(self, request: HttpRequest) -> list[ClubBooks]:
        if membership.player_of(request) not in self.called:
            return []
        return [ClubBooks("St. Hilary", (self.main,), is_member=True)]

    def book(self, name: str) -> None:
        return None

    def lets_try_rules(self, player: int | None) -> bool:
        return True

    def names(self, players: Iterable[int], reader: int | None) -> dict[int, str]:
        return {player: self.called[player] for player in players if player in self.called and reader in self.called}

    def ladders(self, player: int) -> list[tuple[str, str]]:
        return [("St. Hilary", "/clubs/st-hilary/")] if player in self.called else []


@dataclass
class Today:
    ruth: User
    walt: User
    hers: Client
    address: str
    game: PlayedGame


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def asks(client: Client) -> str:
    return client.post("/play/day/gwinnett/").headers["Location"]


def begins(client: Client, address: str) -> Any:
    return client.post(f"{address}begin/", {"client_id": str(uuid4()), "name": "Champion"})


def sits(client: Client, address: str) -> Sitting:
    answer = begins(client, address)
    assert answer.status_code == 302, answer.content.decode()
    return sitting(client, answer.headers["Location"].split("/")[2], answer)


@pytest.fixture
def club_of_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(membership.play_asks, "followers", {"club": OneClub({})})


@pytest.fixture(scope="module")
def lasting_today(django_db_setup: None, django_db_blocker: Any) -> Iterator[Today]:
    with lasting(django_db_blocker), pytest.MonkeyPatch.context() as patched:
        ruth, walt = (User.objects.create_user(name) for name in ("ruth", "walt"))
        club = OneClub({ruth.pk: "Ruth A.", walt.pk: "Walt K."})
        patched.setattr(membership.play_asks, "followers", {"club": club})
        hers = signed_in(ruth)
        address = asks(hers)
        played = play_hand(hers, sits(hers, address))
        yield Today(ruth, walt, hers, address, played.game)


@pytest.fixture
def today(lasting_today: Today, db: None) -> Today:
    return lasting_today


def day_is_over() -> None:
    """As it will stand tomorrow."""
    PlayedHand.objects.filter(daily__isnull=False).update(daily=timezone.localdate() - timedelta(days=1))
    SharedDeal.objects.filter(day=timezone.localdate()).update(day=timezone.localdate() - timedelta(days=1))


def test_member_who_has_played_stands_in_the_table(today: Today) -> None:
    page = today.hers.get(today.address).content.decode()

    assert "place 1 of 1" in page
    assert "Ruth A. (you)" in page
    assert PlayedHand.objects.get().is_ranked


def test_guest_is_dealt_the_deal_of_yesterday(today: Today) -> None:
    guest = Client()

    assert SharedDeal.objects.get(token=asks(guest).split("/")[3]).day == timezone.localdate() - timedelta(days=1)


@pytest.mark.parametrize("who", ["guest", "account of nobody", "browser in which she signed out"])
def test_nobody_else_sits_down_at_todays_deal(today: Today, who: str) -> None:
    client = {
        "guest": Client,
        "account of nobody": lambda: signed_in(User.objects.create_user("second")),
        "browser in which she signed out": lambda: signed_out(today.hers),
    }[who]()

    refused = begins(client, today.address)

    assert refused.status_code == 403
    assert FOR_MEMBERS in refused.content.decode()
    assert "Ruth" not in refused.content.decode()
    assert PlayedGame.objects.count() == 1


def signed_out(client: Client) -> Client:
    """The same device with nobody signed in."""
    browser = Client()
    browser.cookies["device"] = client.cookies["device"].value
    return browser


def test_second_try_ranks_neither_here_nor_in_another_browser(today: Today) -> None:
    again, elsewhere = sits(today.hers, today.address), sits(signed_in(today.ruth), today.address)

    assert [(at.game.ranks, at.game.counts) for at in (again, elsewhere)] == [(False, False), (False, False)]


def test_one_attempt_goes_on_in_whichever_browser_its_member_signs_in(today: Today) -> None:
    at_home, on_the_phone = signed_in(today.walt), signed_in(today.walt)

    begun, gone_on = sits(at_home, today.address), sits(on_the_phone, today.address)

    assert begun.game.pk == gone_on.game.pk
    assert begun.game.ranks
    assert not begun.table.may_ask


def test_two_members_share_a_tablet(today: Today) -> None:
    tablet = signed_out(today.hers)
    tablet.force_login(today.walt)

    assert "Ruth" not in tablet.get(today.address).content.decode()
    assert sits(tablet, today.address).game.ranks


def test_hands_of_today_open_at_midnight(today: Today) -> None:
    review = f"/play/{today.game.pk}/hands/1/review/"
    walt = signed_out(today.hers)
    walt.force_login(today.walt)

    assert review not in today.hers.get(f"/play/{today.game.pk}/").content.decode()
    for browser in (today.hers, signed_out(today.hers), walt):
        assert browser.get(review).headers["Location"] == today.address
        assert browser.get(f"{review}1/", headers={"HX-Request": "true"}).status_code == 404
    day_is_over()
    assert today.hers.get(review).status_code == 200
    assert signed_out(today.hers).get(review).status_code == 200


@pytest.mark.parametrize(
    ("above", "said"),
    [(4, "you’re 4 above it"), (-4, "you’re 4 below it"), (0, "you’re level with it")],
)
def test_one_player_alone_has_a_par_to_beat(today: Today, above: int, said: str) -> None:
    assert "That’s par" not in today.hers.get(today.address).content.decode()
    PlayedHand.objects.update(par=F("margin") - above)

    assert said in today.hers.get(today.address).content.decode()


def test_expert_stands_among_the_members_and_takes_no_place(today: Today) -> None:
    shared = PlayedHand.objects.get().shared
    other = hand(today.walt, shared=shared, daily=timezone.localdate(), is_ranked=True, margin=-90)
    assert "2 members have played it so far. The Expert hasn’t yet." in today.hers.get(today.address).content.decode()
    SharedDeal.objects.filter(pk=shared.pk).update(pars={shared.seat: None})
    assert "The Expert couldn’t, so there’s no par." in today.hers.get(today.address).content.decode()
    SharedDeal.objects.filter(pk=shared.pk).update(pars={shared.seat: -90})

    rows = today.hers.get(f"{today.address}?file=csv").content.decode("utf-8-sig").splitlines()
    assert [row.split(",")[:2] for row in rows[1:]] == [["1", "Ruth A. (you)"], ["2", "Walt K."], ["", THE_EXPERT]]
    PlayedHand.objects.filter(pk=other.pk).update(margin=-91)
    shown = today.hers.get(today.address).content.decode()
    assert shown.index("Ruth A. (you)") < shown.index(THE_EXPERT) < shown.index("Walt K.")
    assert (shown.count(THE_EXPERT), "The Expert hasn’t" in shown, "place 1 of 2" in shown) == (1, False, True)
    for by in ("own", "margin", "beside", "name"):
        assert today.hers.get(f"{today.address}?sort={by}").status_code == 200


def test_todays_deal_is_tried_again_by_nobody_before_midnight(today: Today) -> None:
    trying = f"/play/{today.game.pk}/hands/1/try/1/"

    assert today.hers.post(trying, {"client_id": str(uuid4()), "seen": 1}).status_code == 404


def test_whoever_plays_when_the_day_is_over_sees_where_they_would_have_stood(today: Today) -> None:
    late = sits(signed_in(today.walt), today.address)
    day_is_over()
    guest = Client()

    play_hand(guest, sits(guest, today.address))
    games.settle(late.table)
    page = guest.get(today.address).content.decode()

    assert "You’d have been in place 1 of 2" in page  # the same cards played alike are level
    assert "A member" in page
    assert "Ruth" not in page
    assert "Champion" not in page
    assert PlayedHand.objects.filter(is_ranked=True).count() == 1


def test_attempt_that_ends_after_midnight_does_not_rank(today: Today) -> None:
    his = signed_in(today.walt)
    late = sits(his, today.address)
    day_is_over()

    play_hand(his, late)

    assert not PlayedHand.objects.get(player=today.walt).is_ranked


# -- what is kept ------------------------------------------------------------------------


def hand(player: User | None = None, **fields: Any) -> PlayedHand:
    day = timezone.localdate()
    made = {"book_key": "npa", "seat": "S", "own": 30, "margin": 12, "played_on": day, "at": timezone.now(), **fields}
    return PlayedHand.objects.create(player=player, **made)


def test_own_record_is_the_accounts_and_nobody_elses(today: Today) -> None:
    hand(today.ruth, bid=52, is_made=True, cost=2.5)
    hand(today.ruth, cost=4.5, par=15)
    for _ in range(FEWEST_RATED):
        hand(today.ruth, book_key="of a club that is gone", par=15)
    hand(today.walt, own=77)

    hers = today.hers.get("/play/record/?book=npa").content.decode()
    nobodys = signed_out(today.hers).get("/play/record/").content.decode()

    assert "52, made" in hers
    assert "1 of 1" in hers
    assert "about 4 points a hand on average" in hers
    assert re.search(r'data-label="Beside par"[^>]*>\s*−3\s*<', hers)
    assert f"Par for your last {FEWEST_RATED + 1} hands: you are 2.9 a hand below the Expert" in hers
    assert "+77" not in hers
    assert "This week at St. Hilary" in hers
    assert "shows here" in nobodys


def test_oldest_hands_go_where_there_are_too_many(today: Today, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(own_hands, "MOST_KEPT", 2)
    PlayedHand.objects.all().delete()
    old = [hand(today.ruth, at=timezone.now() - timedelta(days=days)) for days in (3, 2, 1)]
    other = hand(today.walt, at=timezone.now() - timedelta(days=9))
    PlayedDeal.objects.update(is_recorded=False)

    games.settle(sitting(today.hers, today.game.pk).table)

    left = set(PlayedHand.objects.values_list("pk", flat=True))
    assert {old[2].pk, other.pk} < left
    assert len(left) == 3


def test_cost_of_a_hand_is_the_sum_of_its_decisions(today: Today, monkeypatch: pytest.MonkeyPatch) -> None:
    judged: list[int] = []

    def costs_half_a_point(_: PlayedDeal, moment: Moment, __: str) -> Judged:
        judged.append(moment.number)
        return Judged(moment, Decision(Bid("S", 999), "So."), Option(moment.action, 0.5, 0.1))

    monkeypatch.setattr(judging, "judgement", costs_half_a_point)
    own = PlayedHand.objects.get()

    answer = today.hers.post(f"/play/record/{own.pk}/cost/", headers={"HX-Request": "true"})

    own.refresh_from_db()
    assert own.cost == len(judged) / 2 > 0
    assert [(each["number"], each["cost"], each["error"]) for each in own.judged] == [(at, 0.5, 0.1) for at in judged]
    assert {each["part"] for each in own.judged if each["kind"] == "play"} == {"play"}
    assert own.judged[-1]["best"] == ["bid", "S", 999]
    assert answer.content.decode().strip() == cost_of(own)
    assert Client().post(f"/play/record/{own.pk}/cost/").status_code == 404


def test_hand_among_friends_is_kept_for_each_of_their_devices(today: Today) -> None:
    friends = Company("gwinnett", Ann=Client(), Ruth=Client()).begin()
    friends.play()

    found = PlayedHand.objects.filter(deal__game=friends.game)

    assert {(hand.seat, hand.device, hand.player) for hand in found} == {
        (person.seat, person.device, None) for person in friends.table.people.all()
    }
    review = f"/play/{friends.game.pk}/hands/1/review/"
    for client in friends.clients.values():
        assert f'href="{review}"' in client.get("/play/record/").content.decode()
        assert client.get(review).status_code == 200
    assert review not in today.hers.get("/play/record/").content.decode()


# -- any table, by a family's own rules --------------------------------------------------


def test_a_family_has_a_deal_a_day_compared_without_names(club_of_none: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who plays by the same rules plays the same deal: the result is what a side made above the average of others."""
    monkeypatch.setattr(thinking, "PAR_PLAYOUTS", 6)
    ann, bob, stranger = Client(), Client(), Client()
    key = describe(ann, "five-player")
    assert stranger.post(f"/play/day/{key}/").status_code == 404
    stranger.cookies["our_game"] = ann.cookies["our_game"].value.replace("player", "secret")
    assert "Play a hand by your own rules first" in words_of(stranger.post(f"/play/day/{key}/"))
    bob.cookies["our_game"] = ann.cookies["our_game"].value

    addresses = [each.post(f"/play/day/{key}/").headers["Location"] for each in (ann, bob)]
    for client, address in zip((ann, bob), addresses, strict=True):
        play_hand(client, sits(client, address))
    at = SharedDeal.objects.get(token=addresses[0].split("/")[3])
    SharedDeal.objects.exclude(pk=at.pk).update(pars={"S": 0})
    piece = par.next_of_day()
    assert piece is not None
    piece.keep(piece.work(*piece.asked))

    page, hands = words_of(ann.get(addresses[0])), PlayedHand.objects.filter(shared=at)
    assert addresses == [f"/play/d/{at.token}/"] * 2
    assert at.book_version.book.deal.calls == "player"
    deal = PlayedDeal.objects.filter(game__shared=at).first()
    assert deal is not None
    scores = {**deal.score}
    own = scores.pop(at.seat)
    assert {hand.margin for hand in hands} == {round(own - Fraction(sum(scores.values()), 4))}
    assert "You’re in place 1 of 2" in page
    assert "2 players by these rules so far." in page
    assert "Champion" not in page
    assert "above their average" in page
    assert "That’s par" in page
    assert FOR_MEMBERS not in page


@pytest.mark.parametrize("book", every(3, ["six-handed", "cutthroat", "five-handed"]))
def test_a_club_of_any_table_has_a_deal_a_day(club_of_none: None, monkeypatch: pytest.MonkeyPatch, book: str) -> None:
    edna = User.objects.create_user("edna")
    monkeypatch.setattr(OneClub, "main", built_in_book(book))
    monkeypatch.setattr(membership.play_asks, "followers", {"club": OneClub({edna.pk: "Edna L."})})
    hers = signed_in(edna)

    address = hers.post(f"/play/day/{book}/").headers["Location"]
    play_hand(hers, sits(hers, address))

    assert SharedDeal.objects.get(token=address.split("/")[3]).day == timezone.localdate()
    assert "You’re in place 1 of 1" in words_of(hers.get(address))
