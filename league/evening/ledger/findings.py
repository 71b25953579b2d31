"""Findings from all rows of a club's ledger, worked out apart and kept, since years of rounds take seconds. Each look
asks for the marks of all evenings with rows, and for merged members, so nothing has to announce a correction, a
reopened evening or a merge."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Sized
from hashlib import sha256
from typing import Any, Final, TypeAlias, TypeVar

from league.models import Event, Member
from pinochle_club.ground.apart import Asker, Busy
from pinochle_club.ground.pdfs import PRINTER
from pinochle_club.ground.plainly import Kept

from .rows import HAS_ROWS

Found = TypeVar("Found")
Sizable = TypeVar("Sizable", bound=Sized)
# The function that works it out, and its arguments, the club first.
Key: TypeAlias = tuple[Any, ...]

# A page that can do without a result waits this long.
SHORT: Final = 0.5

# Of a few hundred clubs, each with all its findings; in memory they take some times what they weigh, which is sent.
_kept: Final[Kept[Key, Any]] = Kept(most=4 * 2**20, weight=lambda found: 500 + len(pickle.dumps(found)))
# Rows of the ledger kept for single persons, in all some 20 MB.
_of_people: Final[Kept[Key, Any]] = Kept(most=10_000, weight=lambda rows: 1 + len(rows))


class BeingWorkedOut(Exception):
    """Not ready: ask again. `stands` tells the progress."""

    def __init__(self, stands: str = "") -> None:
        super().__init__(stands)
        self.stands = stands


def kept_by_ledger(
    work: Callable[..., Found], club_id: int, *more: int | str, at_most: float | None = None
) -> Found:  # fmt: skip
    """The result of `work(club_id, *more)` (two queries while nothing is new). Raises `BeingWorkedOut`."""
    marks, key = marks_of(club_id), (work, club_id, *more)
    found: Found | None = _kept.find(key, marks)
    if found is not None:
        return found
    try:  # by the process that prints, which reads the database too
        asker = Asker(f"{work.__name__} of {club_id}")
        made: Found = PRINTER.ask(work_and_keep, key, marks, asker=asker, at_most=at_most)
    except Busy as busy:
        raise BeingWorkedOut(busy.stands) from busy
    except TimeoutError as late:
        raise BeingWorkedOut("It takes longer than this computer has time for right now.") from late
    _kept.keep(key, marks, made)
    return made


def work_and_keep(key: Key, marks: object) -> Any:
    """The kept result, or a new one, kept in this process too: the request may no longer wait for it."""
    found = _kept.find(key, marks)
    work, *asked = key
    return found if found is not None else _kept.keep(key, marks, work(*asked))


def kept_of_person(work: Callable[[int, int], Sizable], club_id: int, person: int) -> Sizable:
    """The result of one person's rows (two queries while nothing is new), quick enough to be worked out at once."""
    marks, key = marks_of(club_id), (work, club_id, person)
    found: Sizable | None = _of_people.find(key, marks)
    return found if found is not None else _of_people.keep(key, marks, work(club_id, person))


def marks_of(club_id: int) -> object:
    """The state of a club's ledger, in short (two queries)."""
    evenings = Event.objects.filter(HAS_ROWS, club=club_id).order_by("pk")
    merged = Member.objects.filter(club=club_id, merged_into__isnull=False).order_by("pk")
    rests_on = [*evenings.values_list("pk", "ledger_mark")], [*merged.values_list("pk", "merged_into")]
    return sha256(repr(rests_on).encode()).digest()
