"""Our bots as a program on standard input and output."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from collections.abc import Callable
from functools import lru_cache
from typing import Any, TextIO

from scoring.play.actions import action_to_json
from scoring.play.bots import STRENGTHS, Budget, make_bot
from scoring.play.engine import warm_up
from scoring.play.table import Bot
from scoring.rules.book import RuleBook, book_from_json

from .questions import PROTOCOL, view_from

Making = Callable[[str], Bot]  # a bot, with this seed


def add_options(parser: ArgumentParser) -> None:
    parser.add_argument("--strength", choices=STRENGTHS, default="expert", help="who plays (default: %(default)s)")
    thinking = parser.add_mutually_exclusive_group()
    thinking.add_argument("--playouts", type=int, help="an Expert’s for a decision, so that its choices repeat")
    thinking.add_argument("--seconds", type=float, help="an Expert’s for a decision (default: 0.2)")
    parser.add_argument("--meld-bids", action="store_true", help="let bids show meld where that is customary")


def made_by(options: dict[str, Any]) -> tuple[str, Making]:
    strength, playouts, seconds = options["strength"], options["playouts"], options["seconds"]
    budget = Budget(seconds) if seconds else Budget(playouts=playouts)
    effort = f", {seconds:g} s" if seconds else f", {playouts} playouts" if playouts else ""

    def make(seed: str) -> Bot:
        return make_bot(strength, seed=seed, budget=budget, meld_bids=options["meld_bids"])

    return f"{strength}{effort if strength == 'expert' else ''}", make


def serve(asked: TextIO, answers: TextIO, name: str, make: Making) -> None:
    """Answer line by line, until told to quit or the input ends."""
    book: RuleBook | None = None
    bot_of = lru_cache(maxsize=8)(lambda seed, seat: make(seed))  # one seat's bot never answers for another
    for line in asked:
        message = json.loads(line)
        match message["type"]:
            case "hello":
                answer = {"type": "hello", "protocol": PROTOCOL, "name": name}
            case "book":
                book = book_from_json(json.dumps(message["book"]))
                warm_up(book)
                answer = {"type": "ready"}
            case "ask":
                assert book is not None, "a question before the book"
                view = view_from(book, message)
                action = bot_of(message.get("seed", ""), view.seat).choose(view).action
                answer = {"type": "act", "id": message["id"], "action": action_to_json(action)}
            case "quit":
                return
            case _:
                continue
        answers.write(json.dumps(answer) + "\n")
        answers.flush()
