"""The club's computer, its drive and its clock, and the devices of the hall that come to it: what can be hit.

A device keeps what it was sent by the name under which it knows the computer, asks again what wasn't answered, and is
told in words that nothing can be saved: the drive is cleared then, and it sends the same once more.
"""

from __future__ import annotations

import os
import random
import re
import shutil
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any

from pinochle_club.server.pieces import RESOLUTION
from tests.club_server import ROOT, ClubServer, new_database
from tests.lab.chaos import troubles
from tests.older import archived, release_before
from tests.poor_line import LyingLine
from tests.second_computer import Computer as SecondComputer
from tests.second_computer import soon
from tests.tablet import UNANSWERED

from .web import Answer, Fields, Line, Person

SETUP = re.compile(r"https?://\S+?(/l/\S+)")
# What releases played otherwise than planned, by their version and the game: rules of a night.
UNLIKE: dict[tuple[str, str], dict[str, Any]] = {("1.10.0", "six-handed"): {"hands": 6}}  # each dealt once
NO_SPACE = "The club’s computer has no space left."
DRIVE = "4G"  # nothing of it is taken before it is written on
PATIENCE = 120  # seconds until somebody gives up


class ShiftedClock:
    """The clock of a served club, set while it runs. All its computers have the same."""

    def __init__(self, folder: Path) -> None:
        self.file, self.shifted, self.ahead = folder / "clock", folder / "shifted_clock.so", 0
        troubles.set_clock(self.file, 0)
        source = Path(troubles.__file__).with_name("shifted_clock.c")
        subprocess.run(["cc", "-shared", "-fPIC", "-o", self.shifted, source, "-ldl"], check=True)

    @property
    def environment(self) -> dict[str, str]:
        return {"LD_PRELOAD": str(self.shifted), "SHIFTED_CLOCK": str(self.file)}

    def go(self, moment: datetime) -> None:
        self.ahead = int(moment.timestamp() - time.time())
        troubles.set_clock(self.file, self.ahead)

    def is_wrong_by(self, seconds: int) -> None:
        """Somebody set the computer's clock, or its battery is empty; by nothing: it is set right."""
        troubles.set_clock(self.file, self.ahead + seconds)


@dataclass
class Blow:
    """What befalls the computer when so many forms more were sent by tablets; with one on the line, or before it."""

    strike: Callable[[], None]
    after: int
    is_on_the_line: bool = True


@dataclass
class Computer:
    """The club's computer, whichever it is now."""

    folder: Path
    clock: ShiftedClock
    server: ClubServer
    drive: Path | None = None  # its mount, where drives can be made here
    name: str = "the club"  # under which devices know it
    chance: random.Random = field(default_factory=lambda: random.Random(1))
    blows: list[Blow] = field(default_factory=list)  # one after the other
    clears: Callable[[], None] = lambda: None  # once somebody was told
    notices: Callable[[], None] = lambda: None  # before somebody at a larger screen does anything
    counted: Counter[str] = field(default_factory=Counter)
    others: ExitStack = field(default_factory=ExitStack)
    is_in_hall: bool = False
    its_hall: Computer | None = None
    line: LyingLine | None = None  # from the hall home
    opens_hall: dict[str, str] = field(default_factory=dict)  # the code by which an official was let in there last

    @property
    def has_postgres(self) -> bool:
        return bool(self.server.environment["DATABASE_URL"])

    @property
    def setup_link(self) -> str:
        return str(SETUP.findall(self.server.log.read_text())[-1])

    def device(self, name: str, role: str) -> Person:
        return Person(name, role, self.wire(is_tablet=role == "scorekeeper"))

    def wire(self, *, is_tablet: bool = True) -> Wire:
        return Wire(self.server.url, computer=self, is_tablet=is_tablet)

    def next_blow(self) -> Blow | None:
        """For each form that a tablet sends."""
        if self.blows and self.blows[0].after:
            self.blows[0].after -= 1
            return None
        return self.blows.pop(0) if self.blows else None

    # -- what is done to it

    def cut_power(self) -> None:
        """While something is on the line, it comes back by itself."""
        time.sleep(self.chance.random() ** 2 * 0.3)
        self.server.kill()
        try:
            self.server.start()
        except AssertionError as closed:  # its window says so, and what to do
            if NO_SPACE not in str(closed):
                raise
            self.clears()
            self.server.start()
        self.counted["power cuts"] += 1

    def start_again(self, root: Path | None = None, **settings: str) -> None:
        """Closed and opened, with another program or other settings."""
        assert self.server.stop() == 0, self.server.log.read_text()[-2_000:]
        self.server.root = root or self.server.root
        self.server.environment |= settings
        self.server.start()

    def fill_drive(self) -> None:
        """To the last byte, with photos; they are deleted once somebody was told."""
        assert self.drive is not None
        photos = self.drive / "photos"
        photos.touch()
        free = shutil.disk_usage(self.drive).free
        for size in (free - 2**20, 2**16, 2**12):  # ever smaller ones, as long as one goes in
            while not subprocess.run(
                ["fallocate", "--offset", str(photos.stat().st_size), "-l", str(size), photos],
                check=False, capture_output=True,
            ).returncode:  # fmt: skip
                pass

        def clears() -> None:
            photos.unlink()
            self.counted["full drives told"] += 1
            self.clears = lambda: None

        self.clears = clears

    def get_another_address(self, host: str) -> None:
        """Another router: devices that knew the old one scan their codes."""
        port = self.server.environment["PORT"]
        self.server.url = f"http://{host}:{port}"
        self.server.environment |= {"BIND": host, "ALLOWED_HOSTS": host, "PUBLIC_URL": self.server.url}
        assert self.server.stop() == 0
        self.server.start()
        self.name = host

    def restore(self, copy: Path) -> str:
        """`pinochle-club restore --yes COPY`, on a computer that lost its records."""
        self.server.kill()
        if not self.has_postgres:
            for file in self.server.state_dir.glob("club.sqlite3*"):
                file.unlink()
        done = subprocess.run(
            [sys.executable, "-m", "pinochle_club", "restore", "--yes", str(copy)],
            cwd=ROOT, env=self.server.environment, check=True, capture_output=True, text=True,
        )  # fmt: skip
        self.server.start()
        self.counted["copies put back"] += 1
        return done.stdout

    # -- others

    def another(self, name: str, database_url: str = "") -> Computer:
        """With a folder of its own, not opened yet."""
        folder = self.folder / f"{name}-{len(list(self.folder.glob(f'{name}-*')))}"
        folder.mkdir()
        mine = ("TIME_ZONE", "WORKERS", "WITH_WORKER", "SECRET_KEY", *self.clock.environment)
        settings = {name: self.server.environment.get(name, "") for name in mine}  # a second one was handed its key
        server = ClubServer(folder, database_url, program="tests.quiet_server", **settings)
        self.others.callback(server.kill)
        return Computer(self.folder, self.clock, server, chance=self.chance, counted=self.counted)

    def hall(self) -> Computer:
        """The one in the hall, which stays there from evening to evening."""
        if self.its_hall is None:
            self.its_hall = self.another("hall")
            self.its_hall.is_in_hall = True
            self.its_hall.server.start()
        return self.its_hall

    def moves_to(self, new: Computer) -> None:
        """Devices come to the other from now on, and know nobody there."""
        self.server.kill()
        self.server, self.name, self.drive = new.server, new.server.url, None

    def stand_by(self) -> SecondComputer:
        """A second laptop, which holds all that the club has."""
        self.start_again(STANDBY="1")
        key = (self.server.state_dir / "standby_key").read_text().strip()  # shown once, and kept here
        folder = self.folder / f"second-{self.counted['takeovers']}"
        folder.mkdir()
        host = f"127.0.7.{2 + self.counted['takeovers']}"
        other = SecondComputer(folder, host, int(self.server.environment["PORT"]))
        mine = ("TIME_ZONE", "WORKERS", "WITH_WORKER", *self.clock.environment)
        other.environment |= {name: self.server.environment[name] for name in mine}
        self.others.callback(other.kill)
        other.stand_by("--from", self.server.url, "--key", key)
        return other

    def give_way_to(self, other: SecondComputer) -> None:
        """The first one dies; the second becomes the club, and gets the address of before."""
        soon(lambda: troubles.seconds_behind(other) <= 1)
        time.sleep(2 + RESOLUTION)
        soon(lambda: troubles.seconds_behind(other) <= 1)
        self.server.kill()
        other.take_over()
        self.server, self.drive = other, None
        self.counted["takeovers"] += 1


@dataclass
class Wire(Line):
    """The line of a device to the club's computer."""

    computer: Computer = field(kw_only=True)
    is_tablet: bool = field(default=True, kw_only=True)  # others meet no blow: a clock would stay wrong after the night
    jars: dict[str, dict[str, str]] = field(default_factory=dict)

    def ask(self, method: str, address: str, fields: Fields | None = None) -> Answer:
        there = self.computer
        if not self.is_tablet:
            there.notices()
        if self.is_tablet and fields is not None and (blow := there.next_blow()):
            if blow.is_on_the_line:
                with ThreadPoolExecutor(1) as pool:
                    asking = pool.submit(self._once, method, address, fields)
                    blow.strike()
                    with suppress(*UNANSWERED):
                        asking.result()
                there.counted["sent again"] += 1
            else:
                blow.strike()
        end = time.monotonic() + PATIENCE
        while True:
            with suppress(*UNANSWERED):
                answer = self._once(method, address, fields)
                if answer.status != 503:
                    return answer
                there.counted["refused in words"] += 1
                there.clears()
            assert time.monotonic() < end, f"nobody answers {method} {address}"
            there.counted["sent again"] += 1
            time.sleep(0.3)

    def _once(self, method: str, address: str, fields: Fields | None) -> Answer:
        there = self.computer
        self.url, self.cookies = there.server.url, self.jars.setdefault(there.name, {})
        return super().ask(method, address, fields)


def is_in_hall(person: Person) -> bool:
    """Whether their device comes to the hall's computer."""
    return isinstance(person.way, Wire) and person.way.computer.is_in_hall


@contextmanager
def club_computer(folder: Path, since: datetime, *, has_old_program: bool = False) -> Iterator[Computer]:
    """It opens at that moment; with the program of the release before, where that is asked for."""
    clock, state = ShiftedClock(folder), folder / "club"
    clock.go(since)  # before the start, which prints a link for two days
    state.mkdir()
    # It makes a key of its own, which a second computer is handed.
    settings = {
        "WORKERS": "0",
        "SECRET_KEY": "",
        "TIME_ZONE": "America/Chicago",
        "WITH_WORKER": "1",
        **clock.environment,
    }
    root = archived(release_before(), folder / "older") if has_old_program else ROOT
    with ExitStack() as stack:
        drive = stack.enter_context(_drive(state))
        database = stack.enter_context(new_database(os.environ.get("DATABASE_URL", "")))
        server = ClubServer(state, database, program="tests.quiet_server", **settings)
        server.root = root
        stack.callback(server.kill)
        server.start()
        computer = Computer(folder, clock, server, drive)
        with computer.others:
            yield computer


@contextmanager
def _drive(place: Path) -> Iterator[Path | None]:
    """A drive of its own, which can fill up; nothing where none can be made here."""
    if troubles.ask("losetup", "--find").returncode:
        yield None
        return
    image = troubles.image_for(place)
    troubles.run("truncate", f"--size={DRIVE}", image)
    troubles.run("mkfs.ext4", "-q", "-m", "0", image)
    with troubles.mounted(place, "-o", "loop", image):
        yield place
