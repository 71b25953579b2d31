from __future__ import annotations

from typing import Final, NamedTuple

from django.http import HttpRequest
from django.urls import reverse

from league.acting.permissions import NOBODY, Acting, Action
from league.models import Club, Event
from pinochle_club.ground.plainly import kept

# What a place is called, the name of its address, and who sees it.
PLACES: Final = (
    ("Tonight", "club", Action.READ_PUBLISHED),
    ("My pages", "me", Action.SEE_OWN),
    ("Events", "events", Action.READ_PUBLISHED),
    ("Standings", "seasons", Action.READ_PUBLISHED),
    ("Members", "members", Action.READ_MEMBERS),
    ("Rules", "house_rules", Action.READ_PUBLISHED),
    ("Roles", "roles", Action.MANAGE_CLUB),
    ("Help", "help", Action.READ_PUBLISHED),
)
BACK_TO_DESK: Final = "Back to the board"


class Choice(NamedTuple):
    """One of several pages side by side: label, address, and whether it is shown."""

    label: str
    address: str
    is_here: bool


@kept(most=8192)
def address_of(name: str, *args: object) -> str:
    return reverse(f"league:{name}", args=args)


def tools_at(here: tuple[object, ...], *places: tuple[str, str, object]) -> list[tuple[str, str]]:
    """Words and addresses of other pages, those that are there for this reader: `("Print", "papers", may_print)`."""
    return [(words, address_of(name, *here)) for words, name, is_there in places if is_there]


def back_to_desk(event: Event) -> tuple[str, str]:
    return BACK_TO_DESK, address_of("desk", event.club.slug, event.pk)


def places_of(request: HttpRequest) -> list[Choice]:
    """The places of the club, none outside one."""
    club: Club | None = getattr(request, "club", None)
    if club is None:
        return []
    acting: Acting = getattr(request, "acting", NOBODY)
    home, found = address_of("club", club.slug), list[Choice]()
    for label, name, action in PLACES:
        if acting.may(action) and (name != "me" or acting.member_id is not None):
            address = address_of(name, club.slug)
            is_here = request.path == home if address == home else request.path.startswith(address)
            found.append(Choice(label, address, is_here))
    return found
