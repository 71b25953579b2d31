"""All that the rounds to come follow from as one value, and the search for them.

A task needs no database, so it can be given to another process; the same task gives the same seatings.
"""

from __future__ import annotations

import hashlib
import os
import random
from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import groupby
from multiprocessing.connection import Connection
from typing import Final

from . import movement
from .annealing import Progress
from .planning import Impossible, plan
from .replanning import can_be_better, is_clearly_better, keep_places
from .schedule import Meetings, Player, RoundSeating, Schedule
from .verify import Certificate, verify
from .wishes import Wishes

# Whoever waits for a page comes first.
NICENESS: Final = 19
# How much of the time, in thousandths, goes into keeping places, before anything is made afresh.
KEEPING_SHARE: Final = 250


def fingerprint_of(value: object) -> str:
    """A short name for a value made of tuples, lists, numbers and words: the same everywhere for the same value."""
    return hashlib.sha256(repr(value).encode()).hexdigest()[:32]


@dataclass(frozen=True, slots=True)
class Results:
    """What winners move by: which side won at each table of the last round (`movement.next_round` counts them), and
    what everybody has scored so far. `drawn` are tables that were level, or without a result: lots decide there."""

    winners: Mapping[int, int]
    drawn: tuple[int, ...]
    scores: Mapping[Player, int]
    partners: movement.Pairing
    losers: movement.Losers


@dataclass(frozen=True, slots=True)
class SeatingTask:
    """All that the rounds from number `first` on follow from. `attendance` has who is here in each of them.

    Players with an id below 0 are house players who have no row yet. `ahead` stands for the seatings that are
    there already; `keep` are the first of them, from number `first` on, if people know their places already and are to
    have others only where they must. `by_results` is None but where winners move.
    """

    first: int
    attendance: tuple[tuple[Player, ...], ...]
    before: Schedule
    wishes: Wishes
    season: Meetings | None
    seed: int
    names: Mapping[Player, str]
    ahead: str
    keep: Schedule = ()
    winners_move: bool = False
    by_results: Results | None = None

    @property
    def seats(self) -> int:
        """What the search grows with."""
        return sum(len(here) for here in self.attendance)

    @property
    def fingerprint(self) -> str:
        """That of everything but chance and the season: another one means that people or rounds have changed."""
        wishes = self.wishes
        pairs = (sorted(map(sorted, found)) for found in (wishes.not_partners, wishes.never_meet, wishes.partners))
        singles = (sorted(found) for found in (wishes.stationary, wishes.volunteers))
        results = self.by_results
        return fingerprint_of(
            (
                self.first,
                self.attendance,
                self.before,
                tuple(map(tuple, pairs)),
                tuple(map(tuple, singles)),
                wishes.three_handed,
                self.ahead,
                results and (sorted(results.winners.items()), sorted(results.scores.items()), results.partners),
            )
        )

    def name(self, player: Player) -> str:
        return self.names.get(player, "House player")


def find(task: SeatingTask, progress: Progress | None = None, effort: int | None = None) -> Schedule:
    """The seatings of the task; the same task gives the same. Raises `planning.Impossible` with sentences for people.

    `effort` is that of `planning.plan`, for each run of rounds with the same people.
    """
    if task.winners_move:
        return (_moved(task),)
    if task.keep:
        return _kept(task, progress, effort)
    return _afresh(task, progress, effort)


def _kept(task: SeatingTask, progress: Progress | None, effort: int | None) -> Schedule:
    """As published as far as may be; afresh where that is clearly better, or cannot be helped."""
    kept_rounds = len(task.keep)
    here = task.attendance[:kept_rounds]
    found = keep_places(
        here,
        task.keep,
        seed=task.seed,
        wishes=task.wishes,
        before=task.before,
        season=task.season,
        progress=_part(progress, 0, KEEPING_SHARE),
        effort=effort,
    )
    rest = _part(progress, KEEPING_SHARE, 1000)
    if found is None:
        return _afresh(task, rest, effort)
    kept = found
    if len(task.attendance) > kept_rounds:
        more = replace(task, attendance=task.attendance[kept_rounds:], before=(*task.before, *kept), keep=())
        kept += _afresh(more, None, effort)
    certificate = _certificate(task, kept)
    if can_be_better(certificate):
        try:
            afresh = _afresh(task, rest, effort)
        except Impossible:
            if certificate.faults:
                raise
        else:
            return afresh if is_clearly_better(_certificate(task, afresh), certificate) else kept
    if progress:
        progress(1000, 1000)
    return kept


def _certificate(task: SeatingTask, schedule: Schedule) -> Certificate:
    return verify(schedule, task.attendance, task.wishes, before=task.before)


def _part(progress: Progress | None, begin: int, end: int) -> Progress | None:
    """Progress of a part, from so many thousandths of the whole to so many."""
    if progress is None:
        return None
    return lambda done, of: progress(begin + (end - begin) * done // max(1, of), 1000)


def _afresh(task: SeatingTask, progress: Progress | None, effort: int | None) -> Schedule:
    """Who comes later is seated from then on: rounds with the same people are planned together."""
    schedule: Schedule = ()
    done = 0
    for here, rounds in groupby(task.attendance):
        count = len(list(rounds))
        schedule += plan(
            here,
            count,
            seed=task.seed,
            wishes=task.wishes,
            before=(*task.before, *schedule),
            season=task.season,
            effort=effort,
            progress=_share(progress, done, count, len(task.attendance)),
            name=task.name,
        )
        done += count
    return schedule


def _share(progress: Progress | None, done: int, count: int, rounds: int) -> Progress | None:
    """Progress of some of the rounds, told as that of all, in thousandths."""
    if progress is None:
        return None
    return lambda step, steps: progress((1000 * (done * steps + count * step)) // (rounds * max(1, steps)), 1000)


def _moved(task: SeatingTask) -> RoundSeating:
    rng = random.Random(task.seed)
    here, results = task.attendance[0], task.by_results
    if results is None:
        return movement.first_round(here, rng, task.wishes, name=task.name)
    return movement.next_round(
        task.before[-1],
        results.winners,
        rng=rng,
        partners=results.partners,
        losers=results.losers,
        scores=results.scores,
        players=here,
        wishes=task.wishes,
        before=task.before,
        name=task.name,
    )


def find_for(channel: Connection, task: SeatingTask) -> None:
    """The same in a process of its own: sends ("far", (done, steps)), last ("found", …) or ("impossible", why)."""
    os.nice(NICENESS)
    try:
        channel.send(("found", find(task, lambda done, steps: channel.send(("far", (done, steps))))))
    except Impossible as impossible:
        channel.send(("impossible", str(impossible)))
