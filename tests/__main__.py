"""What `make test` and `make soak` run, part by part, how long each part took, and whether rooms kept to their budget.

python -m tests                       all parts
python -m tests postgres -k undo      one part; what follows its name goes to pytest
python -m tests --room check_in       what a change in that room can break, on SQLite, in a minute
python -m tests --costs-file FILE     all parts, and there what each test cost
"""

import argparse
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import ExitStack
from dataclasses import dataclass
from importlib.metadata import version
from importlib.util import source_hash
from pathlib import Path
from textwrap import shorten
from typing import Any

from tests import budget, rooms
from tests.costs import cpu_seconds
from tests.imports import ROOT
from tests.on_postgres import chosen, left_out
from tests.processes import adopt_orphans, end_descendants
from tests.sampling import SOAK

# One more than there are cores: who tests with a browser or a server waits for it some of the time.
WORKERS = int(os.environ.get("TEST_WORKERS") or (os.cpu_count() or 1) + 1)
FEW_SECONDS = 8.0  # of CPU: less is done sooner by one process than workers have started
PYTEST = [sys.executable, "-m", "pytest", "-q", "--costs", "--dist", "worksteal"]
if SOAK:
    PYTEST += ["-o", "faulthandler_timeout=1800"]
NOTHING_CHOSEN = 5  # pytest's exit code where no test fits what was asked for
# Once, before several workers would each do so for up to a minute: machine code, and byte code of tests as pytest
# rewrites them, where it isn't kept from the last run. A test file that cannot be read is told of by the tests.
WARM_UP = "from scoring.play.engine import warm_up; from scoring.rules.book import built_in_book as book"
READ_ALL = "--collect-only -p no:terminal -o addopts=--import-mode=importlib"
COMPILE = {
    "numba": [sys.executable, "-c", f"{WARM_UP}; warm_up(book('gwinnett'))"],
    "bytecode": [sys.executable, "-m", "pytest", *READ_ALL.split()],
}
LONGEST_TOLD = 160  # of a command: PostgreSQL's names some hundred tests, which tests/on_postgres.py chooses
FEW_FILES = 30  # to read all takes ten seconds, to rewrite one less than a tenth
REWRITTEN = f"{sys.implementation.cache_tag}-pytest-{version('pytest')}.pyc"


def parts() -> dict[str, list[str]]:
    """In a soak PostgreSQL runs all that uses a database, else what it alone could fail."""
    what = [] if SOAK else [*chosen(), *left_out()]
    return {"sqlite": PYTEST, "postgres": ["bin/on-postgres", *PYTEST, "-m", "needs_db", *what]}


def compiling() -> dict[str, list[str]]:
    """What is to be done of `COMPILE`: byte code only where that of more than a few files is missing or older."""
    tests = [path for path in (ROOT / "tests").rglob("*.py") if path.name.startswith("test_")]
    told = {part: command for part, command in COMPILE.items() if part != "bytecode"}
    return COMPILE if sum(not is_rewritten(path) for path in tests) > FEW_FILES else told


def is_rewritten(path: Path) -> bool:
    """Whether byte code as pytest rewrites a test file is kept, of just that text."""
    kept = path.parent / "__pycache__" / f"{path.stem}.{REWRITTEN}"
    return kept.exists() and kept.read_bytes()[8:16] == source_hash(path.read_bytes())


def turns(wanted: dict[str, list[str]], workers: int) -> list[dict[str, list[str]]]:
    """What runs side by side, turn by turn. PostgreSQL's tests are a seventh of the work: one process beside three of
    SQLite's is done before these, and while one waits for its server or browser, another has the core. One alone needs
    no other that gives it its tests. Of a soak each part has a turn of its own, since there they are of one size."""
    if SOAK or len(wanted) == 1:
        return [{part: [*command, "-n", str(workers)]} for part, command in wanted.items()]
    few = workers // 3 if workers >= 6 else 0
    return [{part: [*wanted[part], "-n", str(number)] for part, number in (("sqlite", workers), ("postgres", few))}]


@dataclass(frozen=True)
class Outcome:
    part: str
    wall: float
    cpu: float
    code: int

    @property
    def line(self) -> str:
        said = {0: "passed", NOTHING_CHOSEN: "no test chosen"}.get(self.code, f"FAILED with exit code {self.code}")
        return f"{self.part:<10}{clock(self.wall):>9}{clock(self.cpu):>9}   {said}"


def main(arguments: list[str]) -> int:
    all_parts, began = parts(), time.monotonic()
    only = [arguments.pop(0)] if arguments and arguments[0] in all_parts else list(all_parts)
    asked, given = options().parse_known_args(arguments)
    before, workers = [compiling()], WORKERS
    if asked.room:
        paths, workers = choose(asked.room)
        only, before, given = ["sqlite"], [], [*given, *paths]
    outcomes, costs = measure([*before, *turns({part: [*all_parts[part], *given] for part in only}, workers)])
    is_whole = not (given or SOAK)
    keep(costs, asked.costs_file or (budget.LAST if is_whole and costs["parts"].keys() == all_parts.keys() else None))
    over = hold(costs) if is_whole else []
    tell(outcomes, time.monotonic() - began)
    print(*over, sep="\n", end="\n" * bool(over), flush=True)
    codes = {outcome.code for outcome in outcomes}
    return 0 if (codes == {0} or (given and codes == {0, NOTHING_CHOSEN})) and not over else 1


def measure(commands: list[dict[str, list[str]]]) -> tuple[list[Outcome], dict[str, Any]]:
    """Runs turn after turn, and keeps what each test cost."""
    adopt_orphans()
    signal.signal(signal.SIGTERM, lambda number, _frame: sys.exit(128 + number))  # on the way out, `finally` is met
    outcomes: list[Outcome] = []
    pace = budget.pace()
    with tempfile.TemporaryDirectory() as folder:
        try:
            for turn in commands:
                outcomes += run(
                    {
                        part: command if part in COMPILE else [*command, f"--costs-file={folder}/{part}"]
                        for part, command in turn.items()
                    }
                )
                end_descendants()
        finally:
            end_descendants()
        costs = {path.name: json.loads(path.read_text()) for path in sorted(Path(folder).iterdir(), reverse=True)}
    return outcomes, {"pace": (pace + budget.pace()) / 2, "parts": costs}


def options() -> argparse.ArgumentParser:
    """What is not among these goes to pytest."""
    parser = argparse.ArgumentParser(prog="python -m tests", allow_abbrev=False)
    parser.add_argument("--room")
    parser.add_argument("--costs-file", type=Path)
    return parser


def choose(room: str) -> tuple[list[str], int]:
    """Paths, and how many workers: each takes some ten seconds to start and read them, so no more than cores."""
    name = rooms.room_named(room)
    taken, left, seconds = rooms.chosen(name)
    print(rooms.told(name, taken, left, seconds), flush=True)
    return [str(path.relative_to(ROOT)) for path in taken], 0 if seconds < FEW_SECONDS else WORKERS - 1


def keep(costs: dict[str, Any], file: Path | None) -> None:
    if file:
        file.parent.mkdir(exist_ok=True)
        file.write_text(json.dumps(costs, indent=0))


def hold(costs: dict[str, Any]) -> list[str]:
    """Tells what each room took, and returns what is to be said of those over their budget."""
    allowed = budget.read()
    print("", *budget.table(budget.compare(costs, allowed)), sep="\n")
    return list(budget.faults(costs, allowed))


def environment() -> dict[str, str]:
    """Without a database that somebody has set for a club. Byte code is kept: every worker, and every server that a
    test starts, would compile all of it anew, which takes longer than most tests."""
    kept = {
        name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "PYTHONDONTWRITEBYTECODE")
    }
    return {"NUMBA_CACHE_DIR": str(ROOT / "var" / "numba"), **kept}


def run(commands: dict[str, list[str]]) -> list[Outcome]:
    """Side by side, to the end of each, also where one failed: who waited for all wants to know of all. What the first
    one prints is seen at once; what another prints, when all are done."""
    began, outcomes, later = time.monotonic(), [], {}
    running: dict[int, tuple[str, subprocess.Popen[bytes]]] = {}
    with ExitStack() as files:
        for part, command in commands.items():
            print(f"\n{part}: {shorten(' '.join(command), LONGEST_TOLD, placeholder=' …')}", flush=True)
            if running:
                later[part] = files.enter_context(tempfile.TemporaryFile())
            out = later.get(part)
            process = subprocess.Popen(
                command, cwd=ROOT, env=environment(), stdin=subprocess.DEVNULL, stdout=out, stderr=out
            )
            running[process.pid] = part, process
        while running:
            pid, status, used = os.wait4(-1, 0)
            if pid in running:  # and no orphan
                part, process = running.pop(pid)
                process.returncode = code = os.waitstatus_to_exitcode(status)
                outcomes.append(Outcome(part, time.monotonic() - began, used.ru_utime + used.ru_stime, code))
        for part, printed in later.items():
            printed.seek(0)
            if said := printed.read().decode(errors="replace").strip():
                print(f"\n{part} printed:\n{said}", flush=True)
    return outcomes


def tell(outcomes: list[Outcome], wall: float) -> None:
    """The last line holds PostgreSQL's server, too, which nobody's process is."""
    print(f"\n{'soak' if SOAK else 'tests':<10}{'wall':>9}{'CPU':>9}")
    for outcome in outcomes:
        print(outcome.line)
    print(f"{'all':<10}{clock(wall):>9}{clock(cpu_seconds()):>9}", flush=True)


def clock(seconds: float) -> str:
    return f"{int(seconds) // 60}:{int(seconds) % 60:02}"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
