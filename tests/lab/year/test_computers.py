"""A device of the hall while something befalls the computer: it sends until it is answered, and then no more."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest

from tests.lab.year.computers import Blow, Computer, Wire
from tests.lab.year.web import Answer, Fields, Line

SENT = [("bid", "27")]


class Told(Wire):
    """Answered as it is told here; what it was asked."""

    answers: list[Answer | Exception]
    asked: list[Fields | None]

    def _once(self, method: str, address: str, fields: Fields | None) -> Answer:
        self.asked.append(fields)
        answer = self.answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return answer


@pytest.fixture
def wire(monkeypatch: pytest.MonkeyPatch) -> Told:
    monkeypatch.setattr("tests.lab.year.computers.time.sleep", lambda seconds: None)
    server: Any = SimpleNamespace(url="http://127.0.0.1:1")
    nothing: Any = None
    told = Told(server.url, computer=Computer(nothing, nothing, server))
    told.answers, told.asked = [], []
    return told


def test_what_nobody_answers_is_sent_again_and_a_full_drive_is_cleared(wire: Told) -> None:
    cleared: list[bool] = []
    wire.computer.clears = lambda: cleared.append(True)
    wire.answers = [ConnectionRefusedError(), Answer(503, b""), Answer(302, b"")]

    assert wire.ask("POST", "/bid/", SENT).status == 302
    assert (wire.asked, cleared) == ([SENT] * 3, [True])


def test_a_blow_falls_once_on_the_form_that_it_is_meant_for_then_the_next(wire: Told) -> None:
    struck: list[int] = []
    for after in (1, 0):
        wire.computer.blows.append(Blow(lambda: struck.append(len(wire.asked)), after, is_on_the_line=False))
    wire.answers = [Answer(200, b"")] * 5

    for fields in (SENT, None, SENT, SENT):
        wire.ask("POST" if fields else "GET", "/bid/", fields)

    assert struck == [2, 3]


def test_a_form_on_the_line_is_sent_again_after_the_blow(wire: Told) -> None:
    wire.computer.blows.append(Blow(lambda: None, after=0))
    wire.answers = [ConnectionResetError(), Answer(302, b"")]

    assert wire.ask("POST", "/bid/", SENT).status == 302
    assert (len(wire.asked), wire.computer.counted["sent again"]) == (2, 1)


def test_no_blow_falls_on_the_directors_device(wire: Told) -> None:
    wire.is_tablet, noticed = False, []
    wire.computer.notices = lambda: noticed.append(True)
    wire.computer.blows.append(Blow(lambda: pytest.fail("it was struck"), after=0))
    wire.answers = [Answer(302, b"")]

    assert wire.ask("POST", "/board/", SENT).status == 302
    assert (len(wire.computer.blows), noticed) == (1, [True])


def test_a_computer_knows_a_device_by_the_name_that_it_had_when_they_met(monkeypatch: pytest.MonkeyPatch) -> None:
    came: list[tuple[str, dict[str, str]]] = []

    def ask(line: Line, method: str, address: str, fields: Fields | None = None) -> Answer:
        came.append((line.url, dict(line.cookies)))
        line.cookies.setdefault("table", f"{len(came)}")
        return Answer(200, b"")

    monkeypatch.setattr(Line, "ask", ask)
    nothing: Any = None
    first, second = (cast(Any, SimpleNamespace(url=f"http://127.0.0.{number}:1")) for number in (1, 2))
    computer = Computer(nothing, nothing, first)
    device = computer.wire()

    device.ask("GET", "/")
    computer.server = second  # it took over, with the address of before
    device.ask("GET", "/")
    computer.name = "another"
    device.ask("GET", "/")

    assert came == [(first.url, {}), (second.url, {"table": "1"}), (second.url, {})]
