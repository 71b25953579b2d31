"""A player's strengths and dearest mistakes, from judged decisions. Pure.

A theme is what a decision was about, a fault how it differs from the best one. Chance is kept out: a weakness has a
mean two standard errors from nothing, a strength a low upper bound of dear decisions.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean, stdev
from typing import Any, Final

from scoring.rules.cards import Card
from scoring.rules.tricks import legal_plays, winner

from .actions import Action, Bid, PlayCard, action_to_json, is_same, kind_of
from .bots.weighing import DOUBT
from .record import POINTS_OF_A_RATING
from .review import Judged, Moment

# Of a book whose tricks hold 25 points; of another one as much more as they hold.
LEAST: Final = 0.5
MOST_CHOICES: Final = 4
ENOUGH_HANDS: Final = 10
FEWEST: Final = 10
RARELY: Final = 0.3
_OTHERS: Final = ("trump", "pass_cards", "bury", "meld", "declare")

Facts = Mapping[str, Any]
"""What is kept of one decision: what `judging.to_json` says, and `facts_of`."""


@dataclass(frozen=True, slots=True)
class Theme:
    """So many `decisions` of a theme or one `fault`, `dear` ones among them; the `cost` in ten hands; and `hands`
    with each one's dearest number."""

    name: str
    fault: str
    decisions: int
    dear: int
    cost: float
    error: float
    hands: tuple[tuple[int, int], ...]

    @property
    def most_dear(self) -> float:
        """The upper bound (Wilson) of the share of dear decisions."""
        n, share, z = self.decisions, self.dear / self.decisions, DOUBT
        root = math.sqrt(share * (1 - share) / n + z * z / 4 / n / n)
        return (share + z * z / 2 / n + z * root) / (1 + z * z / n)


def theme_of(moment: Moment, best: Action) -> tuple[str, str]:
    """A decision's theme and fault; empty where little is to be learned."""
    did, state = moment.action, moment.before
    if isinstance(did, PlayCard) and isinstance(best, PlayCard):
        theme, fault = _of_cards(moment, did.card, best.card)
    elif isinstance(did, Bid) and isinstance(best, Bid):
        partner = state.book.partner(did.seat)
        theme = "bid" if partner is None or state.auction.bidder != partner else "over_partner"
        fault = "over" if (did.amount or 0) > (best.amount or 0) else "under"
    else:
        theme, fault = kind_of(did) if kind_of(did) in _OTHERS else "", ""
    return theme, "" if is_same(did, best) else fault


def _of_cards(moment: Moment, card: Card, best: Card) -> tuple[str, str]:
    state, seat = moment.before, moment.action.seat
    assert state.trick is not None, state.phase
    book, trump, cards = state.book, state.trump, state.trick.cards
    gives, should = book.card_points(card), book.card_points(best)
    if not cards:
        is_own_bid = state.bidder is not None and book.side_of(state.bidder) == book.side_of(seat)
        holds_back, leads = best.suit == trump != card.suit, card.suit == trump != best.suit
        fault = _first(trump_kept=holds_back, trump_led=leads, ace_kept=best.rank == "A" != card.rank)
        return "lead" if is_own_bid else "lead_against", fault
    place = winner(cards, trump)
    top, holder = cards[place], book.seats_from(state.trick.leader)[place]
    wins, would = card.beats(top, trump), best.beats(top, trump)
    counters = {"counter_given": gives > should, "counter_kept": should > gives}
    if holder == book.partner(seat):
        return "partners_trick", _first(over=wins and not would, **counters)
    if not any(each.beats(top, trump) for each in legal_plays(book, state.hands[seat], cards, trump)):
        return "lost_trick", _first(**counters)
    too_high = wins and would and card.beats(best, trump)
    return "trick", _first(let_go=would and not wins, taken=wins and not would, too_high=too_high)


def _first(**so: bool) -> str:
    return next((fault for fault, is_so in so.items() if is_so), "")


def facts_of(judged: Judged) -> dict[str, Any]:
    """The facts kept with a decision: theme and fault; for a dear one its `worth` as a lesson, the reason, a few
    `choices`."""
    theme, fault = theme_of(judged.moment, judged.decision.action)
    facts: dict[str, Any] = {"theme": theme, "fault": fault}
    own, point = judged.weighed, judged.moment.before.book.total_points / POINTS_OF_A_RATING
    if own is None or not theme or own.cost <= max(DOUBT * own.error, LEAST * point):
        return facts
    options = judged.decision.options
    others = [each for each in options[1:] if each is not own and math.isfinite(each.error)]
    chosen = (options[0], own, *others)[:MOST_CHOICES]
    choices = [[action_to_json(each.action), round(each.cost, 2), round(each.error, 2)] for each in chosen]
    worth = round((own.cost - DOUBT * own.error) / point, 2)
    differ = [[each.what, round(each.best, 3), round(each.other, 3), round(each.error, 4), each.amount]
              for each in own.contrasts]  # fmt: skip
    return facts | {"worth": worth, "reason": judged.decision.reason, "choices": choices, "contrasts": differ}


# -- over many hands ---------------------------------------------------------------------


def strength(hands: Sequence[Sequence[Facts]]) -> Theme | None:
    """The theme most surely seldom dear."""
    found = [theme for theme in _themes(hands) if theme.decisions >= FEWEST and theme.most_dear <= RARELY]
    return min(found, key=lambda theme: theme.most_dear, default=None)


def weakness(hands: Sequence[Sequence[Facts]]) -> Theme | None:
    """The recurring fault that costs the most."""
    often = {theme.name for theme in _themes(hands) if theme.decisions >= FEWEST}
    found = [each for each in _themes(hands, by_fault=True) if each.name in often and each.cost > DOUBT * each.error]
    return max(found, key=lambda theme: theme.cost, default=None)


def _themes(hands: Sequence[Sequence[Facts]], *, by_fault: bool = False) -> Iterator[Theme]:
    found: defaultdict[tuple[str, str], list[tuple[int, Facts]]] = defaultdict(list)
    for place, judged in enumerate(hands):
        for each in judged:
            if each.get("theme") and each["cost"] is not None:
                found[each["theme"], each["fault"] if by_fault else ""].append((place, each))
    for (name, fault), of in found.items():
        dear = sorted(((place, each) for place, each in of if "worth" in each), key=lambda pair: -pair[1]["cost"])
        costs, places = [0.0] * len(hands), dict[int, int]()
        for place, each in dear:
            costs[place] += each["cost"]
            places.setdefault(place, each["number"])
        yield Theme(
            name=name,
            fault=fault,
            decisions=len(of),
            dear=len(dear),
            cost=10 * fmean(costs),
            error=10 * stdev(costs) / math.sqrt(len(costs)) if len(costs) > 1 else math.inf,
            hands=tuple(places.items()),
        )
