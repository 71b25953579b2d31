"""The small manners of the table: what is watched and heard, refused, chosen, asked once more; keys and fingers."""

import re
from functools import cache
from random import Random
from typing import Final

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from scoring.models import PlayedDeal
from scoring.play.actions import PlayCard
from scoring.play.engine import warm_up
from scoring.play.state import DealState, Trick, apply, choices
from scoring.rules.book import built_in_book
from scoring.rules.melds import best_meld
from scoring.rules.tricks import refusals
from tests.browser.conftest import OpenDevice
from tests.browser.moments import seat_at
from tests.browser.table import SECOND_TAP
from tests.imports import ROOT
from tests.sampling import sample
from tests.scoring.play.pages.moments import asked, view_of
from tests.scoring.play.random_deals import random_steps

pytestmark = pytest.mark.django_db(transaction=True)

FINGER: Final = 44
TAKE_BACK: Final = re.compile("^Take .+ back")
LOW_PHONE: Final[ViewportSize] = {"width": 390, "height": 664}  # what a browser leaves of it
BOXES: Final = "cards => cards.map(card => card.getBoundingClientRect()).map(box => [box.y, box.x, box.width])"
HEARD: Final = """() => {
    const line = document.getElementById("play-say");
    window.heard = [];
    new MutationObserver(() => window.heard.push(line.textContent)).observe(line, {childList: true});
}"""

# The sounds as numbers: how loud each millisecond is of what is heard after each of these.
SOUND: Final = """([script, heard]) => {
    let made;
    window.AudioContext = class extends OfflineAudioContext {
        constructor() { super(1, 48000, 48000); made = this; }
        get state() { return "running"; }
    };
    new Function(script)();
    document.dispatchEvent(new Event("pointerdown"));
    heard.forEach(each => document.dispatchEvent(new CustomEvent("table:heard", {detail: each})));
    return made.startRendering().then(sound => {
        const wave = sound.getChannelData(0), milliseconds = [];
        for (let at = 0; at < wave.length; at += 48) {
            milliseconds.push(Math.max(...wave.subarray(at, at + 48).map(Math.abs)));
        }
        return milliseconds;
    });
}"""
SILENCE: Final = 0.002


def seen(page: Page) -> int:
    return int(page.locator("#table input[name=seen]").first.input_value())


def expect_rest(page: Page) -> None:
    """Nothing is being watched or sent any more."""
    expect(page.locator("#table.is-watching, #table form[data-pending], form[data-go-on]")).to_have_count(0)


def with_a_refusal() -> DealState:
    """A trick in which some of the player's cards may not be played."""
    for tricks in range(1, 12):
        state = asked("st-hilary", "play", tricks=tricks)
        if state.trick and refusals(state.book, view_of(state).hand, state.trick.cards, state.trump):
            return state
    raise AssertionError("every card may always be played")


# -- watching ----------------------------------------------------------------------------


def test_what_the_others_do_is_shown_and_heard_one_after_the_other(tablet: Page):
    seat_at(tablet, asked("st-hilary", "play", tricks=2, trick=Trick("S")), pace="fast")
    tablet.evaluate(HEARD)

    tablet.locator(".card-can").first.tap()
    expect(tablet.locator("#table.is-watching")).to_have_count(1)
    expect_rest(tablet)

    heard = tablet.evaluate("window.heard")
    starts = [re.match(r"(You play|Stan plays|Walter plays|Doris plays)", words) for words in heard[:4]]
    assert [start.group().split()[0] for start in starts if start] == ["You", "Walter", "Doris", "Stan"]
    assert "the trick." in heard[3]


def test_nothing_can_be_played_while_the_others_are_watched_until_a_tap_on_the_mat_goes_on_at_once(tablet: Page):
    seat_at(tablet, asked("st-hilary", "play", tricks=2, trick=Trick("S")), pace="slow")
    tablet.locator(".card-can").first.tap()
    expect(tablet.locator("#table.is-watching")).to_have_count(1)
    expect(tablet.locator("#table .act")).to_have_js_property("inert", True)

    tablet.locator("[data-mat]").tap()

    expect(tablet.locator("#table.is-watching")).to_have_count(0, timeout=3_500)  # unasked after six seconds


@pytest.mark.soak
def test_melds_wait_for_a_tap_before_the_first_lead(tablet: Page):
    state = asked("st-hilary", "meld", bidder="W")
    seat_at(tablet, state, pace="fast")

    tablet.locator("#panel .button-go").tap()
    go_on = tablet.get_by_role("button", name="Go on")
    expect(go_on).to_be_visible()

    expect(tablet.locator("#stage .meld")).to_have_count(4)
    go_on.tap()
    expect(tablet.locator("#stage .meld")).to_have_count(0)


def test_sounds_are_short_and_soft_and_come_one_after_the_other(page: Page):
    script = (ROOT / "static/js/sounds.js").read_text()
    lengths = []
    for what in ("card", "trick", "turn"):
        level = page.evaluate(SOUND, [script, [what]])
        assert 0.05 < max(level) < 0.5
        lengths.append(max(at for at, loud in enumerate(level) if loud > SILENCE))
    assert max(lengths) < 150

    both = page.evaluate(SOUND, [script, ["trick", "turn"]])
    assert 200 < max(at for at, loud in enumerate(both) if loud > SILENCE) < 300


# -- cards -------------------------------------------------------------------------------


def test_card_that_may_not_be_played_says_why_at_once(tablet: Page):
    state = with_a_refusal()
    seat_at(tablet, state)
    before = seen(tablet)

    tablet.locator(".card-cannot").first.tap(position={"x": 12, "y": 40})

    trick = state.trick.cards if state.trick else ()
    refused = refusals(state.book, view_of(state).hand, trick, state.trump)
    words = "|".join(map(re.escape, refused.values()))
    expect(tablet.locator("#refused")).to_be_visible()
    expect(tablet.locator("#refused")).to_have_text(re.compile(rf"^\s*({words})\s*$"))
    assert (seen(tablet), PlayedDeal.objects.get().actions) == (before, before)


@pytest.mark.soak
def test_server_refuses_such_a_card_with_the_same_words(open_device: OpenDevice):
    page = open_device("tablet", java_script_enabled=False)
    seat_at(page, with_a_refusal())
    reason = page.locator(".card-cannot").first.get_attribute("aria-describedby")
    words = page.locator(f"#{reason}").inner_text().removeprefix("Cannot be played. ")

    page.locator(".card-cannot").first.tap(position={"x": 12, "y": 40})

    expect(page.locator("#refused")).to_have_text(words)


def test_cards_to_pass_are_counted_and_one_too_many_takes_the_first_ones_place(tablet: Page):
    seat_at(tablet, asked("st-hilary", "pass_cards"))
    cards = tablet.locator("label.card-choose")

    for place in range(4):
        cards.nth(place).tap(position={"x": 12, "y": 40})

    expect(tablet.locator("[data-send-count]")).to_have_text("3 of 3")
    for place in range(4):
        expect(cards.nth(place).locator("input")).to_be_checked(checked=place > 0)


@pytest.mark.soak
def test_own_meld_is_told_what_was_missed(tablet: Page):
    state = next(
        state for state in (asked("npa", "meld"),) if best_meld(state.book, view_of(state).hand, state.trump).total
    )
    seat_at(tablet, state, count_own_meld=True)
    best = best_meld(state.book, view_of(state).hand, state.trump).total
    before = seen(tablet)

    tablet.get_by_role("button", name="Count it").tap()
    expect(tablet.locator(".finding")).to_contain_text(f"There are {best} more in your hand.")
    assert seen(tablet) == before
    tablet.get_by_role("button", name=f"Lay all of it: {best}").tap()

    expect(tablet.locator(".finding")).to_have_count(0)
    assert PlayedDeal.objects.get().actions > before


@pytest.mark.soak
def test_claim_is_asked_about_over_the_table_and_can_be_taken_back(phone: Page):
    """On a phone in a low window, with the last card played still to be taken back."""
    state = taking_a_trick()
    phone.set_viewport_size(LOW_PHONE)
    seat_at(phone, state, pace="fast")
    phone.locator(".card-can").first.tap(position={"x": 12, "y": 20})
    expect_rest(phone)
    expect(phone.get_by_role("button", name=TAKE_BACK)).to_be_in_viewport(ratio=1)
    before = seen(phone)
    cards = phone.locator(".own-hand .card")
    lie = cards.evaluate_all(BOXES)
    assert len(lie) == len(state.hands["S"]) - 1 >= 18
    assert_in_window(phone)

    phone.locator("summary", has_text="Claim the rest").tap()
    expect(phone.get_by_text("A player may lay all cards down")).to_be_visible()
    expect(phone.locator(".confirm .notice")).to_be_in_viewport(ratio=1)
    assert cards.evaluate_all(BOXES) == lie
    phone.get_by_role("button", name="No, go back").tap()
    expect(phone.get_by_text("A player may lay all cards down")).to_be_hidden()
    assert seen(phone) == before

    phone.locator("summary", has_text="Claim the rest").tap()
    phone.get_by_role("button", name="Yes, lay it down").tap()
    expect(phone.locator("#stage")).to_contain_text("You claim the rest.")


def assert_in_window(page: Page) -> None:
    """The own hand, what is asked and the tools are to be seen without scrolling."""
    assert page.evaluate("document.documentElement.scrollHeight - innerHeight") <= 0
    for part in (".own-hand .card", ".act .keys button, .act .keys summary", ".tools .button"):
        for each in page.locator(part).filter(visible=True).all():
            expect(each).to_be_in_viewport(ratio=1)


@pytest.mark.soak
def test_twenty_cards_and_the_bids_to_choose_from_fit_into_a_low_phone(phone: Page):
    phone.set_viewport_size(LOW_PHONE)
    seat_at(phone, asked("npa", "bid"), ("Maximiliane", "Bartholomew", "Christopher"))
    cards = phone.locator(".own-hand .card")
    lie = cards.evaluate_all(BOXES)
    assert_in_window(phone)

    phone.locator("summary", has_text="Higher").tap()
    expect(phone.locator(".more-keys .keys")).to_be_in_viewport(ratio=1)

    assert cards.evaluate_all(BOXES) == lie
    phone.locator("summary", has_text="Higher").tap()
    for width, height in ((844, 390), (360, 640)):
        phone.set_viewport_size({"width": width, "height": height})
        assert_in_window(phone)


@pytest.mark.soak
def test_nothing_moves_while_a_trick_goes_round_and_the_last_one_stays_to_be_seen(phone: Page):
    seat_at(
        phone,
        asked("st-hilary", "play", tricks=11, trick=Trick("S")),
        ("Maximiliane", "Bartholomew", "Stan"),
        pace="slow",
    )
    lies = phone.locator(".plate.at-south")
    before = lies.bounding_box()

    phone.locator(".card-can").first.tap(position={"x": 12, "y": 20})
    expect(phone.locator("#table.is-done.is-watching")).to_have_count(1)

    expect(phone.locator("#stage .spot .face").first).to_be_visible()
    after = lies.bounding_box()
    assert before is not None
    assert after is not None
    assert abs(after["y"] - before["y"]) < FINGER / 4


@pytest.mark.soak
def test_claim_lays_the_cards_down_for_all_to_see_before_the_hand_is_counted(phone: Page):
    state = asked("npa", "play", tricks=12, trick=Trick("S"))
    seat_at(phone, state, pace="normal")

    phone.locator("summary", has_text="Claim the rest").tap()
    phone.get_by_role("button", name="Yes, lay it down").tap()

    expect(phone.locator("#stage .meld .face")).to_have_count(len(state.hands["S"]))
    expect(phone.locator("#stage")).to_contain_text("You claim the rest.")
    expect(phone.locator("#result")).to_be_hidden()
    phone.get_by_role("button", name="Go on").tap()
    expect(phone.locator("#result")).to_be_visible()


# -- a table with life -------------------------------------------------------------------


def test_what_a_hand_came_to_stands_on_the_card_after_its_end_was_watched(desktop: Page):
    seat_at(desktop, asked("st-hilary", "play", tricks=11), pace="slow")

    desktop.locator(".card-can").first.click()

    total = desktop.locator(".play-score .score-total").first
    expect(desktop.locator("#table.is-done.is-watching")).to_have_count(1)
    expect(total).to_be_hidden()
    desktop.locator("[data-mat]").click()
    expect(desktop.locator("#result")).to_be_visible()
    expect(total).to_be_visible()


@pytest.mark.soak
def test_faces_of_cards_are_white_in_a_dark_room_too(open_device: OpenDevice):
    page = open_device("tablet", color_scheme="dark")
    seat_at(page, asked("st-hilary", "play", tricks=2, trick=Trick("S")))

    assert page.evaluate("getComputedStyle(document.body).colorScheme") == "dark"
    whites = page.locator(".card-can .face, .last-trick .face").evaluate_all(
        "faces => [...new Set(faces.map(face => getComputedStyle(face).backgroundColor))]"
    )
    assert whites == ["rgb(255, 253, 246)"]
    inks = page.locator(".face-spades .face-rank").evaluate_all(
        "ranks => [...new Set(ranks.map(rank => getComputedStyle(rank).color))]"
    )
    assert inks in ([], ["rgb(23, 33, 43)"])


def test_next_card_is_tapped_while_the_trick_is_still_on_its_way(open_device: OpenDevice):
    """The player takes the trick with its last card: it lies there, is gathered, and meanwhile the next is led."""
    page = open_device("tablet", reduced_motion="no-preference")
    seat_at(page, taking_a_trick(), pace="slow")
    before = seen(page)

    page.locator(".card-can").first.tap(position={"x": 12, "y": 40})
    expect(page.locator("#act input[name=seen]")).to_have_value(str(before + 1))
    expect(page.locator("#stage .spot .face")).to_have_count(4)  # watched for more than two seconds, if nobody goes on
    page.wait_for_timeout(SECOND_TAP)
    page.locator(".card-can").last.tap(position={"x": 12, "y": 40})

    page.wait_for_function(
        "before => Number(document.querySelector('input[name=seen]').value) > before + 1", arg=before
    )


@cache
def taking_a_trick() -> DealState:
    """The player is to play the last card of one of the first tricks, and takes it with any."""
    for seed in range(200):
        for state in random_steps(built_in_book("npa"), Random(seed)):
            asks = choices(state) if state.to_act == "S" and state.trick and len(state.trick.cards) == 3 else None
            if asks is None or len(asks.cards) < 2 or len(state.tricks) > 2:
                continue
            if all(apply(state, PlayCard("S", card)).to_act == "S" for card in asks.cards):
                return state
    raise AssertionError("no such trick")


def test_card_played_by_a_slip_of_the_finger_is_taken_back(tablet: Page):
    state = asked("st-hilary", "play", tricks=2, trick=Trick("S"))
    seat_at(tablet, state, pace="slow")
    before = seen(tablet)

    tablet.locator(".card-can").first.tap(position={"x": 12, "y": 40})
    tablet.get_by_role("button", name=TAKE_BACK).tap()

    expect(tablet.locator("#act input[name=seen]")).to_have_value(str(before))
    expect(tablet.locator("[data-hand] .card")).to_have_count(len(state.hands["S"]))
    assert PlayedDeal.objects.get().actions == before


def test_speed_of_the_others_is_chosen_at_the_table(tablet: Page):
    seat_at(tablet, asked("st-hilary", "play", tricks=2, trick=Trick("S")), pace="normal")

    for pace, milliseconds in (("Slow", "2000"), ("At once", "0"))[sample(1, 0) :]:
        tablet.locator(".tools summary", has_text="Table").tap()
        tablet.locator("[data-settings] label.choice-key", has_text=pace).tap()
        tablet.get_by_role("button", name="Keep these settings").tap()
        expect(tablet.locator("#table")).to_have_attribute("data-pace", milliseconds)
    before = seen(tablet)
    tablet.locator(".card-can").first.tap(position={"x": 12, "y": 40})

    expect(tablet.locator("#table input[name=seen]").first).not_to_have_value(str(before))
    expect(tablet.locator("#table.is-watching, template[data-frame]")).to_have_count(0)


# -- without a finger --------------------------------------------------------------------


def test_trick_is_played_on_the_keyboard(desktop: Page):
    seat_at(desktop, asked("st-hilary", "play", tricks=2, trick=Trick("S")), pace="fast")
    desktop.locator(".card-can").first.focus()
    first = desktop.evaluate("document.activeElement.value")

    desktop.keyboard.press("ArrowRight")
    assert desktop.evaluate("document.activeElement.value") != first
    desktop.keyboard.press("ArrowLeft")
    assert desktop.evaluate("document.activeElement.value") == first
    desktop.keyboard.press("Enter")
    expect(desktop.locator("#table.is-watching")).to_have_count(1)
    desktop.keyboard.press("Enter")
    expect_rest(desktop)

    expect(desktop.locator(".card-can:focus, #result .button-go:focus")).to_have_count(1)


def test_letters_press_the_keys_they_stand_on(desktop: Page):
    state = asked("npa", "bid", bidder=None)
    seat_at(desktop, state)
    before = seen(desktop)

    desktop.keyboard.press("p")

    desktop.wait_for_function("before => Number(document.querySelector('input[name=seen]').value) > before", arg=before)
    passed = PlayedDeal.objects.get().data
    assert '["bid", "S", null]' in passed


@pytest.mark.soak
def test_letters_do_nothing_where_they_are_switched_off(desktop: Page):
    seat_at(desktop, asked("st-hilary", "play", tricks=2), letter_keys=False)

    desktop.keyboard.press("t")

    expect(desktop.locator("details[open]")).to_have_count(0)
    expect(desktop.locator("kbd")).to_have_count(0)


def test_drawer_opens_by_its_letter_alone_and_gives_the_place_back(desktop: Page):
    seat_at(desktop, asked("st-hilary", "play", tricks=2))

    desktop.keyboard.press("t")
    expect(desktop.get_by_role("heading", name="At this table")).to_be_visible()
    desktop.keyboard.press("Escape")

    expect(desktop.get_by_role("heading", name="At this table")).to_be_hidden()
    expect(desktop.locator("summary", has_text="Table")).to_be_focused()

    desktop.set_viewport_size({"width": 810, "height": 1080})  # on a wide screen the score stands beside the table
    for name in ("Score", "Table"):
        desktop.locator(".tools summary", has_text=name).click()
    expect(desktop.locator("details[data-one-open][open]")).to_have_count(1)


@pytest.mark.soak
def test_trick_without_scripts(open_device: OpenDevice):
    page = open_device("phone", java_script_enabled=False)
    seat_at(page, asked("st-hilary", "play", tricks=2))
    before = page.locator("#table input[name=seen]").first.input_value()

    page.locator(".card-can").first.tap()

    expect(page.locator("#table input[name=seen]").first).not_to_have_value(before)
    page.locator("summary", has_text="Score").tap()
    expect(page.get_by_role("link", name="The whole score card")).to_be_visible()


# -- large fingers, many cards -----------------------------------------------------------


MANY_CARDS = (("npa", "bid"), ("cutthroat", "bury"), ("st-hilary", "pass_cards"))


@pytest.mark.soak
@pytest.mark.parametrize(("book", "kind"), MANY_CARDS[: sample(1, len(MANY_CARDS))])
def test_each_card_leaves_room_for_a_finger(desktop: Page, book: str, kind: str):
    state = asked(book, kind)
    seat_at(desktop, state)

    for width in (390, 810, 1180, 1366):
        desktop.set_viewport_size({"width": width, "height": 844})
        assert_room_for_a_finger(desktop, width, len(view_of(state).hand))


def assert_room_for_a_finger(page: Page, width: int, hand: int) -> None:
    boxes = sorted(page.locator("[data-hand] .card").evaluate_all(BOXES))

    assert len(boxes) == hand
    for (y, x, box_width), (next_y, next_x, _) in zip(boxes, [*boxes[1:], (0, 0, 0)], strict=True):
        assert box_width >= FINGER
        assert next_y != y or next_x - x >= FINGER
        assert x >= 0
        assert x + FINGER <= width


# -- advice ------------------------------------------------------------------------------


@pytest.mark.parametrize("screen", ["phone", "desktop"][: sample(1, 2)])
def test_the_hand_stays_where_it_is_when_a_hint_opens_and_the_trick_in_sight(open_device: OpenDevice, screen: str):
    page = open_device(screen)
    warm_up(built_in_book("st-hilary"))  # a hint here thinks in the server, and a page waits eight seconds
    seat_at(page, with_a_refusal())
    cards = page.locator(".own-hand .card")
    before = cards.evaluate_all(BOXES)

    page.get_by_role("link", name="Hint").click()
    hint = page.locator(".hint-note")
    expect(hint).to_be_visible()

    assert cards.evaluate_all(BOXES) == before
    note, first = hint.bounding_box(), page.locator(".own-hand").bounding_box()
    assert note is not None
    assert first is not None
    assert 0 <= note["y"] <= first["y"] - note["height"]
    trick = [face.bounding_box() for face in page.locator("#stage .spot .face").all()]
    assert trick
    assert all(box and (box["y"] + box["height"] <= note["y"] or box["x"] + box["width"] <= note["x"]) for box in trick)
    expect(cards.first).to_be_in_viewport(ratio=1)
    page.get_by_role("button", name="Close").click()
    assert cards.evaluate_all(BOXES) == before
