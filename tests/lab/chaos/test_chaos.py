"""A hundred rounds of each trouble, in a soak; of a second computer that takes over one in every run. And that what is
lost or doubled would be counted."""

import subprocess
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from django.db import connection

from tests.hall import Notes, Told
from tests.lab.chaos.rounds import Outcome, count_doubled, count_lost, survive
from tests.lab.chaos.troubles import TROUBLES, Takeover, Trouble
from tests.sampling import SOAK, sample

MOST_LOST = 3.0  # seconds before the failure
KINDS = TROUBLES.values() if SOAK else [Takeover]


@pytest.mark.needs_db
@pytest.mark.skipif(connection.vendor == "postgresql", reason="of SQLite and its drive; PostgreSQL copies itself")
@pytest.mark.parametrize("kind", KINDS)
def test_all_that_was_acknowledged_is_there_once(
    kind: type[Trouble], tmp_path: Path, record_property: Callable[[str, object], None]
) -> None:
    if subprocess.run(kind.needs, check=False, capture_output=True).returncode:
        pytest.skip(f"{kind.name} can’t be made here")

    became = survive(kind, tmp_path, sample(1, 100))

    record_property("figures", became.row(kind.name))
    assert became.sent_again > 0, "nobody was interrupted: the test proves nothing"
    assert (len(became.lost) - became.excused, became.doubled, became.broken) == (0, 0, 0)
    assert became.lost_of <= MOST_LOST


def trouble_with(*written: str, excuses: bool = False) -> Any:
    rows = [(client_id,) for client_id in written]
    return SimpleNamespace(club=SimpleNamespace(rows=lambda query: rows), began_at=0.0, excuses=excuses)


def told(*client_ids: str) -> list[Told]:
    its = Told()
    for client_id in client_ids:
        its.append(client_id)
    return [its]


@pytest.mark.parametrize("excuses", [False, True])
def test_what_is_lost_is_counted_once(excuses: bool):
    became, trouble = Outcome(), trouble_with("a", excuses=excuses)

    for _ in range(2):
        count_lost(told("a", "b"), trouble, became)

    assert list(became.lost) == ["b"]
    assert became.excused == excuses


def test_what_is_there_twice_or_was_never_acknowledged_is_doubled():
    assert count_doubled(told("a", "b"), trouble_with("a", "b")) == 0
    assert count_doubled(told("a", "b"), trouble_with("a", "b", "b", "c")) == 2


def test_notes_without_what_is_lost_are_those_of_before():
    notes = Notes()
    notes.note("a", 1, {"bid": 50})
    notes.note("b", 1, {"bid": 55})

    assert notes.without({"b"}).hands == {1: {"bid": 50}}
