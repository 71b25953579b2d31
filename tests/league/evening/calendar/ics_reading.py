"""A small strict reader of calendars: what breaks RFC 5545 is told, not forgiven."""

from __future__ import annotations

import re

LINE = re.compile(r"^([A-Z][A-Z0-9-]*)((?:;[A-Z-]+=[^;:]+)*):(.*)$", re.DOTALL)
ONCE = ("UID", "DTSTAMP", "DTSTART", "SEQUENCE", "LAST-MODIFIED", "STATUS", "SUMMARY")


def read_calendar(content: bytes) -> list[dict[str, str]]:
    """The events of a calendar, each by its properties, with texts as they were before they were escaped."""
    assert content.endswith(b"\r\n"), "every line is ended"
    raw = content.split(b"\r\n")[:-1]
    assert all(b"\n" not in line and b"\r" not in line and len(line) <= 75 for line in raw), "lines are folded"
    lines = [part.decode() for part in raw]  # each by itself: no letter is cut in two
    unfolded: list[str] = []
    for line in lines:
        if line.startswith(" "):
            unfolded[-1] += line[1:]
        else:
            unfolded.append(line)
    assert unfolded[0] == "BEGIN:VCALENDAR"
    assert unfolded[-1] == "END:VCALENDAR"
    assert "VERSION:2.0" in unfolded
    return [_event(lines) for lines in _blocks(unfolded[1:-1])]


def _blocks(lines: list[str]) -> list[list[str]]:
    found: list[list[str]] = []
    inside = False
    for line in lines:
        assert LINE.match(line), line
        if line == "BEGIN:VEVENT":
            assert not inside
            found.append([])
        elif inside and line != "END:VEVENT":
            found[-1].append(line)
        inside = line != "END:VEVENT" and (inside or line == "BEGIN:VEVENT")
    return found


def _event(lines: list[str]) -> dict[str, str]:
    found: dict[str, str] = {}
    for line in lines:
        match = LINE.match(line)
        assert match is not None
        assert match[1] not in found, f"{match[1]} stands there once"
        found[match[1]] = _text(match[3]) if match[1] in ("SUMMARY", "DESCRIPTION", "LOCATION") else match[3]
    assert set(ONCE) <= found.keys()
    for name in ("DTSTAMP", "DTSTART", "LAST-MODIFIED"):
        assert re.fullmatch(r"\d{8}T\d{6}Z", found[name]), name
    assert found["STATUS"] in ("CONFIRMED", "TENTATIVE", "CANCELLED")
    assert found["SEQUENCE"].isdecimal()
    return found


def _text(value: str) -> str:
    assert not re.search(r"(?<!\\)(?:\\\\)*[;,]", value), "signs that mean something are escaped"
    return re.sub(r"\\(.)", lambda match: "\n" if match[1] in "nN" else match[1], value)
