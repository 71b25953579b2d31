"""The code by which a hall's computer fetches its evening, and the line it is asked on."""

from __future__ import annotations

import io
import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client, RequestFactory
from django.utils import timezone

from league.acting.log import Refused
from league.models import Event, Fetched, Lending, LogLine
from league.office.accounts.deeds import CoolingOff
from league.outside.archive.reading import Archive
from league.outside.hall import codes, fetching
from league.outside.hall.codes import LASTS, TRIES, code_of, lending_of_code, letters_in, new_code
from league.outside.hall.deeds import key_of
from league.outside.hall.fetching import NOBODY, NOT_HOME, fetch_from_home
from league.outside.hall.forms import NO_ADDRESS, NO_CODE, HomeForm
from league.outside.hall.hearing import one_at_a_time
from league.outside.hall.line import (
    DELTA,
    LIMITS,
    NUMBER,
    PROOF,
    WHOLE,
    Answer,
    Delta,
    InBetween,
    NoLine,
    Reply,
    home_of,
    proof_of_answer,
    tell_home,
)
from pinochle_club.ground import uploads
from tests.league.makers import acting_as
from tests.league.outside.hall.elsewhere import elsewhere
from tests.league.outside.hall.evenings import World

pytestmark = pytest.mark.django_db
ADMIN = acting_as("admin")


def code_for(event: Event) -> str:
    return letters_in(code_of(event.lendings.get(), timezone.now()))


def by_code(code: str, computer: str = "laptop", address: str = "hall") -> Lending:
    return lending_of_code(code=code, computer=computer, address=address)


def test_a_code_opens_its_evening_for_one_computer_again_and_again(world: World) -> None:
    code = code_for(world.event)
    assert code_of(world.event.lendings.get(), timezone.now()) == f"{code[:3]} {code[3:]}".upper()
    assert by_code(code).event == world.event
    first = world.event.lendings.get().fetched_at
    assert by_code(code).fetched_at == first
    with pytest.raises(Refused, match="Another computer fetched this evening"):
        by_code(code, computer="another")
    assert LogLine.objects.filter(action="fetched the evening").count() == 1


def test_a_code_is_over_after_an_hour_and_when_there_is_a_new_one(world: World) -> None:
    lending, now = world.event.lendings.get(), timezone.now()
    assert code_of(lending, now + LASTS) == code_of(lending, now - LASTS) == ""
    old = code_for(world.event)
    new_code(event=world.event, acting=ADMIN, client_id="new")
    new = code_for(world.event)
    new_code(event=world.event, acting=ADMIN, client_id="new")
    assert code_for(world.event) == new != old
    with pytest.raises(Refused, match="No evening waits"):
        by_code(old)
    Lending.objects.update(code_until=now - timedelta(seconds=1))
    with pytest.raises(Refused, match="No evening waits"):
        by_code(new)


def test_guesses_are_counted_by_address_and_in_all(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    for _ in range(TRIES):
        with pytest.raises(Refused):
            by_code("222222")
    with pytest.raises(CoolingOff):
        by_code(code_for(world.event))
    assert by_code(code_for(world.event), address="elsewhere").event == world.event
    monkeypatch.setattr(codes, "TRIES_IN_ALL", TRIES)
    with pytest.raises(CoolingOff):
        by_code(code_for(world.event), address="elsewhere")


def test_home_gives_the_evening_to_the_hall_for_its_code(world: World, client: Client) -> None:
    asked = {"code": code_for(world.event), "computer": "laptop"}
    given = client.post("/hall/lent/", asked)
    assert (given.status_code, given.headers["Content-Type"]) == (200, WHOLE)
    wrong = client.post("/hall/lent/", {**asked, "code": "222222"})
    assert (wrong.status_code, "No evening waits" in json.loads(wrong.content)["says"]) == (422, True)
    for _ in range(TRIES):
        wrong = client.post("/hall/lent/", {"code": "é" * 9})
    assert (wrong.status_code, "Too many wrong codes" in json.loads(wrong.content)["says"]) == (429, True)


def test_the_hall_keeps_where_home_is(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fetching, "post", lambda *_: Reply(200, WHOLE, "", world.file))
    with elsewhere():
        fetched = fetch_from_home(address="https://home.test", code="222222", acting=ADMIN)
        again = fetch_from_home(address="https://home.test", code="222222", acting=ADMIN)
        assert (fetched.home, again.pk, Fetched.objects.get().home) == ("https://home.test", fetched.pk, fetched.home)


SAID = b'{"says": "No evening waits."}'


@pytest.mark.parametrize(
    ("reply", "why"),
    [
        (Reply(422, "application/json", "", SAID), ("No evening waits.", "code")),
        (Reply(200, "text/html", "", b"<p>Accept our terms"), (NOT_HOME, "address")),
        (Reply(302, "text/html", "", b""), (NOT_HOME, "address")),
        (Reply(404, "text/html", "", b"no"), (NOT_HOME, "address")),
        (Reply(422, "text/html", "", b"no"), (NOT_HOME, "address")),
    ],
)
def test_what_isnt_home_is_said(reply: Reply, why: tuple[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fetching, "post", lambda *_: reply)
    with pytest.raises(Refused) as refused:
        fetch_from_home(address="https://home.test", code="222222", acting=ADMIN)
    assert (str(refused.value), refused.value.field) == why


def test_an_address_where_nobody_listens() -> None:
    with pytest.raises(Refused) as refused:
        fetch_from_home(address="http://127.0.0.1:1", code="222222", acting=ADMIN)
    assert (str(refused.value), refused.value.field) == (NOBODY, "address")


@pytest.mark.parametrize(
    ("typed", "address"),
    [
        ("oakpark.example.org", "https://oakpark.example.org"),
        (" OakPark.example.org/ ", "https://oakpark.example.org"),
        ("https://example.org/cards/", "https://example.org/cards"),
        ("192.168.1.20:8000", "http://192.168.1.20:8000"),
        ("cards.local", "http://cards.local"),
    ],
)
def test_home_is_found_as_people_type_it(typed: str, address: str) -> None:
    assert home_of(typed) == address


@pytest.mark.parametrize(
    "typed", ["ftp://x.org", "https://", "a b", "me@x.org", "x.org?y", "x.org:0", "[::1", "x:99999"]
)
def test_what_is_no_address_is_said_beside_the_field(typed: str) -> None:
    form = HomeForm({"address": typed, "code": "K7M 4", "client_id": "id"})
    assert form.errors == {"address": [NO_ADDRESS], "code": [NO_CODE]}


# -- what the hall says, by http ---------------------------------------------------------


def say(client: Client, uid: object, key: str, kind: str, body: bytes) -> Any:
    headers = {"Authorization": f"Bearer {key}", NUMBER: "seven"}
    return client.generic("POST", f"/hall/{uid}/", body, content_type=kind, headers=headers)


def test_the_key_of_a_lending_opens_it_and_the_answer_is_proven(world: World, client: Client) -> None:
    lending = world.event.lendings.get()
    answer = say(client, lending.uid, key_of(lending), WHOLE, world.back)
    assert Answer.model_validate_json(answer.content) == Answer(has=1, state="back")
    assert answer.headers[PROOF] == proof_of_answer(key_of(lending), "seven", answer.content)
    nothing = Delta(base=1, version=1, entries=0).packed()
    again = say(client, lending.uid, key_of(lending), DELTA, nothing)
    assert again.content == answer.content


def test_one_evening_at_a_time_is_taken_whole_and_the_next_asks_again(world: World, client: Client) -> None:
    lending = world.event.lendings.get()
    with one_at_a_time() as is_free:
        assert is_free
        answer = say(client, lending.uid, key_of(lending), WHOLE, world.back)
        assert (answer.status_code, answer.headers["Retry-After"]) == (503, "3")
        nothing = Delta(base=0, version=1, entries=0).packed()
        assert say(client, lending.uid, key_of(lending), DELTA, nothing).status_code == 200
    assert say(client, lending.uid, key_of(lending), WHOLE, world.back).status_code == 200


def test_what_home_has_is_not_read_again(world: World, client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    lending = world.event.lendings.get()
    first = say(client, lending.uid, key_of(lending), WHOLE, world.back)
    monkeypatch.setattr(Archive, "check", lambda archive: pytest.fail("it was read again"))
    again = say(client, lending.uid, key_of(lending), WHOLE, world.back)
    assert first.content == again.content


def test_another_key_and_nonsense_open_nothing(world: World, client: Client) -> None:
    lending = world.event.lendings.get()
    other = key_of(Lending(event=world.event))
    for uid, key in ((lending.uid, other), (lending.uid, ""), (lending.uid, "é"), (uuid4(), key_of(lending))):
        assert say(client, uid, key, WHOLE, world.back).status_code == 403
    assert say(client, lending.uid, key_of(lending), "text/plain", b"").status_code == 415
    answer = json.loads(say(client, lending.uid, key_of(lending), WHOLE, b"PK nonsense").content)
    assert (answer["has"], bool(answer["says"])) == (0, True)
    assert client.get(f"/hall/{lending.uid}/").status_code == 405


class Portal(BaseHTTPRequestHandler):
    """Whatever is asked, a page with a key to click."""

    status = 200

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers["Content-Length"]))
        self.send_response(self.status)
        self.send_header(PROOF, "0" * 64)
        self.end_headers()
        self.wfile.write(b"<button>I agree</button>")

    def log_message(self, *_: object) -> None:
        return None


@contextmanager
def portal(page: type[Portal] = Portal) -> Iterator[str]:
    with HTTPServer(("127.0.0.1", 0), page) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()


def test_a_page_to_be_clicked_is_told_from_no_line() -> None:
    with portal() as home, pytest.raises(InBetween):
        tell_home(home, uuid4(), "key", DELTA, io.BytesIO().getvalue())
    with pytest.raises(NoLine):
        tell_home("http://127.0.0.1:1", uuid4(), "key", DELTA, b"")


class Away(Portal):
    """Home's drive is full, or the server before it finds nobody behind."""

    status = 503


def test_a_home_that_can_take_nothing_just_now_is_as_no_line() -> None:
    with portal(Away) as home:
        with pytest.raises(NoLine):
            tell_home(home, uuid4(), "key", DELTA, b"")
        with pytest.raises(Refused, match="Nobody answers at this address"):
            fetch_from_home(address=home, code="222222", acting=ADMIN)


def test_the_server_takes_a_large_body_from_who_has_the_key_alone(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(uploads, "close_old_connections", lambda: None)  # a test has one
    lending = world.event.lendings.get()
    for key, most in ((key_of(lending), LIMITS.zipped), ("0" * 64, 0)):
        asked = RequestFactory().post(f"/hall/{lending.uid}/", headers={"Authorization": f"Bearer {key}"})
        assert uploads.most_from(asked.META) == most
    assert uploads.most_from(RequestFactory().post("/hall/lent/").META) == 0


def test_no_more_is_read_than_a_view_takes(client: Client, world: World) -> None:
    lending = world.event.lendings.get()
    answer = say(client, lending.uid, key_of(lending), WHOLE, b"x" * (LIMITS.zipped + 1))
    assert answer.status_code == 400
