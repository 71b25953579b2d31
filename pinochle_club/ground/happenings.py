"""What happens in a room, and who acts then in rooms that it knows nothing of.

A room says what happens, and asks all that follow, in the order in which they were named. Who they are is said when the
apps are ready, by `league/apps.py` and `pinochle_club/server/apps.py` alone; `manage.py follows` prints it.

    rows_changed: Final = Happening[Callable[[Event], object]]("the rows of an evening change")
    rows_changed.followed_by(publish)

    for follow in rows_changed:
        follow(event)
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, Generic, TypeVar

Follower = TypeVar("Follower")


class Happening(Generic[Follower]):
    """Something that happens, and its followers by name: what they do then, or what they answer."""

    def __init__(self, what: str) -> None:
        self.what: Final = what
        self.followers: Final[dict[str, Follower]] = {}
        HAPPENINGS.append(self)

    def followed_by(self, *followers: Follower, **named: Follower) -> None:
        """Names who follows, after those that were named before. A room that asks for one alone asks by its name."""
        self.followers.update({name_of(one): one for one in followers} | named)

    def __iter__(self) -> Iterator[Follower]:
        return iter(self.followers.values())


HAPPENINGS: Final[list[Happening[Any]]] = []


def name_of(follower: object) -> str:
    """The place in the code: `league.season.seasons.publishing.follow`."""
    where = follower if hasattr(follower, "__qualname__") else type(follower)
    return f"{where.__module__}.{where.__qualname__}"
