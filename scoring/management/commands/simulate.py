"""`manage.py simulate`: thousands of deals under a rule book, or the same deals under two."""

from __future__ import annotations

import sys
import time
from argparse import ArgumentParser
from pathlib import Path
from typing import Any, Final

from django.core.management.base import BaseCommand, CommandError

from pinochle_club.ground.commands import manage
from pinochle_club.ground.progress import Progress
from scoring.play.membership import find_book
from scoring.play.simulate import listing
from scoring.play.simulate.bots import CLUB, strengths
from scoring.play.simulate.cluster import NoCluster
from scoring.play.simulate.rarity import Seen, rarity_of, running_counts
from scoring.play.simulate.report import report_of
from scoring.play.simulate.runs import CHUNK, Plan, running_totals
from scoring.rules.book import BookError, RuleBook, built_in_book
from scoring.rules.changes import Change, changed_book, parse_change
from scoring.rules.rarity import table_path, table_text

MOST_DEALS: Final = 100_000_000

EXAMPLES: Final = f"""examples:
  {manage("simulate")} --book npa --deals 100000 --seed 1
  {manage("simulate")} --book gwinnett --against-set auction.opening=20        the book beside itself with one change
  {manage("simulate")} --book npa --against family-double --out compare.json   two books on the same cards
  {manage("simulate")} --book npa --deals 1000000 --dask tcp://192.168.1.20:8786
"""


class Command(BaseCommand):
    help = "Plays many deals with bots and says what a rule book makes of them; two books or settings side by side."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.epilog = EXAMPLES
        parser.formatter_class = _keeping_lines(parser.formatter_class)
        parser.add_argument(
            "--book", default="st-hilary", help="the rule book, or a club by its address (default: %(default)s)"
        )
        parser.add_argument("--deals", default="10000", help="how many hands (default: %(default)s)")
        parser.add_argument("--seed", default="1", help="the same seed deals the same cards (default: %(default)s)")
        parser.add_argument("--bots", default=CLUB, help=f"who plays: {', '.join(strengths())} (default: %(default)s)")
        parser.add_argument(
            "--set", action="append", default=[], metavar="PATH=VALUE", dest="changes",
            help="change an entry of the book, such as auction.opening=60; as often as you like",
        )  # fmt: skip
        parser.add_argument("--against", metavar="BOOK", help="play the same hands under this book too")
        parser.add_argument(
            "--against-set", action="append", default=[], metavar="PATH=VALUE", dest="against_changes",
            help="play them under the book (or under --against) with this changed",
        )  # fmt: skip
        parser.add_argument("--out", type=Path, metavar="FILE", help="write the report to FILE.json too")
        parser.add_argument(
            "--rarity", action="store_true",
            help="count only how often a hand has which bid, melds and takes, for the score card’s question about "
            "rare ones; without --out the table of a built-in book is written beside it",
        )  # fmt: skip
        where = parser.add_mutually_exclusive_group()
        where.add_argument("--cores", default="0", help="how many cores to use (default: all)")
        where.add_argument("--dask", metavar="ADDRESS", help="play on the Dask cluster whose scheduler is there")

    def handle(self, *args: Any, **options: Any) -> None:
        out = _out_file(options["out"])
        cores = _number("--cores", options["cores"], 0, 1024) or None
        if options["dask"] == "":
            raise CommandError("--dask is the address of a Dask scheduler, such as tcp://192.168.1.20:8786.")
        cluster = options["dask"] or ""
        plan = _plan(options)
        self.stdout.write(_headline(plan, options))
        try:
            if options["rarity"]:
                self._write_rarity(plan, cores, cluster, out)
            else:
                self._write_report(plan, cores, cluster, out, options)
        except NoCluster as silent:
            raise CommandError(str(silent)) from None

    def _write_report(
        self, plan: Plan, cores: int | None, cluster: str, out: Path | None, options: dict[str, Any]
    ) -> None:
        started = time.monotonic()
        tally, progress = plan.empty(), Progress(sys.stderr, plan.deals, "hands")
        for tally in running_totals(plan, cores, cluster):
            progress.show(tally.deals)
        progress.end()
        seconds = time.monotonic() - started
        report = report_of(tally, plan.first, plan.second)
        self.stdout.write(f"{plan.deals:,} hands in {seconds:.1f} s: {plan.deals / seconds:,.0f} hands/s\n\n")
        self.stdout.write("\n".join(listing.text_lines(report)))
        if out is not None:
            about = {
                "book": plan.first.key,
                "changes": options["changes"],
                "against": plan.second.key if plan.second else None,
                "against_changes": options["against_changes"],
                "seed": plan.seed,
                "bots": plan.bots,
            }
            out.write_text(listing.json_text(report, **about), encoding="utf-8")
            self.stdout.write(f"\nWritten to {out}")

    def _write_rarity(self, plan: Plan, cores: int | None, cluster: str, out: Path | None) -> None:
        """Write the table of how often a hand has which figures."""
        so_far, progress = (0, Seen()), Progress(sys.stderr, plan.chunks, f"stretches of {CHUNK} hands")
        for so_far in running_counts(plan, cores, cluster):
            progress.show(so_far[0])
        progress.end()
        found = rarity_of(plan.first, so_far[1])
        rare = sum(count for total, count in found.totals.items() if found.is_very_rare(total))
        self.stdout.write(f"{found.sides} melds; a very rare one comes once in {found.sides // max(1, rare)}.")
        path = out or table_path(plan.first)
        about = {"deals": plan.deals, "seed": plan.seed, "bots": plan.bots}
        path.write_text(table_text(plan.first, found, **about), encoding="utf-8")
        self.stdout.write(f"Written to {path}")


def _keeping_lines(formatter: Any) -> Any:
    """Django's own formatter, with examples on lines of their own."""

    class Formatter(formatter):
        def _fill_text(self, text: str, width: int, indent: str) -> str:
            return "\n".join(indent + line for line in text.splitlines())

    return Formatter


def _plan(options: dict[str, Any]) -> Plan:
    deals = _number("--deals", options["deals"], 1, MOST_DEALS)
    seed = _number("--seed", options["seed"], 0, 2**63)
    if options["bots"] not in strengths():
        raise CommandError(f"There are no bots “{options['bots']}”; there are {', '.join(strengths())}.")
    first = changed(book_named(options["book"]), "--set", options["changes"])
    second = None
    if options["against"] or options["against_changes"]:
        base = book_named(options["against"]) if options["against"] else first
        second = changed(base, "--against-set", options["against_changes"])
    return Plan(first.to_json(), deals, seed, options["bots"], second.to_json() if second else None)


def _number(name: str, text: str, lowest: int, highest: int) -> int:
    digits = str(text).replace("_", "").replace(",", "")
    if not (digits.isascii() and digits.isdecimal()) or not lowest <= int(digits) <= highest:
        raise CommandError(f"{name} is a whole number from {lowest} to {highest}, not “{text}”.")
    return int(digits)


def book_named(name: str) -> RuleBook:
    """A built-in book by its key, or a club's by its own key or the club's address."""
    try:
        return find_book(name) or built_in_book(name)
    except KeyError as unknown:
        raise CommandError(unknown.args[0]) from None


def changed(book: RuleBook, option: str, texts: list[str]) -> RuleBook:
    """The book with these changes, if bots play it then; each fault on a line."""
    try:
        changes: list[Change] = [parse_change(text) for text in texts]
        found = changed_book(book, changes)
        if found.bots_play:
            return found
        raise CommandError(f"{found.name}{_with(texts)}: {found.why_bots_do_not_play}")
    except BookError as error:
        faults = "\n".join(f"  {fault.path}: {fault.text}" for fault in error.faults)
        raise CommandError(f"{option} does not make a rule book:\n{faults}") from None


def _out_file(path: Path | None) -> Path | None:
    """The file to write to: a path that cannot be written is refused before the work, not after it."""
    if path is None:
        return None
    if path.suffix != ".json":
        raise CommandError(f"--out writes FILE.json, not “{path.name}”.")
    if not path.parent.is_dir():
        raise CommandError(f"There is no folder {path.parent} to write into.")
    if path.is_dir():
        raise CommandError(f"{path} is a folder.")
    return path


def _headline(plan: Plan, options: dict[str, Any]) -> str:
    lines = [f"{plan.first.name}{_with(options['changes'])}: {plan.deals:,} hands, seed {plan.seed}, {plan.bots} bots"]
    if plan.second is not None:
        changes = options["against_changes"]
        lines.append(f"against {plan.second.name}{_with(changes)}")
    return "\n".join(lines)


def _with(changes: list[str]) -> str:
    return f" with {', '.join(changes)}" if changes else ""
