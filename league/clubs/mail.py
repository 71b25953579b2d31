"""Mail, where it is set up (EMAIL_URL). Nothing waits for it: what a mail says is on a screen too."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from dataclasses import dataclass
from smtplib import SMTPException

from django.conf import settings
from django.core.mail import EmailMessage, get_connection, send_mail

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Letter:
    """A mail to one of many. At the address `stop` whoever gets it says that they want no more: on a page, or by the
    key that their mail program draws for it (RFC 8058)."""

    to: str
    text: str
    stop: str


def is_set_up() -> bool:
    return bool(settings.MAIL_IS_SET_UP)


def send(*, to: str, subject: str, text: str) -> bool:
    """Whether the mail went out. Call it after the transaction: a mail server may take its ten seconds."""
    if not (is_set_up() and to):
        return False
    try:
        return send_mail(" ".join(subject.split()), text, None, [to]) == 1
    except (OSError, SMTPException) as problem:
        # The kind of fault alone: a mail server's words may repeat the mail, and the mail holds a secret.
        log.warning("An email could not be sent: %s", type(problem).__name__)
        return False


def send_to_many(letters: Iterable[Letter], *, subject: str) -> int:
    """How many went out; nobody sees the others' addresses. Call it after the transaction too."""
    if not is_set_up():
        return 0
    connection, sent = get_connection(), 0
    try:
        with connection:
            for letter in letters:
                headers = {
                    "List-Unsubscribe": f"<{letter.stop}>",
                    "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
                }
                title = " ".join(subject.split())
                mail = EmailMessage(title, letter.text, None, [letter.to], headers=headers, connection=connection)
                sent += mail.send()
    except (OSError, SMTPException) as problem:
        log.warning("An email to many could not be sent to all: %s", type(problem).__name__)
    return sent
