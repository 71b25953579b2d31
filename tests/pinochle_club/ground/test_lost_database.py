"""A database connection that is lost costs a retry, and no entry; with the database away, a page says so in words."""

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from io import BytesIO
from typing import Any
from urllib.parse import urlencode

import psycopg
import pytest
from django.core.handlers.wsgi import WSGIRequest
from django.db import OperationalError, connection, connections
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory
from psycopg.errors import AdminShutdown, DeadlockDetected, LockNotAvailable

from pinochle_club.ground import lost_database
from pinochle_club.ground.error_pages import DatabaseAway
from pinochle_club.middleware import ask_again
from scoring.models import Entry
from tests.club_server import ClubServer
from tests.league.makers import make_club, make_user
from tests.tablet import Page, Tablet

on_postgres = pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite has no connection to lose")
FORM = "application/x-www-form-urlencoded"


# -- at the club -------------------------------------------------------------------------


@pytest.fixture
def tablet(club_server: ClubServer) -> Tablet:
    return Tablet(club_server.url)


@on_postgres
def test_connection_lost_between_two_requests_is_not_noticed(club_server: ClubServer, tablet: Tablet):
    page = tablet.open(tablet.begin("st-hilary"))
    written = len(club_server.log.read_text())

    for _ in range(8):  # whichever process answers
        club_server.cut_connections()
        assert tablet.get("/health").status == 200
    assert club_server.cut_connections() > 0
    assert tablet.save(page, first_dealer="N").is_saved

    log = club_server.log.read_text()[written:]  # the worker, which lives on a connection of its own, may say goodbye
    assert "lost on the way" not in log
    assert "Traceback" not in log


@on_postgres
def test_connection_lost_on_the_way_costs_one_retry(club_server: ClubServer, tablet: Tablet):
    page = tablet.open(tablet.begin("st-hilary"))
    written = len(club_server.log.read_text())

    with ThreadPoolExecutor() as pool:
        with club_server.writing():
            saving = pool.submit(tablet.save, page, first_dealer="N")
            cut(club_server, "wait_event_type = 'Lock'")
        answer = saving.result()

    assert answer.is_saved, club_server.log.read_text()[written:]
    assert entries_with(club_server, page.hidden["client_id"]) == 1
    log = club_server.log.read_text()[written:]
    assert "in the end it was OK" in log
    assert "Traceback" not in log


@on_postgres
def test_with_the_database_away_a_page_says_so_and_asks_again(club_server: ClubServer, tablet: Tablet):
    card = tablet.begin("st-hilary")
    page = tablet.open(card)
    with club_server.database_away():
        health, shown, refused = tablet.get("/health"), tablet.get(card), tablet.save(page, first_dealer="N")
    saved = tablet.save(page, first_dealer="N")

    assert (health.status, shown.status, refused.status) == (503, 503, 503)
    assert "tries again by itself every few seconds" in shown.text
    assert '<meta http-equiv="refresh" content="5">' in shown.text
    assert "What you just sent isn’t saved yet" in refused.text
    assert "refresh" not in refused.text  # it would ask for a page that only takes a form
    assert saved.is_saved
    assert entries_with(club_server, page.hidden["client_id"]) == 1
    assert tablet.get("/health").status == 200


def cut(club: ClubServer, which: str) -> None:
    end = time.monotonic() + 20
    while not club.cut_connections(which):
        assert time.monotonic() < end, "nobody waits"
        time.sleep(0.05)


def entries_with(club: ClubServer, client_id: str) -> int:
    return len(club.rows(f"SELECT 1 FROM scoring_entry WHERE client_id = '{client_id}'"))


@pytest.mark.parametrize(
    ("cause", "is_asked_again"),
    [
        (AdminShutdown(), True),
        (psycopg.OperationalError(), True),
        (DeadlockDetected(), True),
        (LockNotAvailable(), False),
    ],
)
def test_what_postgresql_took_back_is_asked_again(cause: psycopg.Error, is_asked_again: bool):
    error = OperationalError()
    error.__cause__ = cause

    assert lost_database.is_loss(error) == is_asked_again


# -- while it is away --------------------------------------------------------------------


@pytest.mark.parametrize(("tries_away", "patience", "status"), [(0, 0, 200), (1, 0, 200), (3, 10, 200), (3, 0, 503)])
def test_request_waits_for_a_restart_and_not_for_ever(settings, monkeypatch, tries_away, patience, status):
    settings.DATABASE_PATIENCE = patience
    monkeypatch.setattr(time, "sleep", lambda seconds: None)
    answers = [DatabaseAway()] * tries_away + [HttpResponse("saved")]
    asked = []

    def view(request):
        asked.append(request.POST["hand"])
        return answers.pop(0)

    answer = ask_again(view)(posted("/", hand="27"))

    assert answer.status_code == status
    assert asked == ["27"] * (tries_away + 1 if status == 200 else 2)


def test_who_comes_late_in_a_long_outage_is_told_at_once(settings, monkeypatch):
    now = [1000.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    monkeypatch.setattr(time, "sleep", lambda seconds: now.__setitem__(0, now[0] + seconds))
    settings.DATABASE_PATIENCE = 5
    asked: list[float] = []

    def never_there(request: HttpRequest) -> HttpResponse:
        asked.append(now[0])
        return DatabaseAway()

    ask = ask_again(never_there)

    waited = [time_of(ask, now) for _ in range(3)]
    now[0] += lost_database.OVER_AFTER + 1  # nobody found it away meanwhile: this is another outage
    waited.append(time_of(ask, now))

    assert waited == [5, 0, 0, 5]


@pytest.mark.parametrize(("has_answered", "waited"), [(True, 5), (False, 0)])
def test_outage_after_an_answer_is_another_one(settings, monkeypatch, has_answered, waited):
    now = [1000.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    monkeypatch.setattr(time, "sleep", lambda seconds: now.__setitem__(0, now[0] + seconds))
    settings.DATABASE_PATIENCE = 5
    is_away = [True]
    ask = ask_again(lambda request: DatabaseAway() if is_away[0] else HttpResponse("saved"))
    assert [time_of(ask, now), time_of(ask, now)] == [5, 0]

    is_away[0] = False
    monkeypatch.setattr(connections["default"], "health_check_done", has_answered)
    assert ask(posted("/", hand="27")).status_code == 200
    is_away[0] = True

    assert time_of(ask, now) == waited


def time_of(ask, now):
    began = now[0]
    assert ask(posted("/", hand="27")).status_code == 503
    return now[0] - began


def posted(path: str, **fields: str) -> WSGIRequest:
    """As the server hands it on: what was posted can be read again."""
    body = urlencode(fields).encode()
    environ: dict[str, Any] = {"wsgi.input": BytesIO(body)}
    return RequestFactory().generic("POST", path, body, FORM, **environ)


# -- in this process ---------------------------------------------------------------------


@pytest.fixture
def visitor() -> Client:
    return Client(raise_request_exception=False)


def post(client: Client, path: str, **fields: str):
    """Sent as the server hands it on: what was posted can be read again."""
    body = urlencode(fields).encode()
    environ: dict[str, Any] = {"wsgi.input": BytesIO(body)}
    return client.generic("POST", path, body, FORM, **environ)


@pytest.mark.django_db(transaction=True)
@on_postgres
def test_commit_of_which_the_word_was_lost_counts_once(visitor: Client, monkeypatch: pytest.MonkeyPatch):
    visitor.get("/")
    card = post(visitor, "/cards/", book="st-hilary", start="a" * 32).headers["Location"]
    page = Page(visitor.get(card).content.decode())
    kind: Any = type(connections["default"])
    commit = kind._commit
    lost: list[Any] = []

    def commit_and_lose(self: Any) -> None:
        commit(self)
        if not lost:
            lost.append(True)
            with self.wrap_database_errors:
                self.connection.execute("SELECT pg_terminate_backend(pg_backend_pid())")

    monkeypatch.setattr(kind, "_commit", commit_and_lose)

    answer = post(visitor, page.action, **page.hidden, first_dealer="N")

    assert lost
    assert answer.status_code == 302, answer.content.decode()
    assert Entry.objects.count() == 1


@pytest.mark.django_db(transaction=True)
@on_postgres
def test_session_that_could_not_be_read_is_read_again(visitor: Client):
    """Long before any view: the middleware that signs in asks for it."""
    club = make_club()
    visitor.force_login(make_user(club, "admin"))

    environ: dict[str, Any] = {"wsgi.input": BytesIO()}
    with lost_with_the_session() as lost:
        answer = visitor.get(f"/clubs/{club.slug}/members/", **environ)

    assert lost
    assert answer.status_code == 200


@pytest.mark.django_db(transaction=True)
@on_postgres
def test_form_of_djangos_own_admin_is_not_sent_twice(visitor: Client):
    """It carries no id that would tell whether it was done."""
    visitor.force_login(make_user(make_club(), "admin", is_staff=True, is_superuser=True))

    with lost_with_the_session() as lost:
        answer = post(visitor, "/admin/logout/")

    assert lost
    assert answer.status_code == 503


@contextmanager
def lost_with_the_session() -> Iterator[list[str]]:
    """The database goes away as it is asked for a session, once; the statement on which it went."""
    broken: list[str] = []

    def execute(run, sql, params, many, context):
        if '"session_data"' in sql and sql.startswith("SELECT") and not broken:
            broken.append(sql)
            context["cursor"].execute("SELECT pg_terminate_backend(pg_backend_pid())")
        return run(sql, params, many, context)

    with connection.execute_wrapper(execute):
        yield broken
