"""Lists as files for a spreadsheet, which opens them and runs nothing: CSV and XLSX.

In CSV what begins like a formula gets an apostrophe in front, which spreadsheets take for text; reading the file again
takes it off (`unescaped`). In XLSX text is text. Numbers stay numbers and days stay days in both.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from enum import StrEnum
from itertools import chain, islice
from typing import Final

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.http import content_disposition_header

# What begins a formula, also in its full width, and what spreadsheets skip before one. It begins a cell, or would where
# a spreadsheet cuts cells at semicolons or tabs, as many in Europe do. Apostrophes before it count as well, so that
# taking one off gives back what was there.
_FORMULA: Final = r"(?='*[=+\-@\t\r\n＝＋－＠])"
_BEGINS: Final = r'(^|[;\t\r\n]"*)'
BARE: Final = re.compile(_BEGINS + _FORMULA)
ESCAPED: Final = re.compile(_BEGINS + "'" + _FORMULA)
BYTE_ORDER_MARK: Final = "\ufeff"  # without it Excel takes the file for Windows-1252
# A figure as our pages write it: `1,250`, `−31`, `+12`, `(120)` of a sit-out, `310†` of totals alone, `$2.50`.
FIGURE: Final = re.compile(r"\(?(?P<sign>[+−-]?)[$€£]?(?P<whole>\d[\d,]*)(?P<part>\.\d+)?\)?%?†?")
LONGEST_CELL: Final = 32_767  # of an XLSX
WIDEST: Final = 60
MEASURED: Final = 200

Rows = Iterable[Sequence[object]]


class FileKind(StrEnum):
    """The kinds of file; the values stand in addresses (`?file=csv`) and end the names of files."""

    CSV = "csv"
    XLSX = "xlsx"

    @property
    def label(self) -> str:
        return "Excel" if self == FileKind.XLSX else "CSV"


BOTH: Final = (FileKind.CSV, FileKind.XLSX)

CONTENT_TYPES: Final = {
    FileKind.CSV: "text/csv; charset=utf-8",
    FileKind.XLSX: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
}


@dataclass(frozen=True, slots=True)
class ListFile:
    """A list to be saved: `name` without its ending, the heads of the columns, and the rows."""

    name: str
    header: Sequence[str]
    rows: Rows

    def answer(self, kind: FileKind) -> HttpResponse:
        content = csv_text(self.header, self.rows) if kind == FileKind.CSV else xlsx_of(self.header, self.rows)
        response = HttpResponse(content, content_type=CONTENT_TYPES[kind])
        filename = f"{self.name}.{kind}"
        response.headers["Content-Disposition"] = content_disposition_header(as_attachment=True, filename=filename)
        return response


def file_asked(request: HttpRequest) -> FileKind | None:
    """The kind that `?file=` asks for; None for the page itself."""
    asked = request.GET.get("file") if request.method in ("GET", "HEAD") else None
    return next((kind for kind in FileKind if kind == asked), None)


def dated(*parts: str) -> str:
    """`st-hilary-members-2026-11-24`: the name of a file of today."""
    return "-".join([*filter(None, parts), timezone.localdate().isoformat()])


def csv_response(filename: str, header: Sequence[str], rows: Rows) -> HttpResponse:
    """A CSV file to keep (UTF-8, commas). Cells are written as `str`; None is an empty cell."""
    return ListFile(filename.removesuffix(".csv"), header, rows).answer(FileKind.CSV)


def csv_text(header: Sequence[str], rows: Rows) -> str:
    out = io.StringIO()
    out.write(BYTE_ORDER_MARK)
    writer = csv.writer(out)
    writer.writerow([escaped(cell) for cell in header])
    writer.writerows([[escaped(cell) for cell in row] for row in rows])
    return out.getvalue()


def escaped(cell: object) -> object:
    """The cell made safe for a spreadsheet."""
    if cell is None:
        return ""
    if _is_number(cell):
        return cell
    return BARE.sub(r"\1'", str(cell))


def unescaped(text: str) -> str:
    return ESCAPED.sub(r"\1", text)


def _is_number(cell: object) -> bool:
    return isinstance(cell, int | float | Decimal) and not isinstance(cell, bool)


def figure_in(text: str) -> int | Decimal | str:
    """The number in a figure of a page; what is no figure, such as a dash, as it stands."""
    found = FIGURE.fullmatch(text.strip())
    if found is None:
        return text
    number = found["whole"].replace(",", "") + (found["part"] or "")
    value = Decimal(number) if found["part"] else int(number)
    return -value if found["sign"] in ("−", "-") and found["sign"] else value


def xlsx_of(header: Sequence[str], rows: Rows) -> bytes:
    """A workbook of one sheet, whose head stays in view and can be filtered. Written row by row, to take little
    memory."""
    import xlsxwriter

    out = io.BytesIO()
    book = xlsxwriter.Workbook(out, {"constant_memory": True, "default_date_format": "yyyy-mm-dd"})
    page = book.add_worksheet()
    bold, money = book.add_format({"bold": True}), book.add_format({"num_format": "0.00"})
    page.freeze_panes(1, 0)
    going = iter(rows)
    first = list(islice(going, MEASURED))
    for at, words in enumerate(header):
        widest = max([len(words) + 3, *(len(str(row[at])) for row in first if row[at] is not None)])
        page.set_column(at, at, min(WIDEST, widest + 2))
        page.write_string(0, at, words, bold)
    last = 0
    for last, row in enumerate(chain(first, going), start=1):
        for at, cell in enumerate(row):
            if _is_number(cell):
                page.write_number(last, at, float(str(cell)), money if isinstance(cell, Decimal) else None)
            elif isinstance(cell, date):
                page.write_datetime(last, at, cell)
            elif cell not in (None, ""):
                page.write_string(last, at, str(cell)[:LONGEST_CELL])
    if header:
        page.autofilter(0, 0, last, len(header) - 1)
    book.close()
    return out.getvalue()
