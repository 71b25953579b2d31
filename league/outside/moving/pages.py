"""A club's move in words. No queries."""

from __future__ import annotations

from league.acting.answers import FormPage
from league.models import Club
from league.office.clubs.pages.navigation import address_of
from league.words import address_words


def move_page(club: Club) -> FormPage:
    return FormPage(
        f"Move {club.name} to another address",
        "Move it",
        ("Back", address_of("settings", club.slug)),
        notice="What happens",
        notices=(
            "You type the new address and choose “Move it”. From then on nothing of the club is changed here, and "
            "everybody can still read it.",
            "You save the club’s archive here, and bring it in there. From then on the club lives there.",
            "Evenings can still be played on this computer: each is taken to the hall there, and fetched here.",
            "It can come back the same way, and until it is brought in there, it can simply stay.",
        ),
        says=("Do it when nobody plays. It takes some minutes.",),
    )


def stay_page(club: Club, *, has_fetched: bool) -> FormPage:
    """Where an evening was fetched from there, the club surely is there."""
    if club.is_copy:
        return _keep_copy_page(club)
    address = address_words(club.moved_to)
    return FormPage(
        f"Keep {club.name} here?",
        "Keep it here",
        ("Back", address_of("move_club", club.slug)),
        notice=f"It is at {address}: evenings came from there." if has_fetched else f"Is it at {address} already?",
        notices=(
            "If nobody brought the club in there, keep it here: all is as before. Delete the file that you saved.",
            "If it was brought in, there would be two from now on, and neither hears of the other. "
            "Then move it back from there instead: Settings, “Move the club”.",
        ),
        tone="danger",
    )


def _keep_copy_page(club: Club) -> FormPage:
    return FormPage(
        f"Keep {club.name} here?",
        "Keep it here",
        ("Back", address_of("settings", club.slug)),
        notice="Is its home gone for good?",
        notices=(
            "The club lives at home, and came here with an evening. If home is still there, leave it: there would be "
            "two clubs from now on, and neither hears of the other.",
            "If home is gone and you have an archive of the club, bring that in first: mail, phone numbers, notes and "
            "standings are in it, and not here.",
        ),
        tone="danger",
    )


def kept_words(club: Club) -> str:
    return f"{club.name} lives here."
