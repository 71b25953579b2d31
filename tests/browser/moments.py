"""The table on a device at the moment a test needs: the deal is laid into the game, nobody has to play up to it.

seat_at(tablet, asked("npa", "bid"), pace="fast")      # see tests/scoring/play/pages/moments.py
"""

from typing import Any

from django.test import Client
from playwright.sync_api import Page

from scoring.models import PlayedDeal, PlayedGame
from scoring.play.settings import TableSettings, settings_to_json
from scoring.play.state import DealState, state_to_json
from tests.browser.devices import become
from tests.scoring.play.pages.moments import player
from tests.scoring.play.sitting import sit_down


def seat_at(
    page: Page, state: DealState, names: tuple[str, ...] = ("Walter", "Doris", "Stan"), **settings: Any
) -> None:
    """Opens a game on this page in which that deal stands; the others are Beginners, who answer at once.

    `names` are the others clockwise; `settings` are fields of TableSettings, with an instant pace unless given.
    """
    client = Client()
    places = {f"name_{place}": name for place, name in enumerate(names[: len(state.book.seats) - 1], start=1)}
    seat = player(state.book)
    at = sit_down(client, state.book.key, seat=seat, name="Ann", strength="beginner", hands="4", **places)
    liked = TableSettings(**{"pace": "instant", **settings})
    PlayedGame.objects.filter(pk=at.game.pk).update(settings=settings_to_json(liked))
    PlayedDeal.objects.filter(game=at.game.pk).update(data=state_to_json(state), actions=len(state.actions))
    become(page, client)
    page.goto(at.url())
