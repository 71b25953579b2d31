"""`manage.py demo`: three clubs with their evenings and an example card of every book, to look at and to try."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from league.management.demo import make_clubs, remove_clubs
from scoring.management.examples import make_examples, remove_examples


class Command(BaseCommand):
    help = "Makes three clubs with played evenings and an example card for every rule book; --remove takes them out."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--remove", action="store_true", help="take the clubs and the example cards away")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["remove"]:
            self.stdout.write(f"Clubs taken away: {remove_clubs()}. Example cards: {remove_examples()}.")
            return
        self.stdout.write(f"Example cards made: {', '.join(make_examples()) or 'none, all are there'}")
        accounts = make_clubs()
        if not accounts:
            self.stdout.write("The demo clubs are there already.")
            return
        self.stdout.write("Three clubs to try. Sign in with these; the passwords are shown this once:")
        for account in accounts:
            self.stdout.write(f"  {account.club}, {account.role}: {account.username}  {account.password}")
