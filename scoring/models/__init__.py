"""What is kept: rule books as published, score cards, entries, and who may open them."""

from .devices import CardLink, Device, DeviceCard
from .entries import Entry
from .rule_books import RuleBookVersion
from .score_cards import ScoreCard

__all__ = ["CardLink", "Device", "DeviceCard", "Entry", "RuleBookVersion", "ScoreCard"]
