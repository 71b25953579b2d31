"""The next nights as one member answers for them, by their account: on their own page and the club's."""

from __future__ import annotations

from collections.abc import Sequence

from league.acting.permissions import Acting
from league.evening.coming.pages.nights import NightContext, nights_of
from league.evening.coming.reading import counts_of, words_of
from league.models import Event, Member
from league.office.clubs.pages.navigation import address_of


def nights_for(member: Member, nights: Sequence[Event], acting: Acting) -> list[NightContext]:
    """The nights with the member's keys (two queries)."""
    if not nights:
        return []
    slug = nights[0].club.slug
    actions = {night.pk: address_of("answer_coming", slug, night.pk) for night in nights}
    pages = {night.pk: address_of("coming", slug, night.pk) for night in nights}
    return nights_of(nights, words_of(member, nights), counts_of(nights), actions, acting, pages=pages)
