"""A list is drawn on each medium as its columns say, rows as the library draws them, links without a request."""

from __future__ import annotations

import re

from django.template import Context, Template
from django.template.loader import render_to_string
from django.test import RequestFactory
from django.utils.html import format_html
from django.utils.safestring import SafeString

from pinochle_club.ground.exports import BOTH
from pinochle_club.ground.listings import FILE, MORE, PAGE, PAPER, Column, Drawn, Figure, Listing, Name

BY_THE_LIBRARY = Template(
    "{% for row in table.paginated_rows %}<tr {{ row.attrs.as_html }}>{% for column, cell in row.items %}"
    "<td {{ column.attrs.td.as_html }}>{{ cell }}</td>{% endfor %}</tr>\n{% endfor %}"
)


class Everything(Listing):
    """A column of each kind that listings have."""

    rows_a_page, folds = 3, False

    name = Column("Name", orderable=True)
    linked = Name("Linked", accessor="name", linkify=lambda record: f"/{record['name']}/")
    own = Figure("Own")
    marked = Column("Marked")
    of_value = Column("Of value", accessor="points", empty_values=())
    points = Column("Points", default="–")
    drawn = Drawn("Drawn", template_code="<b>{{ record.name }}</b>")

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

    drawn = re.sub(r"(labeled )?(num)? ?row-[a-z]+", r"\2", ours.drawn_rows).replace(' class=""', "")

    assert drawn == plain
    assert len(re.findall("<tr ", plain)) == 3
    assert "&lt;Abernathy&gt;" in plain


class Ranked(Listing):
    """Places and points, by place unless the address says otherwise."""

    heading, rows_a_page, usual = "ranked", 2, "place"

    place = Figure("Place", orderable=True)
    points = Figure("Points", orderable=True, initial_sort_descending=True)


def test_a_list_is_drawn_as_an_address_asks_without_a_request():
    rows = [{"place": at, "points": points} for at, points in enumerate((3, None, 0, 7, 3), start=1)]

    def drawn(asked: dict[str, str], part: int = 0) -> tuple[list[str], list[str]]:
        listing = Ranked(rows).read(asked, part)
        page = render_to_string("ground/listing.html", {"table": listing})
        return [row.record["place"] for row in listing.paginated_rows], re.findall(r'href="([^"]*)"', page)

    assert drawn({"sort": "points", "page": "3"})[0] == [2]  # without a figure below, either way
    assert drawn({"sort": "-points", "page": "3"})[0] == [2]
    assert drawn({"sort": "-points"})[0] == [4, 1]
    places, links = drawn({"sort": "nonsense", "page": "2", "week": "a&b"})
    assert places == [3, 4]
    assert links[:2] == ["?week=a%26b&amp;sort=-place", "?week=a%26b&amp;sort=-points"]
    kept = "sort=nonsense&amp;week=a%26b&amp;"
    assert links[2:] == [f"?{kept}page=1", f"?{kept}page=3", f"?{kept}file=csv"]


def test_lists_of_a_page_turn_one_at_a_time():
    rows = [{"place": at, "points": at} for at in range(1, 6)]
    asked = {"page": "2", "part": "2", "sort": "place"}

    first, second = (Ranked(rows).read(asked, part) for part in (1, 2))

    assert (first.page.number, second.page.number) == (1, 2)
    page = render_to_string("ground/listing.html", {"table": first})
    assert 'href="?sort=place&amp;part=1&amp;page=2#ranked"' in page
    assert 'href="?sort=-points#ranked"' in page


class Standing(Listing):
    """A place, a name, its figure, and what is said of it."""

    place = Figure("Place")
    name = Name("Name")
    points = Figure("Points", orderable=True)
    nights = Figure("Nights", orderable=True)
    book = Column("Book", beside="by")
    note = Column("Note", default="–")


def test_cells_say_where_they_stand_in_a_row_on_a_phone():
    rows = [{"place": 1, "name": "Ruth", "points": 60, "nights": 2, "book": "NPA", "note": None}]

    def places(query: str) -> list[str]:
        listing = Standing.paged(RequestFactory().get(query), rows)
        return re.findall(r'class="([^"]*)"', listing.drawn_rows)

    first, small = ["even", "num row-rank", "row-name"], ["labeled row-small", "row-unsaid"]
    assert places("/") == [*first, "num row-main", "labeled num row-small", *small]
    assert places("/?sort=-nights") == [*first, "labeled num row-small", "num row-main", *small]


def test_a_phone_sets_long_names_smaller_and_folds_what_is_long_below_them():
    short = {"place": 1, "name": "Ruth", "points": 60, "nights": 2, "book": "NPA", "note": None}

    def row(**more: object) -> tuple[bool, bool]:
        (drawn,) = Standing([{**short, **more}]).drawn_rows.split("\n")
        return "row-name is-long" in drawn, drawn.endswith(f"{MORE}</tr>")

    assert row() == (False, False)
    assert row(name="Maximiliane Oberhuber-Hof") == (False, False)
    assert row(name="Wilhelmina Featherstonehaugh") == (True, False)
    assert row(note="played for somebody else, came late") == (False, True)
    hidden = format_html('ace<span class="narrow-hidden">{}</span>', "played for somebody else, came late")
    assert row(note=hidden) == (False, False)
    assert row(note=format_html('<a class="button">{}</a>', "Go")) == (False, True)


class Somebody(Listing):
    """A list that is drawn on every medium."""

    files = BOTH

    name = Name("Name", printed="who", linkify=lambda record: f"/{record['name']}/")
    points = Figure("Points", orderable=True)
    why = Column("Why", on=PAGE | FILE | PAPER, because="it stands below the points")
    note = Column("Note", on=FILE, because="a page has no room for it")

    def render_points(self, record: dict[str, object]) -> str:
        return f"{record['points']} & more"

    def bare_points(self, record: dict[str, object]) -> SafeString:
        return format_html("{} <small>{}</small>", record["points"], record["why"])

    def value_points(self, record: dict[str, object]) -> object:
        return record["points"]

    def paper_why(self, record: dict[str, object]) -> SafeString:
        return format_html("<b>{}</b>", record["why"])


RECORD = {"name": "O’Brien & Co", "points": 3, "why": "<led>", "note": "late"}


def squeezed(html: str) -> str:
    return re.sub(r">\s+", ">", html).strip()


def test_a_list_is_drawn_on_paper_and_bare_with_nothing_to_tap():
    listing = Somebody([RECORD])

    assert squeezed(listing.on_paper) == (
        '<table class="results"><thead><tr><th class="who" scope="col">Name</th><th class="num" scope="col">Points</th>'
        '<th scope="col">Why</th></tr></thead><tbody><tr><th class="who" scope="row">O’Brien &amp; Co</th>'
        '<td class="num">3 &amp; more</td><td><b>&lt;led&gt;</b></td></tr></tbody></table>'
    )
    assert squeezed(listing.bare) == (
        '<table class="plain-table"><thead><tr><th class="who" scope="col">Name</th><th class="num" scope="col">Points'
        '</th></tr></thead><tbody><tr><th class="who" scope="row">O’Brien &amp; Co</th>'
        '<td class="num">3 <small>&lt;led&gt;</small></td></tr></tbody></table>'
    )


def test_files_and_programs_take_plain_values():
    listing = Somebody([RECORD])

    assert listing.values_of(RECORD) == RECORD
    assert listing.as_file().header == ["Name", "Points", "Why", "Note"]
    assert [*listing.as_file().rows] == [["O’Brien & Co", 3, "<led>", "late"]]


def test_what_a_list_leaves_out_is_on_no_medium():
    listing = Somebody([RECORD], exclude=("points", "note"))

    assert ("Points" in listing.on_paper, "Points" in listing.bare) == (False, False)
    assert listing.values_of(RECORD) == {"name": "O’Brien & Co", "why": "<led>"}


def test_an_empty_list_says_so():
    assert '<td colspan="3">Nobody yet.</td>' in Somebody([]).on_paper
