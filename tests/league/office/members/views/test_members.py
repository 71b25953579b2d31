import re

import pytest
from django.conf import settings
from django.test import Client

from league.models import Club, Entrant, Member, PairRule
from tests.lasting import lasting
from tests.league.makers import make_club, make_event, make_members, make_user
from tests.sampling import sample
from tests.spreadsheets import csv_rows, xlsx_rows

pytestmark = pytest.mark.django_db

NOTES = "quarrels with Otis"


def signed_in(club, kind):
    client = Client()
    client.force_login(make_user(club, kind))
    client.get(f"/clubs/{club.slug}/help/")
    return client


@pytest.fixture(scope="module")
def lasting_session(django_db_setup, django_db_blocker):
    """A club, and the key of its director's session."""
    with lasting(django_db_blocker):
        club = make_club()
        yield club, signed_in(club, "director").cookies[settings.SESSION_COOKIE_NAME].value


@pytest.fixture
def club(lasting_session, db):
    return Club.objects.get(pk=lasting_session[0].pk)


@pytest.fixture
def director(lasting_session, db):
    client = Client()
    client.cookies[settings.SESSION_COOKIE_NAME] = lasting_session[1]
    return client


def listed(client, club, query="", **more):
    page = client.get(f"/clubs/{club.slug}/members/{query}", **more).content.decode()
    return re.findall(r'class="who[^"]*">\s*(?:<a[^>]*>|<strong>)([^<]*)', page)


def test_list_is_by_number_and_shows_active_ones(director, club):
    one, two, three = make_members(club, 3)
    Member.objects.filter(pk=two.pk).update(is_active=False)

    assert listed(director, club) == [one.name, three.name]
    assert listed(director, club, "?show=inactive") == [two.name]
    assert listed(director, club, "?show=all") == [one.name, two.name, three.name]
    assert listed(director, club, "?show=nonsense") == [one.name, three.name]


def test_guests_have_a_list_of_their_own(director, club):
    one, _ = make_members(club, 2)
    Member.objects.filter(pk=one.pk).update(is_guest=True)

    assert listed(director, club, "?show=guests") == [one.name]


@pytest.mark.parametrize(
    ("wanted", "found"),
    [
        ("kowal", ["Walt Kowalski"]),
        ("WALT", ["Walt Kowalski"]),
        ("ski walt", ["Walt Kowalski"]),
        ("2", ["Walt Kowalski"]),
        ("zzz", []),
        ("%", []),
        ("٢", []),
        ("9" * 30, []),
        ("a\0b", ["Ruth Abernathy"]),
    ],
)
def test_search_is_by_name_or_number(director, club, wanted, found):
    make_members(club, 3)

    assert listed(director, club, f"?find={wanted.replace('%', '%25').replace(chr(0), '%00')}") == found


@pytest.mark.parametrize(
    ("query", "kind", "leads"),
    [
        ("find=walt&entered=yes", "director", True),
        ("find=l&entered=yes", "director", False),  # more than one
        ("find=walt&entered=yes", "member", False),  # has no page of theirs to open
        ("find=walt", "director", False),  # a filter that was tapped
        ("find=&entered=yes", "director", False),
    ],
)
def test_enter_opens_the_only_one_found(club, query, kind, leads):
    make_members(club, 4)
    walt = Member.objects.get(name="Walt Kowalski")

    answer = signed_in(club, kind).get(f"/clubs/{club.slug}/members/?{query}")

    assert answer.headers.get("Location", "") == (f"/clubs/{club.slug}/members/{walt.pk}/" if leads else "")


def test_search_as_one_types_answers_the_list_alone(director, club):
    make_members(club, 1)

    page = director.get(f"/clubs/{club.slug}/members/", headers={"HX-Request": "true"}).content.decode()

    assert page.lstrip().startswith('<div id="found">')


@pytest.mark.parametrize("number", [1, 3, 45])
def test_list_takes_the_same_queries_whatever_the_number(director, club, number, django_assert_num_queries):
    make_members(club, number)

    # session, account, club, role; the categories, counts by filter, their number, a page of them with their categories
    with django_assert_num_queries(9):
        listed(director, club)


@pytest.mark.parametrize("kind", ["member", "referee", "director", "admin"])
def test_contacts_are_for_those_who_call_people_up_and_notes_on_no_list(club, kind):
    (member,) = make_members(club, 1)
    Member.objects.filter(pk=member.pk).update(phone="555-0100", email="ruth@example.org", director_notes=NOTES)

    page = signed_in(club, kind).get(f"/clubs/{club.slug}/members/").content.decode()

    assert ("555-0100" in page) == ("ruth@example.org" in page) == (kind != "member")
    assert NOTES not in page


# -- one of them -------------------------------------------------------------------------


def test_another_of_one_name_is_asked_about_once(director, club):
    enter(director, club, "first")

    asked = enter(director, club, "second", number="2")
    entered = enter(director, club, "second", number="2", is_another="on")

    assert (asked.status_code, "Ida Moss (1) is already in the list." in asked.text) == (422, True)
    assert entered.status_code == 302
    second = club.members.get(number=2)
    assert second.is_another
    assert "<h1>Ida Moss (2)</h1>" in director.get(f"/clubs/{club.slug}/members/{second.pk}/").text
    assert (second.public_name, save(director, second, phone="555-0100").status_code) == ("Ida Moss (2)", 302)


def enter(client, club, client_id="new", **typed):
    data = {"client_id": client_id, "name": "Ida Moss", "number": "1", **typed}
    return client.post(f"/clubs/{club.slug}/members/new/", data)


def save(client, member, client_id="save", **typed):
    data = {"client_id": client_id, "name": member.name, "number": member.number, **typed}
    return client.post(f"/clubs/{member.club.slug}/members/{member.pk}/", data)


def test_next_free_number_is_proposed(director, club):
    make_members(club, 4)

    assert 'name="number" value="5"' in director.get(f"/clubs/{club.slug}/members/new/").content.decode()


def test_member_is_entered_with_everything(director, club):
    typed = {
        "short_name": "Ida", "phone": "555", "email": "ida@example.org", "joined_on": "2020-11-03", "is_guest": "on",
        "cannot_move": "on", "partner_deals": "on", "director_notes": "line\r\nline",
    }  # fmt: skip

    for _ in range(2):
        assert enter(director, club, **typed).status_code == 302

    ida = Member.objects.get()
    assert (ida.short_name, ida.is_guest, ida.cannot_move, ida.is_active) == ("Ida", True, True, True)
    assert ida.partner_deals
    assert (f"{ida.joined_on}", ida.director_notes) == ("2020-11-03", "line\nline")


def test_entering_one_after_the_other_leads_to_the_next_form(director, club):
    assert enter(director, club, another="yes").headers["Location"] == f"/clubs/{club.slug}/members/new/"


@pytest.mark.parametrize(
    ("typed", "fault"),
    [
        ({"name": ""}, "Type the name."),
        ({"name": "x" * 81}, "Use up to 80 characters."),
        ({"number": ""}, "Type a number"),
        ({"number": "0"}, "Numbers begin with 1."),
        ({"number": "1e9"}, "Type a whole number"),
        ({"number": "9" * 40}, "Numbers go up to 999999."),
        ({"number": "7"}, "Walt has number 7 already. The next free one is 8."),
        ({"short_name": "x" * 21}, "Use up to 20 characters."),
        ({"email": "nonsense"}, "This is not an email address."),
        ({"joined_on": "yesterday"}, "Write the date as 2026-11-21."),
        ({"director_notes": "x" * 1001}, "Up to 1000 characters."),
        ({"client_id": ""}, "Ida Moss"),
    ],
)
def test_what_will_not_do_is_told_beside_the_field_and_kept(director, club, typed, fault):
    Member.objects.create(club=club, number=7, name="Walt")

    response = enter(director, club, **{"phone": "555-7", **typed})

    assert response.status_code == (409 if "already" in fault else 422)
    assert fault in response.content.decode()
    assert "555-7" in response.content.decode()
    assert club.members.count() == 1


def test_member_is_changed(director, club):
    (ruth,) = make_members(club, 1)

    assert save(director, ruth, name="Ruth Smith", number="12").status_code == 302

    ruth.refresh_from_db()
    assert (ruth.name, ruth.number) == ("Ruth Smith", 12)


def test_notes_are_on_the_directors_page_alone(director, club):
    (ruth,) = make_members(club, 1)
    save(director, ruth, director_notes=NOTES)

    assert NOTES in director.get(f"/clubs/{club.slug}/members/{ruth.pk}/").content.decode()
    for kind in ("referee", "member"):
        response = signed_in(club, kind).get(f"/clubs/{club.slug}/members/{ruth.pk}/")
        assert response.status_code == 403
        assert NOTES not in response.content.decode()
    assert NOTES not in str(list(club.log.values_list()))


def test_guest_becomes_a_member_by_one_key(director, club):
    (ruth,) = make_members(club, 1)
    Member.objects.filter(pk=ruth.pk).update(is_guest=True)
    page = director.get(f"/clubs/{club.slug}/members/{ruth.pk}/").content.decode()
    assert "Make a member" in page

    director.post(f"/clubs/{club.slug}/members/{ruth.pk}/welcome/", {"client_id": "welcome"})

    ruth.refresh_from_db()
    assert (ruth.is_guest, ruth.number, ruth.joined_on is not None) == (False, 1, True)
    assert "Make a member" not in director.get(f"/clubs/{club.slug}/members/{ruth.pk}/").content.decode()


def test_member_is_put_aside_and_taken_back(director, club):
    (ruth,) = make_members(club, 1)
    for at, (typed, is_active) in enumerate((("no", False), ("yes", True))):
        director.post(f"/clubs/{club.slug}/members/{ruth.pk}/active/", {"client_id": str(at), "active": typed})
        ruth.refresh_from_db()
        assert ruth.is_active == is_active


def test_who_was_entered_by_mistake_is_deleted_and_who_played_stays(director, club):
    mistaken, played = make_members(club, 2)
    Entrant.objects.create(event=make_event(club), member=played, number=1, name=played.name)
    pages = [f"/clubs/{club.slug}/members/{one.pk}/delete/" for one in (mistaken, played)]

    assert "Delete Ruth Abernathy?" in director.get(pages[0]).content.decode()
    assert "they are on the list of an event" in director.get(pages[1], follow=True).content.decode()
    told = [director.post(page, {"client_id": page[-20:], "reason": ""}) for page in pages]

    assert [answer.status_code for answer in told] == [302, 409]
    assert list(club.members.all()) == [played]


# -- pairs -------------------------------------------------------------------------------


def test_pairs_are_entered_listed_and_taken_out(director, club):
    one, two = make_members(club, 2)
    address = f"/clubs/{club.slug}/members/pairs/"

    director.post(address, {"client_id": "pair", "first": two.pk, "second": one.pk, "kind": "never_meet"})
    assert "Ruth Abernathy &amp; Walt Kowalski" in director.get(address).content.decode()

    pair = PairRule.objects.get()
    for _ in range(2):
        assert director.post(f"{address}{pair.pk}/remove/", {"client_id": "out"}).status_code == 302
    assert not PairRule.objects.exists()


def test_pair_that_is_none_is_told(director, club):
    (one,), (foreign,) = make_members(club, 1), make_members(make_club(), 1)
    typed = {"client_id": "p", "first": one.pk, "kind": "never_meet"}

    for second in ("", "0", "999999", "x", foreign.pk, one.pk):
        response = director.post(f"/clubs/{club.slug}/members/pairs/", {**typed, "second": second})

        is_same = second == one.pk
        assert response.status_code == (409 if is_same else 422), second
        assert ("Choose two different people." if is_same else "field-error") in response.content.decode()
    assert not PairRule.objects.exists()


# -- the list as a file ------------------------------------------------------------------


def test_export_is_for_directors_with_notes(director, club):
    (ruth,) = make_members(club, 1)
    Member.objects.filter(pk=ruth.pk).update(director_notes="=" + NOTES)

    response = director.get(f"/clubs/{club.slug}/members/export/")

    assert response.headers["Content-Type"] == "text/csv; charset=utf-8"
    assert f"'={NOTES}" in response.content.decode()
    assert signed_in(club, "referee").get(f"/clubs/{club.slug}/members/export/").status_code == 403


# -- sorted, and as a file ---------------------------------------------------------------


def test_list_is_sorted_by_what_its_address_says(director, club):
    names = [member.name for member in make_members(club, 3)]

    assert listed(director, club, "?sort=name") == sorted(names)
    assert listed(director, club, "?sort=-number") == names[::-1]
    page = director.get(f"/clubs/{club.slug}/members/?show=all&sort=name&page=1").text
    assert 'aria-sort="ascending"' in page
    assert 'href="?show=all&amp;sort=-name"' in page


def test_file_holds_what_the_page_shows_to_whoever_asks(director, club):
    one, two = make_members(club, 2)
    Member.objects.filter(pk=one.pk).update(name="=1+1", phone="+1 555 0101", is_guest=True, director_notes=NOTES)
    here = f"/clubs/{club.slug}/members/?find={two.name.split()[0]}&file="

    rows = csv_rows(director.get(f"/clubs/{club.slug}/members/?file=csv"))
    assert rows[:2] == [
        ["No.", "Name", "Short name", "Categories", "Remarks", "Phone", "Email"],
        ["1", "'=1+1", "", "", "Guest", "'+1 555 0101", ""],
    ]
    assert xlsx_rows(director.get(f"{here}xlsx").content)[1:] == [[2, two.name]]
    member = signed_in(club, "member")
    assert csv_rows(member.get(f"{here}csv")) == [rows[0][:5], ["2", two.name, "", "", ""]]
    assert Client().get(f"{here}csv").status_code == 302


def test_file_and_order_keep_the_name_of_who_is_shown_by_initials(director, club):
    one, two, three = make_members(club, 3)
    Member.objects.filter(pk=one.pk).update(initials_only=True, short_name="Ruthie")
    member, here = signed_in(club, "member"), f"/clubs/{club.slug}/members/?sort=-name"

    assert listed(member, club, "?sort=-name") == [two.name, three.name, "R. A."]
    assert [row[1:3] for row in csv_rows(member.get(f"{here}&file=csv"))][3] == ["R. A.", ""]
    assert csv_rows(director.get(f"{here}&file=csv"))[3][1] == one.name


def test_file_of_members_costs_the_same_queries_however_many_there_are(director, club, django_assert_num_queries):
    for number in (3, sample(9, 90)):
        make_members(club, number)
        with django_assert_num_queries(9):
            rows = csv_rows(director.get(f"/clubs/{club.slug}/members/?file=csv"))
    assert len(rows) == sample(13, 94)
