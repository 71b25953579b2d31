"""What papers say that are no list: receipts, cash sheet, the notice; lists on paper are read in `lists`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tests.lab.year.journal import Said

from .crawl import Got
from .nights import Nights
from .pages import notice
from .sheets import lines
from .words import figure

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


PAPERS = {"league:notice_pdf": notice_paper, "league:receipts_pdf": receipts}
