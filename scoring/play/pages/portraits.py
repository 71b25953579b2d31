"""Players' portraits: one for each bot's name, some for everybody else. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final
from zlib import crc32

from scoring.play.players import BOT_NAMES

PEOPLE: Final = tuple(f"person-{number}" for number in range(1, 7))


def portraits(names: Iterable[str]) -> tuple[str, ...]:
    """Each player's drawing as a static path, all different at a table: a bot's by its name, another name's always
    the same unless it is taken."""
    chosen: list[str] = []
    for name in names:
        first = crc32(name.encode()) % len(PEOPLE)
        wished = [*([name.lower()] if name in BOT_NAMES else []), *PEOPLE[first:], *PEOPLE[:first]]
        wished += map(str.lower, BOT_NAMES)  # of eight friends some look like a bot
        chosen.append(next(each for each in wished if each not in chosen))
    return tuple(f"img/players/{each}.svg" for each in chosen)
