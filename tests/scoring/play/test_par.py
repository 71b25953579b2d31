"""The par of hands: what an Expert makes of them, in which order they are played, and for whom one is kept."""

from __future__ import annotations

from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone

from scoring.models import PlayedHand, SharedDeal
from scoring.play import jobs, own_hands, par, shared, thinking
from scoring.play.settings import settings_from_json
from scoring.rules.book import built_in_book
from scoring.score_card import pdfs
from tests.sampling import every
from tests.scoring.play.company import Company
from tests.scoring.play.simulated import Here
from tests.scoring.play.sitting import play_hand, sit_down, sitting

pytestmark = pytest.mark.django_db


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Any, ...]]:
    """What was to be played, in order; each comes to 7. Nothing is looked over, which takes an Expert."""
    found: list[tuple[Any, ...]] = []

    def play_out(*wanted: Any) -> int:
        found.append(wanted)
        return 7

    monkeypatch.setattr(par, "expert_par", play_out)
    monkeypatch.setattr(own_hands, "next_to_look_over", lambda left: None)
    monkeypatch.setattr(pdfs, "sheets_ahead", lambda: iter(()))
    return found


def worker() -> jobs.Worker:
    return jobs.Worker(pool=Here)


def works(at_most: int = 9) -> None:
    """As long as there is something to do."""
    one = worker()
    assert any(not one.work() for _ in range(at_most)), "the worker never comes to an end"


@pytest.mark.parametrize("book", every(2, ["cutthroat", "gwinnett"]))
def test_an_expert_makes_the_same_of_the_same_hand(client: Client, monkeypatch: pytest.MonkeyPatch, book: str) -> None:
    monkeypatch.setattr(thinking, "PAR_PLAYOUTS", 6)
    play_hand(client, sit_down(client, book))
    wanted = par.next_of_hands(set())
    assert wanted is not None

    assert thinking.expert_par(*wanted.asked) == thinking.expert_par(*wanted.asked)


@pytest.mark.parametrize("key", ["gwinnett", "five-handed"])
def test_players_like_the_others_make_of_a_hand_what_they_made_of_it(
    client: Client, monkeypatch: pytest.MonkeyPatch, key: str
) -> None:
    """A Club player in the Expert's place, at a table of which a Club player had the same seat."""
    at = play_hand(client, sit_down(client, key, seat="watch", strength="club"))
    game, deal, book = at.game, at.table.deal, at.table.book
    think = thinking.think
    monkeypatch.setattr(thinking, "think", lambda mind, view: think(_as_club(mind), view))

    bots = dict.fromkeys(book.seats, "club")
    meld_bids = settings_from_json(game.settings).meld_bids
    seat = book.seats[-1]
    found = thinking.expert_par(book.to_json(), deal.data, deal.seed, bots, meld_bids, seat)

    own = deal.score.pop(book.side_of(seat))
    assert found == round(own - sum(deal.score.values()) / len(deal.score))


def _as_club(mind: Any) -> Any:
    return thinking.Mind("club", mind.chance, meld_bids=mind.meld_bids)


def test_the_newest_hand_comes_first_and_each_once(client: Client, asked: list[tuple[Any, ...]]) -> None:
    for _ in range(2):
        play_hand(client, sit_down(client, "gwinnett"))
    old, new = PlayedHand.objects.order_by("at")

    works()

    assert [each[2] for each in asked] == [new.deal.seed, old.deal.seed]
    assert list(PlayedHand.objects.values_list("par", flat=True)) == [7, 7]


def test_a_hand_of_which_the_cards_are_gone_has_no_par(client: Client, asked: list[tuple[Any, ...]]) -> None:
    at = play_hand(client, sit_down(client, "gwinnett"))
    at.table.keeper.card.delete()

    works()

    assert asked == []
    assert PlayedHand.objects.get().par is None


def test_todays_deal_is_played_as_soon_as_it_is_dealt_for_all_who_will(
    client: Client, asked: list[tuple[Any, ...]]
) -> None:
    book = built_in_book("gwinnett")
    shared.deal_of_the_day(book, timezone.localdate() - timedelta(days=9))
    deal = shared.deal_of_the_day(book, timezone.localdate() - timedelta(days=1))
    works()

    address = f"/play/d/{deal.token}/"
    begun = client.post(f"{address}begin/", {"client_id": str(uuid4())}).headers["Location"].split("/")[2]
    play_hand(client, sitting(client, begun))
    works()

    assert [each[-1] for each in asked] == [deal.seat]
    assert par.par_of_shared(SharedDeal.objects.get(pk=deal.pk), deal.seat) == 7
    hand = PlayedHand.objects.get()
    assert hand.par == 7
    assert "The Expert made +7 in this seat. That’s par" in client.get(address).content.decode()


def test_one_par_is_for_all_who_had_the_same_seat_of_a_deal(client: Client, asked: list[tuple[Any, ...]]) -> None:
    at = play_hand(client, sit_down(client, "gwinnett"))
    token = shared.share(at.table).token
    for seat in ("S", "S", "E"):
        friend = Client()
        began = friend.post(f"/play/d/{token}/begin/", {"client_id": str(uuid4()), "seat": seat})
        play_hand(friend, sitting(friend, began.headers["Location"].split("/")[2]))

    works()

    assert sorted(each[-1] for each in asked) == ["E", "S", "S"]  # once for the game it was handed on from
    assert set(PlayedHand.objects.values_list("par", flat=True)) == {7}
    assert SharedDeal.objects.get().pars == {"E": 7, "S": 7}


def test_bots_of_the_table_play_for_the_other_people(asked: list[tuple[Any, ...]]) -> None:
    friends = Company("gwinnett", Ann=Client(), Ruth=Client()).begin()
    friends.play()

    works()

    assert [set(bots.values()) for _, _, _, bots, _, _ in asked] == [{"beginner"}, {"beginner"}]
    assert len({seat for *_, seat in asked}) == 2


def test_a_hand_that_cannot_be_played_keeps_nothing_up(
    client: Client, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*_: Any) -> int:
        raise ValueError("no such cards")

    monkeypatch.setattr(par, "expert_par", broken)
    monkeypatch.setattr(own_hands, "next_to_look_over", lambda left: None)
    monkeypatch.setattr(pdfs, "sheets_ahead", lambda: iter(()))
    play_hand(client, sit_down(client, "gwinnett"))
    shared.deal_of_the_day(built_in_book("npa"))

    works()

    assert PlayedHand.objects.get().par is None
    assert caplog.text.count("A piece of work could not be done") == 2
