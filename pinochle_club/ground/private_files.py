"""Files that only the club's owner may read: names, notes on members, the key."""

import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from django.core.exceptions import ImproperlyConfigured

from . import places
from .system import is_mine


def keep_to_owner(path: Path) -> None:
    """Close a file or folder that others may look into, as after a restored backup; not what another account owns,
    nor a folder for all, as /tmp is."""
    try:
        found = path.stat()
    except FileNotFoundError:
        return
    is_for_all = bool(found.st_mode & stat.S_ISVTX)
    if found.st_mode & 0o077 and is_mine(found) and not is_for_all:
        path.chmod(found.st_mode & 0o700)


def open_state_dir() -> Path:
    """The folder of all that the club keeps, for its owner alone."""
    folder = places.state_dir()
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        for name in ("", "club.sqlite3", "club.sqlite3-wal", "club.sqlite3-shm"):
            keep_to_owner(folder / name)
    except (FileExistsError, NotADirectoryError) as problem:
        raise ImproperlyConfigured(f"STATE_DIR is {str(folder)!r}, a file; name a folder") from problem
    except OSError as problem:
        raise ImproperlyConfigured(f"STATE_DIR is {str(folder)!r}, and it can’t be used: {problem}") from problem
    return folder


@contextmanager
def written_whole(path: Path) -> Iterator[IO[bytes]]:
    """A new file for its owner alone, which takes its name once it is whole."""
    draft = path.with_name(f"{path.name}.part")
    try:
        draft.touch(mode=0o600)
        with draft.open("wb") as file:
            yield file
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)
