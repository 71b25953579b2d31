"""Is the club's computer well? Looked at before the club opens, before a copy is made or put back, by `manage.py check`
and on the page of health: the same checks with the same words.

What is wrong is one sentence for the person at the keyboard, with the command or the step that cures it.
"""

import errno
import os
import shutil
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from django.conf import settings

LITTLE_SPACE: Final = 500_000_000  # bytes: some evenings, or a few copies of the database
A_LITTLE: Final = 1_000_000  # bytes, which must fit to open


@dataclass(frozen=True, slots=True)
class Finding:
    """What came of one check. Where all is well there is no sentence; a club can open with what doesn't `stop` it."""

    name: str
    sentence: str = ""
    cure: str = ""
    stops: bool = True

    @property
    def is_fine(self) -> bool:
        return not self.sentence


Check = Callable[[], Finding]


def examine(*names: str) -> tuple[Finding, ...]:
    """What the checks of these names found, or all of them, in the order of `CHECKS`."""
    return tuple(check() for name, check in CHECKS.items() if name in names or not names)


def _writable() -> Finding:
    folder: Path = settings.STATE_DIR
    try:
        with tempfile.TemporaryFile(dir=folder) as probe:
            probe.write(b"\0" * A_LITTLE)
            probe.flush()
            os.fsync(probe.fileno())
    except OSError as problem:
        if problem.errno in (errno.ENOSPC, errno.EDQUOT):
            return Finding(
                "writable", "The club’s computer has no space left", f"Delete something from {folder.anchor}"
            )
        return Finding("writable", f"Nothing can be written to {folder}: {problem.strerror}", f"ls -ld {folder}")
    return Finding("writable")


def _space() -> Finding:
    free = shutil.disk_usage(settings.STATE_DIR).free
    if free < LITTLE_SPACE:
        said = f"The club’s computer has only {free / 1e6:,.0f} MB of space left"
        return Finding("space", said, "Delete something that isn’t the club’s", stops=False)
    return Finding("space")


CHECKS: Final[dict[str, Check]] = {
    # "header", "pages", "version", "key" and "clock" are to come
    "writable": _writable,
    "space": _space,
}
