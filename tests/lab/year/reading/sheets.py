"""Lists as they stand on a page, in a file and on paper: headings, and rows of what is under each."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from functools import lru_cache

from lxml import html
from openpyxl import load_workbook
from pypdf import PdfReader

from .crawl import Got

GLUED = re.compile(r"(?<=[a-z])(?=Nights\b)|(?<=%)(?=\d)")  # two headings or figures side by side
HAS_FIGURE = re.compile(r"[\d–]")
WORDS_APART = re.compile(r"\S+(?: \S+)*")
UNSEEN = ".//*[contains(@class, 'visually-hidden') or contains(@class, 'narrow-hidden') or self::details or self::svg]"


@dataclass
class Sheet:
    title: str
    headings: list[str]
    rows: list[dict[str, str]]
    links: list[str] = field(default_factory=list)  # where each row leads first


def text(element: html.HtmlElement) -> str:
    """What is seen of it, without soft hyphens, a space where something else begins."""
    return " ".join(" ".join(element.itertext()).replace("\xad", "").split())


def words(element: html.HtmlElement) -> str:
    """As `text`, with nothing between what stands together (“Ruth Abernathy”, in two parts)."""
    return " ".join(element.text_content().replace("\xad", "").split())


def of_page(page: html.HtmlElement) -> Iterator[Sheet]:
    for table in page.xpath("//table[.//thead]"):
        headings = [words(cell) for cell in table.xpath(".//thead/tr[last()]/*")]
        rows, leads = [], []
        for row in table.xpath(".//tbody/tr"):
            cells = [_seen(cell) for cell in row.xpath("./td | ./th")]
            rows.append(dict(zip(headings, cells, strict=False)))
            leads.append(next(iter(row.xpath(".//a/@href")), ""))
        yield Sheet(_title(table), headings, rows, leads)


def _title(table: html.HtmlElement) -> str:
    """The heading above it that is not the page's."""
    above = table.xpath("./caption") or table.xpath("preceding::*[self::h2 or self::h3][1]")
    return words(above[0]) if above else ""


def _seen(cell: html.HtmlElement) -> str:
    """The cell's own words: of a name its first, not what is small beside it."""
    names = cell.xpath("(.//summary//bdi)[1]") or cell.xpath(".//bdi[count(ancestor::td//bdi | ancestor::th//bdi) = 1]")
    if names:
        return words(names[0])
    figures = cell.xpath("./*[contains(@class, 'figure')][1]")
    if figures:
        return words(figures[0])
    taken_out = [part for unseen in cell.xpath(UNSEEN) for part in unseen.iter()]
    parts = [cell.text or ""]
    for part in cell.iterdescendants():
        parts += ["" if part in taken_out else part.text or "", part.tail or ""]
    return " ".join("".join(parts).replace("\xad", "").split())


def of_csv(body: bytes) -> Sheet:
    headings, *rows = csv.reader(io.StringIO(body.decode("utf-8-sig"), newline=""))
    return Sheet("", headings, [dict(zip(headings, row, strict=True)) for row in rows])


def of_xlsx(body: bytes) -> Sheet:
    rows = load_workbook(io.BytesIO(body), read_only=True).worksheets[0].iter_rows(values_only=True)
    headings, *cells = [["" if cell is None else str(cell) for cell in row] for row in rows]
    return Sheet("", headings, [dict(zip(headings, row, strict=True)) for row in cells])


@lru_cache(maxsize=32)
def lines(body: bytes) -> tuple[str, ...]:
    """A paper's lines, words in their columns; the same paper is often read twice, or by two."""
    return tuple(
        line.rstrip().replace("\xad", "")
        for page in PdfReader(io.BytesIO(body)).pages
        for line in page.extract_text(extraction_mode="layout").splitlines()
        if line.strip()
    )


def of_paper(body: bytes, headings: tuple[str, ...], titles: Collection[str] = ()) -> Iterator[Sheet]:
    """Its tables that have these headings among theirs: each cell belongs to the heading that it stands under. A
    table goes on on the next page below the same headings, a cell on the next line; `titles` are what stands above
    another one."""
    sheet, spans, above, last = None, [], "", dict[int, str]()
    for line in lines(body):
        line = GLUED.sub("  ", line)
        found = [(match[0], match.span()) for match in WORDS_APART.finditer(line)]
        said = [word for word, _ in found]
        if set(headings) <= set(said):
            if sheet and sheet.headings == said and sheet.title == above:
                spans = [span for _, span in found]  # the list goes on on the next page
                continue
            if sheet:
                yield sheet
            sheet, spans = Sheet(above, said, []), [span for _, span in found]
        elif sheet and _goes_on(found, last, sheet):
            continue
        elif len(found) == 1:  # another part begins
            above = said[0] if said[0] in titles else above
        elif sheet and len(found) > 2 and (said[0] == sheet.headings[0] or not HAS_FIGURE.search(line)):
            yield sheet  # the headings of another list
            sheet = None
        elif sheet and len(found) >= len(headings):
            row = {sheet.headings[_nearest(span, spans)]: word for word, span in reversed(found)}
            if all(row.get(heading) for heading in headings):
                sheet.rows.append(row)
                last = {span[0]: sheet.headings[_nearest(span, spans)] for _, span in found}
                continue
        last = {}
    if sheet:
        yield sheet


def _goes_on(found: list[tuple[str, tuple[int, int]]], last: dict[int, str], sheet: Sheet) -> bool:
    """Whether this line is the rest of cells of the row above it, which it is given."""
    first, (begins, _) = found[0]
    if first[0].isdigit() or last.get(begins, sheet.headings[0]) == sheet.headings[0]:
        return False
    for word, (begins, _) in found:
        if begins in last:
            sheet.rows[-1][last[begins]] += f" {word}"
    return True


def _nearest(span: tuple[int, int], spans: list[tuple[int, int]]) -> int:
    def apart(other: tuple[int, int]) -> int:
        return (
            min(abs(span[0] - other[0]), abs(span[1] - other[1]))
            if span[0] < other[1] and other[0] < span[1]
            else (100 + min(abs(span[0] - other[1]), abs(other[0] - span[1])))
        )

    return min(range(len(spans)), key=lambda at: apart(spans[at]))


def sheets(got: Got, headings: tuple[str, ...] = (), titles: Collection[str] = ()) -> list[Sheet]:
    if got.kind == "text/csv":
        return [of_csv(got.body)]
    if got.kind == "application/pdf":
        return list(of_paper(got.body, headings, titles))
    if "spreadsheet" in got.kind:
        return [of_xlsx(got.body)]
    page = got.page
    return [] if page is None else list(of_page(page))


def data(got: Got) -> dict[str, object]:
    return dict(json.loads(got.body))
