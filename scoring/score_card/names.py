"""The names of people at the table: by seat, by side, long and short. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Final

from scoring.rules.book import RuleBook
from scoring.rules.cards import Seat, Side
from scoring.rules.notation import listed

LONGEST_ON_CARD: Final = 40
MOST_BY_WHOLE_NAMES: Final = 4  # players
LONGEST_UNBROKEN: Final = 8
# Where a syllable begins: before a consonant and a vowel, and not within a `th`.
_SYLLABLE: Final = re.compile(r"(?=[^\W\d_](?!h)[b-df-hj-np-tv-xz][aeiouy])")
# The end that tells two people of one name apart: `Ann Lee (3)`.
_APART: Final = re.compile(r" \(\d+\)$")


def fitted(name: str, longest: int = LONGEST_ON_CARD) -> str:
    """A name that fits; a longer one ends in an ellipsis and keeps the part that distinguishes it."""
    if len(name) <= longest:
        return name
    end = f"…{parted(name)[1]}"
    return f"{name[: longest - len(end)].rstrip()}{end}"


def parted(name: str) -> tuple[str, str]:
    """A name and its distinguishing end, which stays where the name is cut."""
    apart = _APART.search(name)
    return (name[: apart.start()], apart[0]) if apart else (name, "")


def first_name(name: str) -> str:
    """What a name may be shortened to: its first word; the whole of `J. Smith`."""
    first = name.partition(" ")[0]
    return name if first.endswith(".") or len(first) == 1 else first


def short_among(others: Iterable[str], whole: str, *, has_letters: bool = True) -> str:
    """The first name; the whole one for `J. Smith` and `Player A`; `Ann L.` beside `Ann R.`, or the whole one without
    letters."""
    kept, (first, *rest) = first_name(whole), alike(whole).split() or [""]
    same = [parts for parts in (alike(other).split() for other in others) if parts[:1] == [first]]
    if kept == whole or not same:
        return kept
    is_apart = rest and len(rest[-1]) > 1 and all(parts[-1][0] != rest[-1][0] for parts in same)
    return f"{kept} {rest[-1][0].upper()}." if is_apart and has_letters else whole


def soft(name: str) -> str:
    """A name that may break in a narrow column: each long word with a soft hyphen before the syllable in its middle."""
    return " ".join(map(_soft, name.split(" ")))


def _soft(word: str) -> str:
    found = [at.start() + 1 for at in _SYLLABLE.finditer(word.casefold()) if 3 <= at.start() + 1 <= len(word) - 3]
    if len(word) <= LONGEST_UNBROKEN or not found or "-" in word:
        return word
    at = min(found, key=lambda place: abs(place - len(word) / 2))
    return f"{word[:at]}\N{SOFT HYPHEN}{word[at:]}"


def together(names: Iterable[str]) -> str:
    """`Ann & Carl`, `Ann, Carl & Ed`."""
    return listed([*names], "&")


def alike(name: str) -> str:
    """A name reduced to what two people may share: no distinguishing end, no case, single spaces."""
    return " ".join(_APART.sub("", name).casefold().split())


@dataclass(frozen=True)
class Names:
    """Names as given; a player without one is called by the seat, a side by its players. `players` includes
    substitutes, `absent` has the players they replace."""

    book: RuleBook
    players: Mapping[Seat, str]
    given_sides: Mapping[Side, str]
    absent: Mapping[Seat, str] = field(default_factory=dict)

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        # Names are a key of caches, once for each line of a card.
        return hash(tuple(frozenset(names.items()) for names in (self.players, self.given_sides, self.absent)))

    def with_replacements(self, names: Mapping[Seat, str]) -> Names:
        """These names with others in some seats, whose owners stay known as `own_player`."""
        absent = {**{seat: self.player(seat) for seat in names}, **self.absent}
        return replace(self, players={**self.players, **names}, absent=absent) if names else self

    @property
    def is_of_many(self) -> bool:
        """Whether a key or a box has room for first names alone."""
        return self.book.deal.players > MOST_BY_WHOLE_NAMES

    def under(self, book: RuleBook) -> Names:
        """These names at the table of one hand, whose sides may be others."""
        return self if book is self.book else replace(self, book=book)

    def own_player(self, seat: Seat) -> str:
        return self.absent.get(seat) or self.player(seat)

    def player(self, seat: Seat) -> str:
        return self.players.get(seat) or self.book.seat_names[seat]

    def short(self, seat: Seat) -> str:
        """The first name; the whole one for `J. Smith`, or `Ann L.` beside `Ann R.`, to whom many shorten theirs."""
        others = (self.player(other) for other in self.book.seats if other != seat)
        return short_among(others, self.player(seat), has_letters=self.is_of_many)

    def with_whom(self, bidder: Seat, partner: Seat | None) -> str:
        """` with Mary Lou`, ` alone`; empty where nobody is called."""
        if partner is None:
            return ""
        return " alone" if partner == bidder else f" with {self.short(partner)}"

    def has_player(self, seat: Seat) -> bool:
        return bool(self.players.get(seat))

    def side(self, side: Side) -> str:
        """`Ann & Carl`, the team's own name, or the seats."""
        if self.given_sides.get(side):
            return self.given_sides[side]
        return together(map(self.player, self._seats_of(side)))

    def _seats_of(self, side: Side) -> tuple[Seat, ...]:
        """A side is called by its seats; so are those of one hand alone."""
        return tuple(seat for seat in self.book.at_table if seat in side) or (side,)

    def short_side(self, side: Side) -> str:
        """A side by first names; a team's own name stays whole."""
        return self.given_sides.get(side) or together(map(self.short, self._seats_of(side)))

    @property
    def first_names(self) -> dict[Side, str]:
        return {side: self.short_side(side) for side in (*self.book.sides, *self.book.take_sides)}

    @property
    def short_sides(self) -> dict[Side, str]:
        """One word for each side where those differ, `Ann` for Ann & Carl; a team's own name stays whole."""
        short = {
            side: self.given_sides.get(side) or self.player(self._seats_of(side)[0]).partition(" ")[0]
            for side in self.book.sides
        }
        return short if len(set(short.values())) == len(short) else self.sides

    def seat_hint(self, seat: Seat) -> str:
        """A player's side, or the seat, to tell people of one name apart."""
        if not self.has_player(seat):
            return self.side(self.book.side_of(seat)) if self._is_named(seat) else ""
        return self.book.seat_names[seat] if self.book.has_partners else ""

    def _is_named(self, seat: Seat) -> bool:
        return bool(self.given_sides.get(self.book.side_of(seat)))

    @property
    def sides(self) -> dict[Side, str]:
        return {side: self.side(side) for side in (*self.book.sides, *self.book.take_sides)}

    @property
    def seats(self) -> dict[Seat, str]:
        return {seat: self.player(seat) for seat in self.book.seats}
