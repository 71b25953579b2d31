"""Which engine a book gets: the compiled one where numba is installed, the plain one else."""

from __future__ import annotations

from functools import lru_cache

from scoring.rules.book import RuleBook

from .base import Engine
from .plain import PlainEngine


@lru_cache(maxsize=1)
def fastest() -> type[Engine]:
    """The kind of engine that this machine can run: numba may be missing, or not fit the rest of the machine."""
    try:
        from .compiled import CompiledEngine
    except ImportError:
        return PlainEngine
    return CompiledEngine


def is_compiled() -> bool:
    """Whether `engine_for` gives compiled engines. Asked for the first time, this loads numba: half a second."""
    return fastest() is not PlainEngine


@lru_cache(maxsize=64)
def engine_for(book: RuleBook) -> Engine:
    """The fastest engine there is on this machine for a book."""
    return fastest()(book)


def warm_up(book: RuleBook) -> None:
    """Makes everything ready that the first question to an engine would wait for.

    Compiling takes up to a minute where nothing compiled is kept from an earlier time, and else a second.
    """
    engine = engine_for(book)
    deals = engine.deals(1, 0)
    trump = book.cards[0].suit
    engine.look_over([book.cards[: book.deal.hand_size]])
    position = engine.position({}, trump, book.seats[0], bidder=book.seats[0])
    engine.play_worlds(position, deals, 0)
    engine.play_worlds(position, deals, 0, policy="club")
    engine.sample_worlds((), {}, 1, 0)
