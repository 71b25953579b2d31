"""The reader of a club's page, known by account or by the link for life opened in this browser. A cookie that no script
reads holds the link, so the server stores nothing, and a new link or a merged or removed member ends it. An account
takes precedence. On a phone that is passed on, one key forgets the link (“Not you?”)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from django.http import Http404, HttpRequest, HttpResponse

from league.acting.permissions import Acting, ClubRequest
from league.acting.unchanged import OWN_LINK
from league.evening.coming.reading import people_of, person_of_link
from league.models import Club, Member
from league.office.clubs.pages.navigation import address_of
from scoring.score_card.access import browser_family, keep_in_browser

MOST_SIGNS: Final = 19  # of an id
MOST_CLUBS: Final = 3  # asked about in one browser


@dataclass(frozen=True, slots=True)
class You:
    """The reader of a page. `link` is their link for life (id and token), if they came by it."""

    person: Member
    acting: Acting
    link: tuple[int, str] | None = None

    @property
    def page(self) -> str:
        return address_of("you", self.person.club.slug, *self.link) if self.link else ""


def who_looks(request: ClubRequest) -> You | None:
    """The member reading the page (one query)."""
    club, acting = request.club, request.acting
    if acting.user is not None:
        person = people_of(club).filter(pk=acting.member_id).first() if acting.member_id else None
        if person is None:
            return None
        person.club = club
        return You(person, acting)
    link = _link_kept(request, club)
    try:
        return by_link(request, *link) if link else None
    except Http404:
        return None


def _link_kept(request: HttpRequest, club: Club) -> tuple[int, str] | None:
    member_id, _, token = request.COOKIES.get(cookie_name(club), "").partition(".")
    return (int(member_id), token) if _is_id(member_id) else None


def _is_id(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) < MOST_SIGNS


def clubs_remembered(request: HttpRequest) -> list[Club]:
    """The clubs whose links for life this browser opened and that hold (a query, and one for each)."""
    clubs = [name.removeprefix(OWN_LINK) for name in request.COOKIES if name.startswith(OWN_LINK)]
    known = list(filter(_is_id, clubs))[:MOST_CLUBS]
    return [club for club in Club.objects.filter(pk__in=known) if _opens(request, club)] if known else []


def _opens(request: HttpRequest, club: Club) -> bool:
    link = _link_kept(request, club)
    try:
        return link is not None and bool(person_of_link(club, *link))
    except Http404:
        return False


def by_link(request: ClubRequest, member_id: int, token: str) -> You:
    """The owner of a link for life (one query), or 404."""
    person = person_of_link(request.club, member_id, token)
    return You(person, as_themselves(request, person), (member_id, token))


def as_themselves(request: ClubRequest, person: Member) -> Acting:
    """The link's member as the acting person, without further rights."""
    return Acting(user=None, kind=None, name=person.name, device=browser_family(request), member_id=person.pk)


def remember(response: HttpResponse, you: You) -> None:
    if you.link:
        member_id, token = you.link
        keep_in_browser(response, cookie_name(you.person.club), f"{member_id}.{token}")


def cookie_name(club: Club) -> str:
    return f"{OWN_LINK}{club.pk}"
