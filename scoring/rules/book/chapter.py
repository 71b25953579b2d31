"""A chapter of the rules: how it is printed, what is checked in it, and the reasons it gives for a score."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from .printing import Blocks
from .reasons import Reason

Found = Iterator[tuple[str, str]]
"""Faults of a book: the path of the entry, and a sentence that says what is wrong."""


@dataclass(frozen=True, slots=True, eq=False)  # each is itself alone: a key of caches
class ChapterPlan:
    """One chapter. Its printer and its check name the parts of the book that they read as their parameters. A check
    yields the faults between parts that are sound; `sense` are checks of books that are typed or published, and not of
    those kept from before there were such checks. `rules` are rules without an entry, by what players call them;
    `form_title` heads the chapter in the form of a club's own rules. A chapter that only sums up others names no
    sections."""

    id: str
    title: str
    printed: Callable[..., Blocks] | None = None
    checks: tuple[Callable[..., Found], ...] = ()
    sense: tuple[Callable[..., Found], ...] = ()
    reasons: Mapping[str, Reason] = field(default_factory=dict)
    rules: Mapping[str, str] = field(default_factory=dict)
    form_title: str = ""
    names_sections: bool = True

    def read_of(self, parts: Mapping[str, Any]) -> tuple[Any, ...]:
        return tuple(parts[name] for name in _parts_read_by(self.printed)) if self.printed else ()

    def blocks(self, read: tuple[Any, ...]) -> Blocks:
        if self.printed is not None:
            yield from (block for block in self.printed(*read) if block.sentences)

    def faults(self, sound: Mapping[str, Any], *, is_kept: bool = False) -> Found:
        for check in self.checks if is_kept else (*self.checks, *self.sense):
            wanted = _parts_read_by(check)
            if all(name in sound for name in wanted):
                yield from check(**{name: sound[name] for name in wanted})


@lru_cache(maxsize=64)
def _parts_read_by(function: Callable[..., object]) -> tuple[str, ...]:
    return tuple(inspect.signature(function).parameters)
