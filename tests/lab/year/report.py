"""What a club could read of its year: what was said of it, by which media, and what was wrong."""

from __future__ import annotations

from collections.abc import Iterator

from .holding import Held
from .reading import Read


def lines(read: Read, held: Held | None, apart: list[str]) -> Iterator[str]:
    media = sum(read.media.values())
    yield f"{len(read.said):,} figures on {media:,} pages, papers and files of {len(read.media)} kinds."
    if held:
        untold = sum(held.untold.values())
        yield f"{held.right:,} are the other book’s, {len(held.wrong)} are not, {untold:,} aren’t in it."
        yield from held.wrong
    yield f"{len(apart)} times two media say different things."
    yield from apart
    if read.unread:
        yield "Not read: " + ", ".join(f"{name} {times}" for name, times in sorted(read.unread.items())) + "."
    yield from read.failed
