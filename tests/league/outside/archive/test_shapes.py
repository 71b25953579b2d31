"""Values inside JSON columns of an archive from anybody: one of them is changed, and no page falls over it."""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from collections.abc import Iterator
from copy import deepcopy
from typing import Any

import pytest

from league.acting.log import Refused
from league.models import Club
from league.outside.archive.deeds import restore_club
from league.outside.archive.format import ON_A_PAGE
from league.outside.archive.references import RENAMINGS, WITHOUT_IDS
from league.outside.archive.shapes import ENTRIES, SHAPES
from tests.lasting import lasting
from tests.league.makers import acting_as, make_user
from tests.league.outside.archive.test_hostile import Files, forged, good, packed, refusal
from tests.sampling import sample

__all__ = ["good"]
pytestmark = pytest.mark.django_db

TEXTS = {("books", "data"), ("house_rules", "draft"), ("seasons", "draft"), ("season_rules", "rules")}
HOSTILE: tuple[Any, ...] = ("Z", "1/0", "", None, -1, 10**12, True, 0.5, [], {}, [[]], {"Z": 1}, "0001-01-01")
MOST_PAGES = 120
OF_A_KIND = sample(1, MOST_PAGES)  # pages whose addresses differ in numbers alone
NOT_WALKED = r"\.(pdf|zip|csv|xlsx|ics|png|svg)$|archive"

Path = tuple[str, int, str, tuple[Any, ...]]


def test_every_json_column_has_a_shape():
    assert {*RENAMINGS, *WITHOUT_IDS} - TEXTS == {*SHAPES, ("entries", "payload")}


def test_manifest_tells_the_shapes(good: Files):
    tables = json.loads(good["manifest.json"])["tables"]

    assert set(tables["entries"]["schemas"]["payload"]) == set(ENTRIES)
    assert tables["past_files"]["schemas"]["made"]["type"] == "array"
    assert {(table, name) for table, entry in tables.items() for name in entry["schemas"]} == {
        *SHAPES, ("entries", "payload"),
    }  # fmt: skip


@pytest.mark.parametrize(
    ("table", "path", "value"),
    [
        ("published_places", ("shown", "figure"), "1/0"),
        ("cards", ("first_dealer",), "Z"),
        ("entries", ("payload", "dealer"), "Z"),
        ("entries", ("payload", "dealer"), "D"),
        ("entries", ("kind",), "raffle"),
        ("events", ("played_on",), "0001-01-01"),
        ("events", ("created_at",), "0001-01-01T00:00:00+00:00"),
        ("ledger", ("facts", "hands"), "many"),
        ("entries", ("payload", "kind"), "chess"),
        ("entries", ("payload", "seat"), ""),
    ],
    ids=str,
)
def test_value_that_no_page_could_show_is_refused_by_table_and_row(good, table, path, value):
    def change(rows: list[dict[str, Any]]) -> None:
        at: Any = next(row for row in rows if len(path) == 1 or path[-1] in row[path[0]])
        for key in path[:-1]:
            at = at[key]
        at[path[-1]] = value

    said = refusal(forged(good, table, change))

    assert re.match(r"Row \d+ of “(\w+)” can’t be (taken|read)", said), said


def leaves(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    yield path
    for key, one in value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ():
        yield from leaves(one, (*path, key))


def places(good: Files) -> list[Path]:
    """Every value inside of a JSON column, by table, row, column and path."""
    found = []
    for table, column in sorted({*SHAPES, ("entries", "payload")}):
        for number, line in enumerate(good[f"tables/{table}.jsonl"].splitlines()):
            found += [(table, number, column, path) for path in leaves(json.loads(line)[column])]
    return found


def changed(good: Files, place: Path, value: Any) -> Any:
    table, number, column, path = place

    def change(rows: list[dict[str, Any]]) -> None:
        at: Any = rows[number]
        for key in (column, *path)[:-1]:
            at = at[key]
        at[(column, *path)[-1]] = deepcopy(value)

    return forged(good, table, change)


def pages_of(client: Any, club: Club) -> int:
    """Opens the pages that links lead to, some of each kind; the number. Django's client raises what a view raises."""
    start = f"/clubs/{club.slug}/"
    ahead, seen, kinds = [start], {start}, Counter[str]()
    for address in ahead:
        page = client.get(address)
        assert page.status_code < 500, address
        if page.status_code == 200 and page["Content-Type"].startswith("text/html"):
            for link in re.findall(r'href="(/[^"#]+)', page.content.decode()):
                path = link.partition("?")[0]
                is_ours = path.startswith((start, "/cards/")) and not re.search(NOT_WALKED, path)
                kind = re.sub(r"/[0-9a-f-]*\d[0-9a-f-]*(?=/)", "/0", path)
                if is_ours and path not in seen and len(seen) < MOST_PAGES and kinds[kind] < OF_A_KIND:
                    seen.add(path)
                    kinds[kind] += 1
                    ahead.append(path)
    return len(ahead)


def test_every_page_of_a_club_that_was_restored_opens(good: Files, client, django_db_blocker):
    assert pages_of_restored(django_db_blocker, client, packed(good)) > 40


@pytest.mark.soak
def test_no_page_falls_over_one_changed_value(good: Files, client, django_db_blocker):
    chance, found = random.Random(46), places(good)
    said, taken = list[tuple[str, str]](), 0
    for _ in range(3_000):
        place, value = chance.choice(found), chance.choice(HOSTILE)
        try:
            pages_of_restored(django_db_blocker, client, changed(good, place, value))
        except Refused as refused:
            said.append((place[0], str(refused)))
        except Exception as fault:
            raise AssertionError((place, value)) from fault
        else:
            taken += 1
    assert taken
    assert [one for one in said if not re.match(rf"Row \d+ of “({one[0]}|cards)” can’t be", one[1])] == []


def pages_of_restored(blocker: Any, client: Any, file: Any) -> int:
    with lasting(blocker):
        admin = make_user(username="admin")
        club = restore_club(file=file, limits=ON_A_PAGE, acting=acting_as("admin", user=admin)).club
        client.force_login(admin)
        return pages_of(client, club)
