"""A copy on trial: put back into a folder of its own, as `make restore` would do it, where every total is worked out
again from the cards; of very many, those of the last evenings and others by lot, since a night is only so long. On
PostgreSQL into a database of its own, which the club's user must be allowed to make."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

from django.conf import settings
from django.db import connection
from django.db.models import QuerySet

from pinochle_club.server import examining
from pinochle_club.server.backups import BackupError, run_postgres
from pinochle_club.server.database import is_sqlite

LOT: Final = 2_000  # of each kind
PLACES: Final = 3  # which a copy that is put back takes, for a moment


def faults_of(copy: Path) -> list[str]:
    """The totals that come out otherwise than the club has them, in words. Raises `BackupError` where the copy
    can't be put back."""
    if shutil.disk_usage(settings.STATE_DIR).free < examining.LITTLE_SPACE + PLACES * copy.stat().st_size:
        raise BackupError("the club’s computer has too little space left to try it")
    with _place_of_its_own() as environment:
        _run(environment, "pinochle_club.server.restoring", "--yes", str(copy))
        return _run(environment, "pinochle_club.server.trial").splitlines()


@contextmanager
def _place_of_its_own() -> Iterator[dict[str, str]]:
    """The settings of a club that has nothing yet. What an earlier trial left behind, which was killed, goes."""
    folder = settings.STATE_DIR / "trial"
    shutil.rmtree(folder, ignore_errors=True)
    environment = {**os.environ, "STATE_DIR": str(folder), "SECRET_KEY": settings.SECRET_KEY}
    try:
        if is_sqlite():
            yield {**environment, "DATABASE_URL": ""}
        else:
            with _database_of_its_own() as address:
                yield {**environment, "DATABASE_URL": address}
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def _database_of_its_own() -> Iterator[str]:
    name = f"{connection.settings_dict['NAME']}_trial_of_a_copy"
    run_postgres("dropdb", "--if-exists", name)
    run_postgres("createdb", name)
    try:
        club = urlsplit(os.environ["DATABASE_URL"])  # to be put together by hand: one without a host loses its slashes
        yield f"{club.scheme}://{club.netloc}/{name}" + (f"?{club.query}" if club.query else "")
    finally:
        with suppress(BackupError):
            run_postgres("dropdb", "--if-exists", name)


def _run(environment: dict[str, str], module: str, *arguments: str) -> str:
    """The output of a command. Raises `BackupError` with its complaint."""
    done = subprocess.run(
        [sys.executable, "-m", module, *arguments],
        env=environment, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL,
    )  # fmt: skip
    if done.returncode:
        raise BackupError(" ".join(done.stderr.split()[-60:]) or f"{module} ended with {done.returncode}")
    return done.stdout


def faults() -> Iterator[str]:
    """The totals of this database that come out otherwise than kept, or not at all."""
    for what, rows, differs in _totals():
        for row in _drawn(rows):
            try:
                if differs(row):
                    yield f"{what} {row.pk} comes to other totals than are kept"
            except Exception as fault:  # of one: the others are tried all the same
                yield f"{what} {row.pk} can’t be worked out ({type(fault).__name__}: {fault})"


def _drawn(rows: QuerySet[Any]) -> Iterator[Any]:
    """All, or half of the lot from the newest and the rest from anywhere."""
    newest = rows.order_by("-pk").values_list("pk", flat=True)[: LOT // 2]
    yield from rows.filter(pk__in=list(newest)).iterator(chunk_size=200)
    others = rows.exclude(pk__in=list(newest)).order_by("?").values_list("pk", flat=True)[: LOT - LOT // 2]
    yield from rows.filter(pk__in=list(others)).iterator(chunk_size=200)


def _totals() -> Iterator[tuple[str, QuerySet[Any], Callable[[Any], bool]]]:
    from league.evening.ledger.rereading import read_again
    from league.models import Event, Season
    from league.season.seasons.publishing import would_differ
    from scoring.models import ScoreCard
    from scoring.score_card.recording import read_sheet

    closed = Event.objects.filter(state=Event.State.CLOSED).select_related("club", "rules__book_version")
    yield "Evening", closed, lambda event: bool(read_again(event)[1])
    cards = ScoreCard.objects.exclude(round_table__event_round__event__in=closed.values("pk"))
    yield "Card", cards.select_related("book_version"), lambda card: not read_sheet(card)
    yield "Season", Season.objects.filter(state=Season.State.OPEN).select_related("club"), would_differ


def main() -> None:
    examining.set_up("The copy could not be tried")
    for fault in faults():
        print(fault)


if __name__ == "__main__":
    main()
