"""Whole hands by touch at tables of two to eight, looked at on every screen as they go, with long names; and a hand of
six friends, one of whom leaves and comes back, on a server that dies in the middle of a trick."""

from __future__ import annotations

import os
from collections import Counter
from http.cookies import SimpleCookie
from pathlib import Path
from typing import Any, Final

import pytest
from django.test import Client
from playwright.sync_api import Browser, Page, expect

from scoring.models import PlayedDeal, PlayedGame
from scoring.play.settings import TableSettings, settings_to_json
from scoring.play.state import state_from_json
from scoring.play.views.table import SETTINGS_COOKIE
from tests.browser.conftest import DEVICES, NOTHING_KEPT, OpenDevice
from tests.browser.devices import become
from tests.browser.playing import ANSWERS, MOST_TAPS, kind_asked, next_hand, tap_and_wait, tap_key
from tests.browser.test_play_games import assert_its_line_is_on_the_card
from tests.browser.test_play_together import HAS_ACTED
from tests.scoring.play.chance import fix_chance
from tests.scoring.play.sitting import GAMES, Sitting, describe, sit_down

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.soak]

SIZES: Final = ((390, 844), (390, 664), (810, 1080), (1180, 820), (1366, 768))
SHOTS = os.environ.get("SHOTS")  # a directory for pictures, to look at
LONG: Final = (
    "Bartholomew Featherstoneh",
    "Christopher Vandenburghen",
    "Wilhelmina Schwarzenberge",
    "Maximiliane Oberhuberinge",
    "Constantine Papadopoulosi",
    "Montgomery Throckmortonia",
    "Evangeline Wolfeschlegels",
)
FAULTS: Final = """mayScroll => {
    const seen = places => [...document.querySelectorAll(places)].filter(it => it.checkVisibility());
    const told = it => `${it.className} "${it.textContent.trim().replace(/\\s+/g, " ").slice(0, 40)}"`;
    const box = it => it.getBoundingClientRect();
    const words = it => {
        const range = document.createRange();
        range.selectNodeContents(it);
        return it.matches(".mat-line") ? box(range) : box(it);
    };
    const over = (a, b) => a.left < b.right - 3 && b.left < a.right - 3 &&
        a.top < b.bottom - 3 && b.top < a.bottom - 3;
    const {scrollWidth, scrollHeight} = document.scrollingElement;
    const faults = [];
    if (scrollWidth > innerWidth) faults.push(`too wide by ${scrollWidth - innerWidth}`);
    if (scrollHeight > innerHeight && !mayScroll) faults.push(`scrolls by ${scrollHeight - innerHeight}`);
    for (const it of seen(`.plate, .plate-name, .call, .calls-before, .button, .panel-title, .panel-line, .mat-line,
            .meld, .meld-head b, .fact dd, .result-short, .score-short th, .score-total, h1`)) {
        const {left, right, width} = box(it);
        const isCut = it.scrollWidth > it.clientWidth + 2 && getComputedStyle(it).display !== "inline";
        if (width > 4 && (isCut || left < -1 || right > innerWidth + 1)) faults.push(`cut: ${told(it)}`);
    }
    const mat = document.querySelector("#stage .mat");
    const on = seen(".mat .plate, .mat .spot > .face, .mat .call, .mat-line, .mat-middle, .mat .last-cards > li")
        .filter(it => it.textContent.trim());
    for (const [at, it] of on.entries()) {
        const {top, bottom} = box(it);
        if (bottom > box(mat).bottom + 2 || top < box(mat).top - 2) faults.push(`beyond the mat: ${told(it)}`);
        for (const other of on.slice(at + 1)) {
            if (over(words(it), words(other))) faults.push(`over one another: ${told(it)}, ${told(other)}`);
        }
    }
    const next = mayScroll ? ".result-next .button, .result-next .save-key" : ".own-hand .card, .tools .button";
    for (const it of seen(`#act .keys > .button, #act .keys summary, ${next}`)) {
        const {left, top, width, height, bottom} = box(it);
        const isBeside = left < -1 || left + width > innerWidth + 1 || bottom > innerHeight + 1;
        const isOut = isBeside || width < 40 || height < 40;
        const found = document.elementFromPoint(left + Math.min(width / 2, 18), top + height / 2);
        const isUnder = found && !it.contains(found) && !found.contains(it);
        if (isOut || isUnder) faults.push(`out of reach: ${told(it)}`);
    }
    return faults;
}"""


def sit_down_at(page: Page, game: str) -> Sitting:
    """A family describes its game, if it is one of its own, and sits down with Beginners."""
    client = Client()
    names = {f"name_{place}": name for place, name in enumerate(LONG, start=1)}
    at = sit_down(
        client, describe(client, game), name="Annabella Featherstonehau", strength="beginner", hands="4", **names
    )
    PlayedGame.objects.filter(pk=at.game.pk).update(settings=settings_to_json(TableSettings(pace="instant")))
    become(page, client)
    page.goto(at.url())
    return at


def look(page: Page, name: str, kind: str) -> list[str]:
    faults: list[str] = []
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("() => new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve)))")
        if SHOTS:
            for theme in ("light", "dark"):
                page.emulate_media(color_scheme=theme)
                page.screenshot(path=Path(SHOTS) / f"{name}-{width}-{theme}.png")
            page.emulate_media(color_scheme="null")
        faults += [f"{name} at {width} by {height}: {fault}" for fault in page.evaluate(FAULTS, kind == "result")]
    return faults


@pytest.mark.parametrize("game", [game for game in GAMES if game not in ("family", "stock")])
def test_a_whole_hand_by_touch(open_device: OpenDevice, game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    fix_chance(monkeypatch, 1)
    page = open_device("any width")
    sit_down_at(page, game)
    faults: list[str] = []
    for hand in range(6):
        for step in range(MOST_TAPS):
            page.locator("#act, #result").first.wait_for()
            if page.locator("#result").count():
                break
            kind = kind_asked(page)
            faults += look(page, f"{game}-{hand}-{kind}-{step}", kind)
            width, height = SIZES[step % len(SIZES)]
            page.set_viewport_size({"width": width, "height": height})
            tap_and_wait(page, ANSWERS[kind](page))
        faults += look(page, f"{game}-{hand}-result", "result")
        page.set_viewport_size({"width": 810, "height": 1080})
        deal = PlayedDeal.objects.latest("number")
        state = state_from_json(deal.game.card.book_version.book, deal.data)
        if len(state.tricks) == state.book.tricks:
            break
        next_hand(page)
    else:
        raise AssertionError("no hand was played out")
    assert_its_line_is_on_the_card(page)
    assert faults == [], "\n".join(faults)


# -- friends -----------------------------------------------------------------------------

FRIENDS: Final = ("Ann", "Bart", "Cora", "Dora", "Ed", "Flo")
HAND: Final = "() => [...document.querySelectorAll('[data-hand] .face')].map(it => it.textContent.trim())"


class Friends:
    """Six people, each in a browser of their own, at one table of a server that dies."""

    def __init__(self, browser: Browser, url: str) -> None:
        self.browser, self.url = browser, url
        self.pages: dict[str, Page] = {}

    def open(self, name: str, **known: Any) -> Page:
        context = self.browser.new_context(base_url=self.url, **NOTHING_KEPT, **DEVICES["phone"], **known)
        context.set_default_timeout(30_000)
        quick = SimpleCookie({SETTINGS_COOKIE: settings_to_json(TableSettings(pace="instant"))})
        value = quick[SETTINGS_COOKIE].coded_value
        context.add_cookies([{"name": SETTINGS_COOKIE, "value": value, "url": self.url}])
        self.pages[name] = context.new_page()
        return self.pages[name]

    def asked(self) -> tuple[str, Page]:
        """Who is to act, and where: everybody else asks for news."""
        for _ in range(100):
            for name, page in self.pages.items():
                page.evaluate("window.htmx && document.getElementById('people') && htmx.trigger('#people', 'refresh')")
                page.wait_for_timeout(60)
                if page.locator("#act:not([data-pending])").count():
                    return name, page
        raise AssertionError("nobody is asked")

    def act(self) -> str:
        name, page = self.asked()
        seen = page.locator("#act input[name=seen]").input_value()
        kind = kind_asked(page)
        passes = kind == "bid" and page.locator(".call:not(.is-pass)").count() > 1
        tap_key(page.get_by_role("button", name="Pass") if passes else ANSWERS[kind](page))
        page.wait_for_function(HAS_ACTED, arg=seen)
        return name

    def cards_in_play(self) -> Counter[str]:
        return Counter(card for page in self.pages.values() for card in page.evaluate(HAND))


def test_six_friends_play_a_hand_in_which_one_leaves_and_the_server_dies(browser: Browser, club_server: Any) -> None:
    friends = Friends(browser, club_server.url)
    ann = friends.open("Ann")
    ann.goto("/play/together/")
    ann.get_by_label("Your name").fill("Ann")
    ann.get_by_label("Rules", exact=True).select_option("six-handed")
    ann.get_by_role("button", name="Open the table").tap()
    code = ann.locator(".table-code").inner_text()
    for name in FRIENDS[1:]:
        page = friends.open(name)
        page.goto("/play/")
        page.get_by_label("Friends at a table?").fill(code)
        page.get_by_role("button", name="Join").tap()
        page.get_by_label("Your name").fill(name)
        page.locator(".choice-key:has(input:enabled)").first.tap()
        page.get_by_role("button", name="Sit down").tap()
        expect(page.get_by_text("Ann starts the game.")).to_be_visible()
    ann.get_by_role("button", name="Start the game").tap()
    for page in friends.pages.values():
        expect(page.locator("#table")).to_be_visible()

    dealt = friends.cards_in_play()
    assert set(dealt.values()) == {6}
    assert sum(dealt.values()) == 120
    while kind_asked(friends.asked()[1]) != "play":
        friends.act()
    for _ in range(8):  # the second trick is begun
        friends.act()

    # One goes, while somebody else is asked, and comes back with the code.
    name, _ = friends.asked()
    goes = next(each for each in FRIENDS[1:] if each != name)
    held = friends.pages[goes].locator("[data-hand] .card").count()
    known = friends.pages[goes].context.storage_state()
    friends.pages.pop(goes).context.close()
    friends.act()
    page = friends.open(goes, storage_state=known)
    page.goto("/play/")
    page.get_by_label("Friends at a table?").fill(code)
    page.get_by_role("button", name="Join").tap()
    page.get_by_role("link", name="Back to the game").tap()
    expect(page.locator("[data-hand] .card")).to_have_count(held)

    # The server dies while a card is on its way.
    before = friends.cards_in_play()
    name, page = friends.asked()
    seen = page.locator("#act input[name=seen]").input_value()
    club_server.kill()
    tap_key(ANSWERS["play"](page))
    page.wait_for_timeout(3_000)
    if SHOTS:
        page.screenshot(path=Path(SHOTS) / "six-dead.png")
    club_server.start()
    page.wait_for_function(HAS_ACTED, arg=seen, timeout=60_000)
    friends.asked()
    assert (before - friends.cards_in_play()).total() == 1

    acted = Counter(friends.act() for _ in range(12))
    assert set(acted) == set(FRIENDS)
    while not ann.locator("#result").count():
        friends.act()
        ann.evaluate("document.getElementById('people') && htmx.trigger('#people', 'refresh')")
        ann.wait_for_timeout(60)
    for page in friends.pages.values():
        page.reload()
        expect(page.locator("#result .result-figure")).not_to_be_empty()
        page.context.close()
