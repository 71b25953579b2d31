"""What is dealt in tests follows from a seed alone."""

import random
from types import SimpleNamespace

import pytest


def same_chance(seed: int) -> random.Random:
    """Chance for dealing that is the same in every run."""
    return random.Random(seed)


def fix_chance(monkeypatch: pytest.MonkeyPatch, seed: int) -> None:
    """What is dealt follows from the seed alone: a red test is red for everyone."""
    chance = same_chance(seed)
    drawn = SimpleNamespace(randbits=chance.getrandbits, token_hex=lambda size: f"{chance.getrandbits(8 * size):x}")
    monkeypatch.setattr("scoring.play.games.secrets", drawn)
