"""The linear model of a club's rounds. Pure; the same rounds give the same grades. Luck is most of a margin, so a few
rounds are drawn to the club's mean: by how much follows from how far its players are apart. Older rounds count less. At
a duplicate, the luck that results with the same cards show is taken off, and the rest weighs more."""

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
# How much of what two sides make of a hand lies in its cards, measured with bots: 0.27 and 0.38 in two rule books.
LUCK_OF_CARDS: Final = 0.3
# It is found in some ten steps; so many would be enough for anything.
MOST_STEPS: Final = 100
# Who tells how far players are apart: those with the most rounds.
MOST_TELLING: Final = 100
# Beyond so many players, those with the fewest rounds count as guests do: the work grows with the third power.
MOST_PLAYERS: Final = 600
# Who plays so much of their rounds with one partner is graded as one of two who chose each other.
USUAL_PARTNERS: Final = 1 / 3
# Two who played so much of their rounds together cannot be told apart.
INSEPARABLE: Final = 0.95
BANDS: Final = (
    "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten", "Jack", "Queen", "King", "Ace",
)  # fmt: skip
# A band is so much of what players are apart; Eight is around the club's mean.
WIDTH_OF_BAND: Final = 1 / 3

Row: TypeAlias = list[float]


class Side(NamedTuple):
    points: float
    players: tuple[int, ...]


class Table(NamedTuple):
    """One table in one round: month, hands, and sides. `luck` is the part of a hand's luck left in their points."""

    month: int
    hands: int
    sides: tuple[Side, ...]
    luck: float = 1.0


def compared_table(table: Table, others: float, datum: Sequence[float]) -> Table:
    """A table whose hands were played at so many `others` each, on average; `datum` is each side's points there above
    the mean of all sides. Other results are luck, too: of one table's three tenths are taken off, of many nearly all of
    their mean."""
    share = others * LUCK_OF_CARDS / (1 + (others - 1) * LUCK_OF_CARDS)
    sides = (Side(side.points - share * above, side.players) for side, above in zip(table.sides, datum, strict=True))
    return table._replace(sides=tuple(sides), luck=1 - LUCK_OF_CARDS * share)


@dataclass(frozen=True, slots=True)
class Grade:
    """Points a hand above the club's mean, in two of three cases within the `error`. The two of a `couple` share it."""

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
    played = sorted(_in_order(table) for table in tables if table.hands > 0 and len(table.sides) > 1)
    rounds = Counter(player for table in played for side in table.sides for player in side.players)
    players = sorted(rounds, key=lambda player: (-rounds[player], player))[:MOST_PLAYERS]
    if not players or rounds[players[0]] < ROUNDS_TO_SHOW:
        return ()
    together = Counter(pair for table in played for side in table.sides for pair in combinations(side.players, 2))
    sums = _Sums.of(played, players, _couples(together, rounds, USUAL_PARTNERS))
    luck, prior = sums.variances()
    if not luck:
        return ()
    solved = sums.solved(prior)
    found = {
        player: (solved.points[at], luck * solved.own[at])
        for at, player in enumerate(players)
        if rounds[player] >= ROUNDS_TO_SHOW
    }
    return _listed(found, rounds, _couples(together, rounds, INSEPARABLE), sqrt(luck * solved.spread))


def band_of(share: float) -> str:
    """The band of a grade that lies above the mean by this part of how far players are apart."""
    return BANDS[min(max(len(BANDS) // 2 + round(share / WIDTH_OF_BAND), 0), len(BANDS) - 1)]


def _in_order(table: Table) -> Table:
    sides = sorted(Side(side.points, tuple(sorted(side.players))) for side in table.sides)
    return table._replace(sides=tuple(sides))


def _couples(together: Mapping[tuple[int, int], int], rounds: Mapping[int, int], share: float) -> Mapping[int, int]:
    """Players by partner, where both played at least this share of their rounds together."""
    found: dict[int, int] = {}
    for (one, other), number in sorted(together.items(), key=lambda item: (-item[1], item[0])):
        if number >= share * max(rounds[one], rounds[other]) and one not in found and other not in found:
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


class _Prior(NamedTuple):
    """How far players are apart, as parts of the luck of a hand: `alone` for those who change partners; for usual
    partners the worth of both `together`, and of one above the other."""

    alone: float
    together: float
    between: float


class _Solved(NamedTuple):
    """The grades, with variances as parts of the luck. The prior follows from `told`, the number of grades the rounds
    tell by themselves, and `apart`, the squares of all."""

    points: Row
    own: Row
    spread: float
    told: Row
    apart: Row


@dataclass(slots=True)
class _Sums:
    """Hands each two played with (+) and against (-) each other (`met`), and points `made` above the other side. A
    comparison weighs as much as its hands, less the longer it is ago, more the less luck is left; of three sides the
    three weigh as much as two. All margins scatter by `squares`, with `freedom`."""

    met: list[Row]
    made: Row
    couples: Mapping[int, int]
    squares: float = 0.0
    freedom: float = 0.0

    @classmethod
    def of(cls, played: Sequence[Table], players: Sequence[int], couples: Mapping[int, int]) -> _Sums:
        place = {player: at for at, player in enumerate(players)}
        pairs = {place[one]: place[other] for one, other in couples.items() if one in place and other in place}
        sums = cls([[0.0] * len(players) for _ in players], [0.0] * len(players), pairs)
        newest = max(table.month for table in played)
        for table in played:
            fresh = 0.5 ** ((newest - table.month) / HALF_LIFE)
            weight = table.hands * fresh * 2 / len(table.sides) / table.luck
            for ours, theirs in combinations(table.sides, 2):
                with_signs = [(place[player], 1.0) for player in ours.players if player in place]
                with_signs += [(place[player], -1.0) for player in theirs.players if player in place]
                sums.add(with_signs, (ours.points - theirs.points) / table.hands, weight)
            sums.freedom += (len(table.sides) - 1) * fresh
        return sums

    def add(self, players: Sequence[tuple[int, float]], margin: float, weight: float) -> None:
        for at, sign in players:
            row, weighed = self.met[at], weight * sign
            self.made[at] += weighed * margin
            for other, other_sign in players:
                row[other] += weighed * other_sign
        self.squares += weight * margin * margin

    def variances(self) -> tuple[float, _Prior]:
        """The luck of a hand, and how far players are apart, found step by step: a prior gives grades, and how far
        these lie apart a better one. Few players say little of it: then the usual ratio is most of the answer."""
        prior, luck = _Prior(USUAL_RATIO, USUAL_RATIO, USUAL_RATIO), 0.0
        for _ in range(MOST_STEPS if self.squares else 0):
            solved = self.solved(prior, MOST_TELLING)
            taken = sum(apart / part for apart, part in zip(solved.apart, prior, strict=True))
            left = self.squares - sum(map(mul, solved.points, self.made)) - taken
            luck = max(left, self.squares / 1000) / max(self.freedom - sum(solved.told), 1)

            def better(part: int, usual: float, found: _Solved = solved, luck: float = luck) -> float:
                squares = WEIGHT_OF_USUAL * usual + found.apart[part] / luck
                return min(squares / (WEIGHT_OF_USUAL + found.told[part]), 1)

            alone = better(0, USUAL_RATIO)
            together = better(1, alone)
            found = _Prior(alone, together, better(2, max(together, 2 * alone - together)))
            if all(abs(now - before) < before / 100 for now, before in zip(found, prior, strict=True)):
                break
            prior = found
        return luck, prior

    def solved(self, prior: _Prior, number: int | None = None) -> _Solved:
        """The grades of the first players: (1 / prior + met) · grades = made."""
        places = range(len(self.met))[:number]
        couples = {one: other for one, other in self.couples.items() if one in places and other in places}
        lower = self._factor(prior, couples, places)
        half: Row = []
        for row, made in zip(lower, self.made, strict=False):
            half.append((made - sum(map(mul, row, half))) / row[-1])
        points, columns = [], []
        for at, own in enumerate(lower):
            column = [1 / own[at]]  # of the inverse of the factor
            for row in lower[at + 1 :]:
                column.append(-sum(map(mul, row[at:], column)) / row[-1])
            points.append(sum(map(mul, column, half[at:])))
            columns.append(column)
        return _weighed(points, columns, couples, prior)

    def _factor(self, prior: _Prior, couples: Mapping[int, int], places: Sequence[int]) -> list[Row]:
        of_both, of_one = (1 / prior.together + 1 / prior.between) / 2, (1 / prior.together - 1 / prior.between) / 2
        lower: list[Row] = []
        for at in places:
            met = self.met[at][: at + 1]
            met[at] += of_both if at in couples else 1 / prior.alone
            if at in couples and couples[at] < at:
                met[couples[at]] += of_one
            row: Row = []
            for other, above in enumerate(lower):
                row.append((met[other] - sum(map(mul, row, above))) / above[-1])
            row.append(sqrt(met[at] - sum(map(mul, row, row))))
            lower.append(row)
        return lower


def _weighed(points: Row, columns: Sequence[Row], couples: Mapping[int, int], prior: _Prior) -> _Solved:
    """Evidence of grades on the prior they were made with. Their variances are sums over `columns`."""
    variances = [sum(map(mul, column, column)) for column in columns]
    told, apart = [0.0, 0.0, 0.0], [0.0, 0.0, 0.0]
    for one, own in enumerate(points):
        if one not in couples:
            told[0] += 1 - variances[one] / prior.alone
            apart[0] += own**2
        elif (other := couples[one]) > one:
            mean = (variances[one] + variances[other]) / 2
            both = sum(map(mul, columns[one][other - one :], columns[other]))
            told[1] += 1 - (mean + both) / prior.together
            told[2] += 1 - (mean - both) / prior.between
            apart[1] += (own + points[other]) ** 2 / 2
            apart[2] += (own - points[other]) ** 2 / 2
    of_couples = len(couples) * (prior.together + prior.between) / 2
    spread = (of_couples + (len(points) - len(couples)) * prior.alone) / len(points)
    return _Solved(points, variances, spread, told, apart)
