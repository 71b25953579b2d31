"""What was answered on the way to a ruling, in words. Pure."""

from __future__ import annotations

from collections.abc import Iterator

from scoring.rules.rulings import judge
from scoring.score_card.names import Names
from scoring.score_card.rulings import Ruling
from scoring.score_card.sheet import Sheet
from scoring.score_card.situations import situation_of


def facts_of(without: Sheet, ruling: Ruling, names: Names) -> Iterator[tuple[str, str]]:
    """The book's questions with what was answered, in words, on the card `without` the ruling."""
    line = without.line(ruling.hand)
    if line is None:
        return
    judgment = judge(without.book, ruling.said.kind, situation_of(line, names), ruling.facts)
    for question in judgment.questions:
        if question.code in judgment.facts:
            yield question.text, question.words(judgment.facts[question.code])
