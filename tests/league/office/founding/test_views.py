"""A club that a visitor starts: from the form and the mail to the first night, and who sees it until then."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from django.core import mail
from django.test import Client
from django.utils import timezone

from league.evening.tables.passes import pass_of, to_read_along
from league.models import Club, Event, Letter, MailProof, Member, Notice, Role
from league.office.founding import deeds
from league.office.hosting.deeds import STAYS_FOR
from league.office.mailed.sending import Codes
from league.season.notices import post
from league.urls import urlpatterns
from pinochle_club.ground.dates import calendar_day
from scoring.templatetags.codes import qr_code
from tests.league.makers import make_club, make_event, make_user
from tests.league.test_permission_matrix import OPEN, admin_of_another_club, make_world, tried

pytestmark = pytest.mark.django_db

START = "/start-a-club/"
TYPED: dict[str, Any] = {
    "name": "Bingham Card Party",
    "who": "Ruth Abernathy",
    "email": "Ruth@Example.org",
    "rules": "npa",
    "people": "12",
    "weekday": "1",
    "start": "19:00",
    "hall": "Parish hall",
    "street": "12 Oak Street, Bingham",
    "client_id": "asked",
}


@pytest.fixture(autouse=True)
def is_open(settings: Any) -> None:
    settings.FOUNDING, settings.MAIL_IS_SET_UP, settings.EMAIL_URL = "open", True, "smtp://mail"


def ask(client: Client, **typed: Any) -> str:
    """The address of the page that wants the code."""
    response = client.post(START, {**TYPED, **typed})
    assert response.status_code == 302, response.content.decode()
    return str(response.headers["Location"])


def mailed_code() -> str:
    Codes()(lambda: True)
    return re.findall(r"^(\d{6}) is", str(mail.outbox[-1].subject))[0]


def found(client: Client, **typed: Any) -> Club:
    address = ask(client, **typed)
    client_id = typed.get("client_id", "coded")
    response = client.post(address, {"code": mailed_code(), "client_id": f"{client_id}-1"})
    assert response.status_code == 302, response.content.decode()
    return Club.objects.get(slug=response.headers["Location"].split("/")[2])


def test_code_by_mail_makes_a_club_that_works_and_signs_its_founder_in(client):
    address = ask(client)
    assert (Club.objects.count(), "_auth_user_id" in client.session) == (0, False)
    code = mailed_code()

    response = client.post(address, {"code": f"{code[:3]} {code[3:]}", "client_id": "b"}, follow=True)

    club, role = Club.objects.get(), Role.objects.get()
    assert response.redirect_chain == [(f"/clubs/{club.slug}/", 302)]
    assert (club.name, club.about) == (TYPED["name"], "Tuesdays at 7:00 pm.")
    assert (club.hall, club.street) == (TYPED["hall"], TYPED["street"])
    assert (role.kind, role.user.email, role.member.name) == ("admin", "Ruth@example.org", TYPED["who"])
    assert role.member.email == TYPED["email"]
    event = Event.objects.get()
    assert (event.played_on.weekday(), event.series.weekday, event.rules.house_rules.key) == (1, 1, "npa")
    assert [step["is_done"] for step in response.context["steps"]] == [False, True, True, False, False]
    assert "Only you and people you invite see this club." in response.content.decode()
    again = Client().post(address, {"code": code, "client_id": "b"})
    assert (again.headers["Location"], Club.objects.count()) == (f"/clubs/{club.slug}/", 1)
    assert Client().post(address, {"code": code, "client_id": "c"}).status_code == 422


def test_wrong_and_old_codes_make_nothing(client):
    address, code = ask(client), mailed_code()
    wrong = f"{(int(code) + 1) % 10**6:06d}"
    answers = [client.post(address, {"code": wrong, "client_id": f"w{at}"}) for at in range(5)]
    answers.append(client.post(address, {"code": code, "client_id": "right"}))
    assert ([one.status_code for one in answers], Club.objects.count()) == ([422] * 6, 0)

    address, code = ask(client, client_id="later"), mailed_code()
    MailProof.objects.update(at=timezone.now() - timedelta(minutes=16))
    assert client.post(address, {"code": code, "client_id": "x"}).status_code == 422
    assert not Club.objects.exists()


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ({"name": "Оak Park Pinochle"}, "Use the letters of one alphabet."),
        ({"name": "St Hi1ary"}, "A club here has that name, or nearly."),
        ({"name": "St HiIary"}, "A club here has that name, or nearly."),
        ({"name": "Vvest Bumham"}, "A club here has that name, or nearly."),
        ({"name": "Admin"}, "That name could be anybody’s."),
        ({"email": "ruth"}, "This is not an email address."),
        ({"rules": "club nowhere"}, "Choose one of those shown."),
    ],
)
def test_what_cannot_be_is_said_beside_its_field_and_keeps_what_was_typed(client, typed, said):
    for name in ("St. Hilary", "West Burnham"):
        make_club(name=name)
    response = client.post(START, {**TYPED, **typed})
    assert (response.status_code, MailProof.objects.count()) == (422, 0)
    assert said in response.content.decode()
    assert TYPED["street"] in response.content.decode()


def test_closed_there_is_no_such_page(client, settings):
    settings.FOUNDING = "closed"
    assert [client.get(address).status_code for address in (START, f"{START}abc/")] == [404, 404]
    assert START not in client.get("/clubs/").content.decode()


def test_strangers_see_nothing_of_it_until_its_first_evening_is_closed(client, django_capture_on_commit_callbacks):
    club = found(client)
    event = Event.objects.get()
    Club.objects.update(is_findable=True)
    stranger, other = Client(), Client()
    other.force_login(make_user(make_club(), "admin"))
    pages = [f"/clubs/{club.slug}/", f"/clubs/{club.slug}/events/{event.pk}/", f"/clubs/{club.slug}/members/"]
    pages += [f"/clubs/{club.slug}/api/", f"/clubs/{club.slug}/calendar.ics"]
    none = [page.replace(club.slug, "nowhere") for page in pages]
    seen = [[who.get(page) for page in pages] for who in (stranger, other)]
    unknown = [[who.get(page) for page in none] for who in (stranger, other)]
    said = [[(one.status_code, one.content) for one in each] for each in seen]
    assert said == [[(one.status_code, one.content) for one in each] for each in unknown]
    for address in ("/clubs/", "/robots.txt", "/t/"):
        assert club.slug not in stranger.get(address).content.decode()
        assert club.name not in stranger.get(address).content.decode()
    assert club.name in client.get("/clubs/").content.decode()

    event.state = Event.State.CLOSED
    for state, is_public in (("planned", False), ("closed", True)):
        event.rounds.create(number=event.rounds.count() + 1, state=state)
        with django_capture_on_commit_callbacks(execute=True):
            deeds.evening_closed(event)
        assert Club.objects.get(pk=club.pk).is_public is is_public
    assert stranger.get(pages[0]).status_code == 200
    assert club.name in stranger.get("/clubs/").content.decode()


def test_a_link_of_the_club_lets_a_browser_in_and_a_made_up_one_does_not(client):
    club = found(client)
    stranger, member = Client(), Member.objects.get()
    assert stranger.get(f"/clubs/{club.slug}/next/{member.pk}/made-up/").status_code == 404
    assert stranger.get(f"/clubs/{club.slug}/").status_code == 404
    evening = Event.objects.get()
    assert stranger.post(pass_of(evening, 1).path).status_code == 302
    assert stranger.get(f"/clubs/{club.slug}/").status_code == 200

    shown = to_read_along(evening)
    assert qr_code(shown) in client.get(f"/clubs/{club.slug}/events/{evening.pk}/projector/").content.decode()
    reader = Client()
    assert reader.get(f"{shown[:-5]}xxxx/").status_code == 404
    assert reader.get(f"/clubs/{club.slug}/").status_code == 404
    at_the_wall = reader.get(shown.removeprefix("http://testserver"), follow=True)
    assert (at_the_wall.status_code, at_the_wall.redirect_chain[-1][0]) == (
        200,
        f"/clubs/{club.slug}/events/{evening.pk}/",
    )
    Club.objects.update(is_public=True)
    evening.refresh_from_db()
    assert to_read_along(evening) == ""


def test_host_lets_a_club_in_or_turns_it_down_and_its_admin_is_told(
    client, settings, django_capture_on_commit_callbacks
):
    settings.FOUNDING = "asked"
    host = make_user(is_superuser=True, name="Hank Host", email="hank@example.org")
    with django_capture_on_commit_callbacks(execute=True):
        club = found(client)
    assert (mail.outbox[-1].to, mail.outbox[-1].subject) == ([host.email], f"{club.name} asks to be let in")
    page = Client()
    assert page.get("/founding/").status_code == 302
    page.force_login(make_user())
    assert page.get("/founding/").status_code == 404
    page.force_login(host)
    assert club.name in page.get("/founding/").content.decode()
    assert page.get(f"/clubs/{club.slug}/").status_code == 200

    for number in (1, 1, 2):
        assert page.post(f"/founding/{club.slug}/turn-down/", {"client_id": f"no-{number}"}).status_code == 302
    while post.send_some(lambda: True):
        pass
    goes = calendar_day(timezone.now() + STAYS_FOR, club.date_style)
    (told,) = mail.outbox[2:]
    assert (told.to, told.subject) == (["Ruth@example.org"], f"{club.name}: to be deleted on {goes}")
    assert ("turned Bingham" in told.body, f"/clubs/{club.slug}/archive/" in told.body) == (True, True)
    assert Client().get(f"/clubs/{club.slug}/").status_code == 404
    leaving = client.get(f"/clubs/{club.slug}/delete/").content.decode()
    assert ("Download the archive" in leaving, "Keep the club" in leaving) == (True, False)
    assert client.post(f"/clubs/{club.slug}/delete/keep/", {"client_id": "k"}).status_code == 409
    assert Club.objects.get(pk=club.pk).goes_at is not None

    assert page.post(f"/founding/{club.slug}/let-in/", {"client_id": "yes"}).status_code == 302
    assert (mail.outbox[-1].subject, mail.outbox[-1].to) == (f"{club.name} is in", ["Ruth@example.org"])
    assert Client().get(f"/clubs/{club.slug}/").status_code == 200
    assert Club.objects.get(pk=club.pk).goes_at is None


def test_host_is_told_of_a_club_that_waits_whoever_made_it(settings, django_capture_on_commit_callbacks):
    """An account that has one already; and one whose name another took while it waited for its first evening."""
    host = make_user(is_superuser=True, name="Hank Host", email="hank@example.org")
    admin = Client()
    admin.force_login(make_user(make_club(), "admin"))
    typed = {"date_style": "us", "currency": "USD", "paper": "letter"}
    for founding, name in (("open", "Elm Club"), ("asked", "Oak Club")):
        settings.FOUNDING = founding
        with django_capture_on_commit_callbacks(execute=True):
            admin.post("/clubs/new/", {**typed, "name": name, "client_id": name})
    late = Club.objects.get(name="Elm Club")
    make_club(name="Eim Club")
    event = make_event(late, state="closed")
    event.rounds.create(number=1, state="closed")
    with django_capture_on_commit_callbacks(execute=True):
        deeds.evening_closed(event)

    told = [(one.to, one.subject) for one in mail.outbox]
    assert told == [([host.email], f"{name} asks to be let in") for name in ("Oak Club", "Elm Club")]


def test_what_an_admin_makes_where_anybody_starts_clubs_waits_as_any_other(settings):
    admin, maker = make_user(make_club(), "admin"), Client()
    maker.force_login(admin)
    typed = {"date_style": "us", "currency": "USD", "paper": "letter"}
    answers = [
        maker.post("/clubs/new/", {**typed, "name": f"Elm Club {at}", "client_id": f"n{at}"}) for at in (1, 1, 2, 3, 4)
    ]
    assert [one.status_code for one in answers] == [302, 302, 302, 302, 422]
    assert list(Club.objects.filter(is_public=False).values_list("waits_for", flat=True)) == ["evening"] * 3
    settings.FOUNDING = "closed"
    assert maker.post("/clubs/new/", {**typed, "name": "Fir Club", "client_id": "n5"}).status_code == 302
    assert Club.objects.get(name="Fir Club").is_public


def test_example_evening_comes_and_goes_by_one_key_and_counts_nowhere(client):
    club = found(client)
    before = Member.objects.count(), Event.objects.count(), Role.objects.count()

    first = client.post(f"/clubs/{club.slug}/example/", {"client_id": "e1"})
    again = client.post(f"/clubs/{club.slug}/example/", {"client_id": "e2"})

    example = Club.objects.get(example_of=club)
    event = Event.objects.get(club=example)
    assert first.headers["Location"] == again.headers["Location"] == f"/clubs/{example.slug}/events/{event.pk}/"
    assert client.get(first.headers["Location"]).status_code == 200
    assert event.entrants.filter(state="here").count() == 11
    assert (club.members.count(), club.events.count()) == (1, 1)
    assert Client().get(f"/clubs/{example.slug}/").status_code == 404

    Event.objects.filter(club=example).delete()
    assert client.post(f"/clubs/{club.slug}/example/", {"client_id": "e3"}).status_code == 302
    assert (example.events.count(), example.members.count()) == (1, 12)

    gone = client.post(f"/clubs/{example.slug}/example/delete/", {"client_id": "d"})

    assert gone.headers["Location"] == f"/clubs/{club.slug}/"
    assert (Member.objects.count(), Event.objects.count(), Role.objects.count()) == before
    assert client.post(f"/clubs/{club.slug}/example/delete/", {"client_id": "d2"}).status_code == 409


def test_first_steps_are_put_away_by_one_key(client):
    club = found(client)
    assert client.get(f"/clubs/{club.slug}/").context["steps"]
    assert client.post(f"/clubs/{club.slug}/first-steps/away/", {"client_id": "p"}).status_code == 302
    assert client.get(f"/clubs/{club.slug}/").context["steps"] == []


def test_the_game_of_this_browser_and_rules_of_a_public_club_are_taken_over(client):
    client.cookies["our_game"] = '{"book":"npa","changes":{"game.target":400}}'
    club = found(client, rules="ours")
    book = club.house_rules.get().versions.get().book_version.book
    assert (book.game.target, club.house_rules.get().based_on) == (400, "npa")

    Club.objects.update(is_public=True)
    other = found(client, rules=f"club {club.slug}", name="Oak Park Club", client_id="second")
    assert other.house_rules.get().versions.get().book_version.book.game.target == 400


def test_a_known_address_gets_the_same_answer_and_its_own_account(client):
    first = found(client)
    user = Role.objects.get().user
    second = found(Client(), name="Oak Park Club", client_id="second")
    assert set(Role.objects.filter(user=user).values_list("club", flat=True)) == {first.pk, second.pk}
    thief = make_user(email="marge@example.org")  # typed by somebody who doesn't read that mail
    found(Client(), name="Elm Club", client_id="third", email="marge@example.org")
    assert not thief.club_roles.exists()


def test_a_club_that_nobody_let_in_mails_few_links_and_no_notices(client, monkeypatch):
    club = found(client)
    monkeypatch.setattr("league.office.clubs.views.one_time_links.MAILS_OF_A_NEW_CLUB", 1)
    for number in range(2):
        typed = {"name": f"Walt {number}", "kind": "director", "email": f"walt{number}@example.org"}
        client.post(f"/clubs/{club.slug}/roles/invite/", {**typed, "client_id": f"i{number}"})
    assert [one.to for one in mail.outbox[1:]] == [["walt0@example.org"]]
    now = timezone.now()
    notice = Notice.objects.create(event=Event.objects.get())
    Letter.objects.create(notice=notice, member=Member.objects.get(), asked_at=now, next_try_at=now)
    assert not post.send_some(lambda: True)


def test_no_club_takes_another_ones_name_later_where_anybody_starts_clubs(client):
    club = found(client)
    other = make_club(name="Oak Park Seniors")
    page = client.get(f"/clubs/{club.slug}/settings/")
    typed = {**page.context["form"].initial, "name": "Оak Park Seniors", "client_id": "s"}
    assert client.post(f"/clubs/{club.slug}/settings/", typed).status_code == 422
    typed["name"] = "oak-park seniors"
    assert client.post(f"/clubs/{club.slug}/settings/", typed).status_code == 422
    assert client.post(f"/clubs/{club.slug}/settings/", {**typed, "name": "Bingham"}).status_code == 302
    assert other.name in client.get("/clubs/").content.decode()


def test_tablet_without_a_camera_types_the_pin_of_an_evening_that_is_not_listed(client):
    found(client)
    Event.objects.update(played_on=timezone.localdate())
    given = pass_of(Event.objects.select_related("club").get(), 1)
    address, tablet = given.typed_at.removeprefix("http://testserver"), Client()
    page = tablet.get(address).content.decode()
    assert f"Evening {given.event_id}" in page
    assert "Tuesday cards" not in page + tablet.get("/t/").content.decode()
    typed = {"table": "1", "pin": given.pin, "event": given.event_id, "client_id": "t"}
    assert tablet.post(address, typed).headers["Location"] == f"/tables/{given.event_id}/"


def test_no_address_of_a_club_that_waits_answers_an_admin_of_another():
    world, seen = make_world(), set[tuple[str, int]]()
    Club.objects.filter(pk=world.club.pk).update(is_public=False, waits_for="evening")
    client = admin_of_another_club(world)
    for place, one in enumerate(urlpatterns):
        # The host's pages are nobody else's; what a tablet asks under its card's secret names no club.
        if "slug" in one.pattern.converters and one.name not in OPEN:
            answers = {answer.status_code for answer in tried(client, world.address(one), place)}
            seen |= {(str(one.name), status) for status in answers - {404}}
    assert seen == set()
