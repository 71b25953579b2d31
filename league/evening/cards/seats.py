"""The player in each seat, by name; sides and signatures. Before a round only the seating tells. On a card, a
replacement goes before a substitute of the seating."""

from __future__ import annotations

from collections.abc import Iterable

from league.models import Entrant, Event, RoundSeat
from scoring.rules.cards import FOUR_SEATS, Seat, Side
from scoring.score_card.sheet import Line

from .reading import RoundReading, TableReading


def is_replaced(seat: RoundSeat) -> bool:
    return bool(seat.said and seat.said["substitute"])


def is_taken_over(seat: RoundSeat) -> bool:
    return is_replaced(seat) or seat.substitute_id is not None or bool(seat.helper)


def is_still_missing(seat: RoundSeat) -> bool:
    return seat.is_missing and not is_taken_over(seat)


def entrant_at(seat: RoundSeat) -> Entrant | None:
    """The entrant who plays in a seat now; None for a helper."""
    if is_replaced(seat):
        return seat.replacement
    return None if seat.helper else seat.substitute or seat.entrant


def sitting_out(sit_outs: Iterable[Entrant], seats: Iterable[RoundSeat]) -> tuple[Entrant, ...]:
    playing = {entrant.pk for seat in seats if (entrant := entrant_at(seat))}
    return tuple(entrant for entrant in sit_outs if entrant.pk not in playing)


def out_of(reading: RoundReading) -> tuple[Entrant, ...]:
    return sitting_out(reading.sit_outs, (seat for table in reading.tables for seat in table.seats.values()))


def seat_of(table: TableReading, entrant: Entrant) -> Seat | None:
    seats = ((name, entrant_at(seat)) for name, seat in table.seats.items())
    return next((name for name, there in seats if there is not None and there.pk == entrant.pk), None)


def player_at(seat: RoundSeat) -> str:
    entrant = entrant_at(seat)
    return entrant.called if entrant else _helper_at(seat)


def full_name_at(seat: RoundSeat) -> str:
    entrant = entrant_at(seat)
    return entrant.name if entrant else _helper_at(seat)


def _helper_at(seat: RoundSeat) -> str:
    entry = seat.said if is_replaced(seat) else None
    return (entry["name"] or "Helper") if entry else seat.helper


def side_name(table: TableReading, side: Side, line: Line | None = None) -> str:
    return " & ".join(side_players(table, side, line))


def side_players(table: TableReading, side: Side, line: Line | None = None) -> tuple[str, ...]:
    """Names of a side's players now, or in the hand of a `line`."""
    assert table.sheet is not None, "sides are those of the card's book"
    seats = (seat for seat in table.sheet.book.seats_of(side) if seat in table.seats)
    return tuple(_player_in(table, seat, line) for seat in seats)


def _player_in(table: TableReading, seat: Seat, line: Line | None) -> str:
    row = table.seats[seat]
    sat = table.player_of(seat, line.number) if line and table.sat else row.entrant
    return player_at(row) if sat == row.entrant else sat.called


def seated_sides(table: TableReading, event: Event) -> list[tuple[str, ...]]:
    """Names by side of a table, perhaps without a card yet: four sit across from their partners, others as the card's
    or the evening's book says."""
    seats = table.seats
    if set(FOUR_SEATS) <= seats.keys():
        north, east, south, west = (player_at(seats[seat]) for seat in FOUR_SEATS)
        return [(north, south), (east, west)]
    book = table.sheet.book if table.sheet else event.rules.book_version.book
    if len(book.at_table) != len(seats) or not seats.keys() <= set(book.at_table):
        return [(player_at(seat),) for seat in seats.values()]
    return [tuple(player_at(seats[seat]) for seat in book.seats_of(side)) for side in book.sides]


def unsigned_sides(table: TableReading) -> list[str]:
    if table.sheet is None:
        return []
    return [side_name(table, side) for side in table.sheet.book.sides if side not in table.sheet.signed]
