"""What is kept: rule books as published, score cards, entries, and who may open them; games played here."""

from .devices import CardLink, Device, DeviceCard
from .entries import Entry
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
    "PlayTable",
    "PlayedDeal",
    "PlayedGame",
    "PlayedHand",
    "RuleBookVersion",
    "ScoreCard",
    "SharedDeal",
    "Simulation",
]
