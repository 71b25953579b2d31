"""A member and those they follow, in words. No queries."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from league.models import Member
from league.office.clubs.pages.navigation import address_of
from league.season.players.following import Following, Line
from league.season.seasons.pages import FIGURES, figure_of, place_words
from league.season.seasons.publishing import stood
from scoring.rules.notation import counted

FOLLOWED: Final = "You follow them now. Their line stands on My pages, beside yours."
NOT_FOLLOWED: Final = "You no longer follow them."


def following_lines(following: Following, name_of: Callable[[Member], str], slug: str) -> list[tuple[str, str, str]]:
    """Each line: name, address, and `Spring: 3rd, 412 points. Last night: 2nd, 53 points.`"""
    return [
        (name_of(one.member), address_of("player", slug, one.member.pk), _stands(following, one))
        for one in following.lines
    ]


def _stands(following: Following, one: Line) -> str:
    season, night = following.season, one.night
    says = [f"{season.name}: {_in_season(one)}."] if season else []
    if following.last:
        was = f"{place_words(night[0])}, {counted(night[1], 'point')}" if night else "not there"
        says.append(f"Last night: {was}.")
    return " ".join(says)


def _in_season(one: Line) -> str:
    if one.stands is None:
        return "not in the standings"
    return f"{place_words(one.stands.place)}, {figure_of(one.stands)} {FIGURES[stood(one.stands).by].lower()}"
