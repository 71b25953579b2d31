"""Which tests reach a fault. In a copy, each place where one is to be planted notes the test that comes by, and all
tests are run once: after that a fault is tried with a handful of tests, wherever in the house they stand."""

import ast
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

NOTED = "reached.tsv"
MODULE = "pinochle_club/reach.py"
TAGS = "pinochle_club/reach_tags.py"
SETTINGS = "pinochle_club/testing_settings.py"
NOTE = "__import__('pinochle_club.reach').reach.note"
CODE = f"""\
import os
from contextlib import suppress
from pathlib import Path

FILE = Path(__file__).resolve().parent.parent / "{NOTED}"
seen = set()


def note(number):
    test = os.environ.get("PYTEST_CURRENT_TEST", "")
    if (number, test) not in seen:
        seen.add((number, test))
        with suppress(Exception), FILE.open("a") as file:
            file.write(f"{{number}}\\t{{test}}\\n")
"""
CODE_OF_TAGS = """\
from django.template import Library

from pinochle_club.reach import note

register = Library()


@register.simple_tag
def reach(number):
    note(number)
    return ""
"""
WITH_TAGS = """
from pinochle_club.settings import TEMPLATES

TEMPLATES[0]["OPTIONS"].setdefault("builtins", []).append("pinochle_club.reach_tags")
"""
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


def lay(root: Path, places: Mapping[str, Iterable[tuple[int, int]]]) -> None:
    """In a copy, notes: by file, the number of a fault and its line."""
    (root / MODULE).write_text(CODE)
    (root / TAGS).write_text(CODE_OF_TAGS)
    with (root / SETTINGS).open("a") as settings:
        settings.write(WITH_TAGS)
    for path, faults in places.items():
        noted = noting if path.endswith(".py") else noting_page
        (root / path).write_text(noted((root / path).read_text(), faults))


def noting_page(text: str, faults: Iterable[tuple[int, int]]) -> str:
    """With a tag before the first condition of a line; before an `elif` it would stand in another branch."""
    rows = text.splitlines(keepends=True)
    for number, line in faults:
        rows[line - 1] = rows[line - 1].replace("{% if", f"{{% reach {number} %}}{{% if", 1)
    return "".join(rows)


def noting(text: str, faults: Iterable[tuple[int, int]]) -> str:
    """With a note before each statement in which a fault is to lie, if that is in a function: all else is done when
    a module is read, whoever comes first."""
    rows, tree = text.splitlines(keepends=True), ast.parse(text)
    places = [(first, number) for number, line in faults if (first := max(begins(tree, rows, line), default=0))]
    for first, number in sorted(places, reverse=True):
        row = rows[first - 1]
        rows.insert(first - 1, f"{row[: len(row) - len(row.lstrip())]}{NOTE}({number})\n")
    return "".join(rows)


def begins(tree: ast.Module, rows: list[str], line: int) -> Iterator[int]:
    """The lines where statements begin that a line is within. Before an `elif` nothing can be said."""
    for node in in_functions(tree):
        first = min([node.lineno, *(each.lineno for each in getattr(node, "decorator_list", ()))])
        row = rows[first - 1]
        is_own_line = not row[: node.col_offset].strip() and not row.lstrip().startswith("elif")
        if is_own_line and first <= line <= (node.end_lineno or first):
            yield first


def in_functions(node: ast.AST, is_within: bool = False) -> Iterator[ast.stmt]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.stmt) and is_within:
            yield child
        yield from in_functions(child, is_within or isinstance(child, FUNCTIONS))


def noted(root: Path) -> dict[int, list[str]]:
    """By the number of a fault, the tests that came by. What a file's tests share may be made in one's setup: then
    the file is among them, for all its tests."""
    reached: dict[int, set[str]] = {}
    for row in (root / NOTED).read_text().splitlines():
        number, _, said = row.partition("\t")
        test, _, when = said.rpartition(" ")
        if test:
            reached.setdefault(int(number), set()).update([test] if when == "(call)" else [test, file_of(test)])
    return {number: sorted(tests) for number, tests in reached.items()}


def file_of(test: str) -> str:
    return test.partition("::")[0]


def in_turn(tests: Iterable[str], near: Mapping[str, float], costs: Mapping[str, float]) -> list[str]:
    """Three of the cheapest of each file first, the nearest files before others; then whole files, then the rest."""
    seen: Counter[str] = Counter()
    turns = {}
    for test in sorted(tests, key=lambda test: costs.get(test, 0)):
        file, is_one, _ = test.partition("::")
        turns[test] = (seen[file] // 3 if is_one else 0.5, near.get(file, 99.0))
        seen[file] += bool(is_one)
    return sorted(turns, key=lambda test: turns[test])
