import pytest


@pytest.fixture(autouse=True)
def _quick_searches(monkeypatch):
    """A search of a thirtieth of the steps: enough for so few people."""
    monkeypatch.setattr("league.evening.seating.schedules.planning.MOST_STEPS", 10_000)
