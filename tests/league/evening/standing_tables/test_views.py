"""Standing tables as pages: set up by a director, answered by members, and the way to the seats."""

from datetime import timedelta
from html import unescape
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django.utils.html import strip_tags

from league.evening.standing_tables.dates import next_day
from league.models import StandingTable
from league.office.members.links import OWN_PAGE, token_of
from scoring.models import PlaySeat, PlayTable
from tests.league.evening.calendar.ics_reading import read_calendar
from tests.league.evening.coming.test_views import as_account_of
from tests.league.evening.standing_tables.tables import make_table, start_of
from tests.league.makers import make_members, make_rules, make_user

pytestmark = pytest.mark.django_db


@pytest.fixture
def table(club):
    return make_table(club)


@pytest.fixture
def director(client, club):
    client.force_login(make_user(club, "director"))
    return client


def address(name, club, *args):
    return reverse(f"league:{name}", args=[club.slug, *args])


def read(client, where):
    return unescape(client.get(where, follow=True).content.decode())


def shown(client, where):
    """The words of a page, without its markup."""
    return " ".join(strip_tags(read(client, where)).split())


def member_client(member):
    client = Client()
    as_account_of(client, member)
    return client


def link_client(member):
    client = Client()
    client.get(address("you", member.club, member.pk, token_of(member, OWN_PAGE)))
    return client


def come(client, table, says="coming", back="club"):
    sent = {"client_id": uuid4().hex, "says": says, "back": back}
    return client.post(address("come_online", table.club, table.pk), sent)


def sit(client, table):
    return client.post(address("sit_online", table.club, table.pk), {"client_id": uuid4().hex})


@pytest.fixture
def eight(table, monkeypatch):
    """The time at which the table meets."""
    start = start_of(table, timezone.now())
    monkeypatch.setattr(timezone, "now", lambda: start)


# -- directors ---------------------------------------------------------------------------


def test_director_sets_up_changes_and_ends_a_table(director, club):
    rules = make_rules(club)
    sent = {"client_id": "one", "weekday": "3", "starts_at": "19:30", "rules": str(rules.pk)}

    made = director.post(address("new_online_table", club), sent)
    table = StandingTable.objects.get()
    assert made["Location"] == address("online_table", club, table.pk)
    assert "Thursdays at 7:30 pm · NPA" in read(director, made["Location"])

    director.post(address("change_online_table", club, table.pk), {**sent, "client_id": "two", "weekday": "4"})
    assert "Fridays at 7:30 pm" in read(director, made["Location"])

    director.post(address("end_online_table", club, table.pk), {"client_id": "three"})
    assert "Online table" not in read(director, address("calendar", club)).partition("The online table has ended")[2]


def test_club_without_rules_is_asked_for_them_first(director, club):
    page = director.get(address("new_online_table", club), follow=True)

    assert page.redirect_chain[-1][0] == address("house_rules", club)
    assert "Then you can set up an online table" in page.content.decode()


def test_day_is_left_out_by_one_tap(director, club, table):
    day = next_day(table, timezone.now())
    page = director.post(
        address("skip_online_day", club, table.pk), {"client_id": "out", "day": str(day)}, follow=True
    ).content.decode()

    assert "Put back" in page
    assert next_day(StandingTable.objects.get(), timezone.now()) == day + timedelta(weeks=1)
    feed = client_feed(director, club)
    assert [feed[table.calendar_id_of(day + timedelta(weeks=at))]["STATUS"] for at in range(2)] == [
        "CANCELLED", "CONFIRMED",
    ]  # fmt: skip


def client_feed(client, club):
    return {
        one["UID"].partition("@")[0]: one for one in read_calendar(client.get(address("calendar_feed", club)).content)
    }


# -- members -----------------------------------------------------------------------------


def test_member_says_by_one_tap_that_they_come_and_not(club, table):
    ruth, walt = make_members(club, 2)
    client = member_client(ruth)
    assert "4 seats free" in read(client, address("club", club))

    assert come(client, table)["Location"] == address("club", club)
    page = read(client, address("club", club))
    assert ("1 is coming so far. 3 seats free." in page, "You’re coming." in page) == (True, True)
    assert "Ruth Abernathy" in read(member_client(walt), address("online_table", club, table.pk))
    come(client, table, "not_coming", "me")

    assert "4 seats free" in read(client, address("me", club))


def test_names_are_for_members_alone_and_as_they_want_to_be_called(club, table):
    ruth, walt, marge = make_members(club, 3)
    ruth.initials_only = True
    ruth.save()
    come(member_client(ruth), table)

    page = read(member_client(walt), address("online_table", club, table.pk))
    assert ("Ruth Abernathy" in page, "R. A." in page) == (False, True)
    for stranger in (Client(), link_client(marge)):
        assert stranger.get(address("online_table", club, table.pk)).status_code == 302
        for where in ("calendar", "club"):
            assert "R. A." not in read(stranger, address(where, club))
    assert "3 seats free" in read(Client(), address("calendar", club))


def test_link_for_life_answers_and_sits_down_too(club, table, eight):
    (ruth,) = make_members(club, 1)
    own = address("you", club, ruth.pk, token_of(ruth, OWN_PAGE))
    client = link_client(ruth)

    assert come(client, table, back="")["Location"] == own
    assert "3 seats free" in read(client, own)
    assert sit(client, table)["Location"] == reverse("play:room", args=[PlayTable.objects.get().code])


def test_stranger_neither_answers_nor_sits_down(client, club, table, eight):
    assert [answer["Location"].partition("?")[0] for answer in (come(client, table), sit(client, table))] == [
        reverse("league:sign_in")
    ] * 2
    assert (table.answers.count(), PlayTable.objects.count()) == (0, 0)


def test_who_is_signed_in_as_another_has_no_keys_on_somebodys_link(club, table):
    ruth, walt = make_members(club, 2)

    page = read(member_client(walt), address("you", club, ruth.pk, token_of(ruth, OWN_PAGE)))

    assert "Online table" not in page


def test_key_to_the_table_comes_a_quarter_of_an_hour_before(club, table, monkeypatch):
    (ruth,), start = make_members(club, 1), start_of(table, timezone.now())
    shown = []
    for minutes in (-16, -15, 179):
        monkeypatch.setattr(timezone, "now", lambda minutes=minutes: start + timedelta(minutes=minutes))
        shown.append("Go to the table" in read(link_client(ruth), address("club", club)))

    assert shown == [False, True, True]


def test_first_five_fill_a_table_and_begin_another(club, table, eight):
    members = make_members(club, 5)
    clients = [member_client(member) for member in members]

    rooms = [sit(client, table)["Location"] for client in clients]
    again = sit(clients[0], table)["Location"]

    assert (len({*rooms[:4]}), rooms[4] == rooms[0], again) == (1, False, rooms[0])
    assert list(PlaySeat.objects.order_by("pk").values_list("seat", "name")[:2]) == [
        ("S", "Ruth Abernathy"), ("N", "Walt Kowalski"),
    ]  # fmt: skip
    assert "The table is open. 5 are coming so far. 3 seats free." in shown(clients[4], address("me", club))
    started = clients[4].post(f"{rooms[4]}start/")
    assert started.headers["Location"].startswith("/play/")


def test_table_before_its_time_says_when_it_opens(club, table, monkeypatch):
    start = start_of(table, timezone.now())
    monkeypatch.setattr(timezone, "now", lambda: start - timedelta(hours=1))

    answer = sit(member_client(make_members(club, 1)[0]), table)

    assert (answer.status_code, "The table opens at 7:45 pm." in answer.content.decode()) == (409, True)


def test_two_of_one_name_sit_down_together(club, table, eight):
    members = make_members(club, 2)
    club.members.update(short_name="Ruth")

    for member in members:
        member.refresh_from_db()
        sit(member_client(member), table)

    assert list(PlaySeat.objects.order_by("pk").values_list("name", flat=True)) == ["Ruth", "Ruth (2)"]


@pytest.mark.parametrize("tables", [1, 3])
def test_own_page_asks_the_same_for_any_number_of_tables(club, tables, django_assert_num_queries):
    (ruth,) = make_members(club, 1)
    client = member_client(ruth)
    for weekday in range(tables):
        come(client, make_table(club, weekday=weekday))

    with django_assert_num_queries(16 + 2):
        client.get(address("me", club))
