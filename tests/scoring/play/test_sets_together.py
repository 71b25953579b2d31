"""Boards with friends at one table: the same boards in their order, a try of everybody, each side beside the field."""

from __future__ import annotations

import re
from fractions import Fraction
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from scoring.models import Device, PlayedGame, PlayedHand, PlaySet, PlayTable
from scoring.play import membership, sets, together
from scoring.play.games import Refused
from scoring.play.sets import Comparison
from tests.scoring.play.company import Company
from tests.scoring.play.test_sets import OneClub, hall_of

pytestmark = pytest.mark.django_db
BOARDS = 2
KNOWS = "You’ve begun these boards already"


@pytest.fixture(autouse=True)
def few_boards(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sets, "BOARDS", BOARDS)


@pytest.fixture
def address() -> str:
    """Of a set whose field has played."""
    found = Client().post("/play/boards/gwinnett/").headers["Location"]
    for board in PlaySet.objects.get().boards.all():
        board.field = [{"NS": 5 * table, "EW": 40 - table} for table in range(20)]
        board.save()
    return found


def friends(address: str, *names: str) -> Company:
    clients = {name: Client() for name in names}
    return Company("gwinnett", f"{address}friends/", pace="instant", agreed=None, **clients)


def plays_all(company: Company) -> Company:
    company.begin().play()
    for _ in range(BOARDS - 1):
        for name in company.clients:
            company.post_to_table(name, "next-hand", seen=company.sitting(name).table.seen)
        company.play()
    return company


def begins_alone(client: Client, address: str) -> str:
    return client.post(f"{address}begin/", {"client_id": str(uuid4())}).headers["Location"]


def page(client: Client, address: str) -> str:
    text = client.get(address, follow=True).content.decode()
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", text))


def test_friends_play_the_boards_in_order_with_the_bots_of_the_set(address: str) -> None:
    company = plays_all(friends(address, "Ann", "Ruth"))

    games = list(company.table.games.order_by("created_at"))
    assert [game.shared.number for game in games if game.shared] == [1, 2]
    assert [game.card.boards for game in games] == [[1], [2]]
    assert [game.deals.get().seed for game in games] == [game.shared.seed for game in games if game.shared]
    assert {seat: sits["player"] for seat, sits in games[1].seats.items()} == {
        "N": "you", "E": "club", "S": "you", "W": "club",
    }  # fmt: skip
    assert games[0].seats == games[1].seats
    assert PlayedHand.objects.count() == 2 * BOARDS  # each has it in their record


def test_each_sees_how_the_board_compares_and_the_last_has_no_next(address: str) -> None:
    company = friends(address, "Ann", "Ruth").begin().play()

    for name in company.clients:
        shown = page(company.clients[name], company.sitting(name).url())
        assert "of 20" in shown
        assert "Next board" in shown
    for name in company.clients:
        company.post_to_table(name, "next-hand", seen=company.sitting(name).table.seen)
    company.play()

    shown = page(company.clients["Ruth"], company.sitting("Ruth").url())
    assert "of 20" in shown
    assert "Next board" not in shown
    assert "See the results" in shown
    company.post_to_table("Ann", "next-hand", seen=company.sitting("Ann").table.seen)
    assert company.table.games.count() == BOARDS


def test_percentage_of_all_boards_is_everybodys(address: str) -> None:
    company = plays_all(friends(address, "Ann", "Ruth"))
    alone = Client()
    before = page(company.clients["Ann"], address)

    assert "against the field" in before
    assert "You and friends" in before
    assert page(company.clients["Ruth"], address) == before
    assert "You and friends" not in page(alone, address)
    assert begins_alone(company.clients["Ruth"], address) == address  # it was her try


def test_two_sides_of_friends_share_a_board_between_them(address: str) -> None:
    plays_all(friends(address, "Ann", "Ruth", "Hank"))  # South, North, and East with a bot
    play_set = PlaySet.objects.get()
    everybody = sets.all_results(play_set)

    comparison = Comparison(sets.boards_of(play_set), everybody)

    for number in (1, 2):
        shares = {one.side: comparison.beside(one).share for one in everybody if one.number == number}
        assert set(shares) == {"NS", "EW"}
        assert sum(share or Fraction(0) for share in shares.values()) == 1
    assert sorted(who[3] for who, _ in comparison.standings()) == ["EW", "NS"]


def test_three_of_them_have_a_result_each() -> None:
    address = Client().post("/play/boards/gwinnett-3/").headers["Location"]
    company = friends(address, "Ann", "Ruth", "Hank").begin().play()

    everybody = sets.all_results(PlaySet.objects.get())

    assert sorted(one.side for one in everybody) == sorted(company.table.book_version.book.sides)
    assert sum(one.margin for one in everybody) == 0


def test_boards_of_an_evening_are_played_against_the_hall(monkeypatch: pytest.MonkeyPatch) -> None:
    club = OneClub(halls={"7": hall_of()})
    monkeypatch.setattr(membership.play_asks, "followers", {"club": club})
    address = Client().post("/play/evenings/7/").headers["Location"]
    company = plays_all(friends(address, "Ann", "Ruth"))

    shown = [page(client, address) for client in company.clients.values()]

    assert shown[0] == shown[1]
    assert "50% against the hall" in shown[0]


def test_who_has_begun_the_boards_alone_does_not_sit_down(address: str) -> None:
    user = User.objects.create_user("rosa")
    here, there, zoe = Client(), Client(), Client()
    here.force_login(user)
    there.force_login(user)
    begins_alone(here, address)
    begins_alone(zoe, address)
    company = friends(address, "Ann")

    for client in (here, there, zoe):  # on the device, and as the account
        answer = company.sit(client, "Zoe", "N")
        assert (answer.status_code, KNOWS in answer.content.decode()) == (409, True)
    opened = zoe.post(f"{address}friends/", {"start": "a" * 32, "name": "Zoe"})
    assert (opened.status_code, KNOWS in opened.content.decode()) == (409, True)
    assert PlayTable.objects.count() == 1
    assert company.table.people.count() == 1


def test_nobody_plays_them_alone_meanwhile(address: str) -> None:
    company = friends(address, "Ann", "Ruth")

    assert begins_alone(company.clients["Ruth"], address) == company.room
    assert company.post("Ruth", "leave").status_code in (200, 204, 302)
    company.begin().play()
    assert begins_alone(company.clients["Ann"], address) == company.room
    assert "Back to your table" in page(company.clients["Ann"], address)


def test_game_does_not_start_with_somebody_who_began_them_elsewhere(address: str) -> None:
    company = friends(address, "Ann", "Ruth")
    other = friends(address, "Hank")
    other.sit(company.clients["Ruth"], "Ruth", "N")
    other.begin()

    answer = company.clients["Ann"].post(f"{company.room}start/")

    assert (answer.status_code, "Ruth has begun these boards" in answer.content.decode()) == (409, True)
    assert not PlayedGame.objects.filter(people=company.table).exists()


def test_boards_of_this_week_are_played_alone(address: str) -> None:
    PlaySet.objects.update(week=timezone.localdate())

    answer = Client().post(f"{address}friends/", {"start": "a" * 32, "name": "Ann"})

    assert answer.status_code == 403
    assert "Play it with friends" not in page(Client(), address)
    PlaySet.objects.update(week=None)
    assert "Play it with friends" in page(Client(), address)
    assert Client().post(f"{address}friends/", {"start": "a" * 32}).status_code == 422


def test_seat_moves_to_no_device_that_knows_the_boards(address: str) -> None:
    company, zoe = friends(address, "Ann"), Client()
    company.begin()
    begins_alone(zoe, address)
    with pytest.raises(Refused):
        together.move_to(company.person("Ann"), Device.objects.latest("pk"))
