"""People sat in each other's chairs: a director says so, and the table's tablet goes on with the right names."""

import re

import pytest
from playwright.sync_api import expect

from league.models import RoundSeat
from tests.browser.accessibility import assert_looks_right_on
from tests.browser.devices import sign_in_as
from tests.league.makers import make_running_round, make_user, play_round, sheet_at

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.soak
def test_two_names_are_tapped_and_the_director_sees_what_it_does(phone):
    event_round = make_running_round(book="st-hilary")
    play_round(event_round, seed=5)
    event = event_round.event
    sign_in_as(phone, make_user(event.club, "director"))
    phone.goto(f"/clubs/{event.club.slug}/events/{event.pk}/board/?open=1#table-1", timeout=30_000)

    phone.get_by_role("link", name="Who really sat where? At table 1").tap()
    phone.get_by_role("button", name="Walt Kowalski").tap()
    expect(phone.get_by_text("Now tap the chair Walt Kowalski really sat in.")).to_be_visible()
    phone.get_by_role("button", name="Lois Beckett").tap()
    phone.get_by_role("button", name="See what changes").tap()
    expect(phone.get_by_role("heading", name="What that does")).to_be_visible()
    assert_looks_right_on(phone, 390, "dark")
    phone.get_by_label("Reason").fill("They sat down at the wrong table")
    phone.get_by_role("button", name="They sat like this").tap()

    expect(phone.get_by_role("button", name="Undo it")).to_be_visible()
    assert RoundSeat.objects.get(table__number=1, seat="E").entrant.name == "Lois Beckett"
    phone.get_by_role("button", name="Undo it").tap()
    expect(phone).to_have_url(re.compile("/board/"))
    assert RoundSeat.objects.get(table__number=1, seat="E").entrant.name == "Walt Kowalski"
    assert len(sheet_at(event_round.tables.get(number=1)).lines) == 4
