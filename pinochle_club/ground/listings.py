"""Lists, each declared once and drawn on every medium.

A listing is a django-tables2 table, by that library's convention: `render_x` draws a cell of column `x` on the page,
`value_x` is its plain value, for files and other programs. Ours on top: a column says which media it is `on`, and
`paper_x` and `bare_x` draw it there where it isn't what the page says. On paper and in a bare table nothing leads
anywhere: what the page links or draws by a template is its plain value.

Four drawers, and no more: `ground/listing.html` (with search, sorting and pages), `as_file`, `on_paper` and `bare` (in
a page of another site or of our own). All but the file draw rows by `rows_on`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from datetime import date
from enum import Flag, auto
from functools import reduce
from html import escape, unescape
from inspect import signature
from operator import or_
from typing import Any, Final, Self

import django_tables2 as tables
from django.core.paginator import Paginator
from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template import Context
from django.template.base import render_value_in_context
from django.template.loader import render_to_string
from django.utils.html import format_html
from django.utils.http import urlencode
from django.utils.safestring import SafeString
from django_tables2.columns import BoundColumn
from django_tables2.rows import BoundRow
from django_tables2.utils import Accessor, AttributeDict

from .exports import FileKind, ListFile, dated, file_asked

PER_PAGE = 20
LONGEST_SEARCH = 80
PLAIN = Context()
WORDS = ("sort", "find", "page", "file", "part")  # of an address, those that a listing knows
PASSING = ("page", "file", "part", "entered")  # of an address, those that are not kept in others


class Medium(Flag):
    PAGE = auto()
    FILE = auto()
    PAPER = auto()
    BARE = auto()


PAGE, FILE, PAPER, BARE = Medium
EVERYWHERE: Final = PAGE | FILE | PAPER | BARE
DRAWERS: Final = {PAGE: "render", FILE: "value", PAPER: "paper", BARE: "bare"}
# The places of a cell in a row on a phone, which has two lines: a rank, the name and the figure on the first, all else
# small on the second.
RANK, NAME, MAIN, SMALL, UNSAID = "row-rank", "row-name", "row-main", "row-small", "row-unsaid"
NOTHING: Final = ("", "–", "—")
FIRST_TEXT: Final = re.compile(r">\s*([^<>\s][^<]*)<")
UNSEEN: Final = re.compile(r'<span class="(?:narrow|visually)-hidden[^>]*>[^<]*</span>|<[^>]*>')
# Letters that a phone of 390 pixels has room for on a row's first line, and on its second.
FIRST_LINE, SECOND_LINE = 30, 42
MORE: Final = (
    '<td class="row-more" role="cell"><details><summary><span aria-hidden="true">…</span>'
    '<span class="visually-hidden">More</span></summary></details></td>'
)


class Column(tables.Column):
    """A column of words. Where it is not `on` every medium of its list, it says `because` of what. `printed` are
    its classes on paper and in a bare table alone, such as its width; `on_phone` is its place in a row there, and
    `beside` its label on the second line of it: unless said, figures alone have one."""

    kind = ""  # the class of its cells
    is_labeled = False
    heads_rows = False  # on paper and in a bare table

    def __init__(
        self,
        label: str,
        *,
        on: Medium = EVERYWHERE,
        because: str = "",
        printed: str = "",
        beside: str | None = None,
        on_phone: str = "",
        **as_the_library_has_it: Any,
    ) -> None:
        super().__init__(visible=PAGE in on, exclude_from_export=FILE not in on, **as_the_library_has_it)
        self.on, self.because, self.beside, self.on_phone = on, because, beside, on_phone
        self.classes = " ".join(filter(None, (self.kind, printed)))
        self.called(label)

    def called(self, label: str, in_file: str = "") -> None:
        """The label; a file may have another."""
        self.verbose_name, self.in_file = label, in_file or label
        shape = {"class": self.kind} if self.kind else {}
        beside = label if self.beside is None else self.beside
        self.attrs = {
            "td": {"data-label": beside, "role": "cell", **shape},
            "th": {"scope": "col", "role": "columnheader", **shape},
        }

    def placed(self, place: str) -> None:
        """Its cells stand there in a row on a phone."""
        labeled = "labeled" if place == SMALL and (self.beside or self.is_labeled) else ""
        self.attrs["td"]["class"] = " ".join(filter(None, (self.kind, place, labeled)))

    @property
    def tag(self) -> str:
        """The opening tag of its cells on paper and in a bare table."""
        name, scope = ("th", "row") if self.heads_rows else ("td", None)
        attrs = AttributeDict({"class": self.classes or None, "scope": scope}).as_html()
        return f"<{name} {attrs}".rstrip() + ">"


class Figure(Column):
    kind, is_labeled = "num", True


class Name(Column):
    """The person or thing a row is about."""

    heads_rows = True

    def render(self, value: object) -> SafeString:
        return format_html("<bdi>{}</bdi>", value)

    def value(self, value: object) -> object:
        return value


class Day(Column, tables.DateColumn):
    """A day, as `format` has it; in a file the date itself."""

    def value(self, value: date) -> date:
        return value


class Drawn(Column, tables.TemplateColumn):
    """A column whose cells on the page are drawn by a template."""

    def value(self, **kwargs: Any) -> str:
        return " ".join(super().value(**kwargs).split())


class DrawnFigure(Drawn):
    kind, is_labeled = "num", True


class PlainList(tables.Table):
    """Lines drawn on paper or within a page, not searched, sorted or saved there.

    The keys to other pages are named by the order of the rows: the newest first, unless a list says otherwise.
    """

    media = PAPER  # where it is drawn
    files: Sequence[FileKind] = ()
    files_label = "Save this list"
    rows_a_page = PER_PAGE  # where it has pages
    previous_key, next_key = "Newer", "Older"
    names_head_rows = True  # on a page; on paper and in a bare table they always do
    # Its looks, the heading that names it to a screen reader, and its sentence without rows.
    look, bare_look = "listing", "plain-table"
    paper_look: str | None = "results"
    heading: str | None = None
    without_rows = "Nobody yet."
    folds = True  # whether a phone shows one line of all that is small, and the rest behind a key
    part = 0  # its number on a page with several
    kept: Mapping[str, str] = {}  # the rest of the address, without the page

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        attrs = {"class": self.look, "role": "table", "aria-labelledby": self.heading}
        ours = {"attrs": attrs, "row_attrs": {"role": "row"}, "template_name": "ground/listing.html"}
        super().__init__(*args, orderable=False, **ours, **kwargs)

    def __init_subclass__(cls) -> None:
        """Columns drawn from the record alone are drawn for every record, also where the value is empty."""
        super().__init_subclass__()
        for name, column in cls.base_columns.items():
            own = [getattr(cls, f"{drawer}_{name}", None) for drawer in DRAWERS.values()]
            if any(signature(draw).parameters.keys() == {"self", "record"} for draw in own if draw is not None):
                column.empty_values = ()

    def _place(self, bound: Sequence[BoundColumn]) -> None:
        """Gives each column its place on a phone. Where none is said, figures before the name are ranks, and the first
        behind it stands beside it: the one by which the list is sorted, if any."""
        columns = [one.column for one in bound]
        name = next((one for one in columns if one.on_phone == NAME), None)
        name = name or next((one for one in columns if one.heads_rows), columns[0])
        behind = columns[columns.index(name) + 1 :]
        figures = [one for one in behind if one.kind == "num" and one.on_phone != RANK]
        sorts = [one.column for one in bound if one.is_ordered and one.column in figures]
        said = [one for one in columns if one.on_phone == MAIN]
        main = next(iter((*sorts, *said, *(one for one in figures if not one.on_phone))), None)
        for column in columns:
            place = SMALL if column.on_phone == MAIN else column.on_phone
            if column not in behind and column.kind == "num" and not place:
                place = RANK
            column.placed(NAME if column is name else MAIN if column is main else place or SMALL)

    @property
    def drawn_rows(self) -> SafeString:
        return self.rows_on(PAGE)

    def columns_on(self, medium: Medium) -> list[BoundColumn]:
        """The columns of a medium, without those this list has left out (`exclude`)."""
        return [column for column in self.columns.iterall() if medium in column.column.on]

    @property
    def on_paper(self) -> SafeString:
        return self._table(PAPER, {"class": self.paper_look})

    @property
    def bare(self) -> SafeString:
        return self._table(BARE, {"class": self.bare_look, "aria-labelledby": self.heading})

    def _table(self, medium: Medium, attrs: Mapping[str, Any]) -> SafeString:
        context = {"columns": self.columns_on(medium), "rows": self.rows_on(medium), "empty": self.without_rows}
        return render_to_string("ground/table.html", {**context, "attrs": AttributeDict(attrs).as_html()})

    def rows_on(self, medium: Medium) -> SafeString:
        """The rows as HTML, each on a line. Each column is asked once how it looks, where the library asks
        again for every cell."""
        shown = self.columns_on(medium)
        if medium == PAGE:
            self._place(shown)
        columns = [(*self._tags(column, medium), self._drawer(column, medium)) for column in shown]
        openings: dict[str, str] = {}  # odd rows and even ones
        lines = []
        for row in self.paginated_rows:
            cells = [_cell(opening, _escaped(draw(row)), end) for opening, end, draw in columns]
            if medium == PAGE:
                cells = _fitted(cells, folds=self.folds)
            turn = self.class_of(row.record)
            if medium == PAGE:
                turn = f"{row.get_even_odd_css_class()} {turn}".rstrip()
            if turn not in openings:
                attrs = {**(row.attrs if medium == PAGE else {}), "class": turn or None}
                openings[turn] = f"<tr {AttributeDict(attrs).as_html()}".rstrip() + ">"
            lines.append(f"{openings[turn]}{''.join(cells)}</tr>")
        return SafeString("\n".join(lines))  # every part of it is escaped

    def class_of(self, record: Any) -> str:
        """The class of a row."""
        return ""

    def _tags(self, column: BoundColumn, medium: Medium) -> tuple[str, str]:
        opening = column.column.tag
        if medium == PAGE:
            attrs, name = column.attrs["td"], "td"
            if self.names_head_rows and column.column.heads_rows:
                attrs, name = AttributeDict({**attrs, "role": "rowheader", "scope": "row"}), "th"
            opening = f"<{name} {attrs.as_html()}>"
        return opening, f"</{opening[1:3]}>"

    def _drawer(self, column: BoundColumn, medium: Medium) -> Callable[[BoundRow], object]:
        """The function that draws the cells of a column; the listing's own, if it needs nothing but the record,
        is called directly."""
        name, on_page = column.name, medium == PAGE
        leads_on = column.link is not None or isinstance(column.column, tables.TemplateColumn)
        own = getattr(self, f"{DRAWERS[medium]}_{name}", None)
        if own is None and not leads_on:
            own = getattr(self, f"render_{name}", None)
        if own is not None and not (on_page and leads_on) and signature(own).parameters.keys() == {"record"}:
            return lambda row: own(record=row.record)
        if leads_on and not on_page:
            return lambda row: row.get_cell_value(name)
        return lambda row: row.get_cell(name)

    def turn(self, asked: Mapping[str, str], part: int = 0) -> Self:
        """The page that an address asks for. Of a page's several lists, each a `part`, it turns one at a time."""
        self.part, self.paginator = part, Paginator(self.rows, self.rows_a_page)
        is_asked = asked.get("part", "1") == str(part or 1)
        self.page = self.paginator.get_page(asked.get("page") if is_asked else None)
        self.kept = kept_in(asked)
        return self

    @property
    def query(self) -> str:
        """The address's query without the page, to be followed by more."""
        return self._query(self.kept)

    @property
    def query_to_sort(self) -> str:
        return self._query({name: words for name, words in self.kept.items() if name != "sort"})

    def _query(self, kept: Mapping[str, str]) -> str:
        return "".join(f"{urlencode({name: words})}&" for name, words in kept.items())

    @property
    def own_query(self) -> str:
        """The query to which a page of this list alone is added."""
        return f"{self.query}part={self.part}&" if self.part else self.query

    @property
    def anchor(self) -> str:
        """Leads to the list, where several are on a page."""
        return f"#{self.heading}" if self.part else ""

    def values_of(self, record: Any) -> dict[str, object]:
        """The plain values of a row, by the names of the columns: for other programs."""
        row = BoundRow(record, self)
        return {column.name: row.get_cell_value(column.name) for column in self.columns_on(FILE)}


class Listing(PlainList):
    """Rows in our order, in pages of our length, and a file of all of them. Sorting (`?sort=`), search (`?find=`)
    and the page stand in the address, so that it can be kept.

    A column is sorted by if `orderable`; `finds` are the fields that are searched.
    """

    media = PAGE | FILE
    names_head_rows = False  # every cell is as the library draws it
    finds: Sequence[str] = ()
    find_label = "Find"
    file_name = "list"
    files: Sequence[FileKind] = (FileKind.CSV,)
    wanted = ""
    usual = ""  # the column that rows are sorted by anyway

    @classmethod
    def paged(cls, request: HttpRequest, records: Any, **more: Any) -> Self:
        wanted = looked_for(request) if cls.finds else ""
        listing = cls(cls.found(records, wanted) if wanted else records, **more)
        listing.wanted = wanted
        return listing.read(request.GET)

    def read(self, asked: Mapping[str, str], part: int = 0) -> Self:
        """The list as an address asks for it; nothing else is drawn by who asks."""
        self.sort(self.usual)
        self.sort(asked.get("sort", ""))
        return self.turn(asked, part)

    @classmethod
    def found(cls, records: Any, wanted: str) -> Any:
        """The records that have every word somewhere."""
        for word in wanted.split():
            records = records.filter(reduce(or_, (Q(**{f"{field}__icontains": word}) for field in cls.finds)))
        return records

    def sort(self, by: str) -> None:
        """Sort by a column's name, or descending by `-name`; not at all by anything else. Level rows stay in
        one order on all pages."""
        column = next((one for one in self.columns if one.orderable and one.name == by.removeprefix("-")), None)
        if column is None:
            return
        self.order_by = by
        rows = self.data.data
        if isinstance(rows, QuerySet):
            self.data.data = rows.order_by(*rows.query.order_by, *rows.model._meta.ordering, "pk")
        else:
            value = Accessor(column.order_by[0].bare)
            rows.sort(key=lambda row: value.resolve(row, quiet=True) is None)  # those without one stand below

    @property
    def is_searched(self) -> bool:
        """Whether the list is long enough to search."""
        return bool(self.finds) and (bool(self.wanted) or self.paginator.num_pages > 1)

    @property
    def can_be_sorted(self) -> bool:
        return any(column.orderable for column in self.columns)

    def as_file(self, *places: str) -> ListFile:
        """All rows of all pages, named after the `places` they are of. What this list leaves out is in no file."""
        columns = self.columns_on(FILE)
        rows = ([row.get_cell_value(column.name) for column in columns] for row in self.rows)
        return ListFile(dated(*places, self.file_name), [column.column.in_file for column in columns], rows)


def _cell(opening: str, says: str, end: str) -> str:
    """A cell; on a phone, a row leaves out what says nothing below its name."""
    if says.strip() in NOTHING:
        opening = opening.replace(SMALL, UNSAID, 1)
    return f"{opening}{says}{end}"


def _fitted(cells: list[str], *, folds: bool) -> list[str]:
    """The cells as a phone has room for them: a long name is set smaller, and of long small words one line is shown,
    the rest behind a key."""
    at = next(at for at, cell in enumerate(cells) if NAME in cell)
    name = unescape(found[1]) if (found := FIRST_TEXT.search(cells[at])) else ""
    if len(name) + sum(_letters(cell) for cell in cells if MAIN in cell or RANK in cell) > FIRST_LINE:
        cells[at] = cells[at].replace(NAME, f"{NAME} is-long", 1)
    small = [cell for cell in cells if SMALL in cell]
    seen = sum(_letters(cell) + len(" · ") + ("labeled" in cell) * len("labeled") for cell in small)
    is_long = seen > SECOND_LINE or len(name) > SECOND_LINE or any('class="button' in cell for cell in small)
    return [*cells, MORE] if folds and is_long else cells


def _letters(cell: str) -> int:
    return len(unescape(UNSEEN.sub("", cell)).strip())


def _escaped(value: object) -> str:
    """A cell as a template writes it."""
    if type(value) is str:
        return escape(value)
    return str(value) if type(value) in (int, SafeString) else render_value_in_context(value, PLAIN)


def kept_in(asked: Mapping[str, str]) -> dict[str, str]:
    return {name: words for name, words in asked.items() if name not in PASSING}


def looked_for(request: HttpRequest) -> str:
    return request.GET.get("find", "").replace("\0", "").strip()[:LONGEST_SEARCH]


def listing_page(
    request: HttpRequest,
    template: str,
    context: Mapping[str, Any],
    *,
    places: Sequence[str] = (),
    status: int = 200,
) -> HttpResponse:
    """The page with its `listing`, or, asked for by `?file=`, the listing as a file: a reader of the page may have
    what it shows."""
    listing: Listing | None = context["listing"]
    kind = file_asked(request)
    if listing is not None and kind is not None and kind in listing.files:
        return listing.as_file(*places).answer(kind)
    return render(request, template, {**context}, status=status)
