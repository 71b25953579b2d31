"""A night, from its hands to its places."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Final, NamedTuple

from tests.lab.year.journal import Hand

from .boards import shares_of
from .figures import Fraction, halves_up
from .games import GAMES, Game, Worth, is_over, late_points, side_of, sides_of, worth_of
from .telling import Night, Told

SKUNK_AFTER: Final = 4
WAYS: Final = {"duplicate": "matchpoints", "matchpoints": "matchpoints", "datum": "datum", "cross": "cross"}


class Table(NamedTuple):
    """A table of a round. `totals` are the sides' with a skunk; `won` is the side with more, "" of level ones."""

    round: int
    number: int
    seats: dict[str, str]
    totals: dict[str, int]
    hands: list[tuple[int, Hand, Worth]]
    won: str
    skunk: str

    def with_whom(self, name: str) -> list[str]:
        side = self.side_of(name)
        return [who for seat, who in self.seats.items() if seat in side and who != name]

    def side_of(self, name: str) -> str:
        seat = next((seat for seat, who in self.seats.items() if who == name), "")
        return side_of(seat, list(self.totals)) if seat else ""


class Row(NamedTuple):
    """A round of somebody: how many points, and how they came by them ("played", "replaced", "substitute", "out").
    `won`: None of a round that was sat out."""

    name: str
    round: int
    kind: str
    points: int
    won: bool | None
    table: Table | None = None


class Standing(NamedTuple):
    place: int
    is_shared: bool
    names: tuple[str, ...]
    points: int
    won: int
    share: Fraction | None


class Result:
    """What a night came to."""

    def __init__(self, told: Told, game: str, night: Night, *, is_of_one_book: bool = False) -> None:
        self.told, self.night, self.is_of_one_book = told, night, is_of_one_book
        self.game = str(told.rule("game", game, night=night))
        self.compared = next((way for word, way in WAYS.items() if word in night.planned.kind), "")

    def rule(self, what: str, default: object) -> object:
        return self.told.rule(what, default, night=self.night)

    # Tables -----------------------------------------------------------------------------------------------

    def name_of_game(self, seats: Sequence[str]) -> str:
        """Tables of three play by the club's other book."""
        return str(self.rule("other game", f"{self.game}-3")) if len(seats) == 3 else self.game

    def game_at(self, seats: Sequence[str]) -> Game:
        return GAMES[self.name_of_game(seats)]

    @cached_property
    def tables(self) -> list[Table]:
        found = [self._table(number, table) for number in self.night.counting for table in self.night.tables(number)]
        return [one for one in found if not self.is_of_one_book or self.name_of_game(list(one.seats)) == self.game]

    def _table(self, number: int, table: int) -> Table:
        seats = self.night.seats_at(number, table)
        game, sides = self.game_at(list(seats)), sides_of(list(seats))
        if (typed := self.night.totals.get((number, table))) is not None:
            return Table(number, table, seats, dict(typed), [], _most(typed), "")
        hands: list[tuple[int, Hand, Worth]] = []
        totals, won = dict.fromkeys(sides, 0), ""
        ends_with_game, most = self.rule("end of a round", "hands") == "game", self.rule("hands", 4)
        for at, hand in sorted(self.night.hands[number, table].items()):
            if (len(hands) == most and not ends_with_game) or (ends_with_game and won):
                break
            worth = worth_of(game, hand, list(seats))
            hands.append((at, hand, worth))
            totals = {side: totals[side] + worth.score[side] for side in sides}
            won = is_over(game, totals, worth.bidders) if ends_with_game else ""
        skunk = "" if self.compared else _skunk(game, totals, is_whole=len(hands) == most == SKUNK_AFTER)
        if skunk:
            totals[skunk] += game.skunk
        for line in self.night.penalties:
            if (line.round, line.table) == (number, table) and line.whom in totals:
                totals[line.whom] += line.points
        won = "" if self.compared else won or _most(totals)  # boards are won by nobody
        return Table(number, table, seats, totals, hands, won, skunk)

    def sitting(self, table: Table, hand: int) -> dict[str, str]:
        """Whose hand it was, by seat: a substitute's who came for somebody late, else the player's whose points it
        brings."""
        found = {}
        for seat, name in self.night.seats_at(table.round, table.number, hand).items():
            late = self.night.late.get((table.round, name))
            is_replaced = late and late_points(self.game_at(list(table.seats)), late.minutes) is None
            there = late.substitute if late and is_replaced else name
            found[seat] = self.night.stand_ins.get((table.round, there), there)
        return found

    # Rows -------------------------------------------------------------------------------------------------

    @cached_property
    def rows(self) -> list[Row]:
        found: dict[tuple[str, int], Row] = {}
        for row in (row for table in self.tables for row in self._at_table(table)):
            there = found.get((row.name, row.round), row)
            if there is not row:  # changed to another table in mid-round
                last = row if row.table and row.table.side_of(row.name) else there
                row = last._replace(points=row.points + there.points)
            found[row.name, row.round] = row
        played = list(found.values())
        return played + list(self._sat_out(played))

    def _at_table(self, table: Table) -> Iterator[Row]:
        """Everybody has the hands of each chair they sat in, and all else of the last."""
        game, night = self.game_at(list(table.seats)), self.night
        points: dict[str, int] = defaultdict(int)
        if table.hands:
            for at, _, worth in table.hands:
                for seat, name in night.seats_at(table.round, table.number, at).items():
                    points[name] += worth.score[side_of(seat, list(table.totals))]
            rest = {
                side: table.totals[side] - sum(worth.score[side] for _, _, worth in table.hands)
                for side in table.totals
            }
        else:
            rest = table.totals
        for seat, name in table.seats.items():
            points[name] += rest[side_of(seat, list(table.totals))]
        won = {name: table.side_of(name) == table.won for name in points}
        for name in list(points):
            late = night.late.get((table.round, name))
            if late and late_points(game, late.minutes) is None:
                if late.substitute:
                    points[late.substitute], won[late.substitute] = points[name], won[name]
                yield self._row(name, table, "replaced", 0, False)
                del points[name]
        for sub, player in ((late.substitute, who) for (at, who), late in night.late.items() if at == table.round):
            if sub in table.seats.values() and player not in points:
                yield self._row(player, table, "replaced", 0, False)
        subs = {late.substitute for (at, _), late in night.late.items() if at == table.round}
        for name, came_to in points.items():
            player = night.stand_ins.get((table.round, name), name)
            yield self._row(player, table, "substitute" if name in subs else "played", came_to, won[name])

    def _row(self, name: str, table: Table, kind: str, points: int, won: bool) -> Row:
        game, late = self.game_at(list(table.seats)), self.night.late.get((table.round, name))
        is_here = name in table.seats.values()  # and not at another table in the end
        points += (late_points(game, late.minutes) or 0) if late and is_here else 0
        penalties = [line for line in self.night.penalties if (line.round, line.whom) == (table.round, name)]
        points += sum(line.points for line in penalties if line.table == table.number)
        return Row(name, table.round, kind, points, won, table)

    def points_off(self, name: str, number: int) -> int:
        """What coming late to a round cost, whether that counts or not."""
        late = self.night.late.get((number, name))
        sat = [self.night.seats_at(number, table) for table in self.night.tables(number)]
        seats = next((seats for seats in sat if name in seats.values()), {})
        return -(late_points(self.game_at(list(seats)), late.minutes) or 0) if late and seats else 0

    def _sat_out(self, played: list[Row]) -> Iterator[Row]:
        credit = self.rule("sitting out", "own average")
        for number in self.night.counting:
            for name in self.night.out.get(number, ()):
                points = 0
                if credit == "own average":
                    points = halves_up([row.points for row in played if row.name == name])
                elif credit == "winners’ average":
                    points = halves_up([row.points for row in played if row.round == number and row.won])
                elif isinstance(credit, int):
                    points = credit
                yield Row(name, number, "out", 0 if self.compared else points, None)

    @cached_property
    def _rows_by_name(self) -> dict[str, list[Row]]:
        found: dict[str, list[Row]] = defaultdict(list)
        for row in self.rows:
            found[row.name].append(row)
        return found

    def rows_of(self, name: str) -> list[Row]:
        """None of a helper from outside, whose points are nobody's."""
        return self._rows_by_name.get(name, []) if name in self.night.came else []

    # Places -----------------------------------------------------------------------------------------------

    @cached_property
    def of_one_book(self) -> Result:
        """Without tables of another book."""
        return Result(self.told, self.game, self.night, is_of_one_book=True)

    @cached_property
    def finalists(self) -> set[str]:
        after = self.rule("final after", 0)
        rows = [row for row in self.rows if after and row.round > int(str(after)) and row.kind != "out"]
        return {row.name for row in rows}

    def _measure(self, names: tuple[str, ...]) -> tuple[int, int, Fraction | None]:
        """Points, rounds won and share of boards of a person or pair, as far as they decide the place."""
        of_final = self.finalists and set(names) <= self.finalists and not self.rule("final carries", True)
        rows = [
            row for row in self.rows_of(names[0]) if not of_final or row.round > int(str(self.rule("final after", 0)))
        ]
        points, won = sum(row.points for row in rows), sum(bool(row.won) for row in rows)
        if len(names) > 1:  # a pair scores together, and both answer for their own penalties
            points += sum(line.points for line in self.night.penalties if line.whom == names[1])
        return points, won, self.share_of(names[0])

    def share_of(self, name: str, of_round: int | None = None) -> Fraction | None:
        """Of all boards, or those of a round."""
        if not self.compared:
            return None
        found = [
            share
            for (number, table, _), shares in self.shares.items()
            for side, share in shares.items()
            if name in self._sitting(number, table, side) and of_round in (None, number)
        ]
        if not found:
            return None
        return sum(found, Fraction(0)) * 100 / len(found) if self.compared == "matchpoints" else sum(found, Fraction(0))

    def _sitting(self, number: int, table: int, side: str) -> list[str]:
        return [who for seat, who in self.night.seats_at(number, table).items() if seat in side]

    @cached_property
    def shares(self) -> dict[tuple[int, int, int], dict[str, Fraction]]:
        """What each side made of each board, by round, table and board."""
        results = {
            (table.round, table.number, hand.board): worth.score
            for table in self.tables
            for _, hand, worth in table.hands
            if hand.board
        }
        return shares_of(self.compared, results, self.night.averages, self.night.fouled, self.night.field)

    @property
    def scorers(self) -> list[tuple[str, ...]]:
        """Who has a line in the results: everybody who has a round, or each pair."""
        there = [name for name in self.night.came if self.rows_of(name)]
        partners = self.night.partners
        if not self.is_of_pairs:
            return [(name,) for name in there]
        return [
            (name, partners[name]) if name in partners else (name,) for name in there if partners.get(name, "~") > name
        ]

    @property
    def is_of_pairs(self) -> bool:
        return "pairs" in self.night.planned.kind or bool(self.night.partners)

    @cached_property
    def _directions(self) -> dict[tuple[str, ...], str]:
        """North–South and East–West each have a list, where all pairs keep their direction."""
        if not (self.compared and self.is_of_pairs) or self.rule("one list", False):
            return {}
        sides = {who: {row.table.side_of(who[0]) for row in self.rows_of(who[0]) if row.table} for who in self.scorers}
        return {} if any(len(one) > 1 for one in sides.values()) else {who: "".join(one) for who, one in sides.items()}

    @property
    def has_places(self) -> bool:
        """Of teams the book knows none."""
        return "teams" not in self.night.planned.kind

    def how_far(self, names: tuple[str, ...]) -> tuple[float, float]:
        """In a knock-out: the round of the defeat in the main bracket; of who lost the first match, also of that in the
        consolation bracket."""
        played = sorted(row.round for row in self.rows_of(names[0]) if row.won is not None)
        lost = sorted(row.round for row in self.rows_of(names[0]) if row.won is False)
        if not lost:
            return (math.inf if played else 0, 0)
        if lost[0] != played[0]:
            return lost[0], 0
        return lost[0], lost[1] if len(lost) > 1 else math.inf

    @cached_property
    def standings(self) -> list[Standing]:
        found: list[Standing] = []
        lists: dict[str, list[tuple[tuple[object, ...], tuple[str, ...]]]] = defaultdict(list)
        for names in self.scorers:
            points, won, share = self._measure(names)
            measure: tuple[object, ...] = (points,)
            if "knock-out" in self.night.planned.kind:
                measure = self.how_far(names)
            elif self.compared:
                measure = (share if share is not None else Fraction(-(10**9)),)
            elif self.rule("places by", "points") == "rounds won":
                measure = (won, points)
            lists[self._directions.get(names, "")].append(((set(names) <= self.finalists, *measure), names))
        for scored in lists.values():
            keys = [key for key, _ in scored]
            for key, names in scored:
                ahead = sum(other > key for other in keys)
                found.append(Standing(ahead + 1, keys.count(key) > 1, names, *self._measure(names)))
        return sorted(found, key=lambda one: one.place)

    @cached_property
    def _standing_by_name(self) -> dict[str, Standing]:
        return {name: one for one in self.standings for name in one.names}

    def standing_of(self, name: str) -> Standing | None:
        return self._standing_by_name.get(name)

    def in_final(self) -> tuple[set[str], set[str]]:
        """Who must be in the final by points alone, and who ties for its last seats."""
        after, places = int(str(self.rule("final after", 0))), int(str(self.rule("final places", 0)))
        before: dict[str, int] = defaultdict(int)
        for row in self.rows:
            if row.round <= after:
                before[row.name] += row.points
        line = sorted(before.values(), reverse=True)[places - 1] if 0 < places <= len(before) else -(10**9)
        sure = {name for name, points in before.items() if points > line}
        level = {name for name, points in before.items() if points == line}
        return (sure | level, set()) if len(sure | level) <= places else (sure, level)


def _most(totals: dict[str, int]) -> str:
    """The side with the most; level ones win nothing."""
    best = max(totals.values(), default=0)
    leading = [side for side, points in totals.items() if points == best]
    return leading[0] if len(leading) == 1 else ""


def _skunk(game: Game, totals: dict[str, int], *, is_whole: bool) -> str:
    """The side that has points where the other has none at the end of the round."""
    if not (game.skunk and is_whole):
        return ""
    with_points = [side for side, points in totals.items() if points > 0]
    return with_points[0] if len(with_points) == 1 else ""
