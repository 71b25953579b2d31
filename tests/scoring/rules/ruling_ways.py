"""Every way through the questions of a ruling, for proofs."""

from collections.abc import Iterator
from typing import Any

from scoring.rules.book import RuleBook, book_from_data
from scoring.rules.rulings import Judgment, Question, Situation, judge

PHONE = {"name": "Phone rang at the table", "text": "Phones are off.", "proposes": "points_off", "points": 10}
OWN: tuple[dict[str, Any], ...] = (
    PHONE,
    {"name": "Points off as ruled", "text": "As ruled.", "proposes": "points_off", "basis": "judgment"},
    {"name": "Slow play", "text": "Ten minutes a hand.", "proposes": "points_for_others", "points": 5},
    {"name": "Points as ruled", "text": "As ruled.", "proposes": "points_for_others", "basis": "judgment"},
    {"name": "Coffee on the cards", "text": "Who drinks plays on.", "proposes": "void"},
    {"name": "Cards looked at", "text": "Nobody looks.", "proposes": "play_again", "basis": "judgment"},
    {"name": "Left the table", "text": "Ask first.", "proposes": "nothing"},
)


def with_own(book: RuleBook, *own: dict[str, Any]) -> RuleBook:
    """The book with rulings of a club's own: every sort of them, where none are given."""
    data = book.model_dump(mode="json")
    return book_from_data({**data, "rulings": {**data["rulings"], "own": own or OWN}})


def answers(question: Question) -> list[str]:
    if question.kind == "words":
        return ["Because"]
    if question.kind == "choice":
        return [*question.choices]
    return ["50", "5", "500"] if question.is_needed else ["", "55"]


def ways(book: RuleBook, kind: str, hand: Situation) -> Iterator[tuple[dict[str, str], Judgment]]:
    """Every way through a tree, with some figures for numbers, to where it ends."""
    waiting: list[dict[str, str]] = [{}]
    while waiting:
        facts = waiting.pop()
        judgment = judge(book, kind, hand, facts)
        if judgment.proposal or judgment.faults:
            yield facts, judgment
            continue
        question = judgment.questions[-1]
        waiting += [{**facts, question.code: answer} for answer in answers(question)]
