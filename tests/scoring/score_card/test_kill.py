"""A server that dies in the middle (kill -9 on all its processes) and comes back on the same database.

What it had acknowledged is there. What it had not, the tablets send again with the same id, and it is there once.
"""

from __future__ import annotations

import threading
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any

from tests.club_server import ClubServer
from tests.sampling import sample
from tests.tablet import UNANSWERED, Page, Tablet

TABLETS = 6
SAVED_BEFORE_EACH_KILL = 20
SECONDS = 120
TYPED = {
    "bid": {"bid": 40, "trump": "H"},
    "meld": {"meld_NS": 4, "meld_EW": 2},
    "take": {"take_NS": 12, "take_EW": 13},
}


@dataclass
class Table:
    """A tablet that goes on entering hands; what it gets no answer to it sends again until it gets one."""

    tablet: Tablet
    page: Page
    acknowledged: list[str] = field(default_factory=list)
    sent_again: set[str] = field(default_factory=set)

    @classmethod
    def sit_down(cls, url: str) -> Table:
        tablet = Tablet(url)
        return cls(tablet, tablet.open(tablet.begin("st-hilary")))

    def play(self, evening: threading.Event, server_is_back: threading.Event) -> None:
        fields: dict[str, Any] = {"first_dealer": "N"}
        while not evening.is_set():
            self.page = self.send(self.page, fields, server_is_back)
            assert self.page.step, self.page.text
            fields = self.figures(*self.page.step)

    def figures(self, hand: int, step: str) -> dict[str, Any]:
        """Set in every hand, each side in turn, so that no game ends."""
        bid = {"dealer": "NESW"[(hand - 1) % 4], "bidder": "NESW"[hand % 2]} if step == "bid" else {}
        return {**bid, **TYPED[step]}

    def send(self, page: Page, fields: dict[str, Any], server_is_back: threading.Event) -> Page:
        client_id = page.hidden["client_id"]
        while True:
            try:
                answer = self.tablet.save(page, **fields)
            except UNANSWERED:
                self.sent_again.add(client_id)
                assert server_is_back.wait(SECONDS)
                continue
            assert answer.is_saved, answer
            self.acknowledged.append(client_id)
            return Page(answer.text)


def test_killed_server_has_all_that_it_acknowledged(club_server: ClubServer) -> None:
    earlier = entry_ids(club_server)  # of other tests
    tables = [Table.sit_down(club_server.url) for _ in range(TABLETS)]
    evening, server_is_back = threading.Event(), threading.Event()
    with ThreadPoolExecutor(TABLETS) as pool:
        playing = [pool.submit(table.play, evening, server_is_back) for table in tables]
        try:
            for _ in range(sample(1, 8)):
                play_on(tables)
                server_is_back.clear()
                club_server.kill()
                acknowledged = all_acknowledged(tables)
                club_server.start()
                written = entry_ids(club_server)  # while every tablet still waits
                assert [written[client_id] for client_id in acknowledged] == [1] * len(acknowledged)
                server_is_back.set()
            play_on(tables)
        finally:
            evening.set()
            server_is_back.set()
        for each in playing:
            each.result()

    assert any(table.sent_again for table in tables), "nobody was interrupted: the test proves nothing"
    assert entry_ids(club_server) == earlier + Counter(all_acknowledged(tables))


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
