"""The browsers themselves: that each of our stand-ins is what it says, before others rely on it."""

import json
import os

import pytest

from pinochle_club.ground import __version__
from tests.browser.accessibility import assert_accessible, assert_looks_right
from tests.browser.conftest import DEVICES


def test_devices_have_their_sizes_and_touch(open_device):
    for name, device in DEVICES.items():
        page = open_device(name)

        page.goto("/health")
        page.set_content("<meta name=viewport content='width=device-width'><p>Score</p>")

        assert page.evaluate("[innerWidth, innerHeight]") == list(device["viewport"].values())
        assert page.evaluate("navigator.maxTouchPoints > 0") == (name != "desktop")


def test_in_ci_and_nowhere_else_a_browser_test_is_tried_once_more(request):
    tried = request.node.get_closest_marker("flaky")

    assert (tried.kwargs if tried else {}) == ({"reruns": 1} if os.environ.get("CI") else {})


def test_device_opens_the_club(tablet):
    tablet.goto("/health")

    assert json.loads(tablet.inner_text("body")) == {"says": "ok", "version": __version__}


def test_two_devices_share_no_cookies(open_device):
    first, second = open_device("tablet"), open_device("tablet")
    first.goto("/health")
    first.evaluate("document.cookie = 'seen=1'")

    second.goto("/health")

    assert second.evaluate("document.cookie") == ""


def test_device_that_was_used_knows_nothing_of_it(shelf):
    page = shelf.take("phone")
    page.goto("/health")
    page.evaluate("localStorage.kept = sessionStorage.kept = document.cookie = 'seen=1'")
    page.route("**", lambda route: route.abort())
    page.context.set_offline(True)
    page.emulate_media(color_scheme="dark")
    page.set_viewport_size({"width": 320, "height": 640})
    shelf.put_back("phone", page)

    again = shelf.take("phone")

    assert again is page
    again.goto("/health")
    assert again.evaluate("[localStorage.length, sessionStorage.length, document.cookie]") == [0, 0, ""]
    assert again.viewport_size == DEVICES["phone"]["viewport"]
    assert not again.evaluate("matchMedia('(prefers-color-scheme: dark)').matches")
    shelf.put_back("phone", again)


@pytest.fixture
def blank(open_device):
    """One that no policy of ours has a say in."""
    return open_device("tablet", own=True)


def test_accessibility_check_finds_small_grey_print(blank):
    for grey in ("#eee", "#777", "#666"):  # hardly to be seen; below 4.5:1; below 7:1
        blank.set_content(
            "<html lang=en><title>t</title>"
            f"<main><h1>Score</h1><p style='color:{grey};background:#fff'>pale</p></main></html>"
        )

        with pytest.raises(AssertionError, match="color-contrast"):
            assert_accessible(blank, "light")


def test_letters_that_passed_are_measured_again_on_another_ground(blank):
    blank.set_content("<html lang=en><title>t</title><main><h1>Score</h1><p>black on white</p></main></html>")
    assert_accessible(blank, "light")

    blank.locator("main").evaluate("main => { main.style.background = '#444'; }")

    with pytest.raises(AssertionError, match="color-contrast"):
        assert_accessible(blank, "light")


def test_what_only_a_tablet_shows_is_judged_there(open_device):
    page = open_device("any width", own=True)
    page.set_content(
        "<html lang=en><meta name=viewport content='width=device-width'><title>t</title>"
        "<style>@media (max-width: 500px) { img { display: none; } }</style>"
        "<main><h1>Score</h1><img src=/x></main></html>"
    )

    with pytest.raises(AssertionError, match="image-alt"):
        assert_looks_right(page)


@pytest.mark.soak
def test_webkit_opens_the_club(webkit, club_url):
    webkit.get(club_url + "/health")

    assert "ok" in webkit.page_source
    assert "AppleWebKit" in webkit.execute_script("return navigator.userAgent")
