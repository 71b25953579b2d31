"""Mail, where it is set up (EMAIL_URL). Nothing waits for it: what a mail says is on a screen too."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from smtplib import SMTPException
from typing import Final

from django.conf import settings
from django.core.mail import EmailMessage, get_connection, send_mail

log = logging.getLogger(__name__)
# So many get one message, none of whom sees the others: some servers take no more at once.
AT_ONCE: Final = 40


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


def send_to_many(*, to: Sequence[str], subject: str, text: str) -> int:
    """To how many the same mail went out; nobody sees the others' addresses. Call it after the transaction too."""
    if not is_set_up():
        return 0
    connection, sent = get_connection(), 0
    try:
        with connection:
            for start in range(0, len(to), AT_ONCE):
                part = list(to[start : start + AT_ONCE])
                mail = EmailMessage(" ".join(subject.split()), text, None, bcc=part, connection=connection)
                sent += len(part) if mail.send() else 0
    except (OSError, SMTPException) as problem:
        log.warning("An email to many could not be sent to all: %s", type(problem).__name__)
    return sent
