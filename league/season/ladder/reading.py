"""What a club's members made of the deals of the day."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from fractions import Fraction

from django.db.models import Count, FilteredRelation, Max, Q
from django.utils import timezone

from league.models import Club, Member, Role
from league.office.house_rules.deeds import played_by
from league.season.ladder.points import Result
from scoring.models import PlayedHand, RuleBookVersion
from scoring.rules.book import RuleBook


def own_book(club: Club) -> RuleBook:
    """By what the club plays, and its deal of the day is (one query)."""
    return played_by([club])[club.pk][0]


def results_between(club: Club, first: date, last: date, own: RuleBook) -> list[Result]:
    """The ranked results of a club's members on these days, whose account is theirs now (three queries). A deal by
    other rules counts as if its tricks held as many points as in the club's `own`."""
    members = dict(Role.objects.filter(club=club, member__isnull=False).values_list("user", "member"))
    hands = PlayedHand.objects.filter(is_ranked=True, daily__range=(first, last), player__in=list(members))
    rows = list(hands.order_by("daily", "at").values_list("player", "daily", "margin", "par", "shared__book_version"))
    versions = RuleBookVersion.objects.in_bulk({version for *_, version in rows if version})
    points = {None: own.total_points, **{pk: version.book.total_points for pk, version in versions.items()}}
    found = []
    for player, day, margin, par, version in rows:
        beside = None if par is None else Fraction((margin - par) * own.total_points, points[version])
        if player and day:
            found.append(Result(members[player], day, beside))
    return found


@dataclass(frozen=True, slots=True)
class Today:
    """The club's deal of today: the key of its book, how many of those who can have played it, and the best margin."""

    book: str
    played: int
    able: int
    best: int | None


def today_at(club: Club) -> Today:
    """How the deal of today goes in a club (two queries)."""
    played = Q(user__played_hands__daily=timezone.localdate(), user__played_hands__is_ranked=True)
    members = Role.objects.filter(club=club, member__isnull=False)
    counts = members.annotate(hand=FilteredRelation("user__played_hands", condition=played)).aggregate(
        able=Count("pk", distinct=True), played=Count("hand__player", distinct=True), best=Max("hand__margin")
    )
    return Today(own_book(club).key, **counts)


def members_by_id(club: Club, members: set[int]) -> dict[int, Member]:
    """These members of the club (one query)."""
    return Member.objects.filter(club=club).in_bulk(list(members))
