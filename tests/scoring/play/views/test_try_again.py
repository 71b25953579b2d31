"""A hand that is over goes on from one of its decisions, as often as its player likes, and counts for nothing."""

from __future__ import annotations

from dataclasses import replace
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from scoring.models import PlayedGame, PlayedHand, ScoreCard
from scoring.play import judging
from scoring.play.actions import PlayCard
from scoring.play.games import act
from scoring.play.record import score_of
from scoring.play.review import Moment, decisions
from scoring.play.state import choices
from scoring.score_card.recording import read_sheet
from tests.scoring.play.chance import fix_chance
from tests.scoring.play.company import Company
from tests.scoring.play.sitting import Sitting, play_hand, sit_down, sitting

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def few_playouts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(judging, "PLAYOUTS", 20)


def own_decisions(at: Sitting) -> list[Moment]:
    assert at.table.your_seat is not None
    return list(decisions(at.table.state, at.table.your_seat))


def taps(client: Client, at: Sitting, step: int, **fields: Any) -> Any:
    posted = {"client_id": str(uuid4()), "seen": step, **fields}
    return client.post(at.url(f"hands/{at.table.deal.number}/try/{step}/"), posted)


def tries(client: Client, at: Sitting, step: int, **fields: Any) -> Sitting:
    answer = taps(client, at, step, **fields)
    assert answer.status_code == 302, answer.content.decode()
    return sitting(client, answer.headers["Location"].split("/")[2], answer)


def again_as_before(client: Client, first: Sitting, at: Sitting) -> Sitting:
    """Does all that was done the first time."""
    table = at.table
    while not table.state.is_done:
        action = first.table.state.actions[table.seen]
        table = act(table, action, client_id=str(uuid4()), seen=table.seen)
    return sitting(client, at.game.pk)


@pytest.mark.parametrize("book", ["gwinnett", "cutthroat"])
def test_a_hand_goes_on_from_a_decision_and_bots_answer_the_same_to_the_same(client: Client, book: str) -> None:
    first = play_hand(client, sit_down(client, book))
    moment = own_decisions(first)[-3]

    at = tries(client, first, moment.number)

    assert at.table.state == moment.before
    assert at.table.is_your_turn
    assert {seat: sits["name"] for seat, sits in at.game.seats.items()} == {
        seat: sits["name"] for seat, sits in first.game.seats.items()
    }
    done = again_as_before(client, first, at)
    assert done.table.state.actions == first.table.state.actions
    assert done.table.deal.score == first.table.deal.score


def test_the_same_tap_begins_one_try_and_another_tap_another(client: Client) -> None:
    first = play_hand(client, sit_down(client, "gwinnett"))
    step, one = own_decisions(first)[-2].number, str(uuid4())

    once, twice, other = (tries(client, first, step, client_id=each) for each in (one, one, str(uuid4())))

    assert once.game.pk == twice.game.pk != other.game.pk
    assert PlayedGame.objects.count() == 3


def test_a_try_counts_for_nothing(client: Client) -> None:
    first = play_hand(client, sit_down(client, "gwinnett"))
    before = read_sheet(first.table.keeper.card).totals

    begun = tries(client, first, own_decisions(first)[-2].number)
    assert f"/play/{begun.game.pk}/" not in client.get("/play/").content.decode()
    play_hand(client, begun)

    assert PlayedHand.objects.count() == 1
    assert read_sheet(ScoreCard.objects.get(pk=first.table.keeper.card_id)).totals == before
    assert (
        client.post(first.url("next-hand/"), {"client_id": str(uuid4()), "seen": first.table.seen}).status_code == 302
    )
    assert sitting(client, first.game.pk).table.deal.number == 2


@pytest.mark.parametrize(("game", "seed"), [("gwinnett", 20), ("five-handed", 15)])  # there with a called partner
def test_what_came_of_it_stands_beside_the_first_time(
    client: Client, monkeypatch: pytest.MonkeyPatch, game: str, seed: int
) -> None:
    fix_chance(monkeypatch, seed)
    first = play_hand(client, sit_down(client, game))
    step = own_decisions(first)[-2].number
    page = client.get(first.url("hands/1/review/"), {"step": step}).content.decode()
    assert "Try again from here" in page
    assert "The first time" not in page
    at = again_as_before(client, first, tries(client, first, step))
    seat = first.table.your_seat
    assert seat is not None
    assert len(first.table.book.side_of(seat)) == 2
    own = f"{score_of(seat, first.table.deal.score):+}".replace("-", "−")

    result = client.get(at.url()).content.decode()
    review = client.get(first.url("hands/1/review/"), {"step": step}).content.decode()

    assert f"The first time: {own}. This time: {own}." in result
    assert "Try again from there" in result
    assert review.count(f"The first time: {own}. From here: {own}.") == 2  # at the step, and in the list of tries


def test_a_try_that_is_tried_again_from_its_beginning_has_the_same_first_time(client: Client) -> None:
    first = play_hand(client, sit_down(client, "gwinnett"))
    early, late = own_decisions(first)[-4].number, own_decisions(first)[-2].number
    once = again_as_before(client, first, tries(client, first, early))

    same, later = tries(client, once, early), tries(client, once, late)

    assert (once.game.first, same.game.first) == (first.table.deal, first.table.deal)
    assert later.game.first == once.table.deal


def test_another_card_of_a_try_is_judged_by_itself(client: Client) -> None:
    first = play_hand(client, sit_down(client, "gwinnett"))
    moment = next(each for each in own_decisions(first) if isinstance(each.action, PlayCard))
    asked = choices(moment.before)
    assert asked is not None
    assert isinstance(moment.action, PlayCard)
    other = next(card for card in asked.cards if card != moment.action.card)

    own = judging.judgement(first.table.deal, moment)
    found = judging.judgement(first.table.deal, replace(moment, action=PlayCard(moment.action.seat, other)))

    assert {own.moment.action, found.moment.action} == {moment.action, PlayCard(moment.action.seat, other)}
    assert judging.known(first.table.deal, [moment]) == {moment.number: own}


def test_hand_among_friends_is_tried_again_with_bots_in_their_seats() -> None:
    friends = Company("gwinnett", Ann=Client(), Ruth=Client()).begin()
    friends.play()
    first = friends.sitting("Ruth")
    moment = own_decisions(first)[-3]

    done = play_hand(friends.clients["Ruth"], tries(friends.clients["Ruth"], first, moment.number))

    you = first.table.your_seat
    assert {seat for seat, sits in done.game.seats.items() if sits["player"] == "you"} == {you}
    assert "The first time" in friends.clients["Ruth"].get(done.url()).content.decode()
    assert PlayedHand.objects.count() == 2


def test_nobody_goes_on_from_where_there_was_nothing_to_decide(client: Client) -> None:
    at = sit_down(client, "gwinnett")
    assert taps(client, at, 1).status_code == 404
    done = play_hand(client, at)
    own = {moment.number for moment in own_decisions(done)}
    others = next(number for number in range(1, done.table.seen) if number not in own)

    assert taps(client, done, others).status_code == 404
    assert taps(Client(), done, max(own)).status_code == 404
    assert taps(client, done, max(own), client_id="").status_code == 422
    assert PlayedGame.objects.count() == 1
