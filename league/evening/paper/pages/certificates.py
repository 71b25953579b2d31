"""Certificates for an evening's winners, one a page, to frame."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, Final

from league.evening.cards.boards import together
from league.evening.cards.pairs import people_of
from league.evening.cards.standings import Standing, wins_and_points
from league.evening.cards.words import shares_text
from scoring.rules.notation import counted, listed

from .heads import size_of

PLACES: Final = {1: "First place", 2: "Second place", 3: "Third place"}
# A category gets a certificate if this many played for it.
FEWEST: Final = 2


def of_places(standing: Sequence[Standing[Any]], places: int) -> list[dict[str, Any]]:
    """For all holders of the first places, shared by equals."""
    held = [one.place for one in standing]
    return [
        made
        for one in standing
        if one.place <= places
        for made in _certificates(one, PLACES[one.place], shared=held.count(one.place) > 1)
    ]


def of_categories(
    standing: Sequence[Standing[Any]], categories: Mapping[str, Collection[int]]
) -> list[dict[str, Any]]:  # fmt: skip
    """For the first of each category, by name and members' ids; a pair counts where both are in it."""
    found: list[dict[str, Any]] = []
    for name, members in sorted(categories.items()):
        there = [one for one in standing if all(person.member_id in members for person in people_of(one.entrant))]
        if len(there) >= FEWEST:
            first = [one for one in there if one.place == there[0].place]
            for one in first:
                found += _certificates(one, f"{PLACES[1]}, {name}", shared=len(first) > 1)
    return found


def _certificates(one: Standing[Any], title: str, *, shared: bool) -> Iterator[dict[str, Any]]:
    people = people_of(one.entrant)
    shares = together(each.shares for each in one.counted)
    wins, total = wins_and_points(one.total) if one.is_by_wins else (None, one.total)
    won = "" if wins is None else f"{counted(wins, 'round')} won and "
    points = shares_text(shares) if shares else f"{won}{counted(total, 'point')}"
    for person in people:
        if not person.is_house_player:
            partner = listed([other.name for other in people if other is not person])
            yield {
                "title": title,
                "name": person.name,
                "size": size_of(person.name),
                "points": points,
                "partner": partner,
                "shared": shared,
            }
