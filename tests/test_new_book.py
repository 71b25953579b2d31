"""The command that begins a new built-in rule book."""

import json
import shutil
import tomllib

import pytest

from scoring.rules.book import BOOKS_FOLDER, BUILT_IN_ORDER, BookError, book_from_data, built_in_book
from scoring.rules.book.loading import _built_in
from tests.new_book import FILES, ORDER, ROOT, new_book

KEY, NAME = "book-99-of-a-test", "Book 99 of a test"  # of no book that anybody will add


@pytest.fixture
def checkout(tmp_path):
    """As much of one as a book has files in."""
    for name in (ORDER, *(name.format("family-double") for name in FILES)):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / name)
    return tmp_path


def test_new_book_has_every_file_and_plays_like_the_other_one(checkout):
    written = new_book(KEY, "family-double", checkout)

    book = book_from_data(tomllib.loads(written[0].read_text()))
    told = tomllib.loads(written[1].read_text())
    like = {"key": KEY, "name": NAME, "short_name": NAME, "sources": ()}
    assert book == built_in_book("family-double").model_copy(update=like)
    assert (told["title"], told["whose"]) == (NAME, "a club")
    assert len(told["sections"]) == 10
    assert json.loads(written[2].read_text())["book"] == KEY
    for path in written[3:]:
        lines = [json.loads(line) for line in path.read_text().splitlines()]
        assert {(line["book"], line["id"].partition("/")[0]) for line in lines} == {(KEY, KEY)}
        assert len(lines) > 30
    assert (checkout / ORDER).read_text().split() == [*BUILT_IN_ORDER, KEY]


@pytest.mark.parametrize(
    ("key", "base", "why"),
    [
        ("race", "whist", "There is no rule book whist; there are st-hilary, hidden-valley,"),
        ("Race to", "npa", "Race to is no key. Write it like race-to-1000: small letters, digits and hyphens."),
        ("npa", "family-double", "There are files of npa already."),
    ],
)
def test_what_can_be_no_book_is_told_and_writes_nothing(checkout, key, base, why):
    before = (checkout / ORDER).read_text()

    with pytest.raises(ValueError) as told:  # noqa: PT011  # the sentence is compared
        new_book(key, base, checkout)

    assert str(told.value).startswith(why)
    assert (checkout / ORDER).read_text() == before


def test_book_whose_files_are_missing_is_told_by_name():
    with pytest.raises(BookError) as told:
        _built_in(KEY)

    assert [fault.path for fault in told.value.faults] == [
        f"scoring/rules/books/{KEY}.toml",
        f"scoring/rules/books/documents/{KEY}.toml",
    ]
    assert "`python -m tests.new_book` writes both" in str(told.value)


@pytest.mark.parametrize("name", FILES)
def test_every_book_has_the_files_that_a_new_one_gets(name):
    folder, _, file = name.rpartition("/")
    keys = {key for key in BUILT_IN_ORDER if "rarity" not in folder or built_in_book(key).bots_play}
    assert {file.format(key) for key in keys} <= {path.name for path in (ROOT / folder).iterdir()}
    if folder.startswith(str(BOOKS_FOLDER.relative_to(ROOT))):
        stems = {path.stem for path in (ROOT / folder).glob(file.format("*"))}
        assert stems == keys
