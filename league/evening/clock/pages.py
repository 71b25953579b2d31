"""The round's clock, the break and the message as every screen of an evening shows them. No queries.

Templates: `league/evening/clock/_clock.html` draws a `ClockContext`; `static/js/board.js` lets it tick. Instants go to
the browser as milliseconds since 1970, beside the server's own, so that a tablet whose clock is wrong counts right.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

from league.models import Event, EventRound
from league.words import clock_words

from .deeds import clock_of
from .polling import milliseconds

WARNING_SECONDS: Final = 5 * 60
LITTLE_LEFT: Final = "Less than 5 minutes left"
TIME_IS_UP: Final = "Time is up"


@dataclass(frozen=True, slots=True)
class ClockContext:
    """`state`: `none`, `waiting`, `running`, `paused`, `closed` or `break`. `text` is what the clock says, `label` what
    that is; `sign` warns. `ends_ms` is when it reaches nothing, `began_ms` from when it counts up; both empty while it
    stands still. `tone`: `plain`, `now` (little is left) or `bad` (time is up)."""

    state: str
    title: str
    text: str
    label: str
    sign: str
    tone: str
    ends_ms: str = ""
    began_ms: str = ""
    ends_at: str = ""
    now_ms: str = ""
    message: str = ""
    message_at: str = ""
    message_until: str = ""

    # What a script says when it comes to that before the page is asked for again.
    warning_seconds: int = WARNING_SECONDS
    little_left: str = LITTLE_LEFT
    time_is_up: str = TIME_IS_UP

    @property
    def is_playing(self) -> bool:
        return self.state in ("running", "paused")


def clock_context(event: Event, event_round: EventRound | None, now: datetime) -> ClockContext:
    """The clock of the round the evening is at, or of the break."""
    if event.break_until is not None and event.break_until > now:
        return _break(event, event.break_until, now)
    if event_round is None or event_round.started_at is None:
        title = str(event_round) if event_round else event.name
        planned = event_round.minutes or event.minutes if event_round else 0
        text = figures(planned * 60) if planned else "–"
        return _context(event, now, "waiting" if event_round else "none", title, text, "not started", "", "plain")
    return _round(event, event_round, now)


def _break(event: Event, until: datetime, now: datetime) -> ClockContext:
    left = round((until - now).total_seconds())
    context = _context(event, now, "break", "Break", figures(left), "left of the break", "", "plain")
    return _with(context, ends_ms=milliseconds(until), ends_at=f"until {clock_words(until, event.club)}")


def _round(event: Event, event_round: EventRound, now: datetime) -> ClockContext:
    clock = clock_of(event_round)
    title, left = str(event_round), clock.left(now)
    state = _state(event_round)
    if left is None or state == "closed":
        played = clock.played(now)
        context = _context(event, now, state, title, figures(round(played.total_seconds())), "played", "", "plain")
        return _with(context, began_ms=milliseconds(now - played) if clock.is_running else "")
    seconds = round(left.total_seconds())
    tone, sign = _warning(seconds)
    context = _context(event, now, state, title, figures(seconds), "left" if seconds > 0 else "over time", sign, tone)
    ends = clock.ends_at(now)
    if ends is None:
        return context
    words = f"ends at {clock_words(ends, event.club)}" if seconds > 0 else f"ended at {clock_words(ends, event.club)}"
    return _with(context, ends_ms=milliseconds(ends), ends_at=words)


def _state(event_round: EventRound) -> str:
    if event_round.state == EventRound.State.CLOSED:
        return "closed"
    return "paused" if event_round.paused_at else "running"


def _warning(seconds: int) -> tuple[str, str]:
    """The tone, and the sign of it: words, because colour alone is none."""
    if seconds <= 0:
        return "bad", TIME_IS_UP
    return ("now", LITTLE_LEFT) if seconds <= WARNING_SECONDS else ("plain", "")


def _context(
    event: Event, now: datetime, state: str, title: str, text: str, label: str, sign: str, tone: str
) -> ClockContext:
    if state in ("paused", "closed"):
        sign = "The clock is paused" if state == "paused" else "Closed"
    return ClockContext(
        state=state,
        title=title,
        text=text,
        label=label,
        sign=sign,
        tone=tone,
        now_ms=milliseconds(now),
        message=message_now(event, now),
        message_at=clock_words(event.message_at, event.club) if event.message_at else "",
        message_until=clock_words(event.message_until, event.club) if event.message_until else "",
    )


def _with(context: ClockContext, *, ends_ms: str = "", began_ms: str = "", ends_at: str = "") -> ClockContext:
    return replace(context, ends_ms=ends_ms, began_ms=began_ms, ends_at=ends_at)


def message_now(event: Event, now: datetime) -> str:
    """The director's message to all tables, as long as it lasts."""
    return "" if event.message_until is not None and event.message_until <= now else event.message


# -- words -------------------------------------------------------------------------------


def figures(seconds: int) -> str:
    """`18:42`, `1:02:13`; over time counts up again."""
    minutes, rest = divmod(abs(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02d}:{rest:02d}" if hours else f"{minutes}:{rest:02d}"
