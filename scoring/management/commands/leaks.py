"""`manage.py leaks`: at which decisions another card than the Club's does better, and by how much."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from scoring.play.bots.leaks import PROPOSERS, find

from .simulate import book_named


class Command(BaseCommand):
    help = (
        "Has somebody propose other cards at the Club’s decisions, plays both on, and lists the conditions that won in "
        "one half of the deals with what they gain in the other half."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--book", required=True, help="the rule book, or a club by its address")
        parser.add_argument("--proposer", choices=PROPOSERS, help="who proposes (default: each in turn)")
        parser.add_argument("--deals", type=int, default=2_000, help="(default: %(default)s)")
        parser.add_argument("--seed", default="1", help="the same seed gives the same list (default: %(default)s)")
        parser.add_argument("--top", type=int, default=10, help="conditions a proposer (default: %(default)s)")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["deals"] < 2:
            raise CommandError("--deals must be 2 or more.")
        book = book_named(options["book"])
        for name in (options["proposer"],) if options["proposer"] else PROPOSERS:
            self.stdout.write(f"{book.key}, {name}, {options['deals']} deals, seed {options['seed']}:")
            for gain in find(book, PROPOSERS[name], options["deals"], options["seed"])[: options["top"]]:
                self.stdout.write(
                    f"  {gain.a_deal:+.3f} ± {gain.off:.3f} a deal, {gain.each:+.2f} a decision, {gain.decisions} "
                    f"decisions: {'; '.join(gain.condition)}"
                )
