"""`python -m tests.lab.race` (see `tests/lab/race/__init__.py`)."""

import argparse
import os
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "pinochle_club.testing_settings")
django.setup()

from tests.lab.race.calibration import Said, bands_of, said_of  # noqa: E402
from tests.lab.race.seasons import BOTS_BEFORE, RULES, bot_seasons, cut, keep_bots, play_bots, simulated  # noqa: E402

BOT_RULES = next(iter(RULES))
PLAYS = 400
MORE_BOTS = 1_000  # the first number of the seasons that are not kept


def by_bots(seed: int) -> list[Said]:
    return list(said_of(seed, cut(play_bots(seed), BOTS_BEFORE, RULES[BOT_RULES]), plays=PLAYS, every=2, first=1))


def by_chance(rules: str, seed: int) -> list[Said]:
    return list(said_of(seed, simulated(seed, RULES[rules]), plays=PLAYS))


def kept() -> Iterator[Said]:
    for seed, season in enumerate(bot_seasons()):
        yield from said_of(seed, cut(season, BOTS_BEFORE, RULES[BOT_RULES]), plays=PLAYS, every=1, first=1)


def percent(share: float) -> str:
    is_round = share in (0, 1) or 0.1 <= share <= 0.9
    return f"{100 * share:.0f}" if is_round else f"{100 * share:.1f}"


def table(found: Iterable[Said]) -> Iterator[str]:
    said = list(found)
    yield "| called | times | seasons | said, on average | came true | 95% interval |"
    yield "|---|---|---|---|---|---|"
    for band in bands_of(said):
        called = f"{100 * band.low:.0f}–{100 * band.high:.0f}%"
        figures = f"{band.number:,} | {band.seasons} | {percent(band.said)}% | {percent(band.true)}%"
        yield f"| {called} | {figures} | {percent(band.least)}–{percent(band.most)}% |"
    within, out = sum(one.is_within for one in said) / len(said), [one for one in said if one.was_out]
    yield ""
    yield (
        f"The place in the end lay in what was called likely in {percent(within)}% of {len(said):,} times. Called out: "
        f"{len(out):,} times; {sum(one.won > 0 for one in out)} of them won."
    )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m tests.lab.race", description="What came of what the race said.")
    parser.add_argument("what", nargs="?", choices=["bots"], help="play the three seasons that are kept again")
    parser.add_argument("--bots", type=int, default=40, help="seasons of bots to play besides")
    parser.add_argument(
        "--seasons", type=int, default=60, help="seasons of players whose strength is known, by each rules"
    )
    parser.add_argument("--cores", type=int, default=2)
    asked = parser.parse_args()
    if asked.what:
        keep_bots([play_bots(seed) for seed in range(3)])
        raise SystemExit
    with ProcessPoolExecutor(asked.cores) as cores:
        parts = {
            "Three seasons of bots": kept(),
            f"{asked.bots} more seasons of bots": (
                one for found in cores.map(by_bots, range(MORE_BOTS, MORE_BOTS + asked.bots)) for one in found
            ),
            **{
                f"{asked.seasons} seasons of players whose strength is known: {rules}": (
                    one for found in cores.map(partial(by_chance, rules), range(asked.seasons)) for one in found
                )
                for rules in RULES
            },
        }
        for title, said in parts.items():
            print(f"\n### {title}\n", *table(said), sep="\n", flush=True)
