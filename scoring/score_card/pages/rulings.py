"""Rulings in words for a card, its history and paper. No queries."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from pinochle_club.ground.dates import US, clock, short_day
from scoring.rules.notation import lowered
from scoring.rules.rulings import judge, kind_title
from scoring.score_card.entries import Appealed, Decided
from scoring.score_card.names import Names
from scoring.score_card.rulings import BY_TABLE, Ruling
from scoring.score_card.sheet import BESIDE, RULING_KINDS, EntryData, Line, Sheet, line_of
from scoring.score_card.situations import book_ruled_by, situation_of

from .rule_links import chapter_of, rule_address

BASES: Final = {"book": "By the book", "judgment": "A judgment"}


def ruling_contexts(sheet: Sheet, names: Names, line: Line, date_style: str = US) -> tuple[dict[str, Any], ...]:
    """The rulings of a hand for pages and paper, newest first. `facts` are answered questions; `names` are the
    hand's."""
    return tuple(
        {
            "ruling": ruling,
            "title": kind_title(sheet.book, ruling.said.kind),
            "facts": tuple(_facts(sheet, names, line, ruling)),
            "called_by": caller_words(names, ruling.said.called_by),
            "basis": BASES[ruling.said.basis],
            "chapter": chapter_of(sheet.book, ruling.said.rule),
            "address": rule_address(sheet.book, ruling.said.rule),
            "steps": tuple(_step(names, step, date_style) for step in ruling.steps),
            **_when(ruling.entry, date_style),
        }
        for ruling in reversed(line.rulings)
    )


def _facts(sheet: Sheet, names: Names, line: Line, ruling: Ruling) -> Iterator[tuple[str, str]]:
    """The answered questions, as the hand stood then."""
    before = [entry for entry in line.entries if entry.number < ruling.number]
    then = line_of(sheet.book, line.number, line.dealer, before)
    asked = judge(book_ruled_by(sheet.book, then), ruling.said.kind, situation_of(then, names), ruling.facts)
    for question in asked.questions:
        answer = asked.facts.get(question.code)
        if answer:
            yield question.text, question.words(answer)


def _step(names: Names, step: EntryData[Appealed] | EntryData[Decided], date_style: str) -> dict[str, str]:
    """An appeal or decision: `Appealed by Ann`, the words with it, and who entered it when."""
    words = step.said.why if isinstance(step.said, Appealed) else step.said.note
    return {"what": step_title(names, step.said), "words": words, "who": step.device, **_when(step, date_style)}


def caller_words(names: Names, called_by: str) -> str:
    """The caller of a ruling; empty if no one at the table called."""
    return "The table" if called_by == BY_TABLE else names.player(called_by) if called_by else ""


def step_title(names: Names, step: Appealed | Decided) -> str:
    """`Appealed by Ann`, `Overturned`."""
    if isinstance(step, Decided):
        return step.outcome.capitalize()
    if step.by:
        return f"Appealed by {names.player(step.by)}"
    return "Appealed" if names.book.procedure.players_may_appeal else "Officials disagree"


def _when(entry: EntryData, date_style: str) -> dict[str, str]:
    if entry.at is None:
        return {"day": "", "time": ""}
    return {"day": short_day(entry.at, date_style), "time": clock(entry.at, date_style)}


# -- on the card -------------------------------------------------------------------------


def marks_of(line: Line) -> str:
    """Marks in the director's ink beside a hand: `corrected by the director`, `ruling`, `ruling appealed`."""
    marks = ["corrected by the director"] if line.is_directed else []
    if line.ruled:
        is_appealed = any(ruling.state == "appealed" for ruling in line.ruled)
        marks.append("ruling appealed" if is_appealed else "ruling")
    return ", ".join(marks)


def ruling_sentences(line: Line) -> tuple[str, ...]:
    """`Rita: Bea reneged by not following suit. Appealed.` for each standing ruling of a finished hand."""
    sentences = []
    for ruling in line.ruled if line.is_done else ():
        by = f"{ruling.given_by}: " if ruling.given_by else ""
        state = "" if ruling.state == "given" else f" {ruling.state.capitalize()}."
        sentences.append(f"{by}{ruling.decision}{state}")
    return tuple(sentences)


def newly_ruled(sheet: Sheet) -> str:
    """The news of a ruling that has just changed the card; empty after another entry."""
    newest = next((entry for entry in reversed(sheet.entries) if entry.kind not in BESIDE), None)
    if newest is None or newest.kind not in RULING_KINDS:
        return ""
    of = newest.said.ruling if isinstance(newest.said, Appealed | Decided) else newest.number
    ruling = sheet.ruling(of)
    assert ruling is not None, "nobody takes out a ruling"
    say = sheet.book.words.say
    by, hand = newest.device or say("The director"), f"{say('hand')} {ruling.hand}"
    if not isinstance(newest.said, Decided):
        return f"{by} ruled on {hand}: {lowered(kind_title(sheet.book, ruling.said.kind))}."
    return f"{by} decided on {hand}: the ruling is {newest.said.outcome}."
