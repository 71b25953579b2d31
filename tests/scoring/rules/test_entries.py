"""Every entry of a book in players' words: nothing of the schema is missing."""

from __future__ import annotations

import pytest

from scoring.rules.book import RuleBook, built_in_books
from scoring.rules.book.section import Section
from scoring.rules.entries import Entry, entry_chapters, entry_of, schema_entries


def leaves(entries: tuple[Entry, ...]) -> list[str]:
    """The paths of all that can be entered under these."""
    found = []
    for entry in entries:
        found += [entry.path] if not entry.children else leaves(entry.children)
    return found


def test_the_chapters_hold_every_entry_once() -> None:
    shown = [path for chapter in entry_chapters() for path in leaves(chapter.entries)]
    there = [entry.path for entry in schema_entries() if not entry.children]

    assert sorted(shown) == sorted(
        path for path in set(there) if path != "key" and not path.startswith(("sources", "sheet."))
    )


def test_the_entries_are_those_of_the_schema() -> None:
    """Counted a second time: what the model's own JSON schema names."""
    schema = RuleBook.model_json_schema()
    parts = {name: set(part["properties"]) for name, part in schema["$defs"].items()}
    names = sum(len(names) for names in parts.values()) + len(schema["properties"])

    assert len(schema_entries()) == names
    assert all(issubclass(part, Section) for part in (RuleBook,))


@pytest.mark.parametrize("entry", schema_entries(), ids=lambda entry: entry.path)
def test_every_entry_and_every_choice_has_words(entry: Entry) -> None:
    assert entry.label
    assert all(words for _, words in entry.choices)
    assert len({words for _, words in entry.choices}) == len(entry.choices)


@pytest.mark.parametrize("key", built_in_books())
def test_values_of_every_book_have_words(key: str) -> None:
    book = built_in_books()[key]
    for entry in schema_entries():
        value: object = book
        for name in entry.path.split("."):
            value = getattr(value, name, None)
        assert entry.words(value)


def test_limits_come_from_the_schema() -> None:
    copies, target, code = entry_of("deck.copies"), entry_of("game.target"), entry_of("penalties.3.code")

    assert (copies.low, copies.high, copies.may_be_nothing) == (1, 8, False)
    assert (target.low, target.high, target.may_be_nothing) == (0, 10_000, True)
    assert code.pattern == "^[a-z_]{2,40}$"
    assert entry_of("short_name").longest == 24
    assert entry_of("auction.colour") is None


def test_values_are_said_as_players_say_them() -> None:
    book = built_in_books()["npa"]

    assert entry_of("contract.set_scoring").words("give") == "the others get the bid"
    assert entry_of("auction.marriage_needed").words(False) == "no"
    assert entry_of("meld.aces").words(book.meld.aces) == "10, 100, 300, 500"
    assert entry_of("deck.ranks").words("ATKQJ") == "A 10 K Q J"
    assert entry_of("game.target").words(None) == "no target"
    assert entry_of("game.target").words(10_000) == "10,000"
    assert entry_of("auction.steps").words(book.auction.steps[:1]) == "up to: 60, in multiples of: 1"
