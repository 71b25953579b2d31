"""What to type for a command of the club, where this program runs: `make` in a checkout, else `pinochle-club`."""

import os
import shlex
from typing import Final

from pinochle_club.ground import places

TARGETS: Final = {"serve": "run"}  # called otherwise by make


def command(name: str, copy: str = "", *, before: str = "", **options: str) -> str:
    """As one types it, such as `command("restore", "club-20261121-200000.sqlite3")`. `before` are settings for this one
    time, in front of it; of an option without a value, such as `take=""`, only the name is said."""
    words = [before] if before else []
    if places.IS_CHECKOUT:
        words += [*_state(), "make", TARGETS.get(name, name), *([f"COPY={copy}"] if copy else [])]
        words += [f"{option.upper()}={value or 1}" for option, value in options.items()]
    else:
        words += [places.NAME, *_state(), name, *([copy] if copy else [])]
        words += [f"--{option} {value}".rstrip() for option, value in options.items()]
    return " ".join(words)


def manage(words: str) -> str:
    """The same of one of Django's commands, such as `manage("set_admin_link carol")`."""
    if places.IS_CHECKOUT:
        return " ".join([*_state(), ".venv/bin/python manage.py", words])
    return " ".join([places.NAME, *_state(), "manage", words])


def _state() -> list[str]:
    """Where the club's files lie, if somebody who types must say it: no file of settings does."""
    given = os.environ.get("STATE_DIR")
    if not given or "STATE_DIR" in places.sources:
        return []
    return [f"STATE_DIR={shlex.quote(given)}"] if places.IS_CHECKOUT else ["--state", shlex.quote(given)]
