"""Our bots as programs: they answer what they would have done."""

import io
import json
import random

import pytest

from scoring.play.actions import action_to_json
from scoring.play.bots import make_bot
from scoring.play.protocol import serving
from scoring.play.protocol.questions import question
from scoring.play.seat_view import seat_view
from scoring.play.state import begin
from scoring.play.table import play_on
from scoring.rules.book import built_in_book
from scoring.rules.dealing import deal


def test_bot_answers_by_lines_what_it_does_at_a_table(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serving, "warm_up", lambda book: None)  # seconds of a compiler
    book = built_in_book("hidden-valley")
    state = begin(book, "W", deal(book, random.Random(31), "W"))
    asked: list[object] = [{"type": "hello", "protocol": 1}, {"type": "news"}]
    asked.append({"type": "book", "book": json.loads(book.to_json())})
    done: list[object] = []
    for after, decision in play_on(state, {seat: make_bot("club", seed=1) for seat in book.seats}):
        view = seat_view(state, decision.action.seat)
        asked.append({"type": "ask", "id": len(done), "more": [], **question(view)})
        done.append({"type": "act", "id": len(done), "action": action_to_json(decision.action)})
        state = after
    asked += [{"type": "quit"}, {"type": "hello"}]
    lines, answers = io.StringIO("".join(f"{json.dumps(line)}\n" for line in asked)), io.StringIO()

    serving.serve(lines, answers, "Club", lambda seed: make_bot("club", seed=seed))

    hello, ready, *acts = map(json.loads, answers.getvalue().splitlines())
    assert hello == {"type": "hello", "protocol": 1, "name": "Club"}
    assert ready == {"type": "ready"}
    assert acts == done
