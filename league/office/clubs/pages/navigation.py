"""The places of a club as its pages name them on top: where one can go, and who is signed in."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from django.contrib.auth.models import User
from django.http import HttpRequest
from django.urls import reverse
from django.utils.http import urlencode

from league.acting.permissions import NOBODY, Acting, Action, name_of
from league.models import Club
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


@dataclass(frozen=True, slots=True)
class Place:
    label: str
    address: str
    is_here: bool


@dataclass(frozen=True, slots=True)
class NavigationContext:
    """The line under the header: `places` of the club (none outside one), and the account's own place."""

    places: tuple[Place, ...]
    account_name: str
    sign_in_address: str


def navigation_context(request: HttpRequest) -> NavigationContext:
    """Asks nothing of the database: `needs` has put the club and who is acting on the request."""
    club: Club | None = getattr(request, "club", None)
    acting: Acting = getattr(request, "acting", NOBODY)
    user = getattr(request, "user", None)
    return NavigationContext(
        places=_places(club, acting, request.path) if club else (),
        account_name=name_of(user) if isinstance(user, User) else "",
        sign_in_address=f"{reverse('league:sign_in')}?{urlencode({'next': request.get_full_path()})}",
    )


@kept(most=8192)
def address_of(name: str, *args: object) -> str:
    """The address of a page of the league by its name."""
    return reverse(f"league:{name}", args=args)


def _places(club: Club, acting: Acting, path: str) -> tuple[Place, ...]:
    home = address_of("club", club.slug)
    found = []
    for label, name, action in PLACES:
        if acting.may(action) and (name != "me" or acting.member_id is not None):
            address = address_of(name, club.slug)
            is_here = path == home if address == home else path.startswith(address)
            found.append(Place(label, address, is_here))
    return tuple(found)
