"""What befalls the club, each really made: processes killed, drives that fill up or fail, a clock that is set."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from socketserver import BaseRequestHandler, ThreadingTCPServer
from threading import Event, Thread
from typing import Any, ClassVar

from pinochle_club.ground.trouble import Trouble as Why
from pinochle_club.server.pieces import RESOLUTION
from tests.club_server import ClubServer, free_port, processes_of, served_club
from tests.hall import Table
from tests.second_computer import Computer, soon
from tests.tablet import Answer, Tablet, new_id

MINUTE, HOUR, DAY = 60, 3600, 86400
JUMPS = (0, HOUR, -HOUR, DAY, -DAY, 400 * DAY, -400 * DAY, 2 * MINUTE, -3 * MINUTE, 3650 * DAY, -12000 * DAY, 5 * HOUR)
READ_ONLY_AT_FAULTS = ("-o", "loop,errors=remount-ro")


@dataclass
class Trouble:
    """One kind of it, at a club of its own."""

    club: ClubServer
    began_at: float = 0.0  # by time.monotonic()
    over_at: float = 0.0  # from then on it is counted until tables save again
    excuses: bool = False  # what was acknowledged just before and is lost
    serves_at: float = 0.0  # by the club that they save at from now on

    name: ClassVar[str]
    may_lose: ClassVar[bool] = False
    needs: ClassVar[tuple[str, ...]] = ("true",)  # a command that does nothing where this can be made here

    @classmethod
    @contextmanager
    def opened(cls, folder: Path) -> Iterator[Trouble]:
        """The club that it befalls; all that the club keeps lies in the folder."""
        with served_club(folder) as club:
            yield cls(club)

    def happen(self, number: int, tables: list[Table]) -> None:
        raise NotImplementedError

    def begins(self) -> None:
        self.began_at = time.monotonic()

    def is_over(self) -> None:
        self.over_at = self.serves_at = time.monotonic()


class Kill(Trouble):
    """All its processes at once, while tables save."""

    name = "kill -9"

    def happen(self, number: int, tables: list[Table]) -> None:
        self.begins()
        self.club.kill()
        self.is_over()
        self.club.start()


class FullDrive(Trouble):
    name = "full drive"
    needs = ("unshare", "--mount", "true")

    @classmethod
    @contextmanager
    def opened(cls, folder: Path) -> Iterator[Trouble]:
        with mounted(folder, "-t", "tmpfs", "-o", "size=64m", "none"), served_club(folder) as club:
            yield cls(club)

    def happen(self, number: int, tables: list[Table]) -> None:
        photos = self.club.state_dir / "photos"
        self.begins()
        ask("dd", "if=/dev/zero", f"of={photos}", "bs=4k")
        wait_until_told(tables, Why.FULL)
        photos.unlink()
        self.is_over()


class ReadOnlyDrive(Trouble):
    """As Linux does it with a drive that fails while files on it are written. Such a drive is checked and mounted anew,
    and the club started again."""

    name = "read-only drive"
    needs = ("losetup", "--find")

    @classmethod
    @contextmanager
    def opened(cls, folder: Path) -> Iterator[Trouble]:
        run("truncate", "--size=96M", image_for(folder))
        run("mkfs.ext4", "-q", image_for(folder))
        with mounted(folder, *READ_ONLY_AT_FAULTS, image_for(folder)), served_club(folder) as club:
            yield cls(club)

    def happen(self, number: int, tables: list[Table]) -> None:
        folder = self.club.state_dir
        self.begins()
        with held(self.club):
            run("mount", "-o", "remount,abort", folder)
        wait_until_told(tables, Why.READ_ONLY)
        self.is_over()
        self.club.kill()
        soon(lambda: ask("umount", folder).returncode == 0)  # all have ended
        soon(lambda: not ask("losetup", "-j", image_for(folder)).stdout)  # nobody sees it in a name space of their own
        ask("e2fsck", "-fy", image_for(folder))  # 1 where it mended
        run("mount", *READ_ONLY_AT_FAULTS, image_for(folder), folder)
        self.club.start()


class Takeover(Trouble):
    """The other computer becomes the club while tables save: where the club's own fails, and in turn where it is well
    and gives way. Then that one stands by."""

    name = "second computer takes over"
    may_lose = True  # the last seconds, where it fails

    def __init__(self, club: Computer, other: Computer) -> None:
        super().__init__(club)
        self.now, self.other = club, other

    @classmethod
    @contextmanager
    def opened(cls, folder: Path) -> Iterator[Trouble]:
        port = free_port()
        places = folder / "club", folder / "other"
        for place in places:
            place.mkdir()
        club, other = Computer(places[0], "127.0.0.2", port), Computer(places[1], "127.0.0.3", port)
        try:
            club.start()
            (key,) = re.findall(r"KEY=(\S+)", club.log.read_text())
            other.stand_by("--from", club.url, "--key", key)
            yield cls(club, other)
        finally:
            club.kill()
            other.kill()

    def happen(self, number: int, tables: list[Table]) -> None:
        before, after = self.now, self.other
        if not after.is_running:
            after.stand_by()
        self.excuses = fails = number % 2 == 1
        if fails:  # a busy computer may lag so far behind that not even the cards are there, which were just begun
            asked = time.monotonic()
            soon(lambda: seconds_behind(after) + RESOLUTION < time.monotonic() - asked)
        self.begins()
        if fails:
            before.kill()
        self.is_over()
        after.take_over()
        self.club = after
        self.serves_at = time.monotonic()  # until then who gives way may have saved on
        for table in tables:
            table.tablet.url = after.url
        if not fails:
            assert "The club is on another computer now" in Tablet(before.url).get("/").text
            before.kill()
        if number <= len((before, after)):
            assert f"The club is at {after.url} now" in before.refuses_to_open()
        self.now, self.other = after, before


def seconds_behind(standby: Computer) -> float:
    """How far its copy is behind the club, as its page says."""
    told = re.search(r"(\d+) seconds? behind the club", Tablet(standby.url).get("/").text)
    return int(told[1]) if told else float("inf")


class ClockJump(Trouble):
    """For all processes of the club at once, as where somebody sets the computer's clock."""

    name = "clock jumps"
    needs = ("cc", "--version")

    @classmethod
    @contextmanager
    def opened(cls, folder: Path) -> Iterator[Trouble]:
        clock, shifted = folder / "clock", folder / "shifted_clock.so"
        set_clock(clock, 0)
        run("cc", "-shared", "-fPIC", "-o", shifted, Path(__file__).with_name("shifted_clock.c"), "-ldl")
        with served_club(folder, LD_PRELOAD=str(shifted), SHIFTED_CLOCK=str(clock)) as club:
            yield cls(club)

    def happen(self, number: int, tables: list[Table]) -> None:
        ahead = JUMPS[number % len(JUMPS)]
        self.begins()
        set_clock(self.club.state_dir / "clock", ahead)
        self.is_over()
        soon(lambda: abs(self.newest_entry() - time.time() - ahead) < MINUTE)

    def newest_entry(self) -> float:
        """When it was entered, by the club's clock."""
        ((at,),) = self.club.rows("SELECT created_at FROM scoring_entry ORDER BY id DESC LIMIT 1")
        return datetime.fromisoformat(at).replace(tzinfo=UTC).timestamp()


def set_clock(clock: Path, ahead: int) -> None:
    """Written over, since the club reads it at any moment."""
    clock.touch()
    with clock.open("r+b") as file:
        file.write(ahead.to_bytes(8, sys.byteorder, signed=True))


class SlowMail(Trouble):
    """The mail server says a character in three seconds, while a director has a member invited. It goes on until all
    tables have saved; each tenth time until the club gives it up."""

    name = "slow mail server"

    def __init__(self, club: ClubServer, mail: Dripping) -> None:
        super().__init__(club)
        self.mail, self.asking = mail, ThreadPoolExecutor(1)
        laid = json.loads(club.manage("shell", "--no-imports", "-c", LAY_MEMBERS))
        self.director, self.addresses = Tablet(club.url, {"sessionid": laid["session"]}), laid["addresses"]
        self.director.get("/")
        self.asked: Future[Answer] | None = None

    @classmethod
    @contextmanager
    def opened(cls, folder: Path) -> Iterator[Trouble]:
        with Dripping(("127.0.0.1", 0), Drip) as mail:
            Thread(target=mail.serve_forever, daemon=True).start()
            url = f"smtp://127.0.0.1:{mail.server_address[1]}"
            with served_club(folder, EMAIL_URL=url, MAIL_FROM="club@example.org") as club:
                trouble = cls(club, mail)
                yield trouble
                trouble.is_answered()
            mail.shutdown()

    def happen(self, number: int, tables: list[Table]) -> None:
        self.is_answered(waits=number % 10 == 0)
        self.mail.over.clear()
        self.mail.drips.clear()
        address = self.addresses[number % len(self.addresses)]
        self.asked = self.asking.submit(self.director.post, address, {"client_id": new_id()})
        assert self.mail.drips.wait(MINUTE), self.asked.result()
        self.begins()
        self.is_over()

    def is_answered(self, *, waits: bool = False) -> None:
        """The link is shown instead. `waits`: the club breaks off by itself."""
        if self.asked is not None:
            if not waits:
                self.mail.over.set()
            assert "could not be sent" in self.asked.result().text


class Dripping(ThreadingTCPServer):
    daemon_threads = True
    block_on_close = False

    def __init__(self, *given: Any) -> None:
        self.drips, self.over = Event(), Event()
        super().__init__(*given)


class Drip(BaseRequestHandler):
    server: Dripping

    def handle(self) -> None:
        with suppress(OSError):
            while not self.server.over.is_set():
                self.request.sendall(b"2")
                self.server.drips.set()
                self.server.over.wait(3)


LAY_MEMBERS = """
import json
from django.test import Client
from tests.league.makers import make_club, make_members, make_user
club, visitor = make_club(slug="letters"), Client()
visitor.force_login(make_user(club, "director", username="letters"))
members = make_members(club)
for member in members:
    member.email = f"member{member.number}@example.org"
    member.save()
session = visitor.cookies["sessionid"].value
print(json.dumps({"session": session, "addresses": [f"/clubs/letters/members/{m.pk}/invite/" for m in members]}))
"""


@contextmanager
def held(club: ClubServer) -> Iterator[None]:
    """All its processes stand still, wherever each is in its work. Linux ends what it has in hand for them before: of a
    drive that fails in between it says that all is written, to bare SQLite, too (eight times of 150)."""
    assert club.process is not None
    os.killpg(club.process.pid, signal.SIGSTOP)
    try:
        soon(lambda: not any(moves(pid) for pid in processes_of(club.process.pid)))
        yield
    finally:
        os.killpg(club.process.pid, signal.SIGCONT)


def moves(process: int) -> bool:
    """Whether one of its threads does, or waits for the drive."""
    states = [
        thread.read_text().rpartition(")")[2].split()[0] for thread in Path(f"/proc/{process}/task").glob("*/stat")
    ]
    return any(state != "T" for state in states)


def image_for(folder: Path) -> Path:
    return folder.with_suffix(".ext4")


@contextmanager
def mounted(folder: Path, *what: str | Path) -> Iterator[None]:
    run("mount", *what, folder)
    try:
        yield
    finally:
        run("umount", "--lazy", folder)


def run(*command: str | Path) -> None:
    ask(*command).check_returncode()


def ask(*command: str | Path) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(command, check=False, capture_output=True)


def wait_until_told(tables: list[Table], why: Why) -> None:
    """Until somebody was refused in these words."""

    def times() -> int:
        return sum(table.troubles[why] for table in tables)

    before = times()
    soon(lambda: times() > before)


TROUBLES: dict[str, type[Trouble]] = {
    "kill": Kill,
    "full": FullDrive,
    "read-only": ReadOnlyDrive,
    "takeover": Takeover,
    "clock": ClockJump,
    "mail": SlowMail,
}
