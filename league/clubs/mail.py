"""Mail, where it is set up (EMAIL_URL). Nothing waits for it: what a mail says is on a screen too."""

from __future__ import annotations

import logging
from smtplib import SMTPException

from django.conf import settings
from django.core.mail import send_mail

log = logging.getLogger(__name__)


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
