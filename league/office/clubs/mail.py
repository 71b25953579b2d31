"""Mail, where it is set up (EMAIL_URL). Its text is on a screen too, so nothing depends on it."""

from __future__ import annotations

import logging
import smtplib
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from email.utils import formataddr, parseaddr
from enum import Enum, auto
from typing import Final
from urllib.parse import urlsplit

from django.conf import settings
from django.core.mail import EmailMessage, get_connection, send_mail
from django.core.mail.backends.base import BaseEmailBackend

from pinochle_club.ground.mail_server import in_time, was_in_time

log = logging.getLogger(__name__)
_FOR_GOOD: Final = 500  # mail servers answer so and above where another try would not help


@dataclass(frozen=True, slots=True)
class Mail:
    """A mail to one of many, known by its `key` if it comes twice. Readers `stop` them at that address (RFC 8058);
    none stops what the server tells an admin."""

    club: str
    to: str
    subject: str
    text: str
    stop: str
    key: str


class Outcome(Enum):
    """The fate of a mail. The last two are the server's, and the next mail would fare no better."""

    SENT = auto()
    REFUSED = auto()
    LATER = auto()
    AWAY = auto()
    NOT_OURS = auto()

    @property
    def is_of_the_server(self) -> bool:
        return self in (Outcome.AWAY, Outcome.NOT_OURS)


def is_set_up() -> bool:
    return bool(settings.MAIL_IS_SET_UP)


def sender(club: str) -> str:
    """The sender of a club's mail: the server's address with the club's name, unless MAIL_FROM has a name itself."""
    name, address = parseaddr(settings.DEFAULT_FROM_EMAIL)
    return formataddr((name or " ".join(club.split()), address))


def send(*, club: str, to: str, subject: str, text: str) -> bool:
    """Send a mail, after the transaction since it may take half a minute, and tell whether it went out."""
    if not (is_set_up() and to):
        return False
    connection = get_connection()
    try:
        with in_time(connection):
            is_sent = send_mail(" ".join(subject.split()), text, sender(club), [to], connection=connection) == 1
    except (OSError, smtplib.SMTPException) as problem:
        # The kind of fault alone: a mail server's words may repeat the mail, and the mail holds a secret.
        log.warning("An email could not be sent: %s", type(problem).__name__)
        return False
    was_in_time()
    return is_sent


def send_each(mails: Iterable[Mail]) -> Iterator[Outcome]:
    """The outcome of each mail, outside of any transaction or request; ends where the server takes none."""
    connection = get_connection()
    try:
        for mail in mails:
            outcome = _outcome(mail, connection)
            yield outcome
            if outcome.is_of_the_server:
                return
    finally:
        with suppress(OSError), in_time(connection):  # all that went out is out
            connection.close()


def _outcome(mail: Mail, connection: BaseEmailBackend) -> Outcome:
    try:
        with in_time(connection):
            connection.open()  # once: it stays open for the next one
            _message(mail, connection).send()
    except smtplib.SMTPRecipientsRefused as refused:
        is_final = all(code >= _FOR_GOOD for code, _ in refused.recipients.values())
        return Outcome.REFUSED if is_final else Outcome.LATER
    except smtplib.SMTPDataError as refused:
        return Outcome.REFUSED if refused.smtp_code >= _FOR_GOOD else Outcome.LATER
    except (smtplib.SMTPConnectError, smtplib.SMTPServerDisconnected) as problem:
        return _logged(Outcome.AWAY, problem)
    except smtplib.SMTPException as problem:  # it refuses the sender: a wrong password, say
        return _logged(Outcome.NOT_OURS, problem)
    except OSError as problem:
        return _logged(Outcome.AWAY, problem)
    except ValueError:  # an address that no mail can bear
        return Outcome.REFUSED
    was_in_time()
    return Outcome.SENT


def _logged(outcome: Outcome, problem: Exception) -> Outcome:
    log.warning("The mail server takes no emails: %s", type(problem).__name__)
    return outcome


def _message(mail: Mail, connection: BaseEmailBackend) -> EmailMessage:
    headers = {"Message-ID": f"<{mail.key}@{urlsplit(settings.PUBLIC_URL).hostname}>"}
    if mail.stop:
        headers |= {"List-Unsubscribe": f"<{mail.stop}>", "List-Unsubscribe-Post": "List-Unsubscribe=One-Click"}
    subject = " ".join(mail.subject.split())
    return EmailMessage(subject, mail.text, sender(mail.club), [mail.to], headers=headers, connection=connection)
