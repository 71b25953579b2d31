"""Where bots think: Beginner and Club at once, Expert in a process of its own with low priority.

An Expert may think for a fifth of a second, the wait for its turn among it. In the server's own process that would hold
up every table, so it thinks apart (`pinochle_club.ground.apart`), and only so many may wait for it: others are told to
ask again. Nothing here waits while a lock or a transaction is held.

The process takes seconds to get ready: compiling its playouts, where nothing compiled is kept from
before, up to a minute. Nobody waits for that.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from django.conf import settings

from pinochle_club.ground.apart import Apart, Asker, Busy, waited
from scoring.rules.book import RuleBook, built_in_books

from .actions import Action
from .bots import Budget, make_bot
from .bots.budget import SECONDS
from .bots.expert import ExpertBot
from .bots.limits import usual_limit
from .engine import warm_up
from .seat_view import SeatView
from .table import Decision

__all__ = ["Busy", "GettingReady", "Mind", "decide", "decide_meanwhile", "think"]

THINKS_APART: Final = frozenset({"expert"})


class GettingReady(Busy):
    """The Experts' process has only just been started."""


@dataclass(frozen=True, slots=True)
class Mind:
    """Who thinks: the strength, and the chance of this one decision. An Expert has so many `seconds`, or
    where the same must come out again, so many `playouts` whatever the clock says; asked for a review,
    it weighs the action it is `compared` with too; where it `advises`, it weighs the cards to pass as well."""

    strength: str
    chance: str
    seconds: float = SECONDS
    playouts: int | None = None
    meld_bids: bool = True
    compared: Action | None = None
    advises: bool = False


def decide(mind: Mind, view: SeatView, address: str = "") -> Decision:
    """What a bot does; asked for by a game that was begun at this `address`. Raises `Busy` where it cannot be told
    soon, and `GettingReady` where the clock counts and the process is new: where the same must come out again, the
    question waits like any other."""
    if mind.strength not in THINKS_APART:
        return think(mind, view)
    if settings.WORKS_APART and mind.playouts is None and not EXPERTS.is_ready():
        raise GettingReady
    return EXPERTS.ask(think, mind, view, asker=Asker(address))


def decide_meanwhile(mind: Mind, view: SeatView, address: str = "") -> Decision:
    """As `decide`, but until the Expert's process is ready a club player decides in its place."""
    try:
        return decide(mind, view, address)
    except GettingReady:
        return think(replace(mind, strength="club"), view)


def think(mind: Mind, view: SeatView) -> Decision:
    """The bot's choice, in this process, with its reason in words: one that is yet to be said cannot be sent."""
    budget = Budget(mind.seconds, mind.playouts).after(waited())
    view = replace(view, book=_same(view.book))
    if mind.compared is None and not mind.advises:
        decision = make_bot(mind.strength, seed=mind.chance, budget=budget, meld_bids=mind.meld_bids).choose(view)
    else:
        expert = ExpertBot(seed=mind.chance, budget=budget, meld_bids=mind.meld_bids, weighs_passes=mind.advises)
        decision = expert.choose(view) if mind.compared is None else expert.compare(view, mind.compared)
    return replace(decision, said=decision.reason)


@lru_cache(maxsize=64)
def _same(book: RuleBook) -> RuleBook:
    """The book as it was first met here. A question from another process brings a copy, and to find what is kept for a
    book by a copy of it, all its entries are compared each time: a good part of the time of a bid."""
    return book


def _warm_up() -> None:
    """In the new process: everything that a first question would have to wait for."""
    for book in built_in_books().values():
        warm_up(book)
        usual_limit(book, 0)


def experts() -> Apart:
    """The Experts beside one server process."""
    return Apart(places=4, of_one=2, longest_wait=4.0, niceness=10, prepare=_warm_up)


EXPERTS: Final = experts()
