"""Bots at a table: they act until a person is to act, and see nothing but their seat's view."""

import random
from itertools import pairwise

import pytest

from scoring.play.actions import Bid
from scoring.play.seat_view import SeatView
from scoring.play.state import DealState, Phase, apply, begin
from scoring.play.table import Decision, play_on, play_out
from scoring.rules.book import RuleBook, built_in_book
from scoring.rules.errors import RuleError
from tests.lab.transcripts.plain_player import PlainPlayer
from tests.scoring.play.random_deals import BOOKS, random_start
from tests.scoring.play.test_state import dealt


class Watched:
    """A plain player that remembers what it was shown."""

    def __init__(self) -> None:
        self.views: list[SeatView] = []

    def choose(self, view: SeatView) -> Decision:
        self.views.append(view)
        return PlainPlayer().choose(view)


def start(book: RuleBook) -> DealState:
    return begin(book, book.seats[-1], dealt(book))


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.key)
def test_bots_play_a_deal_to_its_end(book: RuleBook) -> None:
    bots = {seat: Watched() for seat in book.seats}

    done = play_out(start(book), bots)

    assert done.is_done
    assert sum(len(bot.views) for bot in bots.values()) == len(done.actions)
    assert all(view.seat == seat and view.choices is not None for seat, bot in bots.items() for view in bot.views)


def test_bots_stop_at_a_persons_turn() -> None:
    book = built_in_book("npa")
    bots = {seat: PlainPlayer() for seat in "NEW"}

    state = play_out(start(book), bots)

    assert state.to_act == "S"
    assert [action.seat for action in state.actions] == ["N", "E"]
    assert play_out(state, bots) is state
    assert play_out(apply(state, Bid("S", None)), bots).actions[3].seat == "W"


def test_each_action_comes_with_its_decision() -> None:
    book = built_in_book("gwinnett-3")
    first = start(book)

    told = list(play_on(first, dict.fromkeys(book.seats, PlainPlayer())))

    assert [decision.action for _, decision in told] == list(told[-1][0].actions)
    assert all(
        after.actions[:-1] == before.actions for before, after in pairwise([first, *(state for state, _ in told)])
    )
    assert all(decision.reason for _, decision in told)
    assert told[-1][0].phase is Phase.DONE


def test_nobody_plays_on_where_the_deal_is_over() -> None:
    book = built_in_book("gwinnett")
    bots = dict.fromkeys(book.seats, PlainPlayer())
    done = play_out(start(book), bots)

    assert list(play_on(done, bots)) == []


def test_a_bot_that_does_what_is_not_legal_is_refused() -> None:
    class Wild:
        def choose(self, view: SeatView) -> Decision:
            return Decision(Bid(view.seat, 3), "Why not?")

    state = random_start(built_in_book("gwinnett"), random.Random(1))

    with pytest.raises(RuleError):
        play_out(state, dict.fromkeys(state.book.seats, Wild()))
