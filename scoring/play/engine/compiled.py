"""The engine compiled by numba: the functions of `kernel` and `club_cards`, turned into machine code when first called.

Importing this module compiles nothing. What was compiled is kept for the next start in `NUMBA_CACHE_DIR`, or in the
club's own state folder, or in the user's cache folder, whichever may be written; else it is compiled again.
"""

from __future__ import annotations

import os
from array import array
from collections.abc import Callable, Sequence
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from types import FunctionType
from typing import Any, Final, TypeVar

import numba
import numpy as np
from numba.core import config

from scoring.rules.book import RuleBook

from . import club_cards, kernel, tables
from .base import Engine
from .club_cards import Going, Start, Ways, usual_ways
from .kernel import SUITS_IN_DECK, Bounds, Flat, Frame, Hands, Room
from .outcomes import Outcomes
from .position import Worlds
from .tables import PLACES, MeldArrays, PlayTables, TrickTables

APP: Final = Path(__file__).resolve().parents[3]
# What Python calls; all else is called from there.
ENTRIES: Final = frozenset({"play_worlds", "deal_worlds", "sample_worlds", "look_over", "play_deal", "play_on"})
# What is read to go on to another place. Unsigned, so that nobody has to ask whether it counts from the end.
PLACES_TO_GO: Final = frozenset({"side_of", "start", "best", "steps", "places", "picks"})
Named = TypeVar("Named", PlayTables, TrickTables, MeldArrays, Frame, Bounds)


def cache_folder() -> Path | None:
    """Where machine code is kept: the first folder that may be written. A change of the kernel gets a new folder."""
    sources = b"".join(
        Path(str(file)).read_bytes() for file in (kernel.__file__, club_cards.__file__, tables.__file__, __file__)
    )
    version = sha256(sources + numba.__version__.encode()).hexdigest()[:16]
    given = os.environ.get("NUMBA_CACHE_DIR")
    state = os.environ.get("STATE_DIR")
    homes = [Path(given)] if given else []
    homes += [Path(state) / "numba"] if state else [APP / "var" / "numba"]
    homes.append(Path(os.environ.get("XDG_CACHE_HOME") or "~/.cache").expanduser() / "pinochle-club")
    for home in homes:
        try:
            (home / version).mkdir(parents=True, exist_ok=True)
        except (OSError, RuntimeError):
            continue
        if os.access(home / version, os.W_OK):
            return home / version
    return None


@lru_cache(maxsize=1)
def machine_code() -> dict[str, Callable[..., Any]]:
    """The functions of both modules, each to be compiled when first called.

    They find each other by name, so they get a namespace in which the names mean the compiled ones.
    """
    folder = cache_folder()
    if folder is not None:
        vars(config)["CACHE_DIR"] = str(folder)
    scope = {**vars(kernel), **vars(club_cards)}
    for name, function in tuple(scope.items()):
        if isinstance(function, FunctionType) and function.__module__ in (kernel.__name__, club_cards.__name__):
            own = FunctionType(function.__code__, scope, name, function.__defaults__)
            # nogil: the server's other threads go on. No runtime (nrt), as nothing here makes an array: else every
            # call counts references to every table, which took five sixths of the time of a playout.
            options: dict[str, Any] = {
                "cache": folder is not None,
                "nogil": True,
                "_nrt": False,
                "forceinline": name not in ENTRIES,
                "no_cpython_wrapper": name not in ENTRIES,
                "no_cfunc_wrapper": True,
            }
            scope[name] = numba.njit(own, **options)
    return scope


class CompiledEngine(Engine):
    """Some tens of times as fast as the plain one, once compiled."""

    name = "compiled"
    best_policy = "club"

    def __init__(self, book: RuleBook) -> None:
        super().__init__(book)
        self._code = machine_code()
        self._play_tables = in_arrays(self.tables.play)
        self._trick_tables = in_arrays(self.tables.tricks)
        self._meld_arrays = in_arrays(self.tables.meld)

    def _play(
        self, frame: Frame, worlds: Worlds, times: int, first: int, policy: int, seed: int, outcomes: Outcomes
    ) -> None:
        seats = len(self.book.seats)
        hands = Hands(numbers(self._row), numbers(seats), numbers(seats * SUITS_IN_DECK), numbers(SUITS_IN_DECK))
        self._code["play_worlds"](
            self._play_tables,
            in_arrays(frame),
            np.frombuffer(worlds.counts, np.uint8),
            len(worlds),
            times,
            first,
            policy,
            seed,
            hands,
            np.frombuffer(outcomes.flat, np.int32),
        )

    def _club_deal(
        self, ways: Ways, others: Ways, of_first: int, frame: Frame, start: Start, going: Going, out: array[int]
    ) -> int:
        flat = np.frombuffer(out, np.int32)
        play_deal = self._code["play_deal"]
        return int(play_deal(self._trick_tables, ways, others, of_first, in_arrays(frame), start, going, flat))

    def _play_worlds_on(
        self, frame: Frame, worlds: Worlds, first: int, start: Start, going: Going, outcomes: Outcomes
    ) -> None:
        ways, number = usual_ways(self.tables.tricks), len(worlds)
        counts, out = np.frombuffer(worlds.counts, np.uint8), np.frombuffer(outcomes.flat, np.int32)
        play_on = self._code["play_on"]
        play_on(self._trick_tables, ways, in_arrays(frame), start, counts, number, first, going, out)

    def _numbers(self, size: int, of: type = int) -> Flat:
        return numbers(size, of)

    def _filled(self, numbers: Sequence[int]) -> Flat:
        return np.array(array("q", iter(numbers)))  # bytes would be taken for the memory of numbers

    def _deal(self, number: int, seed: int, counts: bytearray) -> None:
        deck = np.array(self.tables.deck, np.int32)
        sizes = np.array(self.tables.sizes, np.int32)
        self._code["deal_worlds"](deck, sizes, number, seed, deck.copy(), np.frombuffer(counts, np.uint8))

    def _sample(self, bounds: Bounds, number: int, seed: int, counts: bytearray) -> bool:
        cards, holders = sum(bounds.sizes), len(self.holders)
        room = Room(
            have=numbers(self._row),
            free=numbers(holders),
            pool=numbers(PLACES),
            came_from=numbers(holders),
            brought=numbers(holders),
            queue=numbers(holders),
            slots=numbers(cards),
            owners=numbers(cards),
        )
        flat = np.frombuffer(counts, np.uint8)
        return bool(self._code["sample_worlds"](in_arrays(bounds), number, seed, room, flat) == number)

    def _look_over(self, counts: bytearray, number: int, found: Any) -> None:
        self._code["look_over"](
            self._meld_arrays, np.frombuffer(counts, np.uint8), number, np.frombuffer(found, np.int32)
        )


def numbers(size: int, of: type = int) -> Any:
    """Room for so many numbers, whole ones or fractions."""
    return np.zeros(size, np.float64 if of is float else np.int64)


def in_arrays(fields: Named) -> Named:
    """A named tuple with its sequences as arrays."""
    kept: dict[str, Any] = {
        name: np.array(each, np.uint16 if name in PLACES_TO_GO else np.int32)
        for name, each in fields._asdict().items()
        if isinstance(each, Sequence)
    }
    return fields._replace(**kept)
