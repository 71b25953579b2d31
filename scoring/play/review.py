"""A deal looked over once it is done: each decision beside a bot's, and what it cost. Pure.

A decision is judged from what its player could know then, by the same bot that gives hints;
its cost is what that bot expected of its own choice more than of the player's, in points.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from scoring.rules import exchange
from scoring.rules.cards import Seat

from .actions import Action, LayDown, LayMeld, is_same
from .state import Choices, DealState, choices, states_of
from .table import Decision


@dataclass(frozen=True, slots=True)
class Moment:
    """One action of a deal: its number from 1, the action, and the deal before it."""

    number: int
    action: Action
    before: DealState


@dataclass(frozen=True, slots=True)
class Judged:
    """A decision beside the bot's. `cost` is in points of the player's side, never below 0;
    None where the bot does not weigh such choices in points."""

    moment: Moment
    decision: Decision
    cost: float | None

    @property
    def is_same(self) -> bool:
        """Whether the player did what the bot would have done."""
        return is_same(self.moment.action, self.decision.action)


def moments(state: DealState) -> tuple[Moment, ...]:
    """Every action of a deal in order, each with the deal before it."""
    before = list(states_of(state))
    return tuple(Moment(number + 1, action, before[number]) for number, action in enumerate(state.actions))


def decisions(state: DealState, seat: Seat) -> Iterator[Moment]:
    """The moments at which `seat` had a choice."""
    for moment in moments(state):
        asked = choices(moment.before)
        if moment.action.seat == seat and asked is not None and _had_a_choice(moment, asked):
            yield moment


def _had_a_choice(moment: Moment, asked: Choices) -> bool:
    match asked.kind:
        case "trump":
            return len(asked.suits) > 1
        case "play":
            return len(asked.cards) > 1 or isinstance(moment.action, LayDown)
        case "meld":
            state = moment.before
            best = exchange.best_laid(state.book, state.hands[asked.seat], state.trump)
            return not is_same(moment.action, LayMeld(asked.seat, best))
        case _:
            return True


def judged(moment: Moment, decision: Decision) -> Judged:
    """The player's decision beside one that a bot came to, which saw only what the player saw."""
    if is_same(moment.action, decision.action):
        return Judged(moment, decision, 0.0)
    own = _points(decision, moment.action)
    best = _points(decision, decision.action)
    cost = None if own is None or best is None else max(0.0, best - own)
    return Judged(moment, decision, cost)


def _points(decision: Decision, action: Action) -> float | None:
    return next((option.points for option in decision.options if is_same(option.action, action)), None)
