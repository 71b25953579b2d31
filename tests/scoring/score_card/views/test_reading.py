"""Watching a card, and the example cards."""

import re

import pytest
from django.test import Client

from scoring.models import CardLink, Device
from scoring.score_card import access
from scoring.score_card.recording import read_sheet
from tests.scoring.score_card.makers import card_url, enter, enter_hand, make_card

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true"}


@pytest.fixture
def keeper():
    keeper = make_card(table_name="4")
    enter_hand(keeper, bid=20, meld={"NS": 10, "EW": 4}, take={"NS": 15, "EW": 10})
    return keeper


@pytest.fixture
def path(keeper):
    return f"/r/{access.make_link(keeper.card, CardLink.Kind.READ)}/"


@pytest.fixture
def example(keeper):
    keeper.card.is_example = True
    keeper.card.save(update_fields=["is_example"])
    return f"/examples/{keeper.card_id}/"


def sign(keeper):
    for side in ("NS", "EW"):
        enter(keeper, "sign", {"side": side, "version": read_sheet(keeper.card).content_version})


def poll(client, path, version):
    return client.get(f"{path}changes/?v={version}", headers=HTMX)


# -- the card ----------------------------------------------------------------------------


def test_reader_sees_the_card_and_no_key_that_writes(client, path):
    page = client.get(path).content.decode()

    assert "Ann &amp; Carl" in page
    assert "<form" not in page
    assert "/cards/" not in page
    assert not re.findall(r"(?:undo|share|sign|details|again)/", page)


def test_looking_makes_no_device(client, path):
    before = Device.objects.count()

    assert access.DEVICE_COOKIE not in client.get(path).cookies
    assert Device.objects.count() == before


def test_rows_lead_to_their_explanation(client, path):
    assert f'href="{path}hands/1/"' in client.get(path).content.decode()

    page = client.get(f"{path}hands/1/").content.decode()

    assert "<form" not in page
    assert "/cards/" not in page
    assert client.get(f"{path}hands/7/").status_code == 404


def test_card_can_be_printed_by_who_may_read_it(client, path):
    page = client.get(f"{path}paper/").content.decode()

    assert f'action="{path}card.pdf"' in page


@pytest.mark.parametrize("rest", ["", "hands/1/", "paper/", "card.pdf"])
def test_dead_address_opens_nothing(client, keeper, rest):
    assert client.get(f"/r/{'x' * 32}/{rest}").status_code == 404


# -- live --------------------------------------------------------------------------------


def test_poll_with_nothing_new_costs_one_query_and_no_words(client, keeper, path, django_assert_num_queries):
    version = read_sheet(keeper.card).version

    with django_assert_num_queries(1):
        response = poll(client, path, version)

    assert (response.status_code, response.content) == (204, b"")


def test_poll_brings_what_is_new_as_a_fragment_that_polls_on(client, keeper, path):
    before = read_sheet(keeper.card).version
    enter_hand(keeper)

    response = poll(client, path, before)

    page = response.content.decode()
    assert response.status_code == 200
    assert "<html" not in page
    assert f"{path}changes/?v={read_sheet(keeper.card).version}" in page


@pytest.mark.parametrize("version", ["", "x", "-1", "999"])
def test_poll_with_any_version_is_answered(client, path, version):
    assert poll(client, path, version).status_code == 200


def test_polling_stops_when_the_card_is_signed_by_all(client, keeper, path):
    before = read_sheet(keeper.card).version
    sign(keeper)

    response = poll(client, path, before)

    assert response.status_code == 286
    assert "data-live" not in response.content.decode()
    assert "data-live" not in client.get(path).content.decode()


def test_poll_at_an_address_that_is_no_more_loads_the_page_anew(client, keeper, path):
    CardLink.objects.all().delete()

    response = poll(client, path, 0)

    assert (response.status_code, response.headers["HX-Refresh"]) == (404, "true")


def test_poll_of_a_tablet_that_writes_costs_one_query(client, django_assert_num_queries):
    keeper = make_card(client)
    enter_hand(keeper)
    version = read_sheet(keeper.card).version

    with django_assert_num_queries(1):
        assert client.get(card_url(keeper, f"changes/?v={version}"), headers=HTMX).status_code == 204


def test_news_leave_the_panel_open_that_is_open(client):
    keeper = make_card(client)
    page = client.get(card_url(keeper, "details/")).content.decode()
    enter_hand(keeper)

    address = re.search(r'hx-get="([^"]*changes/[^"]*)"', page).group(1).replace("&amp;", "&")

    assert "Names" in client.get(address, headers=HTMX).content.decode()
    assert 'id="places"' in client.get(address, headers=HTMX).content.decode()


# -- examples ----------------------------------------------------------------------------


def test_example_is_open_to_all_and_stands_still(example):
    page = Client().get(example).content.decode()

    assert "Example:" in page
    assert "data-live" not in page
    assert "<form" not in page
    assert Client().get(f"{example}hands/1/").status_code == 200
    assert Client().get(f"{example}paper/").status_code == 200


@pytest.mark.parametrize("rest", ["", "hands/1/", "paper/", "card.pdf"])
def test_card_of_a_table_is_no_example(client, keeper, rest):
    assert client.get(f"/examples/{keeper.card_id}/{rest}").status_code == 404
