"""Clubs whose players' true strength is known: evenings with partners drawn anew, luck as measured with bots."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from random import Random
from statistics import correlation, mean

from league.season.grades.model import Grade, Side, Table, compared_table, grades_of

HANDS = 4
ROUNDS = 6
LUCK = 41.0  # of a hand, one side less the other
SKILL = 2.4  # of a player, points a hand


@dataclass(frozen=True)
class SimulatedClub:
    """Players by number with what each is truly worth, and the tables they played."""

    truth: Sequence[float]
    tables: Sequence[Table]

    @cached_property
    def grades(self) -> list[Grade]:
        """In the order of the players."""
        return sorted(grades_of(self.tables), key=lambda grade: grade.player)

    @cached_property
    def recovery(self) -> float:
        return correlation([grade.points for grade in self.grades], self.truth)

    @cached_property
    def recovery_of_means(self) -> float:
        """What the mean of everybody's points a round finds of the truth."""
        points: dict[int, list[float]] = {}
        for side in (side for table in self.tables for side in table.sides):
            for player in side.players:
                points.setdefault(player, []).append(side.points)
        return correlation([mean(points[player]) for player in range(len(self.truth))], self.truth)


def simulated_club(
    seed: int, *, nights: int = 10, players: int = 24, skill: float = SKILL, together: float = 0.0
) -> SimulatedClub:
    """A club that meets every week. `together`: in what part of the rounds the strong partner the weak, the strongest
    the weakest, the next the next."""
    rng = Random(seed)
    truth = sorted(rng.gauss(0, skill) for _ in range(players))
    tables = [
        table
        for night in range(nights)
        for _ in range(ROUNDS)
        for table in _round(rng, truth, month=night * 7 // 30, together=together)
    ]
    return SimulatedClub(truth, tables)


def _round(rng: Random, truth: Sequence[float], *, month: int, together: float) -> Iterator[Table]:
    people = range(len(truth))
    couples = [(one, len(truth) - 1 - one) for one in range(len(truth) // 2)]
    kept = [couple for couple in couples if rng.random() < together]
    others = rng.sample(
        [one for one in people if all(one not in couple for couple in kept)], len(truth) - 2 * len(kept)
    )
    pairs = [*kept, *zip(others[::2], others[1::2], strict=True)]
    rng.shuffle(pairs)
    for ours, theirs in zip(pairs[::2], pairs[1::2], strict=True):
        better = sum(truth[one] for one in ours) - sum(truth[one] for one in theirs)
        margin = HANDS * better + rng.gauss(0, LUCK * HANDS**0.5)
        start = rng.randrange(60, 100)
        yield Table(month, HANDS, (Side(round(start + margin / 2), ours), Side(round(start - margin / 2), theirs)))


def duplicate_club(
    seed: int, *, nights: int, tables: int = 6, cards: float = 0.3
) -> tuple[SimulatedClub, SimulatedClub]:
    """The same evenings twice: of a club in which all tables play the same four hands of a round, with what others made
    of them, and without. `cards` is how much of the luck of a hand lies in its cards."""
    rng = Random(seed)
    players = 4 * tables
    truth = sorted(rng.gauss(0, SKILL) for _ in range(players))
    compared, plain = [], []
    for night in range(nights):
        for _ in range(ROUNDS):
            played = list(_boards(rng, truth, month=night * 7 // 30, cards=cards))
            plain += [table for table, _ in played]
            for table, margin in played:
                others = sum(each for _, each in played if each is not margin) / (tables - 1)
                compared.append(compared_table(table, tables - 1, (others / 2, -others / 2)))
    return SimulatedClub(truth, compared), SimulatedClub(truth, plain)


def _boards(rng: Random, truth: Sequence[float], *, month: int, cards: float) -> Iterator[tuple[Table, float]]:
    """Every table of a round of four boards, with its margin."""
    people = rng.sample(range(len(truth)), len(truth))
    same = rng.gauss(0, LUCK * (HANDS * cards) ** 0.5)
    for at in range(0, len(people), 4):
        ours, theirs = people[at : at + 2], people[at + 2 : at + 4]
        better = sum(truth[one] for one in ours) - sum(truth[one] for one in theirs)
        margin = HANDS * better + same + rng.gauss(0, LUCK * (HANDS * (1 - cards)) ** 0.5)
        sides = (Side(80 + margin / 2, tuple(ours)), Side(80 - margin / 2, tuple(theirs)))
        yield Table(month, HANDS, sides), margin
