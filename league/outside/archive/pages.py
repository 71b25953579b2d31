"""A club's archive in words. No queries."""

from __future__ import annotations

from typing import Final

from django.urls import reverse

from league.acting.answers import FormPage
from scoring.rules.notation import counted, listed

from .deeds import Restored

BUSY: Final = "Another archive or a stack of paper is being made. Try again in a minute."
TOO_LARGE: Final = "This club’s archive is too large for a download. At the club’s computer: {command}"


def restored_words(made: Restored) -> str:
    """What came back; nothing of that where the same file was sent twice."""
    if not made.rows:
        return f"{made.club.name} is here."
    rows = made.rows
    parts = [counted(rows["members"], "member"), counted(rows["events"], "event"), counted(rows["cards"], "score card")]
    words = f"{made.club.name} is back: {listed(parts)}."
    if made.renamed:
        names = listed([f"{name} is now {username}" for name, username in made.renamed])
        words += f" Some sign-in names were taken here: {names}."
    return words


def restore_page() -> FormPage:
    return FormPage(
        "A club from an archive",
        "Restore the club",
        ("Back to the clubs", reverse("league:clubs")),
        says=(
            "Choose a file that was downloaded under a club’s Settings, here or on another server. Everything in it "
            "comes back as a new club. No other club is touched.",
            "You’ll be one of its admins. Accounts come without passwords: give people new ones under Roles.",
        ),
        is_plain=True,
    )
