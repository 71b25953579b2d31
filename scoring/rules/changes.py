"""A rule book with some of its entries changed, as `path=value`; `house_book` is that of a house.

    auction.opening=21      contract.unsaved_take=kept      meld.pinochle.1=40
    auction.minimum=60      bonuses.moon=null               auction.steps=[{"multiple_of": 5}]

Values are JSON; what is no JSON is a word. The book is checked as a whole afterwards, naming every fault."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from typing import Any, Final

from scoring.rules.book import BookError, Fault, RuleBook, book_from_data
from scoring.rules.comparison import is_at, still_said, turn_readings
from scoring.rules.entries import entry_of

# Ends the key of a house's book. A club's own book has no such key: its name makes it, with single hyphens.
OURS: Final = "--ours"
# What a house's book says of itself.
TOLD_OTHERWISE: Final = frozenset({"key", "name", "short_name", "edition", "summary", "readings", "sources"})
# Players' names for entries, where they differ.
SPOKEN: Final[Mapping[str, str]] = {
    "auction.minimum": "auction.opening",
    "auction.minimum_bid": "auction.opening",
    "auction.opening_bid": "auction.opening",
    "game.points": "game.target",
}


@dataclass(frozen=True, slots=True)
class Change:
    path: str
    value: Any

    def __str__(self) -> str:
        return f"{self.path}={json.dumps(self.value, ensure_ascii=False)}"


def parse_change(text: str) -> Change:
    """The change written as `auction.opening=21`; raises `BookError` for anything else."""
    path, equals, value = text.partition("=")
    path = path.strip()
    if not equals or not path or not all(path.split(".")):
        raise _error(path or "change", f"Write path=value, such as auction.opening=21, not “{text}”.")
    change = Change(SPOKEN.get(path, path), _value_of(value.strip()))
    if _is_unseen([change.path, change.value]):
        raise _error("change", "Something in there can’t be printed. Type it again.")
    return change


def changed_book(book: RuleBook, changes: Iterable[Change]) -> RuleBook:
    before = book.model_dump(mode="json")
    data = deepcopy(before)
    for change in changes:
        _check_name(before, change.path)
        _put(data, change)
    return book_from_data(data)


def changes_between(before: RuleBook, after: RuleBook) -> tuple[Change, ...]:
    """The changes that make one book the other, but for its name, summary, readings and sources."""
    return tuple(
        change
        for change in _changes_in(before.model_dump(mode="json"), after.model_dump(mode="json"), RuleBook)
        if change.path.partition(".")[0] not in TOLD_OTHERWISE
    )


def _changes_in(was: Mapping[str, Any], becomes: Mapping[str, Any], part: Any, above: str = "") -> Iterator[Change]:
    for name in dict.fromkeys((*was, *becomes)):
        old, new = was.get(name), becomes.get(name)
        if name not in becomes:  # at what holds where a book says nothing
            new = part.model_fields[name].get_default(call_default_factory=True, validated_data=dict(becomes))
        if old == new:
            continue
        inner = part.model_fields[name].annotation
        if isinstance(old, dict) and isinstance(new, dict) and hasattr(inner, "model_fields"):
            yield from _changes_in(old, new, inner, f"{above}{name}.")
        else:
            yield Change(f"{above}{name}", new)


def changes_in(data: Mapping[str, Any]) -> tuple[Change, ...]:
    """Changes as a form or a browser keeps them, `{path: value}`; raises `BookError` for what can't be printed."""
    if _is_unseen(data):
        raise _error("change", "Something in there can’t be printed. Type it again.")
    return tuple(Change(path, value) for path, value in data.items())


def house_book(book: RuleBook, changes: Sequence[Change], told: Iterable[str]) -> RuleBook:
    """The book as a house plays it; its sentence is what is `told` of the changes. The reading of a changed rule is
    left out, unless it can be turned round. Raises `BookError` as above."""
    paths = [change.path for change in changes]
    changed, turned = turn_readings(book, changed_book(book, changes))
    stand = (one for one in changed.readings if one.path in turned or not any(is_at(path, one.path) for path in paths))
    ours = changed.model_copy(
        update={
            "key": f"{book.key}{OURS}",
            "name": f"Our house: {book.short_name}",
            "short_name": "Our house",
            "edition": f"our house, after {book.name}",
            "summary": " ".join(f"{said}." for said in (f"{book.name}, as our house plays it", *told)),
            "readings": tuple(stand),
        }
    )
    return ours.model_copy(update={"sources": still_said(book, ours)})


def is_house_book(book: RuleBook) -> bool:
    return book.key.endswith(OURS)


def original_key(key: str) -> str:
    """The key of the book that a house's book is made of; of any other its own."""
    return key.removesuffix(OURS)


def entry_at(book: RuleBook, path: str) -> Any:
    """What stands in the book under a path, as plain data; None where nothing does."""
    place: Any = book.model_dump(mode="json")
    for name in SPOKEN.get(path, path).split("."):
        place = _child(place, name)
    return place


def _value_of(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):  # the second: brackets within brackets within brackets
        return text


def _is_unseen(value: Any) -> bool:
    """Whether it has an unprintable sign, which PostgreSQL would not keep."""
    text = json.dumps(value, ensure_ascii=False)
    return "\\u" in text or not text.isprintable()


def _child(place: Any, name: str) -> Any:
    if isinstance(place, dict):
        return place.get(name)
    if isinstance(place, list) and name.isdecimal() and int(name) < len(place):
        return place[int(name)]
    return None


def _put(data: dict[str, Any], change: Change) -> None:
    *above, last = change.path.split(".")
    place: Any = data
    for depth, name in enumerate(above):
        child = _child(place, name)
        if child is None and isinstance(place, dict) and name in place:
            child = place[name] = {}
        if not isinstance(child, dict | list):
            raise _no_such_entry(place, ".".join(above[: depth + 1]))
        place = child
    if isinstance(place, dict):
        place[last] = change.value
    elif last.isdecimal() and int(last) < len(place):
        place[int(last)] = change.value
    else:
        raise _error(change.path, f"This list has {len(place)} entries, counted from 0.")


def _check_name(data: Mapping[str, Any], path: str) -> None:
    """Name the entries there are, where a section has none of this name."""
    above, _, last = path.rpartition(".")
    place: Any = data
    for name in above.split(".") if above else ():
        place = _child(place, name)
    if isinstance(place, dict) and last not in place and entry_of(path) is None:  # one at its default is left out
        raise _no_such_entry(place, path)


def _no_such_entry(place: Any, path: str) -> BookError:
    above = path.rpartition(".")[0]
    where = f"“{above}” has" if above else "A book has"
    names = f" {where} {', '.join(place)}." if isinstance(place, dict) else ""
    return _error(path, f"Rule books have no such entry. Check the spelling.{names}")


def _error(path: str, text: str) -> BookError:
    return BookError((Fault(path=path, text=text),))
