"""`python -m tests.lab.duplicate` (see `tests/lab/duplicate/__init__.py`)."""

import argparse
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from functools import partial
from itertools import chain, product

from tests.lab.duplicate.nights import (
    AFTER,
    KINDS,
    ORDINARY,
    PLAYERS,
    WAYS,
    Figures,
    Kind,
    play_season,
    told_of,
    worths,
)

BOOKS = ("st-hilary", "npa")
AT_ONCE = 500  # deals of a chunk
TITLES = {"judge": "Bots that judge worse", "play": "Bots that judge and play worse"}


def figures(cores: Executor, kind: Kind) -> Iterator[str]:
    yield "| book | nights | list by | agrees | more than ordinary | closer to the truth |"
    yield "|---|---|---|---|---|---|"
    spread = []
    for key in BOOKS:
        worth = true_worths(cores, key, kind)
        yield from table(key, list(cores.map(partial(play_season, key, kind), range(1, kind.seasons + 1))), worth)
        spread.append(f"{key} from {min(worth):+.1f} to {max(worth):+.1f}")
    yield ""
    told = ", ".join(spread).replace(" -", " −")
    seeds = f"“{kind.seed}1” to “{kind.seed}{kind.seasons}”" if kind.seed else f"1 to {kind.seasons}"
    yield f"{kind.seasons} seasons a book, seeds {seeds}. Points a hand that a bot is worth: {told}."


def table(key: str, played: Sequence[Mapping[str, Figures]], worth: Sequence[float]) -> Iterator[str]:
    for nights, (way, name) in product(AFTER, WAYS.items()):
        told = told_of(played, worth, nights, way)
        agrees, more = (f"{mean:.2f} ± {half:.2f}" for mean, half in (told.agrees, told.more))
        beside = f"{more} | {told.closer} of {len(played)}" if way != ORDINARY else "| "
        yield f"| {key} | {nights} | {name} | {agrees} | {beside} |".replace("-0.00", "0.00").replace("-0.", "−0.")


def true_worths(cores: Executor, key: str, kind: Kind) -> list[float]:
    """By mean over all deals a bot sat at."""
    parts = list(cores.map(partial(worths, key, kind, deals=AT_ONCE), range(kind.deals // AT_ONCE)))
    return [sum(part[one][0] for part in parts) / sum(part[one][1] for part in parts) for one in range(PLAYERS)]


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m tests.lab.duplicate", description="Does duplicate rank better?")
    parser.add_argument("--kinds", nargs="+", choices=KINDS, default=list(KINDS), help="of bots (default: all)")
    parser.add_argument("--cores", type=int, default=os.cpu_count() or 1)
    asked = parser.parse_args()
    for name in asked.kinds:
        with ProcessPoolExecutor(asked.cores) as cores:
            for line in chain([f"\n### {TITLES[name]}\n"], figures(cores, KINDS[name])):
                sys.stdout.write(f"{line}\n")
                sys.stdout.flush()
