"""PDFs read back: text, pages, their size, and what stands where.

Text is read by `pdftotext`, in a tenth of the time that pypdf takes; a file that is looked at twice is read once.
"""

from __future__ import annotations

import io
import re
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from html import unescape
from pathlib import Path
from typing import Any, NamedTuple
from unittest.mock import patch

import pypdf
from django.core.cache import caches

from pinochle_club.ground import typesetting

TAG = re.compile(r"<[^>]*>")
STYLE = re.compile(r"<(title|style)\b.*?</\1>", re.DOTALL)
SIZES = {"letter": (612, 792), "a4": (595, 842)}


@lru_cache(maxsize=4)
def read(content: bytes) -> pypdf.PdfReader:
    return pypdf.PdfReader(io.BytesIO(content), strict=True)


def inside(thing: Any, *names: str | int) -> Any:
    """What lies under these names, each in the one before: pypdf leaves open what kind of object that is."""
    for name in names:
        thing = thing[name]
    return thing


def pages_of(content: bytes) -> list[str]:
    """Each page's text, with every run of white space as one space."""
    return list(_pages_of(content))


@lru_cache(maxsize=16)
def _pages_of(content: bytes) -> tuple[str, ...]:
    told = subprocess.run(["pdftotext", "-raw", "-", "-"], input=content, capture_output=True, check=True).stdout
    return tuple(" ".join(page.split()) for page in told.decode().split("\f")[:-1])


def text_of(content: bytes) -> str:
    return " ".join(pages_of(content))


def words_of(html: bytes) -> str:
    """The same of a page that was not set: see `unset`."""
    return " ".join(unescape(TAG.sub(" ", STYLE.sub(" ", html.decode()))).split())


@contextmanager
def unset() -> Iterator[None]:
    """A PDF is the HTML that it would be set from, in a tenth of the time: for what is on it, not where."""
    with patch.object(typesetting, "pdf_of", lambda html, **_: html.encode()):
        caches["pdfs"].clear()
        yield
        caches["pdfs"].clear()


def sizes_of(content: bytes) -> set[tuple[int, int]]:
    return {tuple(round(float(side)) for side in page.mediabox[2:]) for page in read(content).pages}  # type: ignore[misc]


def type_sizes_of(content: bytes) -> set[float]:
    """How large the letters are, in points."""
    found = set()

    def note(text: str, page: list[float], line: list[float], _: object, size: float) -> None:
        if text.strip():
            found.add(round(size * abs(page[3] * line[3]), 1))

    for each in read(content).pages:
        each.extract_text(visitor_text=note)
    return found


def fonts_of(content: bytes) -> set[str]:
    """The families used, without the tag of their subset; each must be in the file."""
    found = set()
    for page in read(content).pages:
        for font in inside(page, "/Resources", "/Font").values():
            font = font.get_object()
            descriptor = font["/DescendantFonts"][0].get_object()["/FontDescriptor"]
            assert {"/FontFile2", "/FontFile3"} & set(descriptor), "every font is in the file"
            found.add(str(font["/BaseFont"]).split("+")[1].split("-")[0])
    return found


def struck_tags(content: bytes) -> tuple[int, int]:
    """How many tags the tree of tags has, and how many of them say what kind they are."""
    kinds: list[str] = []
    waiting = list(inside(read(content).root_object, "/StructTreeRoot", "/K"))
    while waiting:
        node = waiting.pop().get_object()
        if not isinstance(node, pypdf.generic.DictionaryObject):
            continue
        kinds.append(str(node.get("/S", "")))
        kids = node.get("/K", [])
        waiting += [kid for kid in kids if isinstance(kid, pypdf.generic.IndirectObject)]
    return len(kinds), sum(1 for kind in kinds if kind)


def parents_of_pages(content: bytes) -> list[int]:
    """Under which number the tree of tags knows each page."""
    return [int(inside(page, "/StructParents")) for page in read(content).pages]


class Box(NamedTuple):
    """A word on a page from 1, in millimetres from its left and its top."""

    word: str
    page: int
    left: float
    top: float
    right: float
    bottom: float


def all_boxes_of(content: bytes, folder: Path) -> list[Box]:
    """Every word with the place where it stands."""
    (folder / "read.pdf").write_bytes(content)
    subprocess.run(["pdftotext", "-bbox", folder / "read.pdf", folder / "read.html"], check=True)
    found, page = [], 0
    for line in (folder / "read.html").read_text().splitlines():
        page += "<page " in line
        if "<word " in line:
            parts = line.split('"')
            word = unescape(parts[8].removeprefix(">").removesuffix("</word>"))
            found.append(Box(word, page, *(float(parts[at]) * 25.4 / 72 for at in (1, 3, 5, 7))))
    return found


def boxes_of(content: bytes, words: list[str], folder: Path) -> dict[str, list[tuple[int, float, float]]]:
    """Where some words stand: page from 1, millimetres from the left and from the top."""
    boxes = all_boxes_of(content, folder)
    return {word: [(box.page, box.left, box.top) for box in boxes if box.word == word] for word in words}


def picture_of(content: bytes, folder: Path, page: int = 1, dots: int = 100) -> tuple[int, int, bytes]:
    """A page as grey pixels: width, height, one byte each."""
    (folder / "seen.pdf").write_bytes(content)
    command = ["pdftoppm", "-gray", "-r", str(dots), "-f", str(page), "-l", str(page), "-singlefile"]
    subprocess.run([*command, folder / "seen.pdf", folder / "seen"], check=True)
    head, size, most, pixels = (folder / "seen.pgm").read_bytes().split(b"\n", 3)
    assert (head, most) == (b"P5", b"255")
    width, height = map(int, size.split())
    return width, height, pixels
