"""The server is killed while a table plays, and so is the tablet: the hands are on the card all the same."""

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, expect

from tests.browser.conftest import DEVICES
from tests.browser.table import ANN_CARL, BEA_DOM, FOUR, enter_bid, expect_cockpits, start_card
from tests.browser.writing_on import finish_hand, strip, write_hand
from tests.club_server import ClubServer


@pytest.mark.soak
def test_server_stopped_and_started_and_the_tablet_too(
    new_context: Callable[..., BrowserContext], club_server: ClubServer
):
    context = new_context(base_url=club_server.url, **DEVICES["tablet"])
    tablet = context.new_page()
    start_card(tablet, "st-hilary", players=FOUR, dealer="Ann")
    enter_bid(tablet, "Bea", 17, "Spades")
    expect_cockpits(tablet)
    card = tablet.url.rstrip("/").rpartition("/")[2].replace("-", "")
    club_server.kill()

    finish_hand(tablet, 1, {ANN_CARL: 4, BEA_DOM: 10}, {BEA_DOM: 15})  # the bid is on the card
    write_hand(tablet, 2, "Carl", 18, "Hearts", {ANN_CARL: 12, BEA_DOM: 2}, {ANN_CARL: 14})
    expect(tablet.locator(".side-total")).to_have_text(["40", "38"])  # with what waits
    address = tablet.url
    tablet.close()  # its battery is flat

    club_server.start()
    again = context.new_page()
    again.goto(address)
    expect(strip(again)).to_have_text("Both hands are on the card.")
    expect(again.locator(".side-total")).to_have_text(["40", "38"])
    entered = club_server.rows(f"SELECT kind FROM scoring_entry WHERE card_id = '{card}' AND hand > 0 ORDER BY number")
    assert [kind for (kind,) in entered] == ["bid", "meld", "take"] * 2
