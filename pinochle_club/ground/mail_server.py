"""A deadline of half a minute for a letter, connecting and all.

A socket's own timeout counts from the last byte: a server that sends a character every three seconds never meets it. So
a thread looks at the clock beside the talk and breaks it off. That a server was so slow is kept in a note (`slow_mail`
in the state directory) until a letter goes out in time.
"""

from __future__ import annotations

import smtplib
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any, Final

from django.conf import settings
from django.core.mail.backends import smtp

LONGEST: Final = 30.0
BREAKS_OFF_AGAIN: Final = 0.5  # while a socket is made secure there is none to close


class _Talk(smtplib.SMTP):
    """A connection that the backend knows before it has said a word."""

    def __init__(self, backend: EmailBackend, *given: Any, **named: Any) -> None:
        backend.talk = self
        super().__init__(*given, **named)


class _SecureTalk(_Talk, smtplib.SMTP_SSL):
    """The same, secure from its first word on."""


class EmailBackend(smtp.EmailBackend):
    """Django's, with a deadline for what is done `in_time`."""

    talk: smtplib.SMTP | None = None

    @property
    def connection_class(self) -> Any:
        return partial(_SecureTalk if self.use_ssl else _Talk, self)

    @contextmanager
    def in_time(self) -> Iterator[None]:
        done, late = threading.Event(), threading.Event()
        threading.Thread(target=self._break_off, args=(done, late), daemon=True).start()
        try:
            yield
        except (OSError, smtplib.SMTPException) as problem:
            if late.is_set():  # half an answer may read as another one
                raise TimeoutError("The mail server is slow.") from problem
            raise
        finally:
            done.set()

    def _break_off(self, done: threading.Event, late: threading.Event) -> None:
        pause = LONGEST
        while not done.wait(pause):
            pause = BREAKS_OFF_AGAIN
            late.set()
            with suppress(OSError):
                _note().touch()
                if self.talk is not None and self.talk.sock is not None:
                    # Not by the method of a secure one, which would talk on.
                    socket.socket.shutdown(self.talk.sock, socket.SHUT_RDWR)


@contextmanager
def in_time(backend: object) -> Iterator[None]:
    """Break off after half a minute what is sent inside, with all that belongs to it."""
    if not isinstance(backend, EmailBackend):  # no server at all
        yield
        return
    with backend.in_time():
        yield


def was_in_time() -> None:
    """Note that a letter went out."""
    _note().unlink(missing_ok=True)


def slow_since() -> datetime | None:
    """When the mail server was too slow for a letter, if none went out since."""
    with suppress(FileNotFoundError):
        return datetime.fromtimestamp(_note().stat().st_mtime, UTC)
    return None


def _note() -> Path:
    path: Path = settings.STATE_DIR / "slow_mail"
    return path
