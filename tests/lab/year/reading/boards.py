"""What pages and papers of a duplicate say: what each table made of each board, and everybody's percentage."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from tests.lab.year.journal import Said

from .crawl import Got
from .nights import Nights
from .sheets import lines, of_csv, of_xlsx, text, words
from .words import figure, people

FIGURES = re.compile(r"([+−]?\d+)\s+([+−]?\d[\d.]*)%?$")
TRAVELED = re.compile(r"(\d+) / (\d+)\s.*?([+−]?\d+)\s+([+−]?\d+)\s+([−+\d.]+)%?\s+([−+\d.]+)%?$")
PLAYED_BY = ("NS", "EW")


def _made(where: str, whom: str, of: str, score: str, share: str) -> Iterator[Said]:
    yield Said(where, whom, "score", figure(score), of)
    yield Said(where, whom, "board share", figure(share), of)


def travelers(got: Got, page: Any, nights: Nights) -> Iterator[Said]:
    """Board by board, what both sides of each table scored, and their shares."""
    for board in page.xpath("//table[contains(@class, 'traveler')]"):
        for row in board.xpath(".//tbody/tr"):
            at, _, *sides = row.xpath("./*")
            there = re.match(r"Table (\d+), round (\d+)", words(at))
            for side in sides if there else ():
                if there and (found := FIGURES.search(text(side))):
                    of = f"{nights.of(got)}, round {there[2]}, table {there[1]}, {board.get('aria-labelledby')}"
                    for one in side.xpath(".//bdi"):
                        yield from _made(nights.where("traveler", got), words(one), of.replace("board-", "board "),
                                         found[1], found[2])  # fmt: skip


def travelers_paper(got: Got, nights: Nights) -> Iterator[Said]:
    board = ""
    for line in lines(got.body):
        if begins := re.match(r"\s*(Board \d+) \w+ deals", line):
            board = begins[1].lower()
        elif board and (row := TRAVELED.match(line.strip())):
            of = f"{nights.of(got)}, round {row[1]}, table {row[2]}, {board}"
            for side, score, share in zip(PLAYED_BY, (row[3], row[4]), (row[5], row[6]), strict=True):
                yield from _made(nights.where("travelers", got), side, of, score, share)


def boards_file(got: Got, nights: Nights) -> Iterator[Said]:
    for row in (of_csv(got.body) if got.kind == "text/csv" else of_xlsx(got.body)).rows:
        of = f"{nights.of(got)}, round {row['Round']}, table {row['Table']}, board {row['Board']}"
        for side in ("N-S", "E-W"):
            for name in people(row[f"{side} players"]) if row[f"{side} score"] and row[f"{side} %"] else ():
                yield from _made(nights.where("boards", got), name, of, row[f"{side} score"], row[f"{side} %"])


def own_boards(got: Got, page: Any, nights: Nights) -> Iterator[Said]:
    """Somebody's place and percentage, and the share of each board."""
    who, night, where = words(page.xpath("//h1")[0]), nights.of(got), nights.where("own boards", got)
    if found := re.search(r"place (\d+) of \d+, ([\d.]+)%", text(page.xpath("//main")[0])):
        yield Said(where, who, nights.placed(night), found[1], night)
        yield Said(where, who, "percentage", found[2], night)
    for line in page.xpath("//*[@class='lines']/li"):
        board, at = (words(line.xpath(f".//*[contains(@class, 'line-{part}')]")[0]) for part in ("title", "note"))
        there, share = re.match(r"Round (\d+), table (\d+)", at), line.xpath(".//b[@class='figure']")
        if there and share and "%" in words(share[0]):
            of = f"{night}, round {there[1]}, table {there[2]}, {board.lower()}"
            yield Said(where, who, "board share", figure(words(share[0])), of)


def own_boards_paper(got: Got, nights: Nights) -> Iterator[Said]:
    said, night = lines(got.body), nights.of(got)
    for above, line in pairwise(said):
        if found := re.match(r"\s*([\d.]+)% · Place (\d+) · ", line):
            where, who = nights.where("own boards", got), above.strip()
            yield Said(where, who, nights.placed(night), found[2], night)
            yield Said(where, who, "percentage", found[1], night)


def bracket(got: Got, page: Any, nights: Nights) -> Iterator[Said]:
    won = re.search(r"Winners: (.+?) (?:Consolation winners|Main bracket)", text(page.xpath("//main")[0]))
    for name in people(won[1]) if won else ():
        yield Said(nights.where("bracket", got), name, nights.placed(nights.of(got)), "1", nights.of(got))


def bracket_paper(got: Got, nights: Nights) -> Iterator[Said]:
    won = next((line.strip() for line in lines(got.body) if line.strip().startswith("Winners: ")), "")
    for name in people(won.removeprefix("Winners: ")):
        yield Said(nights.where("bracket", got), name, nights.placed(nights.of(got)), "1", nights.of(got))


BOARD_PAGES = {
    "league:board_traveler": travelers, "league:night_boards": travelers, "league:player_boards": own_boards,
    "league:bracket": bracket,
}  # fmt: skip
BOARD_PAPERS = {
    "league:travelers_pdf": travelers_paper, "league:own_boards_pdf": own_boards_paper,
    "league:boards_csv": boards_file, "league:boards_xlsx": boards_file, "league:bracket_pdf": bracket_paper,
}  # fmt: skip
