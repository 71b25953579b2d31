"""Printing: who may, what an address may ask for, and what is said where no PDF can be made."""

import re

import pytest
from django.core.cache import caches
from django.test import Client

from pinochle_club.ground.apart import Busy
from pinochle_club.ground.pdfs import PRINTER, PdfError
from scoring.models import CardLink, ScoreCard
from scoring.score_card import access, pdfs
from tests.scoring.score_card.makers import card_url, enter, enter_hand, hand_payload, make_card
from tests.scoring.score_card.pdf_reading import SIZES, sizes_of, text_of, unset, words_of

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def nothing_kept():
    caches["pdfs"].clear()


def test_card_pdf_is_the_card(client, django_assert_num_queries):
    keeper = make_card(client, table_name="4 / b", round_name="2")
    enter_hand(keeper)

    with django_assert_num_queries(3):  # who asks; card and entries, which the printer reads
        response = client.get(card_url(keeper, "card.pdf"))

    assert response["Content-Type"] == "application/pdf"
    day = keeper.card.played_on.isoformat()
    assert response["Content-Disposition"] == f'inline; filename="score-card-{day}-4-b-2.pdf"'
    assert response["Cache-Control"] == "no-store"
    assert response["Content-Security-Policy"].startswith("default-src 'none'; object-src 'self'; ")
    assert "1 Ann hearts" in text_of(response.content)
    assert "How each hand was scored" not in text_of(response.content)


def test_card_pdf_with_reasons_on_a4(client):
    keeper = make_card(client)
    enter_hand(keeper)

    response = client.get(card_url(keeper, "card.pdf?paper=a4&explain=1"))

    assert "How each hand was scored" in text_of(response.content)
    assert sizes_of(response.content) == {SIZES["a4"]}


def test_a_called_partner_whose_name_ends_in_an_initial_ends_the_sentence(client):
    keeper = make_card(client, book="five-handed", player_names={"A": "Bea", "B": "Ann P.", "C": "Ann K."})
    enter_hand(keeper)
    enter(keeper, "correct", hand_payload(keeper.card.book_version.book, partner="B"), hand=1)

    with unset():
        text = words_of(client.get(card_url(keeper, "card.pdf?explain=1")).content)
    assert " with Ann P." in text
    assert ".." not in text


@pytest.mark.parametrize("path", ["paper/", "card.pdf"])
def test_a_tablet_that_does_not_keep_the_card_prints_nothing(path):
    assert Client().get(card_url(make_card(), path)).status_code == 404


def test_no_secret_address_is_on_paper(client):
    keeper = make_card(client)
    enter_hand(keeper)
    secrets = [access.make_link(keeper.card, kind) for kind in CardLink.Kind]

    with unset():
        text = words_of(client.get(card_url(keeper, "card.pdf?explain=1")).content)
    for secret in (*secrets, str(keeper.card_id), "/w/", "/r/", "http"):
        assert secret not in text


def test_choosing_paper_offers_both_papers_and_the_reasons(client):
    keeper = make_card(client)

    page = client.get(card_url(keeper, "paper/")).content.decode()

    assert f'method="get" action="{card_url(keeper, "card.pdf")}"' in page
    for name, value in (("paper", "letter"), ("paper", "a4"), ("explain", "1")):
        assert f'name="{name}" value="{value}"' in page


@pytest.mark.parametrize("wrong", ["paper=a5", "explain=perhaps"])
def test_a_wrong_wish_is_answered_with_the_choices(client, wrong):
    keeper = make_card(client)

    response = client.get(card_url(keeper, f"card.pdf?{wrong}"))

    assert response.status_code == 422
    assert "Choose one of those shown." in response.content.decode()


def test_blank_cards_need_no_card(client):
    with unset():
        response = client.get("/blank/gwinnett-3.pdf?paper=a4&per_page=4")

    assert response["Content-Disposition"] == 'inline; filename="blank-card-gwinnett-3-a4-4.pdf"'
    assert words_of(response.content).count("Gwinnett Golden Games, three-handed") == 4


@pytest.mark.parametrize("wrong", ["paper=a5", "per_page=3", "per_page=many"])
def test_blank_cards_of_a_wrong_kind_are_answered_with_the_choices(client, wrong):
    response = client.get(f"/blank/npa.pdf?{wrong}")

    assert response.status_code == 422
    assert "Choose one of those shown." in response.content.decode()


@pytest.mark.parametrize(
    ("asked", "columns", "goal"),
    [
        ("", 3, "to 350"),
        ("fourth_cutthroat=on", 4, "to 350"),
        ("fourth_cutthroat=on&target_cutthroat=500", 4, "to 500"),
    ],
)
def test_blank_cards_of_what_a_table_agrees_on(client, asked, columns, goal):
    assert [
        f'name="{name}_cutthroat"' in client.get("/blank/cutthroat/").content.decode()
        for name in ("target", "fourth", "game_melds")
    ] == [True] * 3

    with unset():
        text = words_of(client.get(f"/blank/cutthroat.pdf?{asked}").content)

    assert (text.count("Bid Meld Take Total"), bool(re.search(rf"Game\*?: {goal}", text))) == (columns, True)


def test_choosing_blank_cards(client):
    page = client.get("/blank/npa/").content.decode()

    assert 'action="/blank/npa.pdf"' in page
    assert "4 lines to write on" in page
    assert 'name="per_page" value="4"' in page


@pytest.mark.parametrize("path", ["/blank/hoyle.pdf", "/blank/hoyle/"])
def test_an_unknown_book_is_not_found(client, path):
    assert client.get(path).status_code == 404


def test_without_pango_a_page_says_so(client, monkeypatch):
    def refuse(*args):
        raise PdfError("The Pango library is missing.")

    monkeypatch.setattr(pdfs, "blank_pdf", refuse)

    response = client.get("/blank/npa.pdf")

    assert response.status_code == 503
    assert "The Pango library is missing." in response.content.decode()


# -- apart from the server ---------------------------------------------------------------


@pytest.fixture
def printed(monkeypatch):
    """What the printer was asked for. It answers at once, unless it is `Busy`."""
    asked = []

    def ask(make, *given, asker, as_of):
        asked.append((make, given, asker))
        for problem in asked:
            if isinstance(problem, Busy):
                raise problem
        return make(*given)

    monkeypatch.setattr(PRINTER, "ask", ask)
    with unset():
        yield asked


def test_sheet_that_is_kept_is_served_without_the_printer(client, printed):
    first = client.get("/blank/npa.pdf")
    again = client.get("/blank/npa.pdf")

    assert first.content == again.content
    assert [make for make, *_ in printed] == [pdfs.blank_pdf]


def test_new_entry_is_a_new_sheet(client, printed):
    keeper = make_card(client)
    enter_hand(keeper)
    client.get(card_url(keeper, "card.pdf"))
    enter_hand(keeper)

    response = client.get(card_url(keeper, "card.pdf"))

    assert "2 Beatrice" in words_of(response.content)
    assert len(printed) == 2


def test_card_of_a_restored_backup_is_not_taken_for_the_one_before(client, printed):
    """Its version counts up to the same number, by other entries."""
    keeper = make_card(client)
    client.get(card_url(keeper, "card.pdf"))
    keeper.card.save()  # the same version, at another time

    client.get(card_url(keeper, "card.pdf"))

    assert len(printed) == 2


def test_where_others_come_first_a_page_says_so_and_tries_again_by_itself(client, printed, caplog):
    printed.append(Busy(2))
    address = "/books/npa.pdf?paper=a4"

    response = client.get(address)

    page = response.content.decode()
    assert response.status_code == 503
    assert 4 <= int(response["Retry-After"]) <= 7
    assert f'<meta http-equiv="refresh" content="{response["Retry-After"]}">' in page
    assert "<h1>Your PDF waits its turn</h1>" in page
    assert "2 other pieces of work come first." in page
    assert f'href="{address}"' in page
    assert caplog.records == []  # a stranger must not fill the log


def test_where_nobody_else_prints_a_page_says_that_the_sheet_is_being_made(client, printed):
    printed.append(Busy())

    response = client.get("/books/npa.pdf")

    page = response.content.decode()
    assert (response.status_code, "pieces of work" in page) == (503, False)
    assert "<h1>Your PDF is being made</h1>" in page
    assert "It takes a few seconds." in page
    assert f'<meta http-equiv="refresh" content="{response["Retry-After"]}">' in page


def test_what_takes_too_long_is_said_in_words(client, monkeypatch):
    def ask(*_, **__):
        raise TimeoutError

    monkeypatch.setattr(PRINTER, "ask", ask)

    response = client.get("/books/npa.pdf")

    assert response.status_code == 503
    assert "Print it in parts" in response.content.decode()


def test_card_that_is_deleted_while_its_sheet_is_in_line_is_not_there(client, monkeypatch):
    keeper = make_card(client)

    def ask(make, *given, **_):
        ScoreCard.objects.all().delete()
        return make(*given)

    monkeypatch.setattr(PRINTER, "ask", ask)

    assert client.get(card_url(keeper, "card.pdf")).status_code == 404


def test_whoever_keeps_a_kitchen_card_waits_like_anybody(client, printed):
    client.get(card_url(make_card(client), "card.pdf"))

    ((_, _, asker),) = printed
    assert not asker.comes_first
