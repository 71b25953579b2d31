"""Which tests a change in a room can break, the nearest first: `make test ROOM=check_in`.

A room is a package of the product, or one module. Its templates, style sheets and scripts are of the same name. Near
are the tests that mirror it or import it, then those of rooms that import it, and so on along the imports.
"""

import sys
from collections.abc import Collection, Mapping
from difflib import get_close_matches
from pathlib import Path

from tests.budget import file_costs
from tests.imports import ROOT, distances, imports, is_within, product

TESTS = ROOT / "tests"
MINUTE = 75.0  # CPU seconds that two cores do in a minute, beside what it takes to start
BROWSER = TESTS / "browser"
HOUSE = [TESTS / f"test_{name}.py" for name in ("architecture", "styles", "templates", "words")]  # look at every room
TO_OPEN = 0.1  # CPU seconds for a file, besides its tests


def packages() -> set[str]:
    return {name.rpartition(".")[0] for name in product()} - {""}


def room_named(name: str) -> str:
    """By its last name, as much of its path as tells it from others, or the folder of its templates."""
    wanted = name.strip("/").removeprefix("templates/").removesuffix(".py").replace("/", ".")
    for rooms in (packages(), product()):
        found = sorted(room for room in rooms if f".{room}".endswith(f".{wanted}"))
        if wanted in found or len(found) == 1:
            return wanted if wanted in found else found[0]
        if found:
            sys.exit(f"Several rooms are called {name}. Say which: {', '.join(found)}.")
    last = {room.rpartition(".")[2]: room for rooms in (product(), packages()) for room in sorted(rooms)}
    alike = [last[each] for each in get_close_matches(wanted.rpartition(".")[2], last, n=5)]
    sys.exit(f"No room is called {name}." + (f" Did you mean {' or '.join(alike)}?" if alike else ""))


def nearest(room: str, targets: Collection[str]) -> dict[Path, float]:
    """How near each test is to these modules of a room: 0 has the name of one. Tests that no import leads to are
    missing; a browser's are known by the name of the room."""
    # A command's tests lie beside the folder that Django wants it in.
    far = {name.replace(".management.commands", ".management"): near for name, near in distances(targets).items()}
    folders: dict[str, int] = {}
    for module, distance in far.items():
        for folder in (module, module.rpartition(".")[0]):
            folders[folder] = min(distance, folders.get(folder, distance))
    found = {path: nearness(path, far, folders) for path in sorted(TESTS.rglob("test_*.py"))}
    called = room.rpartition(".")[2]
    found |= dict.fromkeys([*BROWSER.glob(f"test_{called}.py"), *BROWSER.glob(f"test_{called}_*.py")], 0.25)
    return {path: near for path, near in found.items() if near is not None}


def nearness(path: Path, far: Mapping[str, int], folders: Mapping[str, int]) -> float | None:
    mirrored = ".".join(path.parent.relative_to(TESTS).parts)
    words = path.stem.removeprefix("test_").split("_")
    named = [f"{mirrored}.{'_'.join(words[:many])}" for many in range(len(words), 0, -1)]
    ways = [
        *(far[module] for module in named if module in far),
        *(folders[folder] + 0.25 for folder in [mirrored] if folder in folders),
        *(far[module] + 0.5 for module in imports(path) & far.keys()),
    ]
    return min(ways, default=None)


def chosen(room: str, seconds: float = MINUTE) -> tuple[list[Path], list[Path], float]:
    """The nearest, the cheapest of these first, until the time is filled; what is left out; what is chosen costs."""
    targets = [name for name in product() if is_within(name, room)]
    costs, near = file_costs(), nearest(room, targets) | dict.fromkeys(HOUSE, 0.25)
    taken, left, used = [], [], 0.0
    for path in sorted(near, key=lambda path: (near[path], costs[path])):
        cost = costs[path] + TO_OPEN
        if used + cost <= seconds:
            taken.append(path)
            used += cost
        else:
            left.append(path)
    return taken, left, used


def told(room: str, taken: Collection[Path], left: Collection[Path], used: float) -> str:
    costs = file_costs()
    said = f"{room}: {len(taken)} files of tests, nearest first, about {used:.0f} CPU seconds."
    if left:
        dear = sorted(left, key=lambda path: -costs[path])[:3]
        said += (
            f" Left out to keep to a minute: {len(left)} files of {sum(costs[path] for path in left):.0f}, among them"
            f" {', '.join(path.relative_to(ROOT).as_posix() for path in dear)}."
        )
    return said + " `make test` runs everything, on PostgreSQL too."
