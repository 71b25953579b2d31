"""The pages of tables, passes and paper cards, looked at as all pages are (`test_accessibility`), with long names."""

import re
from collections.abc import Callable

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from league.evening.rounds.deeds import start_round
from league.evening.tables.deeds.tables import pair_tablet
from league.evening.tables.passes import pass_of
from league.models import Entrant, Event, EventRound
from scoring.models import Device
from scoring.score_card.recording import read_sheet
from tests.browser.accessibility import assert_looks_right
from tests.browser.conftest import OpenDevice
from tests.browser.devices import sign_in_as
from tests.league.makers import acting_as, card_at, make_entrants, make_event, make_round, make_user
from tests.sampling import sample
from tests.scoring.score_card.makers import enter, enter_hand, join

pytestmark = pytest.mark.django_db(transaction=True)
LONG = (
    "Maximiliane Oberhuber-von der Weide-Hofer",
    "Bartholomew Fitzgerald-Smythe 3rd",
    "Ивана Сергеевна Тургенева",
    "Li",
)
Opens = Callable[[Page, EventRound], None]


@pytest.fixture
def event_round() -> EventRound:
    """A round that is published, with one after it, a message and a clock."""
    event = make_event(
        name="Thanksgiving tournament of the seniors of St. Hilary and friends",
        played_on=timezone.localdate(),
        minutes=25,
        message="Coffee and cake are in the small hall; please do not leave cards on the floor.",
        message_at=timezone.now(),
    )
    entrants = make_entrants(event, 8)
    for entrant, name in zip(entrants, LONG, strict=False):
        Entrant.objects.filter(pk=entrant.pk).update(name=name[:40])
    first = make_round(event, list(event.entrants.all()))
    make_round(event, list(event.entrants.all())[::-1], number=2)
    return first


def pair(page: Page, event: Event) -> None:
    page.goto(pass_of(event, 1).address)
    page.locator(".save-key").click()
    expect(page).not_to_have_url(re.compile("/t/"))


def start(event_round: EventRound) -> None:
    start_round(event_round=event_round, acting=acting_as(), client_id="start")


def signed_in(page: Page, event: Event) -> str:
    """As the director; the address of the event."""
    sign_in_as(page, make_user(event.club, "director"))
    return f"/clubs/{event.club.slug}/events/{event.pk}"


def wrong_pin(page: Page, event_round: EventRound) -> None:
    page.goto("/t/")
    page.get_by_label("Table").fill("1")
    page.get_by_label("PIN").fill("12")
    page.locator(".save-key").click()
    expect(page.locator(".field-error")).to_be_visible()


def signing_in(page: Page, event_round: EventRound) -> None:
    """The pass, the welcome that follows it, and the same pass on the director's screen."""
    page.goto(pass_of(event_round.event, 1).address)
    assert_looks_right(page)
    page.locator(".save-key").click()
    expect(page).not_to_have_url(re.compile("/t/"))
    assert_looks_right(page)
    page.goto(f"{signed_in(page, event_round.event)}/passes/1/")


def calling(page: Page, event_round: EventRound) -> None:
    """The page that calls alone, the card while the table calls, and once it has called."""
    start(event_round)
    pair(page, event_round.event)
    page.goto(f"/tables/{event_round.event_id}/call/")
    assert_looks_right(page)
    page.go_back()
    other = Device.objects.create(token_hash="other", label="Chromebook")
    pair_tablet(event=event_round.event, table_number=1, device=other)
    page.reload()
    page.get_by_text("Call the referee").click()
    expect(page.get_by_role("button", name="A ruling")).to_be_visible()
    assert_looks_right(page)
    page.get_by_role("button", name="A player is missing").click()
    expect(page.locator(".is-called")).to_be_visible()


def next_seats(page: Page, event_round: EventRound) -> None:
    start(event_round)
    card = card_at(event_round.tables.get(number=1))
    keeper = join(card)
    for _ in range(4):
        enter_hand(keeper)
    for side in ("NS", "EW"):
        enter(keeper, "sign", {"side": side, "version": read_sheet(card).content_version, "by": ""})
    pair(page, event_round.event)
    expect(page.locator(".moves")).to_be_visible()


def grid_with_faults(page: Page, event_round: EventRound) -> None:
    start(event_round)
    page.goto(f"{signed_in(page, event_round.event)}/rounds/1/tables/1/paper/")
    for name, text in {"bidder": "N", "bid": "3", "trump": "X", "meld_NS": "24", "meld_EW": "1300"}.items():
        page.locator(f"#h1-{name}").fill(text)
    page.locator("[data-grid-save]").click()
    expect(page.locator("#h1-told .field-error").first).to_be_visible()


def hand_taken_down(page: Page, event_round: EventRound) -> None:
    """A board that is shuffled and recorded: the card that asks for it, its players, one hand that is too short."""
    event_round.tables.update(board_set=1)
    Event.objects.filter(pk=event_round.event_id).update(compared="matchpoints", boards_by="recorded")
    start(EventRound.objects.get(pk=event_round.pk))
    enter_hand(join(card_at(event_round.tables.get(number=1))))
    pair(page, event_round.event)
    page.get_by_role("link", name="Take down board 1").click()
    assert_looks_right(page)
    page.locator(".line").first.click()
    page.locator(".tap-face").first.click()
    expect(page.get_by_text("1 of 20 cards")).to_be_visible()
    page.get_by_role("button", name="Save this hand").click()
    expect(page.get_by_text("20 were dealt")).to_be_visible()


PAGES: dict[str, Opens] = {
    "a hand is taken down": hand_taken_down,
    "a table signs in": signing_in,
    "a table calls": calling,
    "wrong PIN": wrong_pin,
    "next seats": next_seats,
    "paper card with faults": grid_with_faults,
}


@pytest.mark.parametrize("name", [*PAGES][: sample(1, len(PAGES))])
def test_page(open_device: OpenDevice, event_round: EventRound, name: str):
    page = open_device("any width")

    PAGES[name](page, event_round)

    assert_looks_right(page)
