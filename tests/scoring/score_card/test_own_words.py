"""No page of a card says a word that the club of its rule book never says."""

import html
import re

import pytest
from django.test import Client

from tests.scoring.rules.test_vocabulary import NEVER_SAID
from tests.scoring.score_card.addresses import addresses_of, card_in

pytestmark = pytest.mark.django_db
# They list all books, each by its own words; the book itself has the standard word behind the club's.
OF_OTHER_BOOKS = {"start", "books", "our_games", "book"}
READ_OUT = re.compile(r'(?:aria-label|title|placeholder|alt)="([^"]*)"')


def shown(page: str) -> str:
    """What a page shows or reads out."""
    body = re.sub(r"<script.*?</script>", " ", page, flags=re.DOTALL)
    return html.unescape(" ".join([re.sub(r"<[^>]*>", " ", body), *READ_OUT.findall(body)]))


@pytest.mark.parametrize("book", ["npa", "cutthroat"])
def test_no_page_of_a_card_says_the_standard_word(book: str, client: Client):
    keeper = card_in("hands", book, client)
    read, found = 0, set()
    for name, address in addresses_of(keeper, wrong=False):
        answer = client.get(address)
        if name not in OF_OTHER_BOOKS and answer.status_code == 200 and "text/html" in answer.headers["Content-Type"]:
            read += 1
            strange = re.findall(rf"\b(?:{NEVER_SAID[book]})\b", shown(answer.text), re.IGNORECASE)
            found |= {(name, word) for word in strange}

    assert found == set()
    assert read > 20
