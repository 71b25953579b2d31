"""Runs files of cases against the rules: `python -m scoring.rules.conformance FILE…`.

A case is one JSON object a line with `id`, `book`, `op`, `in` and `out`, and `agreed` where a table plays the book
otherwise than by default (`RuleBook.as_agreed`). Ends with
`N passed, M failed`; exit code 1 when a case failed, 2 for an unreadable file or unknown op.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from .auction import is_legal_bid
from .book import RuleBook, built_in_book
from .cards import Card
from .deal_score import DealRecord, score_deal
from .game import play_game
from .melds import best_meld
from .tournament import round_result, tardiness
from .tricks import legal_plays, winner

Data = Mapping[str, Any]


class UnreadableCase(ValueError):
    """A file or a line that is no case; the message names the place."""


@dataclass(frozen=True, slots=True)
class Case:
    """One case: what goes in and what must come out."""

    id: str
    book: RuleBook
    op: str
    given: Data
    wanted: Data


def record_from_data(given: Data) -> DealRecord:
    """A line of the score card from a case; `null` and missing both mean unknown."""
    known = {key: value for key, value in given.items() if value is not None}
    return DealRecord(**known)


def _meld(book: RuleBook, given: Data) -> Data:
    return {"total": best_meld(book, _cards(given["cards"]), given["trump"]).total}


def _bid(book: RuleBook, given: Data) -> Data:
    return {"legal": is_legal_bid(book, given["high"], given["bid"])}


def _plays(book: RuleBook, given: Data) -> Data:
    hand, trick = _cards(given["hand"]), _cards(given["trick"])
    legal = legal_plays(book, hand, trick, given["trump"])
    return {"cards": sorted({str(card) for card in legal})}


def _winner(book: RuleBook, given: Data) -> Data:
    return {"index": winner(_cards(given["trick"]), given["trump"])}


def _hand(book: RuleBook, given: Data) -> Data:
    score = score_deal(book, record_from_data(given))
    return {"score": score.scores, "outcome": str(score.outcome)}


def _game(book: RuleBook, given: Data) -> Data:
    result = play_game(book, (record_from_data(hand) for hand in given["hands"]))
    won = {"side": result.won.side, "hand": result.won.hand} if result.won else None
    return {"totals": [dict(totals) for totals in result.totals], "won": won}


def _tardiness(book: RuleBook, given: Data) -> Data:
    lateness = tardiness(book, given["minutes"])
    return {"points": lateness.points, "replaced": lateness.replaced}


def _round(book: RuleBook, given: Data) -> Data:
    result = round_result(book, given["hands"])
    return {"totals": dict(result.totals), "skunk": result.skunk}


OPS: Final[Mapping[str, Callable[[RuleBook, Data], Data]]] = {
    "meld": _meld,
    "bid": _bid,
    "plays": _plays,
    "winner": _winner,
    "hand": _hand,
    "game": _game,
    "tardiness": _tardiness,
    "round": _round,
}


def _cards(texts: list[str]) -> tuple[Card, ...]:
    return tuple(Card.parse(text) for text in texts)


def read_cases(path: Path) -> Iterator[Case]:
    """The cases of a file; raises `UnreadableCase` naming file and line."""
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise UnreadableCase(f"{path}: {error}") from error
    for number, line in enumerate(lines, start=1):
        if line.strip():
            yield _read_case(line, f"{path}:{number}")


def _read_case(line: str, place: str) -> Case:
    try:
        data = json.loads(line)
        book = built_in_book(data["book"]).as_agreed(**data.get("agreed", {}))
        case = Case(data["id"], book, data["op"], data["in"], data["out"])
    except (ValueError, KeyError, TypeError) as error:
        raise UnreadableCase(f"{place}: this is no case: {error}") from error
    if case.op not in OPS:
        raise UnreadableCase(f"{place}: unknown op “{case.op}”; there are {', '.join(OPS)}.")
    return case


def run_case(case: Case) -> Data:
    """What the rules answer to a case; an error of theirs is an answer too, never a pass."""
    try:
        return OPS[case.op](case.book, case.given)
    except (ValueError, KeyError, TypeError) as error:
        return {"error": f"{type(error).__name__}: {error}"}


def main(paths: list[str]) -> int:
    """Runs the files and prints the failures; returns the exit code."""
    if not paths:
        print("usage: python -m scoring.rules.conformance FILE…", file=sys.stderr)
        return 2
    try:
        cases = [case for path in paths for case in read_cases(Path(path))]
    except UnreadableCase as error:
        print(error, file=sys.stderr)
        return 2
    failed = 0
    for case in cases:
        got = run_case(case)
        if got != case.wanted:
            failed += 1
            print(f"{case.id}: wanted {_text(case.wanted)}, got {_text(got)}")
    print(f"{len(cases) - failed} passed, {failed} failed")
    return 1 if failed else 0


def _text(data: Data) -> str:
    return json.dumps(data, ensure_ascii=False, sort_keys=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
