"""What a club's members made of the deals of the day."""

from __future__ import annotations

from datetime import date

from league.models import Club, Member, Role
from league.season.ladder.points import Result
from scoring.models import PlayedHand


def results_between(club: Club, first: date, last: date) -> list[Result]:
    """The ranked results of a club's members on these days, whose account is theirs now (two queries)."""
    members = dict(Role.objects.filter(club=club, member__isnull=False).values_list("user", "member"))
    hands = PlayedHand.objects.filter(is_ranked=True, daily__range=(first, last), player__in=list(members))
    rows = hands.order_by("daily", "at").values_list("player", "book_key", "daily", "margin")
    return [Result(members[player], book, day, margin) for player, book, day, margin in rows if player and day]


def members_by_id(club: Club, members: set[int]) -> dict[int, Member]:
    """These members of the club (one query)."""
    return Member.objects.filter(club=club).in_bulk(list(members))
