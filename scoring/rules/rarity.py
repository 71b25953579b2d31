"""How rare a hand's figures are: tables of simulated deals. Those of the built-in books are `books/rarity/*.json`,
written by `manage.py simulate --rarity`; other books have none until they are simulated.

Melds (`sides`, `totals`) hold for every book with the same cards, exchange and meld table (`rarity_key`); bids and
takes only where one bids and plays the same, too (`played_by`, a `play_key`). `odds` works out what they mean for a
whole hand.

* `totals` – points of a side's meld: how many sides
* `bids` – the winning bid: how many hands; `STUCK` where everybody passed
* `bidders` – from a bid upwards (`STUCK` first), points of the bidding side's meld: how many hands
* `takes` – from so many points of the bid above the meld, the bidding side's points in tricks: how many hands
* `asks_from` – at which odds of a slip a figure is asked about (`odds`), so that few honest hands are

Bots bid and play as at the table, and lay down all their meld; hands without a trump are left out of all but the bids.
People meld a little otherwise: good enough to ask a question, and nothing else is done with it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any, Final

from .book import BOOKS_FOLDER, RuleBook

RARITY_FOLDER: Final = BOOKS_FOLDER / "rarity"
VERY_RARE: Final = 10_000
FEWEST_SIDES: Final = 50_000  # with fewer, whether a total is rare would itself be a guess
AS_LIKELY: Final = 1 / 10  # odds, where a table doesn't say
STUCK: Final = 0  # in place of a bid: everybody passed

Counts = Mapping[int, int]
# Counts of hands that are alike, each with where they begin.
Bands = tuple[tuple[int, Counts], ...]


@dataclass(frozen=True)
class Rarity:
    """How often a side melded a total, of so many `sides`; and the bids and takes of all who play by the same rules."""

    sides: int
    totals: Counts = field(hash=False)
    bids: Counts = field(default_factory=dict, hash=False)
    bidders: Bands = field(default=(), hash=False)
    takes: Bands = field(default=(), hash=False)
    played_by: str = ""
    asks_from: float = AS_LIKELY

    def is_very_rare(self, total: int) -> bool:
        """Whether a side melds exactly this in fewer than one hand in `VERY_RARE`."""
        return self.sides >= FEWEST_SIDES and self.totals.get(total, 0) * VERY_RARE < self.sides

    def sentence(self, total: int) -> str:
        """`87 is a very rare meld (about 1 hand in 40,000).`"""
        return f"{total} is a very rare meld ({_odds(self.totals.get(total, 0), self.sides)})."

    @property
    def hands(self) -> int:
        """The number of hands; 0 in a table of melds alone."""
        return sum(self.bids.values())

    @cached_property
    def likeliest_bids(self) -> list[int]:
        return sorted(self.bids.keys() - {STUCK}, key=lambda bid: (-self.bids[bid], bid))

    def reaching(self, bid: int) -> int:
        """The hands that so high a bid won, or a higher one."""
        return sum(count for won, count in self.bids.items() if won >= bid)

    def is_very_rare_bid(self, bid: int) -> bool:
        """Whether so high a bid wins in fewer than one hand in `VERY_RARE`. Low ones are never rare: people bid less
        than bots."""
        return self.reaching(bid) * VERY_RARE < self.hands

    def bid_sentence(self, bid: int) -> str:
        """`255 is a very rare bid (less than 1 hand in 20,000).`"""
        rare = "very rare" if self.is_very_rare_bid(bid) else "rare"
        return f"{bid} is a {rare} bid ({self.bid_odds(bid)})."

    def bid_odds(self, bid: int) -> str:
        """How often so high a bid wins: `about 1 hand in 40`."""
        return _odds(self.reaching(bid), self.hands)

    def to_data(self) -> dict[str, Any]:
        """Plain data for JSON; `rarity_from_data` is the inverse."""
        data: dict[str, Any] = {"sides": self.sides, "totals": _plain(self.totals)}
        if self.played_by:
            data |= {"asks_from": self.asks_from, "played_by": self.played_by, "bids": _plain(self.bids)}
            data |= {"bidders": _plain_bands(self.bidders), "takes": _plain_bands(self.takes)}
        return data


def rarity_from_data(data: Mapping[str, Any]) -> Rarity:
    """The table that `Rarity.to_data` wrote; one from before bids and takes were counted is of melds alone."""
    return Rarity(
        sides=data["sides"],
        totals=_counts(data["totals"]),
        bids=_counts(data.get("bids", {})),
        bidders=_bands(data.get("bidders", ())),
        takes=_bands(data.get("takes", ())),
        played_by=data.get("played_by", ""),
        asks_from=data.get("asks_from", AS_LIKELY),
    )


def _plain(counts: Counts) -> dict[str, int]:
    return {str(figure): counts[figure] for figure in sorted(counts)}


def _plain_bands(bands: Bands) -> list[list[Any]]:
    return [[start, _plain(counts)] for start, counts in bands]


def _counts(plain: Mapping[str, int]) -> Counts:
    return {int(figure): count for figure, count in plain.items()}


def _bands(plain: Iterable[tuple[int, Mapping[str, int]]]) -> Bands:
    return tuple((start, _counts(counts)) for start, counts in plain)


def _odds(seen: int, among: int) -> str:
    if seen:
        return f"about 1 hand in {_round(among / seen):,}"
    # Never seen in n: with 95 % certainty rarer than 3 in n.
    return f"less than 1 hand in {_round(among / 3):,}"


@lru_cache(maxsize=64)
def rarity_key(book: RuleBook) -> str:
    """The fingerprint of what melds depend on: cards, exchange and meld table. How high people bid moves them too
    little."""
    parts = {
        "ranks": book.deck.ranks,
        "copies": book.deck.copies,
        "deal": [book.deal.players, book.deal.hand_size, book.deal.kitty_size],
        "marriage_needed": book.auction.marriage_needed,
        "passing": book.passing.model_dump(mode="json") if book.passing else None,
        "kitty": book.kitty.model_dump(mode="json", include={"takes", "meld_before_burying", "stays"})
        if book.kitty
        else None,
        "redeal": book.redeal.nines,
        **book.redeal.model_dump(
            mode="json", include={"nines_meld", "nines_any_meld", "no_aces", "no_face_cards"}, exclude_defaults=True
        ),
        "meld": book.meld.model_dump(mode="json", exclude={"aces_told"}),
    }
    return hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()


@lru_cache(maxsize=64)
def play_key(book: RuleBook) -> str:
    """The fingerprint of what bids and takes depend on beside the melds. A new rule that is off in a book leaves it as
    it was."""
    parts = ("deck", "auction", "play", "contract", "bonuses")
    rules = {name: getattr(book, name).model_dump(mode="json", exclude_defaults=True) for name in parts}
    return hashlib.sha256(json.dumps([rarity_key(book), rules], sort_keys=True).encode()).hexdigest()


def built_in_rarity(book: RuleBook) -> Rarity | None:
    """The table that came with the app and fits this book, if any."""
    return _built_in().get(rarity_key(book))


def table_path(book: RuleBook) -> Path:
    return RARITY_FOLDER / f"{book.key}.json"


def table_text(book: RuleBook, rarity: Rarity, **about: Any) -> str:
    """The file of a table: what it depends on, how it was made (`about`), and the figures."""
    data = {"book": book.key, **about, "depends_on": rarity_key(book), **rarity.to_data()}
    lines = (f"{json.dumps(name)}: {json.dumps(value)}" for name, value in data.items())
    return "{\n " + ",\n ".join(lines) + "\n}\n"


@lru_cache(maxsize=1)
def _built_in() -> dict[str, Rarity]:
    tables = [json.loads(path.read_text(encoding="utf-8")) for path in sorted(RARITY_FOLDER.glob("*.json"))]
    return {table["depends_on"]: rarity_from_data(table) for table in tables}


def _round(number: float) -> int:
    """Rounded to one digit, to two where the first is a 1: 38,462 becomes 40,000."""
    digits = str(int(number))
    step = int(10 ** max(0, len(digits) - (2 if digits.startswith("1") else 1)))
    return round(number / step) * step
