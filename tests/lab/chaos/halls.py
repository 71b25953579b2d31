"""Evenings that are lent to a hall, shown at home and brought back, while either computer is killed in the middle.

Both are served as `make run` does it, the hall with its worker, and tables save there all the while. Each evening has
seven kills: home while it lends, and each of both while the evening is fetched, while it is told live, and while it
comes back. A kill falls into a request on the line: before it is passed on, halfway, while home works on it, or before
its answer comes over.
"""

from __future__ import annotations

import json
import random
import re
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import Any

from scoring.score_card.access import DEVICE_COOKIE
from tests.club_server import ClubServer, served_club
from tests.hall import Committee, Table, assert_cards_say_what_was_noted
from tests.lab.chaos.rounds import all_well
from tests.lab.chaos.troubles import ask, mounted
from tests.poor_line import LyingLine, Moment, lying_line
from tests.second_computer import soon
from tests.tablet import UNANSWERED, Answer, Tablet, new_id

KILLS_OF_AN_EVENING = 7
MOMENTS: tuple[Moment, ...] = ("asked", "half", "passed", "passed", "answered")
MOST_SECONDS = 0.4  # from then on to the kill
SAVED_BEFORE_EACH = 10
TRIES = 100
PAUSE = 0.2  # seconds between two entries of a table

LAY = """
import json
from django.test import Client
from league.models import Event
from tests.league.makers import make_club, make_entrants, make_event, make_user
club, visitor = make_club(name="Oak Park", slug="lent"), Client()
visitor.force_login(make_user(club, "admin", username="lender"))
events = [make_event(club, name=f"Night {{n}}", round_end=Event.RoundEnd.TIME, minutes=240) for n in range({evenings})]
for event in events:
    make_entrants(event, {players})
print(json.dumps({{"session": visitor.cookies["sessionid"].value, "events": [event.pk for event in events]}}))
"""
BEGIN = """
import json
from django.test import Client
from django.utils import timezone
from league.evening.rounds.deeds import start_round
from league.models import Event, Role, TableTablet
from scoring.models import Device
from scoring.score_card import access
from tests.league.makers import acting_as, make_round
event, visitor = Event.objects.get(pk={event}), Client()
visitor.force_login(Role.objects.get(club=event.club).user)
event_round = make_round(event, list(event.entrants.order_by("number")))
start_round(event_round=event_round, acting=acting_as("admin"), client_id=f"start {{event.pk}}")
tables = []
for table in event_round.tables.select_related("card").order_by("number"):
    secret = access.new_secret()
    device = Device.objects.create(token_hash=access.hash_of(secret))
    access.keep_card(device, table.card)
    TableTablet.objects.create(event=event, table_number=table.number, device=device, paired_at=timezone.now())
    tables.append({{"secret": secret, "card": f"/cards/{{table.card.pk}}/"}})
print(json.dumps({{"session": visitor.cookies["sessionid"].value, "tables": tables}}))
"""
CLOSE = """
from league.evening.events.deeds import close_event
from league.evening.rounds.deeds import close_round
from league.models import Event
from tests.league.makers import acting_as
event = Event.objects.get(pk={event})
admin = acting_as("admin")
close_round(event_round=event.rounds.get(), acting=admin, client_id=f"round {{event.pk}}", reason="late")
close_event(event=Event.objects.get(pk=event.pk), acting=admin, client_id=f"close {{event.pk}}", reason="late")
"""
# Of an evening at one of the computers.
ENTRIES = """
SELECT n.client_id FROM scoring_entry n JOIN league_roundtable t ON t.card_id = n.card_id
JOIN league_eventround r ON r.id = t.event_round_id WHERE r.event_id = {event}
"""
STATE = "SELECT state, lent FROM league_event WHERE id = {event}"
BROUGHT = "SELECT COUNT(*) FROM league_logline WHERE event_id = {event} AND action LIKE 'brought the evening back%'"
TOLD = "SELECT told = version, trouble, given_back_at IS NOT NULL FROM league_fetched WHERE event_id = {event}"


@dataclass
class Became:
    """What became of some evenings."""

    evenings: int = 0
    kills: Counter[str] = field(default_factory=Counter)
    acknowledged: int = 0
    sent_again: int = 0
    at_home: int = 0
    lost: int = 0
    doubled: int = 0
    totals: int = 0
    answers: Counter[int] = field(default_factory=Counter)

    @property
    def broken(self) -> int:
        return self.answers[500]

    def row(self, name: str) -> str:
        """Of the table of evenings in a hall in `tests/lab/chaos.md`."""
        counted = (self.evenings, self.kills.total(), self.acknowledged, self.sent_again, self.at_home)
        seen = " | ".join(f"{figure:,}" for figure in counted)
        return f"| {name} | {date.today()} | {seen} | {self.broken} | {self.lost} | {self.doubled} | {self.totals:,} |"


class InTwoPlaces:
    """Home and the hall, with a line between them on which kills fall."""

    def __init__(self, home: ClubServer, hall: ClubServer, line: LyingLine, seed: int, evenings: int) -> None:
        self.home, self.hall, self.line, self.chance = home, hall, line, random.Random(seed)
        self.became = Became()
        laid = json.loads(home.manage("shell", "--no-imports", "-c", LAY.format(evenings=evenings, players=8)))
        self.events: list[int] = laid["events"]
        self.lender = Tablet(home.url, {"sessionid": laid["session"]})
        self.lender.get("/")
        self.computer = Tablet(hall.url)
        self.computer.get("/hall/fetch/")  # for the token that its forms carry

    # -- kills

    @contextmanager
    def killed(self, victim: ClubServer, doing: str) -> Iterator[None]:
        """In the middle of a request that comes over the line meanwhile, and started again."""
        moment, after = self.chance.choice(MOMENTS), self.chance.random() ** 3 * MOST_SECONDS
        is_dead, is_hit = threading.Event(), threading.Lock()

        def strike(now: Moment) -> None:
            if now == moment and is_hit.acquire(blocking=False):
                time.sleep(after)
                victim.kill()
                is_dead.set()

        self.line.at = strike
        try:
            yield
            assert is_dead.wait(60), "nothing came over the line"
        finally:
            self.line.at = lambda moment: None
        self.became.kills[f"{'home' if victim is self.home else 'hall'}, {doing}"] += 1
        victim.start()

    def asked(self, tablet: Tablet, path: str, fields: dict[str, Any]) -> Answer | None:
        """Nothing where nobody answers."""
        try:
            answer = tablet.post(path, fields)
        except UNANSWERED:
            return None
        self.became.answers[answer.status] += 1
        return answer

    # -- an evening

    def live(self, at_home: int) -> None:
        event, tables = self._begin(self.fetch(self.lend(at_home)))
        self.play(tables)
        self.come_back(at_home, event)
        self.count(at_home, event, tables)

    def lend(self, event: int) -> str:
        """The code. Home is killed meanwhile."""
        address, fields = f"/clubs/lent/events/{event}/hall/", {"client_id": new_id()}
        with ThreadPoolExecutor(1) as pool:
            asking = pool.submit(self.asked, self.lender, address, fields)
            time.sleep(self.chance.random() * 0.2)
            self.home.kill()
            asking.result()
        self.became.kills["home, lending"] += 1
        self.home.start()
        return self._code(address, fields)

    def _code(self, address: str, fields: dict[str, Any]) -> str:
        answer = self.asked(self.lender, address, fields)
        assert answer is not None
        assert answer.status in (200, 302), answer.told
        (code,) = re.findall(r"Code </span>(\w+ \w+)<", self.lender.get(address).text)
        return str(code)

    def fetch(self, code: str) -> int:
        """The evening's number in the hall. Each is killed meanwhile."""
        fields = {"address": self.line.address, "code": code.lower(), "client_id": new_id()}
        for victim in (self.hall, self.home):
            with self.killed(victim, "fetching"):
                answer = self.asked(self.computer, "/hall/fetch/", fields)
        return self._fetched(fields, answer)

    def _fetched(self, fields: dict[str, Any], answer: Answer | None) -> int:
        for _ in range(TRIES):
            if answer is not None and (found := re.search(r"/events/(\d+)/$", answer.location)):
                return int(found[1])
            time.sleep(0.2)
            answer = self.asked(self.computer, "/hall/fetch/", fields)
        raise AssertionError(answer)

    def _begin(self, event: int) -> tuple[int, list[Table]]:
        """The evening's number in the hall, and the tables of its round."""
        begun = json.loads(self.hall.manage("shell", "--no-imports", "-c", BEGIN.format(event=event)))
        self.computer.cookies["sessionid"] = begun["session"]  # an official, who may fetch the next
        return event, [self._table(number, each) for number, each in enumerate(begun["tables"])]

    def _table(self, number: int, begun: dict[str, Any]) -> Table:
        tablet = Tablet(self.hall.url, {DEVICE_COOKIE: begun["secret"]})
        page = tablet.open(begun["card"])
        nobody = Committee(self.hall)  # nobody appeals
        return Table(tablet, tablet, nobody, [begun["card"]], [], random.Random(number), page)

    def play(self, tables: list[Table]) -> None:
        """Tables save while each is killed in the middle of what the hall tells."""
        over = threading.Event()
        with ThreadPoolExecutor(len(tables)) as pool:
            playing = [pool.submit(save, table, over) for table in tables]
            try:
                for victim in (self.home, self.hall):
                    self._wait_for_more(tables, playing)
                    with self.killed(victim, "live"):
                        pass  # the next that is told
                    self._wait_for_more(tables, playing)
            finally:
                over.set()
            for each in playing:
                each.result()

    def live_with_full_drives(self, at_home: int, rounds: int) -> None:
        """Home's drive fills up while the hall tells it of hands, and while the evening comes back."""
        fields = {"client_id": new_id()}
        code = self._code(f"/clubs/lent/events/{at_home}/hall/", fields)
        event, tables = self._begin(self._fetched({**fields, "address": self.line.address, "code": code.lower()}, None))
        over = threading.Event()
        with ThreadPoolExecutor(len(tables)) as pool:
            playing = [pool.submit(save, table, over) for table in tables]
            try:
                for _ in range(rounds):
                    with self.full_drive(event):
                        self._wait_for_more(tables, playing)
                    soon(lambda: self._is_told(event))
            finally:
                over.set()
            for each in playing:
                each.result()
        with self.full_drive(event):
            self.hall.manage("shell", "--no-imports", "-c", CLOSE.format(event=event))
        soon(lambda: self._is_back(at_home, event))
        self.count(at_home, event, tables)

    @contextmanager
    def full_drive(self, event: int) -> Iterator[None]:
        """Until the hall was told so, to the last byte."""
        photos = self.home.state_dir / "photos"
        ask("dd", "if=/dev/zero", f"of={photos}", "bs=4k")
        try:
            yield
            soon(lambda: self.hall.rows(TOLD.format(event=event))[0][1] == "no line")
        finally:
            photos.unlink()
        self.became.kills["full drive"] += 1

    def _wait_for_more(self, tables: list[Table], playing: list[Future[None]]) -> None:
        def acknowledged() -> int:
            return sum(len(table.acknowledged) for table in tables)

        enough = acknowledged() + SAVED_BEFORE_EACH
        soon(lambda: all_well(playing) and acknowledged() >= enough)

    def come_back(self, at_home: int, event: int) -> None:
        with self.killed(self.hall, "coming back"):
            self.hall.manage("shell", "--no-imports", "-c", CLOSE.format(event=event))
        with self.killed(self.home, "coming back"):
            pass  # at the least the last version goes home now
        soon(lambda: self._is_back(at_home, event))

    def _is_told(self, event: int) -> bool:
        told = self.hall.rows(TOLD.format(event=event))[0]
        return (bool(told[0]), told[1]) == (True, "")

    def _is_back(self, at_home: int, event: int) -> bool:
        is_home = [tuple(row) for row in self.home.rows(STATE.format(event=at_home))] == [("closed", 0)]
        return is_home and self._is_told(event) and bool(self.hall.rows(TOLD.format(event=event))[0][2])

    # -- what it came to

    def count(self, at_home: int, event: int, tables: list[Table]) -> None:
        acknowledged = Counter(client_id for table in tables for client_id in table.acknowledged)
        here, there = (
            Counter(client_id for (client_id,) in server.rows(ENTRIES.format(event=number)))
            for server, number in ((self.home, at_home), (self.hall, event))
        )
        became = self.became
        became.evenings += 1
        became.acknowledged += len(acknowledged)
        became.sent_again += sum(len(table.sent_again) for table in tables)
        became.at_home += here.total()
        became.lost += len(acknowledged.keys() - there.keys()) + len(there.keys() - here.keys())
        became.doubled += (here - Counter(set(here))).total() + len(here.keys() - there.keys())
        became.doubled += abs(self.home.rows(BROUGHT.format(event=at_home))[0][0] - 1)
        became.totals += assert_cards_say_what_was_noted(tables)
        became.answers += sum((table.answers for table in tables), self.line.statuses)
        self.line.statuses = Counter()


def save(table: Table, over: threading.Event) -> None:
    while not over.wait(PAUSE):
        table.step()


@contextmanager
def in_two_places(folder: Path, evenings: int, seed: int = 1) -> Iterator[InTwoPlaces]:
    """Home on the database of the tests, and the hall on SQLite."""
    for name in ("home", "hall"):
        (folder / name).mkdir(exist_ok=True)
    hall = ClubServer(folder / "hall", program="tests.quiet_server", WORKERS="0", WITH_WORKER="1")
    with served_club(folder / "home", program="tests.quiet_server") as home, lying_line(home.url) as line:
        try:
            hall.start()
            yield InTwoPlaces(home, hall, line, seed, evenings)
        finally:
            hall.kill()


def survive_kills(folder: Path, kills: int, tell: Callable[[str], object] = lambda _: None) -> Became:
    evenings = -(-kills // KILLS_OF_AN_EVENING)
    with in_two_places(folder, evenings) as both:
        for event in both.events:
            both.live(event)
            became = both.became
            tell(f"{became.evenings}: {became.kills.total()} kills, {became.lost} lost, {became.doubled} doubled")
        return both.became


def survive_full_drives(folder: Path, rounds: int) -> Became:
    """Home is on SQLite, on a small drive of its own."""
    (folder / "home").mkdir()
    with mounted(folder / "home", "-t", "tmpfs", "-o", "size=64m", "none"), in_two_places(folder, 1) as both:
        both.live_with_full_drives(both.events[0], rounds)
        return both.became
