"""The key that signs sessions and forms: made once, readable by its owner only, kept out of git."""

import os
import secrets
import tempfile
from pathlib import Path

from pinochle_club.ground.private_files import keep_to_owner


def read_or_make(path: Path) -> str:
    """Return the key in `path`. Several workers may start at once on a new machine: all get the same key."""
    if not path.exists():
        _make(path)
    keep_to_owner(path)
    key = path.read_text().strip()
    if len(key) < 50:
        raise ValueError(f"{path} does not contain a secret key. Delete it and start again")
    return key


def _make(path: Path) -> None:
    # Written aside and then linked: the link is refused where another worker was first (as with O_EXCL),
    # and no worker ever reads a half-written key.
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, draft = tempfile.mkstemp(dir=path.parent, prefix=".secret_key.")  # mode 0600
    try:
        with os.fdopen(handle, "w") as file:
            file.write(secrets.token_urlsafe(64) + "\n")
        os.link(draft, path)
    except FileExistsError:
        pass
    finally:
        Path(draft).unlink()
