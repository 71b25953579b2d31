"""What a server with many clubs takes, beside the same server with one of them, in the same minutes and in turn."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from itertools import repeat
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from statistics import median
from typing import Final

from tests.club_server import ClubServer, processes_of
from tests.lab.benchmarks import Row, percentile
from tests.lab.thousand.load import BURST, HAND, STEPS, Browser, Table, playing, tablet
from tests.lab.thousand.making import TABLES, Playing, read_playing

EVERY: Final = 1.0  # seconds, for the next step of the tables that are measured
STEPS_EACH: Final = 12  # alone, beside clubs at their pace, beside clubs in a hurry: a whole game
LATER: Final = 202
MOST_SECONDS: Final = 60.0
SECRET: Final = "only-for-tests-" + "0123456789" * 5
SEAT: Final = (
    "from pathlib import Path; from tests.lab.thousand.making import seat_tablets; seat_tablets(Path({!r}), {})"
)


@dataclass
class Served:
    server: ClubServer
    clubs: list[Playing]


@contextmanager
def served(folder: Path, database_url: str, clubs: int) -> Iterator[Served]:
    folder.mkdir(parents=True, exist_ok=True)
    server, file = ClubServer(folder, database_url, SECRET_KEY=SECRET), folder / "playing.json"
    server.start(600)
    server.manage("shell", "-v", "0", "-c", SEAT.format(str(file), clubs))
    try:
        yield Served(server, read_playing(file))
    finally:
        server.kill()


# -- pages -------------------------------------------------------------------------------


def pages(one: Served, many: Served, times: int) -> Iterator[Row]:
    """The same club's page again and again, on each server in turn; and another club's each time. What is told is
    processor time, of the server and of PostgreSQL, since a busy machine makes everybody wait."""
    for name in one.clubs[0].pages:
        took: dict[str, list[float]] = {"one": [], "many": [], "another": []}
        for number in range(times + 1):
            for kind, at, club in (("one", one, 0), ("many", many, 0), ("another", many, number % len(many.clubs))):
                seconds = _seconds(at, at.clubs[club], name)
                if number:  # the first fills caches, which a running club has filled too
                    took[kind].append(seconds)
        here, there, others = (1000 * median(took[kind]) for kind in ("one", "many", "another"))
        yield Row(f"page: {name}", there, "ms", here, "ms, one club", at_most=1.2)
        yield Row("  of another club each time", others, "ms", here, "ms, one club")


def _seconds(at: Served, club: Playing, name: str) -> float:
    """A page that is worked out apart is asked for until it is there, as browsers do."""
    browser = tablet(at.server.url, club.seats[0], "127.3.1.1")
    if "board" in name or "member" in name:
        browser = Browser(at.server.url, "127.3.1.2", f"sessionid={club.session}")
    browser.more["HX-Request"] = "false"
    path, before, end = club.pages[name], cpu_seconds(at.server), time.monotonic() + MOST_SECONDS
    while (answer := browser.ask("GET", path))[0] == LATER and time.monotonic() < end:
        time.sleep(1)
    assert answer[0] == 200, (answer[0], path)
    return cpu_seconds(at.server) - before


def cpu_seconds(server: ClubServer) -> float:
    """Of the processes that serve, and of PostgreSQL’s that work for the club: not of what gives way to all others."""
    assert server.process is not None
    backends = server.rows("SELECT pid FROM pg_stat_activity WHERE datname = current_database()")
    return sum(map(_of_process, (*server.workers(), *(pid for (pid,) in backends)))) / 1e9


def _of_process(process: int) -> int:
    nanoseconds = 0
    with suppress(FileNotFoundError):  # it ended meanwhile
        for task in Path(f"/proc/{process}/task").glob("*/schedstat"):
            with suppress(OSError):
                nanoseconds += int(task.read_text().split()[0])
    return nanoseconds


# -- start, memory, size -----------------------------------------------------------------


def starts(one: Served, many: Served, times: int) -> Row:
    took: list[list[float]] = [[], []]
    for _ in range(times):
        for at, seconds in zip((one, many), took, strict=True):
            at.server.stop()
            began = time.monotonic()
            at.server.start(600)
            seconds.append(time.monotonic() - began)
    return Row("start to the first answer", median(took[1]), "s", median(took[0]), "s, one club", at_most=1.2)


def megabytes(server: ClubServer) -> float:
    """Of all its processes, what they share counted once."""
    assert server.process is not None
    return sum(map(_pss, processes_of(server.process.pid))) / 1000


def _pss(process: int) -> int:
    with suppress(OSError):
        for line in Path(f"/proc/{process}/smaps_rollup").read_text().splitlines():
            if line.startswith("Pss:"):
                return int(line.split()[1])
    return 0


def bytes_of(server: ClubServer) -> int:
    return int(server.rows("SELECT pg_database_size(current_database())")[0][0])


# -- saves -------------------------------------------------------------------------------


def saves(many: Served, rounds: int) -> Iterator[Row]:
    """Five tables of a club save each second: alone, beside all other clubs at people's pace, and beside them in a
    hurry. Each round has a club of its own."""
    measured, others = many.clubs[:rounds], many.clubs[rounds:]
    waits: dict[str, list[list[float]]] = {"alone": [], "at their pace": [], "in a hurry": []}
    answers = Counter[str]()
    for club in measured:
        tables = [Table(many.server.url, seat, f"127.4.1.{number + 1}") for number, seat in enumerate(club.seats)]
        for table in tables:
            table.browser.look(table.card)
        waits["alone"].append(save_steps(tables))
        with playing(many.server.url, others) as load:
            time.sleep(3)
            waits["at their pace"].append(save_steps(tables))
            load.hurry(BURST)
            time.sleep(1)
            waits["in a hurry"].append(save_steps(tables))
        answers += load.answers
    told = ", ".join(f"{number} × {what}" for what, number in sorted(answers.items()))
    pace = len(others) * TABLES * STEPS / HAND
    for kind, a_second in (("at their pace", pace), ("in a hurry", len(others) * TABLES / BURST)):
        for words, share, at_most in (("middle", 0.5, 2), ("slowest of 100", 0.99, 3)):
            here, there = (1000 * _typical(waits[each], share) for each in ("alone", kind))
            name = f"{words} save beside {len(others)} clubs {kind} ({a_second:.0f}/s)"
            yield Row(name, there, "ms", here, "ms, alone", at_most=at_most)
    yield Row(f"answers: {told}", sum(answers.values()), "")


def _typical(rounds: Sequence[Sequence[float]], share: float) -> float:
    return median(percentile(list(each), share) for each in rounds)


def save_steps(tables: Sequence[Table], steps: int = STEPS_EACH) -> list[float]:
    with ThreadPoolExecutor(len(tables)) as pool:
        return [wait for each in pool.map(_steps, tables, repeat(steps)) for wait in each]


def _steps(table: Table, steps: int) -> list[float]:
    waits = []
    for _ in range(steps):
        status, took = table.save()
        assert status == 200, status
        waits.append(took)
        time.sleep(max(0.0, EVERY - took))
    return waits


# -- one of them as a file, and back -----------------------------------------------------


def archives(one: Served, many: Served, folder: Path) -> Iterator[Row]:
    for verb, what in (("export", "write a club’s archive"), ("restore", "make a club of it")):
        took, used = list[float](), list[float]()
        for at in (one, many):
            file = folder / f"one-{len(at.clubs)}.zip"
            words = [str(file), "--second"] if verb == "restore" else [at.clubs[-1].slug, str(file)]
            began, before = time.monotonic(), getrusage(RUSAGE_CHILDREN)
            at.server.manage("club_archive", verb, *words)
            took.append(time.monotonic() - began)
            used.append(getrusage(RUSAGE_CHILDREN).ru_utime - before.ru_utime)
        yield Row(f"{what}, processor time", used[1], "s", used[0], "s, one club", at_most=1.2)
        yield Row("  from the command on", took[1], "s", took[0], "s, one club")
