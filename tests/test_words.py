"""What people read is in American English, in comments and docstrings too, and counts are written in one place.

CONTRIBUTING says how we sound.
"""

import ast
import re
import tokenize
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from pinochle_club.program.command import COMMANDS
from scoring.rules.notation import counted
from tests.imports import PRODUCT

ROOT = Path(__file__).resolve().parent.parent
# What stood on our screens once and sounded wrong, or British. “That is” stood before a figure: “That is 250 or more”.
NOT_OURS = re.compile(
    r"\b(?:meanwhile|e-mail|figures only|not a must|minds it|any ?more|if you like|at the moment|what is wrong stands"
    r"|(?<!there )is no (?:address|card|date|number|e-?mail|list|text|member)|these codes are shown this|once more|anew"
    r"|that is(?= $)|change no figure|looks? the card over|(?:dark|light) room|has kept this card|look these codes up"
    r"|look up who|came or left|so too|whoever|in this book"
    r"|colour|centre|favour|cancelled|neighbour|shall|whilst|autumn|(?:was|is|has been|were) \w+ed already)\b",
    re.IGNORECASE,
)
# What readers of the code had to read twice: say the director, the reader, a player who; again; no longer; has changed.
READ_TWICE = re.compile(
    r"\b(?:whoever|any ?more|anew|once\s+more|others\s+by\s+now|works?\s+no\s+more)\b",
    re.IGNORECASE,
)
SHOWN_BY_HTML = re.compile(r"(?:aria-label|title|placeholder|alt|data-[a-z-]*words)=\"([^\"]*)\"")
BY_HAND = re.compile(r"['\"]s?['\"] if [^{}]{1,40} else ['\"]s?['\"]")  # an s for more than one
NAMES = {"cancelled", "CANCELLED", "e-mail"}  # of a job's and a calendar's state, of a column in people's lists


def strings_of(path: Path) -> Iterator[tuple[int, str]]:
    """A module's strings but those that only its readers see: docstrings, and what is said of a fault in the code."""
    told = set[int]()
    for node in ast.walk(ast.parse(path.read_text())):  # which comes to what holds a string before the string
        if isinstance(node, ast.Constant):
            if isinstance(node.value, str) and id(node) not in told:
                yield node.lineno, node.value
        elif isinstance(node, ast.Expr):
            told.add(id(node.value))
        elif isinstance(node, ast.Assert):
            told.add(id(node.msg))


def notes_of(path: Path) -> Iterator[tuple[int, str]]:
    """A module's docstrings and comments."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            yield node.lineno, node.value.value
    with tokenize.open(path) as file:
        comments = [token for token in tokenize.generate_tokens(file.readline) if token.type == tokenize.COMMENT]
    yield from ((token.start[0], token.string) for token in comments)


def words_of(path: Path) -> Iterator[tuple[int, str]]:
    """What a template shows: its text, and what is read out for it."""
    text = re.sub(r"\{#.*?#\}|\{%.*?%\}", " ", path.read_text(), flags=re.DOTALL)
    shown = re.sub(r"<[^>]*>", lambda tag: " ".join(SHOWN_BY_HTML.findall(tag[0])) + "\n" * tag[0].count("\n"), text)
    yield from enumerate(shown.splitlines(), start=1)


def said_by_scripts(path: Path) -> Iterator[tuple[int, str]]:
    text = re.sub(r"/\*.*?\*/|//[^\n]*", lambda note: "\n" * note[0].count("\n"), path.read_text(), flags=re.DOTALL)
    for number, line in enumerate(text.splitlines(), start=1):
        yield from ((number, words) for words in re.findall(r"\"([^\"]*)\"", line))


@cache  # several rules read it
def everything_shown() -> list[tuple[str, str]]:
    """What people may read, with the place it stands in."""
    return list(_everything_shown())


def _everything_shown() -> Iterator[tuple[str, str]]:
    kinds = [(ROOT / room, ".py", strings_of) for room in PRODUCT]
    kinds += [(ROOT / "templates", ".html", words_of), (ROOT / "static" / "js", ".js", said_by_scripts)]
    for folder, suffix, read in kinds:
        for path in sorted(folder.rglob(f"*{suffix}")):
            if "vendor" not in path.parts and "migrations" not in path.parts:
                yield from ((f"{path.relative_to(ROOT)}:{number}", words) for number, words in read(path))


def test_nothing_people_read_sounds_translated():
    found = [
        f"{place}: {words.strip()[:90]}"
        for place, words in everything_shown()
        if NOT_OURS.search(words) and words not in NAMES
    ]

    assert found == []


def test_what_to_type_fits_where_the_program_runs():
    """Installed there is no `make` and no `manage.py`: `ground/commands` alone names them, and the command itself."""
    ours = "|".join({*COMMANDS} - {"manage"} | {"run", "cluster", "test"})
    typed = re.compile(rf"\bmanage\.py\b|\bmake (?:{ours})\b(?! (?:it|no)\b)|\bpinochle-club (?:{ours}|manage)\b")
    places = {"pinochle_club/ground/commands.py", "pinochle_club/ground/places.py", "pinochle_club/program/command.py"}
    found = [
        f"{place}: {words}"
        for place, words in everything_shown()
        if typed.search(words) and place.partition(":")[0] not in places
    ]
    assert found == []


def test_apostrophes_people_read_are_curly():
    straight = re.compile(r"[\w}]'(?:s|t|re|ll|ve)\b")
    schema = "scoring/rules/case_format.py"  # for other programs
    found = [
        f"{place}: {words}"
        for place, words in everything_shown()
        if straight.search(words) and not place.startswith(schema)
    ]

    assert found == []


def test_comments_are_read_once():
    paths = [path.relative_to(ROOT) for room in PRODUCT for path in sorted((ROOT / room).rglob("*.py"))]
    read = [path for path in paths if "migrations" not in path.parts]
    # Only where a phrase stands at all, a file is taken apart: that takes a hundred times as long.
    found = [
        f"{path}:{number}: {phrase[0]}"
        for path in read
        if READ_TWICE.search((ROOT / path).read_text())
        for number, note in notes_of(ROOT / path)
        if (phrase := READ_TWICE.search(note))
    ]

    assert found == []


def test_counts_are_written_in_one_place():
    paths = [path for room in PRODUCT for path in (ROOT / room).rglob("*.py")]

    assert [str(path) for path in paths if BY_HAND.search(path.read_text())] == []


@pytest.mark.parametrize(
    ("count", "noun", "plural", "words"),
    [
        (0, "hand", "", "0 hands"),
        (1, "hand", "", "1 hand"),
        (2, "hand", "", "2 hands"),
        (1, "person", "people", "1 person"),
        (3, "person", "people", "3 people"),
        (-27, "point", "", "−27 points"),
    ],
)
def test_a_count_agrees_with_its_noun(count, noun, plural, words):
    assert counted(count, noun, plural) == words
