"""A hand in WebKit, as an iPad has it: begun and its bid saved, in a soak all of it."""

import pytest
from selenium.webdriver.common.by import By
from selenium.webdriver.remote.webdriver import WebDriver
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support import expected_conditions as conditions
from selenium.webdriver.support.wait import WebDriverWait

from scoring.models import ScoreCard
from scoring.score_card.recording import read_sheet

pytestmark = pytest.mark.django_db(transaction=True)

SECONDS = 20


def test_bid_is_recorded(webkit: WebDriver, club_url: str):
    enter_the_bid(webkit, club_url)

    wait(webkit).until(conditions.text_to_be_present_in_element((By.CSS_SELECTOR, "[data-saved-state]"), "Saved"))
    (line,) = read_sheet(ScoreCard.objects.get()).lines
    assert (line.figures.bidder, line.figures.bid, line.figures.trump) == ("E", 17, "S")


@pytest.mark.soak
def test_hand_is_recorded(webkit: WebDriver, club_url: str):
    enter_the_bid(webkit, club_url)
    type_figure(webkit, "meld_NS", "4")
    type_figure(webkit, "meld_EW", "10")
    see(webkit, "need 7 of 25")
    tap(webkit, ".save-key")

    see(webkit, "3 · Take", in_step=True)
    type_figure(webkit, "take_EW", "15")
    see(webkit, "made 17")
    assert find(webkit, '[name="take_NS"]').get_attribute("value") == "10"
    tap(webkit, ".save-key")

    see(webkit, "1 · Bid", in_step=True)
    wait(webkit).until(conditions.text_to_be_present_in_element((By.CSS_SELECTOR, "[data-saved-state]"), "Saved"))
    assert [total.text for total in webkit.find_elements(By.CSS_SELECTOR, ".side-total")] == ["14", "25"]
    assert dict(read_sheet(ScoreCard.objects.get()).totals) == {"NS": 14, "EW": 25}


def enter_the_bid(webkit: WebDriver, club_url: str) -> None:
    webkit.get(f"{club_url}/cards/new/st-hilary/")
    tap(webkit, ".save-key")
    see(webkit, "Who plays?")
    find(webkit, '[name="player_N"]').send_keys("Ann")
    tap(webkit, ".save-key")

    see(webkit, "bids first")
    tap(webkit, 'label:has([name="bidder"][value="E"])')
    tap(webkit, '[data-key="1"]')
    tap(webkit, '[data-key="7"]')
    tap(webkit, 'label:has([name="trump"][value="S"])')

    see(webkit, "2 · Meld", in_step=True)


def find(webkit: WebDriver, selector: str) -> WebElement:
    return wait(webkit).until(conditions.visibility_of_element_located((By.CSS_SELECTOR, selector)))


def tap(webkit: WebDriver, selector: str) -> None:
    find(webkit, selector).click()


def type_figure(webkit: WebDriver, name: str, figure: str) -> None:
    tap(webkit, f'[name="{name}"]')
    for digit in figure:
        tap(webkit, f':is([data-pad="{name}"], .keypad:not([data-pad])) [data-key="{digit}"]')


def see(webkit: WebDriver, words: str, *, in_step: bool = False) -> None:
    place = '[aria-current="step"]' if in_step else "main"
    wait(webkit).until(conditions.text_to_be_present_in_element((By.CSS_SELECTOR, place), words))


def wait(webkit: WebDriver) -> WebDriverWait[WebDriver]:
    return WebDriverWait(webkit, SECONDS)
