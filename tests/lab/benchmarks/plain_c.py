"""The engine's playouts in plain C (`playouts.c`), compiled where there is a compiler, on the engine's own tables."""

from __future__ import annotations

import ctypes
import shutil
import subprocess
import tempfile
from array import array
from pathlib import Path
from typing import Any

from scoring.play.engine.base import POLICIES, Engine
from scoring.play.engine.outcomes import Outcomes
from scoring.play.engine.position import Policy, Position, Worlds

SOURCE = Path(__file__).with_name("playouts.c")
NUMBER, NUMBERS = ctypes.c_int32, ctypes.POINTER(ctypes.c_int32)


def structure(name: str, numbers: str, arrays: str) -> type[ctypes.Structure]:
    """A struct of whole numbers and, after them, pointers to such."""
    fields = [(each, NUMBER) for each in numbers.split()] + [(each, NUMBERS) for each in arrays.split()]
    return type(name, (ctypes.Structure,), {"_fields_": fields})


TABLES = structure(
    "Tables",
    "players sides holders aside_counts last_trick draws_trump",
    "side_of start trumps led follow over beats best steps value above throw feed",
)
FRAME = structure("Frame", "trump to_play state winner played points bidder", "taken tricks")


def compiled() -> ctypes.CDLL | None:
    """The library, or None where nothing compiles C."""
    compiler = shutil.which("cc")
    if compiler is None:
        return None
    with tempfile.TemporaryDirectory() as folder:
        library = f"{folder}/playouts.so"
        subprocess.run([compiler, "-O3", "-march=native", "-shared", "-fPIC", "-o", library, SOURCE], check=True)
        return ctypes.CDLL(library)


class PlainC:
    """Plays worlds out as an engine does, and comes to the same."""

    def __init__(self, engine: Engine, library: ctypes.CDLL) -> None:
        self.engine, self.library = engine, library
        self._tables, self._kept = filled(TABLES, engine.tables.play)

    def play_worlds(self, position: Position, worlds: Worlds, seed: int, policy: Policy) -> Outcomes:
        book = self.engine.book
        frame, _kept = filled(FRAME, self.engine._frame(position))
        outcomes = Outcomes(len(worlds), len(book.take_sides), len(book.seats))
        self.library.play_worlds(
            ctypes.byref(self._tables),
            ctypes.byref(frame),
            (ctypes.c_uint8 * len(worlds.counts)).from_buffer(worlds.counts),
            len(worlds),
            1,
            -1,
            POLICIES[policy],
            ctypes.c_uint64(seed),
            (NUMBER * len(outcomes.flat)).from_buffer(outcomes.flat),
        )
        return outcomes


def filled(kind: type[ctypes.Structure], fields: Any) -> tuple[ctypes.Structure, list[array[int]]]:
    """The struct of a named tuple, and the arrays that it points to, which must be kept as long."""
    structure = kind()
    kept: list[array[int]] = []
    for name, type_, *_ in kind._fields_:
        value = getattr(fields, name)
        if type_ is NUMBERS:
            kept.append(array("i", value))
            value = ctypes.cast((NUMBER * len(value)).from_buffer(kept[-1]), NUMBERS)
        setattr(structure, name, value)
    return structure, kept
