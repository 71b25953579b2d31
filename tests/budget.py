"""How many CPU seconds the tests of each room may take: tests/costs.toml, to which every whole run is held.

python -m tests.budget [FILE]    writes it anew from the costs of the last whole run, var/costs.json

A room is a folder of tests; one that costs little is counted to the folder above. A slower machine may take longer:
how fast one is, a piece of work tells that is always the same.
"""

import json
import subprocess
import sys
import time
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from math import ceil
from pathlib import Path
from typing import Any

from tests.imports import ROOT

FILE = ROOT / "tests" / "costs.toml"
LAST = ROOT / "var" / "costs.json"
OVER, SLACK = 1.1, 6.0  # a tenth more is a failure; of a small room six seconds are chance
SPREAD = 1.1  # what is written leaves so much to chance: two whole runs in an hour differed so
OWN_ROW = 8.0  # what a folder must cost to be told apart from the one above it
DEEPEST = 4  # tests/league/evening/desk: what lies below is the same room
TOLD = 8
DEAR = 4.0  # what a file must cost to be named, for whoever chooses files
ONCE = {"started": "each process, to start and read all tests", "shared": "each process, for what all tests share"}

Part = Mapping[str, Any]  # what `Costs` keeps of one part of a run
HEAD = """\
# CPU seconds that the tests of each room may take, in all and on each database; a tenth more fails `make test`.
# Written by `python -m tests.budget` from the last whole run: look at what grew before you let it.
"""


def pace() -> float:
    """CPU seconds that the same piece of work takes here, some hundredths of one: the least of some tries."""

    def once() -> float:
        began = time.process_time()
        words = {f"{number * 7919 % 100_003}": number for number in range(150_000)}
        json.loads(json.dumps(sorted(words, key=len)))
        return time.process_time() - began

    return round(min(once() for _ in range(7)), 4)


def folder_of(test: str) -> str:
    return test.partition("::")[0].rpartition("/")[0]


def room_of(test: str, rooms: Mapping[str, Any]) -> str:
    """The nearest folder that has a row."""
    folder = folder_of(test)
    while folder not in rooms and "/" in folder:
        folder = folder.rpartition("/")[0]
    return folder


def seconds(part: Part) -> dict[str, Any]:
    return {test: sum(costs) for test, costs in part["tests"].items()}


def rows(part: Part, rooms: Mapping[str, Any]) -> Counter[str]:
    used = Counter({said: part[once] for once, said in ONCE.items()})
    for test, cost in seconds(part).items():
        used[room_of(test, rooms)] += cost
    return used


def rooms_of(parts: Mapping[str, Part]) -> dict[str, float]:
    """Folders that cost enough for a row of their own, in any part."""
    found: Counter[str] = Counter()
    for part in parts.values():
        for test, cost in seconds(part).items():
            found["/".join(folder_of(test).split("/")[:DEEPEST])] += cost
    for depth in range(DEEPEST, 1, -1):
        for folder in [name for name in found if name.count("/") == depth - 1 and found[name] < OWN_ROW]:
            found[folder.rpartition("/")[0]] += found.pop(folder)
    return dict(found)


def read() -> dict[str, Any]:
    return tomllib.loads(FILE.read_text())


def written(costs: Mapping[str, Any]) -> str:
    """The budget for what this run took."""
    parts = costs["parts"]
    rooms, used = rooms_of(parts), {name: Counter[str]() for name in parts}
    for name, part in parts.items():
        used[name] = rows(part, rooms)
    files: Counter[str] = Counter()
    for test, cost in seconds(parts["sqlite"]).items():
        files[test.partition("::")[0]] += cost
    every = sum(counted.total() for counted in used.values())
    lines = [
        HEAD,
        f"all = {ceil(every * SPREAD)}",
        f"pace = {costs['pace']:.4f}  # of the machine: see tests/budget.py",
    ]
    for name, counted in used.items():
        lines += ["", f"[{name}]", *(f'"{room}" = {ceil(counted[room] * SPREAD)}' for room in sorted(counted))]
    lines += ["", "# The dearest files on SQLite, for `make test ROOM=…`, which has a minute.", "[files]"]
    lines += [f'"{name}" = {ceil(cost)}' for name, cost in sorted(files.items()) if cost >= DEAR]
    return "\n".join([*lines, ""])


@dataclass(frozen=True)
class Row:
    part: str
    room: str
    used: float
    budget: float
    is_over: bool


def compare(costs: Mapping[str, Any], budget: Mapping[str, Any]) -> list[Row]:
    """Each room of each part that ran, and the sum if all of them did."""
    slower = max(1.0, costs["pace"] / budget["pace"])
    found = []
    for name, part in costs["parts"].items():
        allowed = budget.get(name, {})
        for room, used in sorted(rows(part, allowed).items()):
            found.append((name, room, used, allowed.get(room, 0)))
    if costs["parts"].keys() >= {"sqlite", "postgres"}:
        found.append(("all", "", sum(used for _name, _room, used, _allowed in found), budget["all"]))
    return [
        Row(name, room, used, allowed * slower, used > allowed * slower * OVER + SLACK)
        for name, room, used, allowed in found
    ]


def table(compared: Sequence[Row]) -> Iterator[str]:
    """What each room took and may take, a room in a line."""
    parts = list(dict.fromkeys(row.part for row in compared))
    yield f"{'CPU seconds':<60}" + "".join(f"{part:>10}{'may':>6}" for part in parts)
    for room in sorted({row.room for row in compared}, key=lambda room: (not room, room)):
        cells = {row.part: f"{row.used:>10.0f}{row.budget:>6.0f}" for row in compared if row.room == room}
        yield f"{room:<60}" + "".join(cells.get(part, " " * 16) for part in parts)


def faults(costs: Mapping[str, Any], budget: Mapping[str, Any]) -> Iterator[str]:
    """A sentence for each room over its budget, with the tests that are new since the budget was written."""
    for row in compare(costs, budget):
        if row.is_over:
            where = f"{row.room} on {row.part}" if row.room else "All tests"
            tests = "".join(f"\n{cost:9.1f}  {test}" for test, cost in guilty(costs, budget, row))
            yield f"{where}: {row.used:.0f} CPU seconds, {row.budget:.0f} are allowed by tests/costs.toml.{tests}"


def guilty(costs: Mapping[str, Any], budget: Mapping[str, Any], row: Row) -> list[tuple[str, float]]:
    """The tests of a room that are new; where none is, its dearest, which have grown or wait for something."""
    tests = [
        (test, cost, f"{name}: {test}" if not row.room else test)
        for name, part in costs["parts"].items()
        for test, cost in seconds(part).items()
        if not row.room or (name == row.part and room_of(test, budget[name]) == row.room)
    ]
    new = [(f"new: {said}", cost) for test, cost, said in tests if is_new(test)]
    return sorted(new or [(said, cost) for _test, cost, said in tests], key=lambda item: -item[1])[:TOLD]


def is_new(test: str) -> bool:
    """Whether it wasn't there when the budget was last committed, as far as git knows."""
    path, _, name = test.partition("::")
    return f"def {name.partition('[')[0].rpartition(':')[2]}(" not in text_then(path)


@cache
def text_then(path: str) -> str:
    commit = git("log", "-1", "--format=%H", "--", str(FILE.relative_to(ROOT))).strip()
    return git("show", f"{commit}:{path}") if commit else ""


def git(*arguments: str) -> str:
    return subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=False).stdout


def file_costs() -> dict[Path, float]:
    """What each file costs on SQLite: as it is named, else its share of its room's by its size."""
    budget = read()
    left, sizes = Counter[str](budget["sqlite"]), Counter[str]()
    paths = {path.relative_to(ROOT).as_posix(): path for path in (ROOT / "tests").rglob("test_*.py")}
    rooms = {name: room_of(name, budget["sqlite"]) for name in paths}
    for name, path in paths.items():
        left[rooms[name]] -= budget["files"].get(name, 0)
        sizes[rooms[name]] += 0 if name in budget["files"] else path.stat().st_size
    return {
        path: budget["files"].get(name) or max(left[rooms[name]], 0) * path.stat().st_size / sizes[rooms[name]]
        for name, path in paths.items()
    }


def main(arguments: list[str]) -> None:
    costs = json.loads(Path(arguments[0] if arguments else LAST).read_text())
    if costs["parts"].keys() != {"sqlite", "postgres"}:
        sys.exit("A budget is written from a whole run: `make test`, then try again.")
    FILE.write_text(written(costs))
    print(f"Written: {FILE.relative_to(ROOT)}, {read()['all']} CPU seconds in all.")


if __name__ == "__main__":
    main(sys.argv[1:])
