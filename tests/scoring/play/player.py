"""Somebody at a table of bots, as the server sees it: reads the page, and sends the first thing there is to do.

player = Player.sit_down(club_server.url, "npa")
player.play_hand()
player.next_hand()
"""

from __future__ import annotations

import re
import secrets
from dataclasses import dataclass
from html import unescape
from typing import Any

from tests.tablet import Answer, Tablet, new_id

MOST_TAPS = 80

SEEN = re.compile(r'name="seen" value="(\d+)"')
ASKED = re.compile(r'class="act act-(\w+)"')
ACTION = re.compile(r'name="action" value="([^"]*)"')
CAN = re.compile(r'class="card card-can(?: is-new)?" name="action" value="([^"]*)"')
CARDS = re.compile(r'name="cards" value="(\w+)"')
HAND = re.compile(r'aria-label="Your hand, (\d+) card')
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

    @classmethod
    def sit_together(cls, url: str, book: str) -> tuple[Player, Player]:
        """Ann and Ruth, partners at one table, with Beginners in the other seats; the cards are dealt."""
        ann, ruth = Tablet(url, is_scripted=False), Tablet(url, is_scripted=False)
        ann.get("/play/together/")
        fields = {"start": secrets.token_urlsafe(24), "book": book, "name": "Ann", "strength": "beginner"}
        room = ann.post("/play/together/", fields).location
        ruth.get(room)
        ruth.post(f"{room}sit/", {"name": "Ruth", "seat": "N"})
        game = ann.post(f"{room}start/", {}).location
        ann.is_scripted = ruth.is_scripted = True
        return cls(ann, game, ann.get(game).text), cls(ruth, game, ruth.get(game).text)

    @property
    def may_tap(self) -> bool:
        """Whether there is something to send: not while another person is waited for."""
        return not self.is_done and SEEN.search(self.page) is not None

    @property
    def hand(self) -> int:
        """How many cards the player holds."""
        found = HAND.search(self.page)
        assert found, self.page
        return int(found[1])

    def look_again(self) -> None:
        self.page = self.tablet.get(self.address).text

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

    def next_hand(self) -> None:
        """On to the next hand; after the last of a game the page is empty."""
        self.page = self.send("next-hand/", {"client_id": new_id(), "seen": self.seen}).text

    @property
    def is_over(self) -> bool:
        return not SEEN.search(self.page)
