"""How well everybody plays apart from partners and opponents: the linear model of a club's rounds. Pure.

What one side makes above another in a hand is what its players are worth more than the others, and luck. Luck is most
of it, so what a few rounds say is drawn to the club's mean: by how much follows from how far the club's own players are
found to be apart. What is longer ago counts less. The error is that of the whole solution, which knows who was told
apart from whom. All is worked out in one order, whatever the order of the rows: the same rounds give the same grades.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import sqrt
from operator import mul
from typing import Final, NamedTuple, TypeAlias

# Before so many rounds nobody has a grade; up to so many it is still evolving.
ROUNDS_TO_SHOW: Final = 40
ROUNDS_TO_SETTLE: Final = 120
# What is so many months old counts half.
HALF_LIFE: Final = 24
# How far players are apart beside the luck of a hand, both as variances; measured with bots. A club's own rounds say
# more than this as soon as they tell as many players apart.
USUAL_RATIO: Final = 0.06**2
WEIGHT_OF_USUAL: Final = 10
# Who tells how far players are apart: those with the most rounds.
MOST_TELLING: Final = 100
# Beyond so many players, those with the fewest rounds count as guests do: the work grows with the third power.
MOST_PLAYERS: Final = 600
# Two who played so much of their rounds together cannot be told apart.
INSEPARABLE: Final = 0.95
BANDS: Final = (
    "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten", "Jack", "Queen", "King", "Ace",
)  # fmt: skip
# A band is so much of what players are apart; Eight is around the club's mean.
WIDTH_OF_BAND: Final = 1 / 3

Row: TypeAlias = list[float]


class Side(NamedTuple):
    """What a side made at a table in a round, and its players by number; guests and helpers are not named."""

    points: int
    players: tuple[int, ...]


class Table(NamedTuple):
    """One table in one round: in which month, of how many hands, and its two or three sides."""

    month: int
    hands: int
    sides: tuple[Side, ...]


@dataclass(frozen=True, slots=True)
class Grade:
    """Points a hand above the club's mean. Two times out of three the truth is no further away than the `error`.
    `couple` is whom one cannot be told apart from: the grade is that of both."""

    player: int
    points: float
    error: float
    rounds: int
    band: str
    couple: int | None = None

    @property
    def is_evolving(self) -> bool:
        return self.rounds < ROUNDS_TO_SETTLE


def grades_of(tables: Iterable[Table]) -> tuple[Grade, ...]:
    """Everybody who has a grade, the best first, from all tables that were played by one rule book."""
    played = sorted(_in_order(table) for table in tables if table.hands > 0 and len(table.sides) > 1)
    rounds = Counter(player for table in played for side in table.sides for player in side.players)
    players = sorted(rounds, key=lambda player: (-rounds[player], player))[:MOST_PLAYERS]
    if not players or rounds[players[0]] < ROUNDS_TO_SHOW:
        return ()
    sums = _Sums.of(played, players)
    luck, spread = sums.variances()
    if not spread:
        return ()
    points, shares = sums.solved(spread / luck)
    found = {
        player: (points[at], spread * shares[at])
        for at, player in enumerate(players)
        if rounds[player] >= ROUNDS_TO_SHOW
    }
    return _listed(found, rounds, _couples(played, rounds), sqrt(spread))


def band_of(share: float) -> str:
    """The band of a grade that lies above the mean by this part of what players are apart."""
    return BANDS[min(max(len(BANDS) // 2 + round(share / WIDTH_OF_BAND), 0), len(BANDS) - 1)]


def _in_order(table: Table) -> Table:
    """The same table, whichever of its sides and players was named first."""
    sides = sorted(Side(side.points, tuple(sorted(side.players))) for side in table.sides)
    return Table(table.month, table.hands, tuple(sides))


def _couples(played: Sequence[Table], rounds: Mapping[int, int]) -> Mapping[int, int]:
    """Who played all but a few of their rounds with one and the same partner, and with whom."""
    together = Counter(pair for table in played for side in table.sides for pair in combinations(side.players, 2))
    found = {}
    for (one, other), number in together.items():
        if number >= INSEPARABLE * max(rounds[one], rounds[other]):
            found[one], found[other] = other, one
    return found


def _listed(
    found: Mapping[int, tuple[float, float]], rounds: Mapping[int, int], couples: Mapping[int, int], spread: float
) -> tuple[Grade, ...]:
    grades = []
    for player, (points, variance) in found.items():
        couple = couples.get(player)
        if couple is not None and couple in found:
            points = (points + found[couple][0]) / 2
            variance = (variance + found[couple][1]) / 2
        grades.append(Grade(player, points, sqrt(variance), rounds[player], band_of(points / spread), couple))
    return tuple(sorted(grades, key=lambda grade: (-grade.points, grade.player)))


@dataclass(slots=True)
class _Sums:
    """What the tables come to: how many hands whoever played with (+) and against (-) whom (`met`), and what they made
    in theirs above the other side (`made`).

    A comparison of two sides weighs as much as its hands, less the longer it is ago; where three sides met, the three
    comparisons weigh as much as two. `squares` and `freedom` are what all margins scatter by, and how many there are.
    """

    met: list[Row]
    made: Row
    squares: float = 0.0
    freedom: float = 0.0

    @classmethod
    def of(cls, played: Sequence[Table], players: Sequence[int]) -> _Sums:
        place = {player: at for at, player in enumerate(players)}
        sums = cls([[0.0] * len(players) for _ in players], [0.0] * len(players))
        newest = max(table.month for table in played)
        for table in played:
            fresh = 0.5 ** ((newest - table.month) / HALF_LIFE)
            weight = table.hands * fresh * 2 / len(table.sides)
            for ours, theirs in combinations(table.sides, 2):
                with_signs = [(place[player], 1.0) for player in ours.players if player in place]
                with_signs += [(place[player], -1.0) for player in theirs.players if player in place]
                sums.add(with_signs, (ours.points - theirs.points) / table.hands, weight)
            sums.freedom += (len(table.sides) - 1) * fresh
        return sums

    def add(self, players: Sequence[tuple[int, float]], margin: float, weight: float) -> None:
        """One comparison: a margin of points a hand, and who was for and against it."""
        for at, sign in players:
            row, weighed = self.met[at], weight * sign
            self.made[at] += weighed * margin
            for other, other_sign in players:
                row[other] += weighed * other_sign
        self.squares += weight * margin * margin

    def variances(self) -> tuple[float, float]:
        """The luck of a hand, and how far players are apart; 0 and 0 where nobody ever made more than another.

        Found step by step: a spread gives grades, and how far these lie apart, beside how many of them are told by the
        rounds at all, gives a better spread. Few players say little of it: then the usual spread is most of the answer.
        """
        ratio, luck = USUAL_RATIO, 0.0
        while self.squares:
            points, shares = self.solved(ratio, MOST_TELLING)
            apart, told = sum(map(mul, points, points)), len(points) - sum(shares)
            left = self.squares - sum(map(mul, points, self.made)) - apart / ratio
            luck = max(left, self.squares / 1000) / max(self.freedom - told, 1)
            better = min((WEIGHT_OF_USUAL * USUAL_RATIO + apart / luck) / (WEIGHT_OF_USUAL + told), 1)
            if abs(better - ratio) < ratio / 100:
                break
            ratio = better
        return luck, luck * ratio

    def solved(self, ratio: float, number: int | None = None) -> tuple[Row, Row]:
        """The grades of the first players, and their variances as parts of the spread, which is this part of the luck:
        (1 + ratio · met) · grades = ratio · made."""
        lower = self._factor(ratio, number)
        half: Row = []
        for row, made in zip(lower, self.made, strict=False):
            half.append((ratio * made - sum(map(mul, row, half))) / row[-1])
        points, shares = [], []
        for at, own in enumerate(lower):
            column = [1 / own[at]]  # of the inverse of the factor
            for row in lower[at + 1 :]:
                column.append(-sum(map(mul, row[at:], column)) / row[-1])
            points.append(sum(map(mul, column, half[at:])))
            shares.append(sum(map(mul, column, column)))
        return points, shares

    def _factor(self, ratio: float, number: int | None) -> list[Row]:
        """Cholesky's, each row as far as its diagonal."""
        lower: list[Row] = []
        for at, met in enumerate(self.met[:number]):
            row: Row = []
            for other, above in enumerate(lower):
                row.append((ratio * met[other] - sum(map(mul, row, above))) / above[-1])
            row.append(sqrt(1 + ratio * met[at] - sum(map(mul, row, row))))
            lower.append(row)
        return lower
