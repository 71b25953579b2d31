from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from django.conf import settings
from django.urls import reverse

from league.acting.answers import FormPage
from league.acting.permissions import name_of
from league.models import Club, Role
from league.office.clubs.deeds.clubs import ASKED
from league.words import hall_words
from pinochle_club.ground.dates import day_of_month

START: Final = "league/office/founding/_start.html"


def start_page() -> FormPage:
    seen = (
        "once the person who runs this server has let it in"
        if settings.FOUNDING == ASKED
        else ("after your first evening")
    )
    says = f"It takes three minutes and costs nothing. You can change everything later. Others see your club {seen}."
    return FormPage(
        "Start a club", "Email me a code", ("Back", reverse("league:clubs")), says=(says,), fields=START, is_plain=True
    )


def club_lines(clubs: Iterable[Club], admins: Mapping[int, Role]) -> list[dict[str, Any]]:
    return [
        {
            "slug": club.slug,
            "name": club.name,
            "about": " ".join(filter(None, (club.about, hall_words(club)))),
            "note": f"{_who(admins.get(club.pk))} · {day_of_month(club.created_at)}",
        }
        for club in clubs
    ]


def _who(role: Role | None) -> str:
    return f"{name_of(role.user)}, {role.user.email}" if role else "Nobody runs it now"


def waiting_mail(club: Club) -> tuple[str, str]:
    """Subject and text of the mail that tells the host."""
    address = settings.PUBLIC_URL + reverse("league:founding")
    return f"{club.name} asks to be let in", f"Hello,\n\n{club.name} was started and waits for you:\n\n{address}\n"


def let_in_mail(club: Club) -> tuple[str, str]:
    """Subject and text of the mail that tells a club’s admins."""
    address = settings.PUBLIC_URL + reverse("league:club", args=[club.slug])
    return f"{club.name} is in", f"Hello,\n\n{club.name} is in. Everybody can read its pages now:\n\n{address}\n"
