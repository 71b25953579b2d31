"""The same deal again: handed on, played from another seat, and the deal of the day."""

import re
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from scoring.models import PlayedGame, SharedDeal
from scoring.play.state import state_from_json
from tests.sampling import every
from tests.scoring.play.sitting import Sitting, play_hand, sit_down, sitting, tap

pytestmark = pytest.mark.django_db

RESULTS = "How everybody did"


def handed_on(client: Client, at: Sitting) -> str:
    """The address of the deal that was just played."""
    answer = client.post(at.url("again/"))
    assert answer.status_code == 302
    return answer.headers["Location"]


def try_it(client: Client, address: str, **fields: Any) -> Sitting:
    answer = client.post(f"{address}begin/", {"client_id": str(uuid4()), **fields})
    assert answer.status_code == 302, answer.content.decode()
    return sitting(client, answer.headers["Location"].split("/")[2], answer)


def of_the_day(client: Client, book: str = "gwinnett") -> str:
    return client.post(f"/play/day/{book}/").headers["Location"]


@pytest.mark.parametrize("table", every(2, [{"meld_bids": "1"}, {}]))
def test_the_same_deal_has_the_same_cards_and_bots(client: Client, table: dict[str, str]) -> None:
    at = play_hand(client, sit_down(client, "npa", name="Annabelle", **table))
    friend = Client()

    again = play_hand(friend, try_it(friend, handed_on(client, at), name="Bea"))

    assert again.table.state.dealt == at.table.state.dealt
    assert again.table.state.actions == at.table.state.actions
    assert again.table.deal.score == at.table.deal.score


def test_the_bots_of_a_shared_deal_stay_as_they_are_whatever_the_table_is_set_to(client: Client) -> None:
    at = play_hand(client, sit_down(client, "npa", name="Annabelle"))
    friend = Client()
    theirs = try_it(friend, handed_on(client, at), name="Bea")

    tap(friend, theirs, "settings", sort="alternating", pace="instant", meld_bids="1")
    again = play_hand(friend, theirs)

    assert again.table.settings.sort == "alternating"
    assert again.table.state.actions == at.table.state.actions


def test_a_deal_is_handed_on_once_however_often_it_is_asked(client: Client) -> None:
    at = play_hand(client, sit_down(client))

    assert handed_on(client, at) == handed_on(client, at)
    assert SharedDeal.objects.count() == 1


def test_another_seat_may_be_taken(client: Client) -> None:
    at = play_hand(client, sit_down(client, seat="S"))

    again = try_it(client, handed_on(client, at), seat="E")

    assert again.table.your_seat == "E"
    assert again.table.state.dealt == at.table.state.dealt
    assert not again.game.counts


def test_results_are_shown_after_ones_own_play_only(client: Client) -> None:
    at = play_hand(client, sit_down(client, name="Annabelle"))
    address = handed_on(client, at)
    friend = Client()

    before = friend.get(address).content.decode()
    attempt = try_it(friend, address, name="Bea")
    asked = (address, f"{address}?page=1", attempt.url(), f"{attempt.url()}hands/1/review/?step=9", at.url())
    during = "".join(friend.get(each, follow=True).content.decode() for each in asked)
    play_hand(friend, attempt)
    after = friend.get(address).content.decode()

    assert (RESULTS in before, RESULTS in during, RESULTS in after) == (False, False, True)
    assert "Annabelle" not in before + during
    assert "Annabelle" in after
    assert "Bea (you)" in after
    assert "Annabelle" not in Client().get(address).content.decode()


def test_whoever_gave_no_name_is_you_to_oneself_and_a_player_to_others(client: Client) -> None:
    address = handed_on(client, play_hand(client, sit_down(client)))
    friend = Client()
    play_hand(friend, try_it(friend, address))

    for each in (client, friend):
        cells = re.findall(r'data-label="Who played"[^>]*>\s*([^<]*?)\s*<', each.get(address).content.decode())
        assert sorted(cells) == ["A player", "You"]


def test_another_seat_is_offered_only_where_it_may_be_taken(client: Client) -> None:
    handed, of_today = handed_on(client, play_hand(client, sit_down(client))), of_the_day(client)
    play_hand(client, try_it(client, of_today))

    assert "You could try another seat" in client.get(handed).content.decode()
    assert "You could try another seat" not in client.get(of_today).content.decode()


def test_the_first_attempt_counts_also_when_it_was_left(client: Client) -> None:
    address = of_the_day(client)
    first = try_it(client, address, name="Annabelle")
    play_hand(client, first)

    second = play_hand(client, try_it(client, address, name="Ann the second"))

    assert (first.game.counts, second.game.counts) == (True, False)
    assert "Ann the second (you)" not in client.get(address).content.decode()


def test_an_unfinished_attempt_is_gone_on_with(client: Client) -> None:
    address = of_the_day(client)
    first = try_it(client, address)

    assert try_it(client, address).game.pk == first.game.pk
    assert PlayedGame.objects.count() == 1


def test_the_deal_of_the_day_is_one_for_everybody_and_in_one_seat(client: Client) -> None:
    friend = Client()

    mine, theirs = of_the_day(client), of_the_day(friend)

    assert mine == theirs
    assert try_it(friend, theirs, seat="E").table.your_seat == "S"


def test_the_deal_of_another_day_is_another(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    from scoring.play import shared
    from scoring.rules.book import built_in_books

    book = built_in_books()["npa"]
    today = shared.deal_of_the_day(book)
    tomorrow = shared.deal_of_the_day(book, today.day.replace(year=today.day.year + 1))

    assert today.token != tomorrow.token
    assert state_from_json(book, today.data).dealt != state_from_json(book, tomorrow.data).dealt


def test_no_hints_where_the_attempt_counts(client: Client) -> None:
    at = try_it(client, of_the_day(client))
    while not at.table.is_your_turn:
        at = tap(client, at, "go-on")

    assert client.get(at.url("hint/")).status_code == 409


@pytest.mark.parametrize("address", ["/play/d/nothing/", "/play/day/no-such-book/", "/play/d/x/begin/"])
def test_what_is_not_there(client: Client, address: str) -> None:
    assert client.post(address).status_code in (404, 405)
