"""A tournament round: its totals with the skunk, lateness, and each player's own score (sections *round* and
*penalties*). A round's totals belong to the sides; penalties and lateness fall on the player."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from enum import StrEnum
from typing import Final

from scoring.rules.notation import counted

from .book import RuleBook
from .book.tournament import Penalty, Round
from .cards import Seat, Side
from .errors import RuleError
from .game import leaders

RULED: Final = "Director’s penalty"
WARNING: Final = "Warning"
MINUTE: Final = timedelta(minutes=1)
BY_RULING: Final = "ruling"  # the code of a penalty beside the book's list, with its points

DealTotals = Mapping[Side, int]


def _round_of(book: RuleBook) -> Round:
    if book.round is None:
        raise RuleError(f"{book.name} has no tournament round.")
    return book.round


# -- lateness ----------------------------------------------------------------------------


def minutes_counted(book: RuleBook, late: timedelta) -> int:
    """The minutes since the start of the round, as the book counts them: full ones, or also one that has begun."""
    rule = book.round.tardiness if book.round else None
    return -(-late // MINUTE) if rule is not None and rule.minute == "begun" else late // MINUTE


def tardiness(book: RuleBook, minutes: int) -> int | None:
    """The points off for so many minutes (`minutes_counted`; 0: on time); None where the player is replaced for the
    rest of the round. A book without a rule on lateness takes nothing."""
    rule = book.round.tardiness if book.round else None
    if rule is None:
        return 0
    return None if minutes >= rule.replaced_at else max(0, minutes - rule.grace) * rule.points_per_minute


# -- the round ---------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class RoundResult:
    """The totals of a round by side, with and before the skunk. `skunk` is the side that gets the `skunk_points`, if
    any."""

    totals: Mapping[Side, int]
    before_skunk: Mapping[Side, int]
    skunk: Side | None
    skunk_points: int


def round_result(
    book: RuleBook, deals: Sequence[DealTotals], side_penalties: Mapping[Side, int] | None = None
) -> RoundResult:
    """The totals of the deals scored so far; the skunk is judged once the round is complete. `side_penalties`
    (`penalties_by_side`) weigh where the book judges it after penalties; they never change a total. Raises `RuleError`
    without a round, and for too many deals."""
    rule = _round_of(book)
    if len(deals) > rule.deals:
        raise RuleError(f"A round has {rule.deals} hands, and this one has {len(deals)}.")
    before = {side: sum(scores[side] for scores in deals) for side in book.sides}
    complete = len(deals) == rule.deals
    skunk = _skunk(book, before, side_penalties or {}) if complete else None
    bonus = rule.skunk.points if rule.skunk and skunk else 0
    totals = {side: total + (bonus if side == skunk else 0) for side, total in before.items()}
    return RoundResult(totals, before, skunk, bonus)


def winners(book: RuleBook, totals: Mapping[Side, int], last_bid: Side | None) -> Sequence[Side]:
    """The winners of a round, or a game of so many hands: several where the book leaves a tie. `last_bid` is the side
    with the last hand's bid."""
    first = leaders(book, totals)
    is_parted = book.round is not None and book.round.level == "last_bidder" and last_bid in first
    return (last_bid,) if last_bid is not None and is_parted else first


def skunk_above(book: RuleBook, side_penalties: Mapping[Side, int]) -> dict[Side, int]:
    """The total of its deals above which each side has points where a skunk is judged; none in a book without one."""
    rule = book.round.skunk if book.round else None
    lost = side_penalties if rule and rule.judged == "after_penalties" else {}
    return {side: lost.get(side, 0) for side in book.sides} if rule else {}


def _skunk(book: RuleBook, before: Mapping[Side, int], penalties: Mapping[Side, int]) -> Side | None:
    """The side that alone has points."""
    with_points = [side for side, above in skunk_above(book, penalties).items() if before[side] > above]
    return with_points[0] if len(with_points) == 1 else None


# -- the players -------------------------------------------------------------------------


class Role(StrEnum):
    """How a person came to sit in a seat."""

    PLAYER = "player"
    SUBSTITUTE = "substitute"  # takes over for a replaced player and plays in the event
    HELPER = "helper"  # takes over, but is not in the event


@dataclass(frozen=True, slots=True)
class PlayerRecord:
    """A person's part in the round score. `minutes_late` counts from the start of the round; `replaced` is for a player
    who left for another reason. `penalties` are the book's, by code and how often; `ruled` the points of each that a
    director gave beside the list."""

    seat: Seat
    role: Role = Role.PLAYER
    minutes_late: int = 0
    replaced: bool = False
    penalties: Mapping[str, int] = field(default_factory=dict)
    ruled: Sequence[int] = ()


@dataclass(frozen=True, slots=True)
class ScoreStep:
    """One line of a player's round score: `amount` is what it adds, `rule` the path in the book."""

    title: str
    amount: int
    rule: str


@dataclass(frozen=True, slots=True)
class PlayerScore:
    """A person's round score as steps; `counts` is false for a score that is nobody's."""

    record: PlayerRecord
    steps: tuple[ScoreStep, ...]
    counts: bool = True

    @property
    def points(self) -> int:
        return sum(step.amount for step in self.steps)


def penalties_by_side(book: RuleBook, players: Sequence[PlayerRecord]) -> dict[Side, int]:
    """The points that the players of each side lose by penalties and lateness together."""
    lost = dict.fromkeys(book.sides, 0)
    for player in players:
        for step in _own_steps(book, player):
            lost[book.side_of(player.seat)] -= step.amount
    return lost


def penalty_title(penalty: Penalty, times: int) -> str:
    """`Card on the floor`, `Card on the floor, 2 times`."""
    return penalty.title if times == 1 else f"{penalty.title}, {times} times"


def player_scores(book: RuleBook, result: RoundResult, players: Sequence[PlayerRecord]) -> tuple[PlayerScore, ...]:
    """The round score of each person: the side's total less penalties, or 0 less penalties for one who was replaced.
    The score of a helper from outside is nobody's, or the absent player's (`round.outside_substitute_scores`). Raises
    `RuleError` for a book without a round, an unknown seat or penalty, and two people in one role at a seat."""
    rule = _round_of(book)
    _check_players(book, players)
    helpers = {player.seat: player for player in players if player.role is Role.HELPER}
    for_absent = rule.outside_substitute_scores == "absent_player"
    scores = []
    for player in players:
        helper = helpers.get(player.seat) if for_absent else None
        steps = (*_share(book, result, player, helper), *_own_steps(book, player))
        scores.append(PlayerScore(player, steps, counts=player.role is not Role.HELPER))
    return tuple(scores)


def is_replaced(book: RuleBook, player: PlayerRecord) -> bool:
    """Whether another person plays for `player`: by lateness or for another reason."""
    return player.replaced or tardiness(book, player.minutes_late) is None


def _check_players(book: RuleBook, players: Sequence[PlayerRecord]) -> None:
    taken = set()
    for player in players:
        if player.seat not in book.seats:
            raise RuleError(f"There is no seat {player.seat} at this table.")
        if (player.seat, player.role) in taken:
            raise RuleError(f"Seat {player.seat} has more than one {player.role}.")
        taken.add((player.seat, player.role))


def _share(
    book: RuleBook, result: RoundResult, player: PlayerRecord, helper: PlayerRecord | None
) -> tuple[ScoreStep, ...]:
    """The person's score of the round, before penalties of their own."""
    if not is_replaced(book, player):
        return _side_steps(book, result, player.seat)
    nothing = ScoreStep("Replaced for the rest of the round", 0, "round.tardiness.replaced_at")
    if helper is None:
        return (nothing,)
    return (*_side_steps(book, result, player.seat), *_own_steps(book, helper))


def _side_steps(book: RuleBook, result: RoundResult, seat: Seat) -> tuple[ScoreStep, ...]:
    side = book.side_of(seat)
    hands = ScoreStep(f"{book.words.say('The hands of')} {side}", result.before_skunk[side], "round")
    if result.skunk != side:
        return (hands,)
    return hands, ScoreStep("Skunk", result.skunk_points, "round.skunk")


def _own_steps(book: RuleBook, player: PlayerRecord) -> tuple[ScoreStep, ...]:
    """Lateness and penalties of one person, in the book's order."""
    known = {penalty.code for penalty in book.penalties}
    for code in player.penalties:
        if code not in known:
            raise RuleError(f"“{code}” is not in the list of penalties of {book.name}.")
    late = tardiness(book, player.minutes_late)
    steps = [ScoreStep(f"{counted(player.minutes_late, 'minute')} late", -late, "round.tardiness")] if late else []
    for penalty in book.penalties:
        times = player.penalties.get(penalty.code, 0)
        if times:
            steps.append(ScoreStep(penalty_title(penalty, times), -times * penalty.points, f"penalties.{penalty.code}"))
    return (*steps, *ruled_steps(book, player))


def ruled_steps(book: RuleBook, player: PlayerRecord) -> tuple[ScoreStep, ...]:
    """The points that a director took by word; under a book without rounds too. A warning costs nothing."""
    return tuple(
        ScoreStep(book.words.say(RULED), -points, "penalties.player_alone") for points in player.ruled if points
    )
