"""Letters to admins: news of the host, the end of a club, a club in which nothing happens. They wait among the club's
other letters, and the worker sends them (`season/notices/post`)."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any, Final

from django.conf import settings
from django.contrib.auth.models import User

from league.models import Letter, Role
from league.office.clubs.mail import Mail, is_set_up
from league.office.clubs.pages.navigation import address_of
from pinochle_club.ground.dates import calendar_day

About = Letter.About
NEWS: Final = "{text}\n\n{who}\n\nYou see this on your club’s pages, too, until you put it away: {address}\n"
GOES: Final = (
    "An admin asked to delete {club}. It will be deleted on {day}, with its members, evenings and results.\n\n"
    "Any admin can keep it until then: {keep}\n\nIts file, with everything in it, is here: {file}\n"
)
TURNED_DOWN: Final = (
    "The person who runs this server turned {club} down. Only you and people you invited see it, and it will\n"
    "be deleted on {day}.\n\nTake everything with you as one file before: {file}\n"
)
SILENT: Final = (
    "Nothing has happened at {club} since {day}.\n\n"
    "Still playing? Open your club, and plan the next night: {address}\n\n"
    "Is it over? Save its file, then delete the club: {keep}\n\nNothing is deleted unless you ask for it.\n"
)


def write_to(users: Iterable[User], about: About, key: str, now: datetime, **more: Any) -> int:
    """Queue a letter for each account that has an address, one and no second one by its key; how many have one."""
    if not is_set_up():
        return 0
    letters = [
        Letter(user=user, about=about, key=key, asked_at=now, next_try_at=now, **more) for user in users if user.email
    ]
    Letter.objects.bulk_create(letters, ignore_conflicts=True, batch_size=500)
    return len(letters)


def mail_of(letter: Letter, last_sign: datetime | None = None) -> Mail | None:
    """The mail as things stand when it goes out; None where there is no more reason for it."""
    user, club = letter.user, letter.club
    if user is None or not user.is_active or not user.email:
        return None
    if letter.news is not None:
        says = NEWS.format(text=letter.news.text, who=letter.news.who, address=f"{settings.PUBLIC_URL}/clubs/")
        return _mail(letter, "", "News from the server of your club", says)
    if club is None or not Role.objects.filter(club=club, user=user, kind=Role.Kind.ADMIN).exists():
        return None
    here = {name: f"{settings.PUBLIC_URL}{address_of(page, club.slug)}" for name, page in PAGES.items()}
    if letter.about == About.GOES and club.goes_at:
        day = calendar_day(club.goes_at, club.date_style)
        says = TURNED_DOWN if club.was_turned_down else GOES
        return _mail(letter, club.name, f"{club}: to be deleted on {day}", says.format(club=club, day=day, **here))
    if letter.about == About.SILENT and club.written_times and last_sign:
        day = calendar_day(last_sign, club.date_style)
        return _mail(letter, club.name, f"{club}: still playing?", SILENT.format(club=club, day=day, **here))
    return None


PAGES: Final = {"keep": "delete_club", "file": "archive", "address": "club"}


def _mail(letter: Letter, club: str, subject: str, says: str) -> Mail:
    assert letter.user is not None
    key = f"host-{letter.pk}-{int(letter.asked_at.timestamp())}"
    return Mail(club, letter.user.email, subject, says, "", key)
