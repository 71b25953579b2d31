"""What a hand is worth, game by game, as each club's printed rules say it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final, NamedTuple

from tests.lab.year.journal import Hand


class Worth(NamedTuple):
    """Points of each side, the side that bid ("": nobody did), what became of its bid, "made", "set" or "", and which
    side was set: the others, too, if they renege."""

    score: dict[str, int]
    bidders: str
    outcome: str
    set_side: str = ""

    @property
    def is_set(self) -> bool:
        return self.outcome == "set"


class Game(NamedTuple):
    worth: Callable[[Hand, str, Sequence[str]], Worth]
    tricks: int
    target: int = 0  # points that end a game; 0: an agreed number of hands
    skunk: int = 0
    grace: int = 0  # minutes that cost nothing
    a_minute: int = 0
    replaced_after: int = 0


def sides_of(seats: Sequence[str]) -> tuple[str, ...]:
    """The sides of a table, by its seats: two partnerships where four or six sit, else everybody alone."""
    around = sorted(seats, key="NESWABCDFGH".index) if "N" in seats else sorted(seats)
    if "N" in seats:
        return ("NS", "EW")
    return ("".join(around[::2]), "".join(around[1::2])) if len(around) in (4, 6) else tuple(around)


def side_of(seat: str, sides: Sequence[str]) -> str:
    return next(side for side in sides if seat in side)


def _has_trick(hand: Hand, side: str) -> bool:
    """Points mean a trick, and no points none, unless somebody said otherwise."""
    return side not in hand.without_trick and (hand.take.get(side, 0) > 0 or side in hand.with_trick)


def _passed(sides: Sequence[str]) -> Worth:
    return Worth(dict.fromkeys(sides, 0), "", "")


def _is_renege_settled(hand: Hand, bidders: str, sides: Sequence[str], *, meld: Mapping[str, int]) -> Worth | None:
    """St. Hilary's renege, which others take over: the bidders are set and the rest of the hand is thrown in, or the
    bid is made at its height and the other side takes a set."""
    if not hand.renege:
        return None
    others = [side for side in sides if side != bidders]
    if hand.renege == bidders:
        return Worth({bidders: -hand.bid, **{side: meld[side] for side in others}}, bidders, "set")
    score = {bidders: hand.bid + meld[bidders], **{side: meld[side] for side in others}, hand.renege: -hand.bid}
    return Worth(score, bidders, "made")


def st_hilary(hand: Hand, bidders: str, sides: Sequence[str]) -> Worth:
    """Meld and take make the bid, or the bid comes off and all else is lost. The others save their meld by a counter;
    a point that is only the last trick is none."""
    if found := _is_renege_settled(hand, bidders, sides, meld=_all(hand.meld, sides)):
        return found
    score = {}
    for side in sides:
        take = hand.take.get(side, 0)
        has_counter = take > 1 or (take == 1 and side != hand.only_last_trick)
        score[side] = hand.meld.get(side, 0) + take if has_counter else 0
    # The bidders need no counter for their own meld.
    return _made_or_set(hand, bidders, score, hand.meld.get(bidders, 0) + hand.take.get(bidders, 0))


def six_handed(hand: Hand, bidders: str, sides: Sequence[str]) -> Worth:
    """Hoyle's triple deck: a side of three keeps its meld by a trick, the bidders' too."""
    if found := _is_renege_settled(hand, bidders, sides, meld=_all(hand.meld, sides)):
        return found
    score = {side: hand.meld.get(side, 0) + hand.take.get(side, 0) if _has_trick(hand, side) else 0 for side in sides}
    return _made_or_set(hand, bidders, score, score[bidders])


def npa(hand: Hand, bidders: str, sides: Sequence[str]) -> Worth:
    """The progressive game: a bid that fails goes to the opponents, and nothing is ever taken off."""
    (others,) = (side for side in sides if side != bidders)
    counted = {side: meld if (meld := hand.meld.get(side, 0)) >= 20 else 0 for side in sides}
    if hand.renege:
        innocent = others if hand.renege == bidders else bidders
        score = {hand.renege: 0, innocent: hand.bid + counted[innocent]}
        return Worth(score, bidders, "set" if innocent == others else "made")
    meld, take = hand.meld.get(bidders, 0), hand.take.get(bidders, 0)
    if not hand.trump or meld < 20 or meld + 50 < hand.bid or hand.is_thrown_in:  # not played
        return Worth({bidders: 0, others: hand.bid + counted[others]}, bidders, "set")
    theirs = hand.take.get(others, 0)
    pinochle = {side: 500 if hand.take.get(side, 0) == 50 else 0 for side in sides}
    if take >= max(20, hand.bid - meld):
        saved = counted[others] + theirs if theirs >= 20 else 0
        return Worth({bidders: meld + take + pinochle[bidders], others: saved + pinochle[others]}, bidders, "made")
    saved = theirs if theirs >= 20 else 0
    return Worth({bidders: 0, others: hand.bid + counted[others] + saved + pinochle[others]}, bidders, "set")


def gwinnett(hand: Hand, bidders: str, sides: Sequence[str]) -> Worth:
    """No trick, no meld; every trick is 25 more, which helps the bid. Who was stuck keeps what counted, less the
    bid."""
    counted = {side: hand.meld.get(side, 0) if _has_trick(hand, side) else 0 for side in sides}
    take = _all(hand.take, sides)
    if hand.renege == bidders:
        kept = {side: hand.meld.get(side, 0) + take[side] for side in sides if side != bidders}
        return Worth({bidders: -hand.bid, **kept}, bidders, "set")
    if hand.renege:
        score = {side: counted[side] + take[side] for side in sides}
        score[bidders] = hand.meld.get(bidders, 0) + take[bidders]
        return Worth({**score, hand.renege: 0}, bidders, "made")
    with_tricks = [side for side in sides if _has_trick(hand, side)]
    swept = with_tricks[0] if len(with_tricks) == 1 else ""
    score = {side: counted[side] + take[side] + (25 if side == swept else 0) for side in sides}
    if score[bidders] < hand.bid and hand.is_stuck:
        return Worth({**score, bidders: score[bidders] - hand.bid}, bidders, "set")
    return _made_or_set(hand, bidders, score, score[bidders])


def _all(figures: Mapping[str, int], sides: Sequence[str]) -> dict[str, int]:
    return {side: figures.get(side, 0) for side in sides}


def _made_or_set(hand: Hand, bidders: str, score: dict[str, int], made: int) -> Worth:
    if made >= hand.bid and not hand.is_thrown_in:
        return Worth({**score, bidders: made}, bidders, "made")
    return Worth({**score, bidders: -hand.bid}, bidders, "set")


GAMES: Final = {
    "st-hilary": Game(st_hilary, 25, target=150),
    "npa": Game(npa, 50, skunk=200, grace=5, a_minute=10, replaced_after=15),
    "six-handed": Game(six_handed, 75, target=500),
    "gwinnett": Game(gwinnett, 25),
    "gwinnett-3": Game(gwinnett, 25),
}


def worth_of(game: Game, hand: Hand, seats: Sequence[str]) -> Worth:
    sides = sides_of(seats)
    worth = game.worth(hand, side_of(hand.bidder, sides), sides) if hand.bidder else _passed(sides)
    return worth._replace(set_side=hand.renege or (worth.bidders if worth.is_set else ""))


def is_over(game: Game, totals: Mapping[str, int], bidders: str) -> str:
    """The side that has won the game: the bidding side is counted first."""
    there = [side for side in totals if totals[side] >= game.target]
    if bidders in there:
        return bidders
    return max(there, key=totals.__getitem__) if there else ""


def late_points(game: Game, minutes: int) -> int | None:
    """What so many minutes cost; None: replaced for the rest of the round."""
    if game.replaced_after and minutes >= game.replaced_after:
        return None
    return -game.a_minute * max(0, minutes - game.grace)
