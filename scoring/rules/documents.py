"""Clubs' documents as specifications: every sentence, in our words, and its place in this program.

A built-in book has a file of its name in `books/documents`: the sections of the club's document in order, and for each
sentence its places (`at`), or why it is beyond software (`apart`). A place is one of

* `deal.shuffles` – a printed rule, and the switch of that name; `again: deal.shuffles` in a later section,
* `conduct: Talk`, `note: A double run` – customs of the house, and what is printed besides its switches,
* `reading: meld` – how the sentence was read, where it can be read in two ways,
* `screen: the blank card` – what the program does beside its rules, in words,
* `own: meld` – a rule of the club's own sheet that no switch can say, printed in that chapter.

A club's own book has its sheet for a document (`own_sheet`). `other` has the values of other readings that are not
simply the switch turned round. The sections beside printed rules (`RuleBook.sources`) are taken from here
(`sources_of`). No sentence of a document is copied."""

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
    """The document of a built-in book; raises `FileNotFoundError` for any other."""
    data = tomllib.loads((DOCUMENTS_FOLDER / f"{key}.toml").read_text(encoding="utf-8"))
    sections = (DocumentSection(part["name"], tuple(_sentences(part["sentences"]))) for part in data["sections"])
    return Document(data["title"], tuple(sections), data.get("other", {}), data["whose"], data["since"])


def whose_rules(key: str) -> str:
    """The foot of a built-in book: whose rules it restates, and how they ask for a change. Empty for a club's own."""
    try:
        text = document(key)
    except FileNotFoundError:
        return ""
    return (
        f"These are the rules of {text.whose}, as written in “{text.title}”, in our words since {text.since}. "
        "Are they your club’s, and do you want a change, or your name taken off? Tell the people who gave you this "
        "program. They pass it on to us."
    )


def sources_of(document: Document) -> list[dict[str, Any]]:
    """What each section says, by the rules of the book, as `RuleBook.sources` is written."""
    whole = {"section": WHOLE_TEXT, "rules": ["summary"]}
    return [whole, *({"section": part.name, "rules": list(part.rules)} for part in document.sections if part.rules)]


def _sentences(plain: list[Mapping[str, Any]]) -> Iterator[DocumentSentence]:
    for number, sentence in enumerate(plain, start=1):
        places = tuple(place_of(place) for place in sentence.get("at", ()))
        yield DocumentSentence(number, sentence["says"], places, sentence.get("apart", ""))


def place_of(text: str) -> Place:
    kind, is_named, name = text.partition(": ")
    return Place(cast(Kind, kind), name) if is_named and kind in get_args(Kind) else Place("rule", text)
