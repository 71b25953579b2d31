"""Tables as CSV files that a spreadsheet opens and does not run.

What begins like a formula gets an apostrophe in front, which spreadsheets take for "this is text"; reading the file
again takes it off (`unescaped`). Numbers given as int stay numbers.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Sequence
from typing import Final

from django.http import HttpResponse
from django.utils.http import content_disposition_header

# What begins a formula, also in its full width, and what spreadsheets skip before one. It begins a cell, or would where
# a spreadsheet cuts cells at semicolons or tabs, as many in Europe do. Apostrophes before it count as well, so that
# taking one off gives back what was there.
_FORMULA: Final = r"(?='*[=+\-@\t\r\n＝＋－＠])"
_BEGINS: Final = r'(^|[;\t\r\n]"*)'
BARE: Final = re.compile(_BEGINS + _FORMULA)
ESCAPED: Final = re.compile(_BEGINS + "'" + _FORMULA)
BYTE_ORDER_MARK: Final = "\ufeff"  # without it Excel takes the file for Windows-1252


def csv_response(filename: str, header: Sequence[str], rows: Iterable[Sequence[object]]) -> HttpResponse:
    """A CSV file to keep (UTF-8, commas), named `filename`. Cells are written as `str`; None is an empty cell."""
    response = HttpResponse(csv_text(header, rows), content_type="text/csv; charset=utf-8")
    response.headers["Content-Disposition"] = content_disposition_header(as_attachment=True, filename=filename)
    return response


def csv_text(header: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """The file's text, with the mark of its encoding in front."""
    out = io.StringIO()
    out.write(BYTE_ORDER_MARK)
    writer = csv.writer(out)
    writer.writerow([escaped(cell) for cell in header])
    writer.writerows([[escaped(cell) for cell in row] for row in rows])
    return out.getvalue()


def escaped(cell: object) -> object:
    """The cell as a spreadsheet may have it: a number as it is, text without power."""
    if cell is None:
        return ""
    if isinstance(cell, int) and not isinstance(cell, bool):
        return cell
    return BARE.sub(r"\1'", str(cell))


def unescaped(text: str) -> str:
    """What was in a cell before `escaped`."""
    return ESCAPED.sub(r"\1", text)
