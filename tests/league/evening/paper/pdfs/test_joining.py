"""Documents joined into one PDF: everything of theirs is there, once, under numbers of its own."""

import subprocess

import pytest
from django.core.cache import caches

from league.evening.paper.pdfs.joining import joined_pdf
from pinochle_club.ground import typesetting
from tests.sampling import sample
from tests.scoring.score_card.pdf_reading import (
    fonts_of,
    inside,
    pages_of,
    parents_of_pages,
    read,
    sizes_of,
    struck_tags,
)


@pytest.fixture(autouse=True)
def nothing_kept():
    caches["pdfs"].clear()


def part(*words, title="Some cards"):
    """A document of a page for each word, with a table, whose cells name the heads they stand under."""
    pages = "".join(
        f"<div class='page up-1 letter'><h1>{word}</h1><table><tr><th>Head of {word}<tr><td>Cell (of) {word} 12 0 R"
        "</table></div>"
        for word in words
    )
    return f"<!doctype html><html lang=en><head><title>{title}</title></head><body>{pages}</body></html>"


def font_files(content):
    """The fonts' own numbers in the file."""
    found = set()
    for page in read(content).pages:
        for font in inside(page, "/Resources", "/Font").values():
            descriptor = font["/DescendantFonts"][0].get_object()["/FontDescriptor"]
            found.add(descriptor.raw_get("/FontFile2").idnum)
    return found


def test_all_pages_are_there_in_order():
    content = joined_pdf([part("one", "two"), part("three"), part("four", "five")])

    assert [page.split()[0] for page in pages_of(content)] == ["one", "two", "three", "four", "five"]
    assert "Cell (of) three 12 0 R" in pages_of(content)[2]
    assert sizes_of(content) == {(612, 792)}


def test_joined_file_is_as_tagged_as_its_parts():
    words = ["one", "two", "three"]
    whole, joined = typesetting.pdf_of(part(*words)), joined_pdf(part(word) for word in words)

    assert struck_tags(joined) == struck_tags(whole)
    assert parents_of_pages(joined) == [0, 1, 2]
    root = read(joined).root_object
    assert (root["/Lang"], inside(root, "/MarkInfo", "/Marked")) == ("en", True)
    numbers = inside(root, "/StructTreeRoot", "/ParentTree", "/Nums")
    assert list(numbers[::2]) == [0, 1, 2]
    for page, parents in zip(read(joined).pages, numbers[1::2], strict=True):
        assert {kid.get_object()["/Pg"]["/StructParents"] for kid in parents.get_object()} == {page["/StructParents"]}


def test_head_cells_of_two_parts_have_names_of_their_own():
    root = read(joined_pdf([part("one"), part("two"), part("three")])).root_object
    heads, named = [], []
    waiting = list(inside(root, "/StructTreeRoot", "/K"))
    while waiting:
        node = waiting.pop().get_object()
        heads += [node["/ID"]] if "/ID" in node else []
        named += [*node["/A"]["/Headers"]] if "/Headers" in node.get("/A", {}) else []
        waiting += [kid for kid in node.get("/K", []) if not isinstance(kid, int)]

    assert len(heads) == len(set(heads)) == 3
    assert sorted(named) == sorted(heads)


def test_title_and_kind_are_those_of_the_first_part():
    reader = read(joined_pdf([part("one", title="Cards of May"), part("two", title="Other")]))

    assert reader.metadata.title == "Cards of May"
    assert b"pdfuaid:part" in inside(reader.root_object, "/Metadata").get_data()


def test_fonts_are_in_the_file_and_what_is_alike_is_there_once():
    several = joined_pdf(part("same") for _ in range(sample(3, 10)))

    assert fonts_of(several) == {"Paper"}
    assert len(font_files(several)) == len(font_files(joined_pdf([part("same")]))) == 2


def test_joining_is_repeatable():
    assert joined_pdf([part("one"), part("two")]) == joined_pdf([part("one"), part("two")])


def test_poppler_reads_the_file_without_complaint(tmp_path):
    (tmp_path / "joined.pdf").write_bytes(joined_pdf([part("one", "two"), part("three")]))

    done = subprocess.run(
        ["pdfinfo", "-struct-text", tmp_path / "joined.pdf"], capture_output=True, text=True, check=True
    )

    assert done.stderr == ""
    assert done.stdout.count('"Head of ') == 3


def test_parts_are_asked_for_one_by_one():
    asked = []

    def parts():
        for word in ("one", "two"):
            asked.append((word, len(made)))
            yield part(word)

    made = []
    original = typesetting.pdf_of

    def noting(*args, **kwargs):
        made.append(1)
        return original(*args, **kwargs)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(typesetting, "pdf_of", noting)
        joined_pdf(parts())

    assert asked == [("one", 0), ("two", 1)]
