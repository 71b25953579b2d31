"""A player claims an account with a link, on a phone, and opens an own card down to the hand; what officials see."""

import re

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from league.models import ConductNote, Member
from tests.browser.accessibility import assert_looks_right, assert_looks_right_on
from tests.browser.conftest import OpenDevice
from tests.browser.devices import sign_in_as
from tests.league.makers import make_running_round, make_user, play_round, rule_at
from tests.league.season.players.views.test_own import penalize

pytestmark = pytest.mark.django_db(transaction=True)

LONG = "Wilhelmina Featherstonehaugh-Montgomery of Nether Wallop-on-Sea"


@pytest.mark.soak
def test_player_claims_an_account_and_opens_an_own_card(open_device: OpenDevice):
    event_round = make_running_round(players=8, played_on=timezone.localdate())
    club, table = event_round.event.club, event_round.tables.get(number=1)
    Member.objects.filter(club=club, number__lte=4).update(name=LONG)
    event_round.event.entrants.filter(number__in=(2, 3, 4)).update(name=LONG)
    play_round(event_round, seed=3)
    rule_at(table, decision=f"{LONG} takes back the ten of hearts; its partner was told not to lead. " * 2)
    penalize(table, "N")
    ruth = Member.objects.get(club=club, entries__number=1)
    ConductNote.objects.create(club=club, member=ruth, text="Shouted at a helper.", happened_on=timezone.localdate())

    desk, phone = open_device("any width"), open_device("any width", viewport={"width": 390, "height": 844})
    sign_in_as(desk, make_user(club, "director"))
    desk.goto(f"/clubs/{club.slug}/members/{ruth.pk}/")
    desk.get_by_role("button", name="Invite").click()
    link = desk.locator(".link-address").inner_text()

    phone.goto(link)
    phone.get_by_label("Sign-in name").fill("ruth")
    phone.get_by_label("New password", exact=True).fill("four spare jacks")
    phone.get_by_label("New password again").fill("four spare jacks")
    phone.get_by_role("button", name="Open my account").click()
    expect(phone.get_by_text("Table 1, North", exact=True)).to_be_visible()
    assert_looks_right(phone)
    phone.get_by_role("link", name="My evening", exact=True).click()
    expect(phone.get_by_text("Referee’s penalty: Ruth Abernathy")).to_be_visible()
    assert_looks_right(phone)
    phone.get_by_role("link", name=re.compile("Round 1, table 1, North")).click()
    phone.locator(f'a[href$="/me/tables/{table.pk}/hands/2/"]').first.click()
    expect(phone).to_have_url(re.compile("/hands/2/$"))

    for place in (f"members/{ruth.pk}/", f"members/{ruth.pk}/history/", f"members/{ruth.pk}/conduct/", "rulings/"):
        desk.goto(f"/clubs/{club.slug}/{place}")
        assert_looks_right(desk)
    walt = Member.objects.get(club=club, number=2)
    desk.goto(f"/clubs/{club.slug}/members/{ruth.pk}/merge/?other={walt.pk}")
    assert_looks_right_on(desk, 390, "dark")
