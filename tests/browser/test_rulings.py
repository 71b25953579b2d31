"""A referee rules on a phone, in a few taps, and totals and places follow."""

import re

import pytest
from playwright.sync_api import Page, expect

from league.evening.cards.reading import event_points, read_event
from league.evening.cards.standings import standings
from league.evening.tables.deeds.tables import call_director
from league.models import Event, RoundTable
from scoring.score_card.recording import read_sheet
from tests.browser.devices import become, sign_in_as
from tests.browser.table import SECOND_TAP, save
from tests.league.evening.rulings.test_claims import signed_in
from tests.league.evening.rulings.test_rule import EW, NS, address, play_hand
from tests.league.makers import WITH_APPEALS, make_running_round, make_user

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def table() -> RoundTable:
    """Table 1 of two: Ruth bid 62 in the first hand and made it with 90; Walt and Ed have 44. It calls."""
    table = make_running_round(book=WITH_APPEALS).tables.get(number=1)
    play_hand(table)
    call_director(table=table, reason="ruling", note="", device=None, client_id="call")
    return table


def open_desk(page: Page, event: Event) -> None:
    sign_in_as(page, make_user(event.club, "referee"))
    # The first page of a run loads all that is needed for it.
    page.goto(f"/clubs/{event.club.slug}/events/{event.pk}/board/", timeout=30_000)


def tap_through(page: Page, *names: str) -> int:
    """Taps one key after the other, links and buttons; how many taps that took."""
    for name in names:
        page.get_by_role("link", name=name).or_(page.get_by_role("button", name=name)).first.tap()
    return len(names)


def places(event: Event) -> list[tuple[str, str, int]]:
    """The first four places of the evening."""
    standing = standings(event, event_points(event, read_event(event)))
    return [(str(one.place), one.entrant.name, one.total) for one in standing][:4]


def expect_effects(page: Page, *rows: str) -> None:
    """What a ruling does, row by row with its figures; there may be more of them."""
    for place, row in enumerate(rows):
        expect(page.locator(".effect tr:has(td)").nth(place)).to_have_text(row, use_inner_text=True)


@pytest.mark.soak
def test_a_renege_is_ruled_on_a_phone(phone, table):
    event = table.event_round.event
    open_desk(phone, event)

    taps = tap_through(phone, "Rule…", "Hand 1", "A renege", "Ruth Abernathy", "Not following suit")
    expect(phone.get_by_role("heading", name="What it does")).to_be_visible()
    expect_effects(
        phone,
        f"{NS} renege +90 0",
        f"{EW} bid 62 + meld 24 = 86, after the renege +44 +86",
        f"{NS} 90 0",
        f"{EW} 44 86",
    )
    assert places(event)[0] == ("1", "Ruth Abernathy", 90)

    phone.go_back()  # nothing is lost on the way
    expect(phone.get_by_role("heading", name="What happened?")).to_be_visible()
    phone.go_forward()
    taps += tap_through(phone, "Give this ruling")

    expect(phone.get_by_text("Ruling given.")).to_be_visible()
    assert taps <= 6
    assert [place[1:] for place in places(event)[:2]] == [("Walt Kowalski", 86), ("Ed Lindqvist", 86)]
    phone.get_by_role("link", name="Back to the board").tap()
    expect(phone.locator(".todo", has_text="Table 1 calls")).to_have_count(0)
    expect(phone.locator("#table-1")).to_contain_text("Hand 1: A renege")


@pytest.mark.soak
def test_a_ruling_left_for_later_is_given_appealed_and_overturned(phone, table):
    event = table.event_round.event
    open_desk(phone, event)
    phone.goto(f"/clubs/{event.club.slug}/events/{event.pk}/board/?open=1")
    tap_through(phone, "Rule later…")
    phone.get_by_label("Which hand?").select_option("Hand 1")
    phone.get_by_label("What is it about?").fill("Which spade did Ruth play?")
    tap_through(phone, "Rule later", "All 3 to do")  # a phone shows the first alone: the call
    expect(phone.locator(".todo", has_text="ruling to come on hand 1")).to_be_visible()

    phone.goto(f"/clubs/{event.club.slug}/events/{event.pk}/rounds/1/tables/1/rule/?hand=1")
    tap_through(phone, "A renege", "Ruth Abernathy", "Not following suit", "Give this ruling")
    expect(phone.get_by_text("Can be appealed until")).to_be_visible()
    tap_through(phone, "Appeal…")
    phone.get_by_text("Marge Delgado").tap()
    phone.get_by_label("What is wrong with the ruling?").fill("She had no spade")
    tap_through(phone, "Appeal")
    expect(phone).not_to_have_url(re.compile("/appeal/$"))
    expect(phone.get_by_text("Appealed").first).to_be_visible()
    phone.wait_for_load_state()
    assert places(event)[0][1:] == ("Walt Kowalski", 86)

    sign_in_as(phone, make_user(event.club, "referee", name="Otto Berg"))
    phone.goto(f"/clubs/{event.club.slug}/events/{event.pk}/board/")
    expect(phone.locator(".todo", has_text="ruling to come")).to_have_count(0)
    tap_through(phone, "All 3 to do", "Decide…")
    phone.get_by_text("It is taken away").tap()
    phone.get_by_label("The facts").fill("She had no spade")
    tap_through(phone, "Decide it")

    expect(phone.get_by_text("Overturned by Otto Berg")).to_be_visible()
    assert places(event)[0] == ("1", "Ruth Abernathy", 90)


def test_a_penalty_that_goes_with_a_ruling_is_shown_as_it_is_chosen(phone, table):
    event = table.event_round.event
    sign_in_as(phone, make_user(event.club, "referee"))
    phone.goto(f"{address(table)}?hand=1&kind=wrong_count&fact-who=W&fact-counted=yes", timeout=30_000)
    penalty = phone.get_by_text("Ed Lindqvist: Wrong number of cards")

    penalty.tap()
    expect(phone.locator(".effect")).to_contain_text("Ed Lindqvist")
    expect_effects(phone, "Ed Lindqvist 44 −6")
    penalty.tap()
    expect(phone.get_by_text("No score changes.")).to_be_visible()
    penalty.tap()
    expect(phone.locator(".effect")).to_contain_text("Ed Lindqvist")
    tap_through(phone, "Give this ruling")

    expect(phone.get_by_text("Ruling given.")).to_be_visible()
    assert sorted(one.total for one in standings(event, event_points(event, read_event(event))))[0] == -6


@pytest.mark.soak
def test_a_hand_recorded_wrongly_is_put_right_when_the_other_side_says_yes(open_device, table):
    """The bid was 65, and Walt and Ed took 49 of the 50 points: so Ruth and Marge were set."""
    walt, marge = open_device("phone"), open_device("phone")
    for page, seat in ((walt, "E"), (marge, "S")):
        become(page, signed_in(table, seat))
    event = table.event_round.event
    own = f"/clubs/{event.club.slug}/me/evenings/{event.pk}/"

    walt.goto(own)
    tap_through(walt, "Recorded wrongly?", "Hand 1")
    walt.get_by_label("What was recorded wrongly?").fill("The takes were counted wrong")
    walt.get_by_label("For how much?").fill("65")
    for side, took in ((NS, 1), (EW, 49)):
        walt.get_by_label(f"{side} took").tap()
        walt.get_by_label(f"{side} took").fill(str(took))
    expect(walt.locator("#preview")).to_contain_text("Totals that change")
    save(walt)
    walt.wait_for_timeout(SECOND_TAP)
    walt.get_by_role("button", name=" as typed").tap()  # a rare take
    expect(walt.get_by_text("The takes were counted wrong")).to_be_visible()
    assert places(event)[0] == ("1", "Ruth Abernathy", 90)

    marge.goto(own)
    marge.get_by_role("link", name="The takes were counted wrong").tap()
    expect(marge.locator(".effect tr", has_text=f"{EW}, take")).to_contain_text("49")
    tap_through(marge, "Yes, that is right")
    expect(marge).to_have_url(re.compile(f"{own}$"))
    expect(marge.get_by_text("The takes were counted wrong")).to_have_count(0)

    assert read_sheet(table.card).totals == {"NS": 0, "EW": 138}
    assert [place[1:] for place in places(event)[:2]] == [("Walt Kowalski", 138), ("Ed Lindqvist", 138)]


@pytest.mark.soak
def test_an_unproven_call_is_ruled_on_a_phone(phone, table):
    """In npa whoever calls a renege and cannot prove it has reneged."""
    event = table.event_round.event
    open_desk(phone, event)

    tap_through(phone, "Rule…", "Hand 1", "A renege called and not proven", "Walt Kowalski", "Give this ruling")

    expect(phone.get_by_text("Ruling given.")).to_be_visible()
    assert [ruling.effect.figures.payload() for ruling in read_sheet(table.card).rulings] == [{"unproven_call": "EW"}]
    assert places(event)[0][1:] == ("Ruth Abernathy", 122)
