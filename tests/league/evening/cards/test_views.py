"""The cards of closed evenings: read by strangers hand by hand, without what was judged."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from league.evening.events.deeds import close_event, reopen_event
from league.evening.judging.deeds.penalties import give_penalty
from league.evening.rounds.deeds import close_round
from league.models import Event, RoundTable
from tests.lasting import lasting
from tests.league.evening.cards.test_reading import enter
from tests.league.makers import acting_as, make_running_round, make_user, play_round, rule_at

pytestmark = pytest.mark.django_db
NOT_FOR_STRANGERS = ("shouted", "Oh Ruth", "A warning", "Rita Moss", "Carol Reyes", "Penalties", "Print", "ablet")


@pytest.fixture(scope="module")
def lasting_table(django_db_setup: None, django_db_blocker: Any) -> Iterator[RoundTable]:
    with lasting(django_db_blocker):
        yield judged_table()


@pytest.fixture
def table(lasting_table: RoundTable, db: None) -> RoundTable:
    """The first table of an evening that was played and closed; at it somebody was ruled on, and said something."""
    return RoundTable.objects.select_related("event_round__event__club").get(pk=lasting_table.pk)


def judged_table() -> RoundTable:
    event_round = make_running_round(players=8, rounds_planned=1)
    play_round(event_round, seed=1)
    found: RoundTable = event_round.tables.select_related("card__book_version").get(number=1)
    by = acting_as(name="Rita Moss")
    penalty = {"seat": "N", "code": "ruling", "points": 40, "count": 1, "hand": 2, "note": "shouted"}
    give_penalty(table=found, payload=penalty, player="Ruth", acting=by, client_id="penalty")
    found.refresh_from_db()
    rule_at(found, hand=2, decision="A warning for Ruth.")
    found = RoundTable.objects.select_related("card__book_version").get(pk=found.pk)
    enter(found, "remark", text="Oh Ruth", hand=2)
    close_round(event_round=event_round, acting=by, client_id="close round", reason="all in")
    close_event(event=event_round.event, acting=by, client_id="close", reason="")
    return found


def address(table: RoundTable, *hand: int) -> str:
    event_round = table.event_round
    where = [event_round.event.club.slug, event_round.event_id, event_round.number, table.number, *hand]
    return reverse(f"league:read_{'hand' if hand else 'card'}", args=where)


def event_page(client: Client, table: RoundTable) -> str:
    event: Event = table.event_round.event
    return client.get(reverse("league:event", args=[event.club.slug, event.pk])).content.decode()


def test_stranger_reads_a_card_hand_by_hand_without_what_was_judged(
    table: RoundTable, client: Client, django_assert_max_num_queries: Callable[[int], AbstractContextManager[object]]
):
    event = table.event_round.event
    event.club.is_findable = True
    event.club.save()
    assert (
        event_page(client, table).count(f'{address(table)}"') == 2 * 4
    )  # on a phone the rounds are under the name alone

    with django_assert_max_num_queries(3 + 5):
        card = client.get(address(table))
    with django_assert_max_num_queries(3 + 5):
        hand = client.get(address(table, 2))

    for answer in (card, hand):
        page = answer.content.decode()
        assert "Ruth" in page
        assert address(table, 3) in page
        main = page.partition("<main")[2].partition("</main")[0]
        assert [word for word in NOT_FOR_STRANGERS if word in main] == []
        assert answer.headers["X-Robots-Tag"] == "noindex"
    assert "How it was entered" not in hand.text
    assert ">ruling<" in card.text


def test_card_of_a_night_that_is_open_again_says_so_and_leads_on(table: RoundTable, client: Client):
    event = table.event_round.event
    assert client.get(address(table, 99)).status_code == 404
    reopen_event(event=event, acting=acting_as(), client_id="reopen", reason="a slip")

    for path in (address(table), address(table, 1)):
        answer = client.get(path)
        assert answer.status_code == 404
        assert "This night is being put right" in answer.text
        assert f'href="{reverse("league:event", args=[event.club.slug, event.pk])}#results"' in answer.text
    assert address(table) not in event_page(client, table)

    Event.objects.update(ledger_mark="")  # as before it was closed for the first time

    assert "once the event is closed" in client.get(address(table)).text


def test_officials_come_to_the_board_and_nobody_to_hands_that_are_not_known(table: RoundTable, client: Client):
    official = Client()
    official.force_login(make_user(table.event_round.event.club, "referee"))
    assert event_page(official, table).count(f'{address(table)}"') == 4

    RoundTable.objects.filter(pk=table.pk).update(totals={"NS": 60, "EW": 20})

    assert address(table) not in event_page(client, table)
    for page in (address(table), f"{address(table)}hands/1/"):
        assert client.get(page).headers["Location"].endswith(f"/events/{table.event_round.event_id}/#results")
