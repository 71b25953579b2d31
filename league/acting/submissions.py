"""Forms sent twice. A form carries an id; its deed stands in the log, beside a digest of what was in the form and where
it led. The same again is answered as before, whatever has become of the things it was about; the same id with something
else in it is refused, for nothing that was typed may be lost without a word."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Final

from django import forms
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils.http import urlencode

from league.models import Club, LogLine
from pinochle_club.ground.prepared import Prepared
from pinochle_club.ground.write_queue import queued_write

SENT_BEFORE: Final = "This form was already sent with different entries. Open it again."
NOT_DONE: Final = "That wasn’t done. Check the page and try again."
# What stands in a form for the sake of sending it, and may differ when the same is sent again.
# A password that is asked for again on the way is nobody's to keep, not even as part of a digest.
PASSWORD_ONCE_MORE: Final = "password_once_more"  # noqa: S105 - the name of a field
NOT_CONTENT: Final = ("csrfmiddlewaretoken", "client_id", PASSWORD_ONCE_MORE)
# The key of a form that is sent only to be drawn again for what was chosen: it writes nothing, before or after saving.
LOOK: Final = "look"
_ID: Final = forms.CharField(max_length=40)
_LONGEST_ANSWER: Final = 300


class Refused(Exception):
    """A deed that cannot be done as things stand; the message is for the person who tried. It stands beside the `field`
    of the form that it is about, else above the page."""

    def __init__(self, message: str, field: str = "") -> None:
        super().__init__(message)
        self.field = field


@dataclass(slots=True)
class Trial:
    """The deeds of a view for one request: whether one `is_done`, or why one was refused. Once it `is_over` the page is
    only drawn again, and each deed refused as before."""

    is_over: bool = False
    is_done: bool = False
    refusal: Refused | None = None


_trial: ContextVar[Trial | None] = ContextVar("trial", default=None)


@contextmanager
def on_trial(trial: Trial) -> Iterator[None]:
    token = _trial.set(trial)
    try:
        yield
    finally:
        _trial.reset(token)


@contextmanager
def tried() -> Iterator[None]:
    trial = _trial.get() or Trial()
    if trial.is_over:
        raise trial.refusal or Refused(NOT_DONE)
    try:
        yield
    except Refused as refusal:
        trial.refusal = refusal
        raise
    trial.is_done = True


class SentBefore(Refused):
    """An id used for something else; the message is for the person who sent it."""

    def __init__(self) -> None:
        super().__init__(SENT_BEFORE)


@dataclass(slots=True)
class Submission:
    """A form on its way through a view: its id, a digest of its content, and its line of the log."""

    client_id: str
    content: str
    line: int | None = None


_current: ContextVar[Submission | None] = ContextVar("submission", default=None)


def submission_of(request: HttpRequest) -> Submission | None:
    """What was sent; None for a mere look, or for a form without an id of the right shape."""
    if request.method != "POST" or LOOK in request.POST:
        return None
    try:
        client_id = str(_ID.clean(request.POST.get("client_id")))
    except ValidationError:
        return None
    fields = sorted((name, request.POST.getlist(name)) for name in request.POST if name not in NOT_CONTENT)
    content = f"{request.path}?{urlencode(fields, doseq=True)}"
    return Submission(client_id, hashlib.sha256(content.encode()).hexdigest())


@contextmanager
def under_way(submission: Submission | None) -> Iterator[None]:
    token = _current.set(submission)
    try:
        yield
    finally:
        _current.reset(token)


def content_now() -> str:
    """The digest of what is being done; empty outside a request."""
    now = _current.get()
    return now.content if now else ""


def wrote(line: LogLine) -> None:
    now = _current.get()
    if now is not None and line.client_id == now.client_id:
        now.line = line.pk


_line_of: Final = Prepared(
    lambda club, client_id: LogLine.objects.filter(club=club, client_id=client_id).only("content", "answer")
)


def was_sent(club: Club, client_id: str, content: str) -> LogLine | None:
    """The line of an earlier submission with this id (one query). Raises `SentBefore` for another content."""
    line = _line_of.first(club=club.pk, client_id=client_id)
    if line is not None and line.content and content and line.content != content:
        raise SentBefore
    return line


def answered_before(club: Club, submission: Submission | None) -> HttpResponse | None:
    """Where the same submission led before; None for a new one, and where its answer was a page. Raises
    `SentBefore`."""
    if submission is None:
        return None
    line = was_sent(club, submission.client_id, submission.content)
    is_same = line is not None and line.content == submission.content
    return HttpResponseRedirect(line.answer) if line is not None and is_same and line.answer else None


def keep_answer(submission: Submission | None, response: HttpResponse) -> None:
    leads_to = response.headers.get("Location", "") if response.status_code == 302 else ""
    if submission is None or submission.line is None or not 0 < len(leads_to) <= _LONGEST_ANSWER:
        return
    with queued_write():
        LogLine.objects.filter(pk=submission.line).update(answer=leads_to)
