from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

from django.conf import settings

from league.acting.answers import FormPage
from league.models import SignIn
from pinochle_club.ground.dates import weekday_and_clock


def password_again_page(back: str, *, to_look: bool, has_password: bool) -> FormPage:
    """Ask for the password again. A page that is only looked at may come as a file, while this one stays."""
    what = "type your password again" if has_password else "type the code that we just emailed you"
    says = (f"You signed in a while ago. So that nobody else does this at your computer, {what}.",)
    if to_look:
        return FormPage("Is it you?", "Go on", ("Back", back), says=(*says, "Then the file downloads."), is_plain=True)
    return FormPage("Is it you?", "Go on", ("Cancel", back), says=says, is_plain=True)


def device_words(sign_in: SignIn) -> str:
    return f"the {sign_in.device}" if sign_in.device else "the other device"


def sign_in_lines(sign_ins: Iterable[SignIn], here: str | None, now: datetime) -> list[dict[str, object]]:
    """The account's sign-ins, this browser's without a key, since it has one of its own."""
    return [
        {
            "id": sign_in.pk,
            "device": sign_in.device or "A device",
            "note": f"since {weekday_and_clock(sign_in.at)} · {_last_seen(sign_in, now)}",
            "is_here": sign_in.session_id == here,
        }
        for sign_in in sign_ins
    ]


def _last_seen(sign_in: SignIn, now: datetime) -> str:
    """The last visit to the hour, since the session is written once in an hour."""
    last = sign_in.session.expire_date - timedelta(seconds=settings.SESSION_COOKIE_AGE)
    return "used within the hour" if now - last < timedelta(hours=1) else f"last used {weekday_and_clock(last)}"
