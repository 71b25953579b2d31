"""Signing in, and new passwords. Wrong ones cool off, per account and address of a request.

People who are signed in go on. A device that has signed in before is counted by itself, so a guesser in the hall can't
keep a director out. Each attempt is entered in the database before the password is looked at, so many guesses at once
are no way around. A process weighs one password at a time, since that takes a third of a second, so that tables go on
saving.
"""

from __future__ import annotations

import hmac
import secrets
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from threading import BoundedSemaphore, Lock
from typing import Any, Final

from django.conf import settings
from django.contrib.auth import authenticate
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.core import signing
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone

from league.acting.security import What, note
from league.models import OneTimeLink, SignIn, SignInAttempt
from pinochle_club.ground.clock import lately
from pinochle_club.ground.happenings import Happening
from pinochle_club.ground.write_queue import queued_write
from scoring.rules.notation import counted
from scoring.score_card.access import browser_family

WINDOW: Final = timedelta(minutes=10)
TRIES: Final = 6  # at one account from one address, or from one device that has signed in to it
TRIES_AN_ACCOUNT: Final = 30  # from wherever
TRIES_AN_ADDRESS: Final = 40  # a whole hall shares one
FRESH: Final = timedelta(minutes=10)
PASSWORD_AT: Final = "password_at"  # noqa: S105 - where the session keeps when it was shown
KNOWN_FOR: Final = timedelta(days=400)
MOST_IN_LINE: Final = 4  # in one process, while one of them is weighed
_PLACES: Final = BoundedSemaphore(MOST_IN_LINE)
_WEIGHING: Final = Lock()

# Answered with what is wrong with what was typed, if anything; nothing typed asks for a code.
shown_without_password: Final = Happening[Callable[[HttpRequest, User, str], str]](
    "an account without a password is to show again who it is"
)


class CoolingOff(Exception):
    def __init__(self, seconds: int) -> None:
        super().__init__(seconds)
        self.seconds = seconds

    @property
    def words(self) -> str:
        return counted(max(1, round(self.seconds / 60 + 0.49)), "minute")

    def __str__(self) -> str:
        return (
            f"Too many wrong passwords. Wait {self.words}, then try again. "
            "Tablets at the tables aren’t affected. In a hurry? An admin of your club can give you a new password."
        )


class Crowded(CoolingOff):
    def __str__(self) -> str:
        return "Many people are signing in right now. Try again in a few seconds."


@contextmanager
def _place_in_line(device: str) -> Iterator[None]:
    """A place in the line for passwords. A browser that has signed in before always has one."""
    if device:
        yield
    elif _PLACES.acquire(blocking=False):
        try:
            yield
        finally:
            _PLACES.release()
    else:
        raise Crowded(5)


def find_account(typed: str) -> User | None:
    """The account with this sign-in name, in capitals or not, or with this email address if only one has it."""
    for lookup in ("username", "username__iexact", "email__iexact"):
        found = list(User.objects.filter(**{lookup: typed}, is_active=True)[:2])
        if len(found) == 1:
            return found[0]
    return None


def check_sign_in(*, request: HttpRequest, typed: str, password: str, address_key: str) -> User | None:
    """The account whose password this is. Raises `CoolingOff` after wrong ones, `Crowded` in a long line."""
    account = find_account(typed)
    account_key = _account_key(account) if account else _keyed(f"name {typed.casefold()}")
    device = known_device(request, account) if account else ""
    name = account.get_username() if account else typed
    with _place_in_line(device):
        attempt = _enter_attempt(
            request=request, account=account, account_key=account_key, device=device, address_key=address_key
        )
        with _WEIGHING:
            user = authenticate(request, username=name, password=password)
    if not isinstance(user, User):
        note(What.WRONG_PASSWORD if account else What.WRONG_NAME, user=account, device=browser_family(request))
        return None
    forget_attempts(attempt)
    return user


def enter_second_try(request: HttpRequest, account: User, address_key: str) -> SignInAttempt:
    """Enter a try at the second step. The right password doesn't wipe these off."""
    device, key = known_device(request, account), _keyed(f"second step {account.pk}")
    return _enter_attempt(request=request, account=account, account_key=key, device=device, address_key=address_key)


def enter_passkey(request: HttpRequest, address_key: str) -> SignInAttempt:
    """Enter a try with a passkey alone, of whichever account: counted by where it comes from."""
    key = _keyed(f"passkey {address_key}")
    return _enter_attempt(request=request, account=None, account_key=key, device="", address_key=address_key)


def forget_attempts(right: SignInAttempt) -> None:
    with queued_write():
        SignInAttempt.objects.filter(account_key=right.account_key, address_key=right.address_key).delete()


def known_cookie(account: User) -> str:
    return f"known-{_account_key(account)[:16]}"


def new_known_device(account: User) -> str:
    """The value of that cookie: a number of its own, signed for this account alone."""
    return _signer(account).sign(secrets.token_urlsafe(12))


def known_device(request: HttpRequest, account: User) -> str:
    """The number of a browser that has signed in to the account before; empty for any other."""
    try:
        return _signer(account).unsign(request.COOKIES.get(known_cookie(account), ""), max_age=KNOWN_FOR)
    except signing.BadSignature:
        return ""


def _signer(account: User) -> signing.TimestampSigner:
    return signing.TimestampSigner(salt=f"league.office.accounts {account.pk}")


def _enter_attempt(
    *, request: HttpRequest, account: User | None, account_key: str, device: str, address_key: str
) -> SignInAttempt:
    """Enter an attempt. A known `device` stands for itself, wherever it is."""
    address_key = _keyed(f"device {device}") if device else address_key
    try:
        with queued_write("sign-in"):
            now = timezone.now()
            SignInAttempt.objects.exclude(at__range=lately(WINDOW, now)).delete()
            guard_against_guessing(account_key=account_key, address_key=address_key, is_known=bool(device), now=now)
            return SignInAttempt.objects.create(account_key=account_key, address_key=address_key, at=now)
    except CoolingOff:
        note(What.COOLING_OFF, user=account, device=browser_family(request))
        raise


def guard_against_guessing(*, account_key: str, address_key: str, is_known: bool, now: datetime) -> None:
    """Raise `CoolingOff` where the tries of the account, from there or of all, or of the address are used up."""
    waits = [wait_of({"account_key": account_key, "address_key": address_key}, TRIES, now)]
    if not is_known:
        waits.append(wait_of({"account_key": account_key}, TRIES_AN_ACCOUNT, now))
        waits.append(wait_of({"address_key": address_key}, TRIES_AN_ADDRESS, now))
    if any(waits):
        raise CoolingOff(max(waits))


def wait_of(key: dict[str, str], tries: int, now: datetime) -> int:
    """The seconds until another try is taken (one query)."""
    newest = list(SignInAttempt.objects.filter(**key).order_by("-at").values_list("at", flat=True)[:tries])
    if len(newest) < tries:
        return 0
    return max(1, int((newest[-1] + WINDOW - now).total_seconds()))


def change_password(*, user: User, password: str) -> None:
    """Set a new password. It signs the account out everywhere, forgets its wrong tries, and ends other links for it."""
    with queued_write():
        user.set_password(password)
        user.save(update_fields=["password"])
        SignInAttempt.objects.filter(account_key=_account_key(user)).delete()
        end_sign_ins(user)
        end_resets(user)
        note(What.NEW_PASSWORD, user=user)


def password_was_shown(request: HttpRequest, **_: object) -> None:
    request.session[PASSWORD_AT] = time.time()


def password_is_fresh(request: HttpRequest) -> bool:
    """Whether the password was shown here a moment ago: a director's laptop stays open for a whole evening."""
    shown_at: float = request.session.get(PASSWORD_AT, 0)
    return 0 <= time.time() - shown_at < FRESH.total_seconds()


def keep_sign_in(request: HttpRequest, user: User) -> None:
    with queued_write():
        request.session.save()
        device = browser_family(request)
        SignIn.objects.update_or_create(
            session_id=request.session.session_key, defaults={"user": user, "device": device}
        )


def end_sign_ins(user: User, **which: Any) -> None:
    """Sign the account out: everywhere, or in `which` of its sign-ins."""
    with queued_write():
        Session.objects.filter(pk__in=SignIn.objects.filter(user=user, **which).values("session_id")).delete()


def end_resets(user: User) -> None:
    open_links(kind=OneTimeLink.Kind.RESET, user=user).update(revoked_at=timezone.now())


def open_links(**which: Any) -> QuerySet[OneTimeLink]:
    return OneTimeLink.objects.filter(**which, used_at__isnull=True, revoked_at__isnull=True)


def _account_key(account: User) -> str:
    return _keyed(f"account {account.pk}")


def _keyed(text: str) -> str:
    return hmac.new(settings.SECRET_KEY.encode(), text.encode(), "sha256").hexdigest()
