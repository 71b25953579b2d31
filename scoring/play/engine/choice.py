"""Which engine a book gets: the compiled one where numba is installed, the plain one else."""

from __future__ import annotations

from functools import lru_cache
from importlib.util import find_spec

from scoring.rules.book import RuleBook

from .base import Engine
from .plain import PlainEngine


@lru_cache(maxsize=1)
def is_compiled() -> bool:
    """Whether `engine_for` gives compiled engines."""
    return find_spec("numba") is not None


@lru_cache(maxsize=64)
def engine_for(book: RuleBook) -> Engine:
    """The fastest engine there is on this machine for a book."""
    if not is_compiled():
        return PlainEngine(book)
    from .compiled import CompiledEngine

    return CompiledEngine(book)


def warm_up(book: RuleBook) -> None:
    """Makes everything ready that the first question to an engine would wait for.

    Compiling takes up to a minute where nothing compiled is kept from an earlier time, and else a second.
    """
    engine = engine_for(book)
    deals = engine.deals(1, 0)
    trump = book.cards[0].suit
    engine.world_melds(deals, trump)
    position = engine.position({}, trump, book.seats[0], bidder=book.seats[0])
    engine.play_worlds(position, deals, 0)
    engine.sample_worlds((), {}, 1, 0)
