"""The engine compiled by numba: functions of `MODULES`, compiled at first call.

Importing compiles nothing. Machine code is kept in `NUMBA_CACHE_DIR`, the club's state folder or the user's cache
folder, whichever may be written.
"""

from __future__ import annotations

import os
from array import array
from collections.abc import Callable, Sequence
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from types import FunctionType
from typing import Any, Final

import numba
import numpy as np
from numba.core import config
from platformdirs import user_cache_path

from pinochle_club.ground.places import NAME, state_dir

from . import club_cards, kernel, likelihood, tables
from .base import Code, Engine, Named
from .kernel import Flat

# What is read to go on to another place. Unsigned, so that nobody has to ask whether it counts from the end.
PLACES_TO_GO: Final = frozenset({"side_of", "start", "best", "steps", "places", "picks"})
MODULES: Final = (kernel, club_cards, likelihood)


def cache_folder() -> Path | None:
    """The folder for machine code: the first writable one, a new one for each change of the kernel."""
    sources = b"".join(
        Path(str(file)).read_bytes() for file in (*(each.__file__ for each in MODULES), tables.__file__, __file__)
    )
    version = sha256(sources + numba.__version__.encode()).hexdigest()[:16]
    given = os.environ.get("NUMBA_CACHE_DIR")
    homes = [Path(given)] if given else []
    homes += [state_dir() / "numba", user_cache_path(NAME, appauthor=False)]
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
    """The modules' functions, compiled at first call, in one namespace: a name means the same in all."""
    folder = cache_folder()
    if folder is not None:
        vars(config)["CACHE_DIR"] = str(folder)
    scope = {name: each for module in MODULES for name, each in vars(module).items()}
    own_modules = {module.__name__ for module in MODULES}
    for name, function in tuple(scope.items()):
        if isinstance(function, FunctionType) and function.__module__ in own_modules:
            own = FunctionType(function.__code__, scope, name, function.__defaults__)
            # nogil: the server's other threads go on. No runtime (nrt), as nothing here makes an array: else every
            # call counts references to every table, which took five sixths of the time of a playout.
            options: dict[str, Any] = {
                "cache": folder is not None,
                "nogil": True,
                "_nrt": False,
                "forceinline": name not in Code._fields,
                "no_cpython_wrapper": name not in Code._fields,
                "no_cfunc_wrapper": True,
            }
            scope[name] = numba.njit(own, **options)
    return scope


class CompiledEngine(Engine):
    """Some tens of times as fast as the plain one, once compiled."""

    name = "compiled"
    best_policy = "club"
    fits = 4

    def _functions(self) -> Code:
        return Code(*(machine_code()[name] for name in Code._fields))

    def _arrays(self, fields: Named) -> Named:
        settings: dict[str, Any] = {
            name: np.array(each, np.uint16 if name in PLACES_TO_GO else np.int32)
            for name, each in fields._asdict().items()
            if isinstance(each, Sequence)
        }
        return fields._replace(**settings)

    def _memory(self, numbers: bytearray | array[int] | array[float]) -> Flat:
        kinds = {"i": np.int32, "d": np.float64}
        return np.frombuffer(numbers, kinds[numbers.typecode] if isinstance(numbers, array) else np.uint8)

    def _numbers(self, size: int, of: type = int) -> Flat:
        return np.zeros(size, np.float64 if of is float else np.int64)

    def _filled(self, numbers: Sequence[int]) -> Flat:
        return np.array(array("q", iter(numbers)))  # bytes would be taken for the memory of numbers
