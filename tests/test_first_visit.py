"""A first visit is light: what a page loads, and how much of the style sheets of its kind it has a use for."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.first_visit import Visit
from tests.league.makers import make_running_round, make_user
from tests.scoring.play.sitting import sit_down
from tests.scoring.score_card.makers import enter_hand, make_card

pytestmark = pytest.mark.django_db
MOST_BYTES = 60_000
MOST_BYTES_LATER = 20_000
LEAST_WORN = 0.4


def start(client: Client) -> str:
    return client.get("/").text


def sign_in(client: Client) -> str:
    return client.get(reverse("league:sign_in")).text


def card(client: Client) -> str:
    keeper = make_card(client, book="st-hilary")
    enter_hand(keeper, bidder="E", bid=25, meld={"NS": 4, "EW": 20}, take={"NS": 10, "EW": 15})
    return client.get(reverse("score_card:card", args=[keeper.card_id])).text


def board(client: Client) -> str:
    event = make_running_round(players=80).event
    client.force_login(make_user(event.club, "director"))
    return client.get(reverse("league:desk", args=[event.club.slug, event.pk])).text


def play(client: Client) -> str:
    return client.get(reverse("play:start")).text


def play_table(client: Client) -> str:
    at = sit_down(client)
    return client.get(reverse("play:table", args=[at.game.pk])).text


@pytest.mark.parametrize("opened", [start, sign_in, card, board, play, play_table], ids=lambda each: each.__name__)
def test_first_visit_is_light_and_loads_what_the_page_wears(client, opened):
    visit = Visit.of(opened(client))

    assert visit.bytes_sent <= MOST_BYTES
    assert visit.bytes_later <= MOST_BYTES_LATER
    assert visit.share_worn >= LEAST_WORN
