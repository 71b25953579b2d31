"""`manage.py demo`: three clubs with their evenings and an example card of every book, to look at and to try.

After the first start `make run` does the same beside the server.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any, Final

from django.conf import settings
from django.core.management.base import BaseCommand, CommandParser

from league.management.demo import make_clubs, open_accounts, remove_clubs
from pinochle_club.background import step_aside
from pinochle_club.locks import alone
from pinochle_club.write_queue import queued_write
from scoring.management.examples import make_examples, remove_examples

NICENESS: Final = 10


class Command(BaseCommand):
    help = "Creates three clubs with played evenings and an example card for every rule book. --remove deletes them."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--remove", action="store_true", help="delete the clubs and the example cards")
        parser.add_argument("--beside", action="store_true", help="at low priority, and only while a demo is to come")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["remove"]:
            settings.DEMO_IS_COMING.unlink(missing_ok=True)
        with alone("demo"):
            if options["remove"]:
                self.stdout.write(f"Clubs removed: {remove_clubs()}. Example cards: {remove_examples()}.")
            elif options["beside"]:
                self._make_beside()
            else:
                self._make()

    def _make_beside(self) -> None:
        step_aside(NICENESS)
        parent = os.getppid()
        self._make(lambda: settings.DEMO_IS_COMING.exists() and os.getppid() == parent)

    def _make(self, is_wanted: Callable[[], bool] = lambda: True) -> None:
        if not is_wanted():
            return
        self.stdout.write(f"Example cards made: {', '.join(make_examples()) or 'none, all are there'}")
        make_clubs(is_wanted)
        if is_wanted():
            self._tell_accounts()
            settings.DEMO_IS_COMING.unlink(missing_ok=True)

    def _tell_accounts(self) -> None:
        with queued_write():  # told before they are kept: whoever is killed between the two tells others next time
            accounts = open_accounts()
            if not accounts:
                self.stdout.write("The demo clubs are already there.")
                return
            self.stdout.write("Three clubs to try. Sign in with these; the passwords are shown only once:")
            for account in accounts:
                self.stdout.write(f"  {account.club}, {account.role}: {account.username}  {account.password}")
            self.stdout.flush()
