"""Twelve screens as they were last looked at: which keys, headings and words stand in the window, and where.

`screens/*.txt` has a line for each, with its edges (left, top, right, bottom) in 24ths of the window: rough enough for
other letters. Look at the pages that are meant to change; then `SAVE_SCREENS=1` with this test writes the files anew.
"""

import os
import re
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from tests.browser.conftest import OpenDevice
from tests.lab.window import look
from tests.lab.window.pages import PAGES, Hall

pytestmark = pytest.mark.django_db(transaction=True)

KEPT = Path(__file__).parent / "screens"
SAVES = os.environ.get("SAVE_SCREENS", "") == "1"
PHONE, TABLET, WALL = (390, 844), (1180, 820), (1366, 768)
SCREENS = {
    "home": (4, PHONE),
    "card-bid": (4, PHONE, TABLET),
    "card-meld": (4, PHONE, TABLET),
    "card-take": (4, PHONE, TABLET),
    "play-trick": (4, PHONE),
    "board-4": (4, TABLET),
    "seating": (4, TABLET),
    "check-in": (4, PHONE),
    "results": (4, PHONE),
    "season": (4, PHONE),
    "projector-seating": (4, WALL),
    "board-20": (20, TABLET),
}
EDGES = ("left", "top", "right", "bottom")
FOLD = 24.1
ALL_SEEN = "- all of it is in the window"
# So far an edge may be from where it was, in 24ths: with other letters a line is longer, and one more may push.
ROUGH, OF_WORDS = 1.5, (1.5, 2.0, 4.0, 2.0)
# What no two runs share.
PASSING = (
    (re.compile(r"\b\d+:\d\d( [ap]m)?"), "0:00"),
    (re.compile(r"\b\d+ min\b"), "0 min"),
    (re.compile(r"(\b(Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*, )?[A-Z][a-z]+ \d+, \d{4}"), "today"),
    (re.compile(r"\b(Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*, [A-Z][a-z]+ \d+"), "today"),
)

Parts = Sequence[tuple[str, tuple[float, ...]]]  # `key "Menu"`, and its edges


def test_twelve_screens_are_as_they_were_last_looked_at(open_device: OpenDevice):
    page, halls = open_device("any width"), {tables: Hall(tables) for tables in (4, 20)}
    moved: list[str] = []

    for name, (tables, *sizes) in SCREENS.items():
        page.context.clear_cookies()
        seen = {}
        for width, height in sizes:
            page.set_viewport_size({"width": width, "height": height})
            if not seen:
                PAGES[re.sub(r"-\d+$", "", name)].opens(page, halls[tables])
            seen[f"{width}x{height}"] = look(page, only_parts=True)
        file = KEPT / f"{name}.txt"
        if SAVES:
            file.write_text("\n".join(f"{size}\n{kept(found)}" for size, found in seen.items()))
        for part in file.read_text().split("\n\n"):
            size, _, was = part.partition("\n")
            moved += [f"{name}, {size}: {fault}" for fault in changes(was, seen[size])]

    assert moved == [], "\n".join(moved)


def kept(found: dict[str, Any]) -> str:
    """What is wholly in the window, whether that is all, and what is cut of it."""
    lines = [f"{name} {' '.join(f'{edge:.0f}' for edge in box)}" for name, box in parts_of(found) if box[3] <= FOLD]
    return "".join(f"{line}\n" for line in [*lines, *how_it_is(found)])


def how_it_is(found: dict[str, Any]) -> list[str]:
    fits = [ALL_SEEN] if found["windows"] <= 1 else []
    return [*fits, *(f"- {lasting(fault)}" for fault in found["faults"])]


def changes(was: str, found: dict[str, Any]) -> Iterator[str]:
    """A sentence for each part that moved, went, came, or is cut."""
    lines = was.splitlines()
    there = [(name, tuple(map(float, box))) for line in lines if line[0] != "-" for name, *box in [line.rsplit(" ", 4)]]
    now = {name: [box for each, box in parts_of(found) if each == name] for name, _ in parts_of(found)}
    for name, box in there:
        if not now.get(name):
            yield f"{name} at {told(box)} is gone."
            continue
        is_at = min(now[name], key=partial(apart, box))
        now[name].remove(is_at)
        rough = OF_WORDS if name.startswith(("words", "heading", "cell")) else [ROUGH] * 4
        off = [
            edge
            for edge, before, after, most in zip(EDGES, box, is_at, rough, strict=True)
            if abs(before - after) > most
        ]
        if off:
            yield f"{name} was at {told(box)} and is at {told(is_at)} ({', '.join(off)})."
    yield from (f"{name} at {told(box)} is new." for name, boxes in now.items() for box in boxes if box[3] < FOLD - 2)
    if ALL_SEEN in lines and found["windows"] > 1:
        yield f"it is {found['windows']} windows high, and was one."
    yield from (line[2:] for line in how_it_is(found) if line not in [*lines, ALL_SEEN])


def apart(one: Sequence[float], other: Sequence[float]) -> float:
    return sum(abs(before - after) for before, after in zip(one, other, strict=True))


def parts_of(found: dict[str, Any]) -> Parts:
    return [(f'{part["what"]} "{lasting(part["words"])}"', tuple(part["box"])) for part in found["parts"]]


def lasting(words: str) -> str:
    for passing, instead in PASSING:
        words = passing.sub(instead, words)
    return words[:80]


def told(box: Sequence[float]) -> str:
    return " ".join(f"{edge:.0f}" for edge in box)
