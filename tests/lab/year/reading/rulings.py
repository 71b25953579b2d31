"""What coming late cost, in the list of an evening's rulings, in the club's report of them, its file and paper, and in
a player's own list."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tests.lab.year.journal import Said

from .crawl import Got
from .nights import Nights
from .pages import HERE, Page, classed
from .sheets import lines, of_csv, text, words

LATE = re.compile(r"minutes? late: (\d+) off")
EVENING = re.compile(r", (?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day, ")
AT_TABLE = re.compile(r"\s*(Round \d+), table \d+\s{2,}Late: (.+?)(?:\s{2,}|$)")


def of_evening(got: Got, page: Page, nights: Nights) -> Iterator[Said]:
    for part in page.xpath("//section"):
        for line in part.xpath(".//li"):
            who = words(classed(line, "line-title")[0]).partition(": ")[2]
            yield from _late(got, nights, who, nights.of(got), words(part.xpath(".//h2")[0]), text(line))


def report(got: Got, page: Page, nights: Nights) -> Iterator[Said]:
    for part in page.xpath("//section[.//li]"):
        night = nights.led_to(part.xpath("string(.//h2/a/@href)"))
        for line in part.xpath(".//li"):
            who = words(line.xpath(".//strong")[0]).partition(": ")[2] or nights.who(got)
            at = HERE.search(text(line))
            yield from _late(got, nights, who, night, f"round {at[1]}" if at else "", text(line))


def report_file(got: Got, nights: Nights) -> Iterator[Said]:
    for row in of_csv(got.body).rows:
        yield from _late(got, nights, row["Who"], nights.on(row["Date"]), f"round {row['Round']}", row["Decision"])


def report_paper(got: Got, nights: Nights) -> Iterator[Said]:
    night = who = at = ""
    for line in lines(got.body):
        night = nights.on(line) if EVENING.search(line) else night
        if found := AT_TABLE.match(line):
            at, who = found.groups()
        yield from _late(got, nights, who, night, at, line)


def _late(got: Got, nights: Nights, who: str, night: str, at: str, said: str) -> Iterator[Said]:
    if off := LATE.search(said):
        yield Said(nights.where("rulings", got), who, "points off", off[1], f"{night}, {at.lower()}")


RULING_PAGES = {"league:rulings": of_evening, "league:rulings_report": report, "league:player_history": report}
RULING_LISTS = {"league:rulings_csv": report_file}
RULING_PAPERS = {"league:rulings_pdf": report_paper}
