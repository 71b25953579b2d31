"""The deal of the day in a browser: a guest plays yesterday's, a member today's, and stands in the club's table."""

import re

import pytest
from django.test import Client
from playwright.sync_api import Page, expect

from league.models import Role
from scoring.play import judging
from tests.browser.conftest import OpenDevice
from tests.browser.devices import become
from tests.league.makers import make_club, make_members, make_user
from tests.scoring.play.sitting import play_hand, sitting

pytestmark = pytest.mark.django_db(transaction=True)


def play_deal_of_the_day(page: Page, client: Client) -> None:
    """Sits down on the pages, plays by the deeds, and looks at the results."""
    deal = client.post("/play/day/st-hilary/").headers["Location"]
    begun = client.post(f"{deal}begin/", {"client_id": "sit down"})
    become(page, client)
    page.goto(deal)
    expect(page.get_by_role("button", name="Go on with it")).to_be_visible()
    # Not on the table's own page: where a bot is the first to act, that page would ask it to, at the same time.
    play_hand(client, sitting(client, begun.headers["Location"].split("/")[2], begun))
    page.goto(begun.headers["Location"])
    page.get_by_role("button", name="See the results").click()


@pytest.mark.soak
def test_guest_and_member_play_the_deal_of_the_day(open_device: OpenDevice, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(judging, "PLAYOUTS", 10)
    club = make_club()
    (ruth,) = make_members(club, 1)
    account = make_user(club, "member", name=ruth.name)
    Role.objects.filter(user=account).update(member=ruth)
    hers = Client()
    hers.force_login(account)
    phone, tablet = open_device("phone"), open_device("tablet")

    play_deal_of_the_day(phone, Client())
    expect(phone.get_by_text("No member played it on its day.")).to_be_visible()
    expect(phone.get_by_text("Yours:")).to_be_visible()

    play_deal_of_the_day(tablet, hers)
    expect(tablet.get_by_text("You’re in place 1 of 1")).to_be_visible()
    tablet.get_by_role("link", name=f"This week at {club.name}").click()
    expect(tablet.get_by_role("row", name=re.compile("Ruth Abernathy")).first).to_be_visible()
    tablet.get_by_role("link", name="Your hands").click()
    expect(tablet.get_by_text("1 day so far.")).to_be_visible()
    expect(tablet.locator("td[data-label=Cost]")).to_have_text(re.compile(r"\d"))
