"""The graph of imports, read from the code: what the test of the architecture and the choice of tests stand on."""

import ast
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
# From the ground up: none of these is imported by one before it.
PRODUCT = ("ground", "scoring", "league", "server", "pinochle_club")


def path_of(module: str) -> Path:
    """A package's folder, or a module's file."""
    folder = ROOT / module.replace(".", "/")
    return folder if folder.is_dir() else folder.with_suffix(".py")


def modules(package: str) -> Iterator[tuple[str, Path]]:
    """A package's modules by name, or the one module of that name."""
    place = path_of(package)
    for path in sorted(place.rglob("*.py")) if place.is_dir() else [place]:
        yield ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"), path


@cache  # each file is read once, not once for everybody who asks
def imports(path: Path) -> frozenset[str]:
    """Every module that a file imports, wherever in the file, and each name as if it were a module too."""
    found: set[str] = set()
    for node in statements(ast.parse(path.read_text(), str(path)).body):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            source = absolute(node, path)
            found |= {source} | {f"{source}.{alias.name}" for alias in node.names}
    return frozenset(found)


def statements(body: Iterable[ast.AST]) -> Iterator[ast.AST]:
    """An import is never within an expression, and expressions are nearly all of a file."""
    for node in body:
        yield node
        for inner in ("body", "handlers", "orelse", "finalbody", "cases"):
            yield from statements(getattr(node, inner, ()))


def absolute(node: ast.ImportFrom, path: Path) -> str:
    """`from .cards import …` in scoring/rules/melds.py imports from scoring.rules.cards."""
    if not node.level:
        return str(node.module)
    folder = path.parents[node.level - 1].relative_to(ROOT).parts
    return ".".join([*folder, *([node.module] if node.module else [])])


def is_within(name: str, package: str) -> bool:
    return name == package or name.startswith(package + ".")


@cache
def product() -> dict[str, Path]:
    """The product's modules. Migrations are nobody's to import."""
    every = (each for package in PRODUCT for each in modules(package))
    return {name: path for name, path in every if ".migrations" not in name}


@cache
def importers() -> dict[str, set[str]]:
    """Of each module of the product, those that import it."""
    found: dict[str, set[str]] = {name: set() for name in product()}
    for name, path in product().items():
        for imported in imports(path) & found.keys() - {name}:
            found[imported].add(name)
    return found


def distances(targets: Iterable[str]) -> dict[str, int]:
    """How far each module is that stands on one of these: 1 imports it, 2 imports such a module, and so on."""
    found = dict.fromkeys(targets, 0)
    edge, distance = set(found), 0
    while edge:
        distance += 1
        edge = {importer for module in edge for importer in importers()[module]} - found.keys()
        found |= dict.fromkeys(edge, distance)
    return found
