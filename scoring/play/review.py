"""Review of a finished deal: each decision beside a bot's, and its cost. Pure.

The bot that gives hints judges from what the player could know; the cost is the points it expects to lose beside the
best choice.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from scoring.rules import exchange
from scoring.rules.cards import Seat

from .actions import Action, LayDown, LayMeld, is_same, kind_of
from .state import Choices, DealState, choices, states_of
from .table import Decision, Option

Part = Literal["auction", "exchange", "play"]
"""Of a hand: the bidding, the play, and all that lies between them."""
_PARTS: Final[dict[str, Part]] = {"redeal": "auction", "bid": "auction", "play": "play", "lay_down": "play"}


def part_of(action: Action) -> Part:
    return _PARTS.get(kind_of(action), "exchange")


@dataclass(frozen=True, slots=True)
class Moment:
    """An action of a deal: its number from 1, and the deal before it."""

    number: int
    action: Action
    before: DealState


@dataclass(frozen=True, slots=True)
class Judged:
    """A decision beside the bot's; `weighed` is None where the bot gives such choices no points."""

    moment: Moment
    decision: Decision
    weighed: Option | None

    @property
    def cost(self) -> float | None:
        """The cost in points of the player's side less the others'; 0 for the best choice and ties."""
        return 0.0 if self.is_same else self.weighed.cost if self.weighed else None

    @property
    def is_same(self) -> bool:
        return is_same(self.moment.action, self.decision.action)


def moments(state: DealState) -> tuple[Moment, ...]:
    before = list(states_of(state))
    return tuple(Moment(number + 1, action, before[number]) for number, action in enumerate(state.actions))


def decisions(state: DealState, seat: Seat) -> Iterator[Moment]:
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


def cost_by_part(found: Iterable[Judged]) -> list[tuple[Part, float]]:
    """What choices cost by part of the hand, the dearest part first."""
    parts: defaultdict[Part, float] = defaultdict(float)
    for each in found:
        if each.cost:
            parts[part_of(each.moment.action)] += each.cost
    return sorted(parts.items(), key=lambda pair: -pair[1])


def lesson_of(found: Sequence[Judged]) -> Judged | None:
    """The surely dearest choice, else the first that couldn't be weighed."""
    dear = [(each.cost - each.weighed.error, each) for each in found if each.cost and each.weighed]
    unknown = (each for each in found if each.cost is None)
    return max(dear, key=lambda pair: pair[0])[1] if dear else next(unknown, None)


def judged(moment: Moment, decision: Decision) -> Judged:
    return Judged(
        moment, decision, next((each for each in decision.options if is_same(each.action, moment.action)), None)
    )
