"""What `make test` and `make soak` run, part by part, and how long each part took.

python -m tests                       all parts
python -m tests postgres -k undo      one part; what follows its name goes to pytest
"""

import os
import signal
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

from tests.costs import cpu_seconds
from tests.on_postgres import chosen
from tests.processes import adopt_orphans, end_descendants
from tests.sampling import SOAK

ROOT = Path(__file__).resolve().parent.parent
# One more than there are cores: who tests with a browser or a server waits for it some of the time.
WORKERS = os.environ.get("TEST_WORKERS") or str((os.cpu_count() or 1) + 1)
PYTEST = [sys.executable, "-m", "pytest", "-q", "--costs", "-n", WORKERS, "--dist", "worksteal"]
if SOAK:
    PYTEST += ["-o", "faulthandler_timeout=1800"]
NOTHING_CHOSEN = 5  # pytest's exit code where no test fits what was asked for
# Once, before several workers would each do so for up to a minute: machine code, and byte code of tests as pytest
# rewrites them. It is kept for the next run.
WARM_UP = "from scoring.play.engine import warm_up; from scoring.rules.book import built_in_book as book"
COMPILE = [
    [sys.executable, "-c", f"{WARM_UP}; warm_up(book('gwinnett'))"],
    [sys.executable, "-m", "pytest", "-qqq", "--collect-only"],
]


def commands() -> dict[str, list[str]]:
    """The parts in their order. In a soak PostgreSQL runs all that uses a database, else what it alone could fail."""
    what = [] if SOAK else chosen()
    return {
        "sqlite": PYTEST,
        "postgres": ["bin/on-postgres", *PYTEST, "-m", "needs_db", *what],
    }


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
    parts = commands()
    wanted = [arguments.pop(0)] if arguments and arguments[0] in parts else list(parts)
    adopt_orphans()
    signal.signal(signal.SIGTERM, lambda number, _frame: sys.exit(128 + number))  # on the way out, `finally` is met
    try:
        outcomes = [run("compile", *COMPILE), *(run(part, [*parts[part], *arguments]) for part in wanted)]
    finally:
        end_descendants()
    tell(outcomes)
    codes = {outcome.code for outcome in outcomes}
    return 0 if codes == {0} or (arguments and codes == {0, NOTHING_CHOSEN}) else 1


def environment() -> dict[str, str]:
    """Without a database that somebody has set for a club. Byte code is kept: every worker, and every server that a
    test starts, would compile all of it anew, which takes longer than most tests."""
    kept = {
        name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "PYTHONDONTWRITEBYTECODE")
    }
    return {"NUMBA_CACHE_DIR": str(ROOT / "var" / "numba"), **kept}


def run(part: str, *commands: list[str]) -> Outcome:
    """One part after another is run, also after one that failed: who waited for all wants to know of all. The commands
    of one part run side by side."""
    began, cpu, running = time.monotonic(), cpu_seconds(), []
    for command in commands:
        print(f"\n{part}: {' '.join(command)}", flush=True)
        running.append(subprocess.Popen(command, cwd=ROOT, env=environment(), stdin=subprocess.DEVNULL))
    codes = [process.wait() for process in running]
    end_descendants()
    return Outcome(part, time.monotonic() - began, cpu_seconds() - cpu, max(codes, key=abs))


def tell(outcomes: list[Outcome]) -> None:
    print(f"\n{'soak' if SOAK else 'tests':<10}{'wall':>9}{'CPU':>9}")
    for outcome in outcomes:
        print(outcome.line)
    wall, cpu = sum(each.wall for each in outcomes), sum(each.cpu for each in outcomes)
    print(f"{'all':<10}{clock(wall):>9}{clock(cpu):>9}", flush=True)


def clock(seconds: float) -> str:
    return f"{int(seconds) // 60}:{int(seconds) % 60:02}"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
