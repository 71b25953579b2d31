"""Travelers on a table's tablet and on a player's own pages: who has played a board sees it once the round is over."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from league.evening.rounds.deeds import close_round
from league.evening.tables.deeds.tables import pair_tablet
from league.models import Event
from league.office.members.links import night_path
from tests.league.makers import acting_as, card_at, make_entrants, make_event, make_round, play_round, start_now
from tests.scoring.score_card.makers import join

pytestmark = pytest.mark.django_db


def duplicate(**overrides: Any) -> Event:
    """An evening whose two tables play boards 1 and 2 in round 1, under way and played."""
    event = make_event(compared="matchpoints", hands=2, state=Event.State.RUNNING, **overrides)
    event_round = make_round(event, make_entrants(event, 8))
    event_round.tables.update(board_set=1)
    play_round(start_now(event_round), seed=4)
    return event


def close(event: Event) -> None:
    close_round(event_round=event.rounds.get(number=1), acting=acting_as(), client_id="close")


def tablet_of(event: Event, client: Client, number: int = 1) -> Client:
    """The tablet of a table in the first round."""
    table = event.rounds.get(number=1).tables.get(number=number)
    pair_tablet(event=event, table_number=number, device=join(card_at(table), client).device)
    return client


def boards_on(client: Client, address: str) -> list[int]:
    return [traveler["board"] for traveler in client.get(address).context["travelers"]]


def test_tablet_shows_its_boards_when_the_round_is_over(client: Client):
    event = duplicate()
    tablet, address = tablet_of(event, client), reverse("league:table_boards", args=[event.pk])

    assert boards_on(tablet, address) == []
    close(event)
    page = tablet.get(reverse("league:table", args=[event.pk]))
    assert page.context["place"]["boards"] == address
    assert boards_on(tablet, address) == [1, 2]
    marked = [line["number"] for line in tablet.get(address).context["travelers"][0]["lines"] if line["is_own"]]
    assert marked == [1]
    assert "Board 1" in tablet.get(address, headers={"HX-Request": "true"}).content.decode()


def test_who_sits_down_next_sees_nothing_of_the_round_before(client: Client):
    event = duplicate()
    tablet = tablet_of(event, client)
    close(event)
    following = make_round(event, list(event.entrants.order_by("-number")), number=2)
    following.tables.update(board_set=2)
    start_now(following)

    assert boards_on(tablet, reverse("league:table_boards", args=[event.pk])) == []


def test_club_may_show_them_board_by_board(client: Client):
    event = duplicate(travelers_after=Event.TravelersAfter.BOARD)
    tablet = tablet_of(event, client)

    assert boards_on(tablet, reverse("league:table_boards", args=[event.pk])) == [1, 2]
    card = reverse("score_card:card", args=[card_at(event.rounds.get().tables.get(number=1)).pk])
    assert tablet.get(card).context["bar"]["boards_address"]


def test_player_sees_the_own_boards_by_the_link_of_the_slip(client: Client):
    event = duplicate()
    entrant = event.entrants.get(number=1)
    address = f"{night_path(entrant)}boards/"

    assert boards_on(client, address) == []
    close(event)
    assert boards_on(client, address) == [1, 2]


def test_other_devices_and_other_events_have_no_such_page(client: Client):
    event = duplicate()
    close(event)
    assert client.get(reverse("league:table_boards", args=[event.pk])).status_code == 404

    event.compared = ""
    event.save()
    assert tablet_of(event, client).get(reverse("league:table_boards", args=[event.pk])).status_code == 404


def test_card_of_boards_asks_once_more_than_any_other(client: Client, django_assert_num_queries):
    """The bar knows by the table's row whether there is something to see."""
    event = duplicate(travelers_after=Event.TravelersAfter.BOARD)
    tablet = tablet_of(event, client)
    card = card_at(event.rounds.get().tables.get(number=1))
    page = reverse("score_card:card", args=[card.pk])
    tablet.get(page)

    with django_assert_num_queries(5):  # one more than any card of an evening: where each board goes next
        tablet.get(page)
    with django_assert_num_queries(1):
        assert tablet.get(f"{page}changes/?v={card.version}").status_code == 204
