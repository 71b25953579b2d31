"""Where bots think: Beginner and Club at once, Expert in a process of its own with low priority.

An Expert may think for a fifth of a second, the wait for its turn among it. In the server's own process that would hold
up every table, so it thinks apart (`pinochle_club.ground.apart`), and only so many may wait for it: others are told to
ask again. Nothing here waits while a lock or a transaction is held.

The process takes some 20 seconds to get ready: compiling its playouts, where nothing compiled is kept from
before, up to a minute. Nobody waits for that. It is started beside the server where somebody has played lately, else
when somebody sits down (`is_ready`): a club that never plays keeps its 225 MB.
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
    """The Experts' process has only just been started."""


@dataclass(frozen=True, slots=True)
class Mind:
    """Who thinks: the strength, and the chance of this one decision. An Expert has so many `seconds`, or
    where the same must come out again, so many `playouts` whatever the clock says. Where it `advises`, it weighs the
    cards to pass as well, and ends once it is sure; an action to be `compared` is weighed too, beside what was `said`
    already."""

    strength: str
    chance: str
    seconds: float = SECONDS
    playouts: int | None = None
    meld_bids: bool = True
    advises: bool = False
    compared: Action | None = None
    said: Decision | None = None


def decide(mind: Mind, view: SeatView, address: str = "") -> Decision:
    """What a bot does; asked for by a game that was begun at this `address`. Raises `Busy` where it cannot be told
    soon, and `GettingReady` where the process is new, unless the same must come out again at a table: such a question
    waits like any other."""
    if mind.strength not in THINKS_APART:
        return think(mind, view)
    if (mind.playouts is None or mind.advises) and not is_ready():
        raise GettingReady
    return EXPERTS.ask(think, mind, view, asker=Asker(address))


def is_ready() -> bool:
    """Whether an Expert thinks at once; where its process is not there yet, it is started."""
    return not settings.WORKS_APART or EXPERTS.is_ready()


def decide_meanwhile(mind: Mind, view: SeatView, address: str = "") -> Decision:
    """As `decide`, but until the Expert's process is ready a club player decides in its place."""
    try:
        return decide(mind, view, address)
    except GettingReady:
        return think(replace(mind, strength="club"), view)


def think(mind: Mind, view: SeatView) -> Decision:
    """The bot's choice, in this process, with its reason in words: one that is yet to be said cannot be sent."""
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
    """What Experts all round make of a deal: who bid how much with which trump, what the bidding side melded and took,
    and whether the bid was made. For another process, as `expert_par`."""
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
    """Who decides now, by playouts and not by the clock: so the same comes out again."""
    chance = f"{seed} {state.to_act} {len(state.actions)}"
    return Mind(strength, chance, playouts=PAR_PLAYOUTS, meld_bids=meld_bids)


def expert_par(book: str, data: str, seed: str, bots: Mapping[Seat, str], meld_bids: bool, seat: Seat) -> int:
    """Par: what an Expert in `seat` makes of a deal; nothing where cards are dealt again. For another process, which
    has no database: so it lies here, where nothing of one is imported."""
    state = afresh(state_from_json(book_from_json(book), data))
    while state.to_act is not None:
        strength = "expert" if state.to_act == seat else bots[state.to_act]
        mind = _counting(strength, state, seed, meld_bids=meld_bids)
        state = apply(state, think(mind, seat_view(state, state.to_act)).action)
    if state.redealt_by is not None:
        return 0
    return margin_of(state.book, seat, score_deal(state.book, record_of(state)).scores)


@lru_cache(maxsize=64)
def _same(book: RuleBook) -> RuleBook:
    """The book as it was first met here. A question from another process brings a copy, and to find what is kept for a
    book by a copy of it, all its entries are compared each time: a good part of the time of a bid."""
    return book


def _warm_up() -> None:
    """In the new process: everything that a first question would have to wait for."""
    for book in built_in_books().values():
        warm_up(book)
        usual_bidders(book, 0)


def experts() -> Apart:
    """The Experts beside one server process."""
    return Apart(places=4, of_one=2, longest_wait=4.0, prepare=_warm_up)


EXPERTS: Final = experts()
