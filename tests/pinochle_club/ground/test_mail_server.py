"""A mail server that drips is given up after a while; one that answers is not."""

from __future__ import annotations

import socketserver
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any, Final

import pytest

from league.office.clubs.mail import Mail, Outcome, send, send_each
from pinochle_club.ground import mail_server

LONGEST: Final = 0.4
DRIP: Final = 0.05
ANSWERS: Final = {"EHLO": "250 hello", "DATA": "354 go on", "QUIT": "221 bye"}
LETTERS: Final = [
    Mail("Tri-County", f"{name}@example.org", "Tonight", "Ruth won.", "http://cards.example.org/", name)
    for name in "ab"
]


class Talk(socketserver.StreamRequestHandler):
    """What a mail server says; the server has `taken`, and drips from its answer to the word `drips_at` on."""

    server: Any

    def handle(self) -> None:
        with suppress(OSError):
            self.say("220", "220 mail.example.org")
            is_text = False
            while line := self.rfile.readline().decode():
                word = line[:4].strip().upper()
                if is_text and line != ".\r\n":
                    continue
                self.server.taken += is_text
                is_text = not is_text and word == "DATA"
                self.say(word, ANSWERS.get(word, "250 ok"))

    def say(self, word: str, answer: str) -> None:
        if word != self.server.drips_at:
            self.wfile.write(f"{answer}\r\n".encode())
            return
        for _ in range(200):
            self.wfile.write(b"2")
            self.server.said += 1
            time.sleep(DRIP)


@contextmanager
def serving(settings: Any, drips_at: str = "") -> Iterator[Any]:
    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), Talk) as server:
        server.daemon_threads = True
        server.block_on_close = False
        known: Any = server
        known.drips_at, known.taken, known.said = drips_at, 0, 0
        threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
        settings.MAIL_IS_SET_UP = True
        settings.EMAIL_BACKEND = "pinochle_club.ground.mail_server.EmailBackend"
        settings.EMAIL_HOST, settings.EMAIL_PORT = known.server_address
        yield known
        server.shutdown()


@pytest.fixture(autouse=True)
def hurried(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(mail_server, "LONGEST", LONGEST)
    monkeypatch.setattr(mail_server, "BREAKS_OFF_AGAIN", DRIP)
    yield
    mail_server.was_in_time()


def timed(work: Callable[[], Any]) -> tuple[Any, float]:
    began = time.monotonic()
    return work(), time.monotonic() - began


@pytest.mark.parametrize("drips_at", ["220", "EHLO", "RCPT", "."])
def test_server_that_drips_is_given_up_and_told_until_one_goes_out(settings: Any, drips_at: str):
    with serving(settings, drips_at) as server:
        outcomes, took = timed(lambda: list(send_each(LETTERS)))
        assert (outcomes, server.said > 2) == ([Outcome.AWAY], True)
    assert LONGEST <= took < 20 * LONGEST
    assert mail_server.slow_since() is not None

    with serving(settings) as server:
        assert list(send_each(LETTERS)) == [Outcome.SENT] * 2
        assert server.taken == 2
    assert mail_server.slow_since() is None


def test_person_who_waits_for_a_link_is_told_that_it_was_not_sent(settings: Any):
    letter = {"club": "Tri-County", "to": "ruth@example.org", "subject": "A link", "text": "Here it is."}
    with serving(settings, "RCPT"):
        is_sent, took = timed(lambda: send(**letter))
    assert not is_sent
    assert LONGEST <= took < 20 * LONGEST
    with serving(settings):
        assert send(**letter)


def test_server_that_says_nothing_at_goodbye_has_taken_what_it_took(settings: Any):
    with serving(settings, "QUIT"):
        outcomes, took = timed(lambda: list(send_each(LETTERS)))
    assert outcomes == [Outcome.SENT] * 2
    assert took < 20 * LONGEST
