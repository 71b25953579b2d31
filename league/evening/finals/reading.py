"""An event's cut: those in by the rounds before, and ties."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final, NamedTuple

from league.evening.cards.reading import (
    PlayerRound,
    RoundReading,
    TableReading,
    event_points,
    read_event,
    round_points,
)
from league.evening.cards.standings import A_ROUND_WON, is_finalist
from league.evening.seating.schedules.tasks import fingerprint_of
from league.evening.ties import parting
from league.evening.ties.tie_breaks import BY_CODE, ROUNDS_WON, TOTAL, lot_of, lots
from league.models import Entrant, Event, EventRound
from league.models.rounds import STARTED
from scoring.rules.deal_score import DealScore
from scoring.rules.notation import figure_words

from .extra_hands import EXTRA_HAND, extra_hand

CutBy = Event.CutBy
# A choice beside the ways of `CutBy`: first a hand is played.
PLAY: Final = "play"


@dataclass(frozen=True)
class Cut:
    """The cut after round `after`, due or made. `tallies` are of those here or in the final; `absent` left with points.
    `extras` are the points of extra hands, in order; `entrants` are by id."""

    event: Event
    after: int
    tallies: tuple[parting.Tally, ...]
    absent: tuple[Entrant, ...]
    extras: tuple[parting.Figures, ...]
    entrants: Mapping[int, Entrant]
    has_started: bool = False

    @property
    def is_made(self) -> bool:
        return self.event.cut_after > 0

    @property
    def seen(self) -> str:
        """A fingerprint of the line, to notice a form made from an older one."""
        totals = sorted((one.player, self.worth(one)) for one in self.tallies)
        figures = [sorted(figures.items()) for _, figures in self.figures()]
        return fingerprint_of((self.event.cut_after, self.event.final_places, totals, figures))

    @cached_property
    def line(self) -> parting.Line:
        """By what places go by, without tie-breaks."""
        return parting.cut_at(self.tallies, self.event.final_places, self.order)

    @property
    def order(self) -> list[parting.TieBreak]:
        return [ROUNDS_WON, TOTAL] if self.event.is_by_wins else [TOTAL]

    def worth(self, tally: parting.Tally) -> int:
        """A player's total before the cut, as in a `Standing`."""
        return tally.total + (tally.rounds_won * A_ROUND_WON if self.event.is_by_wins else 0)

    @cached_property
    def by_chain(self) -> parting.Line:
        """By the club's tie-breaks."""
        return parting.narrowed(self.line, self.chain)

    @cached_property
    def by_extra(self) -> parting.Line:
        """By the extra hands, for those the club's tie-breaks leave tied; if these leave none, for all who tie."""
        base = self.line if self.by_chain.is_clear else self.by_chain
        return parting.narrowed(base, [extra_hand(points) for points in self.extras])

    @property
    def chain(self) -> list[parting.TieBreak]:
        return [BY_CODE[code] for code in self.event.tie_breaks if code in BY_CODE]

    @property
    def level(self) -> tuple[int, ...]:
        """Those who would play an extra hand, or draw lots."""
        return tuple(one.player for one in self.by_extra.level)

    def line_by(self, by: str, seed: int = 0) -> parting.Line:
        lines = {
            CutBy.CHAIN: lambda: self.by_chain,
            CutBy.EXTRA: lambda: self.by_extra,
            CutBy.SEATS: lambda: parting.with_more_seats(self.by_extra),
            CutBy.LOTS: lambda: parting.narrowed(self.by_extra, [self.lots(seed)]),
        }
        return lines[CutBy(by)]() if by else self.line

    def lots(self, seed: int) -> parting.TieBreak:
        return lots({player: lot_of(seed, player) for player in self.entrants})

    def figures(self) -> list[tuple[str, parting.Figures]]:
        """Each tie-break's figures of those tied, then the extra hands', with what they count."""
        level = self.line.level
        found = [(one.counts or one.title, one.figures(level) or {}) for one in self.chain] if level else []
        return [*found, *((EXTRA_HAND, points) for points in self.extras)]

    # -- once it is made

    @cached_property
    def finalists(self) -> frozenset[int]:
        return frozenset(pk for pk, entrant in self.entrants.items() if is_finalist(self.event, entrant))

    @cached_property
    def would_be(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        now = self.line_by(self.event.cut_by, self.event.cut_lots)
        missing = tuple(player for player in now.inside if player not in self.finalists)
        return missing, tuple(one.player for one in now.below if one.player in self.finalists)

    @property
    def gone(self) -> tuple[Entrant, ...]:
        people = (self.entrants[player] for player in sorted(self.finalists))
        return tuple(one for one in people if one.state == Entrant.State.LEFT)

    @property
    def next_in_line(self) -> Entrant | None:
        waiting = [one for one in self.tallies if one.player not in self.finalists]
        line = parting.cut_at(waiting, 1, [*self.order, *self.chain, self.lots(self.event.cut_lots)])
        return self.entrants[line.inside[0]] if line.above else None


def read_cut(event: Event) -> Cut | None:
    """The cut made, or due once every planned round is closed (seven queries at most); else None."""
    if event.is_for_sides or not (event.final_places or event.cut_after):
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
            {(one.entrant.pk,): parting.Figure(one.points, figure_words(one.points)) for one in round_points(reading)}
            for reading in readings
            if reading.event_round.is_extra_hand and reading.event_round.number > last
        ),
        entrants=entrants,
        has_started=any(one.number > after and one.counts and one.state in STARTED for one in rounds),
    )


def _is_due(event: Event, rounds: Sequence[EventRound]) -> bool:
    closed = [one for one in rounds if one.state == EventRound.State.CLOSED]
    return bool(closed) and len(closed) == len(rounds) and rounds[-1].number >= event.rounds_planned


# -- what ties are broken by -----------------------------------------------------------------


class Sat(NamedTuple):
    """A round at a table, for head to head."""

    who: parting.Who
    where: tuple[int, int]
    side: str
    won: bool


def tallies(points: Mapping[int, Sequence[PlayerRound]], readings: Collection[RoundReading]) -> Iterator[parting.Tally]:
    tables = {(one.event_round.number, table.number): table for one in readings for table in one.tables}
    for player, played in points.items():
        seated = [one for one in played if one.kind in parting.AT_THE_TABLE]
        sat = [
            Sat((player,), where, one.side or "", tables[where].winners == (one.side,))
            for one in seated
            for where in [(one.number, one.table or 0)]
        ]
        scores = [(one.side, score) for one in sat for score in _scores(tables[one.where])]
        yield parting.Tally(
            (player,),
            total=sum(one.points for one in played),
            rounds_won=sum(one.won for one in sat),
            high_round=max((one.points for one in seated), default=0),
            hands_won=sum(score.is_won_by(side) for side, score in scores),
            sets=sum(score.is_set(side) for side, score in scores),
            at_tables=sat,
        )


def _scores(table: TableReading) -> Iterator[DealScore]:
    """Scores of a table's hands; none under typed totals."""
    if not table.has_totals_alone:
        yield from (line.score for line in table.counted_lines if line.score is not None)
