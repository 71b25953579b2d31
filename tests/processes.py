"""What a run of the tests has started ends with it, however the run ends. Needs Linux; elsewhere it does nothing."""

import ctypes
import os
import signal
import sys
import time
from contextlib import suppress
from pathlib import Path

SET_CHILD_SUBREAPER = 36  # <sys/prctl.h>


def adopt_orphans() -> None:
    """Descendants whose parent is gone become our children: they can be found, ended, and their CPU time counted."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def end_descendants(patience: float = 20) -> None:
    """Ask all that still run below this process to close, and kill what does not."""
    for number, seconds in ((signal.SIGTERM, patience), (signal.SIGKILL, 5)):
        for pid in descendants():
            with suppress(ProcessLookupError, PermissionError):
                os.kill(pid, number)
        end = time.monotonic() + seconds
        while collect_the_dead() and time.monotonic() < end:
            time.sleep(0.1)


def collect_the_dead() -> bool:
    """Whether children are left that live."""
    try:
        while os.waitpid(-1, os.WNOHANG) != (0, 0):
            pass
    except ChildProcessError:
        return False
    return True


def descendants() -> list[int]:
    parents = {int(entry.name): parent_of(entry) for entry in Path("/proc").glob("[0-9]*")}
    found = [os.getpid()]
    for pid in found:  # which grows as it is read
        found += [child for child, parent in parents.items() if parent == pid]
    return found[1:]


def parent_of(process: Path) -> int | None:
    try:
        return int((process / "stat").read_text().rpartition(")")[2].split()[1])
    except OSError:  # it ended meanwhile
        return None
