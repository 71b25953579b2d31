"""What papers say that are no list: receipts, cash sheet, the notice; lists on paper are read in `lists`."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from urllib.parse import parse_qsl, urlsplit

from tests.lab.year.journal import Said

from .crawl import Got
from .nights import Nights
from .pages import notice
from .sheets import lines, of_paper, sheets
from .words import figure, people

APART = re.compile(r"\s{2,}")
FOR_WHAT = re.compile(r"\d (?:points?|sets?|rounds?)\b")


def notice_paper(got: Got, nights: Nights) -> Iterator[Said]:
    said = " ".join(" ".join(line.split()) for line in lines(got.body))
    yield from notice(nights.of(got), nights, said, nights.where("notice", got))


def receipts(got: Got, nights: Nights) -> Iterator[Said]:
    """Name and dollars below each number; two receipts stand side by side."""
    paid: dict[str, float] = {}
    rows = [APART.split(line.strip()) for line in lines(got.body)]
    for at, row in enumerate(rows[:-2]):
        if row[0].startswith("Receipt no."):
            for name, dollars in zip(rows[at + 1], rows[at + 2], strict=False):
                if dollars.startswith("$"):
                    paid[name] = paid.get(name, 0) + float(figure(dollars))
    for name, dollars in paid.items():
        yield Said(nights.where("receipts", got), name, "prize", f"{dollars:g}", nights.of(got))


def cash(got: Got, nights: Nights) -> Iterator[Said]:
    """What each line begins and ends with; a prize stands beside all who won it."""
    night, where = nights.of(got), nights.where("cash sheet", got)
    prizes: dict[str, float] = {}
    for line in lines(got.body):
        row = APART.split(line.strip())
        if taken := re.match(r" ?Fees \d.*?\+\$([\d,.]+)", line):
            yield Said(where, "", "takings", figure(taken[1]), night)
        elif len(row) >= 4 and row[-2].startswith("$") and not row[-1].startswith("$"):
            prizes[row[-4]] = prizes.get(row[-4], 0) + float(figure(row[-2]))
        elif len(row) >= 3 and row[-1].startswith("$") and FOR_WHAT.search(row[-2]):  # “Paid” stands above
            prizes[row[-3]] = prizes.get(row[-3], 0) + float(figure(row[-1]))
        elif len(row) == 5 and all(cell.startswith("$") for cell in row[2:]):
            yield Said(where, "", "pot", figure(row[2]), f"{night}, {row[0]}")
    yield from (Said(where, name, "prize", f"{dollars:g}", night) for name, dollars in prizes.items())
    listed = " ".join(" ".join(line.split()) for line in lines(got.body)).rpartition("Set money ")[2]
    for name, dollars in re.findall(r"(?:^| · )([^·$]+) \$([\d,.]+) \((?:paid|not paid)", listed):
        yield Said(where, name, "set money", figure(dollars), night)


def check_in(got: Got, nights: Nights) -> Iterator[Said]:
    for sheet in of_paper(got.body, ("Name", "Fee", "Paid")):
        for row in sheet.rows:
            name = row["Name"].partition(" came ")[0].strip()
            name = "" if name[0].isdigit() else name  # the last line is of all
            for heading, what in (("Paid", "paid"), ("Due", "owes")):
                if said := figure(row.get(heading, "")):
                    yield Said(nights.where("check-in", got), name, what, said, nights.of(got))


def partners(got: Got, nights: Nights) -> Iterator[Said]:
    """Who played with whom, of a night or a season: partners stand above by their numbers, which begin each row."""
    of = nights.of(got) if "event_id" in got.parts else nights.season(got)
    where, spans, named, found = nights.where("partners", got), [], dict[str, str](), []
    stands: list[tuple[int, int]] = []  # of the row above: where each figure ends, and which it is
    for line in lines(got.body):
        cells = [(cell[0], cell.span()) for cell in CELL.finditer(line)]
        if cells and cells[0][0] == "Player":
            spans = [(number, span) for number, span in cells if number.isdigit()]
        elif spans and (row := re.match(r"\s*(\d+)\s?(\D\S*(?: \S+)*)", line)):
            named[row[1]], stands = row[2], []
            for cell, span in ((one[0], one.span()) for one in FIGURES.finditer(line, row.end())):
                at = min(spans, key=lambda above: abs(above[1][1] - span[1]))
                if span[0] <= at[1][1]:
                    found.append((row[2], at[0], cell))
                    stands += [] if "×" in cell else [(span[1], len(found) - 1)]
        elif stands and cells and all(cell[0] == "×" for cell, _ in cells):  # how often, below the points
            for cell, span in ((one[0], one.span()) for one in FIGURES.finditer(line)):
                above = min(stands, key=lambda one: abs(one[0] - span[1]))[1]
                found[above] = (*found[above][:2], f"{found[above][2]} {cell}")
    told = Counter((name, other) for name, other, _ in found)
    for name, other, cell in found:
        points, _, times = cell.partition(" ×")
        if other in named and told[name, other] == 1:  # of two in one column it can't be said which is whose
            yield Said(where, name, "partner points", figure(points), f"{of}, {named[other]}")
            yield Said(where, name, "partner", times or "1", f"{of}, {named[other]}")


def asked_round(got: Got) -> str:
    return dict(parse_qsl(urlsplit(got.address).query)).get("round", "")


CELL = re.compile(r"\S+(?: \S+)*")
FIGURES = re.compile(r"[^\s×]+(?: ?×\d+)?|×\d+")  # one space apart where they are wide
SEAT = r"(?:Player )?(North|East|South|West|[A-H])\b"


def _seat(where: str, name: str, table: str, seat: str, of: str) -> Said:
    return Said(where, name, "seat", f"table {table}, {seat[0]}", of)


def seating(got: Got, nights: Nights) -> Iterator[Said]:
    """Below each place stands the partner; of more than one, none."""
    where, of = nights.where("seating", got), ""
    for line, below in pairwise([*lines(got.body), ""]):
        if shown := re.fullmatch(r"\s*(?:Round (\d+)|The final)", line):
            of = f"{nights.of(got)}, round {shown[1] or asked_round(got)}"
        for row in re.finditer(rf"([^\d\s].*?)\s{{2,}}\d+\s+(\d+)\s+{SEAT}", line) if of else ():
            yield _seat(where, row[1], row[2], row[3], of)
            partner = re.search(r"(?:^|\s)with (\S+(?: \S+)*)$", below)
            if len(row[3]) > 1:
                yield Said(where, row[1], "beside", partner[1] if partner else "nobody", of)


def round_results(got: Got, nights: Nights) -> Iterator[Said]:
    """The list of one round; that of the night below it is read as other results are."""
    night, where = nights.of(got), nights.where("results", got)
    number = asked_round(got)
    for sheet in sheets(got, ("Place", "Points", "So far")):
        who = next((heading for heading in ("Player", "Pair", "Team") if heading in sheet.headings), "")
        for row in sheet.rows:
            for name in people(row.get(who, "")):
                for heading, what, of in (("So far", "points", "after round"), ("Points", "round points", "round")):
                    if said := figure(row[heading]):
                        yield Said(where, name, what, said, f"{night}, {of} {number}")


def rotation(got: Got, nights: Nights) -> Iterator[Said]:
    """Where everybody sits: a column for each round."""
    columns: list[str] = []
    for line in lines(got.body):
        row = APART.split(line.strip())
        if row[0] == "Player":
            columns = row[1:]
        elif columns and len(row) == len(columns) + 1:
            for number, at in enumerate(row[1:], 1):
                name = re.sub(r" ?\d+$", "", row[0])
                if seat := re.fullmatch(r"(\d+) ([A-Z])", at):
                    yield _seat(
                        nights.where("rotation", got), name, seat[1], seat[2], f"{nights.of(got)}, round {number}"
                    )


def score_cards(got: Got, nights: Nights) -> Iterator[Said]:
    """Who plays at which table, as far as names stand on it; of what is played sides’ totals and everybody’s points."""
    where, of, table, totals, is_below = nights.where("score card", got), "", "", list[str](), False
    for line in lines(got.body):
        row = APART.split(line.strip())
        if head := re.fullmatch(r"\s*\S.*\d{4}\s{2,}(\d+)\s{2,}(\d+|The final)", line):
            of, table, totals = f"{nights.of(got)}, round {asked_round(got) or head[2]}", head[1], []
        elif row[0] == "Total":
            totals = row[1:]
        elif len(row) > 1 and all(" & " in cell and not cell.startswith("signed") for cell in row):
            for at, side in enumerate(row if is_below else ()):
                yield from (Said(where, name, "table", f"table {table}", of) for name in people(side))
                for name in people(side) if len(totals) == len(row) else ():
                    yield Said(where, name, "total", figure(totals[at]), f"{of}, table {table}")
        elif is_below and len(row) > 2 and figure(row[-1]):
            yield Said(where, row[0], nights.made(nights.of(got), "round points"), figure(row[-1]), of)
        is_below = (is_below or row[0] in ("Total", "Player")) and row[0] != "Date"


def slips(got: Got, nights: Nights) -> Iterator[Said]:
    """Two stand side by side: a row is of the name that stands above it."""
    where, said, above = nights.where("slips", got), lines(got.body), [(0, "")]
    for line, below in pairwise([*said, ""]):
        if "Scan for your night" in below:
            above = [(row.start(), row[1]) for row in re.finditer(r"(\S+(?: \S+)*?)\s{2,}\d+(?=\s{3}|$)", line)]
        for row in re.finditer(rf"(\d+)\s{{2,}}(\d+)\s{{2,}}{SEAT}", line):
            name = min(above, key=lambda one: abs(one[0] - row.start()))[1]
            yield _seat(where, name, row[2], row[3], f"{nights.of(got)}, round {row[1]}")


def certificates(got: Got, nights: Nights) -> Iterator[Said]:
    said = [line.strip() for line in lines(got.body)]
    for at, line in enumerate(said[:-4]):
        partner = said[at + 3].startswith("with ")
        points = re.match(r"([−\d,.]+) points at ", said[at + 3 + partner])
        for name in people(said[at + 2]) if line in PLACES and points else ():
            where, night = nights.where("certificates", got), nights.of(got)
            yield Said(where, name, nights.placed(night), PLACES[line], night)
            yield Said(where, name, "points", figure(points[1]) if points else "", night)


PLACES = {"First place": "1", "Second place": "2", "Third place": "3"}
PAPERS = {
    "league:notice_pdf": notice_paper, "league:receipts_pdf": receipts, "league:cash_sheet_pdf": cash,
    "league:seating_pdf": seating, "league:slips_pdf": slips, "league:certificates_pdf": certificates,
    "league:results_pdf": round_results,
    "league:check_in_pdf": check_in, "league:partners_pdf": partners, "league:season_partners_pdf": partners,
    "league:master_pdf": rotation, "league:score_cards_pdf": score_cards, "league:night_card_pdf": score_cards,
}  # fmt: skip
