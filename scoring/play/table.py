"""Who sits at a table, and how a deal goes on: bots act until a person is to act or it is over."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Protocol

from scoring.rules.cards import Seat

from .actions import Action
from .seat_view import SeatView, seat_view
from .state import DealState, apply


@dataclass(frozen=True, slots=True)
class Contrast:
    """What a bot's choice and another one came to for its side in the same playouts: in which share of them `what` is
    so, the bid `made` or `set`, that of another side `beaten`, all the meld `kept`, the `last` trick won; or its `take`
    on average. `error` is the standard error of the difference, `amount` the bid or the meld, where that is known."""

    what: str
    best: float
    other: float
    error: float
    amount: int | None = None


@dataclass(frozen=True, slots=True)
class Option:
    """One thing a bot could have done: the action, and what it costs beside what the bot does.

    `cost` is in points of the bot's side less those of the others: never below 0, and 0 for the
    choice itself and for all that the bot could not tell from it. `error` is its standard error.
    `contrasts` are what it came to beside the choice, told where somebody asks for a reason.
    """

    action: Action
    cost: float
    error: float = 0.0
    contrasts: tuple[Contrast, ...] = ()


@dataclass(frozen=True, slots=True)
class Decision:
    """What a bot does and why, in a sentence for a learner; `options` the choices it weighed, the cheapest first.

    Where there are options the action is the first of them. A bot may say later what is `said`: most of its acts
    nobody asks about. Nothing is said where what the options came to is all there is to say.
    """

    action: Action
    said: str | Callable[[], str]
    options: tuple[Option, ...] = ()

    @property
    def reason(self) -> str:
        return self.said if isinstance(self.said, str) else self.said()


class Bot(Protocol):
    """A player that is no person. It sees a seat's view and nothing else."""

    def choose(self, view: SeatView) -> Decision:
        """What the bot does now; `view.choices` is not None."""
        ...


def play_on(state: DealState, bots: Mapping[Seat, Bot]) -> Iterator[tuple[DealState, Decision]]:
    """Lets the bots act as long as it is a bot's turn: each state after an action, with the decision."""
    while state.to_act is not None and state.to_act in bots:
        decision = bots[state.to_act].choose(seat_view(state, state.to_act))
        state = apply(state, decision.action)
        yield state, decision


def play_out(state: DealState, bots: Mapping[Seat, Bot]) -> DealState:
    """The state once the bots can go on no further; done where every seat is a bot's."""
    for after, _ in play_on(state, bots):
        state = after
    return state
