"""The table: acting, going on, what a stale or broken tap does."""

import pytest
from django.test import Client

from scoring.rules.book import BUILT_IN_ORDER
from scoring.score_card.recording import read_sheet
from tests.scoring.play.sitting import play_game, play_hand, sit_down

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("book", BUILT_IN_ORDER)
def test_a_hand_is_played_and_goes_on_the_card(client: Client, book: str) -> None:
    at = play_hand(client, sit_down(client, book))

    sheet = read_sheet(at.table.kept.card)
    assert len(sheet.done_lines) == 1 or at.table.state.redealt_by
    assert at.table.deal.is_recorded


def test_a_game_is_played_to_its_end(client: Client) -> None:
    at = play_game(client, sit_down(client, "npa"))

    assert read_sheet(at.table.kept.card).is_finished
