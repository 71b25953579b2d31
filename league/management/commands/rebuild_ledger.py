"""`manage.py rebuild_ledger`: every closed evening read again from its cards, also while the club plays. Each has a
short transaction of its own, so it can be ended, and go on `--after` the last evening it told of."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from typing import Any, Final

from django.core.management.base import BaseCommand, CommandError

from league.acting.log import Refused
from league.evening.ledger.rereading import Difference, differing, reread
from league.management.terminal import AT_THE_TERMINAL
from league.models import Club, Event, Season
from league.season.seasons.deeds import publish_anew
from league.season.seasons.publishing import would_differ
from league.season.seasons.reading import evening_words
from pinochle_club.ground.locks import alone
from pinochle_club.ground.progress import Progress
from scoring.rules.notation import counted, figure_words, listed

MOST_TOLD: Final = 5
BECAUSE: Final = "All cards were read again"
# What of a row may be another while its points are the same.
PARTS: Final = {
    "kind": "how it was played",
    "won": "who won",
    "table": "the table",
    "side": "the side",
    "by_other_rules": "whose rules the table had",
    "place": "the place that night",
    "facts": "the bids and melds",
    "share": "what the boards came to",
    "boards": "how many boards",
}


class Command(BaseCommand):
    help = (
        "Reads every closed evening again from its cards, puts right what the ledger has otherwise, publishes the "
        "standings of open seasons where they change, and says what differed. Safe while people play."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("club", nargs="*", help="as its address calls it, such as st-hilary; all unless named")
        parser.add_argument("--after", type=int, default=0, help="go on after the evening of this number")

    def handle(self, *args: Any, **options: Any) -> None:
        clubs = _clubs(options["club"])
        with alone("rebuild_ledger"):
            evenings = Event.objects.filter(club__in=clubs, state=Event.State.CLOSED, pk__gt=options["after"])
            numbers = list(evenings.order_by("pk").values_list("pk", flat=True))
            wrong = self._read(numbers)
            result = f"{wrong} listed above" if wrong else "all as they were"
            self.stdout.write(f"{counted(len(numbers), 'evening')} read, {result}.")
            for season in Season.objects.filter(club__in=clubs).select_related("club"):
                for line in _follow(season):
                    self.stdout.write(line)

    def _read(self, numbers: Sequence[int]) -> int:
        progress, wrong = Progress(sys.stderr, len(numbers), "evenings"), 0
        for done, number in enumerate(numbers, start=1):
            lines = list(_reread(number))
            wrong += bool(lines)
            for line in lines:
                progress.make_room()
                self.stdout.write(line)
            progress.show(done)
        progress.end()
        return wrong


def _clubs(slugs: Sequence[str]) -> Sequence[Club]:
    clubs = Club.objects.order_by("slug")
    if unknown := sorted(set(slugs) - set(clubs.values_list("slug", flat=True))):
        known = ", ".join(clubs.values_list("slug", flat=True)) or "none"
        raise CommandError(f"No club is called {', '.join(unknown)}. There are: {known}")
    return list(clubs.filter(slug__in=slugs) if slugs else clubs)


def _reread(number: int) -> Iterator[str]:
    try:
        differences = reread(number, AT_THE_TERMINAL)
    except Refused as refused:
        yield f"Evening {number}: {refused}"
        return
    except Exception as fault:  # of one evening: the others are read all the same
        yield f"Evening {number}: its cards could not be read ({type(fault).__name__}: {fault})"
        return
    if not differences:
        return
    event = Event.objects.select_related("club").get(pk=number)
    right = f"{counted(len(differences), 'result')} put right"
    yield f"Evening {number}, {event.club.name}, {evening_words(event)}: {right}"
    yield from (f"  {_words(one)}" for one in differences[:MOST_TOLD])
    if len(differences) > MOST_TOLD:
        yield f"  and {len(differences) - MOST_TOLD} more"


def _words(difference: Difference) -> str:
    """`Ruth Abernathy, round 2: 120 points, was 124`."""
    was, now = difference
    row = now or was
    assert row is not None, "one of the two is there"
    where = f"{row.entrant.name}, round {row.round_number}"
    if now is None:
        return f"{where}: taken out, was {counted(row.points, 'point')}"
    if was is None:
        return f"{where}: {counted(now.points, 'point')}, was missing"
    if was.points != now.points:
        return f"{where}: {counted(now.points, 'point')}, was {figure_words(was.points)}"
    parts = [PARTS[name] for name in differing(was, now)]
    differed = "was different" if len(parts) == 1 and parts != [PARTS["facts"]] else "were different"
    return f"{where}: {counted(now.points, 'point')} as before, but {listed(parts)} {differed}"


def _follow(season: Season) -> Sequence[str]:
    """The lines on a season; one that can't be read stops no other."""
    try:
        return list(_published(season))
    except Exception as fault:
        return [f"{season.club.name}, {season.name}: can’t be read ({type(fault).__name__}: {fault})"]


def _published(season: Season) -> Iterator[str]:
    """Publish the standings of a season where they changed. A closed one stays as it was."""
    publication = publish_anew(season=season, because=BECAUSE, acting=AT_THE_TERMINAL)
    if publication is not None:
        yield f"{season.club.name}, {season.name}: the standings were published again, as number {publication.number}."
    elif season.state == Season.State.CLOSED and would_differ(season):
        yield f"{season.club.name}, {season.name}: closed, but would read otherwise. Reopen it to publish it again."
