"""Boards at home: which set somebody gets, its field, what each board comes to, and who sees which hands when."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import timedelta
from fractions import Fraction
from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.http import HttpRequest
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from scoring.boards.boards import dealt_board_set
from scoring.boards.comparison import margin
from scoring.models import PlayedDeal, PlayedHand, PlaySet, RuleBookVersion, SharedDeal
from scoring.play import jobs, membership, sets
from scoring.play.membership import ClubBooks, Hall
from scoring.play.sets import Comparison, Played
from scoring.rules.book import built_in_book, built_in_books
from scoring.rules.changes import is_house_book
from scoring.score_card import pdfs
from tests.lasting import lasting
from tests.sampling import every
from tests.scoring.play.simulated import Here
from tests.scoring.play.sitting import GAMES, Sitting, describe, play_hand, sitting

pytestmark = pytest.mark.django_db
BOARDS = 2


@dataclass
class OneClub:
    """What a club says: these accounts are members', who play Gwinnett; and of one evening what its hall came to."""

    called: dict[int, str] = field(default_factory=dict)
    halls: dict[str, Hall] = field(default_factory=dict)

    def books(self, request: HttpRequest) -> list[ClubBooks]:
        if membership.player_of(request) not in self.called:
            return []
        return [ClubBooks("St. Hilary", (built_in_book("gwinnett"),), is_member=True)]

    def book(self, name: str) -> None:
        return None

    def lets_try_rules(self, player: int | None) -> bool:
        return True

    def names(self, players: Iterable[int], reader: int | None) -> dict[int, str]:
        return {player: self.called[player] for player in players if player in self.called and reader in self.called}

    def ladders(self, player: int) -> list[tuple[str, str]]:
        return []

    def hall(self, source: str) -> Hall | None:
        return self.halls.get(source)


@pytest.fixture
def club(monkeypatch: pytest.MonkeyPatch) -> OneClub:
    one = OneClub()
    monkeypatch.setattr(membership.play_asks, "followers", {"one": one})
    return one


@pytest.fixture(autouse=True)
def few_boards(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sets, "BOARDS", BOARDS)


def member(club: OneClub, name: str) -> Client:
    user = User.objects.create_user(name)
    club.called[user.pk] = name
    client = Client()
    client.force_login(user)
    return client


def takes(client: Client, which: str = "", book: str = "gwinnett") -> str:
    """The address of the set that somebody gets."""
    answer = client.post(f"/play/boards/{book}/", {"which": which})
    assert answer.status_code == 302, answer.content.decode()
    return answer.headers["Location"]


def begins(client: Client, address: str) -> Any:
    return client.post(f"{address}begin/", {"client_id": str(uuid4())})


def sits(client: Client, address: str) -> Sitting:
    answer = begins(client, address)
    assert answer.status_code == 302, answer.content.decode()
    return sitting(client, answer.headers["Location"].split("/")[2], answer)


def plays(client: Client, address: str, boards: int = BOARDS) -> Sitting:
    for _ in range(boards):
        at = play_hand(client, sits(client, address))
    return at


def bots_play() -> None:
    """What the worker has waiting."""
    while (piece := sets.next_field()) is not None:
        piece.keep(piece.work(*piece.asked))


def page(client: Client, address: str) -> str:
    text = client.get(address).content.decode()
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", text))


@dataclass
class World:
    """Ruth has played a set to its end, beside a field."""

    ruth: Client
    address: str


@pytest.fixture(scope="module")
def lasting_world(django_db_setup: None, django_db_blocker: Any) -> Iterator[World]:
    with lasting(django_db_blocker), pytest.MonkeyPatch.context() as patched:
        patched.setattr(membership.play_asks, "followers", {"one": OneClub()})
        patched.setattr(sets, "BOARDS", BOARDS)
        ruth = Client()
        address = takes(ruth)
        plays(ruth, address)
        bots_play()
        yield World(ruth, address)


@pytest.fixture
def world(lasting_world: World, db: None, club: OneClub) -> World:
    return lasting_world


# -- a set -------------------------------------------------------------------------------


def test_boards_come_in_their_order_each_with_its_dealer(world: World) -> None:
    deals = PlayedDeal.objects.order_by("pk")

    assert [deal.game.shared.number for deal in deals if deal.game.shared] == [1, 2]
    assert [deal.game.card.first_dealer for deal in deals] == list(built_in_book("gwinnett").seats[:BOARDS])
    assert [deal.game.card.boards for deal in deals] == [[1], [2]]


def test_each_board_stands_beside_the_field(world: World) -> None:
    play_set, shown = PlaySet.objects.get(), page(world.ruth, world.address)
    expected = []
    for board, deal in zip(play_set.boards.order_by("number"), PlayedDeal.objects.order_by("pk"), strict=True):
        bots = [margin(scores, "NS") for scores in board.field or ()]
        own = margin(deal.score, "NS")
        worse, level = sum(own > each for each in bots), bots.count(own)
        assert f"Better than {worse} of {len(bots)}" in shown
        expected.append(Fraction(2 * worse + level, 2 * len(bots)))
    total = sum(expected, Fraction(0)) / BOARDS
    assert f"{int(total * 100 + Fraction(1, 2))}% against the field" in shown
    assert "1 You" in shown
    assert play_set.made_by


def test_who_comes_next_gets_the_same_boards_and_both_are_compared(world: World) -> None:
    walt = Client()
    assert takes(walt) == world.address

    plays(walt, world.address)

    shown = page(walt, world.address)
    assert "of 21" in shown  # twenty bots and Ruth
    assert "1 other player also played all of them." in shown
    assert "Ruth" not in shown  # strangers play the same boards


def test_page_asks_as_little_however_many_have_played(world: World) -> None:
    with CaptureQueriesContext(connection) as before:
        world.ruth.get(world.address)
    plays(Client(), world.address)
    with CaptureQueriesContext(connection) as after:
        world.ruth.get(world.address)

    assert len(after) == len(before) <= 10


def test_lists_come_as_files(world: World, club: OneClub) -> None:
    half = Client()
    address = takes(half, book="npa")
    plays(half, address, 1)

    assert half.get(f"{address}?file=csv").content.decode("utf-8-sig").startswith("Board,")
    assert world.ruth.get(f"{world.address}?file=csv").content.decode("utf-8-sig").startswith("Place,")


def test_who_has_played_all_gets_others(world: World) -> None:
    assert takes(world.ruth) != world.address


def test_who_is_in_the_middle_of_a_set_goes_on_with_it(club: OneClub) -> None:
    client = Client()
    address = takes(client, book="npa")
    plays(client, address, 1)
    version = PlaySet.objects.latest("pk").book_version
    PlaySet.objects.create(token="new", book_version=version, book_key="npa", count=BOARDS)

    assert takes(client, book="npa") == address
    assert "after 1 board, 1 to go" not in page(client, address)  # the bots still play
    bots_play()
    assert "after 1 board, 1 to go" in page(client, address)
    assert "Play board 2" in page(client, address)


def test_second_tap_leads_back_to_the_board_that_is_played(club: OneClub) -> None:
    client = Client()
    address = takes(client)
    at = sits(client, address)

    assert sits(client, address).game.pk == at.game.pk


def test_next_board_is_one_tap_at_the_table_and_none_after_the_last(club: OneClub) -> None:
    client = Client()
    address = takes(client)
    at = plays(client, address, 1)
    bots_play()

    shown = client.get(at.url()).content.decode()
    assert "Next board" in shown
    assert "Better than" in shown
    answer = client.post(f"{address}begin/", {"client_id": str(uuid4())}, headers={"HX-Request": "true"})
    at = sitting(client, answer.headers["HX-Redirect"].split("/")[2])
    assert "Board 2" in client.get(at.url()).content.decode()

    last = play_hand(client, at)
    assert "Next board" not in client.get(last.url()).content.decode()


def test_board_alone_leads_to_its_set(world: World) -> None:
    board = SharedDeal.objects.filter(number=2).get()

    assert world.ruth.get(f"/play/d/{board.token}/").headers["Location"] == world.address
    assert world.ruth.post(f"/play/d/{board.token}/begin/").headers["Location"] == world.address


def test_hands_can_be_looked_over_from_the_list(world: World) -> None:
    addresses = re.findall(r"/play/[0-9a-f-]+/hands/1/review/", world.ruth.get(world.address).content.decode())

    assert len(addresses) == BOARDS
    assert world.ruth.get(addresses[0]).status_code == 200


@pytest.mark.parametrize(
    "game", every(4, ["five-player", "cutthroat", "five", "seven", "eight", "six", "six-pairs", "gwinnett-3", "two"])
)
def test_every_table_has_boards_by_a_familys_own_rules_too(club: OneClub, game: str) -> None:
    """A side is compared with those that had its cards, by what it made above the average of all others."""
    client = Client()
    book = describe(client, game) if game in GAMES else game
    address = takes(client, book=book)
    plays(client, address)
    bots_play()

    shown, play_set = page(client, address), PlaySet.objects.get(token=address.split("/")[3])
    rules, expected = play_set.book_version.book, []
    assert is_house_book(rules) == (book not in built_in_books())
    for board, number in zip(play_set.boards.order_by("number"), (1, 2), strict=True):
        scores = [*(board.field or ()), PlayedDeal.objects.get(game__shared=board).score]
        side, others = rules.side_of(board.seat), len(rules.sides) - 1
        *bots, own = [each[side] - Fraction(sum(each[it] for it in rules.others(side)), others) for each in scores]
        assert number == board.number
        assert f"Better than {sum(own > each for each in bots)} of 20" in shown
        expected.append(Fraction(sum(2 * (own > each) + (own == each) for each in bots), 40))
    assert f"{int(sum(expected) / BOARDS * 100 + Fraction(1, 2))}% against the field" in shown
    assert ("above their average" in shown) == (len(rules.sides) > 2)


def test_the_worker_has_the_field_played(club: OneClub, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pdfs, "sheets_ahead", lambda: iter(()))
    takes(Client(), book="npa")
    worker = jobs.Worker(pool=Here)

    assert [worker.work() for _ in range(BOARDS)] == [True] * BOARDS
    assert not SharedDeal.objects.filter(field__isnull=True).exists()
    assert all(len(board.field or ()) == 20 for board in SharedDeal.objects.all())


def test_field_that_cannot_be_played_keeps_nothing_up(
    club: OneClub, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(pdfs, "sheets_ahead", lambda: iter(()))
    takes(Client(), book="npa")
    SharedDeal.objects.update(data="{}")
    worker = jobs.Worker(pool=Here)

    assert [worker.work() for _ in range(BOARDS)] == [True] * BOARDS
    assert sets.next_field() is None
    assert "A piece of work could not be done" in caplog.text


@pytest.mark.parametrize(
    ("people", "week", "hall", "compared"),
    [
        (2, None, False, 1 + 3),  # nobody's set: bots always
        (9, None, False, 8 + 3),
        (7, timezone.localdate(), False, 6 + 3),  # a week's: until eight have played
        (8, timezone.localdate(), False, 7),
        (1, None, True, 2 + 3),  # an evening's: as long as its tables are few
    ],
)
def test_bots_are_among_the_others_where_people_are_few(people: int, week: Any, hall: bool, compared: int) -> None:
    version = RuleBookVersion(data=built_in_book("gwinnett").to_json())
    board = SharedDeal(
        number=1, seat="S", field=[{"NS": 5, "EW": 0}] * 3, book_version=version, play_set=PlaySet(week=week)
    )
    scores = [{"NS": deal, "EW": 0} for deal in range(people)]
    everybody = [Played(uuid4(), deal, 1, deal, None, "NS", one) for deal, one in enumerate(scores)]
    found = Comparison([board], everybody, hall_of(1) if hall else None).beside(everybody[0])

    assert found.others == compared
    assert found.share == Fraction(2 * found.worse + found.level, 2 * compared)


# -- an evening --------------------------------------------------------------------------


def hall_of(count: int = 2) -> Hall:
    book = built_in_book("gwinnett")
    boards = dealt_board_set(book, "an evening", count)
    results = {board.number: [{"NS": -500, "EW": 500}, {"NS": 500, "EW": -500}] for board in boards}
    return Hall("Tuesday cards, Nov 17", "/clubs/hall/", book, boards, results, {})


def test_boards_of_an_evening_stand_beside_what_the_hall_made(club: OneClub) -> None:
    club.halls["7"] = hall_of()
    ruth, stranger = member(club, "Ruth A."), Client()
    address = ruth.post("/play/evenings/7/").headers["Location"]
    assert stranger.post("/play/evenings/7/").headers["Location"] == address

    plays(ruth, address, 2)
    plays(stranger, address, 2)

    assert "50% against the hall" in page(ruth, address)
    assert "Ruth A. (you)" in page(ruth, address)
    assert "1 other player also played all of them." in page(ruth, address)
    assert "Ruth A." not in page(stranger, address)
    assert sets.next_field() is None  # the field is the hall


def test_evening_that_is_open_again_compares_nothing(club: OneClub) -> None:
    club.halls["7"] = hall_of()
    client = Client()
    address = client.post("/play/evenings/7/").headers["Location"]
    at = plays(client, address, 1)
    assert "Better than" in client.get(at.url()).content.decode()

    club.halls.clear()

    assert client.get(address).status_code == 404
    assert "Better than" not in client.get(at.url()).content.decode()


def test_evening_that_is_not_final_has_no_boards_to_play(club: OneClub) -> None:
    assert Client().post("/play/evenings/7/").status_code == 404
    assert Client().get("/play/evenings/7/").status_code == 404
    assert not PlaySet.objects.exclude(source="").exists()


# -- a week ------------------------------------------------------------------------------


def test_boards_of_the_week_are_for_members_signed_in_and_once(club: OneClub) -> None:
    ruth, guest = member(club, "Ruth A."), Client()
    address = takes(ruth, "week")

    assert takes(guest, "week") != address  # last week's
    assert begins(guest, address).status_code == 403
    plays(ruth, address)
    bots_play()
    assert "Ruth A. (you)" in page(ruth, address)
    assert begins(ruth, address).headers["Location"] == address


def test_page_asks_which_twelve(club: OneClub) -> None:
    ruth, guest = member(club, "Ruth A."), Client()

    assert "This week’s One try for each member" in page(ruth, "/play/boards/gwinnett/")
    assert "Last week’s" in page(ruth, "/play/boards/npa/")  # her club plays by another book
    assert "Last week’s" in page(guest, "/play/boards/gwinnett/")
    assert not PlaySet.objects.filter(week__isnull=False).exists()


def test_old_address_of_the_week_leads_to_the_choice() -> None:
    for answer in (Client().get("/play/boards-of-the-week/npa/"), Client().post("/play/boards-of-the-week/npa/")):
        assert answer.headers["Location"] == "/play/boards/npa/"


def test_hands_of_the_week_open_when_it_is_over(club: OneClub) -> None:
    ruth = member(club, "Ruth A.")
    address = takes(ruth, "week")
    at = plays(ruth, address)
    review = at.url("hands/1/review/")

    assert ruth.get(review).status_code == 302
    assert "/review/" not in ruth.get(address).content.decode()
    assert "/review/" not in ruth.get(at.url()).content.decode()

    PlaySet.objects.filter(week__isnull=False).update(week=timezone.localdate() - timedelta(days=8))
    assert ruth.get(review).status_code == 200
    assert "/review/" in ruth.get(address).content.decode()


def test_clubs_that_play_alike_share_the_week(club: OneClub) -> None:
    ruth = member(club, "Ruth A.")
    today = timezone.localdate()

    assert takes(ruth, "week") == takes(ruth, "week")
    week = PlaySet.objects.get(week__isnull=False).week
    assert week is not None
    assert week.weekday() == 0
    assert week <= today < week + timedelta(days=7)


def test_boards_at_home_count_for_no_ladder(world: World) -> None:
    assert PlayedHand.objects.count() == BOARDS
    assert not PlayedHand.objects.filter(is_ranked=True).exists()
