"""Whether a table's save at home is held up by halls that tell it of their evenings, two hundred clubs at once: eight
tablets save alone, beside halls of which each tells of a hand every ten seconds, beside halls where somebody comes in
each minute, so that the evening goes whole, and beside all of them that bring their evening back at once.

These take turns, a game of all tablets each, so that whatever else the machine does falls on all of them. Then what a
message costs home, of a processor and of the line. A hall that is told to wait asks again after some seconds.
"""

from __future__ import annotations

import http.client
import random
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from pathlib import Path
from statistics import median
from threading import Event
from urllib.parse import urlsplit

from league.outside.hall.line import AWAY, DELTA, NUMBER, WHOLE
from tests.club_server import ClubServer, processes_of, served_club
from tests.lab.benchmarks import Row, sized
from tests.lab.benchmarks.bench_load import WRITERS, Measured, play
from tests.lab.benchmarks.bench_neighbours import SETTINGS, seconds_used
from tests.lab.benchmarks.lent_clubs import WHOLES, Message, read

CLUBS = sized(2, 200)
TABLES = sized(1, 5)
ROUNDS = sized(1, 2, WHOLES)
A_SECOND = 20  # deltas, of all halls
WHOLES_A_SECOND = 3.3
PAUSES = (2.0, 5.0)  # seconds, of a hall that is to ask again
MOST_SECONDS = 300.0
LAY = "from tests.lab.benchmarks.lent_clubs import lay; lay({!r}, {}, {})"
# Of a night of two rounds of twelve hands, with its people and what happens on their lists.
WHOLES_OF_AN_EVENING = 4 * TABLES + 10
DELTAS_OF_AN_EVENING = 2 * 36 * TABLES


def run() -> list[Row]:
    alone, telling, coming, back, answers = Measured(), Measured(), Measured(), Measured(), Counter[int]()
    with tempfile.TemporaryDirectory() as folder, served_club(Path(folder), **SETTINGS) as server:
        halls = laid(server)
        play(server, WRITERS, "", Measured())  # fills caches, which a running club has filled too
        for number in range(ROUNDS):
            parts = [part_of(each, number) for each in halls]
            play(server, WRITERS, "", alone)
            with saying(server, in_turn([part[:-1] for part in parts]), A_SECOND, answers):
                play(server, WRITERS, "", telling)
            with saying(server, iter([part[-1] for part in parts]), WHOLES_A_SECOND, answers):
                play(server, WRITERS, "", coming)
        with all_at_once(server, [each[-1] for each in halls], answers) as seconds:
            play(server, WRITERS, "", back)
        assert server.rows("SELECT COUNT(*) FROM league_lending WHERE state = 'back'")[0][0] == len(halls)
        assert not answers[500], server.log.read_text()
        cost_of_delta, cost_of_whole = costs(server)
    told = ", ".join(f"{number} × {status}" for status, number in sorted(answers.items()))
    hand, whole = (size_of(halls, kind) for kind in (DELTA, WHOLE))
    evening = cost_of_delta * DELTAS_OF_AN_EVENING + cost_of_whole * WHOLES_OF_AN_EVENING
    return [
        *rows(f"{CLUBS} halls that tell of hands", telling, alone),
        *rows(f"{CLUBS} halls where people come", coming, alone),
        *rows(f"{CLUBS} evenings that come back at once", back, alone),
        Row(f"  until all are back ({told})", seconds[0], "s"),
        Row("an entry told, of home’s processor", cost_of_delta, "ms"),
        Row("  of the line", hand, "KB"),
        Row(f"an evening of {TABLES} tables told whole", cost_of_whole, "ms"),
        Row("  of the line", whole, "KB"),
        Row("such an evening from first to last, at most", evening / 1000, "s"),
        Row("  of the line", hand * DELTAS_OF_AN_EVENING + whole * WHOLES_OF_AN_EVENING, "KB"),
    ]


def size_of(halls: Sequence[Sequence[Message]], kind: str) -> float:
    """In KB, the middle one."""
    return median(len(one[3]) / 1000 for each in halls for one in each if one[2] == kind)


def rows(beside: str, measured: Measured, alone: Measured) -> Iterator[Row]:
    for words, share, at_most in (("middle save", 0.5, 2.0), ("slowest of 100", 0.99, None)):
        yield Row(f"{words}, {beside}", measured.wait(share), "ms", alone.wait(share), "ms, alone", at_most=at_most)


def laid(server: ClubServer) -> list[list[Message]]:
    file = server.state_dir / "messages.json"
    server.manage("shell", "-v", "0", "-c", LAY.format(str(file), CLUBS, TABLES))
    return read(file)


def part_of(messages: Sequence[Message], number: int) -> Sequence[Message]:
    """The hands of a part of the evening, and at its end the evening whole."""
    ends = [place + 1 for place, one in enumerate(messages) if one[2] == WHOLE]
    return messages[[0, *ends][number] : ends[number]]


def in_turn(deltas: Sequence[Sequence[Message]]) -> Iterator[Message]:
    """A hand of each hall, then the next of each."""
    yield from (one for of_all in zip(*deltas, strict=True) for one in of_all)


# -- halls ---------------------------------------------------------------------------------


def say(server: ClubServer, message: Message, answers: Counter[int]) -> None:
    """Until home answers."""
    address, key, kind, body = message
    headers = {"Authorization": f"Bearer {key}", "Content-Type": kind, NUMBER: "seven"}
    ends = time.monotonic() + MOST_SECONDS
    while time.monotonic() < ends:
        with closing(http.client.HTTPConnection(urlsplit(server.url).netloc, timeout=60)) as connection:
            connection.request("POST", address, body, headers)
            answer = connection.getresponse()
            answer.read()
        answers[answer.status] += 1
        if answer.status not in AWAY:
            return
        time.sleep(random.uniform(*PAUSES))


@contextmanager
def saying(server: ClubServer, messages: Iterator[Message], a_second: float, answers: Counter[int]) -> Iterator[None]:
    """So many a second, whether those before are answered or not."""
    enough = Event()

    def go_on() -> None:
        began, number = time.monotonic(), 0
        with ThreadPoolExecutor(64) as pool:
            for message in messages:
                pool.submit(say, server, message, answers)
                number += 1
                if enough.wait(max(0.0, began + number / a_second - time.monotonic())):
                    return

    with ThreadPoolExecutor(1) as halls:
        going = halls.submit(go_on)
        try:
            yield
        finally:
            enough.set()
            going.result()


@contextmanager
def all_at_once(server: ClubServer, messages: Sequence[Message], answers: Counter[int]) -> Iterator[list[float]]:
    """All in one moment; the seconds until the last was taken."""
    began, seconds = time.monotonic(), list[float]()
    with ThreadPoolExecutor(len(messages)) as pool:
        saying = [pool.submit(say, server, one, answers) for one in messages]
        yield seconds
        for each in saying:
            each.result()
    seconds.append(time.monotonic() - began)


# -- what it costs -------------------------------------------------------------------------


def costs(server: ClubServer) -> tuple[float, float]:
    """Milliseconds of home's processor for an entry, and for an evening whole."""
    file = server.state_dir / "messages.json"
    server.manage("shell", "-v", "0", "-c", LAY.format(str(file), sized(1, 10), TABLES))
    halls = read(file)
    deltas = [one for each in halls for one in part_of(each, 0)[:-1]]
    wholes = [part_of(each, WHOLES - 1)[-1] for each in halls]
    return milliseconds(server, deltas), milliseconds(server, wholes)


def milliseconds(server: ClubServer, messages: Sequence[Message]) -> float:
    before = used(server)
    for message in messages:
        say(server, message, Counter())
    return 1000 * (used(server) - before) / len(messages)


def used(server: ClubServer) -> float:
    assert server.process is not None
    return sum(seconds_used(one) for one in processes_of(server.process.pid))
