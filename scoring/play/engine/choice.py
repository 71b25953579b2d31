"""The engine for a book: compiled where numba is installed, else plain."""

from __future__ import annotations

from functools import lru_cache

from scoring.rules.book import RuleBook

from .base import Engine
from .plain import PlainEngine
from .position import Played


@lru_cache(maxsize=1)
def fastest() -> type[Engine]:
    try:
        from .compiled import CompiledEngine
    except ImportError:
        return PlainEngine
    return CompiledEngine


def is_compiled() -> bool:
    """Whether engines are compiled. The first call loads numba: half a second."""
    return fastest() is not PlainEngine


@lru_cache(maxsize=64)
def engine_for(book: RuleBook) -> Engine:
    return fastest()(book)


def warm_up(book: RuleBook) -> None:
    """Prepare for an engine's first question of any kind: compiles, or loads machine code."""
    engine = engine_for(book)
    deals = engine.deals(1, 0)
    seat, trump = book.seats[0], book.cards[0].suit
    hands, told = deals.hands(0), dict.fromkeys(book.seats, ())
    engine.look_over([hands[seat]])
    position = engine.position({}, trump, seat, bidder=seat)
    engine.play_worlds(position, deals, 0)
    engine.play_worlds(position, deals, 0, policy="club")
    engine.sample_worlds((), {}, 1, 0)
    engine.weights(deals, Played(position, (), seat, told))
    engine.club_deal(hands, trump, seat, dict.fromkeys(book.seats), buried=(), told=told, is_open=False)
