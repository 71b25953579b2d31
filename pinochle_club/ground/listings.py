"""Lists, each declared once and drawn on every medium.

A listing is a django-tables2 table, by that library's convention: `render_x` draws a cell of column `x` on the page,
`value_x` is its plain value, for files and other programs. Ours on top: a column says which media it is `on`, and
`paper_x` and `bare_x` draw it there where it isn't what the page says. On paper and in a bare table nothing leads
anywhere: what the page links or draws by a template is its plain value.

Four drawers, and no more: `ground/listing.html` (with search, sorting and pages), `as_file`, `on_paper` and `bare` (in
a page of another site or of our own). All but the file draw rows by `rows_on`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from enum import Flag, auto
from functools import reduce
from html import escape
from inspect import signature
from operator import or_
from typing import Any, Final, Self, TypeVar

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
from django_tables2.utils import AttributeDict

from .exports import FileKind, ListFile, dated, file_asked

PER_PAGE = 20
LONGEST_SEARCH = 80
Row = TypeVar("Row")
PLAIN = Context()
WORDS = ("sort", "find", "page", "file")  # of an address, those that a listing knows
PASSING = ("page", "file", "entered")  # of an address, those that are not kept in others


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


@dataclass(frozen=True, slots=True)
class Head:
    """The head of a column in a table of a page's own. A tap sorts by `next` (`?sort=…`); `order` is as `aria-sort`
    has it, empty where the table is not sorted by this column."""

    name: str
    next: str
    order: str = ""


@dataclass(frozen=True, slots=True)
class Sorting:
    """The order of a page's own table: `by` which of its columns (descending with a `-`), as a listing's address
    says it. Figures are read from the most down first."""

    columns: Mapping[str, str]  # their labels, by their names in the address
    by: str
    figures: frozenset[str] = frozenset()

    @classmethod
    def asked(cls, columns: Mapping[str, str], asked: str, figures: Iterable[str] = ()) -> Self:
        """The order in the address; by the first column where it names none that there is."""
        return cls(columns, asked if asked.removeprefix("-") in columns else next(iter(columns)), frozenset(figures))

    @property
    def column(self) -> str:
        return self.by.removeprefix("-")

    @property
    def is_descending(self) -> bool:
        return self.by.startswith("-")

    @property
    def is_usual(self) -> bool:
        """Whether the rows stand as they would anyway."""
        return self.by == next(iter(self.columns))

    @property
    def heads(self) -> list[Head]:
        return [self._head(column, name) for column, name in self.columns.items()]

    def _head(self, column: str, name: str) -> Head:
        if column == self.column:
            other = column if self.is_descending else f"-{column}"
            return Head(name, other, "descending" if self.is_descending else "ascending")
        return Head(name, f"-{column}" if column in self.figures else column)

    def sorted(self, rows: Sequence[Row], key: Callable[[Row], Any]) -> list[Row]:
        """The rows by their `key`. Rows without one stand below; level rows stay in order."""
        there = [row for row in rows if key(row) is not None]
        return sorted(there, key=key, reverse=self.is_descending) + [row for row in rows if key(row) is None]


class PlainList(tables.Table):
    """Lines drawn on paper or within a page, not searched, sorted or saved there.

    The keys to other pages are named by the order of the rows: the newest first, unless a list says otherwise.
    """

    media = PAPER  # where it is drawn
    files: Sequence[FileKind] = ()
    rows_a_page = PER_PAGE  # where it has pages
    previous_key, next_key = "Newer", "Older"
    names_head_rows = True  # on a page; on paper and in a bare table they always do
    # Its looks, the heading that names it to a screen reader, and its sentence without rows.
    look, bare_look = "listing", "plain-table"
    paper_look: str | None = "results"
    heading: str | None = None
    without_rows = "Nobody yet."

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
            turn = row.get_even_odd_css_class() if medium == PAGE else self.class_of(row.record)
            if turn not in openings:
                attrs = row.attrs if medium == PAGE else AttributeDict({"class": turn or None})
                openings[turn] = f"<tr {attrs.as_html()}".rstrip() + ">"
            lines.append(f"{openings[turn]}{''.join(cells)}</tr>")
        return SafeString("\n".join(lines))  # every part of it is escaped

    def class_of(self, record: Any) -> str:
        """The class of a row on paper and in a bare table."""
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

    def turn(self, request: HttpRequest) -> None:
        """Shows the page that the address asks for."""
        self.paginator = Paginator(self.rows, self.rows_a_page)
        self.page = self.paginator.get_page(request.GET.get("page"))

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
    kept: Mapping[str, str] = {}  # the rest of the address, without the page

    @classmethod
    def paged(cls, request: HttpRequest, records: Any, **more: Any) -> Self:
        wanted = looked_for(request) if cls.finds else ""
        listing = cls(cls.found(records, wanted) if wanted else records, **more)
        listing.sort(request.GET.get("sort", ""))
        listing.wanted = wanted
        listing.kept = {name: words for name, words in request.GET.dict().items() if name not in PASSING}
        listing.turn(request)
        return listing

    @classmethod
    def found(cls, records: Any, wanted: str) -> Any:
        """The records that have every word somewhere."""
        for word in wanted.split():
            records = records.filter(reduce(or_, (Q(**{f"{field}__icontains": word}) for field in cls.finds)))
        return records

    def sort(self, by: str) -> None:
        """Sort by a column's name, or descending by `-name`; not at all by anything else. Level rows stay in
        one order on all pages."""
        if not any(column.orderable and column.name == by.removeprefix("-") for column in self.columns):
            return
        self.order_by = by
        rows = self.data.data
        if isinstance(rows, QuerySet):
            self.data.data = rows.order_by(*rows.query.order_by, *rows.model._meta.ordering, "pk")

    @property
    def query(self) -> str:
        """The address's query without the page, to be followed by more."""
        return urlencode(self.kept) + "&" if self.kept else ""

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
    """A cell; on a phone, the second line of a row leaves out what says nothing."""
    return f"{opening.replace(SMALL, UNSAID, 1) if says in NOTHING else opening}{says}{end}"


def _escaped(value: object) -> str:
    """A cell as a template writes it."""
    if type(value) is str:
        return escape(value)
    return str(value) if type(value) in (int, SafeString) else render_value_in_context(value, PLAIN)


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
