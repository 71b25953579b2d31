"""What is mailed to somebody who says that an address is theirs. Code and link follow from the server's key, so nothing
that opens anything is kept. Counted like cards and passwords: before it is written, one writer at a time."""

from __future__ import annotations

import base64
import hmac
import secrets
from collections.abc import Mapping
from datetime import timedelta
from typing import Any, Final

from django.conf import settings
from django.contrib.auth.models import User
from django.db.models import Count, Q
from django.utils import timezone

from league.acting.log import Refused
from league.acting.security import What, note
from league.models import MailProof, ProvenMail
from pinochle_club.ground.clock import is_lately, lately
from pinochle_club.ground.write_queue import queued_write

Purpose = MailProof.Purpose
LASTS: Final = timedelta(minutes=15)
KEPT: Final = timedelta(days=1)
SAME_TAP: Final = timedelta(minutes=2)  # on a poor line it comes again
TRIES: Final = 5
DIGITS: Final = 6
# Half of all mailboxes are at these; a limit for one of them would be a limit for everybody.
LARGE_HOSTS: Final = frozenset((
    "aol.com", "att.net", "bellsouth.net", "charter.net", "comcast.net", "cox.net", "earthlink.net", "frontier.com",
    "gmail.com", "gmx.com", "googlemail.com", "hotmail.com", "icloud.com", "live.com", "mac.com", "mail.com", "me.com",
    "msn.com", "outlook.com", "proton.me", "protonmail.com", "roadrunner.com", "rocketmail.com", "sbcglobal.net",
    "verizon.net", "yahoo.com", "ymail.com",
))  # fmt: skip
# A day's mails: to one mailbox, to one domain (or large host), from one address, and in all.
TO_A_MAILBOX: Final[Mapping[str, int]] = {Purpose.FOUNDING: 3, Purpose.SIGN_IN: 15, Purpose.OWN: 15}
TO_A_DOMAIN, TO_A_LARGE_HOST = 12, 80
FROM_AN_ADDRESS: Final[Mapping[str, int]] = {Purpose.FOUNDING: 6, Purpose.SIGN_IN: 60, Purpose.OWN: 60}
FOUNDINGS: Final = 200
TO_NOBODY: Final = 2_000  # asked for addresses that no account has: beyond it nothing is written

OVER: Final = "That code is too old. Ask for a new one."
WRONG: Final = "That isn’t the code. Look for the newest email from us."
NO_MORE_TRIES: Final = "That was the wrong code too often. Ask for a new one."


class TooMany(Refused):
    """More mails than anybody needs in a day."""

    def __init__(self) -> None:
        super().__init__("That’s as many emails as we send in a day. Try again tomorrow.", "email")


# -- asking ------------------------------------------------------------------------------


def ask(
    *,
    purpose: Purpose,
    email: str,
    address_key: str,
    client_id: str = "",
    user: User | None = None,
    is_known: bool = False,
    **about: Any,
) -> MailProof | None:
    """Queue a mail with a code or link. None where it would go to nobody, and that was asked often enough today. A
    browser that `is_known` at the account is counted by itself, so nobody keeps its owner out. Raises `TooMany`."""
    row = MailProof(purpose=purpose, email=email, address_key=address_key, client_id=client_id, user=user, **about)
    row.mailbox_key, row.domain_key = _keyed(mailbox_of(email)), _keyed(domain_of(email))
    row.uid, row.at = secrets.token_urlsafe(16), timezone.now()
    with queued_write("mail proofs"):
        clear_away()
        there = MailProof.objects.filter(client_id=client_id, purpose=purpose, mailbox_key=row.mailbox_key).first()
        if client_id and there is not None:
            return there
        is_enough = _guard(row, is_known=is_known)
        if purpose == Purpose.SIGN_IN and user is None and is_enough:
            return None
        row.save(force_insert=True)
    return row


def clear_away() -> None:
    """Forget what was asked more than a day ago."""
    MailProof.objects.exclude(at__range=lately(KEPT)).delete()


def _guard(row: MailProof, *, is_known: bool) -> bool:
    """Raise `TooMany` beyond a limit; whether the mails that went to nobody are enough for today (one query)."""
    purpose, is_large = row.purpose, domain_of(row.email) in LARGE_HOSTS
    most = {"address": FROM_AN_ADDRESS[purpose]}
    if not is_known:
        most["mailbox"] = TO_A_MAILBOX[purpose]
    if purpose == Purpose.FOUNDING:
        most |= {"domain": TO_A_LARGE_HOST if is_large else TO_A_DOMAIN, "all": FOUNDINGS}
    there = MailProof.objects.filter(purpose=purpose, at__range=lately(KEPT, row.at)).aggregate(
        address=Count("pk", filter=Q(address_key=row.address_key)),
        mailbox=Count("pk", filter=Q(mailbox_key=row.mailbox_key)),
        domain=Count("pk", filter=Q(domain_key=row.domain_key)),
        all=Count("pk"),
        nobody=Count("pk", filter=Q(user=None)),
    )
    if any(there[name] >= number for name, number in most.items()):
        raise TooMany
    return bool(there["nobody"] >= TO_NOBODY)


def domain_of(email: str) -> str:
    return email.rpartition("@")[2].strip(".").casefold()


def mailbox_of(email: str) -> str:
    """The address as its host reads it: in small letters, without what follows a plus, at Google's without dots."""
    name, domain = email.rpartition("@")[0].casefold().partition("+")[0], domain_of(email)
    if domain in ("gmail.com", "googlemail.com"):
        name, domain = name.replace(".", ""), "gmail.com"
    return f"{name}@{domain}"


def _keyed(text: str) -> str:
    return _digest("mail", text).hex()


def _digest(what: str, text: str) -> bytes:
    return hmac.new(settings.SECRET_KEY.encode(), f"{what} {text}".encode(), "sha256").digest()


# -- what is in the mail -----------------------------------------------------------------


def code_of(proof: MailProof) -> str:
    """`480213`"""
    return f"{int.from_bytes(_digest('code by mail', proof.uid)[:8], 'big') % 10**DIGITS:0{DIGITS}d}"


def token_of(proof: MailProof) -> str:
    return base64.urlsafe_b64encode(_digest("link by mail", proof.uid)[:24]).decode()


# -- using it ----------------------------------------------------------------------------


def try_code(*, uid: str, purpose: Purpose, code: str, client_id: str) -> MailProof:
    """The row whose code this is, which `use_up` uses. A wrong one is counted before it is told."""
    typed = "".join(filter(str.isdigit, code))
    with queued_write():
        proof = _held(uid, purpose)
        if not _was_used(proof, client_id):
            if proof.tries >= TRIES:
                raise Refused(NO_MORE_TRIES, "code")
            proof.tries += 1
            proof.save(update_fields=["tries"])
    if not hmac.compare_digest(code_of(proof), typed):
        raise Refused(WRONG if proof.tries < TRIES else NO_MORE_TRIES, "code")
    return proof


def find_link(uid: str, token: str) -> MailProof | None:
    proof = MailProof.objects.select_related("user").filter(uid=uid, purpose=Purpose.SIGN_IN).first()
    return proof if proof is not None and hmac.compare_digest(token_of(proof), token) else None


def use_up(proof: MailProof, client_id: str) -> MailProof:
    """Use it, in the transaction of its purpose: of two who have it, one gets through."""
    fresh = _held(proof.uid, Purpose(proof.purpose))
    if not _was_used(fresh, client_id):
        fresh.used_at, fresh.used_with = timezone.now(), client_id
        fresh.save(update_fields=["used_at", "used_with"])
    return fresh


def is_open(proof: MailProof) -> bool:
    return proof.used_at is None and is_lately(proof.at, LASTS)


def _held(uid: str, purpose: Purpose) -> MailProof:
    held = MailProof.objects.select_for_update(of=("self",)).filter(uid=uid, purpose=purpose).first()
    if held is None:
        raise Refused(OVER, "code")
    return held


def _was_used(proof: MailProof, client_id: str) -> bool:
    """Whether the same form used it just before. Raises `Refused` where another did, and when it is too old: on a
    shared computer the page before is a tap away."""
    if proof.used_at is not None and proof.used_with == client_id and is_lately(proof.used_at, SAME_TAP):
        return True
    if not is_open(proof):
        raise Refused(OVER, "code")
    return False


# -- an account's own address ------------------------------------------------------------


def account_of(email: str) -> User | None:
    """The account that signs in by mail to this address (one query). Who runs the server has a second step, too."""
    may = Q(user__is_superuser=False) | Q(user__second_steps__isnull=False)
    proven = ProvenMail.objects.select_related("user").filter(may, email=email.casefold(), user__is_active=True).first()
    return proven.user if proven else None


def proven_of(user: User) -> str:
    """The address by which the account signs in, if any (one query)."""
    return ProvenMail.objects.filter(user=user).values_list("email", flat=True).first() or ""


def prove(user: User, email: str, device: str) -> None:
    """Let the account sign in by mail to `email`, in the transaction that used the code. Raises `Refused` where another
    account does."""
    if ProvenMail.objects.filter(email=email.casefold()).exclude(user=user).exists():
        raise Refused("Another account signs in with this address.", "code")
    ProvenMail.objects.update_or_create(user=user, defaults={"email": email.casefold()})
    if not user.email:
        user.email = email
        user.save(update_fields=["email"])
    note(What.SAFER, user=user, about="signs in by email", device=device)
