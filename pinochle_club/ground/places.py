"""Where the program's files lie, and where the club's do: never one inside the other, unless in a checkout, whose
`var/` is the club's.

In a checkout `templates` and `static` lie beside the packages; installed they lie in `pinochle_club`. Reads the files
of settings, too: `/etc/pinochle-club.env` where a service runs the club, else `settings.env` among the club's files.
The environment comes first. Standard library and platformdirs only: simulations on other machines ask as well.
"""

import os
import re
from collections.abc import Iterator
from difflib import get_close_matches
from pathlib import Path
from typing import Final

from environ import Env
from platformdirs import user_data_path

from .system import become_owner_of

NAME: Final = "pinochle-club"
PACKAGE: Final = Path(__file__).resolve().parents[1]
IS_CHECKOUT: Final = (PACKAGE.parent / "manage.py").is_file() and (PACKAGE.parent / "pyproject.toml").is_file()
PROGRAM: Final = PACKAGE.parent if IS_CHECKOUT else PACKAGE
"""What has `templates` and `static` in it."""
PACKAGES: Final = PACKAGE.parent
"""What has `league`, `scoring` and `pinochle_club` in it."""
SYSTEM_SETTINGS: Final = Path("/etc/pinochle-club.env")
DATABASE: Final = "club.sqlite3"

SETTINGS: Final = (
    "PROFILE", "PUBLIC_URL", "PORT", "BIND", "ALLOWED_HOSTS", "DATABASE_URL", "STATE_DIR", "TIME_ZONE", "WORKERS",
    "DEMO", "EMAIL_URL", "MAIL_FROM", "FOUNDING", "BACKUP_TO", "BACKUP_KEEP", "BACKUP_NIGHTLY", "STANDBY",
    "UPDATE_FROM", "SECRET_KEY", "NEW_KEY", "SKIP_BACKUP", "DATABASE_PATIENCE", "PLAY_SECONDS", "NUMBA_CACHE_DIR",
    "METRICS", "METRICS_CLUBS", "LOGS", "DEBUG", "SETTINGS_FILE",
)  # fmt: skip
SETTING: Final = re.compile(r"(?:export )?\w+=.*|#.*|\s*", re.ASCII)

sources: Final[dict[str, str]] = {}
"""Of each setting that a file said: which one."""


def state_dir() -> Path:
    """The club's folder, whether it exists or not. Of systemd's folders the first is meant."""
    given = os.environ.get("STATE_DIR") or os.environ.get("STATE_DIRECTORY", "").split(":")[0]
    if given:
        return Path(given).expanduser().resolve()
    return PROGRAM / "var" if IS_CHECKOUT else user_data_path(NAME, appauthor=False)


def settings_files() -> tuple[Path, ...]:
    """The files of settings, the first before the second. `SETTINGS_FILE` names another in place of both; empty,
    none."""
    given = os.environ.get("SETTINGS_FILE")
    if given is not None:
        return (Path(given),) if given else ()
    return SYSTEM_SETTINGS, state_dir() / "settings.env"


def read_settings() -> None:
    """Put them into the environment where it says nothing itself, for this process and all that it starts. The
    first file may say where the second one lies."""
    for at in range(len(settings_files())):
        file = settings_files()[at]
        if not file.is_file():
            if os.environ.get("SETTINGS_FILE"):
                raise FileNotFoundError(f"SETTINGS_FILE is {str(file)!r}, and there is no such file")
            continue
        _insist_on_settings(file)
        before = set(os.environ)
        Env.read_env(str(file))
        sources.update(dict.fromkeys(set(os.environ) - before, str(file)))


def _insist_on_settings(file: Path) -> None:
    """End where a file can't be read: it would count as not set, and a command might begin a club of its own."""
    try:
        lines = file.read_text().splitlines()
    except PermissionError as problem:
        raise PermissionError(f"{file} may not be read. Type sudo before the command") from problem
    for number, line in enumerate(lines, start=1):
        if not SETTING.fullmatch(line):
            raise OSError(f"line {number} of {file} must look like PORT=8080, or begin with #")


def strange_settings() -> Iterator[str]:
    """Unknown names in files of settings, in words; mostly they are misspelled."""
    for name, file in sorted(sources.items()):
        if name not in SETTINGS:
            meant = get_close_matches(name.upper(), SETTINGS, n=1)
            yield f"{name} in {file} is no setting of this program." + (f" Is {meant[0]} meant?" if meant else "")


def has_club() -> bool:
    """Whether there is a club to work on, as far as can be told before its database is opened."""
    return bool(os.environ.get("DATABASE_URL")) or (state_dir() / DATABASE).exists()


def become_owner() -> None:
    """A command that root starts for a club goes on as the club's owner: what it writes must be theirs."""
    become_owner_of(state_dir())
