"""What the columns of each list say, said once for page, file and paper."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final
from urllib.parse import parse_qsl, urlsplit

from tests.lab.year.journal import Said

from .crawl import Got
from .nights import Nights
from .sheets import Sheet, sheets
from .words import figure, people

ROUND = re.compile(r"Round (\d+)$")
PEOPLE: Final = ("Player", "Name", "Pair", "Team", "Players", "Side")
WHOLE: Final = ("Pair", "Team", "Side")


@dataclass(frozen=True)
class List:
    """`of` is what its figures are of; `columns` what each heading is a word of; `per_round` where each round has a
    column; `title` where the heading above it says a part of the club."""

    said: str
    of: str
    columns: dict[str, str]
    per_round: bool = False
    is_of_parts: bool = False
    headings: tuple[str, ...] = field(default=())


RESULTS: Final = List(
    "results", "night",
    {"Place": "place", "Total": "points", "Won": "games won", "Games won": "games won", "Percent": "percentage",
     "Percentage": "percentage", "Score": "points"},
    per_round=True, headings=("Place", "Total"),
)  # fmt: skip
STANDINGS: Final = List(
    "standings", "season",
    {"Place": "season place", "Points": "season points", "Average": "season points", "Nights": "nights",
     "Points a night": "season points", "Rounds won": "season points", "Now": "season place"},
    is_of_parts=True, headings=("Place", "Name", "Nights"),
)  # fmt: skip
FEES: Final = List("fees", "season", {"Paid": "paid", "Owes": "owes"}, headings=("Player", "Paid", "Owes"))
DUES: Final = List(
    "dues", "", {"Owes": "owes", "Fees": "owes fees", "Dues": "owes dues"}, headings=("Name", "Fees", "Owes")
)

# Views whose page, file or paper is such a list.
VIEWS: Final = {
    "league:event": RESULTS, "league:notice": RESULTS, "league:notice_pdf": RESULTS, "league:results_pdf": RESULTS,
    "league:grid": RESULTS, "league:board_ranking_pdf": RESULTS,
    "league:season": STANDINGS, "league:publication": STANDINGS, "league:standings_pdf": STANDINGS,
    "league:embed_standings": STANDINGS, "league:season_race": STANDINGS, "league:season_book_pdf": STANDINGS,
    "league:close_season": STANDINGS, "league:season_fees": FEES, "league:dues": DUES, "league:dues_pdf": DUES,
}  # fmt: skip


def read_list(got: Got, nights: Nights) -> Iterator[Said]:
    listed = VIEWS[got.name.split(".")[0]]
    of = nights.of(got) if listed.of == "night" else nights.season(got) if listed.of else ""
    if listed is RESULTS and (upto := dict(parse_qsl(urlsplit(got.address).query)).get("round")):
        of = f"{of}, after round {upto}"
    for sheet in sheets(got, listed.headings, nights.titles):
        yield from _of_sheet(sheet, listed, got, of, nights)


def _of_sheet(sheet: Sheet, listed: List, got: Got, of: str, nights: Nights) -> Iterator[Said]:
    plain = {heading: re.sub(r" \(\w+\)$", "", heading) for heading in sheet.headings}  # “Owes (USD)”
    who = next((heading for heading in sheet.headings if plain[heading] in PEOPLE), "")
    if not who or not {plain[heading] for heading in sheet.headings} & set(listed.columns):
        return
    if listed.is_of_parts:
        of = nights.part(of, got, sheet.title)
    for row in sheet.rows:
        for heading, cell in row.items():
            by_round = ROUND.match(heading) if listed.per_round else None
            what = "round points" if by_round else listed.columns.get(plain.get(heading, ""), "")
            said = figure(cell) or ("0" if listed is DUES or listed is FEES else "")
            if what and said:
                # A pair has a place of its own, beside those of its people.
                word = nights.placed(of) if what == "place" and plain[who] in WHOLE else what
                for name in people("" if row.get(who, "").isdigit() else row.get(who, "")):
                    inside = f"{of}, round {by_round[1]}" if by_round else of
                    yield Said(nights.where(listed.said, got), name, word, said, inside)
