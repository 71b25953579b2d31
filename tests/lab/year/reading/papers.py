"""What papers say that are no list: receipts, cash sheet, the notice; lists on paper are read in `lists`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from urllib.parse import parse_qsl, urlsplit

from tests.lab.year.journal import Said

from .crawl import Got
from .nights import Nights
from .pages import notice
from .sheets import lines, sheets
from .words import figure, people

APART = re.compile(r"\s{2,}")


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
        elif len(row) == 5 and all(cell.startswith("$") for cell in row[2:]):
            yield Said(where, "", "pot", figure(row[2]), f"{night}, {row[0]}")
        for name, dollars in re.findall(r"(?:^| · )([^·$]+) \$([\d,.]+) \((?:paid|not paid)", line.strip()):
            yield Said(where, name, "set money", figure(dollars), night)
    yield from (Said(where, name, "prize", f"{dollars:g}", night) for name, dollars in prizes.items())


SEAT = r"(?:Player )?(North|East|South|West|[A-H])\b"


def _seat(where: str, name: str, table: str, seat: str, of: str) -> Said:
    return Said(where, name, "seat", f"table {table}, {seat[0]}", of)


def seating(got: Got, nights: Nights) -> Iterator[Said]:
    """Below each place stands the partner; of more than one, none."""
    where, of = nights.where("seating", got), ""
    for line, below in pairwise([*lines(got.body), ""]):
        if shown := re.fullmatch(r"\s*(Round \d+)", line):
            of = f"{nights.of(got)}, {shown[1].lower()}"
        for row in re.finditer(rf"([^\d\s].*?)\s{{2,}}\d+\s+(\d+)\s+{SEAT}", line) if of else ():
            yield _seat(where, row[1], row[2], row[3], of)
            partner = re.search(r"(?:^|\s)with (\S+(?: \S+)*)$", below)
            if len(row[3]) > 1:
                yield Said(where, row[1], "beside", partner[1] if partner else "nobody", of)


def round_results(got: Got, nights: Nights) -> Iterator[Said]:
    """The list of one round; that of the night below it is read as other results are."""
    night, where = nights.of(got), nights.where("results", got)
    number = dict(parse_qsl(urlsplit(got.address).query)).get("round", "")
    for sheet in sheets(got, ("Place", "Points", "So far")):
        who = next((heading for heading in ("Player", "Pair", "Team") if heading in sheet.headings), "")
        for row in sheet.rows:
            for name in people(row.get(who, "")):
                yield Said(where, name, "points", figure(row["So far"]), f"{night}, after round {number}")
                yield Said(where, name, "round points", figure(row["Points"]), f"{night}, round {number}")


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
    for at, line in enumerate(said[:-3]):
        points = re.match(r"([−\d,.]+) points at ", said[at + 3])
        if line in PLACES and points:
            for name in people(said[at + 2]):
                yield Said(
                    nights.where("certificates", got), name, nights.placed(nights.of(got)), PLACES[line], nights.of(got)
                )
                yield Said(nights.where("certificates", got), name, "points", figure(points[1]), nights.of(got))


PLACES = {"First place": "1", "Second place": "2", "Third place": "3"}
PAPERS = {
    "league:notice_pdf": notice_paper, "league:receipts_pdf": receipts, "league:cash_sheet_pdf": cash,
    "league:seating_pdf": seating, "league:slips_pdf": slips, "league:certificates_pdf": certificates,
    "league:results_pdf": round_results,
}  # fmt: skip
