"""Every sentence of a club's document is somewhere, and what a book prints is one of them, a reading or customary."""

from functools import reduce
from operator import getitem

import pytest

from scoring.rules.book import book_from_data, built_in_book, built_in_books
from scoring.rules.documents import Document, DocumentSection, Place, document, whose_rules
from scoring.rules.prose import chapters

BOOKS = list(built_in_books())


def places(key: str) -> list[tuple[str, Place]]:
    return [
        (section.name, place)
        for section in document(key).sections
        for sentence in section.sentences
        for place in sentence.places
    ]


@pytest.mark.parametrize("key", BOOKS)
def test_every_sentence_has_a_place_or_a_reason_why_not(key: str) -> None:
    told: Document = document(key)
    sections: tuple[DocumentSection, ...] = told.sections
    sentences = [(section.name, sentence) for section in sections for sentence in section.sentences]

    assert [
        (name, sentence.number, sentence.says)
        for name, sentence in sentences
        if bool(sentence.places) == bool(sentence.apart)
    ] == []
    assert len({section.name for section in sections}) == len(sections)


@pytest.mark.parametrize("key", BOOKS)
def test_every_place_exists(key: str) -> None:
    book = built_in_book(key)
    printed = {
        rule for part in chapters(book) for block in part.blocks for each in block.sentences for rule in each.about
    }
    there = {
        "rule": printed,
        "again": {place.name for _, place in places(key) if place.kind == "rule"},
        "reading": {reading.path for reading in book.readings},
    }
    customs = {
        "conduct": {(custom.about, custom.section) for custom in book.conduct},
        "note": {(note.about, note.section) for note in book.notes},
    }

    assert [
        (section, place)
        for section, place in places(key)
        if (place.kind in there and place.name not in there[place.kind])
        or (place.kind in customs and place.name not in {about for about, _ in customs[place.kind]})
    ] == []


@pytest.mark.parametrize("key", BOOKS)
def test_every_custom_and_note_is_of_a_sentence_in_its_section(key: str) -> None:
    book = built_in_book(key)
    told = {(place.name, section) for section, place in places(key) if place.kind in ("conduct", "note")}

    remarks = [(custom.about, custom.section) for custom in book.conduct]
    remarks += [(note.about, note.section) for note in book.notes]
    assert [remark for remark in remarks if remark not in told] == []


@pytest.mark.parametrize("key", BOOKS)
def test_every_other_reading_told_is_one_of_the_books_and_makes_a_book_to_play_by(key: str) -> None:
    book = built_in_book(key)
    other = document(key).other

    assert {*other} <= {reading.path for reading in book.readings if reading.other}
    for values in (values for each in other.values() for values in each):
        data = book.model_dump(mode="json")
        for path, value in values.items():
            *parts, name = path.split(".")
            reduce(getitem, parts, data)[name] = value
        assert book_from_data(data) != book


@pytest.mark.parametrize("key", BOOKS)
def test_a_book_says_whose_rules_it_restates_and_how_they_ask_for_a_change(key: str) -> None:
    told = whose_rules(key)

    assert document(key).whose in told
    assert f"“{document(key).title}”, in our words since November 2026" in told
    assert "Tell the people who gave you this program." in told


def test_a_clubs_own_book_is_nobody_elses() -> None:
    assert whose_rules("old-mill-rules") == ""
