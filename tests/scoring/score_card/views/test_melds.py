"""The meld helper: counting without a write, every refusal in its sentence, and what lands on the card."""

import re
from typing import Any

import pytest
from django.test import Client

from scoring.models import DeviceCard
from scoring.score_card.recording import read_sheet
from tests.responses import words_of
from tests.scoring.score_card.makers import card_url, enter, enter_hand, join, make_card

pytestmark = pytest.mark.django_db
HTMX = {"HTTP_HX_REQUEST": "true"}
RUN = {"N-run-H": "1"}
PINOCHLE_CARDS = {"E-card-QS": "1", "E-card-JD": "1", "by_E": "cards"}


def start_hand(client: Client, book: str = "st-hilary", *, trump: str | None = "H", **bid: Any) -> DeviceCard:
    """A card whose first hand waits for its meld; the first seat has the bid."""
    keeper = make_card(client, book=book)
    rules = keeper.card.book_version.book
    bid = {"dealer": rules.seats[0], "bidder": rules.seats[0], "bid": rules.auction.opening, "trump": trump} | bid
    enter(keeper, "bid", {**bid, "no_marriage": trump is None}, hand=1)
    return keeper


def url_of(keeper: DeviceCard, path: str = "") -> str:
    return card_url(keeper, f"hands/1/melds/{path}")


def form_of(keeper: DeviceCard, **fields: str) -> dict[str, Any]:
    """What the page sends: the fields that were tapped."""
    return {"client_id": "tap-1", "seen": read_sheet(keeper.card).version, **fields}


def payload_of(keeper: DeviceCard) -> dict[str, Any]:
    return read_sheet(keeper.card).lines[0].figures.payload()


# -- the page ----------------------------------------------------------------------------


def test_page_lists_the_melds_of_the_book_for_every_player(client):
    keeper = start_hand(client)

    response = client.get(url_of(keeper))

    page = response.content.decode()
    assert response.status_code == 200
    assert "Hearts are trump." in words_of(response)
    for seat in "NESW":
        assert f'name="{seat}-run-H"' in page
        assert f'name="{seat}-card-9C"' in page
    assert 'value="N" data-shows="#player-N" checked' in " ".join(page.split())  # the bidder's melds stand open


def test_page_of_three_players_has_three_sides(client):
    keeper = start_hand(client, "gwinnett-3", trump="D")

    response = client.get(url_of(keeper))

    assert 'name="C-run-D"' in response.content.decode()
    assert "Use 0, 0 and 0" in words_of(response)


def test_page_without_trump_asks_for_natural_meld(client):
    keeper = start_hand(client, "npa", trump=None)

    response = client.get(url_of(keeper))

    page = response.content.decode()
    assert "No trump was named: natural meld." in words_of(response)
    assert 'name="N-marriage-S"' in page
    assert "-run-" not in page
    assert "N-nine" not in page
    assert "N-roundhouse" not in page


def test_page_says_so_where_nobodys_meld_counts(client):
    keeper = start_hand(client, "family-double", trump=None)

    assert "Nobody’s meld counts on this hand." in words_of(client.get(url_of(keeper)))


@pytest.mark.parametrize(
    ("book", "reminder"),
    [
        ("family-double", "A side under 20 lays nothing down, but must still declare aces around."),
        ("npa", "Aces around must be shown before the first card is led."),
    ],
)
def test_page_reminds_of_aces_around(client, book, reminder):
    assert reminder in words_of(client.get(url_of(start_hand(client, book))))


def test_page_is_for_a_hand_whose_bid_is_in(client):
    keeper = make_card(client)

    response = client.get(url_of(keeper), follow=True)

    assert response.redirect_chain == [(card_url(keeper), 302)]
    assert "Enter the bid first" in words_of(response)


def test_page_is_for_the_open_hand_alone(client):
    keeper = make_card(client)
    enter_hand(keeper)

    assert "Hand 1 is no longer open." in words_of(client.get(url_of(keeper), follow=True))
    assert client.post(url_of(keeper), form_of(keeper)).status_code == 409
    assert client.post(url_of(keeper, "count/"), form_of(keeper)).status_code == 409


def test_another_tablet_does_not_find_the_page(client):
    keeper = start_hand(client)

    assert Client().get(url_of(keeper)).status_code == 404
    assert Client().post(url_of(keeper, "count/")).status_code == 404


def test_queries_of_page_count_and_save(client, django_assert_max_num_queries):
    keeper = start_hand(client)
    data = form_of(keeper, **RUN)

    with django_assert_max_num_queries(4):
        client.get(url_of(keeper))
    with django_assert_max_num_queries(4):
        client.post(url_of(keeper, "count/"), data, **HTMX)
    with django_assert_max_num_queries(14):
        assert client.post(url_of(keeper), data, **HTMX).status_code == 200


# -- counting ----------------------------------------------------------------------------


def test_count_answers_every_tap_and_writes_nothing(client):
    keeper = start_hand(client)
    before = read_sheet(keeper.card).version

    response = client.post(
        url_of(keeper, "count/"),
        form_of(keeper, **RUN, **PINOCHLE_CARDS),
        **HTMX,
    )

    assert "Use 15 and 4" in words_of(response)
    assert "Run in ♥ hearts: 15" in words_of(response)
    assert "Pinochle: 4" in words_of(response)
    assert "<h1" not in response.content.decode()
    assert read_sheet(keeper.card).version == before


def test_count_without_scripts_gives_the_whole_page_back_with_the_taps(client):
    keeper = start_hand(client)

    response = client.post(url_of(keeper, "count/"), form_of(keeper, **RUN, **{"S-card-AS": "2"}))

    page = " ".join(response.content.decode().split())
    assert "<h1>Meld of hand 1</h1>" in page
    assert 'value="1" name="N-run-H"' in page
    assert 'name="S-card-AS" min="0" max="2" value="2"' in page
    assert "Ann & Carl 15" in words_of(response)


def test_both_ways_are_kept_while_one_counts(client):
    keeper = start_hand(client)
    both = {"N-aces": "1", "N-card-KS": "1", "N-card-QS": "1", "by_N": "cards"}

    response = client.post(url_of(keeper, "count/"), form_of(keeper, **both))

    assert "The melds tapped come to 10, the cards tapped to 2: the cards count" in words_of(response)
    assert 'value="1" name="N-aces"' in " ".join(response.content.decode().split())


def test_what_is_no_number_is_said_beside_it_and_kept(client):
    keeper = start_hand(client)

    response = client.post(url_of(keeper), form_of(keeper, **{"W-pinochle": "two", "N-aces": "1", "E-kings": "-1"}))

    page = " ".join(response.content.decode().split())
    assert response.status_code == 422
    assert "Enter a whole number from 0 to 20." in words_of(response)
    assert 'value="two" name="W-pinochle"' in page
    assert 'value="-1" name="E-kings"' in page
    assert 'value="1" name="N-aces"' in page


# -- what is refused ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("book", "taps", "sentence"),
    [
        (
            "st-hilary",
            {"N-run-S": "1"},
            "A run counts only in trump, ♥ hearts: Ann’s in ♠ spades is worth only its marriage.",
        ),
        (
            "st-hilary",
            {"E-royal_marriage-D": "1"},
            "The trump marriage is the king and queen of trump, ♥ hearts: Beatrice’s in ♦ diamonds is a plain "
            "marriage.",
        ),
        (
            "st-hilary",
            {"S-run-H": "1", "S-royal_marriage-H": "2"},
            "One card can’t be in two of Carl’s runs and marriages: that needs three K♥ and three Q♥, "
            "but the deck has two of each.",
        ),
        (
            "st-hilary",
            {"N-pinochle": "2", "W-card-QS": "1"},
            "Ann and Dominic together need three Q♠, but the deck has two.",
        ),
        (
            "st-hilary",
            {f"W-card-{rank}{suit}": "2" for rank in "ATKQ" for suit in "SD"},
            "Dominic shows 16 cards, but a player holds 12.",
        ),
        (
            "gwinnett-3",
            {f"A-card-{rank}{suit}": "2" for rank in "ATKQJ" for suit in "SD"},
            "Ann shows 20 cards, but the bidder with the kitty holds 18.",
        ),
        ("family-double", {"typed_NS": "7"}, "7 isn’t a possible meld here. Did you mean 6 or 8?"),
    ],
)  # fmt: skip
def test_impossible_is_refused_with_the_reason_and_nothing_is_lost(client, book, taps, sentence):
    keeper = start_hand(client, book)

    response = client.post(url_of(keeper), form_of(keeper, **taps))

    assert response.status_code == 422
    assert sentence in words_of(response)
    page = " ".join(response.content.decode().split())
    for field, value in taps.items():
        assert re.search(rf'<input[^>]*name="{field}"[^>]*>', page)
        assert re.search(rf'<input[^>]*value="{value}"[^>]*name="{field}"|name="{field}"[^>]*value="{value}"', page)
    assert "meld" not in read_sheet(keeper.card).lines[0].entered


def test_refusal_opens_the_player_it_concerns(client):
    keeper = start_hand(client)

    response = client.post(url_of(keeper), form_of(keeper, at="N", **{"W-pinochle": "3"}))

    assert 'value="W" data-shows="#player-W" checked' in " ".join(response.content.decode().split())


def test_pooled_double_and_meld_under_the_minimum_are_told_and_let_pass(client):
    keeper = start_hand(client, "family-double")
    data = form_of(keeper, **{"N-pinochle": "1", "S-pinochle": "1"})

    text = words_of(client.post(url_of(keeper, "count/"), data, **HTMX))

    assert "Partners may not pool: two pinochles held by two players count 4 + 4 = 8, not 30." in text
    assert "8 is below 20, so it counts 0." in text
    assert client.post(url_of(keeper), data).status_code == 302


def test_bidder_at_three_melds_from_eighteen_cards(client):
    keeper = start_hand(client, "gwinnett-3")
    eighteen = {f"A-card-{rank}{suit}": "2" for rank in "ATKQJ9" for suit in "S"} | {
        f"A-card-{rank}H": "2" for rank in "ATK"
    }

    response = client.post(url_of(keeper), form_of(keeper, **eighteen))

    assert response.status_code == 302
    assert payload_of(keeper)["meld"]["A"] > 0


# -- on the card -------------------------------------------------------------------------


def test_totals_land_on_the_card_with_what_they_come_from(client):
    keeper = start_hand(client)
    taps = form_of(keeper, **RUN, **PINOCHLE_CARDS)

    response = client.post(url_of(keeper), taps)

    assert (response.status_code, response["Location"]) == (302, card_url(keeper, "?saved=2"))
    payload = payload_of(keeper)
    assert payload["meld"] == {"NS": 15, "EW": 4}
    assert payload["melds"] == {"N": [["run", "H", 1]], "E": [["pinochle", None, 1]]}
    assert payload["cards"] == {"E": "QS JD"}
    assert read_sheet(keeper.card).lines[0].next_step == "take"


def test_htmx_goes_on_to_the_card(client):
    keeper = start_hand(client)

    response = client.post(url_of(keeper), form_of(keeper, **RUN), **HTMX)

    assert response["HX-Redirect"] == card_url(keeper, "?saved=2")


def test_saving_twice_enters_it_once(client):
    keeper = start_hand(client)
    data = form_of(keeper, **RUN)

    first, second = client.post(url_of(keeper), data), client.post(url_of(keeper), data)

    assert first.status_code == second.status_code == 302
    assert [entry.kind for entry in read_sheet(keeper.card).entries] == ["bid", "meld"]


def test_moon_declared_before_stays_declared(client):
    keeper = start_hand(client, "hidden-valley")

    page = " ".join(client.get(url_of(keeper) + "?moon=on&meld_EW=2").content.decode().split())
    client.post(url_of(keeper), form_of(keeper, **RUN, moon="on", typed_EW="2"))

    assert re.search(r'name="moon" value="on"', page)
    assert re.search(r'name="typed_EW" value="2"', page)
    payload = payload_of(keeper)
    assert (payload["moon"], payload["meld"]) == (True, {"NS": 15, "EW": 2})


def test_saved_taps_stand_there_again(client):
    keeper = start_hand(client)
    client.post(url_of(keeper), form_of(keeper, **RUN, **PINOCHLE_CARDS))

    response = client.get(url_of(keeper))

    page = " ".join(response.content.decode().split())
    assert 'value="1" name="N-run-H"' in page
    assert 'name="E-card-JD" min="0" max="2" value="1"' in page
    assert "was typed but" not in words_of(response)
    assert "Use 15 and 4" in words_of(response)


def test_taps_of_another_trump_are_shown_and_refused(client):
    keeper = start_hand(client)
    client.post(url_of(keeper), form_of(keeper, **RUN))
    enter(keeper, "bid", {"dealer": "N", "bidder": "N", "bid": 15, "trump": "S", "no_marriage": False}, hand=1)

    response = client.get(url_of(keeper))

    assert "A run counts only in trump, ♠ spades" in words_of(response)
    assert 'value="1" name="N-run-H"' in " ".join(response.content.decode().split())


# -- typed and counted -------------------------------------------------------------------


def test_figure_typed_in_the_meld_step_is_held_against_the_taps(client):
    keeper = start_hand(client)
    page = client.get(url_of(keeper) + "?meld_NS=19&meld_EW=").content.decode()
    assert 'name="typed_NS" value="19"' in " ".join(page.split())
    data = form_of(keeper, **RUN, typed_NS="19")

    response = client.post(url_of(keeper), data)

    assert response.status_code == 422
    assert "For Ann & Carl, 19 was typed but the taps come to 15. Which is right?" in words_of(response)
    assert "Choose one of the two." in words_of(response)

    client.post(url_of(keeper), data | {"use_NS": "typed"})

    payload = payload_of(keeper)
    assert (payload["meld"], payload["melds"]) == ({"NS": 19, "EW": 0}, {})


def test_counted_figure_may_be_chosen_over_the_typed_one(client):
    keeper = start_hand(client)

    client.post(url_of(keeper), form_of(keeper, **RUN, typed_NS="19", use_NS="counted"))

    payload = payload_of(keeper)
    assert (payload["meld"], payload["melds"]) == ({"NS": 15, "EW": 0}, {"N": [["run", "H", 1]]})


def test_meld_step_says_what_typing_over_does_and_lets_the_taps_go(client):
    keeper = start_hand(client)
    client.post(url_of(keeper), form_of(keeper, **RUN, **{"E-aces": "1"}))
    step = card_url(keeper, "hands/1/meld/")
    data = {"client_id": "typed-1", "seen": read_sheet(keeper.card).version, "meld_NS": "19", "meld_EW": "10"}

    told = words_of(client.post(step + "preview/", data, **HTMX))
    client.post(step, data)

    assert "Ann & Carl: the melds counted come to 15. Saved as 19, the hand keeps the figure without them." in told
    payload = payload_of(keeper)
    assert payload["meld"] == {"NS": 19, "EW": 10}
    assert payload["melds"] == {"E": [["aces", None, 1]]}


def test_meld_step_says_at_once_what_the_melds_mean(client):
    keeper = start_hand(client, "family-double", bid=60)
    data = {"client_id": "typed-1", "seen": read_sheet(keeper.card).version, "meld_NS": "24", "meld_EW": "18"}

    told = words_of(client.post(card_url(keeper, "hands/1/meld/preview/"), data, **HTMX))

    assert "Beatrice & Dominic: 18 is below 20, so it counts 0." in told
    assert "On the board." in told


def test_run_outside_trump_is_offered_as_its_marriage(client):
    keeper = start_hand(client)

    page = client.post(url_of(keeper, "count/"), {"client_id": "x", "seen": 2, "N-run-S": "1"}, **HTMX).content.decode()

    assert 'data-instead="N-marriage-S" data-instead-of="N-run-S">Count it as a marriage in spades</button>' in page


def test_meld_step_links_to_the_helper_with_what_is_typed(client):
    keeper = start_hand(client)

    page = client.get(card_url(keeper)).content.decode()

    assert f'href="{url_of(keeper)}" data-carries="meld_NS meld_EW moon thrown_in"' in page


# -- two tablets -------------------------------------------------------------------------


def test_bid_changed_under_the_taps_is_told_above_them(client):
    keeper = start_hand(client)
    data = form_of(keeper, **RUN)
    enter(join(keeper.card), "bid", {**payload_of(keeper), "bid": 30}, hand=1)

    response = client.post(url_of(keeper), data)

    page = " ".join(response.content.decode().split())
    assert response.status_code == 409
    assert "Another tablet changed this hand first." in words_of(response)
    assert 'value="1" name="N-run-H"' in page
    assert f'name="seen" value="{read_sheet(keeper.card).version}"' in page


def test_meld_that_another_tablet_entered_too_is_chosen_with_its_taps(client):
    keeper = start_hand(client)
    data = form_of(keeper, **RUN)
    enter(join(keeper.card), "meld", {"meld": {"NS": 4, "EW": 0}}, hand=1)

    response = client.post(url_of(keeper), data)

    assert response.status_code == 409
    assert "Ann & Carl 4, Beatrice & Dominic 0 saved by Tablet 2" in words_of(response)
    assert payload_of(keeper)["meld"] == {"NS": 4, "EW": 0}
    fields = dict(re.findall('type="hidden" name="([^"]+)" value="([^"]*)"', response.content.decode()))
    assert f'action="{url_of(keeper)}"' in response.content.decode()
    assert client.post(url_of(keeper), fields).status_code == 302
    assert payload_of(keeper)["meld"]["NS"] == 15
    assert payload_of(keeper)["melds"]


def test_card_closed_meanwhile_is_answered_by_the_card(client):
    keeper = start_hand(client)
    data = form_of(keeper, **RUN)
    enter(keeper, "meld", {"meld": {"NS": 4, "EW": 0}}, hand=1)
    enter(keeper, "take", {"take": {"NS": 25, "EW": 0}, "last_trick": None, "tricks": {}, "renege": None}, hand=1)

    response = client.post(url_of(keeper), data)

    assert response.status_code == 409
    assert "Hand 1 is no longer open." in words_of(response)
