"""Members' own links in words, on screen and on paper."""

from __future__ import annotations

from typing import Any, Final

from django.conf import settings
from django.urls import reverse

from league.evening.paper.pages.heads import size_of
from league.models import Member
from league.office.clubs.pages.navigation import address_of
from league.office.members.links import OWN_PAGE, token_of

OLD_ONES: Final = "Links that {} was given before stop working, printed ones too."


def link_context(member: Member, slug: str, *, is_full: bool = True) -> dict[str, Any]:
    """A member's own link, with the full name only where officials alone read it."""
    name = member.full_name if is_full else member.public_name
    token = token_of(member, OWN_PAGE)
    path = address_of("you", slug, member.pk, token)
    return {
        "member_id": member.pk,
        "name": name,
        "size": size_of(name),
        "number": member.number,
        "path": path,
        "address": f"{settings.PUBLIC_URL}{path}",
        "short": f"{settings.PUBLIC_URL}{reverse('league:short_link', args=[member.pk, token])}",
        "page": address_of("member_link", slug, member.pk),
    }
