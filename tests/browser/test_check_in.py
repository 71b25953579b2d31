"""An evening begins: roll call on the director's tablet, and people who check themselves in at the door."""

import re
from datetime import timedelta

import pytest
from playwright.sync_api import expect

from league.evening.check_in.deeds.door import door_token
from league.evening.check_in.deeds.roll import check_in, open_check_in
from league.models import Entrant, Member
from tests.browser.accessibility import CUT, IN_WINDOW, WINDOWS, assert_looks_right
from tests.browser.conftest import OpenDevice
from tests.browser.devices import hold_back, sign_in_as
from tests.league.makers import acting_as, make_event, make_members, make_user
from tests.sampling import sample

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.soak
def test_eighteen_come_in_and_one_by_the_door(open_device: OpenDevice):
    event = make_event(fee=500)
    open_check_in(event=event, acting=acting_as(), client_id="open")
    event.refresh_from_db()
    people, tapped = make_members(event.club, 19), sample(3, 17)
    for member in people[tapped:17]:
        check_in(event=event, member=member, acting=acting_as(), client_id=f"here-{member.pk}")
    director, door = open_device("tablet"), open_device("tablet")
    sign_in_as(director, make_user(event.club, "director"))
    here = f"/clubs/{event.club.slug}/events/{event.pk}/"

    director.goto(f"{here}check-in/")
    for member in people[:tapped]:
        director.locator(f"#member-{member.pk} .button-go").tap()
    director.locator(f"#member-{people[17].pk}").tap(position={"x": 60, "y": 20})  # the whole row is the key
    expect(director.get_by_label("Find a name or number")).not_to_be_focused()  # that would open the keyboard
    expect(director.locator(".roll-counts")).to_contain_text("18 here")
    expect(director.locator(".roll-row.is-here")).to_have_count(18)

    door.goto(f"{here}door/pair/{door_token(event)}/")
    door.get_by_role("button", name="Check people in here").tap()
    name = door.get_by_label("Type your name or number")
    name.tap()
    name.fill("faye")
    name.press("Enter")
    expect(door.get_by_text("Faye Sorensen")).to_be_visible()
    door.get_by_role("button", name="Yes, I’m here").tap()
    expect(door.get_by_text("Your number is 19")).to_be_visible()
    expect(door.get_by_text("Fee due: $5")).to_be_visible()

    # Seen on the director's screen by itself, and a name typed there finds one row.
    expect(director.locator(".roll-counts")).to_contain_text("19 here")
    director.get_by_label("Find a name or number").fill("soren")
    expect(director.locator(".roll-row")).to_have_count(1)
    director.get_by_role("button", name="Take $5").tap()
    expect(director.locator(".roll-counts")).to_contain_text("$5 paid, $90 due")
    assert event.entrants.filter(state="here").count() == 19


def test_queue_at_the_door_of_a_large_club(open_device: OpenDevice):
    event = make_event(fee=500)
    club = event.club
    Member.objects.bulk_create(Member(club=club, number=at, name=f"Ann Kay {at:03}") for at in range(1, 151))
    Member.objects.create(club=club, number=200, name="José Ruiz")
    director = open_device("tablet")
    sign_in_as(director, make_user(club, "director"))

    director.goto(f"/clubs/{club.slug}/events/{event.pk}/check-in/")
    field = director.get_by_label("Find a name or number")
    expect(field).to_be_focused()
    for typed, number in (("rui", 200), ("77", 77)):
        field.press_sequentially(typed)
        row = director.locator(f"#member-{club.members.get(number=number).pk}")
        expect(director.locator(".roll-row")).to_have_count(1)
        row.tap(position={"x": 60, "y": 20})  # the whole row is the key
        expect(row).to_contain_text("$5 due")
        expect(field).to_be_focused()
        expect(field).to_have_value("")

    expect(director.locator(".roll-counts")).to_contain_text("2 here")


def test_a_desk_with_a_keyboard(open_device: OpenDevice):
    event = make_event(fee=500)
    ruth, walt, marge, *_ = make_members(event.club, 12)
    director = open_device("desktop")
    sign_in_as(director, make_user(event.club, "director"))
    director.goto(f"/clubs/{event.club.slug}/events/{event.pk}/check-in/")
    field, told = director.get_by_label("Find a name or number"), director.locator("#roll-told")
    expect(field).to_be_focused()

    # Typed and entered at once, before the roll has answered; then entered after it.
    director.keyboard.type("ruth\n")
    expect(director.locator(f"#member-{ruth.pk}")).to_contain_text("$5 due")
    expect(told).to_contain_text("Ruth Abernathy: Here")
    expect(field).to_have_value("")
    expect(field).to_be_focused()
    director.keyboard.type("walt")
    expect(told).to_have_text("Press Enter to check in Walt Kowalski.")
    let_go = hold_back(director, f"**/members/{walt.pk}/**")
    director.keyboard.press("Enter")
    director.keyboard.type("l\n")  # the next in line, before the server has answered: several, so nobody comes in
    expect(told).to_contain_text("people found")
    expect(director.locator(f"#member-{walt.pk}")).to_have_count(0)
    let_go()  # the row is off the list by now: what was typed stays
    expect(director.locator(".roll-counts")).to_contain_text("2 here")
    expect(director.locator("#count-here")).to_have_text("2")
    expect(director.locator("#count-due")).to_have_text("2")
    expect(field).to_have_value("l")

    # Nor is somebody who is here already.
    field.fill("walt")
    director.keyboard.press("Enter")
    expect(told).to_have_text("Walt Kowalski is here already.")
    expect(field).to_have_value("walt")
    assert event.entrants.count() == 2

    # A slow computer: the field starts anew at Enter, and who was entered comes in all the same.
    let_go = hold_back(director, "**/check-in/?*q=joan*")
    field.fill("")
    with director.expect_request("**/check-in/?*q=joan*"):
        director.keyboard.type("joan\nhan")
    expect(field).to_have_value("han")
    let_go()
    expect(director.locator(".roll-counts")).to_contain_text("3 here")
    expect(field).to_have_value("han")

    # No contact, and the page is loaded again: who was entered comes in all the same, and who isn't known comes back.
    director.route("**/check-in/?*q=*", lambda route: route.abort())
    field.fill("")
    director.keyboard.type("nobody\nhank\n")
    for again in (director.reload, lambda: director.unroute("**/check-in/?*q=*")):
        expect(told).to_have_text("No contact, trying again: nobody, hank")
        again()
    expect(director.locator(".roll-counts")).to_contain_text("4 here")
    expect(field).to_have_value("nobody")
    assert director.evaluate("Object.keys(localStorage).filter((key) => key.includes('entered'))") == []

    # Here and paid is one key, and an empty search shows everybody again.
    field.fill("marge")
    director.locator(f"#member-{marge.pk}").get_by_role("button", name="Here + $5").click()
    expect(director.locator(".roll-counts")).to_contain_text("$5 paid, $20 due")
    expect(field).to_have_value("")
    expect(director.locator(".roll-row")).to_have_count(12)
    expect(told).to_have_text(re.compile("^Marge Delgado: Here"))
    paid = {one.name: one.paid for one in event.entrants.filter(state="here")}
    assert paid == {
        "Ruth Abernathy": 0,
        "Walt Kowalski": 0,
        "Joan Pruitt": 0,
        "Hank Ostrowski": 0,
        "Marge Delgado": 500,
    }


@pytest.mark.soak
def test_names_are_in_the_window(open_device: OpenDevice):
    event = make_event()
    people = make_members(event.club, 24)  # one of them with a very long name
    page = open_device("any width")
    sign_in_as(page, make_user(event.club, "director"))
    row = page.locator(f"#member-{people[0].pk}")
    for fee, on_phone in ((500, 9), (0, 16)):  # with a fee a row has one key more; without one, a line has two names
        type(event).objects.update(fee=fee)
        page.goto(f"/clubs/{event.club.slug}/events/{event.pk}/check-in/")
        expect(page.locator(".roll-row")).to_have_count(24)
        for width, height in WINDOWS:
            page.set_viewport_size({"width": width, "height": height})
            least = on_phone if width == 390 else 22
            assert page.evaluate(IN_WINDOW, ".roll-row") >= least, (fee, width, height)
            assert page.evaluate(CUT, ".roll-row *") == [], (fee, width, height)
        high = row.evaluate("row => row.offsetHeight")
        assert high >= 58
        row.locator(".roll-main").click()
        expect(row).to_have_class(re.compile("is-here"))
        assert row.evaluate("row => row.offsetHeight") == high  # nothing moves under the next tap
        row.locator(".roll-more > summary").click()
        row.get_by_role("button", name="Not here after all").click()
        expect(row).not_to_have_class(re.compile("is-here"))

    before = make_event(event.club, starts_at=event.starts_at - timedelta(days=7))
    for member, paid in zip(people[-2:], (0, 500), strict=True):
        number, name = member.number, member.name
        Entrant.objects.create(event=before, member=member, number=number, name=name, state="here", fee=500, paid=paid)
    page.set_viewport_size({"width": 390, "height": 844})
    page.reload()
    owing = page.locator(f"#member-{people[-2].pk}")
    owing.locator(".button-go").click()
    owing.get_by_role("button", name="Take $5 owed").scroll_into_view_if_needed()
    assert_looks_right(page)
    owing.get_by_role("button", name="Take $5 owed").click()
    expect(owing).not_to_contain_text("owes")
