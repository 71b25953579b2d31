from dataclasses import replace
from random import Random

import pytest

from scoring.play.actions import Action, Bid, Bury, Declare, LayDown, LayMeld, NameTrump, PassCards, PlayCard, Redeal
from scoring.play.pages.frames import frame_context
from scoring.play.pages.voice import Voice
from scoring.play.settings import TableSettings
from scoring.play.state import DealState, apply
from scoring.rules.cards import Card
from scoring.rules.notation import parse_cards
from tests.scoring.play.pages.moments import asked, names, view_of
from tests.scoring.play.random_deals import random_steps

CARDS = parse_cards("AS KS QS")


def says(action: Action, state: DealState | None = None) -> str:
    view = view_of(state or asked("npa", "bid"))
    return frame_context(view, names(view.book), TableSettings(), action).says


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
        (Declare("E", "moon"), "Doris shoots the moon: every trick."),
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

    assert frame.hold == "long"
    assert sum(seat.face is not None for seat in frame.mat.seats) == 4
    taker = Voice(names(view.book), "S").says(state.tricks[-1].winner or "", "take")
    assert frame.says.endswith(f"{taker} the trick.")


def test_melds_are_announced_together_and_wait_for_a_tap():
    for state in random_steps(asked("npa", "bid").book, Random(7)):
        last = state.actions[-1] if state.actions else None
        if isinstance(last, LayMeld) and view_of(state).melds and not state.is_done:
            frame = frame_context(view_of(state), names(state.book), TableSettings(), last)
            assert (frame.hold, frame.mat.shows) == ("tap", "melds")
            assert frame.says.startswith("The melds are on the table. ")
            return
    raise AssertionError("no meld in this deal")


def test_what_is_unseen_when_a_card_is_passed_stays_unsaid():
    state = asked("st-hilary", "pass_cards")
    after = apply(state, PassCards(state.to_act or "", view_of(state).hand[:3]))
    watcher = replace(view_of(after), seat="E")

    assert frame_context(watcher, names(after.book), TableSettings(), after.actions[-1]).says.endswith("three cards.")


def test_own_actions_are_marked():
    view = view_of(asked("npa", "bid"))
    own, other = (frame_context(view, names(view.book), TableSettings(), Bid(seat, 52)) for seat in "SE")

    assert (own.is_own, other.is_own) == (True, False)
