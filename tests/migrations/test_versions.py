"""What a released version has written opens in this one, with every figure as that version read it: its database, and a
club's archive. Of 0.x test_older_database and the archives' test_older look at more."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from league.models import Notice
from league.outside.archive.deeds import restore_club
from league.outside.archive.format import AT_THE_SERVER
from league.outside.archive.tables import TABLES, Table
from pinochle_club.ground import __version__
from tests.league.makers import acting_as
from tests.migrations.figures import club_figures, figures
from tests.migrations.keeping import VERSIONS, opened
from tests.sampling import SOAK, every

RELEASED = sorted(
    (file.name.removesuffix(".sql.gz") for file in VERSIONS.glob("[1-9]*.sql.gz")),
    key=lambda version: [int(number) for number in version.split(".")],
)

# Whatever those before are migrated through, 0.x is, too (test_older_database).
MIGRATED = RELEASED if SOAK else RELEASED[-2:]


def known(version: str) -> Any:
    return json.loads((VERSIONS / f"{version}.json").read_text())


def are_distinct(table: Table) -> bool:
    uids = table.model._base_manager.values_list("uid", flat=True)
    return len(set(uids)) == len(uids)


def as_written(read: Any) -> Any:
    return json.loads(json.dumps(read))


def test_this_version_is_kept_for_later_ones() -> None:
    """Else: `make keep-version`, when it is released."""
    assert __version__ in RELEASED


@pytest.mark.parametrize("version", MIGRATED)
def test_database_opens_with_every_figure(version: str, tmp_path: Path, django_db_blocker: Any) -> None:
    with django_db_blocker.unblock(), opened(version, tmp_path / "club.sqlite3"):
        read = figures()
        typed = [block["text"] for notice in Notice.objects.all() for block in notice.blocks]
        alike = [table.name for table in TABLES if table.by == ("uid",) and not are_distinct(table)]

    assert alike == []
    assert typed == ["A fine night."]
    assert len(read["cards"]) >= 7
    assert as_written(read) == known(version)["all"]


@pytest.mark.django_db
@pytest.mark.parametrize("version", every(3, RELEASED))
def test_archive_opens_with_every_figure(version: str) -> None:
    with (VERSIONS / f"{version}.zip").open("rb") as file:
        club = restore_club(file=file, limits=AT_THE_SERVER, acting=acting_as("admin")).club

    assert as_written(club_figures(club)) == known(version)["archive"]
