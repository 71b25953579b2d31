"""What only the owner of the club's files may read: names, notes on members, the key."""

import stat
from pathlib import Path

from .system import is_mine


def keep_to_owner(path: Path) -> None:
    """Close a file or folder that others may look into: what comes back from a backup often is.

    What another account owns, or a folder for all, as /tmp is, stays as it is.
    """
    try:
        found = path.stat()
    except FileNotFoundError:
        return
    is_for_all = bool(found.st_mode & stat.S_ISVTX)
    if found.st_mode & 0o077 and is_mine(found) and not is_for_all:
        path.chmod(found.st_mode & 0o700)
