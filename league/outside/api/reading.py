"""What everybody may see of a season."""

from __future__ import annotations

from typing import Final

from django.db.models import QuerySet

from league.acting.permissions import NOBODY
from league.models import Club, Publication, Season
from league.season.seasons.published import may_read, seasons_of
from league.season.seasons.publishing import newest_publication

State = Publication.State
SHOWN: Final = (State.PROVISIONAL, State.FINAL)


def shown_seasons(club: Club) -> QuerySet[Season]:
    """Seasons whose newest publication everybody sees, the latest first."""
    return seasons_of(club, NOBODY, states=SHOWN)


def shown_season(club: Club) -> tuple[Season, Publication] | None:
    """The latest season with public standings, and its newest publication (two queries), if any."""
    season = shown_seasons(club).first()
    publication = shown_publication(season) if season is not None else None
    if season is None or publication is None:
        return None
    season.club = club
    return season, publication


def shown_publication(season: Season) -> Publication | None:
    """The public standings of a season (one query), if any."""
    newest = newest_publication(season)
    return newest if newest is not None and may_read(newest, NOBODY) else None
