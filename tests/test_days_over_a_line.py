"""Random days of a club at home and in a hall, two computers with a line between them that loses, cuts, doubles, delays
and makes up: at the end home is as if the evening had been played there.

Home is on PostgreSQL where the tests are, and the hall on SQLite. `tests/league/outside/hall/test_model.py` lives more
days, with files alone.
"""

from __future__ import annotations

import base64
import random
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any, Final

import pytest

from tests.club_server import ClubServer
from tests.league.outside.hall.days import AHEAD, DAYS_OF_A_CLUB
from tests.league.outside.hall.places import Place, place
from tests.poor_line import TROUBLES, LyingLine, lying_line

pytestmark = [pytest.mark.needs_db, pytest.mark.soak]
DAYS: Final = 400
DAYS_OF_A_TEST: Final = 40
WAYS: Final = ("line", "line", "file", "home goes on", "taken later")
MOST_TRIES: Final = 30


@pytest.fixture(scope="module")
def hall_computer(tmp_path_factory: pytest.TempPathFactory) -> ClubServer:
    return ClubServer(tmp_path_factory.mktemp("hall"))


@pytest.fixture
def line(club_server: ClubServer) -> Iterator[LyingLine]:
    with lying_line(club_server.url) as line:
        yield line


class Lived:
    """A day in two places."""

    def __init__(self, seed: int, home: Place, hall: Place, line: LyingLine) -> None:
        self.seed, self.home, self.hall, self.line = seed, home, hall, line
        self.chance = random.Random(f"over a line {seed}")
        self.played = 0
        self.steps_at = {0: 0}  # how much of the evening a version has

    def live(self) -> str:
        way = self.chance.choice(WAYS)
        morning = self.home.ask("morning", self.seed)
        self.steps, self.meanwhile = morning["steps"], morning["meanwhile"]
        self._fetch()
        self.is_bad(how_bad=self.chance.choice((0, 0.3, 0.6)))
        {
            "line": self.by_line,
            "file": self.by_file,
            "home goes on": self.home_goes_on,
            "taken later": self.taken_later,
        }[way]()
        return way

    def is_bad(self, how_bad: float) -> None:
        self.line.befalls = lambda: self.chance.choice(TROUBLES) if self.chance.random() < how_bad else ""

    def _fetch(self) -> None:
        code, file = self.home.ask("lend")
        self.is_bad(0.3)
        self.hall.ask("clock", self.chance.choice(AHEAD))
        if self.chance.random() < 0.3:
            self.hall.ask("fetch_file", file, self.line.address)
        else:
            says = list[str]()
            while "" not in says:
                says.append(self.hall.ask("fetch", self.line.address, code))
                assert len(says) < MOST_TRIES, says
        self.hall.ask("sit_down", self.seed)

    # -- ways

    def by_line(self) -> None:
        self._play(len(self.steps))
        self._go_about(self.meanwhile)
        self._until_told()
        self.home.ask("is_over")

    def by_file(self) -> None:
        self._play(len(self.steps))
        self._go_about(self.meanwhile)
        file = self.hall.ask("save")
        if self.chance.random() < 0.5:
            half = base64.b64encode(base64.b64decode(file)[: len(file) // 3]).decode()
            assert self.home.ask("bring", half).startswith("Refused")
        assert "is back from the hall" in self.home.ask("bring", file)
        self.home.ask("is_over")
        self._until_told()
        assert "brought back before" in self.home.ask("bring", file)

    def home_goes_on(self) -> None:
        number = self.chance.randrange(len(self.steps))
        self._play(number)
        self._go_about(self.meanwhile)
        had = self.home.ask("take_back")
        self.home.ask("go_on", self.steps_at[had])
        self._play(len(self.steps))
        assert "kept beside" in self.home.ask("bring", self.hall.ask("save"))

    def taken_later(self) -> None:
        number = self.chance.randrange(len(self.steps))
        self._play(number)
        self._go_about(self.meanwhile)
        self.home.ask("take_back")
        self._play(len(self.steps))
        if self.chance.random() < 0.5:
            assert "kept beside" in self.home.ask("bring", self.hall.ask("save"))
        else:
            self.is_bad(0)
            self._until_told()
        self.home.ask("take_theirs")
        self.home.ask("is_over")

    # -- what they are made of

    def _play(self, until: int) -> None:
        """The evening up to a step, told over the line now and then, while home goes about its day."""
        for number in range(self.played, until):
            self.hall.ask("do", *self.steps[number])
            self.played = number + 1
            if self.chance.random() < 0.1:
                self.hall.ask("clock", self.chance.choice(AHEAD))
            if self.chance.random() < 0.3:
                self._go_about(1)
            # The last step is told once all at home is done: a night that is over tells the names of then.
            if number + 1 < len(self.steps) and self.chance.random() < 0.6:
                self._tell()

    def _tell(self) -> str:
        version, _, trouble = self.hall.ask("tell")
        self.steps_at.setdefault(version, self.played)
        return str(trouble)

    def _go_about(self, times: int) -> None:
        times = min(times, self.meanwhile)
        self.home.ask("go_about", times)
        self.meanwhile -= times

    def _until_told(self) -> None:
        """First over the bad line, then over one that is good again."""
        for _ in range(self.chance.randrange(4)):
            self._tell()
        self.is_bad(0)
        for _ in range(MOST_TRIES):
            if not self.hall.ask("waits"):
                return
            self._tell()
            if self.hall.ask("tell")[2] == "forced":
                return
        raise AssertionError("home never has all of it")


@pytest.mark.parametrize("start", range(0, DAYS, DAYS_OF_A_TEST))
def test_a_day_over_a_line_is_the_same_as_at_home(
    start: int,
    club_server: ClubServer,
    hall_computer: ClubServer,
    line: LyingLine,
    record_property: Callable[[str, object], None],
) -> None:
    ways = Counter[str]()
    with place(club_server, "home") as home, place(hall_computer, "hall") as hall:
        for seed in range(start, start + DAYS_OF_A_TEST):
            if seed % DAYS_OF_A_CLUB == 0:
                home.ask("new_club")
            way = Lived(seed, home, hall, line).live()
            assert home.ask("came_to") == NOTHING_ELSE, (seed, way)
            ways[way] += 1
    record_property("figures", f"{dict(ways)}, {dict(line.befell)}, answered {dict(line.statuses)}")
    assert {*ways} == {*WAYS}
    assert not [status for status in line.statuses if status >= 500]


NOTHING_ELSE: Final[dict[str, Any]] = {"differs": {}, "lines": [], "fault": "", "lent": 0}
