"""What is said of a card that a kitchen keeps, or of a game with bots."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from tests.lab.year.journal import Said

from .crawl import Got
from .nights import Nights
from .pages import Page, card, classed, hand
from .papers import APART
from .sheets import lines, sheets, words
from .words import figure, people

SIDES: Final = re.compile(r" – ")


def totals(where: str, sides: list[str], points: list[str], of: str) -> Iterator[Said]:
    for side, said in zip(sides, points, strict=True):
        yield from (Said(where, name, "total", figure(said), of) for name in people(side))


def is_of_sides(row: list[str]) -> bool:
    """Whole names, of partners or of three who play alone; not what is below them, or the rest of a long name."""
    is_plain = not any(re.search(r"\d|signed", cell) for cell in row)
    return is_plain and (all(" & " in cell for cell in row) or (len(row) == 3 and all(" " in cell for cell in row)))


def card_paper(got: Got, nights: Nights) -> Iterator[Said]:
    """Its totals, and below them who plays."""
    where, of, points, sides = nights.where("score card", got), nights.at_table(got), list[str](), list[str]()
    for line in lines(got.body):
        row = APART.split(line.strip())
        if row[0] == "Total":
            points = row[1:]
        elif points and not sides and len(row) == len(points) and is_of_sides(row):
            sides = row
            yield from totals(where, sides, points, of)


def kept(got: Got, nights: Nights) -> Iterator[Said]:
    """The device's own cards, with their totals."""
    for sheet in sheets(got):
        for row in sheet.rows if {"Who plays", "Totals"} <= set(sheet.headings) else ():
            sides, points = SIDES.split(row["Who plays"]), re.split(r"[:\s]+", row["Totals"])
            if len(sides) == len(points):
                yield from totals(nights.where("list of kept cards", got), sides, points, nights.at_table(got))


def game(got: Got, page: Page, nights: Nights) -> Iterator[Said]:
    """The card beside the table, and how the last hand was counted."""
    where, of = nights.where("table with bots", got), nights.at_table(got)
    for table in page.xpath("//table[contains(@class, 'score-short')]"):
        sides = [words(one) for one in classed(table, "score-name")]
        yield from totals(where, sides, [words(one) for one in classed(table, "score-total")], of)
        for row in table.xpath("./tbody/tr"):
            scores, number = [words(one) for one in row.xpath("./td/b")], words(row.xpath("./th")[0])
            for side, score in zip(sides, scores, strict=True):
                yield from (Said(where, name, "score", figure(score), f"{of}, hand {number}") for name in people(side))
    for side in classed(page, "result-side"):
        now = re.search(r"now ([−\d,]+)", words(side))
        for name in people(words(side.xpath("./h3")[0])) if now else ():
            yield Said(where, nights.me if name == "You" else name, "total", figure(now[1]) if now else "", of)


def own_hands(got: Got, nights: Nights) -> Iterator[Said]:
    """What came of the hands that somebody played with bots, the newest first."""
    where, night = nights.where("list of own hands", got), nights.of(got)
    for sheet in sheets(got):
        for number, row in zip(range(len(sheet.rows), 0, -1), sheet.rows, strict=True):
            if "Hands" in sheet.headings:
                yield Said(where, nights.me, "hands", figure(row["Hands"]), night)
                if "of" in row["Your bids made"]:
                    yield Said(where, nights.me, "bids made", row["Your bids made"], night)
            elif "Score" in sheet.headings:
                yield Said(where, nights.me, "score", figure(row["Score"]), f"{nights.at_table(got)}, hand {number}")


CARD_PAGES: Final = {
    "score_card:card": card, "score_card:read": card, "score_card:details": card, "score_card:hand": hand,
    "score_card:read_hand": hand, "play:table": game,
}  # fmt: skip
CARD_LISTS: Final = {"score_card:start": kept, "play:record": own_hands}
CARD_PAPERS: Final = {"score_card:card_pdf": card_paper, "score_card:read_pdf": card_paper}
