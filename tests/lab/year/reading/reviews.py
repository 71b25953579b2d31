"""A hand played with bots, as its review tells it step by step."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any, Final
from urllib.parse import urlsplit

from tests.lab.year.book.games import sides_of
from tests.lab.year.book.tricks import taken
from tests.lab.year.journal import Hand

from .sheets import words

PLAYS: Final = re.compile(r"(.+?) (?:plays?|claims?) the (?:(\w+) of (\w+)|rest)\.")
MELDS: Final = re.compile(r"([^:;.]+): (\d+)(?=[;.])")
CARD: Final = re.compile(r"(10|[AKQJ9])([♠♥♣♦])\W?")
SUITS: Final = dict(zip("♠♥♣♦", ("spades", "hearts", "clubs", "diamonds"), strict=True))
RANKS: Final = {"A": "ace", "10": "ten", "K": "king", "Q": "queen", "J": "jack", "9": "nine"}


class Review:
    """From the page that it opens with; `look` opens another. What the Expert would say of the own decisions is left
    alone: it thinks for long."""

    def __init__(self, look: Callable[[str], Any], page: Any) -> None:
        self.look, self.tree, self.address = look, page.tree, urlsplit(page.address).path
        names = [words(one) for one in self.tree.xpath("//ul[@class='seats']//*[@class='plate-name']")]
        around = "SWNE" if len(names) == 4 else "ABCDEFGH"[: len(names)]  # from the own seat
        self.seats = dict(zip(around, names, strict=True))

    def seat_of(self, name: str) -> str:
        return next(seat for seat, who in self.seats.items() if who.casefold() == name.strip().casefold())

    def hand(self, points: int) -> Hand:
        """Who dealt and bid what, what was melded, and card by card who took what of so many `points`."""
        dealer = next(seat for seat, roles in self._plates() if "dealer" in roles)
        melds, played, is_thrown_in = dict.fromkeys(self.seats, 0), list[tuple[str, str, str]](), False
        facts: dict[str, str] = {}
        for says, shown in self._steps():
            facts |= shown
            is_thrown_in = is_thrown_in or "the hand in" in says
            if found := PLAYS.match(says):
                played.append((self.seat_of(found[1]), found[2] or "", found[3] or ""))
            elif "melds are on the table" in says:
                for name, meld in MELDS.findall(says.partition("table.")[2]):
                    melds[self.seat_of(name)] = int(meld)
        bid, _, bidder = facts["Bid"].partition(" by ")
        trump = facts.get("Trump", "")
        sides, count = sides_of(list(self.seats)), len(self.seats)
        hand = Hand(
            dealer, self.seat_of(bidder), int(bid), trump if trump in SUITS.values() else "",
            {side: sum(melds[seat] for seat in side) for side in sides}, {}, is_thrown_in=is_thrown_in,
        )  # fmt: skip
        return taken(hand, [played[at : at + count] for at in range(0, len(played), count)], sides, points)

    def _plates(self) -> Iterator[tuple[str, str]]:
        for plate in self.tree.xpath("//ul[@class='seats']//*[contains(@class, 'plate-words')]"):
            yield self.seat_of(words(plate.xpath("./b")[0])), words(plate)

    def _steps(self) -> Iterator[tuple[str, dict[str, str]]]:
        """What each says, and the hand in figures beside it."""
        own = dict(self._own_decisions())
        steps = int(words(self.tree.xpath("//*[contains(@class, 'review-place')]")[0]).split()[-1])
        for step in range(1, steps + 1):
            if step in own:
                yield own[step], {}
                continue
            tree = self.look(f"{self.address}?step={step}").tree
            facts = tree.xpath("//*[@class='table-facts']/*[@class='fact']")
            says = words(tree.xpath("//*[contains(@class, 'review-says')]")[0]).partition(f" of {steps} ")[2]
            yield says, {words(fact.xpath("./dt")[0]): words(fact.xpath("./dd")[0]) for fact in facts}

    def _own_decisions(self) -> Iterator[tuple[int, str]]:
        """By their steps, in words as the others have them."""
        for row in self.tree.xpath("//table[@class='decisions']/tbody/tr"):
            step, did = row.xpath(".//a/@href")[0].rpartition("step=")[2], words(row.xpath("./td[1]")[0])
            if card := CARD.fullmatch(did):
                did = f"You play the {RANKS[card[1]]} of {SUITS[card[2]]}."
            yield int(step), "You claim the rest." if did == "claimed the rest" else did
