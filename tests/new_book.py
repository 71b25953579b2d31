"""`python -m tests.new_book KEY --from BOOK`: a new built-in rule book, which at first plays like another one.

Writes every file that a built-in book needs, and says what is yours to fill in. CONTRIBUTING has the recipe.
"""

import argparse
import re
import sys
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[1]
ORDER: Final = "scoring/rules/books/order.txt"
KEY: Final = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")


def new_book(key: str, base: str, root: Path = ROOT) -> list[Path]:
    """The files that were written. Raises `ValueError` with a sentence where none can be."""
    there = (root / ORDER).read_text(encoding="utf-8").split()
    if base not in there:
        raise ValueError(f"There is no rule book {base}; there are {', '.join(there)}.")
    if not KEY.fullmatch(key):
        raise ValueError(f"{key} is no key. Write it like race-to-1000: small letters, digits and hyphens.")
    if key in there or any((root / name.format(key)).exists() for name in FILES):
        raise ValueError(f"There are files of {key} already.")
    written = []
    for name, renewed in FILES.items():
        path = root / name.format(key)
        if not (root / name.format(base)).exists():  # nothing is rare yet of a game that bots don't play
            continue
        path.write_text(renewed((root / name.format(base)).read_text(encoding="utf-8"), key, base), encoding="utf-8")
        written.append(path)
    (root / ORDER).write_text("\n".join([*there, key, ""]), encoding="utf-8")
    return written


def _begun(text: str, key: str, base: str) -> str:
    """A book or its document, whose first lines are the new one's."""
    name = key.replace("-", " ").capitalize()
    said = {"key": key, **dict.fromkeys(("name", "short_name", "title"), name)}
    said |= {"whose": "a club", "since": f"{date.today():%B %Y}"}
    head, mark, rest = text.partition("\n[")
    for field, value in said.items():
        head = re.sub(rf'^{field} = ".*"$', f'{field} = "{value}"', head, flags=re.MULTILINE)
    return f"# Yours to fill in: the lines up to the first [part], then what differs from {base}.\n{head}{mark}{rest}"


def _of_the_key(text: str, key: str, base: str) -> str:
    """A table or cases, which say whose they are."""
    return re.sub(rf'("book": ?"|"id": ?"){base}(?=["/])', rf"\g<1>{key}", text)


FILES: Final[dict[str, Callable[[str, str, str], str]]] = {
    "scoring/rules/books/{}.toml": _begun,
    "scoring/rules/books/documents/{}.toml": _begun,
    "scoring/rules/books/rarity/{}.json": _of_the_key,
    "tests/cases/{}.jsonl": _of_the_key,
    "tests/cases/{}.table.jsonl": _of_the_key,
}

NEXT: Final = """
Yours to fill in:
1. scoring/rules/books/{key}.toml: name, edition, summary; what differs from {base}; readings and notes, which speak of
   the other club's text.
2. scoring/rules/books/documents/{key}.toml: whose rules they are, and each sentence of their text with its place.
3. tests/cases/{key}.jsonl and {key}.table.jsonl: these say which answers changed. Correct them by the club's text:
   .venv/bin/python -m scoring.rules.conformance tests/cases/{key}*.jsonl
4. Count what is rare, where cards, meld, auction, play or contract differ (a minute or two):
   .venv/bin/python manage.py simulate --rarity --book {key} --deals 40000
5. .venv/bin/python -m tests.lab.transcripts tells a deal. Then: make test ROOM=rules
"""


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.new_book", description="Begins a new built-in rule book.")
    parser.add_argument("key", help="of the new book, such as race-to-1000")
    parser.add_argument("--from", dest="base", required=True, metavar="BOOK", help="the book that it is most like")
    asked = parser.parse_args()
    try:
        written = new_book(asked.key, asked.base)
    except ValueError as problem:
        sys.exit(str(problem))
    for path in (*written, ROOT / ORDER):
        sys.stdout.write(f"Written: {path.relative_to(ROOT)}\n")
    sys.stdout.write(NEXT.format(key=asked.key, base=asked.base))


if __name__ == "__main__":
    main()
