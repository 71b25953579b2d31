"""The key that signs sessions, forms and links: made once, readable by its owner only, kept out of git.

Its fingerprint stands in the database: a server with another key would sign everybody out, and take no table card or
link. So it doesn't open, unless the person at the keyboard says that the key is to be a new one.
"""

import os
import secrets
import tempfile
from pathlib import Path

from django.core.checks.security.base import (
    SECRET_KEY_INSECURE_PREFIX,
    SECRET_KEY_MIN_LENGTH,
    SECRET_KEY_MIN_UNIQUE_CHARACTERS,
)
from django.core.exceptions import ImproperlyConfigured
from django.utils.crypto import salted_hmac

from pinochle_club.ground.commands import command
from pinochle_club.ground.private_files import keep_to_owner


def find(given: str, path: Path) -> str:
    """The key from the environment, else from its file, which is made where there is none."""
    if given and not is_good(given):
        raise ImproperlyConfigured(
            f"SECRET_KEY is too easy to guess. Give it {SECRET_KEY_MIN_LENGTH} random letters and digits or more,"
            " or leave it out, and the club makes one"
        )
    return given or read_or_make(path)


def is_good(key: str) -> bool:
    return (
        len(key) >= SECRET_KEY_MIN_LENGTH
        and len(set(key)) >= SECRET_KEY_MIN_UNIQUE_CHARACTERS
        and not key.startswith(SECRET_KEY_INSECURE_PREFIX)
    )


def fingerprint(key: str) -> str:
    """Tells keys apart, and tells nothing of a key."""
    return salted_hmac("pinochle_club.server.secret_key", "fingerprint", key, algorithm="sha256").hexdigest()[:32]


def read_or_make(path: Path) -> str:
    """The key in `path`. Several workers may start at once on a new machine: all get the same key."""
    if not path.exists():
        try:
            _make(path)
        except OSError as problem:
            raise ImproperlyConfigured(f"nothing can be written to {path.parent}: {problem.strerror}") from problem
    keep_to_owner(path)
    key = path.read_text(errors="replace").strip()
    if not is_good(key):
        raise ImproperlyConfigured(
            f"{path} does not contain a secret key. Put the club’s own back from where you keep a copy of it,"
            f" or go on with a new one: rm {path} && {command('serve', before='NEW_KEY=1')}"
        )
    return key


def _make(path: Path) -> None:
    # Written aside and then linked: the link is refused where another worker was first (as with O_EXCL),
    # and no worker ever reads a half-written key.
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, draft = tempfile.mkstemp(dir=path.parent, prefix=".secret_key.")  # mode 0600
    try:
        with os.fdopen(handle, "w") as file:
            file.write(secrets.token_urlsafe(64) + "\n")
            file.flush()
            os.fsync(handle)  # a power cut would leave a file without a key, and what is signed by it in the database
        os.link(draft, path)
    except FileExistsError:
        pass
    finally:
        Path(draft).unlink()
