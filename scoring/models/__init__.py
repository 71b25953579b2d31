"""Storage: rule books as published, score cards, entries, devices, and games played here.

A rule book is pinned: `RuleBookVersion` rows are found by the digest of their JSON and never change. A built-in book
that an update changes, or a house's own values, make a new version when the next card begins; older cards keep theirs.
"Our game" is kept by the browser alone, as typed, so that an update reaches it."""

from .devices import CardLink, Device, DeviceCard
from .entries import Entry
from .play_sets import PlaySet
from .play_tables import PlaySeat, PlayTable
from .played_games import PlayedDeal, PlayedGame, PlayedHand, SharedDeal
from .rarities import MeldRarity
from .rule_books import RuleBookVersion
from .score_cards import ScoreCard
from .simulations import Simulation

__all__ = [
    "CardLink",
    "Device",
    "DeviceCard",
    "Entry",
    "MeldRarity",
    "PlaySeat",
    "PlaySet",
    "PlayTable",
    "PlayedDeal",
    "PlayedGame",
    "PlayedHand",
    "RuleBookVersion",
    "ScoreCard",
    "SharedDeal",
    "Simulation",
]
