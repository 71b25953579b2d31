"""The origin of a book's rules: the club's document, sentence by sentence, with the printed rule of each."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from pinochle_club.ground.plainly import kept
from scoring.rules import comparison
from scoring.rules.book import RuleBook
from scoring.rules.book.printing import Paragraph, anchor
from scoring.rules.book.procedure import Reading, reading_id
from scoring.rules.documents import Document, DocumentSentence, Place
from scoring.rules.entries import entry_of
from scoring.rules.own_sheet import document_of
from scoring.rules.prose import chapters
from scoring.score_card.sheet import Sheet

from .rule_links import rules_page

SUMMARY: Final = "glance"  # the chapter that repeats what the others say
NOT_SAID: Final = "What the text leaves open"
# Said of a card with boards, where a book's rules on a game do not apply.
BOARDS_ALONE: Final = (
    "At a duplicate each board is scored alone: there’s no game to win and no skunk, and nobody has to get on the "
    "board first. What you’re ahead by counts beside the other tables that had the same cards."
)


@dataclass(frozen=True, slots=True)
class PrintedRule:
    """The printed rule for a sentence of the document, and its address. `path` is its own, `switch` the same where a
    switch or figure decides it. A reading may have its alternative (`other`), with the book's words `instead`.
    `example` is the address of a hand where it counted."""

    text: str
    address: str = ""
    path: str = ""
    switch: str = ""
    is_reading: bool = False
    other: str = ""
    instead: tuple[comparison.Instead, ...] = ()
    example: str = ""


@kept(16)
def document_sections(book: RuleBook, original: RuleBook | None = None) -> Sequence[Mapping[str, Any]]:
    """The sections of a book's document, each with its `name` and `sentences`: our words (`says`), its rules
    (`rules`), or why it stands `apart`. A club's own has its differences from the `original`, a built-in book's the
    readings of no sentence at the end."""
    document = document_of(book)
    rules = _PrintedRules(book, document, original)
    sections = [{"name": part.name, "sentences": [*map(rules.sentence, part.sentences)]} for part in document.sections]
    if original is not None:
        return sections
    named = {rule.address for rule in _rules_in(sections) if rule.is_reading}
    left = [reading for reading in map(rules.reading, book.readings) if reading.address not in named]
    unnamed = [{"says": book.words.say(comparison.place_words(rule.path)), "rules": (rule,)} for rule in left]
    return [*sections, {"name": NOT_SAID, "sentences": unnamed}]


def _rules_in(sections: Iterable[Mapping[str, Any]]) -> Iterator[PrintedRule]:
    return (rule for part in sections for sentence in part["sentences"] for rule in sentence["rules"])


class _PrintedRules:
    def __init__(self, book: RuleBook, document: Document, original: RuleBook | None) -> None:
        self.book = book
        self.document = document
        self.original = original
        self.page = rules_page(book)
        self.printed = _printed(book, self.page)
        self.readings = {reading.path: reading for reading in book.readings}

    def sentence(self, sentence: DocumentSentence) -> dict[str, Any]:
        found = [rule for place in sentence.places for rule in self._rules_at(place)]
        found += [rule for place in sentence.places for rule in self._changed(place)]
        by_text = {(rule.text, rule.address): rule for rule in reversed(found)}  # several rules in one sentence
        says = sentence.says if self.original else self.book.words.say(sentence.says)  # a club's own stands as typed
        return {"says": says, "rules": tuple(reversed(by_text.values())), "apart": sentence.apart}

    def _rules_at(self, place: Place) -> Iterator[PrintedRule]:
        if place.kind in ("conduct", "note"):
            yield from self._remarks(place)
        elif place.kind == "own":
            address = f"{self.page}#{_chapter_under(place.name)}"
            yield PrintedRule("Printed as our own rule. The card doesn’t count it.", address)
        elif place.kind == "screen":
            yield PrintedRule(f"{place.name[:1].upper()}{place.name[1:]}.")
        elif place.kind != "reading":
            yield self.printed.get(place.name) or self._unprinted(place)
        if place.kind in ("reading", "rule") and place.name in self.readings:
            yield self.reading(self.readings[place.name])

    def _remarks(self, place: Place) -> Iterator[PrintedRule]:
        """The custom or note of that name, unless the club has removed it."""
        customs = [(each.about, each.text, "conduct") for each in self.book.conduct if place.kind == "conduct"]
        notes = [
            (each.about, each.text, _chapter_under(each.under)) for each in self.book.notes if place.kind == "note"
        ]
        there = [
            PrintedRule(f"{about}: {text}", f"{self.page}#{at}")
            for about, text, at in customs + notes
            if about == place.name
        ]
        yield from there or [PrintedRule(f"{place.name}: no longer in the book.")]

    def _unprinted(self, place: Place) -> PrintedRule:
        """A rule on which the book is silent now, with its switch's value."""
        entry = entry_of(place.name)
        now = (
            entry.words(comparison.value_at(self.book, place.name))
            if entry and entry.kind != "part"
            else "not in the book"
        )
        return PrintedRule(f"{comparison.place_words(place.name)}: {now}.", path=place.name, switch=_switch(place.name))

    def _changed(self, place: Place) -> Iterator[PrintedRule]:
        """The rule's differences from the book that a club started from."""
        if self.original is not None and place.kind == "rule":
            for change in comparison.differences(self.original, self.book):
                if comparison.is_at(change.path, place.name):
                    yield PrintedRule(f"Unlike {self.original.short_name}: {change}.")

    def reading(self, reading: Reading) -> PrintedRule:
        address = f"{self.page}#{reading_id(reading.path)}"
        instead = (
            comparison.other_readings(self.book, reading, self.document.other.get(reading.path, ()))
            if reading.other
            else ()
        )
        return PrintedRule(
            reading.text, address, reading.path, _switch(reading.path), True, reading.other or "", instead
        )


def _chapter_under(under: str) -> str:
    return "readings" if under == "end" else under


def _switch(rule: str) -> str:
    """The path of a rule decided by a switch or figure; empty for others."""
    entry = entry_of(rule)
    return rule if entry and (entry.kind != "part" or entry.may_be_nothing) else ""


def _printed(book: RuleBook, page: str) -> dict[str, PrintedRule]:
    """By rule, its text in the first chapter that has it, the summary last, and its address."""
    said: dict[str, list[str]] = {}
    stands: dict[str, tuple[str, str]] = {}  # by rule, its chapter and the id in it
    for chapter in sorted(chapters(book), key=lambda chapter: chapter.id == SUMMARY):
        for block in chapter.blocks:
            found = block.id if isinstance(block, Paragraph) and block.id else chapter.id
            for sentence, text in comparison.plain_texts(block):
                for rule in sentence.about:
                    if stands.setdefault(rule, (chapter.id, found))[0] == chapter.id:
                        said.setdefault(rule, []).append(text)
    whole = {rule: re.sub(":$", ".", " ".join(texts)) for rule, texts in said.items()}  # what it announces isn't here
    return {rule: PrintedRule(whole[rule], f"{page}#{at}", rule, _switch(rule)) for rule, (_, at) in stands.items()}


def example_hands(sheet: Sheet) -> dict[str, int]:
    """By a rule's place in print, the first hand of an example card in whose score it counted."""
    found: dict[str, int] = {}
    for line in sheet.done_lines:
        for part in line.score.sides.values() if line.score else ():
            for step in part.steps:
                if "." in step.rule:  # not a whole chapter
                    found.setdefault(anchor(step.rule), line.number)
    return found


def with_examples(sections: Sequence[Mapping[str, Any]], hands: Mapping[str, int], card: str) -> list[dict[str, Any]]:
    """The sections with example hands of the card at `card` beside the rules that have one."""

    def shown(rule: PrintedRule) -> PrintedRule:
        hand = hands.get(rule.address.partition("#")[2])
        return replace(rule, example=f"{card}hands/{hand}/") if hand else rule

    return [
        {**part, "sentences": [{**each, "rules": [*map(shown, each["rules"])]} for each in part["sentences"]]}
        for part in sections
    ]
