"""Members' deals of the day."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, timedelta
from fractions import Fraction
from typing import Final

from django.db.models import Count, F, FilteredRelation, Max, Q, Sum
from django.utils import timezone

from league.models import Club, Member, Role
from league.office.house_rules.deeds import played_by
from league.season.ladder.points import Result
from scoring.models import PlayedHand, RuleBookVersion
from scoring.play.par import is_given_up
from scoring.rules.book import RuleBook

YEAR: Final = timedelta(days=365)


def own_book(club: Club) -> RuleBook:
    """The book of the club and its deal of the day (one query)."""
    return played_by([club])[club.pk][0]


def results_between(club: Club, first: date, last: date, own: RuleBook) -> list[Result]:
    """Ranked results of these days, by the members of today's accounts (three queries)."""
    members = dict(Role.objects.filter(club=club, member__isnull=False).values_list("user", "member"))
    hands = PlayedHand.objects.filter(is_ranked=True, daily__range=(first, last), player__in=list(members))
    asked = ("player", "daily", "margin", "par", "shared__book_version", "seat", "shared__pars")
    rows = list(hands.order_by("daily", "at").values_list(*asked))
    scales, found = _scales((version for *_, version, _, _ in rows), own), []
    for player, day, margin, par, version, seat, pars in rows:
        beside = None if par is None else (margin - par) * scales[version]
        if player and day:
            found.append(Result(members[player], day, beside, given_up=par is None and is_given_up(pars or {}, seat)))
    return found


def _scales(versions: Iterable[int | None], own: RuleBook) -> dict[int | None, Fraction]:
    """Factors that give each version's tricks as many points as in the club's `own` book (one query)."""
    found = RuleBookVersion.objects.in_bulk({pk for pk in versions if pk is not None})
    return {None: Fraction(1), **{pk: Fraction(own.total_points, one.book.total_points) for pk, one in found.items()}}


def beside_the_expert(club: Club, own: RuleBook, member: int | None = None) -> list[tuple[Fraction, int]]:
    """Each day of the last year on which members (or that one) and the Expert played the same deal: the sum beside the
    Expert's and the hands (two queries). Not earlier: the program was another then, and the sum would be slow."""
    roles = Q(club=club, member__isnull=False) if member is None else Q(club=club, member=member)
    hands = PlayedHand.objects.filter(
        is_ranked=True,
        par__isnull=False,
        daily__gt=timezone.localdate() - YEAR,
        player__in=Role.objects.filter(roles).values("user"),
    )
    by_deal = hands.order_by().values_list("daily", "shared__book_version")
    rows = list(by_deal.annotate(beside=Sum(F("margin") - F("par")), hands=Count("pk")))
    scales = _scales((version for _, version, *_ in rows), own)
    found: dict[date, tuple[Fraction, int]] = {}
    for day, version, beside, count in rows:
        total, hands_before = found.get(day, (Fraction(0), 0))
        found[day] = total + beside * scales[version], hands_before + count
    return list(found.values())


@dataclass(frozen=True, slots=True)
class Today:
    """The club's deal of today: book, how many have played of those who can, and the best margin."""

    book: RuleBook
    played: int
    able: int
    best: int | None


def today_at(club: Club) -> Today:
    played = Q(user__played_hands__daily=timezone.localdate(), user__played_hands__is_ranked=True)
    members = Role.objects.filter(club=club, member__isnull=False)
    counts = members.annotate(hand=FilteredRelation("user__played_hands", condition=played)).aggregate(
        able=Count("pk", distinct=True), played=Count("hand__player", distinct=True), best=Max("hand__margin")
    )
    return Today(own_book(club), **counts)


def members_by_id(club: Club, members: set[int]) -> dict[int, Member]:
    """These members of the club (one query)."""
    return Member.objects.filter(club=club).in_bulk(list(members))
