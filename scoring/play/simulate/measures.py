"""The measures of a deal, each a sum over a sum.

A measure gives an amount and a base, whole numbers: `set_rate` 1 over 1 for a set bid, `save_rate` sides that saved
over sides that had to. Sums are the same in any order, on any cores.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Literal

from .deals import DealFacts

Pair = tuple[int, int]
Unit = Literal["share", "points"]


@dataclass(frozen=True, slots=True)
class Measure:
    """A figure: name, share or points, and what a deal adds."""

    key: str
    title: str
    unit: Unit
    of: Callable[[DealFacts], Pair]


def _share(key: str, title: str, holds: Callable[[DealFacts], bool]) -> Measure:
    return Measure(key, title, "share", lambda facts: (int(holds(facts)), 1))


def _bidders(key: str, title: str, amount: Callable[[DealFacts], int], *, played: bool = False) -> Measure:
    """Points a deal; with `played`, of played deals alone."""
    return Measure(key, title, "points", lambda facts: (amount(facts), 1) if facts.is_played or not played else (0, 0))


def _defenders(
    key: str, title: str, figures: Callable[[DealFacts], tuple[int, ...]], *, played: bool = False
) -> Measure:
    def of(facts: DealFacts) -> Pair:
        if played and not facts.is_played:
            return 0, 0
        values = figures(facts)
        return sum(values[place] for place in facts.defenders), len(facts.defenders)

    return Measure(key, title, "points", of)


def _saves(facts: DealFacts) -> Pair:
    if not facts.is_played:
        return 0, 0
    return sum(facts.saved[place] for place in facts.defenders), len(facts.defenders)


def _margin(facts: DealFacts) -> Pair:
    others = len(facts.defenders)
    return facts.scores[facts.bidder] * others - sum(facts.scores[place] for place in facts.defenders), others


MEASURES: Final[tuple[Measure, ...]] = (
    _share("set_rate", "Bids that are set", lambda facts: not facts.made),
    Measure("save_rate", "Defending sides that save, in hands played", "share", _saves),
    _share("unplayed", "Hands not played out", lambda facts: not facts.is_played),
    _share("thrown_in", "Thrown in by the bidder", lambda facts: facts.ending == "thrown_in"),
    _share("no_marriage", "Not played: no marriage to name trump", lambda facts: facts.ending == "no_marriage"),
    _share("below_minimum", "Not played: too little meld", lambda facts: facts.ending == "below_minimum"),
    _share("off_the_board", "Not played: the bid is out of reach", lambda facts: facts.ending == "off_the_board"),
    _share("stuck", "The dealer is stuck", lambda facts: facts.stuck),
    _share("redealt", "Dealt again for a poor hand", lambda facts: facts.redeals > 0),
    _share("moon", "Shooting the moon", lambda facts: facts.moon),
    _share("laid", "Cut and laid by the bidder", lambda facts: facts.laid),
    _share("laid_stands", "Cut and laid, and not played", lambda facts: facts.ending == "cut_and_lay"),
    _bidders("bid", "Bid", lambda facts: facts.bid),
    Measure("free_bid", "Bid, where the dealer is not stuck", "points", lambda f: (0, 0) if f.stuck else (f.bid, 1)),
    _bidders("bidders_meld", "Meld of the bidding side", lambda facts: facts.side_melds[facts.bidder]),
    _defenders("defenders_meld", "Meld of a defending side", lambda facts: facts.side_melds),
    _bidders("bidders_take", "Take of the bidding side", lambda f: f.takes[f.bidder], played=True),
    _bidders("bidders_score", "Score of the bidding side", lambda facts: facts.scores[facts.bidder]),
    _defenders("defenders_score", "Score of a defending side", lambda facts: facts.scores),
    Measure("margin", "Margin of the bidding side", "points", _margin),
)
PLACES: Final = ("The dealer", "Left of the dealer", "Two to the left", "Right of the dealer")


def place_title(place: int, seats: int) -> str:
    """A position's title: `Left of the dealer`; of three the third sits right."""
    return PLACES[-1] if place == seats - 1 else PLACES[place]


def place_measures(place: int) -> tuple[Measure, ...]:
    return (
        Measure(f"wins_bid_{place}", "Wins the bid", "share", lambda f: (int(f.bidder == place), 1)),
        Measure(f"bid_{place}", "Bid", "points", lambda f: (f.bid, 1) if f.bidder == place else (0, 0)),
        Measure(f"set_{place}", "Set", "share", lambda f: (int(not f.made), 1) if f.bidder == place else (0, 0)),
        Measure(f"meld_{place}", "Own meld", "points", lambda f: (f.melds[place], 1)),
        Measure(f"score_{place}", "Score of the side", "points", lambda f: (f.scores[place], 1)),
    )


BY_PLACE: Final = tuple(place_measures(place) for place in range(len(PLACES)))


def figures_of(facts: DealFacts) -> dict[str, Pair]:
    return {key: of(facts) for key, of in _ASKED[len(facts.scores)]}


_ASKED: Final = {
    seats: [(measure.key, measure.of) for measures in (MEASURES, *BY_PLACE[:seats]) for measure in measures]
    for seats in range(len(BY_PLACE) + 1)
}
