"""Who plays: names, the first dealer, date, table and round."""

import re
from uuid import uuid4

import pytest
from django.test import Client

from scoring.models import ScoreCard
from scoring.score_card.recording import read_sheet
from tests.scoring.score_card.makers import card_url, enter_hand, make_card

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true"}


@pytest.fixture
def keeper(client):
    return make_card(client, player_names={})


def send(client, keeper, *, htmx=False, **typed):
    card = ScoreCard.objects.get(pk=keeper.card_id)
    data = {"client_id": str(uuid4()), "seen": card.version, **typed}
    return client.post(card_url(keeper, "details/"), data, headers=HTMX if htmx else {})


def card_of(keeper):
    return ScoreCard.objects.select_related("book_version").get(pk=keeper.card_id)


def test_new_card_asks_who_plays_and_everything_may_stay_empty(client, keeper):
    assert "Who plays?" in client.get(card_url(keeper)).content.decode()

    response = send(client, keeper)

    assert response.url == card_url(keeper)
    assert "Who plays?" not in client.get(card_url(keeper)).content.decode()


def test_names_and_places_are_kept(client, keeper):
    send(client, keeper, player_N="Ann", player_S="Carl", side_EW="The Owls", first_dealer="W", table_name="4")

    card = card_of(keeper)
    assert card.player_names == {"N": "Ann", "E": "", "S": "Carl", "W": ""}
    assert card.side_names["EW"] == "The Owls"
    assert (card.first_dealer, card.table_name) == ("W", "4")
    page = client.get(card_url(keeper)).content.decode()
    assert "Ann &amp; Carl" in page
    assert "The Owls" in page


@pytest.mark.parametrize(
    ("book", "typed", "is_open"),
    [
        ("st-hilary", {}, False),
        ("st-hilary", {"side_EW": "The Owls"}, True),
        ("st-hilary", {"table_name": "t" * 21}, True),
        ("gwinnett", {}, True),
    ],
)
def test_drawer_with_team_names_and_places_is_open_where_something_in_it_counts(client, book, typed, is_open):
    keeper = make_card(client, book=book)
    refused = send(client, keeper, **typed).content.decode()

    page = refused or client.get(card_url(keeper, "details/")).content.decode()

    assert re.findall(r'id="places"( open)?>', page) == [" open" if is_open else ""]


@pytest.mark.parametrize(
    ("typed", "stands"),
    [
        ("  Ann\t Marie\n", "Ann Marie"),
        ("Ann\x00\x07", "Ann"),
        ("\u202enaC\u202c", "naC"),
        ("\u2067Ann\u2069", "Ann"),
        ("מרים", "מרים"),
        ("👩‍👩‍👧 Zoë", "👩‍👩‍👧 Zoë"),
        ("\ufeffAn\u200bn\u00ad", "Ann"),
        ("مهر\u200cداد", "مهر\u200cداد"),
        ("क्\u200dष", "क्\u200dष"),
        ("\u200d\u200c \u3164", ""),
    ],
)
def test_name_in_any_script_is_one_line_that_turns_nothing_around(client, keeper, typed, stands):
    response = send(client, keeper, player_N=typed)

    assert response.status_code == 302
    assert card_of(keeper).player_names["N"] == stands


def test_names_and_details_stay_in_reach_once_the_game_goes_on(client):
    keeper = make_card(client)
    enter_hand(keeper)

    assert card_url(keeper, "details/") in client.get(card_url(keeper)).content.decode()
    page = client.get(card_url(keeper, "details/")).content.decode()
    assert 'value="Beatrice"' in page
    assert "Save the names" in page


@pytest.mark.parametrize(
    ("book", "typed", "asked"),
    [
        ("st-hilary", {"N": "Ann", "E": "ann", "S": "Carl"}, {"E": "Two players are called Ann."}),
        ("cutthroat", dict.fromkeys("ABC", "Ann"), dict.fromkeys("BC", "Three players are called Ann.")),
        (
            "npa",
            {"N": "Ann", "E": "Bea", "S": "Ann", "W": "Bea"},
            {"S": "Two players are called Ann.", "W": "Two players are called Bea."},
        ),
    ],
)
def test_players_of_one_name_are_asked_for_an_initial_and_what_was_typed_is_kept(client, book, typed, asked):
    keeper = make_card(client, book=book, player_names={})

    response = send(client, keeper, **{f"player_{seat}": name for seat, name in typed.items()})

    form = response.context["details"]["form"]
    assert response.status_code == 422
    assert form.errors == {
        f"player_{seat}": [f"{sentence} Add an initial, such as {sentence[-4:-1]} L."]
        for seat, sentence in asked.items()
    }
    assert all(form[f"player_{seat}"].value() == name for seat, name in typed.items())
    assert typed.items() <= dict(form.fields["first_dealer"].choices).items()
    assert not read_sheet(card_of(keeper)).entries


def test_an_initial_tells_them_apart(client, keeper):
    assert send(client, keeper, player_N="Ann K.", player_E="Ann L.", player_S="", player_W="").status_code == 302


def test_whoever_finds_it_hard_to_deal_is_marked_where_the_book_lets_the_partner_deal(client, keeper):
    assert "deals for them" not in client.get(card_url(keeper)).text
    keeper = make_card(client, book="npa")
    send(client, keeper, player_N="Ann", player_S="Carl", partner_deals=["N"], first_dealer="N")

    assert "Carl may deal for Ann." in client.get(card_url(keeper)).text
    page = client.get(card_url(keeper, "details/")).text
    assert '<input type="checkbox" name="partner_deals" value="N" id="id_partner_deals_0" checked>' in page
    assert "Partner deals for" in client.get(card_url(keeper, "history/")).text
    enter_hand(keeper)
    assert 'name="quick" value="Carl dealt for Ann"' in client.get(card_url(keeper, "hands/1/")).text
    assert "may deal for" not in client.get(card_url(keeper)).text  # Bea's deal now
    send(client, keeper, player_N="Ann", player_S="Carl", first_dealer="N")
    assert read_sheet(card_of(keeper)).partner_deals == []


def test_name_of_forty_characters_is_taken_and_a_longer_one_refused_beside_its_field(client, keeper):
    assert send(client, keeper, player_N="x" * 40).status_code == 302

    response = send(client, keeper, player_N="y" * 41, player_S="Carl", htmx=True)

    page = response.content.decode()
    assert response.status_code == 422
    assert "Names have up to 40 characters. Shorten this one." in page
    assert "y" * 41 in page
    assert 'value="Carl"' in page
    assert card_of(keeper).player_names["N"] == "x" * 40


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ({"played_on": "yesterday"}, "Write the date as 2026-11-21."),
        ({"table_name": "t" * 21}, "Use up to 20 characters."),
        ({"hands_agreed": "0"}, "2 hands are already on the card."),
        ({"hands_agreed": "101"}, "A card has 100 lines."),
        ({"hands_agreed": "many"}, "Enter a whole number, such as 12."),
        ({"first_dealer": "Q"}, "Choose one of those shown."),
    ],
)
def test_fault_is_a_sentence(client, typed, sentence):
    keeper = make_card(client, book="gwinnett")
    enter_hand(keeper)
    enter_hand(keeper)

    response = send(client, keeper, **typed)

    assert response.status_code == 422
    assert sentence in response.content.decode()


def test_what_is_left_out_stays_as_it_is(client):
    keeper = make_card(client, book="gwinnett", first_dealer="S", hands_agreed=16)
    before = card_of(keeper)

    send(client, keeper, player_N="Ann")

    card = card_of(keeper)
    assert (card.first_dealer, card.hands_agreed, card.played_on) == ("S", 16, before.played_on)


def test_stranger_gets_nothing(keeper):
    assert Client().get(card_url(keeper, "details/")).status_code == 404
    assert send(Client(), keeper).status_code == 404


# -- the draw ----------------------------------------------------------------------------


def test_draw_keeps_the_typed_names_and_shows_each_card_by_name(client, keeper):
    response = send(client, keeper, player_N="Ann", player_W="Dom", draw="1")

    assert response.url == card_url(keeper, "details/")
    page = client.get(response.url).content.decode()
    card, (entry,) = card_of(keeper), read_sheet(card_of(keeper)).entries
    assert card.player_names["N"] == "Ann"
    assert card.first_dealer == entry.payload["first_dealer"]
    assert len(re.findall(r"<li>(?:Ann|East|South|Dom): <b", page)) == 4
    assert "drew the highest card and deals first." in page
    assert 'value="Ann"' in page


def test_highest_card_of_the_last_round_deals(client, keeper):
    send(client, keeper, draw="1")

    (entry,) = read_sheet(card_of(keeper)).entries
    last = entry.payload["drawn"][-1]
    best = min(last, key=lambda seat: "ATKQJ9".index(last[seat][0]))
    assert entry.payload["first_dealer"] == best


def test_draw_sent_again_is_the_same_draw(client, keeper):
    for _ in range(3):
        assert send(client, keeper, draw="1", client_id="same", seen=0).status_code == 302

    assert len(read_sheet(card_of(keeper)).entries) == 1


def test_draw_answers_htmx_with_the_panel_still_open(client, keeper):
    page = send(client, keeper, draw="1", htmx=True).content.decode()

    assert "<html" not in page
    assert "drew the highest card" in page
    assert "panel=details" in page


def test_no_draw_once_a_hand_is_entered(client):
    keeper = make_card(client)
    enter_hand(keeper)

    send(client, keeper, draw="1")

    assert "drawn" not in read_sheet(card_of(keeper)).entries[-1].payload


def test_news_from_another_tablet_are_told_before_names_are_overwritten(client, keeper):
    send(client, keeper, player_N="Ann")

    response = send(client, keeper, player_N="Zoe", seen=0, htmx=True)

    assert response.status_code == 409
    assert "Zoe" in response.content.decode()
    assert card_of(keeper).player_names["N"] == "Ann"
