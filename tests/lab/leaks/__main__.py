"""`manage.py leaks`: at which decisions another card than the Club's does better, and by how much."""

from __future__ import annotations

import os
import sys
import time
from argparse import ArgumentParser
from collections.abc import Iterator
from functools import partial
from typing import Any, Final

from django.core.management.base import BaseCommand, CommandError

from scoring.management.commands.simulate import book_named, changed
from tests.lab.duels import Plan, end_programs
from tests.lab.duels.__main__ import LOSSES_TOLD, WHO, in_turn, named
from tests.lab.leaks import PROPOSERS, Deal, leads, look_at

WORLDS: Final = 20


class Command(BaseCommand):
    help = (
        "Has somebody propose other cards at the Club’s decisions, plays both on, and lists the conditions that won in "
        "one half of the deals with what they gain in the other half."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--book", required=True, help="the rule book, or a club by its address")
        parser.add_argument(
            "--by", help=f"who proposes: {', '.join(PROPOSERS)}; {WHO} (default: each of the first kind in turn)"
        )
        parser.add_argument("--deals", type=int, default=2_000, help="(default: %(default)s)")
        parser.add_argument(
            "--playouts", type=int, default=300, help="an Expert’s for a decision (default: %(default)s)"
        )
        parser.add_argument(
            "--seconds", type=float, default=5.0, help="a program’s for an answer (default: %(default)s)"
        )
        parser.add_argument(
            "--worlds", type=int,
            help="play both on in so many worlds that fit what the player knows, or (0) in the deal itself (default: 0 "
            f"for a rule of thumb, {WORLDS} where to ask takes longer)",
        )  # fmt: skip
        parser.add_argument("--seed", type=int, default=1, help="the same seed gives the same list (default: 1)")
        parser.add_argument(
            "--set", action="append", default=[], metavar="PATH=VALUE", dest="changes",
            help="change an entry of the book, such as auction.opening=60; as often as you like",
        )  # fmt: skip
        parser.add_argument("--top", type=int, default=10, help="conditions a proposer (default: %(default)s)")
        parser.add_argument("--jobs", type=int, default=0, help="processes (default: one a core)")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["deals"] < 2:
            raise CommandError("--deals must be 2 or more.")
        if (options["worlds"] or 0) < 0:
            raise CommandError("--worlds must be 0 or more.")
        if options["seconds"] <= 0:
            raise CommandError("--seconds must be more than 0.")
        book = changed(book_named(options["book"]), "--set", options["changes"])
        more = {name: options[name] for name in ("playouts", "seed", "seconds")}
        try:
            for by in (options["by"],) if options["by"] else PROPOSERS:
                self._list(Plan(book.to_json(), by, "club", pairs=options["deals"], **more), options)
        finally:
            end_programs()

    def _list(self, plan: Plan, options: dict[str, Any]) -> None:
        name = plan.a if plan.a in PROPOSERS else named("A", plan.a, plan)
        jobs = options["jobs"] or os.cpu_count() or 1
        if jobs > 1:
            end_programs()  # each process starts its own
        by_default = 0 if plan.a in PROPOSERS else WORLDS
        worlds = by_default if options["worlds"] is None else options["worlds"]
        faults: list[str] = []
        started, work = time.monotonic(), partial(look_at, plan, worlds)
        found = leads(_noting(in_turn(work, plan.pairs, jobs), faults))
        seconds = time.monotonic() - started
        self.stdout.write(
            f"{plan.rules.key}, {name}, {plan.pairs} deals, seed {plan.seed}, "
            f"{f'{worlds} worlds' if worlds else 'the deal itself'}, {seconds:.0f} s; "
            f"{len(faults)} deals ended by no legal answer:"
        )
        for gain in found[: options["top"]]:
            self.stdout.write(
                f"  {gain.a_deal:+.3f} ± {gain.off:.3f} a deal, {gain.each:+.2f} a decision, {gain.decisions} "
                f"decisions: {'; '.join(gain.condition)}"
            )
        for fault in faults[:LOSSES_TOLD]:
            self.stdout.write(f"  {fault}")


def _noting(deals: Iterator[Deal], faults: list[str]) -> Iterator[Deal]:
    """The deals, the faults noted on their way."""
    for each in deals:
        faults += [each.fault] if each.fault else []
        yield each


if __name__ == "__main__":
    Command().run_from_argv(["python", "-m tests.lab.leaks", *sys.argv[1:]])
