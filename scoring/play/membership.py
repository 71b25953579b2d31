"""Who plays: the account that is signed in, and what its clubs say of it.

Play knows no clubs. An app that has members follows `play_asks` with what there is to know: by which rules the clubs of
the person who looks play, what those who read may call an account, where its clubs' tables of the deal of the day are,
and what an evening of duplicate came to. A club's rules are named as built-in ones are, by the key of their book: no
two clubs' own books have the same.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Protocol

from django.http import HttpRequest

from pinochle_club.ground.happenings import Happening
from pinochle_club.ground.http import or_404
from scoring.boards.boards import Board
from scoring.rules.book import RuleBook, built_in_books
from scoring.rules.cards import Side

Names = Mapping[int, str]
_KEY: Final = re.compile(r"[a-z0-9-]{1,60}")


@dataclass(frozen=True, slots=True)
class Evening:
    """An evening of duplicate that is final: what it is called, and the name by which its `Hall` is asked for."""

    title: str
    source: str


@dataclass(frozen=True, slots=True)
class ClubBooks:
    """What a club plays by: its rule books as they were published last, that of its last night first. The club's deal
    of the day is of that one, and ranks accounts where the person who looks `is_member`. The boards of its last
    `evenings` can be played at home."""

    club: str
    books: tuple[RuleBook, ...]
    is_member: bool = False
    evenings: tuple[Evening, ...] = ()


@dataclass(frozen=True, slots=True)
class Hall:
    """An evening of duplicate that is final: what it is called and where its results are, the boards that count there,
    and of each the scores by side at every table, and at those of bots, as far as they played."""

    title: str
    address: str
    book: RuleBook
    boards: tuple[Board, ...]
    results: Mapping[int, Sequence[Mapping[Side, int]]]
    fields: Mapping[int, Sequence[Mapping[Side, int]]]

    @property
    def has_bots(self) -> bool:
        """Whether bots made up for tables that were missing."""
        return any(self.fields.values())


class Clubs(Protocol):
    """Speaks for the clubs of this server; accounts are named by their ids."""

    def books(self, request: HttpRequest) -> Sequence[ClubBooks]:
        """The clubs of the account that is signed in, else those whose member's link was opened in this browser."""
        ...

    def book(self, name: str) -> RuleBook | None:
        """A club's book by its key; by the name that a club has in its addresses the one of its last night."""
        ...

    def lets_try_rules(self, player: int | None) -> bool:
        """Whether they let that account, or with None a guest, keep this computer busy with simulations."""
        ...

    def names(self, players: Iterable[int], reader: int | None) -> Names:
        """What `reader` may read of these accounts' names: of those in a club of theirs."""
        ...

    def ladders(self, player: int) -> Sequence[tuple[str, str]]:
        """The clubs of an account, each with the address of its table of the deal of the day."""
        ...

    def hall(self, source: str) -> Hall | None:
        """The boards of that evening, as the clubs name it; None where there are none, or it is not final."""
        ...


play_asks: Final = Happening[Clubs]("play asks what the clubs say of who plays")


def player_of(request: HttpRequest) -> int | None:
    """The account that is signed in."""
    return request.user.pk if request.user.is_authenticated else None


def clubs_of(request: HttpRequest) -> list[ClubBooks]:
    """The clubs of the person who looks, and what they play by."""
    return [found for clubs in play_asks for found in clubs.books(request)]


def books_by_key(clubs: Iterable[ClubBooks]) -> dict[str, RuleBook]:
    """What one can play by: these clubs' books first, then the others that are built in."""
    return {**{book.key: book for club in clubs for book in club.books}, **built_in_books()}


def played_at(clubs: Iterable[ClubBooks]) -> dict[str, str]:
    """Which club plays by a book, by the book's key."""
    return {book.key: club.club for club in clubs for book in club.books}


def find_book(name: str) -> RuleBook | None:
    """The book of that key, built in or a club's; None where there is none."""
    if name in built_in_books() or not _KEY.fullmatch(name):
        return built_in_books().get(name)
    return next((book for clubs in play_asks if (book := clubs.book(name))), None)


def get_book(name: str) -> RuleBook:
    """The same for a page; 404 where there is none."""
    return or_404(find_book(name), "There is no rule book of that name.")


def names_for(request: HttpRequest, players: Iterable[int]) -> Names:
    """What this browser may read of some accounts' names."""
    reader, wanted = player_of(request), list(players)
    return {player: name for clubs in play_asks for player, name in clubs.names(wanted, reader).items()}


def ladders_for(request: HttpRequest) -> list[tuple[str, str]]:
    """The clubs of the account that is signed in, each with its table of the deal of the day."""
    player = player_of(request)
    return [] if player is None else [ladder for clubs in play_asks for ladder in clubs.ladders(player)]


def may_try_rules(request: HttpRequest) -> bool:
    """Whether the clubs let the person who looks start simulations."""
    return all(clubs.lets_try_rules(player_of(request)) for clubs in play_asks)


def find_hall(source: str) -> Hall | None:
    """The boards of an evening; None unless it is final."""
    return next((hall for clubs in play_asks if (hall := clubs.hall(source))), None)


def get_hall(source: str) -> Hall:
    """The same for a page; 404 where there is none."""
    return or_404(find_hall(source), "The boards of that evening aren’t open.")
