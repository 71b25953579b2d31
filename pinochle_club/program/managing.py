"""`pinochle-club manage`, in a checkout `manage.py`: Django's own commands and ours."""

import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from django.core.management import execute_from_command_line

from pinochle_club.ground import places
from pinochle_club.ground.commands import at_the_terminal
from pinochle_club.ground.trouble import trouble_of
from pinochle_club.program.command import insist_on_a_club, read_settings

# These are about a club that is there: without one they would make an empty database, which looks like a club.
NEED_A_CLUB: Final = {
    "bring_back", "changepassword", "clearsessions", "club_archive", "createsuperuser", "dbshell", "demo", "dumpdata",
    "flush", "give_back", "lend", "loaddata", "rebuild_ledger", "set_admin_link", "shell", "showmigrations",
    "verify_log", "worker",
}  # fmt: skip
# These bring a club, or an evening, in a file: they make the database where there is none.
BRING_A_CLUB: Final = (["club_archive", "restore"], ["fetch"])
NOTHING: Final = "Nothing was brought in"
FOR_DEVELOPERS: Final = {"check", "migrate"}  # in a checkout, where a new database is what they want


def main(arguments: Sequence[str]) -> None:
    os.umask(0o077)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "pinochle_club.settings")
    with at_the_terminal():
        read_settings()
        if (file := brought_by(arguments)) is not None:
            make_room_for(file)
        needs = NEED_A_CLUB if places.IS_CHECKOUT else NEED_A_CLUB | FOR_DEVELOPERS
        is_told = "--build" in arguments  # stories are told in an empty one
        if file is None and needs.intersection(arguments[:1]) and not is_told:
            insist_on_a_club()
        execute_from_command_line([places.NAME, *arguments])


def brought_by(arguments: Sequence[str]) -> Path | None:
    """The file by which a club comes, where that is what was typed."""
    words = [word for word in arguments if not word.startswith("-")]
    return next((Path(words[len(one)]) for one in BRING_A_CLUB if words[: len(one)] == one and words[len(one) :]), None)


def make_room_for(file: Path) -> None:
    """Make the database where there is none. Ends where no such file is; one with anything wrong in it is told of
    later, and leaves none behind."""
    if not file.is_file():
        sys.exit(f"{NOTHING}: there is no file {file}")
    from pinochle_club.server import examining, new_database

    examining.set_up(NOTHING)
    from django.db import Error

    from league.outside.archive.format import AT_THE_SERVER, Faulty
    from league.outside.archive.reading import Archive

    try:
        with file.open("rb") as opened:
            new_database.make_if_missing(Archive(opened, AT_THE_SERVER).check)
    except Faulty:
        return
    except (Error, examining.NotWell, OSError) as problem:
        sys.exit(f"{NOTHING}: {trouble_of(problem) or problem}")
