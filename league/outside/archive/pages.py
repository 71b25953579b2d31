"""A club's archive in words. No queries."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Final

from django.urls import reverse
from django.utils import timezone

from league.acting.answers import FormPage
from league.models import Club
from league.words import address_words, moment_words
from pinochle_club.ground.dates import full_day
from scoring.rules.notation import counted, listed

from .deeds import Restored
from .here import Compared, Updated
from .taking import Counts

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
    if not made.is_second:
        words += f" {LIVES_HERE if made.has_moved else MAY_LIVE_TWICE}"
    return words


def restore_page() -> FormPage:
    return FormPage(
        "A club from an archive",
        "Restore the club",
        ("Back to the clubs", reverse("league:clubs")),
        says=(
            "Choose a file that was downloaded under a club’s Settings, here or on another server. Everything in it "
            "comes back as a new club. No other club is touched.",
            "If you look after this very club here already, you’re asked whether to update it instead.",
            "You’ll be one of its admins. Accounts come without passwords: give people new ones under Roles.",
        ),
        is_plain=True,
    )


# -- a club that is here already --------------------------------------------------------------

CHOOSE_AGAIN: Final = "That file isn’t kept here any longer. Choose it again."
LIVES_HERE: Final = "From now on it lives here. Where it came from it is only read."
MAY_LIVE_TWICE: Final = (
    "Does another computer have it, too? Choose “Move the club” under Settings there, or both go on without each other."
)
ARRIVES: Final = "It lives at {address} now. With this file it lives here again, and there it is only read."
STAYS_AWAY: Final = "It lives at {address}, and stays there: this only brings what is read here up to date."
SAME: Final = "The file and the club are the same: there is nothing to update."
OLDER: Final = "The file is older than the newest change here. Updating takes back what was done here since."
STAYS: Final = "Who may act in the club stays as it is here. A second club has nothing to do with this one."
# What is counted by name; all other rows belong to one of these.
NAMED: Final[Mapping[str, str]] = {
    "members": "member",
    "events": "event",
    "entrants": "name on a list",
    "cards": "score card",
    "entries": "entry",
    "publications": "publication",
    "log": "line of the log",
}
PLURALS: Final[Mapping[str, str]] = {
    "name on a list": "names on lists",
    "entry": "entries",
    "line of the log": "lines of the log",
}


def here_page(compared: Compared) -> FormPage:
    differs = any(compared.counts.values()) or compared.arrives
    is_risky = compared.is_older and differs
    return FormPage(
        "This club is here already",
        "Update it" if differs else "Leave it as it is",
        ("Back to the clubs", reverse("league:clubs")),
        place=compared.club.name,
        notice=OLDER if is_risky else "",
        tone="danger" if is_risky else "go",
        says=(*where_it_lives(compared), _of_the_file(compared), would_change(compared.counts), STAYS),
        also=("Make a second club", "second"),
        is_plain=True,
    )


def where_it_lives(compared: Compared) -> tuple[str, ...]:
    if not (moved_to := compared.club.moved_to):
        return ()
    return ((ARRIVES if compared.arrives else STAYS_AWAY).format(address=address_words(moved_to)),)


def _of_the_file(compared: Compared) -> str:
    club, evening = compared.club, compared.newest_evening
    parts = [
        f"The file was made: {_moment(compared.made_at, club)}.",
        f"Its newest evening: {full_day(evening, club.date_style)}." if evening else "",
        f"The newest change here: {_moment(compared.newest_here, club)}." if compared.newest_here else "",
    ]
    return " ".join(filter(None, parts))


def would_change(counts: Mapping[str, Counts]) -> str:
    """`Updating adds 2 members and 40 entries, changes 1 event and deletes nothing.`"""
    if not any(counts.values()):
        return SAME
    verbs = (("adds", "added"), ("changes", "changed"), ("deletes", "gone"))
    return f"Updating {listed([f'{verb} {_counted(counts, what)}' for verb, what in verbs])}."


def _counted(counts: Mapping[str, Counts], what: str) -> str:
    numbers = {name: getattr(one, what) for name, one in counts.items()}
    named = [counted(numbers[name], word, PLURALS.get(word, "")) for name, word in NAMED.items() if numbers.get(name)]
    others = sum(number for name, number in numbers.items() if name not in NAMED)
    return listed([*named, *([counted(others, "other row")] if others else [])]) or "nothing"


def _moment(at: datetime | None, club: Club) -> str:
    return moment_words(at, club, timezone.now()) if at else "at a time it doesn’t say"


def updated_words(done: Updated) -> str:
    if done.has_arrived:
        return f"{done.club.name} lives here again."
    return f"{done.club.name} is up to date with the file." if done.counts else f"{done.club.name} is here."
