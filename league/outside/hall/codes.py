"""The short code by which a hall's computer with a line fetches its evening, at home."""

from __future__ import annotations

import hmac
from datetime import datetime, timedelta
from typing import Final

from django.utils import timezone

from league.acting.log import Refused, was_done, write_log
from league.acting.permissions import Acting
from league.acting.security import What, note
from league.models import Event, Lending, SignInAttempt
from league.office.accounts.deeds import WINDOW, CoolingOff, wait_of
from pinochle_club.ground.clock import lately
from pinochle_club.ground.write_queue import queued_write

from .secrets import LETTERS, letters_of, secret

LASTS: Final = timedelta(hours=1)
LENGTH: Final = 6
TRIES: Final = 6  # from one address
TRIES_IN_ALL: Final = 200  # from wherever; there are 900 million codes
GUESSED: Final = "code of an evening"
WRONG: Final = "No evening waits under this code. It is good for an hour; home shows a new one."
ELSEWHERE: Final = "Another computer fetched this evening. At home, take it back first, then lend it again."


def code_of(lending: Lending, now: datetime) -> str:
    """`K7M 4TX`, worked out each time; empty once its hour is over."""
    if lending.code_until is None or not lending.code_until - LASTS <= now < lending.code_until:
        return ""
    letters = letters_of(f"code {lending.uid} {lending.code_until.isoformat()}", LENGTH).upper()
    return f"{letters[:3]} {letters[3:]}"


def letters_in(typed: str) -> str:
    return "".join(letter for letter in typed.casefold() if letter in LETTERS)


def new_code(*, event: Event, acting: Acting, client_id: str) -> None:
    """Make another code, for another hour. The one before opens nothing more."""
    with queued_write():
        if was_done(event.club, client_id):
            return
        out = Lending.objects.filter(event=event, state=Lending.State.OUT)
        if out.update(code_until=timezone.now() + LASTS):
            tell_club(event, acting, "made a new code for the hall’s computer", client_id)


def tell_club(event: Event, acting: Acting, action: str, client_id: str = "") -> None:
    """Write a line of the club's log: that of a lent evening is the hall's."""
    write_log(club=event.club, acting=acting, action=action, subject=event.name, client_id=client_id)


def lending_of_code(*, code: str, computer: str, address: str) -> Lending:
    """The lending that this code opens for this computer, fetched from now on. Raises `Refused`, and `CoolingOff` after
    too many wrong ones."""
    _count_a_try(address)
    now = timezone.now()
    waiting = Lending.objects.filter(state=Lending.State.OUT, code_until__gt=now)
    found = [one for one in waiting if hmac.compare_digest(letters_in(code_of(one, now)), code)]
    if not found or not code:
        note(What.WRONG_CODE, user=None, about=GUESSED)
        raise Refused(WRONG, "code")
    with queued_write():
        SignInAttempt.objects.filter(account_key=_counted(), address_key=address).delete()
        lending = Lending.objects.select_for_update(of=("self",)).select_related("event__club").get(pk=found[0].pk)
        by = secret(f"fetched by {computer}")
        if lending.fetched_by not in ("", by):
            raise Refused(ELSEWHERE, "code")
        if not lending.fetched_by:
            lending.fetched_by, lending.fetched_at = by, now
            lending.save(update_fields=["fetched_by", "fetched_at"])
            tell_club(lending.event, HALL, "fetched the evening")
            note(What.HALL, user=None, club=lending.event.club, about=f"{lending.event} was fetched")
    return lending


HALL: Final = Acting(user=None, kind=None, name="The hall’s computer")


def _count_a_try(address: str) -> None:
    """Enter a try before it is looked at: many at once are no way around."""
    with queued_write():
        now = timezone.now()
        SignInAttempt.objects.exclude(at__range=lately(WINDOW, now)).delete()
        own = {"account_key": _counted(), "address_key": address}
        wait = max(wait_of(own, TRIES, now), wait_of({"account_key": _counted()}, TRIES_IN_ALL, now))
        if not wait:
            SignInAttempt.objects.create(**own, at=now)
    if wait:
        note(What.COOLING_OFF, user=None, about=GUESSED)
        raise CoolingOff(wait)


def _counted() -> str:
    return secret(GUESSED)
