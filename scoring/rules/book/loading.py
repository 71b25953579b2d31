"""Rule books from data: the built-in ones and a club's own, checked, with every fault named at once."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any, Final, TypeVar

from pydantic import TypeAdapter, ValidationError

from scoring.rules.documents import document, sources_of

from .chapter import Found
from .rule_book import CHAPTERS, RETIRED, UNWRITTEN, RuleBook
from .section import Section

AnyPart = TypeVar("AnyPart", bound=Section)
BOOKS_FOLDER: Final = Path(__file__).parent.parent / "books"


class Fault(Section):
    """One thing wrong with a book: where it stands (`meld.minimum`) and what to do."""

    path: str
    text: str


class BookError(ValueError):
    """A rule book that cannot be used. `faults` names every fault at once, with its path."""

    def __init__(self, faults: tuple[Fault, ...]) -> None:
        self.faults = faults
        super().__init__("\n".join(f"{fault.path}: {fault.text}" for fault in faults))


def book_from_data(data: Mapping[str, Any], *, is_kept: bool = False) -> RuleBook:
    """A checked book from plain data; raises `BookError` naming every fault with its path. Sound parts are checked
    against each other even beside a broken one. One that `is_kept` from before may be a game that nobody can play."""
    faults: list[Fault] = []
    book = None
    try:
        book = RuleBook.model_validate(data)
    except ValidationError as error:
        faults += [_fault(detail) for detail in error.errors()]
    faults += [Fault(path=path, text=text) for path, text in _faults_between(_sound_parts(data), is_kept)]
    if book is None or faults:
        raise BookError(tuple(faults))
    parts = {name: _first_of(part) for name, part in book if isinstance(part, Section)}
    first: RuleBook = _first_of(book.model_copy(update=parts))
    return first


@lru_cache(maxsize=1_000)
def _first_of(part: AnyPart) -> AnyPart:
    """The first equal value met: books are keys of caches, which know the same object at once and compare others entry
    by entry."""
    return part


def book_from_json(text: str) -> RuleBook:
    """A kept book from JSON; raises `BookError`, also for text that is no JSON object."""
    try:
        data = json.loads(text)
    except json.JSONDecodeError as error:
        raise BookError((Fault(path="book", text=f"This is no JSON: {error}."),)) from None
    if not isinstance(data, dict):
        raise BookError((Fault(path="book", text="A book is a JSON object."),))
    return book_from_data(data, is_kept=True)


def checked_again(book: RuleBook) -> RuleBook:
    """A kept book as if it were typed now; raises `BookError`."""
    return book_from_data(book.model_dump(mode="json"))


@lru_cache(maxsize=1)
def built_in_books() -> Mapping[str, RuleBook]:
    """The built-in books by key, in the order in which a club picks from them."""
    return {key: _built_in(key) for key in BUILT_IN_ORDER}


BUILT_IN_ORDER: Final = tuple((BOOKS_FOLDER / "order.txt").read_text(encoding="utf-8").split())


def _built_in(key: str) -> RuleBook:
    files = (f"{key}.toml", f"documents/{key}.toml")
    if missing := [file for file in files if not (BOOKS_FOLDER / file).is_file()]:
        text = f"{key} is named in order.txt, and this file is missing. `python -m tests.new_book` writes both."
        raise BookError(tuple(Fault(path=f"scoring/rules/books/{file}", text=text) for file in missing))
    data = tomllib.loads((BOOKS_FOLDER / files[0]).read_text(encoding="utf-8"))
    return book_from_data(data | {"sources": sources_of(document(key))})


def built_in_book(key: str) -> RuleBook:
    """One built-in book; raises `KeyError` naming the keys there are."""
    books = built_in_books()
    if key not in books:
        raise KeyError(f"There is no rule book “{key}”; there are {', '.join(books)}.")
    return books[key]


def _sound_parts(data: Mapping[str, Any]) -> dict[str, Any]:
    """The valid parts of a book by name."""
    parts: dict[str, Any] = {}
    for name, field in RuleBook.model_fields.items():
        if name not in data:
            if not field.is_required():
                parts[name] = field.get_default(call_default_factory=True)
            continue
        try:
            parts[name] = _adapters()[name].validate_python(data[name])
        except ValidationError:
            continue
    return parts


@lru_cache(maxsize=1)
def _adapters() -> Mapping[str, TypeAdapter[Any]]:
    """The validators of the parts. Making them takes longer than checking a book with them."""
    return {name: TypeAdapter(field.rebuild_annotation()) for name, field in RuleBook.model_fields.items()}


def _faults_between(sound: Mapping[str, Any], is_kept: bool) -> Found:
    for chapter in CHAPTERS:
        yield from chapter.faults(sound, is_kept=is_kept)
    for line, reading in enumerate(sound.get("readings", ())):
        if not is_rule(reading.path):
            yield f"readings.{line}.path", f"A rule book has no entry “{reading.path}”."


def is_rule(path: str) -> bool:
    """Whether a book can say something under this path: an entry, a part, or a rule without an entry."""
    if path in UNWRITTEN or path in RETIRED:
        return True
    part: Any = RuleBook
    for name in path.split("."):
        fields = getattr(part, "model_fields", {})
        if name not in fields:
            return False
        part = _part_in(fields[name].annotation)
    return True


def _part_in(annotation: Any) -> Any:
    """The part inside `Moon | None` or `tuple[Penalty, ...]`, or the annotation itself."""
    inner = getattr(annotation, "__args__", ())
    return next((each for each in inner if hasattr(each, "model_fields")), annotation)


def _fault(detail: Any) -> Fault:
    path = ".".join(str(part) for part in detail["loc"]) or "book"
    text = detail["msg"].removeprefix("Value error, ")
    if detail["type"] == "missing":
        text = "This is missing."
    elif detail["type"] == "too_short":
        text = "Write at least one."
    elif detail["type"] == "extra_forbidden":
        text = "Rule books have no such entry. Check the spelling."
    elif "input" in detail and not isinstance(detail["input"], dict | list):
        text = f"{text} (it is {detail['input']!r})."
    return Fault(path=path, text=text)
