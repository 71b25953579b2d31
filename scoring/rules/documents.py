"""Clubs' documents as specifications: every sentence of each, in our words, and where it is in this program.

A built-in book has a file of its own name in `books/documents`: the sections of the club's document in its order, and
for each sentence either where it is (`at`) or why no software can do anything about it (`apart`). A place is one of

* `deal.shuffles` – a rule that the book prints, and so also what the switch of that name decides,
* `again: deal.shuffles` – the same where a later section repeats it; the book's label names the first,
* `conduct: Talk`, `note: A double run` – what the book prints of its house's customs, and besides its switches,
* `reading: meld` – how the sentence was read, where it can be read in two ways,
* `screen: the blank card` – what the program does beside its rules, in words,
* `own: meld` – a rule of the club's own sheet that no switch can say, printed in that chapter.

A club's own book has its sheet for a document (`own_sheet`). Where the other way to read a rule is not simply its
switch turned round, `other` says under the reading's path which values each other reading sets. Which sections a
printed rule is labelled with (`RuleBook.sources`) is taken from here (`sources_of`). No sentence of a document is
copied."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any, Final, Literal, cast, get_args

DOCUMENTS_FOLDER: Final = Path(__file__).parent / "books" / "documents"
WHOLE_TEXT: Final = "the whole text"

Kind = Literal["rule", "again", "conduct", "note", "reading", "screen", "own"]


@dataclass(frozen=True, slots=True)
class Place:
    """Where a sentence is: the rule's or the reading's path, what a custom or a note is about, or words."""

    kind: Kind
    name: str


@dataclass(frozen=True, slots=True)
class DocumentSentence:
    """One sentence, numbered in its section from 1. It has places, or stands `apart` with the reason."""

    number: int
    says: str
    places: tuple[Place, ...] = ()
    apart: str = ""


@dataclass(frozen=True, slots=True)
class DocumentSection:
    """One section, under the name that the document gives it."""

    name: str
    sentences: tuple[DocumentSentence, ...]

    @property
    def rules(self) -> tuple[str, ...]:
        places = (place for sentence in self.sentences for place in sentence.places)
        return tuple(dict.fromkeys(place.name for place in places if place.kind == "rule"))


@dataclass(frozen=True, slots=True)
class Document:
    """One club's document. Of a built-in book: whose it is, and since when our words restate it."""

    title: str
    sections: tuple[DocumentSection, ...]
    other: Mapping[str, Sequence[Mapping[str, Any]]] = field(default_factory=dict)
    whose: str = ""
    since: str = ""


@lru_cache(maxsize=16)
def document(key: str) -> Document:
    """The document of a built-in book. Raises `FileNotFoundError` for any other."""
    data = tomllib.loads((DOCUMENTS_FOLDER / f"{key}.toml").read_text(encoding="utf-8"))
    sections = (DocumentSection(part["name"], tuple(_sentences(part["sentences"]))) for part in data["sections"])
    return Document(data["title"], tuple(sections), data.get("other", {}), data["whose"], data["since"])


def whose_rules(key: str) -> str:
    """The foot of a built-in book: whose rules it restates, and how they ask for a change. Empty for a club's own."""
    try:
        told = document(key)
    except FileNotFoundError:
        return ""
    return (
        f"These are the rules of {told.whose}, as written in “{told.title}”, in our words since {told.since}. "
        "Are they your club’s, and do you want a change, or your name taken off? Tell the people who gave you this "
        "program. They pass it on to us."
    )


def sources_of(told: Document) -> list[dict[str, Any]]:
    """What each section says, by the rules of the book, as `RuleBook.sources` is written."""
    whole = {"section": WHOLE_TEXT, "rules": ["summary"]}
    return [whole, *({"section": part.name, "rules": list(part.rules)} for part in told.sections if part.rules)]


def _sentences(plain: list[Mapping[str, Any]]) -> Iterator[DocumentSentence]:
    for number, told in enumerate(plain, start=1):
        places = tuple(place_of(place) for place in told.get("at", ()))
        yield DocumentSentence(number, told["says"], places, told.get("apart", ""))


def place_of(text: str) -> Place:
    kind, is_named, name = text.partition(": ")
    return Place(cast(Kind, kind), name) if is_named and kind in get_args(Kind) else Place("rule", text)
