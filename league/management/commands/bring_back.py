"""`manage.py bring_back`: an evening from the hall, out of its file."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from league.acting.log import Refused
from league.management.terminal import AT_THE_TERMINAL
from league.outside.archive.format import AT_THE_SERVER
from league.outside.hall.deeds import bring_back

NAMESAKE = "{name} came as a guest, and somebody of the list has that name. If it is one person, merge the two."


class Command(BaseCommand):
    help = "Brings an evening back from the hall. The same file again changes nothing, and says so."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)

    def handle(self, *args: Any, file: Path, **options: Any) -> None:
        try:
            with file.open("rb") as opened:
                brought = bring_back(file=opened, limits=AT_THE_SERVER, acting=AT_THE_TERMINAL)
        except (OSError, Refused) as problem:
            raise CommandError(str(problem)) from problem
        self.stdout.write(brought.says)
        for name in brought.namesakes:
            self.stdout.write(NAMESAKE.format(name=name))
