"""Scoring a deal: from one line of the score card to a score that explains itself.

Implements the sections *contract*, *bonuses* and *renege* of a rule book: a renege goes before everything else, then
the deals that are not played, then the contract. Every figure is a `Step` with a reason code and the rule it rests on,
and a side's steps add up to its score. Figures are taken as recorded: `claims`, `auction` and `deal_checks` ask whether
they can be."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any, Final

from .book import RuleBook
from .book.contract import Need
from .book.meld import REASONS as MELD_REASONS
from .book.reasons import Step
from .book.renege import UNPROVEN_CALL, InnocentScore
from .cards import Seat, Side, Suit
from .errors import RuleError
from .notation import signed

RULINGS: Final = "rulings"
MELD_CODES: Final = frozenset(code for code, reason in MELD_REASONS.items() if reason.stands == "meld")


@dataclass(frozen=True, slots=True)
class Ruled:
    """Amounts by side that a ruling gave or took beside the deal's score, its words, and the rule it rests on."""

    amounts: Mapping[Side, int]
    reason: str = ""
    rule: str = ""


@dataclass(frozen=True, slots=True)
class DealRecord:
    """One line of the score card, as recorded. Where nobody bids the first to lead is the `bidder`, of 0. `meld` is
    what each side showed, before any minimum, `take` its points in tricks (empty where the deal was not played). A side
    missing from `tricks`, and a `last_trick` of None, are unknown: then a point is a counter, points mean a trick and
    no points no trick. `player_meld` and `player_tricks` are by seat, for books where each player needs a trick.
    `renege` is the side that reneged first, which decides, `renege_cause` how (empty where unknown), `second_renege`
    one after it; `unproven_call` is a side that called one in vain. By rulings, `void` counts for nobody and `ruled`
    are amounts. The bidder cut and laid the hand: `laid_stands` unplayed, or `laid_played`. Its worth, and that of
    `game_meld` (a side with a meld that is the game), rests on the totals `before` and who was `off_board`: by default
    nobody. `out` is a dealer who sits out. Where the bidder calls a `partner` (alone: the bidder), meld and take are by
    the sides of the hand (`RuleBook.for_hand`). `chips` are what the melds that each side laid pay, in a book that pays
    for them."""

    bidder: Seat
    bid: int
    trump: Suit | None = None
    stuck: bool = False
    meld: Mapping[Side, int] = field(default_factory=dict)
    take: Mapping[Side, int] = field(default_factory=dict)
    last_trick: Side | None = None
    tricks: Mapping[Side, int] = field(default_factory=dict)
    no_marriage: bool = False
    thrown_in: bool = False
    moon: bool = False
    renege: Side | None = None
    renege_cause: str = ""
    second_renege: Side | None = None
    unproven_call: Side | None = None
    player_meld: Mapping[Seat, int] = field(default_factory=dict)
    player_tricks: Mapping[Seat, int] = field(default_factory=dict)
    void: bool = False
    ruled: tuple[Ruled, ...] = ()
    laid_stands: bool = False
    laid_played: bool = False
    before: Mapping[Side, int] = field(default_factory=dict)
    off_board: tuple[Side, ...] = ()
    out: Side | None = None
    game_meld: Side | None = None
    chips: Mapping[Side, int] = field(default_factory=dict)
    partner: Seat | None = None


class Outcome(StrEnum):
    """How the bid ended. A deal that was not played and a missed moon are set."""

    MADE = "made"
    SET = "set"
    RENEGE = "renege"
    VOID = "void"


@dataclass(frozen=True, slots=True)
class SideScore:
    side: Side
    bidding: bool
    meld: int
    take: int
    steps: tuple[Step, ...]
    saved: bool = True

    @property
    def score(self) -> int:
        return sum([step.amount for step in self.steps])

    @property
    def counted(self) -> int:
        return sum(step.amount for step in self.steps if step.code in MELD_CODES)

    @property
    def counted_take(self) -> int:
        return sum(step.amount for step in self.steps if step.code == "take")

    def has(self, code: str) -> bool:
        return any(step.code == code for step in self.steps)


@dataclass(frozen=True, slots=True)
class DealScore:
    outcome: Outcome
    played: bool
    sides: Mapping[Side, SideScore]

    @property
    def scores(self) -> dict[Side, int]:
        return {side: part.score for side, part in self.sides.items()}

    def is_set(self, side: Side) -> bool:
        """Whether this side was set: by a renege the side that made it, bidders or defenders."""
        part = self.sides[side]
        if self.outcome is Outcome.RENEGE:
            return part.has("renege")
        return self.outcome is Outcome.SET and part.bidding

    @property
    def is_made(self) -> bool:
        """Whether the bidders made their bid; a renege of the defenders sets these instead."""
        is_set = any(part.bidding and self.is_set(side) for side, part in self.sides.items())
        return self.outcome is not Outcome.VOID and not is_set

    def is_won_by(self, side: Side) -> bool:
        return all(part.score < self.sides[side].score for other, part in self.sides.items() if other != side)


def score_deal(book: RuleBook, record: DealRecord) -> DealScore:
    """The score of one deal under `book`; raises `RuleError` where a take is still missing."""
    here = book_of(book, record)
    score = _score_as_ruled(here, with_shared_tricks(here, record))
    if record.unproven_call is not None or record.second_renege is not None:
        score = _with_remarks(score, record)
    if here.sides != book.sides and record.out is None:
        score = _by_player(book, here, score)
    if record.game_meld is not None:
        score = _with_game_meld(book, record, score)
    if record.out is not None:
        sat_out = SideScore(record.out, False, 0, 0, (Step("sat_out", 0, "deal.fourth"),))
        score = replace(score, sides={side: score.sides.get(side, sat_out) for side in book.sides})
    return _with_ruled(score, record.ruled) if record.ruled else score


def book_of(book: RuleBook, record: DealRecord) -> RuleBook:
    """The book as it holds for this deal: without a dealer who sits out, with the sides that a called partner makes."""
    return book.for_hand(record.out, record.bidder, record.partner)


def with_shared_tricks(book: RuleBook, record: DealRecord) -> DealRecord:
    """The record of a deal whose opponents share their tricks (`RuleBook.take_sides`): each has all of them."""
    if book.take_sides == book.sides:
        return record
    known = dict(record.tricks)
    if len(known) == 1:
        known |= {team: book.tricks - sum(known.values()) for team in book.take_sides if team not in known}
    take, tricks = (
        {side: by_team[team] for side in book.sides if (team := book.take_side(side)) in by_team}
        for by_team in (record.take, known)
    )
    return replace(record, take=take, tricks=tricks)


def _by_player(book: RuleBook, here: RuleBook, score: DealScore) -> DealScore:
    """A score by the sides of the hand as each player's own."""
    sides = {seat: replace(score.sides[here.side_of(seat)], side=seat) for seat in book.seats}
    return replace(score, sides=sides)


def _score_as_ruled(book: RuleBook, record: DealRecord) -> DealScore:
    if record.void:
        return _score_void(book, record)
    offender = offending_side(book, record)
    if offender is not None:
        return _score_renege(book, record, offender)
    if not book.auction.is_held:
        return _score_unbid(book, record)
    reason = unplayed_reason(book, record)
    if reason == "cut_and_lay":
        return _score_laid(book, record)
    if reason is not None:
        return _score_unplayed(book, record, reason)
    _require_takes(record, book.sides)
    return _score_played(book, record)


def _with_game_meld(book: RuleBook, record: DealRecord, score: DealScore) -> DealScore:
    """The score with a meld that is the game: where it counts, it takes its side to the target, or to one point short
    of it off the board and on a hand that was not played. A side that stands higher loses nothing."""
    side, target, laid = record.game_meld, book.game.target, book.bonuses.cut_and_lay
    part = score.sides.get(side or "")
    if not book.game_melds or target is None or part is None or side is None:
        return score
    if not part.counted or score.outcome in (Outcome.RENEGE, Outcome.VOID):
        return score
    if part.bidding and score.outcome is Outcome.SET:
        return score
    was_laid = laid is not None and part.has("cut_and_lay")
    can_win = laid.wins_game if laid is not None and was_laid else score.played
    short = side in record.off_board or not can_win
    missing = target - short - record.before.get(side, 0) - part.score
    if short:
        missing = max(missing, -part.score)
    if missing == 0 or (missing < 0 and not short):
        return score
    step = Step("game_meld", missing, "bonuses.game_melds", {"target": target, "short": short})
    return replace(score, sides={**score.sides, side: replace(part, steps=(*part.steps, step))})


def _score_void(book: RuleBook, record: DealRecord) -> DealScore:
    bidding = book.side_of(record.bidder)
    steps = (Step("void", 0, RULINGS),)
    sides = {
        side: SideScore(side, side == bidding, record.meld.get(side, 0), record.take.get(side, 0), steps)
        for side in book.sides
    }
    return DealScore(Outcome.VOID, False, sides)


def _with_ruled(score: DealScore, ruled: Iterable[Ruled]) -> DealScore:
    sides = dict(score.sides)
    for ruling in ruled:
        for side, amount in ruling.amounts.items():
            facts = {"reason": ruling.reason.rstrip(". "), "signed": signed(amount)}
            step = Step("ruled", amount, ruling.rule or RULINGS, facts)
            for each in [side] if side in sides else side:  # a side of the hand: each of its players
                sides[each] = replace(sides[each], steps=(*sides[each].steps, step))
    return replace(score, sides=sides)


def _require_takes(record: DealRecord, sides: Iterable[Side]) -> None:
    """Raises `RuleError` where one of the sides' takes is not entered: an empty take is never read as none."""
    missing = [side for side in sides if side not in record.take]
    if missing:
        raise RuleError(f"What {', '.join(missing)} took in tricks is not entered yet.")


# -- deals that are not played -----------------------------------------------------------


def unplayed_reason(book: RuleBook, record: DealRecord) -> str | None:
    """Why the deal is not played out: a reason code, or None for a deal that is."""
    contract = book.contract
    if not book.auction.is_held:
        return None
    bidding = book.side_of(record.bidder)
    if is_trump_unnamed(book, record):
        return "no_marriage"
    if contract.below_minimum == "not_played" and is_below_minimum(book, record, bidding):
        return "below_minimum"
    if record.thrown_in and may_be_thrown_in(book, record):
        return "thrown_in"
    if record.laid_stands and book.bonuses.cut_and_lay:
        return "cut_and_lay"
    if contract.off_the_board == "not_played" and not can_make(book, record):
        return "off_the_board"
    return None


def may_be_thrown_in(book: RuleBook, record: DealRecord) -> bool:
    contract = book.contract
    return contract.throw_in and (contract.throw_in_by == "bidder" or record.stuck)


def can_make(book: RuleBook, record: DealRecord) -> bool:
    """Whether the meld and all points in tricks can still reach the bid."""
    sweep = book.bonuses.towards_bid
    most = book.total_points + (sweep.points if sweep else 0)
    return board_meld(book, record, book.side_of(record.bidder)) + most >= record.bid


def board_meld(book: RuleBook, record: DealRecord, side: Side) -> int:
    """A side's meld as it stands on the board: 0 below the minimum that holds for the side."""
    return 0 if is_below_minimum(book, record, side) else record.meld.get(side, 0)


def is_below_minimum(book: RuleBook, record: DealRecord, side: Side) -> bool:
    """Whether a side shows too little meld for any of it to count."""
    if record.meld.get(side, 0) >= book.meld.minimum:
        return False
    if is_trump_unnamed(book, record) and not book.contract.natural_meld_needs_minimum:
        return False
    bidding = book.auction.is_held and side == book.side_of(record.bidder)
    exempt = book.meld.minimum_for_bidders == "when_stuck" and not record.stuck
    return not (bidding and exempt)


def is_trump_unnamed(book: RuleBook, record: DealRecord) -> bool:
    """Whether trump could not be named, for want of a marriage: all melds are natural."""
    return record.no_marriage and book.auction.marriage_needed


def no_meld_counts(book: RuleBook, *, no_marriage: bool) -> bool:
    """Whether no meld counts, whatever it is, so that none need be entered."""
    return no_marriage and book.auction.marriage_needed and book.contract.no_marriage_meld == "none"


def _score_unplayed(book: RuleBook, record: DealRecord, reason: str) -> DealScore:
    record = _without_tricks(record)
    bidding = book.side_of(record.bidder)
    sides = {}
    for side in book.sides:
        if side == bidding:
            steps = [Step(f"not_played_{reason}", 0, "contract.unplayed", _facts(book, record))]
            steps += _loss_of_bid(book, record, thrown_in=reason == "thrown_in")
        elif reason == "thrown_in":
            steps = [*_surrendered(book, record, side)]
        else:
            steps = [*_gift_of_bid(book, record), _unplayed_meld(book, record, side, reason)]
        sides[side] = SideScore(side, side == bidding, record.meld.get(side, 0), 0, tuple(steps), side != bidding)
    return DealScore(Outcome.SET, False, sides)


def _without_tricks(record: DealRecord) -> DealRecord:
    if not (record.take or record.tricks or record.last_trick):
        return record
    return replace(record, take={}, tricks={}, last_trick=None)


def _unplayed_meld(book: RuleBook, record: DealRecord, side: Side, reason: str) -> Step:
    """The other side's counting meld when the deal is not played."""
    contract = book.contract
    shown = record.meld.get(side, 0)
    if reason == "no_marriage":
        if contract.no_marriage_meld == "none":
            return Step("meld_not_counted", 0, "contract.unplayed", {"meld": shown})
        if not contract.natural_meld_needs_minimum:
            return Step("natural_meld", shown, "contract.unplayed", {"meld": shown})
    return _meld_step(book, record, side, "natural_meld" if reason == "no_marriage" else "meld")


def _surrendered(book: RuleBook, record: DealRecord, side: Side) -> Iterator[Step]:
    """What another side gets when the bidder throws the hand in."""
    contract = book.contract
    if contract.surrender == "nothing":
        yield Step("meld_lost", 0, "contract.unplayed", {"meld": record.meld.get(side, 0)})
        return
    yield from _gift_of_bid(book, record)
    yield _meld_step(book, record, side)
    if contract.surrender != "meld":
        all_points = contract.surrender == "meld_and_points"
        gift = _given(book, record, book.total_points if all_points else contract.surrender_points)
        whole = all_points and gift == book.total_points
        yield Step("thrown_in_gift", gift, "contract.unplayed", {"all_points": whole})


# -- cut and lay -------------------------------------------------------------------------


def _score_laid(book: RuleBook, record: DealRecord) -> DealScore:
    """A hand that the bidder laid down and nobody had played: made, without a trick."""
    laid = book.bonuses.cut_and_lay
    assert laid is not None, book.key
    record = _without_tricks(record)
    bidding = book.side_of(record.bidder)
    sides = {}
    for side in book.sides:
        if side == bidding:
            steps = [Step("laid", 0, "bonuses.cut_and_lay"), _meld_step(book, record, side)]
            steps += _laid_steps(book, record, steps)
        elif laid.others_meld == "counts":
            steps = [_meld_step(book, record, side)]
        else:
            steps = [Step("meld_lost", 0, "bonuses.cut_and_lay", {"meld": record.meld.get(side, 0)})]
        sides[side] = SideScore(side, side == bidding, record.meld.get(side, 0), 0, tuple(steps))
    return DealScore(Outcome.MADE, False, sides)


def _laid_steps(book: RuleBook, record: DealRecord, others: Sequence[Step]) -> list[Step]:
    """The worth of a laid hand beside the meld, which with `others` cannot win the game."""
    laid, side = book.bonuses.cut_and_lay, book.side_of(record.bidder)
    assert laid is not None, book.key
    off_board = side in record.off_board and (record.laid_played or laid.off_board_for == "always")
    points = laid.off_board if off_board else laid.made if record.laid_played else laid.stands
    worth = Step("cut_and_lay", points, "bonuses.cut_and_lay", {"off_board": off_board})
    target = book.game.target
    if target is None or laid.wins_game:
        return [worth]
    added = sum(step.amount for step in others) + points
    # A side past the target already keeps its points, but adds none.
    over = min(record.before.get(side, 0) + added - target + 1, added)
    if over <= 0:
        return [worth]
    return [worth, Step("laid_short", -over, "bonuses.cut_and_lay", {"target": target, "over": over})]


# -- the contract ------------------------------------------------------------------------


def has_trick(book: RuleBook, record: DealRecord, side: Side) -> bool:
    """Whether a side won a trick: as recorded, else by the figures of a deal that was played out."""
    known = record.tricks
    if side in known:
        return known[side] > 0
    if known and offending_side(book, record) is None:
        rest = book.tricks - sum(known.values())
        if rest == 0 or all(other in known for other in book.others(side)):
            return rest > 0
    return record.last_trick == book.take_side(side) or record.take.get(side, 0) > 0


def has_every_trick(book: RuleBook, record: DealRecord, side: Side) -> bool:
    if record.tricks.get(side, book.tricks) < book.tricks:
        return False
    rivals = (other for other in book.sides if book.take_side(other) != book.take_side(side))
    return has_trick(book, record, side) and not any(has_trick(book, record, other) for other in rivals)


def has_counter(book: RuleBook, record: DealRecord, side: Side) -> bool:
    """Whether a side won at least one counter; the last-trick point is none in most books."""
    points = record.take.get(side, 0)
    if record.last_trick == book.take_side(side) and not book.contract.last_trick_is_counter:
        points -= book.deck.last_trick
    return points > 0


def needs(book: RuleBook, record: DealRecord, side: Side) -> Need:
    bidding = book.auction.is_held and side == book.side_of(record.bidder)
    return book.contract.bidders_need if bidding else book.contract.defenders_need


def _meets_need(book: RuleBook, record: DealRecord, side: Side) -> bool:
    match needs(book, record, side):
        case "counter":
            return has_counter(book, record, side)
        case "trick":
            return has_trick(book, record, side)
        case "points":
            return counted_take(book, record, side) >= book.contract.points_needed
        case _:
            return True


def _score_played(book: RuleBook, record: DealRecord) -> DealScore:
    bidding = book.side_of(record.bidder)
    facts = _facts(book, record)
    fault = _why_set(book, record, facts)
    sides = {
        side: (
            _bidders_score(book, record, facts, fault)
            if side == bidding
            else _defenders_score(book, record, side, is_set=fault is not None)
        )
        for side in book.sides
    }
    return DealScore(Outcome.SET if fault else Outcome.MADE, True, sides)


def _score_unbid(book: RuleBook, record: DealRecord) -> DealScore:
    """A deal that nobody bid on: each side scores what it makes."""
    _require_takes(record, book.sides)
    sides = {side: _defenders_score(book, record, side, is_set=False) for side in book.sides}
    return DealScore(Outcome.MADE, True, sides)


def _why_set(book: RuleBook, record: DealRecord, facts: dict[str, Any]) -> Step | None:
    """The step that says why the bid was not made; None when it was. A missed moon, the dearest set, comes first."""
    side = book.side_of(record.bidder)
    if _moon_missed(book, record):
        return Step("set_moon_missed", 0, "bonuses.moon", facts)
    need = needs(book, record, side)
    if need in ("counter", "points") and not _meets_need(book, record, side):
        return Step(f"set_no_{need}", 0, "contract.bidders", facts)
    if facts["have"] < record.bid:
        return Step("set_short", 0, "contract.made", facts)
    return None


def counted_take(book: RuleBook, record: DealRecord, side: Side) -> int:
    """A side's take as it counts: rounded where the book rounds."""
    return book.deck.rounded(record.take.get(side, 0), is_bidding=side == book.side_of(record.bidder))


def _take_step(book: RuleBook, record: DealRecord, side: Side, rule: str = "play.count") -> Step:
    take = counted_take(book, record, side)
    return Step("take", take, rule, {"take": take, "pile": record.take.get(side, 0)})


def _facts(book: RuleBook, record: DealRecord) -> dict[str, Any]:
    side = book.side_of(record.bidder)
    counted = _counted_meld(book, record, side)
    take = counted_take(book, record, side)
    bonus = _sweep_bonus(book, record, side)
    counts = bonus if book.bonuses.towards_bid else 0
    return {
        "bid": record.bid,
        "meld": counted,
        "shown": record.meld.get(side, 0),
        "take": take,
        "bonus": counts,
        "have": counted + take + counts,
        "short": record.bid - counted - take - counts,
        "points": book.total_points,
        "needed": book.contract.points_needed,
        "minimum": book.meld.minimum,
    }


def _bidders_score(book: RuleBook, record: DealRecord, facts: dict[str, Any], fault: Step | None) -> SideScore:
    side = book.side_of(record.bidder)
    take = facts["take"]
    if fault is None:
        steps = [Step("made", 0, "contract.made", facts)]
        if book.contract.made_scoring == "bid":
            steps.append(Step("bid_scored", record.bid, "contract.made", {"bid": record.bid}))
        else:
            steps.append(_meld_step(book, record, side))
            if record.laid_played and book.bonuses.cut_and_lay:
                steps += _laid_steps(book, record, steps)
            else:
                steps.append(_take_step(book, record, side))
        if not (facts["bonus"] and book.contract.made_scoring == "bid"):  # it has helped to reach the bid
            steps += _sweep_steps(book, record, side)
    else:
        steps = [fault, *_set_keeps(book, record, facts["meld"], take), *_loss_of_bid(book, record)]
    steps += _moon_points(book, record, is_set=fault is not None)
    return SideScore(side, True, record.meld.get(side, 0), record.take.get(side, 0), tuple(steps), fault is None)


def _set_keeps(book: RuleBook, record: DealRecord, counted: int, take: int) -> Iterator[Step]:
    """Meld and take in a set: lost, but kept where the book says so for a stuck dealer."""
    contract = book.contract
    rule = contract.stuck_set if record.stuck else contract.ordinary_set
    if rule == "bid_lost":
        facts = {"meld": counted, "take": take, "lost": counted + take}
        yield Step("set_loses_all", 0, "contract.set", facts)
    else:
        side = book.side_of(record.bidder)
        keeps_all = record.stuck and contract.stuck_keeps_meld
        whole = keeps_all or counted == board_meld(book, record, side)
        yield Step("set_keeps", 0, "contract.set", {"stuck": record.stuck, "whole": whole})
        yield _meld_step(book, _without_tricks(record) if keeps_all else record, side)
        yield _take_step(book, record, side)


def _defenders_score(book: RuleBook, record: DealRecord, side: Side, *, is_set: bool) -> SideScore:
    contract = book.contract
    take = counted_take(book, record, side)
    saved = _meets_need(book, record, side)
    need = contract.defenders_need
    facts = {
        "take": take,
        "needed": contract.points_needed,
        "meld": record.meld.get(side, 0),
        "by_player": contract.trick_of == "player",
    }
    steps = [*_gift_of_bid(book, record)] if is_set else []
    if need != "nothing":
        steps.append(Step(f"{'saved' if saved else 'unsaved'}_{need}", 0, "contract.save", facts))
    if is_set and contract.unsaved_meld == "kept_against_set":  # without a trick too
        steps.append(_meld_step(book, _without_tricks(record), side))
    elif saved or is_below_minimum(book, record, side):  # too little never counted, so it isn't lost
        steps.append(_meld_step(book, record, side))
    else:
        steps.append(Step("meld_lost", 0, "contract.save", facts))
    if saved or contract.unsaved_take == "kept" or (contract.unsaved_take == "kept_against_made" and not is_set):
        steps.append(_take_step(book, record, side))
    else:
        steps.append(Step("take_lost", 0, "contract.save", facts))
    steps += _sweep_steps(book, record, side)
    return SideScore(side, False, record.meld.get(side, 0), record.take.get(side, 0), tuple(steps), saved)


# -- meld that counts --------------------------------------------------------------------


def _counted_meld(book: RuleBook, record: DealRecord, side: Side) -> int:
    """Meld that counts in a deal that is played: on the board, and with a trick if asked."""
    meld = board_meld(book, record, side)
    if needs(book, record, side) != "trick":
        return meld
    if not has_trick(book, record, side):
        return 0
    if book.contract.trick_of == "side":
        return meld
    # Each player needs a trick; one without a word on it has one with the side.
    without = (seat for seat in book.seats_of(side) if record.player_tricks.get(seat) == 0)
    return max(0, meld - sum(record.player_meld.get(seat, 0) for seat in without))


def _meld_step(book: RuleBook, record: DealRecord, side: Side, code: str = "meld") -> Step:
    shown = record.meld.get(side, 0)
    facts = {"meld": shown, "minimum": book.meld.minimum}
    if shown and is_below_minimum(book, record, side):
        return Step("meld_below_minimum", 0, "meld.minimum", facts)
    counted = _counted_meld(book, record, side) if record.take and shown else shown
    if counted < shown:
        facts |= {"has_trick": has_trick(book, record, side)}
        return Step("meld_without_trick", counted, "contract.save", facts)
    return Step(code, shown, "meld", facts)


# -- bids won and lost, bonuses ----------------------------------------------------------


def _loss_of_bid(book: RuleBook, record: DealRecord, *, thrown_in: bool = False) -> Iterator[Step]:
    contract, facts = book.contract, {"bid": record.bid}
    times = contract.times_off(thrown_in=thrown_in)
    if times:
        yield Step("bid_lost", -times * record.bid, "contract.set", facts)
    elif contract.gives_bid:
        is_shared = contract.given == "shared" and not book.deal.are_two
        others = "the others share" if is_shared else f"{book.deal.others} gets"
        yield Step("bid_given", 0, "contract.set", {**facts, "others": others})
    else:
        yield Step("bid_forgiven", 0, "contract.set", facts)


def _gift_of_bid(book: RuleBook, record: DealRecord) -> Iterator[Step]:
    if book.contract.gives_bid:
        yield Step("bid_won", _given(book, record, record.bid), "contract.set", {"bid": record.bid})


def _given(book: RuleBook, record: DealRecord, points: int) -> int:
    """What each of the other sides gets of such points (`contract.given`)."""
    if book.contract.given != "shared":
        return points
    others = book.others(book.side_of(record.bidder))
    parties = [seat for side in others for seat in book.seats_of(side)] if book.deal.calls_partner else others
    return points // len(parties)


def _sweep_bonus(book: RuleBook, record: DealRecord, side: Side) -> int:
    sweep = book.bonuses.all_tricks
    if sweep is None or not record.take:
        return 0
    if sweep.needs == "all_points":
        won = record.take.get(side, 0) == book.total_points
    else:
        won = has_every_trick(book, record, side)
    return sweep.points if won else 0


def _sweep_steps(book: RuleBook, record: DealRecord, side: Side) -> Iterator[Step]:
    sweep, bonus = book.bonuses.all_tricks, _sweep_bonus(book, record, side)
    if sweep and bonus:
        yield Step(
            "all_tricks", bonus, "bonuses.all_tricks", {"title": sweep.title, "by_points": sweep.needs == "all_points"}
        )


def _moon_missed(book: RuleBook, record: DealRecord) -> bool:
    if not record.moon or book.bonuses.moon is None:
        return False
    return not has_every_trick(book, record, book.side_of(record.bidder))


def _moon_points(book: RuleBook, record: DealRecord, *, is_set: bool) -> list[Step]:
    """The cost or gain of a declared moon besides the contract."""
    moon = book.bonuses.moon
    if moon is None or not record.moon:
        return []
    if _moon_missed(book, record):
        return [Step("moon_missed", -moon.points, "bonuses.moon", {"moon": moon.points})]
    if is_set and not moon.pays_when_set:
        return []
    return [Step("moon", moon.points, "bonuses.moon", {"moon": moon.points})]


# -- renege ------------------------------------------------------------------------------


def offending_side(book: RuleBook, record: DealRecord) -> Side | None:
    """The side whose renege decides the deal: the first one's, or by the book that of a call that was not proven."""
    if record.renege is None and book.renege.unproven_call_is_renege:
        return record.unproven_call
    return record.renege


def _score_renege(book: RuleBook, record: DealRecord, offender: Side) -> DealScore:
    bidding = book.side_of(record.bidder) if book.auction.is_held else None
    rules = book.renege
    sides = {}
    for side in book.sides:
        if side == offender:
            steps = _offender_steps(book, record, side)
        elif side == bidding:
            steps = _innocent_steps(book, record, side, rules.bidders_score)
        elif offender == bidding:
            steps = _innocent_steps(book, record, side, rules.defenders_score)
        else:
            steps = _innocent_steps(book, record, side, rules.third_player_scores)
        meld, take = record.meld.get(side, 0), record.take.get(side, 0)
        sides[side] = SideScore(side, side == bidding, meld, take, tuple(steps), side != offender)
    return DealScore(Outcome.RENEGE, False, sides)


def renege_step(book: RuleBook, record: DealRecord, offender: Side) -> Step:
    """Why the renege decides the deal, and how it came about where that is known."""
    cause = record.renege_cause if record.renege else UNPROVEN_CALL
    bidding = book.auction.is_held and offender == book.side_of(record.bidder)
    return Step("renege", 0, "renege", {"bidding": bidding, "cause": cause})


def _offender_steps(book: RuleBook, record: DealRecord, side: Side) -> list[Step]:
    bidding = book.auction.is_held and side == book.side_of(record.bidder)
    loses = book.renege.bidders_lose if bidding else book.renege.defenders_lose
    steps = [renege_step(book, record, side)]
    if loses == "bid" and book.auction.is_held:
        steps.append(Step("bid_lost", -record.bid, "renege", {"bid": record.bid}))
    moon = book.bonuses.moon
    if bidding and moon and record.moon:
        steps.append(Step("moon_missed", -moon.points, "bonuses.moon", {"moon": moon.points}))
    return steps


def _innocent_steps(book: RuleBook, record: DealRecord, side: Side, kind: InnocentScore) -> list[Step]:
    shown = record.meld.get(side, 0)
    if kind == "counted_meld_and_take":
        meld = _counted_meld(book, record, side)
    else:
        meld = shown if book.renege.meld == "shown" else board_meld(book, record, side)
    facts = {"meld": shown, "minimum": book.meld.minimum}
    steps = [Step("innocent", 0, "renege", {"kind": kind})]
    if kind == "bid_and_meld":
        steps.append(Step("bid_won", record.bid, "renege", {"bid": record.bid}))
    if kind != "nothing":
        code = "meld" if meld == shown else "meld_not_counted"
        steps.append(Step(code, meld, "renege", facts))
    if kind in ("meld_and_take", "counted_meld_and_take"):
        _require_takes(record, (side,))
        steps.append(_take_step(book, record, side, "renege"))
    return steps


def _with_remarks(score: DealScore, record: DealRecord) -> DealScore:
    """The score with what happened besides and costs nothing, at the side that did it."""
    remarks = {}
    if record.unproven_call is not None:
        remarks[record.unproven_call] = Step("unproven_call", 0, "renege")
    if record.second_renege is not None:
        remarks[record.second_renege] = Step("second_renege", 0, "renege")
    sides = {
        side: replace(part, steps=(*part.steps, remarks[side])) if side in remarks and not part.has("renege") else part
        for side, part in score.sides.items()
    }
    return replace(score, sides=sides)


# -- looking ahead -----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Outlook:
    """The outlook once the melds are in. `kind` is `not_played` (with `reason`), `cannot_make` or `on_the_board`;
    `points` of `total` and `need` are what the bidders still need."""

    kind: str
    points: int
    total: int
    need: Need
    reason: str | None = None
    may_throw_in: bool = False
    every_trick: bool = False


def outlook(book: RuleBook, record: DealRecord) -> Outlook:
    side = book.side_of(record.bidder)
    need = book.contract.bidders_need
    short = max(0, record.bid - board_meld(book, record, side))
    points = max(short, book.contract.points_needed if need == "points" else 0)
    if record.thrown_in or record.laid_stands:
        record = replace(record, thrown_in=False, laid_stands=False)
    reason = unplayed_reason(book, record)
    if reason:
        kind = "not_played"
    elif not can_make(book, record):
        kind = "cannot_make"
    else:
        kind = "on_the_board"
    return Outlook(
        kind,
        points,
        book.total_points,
        need,
        reason,
        may_throw_in=reason is None and may_be_thrown_in(book, record),
        every_trick=kind == "on_the_board" and short > book.total_points,
    )
