"""The pages of a club and its members as they look: axe-core finds nothing, nothing is wider than the screen."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core import mail
from playwright.sync_api import Page, expect

from league.models import Club, Member, PairRule
from league.office.hosting.deeds import send_news
from league.office.hosting.hosts import host_acting
from league.office.mailed.sending import Codes
from tests.browser.accessibility import assert_looks_right
from tests.browser.conftest import OpenDevice
from tests.league.makers import make_club, make_members, make_user

pytestmark = pytest.mark.django_db(transaction=True)

LONG = "Maximiliane Oberhuber-von der Weide-Hofer"
LIST = "No;Name;Phone;Joined;Guest\n1;Ruth Smith;555 9;11/3/2020;no\n;Jim Beam;5;;yes\n9;;;;maybe"


def show_password(page: Page, name: str) -> None:
    page.goto("/account/sign-in/")
    page.get_by_label("Sign-in name or email").fill(name)
    page.get_by_label("Password").fill("evening-of-cards")
    page.get_by_role("button", name="Sign in").click()


def sign_in(page: Page, name: str) -> None:
    show_password(page, name)
    expect(page.get_by_role("link", name=re.compile("Carol Reyes"))).to_be_visible()


@pytest.fixture
def club() -> Club:
    club = make_club(name="St. Hilary Card Club")
    one, two, *_ = make_members(club, 6)
    Member.objects.filter(pk=two.pk).update(name=LONG, is_guest=True, cannot_move=True, email="max@example.org")
    PairRule.objects.create(club=club, first=one, second=two, kind=PairRule.Kind.NEVER_MEET)
    make_user(club, "admin", username="carol")
    return club


@pytest.mark.soak
def test_pages_of_club_and_members_can_be_read_by_everybody(open_device: OpenDevice, club: Club):
    page = open_device("any width")
    page.goto("/account/sign-in/")
    assert_looks_right(page)
    carol = User.objects.get(username="carol")
    User.objects.filter(pk=carol.pk).update(is_superuser=True)
    news = send_news(text="New version tonight.", acting=host_acting(carol))
    Club.objects.filter(pk=club.pk).update(goes_at=news.at + timedelta(days=9))
    make_club(name="Oak Park", suspended_at=news.at, suspended_ask="Pat Doe, 555-0100", slug="oak-park")
    sign_in(page, "carol")
    person = club.members.get(name=LONG)

    home, hosted = f"/clubs/{club.slug}/", f"/hosting/clubs/{club.slug}/"
    places = (
        *(home, f"{home}settings/", f"{home}members/{person.pk}/"),
        *(f"{home}{place}/" for place in ("help", "roles", "roles/security", "members", "members/pairs")),
        *("/clubs/new/archive/", "/account/", "/clubs/oak-park/", f"{home}log/", f"{home}delete/"),
        *(
            "/hosting/",
            "/hosting/news/",
            *(f"{hosted}{place}" for place in ("", "rest/", "admin/", "invite/", "archive/")),
        ),
    )
    for address in places:
        page.goto(address)
        assert_looks_right(page)


@pytest.mark.soak
def test_club_is_started_from_a_phone(open_device: OpenDevice, settings: Any):
    settings.FOUNDING, settings.MAIL_IS_SET_UP, settings.EMAIL_URL = "open", True, "smtp://mail"
    page = open_device("phone")
    page.goto("/clubs/")
    page.get_by_role("link", name="Start a club").tap()
    page.get_by_label("Name of the club").fill("Bingham Card Party")
    page.get_by_label("Your name").fill("Ruth Abernathy")
    page.get_by_label("Your email").fill("ruth@example.org")
    page.get_by_label("What do you play?").select_option("npa")
    page.get_by_label("Hall (optional)").fill("Parish hall")
    assert_looks_right(page)
    page.get_by_role("button", name="Email me a code").tap()
    expect(page.get_by_label("Code")).to_be_visible()
    assert_looks_right(page)
    Codes()(lambda: True)
    page.get_by_label("Code").fill(mail.outbox[-1].subject[:6])
    page.get_by_role("button", name="Start the club").tap()
    expect(page.get_by_role("heading", name="Before your first night")).to_be_visible()
    assert_looks_right(page)
    page.get_by_role("button", name="Try an example evening").tap()
    expect(page.get_by_text("11 here, 1 expected")).to_be_visible()
    assert_looks_right(page)
    page.get_by_role("button", name="Delete the example").tap()
    expect(page.get_by_text("The example is gone.")).to_be_visible()
    page.get_by_role("button", name="Put this list away").tap()
    expect(page.get_by_role("heading", name="Before your first night")).to_be_hidden()


@pytest.mark.soak
def test_list_is_pasted_looked_at_and_taken_over(open_device: OpenDevice, club: Club):
    page = open_device("any width")
    sign_in(page, "carol")
    page.goto(f"/clubs/{club.slug}/members/import/")
    page.get_by_label("Or paste the list").fill(LIST)
    page.get_by_role("button", name="Show what would change").click()
    expect(page.get_by_text("1 new, 1 changed, 0 unchanged, 1 line with a problem.")).to_be_visible()
    assert_looks_right(page)

    page.get_by_role("button", name="Import them").click()

    expect(page.get_by_text("1 entered, 1 changed.")).to_be_visible()
    page.get_by_label("Name or number").click()  # which waits for the script that looks for it
    page.get_by_label("Name or number").fill("beam")
    expect(page.get_by_role("link", name="Jim Beam", exact=True)).to_be_visible()
    expect(page.get_by_role("link", name="Ruth Smith", exact=True)).to_be_hidden()
