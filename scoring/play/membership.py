"""The account that plays, and its clubs' answers about it.

Play knows no clubs: an app with members follows `play_asks`. Clubs' rules go by their book's key, as built-in ones do;
no two clubs' books share one.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
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
class ClubBooks:
    """A club's rule books, that of its last night first, which the deal of the day goes by; it ranks members. The
    boards of `evenings` can be played at home: titles by the names that `Hall`s are asked for."""

    club: str
    books: tuple[RuleBook, ...]
    is_member: bool = False
    evenings: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Hall:
    """A final evening of duplicate: its counting boards, each one's scores by side at every table (`results`) and at
    bots' tables (`fields`)."""

    title: str
    address: str
    book: RuleBook
    boards: tuple[Board, ...]
    results: Mapping[int, Sequence[Mapping[Side, int]]]
    fields: Mapping[int, Sequence[Mapping[Side, int]]]

    @property
    def has_bots(self) -> bool:
        return any(self.fields.values())


class Clubs(Protocol):
    """The clubs of this server; accounts are ids."""

    def books(self, request: HttpRequest) -> Sequence[ClubBooks]:
        """The clubs of the signed-in account, else those of a member's link opened in this browser."""
        ...

    def book(self, name: str) -> RuleBook | None:
        """A club's book by key; by the club's name in addresses, the book of its last night."""
        ...

    def lets_try_rules(self, player: int | None) -> bool:
        """Whether this account (None: a guest) may start simulations."""
        ...

    def names(self, players: Iterable[int], reader: int | None) -> Names:
        """These accounts' names that `reader` may read: people in a club of theirs."""
        ...

    def ladders(self, player: int) -> Sequence[tuple[str, str]]:
        """An account's clubs, with the addresses of their tables of the deal of the day."""
        ...

    def hall(self, source: str) -> Hall | None:
        """A final evening's boards; None for other evenings."""
        ...


play_asks: Final = Happening[Clubs]("play asks what the clubs say of who plays")


def player_of(request: HttpRequest) -> int | None:
    return request.user.pk if request.user.is_authenticated else None


def all_clubs_of(request: HttpRequest) -> list[ClubBooks]:
    """The clubs of who asks, each with all its books."""
    return [found for clubs in play_asks for found in clubs.books(request)]


def with_bots(clubs: Iterable[ClubBooks]) -> list[ClubBooks]:
    """These clubs, each with its books that bots play; none without any."""
    playing = (replace(club, books=tuple(book for book in club.books if book.bots_play)) for club in clubs)
    return [club for club in playing if club.books]


def clubs_of(request: HttpRequest) -> list[ClubBooks]:
    return with_bots(all_clubs_of(request))


def without_bots(clubs: Iterable[ClubBooks], ours: RuleBook | None = None) -> dict[str, list[str]]:
    """The names of books that bots don't play, a house's own, of these clubs and the built-in ones, by why not."""
    books = (*([ours] if ours else ()), *(book for club in clubs for book in club.books), *built_in_books().values())
    names: dict[str, list[str]] = {}
    for book in {book.key: book for book in books}.values():
        if book.why_bots_do_not_play:
            names.setdefault(book.why_bots_do_not_play, []).append(book.name)
    return names


def books_by_key(clubs: Iterable[ClubBooks], ours: RuleBook | None = None) -> dict[str, RuleBook]:
    """All books to play by: a house's own and these clubs' first, then the built-in ones."""
    own = ([ours] if ours else []) + [book for club in clubs for book in club.books]
    books = {**{book.key: book for book in own}, **built_in_books()}
    return {key: book for key, book in books.items() if book.bots_play}


def played_at(clubs: Iterable[ClubBooks]) -> dict[str, str]:
    return {book.key: club.club for club in clubs for book in club.books}


def find_book(name: str) -> RuleBook | None:
    """A book by its key."""
    if name in built_in_books() or not _KEY.fullmatch(name):
        return built_in_books().get(name)
    return next((found for clubs in play_asks if (found := clubs.book(name))), None)


def played(book: RuleBook | None) -> RuleBook:
    """The book, or 404 where bots don't play it."""
    found = or_404(book, "There is no rule book of that name.")
    return or_404(None if found.why_bots_do_not_play else found, f"{found.name}: {found.why_bots_do_not_play}")


def names_for(request: HttpRequest, players: Iterable[int]) -> Names:
    reader, wanted = player_of(request), list(players)
    return {player: name for clubs in play_asks for player, name in clubs.names(wanted, reader).items()}


def ladders_for(request: HttpRequest) -> list[tuple[str, str]]:
    """The signed-in account's clubs, with their tables of the deal of the day."""
    player = player_of(request)
    return [] if player is None else [ladder for clubs in play_asks for ladder in clubs.ladders(player)]


def may_try_rules(request: HttpRequest) -> bool:
    return all(clubs.lets_try_rules(player_of(request)) for clubs in play_asks)


def find_hall(source: str) -> Hall | None:
    return next((hall for clubs in play_asks if (hall := clubs.hall(source))), None)


def get_hall(source: str) -> Hall:
    """A final evening's boards, or 404."""
    return or_404(find_hall(source), "The boards of that evening aren’t open.")
