"""Runs files of cases against the rules: `python -m scoring.rules.conformance FILE…`.

A case is a JSON object a line with `id`, `book`, `op`, `in` and `out`, `agreed` where a table plays the book
otherwise than by default (`RuleBook.as_agreed`), and `changes` where it is another book; `case_format` has the keys.
Ends with `N passed, M failed`; exit code 1 when a case failed, 2 for an unreadable file or unknown op."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass
from datetime import timedelta
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from .auction import AuctionState, Call, apply_call, apply_out_of_turn, bids_from, is_legal_bid, may_change, start
from .book import RuleBook, book_from_data, built_in_book
from .cards import Card
from .case_format import FORMAT
from .deal_score import DealRecord, score_deal
from .dealing import after_nines, may_call_redeal
from .errors import RuleError
from .game import play_game
from .melds import best_meld
from .money import money_sheet
from .rulings import Situation, judge
from .tournament import (
    PlayerRecord,
    Role,
    minutes_counted,
    penalties_by_side,
    player_scores,
    round_result,
    tardiness,
    winners,
)
from .tricks import check_lay_down, lay_down_take, legal_plays, must_lead_trump, winner

Data = Mapping[str, Any]


class UnreadableCase(ValueError):
    """A file or a line that is no case; the message names the place."""


@dataclass(frozen=True, slots=True)
class Case:
    id: str
    book: RuleBook
    op: str
    given: Data
    wanted: Data


def record_from_data(book: RuleBook, given: Data) -> DealRecord:
    """A line of the score card from a case; `null` and missing both mean unknown. A side below 0 is off the board."""
    known: dict[str, Any] = {} if book.auction.is_held else {"bidder": book.seats[0], "bid": 0}
    known |= {key: value for key, value in given.items() if value is not None}
    known.setdefault("off_board", tuple(side for side, points in known.get("before", {}).items() if points < 0))
    return DealRecord(**known)


def _meld(book: RuleBook, given: Data) -> Data:
    return {"total": best_meld(book, _cards(given["cards"]), given["trump"]).total}


def _bid(book: RuleBook, given: Data) -> Data:
    return {"legal": is_legal_bid(book, given["high"], given["bid"])}


def _redeal(book: RuleBook, given: Data) -> Data:
    may_ask = may_call_redeal(book, _cards(given["cards"]))
    if "dealer" not in given:
        return {"may_ask": may_ask}
    return {"may_ask": may_ask, "dealer": after_nines(book, given["dealer"]) if may_ask else given["dealer"]}


def _auction(book: RuleBook, given: Data) -> Data:
    book = book.at(given["dealer"])
    state, refused = start(book, given["dealer"]), []
    for place, call in enumerate(given["calls"]):
        try:
            state = _after(book, state, Call(**call))
        except RuleError:
            refused.append(place)
    return {
        "refused": refused,
        "to_call": state.to_call,
        "calls": _open_calls(book, state),
        "high": state.high,
        "bidder": state.bidder,
        "stuck": state.stuck,
        "frozen": [seat for seat in book.seats if seat in state.frozen],
        "standing": dict(state.standing),
    }


def _after(book: RuleBook, state: AuctionState, call: Call) -> AuctionState:
    if call.bid is None or call.seat == state.to_call:
        return apply_call(book, state, call)
    return apply_out_of_turn(book, state, call.seat, call.bid)


def _open_calls(book: RuleBook, state: AuctionState) -> list[int | None]:
    if state.to_call is None:
        return []
    if may_change(book, state, state.to_call):
        return [None, *bids_from(book, state.high, 3)]
    return [state.standing_bid(state.to_call)]


def _plays(book: RuleBook, given: Data) -> Data:
    hand, trick = _cards(given["hand"]), _cards(given["trick"])
    leads_trump = given.get("first_lead", False) and must_lead_trump(book, stuck=given.get("stuck", False))
    legal = legal_plays(book, hand, trick, given["trump"], leads_trump=leads_trump)
    return {"cards": sorted({str(card) for card in legal})}


def _winner(book: RuleBook, given: Data) -> Data:
    return {"index": winner(_cards(given["trick"]), given["trump"])}


def _claim(book: RuleBook, given: Data) -> Data:
    hands, player = {seat: _cards(cards) for seat, cards in given["hands"].items()}, given["player"]
    found = check_lay_down(book, hands, player, player, given["trump"])
    take, _ = lay_down_take(book, hands, found)
    return {"stands": found.right, "take": take}


def _hand(book: RuleBook, given: Data) -> Data:
    score = score_deal(book, record_from_data(book, given))
    return {"score": score.scores, "outcome": str(score.outcome)}


def _game(book: RuleBook, given: Data) -> Data:
    result = play_game(book, (record_from_data(book, hand) for hand in given["hands"]))
    won = {"side": result.won.side, "hand": result.won.hand} if result.won else None
    return {"totals": [dict(totals) for totals in result.totals], "won": won}


def _money(book: RuleBook, given: Data) -> Data:
    records = [record_from_data(book, hand) for hand in given["hands"]]
    sheet = money_sheet(book, play_game(book, records), records)
    if sheet is None:
        raise RuleError(f"{book.name} is not played for money.")
    lines = [
        {
            "side": line.side,
            "hand": line.hand,
            "kind": line.kind or line.reason,
            "amounts": {**line.amounts, "kitty": line.kitty},
        }
        for line in sheet.lines
    ]
    return {"lines": lines, "totals": {**sheet.totals, "kitty": sheet.kitty}, "paid": sheet.paid}


def _ruling(book: RuleBook, given: Data) -> Data:
    """The book's proposal, or the fact that is missing or cannot be. Sides and players go by their letters."""
    seats, sides = ({name: name for name in names} for names in (book.seats, book.sides))
    record = record_from_data(book, given["hand"]) if given.get("hand") else None
    situation = Situation(given["dealer"], sides, seats, record, given.get("misdeals", 0))
    judgment = judge(book, given["kind"], situation, given["facts"])
    if judgment.proposal is None:
        return {"asks": next(iter(judgment.faults), judgment.questions[-1].code)}
    found = judgment.proposal
    return {"effect": found.effect, "penalties": [asdict(each) for each in found.penalties]}


def _tardiness(book: RuleBook, given: Data) -> Data:
    late = timedelta(minutes=given["minutes"], seconds=given.get("seconds", 0))
    cost = tardiness(book, minutes_counted(book, late))
    return {"points": cost or 0, "replaced": cost is None}


def _round(book: RuleBook, given: Data) -> Data:
    players = [_player(player) for player in given.get("players") or ()]
    result = round_result(book, given["hands"], penalties_by_side(book, players))
    answer: dict[str, Any] = {"totals": dict(result.totals), "skunk": result.skunk}
    if "last_bid" in given:
        won = winners(book, result.totals, given["last_bid"])
        answer["won"] = won[0] if len(won) == 1 else None
    if not players:
        return answer
    scores = player_scores(book, result, players)
    return {**answer, "players": [score.points if score.counts else None for score in scores]}


def _player(given: Data) -> PlayerRecord:
    return PlayerRecord(**{**given, "role": Role(given.get("role", Role.PLAYER))})


OPS: Final[Mapping[str, Callable[[RuleBook, Data], Data]]] = {
    "meld": _meld,
    "redeal": _redeal,
    "bid": _bid,
    "auction": _auction,
    "plays": _plays,
    "winner": _winner,
    "claim": _claim,
    "hand": _hand,
    "game": _game,
    "money": _money,
    "ruling": _ruling,
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
        book = _changed(built_in_book(data["book"]), data.get("changes") or {}).as_agreed(**data.get("agreed") or {})
        case = Case(data["id"], book, data["op"], data["in"], data["out"])
    except (ValueError, KeyError, TypeError) as error:
        raise UnreadableCase(f"{place}: this is no case: {error}") from error
    if case.op not in OPS:
        raise UnreadableCase(f"{place}: unknown op “{case.op}”; there are {', '.join(OPS)}.")
    if data.get("format", FORMAT) != FORMAT:
        raise UnreadableCase(f"{place}: format {data['format']}; this program reads format {FORMAT}.")
    return case


@lru_cache(maxsize=256)
def _with_changes(book: RuleBook, changes: str) -> RuleBook:
    data = book.model_dump(mode="json")
    for path, value in json.loads(changes).items():
        *above, name = path.split(".")
        part = data
        for step in above:
            part = part.setdefault(step, {})
        part[name] = value
    return book_from_data(data)


def _changed(book: RuleBook, changes: Data) -> RuleBook:
    """The book with entries changed; raises `BookError` where that is none."""
    return _with_changes(book, json.dumps(changes, sort_keys=True)) if changes else book


def run_case(case: Case) -> Data:
    """The answer of the rules to a case; an error of theirs is an answer too, never a pass."""
    try:
        return OPS[case.op](case.book, case.given)
    except (ValueError, KeyError, TypeError) as error:
        return {"error": f"{type(error).__name__}: {error}"}


def main(paths: list[str]) -> int:
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
