"""The host's pages, and every way by which a host could see what a club keeps to itself."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator
from datetime import timedelta

import pytest
from django.contrib import admin as django_admin
from django.contrib.auth.models import User
from django.core import mail
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from league.acting import permissions
from league.acting.submissions import PASSWORD_ONCE_MORE
from league.evening.judging.deeds.penalties import give_penalty
from league.models import Club, ConductNote, Event, Letter, LogLine, Member, Role
from league.office.accounts.deeds import PASSWORD_AT
from league.office.clubs.deeds.one_time_links import make_setup
from league.office.hosting.deeds import send_news, suspend
from league.office.hosting.hosts import host_acting
from league.urls import urlpatterns
from scoring.models import Entry
from tests.league.makers import acting_as, make_club, make_event, make_members, make_user
from tests.league.test_permission_matrix import World, call, guarded
from tests.sampling import SOAK

pytestmark = pytest.mark.django_db

RIGHT, NEW = "evening-of-cards", "violet harbor lantern"
PHONE, MAIL, REMARK, NOTE = "555-0142", "@example.org", "threw the cards", "shouted at Walt"
PRIVATE = (PHONE, MAIL, REMARK, NOTE)


def signed_in(user: User) -> Client:
    client = Client(raise_request_exception=False)
    client.force_login(user)
    return client


@pytest.fixture
def pat() -> User:
    return make_user(name="Pat Host", username="pat", is_superuser=True, is_staff=True)


@pytest.fixture
def host(pat: User) -> Client:
    return signed_in(pat)


def at(club: Club, rest: str = "") -> str:
    return f"/hosting/clubs/{club.slug}/{rest}"


def told(club: Club) -> list[tuple[str, str]]:
    return list(LogLine.objects.filter(club=club, event=None).order_by("pk").values_list("who", "action"))


def said(club: Club) -> tuple[str, ...]:
    """What the host did, as the club's log has it."""
    return tuple(action for who, action in told(club) if who == "Pat Host, host of the server")


# -- what a host sees --------------------------------------------------------------------


def test_host_alone_is_let_in_and_anybody_else_finds_no_such_page(host, club):
    pages = [one for one in urlpatterns if str(one.pattern).startswith("hosting/")]
    assert len(pages) == 8
    admin, stranger = signed_in(make_user(club, "admin", is_staff=True)), Client()
    for pattern in pages:
        address = reverse(
            f"league:{pattern.name}", kwargs={"slug": club.slug} if "slug" in str(pattern.pattern) else {}
        )
        for method in ("get", "post"):
            assert getattr(admin, method)(address).status_code == 404
            assert getattr(stranger, method)(address).headers["Location"].startswith("/account/sign-in/")
        assert host.get(address).status_code == 200
    assert "Host’s page" in host.get("/clubs/").text
    assert "Host’s page" not in admin.get("/clubs/").text


def test_clubs_are_listed_in_as_many_queries_whatever_their_number(host, club, django_assert_num_queries):
    host.get("/hosting/")
    with django_assert_num_queries(6):  # two of the session, the rows of all, the database's size, how many, a page
        host.get("/hosting/")
    for number in range(30):
        other = make_club(name=f"Club {number:02}", row_count=number)
        make_members(other, 2)
        make_event(other, state="closed")
    with django_assert_num_queries(6):
        page = host.get("/hosting/?sort=-members&page=1").text
    assert "Page 1 of 2" in page
    assert "November 17, 2026" in page


def test_states_mail_and_size_are_told_in_words(host, club):
    now = timezone.now()
    Club.objects.filter(pk=club.pk).update(row_count=1000, counted_at=now, goes_at=now + timedelta(days=3))
    make_club(name="Rests", suspended_at=now)
    make_club(name="Silent", written_times=3)
    user = make_user(club, "admin")
    for number, (state, why, tries) in enumerate(
        (("failed", "refused", 1), ("waiting", "away", 4), ("waiting", "", 0))
    ):
        Letter.objects.create(
            user=user, club=club, key=str(number), state=state, why=why, tries=tries, asked_at=now, next_try_at=now
        )

    page, own = host.get("/hosting/").text, host.get(at(club)).text

    assert all(words in page for words in ("Leaving on ", "Resting", "Silent, written to 3 times", "2 undelivered"))
    assert all(words in own for words in ("rows: 1,000", "2 undelivered", "None yet"))
    assert (
        host.get("/hosting/?file=csv").text.lstrip("\ufeff").splitlines()[0]
        == "Club,Members,Last evening,Rows,Mail,Hall,State"
    )


def test_changes_want_the_password_again(host, club):
    session = host.session
    session[PASSWORD_AT] = 0
    session.save()

    asked = host.post(at(club, "rest/"), {"client_id": "one", "ask": "Pat"})

    assert "Is it you?" in asked.text
    assert Club.objects.get(pk=club.pk).suspended_at is None
    done = host.post(at(club, "rest/"), {"client_id": "one", "ask": "Pat", PASSWORD_ONCE_MORE: RIGHT})
    assert (done.status_code, Club.objects.get(pk=club.pk).suspended_ask) == (302, "Pat")


# -- rest --------------------------------------------------------------------------------

AT_REST = {"archive", "club_log", "delete_club", "keep_club", "put_news_away"}


def test_every_page_of_a_club_at_rest_says_so_but_those_of_a_running_evening(world, pat, monkeypatch):
    """Asked of each address: no page is drawn but the one that says so."""
    suspend(club=world.club, ask="Pat Host, 555-0100", acting=host_acting(pat), client_id="rest")
    client, stranger = signed_in(make_user(world.club, "admin")), Client()
    for who, open_to in ((client, "desk"), (stranger, "seating")):
        said = who.get(f"/clubs/{world.club.slug}/")
        assert (said.status_code, "Ask Pat Host, 555-0100." in said.text) == (403, True)
        evening = reverse("league:event", args=[world.club.slug, world.parts["event_id"]])
        assert f'Tonight goes on: <a href="{evening}">' in said.text
        assert who.get(reverse(f"league:{open_to}", args=[world.club.slug, world.parts["event_id"]])).status_code == 200

    over, seen = make_event(world.club, name="Over", state="closed"), dict[str, bool]()
    monkeypatch.setattr(permissions, "let_in", lambda *_, **__: HttpResponse("open"))
    monkeypatch.setattr(permissions, "render", lambda _, template, *__, **___: HttpResponse(template))
    for pattern, _ in guarded():
        others = {"event_id": over.pk} if "event_id" in pattern.pattern.converters else {}
        answer = call(client, "get", world.address(pattern, **others))
        if answer.status_code == 405:
            answer = call(client, "post", world.address(pattern, **others))
        seen[str(pattern.name)] = answer.text == "league/acting/at_rest.html" or "rests for now" in answer.text
    assert {name for name, rests in seen.items() if not rests} == AT_REST
    assert len(seen) > 200


def test_rest_ends_and_nothing_is_lost(host, club):
    Club.objects.filter(pk=club.pk).update(is_findable=True)
    visitor = Client()
    for client_id in ("one", "one", "two"):
        host.post(at(club, "rest/"), {"client_id": client_id, "ask": "Pat"})
    assert club.slug not in visitor.get("/robots.txt").text
    assert "Resting" in visitor.get("/clubs/").text

    for client_id in ("three", "three"):
        host.post(at(club, "go-on/"), {"client_id": client_id})

    assert visitor.get(f"/clubs/{club.slug}/").status_code == 200
    assert said(club) == ("let the club rest", "let the club go on")


# -- a new admin -------------------------------------------------------------------------


def test_club_is_handed_over_to_one_who_helps_to_run_it(host, club):
    director = Role.objects.get(user=make_user(club, "director", name="Marge Delgado"))
    member = Role.objects.get(user=make_user(club, "member"))
    assert host.post(at(club, "admin/"), {"client_id": "no", "role": member.pk}).status_code == 422

    for _ in range(2):
        assert host.post(at(club, "admin/"), {"client_id": "one", "role": director.pk}).status_code == 302

    director.refresh_from_db()
    assert director.kind == "admin"
    assert said(club) == ("handed the club over",)
    assert "Nobody else helps to run the club." in host.get(at(club, "admin/")).text


def test_invited_admin_gets_in_by_mail_and_the_host_never_sees_the_link(host, club, settings):
    settings.MAIL_IS_SET_UP = True

    answer = host.post(
        at(club, "invite/"), {"client_id": "one", "name": "Ida", "email": "ida@example.org"}, follow=True
    )

    (letter,) = mail.outbox
    link = next(word for word in letter.body.split() if "/l/" in word)
    assert (letter.to, link in answer.text) == (["ida@example.org"], False)
    typed = {"name": "Ida Moss", "sign_in_name": "ida", "email": "ida@example.org", "password": NEW, "again": NEW}
    joined = Client().post(link.removeprefix(settings.PUBLIC_URL), {"client_id": "join", **typed})
    assert joined.headers["Location"] == f"/clubs/{club.slug}/"
    assert club.roles.get(user__username="ida").kind == "admin"
    assert said(club) == ("invited",)


def test_without_mail_the_link_is_shown(host, club):
    assert "/l/" in host.post(at(club, "invite/"), {"client_id": "one", "name": "Ida"}).text


# -- what admins see ---------------------------------------------------------------------


def test_admins_read_news_until_they_put_it_away(club, pat):
    admin, director = (signed_in(make_user(club, kind)) for kind in ("admin", "director"))
    send_news(text="New version <tonight>.", acting=host_acting(pat))

    page = admin.get(f"/clubs/{club.slug}/members/").text

    assert "New version &lt;tonight&gt;." in page
    assert "New version" not in director.get(f"/clubs/{club.slug}/members/").text
    for _ in range(2):
        assert admin.post(f"/clubs/{club.slug}/news/put-away/", {"client_id": "away"}).status_code == 302
    assert "New version" not in admin.get(f"/clubs/{club.slug}/members/").text


def test_admins_see_until_when_they_can_keep_the_club(club, settings):
    settings.IS_PUBLIC = True
    admin = signed_in(make_user(club, "admin"))
    address = f"/clubs/{club.slug}/delete/"
    assert "Delete it in 30 days" in admin.get(address).text

    answer = admin.post(address, {"client_id": "ask", "name": club.name})

    assert answer.headers["Location"] == address
    page = admin.get(address).text
    assert all(words in page for words in ("will be deleted on", "Keep the club", f"/clubs/{club.slug}/archive/"))
    assert "Keep it, or save its file" in admin.get(f"/clubs/{club.slug}/").text
    assert admin.post(f"{address}keep/", {"client_id": "keep"}).status_code == 302
    assert "will be deleted" not in admin.get(f"/clubs/{club.slug}/settings/").text


# -- what a host could see of what a club keeps to itself --------------------------------


@pytest.fixture
def secretive(world: World) -> World:
    """Where every member has a phone and an address, and somebody has a note and a remark on a card."""
    Member.objects.filter(club=world.club).update(phone=PHONE, email=f"player{MAIL}", director_notes=NOTE)
    ConductNote.objects.filter(club=world.club).update(text=NOTE)
    payload = {"seat": "N", "code": "ruling", "points": 40, "count": 1, "hand": None, "note": REMARK}
    give_penalty(table=world.table, payload=payload, player="Ruth", acting=acting_as(), client_id="penalty")
    make_user(world.club, "admin", email=f"carol{MAIL}")
    assert Entry.objects.filter(payload__note=REMARK).exists()
    return world


def admin_pages() -> Iterator[str]:
    """Every page of Django's admin site, of each row there is, and searches that would guess an address."""
    yield "/admin/"
    for model, pages in django_admin.site._registry.items():
        name = f"{model._meta.app_label}_{model._meta.model_name}"
        changelist = reverse(f"admin:{name}_changelist")
        yield changelist
        yield f"{changelist}?q=example.org"
        yield f"{changelist}?email__contains=example.org"
        yield f"{changelist}?club_roles__member__phone__contains=555"
        yield f"{changelist}add/"
        for pattern in pages.get_urls():
            if "<path:object_id>" in str(pattern.pattern) or "<id>" in str(pattern.pattern):
                for key in model._default_manager.values_list("pk", flat=True):
                    yield changelist + str(pattern.pattern).replace("<path:object_id>", str(key)).replace(
                        "<id>", str(key)
                    )


def test_host_sees_nothing_private_without_a_line_in_the_clubs_log(secretive, host, pat, printed):
    """Every page of the host's, of nobody's and of Django's admin; the pages of a club take a host for a stranger
    (test_permission_matrix.py, by the caller "host")."""
    User.objects.filter(pk=pat.pk).update(email="")
    addresses = [secretive.address(one) for one in urlpatterns if SOAK or not hasattr(one.callback, "action")]
    pages = list(admin_pages())
    seen, lines = set(), {}
    for address in (*addresses, *pages):
        text = host.get(address).getvalue().decode(errors="replace")
        if any(word in text for word in PRIVATE):
            seen.add(address)
            lines[address] = said(secretive.club)

    accounts = User.objects.filter(club_roles__club=secretive.club).exclude(email="")
    assert seen == {f"/admin/auth/user/{one.pk}/change/" for one in accounts}
    assert set(lines.values()) == {("looked at an account, with its email",)}
    assert (len(addresses) > 30, len(pages) > 50) == (True, True)


def test_archive_is_the_hosts_by_post_alone_and_stands_in_the_log(secretive, host, printed):
    address = at(secretive.club, "archive/")
    answer = host.post(address, {"client_id": "take"})

    with zipfile.ZipFile(io.BytesIO(answer.getvalue())) as archive:
        assert NOTE in archive.read("tables/conduct_notes.jsonl").decode()
    assert said(secretive.club) == ("took the club’s file",)
    log = signed_in(make_user(secretive.club, "admin")).get(f"/clubs/{secretive.club.slug}/log/").text
    assert "Pat Host, host of the server" in log
    assert "Took the club’s file" in log


def test_account_taken_over_in_the_admin_pages_stands_in_the_log_of_each_of_its_clubs(host, club):
    carol, other = make_user(club, "admin", username="carol"), make_club()
    Role.objects.create(club=other, user=carol, kind="director")
    address = f"/admin/auth/user/{carol.pk}/"

    for _ in range(2):
        host.get(f"{address}change/")
    host.post(
        f"{address}password/",
        {"password1": NEW, "password2": NEW, "usable_password": "true"},
    )
    host.post(f"{address}delete/", {"post": "yes"})

    expected = ("looked at an account, with its email", "changed an account", "deleted an account")
    assert (said(club), said(other)) == (expected, expected)
    assert not User.objects.filter(username="carol").exists()


def test_link_from_the_server_for_a_new_password_stands_in_the_log(club):
    carol = make_user(club, "admin", username="carol")
    secret = make_setup(user=carol)
    Client().post(f"/l/{secret}/", {"client_id": "use", "password": NEW, "again": NEW})

    assert told(club) == [("Carol Reyes", "chose a new password by a link from the server")]


def test_evening_that_runs_is_played_to_its_end_while_the_club_rests(world, pat):
    suspend(club=world.club, ask="Pat", acting=host_acting(pat), client_id="rest")
    event = Event.objects.get(pk=world.parts["event_id"])
    director = signed_in(make_user(world.club, "director"))
    close = reverse("league:close_round", args=[world.club.slug, event.pk, 1])

    assert director.get(close).status_code == 200
    assert director.post(close, {"client_id": "close", "reason": "All in"}).status_code == 302
