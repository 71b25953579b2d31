"""Where pages are secure, as on this computer itself, they open while the line is away, and what waits on them is sent."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from league.models import Member, Role
from pinochle_club.ground import kept_pages
from tests.browser.conftest import OpenDevice
from tests.browser.devices import sign_in_as
from tests.browser.table import ANN_CARL, BEA_DOM, enter_bid, expect_step, keep_card_ahead
from tests.browser.writing_on import finish_hand, strip, waiting
from tests.league.makers import make_running_round, make_user
from tests.poor_line import PoorLine, poor_line

pytestmark = pytest.mark.django_db(transaction=True)

NO_LINE = re.compile(r"No line\. This is the page of \d+:\d\d [ap]m\.")
KEPT = """async () => {
  const found = {};
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const request of await cache.keys()) {
      const answer = await cache.match(request), path = new URL(request.url).pathname;
      if (answer.headers.has("Opens-Without-Line")) found[path] = answer.headers.has("Kept-Stale") ? "stale" : name;
    }
  }
  return found;
}"""
IS_KEPT = f"async () => {{ const name = (await ({KEPT})())[location.pathname]; return name && name !== 'stale'; }}"


@pytest.fixture
def line(club_url: str) -> Iterator[PoorLine]:
    with poor_line(club_url) as line:
        line.address = line.address.replace("127.0.0.1", "localhost")  # whose cookies the devices have
        yield line


def open_secure(open_device: OpenDevice, line: PoorLine, name: str) -> Page:
    page = open_device(name, base_url=line.address, service_workers="allow")
    page.on("dialog", lambda dialog: dialog.accept())  # "leave the page?" - yes
    return page


def expect_kept(page: Page) -> None:
    page.wait_for_function(IS_KEPT)


def test_a_tab_that_is_loaded_again_without_a_line_shows_the_card_with_what_waits(
    open_device: OpenDevice, line: PoorLine
):
    tablet = open_secure(open_device, line, "tablet")
    keeper = keep_card_ahead(tablet)
    expect_kept(tablet)
    enter_bid(tablet, "Bea", 17, "Spades")
    tablet.wait_for_timeout(1000)
    expect_kept(tablet)

    line.is_cut = True
    finish_hand(tablet, 1, {ANN_CARL: 4, BEA_DOM: 10}, {BEA_DOM: 15})
    tablet.reload()
    expect(strip(tablet)).to_have_text(NO_LINE)
    expect(waiting(tablet)).to_have_count(1)
    expect(tablet.locator(".step").first).to_contain_text("17")

    line.is_cut = False
    expect(strip(tablet)).to_have_text("The hand is on the card.")
    expect_step(tablet, "Bid")
    entered = keeper.card.entries.exclude(kind="details").order_by("number")
    assert [(entry.kind, entry.hand) for entry in entered] == [("bid", 1), ("meld", 1), ("take", 1)]
