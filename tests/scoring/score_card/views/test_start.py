"""The start page and beginning a card."""

import re
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection
from django.test import Client
from django.utils import timezone

from league.words import clock_words
from scoring.models import Device, DeviceCard, ScoreCard
from scoring.rules.book import BUILT_IN_ORDER
from scoring.score_card import access, beginning
from tests.league.makers import make_club, make_event
from tests.scoring.score_card.makers import enter_hand, make_card

pytestmark = pytest.mark.django_db


def tap(client, book="st-hilary", start=None, **more):
    start = start or client.get("/").context["start"]
    return client.post("/cards/", {"start": start, "book": book, **more})


# -- the page ----------------------------------------------------------------------------


def targets(page):
    """What can be tapped before anything is folded out."""
    shown = re.sub(r"(</summary>).*</details>", r"\1", page.partition("<main")[2], flags=re.S)
    return re.findall(r"<(?:a|button|summary)\b[^>]*", shown)


def test_two_questions_lead_to_every_book_and_what_may_be_looked_at_first_stands_beside_start(client):
    found = []
    for size in re.findall(r'href="(/cards/new/\?players=\d)"', client.get("/cards/new/").content.decode()):
        whose = client.get(size)
        if whose.status_code == 302:  # so many that only their own game is for them
            assert whose.url == f"/our-game/{size[-10:]}"
            continue
        lines = re.findall(r'href="/cards/new/([\w-]+)/"', whose.content.decode())
        assert f'href="/our-game/{size[-10:]}"' in whose.content.decode()
        found += lines

    assert sorted(found) == sorted(BUILT_IN_ORDER)
    for key in found:
        page = client.get(f"/cards/new/{key}/").content.decode()
        assert f'name="book" value="{key}"' in page
        assert [f'href="/{kind}/{key}/"' in page for kind in ("books", "blank")] == [True, True]
    assert client.get("/cards/new/hoyle/").status_code == 404


@pytest.mark.parametrize("cards", [0, 1, 3])
def test_start_page_has_seven_things_to_tap_at_most(client, cards):
    make_club()  # of this computer
    for _ in range(cards):
        enter_hand(make_card(client))

    page = client.get("/").content.decode()

    assert len(targets(page)) == 7 - (cards == 1)
    assert ("How many of you play?" in page) == (not cards)


def test_start_page_leads_to_the_club_of_this_computer_and_says_that_it_plays_tonight(client, settings):
    def line():
        return re.findall(r'<a class="line chevron" href="(/clubs/[^"]*)"><span class="line-title">(.*?)</span>\s*'
            r'<span class="line-note">(.*?)</span>', client.get("/").content.decode())  # fmt: skip

    none, club = line(), make_club(name="St. Hilary", slug="hilary")
    quiet = line()
    make_event(club, starts_at=timezone.now().replace(hour=12, minute=30), played_on=timezone.localdate())
    tonight = line()
    settings.IS_PUBLIC = True
    public = line()
    settings.IS_PUBLIC = False
    make_club(name="Gwinnett", slug="gwinnett")

    assert none == public == line() == [("/clubs/", "Clubs", "Who plays tonight, seating and results")]
    assert quiet == [("/clubs/hilary/", "St. Hilary", "Evenings, results and standings")]
    assert [words for _, _, words in tonight] == [f"Tonight at {clock_words(club.events.get().starts_at, club)}"]


def test_looking_at_the_start_page_makes_nothing(client):
    response = client.get("/")

    assert access.DEVICE_COOKIE not in response.cookies
    assert not Device.objects.exists()


def test_cards_of_this_device_are_listed(client):
    keeper = make_card(client, table_name="4")
    make_card(table_name="9")

    page = client.get("/").content.decode()

    assert f'href="/cards/{keeper.card_id}/"' in page
    assert "Table 4" in page
    assert "Table 9" not in page


def going_on(client):
    return re.findall(r'class="save-key" href="([^"]+)">Go on', client.get("/").content.decode())


def test_card_in_play_is_the_first_thing_to_tap(client):
    keeper = make_card(client)
    assert going_on(client) == [f"/cards/{keeper.card_id}/"]

    enter_hand(keeper)

    assert going_on(client) == [f"/cards/{keeper.card_id}/"]


def test_finished_card_is_not_gone_on_with(client):
    keeper = make_card(client, book="npa")
    for number in range(1, 5):
        enter_hand(keeper, hand=number)

    assert going_on(client) == []


def test_examples_are_linked_beside_their_book(client):
    example = make_card(book="npa", is_example=True)

    pages = [client.get(f"/cards/new/{key}/").content.decode() for key in ("npa", "gwinnett")]

    assert [f'href="/examples/{example.card_id}/"' in page for page in pages] == [True, False]


@pytest.mark.parametrize("cards", [1, 30])
def test_start_page_costs_seven_queries_whatever_the_number_of_cards(client, cards, django_assert_num_queries):
    keeper = make_card(client)
    enter_hand(keeper)
    for _ in range(cards - 1):
        access.keep_card(keeper.device, make_card().card)

    with django_assert_num_queries(7):
        client.get("/")


# -- one tap -----------------------------------------------------------------------------


@pytest.mark.parametrize("book", BUILT_IN_ORDER)
def test_one_tap_begins_a_card_that_this_device_keeps(client, book):
    response = tap(client, book)

    card = ScoreCard.objects.get()
    assert response.url == f"/cards/{card.pk}/"
    assert card.book_version.key == book
    assert client.get(response.url).status_code == 200


def test_double_tap_makes_one_card(client):
    start = client.get("/").context["start"]

    first, second = tap(client, start=start), tap(client, start=start)

    assert first.url == second.url
    assert ScoreCard.objects.count() == 1
    assert DeviceCard.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_eight_taps_at_once_are_one_card():
    start = Client().get("/").context["start"]

    def tap_once(_number):
        try:
            return tap(Client(), start=start).url
        finally:
            connection.close()

    with ThreadPoolExecutor(8) as pool:
        addresses = set(pool.map(tap_once, range(8)))

    assert len(addresses) == 1
    assert ScoreCard.objects.count() == 1


def test_second_tap_of_a_browser_without_a_cookie_yet_finds_the_card():
    start = Client().get("/").context["start"]
    hasty = Client()

    first = tap(Client(), start=start)
    second = tap(hasty, start=start)

    assert first.url == second.url
    assert hasty.get(second.url).status_code == 200
    assert ScoreCard.objects.count() == 1


def test_tap_that_arrives_again_late_still_finds_its_card(client):
    start = client.get("/").context["start"]
    first = tap(client, start=start)
    enter_hand(DeviceCard.objects.get())

    assert tap(client, start=start).url == first.url
    assert ScoreCard.objects.count() == 1


def test_id_of_a_tap_is_no_key_to_a_card_in_use(client):
    start = client.get("/").context["start"]
    first = tap(client, start=start)
    enter_hand(DeviceCard.objects.get())
    stranger = Client()

    second = tap(stranger, start=start)

    assert second.url != first.url
    assert stranger.get(first.url).status_code == 404
    assert ScoreCard.objects.count() == 2


def test_another_book_tapped_on_the_same_page_is_another_card(client):
    start = client.get("/").context["start"]

    assert tap(client, "npa", start=start).url != tap(client, "gwinnett", start=start).url


@pytest.mark.parametrize("typed", [{}, {"book": "whist"}, {"start": "x"}, {"start": ""}, {"like": "nobody"}])
def test_tap_that_means_nothing_is_answered_in_words(client, typed):
    start = client.get("/").context["start"]
    data = {"start": start, "book": "npa", **typed} if typed else {}

    response = client.post("/cards/", data)

    assert response.status_code == 422
    assert response.context["fault"] in response.content.decode()
    assert response.context["fault"]
    assert not ScoreCard.objects.exists()


def test_sixty_tables_begin_within_a_minute_and_the_sixty_first_is_told_to_wait(client):
    start = client.get("/").context["start"]
    assert tap(Client(), start=start).status_code == 302
    first = ScoreCard.objects.get()
    more = {"book_version": first.book_version, "first_dealer": "N", "created_from": first.created_from}
    ScoreCard.objects.bulk_create([ScoreCard(**more) for _ in range(58)])

    sixtieth, one_too_many = (tap(Client(), start=f"{start[1:]}{last}") for last in "xy")

    assert sixtieth.status_code == 302
    assert one_too_many.status_code == 429
    assert "Wait a minute, then tap again." in one_too_many.content.decode()
    assert (ScoreCard.objects.count(), Device.objects.count()) == (60, 2)
    assert tap(Client(), start=start).status_code == 302  # the double tap of one that stands


def test_limit_holds_for_one_address_only(client, monkeypatch):
    monkeypatch.setattr(beginning, "CARDS_A_MINUTE", 1)
    tap(client)

    assert tap(client).status_code == 429
    assert tap(Client(REMOTE_ADDR="10.0.0.9")).status_code == 302


# -- the same players again --------------------------------------------------------------


def test_as_last_time_offers_the_players_first(client):
    card = make_card(client, book="gwinnett-3", hands_agreed=1)
    enter_hand(card)

    page = client.get("/")

    assert 'form="as-last-time">New card, as last time</button>' in page.content.decode()
    assert "Ann – Beatrice – Carl" in page.content.decode()


def test_same_as_last_time_begins_a_card_with_the_same_names(client):
    last = make_card(client, book="gwinnett", side_names={"NS": "The Larks"}, hands_agreed=20).card

    tap(client, "gwinnett", like=last.pk)

    card = ScoreCard.objects.exclude(pk=last.pk).get()
    assert (card.player_names, card.side_names, card.hands_agreed) == (last.player_names, {"NS": "The Larks"}, 20)
    assert card.is_empty


def test_names_of_a_card_of_others_are_not_taken(client):
    foreign = make_card().card

    tap(client, like=foreign.pk)

    assert ScoreCard.objects.exclude(pk=foreign.pk).get().player_names == {}


def test_names_of_a_card_that_was_cut_off_are_not_taken(client):
    keeper = make_card(client)
    keeper.is_cut_off = True
    keeper.save()

    tap(client, like=keeper.card_id)

    assert ScoreCard.objects.exclude(pk=keeper.card_id).get().player_names == {}
