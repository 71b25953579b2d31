"""`manage.py fetch`: an evening that was lent to this computer, out of its file."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from league.acting.log import Refused
from league.management.terminal import AT_THE_TERMINAL
from league.office.clubs.pages.navigation import address_of
from league.outside.archive.format import AT_THE_SERVER
from league.outside.hall.deeds import fetch


class Command(BaseCommand):
    help = "Fetches a lent evening out of a file; this computer needs no club for it."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)

    def handle(self, *args: Any, file: Path, **options: Any) -> None:
        try:
            with file.open("rb") as opened:
                fetched = fetch(file=opened, limits=AT_THE_SERVER, acting=AT_THE_TERMINAL)
        except (OSError, Refused) as problem:
            raise CommandError(str(problem)) from problem
        event = fetched.event
        self.stdout.write(f"{event} is here: {address_of('event', event.club.slug, event.pk)}")
