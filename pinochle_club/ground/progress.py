"""The progress of a command."""

from __future__ import annotations

import time
from typing import Final, TextIO

BAR_WIDTH: Final = 30
LINES: Final = 10
SECONDS_BETWEEN_LINES: Final = 60


class Progress:
    """A bar that grows in place on a terminal. A file or a pipe gets none, or with `counted` ("evenings") a line
    for each tenth, and at least one a minute."""

    def __init__(self, out: TextIO, total: int, counted: str = "") -> None:
        self.out, self.total, self.counted = out, total, counted
        self.told = 0
        self.told_at = time.monotonic()

    def show(self, done: int) -> None:
        share, now = done / self.total if self.total else 1.0, time.monotonic()
        if self.out.isatty():
            full = int(BAR_WIDTH * share)
            self._write(f"\r[{'#' * full}{'.' * (BAR_WIDTH - full)}] {share:4.0%}")
        elif self.counted and (int(share * LINES) > self.told or now - self.told_at >= SECONDS_BETWEEN_LINES):
            self.told, self.told_at = int(share * LINES), now
            self._write(f"{done:,} of {self.total:,} {self.counted}\n")

    def make_room(self) -> None:
        if self.out.isatty():
            self._write("\r\033[K")

    def end(self) -> None:
        if self.out.isatty():
            self._write("\n")

    def _write(self, text: str) -> None:
        self.out.write(text)
        self.out.flush()
