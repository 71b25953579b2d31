"""The club's part in an update: the line on the page of health with its key, and what is asked of the club before its
program goes (`before`). All else is `pinochle_club.program.updating`'s.

The club may not change its own program. The key leaves a note in the club's folder, systemd sees it, and the program's
owner does the work, from the place that the owner has named (`UPDATE_FROM`), and writes down the outcome.
"""

import os
import shutil
import sys
from datetime import datetime, timedelta
from pathlib import Path
from typing import Final

from packaging.utils import InvalidWheelFilename, parse_wheel_filename
from packaging.version import Version

from pinochle_club.ground import __version__, places
from pinochle_club.ground.clock import lately
from pinochle_club.ground.copies import STAMP
from pinochle_club.ground.health import Line
from pinochle_club.ground.locks import FileLock
from pinochle_club.ground.opened import RUNNING
from pinochle_club.server import backups, examining
from pinochle_club.server.database import tables

INDEX: Final = "index"
ASKED: Final = "update-asked"
WATCHER: Final = Path("/etc/systemd/system/pinochle-club-update.path")
AN_EVENING: Final = timedelta(hours=12)  # a round left open holds nothing up for longer
IS_PLAYING: Final = 4  # exit statuses
IS_OPEN: Final = 5


def root() -> Path | None:
    """The folder of all versions of the program, with `current` and `versions` in it, if this one lies in such."""
    versions = Path(sys.prefix).parent
    return versions.parent if versions.name == "versions" and (versions.parent / "current").is_symlink() else None


def wheels_in(folder: Path) -> dict[Version, Path]:
    found = {}
    for wheel in folder.glob("pinochle_club-*.whl"):
        try:
            found[parse_wheel_filename(wheel.name)[1]] = wheel
        except InvalidWheelFilename:
            continue
    return found


def evening() -> str:
    if "league_eventround" not in tables():
        return ""
    from league.models import Event, EventRound

    played = EventRound.objects.filter(
        event__state=Event.State.RUNNING, event__club__is_example=False, started_at__range=lately(AN_EVENING)
    )
    return played.values_list("event__name", flat=True).first() or ""


# -- on the page of health ---------------------------------------------------------------


def line() -> Line:
    there = root()
    source = os.environ.get("UPDATE_FROM", "")
    told = f"This is version {__version__}."
    if there is None or not source or not WATCHER.exists():
        return Line("Version", told)
    last = told_in(there)
    if (places.state_dir() / ASKED).exists():
        return Line("Version", f"{told} A newer one was asked for. The club closes for a minute and opens again.")
    said = " ".join(filter(None, (told, last.read_text().strip() if last.exists() else "")))
    if source == INDEX:
        return Line("Version", said, key="update")
    newest = max(wheels_in(Path(source)), default=None)
    if newest is None or newest <= Version(__version__):
        return Line("Version", said)
    return Line("Version", f"{told} Version {newest} is in {source}.", key="update")


def ask() -> str:
    if line().key != "update":
        return "There is no newer version to go on to."
    if playing := evening():
        return f"{playing} is being played. Update when it is closed."
    (places.state_dir() / ASKED).touch()
    return "In a moment the club closes for about a minute, and opens again with the newer version."


def told_in(root: Path) -> Path:
    return root / "last-update.txt"


# -- before the program goes ---------------------------------------------------------------


def before(version: str) -> Path:
    """The copy to come back to, under a name that no later copy takes the place of."""
    copy = backups.copy_database()
    kept = copy.with_name(f"before-{version}-{datetime.now().astimezone().strftime(STAMP)}{copy.suffix}")
    shutil.copy(copy, kept)
    return kept


def main() -> None:
    """`playing` ends with `IS_PLAYING` and the evening's name where there is one, `open` with `IS_OPEN` where the
    club is; `copy VERSION` prints the copy."""
    examining.set_up("The program stays as it is")
    match sys.argv[1:]:
        case ["playing"]:
            if playing := evening():
                print(playing)
                sys.exit(IS_PLAYING)
        case ["open"]:
            if not FileLock(RUNNING).take():
                sys.exit(IS_OPEN)
        case ["copy", version]:
            try:
                print(before(version))
            except (backups.BackupError, OSError) as problem:
                sys.exit(str(problem))


if __name__ == "__main__":
    main()
