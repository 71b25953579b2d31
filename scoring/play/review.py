"""Review of a finished deal: each decision beside a bot's, and its cost. Pure.

The bot that gives hints judges from what the player could know; the cost is the points it expects to lose beside the
best choice.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
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
    """The part of a hand that an action belongs to."""
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
        """Whether the player did the same as the bot."""
        return is_same(self.moment.action, self.decision.action)


def moments(state: DealState) -> tuple[Moment, ...]:
    """All actions in order, each with the deal before it."""
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


@dataclass(frozen=True, slots=True)
class Reckoning:
    """The total cost of the `judged` choices, `by_part` with the dearest first; each may be off by one of the `errors`.

    `lesson` is the surely dearest one, else the first that couldn't be weighed.
    """

    judged: int
    by_part: tuple[tuple[Part, float], ...]
    errors: tuple[float, ...]
    lesson: Judged | None
    unweighed: int

    @property
    def cost(self) -> float:
        return sum(cost for _, cost in self.by_part)


def reckoning(found: Iterable[Judged]) -> Reckoning:
    every = tuple(found)
    parts: defaultdict[Part, float] = defaultdict(float)
    for each in every:
        if each.cost:
            parts[part_of(each.moment.action)] += each.cost
    dear = [(each.cost - each.weighed.error, each) for each in every if each.cost and each.weighed]
    unknown = [each for each in every if each.cost is None]
    return Reckoning(
        judged=len(every),
        by_part=tuple(sorted(parts.items(), key=lambda pair: -pair[1])),
        errors=tuple(each.weighed.error for each in every if each.weighed and not each.is_same),
        lesson=max(dear, key=lambda pair: pair[0])[1] if dear else next(iter(unknown), None),
        unweighed=len(unknown),
    )


def judged(moment: Moment, decision: Decision) -> Judged:
    """The player's decision beside a bot's, from the player's view."""
    return Judged(
        moment, decision, next((each for each in decision.options if is_same(each.action, moment.action)), None)
    )
