"""Where bots think: Beginner and Club at once, Expert in a low-priority process of its own, which would else hold up
every table (`pinochle_club.ground.apart`). Nothing here waits while holding a lock or a transaction.

The process takes some 20 seconds to get ready, up to a minute without compiled code. It starts beside the server where
somebody played lately, else when somebody sits down: a club that never plays saves 225 MB.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Final

from django.conf import settings

from pinochle_club.ground.apart import Apart, Asker, Busy, waited
from scoring.rules.book import RuleBook, book_from_json, built_in_books
from scoring.rules.cards import Seat
from scoring.rules.deal_score import Outcome, score_deal

from .actions import Action
from .bots import Budget, make_bot
from .bots.budget import SECONDS
from .bots.expert import ExpertBot
from .bots.limits import usual_bidders
from .engine import warm_up
from .record import margin_of
from .seat_view import SeatView, seat_view
from .state import DealState, afresh, apply, record_of, state_from_json
from .table import Decision

__all__ = ["Busy", "GettingReady", "Mind", "decide", "decide_meanwhile", "think"]

THINKS_APART: Final = frozenset({"expert"})
PAR_PLAYOUTS: Final = 2_000


class GettingReady(Busy):
    """The Experts' process has only just started."""


@dataclass(frozen=True, slots=True)
class Mind:
    """A strength and the chance of one decision. With `advises` an Expert also weighs cards to pass and ends once
    sure; an action to be `compared` is weighed beside the choice or what was `said`."""

    strength: str
    chance: str
    seconds: float = SECONDS
    playouts: int | None = None
    meld_bids: bool = True
    advises: bool = False
    compared: Action | None = None
    said: Decision | None = None


def decide(mind: Mind, view: SeatView, address: str = "", at_most: float | None = None) -> Decision:
    """A bot's decision. Raises `Busy`, and `GettingReady` while the process is new, except where results must
    repeat. With `at_most` an Expert is waited for so long and thinks on: who asks again gets the answer."""
    if mind.strength not in THINKS_APART:
        return think(mind, view)
    if (mind.playouts is None or mind.advises) and not is_ready():
        raise GettingReady
    return EXPERTS.ask(think, mind, view, asker=Asker(address), at_most=at_most)


def is_ready() -> bool:
    """Whether an Expert thinks at once; starts its process if needed."""
    return not settings.WORKS_APART or EXPERTS.is_ready()


def decide_meanwhile(mind: Mind, view: SeatView, address: str = "") -> Decision:
    """As `decide`, with a Club player standing in until the Expert is ready."""
    try:
        return decide(mind, view, address)
    except GettingReady:
        return think(replace(mind, strength="club"), view)


def think(mind: Mind, view: SeatView) -> Decision:
    """The choice, in this process, with its reason already made (a pending one can't be sent)."""
    budget = Budget(mind.seconds, mind.playouts, settles=mind.advises).after(waited())
    view = replace(view, book=_same(view.book))
    if not mind.advises:
        decision = make_bot(mind.strength, seed=mind.chance, budget=budget, meld_bids=mind.meld_bids).choose(view)
    else:
        expert = ExpertBot(seed=mind.chance, budget=budget, meld_bids=mind.meld_bids, tells=True)
        also = mind.compared
        decision = expert.choose(view) if also is None else expert.compare(view, also, mind.said)
    return replace(decision, said=decision.reason)


def experts_play(book: str, data: str, seed: str) -> dict[str, Any]:
    """A deal of Experts all round: bid, trump, meld and take of the bidding side, whether made. For another process."""
    state = state_from_json(book_from_json(book), data)
    while state.to_act is not None:
        state = apply(state, think(_counting("expert", state, seed), seat_view(state, state.to_act)).action)
    record = record_of(state)
    side = state.book.side_of(record.bidder)
    return {
        "bidder": record.bidder,
        "bid": record.bid,
        "trump": record.trump,
        "meld": record.meld.get(side, 0),
        "take": record.take.get(side),
        "made": score_deal(state.book, record).outcome is Outcome.MADE,
    }


def _counting(strength: str, state: DealState, seed: str, *, meld_bids: bool = True) -> Mind:
    """A mind that counts playouts, so that results repeat."""
    chance = f"{seed} {state.to_act} {len(state.actions)}"
    return Mind(strength, chance, playouts=PAR_PLAYOUTS, meld_bids=meld_bids)


def expert_par(book: str, data: str, seed: str, bots: Mapping[Seat, str], meld_bids: bool, seat: Seat) -> int:
    """Par: an Expert's margin in `seat`, 0 for cards dealt again. For another process, without a database."""
    state = afresh(state_from_json(book_from_json(book), data))
    while state.to_act is not None:
        strength = "expert" if state.to_act == seat else bots[state.to_act]
        mind = _counting(strength, state, seed, meld_bids=meld_bids)
        state = apply(state, think(mind, seat_view(state, state.to_act)).action)
    if state.redealt_by is not None:
        return 0
    players = state.book.before_the_call  # a called partner's score is their own
    return margin_of(players, seat, score_deal(players, record_of(state)).scores)


@lru_cache(maxsize=64)
def _same(book: RuleBook) -> RuleBook:
    """The first copy of this book: caches keyed by a copy would compare all entries each time."""
    return book


def _warm_up() -> None:
    for book in built_in_books().values():
        if book.bots_play:
            warm_up(book)
            usual_bidders(book, 0)


def experts() -> Apart:
    return Apart(places=4, of_one=2, longest_wait=4.0, prepare=_warm_up)


EXPERTS: Final = experts()
