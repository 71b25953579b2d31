"""`python -m tests.lab.leaks`: at which decisions another card than the Club's does better, and by how much."""

from __future__ import annotations

import sys
import time
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Final

from tests.lab.duels import Plan, end_programs
from tests.lab.duels.__main__ import LOSSES_TOLD, WHO, add_options, book_of, in_turn, named
from tests.lab.leaks import PROPOSERS, Deal, leads, look_at

WORLDS: Final = 20


def main(arguments: Sequence[str]) -> None:
    parser = ArgumentParser(
        prog="python -m tests.lab.leaks",
        description="Has somebody propose other cards at the Club’s decisions, plays both on, and lists the conditions "
        "that won in one half of the deals with what they gain in the other half.",
    )
    parser.add_argument("--book", required=True, help="the rule book")
    parser.add_argument(
        "--by", help=f"who proposes: {', '.join(PROPOSERS)}; {WHO} (default: each of the first kind in turn)"
    )
    parser.add_argument("--deals", type=int, default=2_000, help="(default: %(default)s)")
    parser.add_argument(
        "--worlds", type=int,
        help="play both on in so many worlds that fit what the player knows, or (0) in the deal itself (default: 0 "
        f"for a rule of thumb, {WORLDS} where to ask takes longer)",
    )  # fmt: skip
    parser.add_argument("--top", type=int, default=10, help="conditions a proposer (default: %(default)s)")
    add_options(parser, playouts=300)
    given = parser.parse_args(arguments)
    if given.deals < 2:
        parser.error("--deals must be 2 or more.")
    if (given.worlds or 0) < 0:
        parser.error("--worlds must be 0 or more.")
    if given.seconds <= 0:
        parser.error("--seconds must be more than 0.")
    book = book_of(given.book, given.changes)
    more = {name: getattr(given, name) for name in ("playouts", "seed", "seconds")}
    try:
        for by in (given.by,) if given.by else PROPOSERS:
            tell(Plan(book.to_json(), by, "club", pairs=given.deals, **more), given)
    finally:
        end_programs()


def tell(plan: Plan, given: Namespace) -> None:
    """Looks at the deals of one proposer, and prints its list."""
    name = plan.a if plan.a in PROPOSERS else named("A", plan.a, plan)
    if given.jobs > 1:
        end_programs()  # each process starts its own
    by_default = 0 if plan.a in PROPOSERS else WORLDS
    worlds = by_default if given.worlds is None else given.worlds
    faults: list[str] = []
    started, work = time.monotonic(), partial(look_at, plan, worlds)
    found = leads(_noting(in_turn(work, plan.pairs, given.jobs), faults))
    seconds = time.monotonic() - started
    print(
        f"{plan.rules.key}, {name}, {plan.pairs} deals, seed {plan.seed}, "
        f"{f'{worlds} worlds' if worlds else 'the deal itself'}, {seconds:.0f} s; "
        f"{len(faults)} deals ended by no legal answer:"
    )
    for gain in found[: given.top]:
        print(
            f"  {gain.a_deal:+.3f} ± {gain.off:.3f} a deal, {gain.each:+.2f} a decision, {gain.decisions} "
            f"decisions: {'; '.join(gain.condition)}"
        )
    for fault in faults[:LOSSES_TOLD]:
        print(f"  {fault}")
    sys.stdout.flush()


def _noting(deals: Iterator[Deal], faults: list[str]) -> Iterator[Deal]:
    """The deals, the faults noted on their way."""
    for each in deals:
        faults += [each.fault] if each.fault else []
        yield each


if __name__ == "__main__":
    main(sys.argv[1:])
