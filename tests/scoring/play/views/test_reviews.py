"""Looking over a hand: when it may be, step by step, and the Expert's judgement beside each decision."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.core.cache import caches
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from scoring.play import judging, thinking
from scoring.play.pages.hints import GETTING_READY
from scoring.play.review import decisions
from scoring.play.thinking import Busy
from tests.lasting import lasting
from tests.sampling import every
from tests.scoring.play.chance import fix_chance
from tests.scoring.play.sitting import Sitting, play_hand, sit_down

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def played(django_db_setup: None, django_db_blocker: Any) -> Iterator[tuple[Client, Sitting]]:
    """A hand that is over, and the browser that played it."""
    with lasting(django_db_blocker), pytest.MonkeyPatch.context() as patched:
        fix_chance(patched, 20)
        client = Client()
        yield client, play_hand(client, sit_down(client, "gwinnett"))


@pytest.fixture
def client(played: tuple[Client, Sitting], db: None) -> Client:
    return played[0]


@pytest.fixture
def at(played: tuple[Client, Sitting], db: None) -> Sitting:
    return played[1]


@pytest.fixture(autouse=True)
def few_playouts(monkeypatch: pytest.MonkeyPatch) -> None:
    caches[judging.JUDGMENTS].clear()
    monkeypatch.setattr(judging, "PLAYOUTS", 20)


def page(client: Client, at: Sitting, step: int | str = 0, **headers: str) -> str:
    answer = client.get(f"{at.url()}hands/1/review/", {"step": step}, headers=headers)
    assert answer.status_code == 200
    return answer.content.decode()


def own_decisions(at: Sitting) -> list[int]:
    assert at.table.your_seat is not None
    return [moment.number for moment in decisions(at.table.state, at.table.your_seat)]


def test_a_hand_that_is_not_over_is_not_shown_open(client: Client) -> None:
    at = sit_down(client, "gwinnett")

    answer = client.get(f"{at.url()}hands/1/review/")

    assert answer.status_code == 302
    assert answer.headers["Location"] == at.url()
    assert client.get(f"{at.url()}hands/1/review/1/").status_code == 404


@pytest.mark.parametrize("book", every(2, ["st-hilary", "npa", "gwinnett-3"]))
def test_every_step_of_a_hand_shows_the_open_hands(client: Client, book: str) -> None:
    at = play_hand(client, sit_down(client, book))
    steps = len(at.table.state.actions)

    for step in (0, 1, steps // 2, steps):
        text = page(client, at, step)
        assert f"{step} of {steps}" in text
        assert text.count('class="open-name"') >= len(at.table.book.seats)
    assert text.count('class="face ') < page(client, at, 0).count('class="face ')


@pytest.mark.parametrize("step", ["-1", "x", "99999999", "²", ""])
def test_a_step_that_is_none_is_answered_with_one_that_is(client: Client, at: Sitting, step: str) -> None:
    assert re.search(r"(0|\d+) of \d+", page(client, at, step))


def test_a_decision_is_shown_beside_the_experts(client: Client, at: Sitting) -> None:
    number = own_decisions(at)[-1]

    assert "The Expert:" in page(client, at, number)


def test_the_list_asks_for_one_judgement_after_the_other_and_keeps_it(client: Client, at: Sitting) -> None:
    number = own_decisions(at)[-1]
    assert "thinking" in page(client, at)

    row = client.get(f"{at.url()}hands/1/review/{number}/", headers={"HX-Request": "true"}).content.decode()

    assert "decision-cost" in row
    assert "hx-get" not in row
    assert '<tr class="review-total" id="review-total" hx-swap-oob="true">' in row
    assert f"Still being worked out, 1 of {len(own_decisions(at))} decisions so far." in row
    assert page(client, at).count("decision-cost") == 1


def test_with_scripts_a_step_is_shown_at_once_and_asks_for_its_judgement(client: Client, at: Sitting) -> None:
    number = own_decisions(at)[-1]

    text = page(client, at, number, **{"HX-Request": "true"})
    box = client.get(
        f"{at.url()}hands/1/review/{number}/", headers={"HX-Request": "true", "HX-Target": "judged"}
    ).content.decode()

    assert f'hx-get="{at.url()}hands/1/review/{number}/" hx-trigger="load' in text
    assert "The Expert:" in box
    assert "hx-get" not in box


def test_a_busy_expert_is_asked_again(client: Client, at: Sitting, monkeypatch: pytest.MonkeyPatch) -> None:
    def busy(*_: object) -> None:
        raise Busy

    number = own_decisions(at)[-1]
    monkeypatch.setattr(thinking, "decide", busy)

    assert client.get(f"{at.url()}hands/1/review/{number}/", headers={"HX-Request": "true"}).status_code == 204
    assert "busy" in page(client, at, number)


def test_until_an_expert_is_ready_the_review_says_so_and_asks_on(
    client: Client, at: Sitting, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    number = own_decisions(at)[-1]
    settings.WORKS_APART = True
    monkeypatch.setattr(thinking.EXPERTS, "is_ready", lambda: False)

    text = page(client, at, number)
    row = client.get(f"{at.url()}hands/1/review/{number}/", headers={"HX-Request": "true"})

    assert text.count(GETTING_READY) == 2  # at its step and below the list
    assert row.status_code == 204


def test_no_such_hand_and_no_such_decision(client: Client, at: Sitting) -> None:
    assert client.get(f"{at.url()}hands/9/review/").status_code == 404
    assert client.get(f"{at.url()}hands/1/review/9999/", headers={"HX-Request": "true"}).status_code == 404


def test_a_step_takes_three_queries(
    client: Client, at: Sitting, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(3):
        page(client, at, 3)


def test_when_all_is_judged_the_hand_is_summed_up(client: Client, at: Sitting) -> None:
    assert "once they are judged" in page(client, at)
    for number in own_decisions(at):
        client.get(f"{at.url()}hands/1/review/{number}/", headers={"HX-Request": "true"})

    text = page(client, at)

    assert "so far" not in text
    assert "hx-get" not in text.partition('id="review-total"')[0].rpartition("<tbody>")[2]
    assert re.search(r"Your choices cost (about \d+|\d+ to \d+|less than 1) points?, |Your choices cost nothing", text)
