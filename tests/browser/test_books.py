"""The rule books and the choice of paper on real screens."""

import pytest
from playwright.sync_api import Page

from tests.browser.accessibility import assert_accessible

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize(
    "path", ["/books/", "/books/npa/", "/books/gwinnett-3/", "/blank/npa/", "/blank/npa.pdf?paper=a5"]
)
def test_books_and_paper_are_accessible_and_fit_a_phone(live_server, page: Page, path):
    page.set_viewport_size({"width": 320, "height": 700})
    page.goto(live_server.url + path)

    assert_accessible(page)
    assert page.evaluate("document.documentElement.scrollWidth") == 320
