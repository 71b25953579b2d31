"""What a club could read of its year: what was said of it, by which media, and what was wrong."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from .holding import Held
from .journal import Played
from .reading import Read

if TYPE_CHECKING:
    from .year import Year

MOST_TAPS = 60  # of a director, for a plain night of five tables


def lines(read: Read, held: Held | None, apart: list[str]) -> Iterator[str]:
    media = sum(read.media.values())
    yield f"{len(read.said):,} figures on {media:,} pages, papers and files of {len(read.media)} kinds."
    if held:
        untold = held.untold.total()
        yield f"{held.right:,} are the other book’s, {len(held.wrong)} are not, {untold:,} aren’t in it."
        yield from (f"Not in it, {what}, {times:,}: {held.such_as[what]}" for what, times in held.untold.items())
        yield from held.wrong
    yield f"{len(apart)} times two media say different things."
    yield from apart
    unread = {name: times for name, times in sorted(read.unread.items()) if not read.media[name]}
    if unread:
        yield "Not read: " + ", ".join(f"{name} {times}" for name, times in unread.items()) + "."
    yield from read.failed


def of_year(year: Year, costs: dict[str, int]) -> Iterator[str]:
    """The year as its club could read it; the goals, and the figures in the last line."""
    yield ""
    yield from lines(year.read, year.held, year.apart)
    for name, times in sorted(year.happened.items()):
        yield f"{name}: {times}"
    for (slip, came), times in sorted(year.slips.items()):
        yield f"typed with a slip, {slip}, {came}: {times}"
    for what, times in sorted(year.for_director.items()):
        yield f"needed a director, {what}: {times}"
    yield from (f"could not be mended: {one}" for one in year.unmended)
    nights, hands = len(year.taps), sum(isinstance(line, Played) for line in year.club.journal.lines)
    for role in dict.fromkeys(person.role for person in year.everybody):
        each = sorted(taps[role] for taps in year.taps)
        yield f"taps of {role}s a night: {each[0]} to {each[-1]}, {sum(each) // nights} as a rule"
    silent = sum(times for (_, came), times in year.slips.items() if came == "silent and wrong")
    goals = {
        "no wrong figure": not year.held.wrong and not year.apart,
        "all put right": not year.unmended,
        "silent wrong figures 1 in 1,000 hands": silent * 1000 <= hands,
        f"{MOST_TAPS} taps of a director on the plainest night": min(t["director"] for t in year.taps) <= MOST_TAPS,
    }
    yield from (f"{'met' if is_met else 'NOT MET'}: {goal}" for goal, is_met in goals.items())
    figures = {
        "nights": nights,
        "hands": hands,
        "hands at home": year.hands_at_home,
        "entries": sum(person.counted["sent"] for person in year.everybody),
        "mishaps": year.happened.total(),
        "not mended": len(year.unmended),
        "figures held": year.held.right + len(year.held.wrong),
        "wrong": len(year.held.wrong),
        "media apart": len(year.apart),
        "director’s taps a night": sum(taps["director"] for taps in year.taps) // nights,
        "seconds waited": sum(person.counted["waited"] for person in year.everybody) // 1_000_000,
        **costs,
    }
    yield ", ".join(f"{figure:,} {what}" for what, figure in figures.items())
