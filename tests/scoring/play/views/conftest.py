"""The same cards in every run."""

import pytest

from tests.scoring.play.sitting import fix_chance


@pytest.fixture(autouse=True)
def same_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    fix_chance(monkeypatch, 20)
