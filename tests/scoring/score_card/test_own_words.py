"""No page of a card says a word that the club of its rule book never says."""

import html
import re
from collections.abc import Collection

import pytest
from django.test import Client

from scoring.models import DeviceCard
from tests.scoring.rules.test_vocabulary import NEVER_SAID, OF_DEALS
from tests.scoring.score_card.addresses import addresses_of, card_in

pytestmark = pytest.mark.django_db
# They list all books, each by its own words; the book itself has the standard word behind the club's.
OF_OTHER_BOOKS = {"start", "new", "new_by", "books", "our_game", "book"}
READ_OUT = re.compile(r'(?:aria-label|title|placeholder|alt)="([^"]*)"')


def shown(page: str) -> str:
    """What a page shows or reads out."""
    body = re.sub(r"<script.*?</script>", " ", page, flags=re.DOTALL)
    return html.unescape(" ".join([re.sub(r"<[^>]*>", " ", body), *READ_OUT.findall(body)]))


@pytest.mark.parametrize("book", ["npa", pytest.param("cutthroat", marks=pytest.mark.soak)])
def test_no_page_of_a_card_says_the_standard_word(book: str, client: Client):
    assert said_on(card_in("hands", book, client), NEVER_SAID[book], client) == set()


@pytest.mark.parametrize(
    ("state", "key"),
    [pytest.param("meld", "st-hilary", marks=pytest.mark.soak), ("signed", "cutthroat"), ("round", "npa")],
)
def test_where_a_hand_is_a_deal_no_page_of_a_card_says_hand(state: str, key: str, client: Client):
    (book,) = (book for book in OF_DEALS if book.key == key)

    # What a player holds is "your hand", and of a book its author has worded the remarks.
    of_book = ("book_version", "document")
    words = rf"(?<!your )hands?|{NEVER_SAID[key]}"
    assert said_on(card_in(state, book, client), words, client, of_book, 15) == set()


def said_on(
    keeper: DeviceCard, words: str, client: Client, but: Collection[str] = (), more_than: int = 20
) -> set[tuple[str, str]]:
    """Where a card's pages say such words; there must be some pages."""
    read, found = 0, set()
    for name, address in addresses_of(keeper, wrong=False):
        if name in {*OF_OTHER_BOOKS, *but} or "pdf" in name:
            continue
        answer = client.get(address)
        if answer.status_code == 200 and "text/html" in answer.headers["Content-Type"]:
            read += 1
            text = shown(answer.text)
            strange = re.finditer(rf"\b(?:{words})\b", text, re.IGNORECASE)
            found |= {(name, text[max(match.start() - 25, 0) : match.end() + 15]) for match in strange}

    assert read > more_than
    return found
