"""A table's tablet as it is: Chromium, touched by fingers, with the page's own keys. What is unusual in a hand, and
what the card asks about one, is typed as everywhere, on the same device's plain page."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any

from lxml import html
from playwright.sync_api import Error as InBetween
from playwright.sync_api import Page as Glass
from playwright.sync_api import sync_playwright

from scoring.rules.deal_score import DealRecord
from tests.browser.conftest import CHROMIUM_ARGS, DEVICES, NOT_BEFORE_ITS_SCRIPTS, NOTHING_KEPT
from tests.browser.table import press, save

from .computers import Wire
from .nights import Tablet, Typed
from .web import Page

CURRENT = '[aria-current="step"] .step-name'
MOVED_ON = """([step, hand]) => {
    const now = document.querySelector('[aria-current="step"] .step-name')?.textContent ?? "";
    const at = document.querySelector("tr.is-now")?.id ?? "";
    return now !== step || at !== hand || document.querySelector(".came-back, [name^=q_]");
}"""


@dataclass
class Touched(Tablet):
    glass: Glass = field(kw_only=True)

    @property
    def page(self) -> Page:
        return Page(self.event, 200, html.document_fromstring(self.glass.content()))

    @property
    def step(self) -> str:
        now = self.glass.locator(CURRENT)
        return now.text_content().rpartition(" ")[2].lower() if now.count() else ""

    def look(self) -> Page:
        way = self.person.way
        assert isinstance(way, Wire)
        self.person.open(self.event)
        cookies: list[Any] = [{"name": name, "value": value, "url": way.url} for name, value in way.cookies.items()]
        self.glass.context.clear_cookies()  # of a tablet that died here
        self.glass.context.add_cookies(cookies)
        for _ in range(3):  # a page that goes on by itself, as when a round starts, may come in between
            with suppress(InBetween):
                self.glass.goto(way.url + self.event)
                break
        self.glass.wait_for_load_state()
        return self.page

    def type_hand(self, hand: DealRecord) -> DealRecord:
        if hand.stuck or hand.thrown_in or hand.no_marriage or not hand.trump or self.board:
            self.plainly(lambda plain: plain.type_hand(hand))
            return hand
        glass = self.glass
        self._tap_choice("bidder", hand.bidder)
        quick = glass.locator(f'.side-keys [data-key="={hand.bid}"]')
        if quick.count():
            quick.tap()
        else:
            press(glass.locator(".keypad:visible"), str(hand.bid))
        self._sends(hand, lambda: self._tap_choice("trump", hand.trump or ""))
        self.befall()
        for step, figures in (("meld", hand.meld), ("take", hand.take)):
            if self.step == step:
                self._type(step, figures)
                self._sends(hand, lambda: save(glass))
        self.person.counted["hands touched"] += 1
        return hand

    def sign(self) -> None:
        self.plainly(Tablet.sign)

    def _type(self, step: str, figures: Mapping[str, int]) -> None:
        for side, figure in figures.items():
            box = self.glass.locator(f'.number-field input[name="{step}_{side}"]')
            if not box.count():
                continue
            box.tap()
            whole = self.glass.locator(f'.figure-grid [data-key="={figure}"]:visible')
            pad = self.glass.locator(f'[data-pad="{step}_{side}"]')
            if whole.count():
                whole.tap()
            else:
                press(pad if pad.count() else self.glass.locator(".keys:visible"), str(figure))
            self.person.counted["taps"] += 1 + len(str(figure))

    def _tap_choice(self, name: str, value: str) -> None:
        self.glass.locator("label.choice-key", has=self.glass.locator(f'[name="{name}"][value="{value}"]')).tap()
        self.person.counted["taps"] += 1

    def _sends(self, hand: DealRecord, tap: Callable[[], None]) -> None:
        """Something that ends a step, until the next one stands there; what is asked then is answered plainly."""
        now, line = self.glass.locator(CURRENT), self.glass.locator("tr.is-now")
        seen = [now.text_content() if now.count() else "", line.get_attribute("id") if line.count() else ""]
        tap()
        self.person.counted["sent"] += 1
        self.glass.wait_for_function(MOVED_ON, arg=seen)
        if self.glass.locator(".came-back, [name^=q_]").count():
            self.plainly(lambda plain: plain.finish(hand))

    def plainly(self, types: Callable[[Tablet], Typed]) -> Typed:
        plain = Tablet(self.person, self.table, self.event)
        plain.look()
        came = types(plain)
        self.look()
        return came


@contextmanager
def browser() -> Iterator[Callable[..., Touched]]:
    """Makes tablets of it."""
    with sync_playwright() as playwright:
        path = shutil.which("chromium-headless-shell") or "/usr/bin/chromium"
        chromium = playwright.chromium.launch(executable_path=path, args=CHROMIUM_ARGS)

        def tablet(*given: Any) -> Touched:
            context = chromium.new_context(**DEVICES["tablet"], **NOTHING_KEPT)
            context.add_init_script(NOT_BEFORE_ITS_SCRIPTS)
            context.set_default_timeout(60_000)
            return Touched(*given, glass=context.new_page())

        yield tablet
        chromium.close()
