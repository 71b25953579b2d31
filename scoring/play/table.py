"""What a bot is, and play until a person's turn or the end."""

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
    """Two choices in the same playouts: the share in which `what` is so (bid `made` or `set`, another side's
    `beaten`, all meld `kept`, `last` trick won), or the average `take`. `error` is the difference's standard error."""

    what: str
    best: float
    other: float
    error: float
    amount: int | None = None


@dataclass(frozen=True, slots=True)
class Option:
    """An action that a bot considered. `cost` is in points of its side less the others', 0 for all level with the
    choice; `error` its standard error; `contrasts` are for reasons."""

    action: Action
    cost: float
    error: float = 0.0
    contrasts: tuple[Contrast, ...] = ()


@dataclass(frozen=True, slots=True)
class Decision:
    """A bot's action with a sentence for a learner, perhaps made later, empty where the options say it all.
    `options` are what it weighed, the choice first."""

    action: Action
    said: str | Callable[[], str]
    options: tuple[Option, ...] = ()

    @property
    def reason(self) -> str:
        return self.said if isinstance(self.said, str) else self.said()


class Bot(Protocol):
    """A player that sees a seat's view and nothing else."""

    def choose(self, view: SeatView) -> Decision:
        """The bot's decision; `view.choices` is not None."""
        ...


def play_on(state: DealState, bots: Mapping[Seat, Bot]) -> Iterator[tuple[DealState, Decision]]:
    while state.to_act is not None and state.to_act in bots:
        decision = bots[state.to_act].choose(seat_view(state, state.to_act))
        state = apply(state, decision.action)
        yield state, decision


def play_out(state: DealState, bots: Mapping[Seat, Bot]) -> DealState:
    """The state when the bots can go no further; done where all seats are bots'."""
    for after, _ in play_on(state, bots):
        state = after
    return state
