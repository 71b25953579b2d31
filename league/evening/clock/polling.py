"""Polls of screens: for a change of the event, or the moment a screen waits for."""

from __future__ import annotations

import time
from datetime import datetime

from django.http import HttpRequest

from league.models import Event


def differs_from(request: HttpRequest, version: int) -> bool:
    """Whether a poll with `?v=version&until=milliseconds` has an older version, or its moment has come."""
    return has_come(request, "until") or request.GET.get("v") != str(version)


def has_come(request: HttpRequest, word: str) -> bool:
    """Whether the moment is here that a poll names by this word, in milliseconds."""
    until = request.GET.get(word, "")
    return until.isdecimal() and len(until) < 16 and int(until) <= time.time() * 1000


def moments_of(event: Event, now: datetime) -> list[datetime]:
    """The ends of the break and of the message to all tables."""
    return [moment for moment in (event.break_until, event.message_until) if moment is not None and moment > now]


def asks_with(event: Event, now: datetime) -> str:
    """`v=12&until=1763406000000`: the query with which a screen drawn now polls."""
    return f"v={event.version}&until={until_ms(moments_of(event, now))}"


def until_ms(moments: list[datetime]) -> str:
    """The first of some moments, for a poll; empty for none."""
    return milliseconds(min(moments)) if moments else ""


def milliseconds(at: datetime) -> str:
    return str(round(at.timestamp() * 1000))
