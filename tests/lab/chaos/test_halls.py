"""Evenings in a hall while either computer is killed, and while home's drive is full: all that was acknowledged is at
home in the end, once."""

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from django.db import connection

from tests.lab.chaos.halls import Became, survive_full_drives, survive_kills

pytestmark = [pytest.mark.needs_db, pytest.mark.soak]
KILLS = 100
FULL_DRIVES = 20


def test_an_evening_comes_home_whichever_computer_is_killed(
    tmp_path: Path, record_property: Callable[[str, object], None]
) -> None:
    became = survive_kills(tmp_path, KILLS)

    record_property("figures", became.row("kill -9"))
    assert became.kills.total() >= KILLS
    assert_nothing_is_lost(became)


@pytest.mark.skipif(connection.vendor == "postgresql", reason="of SQLite and its drive")
def test_an_evening_comes_home_whose_drive_is_full(
    tmp_path: Path, record_property: Callable[[str, object], None]
) -> None:
    if subprocess.run(("unshare", "--mount", "true"), check=False, capture_output=True).returncode:
        pytest.skip("drives can’t be mounted here")

    became = survive_full_drives(tmp_path, FULL_DRIVES)

    record_property("figures", became.row("full drive"))
    assert became.answers[503] >= FULL_DRIVES
    assert_nothing_is_lost(became)


def assert_nothing_is_lost(became: Became) -> None:
    assert became.acknowledged > 0
    assert became.sent_again > 0, "nobody was interrupted: the test proves nothing"
    assert (became.lost, became.doubled, became.broken) == (0, 0, 0)
