"""The cut of an event as it stands: who would be in by the rounds before it, and who ties. Reads; writes nothing."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from typing import Final

from league.evening.cards.reading import (
    PlayerRound,
    RoundReading,
    TableReading,
    event_points,
    read_event,
    round_points,
)
from league.evening.cards.standings import is_finalist
from league.evening.seating.schedules.tasks import fingerprint_of
from league.models import Entrant, Event, EventRound
from league.models.rounds import STARTED

from .line import (
    BY_CODE,
    Figures,
    Line,
    Player,
    Tally,
    TieBreak,
    extra_hand,
    line_at,
    lots,
    narrowed,
    times_met,
    with_more_seats,
)

CutBy = Event.CutBy
# What can be chosen beside the ways of `CutBy`: nothing is decided yet, a hand is played first.
PLAY: Final = "play"
COUNTED: Final = ("played", "substitute")


@dataclass(frozen=True)
class Cut:
    """The cut after round `after`, due or made. `tallies` are of those who are here, or play in the final already;
    `absent` went home before it, and would have a place in the line. `extras` are the points of extra hands by player,
    in order. `entrants` by id."""

    event: Event
    after: int
    tallies: tuple[Tally, ...]
    absent: tuple[Entrant, ...]
    extras: tuple[Mapping[Player, int], ...]
    entrants: Mapping[Player, Entrant]
    has_started: bool = False

    @property
    def is_made(self) -> bool:
        return self.event.cut_after > 0

    @property
    def seen(self) -> str:
        """What a form carries of the line it shows, so that one made from an older line is noticed."""
        figures = [(one.player, one.total, self.level_figures(one.player)) for one in self.tallies]
        return fingerprint_of((self.event.cut_after, self.event.final_places, sorted(figures), self.extras))

    @cached_property
    def line(self) -> Line:
        """By points alone."""
        return line_at(self.tallies, self.event.final_places)

    @cached_property
    def by_chain(self) -> Line:
        """After the club's tie-breaks."""
        return narrowed(self.line, self.chain)

    @cached_property
    def by_extra(self) -> Line:
        """After the extra hands. They are for what the club's tie-breaks leave level; where those leave nothing, for
        everybody who ties."""
        base = self.line if self.by_chain.is_clear else self.by_chain
        return narrowed(base, (extra_hand(points) for points in self.extras))

    @property
    def chain(self) -> list[TieBreak]:
        return [BY_CODE[code] for code in self.event.tie_breaks if code in BY_CODE]

    @property
    def level(self) -> tuple[Player, ...]:
        """Who would play an extra hand, or draw lots."""
        return tuple(one.player for one in self.by_extra.level)

    def line_by(self, by: str, seed: int = 0) -> Line:
        """The line as a tie at it is broken `by`."""
        lines = {
            CutBy.CHAIN: lambda: self.by_chain,
            CutBy.EXTRA: lambda: self.by_extra,
            CutBy.SEATS: lambda: with_more_seats(self.by_extra),
            CutBy.LOTS: lambda: narrowed(self.by_extra, [lots(seed)]),
        }
        return lines[CutBy(by)]() if by else self.line

    def figures(self) -> list[tuple[str, Figures | None]]:
        """By code what each of the club's tie-breaks says of those who tie, then the extra hands."""
        found = [(code, BY_CODE[code](self.line.level)) for code in self.event.tie_breaks if code in BY_CODE]
        return [*found, *((CutBy.EXTRA.value, points) for points in self.extras)]

    def level_figures(self, player: Player) -> tuple[float | None, ...]:
        return tuple((figures or {}).get(player) for _, figures in self.figures())

    # -- once it is made

    @cached_property
    def finalists(self) -> frozenset[Player]:
        return frozenset(pk for pk, entrant in self.entrants.items() if is_finalist(self.event, entrant))

    @cached_property
    def would_be(self) -> tuple[tuple[Player, ...], tuple[Player, ...]]:
        """Who would surely be in by now and is not, and who is in and surely would not be."""
        now = self.line_by(self.event.cut_by, self.event.cut_lots)
        missing = tuple(player for player in now.inside if player not in self.finalists)
        return missing, tuple(one.player for one in now.below if one.player in self.finalists)

    @property
    def gone(self) -> tuple[Entrant, ...]:
        """Finalists who went home."""
        people = (self.entrants[player] for player in sorted(self.finalists))
        return tuple(one for one in people if one.state == Entrant.State.LEFT)

    @property
    def next_in_line(self) -> Entrant | None:
        """Who plays if a finalist does not."""
        waiting = [one for one in self.tallies if one.player not in self.finalists]
        line = narrowed(line_at(waiting, 1), [*self.chain, lots(self.event.cut_lots)])
        return self.entrants[line.inside[0]] if line.above else None


def read_cut(event: Event) -> Cut | None:
    """The cut that is made, or due: every planned round is closed (seven queries at most, one where there is no final).
    None before, and for events without a final."""
    if event.is_for_pairs or not (event.final_places or event.cut_after):
        return None
    rounds = list(event.rounds.all())
    if not event.cut_after and not _is_due(event, rounds):
        return None
    after = event.cut_after or rounds[-1].number
    readings = [one for one in read_event(event) if one.event_round.number <= after]
    counted = [one for one in readings if not one.event_round.is_extra_hand]
    last = max(one.event_round.number for one in counted) if counted else 0
    entrants = {one.pk: one for one in event.entrants.filter(is_house_player=False)}
    points = {pk: played for pk, played in event_points(event, counted).items() if pk in entrants}
    there = {pk for pk, one in entrants.items() if one.state == Entrant.State.HERE or is_finalist(event, one)}
    return Cut(
        event=event,
        after=after,
        tallies=tuple(tallies({pk: played for pk, played in points.items() if pk in there}, counted)),
        absent=tuple(one for pk, one in entrants.items() if pk in points and pk not in there),
        extras=tuple(
            {one.entrant.pk: one.points for one in round_points(reading)}
            for reading in readings
            if reading.event_round.is_extra_hand and reading.event_round.number > last
        ),
        entrants=entrants,
        has_started=any(one.number > after and one.counts and one.state in STARTED for one in rounds),
    )


def _is_due(event: Event, rounds: Sequence[EventRound]) -> bool:
    """Whether all planned rounds are played, and nothing else is seated."""
    closed = [one for one in rounds if one.state == EventRound.State.CLOSED]
    return bool(closed) and len(closed) == len(rounds) and rounds[-1].number >= event.rounds_planned


# -- what ties are broken by -----------------------------------------------------------------


def tallies(points: Mapping[Player, Sequence[PlayerRound]], readings: Collection[RoundReading]) -> Iterator[Tally]:
    """What everybody's rounds come to; `readings` are the rounds that the points are of."""
    tables = {(one.event_round.number, table.number): table for one in readings for table in one.tables}
    met = times_met(_meetings(points))
    for player, played in points.items():
        seated = [one for one in played if one.kind in COUNTED and one.table is not None]
        hands = [_hands(tables[one.number, one.table or 0], one.side or "") for one in seated]
        yield Tally(
            player,
            total=sum(one.points for one in played),
            rounds_won=sum(_wins(tables[one.number, one.table or 0], one.side or "") for one in seated),
            high_round=max((one.points for one in seated), default=0),
            hands_won=sum(won for won, _ in hands),
            sets=sum(sets for _, sets in hands),
            met=met.get(player, {}),
        )


def _wins(table: TableReading, side: str) -> bool:
    """A round that ends level is won by nobody."""
    return table.winners == (side,)


def _hands(table: TableReading, side: str) -> tuple[int, int]:
    """How many hands a side won, and in how many it was set; none where only totals are known."""
    if table.has_totals_alone:
        return 0, 0
    scores = [line.score for line in table.counted_lines if line.score is not None]
    return sum(score.is_won_by(side) for score in scores), sum(score.is_set(side) for score in scores)


def _meetings(points: Mapping[Player, Sequence[PlayerRound]]) -> Iterator[tuple[Player, Player, int]]:
    """Every two opponents of a round, with 1 where the first won it, −1 where the other did, 0 where neither."""
    seated = [one for played in points.values() for one in played if one.kind in COUNTED and one.table is not None]

    def at(one: PlayerRound) -> tuple[int, int]:
        return one.number, one.table or 0

    for _, group in groupby(sorted(seated, key=at), key=at):
        table = list(group)
        for place, one in enumerate(table):
            for other in table[place + 1 :]:
                if one.side != other.side:
                    yield one.entrant.pk, other.entrant.pk, bool(one.won) - bool(other.won)
