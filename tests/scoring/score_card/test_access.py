"""Who may open a card, and what guests may use up."""

import re
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from django.db import connection
from django.http import Http404, HttpResponse
from django.test import Client, RequestFactory
from django.utils import timezone

from scoring.models import CardLink, Device
from scoring.score_card import access
from tests.scoring.score_card.makers import card_url, enter_hand, join, make_card

WRITE, READ = CardLink.Kind.WRITE, CardLink.Kind.READ

pytestmark = pytest.mark.django_db


def request_from(address="10.0.0.7", **headers):
    return RequestFactory().get("/", REMOTE_ADDR=address, headers=headers)


def request_of(client):
    request = request_from()
    request.COOKIES.update({name: morsel.value for name, morsel in client.cookies.items()})
    return request


# -- secrets -----------------------------------------------------------------------------


def test_secret_has_at_least_128_bits_and_fits_an_address():
    secrets = {access.new_secret() for _ in range(100)}

    assert len(secrets) == 100
    assert all(re.fullmatch(r"[A-Za-z0-9_-]{32}", secret) for secret in secrets)  # 32 characters of 6 bits


def test_only_hashes_are_stored():
    keeper = make_card()

    secret = access.make_link(keeper.card, WRITE)

    stored = [str(value) for link in CardLink.objects.values() for value in link.values()]
    assert not [value for value in stored if secret in value]
    assert access.hash_of(secret) in stored


def test_link_opens_its_card_and_only_for_its_kind():
    keeper = make_card()
    secret = access.make_link(keeper.card, READ)

    assert access.get_card_by_link(secret, READ) == keeper.card
    with pytest.raises(Http404):
        access.get_card_by_link(secret, WRITE)


def test_reading_link_costs_one_query(django_assert_num_queries):
    secret = access.make_link(make_card().card, READ)

    with django_assert_num_queries(1):
        assert access.get_card_by_link(secret, READ).book_version.book.key == "st-hilary"


def test_oldest_links_of_a_kind_end_when_there_are_too_many():
    card = make_card().card
    watching = access.make_link(card, READ)
    secrets = [access.make_link(card, WRITE) for _ in range(access.LINKS_KEPT + 1)]

    assert card.links.filter(kind=WRITE).count() == access.LINKS_KEPT == 20
    assert access.get_card_by_link(secrets[1], WRITE) == card
    assert access.get_card_by_link(watching, READ) == card
    with pytest.raises(Http404):
        access.get_card_by_link(secrets[0], WRITE)


# -- devices -----------------------------------------------------------------------------


def test_kept_card_costs_one_query(client, django_assert_num_queries):
    keeper = make_card(client)
    request = request_of(client)

    with django_assert_num_queries(1):
        found = access.get_keeper(request, keeper.card_id)
        assert found.card.book_version.book.key == "st-hilary"
        assert found.device_id == keeper.device_id


@pytest.mark.parametrize("cookie", [None, "", "short", "x" * 32, "x" * 33, "Ü" * 32])
def test_card_is_not_found_for_a_stranger(cookie):
    keeper = make_card()
    request = request_from()
    if cookie is not None:
        request.COOKIES[access.DEVICE_COOKIE] = cookie

    with pytest.raises(Http404):
        access.get_keeper(request, keeper.card_id)


def test_tablets_are_numbered_in_the_order_they_join():
    first = make_card()

    assert [first.label, join(first.card).label, join(first.card).label] == ["Tablet 1", "Tablet 2", "Tablet 3"]


@pytest.mark.django_db(transaction=True)
def test_tablets_that_join_at_once_have_each_a_number():
    card = make_card().card

    def join_in(_: int) -> int:
        try:
            return join(card).number
        finally:
            connection.close()

    with ThreadPoolExecutor(8) as tablets:
        numbers = sorted(tablets.map(join_in, range(8)))

    assert numbers == [2, 3, 4, 5, 6, 7, 8, 9]


def test_cutting_off_leaves_one_tablet_and_no_write_link(client):
    keeper, other = make_card(client), Client()
    join(keeper.card, other)
    writing, watching = access.make_link(keeper.card, WRITE), access.make_link(keeper.card, READ)

    access.cut_off_others(keeper)

    assert access.get_keeper(request_of(client), keeper.card_id) == keeper
    assert access.get_card_by_link(watching, READ) == keeper.card
    with pytest.raises(Http404):
        access.get_keeper(request_of(other), keeper.card_id)
    with pytest.raises(Http404):
        access.get_card_by_link(writing, WRITE)


def test_tablet_that_was_cut_off_keeps_its_number_when_it_joins_again():
    keeper = make_card()
    device = Device.objects.get(pk=join(keeper.card).device_id)
    access.cut_off_others(keeper)

    again = access.keep_card(device, keeper.card)

    assert (again.number, again.is_cut_off) == (2, False)


def numbers_at(card):
    return sorted(card.kept_by.filter(is_cut_off=False).values_list("number", flat=True))


def test_one_device_too_many_takes_the_place_of_the_one_that_was_silent_longest():
    first = make_card()
    second = join(first.card)
    for keeper in (first, second):
        enter_hand(keeper)
    for _ in range(access.MOST_DEVICES - 2):
        join(first.card)
    assert numbers_at(first.card) == list(range(1, 13))

    join(first.card)
    assert numbers_at(first.card) == [1, 2, *range(4, 14)]

    for _ in range(access.MOST_DEVICES):
        join(first.card)
    assert numbers_at(first.card) == [1, 2, *range(16, 26)]


def test_where_all_have_entered_something_the_oldest_entry_goes(monkeypatch):
    monkeypatch.setattr(access, "MOST_DEVICES", 3)
    first = make_card()
    second, third = join(first.card), join(first.card)
    for keeper in (first, third, second, first):
        enter_hand(keeper)

    join(first.card)

    assert numbers_at(first.card) == [1, 2, 4]


def test_device_that_began_the_card_stays_however_many_join(monkeypatch):
    monkeypatch.setattr(access, "MOST_DEVICES", 3)
    first = make_card()

    for _ in range(4):
        enter_hand(join(first.card))

    assert numbers_at(first.card) == [1, 4, 5]


def test_device_that_had_to_go_is_let_in_again_and_told_why_it_went(client):
    first = make_card()
    device = join(first.card, client).device
    for _ in range(access.MOST_DEVICES):
        join(first.card)
    page = client.get(card_url(first))

    again = access.keep_card(device, first.card)

    assert page.status_code == 404
    assert "twelve devices" in page.content.decode()
    assert again.number == 2
    assert len(numbers_at(first.card)) == access.MOST_DEVICES


def test_device_cookie_is_for_the_server_alone(rf):
    response = HttpResponse()
    access.remember_device(response, "s" * 32)

    cookie = response.cookies[access.DEVICE_COOKIE]
    assert (cookie["httponly"], cookie["samesite"]) == (True, "Lax")
    assert cookie["max-age"] == timedelta(days=400).total_seconds()


def test_browser_is_given_a_secret_once():
    request = request_from()
    device, secret = access.ensure_device(request)
    first, later = HttpResponse(), HttpResponse()
    access.remember_device(first, secret)
    request.COOKIES[access.DEVICE_COOKIE] = first.cookies[access.DEVICE_COOKIE].value

    assert access.ensure_device(request) == (device, None)
    access.remember_device(later, None)
    assert not later.cookies


def test_device_that_keeps_a_card_keeps_its_number_and_writes_nothing(django_assert_num_queries):
    first = make_card()
    device = Device.objects.create(token_hash="x")

    kept = access.keep_card(device, first.card, number=7)
    with django_assert_num_queries(1):
        again = access.keep_card(device, first.card)

    assert (kept.number, again.number, join(first.card).number) == (7, 7, 8)


def test_last_card_is_the_newest_that_was_not_lost_and_is_no_game(client):
    device = make_card(client).device
    lost, game, older, newer = (make_card(client) for _ in range(4))
    lost.is_cut_off = True
    lost.save()
    type(game.card).objects.filter(pk=game.card_id).update(kept_by_play=True)
    for keeper in (newer, older, game, lost):
        type(keeper.card).objects.filter(pk=keeper.card_id).update(changed_at=timezone.now())

    assert access.last_card_of(device) == older.card
    assert access.last_card_of(Device.objects.create(token_hash="x")) is None


@pytest.mark.parametrize(
    ("method", "headers", "is_led_back"),
    [("get", {}, True), ("head", {}, True), ("post", {}, False), ("get", {"HX-Request": "true"}, False)],
)
def test_a_page_alone_is_led_back_to_its_evening(method, headers, is_led_back, monkeypatch):
    back = HttpResponse()
    monkeypatch.setattr(access, "way_back_from", lambda *_: back)
    request = getattr(RequestFactory(), method)("/", headers=headers)

    with pytest.raises(access.NotKept) as refusal:
        access.get_keeper(request, make_card().card_id)

    assert refusal.value.answer == (back if is_led_back else None)
