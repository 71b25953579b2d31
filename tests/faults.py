"""How many small faults the tests notice: `make faults`.

Faults are planted one at a time, at random places of the rooms below (a comparison turned, a number off by one, a
branch swapped); each is run through the tests of its room, until one fails. What no test notices is shown. Some of
that changes nothing, which only a reader can tell; for the rest a test is missing.

python -m tests.faults                                   the same 22 faults of each room every time
python -m tests.faults money rules --faults 50 --seed 7  others, and more of them
"""

import argparse
import os
import random
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from cosmic_ray.commands import init
from cosmic_ray.mutating import mutate_and_test
from cosmic_ray.work_db import WorkDB
from cosmic_ray.work_item import MutationSpec, WorkerOutcome

ROOT = Path(__file__).resolve().parent.parent
TURNED = "Lt_LtE LtE_Lt Gt_GtE GtE_Gt Lt_Gt Gt_Lt Eq_NotEq NotEq_Eq Is_IsNot IsNot_Is"
FAULTS = {
    *(f"core/ReplaceComparisonOperator_{turn}" for turn in TURNED.split()),
    *(f"core/ReplaceBinaryOperator_{swap}" for swap in ("Add_Sub", "Sub_Add")),
    *(f"core/Replace{swap}" for swap in ("TrueWithFalse", "FalseWithTrue", "AndWithOr", "OrWithAnd")),
    *(f"core/{name}" for name in ("AddNot", "NumberReplacer", "ReplaceUnaryOperator_Delete_Not")),
    "core/ZeroIterationForLoop",
}
# Words, and the way to a page: what they say has tests of its own kind.
WORDS = {"__init__", "forms", "listings", "pages", "pdfs", "prose", "typesetting", "urls", "views", "wording", "words"}


@dataclass(frozen=True)
class Room:
    """Code by globs, and the tests that are to notice: the quickest first, since the first that fails is the last."""

    code: tuple[str, ...]
    tests: tuple[str, ...]

    @property
    def modules(self) -> list[Path]:
        found = sorted(
            path for glob in self.code for path in Path().glob(glob) if not WORDS & {*path.with_suffix("").parts}
        )
        assert found, f"no code at {self.code}"
        return found

    @property
    def command(self) -> str:
        return shlex.join([sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", *self.tests])


CARD = "tests/scoring/score_card"
CARDS, MONEY = "tests/league/evening/cards", "tests/league/evening/money"
# They look at the card from outside, and each takes longer than all that look at what the sheet comes to.
PROOFS = "authorisation bad_input concurrency kill pdfs secrecy"
ROOMS = {
    "rules": Room(("scoring/rules/*.py", "scoring/rules/rulings/*.py"), ("tests/scoring/rules",)),
    "sheet": Room(
        ("scoring/score_card/*.py",),
        (
            f"{CARD}/test_sheet.py",
            f"{CARD}/test_rulings.py",
            CARD,
            *(f"--ignore={CARD}/test_{proof}.py" for proof in PROOFS.split()),
        ),
    ),
    "standings": Room(("league/season/seasons/*.py",), ("tests/league/season/seasons",)),
    "ties": Room(
        ("league/evening/finals/*.py", "league/evening/ties/*.py"),
        ("tests/league/evening/ties", "tests/league/evening/finals"),
    ),
    "readings": Room(
        ("league/evening/cards/*.py",),
        (f"{CARDS}/test_table_reading.py", f"{CARDS}/test_standings.py", CARDS, "tests/league/evening/rounds"),
    ),
    "permissions": Room(
        ("league/acting/permissions.py", "league/acting/finding.py", "scoring/score_card/access.py"),
        (
            f"{CARD}/test_access.py",
            "tests/league/acting",
            f"{CARD}/test_authorisation.py",
            "tests/league/test_permission_matrix.py",
            "tests/league/test_repeats.py",
        ),
    ),
    "money": Room(
        ("league/evening/money/**/*.py", "scoring/rules/money.py"),
        (
            "tests/scoring/rules/test_money.py",
            *(f"{MONEY}/test_{part}.py" for part in ("sheet", "winners", "reading")),
            MONEY,
        ),
    ),
}


def main(arguments: Sequence[str]) -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.faults")
    parser.add_argument("rooms", nargs="*", metavar="room", help=f"of {', '.join(ROOMS)}; all by themselves")
    parser.add_argument("--faults", type=int, default=22, help="how many in each room")
    parser.add_argument("--seed", type=int, default=24)
    asked = parser.parse_args(arguments)
    os.environ.setdefault("NUMBA_CACHE_DIR", str(ROOT / "var" / "numba"))
    unseen = {}
    with tempfile.TemporaryDirectory(prefix="faults-") as folder:
        copy_code(Path(folder))
        os.chdir(folder)
        for name in asked.rooms or ROOMS:
            planted = choose(ROOMS[name], asked.faults, random.Random(f"{asked.seed} {name}"))
            unseen[name] = len(list(plant(name, planted))), len(planted)
    for name, (missed, tried) in unseen.items():
        print(f"{name:<12}{tried - missed:>4} of {tried} noticed")


def copy_code(to: Path) -> None:
    """All that git would keep: a fault never stands where somebody works."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT, capture_output=True, text=True, check=True,
    )  # fmt: skip
    for name in filter(None, listed.stdout.split("\0")):
        if (ROOT / name).is_file():
            (to / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, to / name)


def choose(room: Room, number: int, rng: random.Random) -> list[MutationSpec]:
    with tempfile.TemporaryDirectory() as folder:
        session = WorkDB(Path(folder) / "faults.sqlite", WorkDB.Mode.create)
        init(room.modules, session, {})
        every = [fault for item in session.work_items for fault in item.mutations if is_small(fault)]
        session.close()
    every.sort(key=lambda fault: (str(fault.module_path), fault.start_pos, fault.operator_name, fault.occurrence))
    return rng.sample(every, min(number, len(every)))


def is_small(fault: MutationSpec) -> bool:
    """Whether it is of our kinds. A decorator's `frozen` and `slots` only keep programmers from mistakes."""
    if fault.operator_name not in FAULTS:
        return False
    return not fault.module_path.read_text().splitlines()[fault.start_pos[0] - 1].startswith("@")


def plant(name: str, faults: Sequence[MutationSpec]) -> Iterator[MutationSpec]:
    """Those that no test of the room noticed, each shown as soon as it is known."""
    room, began = ROOMS[name], time.monotonic()
    subprocess.run(shlex.split(room.command), check=True, stdout=subprocess.DEVNULL)  # without a fault
    patience = 30 + 3 * (time.monotonic() - began)
    for number, fault in enumerate(faults, start=1):
        result = mutate_and_test([fault], room.command, patience)
        assert result.worker_outcome == WorkerOutcome.NORMAL, result.output
        if result.is_killed:
            print(".", end="", flush=True)
        else:
            print(f"\n{name} {number}, not noticed:\n{result.diff}", flush=True)
            yield fault
    print(f"\n{name}: {len(faults)} faults in {time.monotonic() - began:.0f} s", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
