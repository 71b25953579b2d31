"""The players' faces: a drawing each for the names that bots have, and some for everybody else. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final
from zlib import crc32

from scoring.play.players import BOT_NAMES

PEOPLE: Final = tuple(f"person-{number}" for number in range(1, 7))


def portraits(names: Iterable[str]) -> tuple[str, ...]:
    """The drawing of each player at a table, as its path among the static files; no two have the same.

    People with the name of a bot look like that bot. Everybody else looks like one of the people, the same again
    wherever that name sits, unless somebody else at the table came first.
    """
    chosen: list[str] = []
    for name in names:
        first = crc32(name.encode()) % len(PEOPLE)
        people = (*PEOPLE[first:], *PEOPLE[:first])
        wished = (name.lower(), *people) if name in BOT_NAMES else people
        chosen.append(next(each for each in wished if each not in chosen))
    return tuple(f"img/players/{each}.svg" for each in chosen)
