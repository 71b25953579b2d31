"""The evening with money, made once for all tests of a file, each of which finds it as it was made."""

from collections.abc import Iterator
from typing import Any

import pytest

from league.models import Event
from tests.lasting import lasting
from tests.league.evening.money.evening import fresh, played_evening


@pytest.fixture(scope="module")
def lasting_evening(django_db_setup: None, django_db_blocker: Any) -> Iterator[Event]:
    with lasting(django_db_blocker):
        yield played_evening()


@pytest.fixture
def event(lasting_evening: Event, db: None) -> Event:
    return fresh(lasting_evening)
