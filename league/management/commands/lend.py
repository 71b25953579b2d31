"""`manage.py lend`: an evening into a file for the hall's computer, at the server's own terminal."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from league.acting.log import Refused
from league.management.terminal import AT_THE_TERMINAL
from league.models import Event, Lending
from league.outside.hall.deeds import lend, write_lent
from league.outside.hall.pages import GOES_ALONG
from pinochle_club.ground.private_files import written_whole


class Command(BaseCommand):
    help = (
        "Lends an evening to the hall’s computer: writes the file that it fetches. Afterward only the hall writes it."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("event", help="the evening’s number, as its address has it, or its name")
        parser.add_argument("file", type=Path)

    def handle(self, *args: Any, event: str, file: Path, **options: Any) -> None:
        there = _event(event)
        lending = there.lendings.filter(state=Lending.State.OUT).select_related("event__club").first()
        try:
            lending = lending or lend(event=there, acting=AT_THE_TERMINAL)
            with written_whole(file) as out:
                codes = write_lent(lending, out)
        except Refused as refused:
            raise CommandError(str(refused)) from refused
        except OSError as problem:
            raise CommandError(str(problem)) from problem
        self.stdout.write(f"{there} is for the hall now: {file}")
        self.stdout.write(GOES_ALONG)
        for official, code in codes:
            self.stdout.write(f"  {official.name}: sign in there as {official.sign_in_name} with {code}")


def _event(named: str) -> Event:
    events = Event.objects.select_related("club", "series")
    found = list(events.filter(pk=int(named)) if named.isdecimal() else events.filter(name=named)[:2])
    if len(found) == 1:
        return found[0]
    raise CommandError(f"{'More than one evening' if found else 'No evening'} is called {named}. Take its number.")
