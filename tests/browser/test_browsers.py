"""The browsers themselves: that each of our stand-ins is what it says, before others rely on it."""

import os

import pytest

from tests.browser.accessibility import assert_accessible
from tests.browser.conftest import DEVICES


@pytest.mark.parametrize("name", DEVICES)
def test_device_has_its_size_and_touch(open_device, name):
    page = open_device(name)

    page.set_content("<meta name=viewport content='width=device-width'><p>Score</p>")

    assert page.evaluate("[innerWidth, innerHeight]") == list(DEVICES[name]["viewport"].values())
    assert page.evaluate("navigator.maxTouchPoints > 0") == (name != "desktop")


def test_in_ci_and_nowhere_else_a_browser_test_is_tried_once_more(request):
    tried = request.node.get_closest_marker("flaky")

    assert (tried.kwargs if tried else {}) == ({"reruns": 1} if os.environ.get("CI") else {})


def test_device_opens_the_club(tablet):
    tablet.goto("/health")

    assert tablet.inner_text("body") == "ok"


def test_two_devices_share_no_cookies(open_device):
    first, second = open_device("tablet"), open_device("tablet")
    first.goto("/health")
    first.evaluate("document.cookie = 'seen=1'")

    second.goto("/health")

    assert second.evaluate("document.cookie") == ""


@pytest.mark.parametrize("grey", ["#eee", "#777", "#666"])  # hardly to be seen; below 4.5:1; below 7:1
def test_accessibility_check_finds_small_grey_print(tablet, grey):
    tablet.set_content(
        "<html lang=en><title>t</title>"
        f"<main><h1>Score</h1><p style='color:{grey};background:#fff'>pale</p></main></html>"
    )

    with pytest.raises(AssertionError, match="color-contrast"):
        assert_accessible(tablet, "light")


def test_accessibility_check_passes_black_on_white(tablet):
    tablet.set_content("<html lang=en><title>t</title><main><h1 style='color:#000;background:#fff'>Score</h1></main>")

    assert_accessible(tablet, "light")


def test_webkit_opens_the_club(webkit, club_url):
    webkit.get(club_url + "/health")

    assert "ok" in webkit.page_source
    assert "AppleWebKit" in webkit.execute_script("return navigator.userAgent")
