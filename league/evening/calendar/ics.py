"""A club's nights as an iCalendar feed (RFC 5545): output only, and pure."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime
from typing import Any, Final

PRODUCT: Final = "-//Pinochle Club//Club nights//EN"
LONGEST_LINE: Final = 75  # octets, without the break
LENGTH: Final = "PT3H"  # a night has no set end


def calendar_text(name: str, nights: Iterable[Mapping[str, Any]]) -> str:
    """The whole calendar, with lines ended and folded as the standard asks. Of a night, `uid` never changes, and a
    higher `sequence` replaces earlier versions. `words`, `place` and `address` may be missing."""
    head = ("BEGIN:VCALENDAR", "VERSION:2.0", f"PRODID:{PRODUCT}", "CALSCALE:GREGORIAN", "METHOD:PUBLISH")
    lines = [*head, f"X-WR-CALNAME:{escaped(name)}", "REFRESH-INTERVAL;VALUE=DURATION:PT4H", "X-PUBLISHED-TTL:PT4H"]
    for night in nights:
        lines.extend(_event_lines(night))
    return "".join(f"{folded(line)}\r\n" for line in [*lines, "END:VCALENDAR"])


def _event_lines(night: Mapping[str, Any]) -> Iterator[str]:
    changed = instant(night["changed_at"])
    yield "BEGIN:VEVENT"
    yield f"UID:{escaped(night['uid'])}"
    yield f"DTSTAMP:{changed}"
    yield f"LAST-MODIFIED:{changed}"
    yield f"SEQUENCE:{night['sequence']}"
    yield f"STATUS:{night['status']}"
    yield f"DTSTART:{instant(night['starts_at'])}"
    yield f"DURATION:{LENGTH}"
    yield f"SUMMARY:{escaped(night['name'])}"
    if night.get("words"):
        yield f"DESCRIPTION:{escaped(night['words'])}"
    if night.get("place"):
        yield f"LOCATION:{escaped(night['place'])}"
    if night.get("address"):
        yield f"URL:{night['address']}"
    yield "END:VEVENT"


def instant(at: datetime) -> str:
    """`20261117T190000Z`."""
    return at.astimezone(UTC).strftime("%Y%m%dT%H%M%SZ")


def escaped(text: str) -> str:
    text = re.sub(r"([\\;,])", r"\\\1", re.sub(r"\r\n?", "\n", text))
    return re.sub(r"[\x00-\x08\x0b-\x1f\x7f]", "", text.replace("\n", r"\n"))


def folded(line: str) -> str:
    """A line of at most 75 octets, continued on lines that begin with a space."""
    parts, part, size = [], "", 0
    for letter in line:
        octets = len(letter.encode())
        if size + octets > LONGEST_LINE:
            parts.append(part)
            part, size = "", 1  # the space that continues a line
        part += letter
        size += octets
    return "\r\n ".join([*parts, part])
