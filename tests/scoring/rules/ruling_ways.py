"""Every way through the questions of a ruling, for proofs."""

from collections.abc import Iterator

from scoring.rules.book import RuleBook
from scoring.rules.rulings import Judgment, Question, Situation, judge


def answers(question: Question) -> list[str]:
    if question.kind == "words":
        return ["Because"]
    if question.kind == "choice":
        return [*question.choices]
    return ["50", "5"] if question.is_needed else ["", "55"]


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
