"""What to type for a command of the club, where this program runs: in a checkout `make` for what it prepares, and the
checkout's Python for all else; installed, `pinochle-club`. And how each of them ends."""

import os
import shlex
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from django.core.exceptions import ImproperlyConfigured

from pinochle_club.ground import places
from pinochle_club.ground.trouble import trouble_of

NOBODY_READS: Final = 141  # as shells say it
TARGETS: Final = {"serve": "run", "backup": "backup", "restore": "restore", "standby": "standby"}  # of make
PYTHON: Final = ".venv/bin/python"


def command(name: str, copy: str = "", *, before: str = "", to_all: object = False, **options: str) -> str:
    """As one types it, such as `command("restore", "club-20261121-200000.sqlite3")`. `before` are settings for this one
    time, in front of it; of an option without a value, such as `take=""`, only the name is said. What is said `to_all`
    who look at a page doesn’t tell where the club’s files lie."""
    words, state = [before] if before else [], [] if to_all else _state()
    if places.IS_CHECKOUT and name in TARGETS:
        words += [*state, "make", TARGETS[name], *([f"COPY={copy}"] if copy else [])]
        words += [f"{option.upper()}={value or 1}" for option, value in options.items()]
    else:
        called = [*state, PYTHON, "-m", "pinochle_club"] if places.IS_CHECKOUT else [places.NAME, *state]
        words += [*called, name, *([copy] if copy else [])]
        words += [f"--{option} {value}".rstrip() for option, value in options.items()]
    return " ".join(words)


def manage(words: str, *, before: str = "", to_all: bool = False) -> str:
    """The same of one of Django's commands, such as `manage("set_admin_link carol")`."""
    state = [] if to_all else _state()
    called = [*state, PYTHON, "manage.py"] if places.IS_CHECKOUT else [places.NAME, *state, "manage"]
    return " ".join([*([before] if before else []), *called, words])


def packages(name: str) -> str:
    """What brings the packages that few clubs need, such as `packages("cluster")`."""
    return f"make {name}" if places.IS_CHECKOUT else f"pip install '{places.NAME}[{name}]'"


@contextmanager
def at_the_terminal() -> Iterator[None]:
    """What somebody typed ends in words at a wrong setting or a full drive, and in silence where nobody reads on, as in
    `pinochle-club where | head`."""
    try:
        try:
            yield
        finally:
            sys.stdout.flush()
    except ImproperlyConfigured as problem:
        sys.exit(f"A setting is wrong: {problem}")
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # Python writes what is left as it ends
        sys.exit(NOBODY_READS)
    except OSError as problem:
        if trouble := trouble_of(problem):
            sys.exit(trouble)
        raise


def _state() -> list[str]:
    """Where the club's files lie, if somebody who types must say it: no file of settings does."""
    given = os.environ.get("STATE_DIR")
    if not given or "STATE_DIR" in places.sources:
        return []
    return [f"STATE_DIR={shlex.quote(given)}"] if places.IS_CHECKOUT else ["--state", shlex.quote(given)]
