"""An evening in the hall, told to home over the line: an errand beside the worker.

What home has is known by a mark of the evening: its version, the newest line of its log, its newest entry and how many
there are. Where only entries came, they go; where more changed, the evening goes whole. No table waits for any of it. A
line that fails is tried again after growing pauses.
"""

from __future__ import annotations

import io
import json
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import timedelta
from enum import StrEnum
from functools import partial
from hashlib import sha256
from typing import Any, Final

from django.db.models import F, Q
from django.utils import timezone

from league.acting.log import Refused
from league.acting.permissions import Acting
from league.evening.coming.deeds import note_word
from league.models import Event, Fetched, Role
from league.office.members.deeds.names import NAMING
from league.outside.archive.format import to_json
from pinochle_club.ground.write_queue import queued_write
from scoring.models import Entry

from .deeds import FETCHING, give_back, write_back
from .hearing import ENTRIES
from .line import DELTA, WHOLE, Answer, Delta, InBetween, NoLine, Word, tell_home
from .marks import Mark, entries_of

SECONDS_BETWEEN_LOOKS: Final = 3.0
# When nothing is new, so that home knows that it hears all.
STILL_THERE: Final = timedelta(seconds=30)
# After the first try that failed, the second, … and all later ones.
PAUSES: Final = (3.0, 5.0, 10.0, 20.0, 30.0)
# Of an evening that is old by this computer's clock, which may have been wrong when it was fetched.
OLD: Final = timedelta(days=14)
PAUSE_OF_OLD: Final = 3600.0
HOME: Final = Acting(user=None, kind=Role.Kind.ADMIN, name="Home")
MOST_ENTRIES: Final = 300  # of a delta
# These change the card's own row, too, or name rows that have other ids at home.
NOT_ALONE: Final = frozenset(NAMING)


class Trouble(StrEnum):
    """Why home doesn't have everything, as `Fetched.trouble` keeps it."""

    NONE = ""
    NO_LINE = "no line"
    IN_BETWEEN = "in between"
    FORCED = "forced"


class Line:
    """Done beside the worker, since home waits for no simulation. One query every few seconds where no evening was
    fetched."""

    def __init__(self) -> None:
        self._looks_at = 0.0
        self._failed: dict[int, int] = {}
        self._pauses: dict[int, float] = {}

    def __call__(self, is_wanted: Callable[[], bool]) -> bool:
        if time.monotonic() >= self._looks_at:
            self._looks_at = time.monotonic() + SECONDS_BETWEEN_LOOKS
            for fetched in untold():
                if is_wanted() and time.monotonic() >= self._pauses.get(fetched.pk, 0):
                    self._tell(fetched)
        return False

    def _tell(self, fetched: Fetched) -> None:
        if tell(fetched):
            self._failed.pop(fetched.pk, None)
            return
        failed = self._failed.get(fetched.pk, 0)
        self._failed[fetched.pk] = failed + 1
        is_old = timezone.now() - fetched.fetched_at > OLD
        pause = PAUSE_OF_OLD if is_old else PAUSES[min(failed, len(PAUSES) - 1)]
        self._pauses[fetched.pk] = time.monotonic() + pause


def untold() -> list[Fetched]:
    """The evenings that home hears of from here (one query)."""
    is_open = Q(given_back_at=None) | Q(told__lt=F("version"))
    found = Fetched.objects.filter(is_open).exclude(home="")
    return list(found.select_related("event__club", "event__series"))


def tell(fetched: Fetched) -> bool:
    """Tell home what is new, once; whether home has it."""
    mark = Mark.of(fetched.event_id)
    if _is_told(fetched, mark) and not _is_over(fetched) and _was_heard_lately(fetched):
        return True
    kind, body = _said(fetched, mark)
    try:
        answer = tell_home(fetched.home, fetched.uid, fetched.key, kind, body)
    except NoLine:
        return _keep(fetched, trouble=Trouble.NO_LINE)
    except InBetween:
        return _keep(fetched, trouble=Trouble.IN_BETWEEN)
    note_words(fetched, answer.words)
    return _heard(fetched, mark, answer)


def note_words(fetched: Fetched, words: Sequence[Word]) -> None:
    """Put those onto the list who answered at home after the evening was lent, or take them off. Whom the hall doesn't
    know, and who answers too late, comes to the desk."""
    event = fetched.event
    if not words or event.state != Event.State.PLANNED or event.lent:
        return
    people = {str(one.uid): one for one in event.club.members.all()}
    noted = {str(one.member.uid): one for one in event.coming.select_related("member", "partner")}
    for word in words:
        member, partner, before = people.get(word.member), people.get(word.partner), noted.get(word.member)
        is_known = before is not None and (before.says, before.partner) == (word.says, partner)
        if member is not None and not is_known:
            same = sha256(f"{fetched.uid} {word}".encode()).hexdigest()[:32]
            by = partial(note_word, event=event, acting=HOME, client_id=same)
            with suppress(Refused):
                by(member=member, says=word.says, note="", partner=partner)


def _was_heard_lately(fetched: Fetched) -> bool:
    return fetched.told_at is not None and timedelta(0) <= timezone.now() - fetched.told_at < STILL_THERE


def _is_told(fetched: Fetched, mark: Mark) -> bool:
    return fetched.told == fetched.version and fetched.told_mark == str(mark)


def _is_over(fetched: Fetched) -> bool:
    return fetched.event.state == Event.State.CLOSED and fetched.given_back_at is None


def _said(fetched: Fetched, mark: Mark) -> tuple[str, bytes]:
    """What goes to home now. The last version goes once home has heard everything else, so that the hall keeps an
    evening whose line is gone."""
    if _is_told(fetched, mark) and _is_over(fetched) and fetched.trouble == Trouble.NONE:
        out = io.BytesIO()
        given = give_back(fetched=fetched, out=out, acting=FETCHING)
        fetched.version, fetched.given_back_at = given.version, given.given_back_at
        return WHOLE, out.getvalue()
    if fetched.given_back_at is not None:
        return WHOLE, _whole(fetched, is_last=True)
    told = Mark.read(fetched.told_mark)
    if fetched.mark != str(mark):
        _keep(fetched, version=fetched.version + 1, mark=str(mark))
    rows = _new_entries(fetched, told, mark)
    if rows is None:
        return WHOLE, _whole(fetched, is_last=False)
    delta = Delta(base=fetched.told, version=fetched.version, entries=mark.entries, rows=rows)
    return DELTA, delta.packed()


def _whole(fetched: Fetched, *, is_last: bool) -> bytes:
    out = io.BytesIO()
    write_back(fetched, out, is_last=is_last)
    return out.getvalue()


def _new_entries(fetched: Fetched, told: Mark | None, mark: Mark) -> list[dict[str, Any]] | None:
    """The entries that home doesn't have, as rows; None where more than entries changed."""
    if told is None or (told.version, told.log) != (mark.version, mark.log):
        return None
    if not 0 <= mark.entries - told.entries <= MOST_ENTRIES:
        return None
    new = entries_of(fetched.event_id).filter(pk__gt=told.entry, pk__lte=mark.entry).select_related("card")
    rows = list(new.order_by("pk"))
    if len(rows) != mark.entries - told.entries:
        return None
    if any(one.kind in NOT_ALONE for one in rows):
        return None
    return [_row(one) for one in rows]


def _row(entry: Entry) -> dict[str, Any]:
    """As the archive writes it, on a card that is named as both computers know it."""
    values = {one.name: getattr(entry, one.attname) for one in ENTRIES.fields if one.name not in ("device", "card")}
    row: dict[str, Any] = json.loads(json.dumps({**values, "card": entry.card.uid}, default=to_json))
    return row


def _heard(fetched: Fetched, mark: Mark, answer: Answer) -> bool:
    now = timezone.now()
    if answer.says:
        return _keep(fetched, told_mark="", trouble=answer.says[:200])
    if answer.state == "forced":
        kept = {"told_mark": ""} if answer.wants_all else {"told": fetched.version, "told_mark": str(mark)}
        return _keep(fetched, **kept, told_at=now, trouble=Trouble.FORCED)
    if answer.has == fetched.version and not answer.wants_all:
        return _keep(fetched, told=answer.has, told_mark=str(mark), told_at=now, trouble=Trouble.NONE)
    if answer.has > fetched.version:  # from before this computer was put back to an earlier day
        return _keep(fetched, version=answer.has + 1, told_mark="", told_at=now, trouble=Trouble.NONE)
    return _keep(fetched, told_mark="", told_at=now, trouble=Trouble.NONE)


def _keep(fetched: Fetched, **changes: Any) -> bool:
    """Keep how far home is; whether it has everything that was said."""
    changes = {**changes, "tried_at": timezone.now()}
    for name, value in changes.items():
        setattr(fetched, name, value)
    with queued_write():
        Fetched.objects.filter(pk=fetched.pk).update(**changes)
    return fetched.trouble == Trouble.NONE


def hands_waiting(fetched: Fetched) -> int:
    """Hands on which something was entered since home heard (one query)."""
    told = Mark.read(fetched.told_mark)
    new = entries_of(fetched.event_id).filter(hand__isnull=False, pk__gt=told.entry if told else 0)
    return int(new.values("card", "hand").distinct().count())
