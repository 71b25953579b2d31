"""The round's clock, the break and the message, for every screen of an evening. `league/evening/clock/_clock.html`
draws them, and `static/js/desk.js` lets the clock tick. Instants go to the browser as milliseconds since 1970, beside
the server's own, so that a tablet whose clock is wrong counts right."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any, Final

from league.models import Event, EventRound
from league.words import clock_words

from .deeds import clock_of
from .polling import milliseconds

WARNING_SECONDS: Final = 5 * 60
LITTLE_LEFT: Final = "Less than 5 minutes left"
TIME_IS_UP: Final = "Time is up"
SIGNS: Final = {"paused": "The clock is paused", "closed": "Closed"}


def clock_context(event: Event, event_round: EventRound | None, now: datetime) -> dict[str, Any]:
    """The clock of the current round, or of the break.

    `state`: `none`, `waiting`, `running`, `paused`, `closed` or `break`. `text` is the time, `label` names it, and
    `sign` warns. `ends_ms` is when it reaches zero, `began_ms` from when it counts up; both are empty while it stands
    still. `tone`: `plain`, `now` (little is left) or `bad` (time is up).
    """
    if event.break_until is not None and event.break_until > now:
        context = _context(event, now, "break", "Break", event.break_until - now, "left of the break")
        until = f"until {clock_words(event.break_until, event.club)}"
        return {**context, "ends_ms": milliseconds(event.break_until), "ends_at": until}
    if event_round is not None and event_round.started_at is not None:
        return _round(event, event_round, now)
    state, title = ("waiting", str(event_round)) if event_round else ("none", event.name)
    planned = event_round.minutes or event.minutes if event_round else 0
    return _context(event, now, state, title, timedelta(minutes=planned) if planned else None, "not started")


def _round(event: Event, event_round: EventRound, now: datetime) -> dict[str, Any]:
    clock, title = clock_of(event_round), str(event_round)
    left, played = clock.left(now), clock.played(now)
    state = "paused" if event_round.paused_at else "running"
    if event_round.state == EventRound.State.CLOSED:
        state, left = "closed", None
    if left is None:
        context = _context(event, now, state, title, played, "played")
        return {**context, "began_ms": milliseconds(now - played) if clock.is_running else ""}
    seconds = round(left.total_seconds())
    context = _context(event, now, state, title, left, "left" if seconds > 0 else "over time")
    if seconds <= WARNING_SECONDS:
        tone, sign = ("now", LITTLE_LEFT) if seconds > 0 else ("bad", TIME_IS_UP)
        context = {**context, "tone": tone, "sign": context["sign"] or sign}
    ends = clock.ends_at(now)
    if ends is None:
        return context
    words = f"ends at {clock_words(ends, event.club)}" if seconds > 0 else f"ended at {clock_words(ends, event.club)}"
    return {**context, "ends_ms": milliseconds(ends), "ends_at": words}


def _context(
    event: Event, now: datetime, state: str, title: str, shown: timedelta | None, label: str
) -> dict[str, Any]:
    return {
        "state": state,
        "title": title,
        "text": "–" if shown is None else figures(round(shown.total_seconds())),
        "label": label,
        "sign": SIGNS.get(state, ""),
        "tone": "plain",
        "ends_ms": "",
        "began_ms": "",
        "ends_at": "",
        "now_ms": milliseconds(now),
        "message": message_now(event, now),
        "message_at": clock_words(event.message_at, event.club) if event.message_at else "",
        "message_until": clock_words(event.message_until, event.club) if event.message_until else "",
        "is_playing": state in ("running", "paused"),
        # Words for a script, if it happens before the next poll.
        "warning_seconds": WARNING_SECONDS,
        "little_left": LITTLE_LEFT,
        "time_is_up": TIME_IS_UP,
    }


def message_now(event: Event, now: datetime) -> str:
    return "" if event.message_until is not None and event.message_until <= now else event.message


def figures(seconds: int) -> str:
    """`18:42`, `1:02:13`; over time counts up again."""
    minutes, rest = divmod(abs(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02d}:{rest:02d}" if hours else f"{minutes}:{rest:02d}"
