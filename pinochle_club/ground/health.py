"""The health of the club's computer, as it was found last.

A thread of the server looks every few seconds (`pinochle_club.server.health`), and right after a request met trouble;
so a board that shows a light pays nothing for it. The page of health looks at once.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from .happenings import Happening


@dataclass(frozen=True, slots=True)
class Line:
    """One thing about the computer, and its cure where it isn't well: a command or a step, a `key` to tap here, or
    an address to scan as a `code`. Where it `stops` the club, nothing can be saved or read."""

    title: str
    told: str
    cure: str = ""
    stops: bool = False
    key: str = ""
    code: str = ""

    @property
    def tone(self) -> str:
        return "go" if not self.cure else "bad" if self.stops else "now"


computer_looked_at: Final = Happening[Callable[[], tuple[Line, ...]]]("somebody looks how the computer is")
# By the key's name; the answer is a sentence.
key_tapped: Final = Happening[Callable[[], str]]("a key of the computer’s page is tapped")
WORST_FIRST: Final = ("bad", "now", "go")
WOKEN: Final = threading.Event()  # set where a request met trouble: look now
_found: list[Line] = []


def look() -> None:
    _found[:] = (line for look in computer_looked_at for line in look())


def lines() -> list[Line]:
    """What the last look found, the worst first."""
    return sorted(_found, key=lambda line: WORST_FIRST.index(line.tone))


def faults() -> list[Line]:
    return [line for line in lines() if line.cure]


def light() -> str:
    """`bad`, `now` or `go`."""
    return light_of(faults())


def light_of(found: Sequence[Line]) -> str:
    return found[0].tone if found else "go"
