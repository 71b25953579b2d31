"""`manage.py verify_log`: whether a line of a log, or a card of a closed evening, was changed afterward. `--printed`
finds the line at which the seal on a printed result stood."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db.models import QuerySet

from league.acting.seals import first_fault, seal_words, short
from league.models import Club, Event, LogLine
from league.season.seasons.reading import evening_words
from scoring.rules.notation import counted


class Command(BaseCommand):
    help = "Checks the log of every club and evening, and names the first line that was changed. Reads only."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("club", nargs="*", help="as its address calls it, such as st-hilary; all unless named")
        parser.add_argument("--printed", default="", help="the seal on a printed result, such as 1f3a-9c02-77be-0d41")

    def handle(self, *args: Any, **options: Any) -> None:
        clubs = Club.objects.order_by("pk")
        if options["club"]:
            clubs = clubs.filter(slug__in=options["club"])
        if unknown := set(options["club"]) - set(clubs.values_list("slug", flat=True)):
            raise CommandError(f"No club is called {', '.join(sorted(unknown))}.")
        events = Event.objects.filter(club__in=clubs).select_related("club").order_by("pk")
        if options["printed"]:
            self._find(events, options["printed"])
        else:
            self._check(clubs, events)

    def _check(self, clubs: QuerySet[Club], events: QuerySet[Event]) -> None:
        changed = 0
        everywhere: list[Club | Event] = [*clubs, *events]
        for where in everywhere:
            if fault := first_fault(where):
                changed += 1
                self.stdout.write(f"{_called(where)}: {fault}")
            elif isinstance(where, Event) and (seal := seal_words(where)):
                self.stdout.write(f"{_called(where)}: as it was written. {seal}")
        if changed:
            raise CommandError(f"Changed: {counted(changed, 'log')}.")
        checked = f"{counted(len(events), 'evening')} of {counted(len(clubs), 'club')}"
        self.stdout.write(f"{checked} checked, every line is as it was written.")

    def _find(self, events: QuerySet[Event], printed: str) -> None:
        digest = printed.replace("-", "").strip().lower()
        line = LogLine.objects.filter(event__in=events, digest__startswith=digest).select_related("event__club").first()
        if len(digest) < 16 or line is None or line.event is None:
            raise CommandError(f"No log has the seal {printed}. It was typed wrong, or the log was changed since.")
        number = LogLine.objects.filter(event=line.event, pk__lte=line.pk).count()
        self.stdout.write(f"{short(line.digest)} stands at line {number} of {_called(line.event)}: {line}")
        if fault := first_fault(line.event):
            raise CommandError(f"But {fault}")
        self.stdout.write("That log and its cards are as they were written.")


def _called(where: Event | Club) -> str:
    if isinstance(where, Club):
        return f"{where.name}, outside of evenings"
    return f"Evening {where.pk}, {where.club.name}, {evening_words(where)}"
