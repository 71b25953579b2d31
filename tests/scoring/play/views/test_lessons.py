"""The lesson of the week, and what a record says of many hands."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from scoring.models import PlayedDeal, PlayedHand, SharedDeal
from scoring.play import lessons, own_hands
from scoring.play.actions import PlayCard
from scoring.play.review import Judged, Moment
from scoring.play.state import choices
from scoring.play.table import Decision, Option
from tests.lasting import lasting
from tests.scoring.play.chance import fix_chance
from tests.scoring.play.sitting import Sitting, play_hand, sit_down

pytestmark = pytest.mark.django_db
LESSON = "/play/lesson/"


def costs_four(_: PlayedDeal, moment: Moment, *__: Any) -> Judged:
    """As if another card had been better by four points, and all else right."""
    asked, action = choices(moment.before), moment.action
    if asked is None or not isinstance(action, PlayCard):
        return Judged(moment, Decision(action, "So it is."), Option(action, 0.0))
    best = PlayCard(action.seat, next(card for card in asked.cards if card != action.card))
    options = (Option(best, 0.0), Option(action, 4.0, 0.5))
    return Judged(moment, Decision(best, "So it is.", options), options[1])


@pytest.fixture(scope="module")
def looked_over(django_db_setup: None, django_db_blocker: Any) -> Iterator[tuple[Client, Sitting]]:
    """A table whose hand the Expert has looked over, with something to learn from."""
    with lasting(django_db_blocker), pytest.MonkeyPatch.context() as patched:
        fix_chance(patched, 20)
        client = Client()
        at = play_hand(client, sit_down(client, "gwinnett"))
        assert own_hands.work_out_cost(own(), costs_four)
        yield client, at


@pytest.fixture
def client(looked_over: tuple[Client, Sitting], db: None) -> Client:
    """The browser that played it."""
    return looked_over[0]


@pytest.fixture
def at(looked_over: tuple[Client, Sitting], db: None) -> Sitting:
    """The table at which it was played."""
    return looked_over[1]


def own() -> PlayedHand:
    return PlayedHand.objects.get()


def page(client: Client, place: int | str = "") -> str:
    answer = client.get(LESSON, {"position": place})
    assert answer.status_code == 200
    return answer.content.decode()


def positions() -> list[lessons.Position]:
    hand = own()
    return lessons.of_this_week(hand.player_id, hand.device)


def tap(client: Client, place: int, choice: int) -> None:
    at = positions()[place - 1]
    sent = {"hand": at.hand, "number": at.number, "choice": choice}
    assert client.post(f"{LESSON}answer/", sent).headers["Location"] == f"{LESSON}?position={place}"


def test_three_positions_are_answered_with_a_tap_each(client: Client, at: Sitting) -> None:
    assert "1 of 3" in page(client)
    assert page(client).count('name="choice"') == 2
    assert "So it is." not in page(client)

    tap(client, 1, 0)
    assert "That’s it" in page(client, 1)
    assert "So it is." in page(client, 1)
    assert f"/play/{at.game.pk}/hands/1/review/?step={positions()[0].number}" in page(client, 1)
    assert "2 of 3" in page(client)

    tap(client, 2, 1)
    tap(client, 3, 0)
    assert "Better" in page(client, 2)
    assert "2 of 3 this week" in page(client)
    assert "Monday" in page(client)


def test_first_answer_counts_however_often_it_is_sent(client: Client) -> None:
    for choice in (1, 1, 0):
        tap(client, 1, choice)

    assert [each.answer for each in positions()] == [1, None, None]
    assert {each.facts["week"] for each in positions()} == {lessons.week_of(timezone.localdate())}


@pytest.mark.parametrize("sent", [{}, {"hand": "1", "number": "x", "choice": "0"}, {"choice": "7"}])
def test_what_is_no_answer_changes_nothing(client: Client, sent: dict[str, str]) -> None:
    first = positions()[0]
    wrong = {"hand": first.hand, "number": first.number, "choice": "7", **sent}

    assert client.post(f"{LESSON}answer/", wrong).headers["Location"] == LESSON
    assert {each.answer for each in positions()} == {None}


def test_nobody_else_gets_them(looked_over: object, db: None) -> None:
    other, first = Client(), positions()[0]

    assert "What now?" not in page(other)
    other.post(f"{LESSON}answer/", {"hand": first.hand, "number": first.number, "choice": "0"})
    assert {each.answer for each in positions()} == {None}


def test_deal_of_a_day_that_is_not_over_is_left_out(at: Sitting) -> None:
    version, today = at.table.keeper.card.book_version, timezone.localdate()
    shared = SharedDeal.objects.create(
        token="t", book_version=version, book_key="gwinnett", data="", seed="", day=today
    )
    PlayedHand.objects.update(shared=shared)
    assert positions() == []

    SharedDeal.objects.update(day=today - timedelta(days=1))
    assert len(positions()) == 3


def test_lesson_takes_four_queries(client: Client, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    with django_assert_num_queries(4):
        page(client)


def test_record_says_what_costs_most_after_ten_hands(
    client: Client, at: Sitting, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    assert "So far: 1." in client.get("/play/record/").content.decode()
    hand = own()
    hand.at -= timedelta(days=1)
    for _ in range(11):
        hand.pk, hand.deal = None, None
        hand.save(force_insert=True)

    with django_assert_num_queries(3):
        text = client.get("/play/record/").content.decode()

    assert re.search(r"What you do well:</strong> [^:]+: of \d+ such choices, none clearly cost you points.", text)
    assert re.search(
        r"What costs you most:</strong>\s+[^:]+: about \d+ points in ten hands. It was so in 12 of 12:", text
    )
    assert f"/play/{at.game.pk}/hands/1/review/?step=" in text
