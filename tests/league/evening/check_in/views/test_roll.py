"""Roll call as a page: one tap a person, and the answer is one row."""

import re
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.urls import reverse

from league.evening.rounds.deeds import start_round
from league.models import Entrant, Event, LogLine, Member
from tests.lasting import lasting
from tests.league.makers import (
    NAMES,
    acting_as,
    fresh,
    make_club,
    make_entrants,
    make_event,
    make_members,
    make_round,
    make_user,
)

pytestmark = pytest.mark.django_db
HTMX = {"HTTP_HX_REQUEST": "true"}


@pytest.fixture
def event():
    return make_event(fee=500, guest_fee=700)


@pytest.fixture
def director(event, client):
    client.force_login(make_user(event.club, "director"))
    return client


def address(name, event, *args):
    return reverse(f"league:{name}", args=[event.club.slug, event.pk, *args])


def tap(client, event, member, do, client_id="tap", **more):
    sent = {"client_id": client_id, "do": do}
    return client.post(address("check_in_member", event, member.pk), sent, **more)


def test_roll_shows_everybody_with_counts(director, event):
    make_members(event.club, 3)
    make_entrants(event, 1)

    page = director.get(address("check_in", event)).content.decode()

    assert "1 here" in page
    assert [name in page for name in ("Ruth Abernathy", "Walt Kowalski", "Marge Delgado")] == [True] * 3


def test_roll_is_sorted_by_last_name_from_then_on_where_that_is_liked(director, event):
    Member.objects.bulk_create(
        Member(club=event.club, number=number, name=name)
        for number, name in enumerate(("Ann Young Jr.", "Zoe Abel", "Max Miller, III", "Cher"), start=1)
    )

    def names(asked=""):
        page = director.get(address("check_in", event) + asked).content.decode()
        return re.findall(r'roll-name">([A-Z]\w+)', page)

    assert names() == ["Ann", "Cher", "Max", "Zoe"]
    assert names("?by=last") == names() == ["Zoe", "Cher", "Max", "Ann"]
    assert names("?by=first") == names() == ["Ann", "Cher", "Max", "Zoe"]


def test_tap_marks_as_here_and_answers_the_row_alone(director, event):
    member = make_members(event.club, 2)[0]

    answer = tap(director, event, member, "here", **HTMX)

    page = answer.content.decode()
    assert event.entrants.get().state == "here"
    assert 'id="member-' in page
    assert "Take $5" in page
    assert "1 here" in page
    assert "Walt Kowalski" not in page
    assert "<html" not in page


def test_here_and_paid_is_one_tap(director, event):
    member, guest = make_members(event.club, 2)
    Member.objects.filter(pk=guest.pk).update(is_guest=True)
    rows = director.get(address("check_in", event)).content.decode()
    assert ("Here </span>+ $5" in rows, "Here </span>+ $7" in rows) == (True, True)

    for _ in range(2):
        row = tap(director, event, member, "here_paid", **HTMX).content.decode()
    tap(director, event, guest, "here", client_id="guest")
    tap(director, event, guest, "here_paid", client_id="a tablet that still shows both keys")

    there = {one.name: (one.state, one.paid) for one in event.entrants.all()}
    assert there == {"Ruth Abernathy": ("here", 500), "Walt Kowalski": ("here", 700)}
    assert ("$5 paid" in row, "Ruth Abernathy: Here" in row) == (True, True)
    told = LogLine.objects.get(action="checked in", subject="Ruth Abernathy (1)")
    assert told.after.endswith(", $5 paid")


def test_no_key_for_the_fee_where_there_is_none(director, event):
    make_members(event.club, 1)
    type(event).objects.update(fee=0)

    assert "here_paid" not in director.get(address("check_in", event)).content.decode()


def test_counters_come_with_the_row(director, event):
    member = make_members(event.club, 3)[0]
    expected = make_entrants(event, 2, state="expected")[1]
    assert counters(director.get(address("check_in", event))) == {"all": 3, "here": 0, "missing": 2, "due": 0}

    assert counters(tap(director, event, member, "here", **HTMX)) == {"here": 1, "missing": 1, "due": 0}
    Entrant.objects.filter(pk=expected.pk).update(fee=500)
    answer = tap(director, event, expected.member, "here", client_id="second", **HTMX)
    assert counters(answer) == {"here": 2, "missing": 0, "due": 1}

    director.post(address("walk_in", event), {"client_id": "w", "name": "Father Tom", "is_house_player": "on"})
    house = event.entrants.get(name="Father Tom")
    gone = director.post(address("check_in_entrant", event, house.pk), {"client_id": "u", "do": "undo"}, **HTMX)
    assert counters(gone)["all"] == 3


def counters(answer):
    return {show: int(count) for show, count in re.findall(r'id="count-(\w+)"[^>]*>(\d+)<', answer.content.decode())}


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("wal", "Press Enter to check in Walt Kowalski."),
        ("ruth", "Ruth Abernathy is here already."),
        ("m", "2 people found. Type more, or tap the one you mean."),
        ("nobody", ""),
    ],
)
def test_search_says_what_enter_does(director, event, words, told):
    make_members(event.club, 3)
    Member.objects.create(club=event.club, number=30, name="Mo Marge")
    Entrant.objects.create(
        event=event, member=event.club.members.get(number=1), number=1, name="Ruth Abernathy", state="here"
    )

    page = director.get(address("check_in", event), {"q": words}, **HTMX).content.decode()

    said = re.search(r'id="roll-told"[^>]*>(?:<bdi>)?([^<]*)', page)
    assert said
    assert said[1] == told


def test_the_roll_asks_again_for_what_it_shows(director, event):
    make_members(event.club, 3)

    page = director.get(address("check_in", event), {"q": "walt", "show": "missing"}, **HTMX).content.decode()

    assert f"?v={event.version}&amp;q=walt&amp;show=missing&amp;page=1" in page


def test_plain_tap_goes_back_to_the_row(director, event):
    member = make_members(event.club, 1)[0]

    answer = tap(director, event, member, "here")

    assert answer.url == f"{address('check_in', event)}#member-{member.pk}"


def test_same_tap_twice_is_one(director, event):
    member = make_members(event.club, 1)[0]

    pages = [tap(director, event, member, "here", **HTMX).status_code for _ in range(2)]

    assert pages == [200, 200]
    assert LogLine.objects.filter(event=event).count() == 1


def test_keys_of_a_row_one_after_another(director, event):
    member = make_members(event.club, 1)[0]
    seen = []

    for at, do in enumerate(("expected", "here", "paid", "left", "back", "undo")):
        tap(director, event, member, do, client_id=str(at), **HTMX)
        seen.append(event.entrants.values_list("state", "paid").first())

    assert seen == [
        ("expected", 0), ("here", 0), ("here", 500), ("left", 500), ("here", 500), ("expected", 500),
    ]  # fmt: skip


def test_fee_of_who_left_or_does_not_come_is_given_back_after_a_question(director, event):
    coming, gone = make_entrants(event, 2)
    Entrant.objects.update(fee=500, paid=500)
    Entrant.objects.filter(pk=coming.pk).update(state="expected")
    here = tap(director, event, gone.member, "give_back", client_id="h", **HTMX)

    left = tap(director, event, gone.member, "left", client_id="l", **HTMX).content.decode()
    pages = [
        tap(director, event, who.member, "give_back", client_id=f"b{who.pk}", **HTMX).content.decode()
        for who in (coming, gone, gone)
    ]

    assert (here.status_code, "Walt Kowalski is here." in here.content.decode()) == (409, True)
    assert "Do you give Walt Kowalski $5 back?" in left
    assert list(event.entrants.order_by("pk").values_list("paid", "fee")) == [(0, 500), (0, 0)]
    assert not any("back?" in page for page in pages)
    assert "$5 due" not in pages[1]
    assert LogLine.objects.filter(event=event, action="gave the fee back to").count() == 2


def test_tap_that_is_refused_says_why_on_the_row(director, event):
    people = make_entrants(event, 4)
    start_round(event_round=make_round(event, people), acting=acting_as(), client_id="s")

    answer = tap(director, event, people[0].member, "undo", **HTMX)

    assert answer.status_code == 409
    assert "already played" in answer.content.decode()


@pytest.mark.parametrize("sent", [{}, {"client_id": "a", "do": "explode"}, {"client_id": "x" * 99, "do": "here"}])
def test_tap_that_makes_no_sense_changes_nothing(director, event, sent):
    member = make_members(event.club, 1)[0]

    answer = director.post(address("check_in_member", event, member.pk), sent, **HTMX)

    assert answer.status_code == 422
    assert not event.entrants.exists()


def test_row_of_a_house_player_goes_when_it_is_undone(director, event):
    director.post(address("walk_in", event), {"client_id": "w", "name": "Father Tom", "is_house_player": "on"})
    house = event.entrants.get()

    page = director.post(address("check_in_entrant", event, house.pk), {"client_id": "u", "do": "undo"}, **HTMX)

    assert "Taken off the list" in page.content.decode()
    assert not event.entrants.exists()


def test_search_finds_names_without_accents_and_numbers(director, event):
    names = ("José Ruiz", "Anne-Marie Ray", "Łukasz Żak")
    for number, name in enumerate(names, start=1):
        Member.objects.create(club=event.club, number=number, name=name)

    for words, found in (
        ("", {"José Ruiz", "Anne-Marie Ray", "Łukasz Żak"}),
        ("jose", {"José Ruiz"}),
        ("R", {"José Ruiz", "Anne-Marie Ray"}),
        ("mar ann", {"Anne-Marie Ray"}),
        ("2", {"Anne-Marie Ray"}),
        ("zak", {"Łukasz Żak"}),
        ("nobody", set()),
        ("\x00", {"José Ruiz", "Anne-Marie Ray", "Łukasz Żak"}),
        ("9" * 70, set()),
    ):
        page = director.get(address("check_in", event), {"q": words}).text

        assert {name for name in names if f"{name}</bdi>" in page} == found, words


def test_filters_show_who_is_missing_or_owes(director, event):
    here, expected = make_entrants(event, 2)
    Entrant.objects.filter(pk=here.pk).update(fee=500)
    Entrant.objects.filter(pk=expected.pk).update(state="expected", fee=500)

    pages = {
        show: director.get(address("check_in", event), {"show": show}).content.decode() for show in ("due", "missing")
    }

    assert rows_of(pages["due"]) == [1]
    assert rows_of(pages["missing"]) == [2]


def test_poll_that_finds_nothing_new_is_empty(director, event):
    page = address("check_in", event)

    assert director.get(page, {"v": event.version}, **HTMX).status_code == 204
    assert director.get(page, {"v": event.version - 1}, **HTMX).status_code == 200


@pytest.mark.parametrize("people", [3, 20])
def test_roll_asks_the_same_whatever_the_number_of_people(director, event, people, django_assert_num_queries):
    members = make_members(event.club, people)
    Entrant.objects.bulk_create(
        Entrant(event=event, member=member, number=member.number, name=member.name, state="here") for member in members
    )
    make_round(event, list(event.entrants.all()), state="draft")

    with django_assert_num_queries(17):
        director.get(address("check_in", event))


# -- a large club ------------------------------------------------------------------------


@pytest.fixture(scope="module")
def lasting_large(django_db_setup: None, django_db_blocker: Any) -> Iterator[Event]:
    with lasting(django_db_blocker):
        event = make_event(fee=500, guest_fee=700)
        fill(event)
        yield event


@pytest.fixture
def large(lasting_large: Event, client, db: None) -> Event:
    client.force_login(make_user(lasting_large.club, "director"))
    return fresh(lasting_large)


def fill(event: Event) -> None:
    """A club of 2,000, of which the first 60 usually come; tonight 20 of them are here, and 20 others expected."""
    names = [f"{NAMES[n % 24].split()[0]} {NAMES[n // 24 % 24].split()[-1]}" for n in range(2_000)]
    Member.objects.bulk_create(
        Member(club=event.club, number=number, name=name) for number, name in enumerate(names, start=1)
    )
    members = list(event.club.members.all())
    put_on_list(make_event(event.club), members[:60])
    put_on_list(event, members[:20])
    put_on_list(event, members[100:120], state="expected")


def put_on_list(event, members, state="here"):
    began = event.starts_at
    Entrant.objects.bulk_create(
        Entrant(
            event=event, member=member, number=member.number, name=member.name, state=state, fee=event.fee,
            arrived_at=began + timedelta(seconds=member.number) if state == "here" else None,
        )
        for member in members
    )  # fmt: skip


def rows_of(page: str) -> list[int]:
    """The members' numbers in the rows of a page, in order."""
    return [int(number) for number in re.findall(r'<span class="roll-number figure at-end">(\d+)</span>', page)]


def test_large_club_shows_who_just_came_and_whom_the_door_waits_for(client, large):
    first = client.get(address("check_in", large)).text
    later = client.get(address("check_in", large), {"page": "3"}).text

    assert rows_of(first)[:4] == [20, 19, 18, 17]
    assert set(rows_of(first)[4:]) > set(range(101, 121))
    assert len(rows_of(first)) == 4 + 24
    assert set(rows_of(first)[4:] + rows_of(later)[4:]) <= {*range(21, 61), *range(101, 121)}
    assert "Find everybody else by name or number." in first
    assert len(first.encode()) < 60_000


def test_search_in_a_large_club_shows_first_who_is_expected(client, large):
    wanted = large.club.members.all()[110]
    page = client.get(address("check_in", large), {"q": wanted.name.split()[0][:3]}).text

    numbers = rows_of(page)
    assert wanted.number in numbers[:4]
    assert len(numbers) == 24
    assert "Type more of the name, or the number." in page
    assert rows_of(client.get(address("check_in", large), {"q": "1999"}).text) == [1999]
    assert len(page.encode()) < 60_000


def test_large_club_pages_who_is_here(client, large):
    put_on_list(large, large.club.members.all()[200:230])

    pages = [client.get(address("check_in", large), {"show": "here", "page": page}).text for page in (1, 2, 3, 99)]

    assert [len(rows_of(page)) for page in pages] == [24, 24, 2, 2]
    assert {number for page in pages for number in rows_of(page)} == {*range(1, 21), *range(201, 231)}


def test_tap_in_a_large_club_answers_the_row_alone(client, large):
    answer = tap(client, large, large.club.members.all()[1_500], "here", **HTMX).text

    assert rows_of(answer) == [1501]
    assert len(answer.encode()) < 4_000


def test_large_club_asks_no_more_of_the_database_than_a_small_one(client, large, django_assert_max_num_queries):
    make_round(large, list(large.entrants.all()), state="draft")

    for query in ({}, {"q": "ruth"}, {"show": "here"}):
        with django_assert_max_num_queries(17):
            client.get(address("check_in", large), query)


@pytest.mark.parametrize("people", [3, 20])
def test_tap_asks_the_same_whatever_the_number_of_people(director, event, people, django_assert_num_queries):
    members = make_members(event.club, people)
    Entrant.objects.bulk_create(
        Entrant(event=event, member=member, number=member.number, name=member.name, state="here")
        for member in members[1:]
    )

    with django_assert_num_queries(28):
        tap(director, event, members[0], "here", **HTMX)


def test_who_owes_from_an_earlier_evening_is_told_so_and_pays_by_one_key(director, event):
    ruth, walt = make_members(event.club, 2)
    before = make_event(event.club, fee=500, starts_at=event.starts_at - timedelta(days=7))
    for member, paid in ((ruth, 0), (walt, 500)):
        Entrant.objects.create(
            event=before, member=member, number=member.number, name=member.name, state="here", fee=500, paid=paid
        )

    page = director.get(address("check_in", event)).text
    here = tap(director, event, ruth, "here", "come", **HTMX).text
    at_once = tap(director, event, ruth, "paid", "fee", **HTMX).text
    paid = tap(director, event, ruth, "owed", "pay", **HTMX).text

    assert page.count("owes $5 from Nov 17") == 1
    assert "owes $5 from Nov 17" in here
    in_front = [row.index("Take $5 owed") < row.index("roll-more") for row in (here, at_once)]
    assert in_front == [False, True]  # behind "More" while tonight's fee is to be taken
    assert "owes" not in paid
    assert Entrant.objects.get(event=before, member=ruth).paid == 500


def test_after_closing_no_row_has_a_key(director, event):
    (here,) = make_entrants(event, 1)
    Entrant.objects.filter(pk=here.pk).update(fee=500)
    Event.objects.update(state="closed")

    page = director.get(address("check_in", event)).text

    assert "$5 due" in page
    assert 'name="do"' not in page
    assert "roll-more" not in page
    for name in ("entrant", "partner"):  # a line of the log may still lead there
        assert director.get(address(name, event, here.pk))["Location"].startswith(address("check_in", event))


def test_walk_in_is_here_with_a_number(director, event):
    make_members(event.club, 3)

    answer = director.post(address("walk_in", event), {"client_id": "w", "name": "Nina \u202eRuiz"}, follow=True)

    assert event.entrants.get().name == "Nina Ruiz"
    assert (
        '<bdi>Nina Ruiz</bdi> is here. Their number:</strong> <b class="roll-added-number">4</b>'
        in answer.content.decode()
    )


def test_a_walk_in_of_a_name_that_somebody_has_is_asked_about(director, event):
    member = make_members(event.club, 1)[0]
    sent = {"client_id": "w", "name": member.name.upper()}

    asked = director.post(address("walk_in", event), sent)
    assert asked.status_code == 422
    assert f"{member.name} (1) is already in the list. Somebody else? Call them by a middle initial" in asked.text
    assert not event.entrants.exists()
    assert director.post(address("walk_in", event), {**sent, "is_house_player": "on"}).status_code == 302
    director.post(address("walk_in", event), {**sent, "client_id": "w2", "is_another": "on"})

    assert [str(one) for one in event.entrants.all()] == [member.name.upper(), f"{member.name.upper()} (2)"]
    assert event.club.members.get(number=2).is_another


@pytest.mark.parametrize("name", ["", " ", "x" * 81])
def test_walk_in_without_a_name_is_asked_again(director, event, name):
    answer = director.post(address("walk_in", event), {"client_id": "w", "name": name})

    assert answer.status_code == 422
    assert not event.entrants.exists()


def test_late_arrival_asks_for_a_new_seating(director, event):
    make_round(event, make_entrants(event, 8))
    late = make_members(event.club, 1)[0]

    page = tap(director, event, late, "here", **HTMX).content.decode()

    assert "Re-plan the seating" in page


def test_missing_player_who_comes_is_told_to_the_board(director, event):
    people = make_entrants(event, 8)
    Entrant.objects.filter(pk=people[4].pk).update(state="expected")
    start_round(event_round=make_round(event, people), acting=acting_as(), client_id="s")

    page = tap(director, event, people[4].member, "here", **HTMX).content.decode()

    assert "Joan Pruitt is missing at table 2." in page
    assert "Enter the late arrival on the board." in page


def test_usual_players_are_expected_by_one_key(director, event):
    make_entrants(make_event(event.club), 4)
    assert "Add the regulars" in director.get(address("check_in", event)).content.decode()

    director.post(address("expect_usual", event), {"client_id": "u"})

    assert event.entrants.filter(state="expected").count() == 4
    polled = director.get(address("check_in", event), {"v": "0"}, **HTMX).content.decode()
    assert ('id="roll-usual"' in polled, "Add the regulars" in polled) == (True, False)


# -- one person --------------------------------------------------------------------------


def settings_of(**overrides):
    return {"client_id": "s", "number": "1", "fee": "5", "paid": "0", **overrides}


def test_settings_of_a_person_are_saved(director, event):
    one, _ = make_entrants(event, 2)

    answer = director.post(
        address("entrant", event, one.pk),
        settings_of(number="44", paid="2.50", sits_out_gladly="on", cannot_move="on", at_table="3"),
    )

    one.refresh_from_db()
    assert answer.url == f"{address('check_in', event)}#member-{one.member_id}"
    assert (one.number, one.fee, one.paid) == (44, 500, 250)
    assert (one.sits_out_gladly, one.cannot_move, one.at_table, one.is_house_player) == (True, True, 3, False)


def test_two_who_stay_never_share_a_table_but_with_their_partner(director, event):
    one, other = make_entrants(event, 2)
    Entrant.objects.filter(pk=one.pk).update(at_table=3)

    def ask(client_id):
        return director.post(
            address("entrant", event, other.pk), settings_of(number="2", at_table="3", client_id=client_id)
        )

    assert "Two who stay can’t share one." in ask("a").content.decode()
    Entrant.objects.filter(pk=other.pk).update(partner=one)
    assert ask("b").status_code == 302


@pytest.mark.parametrize(
    ("typed", "status"),
    [
        ({"number": "2"}, 409),
        ({"number": "zero"}, 422),
        ({"number": "9" * 30}, 422),
        ({"fee": "much"}, 422),
        ({"paid": "1.234"}, 422),
    ],
)
def test_settings_that_cannot_be_are_asked_again(director, event, typed, status):
    one, _ = make_entrants(event, 2)

    answer = director.post(address("entrant", event, one.pk), settings_of(**typed))

    one.refresh_from_db()
    assert answer.status_code == status
    assert (one.number, one.fee) == (1, 0)


# -- who may -----------------------------------------------------------------------------

POSTS = ("open_check_in", "close_check_in", "expect_usual", "walk_in")


@pytest.mark.parametrize(("kind", "status"), [("referee", 200), ("member", 403), (None, 403)])
def test_roll_is_for_those_who_run_the_evening(client, event, kind, status):
    club = event.club if kind else make_club()
    client.force_login(make_user(club, kind or "admin"))

    assert client.get(address("check_in", event)).status_code == status
    assert {client.post(address(name, event), {}).status_code == 403 for name in POSTS} == {status == 403}


def test_people_of_another_club_are_not_found(director, event):
    other = make_event()
    there = make_entrants(other, 1)[0]

    assert tap(director, event, there.member, "here").status_code == 404
    assert director.post(address("check_in_entrant", event, there.pk), {"do": "here"}).status_code == 404
    assert director.get(address("entrant", event, there.pk)).status_code == 404
    assert director.get(address("check_in", other)).status_code == 403


def test_a_get_changes_nothing(director, event):
    member = make_members(event.club, 1)[0]

    assert director.get(address("check_in_member", event, member.pk)).status_code == 405
    assert director.get(address("open_check_in", event)).status_code == 405
