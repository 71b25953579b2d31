"""Tables of two to eight: a hand by touch, and its card on each screen."""

import os

import pytest

from tests.browser.conftest import OpenDevice
from tests.browser.table import expect_step, keep_card, save, save_hand, type_bid
from tests.scoring.score_card.many import GAMES, LONG_NAMES, PEOPLE, made_book

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("device", ["phone", "tablet"])
def test_shots(open_device: OpenDevice, game: str, device: str) -> None:
    page = open_device("any width")
    sizes = {"phone": (390, 844), "tablet": (1180, 820)}
    page.set_viewport_size(dict(zip(("width", "height"), sizes[device])))
    book, hand = made_book(game), GAMES[game]
    names = dict(zip(book.seats, LONG_NAMES if os.environ.get("LONG") else PEOPLE, strict=False))
    keep_card(page, book, player_names=names)

    def box(side):
        return side if side in book.sides else hand.bidder if hand.bidder in side else side[0]

    def shot(name):
        for size in [sizes[device]] if device == "phone" else [(810, 1080), (1180, 820)]:
            page.set_viewport_size({"width": size[0], "height": size[1]})
            page.wait_for_timeout(150)
            page.screenshot(path=f"/tmp/h45/{game}-{name}-{size[0]}{os.environ.get('LONG', '')}.png")

    errors = []
    for n in range(2):
        shot(f"{n}bid0")
        page.locator(f".bidders [name=bidder][value={hand.bidder}] ~ .choice-face").tap()
        shot(f"{n}bid1")
        if hand.partner:
            page.locator(f".bidders [name=partner][value={hand.partner}] ~ .choice-face").tap()
        type_bid(page, hand.bid)
        page.locator(".trumps [value=H] ~ .choice-face").tap()
        expect_step(page, "Meld")
        shot(f"{n}meld0")
        for side, figure in hand.meld.items():
            page.locator(f"[name=meld_{box(side)}]").tap()
            k = page.locator(f'.figure-grid [data-key="={figure}"]')
            if k.count():
                k.tap()
            else:
                for d in str(figure):
                    page.locator(f'[data-pad=meld_{box(side)}] [data-key="{d}"]').tap()
        page.wait_for_timeout(400)
        shot(f"{n}meld1")
        save(page)
        expect_step(page, "Take")
        for side, figure in list(hand.take.items())[:-1]:
            page.locator(f"[name=take_{box(side)}]").tap()
            k = page.locator(f'.figure-grid [data-key="={figure}"]')
            if k.count():
                k.tap()
            else:
                for d in str(figure):
                    page.locator(f'.keypad:visible [data-key="{d}"]').tap()
        page.wait_for_timeout(600)
        shot(f"{n}take1")
        save_hand(page)
    shot("done")
