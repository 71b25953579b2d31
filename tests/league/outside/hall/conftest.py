from collections.abc import Iterator
from typing import Any

import pytest

from tests.lasting import lasting
from tests.league.outside.hall.evenings import World, make_world


@pytest.fixture(scope="module")
def world(django_db_setup: None, django_db_blocker: Any) -> Iterator[World]:
    """An evening in the hall, made once for a file."""
    with lasting(django_db_blocker):
        yield make_world()
