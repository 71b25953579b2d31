"""`pinochle-club manage`, in a checkout `manage.py`: Django's own commands and ours."""

import os
from collections.abc import Sequence
from typing import Final

from django.core.management import execute_from_command_line

from pinochle_club.ground import places
from pinochle_club.ground.commands import at_the_terminal
from pinochle_club.program.command import insist_on_a_club, read_settings

# These are about a club that is there: without one they would make an empty database, which looks like a club.
NEED_A_CLUB: Final = {
    "changepassword", "clearsessions", "club_archive", "createsuperuser", "dbshell", "demo", "dumpdata", "flush",
    "loaddata", "rebuild_ledger", "set_admin_link", "shell", "showmigrations", "verify_log", "worker",
}  # fmt: skip
FOR_DEVELOPERS: Final = {"check", "migrate"}  # in a checkout, where a new database is what they want


def main(arguments: Sequence[str]) -> None:
    os.umask(0o077)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "pinochle_club.settings")
    with at_the_terminal():
        read_settings()
        needs = NEED_A_CLUB if places.IS_CHECKOUT else NEED_A_CLUB | FOR_DEVELOPERS
        if needs.intersection(arguments[:1]) and "--build" not in arguments:  # stories are told in an empty one
            insist_on_a_club()
        execute_from_command_line([places.NAME, *arguments])
