"""`manage.py give_back`: a fetched evening into a file for home. From then on home has it."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from league.acting.log import Refused
from league.management.terminal import AT_THE_TERMINAL
from league.models import Fetched
from league.outside.hall.deeds import give_back
from pinochle_club.ground.private_files import written_whole


class Command(BaseCommand):
    help = "Saves the fetched evening for home, and leaves it to home from then on."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--event", type=int, help="its number, where this computer fetched more than one")

    def handle(self, *args: Any, file: Path, event: int | None, **options: Any) -> None:
        fetched = _fetched(event)
        try:
            with written_whole(file) as out:
                give_back(fetched=fetched, out=out, acting=AT_THE_TERMINAL)
        except (OSError, Refused) as problem:
            raise CommandError(str(problem)) from problem
        self.stdout.write(f"{fetched.event} is saved for home: {file}")


def _fetched(event: int | None) -> Fetched:
    found = Fetched.objects.select_related("event__club", "event__series")
    if event is not None:
        there = list(found.filter(event=event))
    else:
        there = list(found.filter(given_back_at=None)) or list(found.order_by("-given_back_at")[:1])
    if len(there) == 1:
        return there[0]
    if not there:
        raise CommandError("This computer fetched no such evening.")
    names = ", ".join(f"{one.event} is {one.event_id}" for one in there)
    raise CommandError(f"This computer fetched more than one evening. Say which with --event: {names}")
