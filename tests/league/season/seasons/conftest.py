"""A season after its first night, made once for all tests of a file, each of which finds it as it was made."""

from collections.abc import Iterator
from typing import Any

import pytest

from league.models import Season, Series
from tests.lasting import lasting
from tests.league.makers import make_club, make_series

from .played import NIGHT, laid_night, opened


@pytest.fixture(scope="module")
def lasting_season(django_db_setup: None, django_db_blocker: Any) -> Iterator[int]:
    """One night was played: Ruth and Marge 60, Walt and Ed 20, Joan and Lois 50, Hank and Vern 30."""
    with lasting(django_db_blocker):
        series = make_series(make_club())
        laid_night(series, 0, NIGHT)
        yield opened(series.club).pk


@pytest.fixture
def season(lasting_season: int, db: None) -> Season:
    return Season.objects.select_related("club").get(pk=lasting_season)


@pytest.fixture
def series(request: pytest.FixtureRequest, db: None) -> Series:
    """The season's, or one of which nothing was played yet."""
    of_season = "season" in request.fixturenames
    return request.getfixturevalue("season").club.series.get() if of_season else make_series(make_club())
