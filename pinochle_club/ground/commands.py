"""The club's commands as one types them where this program runs: `make` or the checkout's Python, or `pinochle-club`
where it is installed. And how each of them ends."""

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
    """`command("restore", "club-20261121-200000.sqlite3")` as one types it. `before` are settings for this one
    time, in front; an option without a value (`take=""`) is only named. Said `to_all` who look at a page, it
    doesn’t tell where the club’s files lie."""
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
    """One of Django's commands as one types it, such as `manage("set_admin_link carol")`."""
    state = [] if to_all else _state()
    called = [*state, PYTHON, "manage.py"] if places.IS_CHECKOUT else [places.NAME, *state, "manage"]
    return " ".join([*([before] if before else []), *called, words])


def packages(name: str) -> str:
    """The command that brings optional packages, such as `packages("cluster")`."""
    return f"make {name}" if places.IS_CHECKOUT else f"pip install '{places.NAME}[{name}]'"


@contextmanager
def at_the_terminal() -> Iterator[None]:
    """End a typed command in words at a wrong setting or a full drive, and in silence where its output is cut off,
    as in `pinochle-club where | head`."""
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
    """The setting that says where the club's files lie, if no file of settings does."""
    given = os.environ.get("STATE_DIR")
    if not given or "STATE_DIR" in places.sources:
        return []
    return [f"STATE_DIR={shlex.quote(given)}"] if places.IS_CHECKOUT else ["--state", shlex.quote(given)]
