"""Beside the server: Litestream, which writes each change of the database in a second place, and a look whether another
computer has become the club. `make run STANDBY=…` keeps it running.

Each start begins a new run with the whole database, so a run fits together, even after a restore or a takeover. The run
before goes once the new one is whole.
"""

import json
import shutil
import subprocess
import sys
import sysconfig
import time
from pathlib import Path
from typing import Final

from django.conf import settings

from pinochle_club.ground import one_club
from pinochle_club.ground.system import is_plugged_in, start_beside
from pinochle_club.server import pieces

PROGRAM: Final = Path(sysconfig.get_path("scripts")) / "litestream"
SECONDS_BETWEEN_LOOKS: Final = 1.0
# Changes are looked for so often, and laid in the second place at once.
OFTEN: Final = "500ms"


def start(run: pieces.Run, database: Path) -> "subprocess.Popen[bytes]":
    notes = settings.STATE_DIR / "litestream"
    shutil.rmtree(notes, ignore_errors=True)
    notes.mkdir(mode=0o700)
    plan = notes / "plan.yml"
    replica = {"type": "file", "path": str(run.folder), "sync-interval": OFTEN}
    wanted = {"path": str(database), "meta-path": str(notes / "club"), "monitor-interval": OFTEN, "replica": replica}
    plan.write_text(json.dumps({"logging": {"level": "warn"}, "l0-retention": "1m", "dbs": [wanted]}))  # JSON is YAML
    return start_beside([PROGRAM, "replicate", "-config", plan])


def main() -> None:
    database, folder = one_club.database(), settings.STANDBY
    assert folder is not None, "started where one is named"
    generation = one_club.generation_of(database)
    run: pieces.Run | None = None
    while True:
        if one_club.is_the_club() and (other := pieces.who_took_over(generation, settings.PUBLIC_URL)):
            one_club.give_way(other)
            print(f"{one_club.words(other)} Nothing more is written here.", flush=True)
        if run is None and is_plugged_in(folder) and one_club.is_the_club():
            run = pieces.next_run(folder, generation)
            keep_secret_key(folder)
            copying = start(run, database)
        elif run is not None and not run.folder.is_dir():
            end(copying)
            run = None
            print(f"{folder} is gone. Plug it in again, and the copying goes on by itself.", flush=True)
        elif run is not None and copying.poll() is not None:
            sys.exit("Litestream has ended by itself; it is started again.")
        elif run is not None and run.is_whole:
            drop_older(folder, run)
        time.sleep(SECONDS_BETWEEN_LOOKS)


def end(copying: "subprocess.Popen[bytes]") -> None:
    copying.kill()
    copying.wait()


def keep_secret_key(folder: Path) -> None:
    """A computer that takes over from the drive signs as we do, or all table cards and links would be worth nothing."""
    kept = folder / "secret_key"
    kept.touch(mode=0o600)
    kept.write_text(settings.SECRET_KEY + "\n")


def drop_older(folder: Path, newest: pieces.Run) -> None:
    for run in pieces.runs_in(folder):
        if run.folder.name < newest.folder.name:
            shutil.rmtree(run.folder, ignore_errors=True)


if __name__ == "__main__":
    main()
