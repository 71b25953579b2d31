"""`manage.py demo`: three clubs with their seasons and an example card of every book, to look at and to try."""

from __future__ import annotations

import os
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from league.acting.log import Refused
from league.management.clubs import CLUBS
from league.management.demo import make_clubs, open_accounts, remove_clubs
from league.management.earlier import add_earlier_nights
from pinochle_club.ground.commands import manage
from pinochle_club.ground.locks import alone
from pinochle_club.ground.write_queue import queued_write
from scoring.management.examples import make_examples, remove_examples


class Command(BaseCommand):
    help = "Brings three clubs with their seasons and an example card for every rule book. --remove deletes them."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--remove", action="store_true", help="delete the clubs and the example cards")
        parser.add_argument("--beside", action="store_true", help="beside a server: only while a demo is to come")
        parser.add_argument("--build", action="store_true", help="tell the stories and write their archives; minutes")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["build"]:
            self._build()
            return
        if options["remove"]:
            settings.DEMO_IS_COMING.unlink(missing_ok=True)
        with alone("demo"):
            if options["remove"]:
                self.stdout.write(f"Clubs removed: {remove_clubs()}. Example cards: {remove_examples()}.")
            else:
                self._make(is_beside=options["beside"])

    def _make(self, *, is_beside: bool) -> None:
        parent = os.getppid()

        def is_wanted() -> bool:
            return not is_beside or (settings.DEMO_IS_COMING.exists() and os.getppid() == parent)

        make_clubs(is_wanted)
        if is_wanted():
            self._tell_accounts()
            made = make_examples()
            if not is_beside:
                self.stdout.write(f"Example cards made: {', '.join(made) or 'none, all are there'}")
            add_earlier_nights(is_wanted)
            settings.DEMO_IS_COMING.unlink(missing_ok=True)

    def _tell_accounts(self) -> None:
        with queued_write():  # told before they are kept: a run that is killed between the two tells new ones next time
            accounts = open_accounts()
            if not accounts:
                self.stdout.write("The demo clubs are already there.")
                return
            self.stdout.write("Three clubs to try. Sign in with these; the password is shown only once:")
            for account in accounts:
                self.stdout.write(f"  {account}")
            self.stdout.flush()

    def _build(self) -> None:
        from league.management.building import build_archive  # who brings the clubs needs nothing of it

        if settings.TIME_ZONE != "UTC":
            build = manage("demo --build", before="TIME_ZONE=UTC")
            raise CommandError(f"Stories are told by the clock at Greenwich: {build}")
        for story in CLUBS:
            try:
                self.stdout.write(f"{story.name}: {build_archive(story):,} bytes")
            except Refused as why:
                raise CommandError(str(why)) from why
