"""The same cards in every run."""

import random
from types import SimpleNamespace

import pytest


@pytest.fixture(autouse=True)
def same_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is dealt follows from the test alone: a red test is red for everyone."""
    chance = random.Random(20)
    drawn = SimpleNamespace(
        randbits=lambda bits: chance.getrandbits(bits), token_hex=lambda size: f"{chance.getrandbits(8 * size):x}"
    )
    monkeypatch.setattr("scoring.play.games.secrets", drawn)
