"""Scoring a deal, beside reading the same line of a card from its JSON, which no app is spared."""

import json
import random
from typing import Any

from scoring.rules.book import RuleBook, built_in_books
from scoring.rules.cards import SUITS
from scoring.rules.deal_score import score_deal
from scoring.rules.game import play_game
from scoring.score_card.entries import Figures
from scoring.score_card.sheet import record_of
from tests.lab.benchmarks import Row, seconds_in_turn, sized

LINES = sized(4, 100)


def run() -> list[Row]:
    return [row for key in ("st-hilary", "npa", "gwinnett-3") for row in rows_of(built_in_books()[key])]


def rows_of(book: RuleBook) -> list[Row]:
    lines = played_lines(book)
    records = [record_of(book, line["dealer"], Figures.parse(line)) for line in lines]
    texts = [json.dumps(line) for line in lines]
    taken = seconds_in_turn(
        lambda: [json.loads(text) for text in texts],
        lambda: [score_deal(book, record) for record in records],
        lambda: play_game(book, records),
        times=sized(1, 3, 30),
    )
    reading, scoring, game = (1e6 * seconds for seconds in taken)
    return [
        Row(f"scoring a deal, {book.key}", scoring / LINES, "µs", reading / LINES, "µs, reading its JSON"),
        Row(f"a card of {LINES} deals, {book.key}", game, "µs", reading, "µs, reading their JSON"),
    ]


def played_lines(book: RuleBook) -> list[dict[str, Any]]:
    """Hands as tables write them: made and set, whatever the figures come to."""
    rng = random.Random(7)
    lines = []
    for number in range(LINES):
        shares = sorted(rng.randint(0, book.total_points) for _ in book.sides[1:])
        ends = (0, *shares, book.total_points)
        lines.append(
            {
                "dealer": book.seats[number % len(book.seats)],
                "bidder": rng.choice(book.seats),
                "bid": book.auction.opening + rng.randint(0, 10),
                "trump": rng.choice(SUITS),
                "meld": {side: rng.randint(0, book.auction.opening) for side in book.sides},
                "take": {side: ends[place + 1] - ends[place] for place, side in enumerate(book.sides)},
            }
        )
    return lines
