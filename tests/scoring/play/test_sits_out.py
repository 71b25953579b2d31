"""Four at a table of three: the dealer sits out and looks on, the others play, and the deal passes on.

That nobody who sits out sees a hand is held by `test_seat_view` and `test_secrecy`; every page and transcript of such
deals by those tests that go through `OTHER_BOOKS`.
"""

from __future__ import annotations

import pickle
import random
from itertools import count, cycle
from typing import Any

import pytest
from django.test import Client

from scoring.models import PlayedGame, PlayedHand, SharedDeal
from scoring.play import games
from scoring.play.actions import LayMeld
from scoring.play.pages.frames import frame_context
from scoring.play.pages.mat import mat_context
from scoring.play.pages.panels import panel_context
from scoring.play.pages.voice import Voice
from scoring.play.seat_view import seat_view
from scoring.play.settings import TableSettings
from scoring.play.shared import attempts_at
from scoring.play.state import DealState, Phase
from scoring.rules.money import money_sheet
from scoring.score_card.recording import read_sheet
from tests.scoring.play.company import company_of
from tests.scoring.play.pages.moments import names
from tests.scoring.play.random_deals import OTHER_BOOKS, random_steps
from tests.scoring.play.sitting import Sitting, play_hand, sit_down, tap

BOOK = OTHER_BOOKS["a dealer who sits out"]


def dealt_by(dealer: str, phase: Phase) -> DealState:
    """A deal of this dealer at the first moment of the phase."""
    for seed in count():
        for state in random_steps(BOOK, random.Random(seed)):
            if state.dealer == dealer and state.phase is phase:
                return state
    raise AssertionError("there is no end of seeds")


def test_a_book_of_one_deal_is_the_same_in_another_process() -> None:
    sent = [pickle.loads(pickle.dumps(BOOK.at(dealer))) for dealer in "ABCD"]

    assert sent == [BOOK.at(dealer) for dealer in "ABCD"]
    assert ["".join(book.seats) for book in sent] == ["BCD", "ACD", "ABD", "ABC"]


# -- what is shown -----------------------------------------------------------------------


@pytest.mark.parametrize(("eyes", "clockwise"), [("B", "BCDA"), ("D", "DABC")])
def test_all_four_have_a_place_and_the_dealer_no_cards(eyes: str, clockwise: str) -> None:
    view = seat_view(dealt_by("B", Phase.TRICKS), eyes)

    seats = mat_context(view, Voice(names(BOOK), eyes))["seats"]

    assert [seat["place"] for seat in seats] == ["south", "west", "north", "east"]
    assert [seat["is_out"] for seat in seats] == [seat == "B" for seat in clockwise]
    assert [seat["cards"] for seat in seats] == [0 if seat == "B" else 25 for seat in clockwise]
    assert [seat["roles"] for seat in seats if seat["is_out"]] == ["out this hand"]


def test_who_sits_out_is_told_whose_turn_it_is() -> None:
    state = dealt_by("B", Phase.TRICKS)
    assert state.to_act is not None
    voice = Voice(names(BOOK), "B")

    panel = panel_context(seat_view(state, "B"), voice, TableSettings())

    assert (panel["kind"], panel["title"]) == ("wait", "You sit out this hand")
    assert panel["line"] == f"{voice.name(state.to_act)} is to play."


@pytest.mark.parametrize(("eyes", "hold"), [("B", "long"), ("C", "tap")])
def test_melds_go_by_without_a_tap_of_who_sits_out(eyes: str, hold: str) -> None:
    state = dealt_by("B", Phase.DECLARE)
    assert isinstance(state.actions[-1], LayMeld)

    frame = frame_context(seat_view(state, eyes), names(BOOK), TableSettings(), state.actions[-1])

    assert (frame["hold"], frame["pause"] > 0) == (hold, hold == "long")


# -- a whole game ------------------------------------------------------------------------


@pytest.fixture
def fixed_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    seeds = count(6_000)  # a short game, in which everybody deals
    monkeypatch.setattr(games, "chance", lambda: random.Random(next(seeds)))
    monkeypatch.setattr(games, "secret", lambda: str(next(seeds)))


def begin(client: Client, **fields: Any) -> Sitting:
    return sit_down(client, "cutthroat", strength="beginner", fourth_cutthroat="on", **fields)


@pytest.mark.django_db
@pytest.mark.usefixtures("fixed_chance")
def test_a_whole_game_against_bots(client: Client) -> None:
    at = play_hand(client, begin(client))
    hands = 1
    while not at.game.is_over:
        at = play_hand(client, tap(client, at, "next-hand"))
        hands += 1

    sheet = read_sheet(at.table.keeper.card)
    dealers = [line.dealer for line in sheet.done_lines]
    order = cycle("ABCD")
    while next(order) != dealers[0]:
        pass
    assert dealers == [dealers[0], *(next(order) for _ in range(hands - 1))]
    assert [line.score.scores[line.dealer] for line in sheet.done_lines if line.score] == [0] * hands
    assert sheet.totals == {
        side: sum(line.score.scores[side] for line in sheet.done_lines if line.score) for side in "ABCD"
    }
    won = sheet.game.won
    assert won is not None
    assert sheet.totals[won.side] >= 350
    money = money_sheet(sheet.book, sheet.game, [line.record for line in sheet.counted_lines if line.record])
    assert money is not None
    assert sum(money.totals.values()) + money.kitty == 0 == sum(money.paid.values())
    assert len(money.totals) == 4
    assert PlayedHand.objects.count() == hands - dealers.count("A"), "what was sat out is no hand of one’s own"

    answer = tap(client, at, "next-hand").answer

    assert answer is not None
    assert PlayedGame.objects.count() == 2
    assert list(PlayedGame.objects.latest("created_at").seats) == list("ABCD")


@pytest.fixture
def sat_out(client: Client, fixed_chance: None) -> Sitting:
    """A game whose player has just seen a hand of their own deal go by."""
    at = begin(client, seat="A")
    while at.table.state.dealer != "A":
        at = tap(client, play_hand(client, at), "next-hand")
    return at if at.table.seen else tap(client, at, "go-on")


@pytest.mark.django_db
def test_the_hand_goes_to_its_end_by_itself(client: Client, sat_out: Sitting) -> None:
    page = client.get(sat_out.url()).content.decode()

    assert sat_out.table.state.is_done
    assert ("How the hand ended" in page, "Your hand" in page) == (True, False)
    played = sat_out.table.deal
    assert sorted(played.score) == ["B", "C", "D"]


@pytest.mark.django_db
def test_the_hand_is_looked_over_with_nothing_to_judge(client: Client, sat_out: Sitting) -> None:
    address = sat_out.url(f"hands/{sat_out.table.deal.number}/review/")

    answers = [client.get(f"{address}?step={step}") for step in (0, 1, sat_out.table.seen)]

    assert [answer.status_code for answer in answers] == [200] * 3
    pages = [answer.content.decode() for answer in answers]
    assert [(page.count('<li class="open-hand'), "Your decisions" in page) for page in pages] == [(3, False)] * 3


@pytest.mark.django_db
def test_the_same_cards_are_played_by_those_who_did_not_sit_out(client: Client, sat_out: Sitting) -> None:
    shared = client.post(sat_out.url("again/"), {"client_id": "again", "seen": sat_out.table.seen}).headers["Location"]
    page = client.get(shared).content.decode()
    assert [f'value="{seat}"' in page for seat in "ABCD"] == [False, True, True, True]

    friend = Client()
    refused = friend.post(f"{shared}begin/", {"client_id": "sit", "seat": "A", "name": "Ruth"})
    began = friend.post(f"{shared}begin/", {"client_id": "sit", "seat": "C", "name": "Ruth"})

    assert (refused.status_code, began.status_code) == (422, 302)
    game = PlayedGame.objects.latest("created_at")
    assert {seat: sits["player"] for seat, sits in game.seats.items()} == {
        "A": "beginner", "B": "beginner", "C": "you", "D": "beginner"
    }  # fmt: skip
    assert attempts_at(SharedDeal.objects.get(), None) == [], "the one who sat out made nothing of it"


# -- among friends -----------------------------------------------------------------------

PEOPLE = {"A": "Ann", "B": "Ruth", "C": "Hank", "D": "Bea"}


@pytest.mark.django_db
@pytest.mark.usefixtures("fixed_chance")
def test_four_friends_play_and_each_sits_out_in_turn() -> None:
    agreed = {"fourth_cutthroat": "on", "target_cutthroat": "500"}
    company = company_of("cutthroat", PEOPLE.values(), agreed).begin()
    assert company.table.book_version.book.game.target == 500
    first = company.sitting("Ann").table.state.dealer

    company.play()

    out = PEOPLE[first]
    assert "You sit out" not in company.clients[out].get(f"/play/{company.game.pk}/").content.decode()
    for name in PEOPLE.values():
        assert company.sitting(name).table.deal.number == 1
        company.post_to_table(name, "next-hand", seen=0)
    table = company.sitting(out).table
    assert (table.deal.number, table.state.dealer) == (2, "ABCDA"["ABCD".index(first) + 1])
    assert table.your_seat in table.state.book.seats
    assert PlayedHand.objects.count() == 3


@pytest.mark.django_db
def test_who_sits_out_is_waited_for_by_nobody() -> None:
    agreed = {"fourth_cutthroat": "on"}
    company = company_of("cutthroat", PEOPLE.values(), agreed).begin()
    company.play(to="play")
    state = company.sitting("Ann").table.state
    out = PEOPLE[state.dealer]

    page = company.clients[out].get(f"/play/{company.game.pk}/").content.decode()
    acted = company.act(company.asked())

    assert "You sit out this hand" in page
    assert acted.answer is not None
    assert acted.answer.status_code == 200
    assert len(acted.table.state.actions) > len(state.actions)
