"""Who plays in which seat, by name; sides and signatures."""

from __future__ import annotations

from league.models import Event, EventRound, RoundSeat
from scoring.rules.cards import Side

from .reading import TableReading


def current_round(event: Event) -> EventRound | None:
    """The round the evening is at: the one being played, else the next that is not closed, else the last closed one
    (one query). None before there is a seating."""
    rounds = list(event.rounds.all())
    running = [event_round for event_round in rounds if event_round.state == EventRound.State.RUNNING]
    ahead = [event_round for event_round in rounds if event_round.state != EventRound.State.CLOSED]
    return next(iter((*running, *ahead, *reversed(rounds))), None)


def player_at(seat: RoundSeat) -> str:
    """What the person is called who sits in a seat now."""
    return seat.substitute.called if seat.substitute else seat.helper or seat.entrant.called


def side_name(table: TableReading, side: Side) -> str:
    """`Ruth & Marge`: who plays a side, those who took over a seat in place of those they play for."""
    assert table.sheet is not None, "sides are those of the card's book"
    return " & ".join(player_at(table.seats[seat]) for seat in table.sheet.book.seats_of(side) if seat in table.seats)


def unsigned_sides(table: TableReading) -> list[str]:
    """The sides that have not signed yet, by their players' names."""
    if table.sheet is None:
        return []
    return [side_name(table, side) for side in table.sheet.book.sides if side not in table.sheet.signed]


def is_taken_over(seat: RoundSeat) -> bool:
    """Whether somebody else plays on in a seat."""
    return seat.substitute_id is not None or bool(seat.helper)
