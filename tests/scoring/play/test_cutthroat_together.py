"""Cutthroat with people at their own devices: the kitty, a hand that is laid and answered, going and coming back.

That a page shows nobody's hidden cards is held by `test_secrecy` for all of this too.
"""

from __future__ import annotations

import pytest
from django.test import Client

from scoring.models import PlayedDeal
from scoring.play.actions import Answer, PlayCard
from scoring.play.pages.mat import mat_context
from scoring.play.pages.voice import Voice
from scoring.play.seat_view import seat_view
from scoring.play.state import DealState, Phase, apply, state_to_json
from scoring.score_card.recording import read_sheet
from tests.scoring.play.bots.positions import STRONG, laid, may_lay
from tests.scoring.play.company import Company, company_of
from tests.scoring.play.pages.moments import names
from tests.scoring.play.sitting import act

pytestmark = pytest.mark.django_db

SEATS = {"A": "Ann", "B": "Ruth", "C": "Hank"}


def put(company: Company, state: DealState) -> Company:
    deal = PlayedDeal.objects.filter(game=company.game)
    deal.update(data=state_to_json(state), actions=len(state.actions))
    return company


@pytest.fixture
def three() -> Company:
    return company_of("cutthroat", SEATS.values()).begin()


def answer(company: Company, name: str, *, stands: bool) -> int:
    at = company.sitting(name)
    answered = act(company.clients[name], at, Answer(at.view.seat, stands)).answer
    assert answered is not None
    return answered.status_code


def page(company: Company, name: str) -> str:
    return company.clients[name].get(f"/play/{company.game.pk}/").content.decode()


def test_everybody_sits_and_a_hand_is_played_to_its_end(three: Company) -> None:
    assert [three.sitting(name).view.seat for name in SEATS.values()] == list("ABC")

    three.play()

    assert len(read_sheet(three.game.card).done_lines) == 1


def test_two_people_and_a_bot_play_a_hand() -> None:
    company = Company("cutthroat", Ann=Client(), Ruth=Client()).begin().play()

    assert [sits["player"] for sits in company.game.seats.values()] == ["you", "you", "beginner"]
    assert company.sitting("Ruth").table.state.is_done


def test_the_kitty_is_seen_by_all_and_what_is_buried_by_the_bidder_alone() -> None:
    state = may_lay(C=STRONG)

    assert all(seat_view(state, seat).kitty == state.dealt.kitty for seat in "ABC")
    assert [bool(seat_view(state, seat).buried) for seat in "ABC"] == [False, False, True]


def test_each_is_asked_on_the_own_device_and_the_hand_stands(three: Company) -> None:
    put(three, laid(C=STRONG))
    assert "Does the hand stand?" in page(three, "Ann")
    assert "Does the hand stand?" not in page(three, "Ruth")
    assert answer(three, "Ruth", stands=True) == 409, "Ann is asked first"

    assert [answer(three, name, stands=True) for name in ("Ann", "Ruth")] == [200, 200]

    line = read_sheet(three.game.card).done_lines[0]
    assert line.record is not None
    assert (line.record.laid_stands, line.score.scores["A"]) == (True, 0)


def test_the_hand_that_is_played_lies_beside_the_trick_for_all(three: Company) -> None:
    put(three, laid(C=STRONG))
    assert answer(three, "Ann", stands=False) == 200
    state = three.sitting("Ann").table.state
    assert (state.phase, state.to_act) == (Phase.TRICKS, "C")

    state = apply(state, PlayCard("C", state.hands["C"][0]))
    put(three, state)
    for seat in "AB":
        mat = mat_context(seat_view(state, seat), Voice(names(state.book), seat))
        assert [(each["name"], len(each["faces"])) for each in mat["hands"]] == [("Stan", 24), ("Put away", 5)]
    assert [page(three, name).count("The cards that lie open") for name in ("Ann", "Ruth")] == [1, 1]


def test_a_bot_answers_for_who_left_and_the_person_comes_back_to_the_own_seat(three: Company) -> None:
    put(three, laid(C=STRONG))
    three.post("Ann", "leave")
    assert three.table.people.get(name="Ann").away

    three.tap("Ruth", "go-on")
    assert any(isinstance(done, Answer) and done.seat == "A" for done in three.sitting("Ruth").table.state.actions)

    three.news("Ann", opened="1")
    assert not three.table.people.get(name="Ann").away
    assert three.sitting("Ann").view.seat == "A"
