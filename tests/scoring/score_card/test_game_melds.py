"""Melds that are the game, on the card of a table that agrees on them: said by hand, or known from the melds."""

from __future__ import annotations

import pytest
from django.test import Client

from scoring.models import DeviceCard
from scoring.rules.book import built_in_book
from scoring.score_card.recording import read_sheet
from tests.scoring.score_card.makers import card_url
from tests.scoring.score_card.test_with_a_fourth import begin, play, step

pytestmark = pytest.mark.django_db

FIRST = {"bidder": "B", "bid": 50, "meld": {"A": 4, "B": 20, "C": 0}, "take": {"A": 5, "B": 40, "C": 5}}
SAID = "The meld is the game: 171 more, and Gary stands at 350."


def agreed(client: Client) -> DeviceCard:
    return begin(client, game_melds_cutthroat="on")


def test_a_table_agrees_on_them_or_plays_by_the_table_of_melds(client: Client) -> None:
    plain = begin(client)
    step(client, plain, "bid", 1, bidder="A", bid=100, trump="S")
    page = client.get(card_url(plain)).content.decode()

    assert plain.card.book_version.book.game_melds is None
    assert 'name="game_meld"' not in page
    assert agreed(client).card.book_version.book == built_in_book("cutthroat").as_agreed(with_game_melds=True)


def test_one_wins_for_who_is_on_the_board_and_leads_others_one_short(client: Client) -> None:
    keeper = agreed(client)
    play(client, keeper, 1, FIRST)
    step(client, keeper, "bid", 2, bidder="A", bid=100, trump="S")
    step(client, keeper, "meld", 2, meld_A=150, meld_B=0, meld_C=0, game_meld="A")
    step(client, keeper, "take", 2, take_A=20, take_B=20, take_C=10, game_meld="A")
    sheet = read_sheet(keeper.card)

    assert (sheet.totals, sheet.game.won.side) == ({"A": 350, "B": 80, "C": 15}, "A")
    assert SAID in client.get(card_url(keeper, "hands/2/")).content.decode()

    first = agreed(client)
    play(client, first, 1, FIRST | {"meld": {"A": 4, "B": 90, "C": 0}})
    step(client, first, "bid", 2, bidder="C", bid=100, trump="S")
    step(client, first, "meld", 2, meld_A=0, meld_B=0, meld_C=90, game_meld="C")
    step(client, first, "take", 2, take_A=20, take_B=20, take_C=10, game_meld="C")
    assert read_sheet(first.card).totals["C"] == 350, "five points in tricks on the first hand are on the board"


def test_a_meld_that_is_too_low_to_be_the_game_is_refused(client: Client) -> None:
    keeper = agreed(client)
    step(client, keeper, "bid", 1, bidder="A", bid=60, trump="S")
    posted = {"client_id": "x", "seen": read_sheet(keeper.card).version, "game_meld": "A"}
    refused = client.post(card_url(keeper, "hands/1/meld/"), {**posted, "meld_A": 50, "meld_B": 0, "meld_C": 0})

    assert refused.status_code == 422
    assert "A meld that is the game is worth 60 or more." in refused.content.decode()
