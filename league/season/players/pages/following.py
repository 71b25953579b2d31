from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from league.models import Member, PublishedPlace, Season
from league.season.players.following import Places
from league.season.seasons.pages import FIGURES, figure_of, place_words
from league.season.seasons.publishing import stood
from scoring.rules.notation import counted

FOLLOWED: Final = "You follow them now. Their line stands on My pages, beside yours."
NOT_FOLLOWED: Final = "You no longer follow them."


def standing_words(
    member: Member, season: Season | None, places: Places, nights: Mapping[int, tuple[int, int]] | None
) -> str:
    """`Spring: 3rd, 412 points. Last night: 2nd, 53 points.`"""
    says = [f"{season.name}: {_in_season(places.get(member.pk))}."] if season else []
    if nights is not None:
        night = nights.get(member.pk)
        was = f"{place_words(night[0])}, {counted(night[1], 'point')}" if night else "not there"
        says.append(f"Last night: {was}.")
    return " ".join(says)


def _in_season(line: PublishedPlace | None) -> str:
    if line is None:
        return "not in the standings"
    return f"{place_words(line.place)}, {figure_of(line)} {FIGURES[stood(line).by].lower()}"
