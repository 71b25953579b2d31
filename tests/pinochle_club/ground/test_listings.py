"""Rows that are drawn with each column asked once say what the library's own cells say; how tables are sorted."""

from __future__ import annotations

import re
from operator import itemgetter

import django_tables2 as tables
from django.template import Context, Template
from django.test import RequestFactory
from django.utils.html import format_html
from django.utils.safestring import SafeString

from pinochle_club.ground.listings import Head, Listing, Sorting, cell

BY_THE_LIBRARY = Template(
    "{% for row in table.paginated_rows %}<tr {{ row.attrs.as_html }}>{% for column, cell in row.items %}"
    "<td {{ column.attrs.td.as_html }}>{{ cell }}</td>{% endfor %}</tr>\n{% endfor %}"
)


class Everything(Listing):
    """A column of each kind that listings have."""

    rows_a_page = 3

    name = tables.Column(attrs=cell("Name"), orderable=True)
    linked = tables.Column(accessor="name", linkify=lambda record: f"/{record['name']}/", attrs=cell("Linked"))
    own = tables.Column(attrs=cell("Own", **{"class": "num"}), empty_values=())
    marked = tables.Column(attrs=cell("Marked"), empty_values=())
    of_value = tables.Column(accessor="points", attrs=cell("Of value"), empty_values=())
    points = tables.Column(attrs=cell("Points"), default="–")
    drawn = tables.TemplateColumn("<b>{{ record.name }}</b>", attrs=cell("Drawn"))

    def render_own(self, record: dict[str, object]) -> object:
        return record["points"]

    def render_marked(self, record: dict[str, object]) -> SafeString:
        return format_html("<i>{}</i>", record["name"])

    def render_of_value(self, value: object) -> str:
        return f"{value} & more"


def test_drawn_rows_say_what_the_librarys_cells_say():
    names = ('Ruth "Ace" <Abernathy>', "O’Brien & Co", "Él'a")
    records = [{"name": name, "points": points} for name, points in zip(names, (1234, None, 2.5), strict=True)] + [
        {"name": "On the next page", "points": 0}
    ]
    request = RequestFactory().get("/?sort=name&page=1")
    ours, theirs = Everything.paged(request, records), Everything.paged(request, records)
    plain = BY_THE_LIBRARY.render(Context({"table": theirs})).strip()

    assert ours.drawn_rows == plain
    assert len(re.findall("<tr ", plain)) == 3
    assert "&lt;Abernathy&gt;" in plain


def test_table_of_a_pages_own_is_sorted_as_a_listing_is():
    columns = {"place": "Place", "points": "Points"}
    rows = [("a", 3), ("b", None), ("c", 7), ("d", 3)]

    rising, falling = (Sorting.asked(columns, by, figures=["points"]) for by in ("points", "-points"))
    usual = Sorting.asked(columns, "nonsense", figures=["points"])

    assert [name for name, _ in rising.sorted(rows, key=itemgetter(1))] == ["a", "d", "c", "b"]
    assert [name for name, _ in falling.sorted(rows, key=itemgetter(1))] == ["c", "a", "d", "b"]
    assert falling.heads == [Head("Place", "place"), Head("Points", "points", "descending")]
    assert usual.is_usual
    assert usual.heads == [Head("Place", "-place", "ascending"), Head("Points", "-points")]
