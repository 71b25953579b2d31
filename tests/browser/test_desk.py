"""A director runs a round from a phone: what the board says by itself, and what a tap does."""

import re
from datetime import timedelta

import pytest
from django.db.models import F
from django.utils import timezone
from playwright.sync_api import Locator, Page, expect

from league.evening.rounds.deeds import close_round
from league.evening.tables.deeds.tables import call_director
from league.management.evenings import play_table
from league.models import Entrant, EventRound, RoundSeat
from tests.browser.accessibility import CUT, IN_WINDOW, WINDOWS, assert_accessible, assert_fits, assert_looks_right
from tests.browser.devices import sign_in_as
from tests.league.makers import (
    acting_as,
    make_entrants,
    make_event,
    make_round,
    make_running_round,
    make_user,
    play_round,
    start_now,
)
from tests.sampling import sample

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def event_round() -> EventRound:
    """Nine people, one of them not here yet, seated at two tables."""
    event = make_event(minutes=50)
    entrants = make_entrants(event, 9)
    entrants[0].state = "expected"
    entrants[0].save()
    return make_round(event, entrants)


def open_desk(page: Page, event_round: EventRound) -> None:
    """Signed in as a director, at the board."""
    sign_in_as(page, make_user(event_round.event.club, "director"))
    # The first page of a run loads all that is needed for it.
    page.goto(f"/clubs/{event_round.event.club.slug}/events/{event_round.event_id}/board/", timeout=30_000)


def call(event_round: EventRound, table: int) -> None:
    there = event_round.tables.get(number=table)
    call_director(table=there, reason="ruling", note="who led?", device=None, client_id=f"call-{table}")


def todo(page: Page, text: str) -> Locator:
    return page.locator(".todo", has_text=text)


def test_a_round_is_run_from_a_phone(phone, event_round):
    open_desk(phone, event_round)

    phone.get_by_role("button", name="Start round 1").first.tap()
    expect(todo(phone, "Ruth Abernathy is missing at table 1")).to_be_visible()
    expect(phone.locator("[data-clock-figures]")).to_have_text(re.compile(r"^49:[0-5]\d$"))

    todo(phone, "Ruth Abernathy").get_by_role("button", name="Arrived").tap()
    expect(todo(phone, "Ruth Abernathy")).to_have_count(0)
    assert not RoundSeat.objects.filter(is_missing=True).exists()

    call(event_round, 2)  # comes by itself
    expect(todo(phone, "Table 2 calls: A ruling")).to_be_visible()
    expect(phone.locator(".desk-table").first).to_contain_text("Calls: A ruling")
    todo(phone, "Table 2").get_by_role("button", name="I’m coming").tap()
    expect(todo(phone, "Table 2")).to_contain_text("Carol Reyes is on the way")
    todo(phone, "Table 2").get_by_role("link", name="Done…").tap()
    phone.get_by_role("button", name="I answered a question").tap()
    expect(phone).to_have_url(re.compile(r"/board/\?.*open=2"))
    expect(todo(phone, "Table 2")).to_have_count(0)
    expect(phone.locator(".seat-line")).to_have_count(4)
    phone.get_by_role("link", name="Table 2", exact=True).tap()
    expect(phone.locator(".seat-line")).to_have_count(0)
    phone.get_by_role("link", name="Table 2", exact=True).tap()
    expect(phone.locator(".seat-line")).to_have_count(4)
    expect(phone).to_have_url(re.compile(r"open=2"))

    phone.get_by_role("link", name="Close the round…").tap()
    expect(phone.get_by_text("Tables 1 and 2: 0 of 4 hands are in")).to_be_visible()
    phone.get_by_role("button", name="Close it anyway").tap()
    expect(phone.get_by_text("Say why in a few words")).to_be_visible()
    expect(phone.locator(".app-name")).to_have_count(1)  # the answer was a whole page
    phone.get_by_label("Reason").fill("The hall closes")
    phone.get_by_label("Reason").press("Enter")  # a second tap at once would be a double tap
    expect(phone.get_by_text("2 tables · closed")).to_be_visible()

    assert EventRound.objects.get(pk=event_round.pk).close_reason == "The hall closes"


@pytest.mark.soak
def test_a_hand_of_a_closed_round_is_three_taps_away(phone, event_round):
    event = event_round.event
    start_now(event_round)
    play_round(event_round, seed=1)
    close_round(event_round=event_round, acting=acting_as(), client_id="close", reason="Ruth never came")
    start_now(make_round(event, list(event.entrants.all()), number=2))
    open_desk(phone, event_round)

    phone.get_by_role("link", name="If we stop now?").tap()
    places = phone.locator("#so-far tbody tr")
    expect(places).to_have_count(9)
    call(event.rounds.get(number=2), 1)  # the places stay where they are while the board is drawn anew
    expect(phone.locator(".todo").first).to_contain_text("Table 1 calls")
    expect(places).to_have_count(9)
    phone.get_by_role("link", name="If we stop now?").tap()
    expect(places).to_have_count(0)

    phone.get_by_role("link", name="Round 1").tap()
    phone.get_by_role("link", name="Table 2", exact=True).tap()
    phone.get_by_role("button", name="Correct hand 2 at table 2").tap()

    expect(phone).to_have_url(re.compile(r"/hands/2/correct/$"))
    phone.goto(phone.url.replace("hands/2/correct/", ""))
    phone.get_by_role("link", name="To the board").first.tap()
    expect(phone.get_by_text("Round 1 was closed at")).to_be_visible()
    expect(phone.locator(".seat-line")).to_have_count(4)  # the same table, still open


def test_what_is_being_typed_outlives_news_and_the_drawer_stays_open_while_it_is_used(desktop, event_round):
    open_desk(desktop, event_round)
    desktop.get_by_text("Menu", exact=True).click()
    line = desktop.get_by_label("Message to all tables")
    line.press_sequentially("Soup is")

    call(event_round, 1)

    expect(desktop.get_by_text("The board has changed.")).to_be_visible()
    expect(line).to_have_value("Soup is")
    line.press_sequentially(" ready")
    desktop.get_by_label("For how long").select_option("5 minutes")
    desktop.get_by_role("button", name="Send it").click()
    expect(desktop.locator(".notice", has_text="To all tables")).to_contain_text("Soup is ready")
    expect(todo(desktop, "Table 1 calls")).to_be_visible()

    desktop.get_by_role("button", name="Results").click()
    expect(desktop.get_by_role("button", name="Results")).to_have_attribute("aria-pressed", "true")
    expect(desktop.get_by_role("button", name="10 min", exact=True)).to_be_visible()

    # Closed by hand it stays closed, and the message goes by itself when its time has come.
    desktop.get_by_text("Menu", exact=True).click()
    expect(desktop.get_by_role("button", name="Send it")).to_be_hidden()
    event_round.event.refresh_from_db()
    assert event_round.event.message_until is not None
    type(event_round.event).objects.update(
        message_until=timezone.now() + timedelta(seconds=2), version=F("version") + 1
    )
    expect(desktop.locator(".notice", has_text="To all tables")).to_have_count(0)
    expect(desktop.get_by_role("button", name="Send it")).to_be_hidden()


COUNT_TONES = """
    window.tones = 0;
    const tone = {frequency: {}, connect() {}, stop() {}, start() { window.tones += 1; }};
    const volume = {gain: {setValueAtTime() {}, exponentialRampToValueAtTime() {}}, connect() {}};
    window.AudioContext = class {
        currentTime = 0;
        createOscillator() { return tone; }
        createGain() { return volume; }
        resume() {}
        close() {}
    };
"""


def test_who_wants_hears_that_little_time_is_left_and_that_it_is_up(open_device, event_round):
    desktop = open_device("desktop", own=True)
    desktop.add_init_script(COUNT_TONES)
    start_now(event_round)
    open_desk(desktop, event_round)
    desktop.get_by_text("Menu", exact=True).click()
    desktop.get_by_role("button", name="Sound is off").click()
    expect(desktop.get_by_role("button", name="Sound is on")).to_be_visible()
    expect_tones(desktop, 1)  # so people hear that it works

    # A browser wants a tap after each reload, which is heard, too.
    for minutes, beats in ((50, 3), (45, 1))[: sample(1, 2)]:  # the time is up; five minutes are left
        EventRound.objects.update(started_at=timezone.now() - timedelta(minutes=minutes, seconds=-12))
        desktop.reload()
        desktop.get_by_text("Menu", exact=True).click()
        expect_tones(desktop, 1 + beats)


def expect_tones(page: Page, tones: int) -> None:
    page.wait_for_function("tones => window.tones === tones", arg=tones)


def test_a_desk_that_is_cut_off_says_so_and_is_heard_when_it_is_back(open_device, event_round):
    desktop = open_device("desktop", own=True)
    desktop.add_init_script(COUNT_TONES)
    start_now(event_round)
    open_desk(desktop, event_round)
    projector = desktop.context.new_page()
    projector.goto(f"/clubs/{event_round.event.club.slug}/events/{event_round.event_id}/projector/")
    desktop.bring_to_front()
    desktop.get_by_text("Menu", exact=True).click()
    desktop.get_by_role("button", name="Sound is off").click()
    expect_tones(desktop, 1)

    desktop.context.set_offline(True)

    expect(desktop.get_by_role("alert")).to_have_text("No contact. Calls from the tables don’t reach you.")
    expect(desktop.locator(".cut-off")).to_contain_text(re.compile(r"Last heard 0:\d\d ago"))
    expect(desktop.locator(".desk-columns")).to_have_css("filter", "grayscale(1) brightness(0.85)")
    expect(projector.locator(".cut-off")).to_contain_text("No contact with the club’s server.")
    desktop.context.set_offline(False)
    call(event_round, 2)
    expect(todo(desktop, "Table 2 calls: A ruling")).to_be_visible()
    expect(desktop.locator(".cut-off")).to_have_count(0)
    expect_tones(desktop, 1 + 2 + 2)  # it is back, and a table calls


@pytest.mark.soak
def test_the_projector_follows_the_desk(open_device, event_round):
    board, projector = open_device("desktop"), open_device("desktop", viewport={"width": 1920, "height": 1080})
    open_desk(board, event_round)
    projector.goto(f"/clubs/{event_round.event.club.slug}/events/{event_round.event_id}/projector/")
    expect(projector.get_by_text("Ruth Abernathy & Marge Delgado")).to_be_visible()

    board.get_by_text("Menu", exact=True).click()
    board.get_by_role("button", name="The clock").click()

    expect(projector.locator(".shows-clock")).to_be_visible()
    expect(projector.get_by_text("Ruth Abernathy & Marge Delgado")).to_have_count(0)


def test_an_evening_fills_the_wall_on_one_screen(open_device):
    event = make_event(minutes=50)
    make_round(event, make_entrants(event, 39))
    projector = open_device("desktop")

    for width, height in ((1366, 768), (1920, 1080)):
        projector.set_viewport_size({"width": width, "height": height})
        projector.goto(f"/clubs/{event.club.slug}/events/{event.pk}/projector/")
        projector.evaluate("document.fonts.ready")
        expect(projector.locator(".seated-tables > li:visible")).to_have_count(9)
        expect(projector.locator(".seated-names")).to_be_hidden()  # nothing turns
        expect(projector.get_by_text("Sitting out:")).to_be_visible()
        expect(projector.locator("[data-page-count]")).to_have_text("")
        # Nothing is out of view, the letters are the largest that fit, and far from the smallest.
        room = "() => [document.documentElement.scrollHeight - innerHeight, document.body.scrollWidth - innerWidth]"
        projector.wait_for_function(f"({room})().every((over) => over === 0)")
        letters = projector.locator("[data-page]").first.evaluate("page => parseFloat(getComputedStyle(page).fontSize)")
        assert letters > 1.9 / 100 * width
        projector.locator("[data-page]").first.evaluate(
            "(page, letters) => page.style.setProperty('--letters', letters + 'px')", letters * 1.1
        )
        assert projector.evaluate(room) != [0, 0]


def test_the_projector_shows_no_more_tables_than_fit(open_device):
    event = make_event()
    entrants = make_entrants(event, 96)
    for entrant in entrants:
        entrant.name = f"{entrant.name} Featherstonehaugh"
        entrant.save()
    make_round(event, entrants)
    projector = open_device("desktop", viewport={"width": 1366, "height": 768})

    projector.goto(f"/clubs/{event.club.slug}/events/{event.pk}/projector/")

    expect(projector.locator("[data-page-count]")).to_have_text(re.compile(r"page 1 of \d+"))
    tables = projector.locator(".seated-tables > li")
    seen = [table for table in tables.all() if table.is_visible()]
    assert tables.count() == 24 >= len(seen) > 5
    last = seen[-1].bounding_box()
    assert last is not None
    assert last["y"] + last["height"] <= 768
    projector.set_viewport_size({"width": 390, "height": 844})  # a phone is scrolled
    expect(tables.last).to_be_visible()


@pytest.mark.soak
@pytest.mark.parametrize("tables", [4, 10, 20, 30])
def test_all_tables_are_in_the_window_and_seven_on_a_phone(open_device, tables):
    """With more to do than stands beside them, with long names and with a table behind: they fill it, and no name or
    figure is cut."""
    event_round = make_running_round(players=4 * tables + 1)
    for table in event_round.tables.filter(number__lt=4):
        play_table(table, seed=table.number)
    Entrant.objects.filter(number__in=(1, 6)).update(name="Wilhelmina Featherstonehaugh-Montgomery (124)")
    call(event_round, 2)
    call(event_round, 3)
    page = open_device("any width")
    open_desk(page, event_round)
    expect(page.locator(".desk-table")).to_have_count(tables)

    for width, height in WINDOWS:
        page.set_viewport_size({"width": width, "height": height})
        least = min(tables, {390: 7, 810: 24}.get(width, tables))
        assert page.evaluate(IN_WINDOW, ".desk-table") >= least, (width, height)
        tiles = page.locator(".desk-table").evaluate_all(
            "tiles => tiles.map(tile => tile.offsetWidth * tile.offsetHeight)"
        )
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert width == 390 or sum(tiles) >= width * (height - 56) * (0.5 if tables < 20 else 0.45), (
            width,
            height,
            tiles,
        )
        assert page.evaluate(CUT, ".desk-table *") == [], (width, height)
        points = page.locator(".side-points b").first.evaluate(
            "points => parseFloat(getComputedStyle(points).fontSize)"
        )
        assert points >= (50 if tables == 4 and width > 390 else 26), (width, height)
        assert page.locator(".desk-head").evaluate("bar => bar.offsetHeight") == 56
        assert todo(page, "Table 2 calls").is_visible()
        assert page.get_by_role("link", name="Close the round…").is_visible()


@pytest.mark.soak
def test_who_prefers_lines_has_a_list_that_stays_one(desktop, event_round):
    start_now(event_round)
    open_desk(desktop, event_round)
    desktop.get_by_text("Menu", exact=True).click()
    desktop.get_by_role("link", name="Tables as a list").click()
    expect(desktop.locator(".desk-line")).to_have_count(2)

    desktop.get_by_role("link", name="Table 1", exact=True).click()
    expect(desktop.locator(".seat-line")).to_have_count(4)
    call(event_round, 2)
    expect(desktop.locator(".desk-line").first).to_contain_text("Calls: A ruling: “who led?”")
    assert_looks_right(desktop)


def test_a_call_is_felt_in_a_pocket_once(open_device, event_round):
    phone = open_device("phone", own=True)
    phone.add_init_script("window.shaken = 0; navigator.vibrate = () => { window.shaken += 1; };")
    start_now(event_round)
    call(event_round, 1)
    open_desk(phone, event_round)
    assert phone.evaluate("window.shaken") == 0  # that one is no news

    call(event_round, 2)

    phone.wait_for_function("() => window.shaken === 1")
    phone.get_by_role("button", name="I’m coming").first.tap()
    expect(todo(phone, "Table 1 calls")).to_contain_text("is on the way")
    assert phone.evaluate("window.shaken") == 1


@pytest.mark.soak
def test_the_desk_works_without_scripts(open_device, event_round):
    phone = open_device("phone", java_script_enabled=False)
    open_desk(phone, event_round)

    phone.get_by_role("button", name="Start round 1").first.tap()
    todo(phone, "Ruth Abernathy").get_by_role("button", name="Arrived").tap()
    phone.get_by_role("link", name="Table 1", exact=True).tap()

    expect(phone.locator(".seat-line")).to_have_count(4)
    assert not RoundSeat.objects.filter(is_missing=True).exists()


PLACES = ("board/?open=2", "rounds/1/tables/2/penalties/", "rounds/1/close/", "stop/", "log/", "projector/", "missing")


@pytest.mark.parametrize("place", PLACES[: sample(1, len(PLACES))])
def test_pages_of_the_desk_can_be_read_and_reached(open_device, event_round, place):
    start_now(event_round)
    call(event_round, 1)
    page = open_device("any width")
    open_desk(page, event_round)
    base = f"/clubs/{event_round.event.club.slug}/events/{event_round.event_id}"
    page.goto(f"{base}/{place if place != 'missing' else 'rounds/1/tables/1/seats/N/replace/'}")
    page.evaluate("document.querySelectorAll('main details:not(.desk-more)').forEach((it) => { it.open = true; })")

    assert_looks_right(page)
    if place.startswith("board/"):  # Menu lies over the tables; what it covers in part is no key then
        page.evaluate("document.querySelector('.desk-columns').remove()")
        page.get_by_text("Menu", exact=True).click()
        assert_fits(page, 390)
        assert_accessible(page, "light")
