"""How many small faults the tests notice: `make faults`.

Faults are planted one at a time, in every room of the product, its scripts and templates (tests/planting.py); for each
the tests are run that stand nearest to it (tests/rooms.py), and which of them fail is kept. What no test notices is
shown. Some of that changes nothing, which only a reader can tell; for the rest a test is missing.

python -m tests.faults                                  the same faults every time, as many as a room has lines
python -m tests.faults money rules --each 100           of two rooms, more of them
python -m tests.faults --seed 7 --keep before.json      others, with what noticed each
python -m tests.faults --reach whole                    first all tests once, to know which of them reach each fault
python -m tests.faults --known before.json              those that were noticed, against the tests of today
"""

import argparse
import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import suppress
from dataclasses import asdict, dataclass, field, replace
from functools import cached_property
from pathlib import Path
from queue import SimpleQueue
from typing import Any

from tests import rooms
from tests.budget import file_costs
from tests.imports import ROOT, is_within, product
from tests.planting import Change, changes
from tests.reach import file_of, in_turn, lay, noted

# Words, and the way to a page: what they say has tests of its own kind.
WORDS = {"__init__", "admin", "apps", "prose", "urls", "wording", "words"}
NO_SUCH_TEST, NO_TEST = 4, 5  # pytest's exit codes
Told = tuple[int | None, list[str], float]
COMPILED = "scoring/play/engine/"  # machine code is kept by the file, and would not see a fault in another one
# The tests in a browser that see what a script does.
SEEN_BY = {
    "ahead": "ahead late_answers figures keyboard",
    "desk": "desk",
    "card": "card_in_view sharing two_tablets",
    "check_in": "check_in",
    "copy": "notices clubs",
    "cut_off": "desk writing_on",
    "figures": "figures meld_helper",
    "house_rules": "house_rules",
    "keypad": "keyboard cockpit ahead",
    "live": "board sharing",
    "meld": "meld_helper",
    "paper_grid": "paper_grid",
    "passkey": "passkeys",
    "play": "daily play_review play_table play_games",
    "review": "play_review",
    "rotation": "rotation",
    "roving": "keyboard paper_grid",
    "saving": "poor_wifi late_answers manners sharing",
    "sounds": "play_table",
    "theme": "accessibility",
    "tricks": "cockpit play_table",
    "waiting": "poor_wifi server_away two_tablets writing_on",
}


@dataclass(frozen=True)
class Fault:
    """Whole lines of a file, and what stands there instead; which of several such lines it is."""

    room: str
    path: str
    line: int
    old: str
    new: str
    nth: int

    @property
    def changed_line(self) -> int:
        pairs = zip(self.old.splitlines(), self.new.splitlines(), strict=False)
        return self.line + next((at for at, (old, new) in enumerate(pairs) if old != new), 0)

    @property
    def shown(self) -> str:
        lines = [*(f"-{line}" for line in self.old.splitlines()), *(f"+{line}" for line in self.new.splitlines())]
        return "\n".join([f"{self.room}: {self.path}:{self.line}", *lines])


@dataclass(frozen=True)
class Result:
    fault: Fault
    tests: list[str] = field(default_factory=list)  # that were run
    noticed: list[str] = field(default_factory=list)  # by these of them, or by "collection" or "time"
    is_gone: bool = False  # nothing like it stands anywhere now
    cpu: float = 0.0


def main(arguments: Sequence[str]) -> None:
    asked = options().parse_args(arguments)
    kept = read(asked.keep)
    if asked.known:
        unless = {result.fault for result in read(asked.unless) if result.noticed}
        wanted = [known for known in read(asked.known) if known.noticed and known.fault not in unless]
    else:
        wanted = [Result(fault) for fault in planted(asked.rooms, asked.each, asked.seed)]
    done = {result.fault for result in kept}
    left = [result for result in wanted if result.fault not in done]
    random.Random(asked.seed).shuffle(left)  # whoever stops it has seen something of every room
    with tempfile.TemporaryDirectory(prefix="faults-", ignore_cleanup_errors=True) as folder:
        choice = Choice(asked.seconds, whole_run([each.fault for each in wanted], asked.reach) if asked.reach else {})
        copies = [Copy(Path(folder, str(number))) for number in range(asked.at_once)]
        for result in tried(left, choice, copies):
            kept.append(result)
            print(told(result), flush=True)
            if asked.keep:
                asked.keep.write_text(json.dumps([asdict(each) for each in kept], indent=1))
    print(*table(kept), sep="\n")


def options() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.faults")
    parser.add_argument("rooms", nargs="*", metavar="room", help="all by themselves")
    parser.add_argument("--each", type=int, default=1500, metavar="LINES", help="one fault more for so many")
    parser.add_argument("--seed", type=int, default=24)
    parser.add_argument("--seconds", type=float, default=20, help="of CPU, for the tests of one fault")
    parser.add_argument("--at-once", type=int, default=2, help="how many are tried beside each other")
    parser.add_argument("--keep", type=Path, metavar="FILE", help="of results; what is in it is not tried again")
    parser.add_argument("--reach", type=Path, metavar="FILE", help="what one run of all tests told, or is to tell")
    parser.add_argument("--known", type=Path, metavar="FILE", help="of results: plant again what was noticed there")
    parser.add_argument("--unless", type=Path, metavar="FILE", help="of results: but not what was noticed here")
    return parser


def read(file: Path | None) -> list[Result]:
    entries: list[Any] = json.loads(file.read_text()) if file and file.exists() else []
    return [Result(**{**entry, "fault": Fault(**entry["fault"])}) for entry in entries]


# What is planted -------------------------------------------------------------------------------------------


def texts() -> dict[str, list[Path]]:
    """By room, what it consists of: three names deep. Its templates are rooms of their own, a wing's together, and
    so are the scripts."""
    found: dict[str, list[Path]] = {}
    for name, path in product().items():
        package = name if path.name == "__init__.py" else name.rpartition(".")[0]
        if not WORDS & {*path.with_suffix("").parts}:
            found.setdefault(".".join(package.split(".")[:3]), []).append(path)
    for path in sorted((ROOT / "templates").rglob("*.html")):
        found.setdefault("/".join(path.relative_to(ROOT).parts[:3]).removesuffix(path.name), []).append(path)
    found["static/js"] = sorted((ROOT / "static" / "js").glob("*.js"))
    return found


def planted(names: Sequence[str], lines: int, seed: int) -> Iterator[Fault]:
    for room, paths in texts().items():
        if not names or room.rpartition(".")[2] in names or room in names:
            rng = random.Random(f"{seed} {room}")
            length = sum(len(path.read_text().splitlines()) for path in paths)
            every = [(path, change) for path in paths for change in changes(path.name, path.read_text())]
            dense = 5 if room == "static/js" else 1
            for path, change in rng.sample(every, min(len(every), 1 + dense * length // lines)):
                yield fault(room, path, change)


def fault(room: str, path: Path, change: Change) -> Fault:
    """The whole lines that a change touches."""
    text = path.read_text()
    start = text.rfind("\n", 0, change.start) + 1
    end = text.find("\n", change.end) + 1 or len(text)
    old = text[start:end]
    new = Change(change.start - start, change.end - start, change.text).applied(old)
    nth = places(text, old).index(start)
    return Fault(room, path.relative_to(ROOT).as_posix(), text[:start].count("\n") + 1, old, new, nth)


def places(text: str, lines: str) -> list[int]:
    """Where a text has just these lines."""
    found = [each.start() + 1 for each in re.finditer(re.escape(f"\n{lines}"), text)]
    return [0, *found] if text.startswith(lines) else found


# By which tests it is tried ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Choice:
    """Of tests, for each fault as many as take so many CPU seconds; three times as many where they notice nothing."""

    seconds: float
    whole: dict[str, Any]  # what a run of all tests told, if there was one

    def rounds(self, result: Result) -> Iterator[list[str]]:
        near, costs = nearest(result.fault), self.costs
        files = sorted(near, key=lambda name: (near[name], costs.get(name, 0)))
        if result.noticed:  # by these files first, if there still are such
            known = sorted({file_of(test) for test in result.noticed} & costs.keys(), key=lambda name: costs[name])
            yield fill(known, costs, 3 * self.seconds)
            yield fill([name for name in files if name not in known], costs, 3 * self.seconds)
        elif reached := self.reached.get(result.fault):
            tests = [test for test in in_turn(reached, near, costs) if test not in self.failing]
            first = fill(tests, costs, self.seconds)
            yield first
            yield fill([test for test in tests if test not in first], costs, 3 * self.seconds)
        else:
            yield fill(files, costs, (3 if result.fault.path.endswith(".js") else 1) * self.seconds)

    @cached_property
    def failing(self) -> set[str]:
        """Without a fault, too."""
        return set(self.whole.get("failed", []))

    @cached_property
    def costs(self) -> dict[str, float]:
        here = {path.relative_to(ROOT).as_posix(): cost + rooms.TO_OPEN for path, cost in file_costs().items()}
        return here | {name: cost for name, cost in self.whole.get("costs", {}).items() if file_of(name) in here}

    @cached_property
    def reached(self) -> dict[Fault, list[str]]:
        return {Fault(**fault): tests for fault, tests in self.whole.get("reached", [])}


def nearest(fault: Fault) -> dict[str, float]:
    """Files of tests, and how near they are."""
    if fault.path.endswith(".js"):
        names = [f"tests/browser/test_{name}.py" for name in SEEN_BY[Path(fault.path).stem].split()]
        return {name: float(at) for at, name in enumerate(names) if (ROOT / name).is_file()}
    if fault.path.endswith(".html"):
        room = ".".join(Path(fault.path).parent.parts[1:4])
        near = rooms.nearest(room, [name for name in product() if is_within(name, room)])
    else:
        near = rooms.nearest(fault.room, [fault.path.removesuffix(".py").replace("/", ".")])
    return {path.relative_to(ROOT).as_posix(): at for path, at in near.items()}


def fill(tests: Iterable[str], costs: Mapping[str, float], seconds: float) -> list[str]:
    """As many as the time allows, in this order, and one at least."""
    taken, used = list[str](), 0.0
    for test in tests:
        if used + costs.get(test, 0) <= seconds or not taken:
            taken.append(test)
            used += costs.get(test, 0)
    return taken


def whole_run(faults: Sequence[Fault], file: Path) -> dict[str, Any]:
    """All tests once, in a copy in which each place of a fault notes who comes by."""
    if not file.exists():
        copy = Copy(file.with_suffix(".copy"))
        places: dict[str, list[tuple[int, int]]] = {}
        for number, each in enumerate(faults):
            if not each.path.endswith(".js") and not each.path.startswith(COMPILED):
                places.setdefault(each.path, []).append((number, each.changed_line))
        lay(copy.root, places)
        copy.run(["-n", "2", "--dist", "worksteal"], patience=3 * 3600)
        file.write_text(json.dumps(what_it_told(faults, copy), indent=1))
    told: dict[str, Any] = json.loads(file.read_text())
    return told


def what_it_told(faults: Sequence[Fault], copy: "Copy") -> dict[str, Any]:
    kept, costs = json.loads(copy.costs.read_text()), Counter[str]()
    for test, seconds in kept["tests"].items():
        costs[test] = costs[test] + sum(seconds)
        costs[file_of(test)] += sum(seconds)
    reached = [[asdict(faults[number]), tests] for number, tests in noted(copy.root).items()]
    return {"costs": costs, "failed": kept["failed"], "reached": reached}


# How it is tried -------------------------------------------------------------------------------------------


class Copy:
    """All that git would keep: a fault never stands where somebody works."""

    def __init__(self, folder: Path) -> None:
        self.root, self.own = folder / "copy", folder / "own"
        self.costs = self.own / "costs.json"
        self.own.mkdir(parents=True, exist_ok=True)
        listed = subprocess.run(
            ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
            cwd=ROOT, capture_output=True, text=True, check=True,
        )  # fmt: skip
        for name in filter(None, listed.stdout.split("\0")):
            if (ROOT / name).is_file():
                (self.root / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(ROOT / name, self.root / name)

    def find(self, fault: Fault) -> tuple[Path, str] | None:
        """The file with the fault in it, also where its lines have moved, and their file."""
        own = self.root / fault.path
        others = sorted(path for path in self.root.rglob(own.name) if path != own and "tests" not in path.parts)
        for path in filter(Path.is_file, [own, *others]):
            text = path.read_text()
            if found := places(text, fault.old):
                place = found[min(fault.nth, len(found) - 1)]
                return path, Change(place, place + len(fault.old), fault.new).applied(text)
        return None

    def try_out(self, result: Result, choice: Choice) -> Result:
        found = self.find(result.fault)
        if found is None:
            return replace(result, tests=[], noticed=[], is_gone=True)
        path, text = found
        kept, times = path.read_bytes(), path.stat()
        path.write_text(text)
        try:
            return self.look(result, choice)
        finally:
            path.write_bytes(kept)
            os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))  # by which byte code and machine code are kept

    def look(self, result: Result, choice: Choice) -> Result:
        """Which tests notice; of a fault that is known, whether any does."""
        enough = 1 if result.noticed else 5 if result.fault.path.endswith(".js") else 25
        tests, noticed, cpu = list[str](), list[str](), 0.0
        for some in choice.rounds(result):
            for names in (some, sorted({file_of(test) for test in some})):
                if names and not noticed:
                    code, failed, used = self.run(
                        ["-n", "0", f"--maxfail={enough}", *names],
                        120 + 20 * choice.seconds,
                        result.fault.path.startswith(COMPILED),
                    )
                    tests, cpu = tests + names, cpu + used
                    noticed = [test for test in failed if test not in choice.failing]
                    if code != NO_SUCH_TEST:  # a fault can change what a test's cases are called
                        break
        return replace(result, tests=tests, noticed=noticed, cpu=round(cpu, 1))

    def run(self, options: Iterable[str], patience: float, compiles_anew: bool = False) -> Told:
        """The exit code, the tests that failed, and CPU seconds."""
        self.costs.unlink(missing_ok=True)
        command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", f"--costs-file={self.costs}"]
        environment = {name: value for name, value in os.environ.items() if name != "DATABASE_URL"}
        with tempfile.TemporaryDirectory(dir=self.own, ignore_cleanup_errors=True) as folder:
            environment |= {"TMPDIR": folder, "NUMBA_CACHE_DIR": folder if compiles_anew else str(self.own / "numba")}
            process = subprocess.Popen(
                [*command, *options], cwd=self.root, env=environment, stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True,
            )  # fmt: skip
            code, cpu = wait(process, patience)
        if code is None:
            return code, ["time"], cpu
        failed = json.loads(self.costs.read_text())["failed"] if self.costs.exists() else []
        return code, failed or ([] if code in (0, NO_SUCH_TEST, NO_TEST) else ["collection"]), cpu


def wait(process: subprocess.Popen[bytes], patience: float) -> tuple[int | None, float]:
    """The exit code, or None where it hangs, and its CPU seconds with those of its children."""
    end = time.monotonic() + patience
    is_late = False
    while True:
        pid, status, used = os.wait4(process.pid, os.WNOHANG)
        if pid:
            process.returncode = os.waitstatus_to_exitcode(status)
            return None if is_late else process.returncode, used.ru_utime + used.ru_stime
        if time.monotonic() > end and not is_late:
            is_late = True
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
        time.sleep(0.2)


def tried(wanted: Sequence[Result], choice: Choice, copies: Sequence[Copy]) -> Iterator[Result]:
    """In the order in which they are done, one at a time in each copy."""
    free: SimpleQueue[Copy] = SimpleQueue()
    for copy in copies:
        free.put(copy)

    def run(result: Result) -> Result:
        copy = free.get()
        try:
            return copy.try_out(result, choice)
        finally:
            free.put(copy)

    with ThreadPoolExecutor(len(copies)) as pool:
        for future in as_completed([pool.submit(run, result) for result in wanted]):
            yield future.result()


# What is told ----------------------------------------------------------------------------------------------


def told(result: Result) -> str:
    if result.is_gone:
        return f"gone: {result.fault.shown}"
    if not result.noticed:
        return f"NOT NOTICED by {len(result.tests)}: {result.fault.shown}"
    return f"noticed by {len(result.noticed)}, first {result.noticed[0]}: {result.fault.path}:{result.fault.line}"


def table(results: Sequence[Result]) -> Iterator[str]:
    planted = Counter(result.fault.room for result in results if not result.is_gone)
    noticed = Counter(result.fault.room for result in results if result.noticed)
    for room in sorted(planted):
        yield f"{room:<40}{noticed[room]:>4} of {planted[room]:>3} noticed"
    yield f"{'all':<40}{noticed.total():>4} of {planted.total():>3} noticed, {len(results) - planted.total()} gone"


if __name__ == "__main__":
    main(sys.argv[1:])
