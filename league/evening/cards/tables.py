"""A table of a round, and a round with its tables, read from cards. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from league.models import BoardDecision, Entrant, EventRound, RoundSeat, RoundTable
from pinochle_club.ground.plainly import kept
from scoring.rules.cards import Seat, Side
from scoring.rules.game import Totals
from scoring.rules.tournament import winners
from scoring.score_card.entries import Held
from scoring.score_card.player_scores import final_totals, last_bid, result_of
from scoring.score_card.rulings import Ruling
from scoring.score_card.sheet import EntryData, Line, Sheet


@dataclass(frozen=True)
class Beside:
    """A duplicate's facts beside the cards: decisions in their order, and by board the scores of each table of bots."""

    decisions: Sequence[BoardDecision] = ()
    fields: Mapping[int, Sequence[Mapping[Side, int]]] = field(default_factory=dict)


@dataclass(frozen=True)
class TableReading:
    """A table in a round. After a change of chairs, `sat` has who sat where from which hand on."""

    table: RoundTable
    seats: Mapping[Seat, RoundSeat]
    sheet: Sheet | None
    sat: Sequence[tuple[int, Mapping[Seat, Entrant]]] = ()

    @property
    def number(self) -> int:
        return self.table.number

    @cached_property
    def totals(self) -> Totals:
        """Points by side: the card's, with a skunk, or typed totals."""
        if self.table.totals:
            sides = self.sheet.book.sides if self.sheet else self.table.totals
            return {side: int(self.table.totals[side]) for side in sides}
        return _totals_of(_This(self.sheet)) if self.sheet else {}

    @property
    def has_totals_alone(self) -> bool:
        return bool(self.table.totals)

    @property
    def counted_lines(self) -> tuple[Line, ...]:
        if self.sheet is None:
            return ()
        book_round = self.sheet.round
        return self.sheet.counted_lines[: book_round.deals if book_round else None]

    def player_of(self, seat: Seat, hand: int) -> Entrant:
        sat = next((seats for first, seats in reversed(self.sat) if first <= hand), {})
        return sat.get(seat) or self.seats[seat].entrant

    @property
    def skunk(self) -> Side | None:
        result = result_of(self.sheet) if self.sheet and not self.has_totals_alone else None
        return result.skunk if result else None

    @cached_property
    def hands_done(self) -> int:
        return len(self.sheet.counted_lines) if self.sheet else 0

    @property
    def hands_to_play(self) -> int | None:
        """None where a target or the clock ends the round."""
        return self.sheet.hands_to_play if self.sheet else None

    @cached_property
    def is_played_out(self) -> bool:
        """Whether every hand is in or the game is won; by the clock, whether no hand is half entered."""
        if self.has_totals_alone:
            return True
        if self.sheet is None:
            return False
        if self.sheet.is_finished:
            return True
        return self.sheet.setup.ends_by_clock and bool(self.sheet.done_lines) and self.sheet.is_whole

    @property
    def came_to_an_end(self) -> str:
        """How the table's round ended where game and clock both may end it: with the `game`, or by the `time`."""
        if self.sheet is None or self.has_totals_alone or self.sheet.setup.length != "first" or not self.is_played_out:
            return ""
        return "game" if self.sheet.is_finished else "time"

    @property
    def holds(self) -> tuple[EntryData[Held], ...]:
        return self.sheet.holds if self.sheet else ()

    @property
    def appealed(self) -> tuple[Ruling, ...]:
        return tuple(ruling for ruling in self.sheet.rulings if ruling.state == "appealed") if self.sheet else ()

    @property
    def is_signed(self) -> bool:
        """Whether every side signed. A signature struck by a ruling after the close needs no second."""
        if self.sheet is None or self.sheet.is_closed:
            return self.sheet is not None
        return self.sheet.was_closed_until_ruling and self.table.event_round.state == EventRound.State.CLOSED

    @cached_property
    def is_finished(self) -> bool:
        """Whether all hands are in and every side signed; a typed card needs no signatures."""
        return self.is_played_out and (self.is_signed or self.is_typed or self.has_totals_alone)

    @property
    def is_typed(self) -> bool:
        return self.table.is_typed

    @property
    def awaits_typing(self) -> bool:
        return self.table.is_paper and self.sheet is not None and not self.is_finished

    @property
    def winners(self) -> tuple[Side, ...]:
        """The side with the most points; several when level, unless the book parts them; none of boards."""
        if not self.totals or (not self.hands_done and not self.has_totals_alone):
            return ()
        if self.sheet and self.sheet.setup.boards:
            return ()
        if self.sheet and self.sheet.game.won and not self.has_totals_alone:
            return (self.sheet.game.won.side,)
        if self.sheet and not self.has_totals_alone:
            return tuple(winners(self.sheet.book, self.totals, last_bid(self.sheet)))
        best = max(self.totals.values())
        return tuple(side for side, points in self.totals.items() if points == best)


class _This:
    def __init__(self, sheet: Sheet) -> None:
        self.sheet = sheet

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _This) and other.sheet is self.sheet

    def __hash__(self) -> int:
        return id(self.sheet)


@kept(300)
def _totals_of(this: _This) -> Totals:
    return final_totals(this.sheet)


@dataclass(frozen=True)
class RoundReading:
    """A round with its tables. `beside` is the same for all rounds of a duplicate, None where it wasn't read."""

    event_round: EventRound
    tables: tuple[TableReading, ...]
    sit_outs: tuple[Entrant, ...]
    beside: Beside | None = None

    @property
    def is_complete(self) -> bool:
        return all(table.is_finished for table in self.tables)
