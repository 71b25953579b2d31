from __future__ import annotations

from typing import Final

from django.db.models import Q, QuerySet

from league.models import Club, Role
from scoring.rules.book import built_in_books
from scoring.score_card.forms.our_game import OurGame

from .deeds import A_CLUB, OURS

WaitsFor = Club.WaitsFor
MOST_CLUBS: Final = 60  # whose rules are offered


def waiting() -> QuerySet[Club]:
    """The clubs that wait for the host, the oldest first."""
    return Club.objects.filter(is_public=False, waits_for=WaitsFor.HOST, is_example=False).order_by("created_at")


def turned_down() -> QuerySet[Club]:
    return Club.objects.filter(is_public=False, waits_for=WaitsFor.NOTHING, is_example=False).order_by("-created_at")


def founders_of(clubs: QuerySet[Club]) -> dict[int, Role]:
    """Who founded each club: its first admin (one query)."""
    roles = Role.objects.filter(club__in=clubs, kind=Role.Kind.ADMIN).select_related("user").order_by("-pk")
    return {role.club_id: role for role in roles}


def rules_on_offer(ours: OurGame | None) -> list[tuple[str, list[tuple[str, str]]]]:
    """What a new club may play by, in groups: the browser's own game, built-in books, rules of public clubs."""
    books = [(book.key, f"{book.name}, {book.deal.players} players") for book in built_in_books().values()]
    found = [("Rule books", books)]
    if ours is not None:
        words = "; ".join(ours.changes_in_words)
        found.insert(0, ("Described in this browser", [(OURS, f"Our game: {ours.original.short_name}, {words}"[:90])]))
    clubs = list(_with_own_rules()[:MOST_CLUBS])
    if clubs:
        found.append(("The same as", [(f"{A_CLUB}{club.slug}", club.name) for club in clubs]))
    return found


def _with_own_rules() -> QuerySet[Club]:
    published = Q(house_rules__is_retired=False, house_rules__version__gt=0)
    return Club.objects.filter(published, is_public=True, is_example=False).distinct().order_by("name")
