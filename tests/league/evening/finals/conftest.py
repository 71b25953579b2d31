"""Evenings whose last round before the final is played, made once for all tests of a file."""

from collections.abc import Iterator
from typing import Any

import pytest

from league.models import Event
from tests.lasting import lasting
from tests.league.makers import fresh, make_final


@pytest.fixture(scope="module")
def lasting_finals(django_db_setup: None, django_db_blocker: Any) -> Iterator[tuple[Event, Event]]:
    with lasting(django_db_blocker):
        yield make_final(((400, 300), (200, 100), (50, 10))), make_final(((400, 300), (200, 200), (50, 10)))


@pytest.fixture
def clear(lasting_finals: tuple[Event, Event], db: None) -> Event:
    return fresh(lasting_finals[0])


@pytest.fixture
def tied(lasting_finals: tuple[Event, Event], db: None) -> Event:
    """Four tie for the last two places."""
    return fresh(lasting_finals[1])
