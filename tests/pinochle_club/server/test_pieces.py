"""What the computers of a club tell each other. How one takes over is in `tests/lab/chaos`."""

import time
from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Thread
from unittest.mock import Mock

import pytest
from django.test import Client

from pinochle_club.ground import one_club
from pinochle_club.ground.one_club import Successor
from pinochle_club.server import pieces, restoring

KEY = "abcde-fghjk-mnpqr-stuvw-xyz23"
THERE = "http://192.168.1.21:8000"


@pytest.fixture
def club(settings, tmp_path, monkeypatch):
    """A club with a key and two runs, the second not whole yet; its database is a file of its own."""
    settings.STATE_DIR, settings.STANDBY = tmp_path, tmp_path / "standby"
    monkeypatch.setattr(one_club, "database", lambda: tmp_path / "club.sqlite3")
    settings.STANDBY.mkdir()
    for _ in range(2):
        run = pieces.next_run(settings.STANDBY, 1_234)
    whole = pieces.runs_in(settings.STANDBY)[1]
    for name in ("ltx/9/1-1.ltx", "ltx/0/2-2.ltx"):
        (whole.folder / name).parent.mkdir(parents=True)
        (whole.folder / name).write_bytes(name.encode() * 3)
    assert not run.is_whole
    pieces.keep_key(KEY)
    one_club.set_generation(tmp_path / "club.sqlite3", 1_234)
    return whole


def asked(key=KEY, **question):
    """What the club's server answers to another computer."""
    question = {"mark": "one", "generation": 0, "at": THERE, "piece": None} | question
    sealed = pieces.answer(pieces.Seal(key).close(question))
    return sealed and pieces.Seal(KEY).open(sealed)


def test_computer_that_has_the_key_is_told_what_there_is(club, settings):
    assert pieces.heard_at() is None
    told, _ = asked()
    assert time.time() - (pieces.heard_at() or 0) < 10

    assert told == {
        "mark": "one",
        "generation": 1_234,
        "moved_to": None,
        "key": settings.SECRET_KEY,
        "run": "club-00001234-000001",
        "files": {"ltx/9/1-1.ltx": 39, "ltx/0/2-2.ltx": 39},
        "lag": 0.0,
    }
    assert pieces.others() == [THERE]


def test_piece_is_handed_over_part_by_part(club, monkeypatch):
    monkeypatch.setattr(pieces, "MOST_BYTES", 20)
    name = f"{club.folder.name}/ltx/0/2-2.ltx"

    parts = [asked(piece=(name, start))[1] for start in (0, 20, 39)]

    assert b"".join(parts) == (club.folder / "ltx/0/2-2.ltx").read_bytes()


@pytest.mark.parametrize("name", ["../standby_key", "club-00001234-000001/../../standby_key", "club-1/ltx/0/1-1.ltx"])
def test_nothing_but_pieces_is_handed_over(club, name):
    assert asked(piece=(name, 0))[1] == b""


@pytest.mark.parametrize("key", ["zbcde-fghjk-mnpqr-stuvw-xyz23", ""])
def test_computer_without_the_key_is_told_nothing(club, key):
    assert asked(key) is None
    assert pieces.others() == []


def test_key_can_be_typed_as_it_is_read_aloud(club):
    assert asked(" ABCDE fghjk MNPQR stuvwxyz23 ")


def test_no_word_of_the_club_can_be_read_on_the_way(club, settings):
    sealed = pieces.answer(pieces.Seal(KEY).close({"mark": "one", "generation": 0, "at": "", "piece": None}))

    assert sealed
    assert settings.SECRET_KEY.encode() not in sealed
    assert b"club-0" not in sealed


def test_old_answer_played_again_is_not_taken(club, monkeypatch):
    kept = pieces.answer(pieces.Seal(KEY).close({"mark": "one", "generation": 0, "at": "", "piece": None}))

    class Listener:
        status, sock = 200, Mock()

        def __init__(self, *given, **named): ...
        def connect(self): ...
        def request(self, *given): ...
        def close(self): ...
        def getresponse(self):
            return self

        def read(self):
            return kept

    monkeypatch.setattr(pieces, "HTTPConnection", Listener)

    with pytest.raises(ValueError, match="another question"):
        pieces.ask(THERE, pieces.Seal(KEY), generation=0, at="")


# -- who is the club ---------------------------------------------------------------------


def test_computer_that_hears_of_a_higher_generation_gives_way(club):
    asked(generation=2_001)

    assert one_club.successor() == Successor(2_001, THERE)
    assert asked()[0]["moved_to"] == THERE


def test_computer_that_hears_of_a_lower_one_does_not(club):
    asked(generation=1_233)

    assert one_club.is_the_club()


def test_drive_tells_who_took_over(club, settings):
    assert pieces.who_took_over(1_234, "") is None
    pieces.next_run(settings.STANDBY, 2_001)

    assert pieces.who_took_over(1_234, "") == Successor(2_001, "")


def test_two_that_take_over_from_one_are_told_apart():
    found = {one_club.next_generation(1_234) for _ in range(50)}

    assert len(found) > 10
    assert {number // 1000 for number in found} == {2}


@pytest.mark.parametrize(
    ("to", "words"), [(THERE, f'<a href="{THERE}">'), ("", "Scan its code where the director shows it.")]
)
def test_every_page_of_who_gave_way_says_where_the_club_is(settings, tmp_path, to, words):
    settings.STATE_DIR = tmp_path
    one_club.give_way(Successor(2_001, to))

    pages = [Client().get("/"), Client().post("/cards/"), Client().get("/no/such/page")]

    assert [page.status_code for page in pages] == [503] * 3
    assert [words in page.content.decode() for page in pages] == [True] * 3
    assert all("<p data-trouble>The club goes on at" in page.content.decode() for page in pages)  # for saving.js


def test_copy_from_before_a_takeover_keeps_its_generation(tmp_path):
    database, draft = tmp_path / "club.sqlite3", tmp_path / "club.part"
    one_club.set_generation(database, 2_001)
    one_club.set_generation(draft, 1_234)

    restoring._keep_generation(database, draft)

    assert one_club.generation_of(draft) == 2_001


def test_address_answers_nobody_without_a_key(client, settings, tmp_path):
    settings.STATE_DIR = tmp_path

    assert client.post("/standby/", b"nonsense", content_type="application/octet-stream").status_code == 404


def test_computer_that_is_there_but_busy_is_waited_for(club):
    class Busy(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            sealed = self.rfile.read(int(self.headers["Content-Length"]))
            time.sleep(0.3)
            self.send_response(200)
            self.end_headers()
            self.wfile.write(pieces.answer(sealed) or b"")

        def log_message(self, *said: object) -> None: ...

    with HTTPServer(("127.0.0.1", 0), Busy) as other:
        Thread(target=other.handle_request, daemon=True).start()
        url = f"http://127.0.0.1:{other.server_port}"
        told, _ = pieces.ask(url, pieces.Seal(KEY), generation=0, at=THERE, reached_in=0.1)

    assert told["generation"] == 1_234
