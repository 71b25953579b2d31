"""Where pages are secure, as on this computer itself, they open while the line is away; what waits on them is sent."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, Page, Route, expect
from selenium.webdriver.common.by import By
from selenium.webdriver.remote.webdriver import WebDriver
from selenium.webdriver.support import expected_conditions as conditions

from league.evening.events.deeds import close_event
from league.evening.rounds.deeds import close_round
from league.evening.tables.passes import pass_of
from league.models import Member, Role
from pinochle_club.ground import kept_pages
from tests.browser.accessibility import assert_looks_right
from tests.browser.conftest import OpenDevice
from tests.browser.devices import sign_in_as
from tests.browser.table import ANN_CARL, BEA_DOM, enter_bid, expect_step, keep_card_ahead
from tests.browser.test_webkit import enter_the_bid, see, wait
from tests.browser.writing_on import finish_hand, strip, waiting
from tests.league.makers import acting_as, make_round, make_running_round, make_user, start_now
from tests.poor_line import PoorLine, poor_line
from tests.second_computer import soon

pytestmark = pytest.mark.django_db(transaction=True)

BAD_GATEWAY = b"HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
NO_LINE = re.compile(r"No line\. This is the page of \d+:\d\d [ap]m\.")
# The paths of what is kept, each with the words of its page and whether more was saved since.
KEPT = """async () => {
  const found = {};
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const request of await cache.keys()) {
      const answer = await cache.match(request), path = new URL(request.url).pathname;
      if (answer && answer.headers.has("Opens-Without-Line")) {
        found[path] = { name, text: await answer.text(), isStale: answer.headers.has("Kept-Stale") };
      }
    }
  }
  return found;
}"""
HERE = f"""async (words) => {{
  const kept = (await ({KEPT})())[location.pathname];
  return kept && !kept.isStale && kept.text.includes(words);
}}"""


@pytest.fixture
def line(club_url: str) -> Iterator[PoorLine]:
    with poor_line(club_url) as line:
        line.address = line.address.replace("127.0.0.1", "localhost")  # whose cookies the devices have
        yield line


def open_secure(open_device: OpenDevice, line: PoorLine, name: str) -> Page:
    page = open_device(name, base_url=line.address, service_workers="allow")
    page.on("dialog", lambda dialog: dialog.accept())  # "leave the page?" - yes
    return page


def expect_kept(page: Page, words: str = "") -> None:
    """The page that is open is kept as it is."""
    soon(lambda: page.evaluate(HERE, words))


def kept(page: Page) -> list[str]:
    return sorted(page.evaluate(KEPT))


def cut_off(page: Page) -> Locator:
    return page.locator(".cut-off")


def test_a_card_that_is_loaded_again_without_a_line_shows_what_waits_and_sends_it_once(
    open_device: OpenDevice, line: PoorLine
):
    tablet = open_secure(open_device, line, "tablet")
    keeper = keep_card_ahead(tablet)
    expect_kept(tablet)
    enter_bid(tablet, "Bea", 17, "Spades")
    expect_kept(tablet, "bid=17")

    line.is_cut = True
    finish_hand(tablet, 1, {ANN_CARL: 4, BEA_DOM: 10}, {BEA_DOM: 15})
    ids = set()
    for _ in range(2):
        tablet.reload()
        expect(strip(tablet)).to_have_text(NO_LINE)
        expect(waiting(tablet)).to_have_count(1)
        expect(tablet.locator(".step").first).to_contain_text("17")
        ids.add(tablet.locator(".entry-form [name=client_id]").input_value())
    assert len(ids) == 2  # else another entry could pass for the same

    line.is_cut = False
    expect(strip(tablet)).to_have_text("The hand is on the card.")
    expect_step(tablet, "Bid")
    entered = keeper.card.entries.exclude(kind="details").order_by("number")
    assert [(entry.kind, entry.hand) for entry in entered] == [("bid", 1), ("meld", 1), ("take", 1)]


def test_board_and_evening_open_without_a_line_until_somebody_signs_out(
    open_device: OpenDevice, line: PoorLine, monkeypatch: pytest.MonkeyPatch
):
    event = make_running_round().event
    user = make_user(event.club, "director")
    Role.objects.filter(user=user).update(member=Member.objects.get(club=event.club, number=1))
    page = open_secure(open_device, line, "tablet")
    sign_in_as(page, user)
    club = f"/clubs/{event.club.slug}/"
    board, evening = f"{club}events/{event.pk}/board/", f"{club}me/evenings/{event.pk}/"

    page.goto(evening)
    expect_kept(page)
    page.goto(board)
    expect_kept(page)
    line.is_cut = True
    page.reload()
    expect(cut_off(page)).to_contain_text(NO_LINE)
    expect(page.locator(".desk-title")).to_be_visible()
    line.says = BAD_GATEWAY
    page.goto(evening)
    expect(cut_off(page)).to_contain_text(NO_LINE)
    expect(page.get_by_role("heading", name="My rounds")).to_be_visible()
    page.goto(f"{club}members/")
    expect(page.get_by_role("heading", name="No line")).to_be_visible()
    expect(page.locator("[data-kept-list] a")).to_have_count(2)

    line.is_cut = False
    expect(page.get_by_role("heading", name="Members")).to_be_visible()  # by itself
    page.goto(board)
    monkeypatch.setattr(kept_pages, "version", lambda: "a newer one")
    page.reload()
    soon(lambda: page.evaluate("caches.keys()") == ["kept-a newer one"])
    expect_kept(page)
    assert kept(page) == [board]  # what an older version had is gone

    page.goto(evening)
    page.get_by_role("button", name="Sign out").click()
    expect(page.get_by_text("You are signed out on this device.")).to_be_visible()
    soon(lambda: kept(page) == [])


@pytest.mark.soak
def test_card_on_which_more_was_saved_since_takes_nothing_and_says_so(open_device: OpenDevice, line: PoorLine):
    tablet = open_secure(open_device, line, "any width")
    keep_card_ahead(tablet)
    expect_kept(tablet)

    line.is_cut = True  # right after a step was saved
    tablet.evaluate("document.dispatchEvent(new CustomEvent('safesave:taken'))")
    soon(lambda: not tablet.evaluate(HERE, ""))
    tablet.reload()
    expect(strip(tablet)).to_have_text(
        re.compile(NO_LINE.pattern + " What was saved since then isn’t on it. Write on paper until the line is back.")
    )
    expect(tablet.locator(".cockpit")).to_be_hidden()
    assert_looks_right(tablet)
    address = tablet.url
    tablet.goto("/help/")
    expect(tablet.locator("[data-kept-list] a")).to_have_count(1)
    assert_looks_right(tablet)
    tablet.goto(address)

    line.is_cut = False
    expect(tablet.locator("[data-waiting-strip]")).not_to_have_class(re.compile("notice"))
    expect(tablet.locator(".cockpit.is-bid .save-key")).to_be_visible()
    tablet.context.clear_cookies()  # cut off by the director
    tablet.reload()
    soon(lambda: kept(tablet) == [])


def test_tablet_without_https_sees_none_of_it(open_device: OpenDevice, club_url: str):
    page = open_device("tablet", own=True)
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    hall = "http://hall.lan"

    def from_the_club(route: Route) -> None:
        route.fulfill(response=route.fetch(url=route.request.url.replace(hall, club_url)))

    page.route(f"{hall}/**", from_the_club)
    page.goto(f"{hall}/kept/")

    expect(page.get_by_text("Nothing is kept here.")).to_be_visible()
    assert page.evaluate("[isSecureContext, 'keeps' in document.documentElement.dataset]") == [False, False]
    assert [words for words in said if "Cross-Origin-Opener-Policy" not in words] == []  # on every page without https


@pytest.mark.soak
def test_card_opens_without_a_line_in_webkit(webkit: WebDriver, line: PoorLine):
    enter_the_bid(webkit, line.address)
    soon(lambda: webkit.execute_async_script(f"const done = arguments[0]; ({HERE})('bid=17').then(done)"))
    line.is_cut = True
    webkit.refresh()
    see(webkit, "17")
    assert NO_LINE.search(webkit.find_element(By.CSS_SELECTOR, "[data-waiting-says]").text)
    line.is_cut = False
    wait(webkit).until(conditions.text_to_be_present_in_element((By.CSS_SELECTOR, "[data-saved-state]"), "Saved"))


@pytest.mark.soak
def test_card_goes_when_it_is_over_for_this_tablet(open_device: OpenDevice, line: PoorLine):
    event_round = make_running_round()
    event = event_round.event
    tablet = open_secure(open_device, line, "tablet")
    token = pass_of(event, 1).token
    tablet.goto(f"/t/{event.pk}/1/{token}/")
    tablet.get_by_role("button", name="Yes, keep table 1 here").tap()
    expect_step(tablet, "Bid")
    expect_kept(tablet)
    (before,) = kept(tablet)

    close_round(event_round=event_round, acting=acting_as(), client_id="close", reason="late")
    second = start_now(make_round(event, list(event.entrants.order_by("number")), number=2))
    expect(tablet).not_to_have_url(re.compile(before))
    expect_step(tablet, "Bid")
    expect_kept(tablet)
    assert len(kept(tablet)) == 1

    close_round(event_round=second, acting=acting_as(), client_id="again", reason="late")
    close_event(event=event, acting=acting_as(), client_id="over", reason="late")
    soon(lambda: kept(tablet) == [])
