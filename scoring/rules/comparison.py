"""Two rule books side by side: what changed, entry by entry, in players' words."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final, TypeAlias

from . import prose
from .book import CHAPTERS, UNWRITTEN, RuleBook
from .book.printing import Block, Sentence, Table
from .book.procedure import APART, OWN_RULE, Reading, Source
from .book.section import Section
from .entries import Entry, entry_chapters, entry_of, schema_entries
from .notation import counted

_SENTENCE_END: Final = re.compile(r"(?<=[.!?]) ")
NOT_THERE: Final = "–"
MOST_SENTENCES: Final = 2


@dataclass(frozen=True, slots=True)
class Difference:
    """One entry that differs: where it stands, what it is called, and its value in both books, in words."""

    path: str
    chapter: str
    label: str
    was: str
    becomes: str

    def __str__(self) -> str:
        return f"{self.label}: {self.becomes} instead of {self.was}"


@lru_cache(maxsize=32)
def differences(before: RuleBook, after: RuleBook) -> tuple[Difference, ...]:
    entries = [(entry, chapter.title) for chapter in entry_chapters() for entry in chapter.entries]
    entries += [(entry, entry.label) for entry in schema_entries() if entry.path == "sheet"]
    return tuple(
        difference
        for entry, title in entries
        for difference in _of_entry(entry, value_at(before, entry.path), value_at(after, entry.path), title)
    )


def value_at(book: RuleBook, path: str) -> Any:
    """What the book has under a path; None under a part that it leaves out."""
    value: Any = book
    for name in path.split("."):
        value = getattr(value, name, None)
    return value


def _of_entry(entry: Entry, was: Any, becomes: Any, chapter: str) -> Iterator[Difference]:
    if was == becomes:
        return
    if entry.kind == "part":
        yield from _of_part(entry, was, becomes, chapter)
    elif entry.path in ROW_NAMES:
        yield from _of_rows(entry, was, becomes, chapter)
    else:
        yield Difference(entry.path, chapter, entry.label, entry.words(was), entry.words(becomes))


def _of_part(entry: Entry, was: Section | None, becomes: Section | None, chapter: str) -> Iterator[Difference]:
    if was is None or becomes is None:
        yes_no = ("no", "yes") if was is None else ("yes", "no")
        yield Difference(entry.path, chapter, entry.label, *yes_no)
    for child in entry.children:
        values = [getattr(part, child.name) if part is not None else _MISSING for part in (was, becomes)]
        if _MISSING not in values:
            yield from _of_entry(child, values[0], values[1], chapter)
        elif child.kind != "part" and was is None:
            # Of a part that is switched off only that is said: its figures no longer mean anything.
            yield Difference(child.path, chapter, child.label, NOT_THERE, child.words(values[1]))


_MISSING: Final = object()
# Lists whose rows have a name are compared row by row, all others as a whole.
ROW_NAMES: Final[Mapping[str, str]] = {
    "penalties": "code", "readings": "path", "notes": "about", "conduct": "about", "rulings.own": "name",
    "sheet": "text",
}  # fmt: skip


def _of_rows(entry: Entry, was: Sequence[Section], becomes: Sequence[Section], chapter: str) -> Iterator[Difference]:
    if entry.path == "sheet" and not (was and becomes):
        yield Difference(entry.path, chapter, entry.label, *(counted(len(rows), "line") for rows in (was, becomes)))
        return
    name = ROW_NAMES[entry.path]
    old, new = ({str(getattr(row, name)): row for row in rows} for rows in (was, becomes))
    for key in dict.fromkeys((*old, *new)):
        row = new.get(key) or old[key]
        if old.get(key) != new.get(key):
            yield Difference(
                f"{entry.path}.{key}", chapter, _ROW_LABELS[entry.path](row), _row(old.get(key)), _row(new.get(key))
            )
    if list(old) != list(new) and set(old) == set(new) and len(old) == len(was):
        yield Difference(entry.path, chapter, f"{entry.label}: their order", "as it was", "changed")


_ROW_LABELS: Final[Mapping[str, Any]] = {
    "penalties": lambda row: f"Penalty: {row.title}",
    "readings": lambda row: f"How it is read: {place_words(row.path)}",
    "notes": lambda row: f"Remark: {row.about}",
    "conduct": lambda row: f"Conduct: {row.about}",
    "rulings.own": lambda row: f"Ruling: {row.name}",
    "sheet": lambda row: f"“{row.text}”",
}


def _row(row: Any) -> str:
    if row is None:
        return NOT_THERE
    if hasattr(row, "in_words"):
        return str(row.in_words)
    if hasattr(row, "points"):
        return f"{row.title}, {row.points} off"
    if hasattr(row, "at"):
        return place_words(row.at)
    other = getattr(row, "other", None)
    return f"{row.text} The other reading: {other}" if other else str(row.text)


def place_words(path: str) -> str:
    """Where a path leads, for people: `Meld: Meld that a side needs`. An unknown path is returned as it is."""
    return _place_words().get(path, path)


@lru_cache(maxsize=1)
def _place_words() -> Mapping[str, str]:
    """Words for everything that can be the place of a sentence of a club's sheet."""
    under = entry_of("notes.under")
    own = {f"{OWN_RULE}{id}": f"Our own rule, printed {words}" for id, words in under.choices} if under else {}
    return {"": "No place yet", APART: "Not a rule", **own, **dict(places())}


@lru_cache(maxsize=1)
def places() -> tuple[tuple[str, str], ...]:
    found = {
        entry.path: f"{chapter.title}: {entry.label}"
        for chapter in entry_chapters()
        for entry in _with_parts(chapter.entries)
    }
    wholes = {entry.path: f"{entry.label} as a whole" for entry in schema_entries() if entry.kind == "part"}
    return tuple((wholes | found | dict(UNWRITTEN)).items())


def _with_parts(entries: Sequence[Entry]) -> Iterator[Entry]:
    for entry in entries:
        yield entry
        if entry.kind == "part":
            yield from _with_parts(entry.children)


def still_said(before: RuleBook, after: RuleBook) -> tuple[Source, ...]:
    """The sources of `before` for a changed book: a rule that was changed is the club's own, whatever its text says."""
    changed = [difference.path for difference in differences(before, after)]
    unchanged = (
        (source.section, tuple(rule for rule in source.rules if not any(is_at(path, rule) for path in changed)))
        for source in before.sources
    )
    return tuple(Source(section=section, rules=rules) for section, rules in unchanged if rules)


def is_at(path: str, rule: str) -> bool:
    """Whether a path is that of a rule, or of a part of it."""
    return path == rule or path.startswith(f"{rule}.")


def turn_readings(before: RuleBook, after: RuleBook) -> tuple[RuleBook, tuple[str, ...]]:
    """The book with its readings turned round where their rules were, and the paths of those. A changed two-way rule
    reads as “the other reading” says; sentences that were typed again stay."""
    old = {reading.path: reading for reading in before.readings}
    two_way = {entry.path for entry in schema_entries() if entry.is_two_way}
    turned = [
        reading
        for reading in after.readings
        if reading.other
        and reading.path in two_way
        and reading == old.get(reading.path)
        and value_at(before, reading.path) is not None
        and value_at(before, reading.path) != value_at(after, reading.path)
    ]
    readings = [
        reading.model_copy(update={"text": reading.other, "other": reading.text}) if reading in turned else reading
        for reading in after.readings
    ]
    return after.model_copy(update={"readings": tuple(readings)}), tuple(reading.path for reading in turned)


def unsure_paths(before: RuleBook, after: RuleBook) -> tuple[str, ...]:
    """Changed rules whose sentence on how they are read stayed as it was."""
    changed = {change.path for change in differences(before, after)}
    old = {reading.path: reading for reading in before.readings}
    return tuple(
        reading.path
        for reading in after.readings
        if reading == old.get(reading.path) and any(is_at(path, reading.path) for path in changed)
    )


# -- what a choice would read like -------------------------------------------------------


def sentences_by_choice(book: RuleBook, entry: Entry) -> Mapping[str, str]:
    """For each choice of an entry, the first sentences that the printed book would have with it and with no other:
    empty where the rule does not come up in this book, or cannot be so. No answer where the book leaves out the entry's
    part."""
    if value_at(book, entry.path) is None:
        return {}
    changed = {value: _with(book, entry.path.split("."), _value(entry, value)) for value, _ in entry.choices}
    said = {value: _sentences(there) for value, there in changed.items()}
    found_in = Counter(sentence for sentences in said.values() for sentence in sentences)
    return {
        value: " ".join([sentence for sentence in sentences if found_in[sentence] == 1][:MOST_SENTENCES])
        if _may_say(changed[value], entry)
        else ""
        for value, sentences in said.items()
    }


def _may_say(book: RuleBook, entry: Entry) -> bool:
    """Whether nothing else in the book forbids what the entry says."""
    chapter = next(plan for plan in CHAPTERS if plan.id == entry.chapter)
    return all(path != entry.path for path, _ in chapter.faults(dict(book), is_kept=False))


def _value(entry: Entry, value: str) -> Any:
    if entry.kind == "yes_no":
        return value == "true"
    return int(value) if value.isdecimal() else value


def _with(part: Any, names: Sequence[str], value: Any) -> Any:
    """A copy with one entry changed, unchecked: it is only printed, never played by."""
    first, *rest = names
    return part.model_copy(update={first: _with(getattr(part, first), rest, value) if rest else value})


def _sentences(book: RuleBook) -> dict[str, None]:
    try:
        texts = [text for block in _blocks(book) if not isinstance(block, Table) for _, text in plain_texts(block)]
    except (KeyError, IndexError, TypeError):  # an unchecked change can make a book that cannot be printed
        return {}
    return dict.fromkeys(sentence for text in texts for sentence in _SENTENCE_END.split(text))


def _blocks(book: RuleBook) -> list[Block]:
    return [block for part in prose.unmarked(book)[1:] if part.id != "readings" for block in part.blocks]


def plain_texts(block: Block) -> Iterator[tuple[Sentence, str]]:
    """The sentences of a block as plain text, those of a table with their cells."""
    if not isinstance(block, Table):
        yield from ((sentence, sentence.text) for sentence in block.sentences)
        return
    for row in block.lines:
        yield row.name, f"{row.name.text}: {' / '.join(cell for cell in row.cells if cell != NOT_THERE)}."


# -- the other reading -------------------------------------------------------------------


# The sentences that the printed book would say, and those that it would say no longer.
Instead: TypeAlias = tuple[tuple[str, ...], tuple[str, ...]]


def other_readings(book: RuleBook, reading: Reading, values: Sequence[Mapping[str, Any]]) -> tuple[Instead, ...]:
    """The changes in print under each other reading. `values` are those that each sets (`Document.other`); none: the
    switch turned round."""
    entry = entry_of(reading.path)
    if not values and entry is not None and entry.is_two_way:
        now = entry.words(value_at(book, reading.path))
        values = [{reading.path: _value(entry, value)} for value, words in entry.choices if words != now]
    return tuple(_instead(book, each) for each in values)


def _instead(book: RuleBook, values: Mapping[str, Any]) -> Instead:
    changed = book
    for path, value in values.items():
        changed = _with(changed, path.split("."), tuple(value) if isinstance(value, list) else value)
    now, then = (
        dict.fromkeys(text for block in _blocks(each) for _, text in plain_texts(block)) for each in (book, changed)
    )
    return tuple(text for text in then if text not in now), tuple(text for text in now if text not in then)
