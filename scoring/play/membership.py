"""Who plays: the account that is signed in, and what its clubs say of it.

Play knows no clubs. An app that has members adds to `CLUBS` what there is to know of an account: whether it is a
member's, what those who read may call it, and where its clubs' tables of the deal of the day are.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, Protocol

from django.http import HttpRequest

Names = Mapping[int, str]


class Clubs(Protocol):
    """Speaks for the clubs of this server; accounts are named by their ids."""

    def is_member(self, player: int) -> bool:
        """Whether the account is a member's, in any club."""
        ...

    def names(self, players: Iterable[int], reader: int | None) -> Names:
        """What `reader` may read of these accounts' names: of those in a club of theirs."""
        ...

    def ladders(self, player: int) -> Sequence[tuple[str, str]]:
        """The clubs of an account, each with the address of its table of the deal of the day."""
        ...


CLUBS: Final[list[Clubs]] = []


def player_of(request: HttpRequest) -> int | None:
    """The account that is signed in."""
    return request.user.pk if request.user.is_authenticated else None


def member_of(request: HttpRequest) -> int | None:
    """The account that is signed in, where it is a member's of a club."""
    player = player_of(request)
    return player if player is not None and any(clubs.is_member(player) for clubs in CLUBS) else None


def names_for(request: HttpRequest, players: Iterable[int]) -> Names:
    """What this browser may read of some accounts' names."""
    reader, wanted = player_of(request), list(players)
    return {player: name for clubs in CLUBS for player, name in clubs.names(wanted, reader).items()}


def ladders_for(request: HttpRequest) -> list[tuple[str, str]]:
    """The clubs of the account that is signed in, each with its table of the deal of the day."""
    player = player_of(request)
    return [] if player is None else [ladder for clubs in CLUBS for ladder in clubs.ladders(player)]
