"""What several tests of the clubs share."""

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import django.template.backends.django
import pytest
import segno
from django.core.cache import caches

from league.acting.unchanged import copies
from league.evening.ledger import findings
from league.evening.paper.pdfs import joining
from league.models import Club, RoundTable
from pinochle_club.ground import typesetting
from tests.lasting import lasting
from tests.league.makers import make_club


@pytest.fixture(scope="module")
def lasting_world(django_db_setup: None, django_db_blocker: Any) -> Iterator[Any]:
    from tests.league.test_permission_matrix import make_world

    with lasting(django_db_blocker):
        yield make_world()


@pytest.fixture
def world(lasting_world: Any, db: None) -> Any:
    """A `World`, made once for all tests of a file, each of which finds it as it was made."""
    tables = RoundTable.objects.select_related("card__book_version", "event_round__event__club")
    table = tables.get(pk=lasting_world.table.pk)
    return type(lasting_world)(table.event_round.event.club, dict(lasting_world.parts), table)


@pytest.fixture
def club(db: None) -> Club:
    return make_club()


@pytest.fixture
def nothing_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    """For tests that ask only who is let in, and what is found: to draw the pages would cost as much again."""
    monkeypatch.setattr(django.template.backends.django.Template, "render", lambda *_, **__: "")


@pytest.fixture
def printed(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """What would be printed, as the HTML of its pages: laid out it would cost more than all other pages. Its codes all
    lead to one place: a new one costs as much as a page."""
    pages: list[str] = []
    code = segno.make("https://example.org/", error="m", micro=False)

    def note(html: str, **_: object) -> bytes:
        pages.append(html)
        return b"%PDF-"

    caches["pdfs"].clear()
    monkeypatch.setattr(typesetting, "pdf_of", note)
    monkeypatch.setattr(segno, "make", lambda *_, **__: code)
    yield pages
    caches["pdfs"].clear()


@pytest.fixture(autouse=True)
def nothing_collected(monkeypatch: pytest.MonkeyPatch) -> None:
    """A long paper makes room between its parts: to look through all that tests keep takes longer than such a part."""
    monkeypatch.setattr(joining, "gc", SimpleNamespace(collect=lambda: 0))


@pytest.fixture(autouse=True)
def little_played(monkeypatch: pytest.MonkeyPatch) -> None:
    """The race for a title plays what is left of a season a few times: how good its figures are is tried elsewhere."""
    monkeypatch.setattr("league.season.race.model.MOST_WORK", 0)
    monkeypatch.setattr("league.season.race.model.MOST_WORK_REPLAYED", 0)
    monkeypatch.setattr("league.season.race.model.LEAST_PLAYS", 20)


@pytest.fixture(autouse=True)
def nothing_kept() -> None:
    """What a process keeps of a club and its ledger: the next test has other clubs under the same numbers."""
    copies.clear()
    findings._kept.clear()
    findings._of_people.clear()
