"""What pages say outside their lists: cards and hands, members' pages, records, the notice, cash and dues."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Final

from lxml import html

from tests.lab.year.journal import Said

from .crawl import Got
from .nights import Nights
from .sheets import of_page, text, words
from .words import PLACE, figure, people

Page = html.HtmlElement
Reading = Callable[[Got, Page, Nights], Iterator[Said]]
HERE = re.compile(r"round (\d+)(?:, table (\d+))?(?:, hand (\d+))?", re.IGNORECASE)
OWES = re.compile(r"(?:Owes|You owe) (\$[\d.,]+)")


def head(page: Page) -> str:
    return words(page.xpath("//h1")[0])


def classed(element: Page, name: str) -> list[Page]:
    return list(element.xpath(f".//*[contains(concat(' ', @class, ' '), ' {name} ')]"))


def inside(night: str, said: str) -> str:
    """“night, round 2, table 3, hand 4”, as far as the words say it."""
    found = HERE.search(said)
    if not found or not night:
        return ""
    return ", ".join([night, *(f"{word} {number}" for word, number in zip(("round", "table", "hand"), found.groups(),
                                                                         strict=True) if number)])  # fmt: skip


# Cards -----------------------------------------------------------------------------------------------------


def card(got: Got, page: Page, nights: Nights) -> Iterator[Said]:
    parts = got.parts
    of = f"{nights.of(got)}, round {parts['number']}, table {parts['table']}"
    where = nights.where("score card", got)
    for at, side in enumerate(page.xpath("//table[contains(@class, 'hands')]//thead//th[@abbr]"), 1):
        names = people(side.get("abbr"))
        totals = classed(side, "side-total")
        running = "0"
        for row in page.xpath("//tr[starts-with(@id, 'hand-')]"):
            cell = next(iter(classed(row, f"s{at}")), None)
            now = classed(cell, "running") if cell is not None else []
            if now:
                score = int(figure(words(now[0]))) - int(running)
                running = figure(words(now[0]))
                number = row.get("id").removeprefix("hand-")
                yield from (Said(where, name, "score", str(score), f"{of}, hand {number}") for name in names)
        if totals:
            yield from (Said(where, name, "total", figure(words(totals[0])), of) for name in names)


def hand(got: Got, page: Page, nights: Nights) -> Iterator[Said]:
    parts = got.parts
    of = f"{nights.of(got)}, round {parts['number']}, table {parts['table']}, hand {parts['hand']}"
    for side in page.xpath("//section[starts-with(@aria-labelledby, 'side-')]"):
        totals = classed(side, "total-line")
        for name in people(words(side.xpath(".//h2")[0])):
            if totals:
                yield Said(
                    nights.where("hand", got), name, "score", figure(words(classed(totals[0], "change")[0])), of
                )


# Members ---------------------------------------------------------------------------------------------------


def place(got: Got, page: Page, nights: Nights) -> Iterator[Said]:
    who, season, where = head(page), nights.season(got), nights.where("place", got)
    for title in page.xpath("//*[@id='place']"):
        of = nights.part(season, got, "")
        found = PLACE.match(words(title))
        if found:
            yield Said(where, who, "season place", found[1], of)
        for points in title.xpath("following-sibling::p/b"):
            yield Said(where, who, "season points", figure(words(points)), of)
    for line in classed(page, "place-night"):
        night = nights.led_to(line.xpath(".//a/@href")[0]) if line.xpath(".//a/@href") else ""
        for soft in line.xpath(".//span[@class='soft']"):
            if night and PLACE.fullmatch(words(soft)):
                yield Said(where, who, "place", figure(words(soft)), night)
        rounds = list(line.itersiblings())
        is_by_points = not any("Place " in words(each) for each in rounds)
        for figures in line.xpath(".//b"):
            if night and is_by_points:
                yield Said(where, who, "points", figure(words(figures)), night)
        for each in (row for lines in rounds for row in lines.xpath("./li")):
            found = re.match(r"Round (\d+)", words(each))
            if found and night:
                said = figure(words(each.xpath("./span")[-1]))
                yield Said(where, who, "round points", said, f"{night}, round {found[1]}")


def nights_played(got: Got, page: Page, nights: Nights) -> Iterator[Said]:
    for sheet in of_page(page):
        if "Night" in sheet.headings:
            for row, link in zip(sheet.rows, sheet.links, strict=True):
                night = nights.led_to(link) or nights.on(row["Night"])
                for heading, what in (("Place", "place"), ("Points", "points")):
                    if night and figure(row.get(heading, "")):
                        yield Said(nights.where("nights", got), head(page), what, figure(row[heading]), night)


def together(got: Got, page: Page, nights: Nights) -> Iterator[Said]:
    """What somebody made beside or against another, round by round; and how often they sat together."""
    who, other = re.split(r" with | against ", head(page), maxsplit=1)
    where = nights.where("company", got)
    for sheet in of_page(page):
        for row in sheet.rows:
            night = nights.on(row.get("Date", ""))
            found = inside(night, row.get("Round", ""))
            if found and figure(row["Points"]):
                yield Said(where, who, "round points", figure(row["Points"]), found.rsplit(", table", 1)[0])
                if "with" in got.name:
                    yield Said(where, other, "round points", figure(row["Points"]), found.rsplit(", table", 1)[0])


def company(got: Got, page: Page, nights: Nights) -> Iterator[Said]:
    for sheet in of_page(page):
        for row in sheet.rows:
            if "Together" in sheet.headings and figure(row["Together"]):
                yield Said(
                    nights.where("company", got), head(page), "partner", figure(row["Together"]), row["Player"]
                )


def hands_of(got: Got, page: Page, nights: Nights) -> Iterator[Said]:
    for sheet in of_page(page):
        for row in sheet.rows:
            of = inside(nights.on(row.get("Date", "")), row.get("Where", ""))
            if of and "hand" in of and figure(row.get("Points", "")):
                yield Said(nights.where("hands", got), head(page), "score", figure(row["Points"]), of)


BESTS: Final = {"Best round": "round points", "Best night": "points", "Highest hand": "score"}


def member(got: Got, page: Page, nights: Nights) -> Iterator[Said]:
    who, where = head(page), nights.where("record", got)
    of = "" if "season=" not in got.address else None
    for row in page.xpath("//dl/div"):
        what, said = words(row.xpath("./dt")[0]), [words(part) for part in row.xpath("./dd/a | ./dd/*/a")]
        if what in BESTS and len(said) > 1:
            night = nights.on(said[1])
            there = inside(night, said[1]) if BESTS[what] != "points" else night
            if BESTS[what] == "round points" and there:
                yield Said(where, who, "round points", figure(said[0]), there.rsplit(", table", 1)[0])
            elif there and (BESTS[what] == "points" or ", hand" in there):
                yield Said(where, who, BESTS[what], figure(said[0]), there)
    for row in page.xpath("//table[contains(@class, 'roles')]//tbody/tr"):
        name, own = (words(cell) for cell in row.xpath("./*")[:2])
        if name == "Bidder" and of is not None:
            yield Said(where, who, "sets", " of ".join(re.findall(r"\d+", own)[:2]), of)


# The club --------------------------------------------------------------------------------------------------


def records(got: Got, page: Page, nights: Nights) -> Iterator[Said]:
    for line in classed(page, "line"):
        title, note, end = (next(iter(classed(line, f"line-{part}")), None) for part in ("title", "note", "end"))
        if title is None or note is None or end is None or words(title) not in BESTS:
            continue
        night, what = nights.led_to(line.get("href", "")) or nights.on(words(note)), BESTS[words(title)]
        there = night if what == "points" else inside(night, words(note))
        if what == "round points":
            there = there.rsplit(", table", 1)[0]
        for name in people(words(note.xpath(".//bdi")[0])) if there and note.xpath(".//bdi") else ():
            yield Said(nights.where("records", got), name, what, figure(words(end)), there)


def front(got: Got, page: Page, nights: Nights) -> Iterator[Said]:
    yield from records(got, page, nights)
    where = nights.where("front page", got)
    for line in classed(page, "line"):
        title = next(iter(classed(line, "line-title")), None)
        who = title.xpath(".//bdi") if title is not None else []
        found = PLACE.match(words(title)) if who else None
        if not found:
            continue
        names, link = people(words(who[0])), line.get("href", "")
        if "/seasons/" in link:
            season = nights.seasons.get(int(link.split("/seasons/")[1].split("/")[0]), "")
            for name in names:
                yield Said(where, name, "season place", found[1], season)
                yield Said(where, name, "season points", figure(words(classed(line, "line-end")[0])), season)
        else:
            above = line.xpath("ancestor::section[1]")
            night = nights.on(text(above[0])) if above else ""
            for name in (names if night and len(names) == 1 else ()):
                yield Said(where, name, "place", found[1], night)


def won(got: Got, page: Page, nights: Nights) -> Iterator[Said]:
    """Who won, on calendar and list of events."""
    for link in page.xpath("//a[contains(@href, '/events/')]"):
        row = link.xpath("ancestor-or-self::*[self::li or self::tr][1]")
        found = re.search(r"Won by (.+?)(?: · |$)", words(row[0])) if row else None
        if found and nights.led_to(link.get("href")):
            for name in people(found[1]):
                yield Said(
                    nights.where("calendar", got), name, "place", "1", nights.led_to(link.get("href"))
                )


def champions(got: Got, page: Page, nights: Nights) -> Iterator[Said]:
    for line in page.xpath("//main//li"):
        season = next((name for name in nights.seasons.values() if name in words(line)), "")
        who, end = line.xpath(".//bdi"), classed(line, "line-end")
        if season and who:
            yield Said(nights.where("champions", got), words(who[0]), "season place", "1", season)
            if end:
                yield Said(
                    nights.where("champions", got), words(who[0]), "season points", figure(words(end[0])), season
                )


# The notice ------------------------------------------------------------------------------------------------

NAMES = r"(.+?)"
POINTS = r"([−\d,.]+) points?"


def notice(night: str, nights: Nights, said: str, where: str) -> Iterator[Said]:
    """The sentences of a notice, on its page, on paper and in mails."""
    for found in re.finditer(rf"(?:^|[.] ){NAMES} won the (?:night|day|evening|afternoon|morning) with {POINTS}", said):
        who = found[1].rsplit(". ", 1)[-1]
        yield Said(where, who, "place", "1", night)
        yield Said(where, who, "points", figure(found[2]), night)
    for found in re.finditer(rf"([^.]+?) came in (second|third) with {POINTS}", said):
        yield Said(where, found[1].strip(), "place", {"second": "2", "third": "3"}[found[2]], night)
        yield Said(where, found[1].strip(), "points", figure(found[3]), night)
    for found in re.finditer(r"The high round was ([\d,]+) points?, by ([^.]+?) in round (\d+)", said):
        if " in round " not in found[2]:
            for name in people(found[2]):
                yield Said(where, name, "round points", figure(found[1]), f"{night}, round {found[3]}")
    for found in re.finditer(rf"([^,.]+(?:, )?)stands first in ([^.]+?) with {POINTS}(?:, followed by ([^.]+))?", said):
        who, of = found[1].split(", ")[-1].strip(), nights.after(found[2], night)
        yield Said(where, who, "season place", "1", of)
        yield Said(where, who, "season points", figure(found[3]), of)
        for name, points in re.findall(rf"(?:and )?([^(),]+?) \({POINTS}\)", found[4] or ""):
            yield Said(where, name.removeprefix("and ").strip(), "season points", figure(points), of)


def notice_page(got: Got, page: Page, nights: Nights) -> Iterator[Said]:
    said = " ".join(words(part) for part in page.xpath("//main//p"))
    yield from notice(nights.of(got), nights, said, nights.where("notice", got))


# Money -----------------------------------------------------------------------------------------------------


def cash(got: Got, page: Page, nights: Nights) -> Iterator[Said]:
    night, where = nights.of(got), nights.where("cash sheet", got)
    prizes: dict[str, float] = {}
    for row in page.xpath("//li[contains(@class, 'prize')]//*[contains(@class, 'cash-row')]"):
        who, amount = row.xpath(".//bdi"), classed(row, "cash-amount")
        if who and amount:
            name = words(who[0])
            prizes[name] = prizes.get(name, 0) + float(figure(words(amount[0])))
    yield from (Said(where, name, "prize", f"{dollars:g}", night) for name, dollars in prizes.items())
    for row in page.xpath("//*[@aria-labelledby='fees']//*[contains(@class, 'cash-row')]"):
        paid = row.xpath(".//*[contains(@class, 'tag-go')]")
        amount = classed(row, "cash-amount")
        if paid and amount and row.xpath(".//bdi"):
            yield Said(where, words(row.xpath(".//bdi")[0]), "paid", figure(words(amount[0])), night)


def own_dues(got: Got, page: Page, nights: Nights) -> Iterator[Said]:
    found = OWES.search(text(page))
    if found:
        yield Said(nights.where("dues of a member", got), head(page), "owes", figure(found[1]))


def me(got: Got, page: Page, nights: Nights) -> Iterator[Said]:
    who, where = head(page), nights.where("own page", got)
    said = text(page.xpath("//main")[0])
    found = OWES.search(said)
    if found:
        yield Said(where, who, "owes", figure(found[1]))
    for day, standing, points in re.findall(r"([A-Z]\w+, \w+ \d+, \d{4})\s*: Place (\d+) of \d+, ([−\d,]+) points", said):
        if nights.on(day):
            yield Said(where, who, "place", standing, nights.on(day))
            yield Said(where, who, "points", figure(points), nights.on(day))


PAGES: Final[dict[str, Reading]] = {
    "league:read_card": card, "league:read_hand": hand, "league:season_place": place,
    "league:player_nights": nights_played, "league:player_with": together, "league:player_against": together,
    "league:player_company": company, "league:player_hands": hands_of, "league:player": member,
    "league:records": records, "league:club": front, "league:calendar": won, "league:events": won,
    "league:champions": champions, "league:notice": notice_page, "league:cash": cash,
    "league:member_dues": own_dues, "league:me": me,
}  # fmt: skip
