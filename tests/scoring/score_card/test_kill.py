"""Processes that die in the middle (kill -9): all of the server's, one of those that serve, PostgreSQL's connections.
All come back on the same database. In a soak sheets are printed and backups made meanwhile.

What was acknowledged is there. What was not, the tablets send again with the same id, and it is there once. A backup
holds all that was acknowledged before it began, and of nothing a half.
"""

from __future__ import annotations

import subprocess
import threading
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any

from tests.club_server import ClubServer, restored_club
from tests.sampling import SOAK, sample
from tests.tablet import UNANSWERED, Answer, Page, Tablet

TABLETS = 6
SAVED_BEFORE_EACH_KILL = sample(20, 40)
SECONDS = 120
KILLS = 100  # in a soak, of processes; on PostgreSQL half as many cuts of all connections besides
MOST_HANDS = 24  # on a card, to be quick
TYPED = {
    "bid": {"bid": 40, "trump": "H"},
    "meld": {"meld_NS": 4, "meld_EW": 2},
    "take": {"take_NS": 12, "take_EW": 13},
}


@dataclass
class Table:
    """A tablet that goes on entering hands; what it gets no answer to it sends again until it gets one."""

    tablet: Tablet
    card: str
    page: Page
    acknowledged: list[str] = field(default_factory=list)
    sent_again: set[str] = field(default_factory=set)
    answers: Counter[int] = field(default_factory=Counter)

    @classmethod
    def sit_down(cls, url: str) -> Table:
        tablet = Tablet(url)
        card = tablet.begin("st-hilary")
        return cls(tablet, card, tablet.open(card))

    def play(self, evening: threading.Event, server_is_back: threading.Event) -> None:
        fields: dict[str, Any] = {"first_dealer": "N"}
        while not evening.is_set():
            self.page = self.send(self.page, fields, server_is_back)
            assert self.page.step, self.page.text
            if self.page.step == (MOST_HANDS, "bid"):
                self.turn_over(server_is_back)
                fields = {"first_dealer": "N"}
            else:
                fields = self.figures(*self.page.step)

    def figures(self, hand: int, step: str) -> dict[str, Any]:
        """Set in every hand, each side in turn, so that no game ends."""
        bid = {"dealer": "NESW"[(hand - 1) % 4], "bidder": "NESW"[hand % 2]} if step == "bid" else {}
        return {**bid, **TYPED[step]}

    def turn_over(self, server_is_back: threading.Event) -> None:
        """The next card."""
        end = time.monotonic() + SECONDS
        while True:
            try:
                self.card = self.tablet.begin("st-hilary")
                self.page = self.tablet.open(self.card)
            except (*UNANSWERED, AssertionError):
                assert time.monotonic() < end
                assert server_is_back.wait(SECONDS)
            else:
                return

    def send(self, page: Page, fields: dict[str, Any], server_is_back: threading.Event) -> Page:
        client_id, end = page.hidden["client_id"], time.monotonic() + SECONDS
        while time.monotonic() < end:
            answer = self.answer(page, fields)
            if answer is not None and answer.status < 500:
                assert answer.is_saved, answer
                self.acknowledged.append(client_id)
                return Page(answer.text)
            self.sent_again.add(client_id)
            assert server_is_back.wait(SECONDS)
        raise AssertionError("the tablet does not come through")

    def answer(self, page: Page, fields: dict[str, Any]) -> Answer | None:
        try:
            answer = self.tablet.save(page, **fields)
        except UNANSWERED:
            return None
        self.answers[answer.status] += 1
        return answer


# -- what happens to the server ----------------------------------------------------------


def kill_all(club: ClubServer, server_is_back: threading.Event) -> None:
    server_is_back.clear()
    club.kill()
    club.start()


def kill_one_that_serves(club: ClubServer, server_is_back: threading.Event) -> None:
    club.kill_worker()


def cut_connections(club: ClubServer, server_is_back: threading.Event) -> None:
    club.cut_connections()


def blows(club: ClubServer) -> list[Callable[[ClubServer, threading.Event], None]]:
    return [kill_one_that_serves, kill_all, *([cut_connections] if club.environment["DATABASE_URL"] else [])]


def test_killed_server_has_all_that_it_acknowledged(
    club_server: ClubServer, tmp_path: Path, record_property: Callable[[str, object], None]
) -> None:
    earlier = entry_ids(club_server)  # of other tests
    tables = [Table.sit_down(club_server.url) for _ in range(TABLETS)]
    evening, server_is_back = threading.Event(), threading.Event()
    server_is_back.set()
    dealt: Counter[str] = Counter()
    with ThreadPoolExecutor(TABLETS + 2) as pool:
        playing = [pool.submit(table.play, evening, server_is_back) for table in tables]
        beside = neighbours(pool, club_server, tables, evening, server_is_back, tmp_path) if SOAK else []
        try:
            for number in range(sample(2, KILLS * len(blows(club_server)) // 2)):
                blow = blows(club_server)[number % len(blows(club_server))]
                play_on(tables)
                blow(club_server, server_is_back)
                dealt[blow.__name__] += 1
                acknowledged = all_acknowledged(tables)
                written = entry_ids(club_server)
                assert [written[client_id] for client_id in acknowledged] == [1] * len(acknowledged)
                server_is_back.set()
            play_on(tables)
        finally:
            evening.set()
            server_is_back.set()
        for each in playing:
            each.result()

    entered, told = entry_ids(club_server) - earlier, Counter(all_acknowledged(tables))
    answers = sum((table.answers for table in tables), Counter[int]())
    figures = {
        **dealt,
        "acknowledged": told.total(),
        "lost": (told - entered).total(),
        "doubled": (entered - told).total(),
        "answers of 500": answers[500],
        "answers of 503": answers[503],
        **{name: figure for each in beside for name, figure in each.result().items()},
    }
    record_property("figures", ", ".join(f"{name}: {figure}" for name, figure in figures.items()))
    assert any(table.sent_again for table in tables), "nobody was interrupted: the test proves nothing"
    assert entered == told
    assert answers[500] == 0


def play_on(tables: list[Table]) -> None:
    """Wait until some more entries are acknowledged."""
    enough = len(all_acknowledged(tables)) + SAVED_BEFORE_EACH_KILL
    end = time.monotonic() + SECONDS
    while len(all_acknowledged(tables)) < enough:
        assert time.monotonic() < end, "the tablets do not come through"
        time.sleep(0.01)


def all_acknowledged(tables: list[Table]) -> list[str]:
    return [client_id for table in tables for client_id in list(table.acknowledged)]


def entry_ids(club_server: ClubServer) -> Counter[str]:
    return Counter(client_id for (client_id,) in club_server.rows("SELECT client_id FROM scoring_entry"))


# -- beside it, in a soak ----------------------------------------------------------------


def neighbours(
    pool: ThreadPoolExecutor,
    club: ClubServer,
    tables: list[Table],
    evening: threading.Event,
    server_is_back: threading.Event,
    folder: Path,
) -> list[Future[dict[str, object]]]:
    return [
        pool.submit(print_sheets, tables, evening, server_is_back),
        pool.submit(make_backups, club, tables, evening, folder),
    ]


def print_sheets(tables: list[Table], evening: threading.Event, server_is_back: threading.Event) -> dict[str, object]:
    """Every card again and again: whenever it has changed, its sheet is made anew."""
    statuses: Counter[int] = Counter()
    while not evening.is_set():
        for table in tables:
            try:
                statuses[table.tablet.get(f"{table.card}card.pdf").status] += 1
            except UNANSWERED:
                statuses[0] += 1
                assert server_is_back.wait(SECONDS)
    assert not statuses[500]
    return {"sheets printed": statuses[200], "sheets that were interrupted": statuses.total() - statuses[200]}


def make_backups(club: ClubServer, tables: list[Table], evening: threading.Event, folder: Path) -> dict[str, object]:
    """One after another, each restored. The last of them is opened, and the cards are there. One whose own connection
    was cut says so and leaves nothing that looks like a copy."""
    cut_short = 0
    for number in count(1):
        is_last = evening.is_set()
        state_dir = folder / str(number)
        state_dir.mkdir()
        acknowledged, cards = all_acknowledged(tables), [(table.tablet.cookies, table.card) for table in tables]
        try:
            copy = club.back_up()
        except subprocess.CalledProcessError as cut:
            if "pg_dump says" not in cut.stderr:
                raise
            assert list((club.state_dir / "backups").glob("*.part")) == []
            cut_short += 1
            continue
        with restored_club(state_dir, copy) as restored:
            assert_whole(restored, acknowledged)
            if is_last:
                restored.start()
                assert all(Tablet(restored.url, dict(cookies)).open(card).action for cookies, card in cards)
                break
    restored_ones = number - cut_short
    assert restored_ones > 1, "none was made while people played"
    return {"backups restored": restored_ones, "backups cut short": cut_short}


def assert_whole(restored: ClubServer, acknowledged: list[str]) -> None:
    held = entry_ids(restored)
    assert [held[client_id] for client_id in acknowledged] == [1] * len(acknowledged)
    # Every entry counts its card's version up, in the same transaction.
    torn = (
        "SELECT card.id FROM scoring_scorecard card LEFT JOIN scoring_entry entry ON entry.card_id = card.id"
        " GROUP BY card.id, card.version"
        " HAVING card.version <> count(entry.id) OR card.version <> coalesce(max(entry.number), 0)"
    )
    assert restored.rows(torn) == []
    if not restored.environment["DATABASE_URL"]:
        assert restored.rows("PRAGMA integrity_check") == [("ok",)]
        assert restored.rows("PRAGMA foreign_key_check") == []
