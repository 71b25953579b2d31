"""Many pages in little memory: short documents written one after another into one PDF.

WeasyPrint needs some 4 MB a page of cards to lay out a document, and as much again to read finished files back. So each
part goes out at once: its objects get new numbers and are written, and only the trees of pages and tags wait for the
end. The file is tagged and has its parts' bookmarks; links inside the parts are left out.
"""

from __future__ import annotations

import gc
import hashlib
import re
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from io import BytesIO
from typing import Any, Final, NamedTuple

from pinochle_club.ground.pdfs import typesetter

# Objects that the file has once; those of its parts come after.
PAGES, CATALOG, TAGS, DOCUMENT, PARENTS, INFO, OUTLINE = range(1, 8)
# A string, which stays as it is, or a reference.
_REFERENCE: Final = re.compile(rb"\((?:\\.|[^\\()])*\)|\b(\d+) 0 R\b", re.DOTALL)
# The name of a table's head cell: the table's number, row and column.
_HEAD_CELL: Final = re.compile(rb"\((\d+)(-\d+-\d+)\)")


def joined_pdf(
    parts: Iterable[str], *, style: str = "scoring/printed.css", pictures: Mapping[str, bytes] | None = None
) -> bytes:
    """One PDF of several pages of HTML, asked for one by one; its title is the first one's."""
    typesetting, joined = typesetter(), goes_into() or Joined()
    for number, html in enumerate(parts):
        if number:
            gc.collect()  # laid-out pages are full of cycles: they would wait for later, and these need room too
        typesetting.pdf_of(html, style=style, pictures=pictures, finisher=joined.take)
    return b"" if goes_into() else joined.finish()


_ONE_FILE: ContextVar[Joined | None] = ContextVar("one_file", default=None)


@contextmanager
def one_file() -> Iterator[Joined]:
    """Send all that is printed inside the block into one file: papers of several kinds by one key."""
    joined = Joined()
    token = _ONE_FILE.set(joined)
    try:
        yield joined
    finally:
        _ONE_FILE.reset(token)


def goes_into() -> Joined | None:
    """The file that all papers go into now, if any."""
    return _ONE_FILE.get()


class Mark(NamedTuple):
    level: int
    title: str
    page: int


def book_pdf(
    front: Callable[[Sequence[Mark]], str], parts: Iterable[str], expected: Sequence[Mark], *, style: str
) -> bytes:
    """One PDF whose `front` lists the bookmarks of its `parts`; the `expected` marks tell its length."""
    typesetting, joined, pages_before = typesetter(), Joined(), Joined()
    typesetting.pdf_of(front(expected), style=style, finisher=pages_before.take)
    for html in parts:
        first_page = pages_before.pages + joined.pages + 1
        typesetting.pdf_of(html, style=style, finisher=joined.take, first_page=first_page)
        gc.collect()
    marks = [mark._replace(page=mark.page + pages_before.pages) for mark in joined.marks]
    with joined.in_front():
        typesetting.pdf_of(front(marks), style=style, finisher=joined.take)
    return joined.finish()


class Joined:
    """A PDF that grows by documents. `take` is a finisher for WeasyPrint."""

    def __init__(self) -> None:
        self._out = BytesIO()
        self._out.write(b"%PDF-1.7\n%\xf0\x9f\x96\xa4\n")
        self._places: dict[int, tuple[int, int, int]] = {}
        self._next = OUTLINE + 1
        self.marks: list[Mark] = []
        self._streams: dict[bytes, int] = {}
        self._pages: list[bytes] = []
        self._tagged: list[bytes] = []
        self._parents: list[bytes] = []
        self._catalog: dict[str, bytes] = {}
        self._info = b""

    @property
    def pages(self) -> int:
        return len(self._pages)

    @contextmanager
    def in_front(self) -> Iterator[None]:
        """Put all that the block takes before everything else."""
        pages, tags, marks = len(self._pages), len(self._tagged), list(self.marks)
        yield
        more = len(self._pages) - pages
        self._pages = self._pages[pages:] + self._pages[:pages]
        self._tagged = self._tagged[tags:] + self._tagged[:tags]
        self.marks = self.marks[len(marks) :] + [mark._replace(page=mark.page + more) for mark in marks]

    def take(self, document: Any, pdf: Any) -> None:
        """Write a document's objects, and leave none for pydyf to write."""
        for number, page in enumerate(document.pages, start=len(self._pages) + 1):
            self.marks += [Mark(level, title, number) for level, title, *_ in page.bookmarks]
        self._take(pdf)

    def _take(self, pdf: Any) -> None:
        root = _referred(pdf, pdf.catalog["StructTreeRoot"])
        document, parents = _referred(pdf, root["K"][0]), _referred(pdf, root["ParentTree"])
        self._number_tags(pdf, parents)
        numbers = {pdf.pages.number: PAGES, pdf.catalog.number: CATALOG, root.number: TAGS, document.number: DOCUMENT}
        single = {*numbers, parents.number}
        numbers |= self._write_streams(pdf, numbers)
        others = [each for each in pdf.objects[1:] if each.compressible and each.number not in single]
        self._write_packed({numbers[one.number]: self._own(_renumbered(one.data, numbers)) for one in others})
        self._pages += [_renumbered(reference, numbers) for reference in pdf.page_references]
        self._tagged += [_renumbered(reference, numbers) for reference in document["K"]]
        self._keep_parents(parents, numbers)
        if not self._info:
            self._info = pdf.info.data
            self._catalog = {
                name: _renumbered(_data(pdf.catalog[name]), numbers)
                for name in ("Lang", "MarkInfo", "Metadata", "ViewerPreferences")
                if name in pdf.catalog
            }
        del pdf.objects[1:]

    def finish(self) -> bytes:
        catalog = b"".join(b"/%s %s" % (name.encode(), value) for name, value in self._catalog.items())
        if self.marks:
            catalog += b"/Outlines %d 0 R/PageMode /UseOutlines" % OUTLINE
            self._write_outline()
        nums = b" ".join(b"%d %s" % (number, reference) for number, reference in enumerate(self._parents))
        last = {
            PAGES: b"<</Type /Pages/Kids [%s]/Count %d>>" % (b" ".join(self._pages), len(self._pages)),
            CATALOG: b"<</Type /Catalog/Pages %d 0 R/StructTreeRoot %d 0 R%s>>" % (PAGES, TAGS, catalog),
            TAGS: b"<</Type /StructTreeRoot/ParentTree %d 0 R/K [%d 0 R]>>" % (PARENTS, DOCUMENT),
            DOCUMENT: b"<</Type /StructElem/S /Document/P %d 0 R/K [%s]>>" % (TAGS, b" ".join(self._tagged)),
            PARENTS: b"<</Nums [%s]>>" % nums,
            INFO: self._info,
        }
        self._write_packed(last)
        self._write_places()
        return self._out.getvalue()

    def _write_outline(self) -> None:
        numbers = [OUTLINE, *range(self._next, self._next + len(self.marks))]
        self._next += len(self.marks)
        below: dict[int, list[int]] = {0: []}
        last = [(0, 0)]  # level and place of those that may have something below them
        parents = [0]
        for place, mark in enumerate(self.marks, start=1):
            last = [one for one in last if one[0] < mark.level]
            parents.append(last[-1][1])
            below[place] = []
            below[last[-1][1]].append(place)
            last.append((mark.level, place))
        written = {}
        for place, children in below.items():
            ends = (numbers[children[0]], numbers[children[-1]]) if children else ()
            inside = b"/First %d 0 R/Last %d 0 R" % ends if ends else b""
            if not place:
                written[OUTLINE] = b"<</Type /Outlines%s/Count %d>>" % (inside, len(children))
                continue
            mark, around = self.marks[place - 1], below[parents[place]]
            at = around.index(place)
            beside = [
                b"/%s %d 0 R" % (name, numbers[around[other]])
                for name, other in ((b"Prev", at - 1), (b"Next", at + 1))
                if 0 <= other < len(around)
            ]
            title = mark.title.encode("utf-16-be").hex().upper().encode()
            written[numbers[place]] = b"<</Title <FEFF%s>/Parent %d 0 R/Dest [%s /Fit]%s%s%s>>" % (
                title, numbers[parents[place]], self._pages[mark.page - 1], b"".join(beside), inside,
                b"/Count %d" % -len(children) if children else b"",
            )  # fmt: skip
        self._write_packed(written)

    def _number_tags(self, pdf: Any, parents: Any) -> None:
        """Number the tags of pages and notes after those already there."""
        for each in pdf.objects[1:]:
            for key in ("StructParents", "StructParent"):
                if isinstance(each, dict) and key in each:
                    each[key] += len(self._parents)
        assert parents["Nums"][::2] == list(range(len(parents["Nums"]) // 2)), "WeasyPrint counts from 0"

    def _write_streams(self, pdf: Any, numbers: Mapping[int, int]) -> dict[int, int]:
        streams: dict[int, bytes] = {}
        given: dict[int, int] = {}
        for each in pdf.objects[1:]:
            if each.number in numbers:
                continue
            data = b"" if each.compressible else each.data
            head = data.partition(b"\nstream\n")[0]
            digest = hashlib.sha256(data).digest()
            is_alone = bool(data) and not _REFERENCE.search(head)
            if is_alone and digest in self._streams:
                given[each.number] = self._streams[digest]
                continue
            given[each.number] = self._next
            if data:
                streams[each.number] = data
            if is_alone:
                self._streams[digest] = self._next
            self._next += 1
        for number, data in streams.items():
            head, mark, stream = data.partition(b"\nstream\n")
            self._write(given[number], _renumbered(head, {**numbers, **given}) + mark + stream)
        return given

    def _own(self, data: bytes) -> bytes:
        """Rename head cells that a table's cells refer to, so that no two parts share a name."""
        if b"/O /Table" not in data:
            return data
        part = len(self._parents)
        return _HEAD_CELL.sub(lambda found: b"(%d-%s%s)" % (part, found[1], found[2]), data)

    def _keep_parents(self, parents: Any, numbers: Mapping[int, int]) -> None:
        written = {}
        for value in parents["Nums"][1::2]:
            data = _renumbered(_data(value), numbers)
            written[self._next] = data
            self._parents.append(b"%d 0 R" % self._next)
            self._next += 1
        self._write_packed(written)

    def _write_packed(self, objects: Mapping[int, bytes]) -> None:
        if not objects:
            return
        places, position = [], 0
        for place, (number, data) in enumerate(objects.items()):
            self._places[number] = (2, self._next, place)
            places += [number, position]
            position += len(data) + 1
        index = b" ".join(b"%d" % each for each in places) + b"\n"
        content = zlib.compress(index + b"\n".join(objects.values()), 9)
        head = b"/Type /ObjStm/N %d/First %d" % (len(objects), len(index))
        self._write(self._next, _stream(head, content))
        self._next += 1

    def _write(self, number: int, data: bytes) -> None:
        self._places[number] = (1, self._out.tell(), 0)
        self._out.write(b"%d 0 obj\n%s\nendobj\n" % (number, data))

    def _write_places(self) -> None:
        start, number = self._out.tell(), self._next
        self._places[number] = (1, start, 0)
        rows = [self._places.get(each, (0, 0, 0)) for each in range(number + 1)]
        table = b"".join(
            kind.to_bytes(1, "big") + place.to_bytes(4, "big") + last.to_bytes(4, "big") for kind, place, last in rows
        )
        head = b"/Type /XRef/W [1 4 4]/Size %d/Root %d 0 R/Info %d 0 R" % (number + 1, CATALOG, INFO)
        self._write(number, _stream(head, zlib.compress(table, 9)))
        self._out.write(b"startxref\n%d\n%%%%EOF\n" % start)


def _stream(head: bytes, content: bytes) -> bytes:
    return b"<<%s/Filter /FlateDecode/Length %d>>\nstream\n%s\nendstream" % (head, len(content), content)


def _data(value: Any) -> bytes:
    return value if isinstance(value, bytes) else bytes(value.data)


def _referred(pdf: Any, reference: bytes) -> Any:
    return pdf.objects[int(reference.split()[0])]


def _renumbered(data: bytes, numbers: Mapping[int, int]) -> bytes:

    def change(found: re.Match[bytes]) -> bytes:
        return b"%d 0 R" % numbers[int(found[1])] if found[1] else found[0]

    return _REFERENCE.sub(change, data)
