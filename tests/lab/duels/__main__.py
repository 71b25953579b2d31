"""`python -m tests.lab.duels`: which of two kinds of bot is the stronger, and how sure that is."""

from __future__ import annotations

import multiprocessing
import os
import sys
import time
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Final, TypeVar

from django.core.management import CommandError

from scoring.management.commands.simulate import book_named, changed
from scoring.play.bots import STRENGTHS
from scoring.rules.book import RuleBook
from tests.books import PLAYED
from tests.lab.duels import (
    MOST_PAIRS,
    Loss,
    Plan,
    Tally,
    end_programs,
    looks,
    play_pair,
    program_of,
    tallies,
)
from tests.lab.duels.programs import Failure

WHO: Final = f"{', '.join(STRENGTHS)}, or the command of a program that speaks the bot protocol"
LOSSES_TOLD: Final = 20
Done = TypeVar("Done")
BARS: Final = (("club", "beginner"), ("expert", "club"))


def main(arguments: Sequence[str]) -> None:
    parser = ArgumentParser(
        prog="python -m tests.lab.duels",
        description="Plays bots against each other: every deal twice with the seats changed, until the 95% interval "
        "of the mean difference clears 0. Without --a and --b both bars are tried: Club against Beginner, Expert "
        "against Club.",
    )
    parser.add_argument("--book", help="the rule book (default: all that are built in)")
    parser.add_argument("--a", help=f"who plays side A: {WHO}")
    parser.add_argument("--b", help="who plays side B")
    parser.add_argument("--pairs", type=int, default=MOST_PAIRS, help="pairs at most (default: %(default)s)")
    parser.add_argument("--meld-bids", action="store_true", help="let bids show meld where that is customary")
    parser.add_argument(
        "--cards-only", action="store_true", help="let Club players do all before the first lead, on both sides"
    )
    parser.add_argument("--whole", action="store_true", help="play all pairs, and look at the end alone")
    add_options(parser, playouts=400)
    given = parser.parse_args(arguments)
    if given.pairs < 2:
        parser.error("--pairs must be 2 or more.")
    if given.seconds <= 0:
        parser.error("--seconds must be more than 0.")
    if bool(given.a) != bool(given.b):
        parser.error("Name both sides: --a and --b.")
    bars = ((given.a, given.b),) if given.a else BARS
    books = [book_of(key, given.changes) for key in ((given.book,) if given.book else PLAYED)]
    print(_headline(given, {each for bar in bars for each in bar}))
    named = ("pairs", "playouts", "seed", "meld_bids", "seconds", "cards_only", "whole")
    more = {name: getattr(given, name) for name in named}
    try:
        plans = [Plan(book.to_json(), a, b, **more) for book in books for a, b in bars]
        missed = sum(not is_won(plan, given.jobs) for plan in plans)
    finally:
        end_programs()
    if missed and not given.a:
        sys.exit(f"{missed} of the bars did not hold.")


def add_options(parser: ArgumentParser, *, playouts: int) -> None:
    """What the search for leaks is told, too."""
    parser.add_argument(
        "--playouts", type=int, default=playouts, help="an Expert’s for a decision (default: %(default)s)"
    )
    parser.add_argument("--seconds", type=float, default=5.0, help="a program’s for an answer (default: %(default)s)")
    parser.add_argument(
        "--seed", type=int, default=1, help="the same seed comes to the same figures (default: %(default)s)"
    )
    parser.add_argument(
        "--set", action="append", default=[], metavar="PATH=VALUE", dest="changes",
        help="change an entry of the book, such as auction.opening=60; as often as you like",
    )  # fmt: skip
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes (default: one a core)")


def book_of(key: str, changes: list[str]) -> RuleBook:
    try:
        return changed(book_named(key), "--set", changes)
    except CommandError as fault:
        sys.exit(str(fault))


def is_won(plan: Plan, jobs: int) -> bool:
    """Plays one duel and prints its line; returns whether side A is the stronger beyond doubt."""
    names = named("A", plan.a, plan), named("B", plan.b, plan)
    if jobs > 1:
        end_programs()  # each process starts its own
    started = time.monotonic()
    tally = Tally(plan.pairs)
    for tally in tallies(plan, in_turn(partial(play_pair, plan), plan.pairs, jobs)):
        if sys.stderr.isatty():
            print(f"\r{plan.rules.key}: {len(tally.results)} pairs", end="", file=sys.stderr, flush=True)
    if sys.stderr.isatty():
        print("\r", end="", file=sys.stderr)
    print(_line(plan, names, tally, time.monotonic() - started), flush=True)
    for loss in tally.losses[:LOSSES_TOLD]:
        print(_told(loss))
    return tally.interval[0] > 0


def in_turn(work: Callable[[int], Done], number: int, jobs: int) -> Iterator[Done]:
    """What is done for each number, in their order, on one process or several."""
    if jobs == 1:
        yield from map(work, range(number))
        return
    with multiprocessing.get_context("spawn").Pool(jobs) as pool:
        yield from pool.imap(work, range(number))


def _headline(given: Namespace, players: set[str]) -> str:
    numbers = ", ".join(map(str, looks(given.pairs)))
    said = [f"Seed {given.seed}"]
    if players & set(STRENGTHS):
        said.append(f"Expert with {given.playouts} playouts a decision")
    if players - set(STRENGTHS):
        said.append(f"programs with {given.seconds:g} s for an answer")
    if given.cards_only:
        said.append("Club players do all before the first lead")
    may_stop = f"A duel may stop after {numbers} pairs; the 95% interval is widened for so many looks."
    all_played = f"A duel plays all {given.pairs} pairs."
    return f"{'; '.join(said)}. {all_played if given.whole else may_stop}"


def _line(plan: Plan, names: tuple[str, str], tally: Tally, seconds: float) -> str:
    (low, high), (a, b), (take, half) = tally.interval, names, tally.in_tricks
    verdict = f"{a} is stronger" if low > 0 else f"{b} is stronger" if high < 0 else "not decided"
    return (
        f"{plan.rules.key:14} {a} – {b}: {tally.mean:+.2f} points a deal, 95% {low:+.2f} to {high:+.2f}, "
        f"{len(tally.results)} pairs, {seconds:.0f} s: {verdict}; "
        f"in tricks {take:+.2f} ± {half:.2f}; {tally.calls / tally.deals:.1f} calls a deal, "
        f"{a} bought {tally.bought / tally.deals:.1%} of the deals from its partner{_lost(plan, names, tally)}"
    )


def _lost(plan: Plan, names: tuple[str, str], tally: Tally) -> str:
    """How many deals each program lost for no legal answer."""
    programs = [
        (side, name) for side, name, by in zip("AB", names, (plan.a, plan.b), strict=True) if by not in STRENGTHS
    ]
    sides: list[str] = [loss.side for loss in tally.losses]
    return "".join(f"; {name} lost {sides.count(side)} for no legal answer" for side, name in programs)


def _told(loss: Loss) -> str:
    return (
        f"  deal {loss.deal}, side {loss.side} in seat {loss.seat}: {loss.kind}: {loss.sentence}\n"
        f"    asked: {loss.asked}\n    answered: {loss.answered}"
    )


def named(side: str, player: str, plan: Plan) -> str:
    """What a strength or a program is called; a program that does not start or takes no book ends the duel."""
    if player in STRENGTHS:
        return player
    program = program_of(side, player, plan.seconds)
    try:
        program.prepare(plan.rules)
    except Failure as failure:
        sys.exit(f"{player!r} is none of {', '.join(STRENGTHS)} and plays as no program: {failure}")
    return program.name


if __name__ == "__main__":
    main(sys.argv[1:])
