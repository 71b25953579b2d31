"""Secret addresses: sharing, joining, and cutting off."""

import re

import pytest
from django.test import Client

from scoring.models import CardLink, Device, DeviceCard
from scoring.score_card import access
from scoring.score_card.recording import read_sheet
from scoring.templatetags.codes import qr_code
from tests.scoring.score_card.makers import card_url, enter_hand, join, make_card

pytestmark = pytest.mark.django_db


@pytest.fixture
def keeper(client):
    return make_card(client, table_name="4")


def share(client, keeper):
    """The paths of a fresh write and a fresh read address."""
    links = client.post(card_url(keeper, "share/")).context["links"]
    return [link.address.removeprefix("http://testserver") for link in links]


# -- sharing -----------------------------------------------------------------------------


def test_looking_at_the_share_page_makes_no_address(client, keeper):
    assert client.get(card_url(keeper, "share/")).status_code == 200
    assert not CardLink.objects.exists()


def test_share_shows_two_addresses_as_text_and_as_code(client, keeper):
    page = client.post(card_url(keeper, "share/")).content.decode()

    assert re.search(r">http://testserver/w/[\w-]{32}/<", page)
    assert re.search(r">http://testserver/r/[\w-]{32}/<", page)
    assert page.count("<svg") == 2
    assert "Another tablet that keeps score" in page
    assert "Phones that watch" in page


def test_codes_obey_the_strict_policy_and_are_dark_on_white(client, keeper):
    codes = [qr_code(link.address) for link in client.post(card_url(keeper, "share/")).context["links"]]

    assert all("style" not in code for code in codes)
    assert all('fill="#fff"' in code and 'stroke="#000"' in code for code in codes)
    assert all("viewBox" in code and "height=" not in code for code in codes)  # as large as the page has room for


def test_addresses_carry_the_public_url(client, keeper, settings):
    settings.PUBLIC_URL = "http://192.168.1.20:8000"

    response = client.post(card_url(keeper, "share/"))

    assert all(link.address.startswith("http://192.168.1.20:8000/") for link in response.context["links"])
    page = response.content.decode()
    assert "The codes lead to 192.168.1.20:8000, but you opened this page at testserver." in page


def test_no_warning_where_the_page_was_opened_at_the_public_url(client, keeper):
    assert "The codes lead to" not in client.get(card_url(keeper, "share/")).content.decode()


@pytest.mark.parametrize("path", ["share/", "new-address/"])
def test_stranger_cannot_share(keeper, path):
    assert Client().get(card_url(keeper, path)).status_code == 404
    assert Client().post(card_url(keeper, path)).status_code == 404
    assert not CardLink.objects.exists()


# -- joining -----------------------------------------------------------------------------


def test_opening_the_write_address_changes_nothing(client, keeper):
    path, _ = share(client, keeper)
    other = Client()

    response = other.get(path)

    assert "Keep score on this tablet for Table 4?" in response.content.decode()
    assert access.DEVICE_COOKIE not in response.cookies
    assert Device.objects.count() == DeviceCard.objects.count() == 1
    assert other.get(card_url(keeper)).status_code == 404


def test_key_pairs_the_tablet_and_takes_the_secret_out_of_the_address_bar(client, keeper):
    path, _ = share(client, keeper)
    other = Client()

    response = other.post(path)

    assert response.headers["Location"] == card_url(keeper)
    assert other.get(response.headers["Location"]).status_code == 200
    assert [each.number for each in keeper.card.kept_by.order_by("number")] == [1, 2]


def test_pairing_twice_is_pairing_once(client, keeper):
    path, _ = share(client, keeper)
    other = Client()

    assert other.post(path).headers["Location"] == other.post(path).headers["Location"]
    assert DeviceCard.objects.count() == 2


def test_read_address_does_not_pair(client, keeper):
    _, path = share(client, keeper)

    assert Client().post(path).status_code == 405
    assert Client().post(path.replace("/r/", "/w/")).status_code == 404


@pytest.mark.parametrize("path", ["/w/" + "x" * 32 + "/", "/w/short/", "/r/" + "x" * 32 + "/"])
def test_dead_address_says_what_to_do(client, path):
    response = client.get(path)

    assert response.status_code == 404
    assert "This code no longer opens a card" in response.content.decode()
    assert "Ask for a new code:" in response.content.decode()


# -- a new write address -----------------------------------------------------------------


def test_new_write_address_asks_first_in_words(client, keeper):
    join(keeper.card, Client())

    page = client.get(card_url(keeper, "new-address/")).content.decode()

    assert "One other tablet keeps this card. It won’t be able to keep score after this." in page
    assert not DeviceCard.objects.filter(is_cut_off=True).exists()


def test_new_write_address_cuts_off_old_tablets_and_codes(client, keeper):
    old, watching = share(client, keeper)
    other = Client()
    other.post(old)

    response = client.post(card_url(keeper, "new-address/"))

    (link,) = response.context["links"]
    assert other.get(card_url(keeper)).status_code == 404
    assert other.post(old).status_code == 404
    assert other.get(watching).status_code == 200
    assert client.get(card_url(keeper)).status_code == 200
    assert other.post(link.address.removeprefix("http://testserver")).headers["Location"] == card_url(keeper)


def test_only_the_tablet_that_began_the_card_cuts_off_others(client, keeper):
    """Whoever photographed the code would else lock out the table."""
    path, _ = share(client, keeper)
    other = Client()
    other.post(path)
    address = card_url(keeper, "new-address/")

    answers = [other.get(address), other.post(address)]

    assert [answer.status_code for answer in answers] == [403, 403]
    assert "The tablet that began this card can cut off the others." in answers[0].content.decode()
    assert [address in each.get(card_url(keeper, "share/")).content.decode() for each in (client, other)] == [
        True,
        False,
    ]
    assert [each.get(card_url(keeper)).status_code for each in (client, other)] == [200, 200]
    assert Client().post(path).status_code == 302


def test_tablet_that_was_cut_off_is_told_what_to_do(client, keeper):
    other = Client()
    join(keeper.card, other)
    client.post(card_url(keeper, "new-address/"))

    page = other.get(card_url(keeper))
    poll = other.get(card_url(keeper, "changes/?v=0"), headers={"HX-Request": "true"})

    assert "That card isn’t on this device" in page.content.decode()
    assert (poll.status_code, poll.headers["HX-Refresh"]) == (404, "true")


def test_tablet_that_was_cut_off_cannot_write(client, keeper):
    other = Client()
    join(keeper.card, other)
    client.post(card_url(keeper, "new-address/"))

    response = other.post(card_url(keeper, "details/"), {"client_id": "a", "seen": 0, "player_N": "Zoe"})

    assert response.status_code == 404
    assert read_sheet(keeper.card).entries == ()


# -- where a secret must not stand -------------------------------------------------------


def test_secret_pages_are_neither_kept_nor_found_nor_told(client, keeper):
    paths = [*share(client, keeper), card_url(keeper, "share/"), card_url(keeper), card_url(keeper, "changes/?v=99")]

    for path in paths:
        headers = client.get(path).headers
        assert headers["Referrer-Policy"] == "no-referrer", path
        assert headers["Cache-Control"] == "no-store", path
        assert "noindex" in headers["X-Robots-Tag"], path


def test_write_address_stands_on_no_other_page(client, keeper):
    enter_hand(keeper)
    path, reading = share(client, keeper)
    secret = path.split("/")[2]

    for page in (reading, f"{reading}hands/1/", f"{reading}paper/", card_url(keeper), card_url(keeper, "share/"), "/"):
        assert secret not in client.get(page).content.decode(), page
