"""A game: running totals, and whether a deal ended it. Implements the section *game* of a rule book: a target with the
bidding side counted first or the higher score, bid to win, a lead, or a number of deals. In a round nobody wins on a
deal."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import pairwise

from .book import RuleBook
from .cards import Side
from .deal_score import DealRecord, DealScore, score_deal

Totals = Mapping[Side, int]


@dataclass(frozen=True, slots=True)
class Won:
    """The winner, the winning deal (from 1), and the code of the rule: `reached`, `bidding_side_first`, `higher_score`,
    `bid_to_win`, `lead`, or `most` after the last deal of a game that has a target too."""

    side: Side
    hand: int
    code: str


@dataclass(frozen=True, slots=True)
class GameResult:
    scores: tuple[DealScore, ...] = ()
    totals: tuple[Totals, ...] = ()
    won: Won | None = None
    held_back: Mapping[int, Side] = field(default_factory=dict)
    raised: Mapping[int, int] = field(default_factory=dict)

    def judged_by(self, book: RuleBook, hand: int | None = None) -> RuleBook:
        """The book with the target as it stood on that hand, or stands now, where it has risen."""
        risen = [target for number, target in self.raised.items() if hand is None or number < hand]
        return _with_target(book, max(risen)) if risen else book

    def totals_now(self, book: RuleBook) -> Totals:
        """The totals after the last deal; all 0 before the first."""
        return self.totals[-1] if self.totals else dict.fromkeys(book.sides, 0)

    def renumbered(self, hands: Sequence[int]) -> GameResult:
        """The same for deals with other numbers than from 1 on: a hand between them is not played yet."""
        won = self.won and replace(self.won, hand=hands[self.won.hand - 1])
        held_back = {hands[number - 1]: side for number, side in self.held_back.items()}
        raised = {hands[number - 1]: target for number, target in self.raised.items()}
        return replace(self, won=won, held_back=held_back, raised=raised)


def play_game(
    book: RuleBook,
    records: Iterable[DealRecord],
    scored: Sequence[DealScore] = (),
    *,
    to_the_end: bool = True,
    alone: bool = False,
) -> GameResult:
    """Totals after each deal and the winner; deals after the winning one are left out. `scored` are known scores of the
    first deals. `held_back` names, by deal, a side at the target that could not win, by bid to win, at level totals,
    for want of a lead, or since the target has `raised` on that deal, to what. Not `to_the_end` (so many deals, or by
    the clock) nobody wins on a deal. `alone`: each deal is worth what it is at 0 to 0, everybody on the board."""
    scores: list[DealScore] = []
    totals: list[Totals] = []
    held_back: dict[int, Side] = {}
    raised: dict[int, int] = {}
    before: Totals = dict.fromkeys(book.sides, 0)
    won = None
    for number, record in enumerate(records, start=1):
        score = (
            scored[number - 1]
            if number <= len(scored)
            else score_deal(book, record if alone else _in_game(book, record, totals))
        )
        after = {side: before[side] + score.sides[side].score for side in book.sides}
        scores.append(score)
        totals.append(after)
        if not to_the_end:
            before = after
            continue
        won = judge(book, before, after, book.side_of(record.bidder) if book.auction.is_held else "", number)
        if won or _is_last(book, number):
            break
        reached = _standing(book, after)
        if reached:
            held_back[number] = reached[0]
        if rises(book, after, book.side_of(record.bidder)):
            assert book.game.target is not None, book.key
            assert book.game.rises is not None, book.key
            raised[number] = book.game.target + book.game.rises
            book = _with_target(book, raised[number])
        before = after
    return GameResult(tuple(scores), tuple(totals), won, held_back, raised)


@lru_cache(maxsize=64)
def _with_target(book: RuleBook, target: int) -> RuleBook:
    return book.model_copy(update={"game": book.game.model_copy(update={"target": target})})


def rises(book: RuleBook, totals: Totals, bidding: Side) -> bool:
    """Whether the target rises, since several others stand there after a deal and the bidder doesn't."""
    standing = _standing(book, totals)
    return book.game.rises is not None and len(standing) > 1 and bidding not in standing


def _in_game(book: RuleBook, record: DealRecord, totals: Sequence[Totals]) -> DealRecord:
    """The deal with the state of the game that its worth rests on, if any."""
    if not (record.laid_stands or record.laid_played or record.game_meld):
        return record
    before = totals[-1] if totals else {}
    return replace(record, before=before, off_board=off_board(book, totals))


def off_board(book: RuleBook, totals: Sequence[Totals]) -> tuple[Side, ...]:
    stood = {side: [0, *(after[side] for after in totals)] for side in book.sides}
    return tuple(side for side, points in stood.items() if not _is_on_board(book, points))


def _is_on_board(book: RuleBook, points: Sequence[int]) -> bool:
    """Whether a side with these totals, from the 0 at the start on, is on the board."""
    if book.game.on_board == "now":
        return points[-1] > 0 or (points[-1] == 0 and any(points))
    return any(after > 0 or (after == 0 and before < 0) for before, after in pairwise(points))


def judge(book: RuleBook, before: Totals, after: Totals, bidding: Side, number: int) -> Won | None:
    """The winner on the deal that took the totals from `before` to `after`, if any."""
    return _won(book, before, after, bidding, number) or _most(book, after, number)


def _won(book: RuleBook, before: Totals, after: Totals, bidding: Side, number: int) -> Won | None:
    standing = _standing(book, after)
    if rises(book, after, bidding):
        return None
    if book.game.needed_lead:
        standing = [side for side in standing if side in _ahead(book, after)]
    by_lead = not standing and book.game.winning_lead is not None
    if by_lead:
        standing = _ahead(book, after)
    if not standing:
        return None
    if bid_to_win_in_force(book, before):
        return Won(bidding, number, "bid_to_win") if bidding in standing else None
    if len(standing) == 1:
        return Won(standing[0], number, "lead" if by_lead else "reached")
    if book.game.both_reach == "bidding_side" and bidding in standing:
        return Won(bidding, number, "bidding_side_first")
    best = max(after[side] for side in standing)
    leaders = [side for side in standing if after[side] == best]
    if len(leaders) == 1:
        return Won(leaders[0], number, "higher_score")
    if book.game.level == "bidding_side" and bidding in leaders:
        return Won(bidding, number, "bidding_side_first")
    return None


def _ahead(book: RuleBook, totals: Totals) -> list[Side]:
    """The side, if any, with the lead that decides."""
    first, second, *_ = sorted(book.sides, key=lambda side: -totals[side])
    lead = book.game.lead
    return [first] if lead and totals[first] - totals[second] >= lead.points else []


def _is_last(book: RuleBook, number: int) -> bool:
    """Whether this deal is the last of a game to a target, won or tied."""
    return book.game.target is not None and number == book.game.deals


def _most(book: RuleBook, totals: Totals, number: int) -> Won | None:
    """The one leader after the last deal of a game that has a target too."""
    if not _is_last(book, number):
        return None
    first = leaders(book, totals)
    return Won(first[0], number, "most") if len(first) == 1 else None


def bid_to_win_in_force(book: RuleBook, totals: Totals) -> bool:
    """Whether, at these totals before a deal, only the side that wins the auction can win."""
    rule = book.game.bid_to_win
    if rule is None:
        return False
    lowest = sorted(totals[side] for side in book.sides)[-2 if rule.stand == "two" else 0]
    return lowest >= rule.at if rule.includes_level else lowest > rule.at


def _standing(book: RuleBook, totals: Totals) -> list[Side]:
    target = book.game.target
    return [] if target is None else [side for side in book.sides if totals[side] >= target]


def leaders(book: RuleBook, totals: Totals) -> Sequence[Side]:
    best = max(totals[side] for side in book.sides)
    return [side for side in book.sides if totals[side] == best]
