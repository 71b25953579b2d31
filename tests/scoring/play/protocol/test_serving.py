"""Our bots as programs: they answer what they would have done."""

import io
import json
import random
import sys
from pathlib import Path
from subprocess import PIPE, Popen
from typing import Any

import pytest

from pinochle_club.ground import documents
from scoring.play.actions import action_from_json, action_to_json
from scoring.play.bots import make_bot
from scoring.play.protocol import serving
from scoring.play.protocol.questions import question
from scoring.play.seat_view import seat_view
from scoring.play.state import apply, begin, refusal
from scoring.play.table import play_on
from scoring.rules.book import built_in_book, built_in_books
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


def test_the_bot_to_copy_plays_every_book_legally(tmp_path: Path) -> None:
    """What stands in the document, saved as a file: it answers by lines, whatever is asked."""
    tokens = documents.parse((documents.DOCS / "bot-protocol.md").read_text(encoding="utf-8"))
    program = next(token.content for token in tokens if token.content.startswith('"""A whole bot'))
    (tmp_path / "my_bot.py").write_text(program, encoding="utf-8")
    kinds = set()

    with Popen([sys.executable, tmp_path / "my_bot.py"], stdin=PIPE, stdout=PIPE, text=True) as bot:

        def told(**line: object) -> dict[str, Any]:
            assert bot.stdin is not None
            assert bot.stdout is not None
            bot.stdin.write(f"{json.dumps(line)}\n")
            bot.stdin.flush()
            answer: dict[str, Any] = json.loads(bot.stdout.readline())
            return answer

        assert told(type="hello", protocol=1)["protocol"] == 1
        for book in (book for book in built_in_books().values() if book.bots_play):
            assert told(type="book", book=json.loads(book.to_json())) == {"type": "ready"}
            state = begin(book, book.seats[0], deal(book, random.Random(book.key), book.seats[0]))
            while state.to_act is not None:
                asked = question(seat_view(state, state.to_act))
                act = told(type="ask", id=len(state.actions), seconds=5.0, seed="", **asked)
                action = action_from_json(act["action"])
                kinds.add(act["action"][0])
                assert (act["id"], refusal(state, action)) == (len(state.actions), None), asked
                state = apply(state, action)
        assert bot.stdin is not None
        bot.stdin.write('{"type": "quit"}\n')
        bot.stdin.close()
        assert bot.wait(10) == 0

    assert kinds >= {"bid", "trump", "partner", "pass_cards", "bury", "meld", "play"}
