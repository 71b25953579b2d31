"""Files of lists, read back as a spreadsheet would."""

from __future__ import annotations

import csv
import io
import zipfile
from collections.abc import Iterator
from xml.etree import ElementTree as ET

from django.http import HttpResponse

SPACE = {"x": "http://schemas.openxmlformats.org/spreadsheetml/2006/main"}


def csv_rows(answer: HttpResponse) -> list[list[str]]:
    return list(csv.reader(io.StringIO(answer.content.decode("utf-8-sig"), newline="")))


def xlsx_rows(content: bytes) -> list[list[str | float | None]]:
    """The first sheet: text as str, numbers as float, nothing for an empty cell. A formula is a fault."""
    with zipfile.ZipFile(io.BytesIO(content)) as book:
        assert book.testzip() is None
        root = ET.fromstring(book.read("xl/worksheets/sheet1.xml"))
    assert root.findall(".//x:f", SPACE) == []
    return [list(_cells(row)) for row in root.findall(".//x:row", SPACE)]


def _cells(row: ET.Element) -> Iterator[str | float | None]:
    for cell in row.findall("x:c", SPACE):
        words, number = cell.findtext("x:is/x:t", None, SPACE), cell.findtext("x:v", None, SPACE)
        yield words if words is not None else float(number) if number is not None else None


def day_number(text: str) -> int:
    """The number by which a spreadsheet knows a day."""
    from datetime import date

    return (date.fromisoformat(text) - date(1899, 12, 30)).days
