"""A copied club is the same club, row by row, with ids of its own."""

from __future__ import annotations

import json

import pytest
from django.db import connection

from league.models import Club, Event
from league.outside.archive.tables import TABLES
from scoring.models import Device
from tests.lab.thousand.copying import COPIED, copy_club
from tests.league.makers import make_club
from tests.league.outside.archive.full_club import make_full_club
from tests.migrations.figures import club_figures

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.skipif(connection.vendor != "postgresql", reason="a thousand clubs are on PostgreSQL"),
]


def test_copies_come_to_the_same_figures_and_share_no_row() -> None:
    club = make_full_club()
    known = json.dumps(club_figures(club), default=str)
    empty = [table.name for table in TABLES if not table.rows(club).exists()]

    copy_club(club, range(1, 3))

    connection.check_constraints()
    one, other = Club.objects.exclude(pk=club.pk).order_by("pk")
    assert empty == []
    assert [json.dumps(club_figures(each), default=str) for each in (one, other)] == [known, known]
    for table in COPIED:
        rows = [set(table.rows(each).values_list("pk", flat=True)) for each in (club, one, other)]
        assert len(rows[0]) == len(rows[1]) == len(rows[2])
        assert len(set.union(*rows)) == 3 * len(rows[0])
    Device.objects.create(token_hash="x")  # whose number no copy has
    assert not Event.objects.filter(club=one, ledger_mark__in=club.events.values("ledger_mark")).exclude(ledger_mark="")


def test_newest_line_of_a_club_is_found_without_the_lines_of_others() -> None:
    """In a small table PostgreSQL would read all of it; forbidden to, it tells what it does in a large one."""
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL enable_seqscan = off; SET LOCAL enable_sort = off; SET LOCAL enable_bitmapscan = off")
    plan = make_club().log.order_by("-pk").values_list("pk", "at")[:1].explain()

    assert "Index Scan Backward using log_of_club" in plan
    assert "Filter" not in plan
