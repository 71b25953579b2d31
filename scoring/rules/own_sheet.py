"""A club's own sheet as the document of its own book: its sentences as typed, each with its place. A line is a
sentence; a title heads a section, as does one that ends with a colon, begins with # or is in capitals. Places are
guessed from sentences of nearly the same words in the built-in books, and from the names of choices."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from difflib import get_close_matches
from functools import lru_cache
from itertools import groupby, zip_longest
from typing import Final

from .book import RuleBook, built_in_books
from .book.printing import Table
from .book.procedure import APART, LONGEST_HEADING, OWN_RULE, SheetSentence, Source
from .comparison import ROW_NAMES, place_words, places, still_said
from .documents import Document, DocumentSection, DocumentSentence, document, place_of, sources_of
from .entries import entry_of, schema_entries
from .prose import chapters

OUR_SHEET: Final = "Our sheet"
NO_PLACE: Final = "screen: no place in the rules yet"
ALIKE: Final = 0.8
"""From here on a sentence is another one corrected: four of five letters are the same."""
LIKE_ENOUGH: Final = 0.41
"""From here on a rule says about what a sentence says."""
NO_SENTENCE: Final = 1.4
"""The name of a choice says so much less of a rule than a sentence of a document."""
_BULLET: Final = re.compile(r"^[•·*–—-]\s+")
_TITLE: Final = re.compile(r"(?i)(?!.*[\d.!?,])(?=.*\b(rules|pinochle)\b).{,60}$")
_WORD: Final = re.compile(r"[a-z]+|\d+")


# -- typed, and read ---------------------------------------------------------------------


def sheet_text(sheet: Sequence[SheetSentence]) -> str:
    parts = []
    for section, told in groupby(sheet, key=lambda sentence: sentence.section):
        parts.append("\n".join([*([f"{section}:"] if section else []), *(sentence.text for sentence in told)]))
    return "\n\n".join(parts)


def read_sheet(text: str, before: Sequence[SheetSentence] = ()) -> tuple[SheetSentence, ...]:
    """The sentences of a sheet that was typed. Those that were there `before`, or nearly so, keep their places."""
    told = list(_sentences(text))
    kept = _kept_places(told, before)
    return tuple(SheetSentence(section=name, text=text, at=at) for (name, text), at in zip(told, kept, strict=True))


def _sentences(text: str) -> Iterator[tuple[str, str]]:
    lines = [line for line in (_BULLET.sub("", line.strip()) for line in text.split("\n")) if line]
    section = ""
    for at, (line, following) in enumerate(zip_longest(lines, lines[1:], fillvalue="")):
        is_heading = _is_heading(line) or (not at and _TITLE.match(line))
        if is_heading and following and not _is_heading(following):
            section = line.strip("#: ")
        else:
            yield section, line


def _is_heading(line: str) -> bool:
    says = bool(line.strip("#: ")) and len(line) <= LONGEST_HEADING
    return says and (line.endswith(":") or line.startswith("#") or line.isupper())


def _kept_places(told: Sequence[tuple[str, str]], before: Sequence[SheetSentence]) -> list[str]:
    """By section and words; for a moved sentence by its words, for a corrected one by the nearest of those that are
    gone."""
    there = {(sentence.section, sentence.text): sentence.at for sentence in before}
    moved = {sentence.text: sentence.at for sentence in before}
    stays = {text for _, text in told}
    gone = [text for text in moved if text not in stays]

    def place(section: str, text: str) -> str:
        if text in moved:
            return there.get((section, text), moved[text])
        return next((moved[near] for near in get_close_matches(text, gone, n=1, cutoff=ALIKE)), "")

    return [place(section, text) for section, text in told]


# -- as a document -----------------------------------------------------------------------


def document_of(book: RuleBook) -> Document:
    """The source of a book's rules: the club's own sheet, or the document of a built-in book."""
    if book.key in built_in_books():
        return document(book.key)
    sections = groupby(book.sheet, key=lambda sentence: sentence.section)
    return Document(OUR_SHEET, tuple(_section(name or OUR_SHEET, tuple(told)) for name, told in sections))


def _section(name: str, sheet: Sequence[SheetSentence]) -> DocumentSection:
    return DocumentSection(name, tuple(_sentence(number, told) for number, told in enumerate(sheet, start=1)))


def _sentence(number: int, told: SheetSentence) -> DocumentSentence:
    if told.at == APART:
        return DocumentSentence(number, told.text, apart="It’s not a rule.")
    return DocumentSentence(number, told.text, (place_of(told.at or NO_PLACE),))


def labelled(before: RuleBook, book: RuleBook) -> RuleBook:
    """A changed book with the sections that its rules are from: those of its own sheet, else those that still say
    so."""
    if not book.sheet:
        return book.model_copy(update={"sources": still_said(before, book)})
    sources = tuple(Source.model_validate(source) for source in sources_of(document_of(book)))
    return book.model_copy(update={"sources": sources})


# -- beside what is printed ---------------------------------------------------------------


def own_sentences(book: RuleBook) -> Iterator[tuple[str, str]]:
    """The sentences that a club says itself, each with the chapter it is printed with (`end`: none)."""
    yield from ((note.text, note.under) for note in book.notes)
    yield from ((custom.text, "end") for custom in book.conduct)
    yield from ((told.text, told.at.removeprefix(OWN_RULE)) for told in book.sheet if told.at.startswith(OWN_RULE))


def printed_beside(book: RuleBook, says: str, chapter: str, most: int = 3) -> tuple[str, ...]:
    """What the book prints in the chapter of a sentence of the club's own (at the `end`: anywhere) in words most like
    it, so that both can be read side by side: a program cannot tell whether they agree."""
    weights, _ = _told_elsewhere()
    told = _words(says)
    alike = [(sum(weights.get(word, 1) for word in told & words) / size, text)
             for of, text, words, size in _printed(book) if chapter in (of, "end")]  # fmt: skip
    nearest = sorted((one for one in alike if one[0] or chapter != "end"), key=lambda one: -one[0])
    return tuple(text for _, text in nearest[:most])


@lru_cache(maxsize=16)
def _printed(book: RuleBook) -> tuple[tuple[str, str, frozenset[str], float], ...]:
    """Every printed sentence that the club did not type, with its chapter and words."""
    bare = book.model_copy(update={"notes": (), "sheet": (), "conduct": (), "readings": ()})
    found = []
    for printed in chapters(bare):
        if printed.id not in ("glance", "rulings"):
            told = (one.text for block in printed.blocks if not isinstance(block, Table) for one in block.sentences)
            found += [(printed.id, text, words, math.sqrt(len(words) + 1)) for text in told if (words := _words(text))]
    return tuple(found)


# -- where a sentence may be -------------------------------------------------------------


def places_in(book: RuleBook) -> Mapping[str, Sequence[tuple[str, str]]]:
    """Every possible place of a sentence in a book, with words, by chapters; first what the card doesn't count."""
    under = entry_of("notes.under")
    printed = [f"{OWN_RULE}{id}" for id, _ in under.choices] if under else []
    groups: dict[str, list[tuple[str, str]]] = {
        "Not counted by the card": [(at, place_words(at)) for at in (*printed, APART)]
    }
    for at, words in (*places(), *places_of(book).items()):
        chapter, _, label = words.rpartition(": ") if words.endswith("as a whole") else words.partition(": ")
        groups.setdefault(chapter or "Whole parts", []).append((at, label))
    return groups


def places_of(book: RuleBook) -> Mapping[str, str]:
    """The places that one book alone has, with words: its penalties, customs and remarks."""
    return {
        **{f"penalties.{penalty.code}": f"Penalties: {penalty.title}" for penalty in book.penalties},
        **{f"conduct: {custom.about}": f"Conduct: {custom.about}" for custom in book.conduct},
        **{f"note: {note.about}": f"Remarks: {note.about}" for note in book.notes},
    }


def guesses(says: str, most: int = 3) -> tuple[str, ...]:
    """The likeliest rules of a sentence first: those that other documents say in the same words, rare ones above
    all."""
    weights, known = _told_elsewhere()
    words = _words(says)
    found: dict[str, float] = {}
    for told, length, rules in known:
        alike = sum(weights[word] for word in words & told) / length if len(words & told) > 1 else 0
        found |= {rule: alike for rule in rules if alike > max(1, found.get(rule, 0))}
    return tuple(sorted(found, key=lambda rule: -found[rule])[:most])


def says_no_switch(told: SheetSentence) -> bool:
    """Whether no rule of a book can say this sentence: it is the club's own, or nothing is nearly like it."""
    return told.at.startswith(OWN_RULE) or (not told.at and likeness(told.text) < LIKE_ENOUGH)


def likeness(says: str) -> float:
    """How much of a sentence the likeliest rule says, from 0 to 1; a word that no rule has weighs most."""
    weights, known = _told_elsewhere()
    words = _words(says)
    strange = math.log(len(known))
    length = math.sqrt(sum(weights.get(word, strange if word.isalpha() else 1) for word in words)) or 1
    return max(sum(weights[word] for word in words & told) / (length * of_told) for told, of_told, _ in known)


def may_touch_score(says: str) -> bool:
    """A guess by the words of a sentence."""
    return not _words(SCORE_WORDS).isdisjoint(_words(says))


SCORE_WORDS: Final = (
    "point score meld bid set trick counter count take run marriage pinochle around roundhouse save board target win "
    "lose renege moon skunk bonus penalty kitty double triple trump minus forfeit"
)


Known = tuple[frozenset[str], float, tuple[str, ...]]


@lru_cache(maxsize=1)
def _told_elsewhere() -> tuple[dict[str, float], tuple[Known, ...]]:
    """How rare each word is, and all sentences of the documents with the rules that they are about."""
    can_be = {path: words for path, words in places() if _may_be_guessed(path)}
    sections = (section for key in built_in_books() for section in document(key).sections)
    told = [
        (sentence.says, tuple(place.name for place in sentence.places if place.name in can_be))
        for section in sections
        for sentence in section.sentences
    ]
    told += [(words, (path,)) for path, words in can_be.items()]
    known = [(_words(says), rules, 1.0) for says, rules in told if rules]
    known += [(_words(f"{each.label} {words}"), (each.path,), NO_SENTENCE) for each in schema_entries()
              if each.kind == "choice" and each.path in can_be for _, words in each.choices]  # fmt: skip
    often = Counter(word for words, _, _ in known for word in words)
    weights = {word: math.log(len(known) / number) for word, number in often.items()}
    return weights, tuple(
        (words, math.sqrt(sum(weights[word] for word in words)) * less, rules) for words, rules, less in known if words
    )


def _may_be_guessed(path: str) -> bool:
    """Not what a club words itself: that is chosen by hand."""
    entry = entry_of(path)
    return path not in ROW_NAMES and not path.startswith("words.") and (entry is None or entry.kind != "text")


def _words(text: str) -> frozenset[str]:
    """The stems of a sentence's words: `reneging` and `renege`, `fails` and `set` are the same."""
    return frozenset(map(_stem, _WORD.findall(text.lower().replace("round house", "roundhouse"))))


@lru_cache(maxsize=4096)
def _stem(word: str) -> str:
    stem = _DOUBLED.sub(r"\1", _ENDING.sub("", word))
    return _SAME.get(stem, stem)


_ENDING: Final = re.compile(r"(?<=...)(?:ing|(?<!hand)ed|es|e)$|(?<=..)s$")
_DOUBLED: Final = re.compile(r"(?<=..)([b-z])\1$")
_SAME: Final = {
    "led": "lead", "took": "tak", "taken": "tak", "won": "win", "lost": "los", "fail": "set", "opponent": "other",
    "double": "twic", "doubl": "twic",
}  # fmt: skip
