"""Games on a real server: two taps at once, many tables at once, and a server that dies in the middle of a hand."""

from __future__ import annotations

import re
import secrets
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from html import unescape
from typing import Any

import pytest

from scoring.rules.book import BUILT_IN_ORDER
from tests.club_server import ClubServer, served_club
from tests.sampling import sample
from tests.tablet import Answer, Tablet, new_id

TABLES = 6
MOST_TAPS = 80

SEEN = re.compile(r'name="seen" value="(\d+)"')
ASKED = re.compile(r'class="act act-(\w+)"')
ACTION = re.compile(r'name="action" value="([^"]*)"')
CAN = re.compile(r'class="card card-can(?: is-new)?" name="action" value="([^"]*)"')
CARDS = re.compile(r'name="cards" value="(\w+)"')
CHOOSE = re.compile(r'data-choose="(\d+)"')


@dataclass
class Player:
    """Somebody at a table of bots: the address of the game, and the table as it was answered last."""

    tablet: Tablet
    address: str
    page: str

    @classmethod
    def sit_down(cls, url: str, book: str) -> Player:
        tablet = Tablet(url)
        tablet.get("/play/")
        fields = {"start": secrets.token_urlsafe(24), "book": book, "asked": "1", "pace": "instant"}
        address = tablet.post("/play/begin/", fields).location
        return cls(tablet, address, tablet.get(address).text)

    @property
    def seen(self) -> int:
        found = SEEN.search(self.page)
        assert found, self.page
        return int(found[1])

    @property
    def is_done(self) -> bool:
        return 'id="result"' in self.page

    def fields(self) -> tuple[str, dict[str, Any]]:
        """What to send next, and where: the first thing there is to do."""
        found = ASKED.search(self.page)
        assert found, self.page
        fields: dict[str, Any] = {"client_id": new_id(), "seen": self.seen}
        if found[1] == "wait":
            return "go-on/", fields
        if found[1] in ("pass_cards", "bury"):
            choose = CHOOSE.search(self.page)
            assert choose, self.page
            return "act/", {**fields, "kind": found[1], "cards": CARDS.findall(self.page)[: int(choose[1])]}
        keys = (CAN if found[1] == "play" else ACTION).findall(self.page)
        return "act/", {**fields, "action": unescape(keys[0])}

    def send(self, to: str, fields: dict[str, Any]) -> Answer:
        return self.tablet.post(self.address + to, fields)

    def tap(self) -> None:
        answer = self.send(*self.fields())
        assert answer.status == 200, answer.text
        self.page = answer.text

    def play_hand(self) -> None:
        for _ in range(MOST_TAPS):
            if self.is_done:
                return
            self.tap()
        raise AssertionError("The hand does not end.")

    def to_the_play(self) -> None:
        while "act-play" not in self.page and not self.is_done:
            self.tap()


@pytest.fixture(scope="module")
def club_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ClubServer]:
    """One for all tests here: each plays its own games only."""
    with served_club(tmp_path_factory.mktemp("club")) as server:
        yield server


def test_many_tables_play_on_one_server(club_server: ClubServer) -> None:
    def evening(number: int) -> int:
        player = Player.sit_down(club_server.url, BUILT_IN_ORDER[number % len(BUILT_IN_ORDER)])
        for _ in range(sample(1, 6)):
            player.play_hand()
            player.page = player.send("next-hand/", {"client_id": new_id(), "seen": player.seen}).text
        return player.seen

    with ThreadPoolExecutor(TABLES) as hall:
        assert len(list(hall.map(evening, range(TABLES)))) == TABLES


def test_taps_at_once_count_once_and_a_dead_server_goes_on(club_server: ClubServer) -> None:
    player = Player.sit_down(club_server.url, "gwinnett")
    player.to_the_play()
    to, fields = player.fields()

    with ThreadPoolExecutor(TABLES) as fingers:
        answers = list(fingers.map(lambda _: player.send(to, fields), range(TABLES)))
    shown = player.tablet.get(player.address).text
    club_server.kill()
    club_server.start()
    player.page = player.tablet.get(player.address).text
    again = player.send(to, fields)

    assert [answer.status for answer in answers] == [200] * TABLES
    assert {SEEN.findall(answer.text)[0] for answer in (*answers, again)} == {SEEN.findall(shown)[0]}
    assert player.seen == int(SEEN.findall(shown)[0]) > fields["seen"]
    player.play_hand()
