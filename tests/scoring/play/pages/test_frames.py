from dataclasses import replace
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from scoring.play.actions import (
    Action,
    Bid,
    Bury,
    CallPartner,
    Declare,
    LayDown,
    LayMeld,
    NameTrump,
    PassCards,
    PlayCard,
    Redeal,
)
from scoring.play.bots import make_bot
from scoring.play.pages.frames import frame_context
from scoring.play.pages.table import MOMENT
from scoring.play.pages.voice import Voice
from scoring.play.seat_view import seat_view
from scoring.play.settings import PACES, TableSettings
from scoring.play.state import DealState, Trick, apply, begin, choices
from scoring.rules.book import built_in_book
from scoring.rules.cards import Card
from scoring.rules.dealing import deal
from scoring.rules.notation import parse_cards
from tests.sampling import sample
from tests.scoring.play.pages.moments import asked, names, view_of
from tests.scoring.play.random_deals import random_steps, turned

CARDS = parse_cards("AS KS QS")


def says(action: Action, state: DealState | None = None) -> str:
    view = view_of(state or asked("npa", "bid"))
    return frame_context(view, names(view.book), TableSettings(), action)["says"]


@pytest.mark.parametrize(
    ("action", "sentence"),
    [
        (Bid("E", None), "Doris passes."),
        (Bid("S", 52), "You bid 52."),
        (NameTrump("E", "H"), "Doris names ♥ hearts trump."),
        (NameTrump("E", None), "Doris has no marriage and can’t name trump."),
        (PassCards("N", CARDS), "Walter passes three cards."),
        (Bury("S", CARDS), "You put three cards away."),
        (LayMeld("E", CARDS), "Doris lays meld."),
        (Declare("E", "play"), "Doris plays the hand."),
        (Declare("E", "moon"), "Doris shoots the moon: every book."),
        (Declare("S", "throw_in"), "You throw the hand in."),
        (PlayCard("E", Card.parse("TH")), "Doris plays the ten of hearts."),
        (LayDown("W"), "Stan claims the rest."),
        (Redeal("E", True), "Doris asks for new cards."),
        (Redeal("S", False), "You keep the cards."),
    ],
)
def test_each_action_has_its_sentence(action: Action, sentence: str):
    assert says(action) == sentence


def test_end_of_the_auction_says_who_has_it():
    state = asked("npa", "trump", stuck=False)
    last = next(action for action in reversed(state.actions) if isinstance(action, Bid))

    assert says(last, state).endswith(f"You have the bid at {state.auction.high}.")


def last_card_of_a_trick() -> tuple[DealState, PlayCard]:
    for state in random_steps(asked("st-hilary", "bid").book, Random(5)):
        action = state.actions[-1] if state.actions else None
        if isinstance(action, PlayCard) and state.trick and not state.trick.cards:
            return state, action
    raise AssertionError("no trick in this deal")


def test_trick_that_is_complete_stays_on_the_mat_and_longer():
    state, action = last_card_of_a_trick()
    view = view_of(state)

    frame = frame_context(view, names(view.book), TableSettings(), action)

    assert (frame["hold"], frame["is_waited_for"]) == ("trick", True)
    assert sum(seat["face"] is not None for seat in frame["mat"]["seats"]) == 4
    taker = Voice(names(view.book), "S").says(state.tricks[-1].winner or "", "take")
    assert frame["says"].endswith(f"{taker} the {view.book.words.trick}.")


def test_melds_are_announced_together_and_wait_for_a_tap():
    for state in random_steps(asked("npa", "bid").book, Random(7)):
        last = state.actions[-1] if state.actions else None
        if isinstance(last, LayMeld) and view_of(state).melds and not state.is_done:
            frame = frame_context(view_of(state), names(state.book), TableSettings(), last)
            assert (frame["hold"], frame["mat"]["shows"]) == ("tap", "melds")
            assert frame["says"].startswith("The melds are on the table. ")
            return
    raise AssertionError("no meld in this deal")


def test_what_is_unseen_when_a_card_is_passed_stays_unsaid():
    state = asked("st-hilary", "pass_cards")
    after = apply(state, PassCards(state.to_act or "", view_of(state).hand[:3]))
    watcher = replace(view_of(after), seat="E")

    assert frame_context(watcher, names(after.book), TableSettings(), after.actions[-1])["says"].endswith(
        "three cards."
    )


def test_own_actions_are_marked():
    view = view_of(asked("npa", "bid"))
    own, other = (frame_context(view, names(view.book), TableSettings(), Bid(seat, 52)) for seat in "SE")

    assert (own["is_own"], other["is_own"]) == (True, False)


def test_the_called_card_tells_who_the_partner_is():
    called = told = 0
    for seed in range(6):
        *steps, _ = random_steps(turned("five-handed", deal__calls="secret"), Random(f"called {seed}"))
        for before, after in pairwise(steps):
            says = frame_context(seat_view(after, "A"), names(after.book), TableSettings(), after.actions[-1])["says"]
            is_told = isinstance(after.actions[-1], PlayCard) and before.is_secret and not after.is_secret
            is_card = isinstance(after.actions[-1], PlayCard)
            assert (is_card and (" the partner." in says or " alone." in says)) == is_told, says
            called += isinstance(after.actions[-1], CallPartner)
            told += is_told

    assert called > 0
    assert told > 0


def test_claim_lays_the_cards_down_for_a_while():
    state = asked("npa", "play", tricks=12, trick=Trick("S"))
    after = apply(state, LayDown("S"))

    frame = frame_context(seat_view(after, "E"), names(after.book), TableSettings(), after.actions[-1])

    assert (frame["hold"], frame["mat"]["shows"], frame["mat"]["line"]) == ("look", "hands", "Ann claims the rest.")
    assert [(each["name"], len(each["faces"])) for each in frame["mat"]["hands"]] == [("Ann", len(state.hands["S"]))]


# -- how long one waits ------------------------------------------------------------------


def seconds_waited(seed: int, settings: TableSettings) -> float:
    """What a player of an npa hand waits for between the own actions, as play.js adds it up.

    Of what came after an action the last frame is not waited for unless it says so, and a trick that lies there when
    the player is asked is none. Where a card can be taken back the others wait for a moment.
    """
    state = _dealt(seed)
    bot, waited, after = make_bot("club", seed=seed), 0.0, list[dict[str, Any]]()
    while not state.is_done:
        question = choices(state)
        assert question is not None
        if question.seat == "S":
            waited, after = waited + _watched(after), []
        forced = question.kind == "play" and len(question.cards) == 1
        action = bot.choose(seat_view(state, question.seat)).action
        state = apply(state, action)
        frame = frame_context(seat_view(state, "S"), names(state.book), settings, action)
        if question.seat == "S" and not forced and not state.is_done and state.to_act != "S":
            waited += max(settings.milliseconds * MOMENT, frame["pause"] if frame["hold"] == "trick" else 0)
        else:
            after.append(frame)
    return (waited + sum(frame["pause"] for frame in after)) / 1000


def _dealt(seed: int) -> DealState:
    book, rng = built_in_book("npa"), Random(seed)
    return begin(book, "W", deal(book, rng, "W"))


def _watched(frames: list[dict[str, Any]]) -> int:
    last = frames[-1:] if frames and (not frames[-1]["is_waited_for"] or frames[-1]["hold"] == "trick") else []
    return sum(frame["pause"] for frame in frames) - sum(frame["pause"] for frame in last)


def test_npa_hand_at_the_normal_pace_is_waited_for_75_seconds_at_most():
    waited = [seconds_waited(seed, TableSettings()) for seed in range(3, 3 + sample(3, 25))]

    assert max(waited) <= 75
    assert min(waited) > 30, "the others are still seen"


def test_each_pace_waits_longer_than_the_next_quicker_one():
    by_pace = [seconds_waited(3, TableSettings(pace=pace)) for pace in PACES]

    assert sorted(by_pace, reverse=True) == by_pace
    assert by_pace[-1] == 0
