"""What pages say outside their lists: cards and hands, members' pages, records, the notice, cash and dues."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any, Final, TypeAlias

from tests.lab.year.journal import Said

from .crawl import Got
from .nights import Nights
from .sheets import lines, sheets, text, words
from .words import PLACE, figure, people

Page: TypeAlias = Any  # an element of lxml, which has no types
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
    """The points so far after each hand; of boards each one's own, and the margin of all."""
    where, of = nights.where("score card", got), nights.at_table(got)
    rows = page.xpath("//tr[starts-with(@id, 'hand-')]")
    has_boards = any(words(number).startswith("Board") for row in rows for number in classed(row, "hand-no"))
    for at, side in enumerate(page.xpath("//table[contains(@class, 'hands')]//thead//th[@abbr]"), 1):
        names = people(side.get("abbr"))
        totals = classed(side, "side-total")
        running = "0"
        for row in rows:
            cell = next(iter(classed(row, f"s{at}")), None)
            now = classed(cell, "running") if cell is not None else []
            if now and of:
                score = int(figure(words(now[0]))) - int(running)
                running = "0" if has_boards else figure(words(now[0]))
                number = row.get("id").removeprefix("hand-")
                yield from (Said(where, name, "score", str(score), f"{of}, hand {number}") for name in names)
        if totals and of:
            what = "margin" if has_boards else "total"
            yield from (Said(where, name, what, figure(words(totals[0])), of) for name in names)


def hand(got: Got, page: Page, nights: Nights) -> Iterator[Said]:
    of = f"{there}, hand {got.parts['hand']}" if (there := nights.at_table(got)) else ""
    for side in page.xpath("//section[starts-with(@aria-labelledby, 'side-')]"):
        totals = classed(side, "total-line")
        for name in people(words(side.xpath(".//h2")[0])):
            if totals and of:
                yield Said(nights.where("hand", got), name, "score", figure(words(classed(totals[0], "change")[0])), of)


def look_back(got: Got, page: Page, nights: Nights) -> Iterator[Said]:
    """What each hand was worth to each side."""
    for number, table in enumerate(page.xpath("//table[.//th[text()='Side']]"), 1):
        for row in table.xpath(".//tbody/tr"):
            side, *_, points = (words(cell) for cell in row.xpath("./*"))
            of = f"{nights.at_table(got)}, hand {number}"
            yield from (
                Said(nights.where("look back", got), name, "score", figure(points), of) for name in people(side)
            )


def paper_card(got: Got, page: Page, nights: Nights) -> Iterator[Said]:
    """A card to type from paper: the last points so far of each side are what its hands came to."""
    for at, side in enumerate(page.xpath("//table[@data-paper-grid]//th[@colspan]"), 1):
        running = [words(cell) for cell in page.xpath(f"//td[contains(@class, 's{at} grid-running')]")]
        said = next((figure(points) for points in reversed(running) if figure(points)), "")
        for name in people(words(side)) if said else ():
            yield Said(nights.where("paper card", got), name, "total of hands", said, nights.at_table(got))


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
        for each in (row for ul in rounds for row in ul.xpath("./li")):
            found = re.match(r"Round (\d+)", words(each))
            if found and night:
                said = figure(words(each.xpath("./span")[-1]))
                yield Said(where, who, "round points", said, f"{night}, round {found[1]}")


def nights_played(got: Got, nights: Nights) -> Iterator[Said]:
    """Night by night; where a night was played by two books, each has a list, and together they are the night."""
    who, where, points = nights.who(got), nights.where("nights", got), dict[str, Fraction]()
    for sheet in sheets(got, ("Night", "Place", "Points")) if who else ():
        for row in sheet.rows if "Night" in sheet.headings else ():
            night = nights.on(row["Night"])
            if night and figure(row["Points"]):
                points[night] = points.get(night, Fraction()) + Fraction(figure(row["Points"]))
                yield Said(where, who, nights.placed(night), figure(row["Place"]), night)
    for night, sum_of in points.items() if "page=" not in got.address and "PDF" not in got.kind else ():
        yield Said(where, who, nights.made(night, "points"), f"{float(sum_of):g}", night)


def together(got: Got, nights: Nights) -> Iterator[Said]:
    """What somebody made beside or against another, round by round."""
    who = nights.who(got)
    for sheet in sheets(got):
        for row in sheet.rows:
            found = inside(nights.on(row.get("Date", "")), row.get("Round", ""))
            if found and figure(row["Points"]):
                of = found.rsplit(", table", 1)[0]
                what = nights.made(of.rsplit(", round", 1)[0], "round points")
                yield Said(nights.where("company", got), who, what, figure(row["Points"]), of)


TOGETHER = re.compile(r"(\d+) rounds?(?:, (\d+) won, ([−\d.,]+) (?:on average|points a round))?")


def company(got: Got, nights: Nights) -> Iterator[Said]:
    """With whom and against whom: rounds, rounds won, points on average."""
    who, where = nights.who(got), nights.where("company", got)
    season = nights.asked_season(got)
    for sheet in sheets(got):
        for row in sheet.rows if "Together" in sheet.headings and who else ():
            for heading, what in (("Together", "partner"), ("Against", "opponent")):
                if said := TOGETHER.match(row[heading]):
                    of = f"{season}, {row['Player']}".removeprefix(", ")
                    for word, part in ((what, said[1]), (f"{what} won", said[2]), (f"{what} average", said[3])):
                        if part:
                            yield Said(where, who, word, figure(part), of)


def hands_of(got: Got, nights: Nights) -> Iterator[Said]:
    """What a count of a record was counted from: hands, rounds, or nights."""
    who = nights.who(got)
    for sheet in sheets(got) if "of=club" not in got.address else ():
        for row in sheet.rows:
            of = inside(nights.on(row.get("Date", "")), row.get("Where", ""))
            if of and "hand" in of and figure(row.get("Points", "")):
                yield Said(nights.where("hands", got), who, "score", figure(row["Points"]), of)
            elif of and figure(row.get("Points", "")):
                made = nights.made(nights.on(row["Date"]), "round points")
                yield Said(nights.where("rounds", got), who, made, figure(row["Points"]), of.rsplit(", table", 1)[0])
            elif (night := nights.on(row.get("Date", ""))) and figure(row.get("Place", "")):
                yield Said(nights.where("nights", got), who, nights.placed(night), figure(row["Place"]), night)


def partners(got: Got, nights: Nights) -> Iterator[Said]:
    for sheet in sheets(got):
        for row in sheet.rows if {"Player", "Partner", "Rounds"} <= set(sheet.headings) else ():
            where, season = nights.where("partners", got), nights.season(got)
            yield Said(where, row["Player"], "partner", figure(row["Rounds"]), f"{season}, {row['Partner']}")
            yield Said(where, row["Player"], "partner points", figure(row["Points"]), f"{season}, {row['Partner']}")


def changes(got: Got, nights: Nights) -> Iterator[Said]:
    """What changed: the place and points after the arrow, of the publication that it leads to."""
    said = text(got.page.xpath("//main")[0]) if got.page is not None else " ".join(lines(got.body))
    to = re.search(r"(?:publication|Provisional,|Final,) (\d+)(?: of|:)", " ".join(said.split()))
    if not to:
        return
    for sheet in sheets(got, ("Name", "Place", "Points", "Why"), nights.titles):
        of = nights.part(nights.publication(nights.season(got), int(to[1])), got, sheet.title)
        for row in sheet.rows if {"Name", "Place", "Points"} <= set(sheet.headings) else ():
            for heading, what in (("Place", "season place"), ("Points", "season points")):
                said = figure(row[heading].split("→")[-1])
                if said:
                    yield Said(nights.where("changes", got), row["Name"], what, said, of)


def events(got: Got, nights: Nights) -> Iterator[Said]:
    for sheet in sheets(got):
        for row in sheet.rows if "Won by" in sheet.headings else ():
            night = nights.on(row["Date"])
            for name in people(row["Won by"]) if night and " share " not in row["Won by"] else ():
                yield Said(nights.where("list of events", got), name, nights.placed(night), "1", night)


def cash_file(got: Got, nights: Nights) -> Iterator[Said]:
    """Prizes and fees, as the file of the sheet has them."""
    prizes, shared = dict[str, Fraction](), dict[str, Fraction]()
    for sheet in sheets(got) if got.kind != "text/html" else ():
        for row in sheet.rows:
            amount = figure(next((cell for heading, cell in row.items() if heading.startswith("Amount")), ""))
            if row["Part"].startswith("Prize: ") and amount:
                for sums, word in ((prizes, row["Who or what"]), (shared, row["Part"].removeprefix("Prize: "))):
                    sums[word] = sums.get(word, Fraction()) + Fraction(amount)
            elif row["Part"] == "Fees" and row["Remarks"] == "Paid":
                yield Said(nights.where("cash sheet", got), row["Who or what"], "paid", amount, nights.of(got))
            elif row["Part"] == "The cash box" and row["Who or what"] == "Fees":
                yield Said(nights.where("cash sheet", got), "", "takings", amount, nights.of(got))
            elif row["Part"] == "Pot":
                yield Said(
                    nights.where("cash sheet", got), "", "pot", amount, f"{nights.of(got)}, {row['Who or what']}"
                )
            elif row["Part"] == "Set money":
                yield Said(nights.where("cash sheet", got), row["Who or what"], "set money", amount, nights.of(got))
    for name, dollars in prizes.items():
        yield Said(nights.where("cash sheet", got), name, "prize", f"{float(dollars):g}", nights.of(got))
    for title, dollars in shared.items():
        yield Said(nights.where("cash sheet", got), "", "prize", f"{float(dollars):g}", f"{nights.of(got)}, {title}")


COUNTED: Final = {"Rounds": "rounds", "Hands": "hands", "Bids": "bids", "Rounds won": "rounds won",
                  "Nights": "nights played",
                  "Highest bid made": "highest bid made", "Most meld": "most meld in a hand"}  # fmt: skip


def figures_of(got: Got, nights: Nights) -> Iterator[Said]:
    """A player’s figures beside the club’s, on the page and on paper. Each book that somebody plays by has its own."""
    found = [sheet for sheet in sheets(got, ("Figure", "Player", "Club")) if "Club" in sheet.headings[2:]]
    who, of, where = nights.who(got), nights.asked_season(got), nights.where("record", got)
    for row in found[0].rows if len(found) == 1 and found[0].headings[0] == "Figure" and who else ():
        if row["Figure"] in COUNTED:
            yield Said(where, who, COUNTED[row["Figure"]], figure(row["Player"]), of)
            yield Said(where, "", COUNTED[row["Figure"]], figure(row["Club"]), of)
        elif row["Figure"] == "Points a round":
            yield Said(where, who, "average", figure(row["Player"]), of)
        elif row["Figure"] == "Set rate" and figure(row["Player"]):
            yield Said(where, who, "sets", " of ".join(re.findall(r"\d+", row["Player"])[:2]), of)


def player_sheet(got: Got, nights: Nights) -> Iterator[Said]:
    yield from figures_of(got, nights)
    yield from nights_played(got, nights)


LISTS: Final = {
    "league:cash": cash_file,
    "league:season_partners": partners, "league:season_changes": changes, "league:season_changes_pdf": changes,
    "league:player_sheet": player_sheet, "league:player": figures_of, "league:events": events,
    "league:player_nights": nights_played, "league:player_with": together, "league:player_against": together,
    "league:player_company": company, "league:player_hands": hands_of,
}  # fmt: skip


COUNTS: Final = ("Longest run of bids made", "Most nights", "Most nights won", "Most rounds won")
BESTS: Final = {"Best round": "round points", "Best night": "points", "Highest hand": "score"}


def member(got: Got, page: Page, nights: Nights) -> Iterator[Said]:
    who, where, of = head(page), nights.where("record", got), nights.asked_season(got)
    parts = page.xpath("count(//table[contains(@class, 'roles')])")
    if parts > 1:  # each book's bests and bids are its own
        return
    for row in page.xpath("//dl/div"):
        what, said = words(row.xpath("./dt")[0]), [words(part) for part in row.xpath("./dd/a | ./dd/*/a")]
        if what in COUNTED and said and figure(said[0]):
            yield Said(where, who, COUNTED[what], figure(said[0]), of)
        if what in BESTS and len(said) > 1:
            night = nights.on(said[1])
            there = inside(night, said[1]) if BESTS[what] != "points" else night
            if BESTS[what] == "round points" and there:
                of_round = there.rsplit(", table", 1)[0]
                yield Said(where, who, nights.made(night, "round points"), figure(said[0]), of_round)
            elif there and (BESTS[what] == "points" or ", hand" in there):
                word = BESTS[what] if BESTS[what] == "score" else nights.made(night, BESTS[what])
                yield Said(where, who, word, figure(said[0]), there)
    for line in page.xpath("//a[contains(@href, '/with/')][.//bdi]"):
        if said_of := TOGETHER.match(words(classed(line, "line-note")[0])):
            beside = f"{of}, {words(line.xpath('.//bdi')[0])}".removeprefix(", ")
            for word, part in zip(("partner", "partner won", "partner average"), said_of.groups(), strict=True):
                yield Said(where, who, word, figure(part), beside)
    for row in page.xpath("//table[contains(@class, 'roles')]//tbody/tr"):
        name, own = (words(cell) for cell in row.xpath("./*")[:2])
        if name == "Bidder" and figure(own):  # nothing of who never bid
            yield Said(where, who, "sets", " of ".join(re.findall(r"\d+", own)[:2]), of)


# The club --------------------------------------------------------------------------------------------------


def records(got: Got, page: Page, nights: Nights) -> Iterator[Said]:
    for line in classed(page, "line"):
        title, note, end = (next(iter(classed(line, f"line-{part}")), None) for part in ("title", "note", "end"))
        if title is not None and end is not None and words(title) in COUNTS:
            yield Said(nights.where("records", got), "", words(title)[:1].lower() + words(title)[1:],
                       figure(words(end)))  # fmt: skip
        if title is None or note is None or end is None or words(title) not in BESTS:
            continue
        night, what = nights.led_to(line.get("href", "")) or nights.on(words(note)), BESTS[words(title)]
        there = night if what == "points" else inside(night, words(note))
        if what == "round points":
            there = there.rsplit(", table", 1)[0]
        names = people(words(note.xpath(".//bdi")[0])) if there and note.xpath(".//bdi") else ()
        if what == "round points":  # of the side: a partner who came late has less
            names = names[:1]
        what = what if what == "score" else nights.made(night, what)
        for name in names:
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
            for name in names if night else ():
                yield Said(where, name, nights.placed(night), found[1], night)


def won(got: Got, page: Page, nights: Nights) -> Iterator[Said]:
    """Who won, on calendar and list of events."""
    for link in page.xpath("//a[contains(@href, '/events/')]"):
        row = link.xpath("ancestor-or-self::*[self::li or self::tr][1]")
        found = re.search(r"Won by (.+?)(?: · |$)", words(row[0])) if row else None
        if found and nights.led_to(link.get("href")):
            for name in people(found[1]):
                night = nights.led_to(link.get("href"))
                yield Said(nights.where("calendar", got), name, nights.placed(night), "1", night)


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

NUMBERS = {
    "one": "1", "two": "2", "three": "3", "four": "4", "five": "5", "six": "6", "seven": "7", "eight": "8",
    "nine": "9", "ten": "10", "eleven": "11", "twelve": "12",
}  # fmt: skip
POINTS = r"([−\d,.]*\d) points?"
SENTENCES = re.compile(  # “R. A.” is no end, “of R. A. Bob” is one; a date above is
    r"(?<=[a-z\d)])[.] (?=[A-Z])|(?<=\b[A-Z]\. [A-Z]\.) (?=[A-Z]\w)|(?<=\b20\d\d) (?=[A-Z])"
)
WON = re.compile(rf"(.+?) won the \w+ with {POINTS}(?:, (?:only )?([\w,]+) ahead of (.+))?")
CAME_IN = re.compile(rf"(.+?) came in (second|third) with {POINTS}")
PRIZES = re.compile(r"(?:The prizes: |; )([^;]+?) to ([^;]+?) \(\$([\d.,]+)(?: each)?\)")
HIGH_ROUND = re.compile(r"The high round was ([\d,]+) points?, by (.+?) in round (\d+)")
FIRST = re.compile(rf"(?:.+, )?(.+?) stands first in (.+?) with {POINTS}(?:, followed by (.+))?")


def notice(night: str, nights: Nights, said: str, where: str) -> Iterator[Said]:
    """The sentences of a notice, on its page, on paper and in mails. Who was named in full before has a first name."""
    for sentence in SENTENCES.split(said):
        for one in _sentence(night, nights, sentence.rstrip(".")):
            in_full = re.search(rf"\b{re.escape(one.whom)} [A-Z][\w’-]+", said) if one.whom.isalpha() else None
            yield replace(one, where=where, whom=in_full[0] if in_full else one.whom)


def _sentence(night: str, nights: Nights, said: str) -> Iterator[Said]:
    placed = nights.placed(night)
    if found := WON.match(said):
        gap = NUMBERS.get(found[3] or "", figure(found[3] or ""))
        is_rounded = "." in figure(found[2])  # then what is left of both is no figure
        second = f"{Fraction(figure(found[2])) - Fraction(gap)}" if gap and not is_rounded else ""
        for name in people(found[1]):
            yield from (Said("", name, placed, "1", night), Said("", name, "points", figure(found[2]), night))
        yield from (
            Said("", name, "points", second, night) for name in people(re.sub(", who .+", "", found[4] or "")) if second
        )
    if found := CAME_IN.match(said):
        for name in people(found[1]):
            yield Said("", name, placed, {"second": "2", "third": "3"}[found[2]], night)
            yield Said("", name, "points", figure(found[3]), night)
    if found := re.match(r"The high hand was ([\d,]+) points?, by ", said):
        yield Said("", "", "highest hand", figure(found[1]), night)
    for prize, whom, dollars in PRIZES.findall(said) if said.startswith("The prizes: ") else ():
        for name in people(whom):
            yield Said("", name, "prize", figure(dollars), f"{night}, {prize[:1].upper()}{prize[1:]}")
    if (found := HIGH_ROUND.match(said)) and " in round " not in found[2]:
        for name in people(found[2]):
            yield Said("", name, "round points", figure(found[1]), f"{night}, round {found[3]}")
    if found := FIRST.match(said):
        of = nights.after(found[2], night)
        yield from (
            Said("", found[1], "season place", "1", of),
            Said("", found[1], "season points", figure(found[3]), of),
        )
        for name, points in re.findall(rf"([^(),]+) \({POINTS}\)", found[4] or ""):
            yield Said("", name.strip().removeprefix("and "), "season points", figure(points), of)


def notice_page(got: Got, page: Page, nights: Nights) -> Iterator[Said]:
    said = ". ".join(words(part).removesuffix(".") for part in page.xpath("//main//p"))
    yield from notice(nights.of(got), nights, said, nights.where("notice", got))


# Money -----------------------------------------------------------------------------------------------------


def cash(got: Got, page: Page, nights: Nights) -> Iterator[Said]:
    night, where = nights.of(got), nights.where("cash sheet", got)
    prizes: dict[str, float] = {}
    for row in (row for prize in page.xpath("//li[contains(@class, 'prize')]") for row in classed(prize, "cash-row")):
        who, amount = row.xpath(".//bdi"), classed(row, "cash-amount")
        if who and amount:
            name = words(who[0])
            prizes[name] = prizes.get(name, 0) + float(figure(words(amount[0])))
    yield from (Said(where, name, "prize", f"{dollars:g}", night) for name, dollars in prizes.items())
    for row in (row for fees in page.xpath("//*[@aria-labelledby='fees']") for row in classed(fees, "cash-row")):
        paid = row.xpath(".//*[contains(@class, 'tag-go')]")
        amount = classed(row, "cash-amount")
        if paid and amount and row.xpath(".//bdi"):
            yield Said(where, words(row.xpath(".//bdi")[0]), "paid", figure(words(amount[0])), night)


def own_dues(got: Got, page: Page, nights: Nights) -> Iterator[Said]:
    found = OWES.search(text(page))
    if found:
        yield Said(nights.where("dues", got), head(page).removeprefix("Hello, "), "owes", figure(found[1]))


def me(got: Got, page: Page, nights: Nights) -> Iterator[Said]:
    who, where = head(page), nights.where("own page", got)
    nights.me = who
    said = text(page.xpath("//main")[0])
    found = OWES.search(said)
    if found:
        yield Said(where, who, "owes", figure(found[1]))
    for day, standing, points in re.findall(
        r"([A-Z]\w+, \w+ \d+, \d{4})\s*: Place (\d+) of \d+, ([−\d,]+) points", said
    ):
        if nights.on(day):
            yield Said(where, who, nights.placed(nights.on(day)), standing, nights.on(day))
            yield Said(where, who, "points", figure(points), nights.on(day))


def my_evening(got: Got, page: Page, nights: Nights) -> Iterator[Said]:
    """One's own night: whose it is, it says itself, or the page before it did."""
    said, night, where = text(page.xpath("//main")[0]), nights.of(got), nights.where("own night", got)
    named = page.xpath("//*[@class='page-head']//bdi")
    who = words(named[0]) if named else nights.me
    found = re.search(r"Place (\d+) of \d+(?: so far)? ([−\d,]+) points", said)
    if found and who:
        yield Said(where, who, nights.placed(night), found[1], night)
        yield Said(where, who, "points", figure(found[2]), night)
    for line in page.xpath("//a[contains(@href, '/tables/')][.//*[@class='line-title']]"):
        at = re.match(r"(Round \d+, table \d+), ((?:Player )?\w+)", words(classed(line, "line-title")[0]))
        if at:
            nights.tables[line.get("href").split("/tables/")[1].strip("/")] = at[1].lower()
            number, table = at[1].lower().split(", ")
            if who:
                yield Said(where, who, "seat", f"{table}, {_letter(at[2])}", f"{night}, {number}")
            if who and figure(words(classed(line, "line-end")[0])):
                said = figure(words(classed(line, "line-end")[0]))
                yield Said(where, who, "round points", said, f"{night}, {number}")


# The evening -----------------------------------------------------------------------------------------------

AT_SEAT = re.compile(r"Table (\d+),? ((?:Player )?\w+)")  # “Player A” is a seat of six
OWN_SEAT = re.compile(r"Round (\d+) .*?Table (\d+) ((?:Player )?\w+)")


def _letter(seat: str) -> str:
    return seat.removeprefix("Player ")[0]


def own_seats(got: Got, page: Page, nights: Nights) -> Iterator[Said]:
    for line in classed(page, "own-round"):
        if found := OWN_SEAT.match(text(line)):
            seat = f"table {found[2]}, {_letter(found[3])}"
            yield Said(nights.where("own seats", got), head(page), "seat", seat, f"{nights.of(got)}, round {found[1]}")


def shown(page: Page) -> str:
    """Which round a page shows, by its place among all of them: the final is a round, too."""
    tabs = [tab.get("aria-current") for tab in classed(page, "round-tab")]
    return str(tabs.index("page") + 1) if "page" in tabs else ""


def seating(got: Got, page: Page, nights: Nights) -> Iterator[Said]:
    """Who sits where in the round that is shown, by table or by name."""
    number = str(got.parts.get("number", "")) or shown(page)
    found = []
    for table in classed(page, "felt-table"):
        at = re.findall(r"\d+", text(classed(table, "felt-number")[0]))[0]
        for plate in classed(table, "felt-plate"):
            seat = plate.xpath(".//*[contains(@class, 'felt-seat')]/span[@aria-hidden]")
            found += [(words(classed(plate, "felt-name")[0]), at, words(seat[0]))] if seat else []
    for line in page.xpath("//ul[contains(@class, 'by-name')]/li"):
        if by_name := AT_SEAT.match(text(line.xpath("./strong")[0])):
            found.append((words(line.xpath("./a")[0]), by_name[1], _letter(by_name[2])))
    for line in page.xpath("//li[ol[@class='people-rounds']]"):
        who = words(line.xpath("./h3")[0]).removesuffix(words(line.xpath("./h3/small")[0])).strip()
        for row in line.xpath("./ol/li"):
            if at_table := re.match(r"(\d+) Table (\d+) ([A-Z])\b", text(row)):
                of = f"{nights.of(got)}, round {at_table[1]}"
                yield Said(nights.where("seating", got), who, "seat", f"table {at_table[2]}, {at_table[3]}", of)
    for name, at, seat in found if number else ():
        yield Said(
            nights.where("seating", got), name.partition(" for ")[0], "seat", f"table {at}, {seat}",
            f"{nights.of(got)}, round {number}",
        )  # fmt: skip


def desk(got: Got, page: Page, nights: Nights) -> Iterator[Said]:
    """Each table's points; of the one that is open its hands and who sits there."""
    where, of = nights.where("board", got), f"{nights.of(got)}, round {shown(page)}"
    for table in page.xpath("//article[starts-with(@id, 'table-')]") if shown(page) else ():
        number = table.get("id").removeprefix("table-")
        for side in classed(table, "desk-side"):
            for points in classed(side, "side-points"):
                for name in people(words(side).removesuffix(words(points)).strip()) if figure(words(points)) else ():
                    yield Said(where, name, "total", figure(words(points)), f"{of}, table {number}")
        for line in classed(table, "seat-line"):
            seat, name = words(line.xpath(".//span")[0]), words(line.xpath(".//b")[0])
            yield Said(where, name, "seat", f"table {number}, {_letter(seat)}", of)
        for hands in table.xpath(".//table[contains(@class, 'hand-lines')]"):
            sides = [words(side) for side in hands.xpath(".//thead//th")][2:]
            for row in hands.xpath(".//tbody/tr"):
                hand, _, *scores = (words(cell) for cell in row.xpath("./*"))
                for side, score in zip(sides, scores, strict=False):
                    for name in people(side) if figure(score) else ():
                        yield Said(where, name, "score", figure(score), f"{of}, table {number}, hand {figure(hand)}")


def seating_changes(got: Got, page: Page, nights: Nights) -> Iterator[Said]:
    for line in page.xpath("//li[.//*[contains(@class, 'changed-places')]]"):
        who = words(line.xpath(".//strong")[0])
        for row in line.xpath(".//dl/div"):
            number, at = re.match(r"Round (\d+)", words(row[0])), AT_SEAT.match(words(row[-1]))
            if number and at:
                of, seat = f"{nights.of(got)}, round {number[1]}", f"table {at[1]}, {_letter(at[2])}"
                yield Said(nights.where("changes of the seating", got), who, "seat", seat, of)


def cut(got: Got, page: Page, nights: Nights) -> Iterator[Said]:
    found = re.search(r"In: (.+?)\. ", text(page.xpath("//main")[0]))
    for name in people(found[1]) if found else ():
        yield Said(nights.where("cut", got), name, "final", "in", nights.of(got))


def grid(got: Got, page: Page, nights: Nights) -> Iterator[Said]:
    """What is typed in it; what stands in it is a list."""
    for row in page.xpath("//tr[@data-row]"):
        who = words(row.xpath(".//bdi")[0])
        for box in row.xpath(".//input[@data-cell]"):
            if figure(box.get("value")):
                of = f"{nights.of(got)}, round {box.get('name').rsplit('-', 1)[-1]}"
                yield Said(nights.where("grid", got), who, "round points", figure(box.get("value")), of)


CHECKED_IN = {
    "owes from before": re.compile(r"owes (\$[\d.,]+) from"),
    "paid": re.compile(r"(\$[\d.,]+) paid"),
    "owes": re.compile(r"(\$[\d.,]+) due"),
}


def check_in(got: Got, page: Page, nights: Nights) -> Iterator[Said]:
    """What somebody owes from other nights and for this one, and paid for it."""
    of_all = page.xpath("//*[contains(@class, 'roll-fees')]")
    for row in [*classed(page, "roll-row"), *of_all]:
        for what, words_of in CHECKED_IN.items():
            if found := words_of.search(text(row)):
                who = words(classed(row, "roll-name")[0]) if row not in of_all else ""
                yield Said(nights.where("check-in", got), who, what, figure(found[1]), nights.of(got))


PAGES: Final[dict[str, Reading]] = {
    "league:read_card": card, "league:read_hand": hand, "league:season_place": place,
    "league:night_card": card, "league:my_card": card, "league:night_hand": hand,
    "league:night_look_back": look_back, "league:table_look_back": look_back, "league:paper_card": paper_card,
    "league:player": member,
    "league:records": records, "league:club": front, "league:calendar": won,
    "league:champions": champions, "league:notice": notice_page, "league:cash": cash,
    "league:member_dues": own_dues, "league:me": me, "league:my_evening": my_evening, "league:night": my_evening,
    "league:own_seating": own_seats, "league:seating": seating, "league:rotation": seating, "league:chairs": seating,
    "league:desk": desk, "league:desk_changes": desk, "league:check_in": check_in, "league:grid": grid,
    "league:seating_changes": seating_changes, "league:cut": cut, "league:you": own_dues,
}  # fmt: skip
