"""Stakes: a deal's score for every take, computed once, then looked up.

A stake is the side's expected score less the others'. Where a deal may end the game, winning is worth its target; in
the last deal, the lead is worth the tricks of as many deals as players, and a skunk the book's bonus.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property, lru_cache
from itertools import pairwise
from operator import mul
from typing import Final, NamedTuple

from scoring.play.engine import Outcome, Outcomes
from scoring.play.seat_view import SeatView, record_seen
from scoring.rules import game
from scoring.rules.book import RuleBook
from scoring.rules.cards import Card, Seat, Side
from scoring.rules.deal_score import DealRecord, DealScore, score_deal, unplayed_reason
from scoring.rules.melds import game_meld_laid
from scoring.rules.tournament import round_result

_WITHIN_REACH: Final = 2  # opening bids: what a good deal may bring


def record_of_view(view: SeatView) -> DealRecord:
    record = record_seen(view)
    assert record is not None, view
    return with_game_meld(view, record, {seat: shown.cards for seat, shown in view.melds.items()})


def with_game_meld(view: SeatView, record: DealRecord, laid: Mapping[Seat, Sequence[Card]]) -> DealRecord:
    """The record with the player of a meld that is the game; the same in most books."""
    side = game_meld_laid(view.book, laid, record.trump, record.bidder)
    return replace(record, game_meld=side, before=view.standing, off_board=view.off_board) if side else record


def stakes_of(view: SeatView, record: DealRecord, book: RuleBook | None = None) -> Stakes:
    return Stakes(book or view.book, record, view.standing, is_last=view.is_last)


def may_end_game(view: SeatView) -> bool:
    """Whether this deal may end the game, which raises the stakes."""
    target = view.book.game.target
    if view.is_last or view.book.game.winning_lead:
        return True
    if target is None:
        return False
    return max(view.standing.values()) >= target - _WITHIN_REACH * view.book.auction.opening


class Result(NamedTuple):
    """A side's result, or an average: score above the others, shares of `made`, `set`, another side `beaten`, all shown
    meld `kept`; and take."""

    value: float
    made: float
    set: float
    beaten: float
    kept: float
    take: float


def average(results: Sequence[Result]) -> Result:
    return Result(*(sum(figures) / len(results) for figures in zip(*results, strict=True)))


class Stakes:
    def __init__(
        self,
        book: RuleBook,
        record: DealRecord,
        standing: Mapping[Side, int] | None = None,
        *,
        is_last: bool = False,
    ) -> None:
        self.book, self.record, self.is_last = book, record, is_last
        self.standing = standing or dict.fromkeys(book.columns, 0)
        self.is_played = unplayed_reason(book, record) is None
        # By the takes where they say all, else by them, who won tricks, and the last of them.
        self._known: dict[Side, dict[tuple[int, ...], Result]] = {side: {} for side in book.sides}

    @cached_property
    def _side_places(self) -> list[list[int]]:
        book = self.book
        return [[book.seats.index(seat) for seat in book.seats_of(side)] for side in book.take_sides]

    def of(self, takes: tuple[int, ...]) -> Mapping[Side, float]:
        """Differences by side for these takes, in the book's order."""
        return self._differences(score_deal(self.book, self._record(takes)).scores)

    def of_outcomes(self, outcomes: Outcomes, side: Side) -> list[Result]:
        known = self._known[side]
        return [
            known.get(takes) or self._look_up(side, takes, outcomes, place)
            for place, takes in enumerate(outcomes.takes())
        ]

    def unplayed(self, side: Side) -> Result:
        return self._result(score_deal(self.book, self.record), side)

    def _result(self, score: DealScore, side: Side) -> Result:
        part, is_made = score.sides[side], score.outcome == "made"
        value, bids, is_kept = self._differences(score.scores)[side], part.bidding, part.counted == part.meld
        return Result(value, bids and is_made, bids and not is_made, not (bids or is_made), is_kept, part.take)

    def _look_up(self, side: Side, takes: tuple[int, ...], outcomes: Outcomes, place: int) -> Result:
        key = takes
        won: tuple[int, ...] = ()
        outcome = None
        # Where points are many, who won a trick is clear: then takes say all.
        if min(takes) <= self.book.deck.last_trick + self.book.buried_points:
            outcome = outcomes[place]
            won = tuple(sum(outcome.tricks[place] for place in places) for places in self._side_places)
            key = (*takes, *map(bool, won), outcome.last)
        known = self._known[side]
        if key not in known:
            known[key] = self._result(score_deal(self.book, self._record(takes, won, outcome)), side)
        return known[key]

    def _record(self, takes: tuple[int, ...], won: tuple[int, ...] = (), outcome: Outcome | None = None) -> DealRecord:
        book = self.book
        record = replace(self.record, take=dict(zip(book.take_sides, takes, strict=True)))
        if outcome is None or outcome.last < 0:
            return record
        last = book.take_side_of(book.seats[outcome.last])
        return replace(record, tricks=dict(zip(book.take_sides, won, strict=True)), last_trick=last)

    def _differences(self, scores: Mapping[Side, int]) -> Mapping[Side, float]:
        of_game = self._of_end(scores) if self.is_last else self._of_winning(scores)
        # By player, where sides are of different sizes.
        sizes = {side: len(self.book.seats_of(side)) for side in self.book.sides}
        worth = {side: scores[side] + of_game[side] for side in sizes}
        whole, players = sum(worth[side] * size for side, size in sizes.items()), len(self.book.seats)
        return {side: own - (whole - own * sizes[side]) / (players - sizes[side]) for side, own in worth.items()}

    def _of_winning(self, scores: Mapping[Side, int]) -> dict[Side, float]:
        book = self.book.before_the_call
        worth, target, lead = dict.fromkeys(self.book.sides, 0.0), book.game.target, book.game.winning_lead
        after = self._after(scores)
        if lead or (target is not None and max(after.values()) >= target):
            won = game.judge(book, self.standing, after, book.side_of(self.record.bidder), 1)
            if won is not None:
                self._add(worth, won.side, target or lead or 0)
        return worth

    def _add(self, worth: dict[Side, float], column: Side, points: float) -> None:
        """Points of a column of the card, to the side of the hand that it is a part of."""
        side = self.book.side_of(column) if self.book.team else column
        worth[side] += points / len(self.book.seats_of(side)) if self.book.team else points

    def _of_end(self, scores: Mapping[Side, int]) -> dict[Side, float]:
        book = self.book.before_the_call
        worth = dict.fromkeys(self.book.sides, 0.0)
        leading = game.leaders(book, self._after(scores))
        for side in leading:
            self._add(worth, side, len(book.seats) * book.total_points / len(leading))
        if book.round is not None:
            nothing = dict.fromkeys(book.sides, 0)
            deals = [self._after(scores), *[nothing] * (book.round.deals - 1)]
            result = round_result(book, deals)
            if result.skunk is not None:
                self._add(worth, result.skunk, result.skunk_points)
        return worth

    def _after(self, scores: Mapping[Side, int]) -> dict[Side, int]:
        if self.book.team:
            return {seat: self.standing[seat] + scores[self.book.side_of(seat)] for seat in self.book.seats}
        return {side: self.standing[side] + scores[side] for side in self.book.sides}

    # -- by chances

    def expected(self, side: Side, chances: Sequence[float]) -> float:
        """The expected difference when the bidding side takes t with chance `chances[t]`."""
        if not self.is_played:
            return self.unplayed(side).value
        lines = scores_by_take(self.book, self.record)
        if not self._may_end(lines):
            mean = {each: math.fsum(map(mul, chances, line)) for each, line in lines.items()}
            others = [other for seat in self.book.seats if (other := self.book.side_of(seat)) != side]
            return mean[side] - sum(mean[other] for other in others) / len(others)
        by_take = ({each: line[take] for each, line in lines.items()} for take in range(len(chances)))
        return sum(chance * self._differences(scores)[side] for chance, scores in zip(chances, by_take, strict=True))

    def _may_end(self, lines: Lines) -> bool:
        target = self.book.game.target
        if self.is_last or self.book.game.winning_lead:
            return True
        highest = self._after({side: max(line) for side, line in lines.items()})
        return target is not None and max(highest.values()) >= target


# -- scores by the take of the bidding side ----------------------------------------------


Lines = Mapping[Side, Sequence[int]]


def scores_by_take(book: RuleBook, record: DealRecord) -> Lines:
    """Each side's scores by the bidding side's take; the others share the rest. Scores are linear while the book
    says the same of a deal, so only takes between changes are scored."""
    asked = (book, record)
    for known, lines in tuple(_LINES):  # another thread may add to them
        if known == asked:
            return lines
    found: dict[int, DealScore] = {}
    own = replace(record)  # changed where it stands: a new record takes as long as its score
    # Rounded, scores go up in steps.
    turns = range(1, book.total_points + 1) if book.deck.is_rounding else _likely_turns(book, record)
    _score_between(book, own, found, 0, book.total_points, turns)
    lines = _straight(book, book.take_side_of(record.bidder), found)
    _LINES.append((asked, lines))
    return lines


_LINES: Final[deque[tuple[tuple[RuleBook, DealRecord], Lines]]] = deque(maxlen=4)


def _likely_turns(book: RuleBook, record: DealRecord) -> list[int]:
    """Takes where the book likely changes: bid made, points reached, nothing left for a side."""
    most, bidding, contract = book.total_points, book.side_of(record.bidder), book.contract
    turns = {1, record.bid - record.meld.get(bidding, 0), most - len(book.take_sides) + 2, most}
    if contract.bidders_need == "points":
        turns.add(contract.points_needed)
    if contract.defenders_need == "points":
        turns.add(most - contract.points_needed + 1)
    return sorted(turns)


def _score_between(
    book: RuleBook, own: DealRecord, found: dict[int, DealScore], low: int, high: int, turns: Sequence[int]
) -> None:
    for take in (low, high):
        if take not in found:
            object.__setattr__(own, "take", _shared(book, book.take_side_of(own.bidder), take))
            found[take] = score_deal(book, own)
    if high - low > 1 and (book.deck.is_rounding or _says(found[low]) != _says(found[high])):
        inside = [turn for turn in turns if low < turn <= high]
        turn = inside.pop(len(inside) // 2) if inside else (low + high) // 2 + 1
        _score_between(book, own, found, low, turn - 1, inside)
        _score_between(book, own, found, turn - 1, turn, ())
        _score_between(book, own, found, turn, high, inside)


def _says(score: DealScore) -> tuple[object, ...]:
    return (score.outcome, *(step.code for side in score.sides.values() for step in side.steps))


def _straight(book: RuleBook, bidding: Side, found: Mapping[int, DealScore]) -> Lines:
    shares = _all_shares(book, bidding)
    lines: dict[Side, list[int]] = {side: [] for side in book.sides}
    ends = sorted(found)
    scores = [found[take].scores for take in ends]
    for side, line in lines.items():
        share = shares[side]
        for place, (low, high) in enumerate(pairwise(ends)):
            first = scores[place][side]
            rise = (scores[place + 1][side] - first) // ((share[high] - share[low]) or 1)
            line += [first + rise * (each - share[low]) for each in share[low:high]]
        line.append(scores[-1][side])
    return lines


@lru_cache(maxsize=256)
def _all_shares(book: RuleBook, bidding: Side) -> Lines:
    shares = [_shared(book, bidding, take) for take in range(book.total_points + 1)]
    return {side: [share[book.take_side(side)] for share in shares] for side in book.sides}


def _shared(book: RuleBook, bidding: Side, take: int) -> dict[Side, int]:
    others = [side for side in book.take_sides if side != bidding]
    rest = book.total_points - take
    shares = {side: take if side == bidding else rest // len(others) for side in book.take_sides}
    shares[others[0]] += rest % len(others)
    return shares


@lru_cache(maxsize=64)
def spread(book: RuleBook, mean: float, deviation: float) -> tuple[float, ...]:
    """Bell-shaped chances of every take around `mean`."""
    weights = [math.exp(-(((take - mean) / deviation) ** 2) / 2) for take in range(book.total_points + 1)]
    whole = sum(weights)
    return tuple(weight / whole for weight in weights)
