"""Rule books on the screen."""

import json
import re
from unittest.mock import Mock

import pytest

from scoring.models import RuleBookVersion
from scoring.rules import prose
from scoring.rules.book import BUILT_IN_ORDER, book_from_json, built_in_books
from scoring.rules.documents import whose_rules
from scoring.score_card import pdfs
from scoring.score_card.beginning import publish
from scoring.score_card.pages.rule_links import rules_page
from tests.scoring.score_card.makers import card_url, enter_hand, make_card
from tests.scoring.score_card.pdf_reading import unset

pytestmark = pytest.mark.django_db


def test_all_books_are_listed(client):
    page = client.get("/books/").content.decode()

    assert re.findall(r'href="/books/([\w-]+)/"', page) == list(BUILT_IN_ORDER)


@pytest.mark.parametrize("key", BUILT_IN_ORDER)
def test_a_book_has_every_chapter_and_every_anchor(client, key, django_assert_num_queries):
    with django_assert_num_queries(0):
        page = client.get(f"/books/{key}/").content.decode()

    book = built_in_books()[key]
    ids = re.findall(r' id="([^"]+)"', page)
    assert len(ids) == len(set(ids))
    assert prose.anchors(book) <= set(ids)
    for chapter in prose.chapters(book):
        assert f'<a href="#{chapter.id}">{chapter.title}</a>' in page
    assert whose_rules(key) in page


def test_a_book_on_paper(client):
    with unset():
        response = client.get("/books/npa.pdf?paper=a4")

        assert response["Content-Disposition"] == 'inline; filename="rule-book-npa.pdf"'
        assert response.content == pdfs.book_pdf(built_in_books()["npa"], "a4")


def test_a_wrong_paper_is_answered_with_the_choices(client):
    response = client.get("/books/npa.pdf?paper=a5")

    assert response.status_code == 422
    assert "Choose one of those shown." in response.content.decode()


@pytest.mark.parametrize("path", ["/books/hoyle/", "/books/hoyle.pdf", "/books/versions/abc/"])
def test_an_unknown_book_is_not_found(client, path):
    assert client.get(path).status_code == 404


def older_version():
    """st-hilary as it may have been once: with another opening bid."""
    data = json.loads(built_in_books()["st-hilary"].to_json())
    data["auction"]["opening"] = 16
    return publish(book_from_json(json.dumps(data)))


def test_a_card_leads_to_the_version_it_began_with(client):
    version = older_version()

    page = client.get(rules_page(version.book)).content.decode()

    assert rules_page(version.book) == f"/books/versions/{version.digest}/"
    assert "The opening bid is 16." in page
    assert 'href="/books/st-hilary/"' in page


def test_the_present_version_is_the_book_itself(client):
    version = publish(built_in_books()["npa"])
    before = RuleBookVersion.objects.count()  # the demo of other tests may have left its books

    response = client.get(f"/books/versions/{version.digest}/")

    assert response.status_code == 302
    assert response["Location"] == rules_page(version.book) == "/books/npa/"
    assert RuleBookVersion.objects.count() == before


def test_the_card_leads_to_its_rules_and_to_its_paper(client):
    keeper = make_card(client, book="npa")

    page = client.get(card_url(keeper)).content.decode()

    assert f'href="/books/npa/?card={keeper.card_id}"' in page
    assert f'href="{card_url(keeper)}"' in client.get(f"/books/npa/?card={keeper.card_id}").content.decode()
    assert f'href="{card_url(keeper, "paper/")}"' in page


@pytest.mark.parametrize("query", ["", "?card=", "?card=the-last-one"])
def test_rules_opened_from_elsewhere_lead_to_no_card(client, query):
    assert "Back to the card" not in client.get(f"/books/npa/{query}").content.decode()


def test_document_leads_to_hands_of_the_example_card_alone(client):
    for is_example in (False, True):
        keeper = make_card(book="st-hilary", is_example=is_example)
        enter_hand(keeper, bidder="N", bid=40, meld={"NS": 15, "EW": 6}, take={"NS": 13, "EW": 12})

    page = client.get("/books/st-hilary/document/").content.decode()

    assert set(re.findall(r'href="([^"#]*/hands/\d+/)"', page)) == {f"/examples/{keeper.card_id}/hands/1/"}


def test_book_is_printed_on_one_page_for_the_wall(client, settings, monkeypatch):
    wall_pdf = Mock(return_value=b"on the wall")
    monkeypatch.setattr(pdfs, "wall_pdf", wall_pdf)
    settings.PUBLIC_URL = "http://club.example"

    answer = client.get("/books/st-hilary.pdf?sheet=wall&paper=a4")

    assert answer["Content-Disposition"] == 'inline; filename="rule-book-st-hilary-wall.pdf"'
    assert answer.content == b"on the wall"
    book, paper, address = wall_pdf.call_args.args
    assert (book.key, paper, address) == ("st-hilary", "a4", "http://club.example/books/st-hilary/")
    assert "One page for the wall" in client.get("/books/st-hilary/").content.decode()
    assert client.get("/books/st-hilary.pdf?sheet=ceiling").status_code == 422
