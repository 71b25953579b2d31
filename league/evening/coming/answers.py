"""A member's answers for the next nights, on their own page, the club's, or behind their link."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from league.acting.permissions import Acting
from league.evening.coming.pages.nights import night_context
from league.evening.coming.reading import counts_of, words_of
from league.models import Event, Member
from league.office.clubs.pages.navigation import address_of


def nights_for(
    member: Member, nights: Sequence[Event], acting: Acting, *, link: tuple[int, str] | None = None
) -> list[dict[str, Any]]:
    """The nights with the member's keys (two queries). A `link` (id and token) shows no one else's name."""
    words, counts = words_of(member, nights), counts_of(nights)
    found = []
    for night in nights:
        slug, number = night.club.slug, night.pk
        action = (
            address_of("answer_by_link", slug, *link, number) if link else address_of("answer_coming", slug, number)
        )
        page = "" if link else address_of("coming", slug, number)
        found.append(night_context(night, words.get(number), action, acting, counts.get(number, 0), page))
    return found
