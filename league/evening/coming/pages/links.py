"""Members' own links in words: their purpose, on screen and on paper. No queries."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from django.conf import settings

from league.evening.paper.pages.heads import size_of
from league.models import Member
from league.office.clubs.pages.navigation import address_of
from league.office.members.links import OWN_PAGE, token_of

OLD_ONES: Final = "Links that {} was given before stop working, printed ones too."


@dataclass(frozen=True, slots=True)
class LinkContext:
    """A member's own link; `page` shows it large."""

    member_id: int
    name: str
    number: int
    path: str
    page: str

    @property
    def address(self) -> str:
        return f"{settings.PUBLIC_URL}{self.path}"

    @property
    def size(self) -> str:
        """The class that lets a name of any length fit its card."""
        return size_of(self.name)


def link_context(member: Member, slug: str, *, is_full: bool = True) -> LinkContext:
    """The link of a member, with the full name only where officials alone read it."""
    return LinkContext(
        member.pk,
        member.full_name if is_full else member.public_name,
        member.number,
        address_of("you", slug, member.pk, token_of(member, OWN_PAGE)),
        address_of("member_link", slug, member.pk),
    )
