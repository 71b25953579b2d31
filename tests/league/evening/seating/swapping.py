"""Two players of a schedule in each other's place, as a director swaps them by hand."""

from __future__ import annotations

from league.evening.seating.schedules.schedule import Player, RoundSeating, Schedule, Seating


def swap(schedule: Schedule, round_index: int, a: Player, b: Player) -> Schedule:
    """`round_index` counts from 0; sitting out is a place, too."""
    seating = schedule[round_index]
    other = {a: b, b: a}
    changed = RoundSeating(
        tuple(Seating(table.number, tuple(other.get(one, one) for one in table.seats)) for table in seating.tables),
        tuple(other.get(one, one) for one in seating.sitting_out),
    )
    return (*schedule[:round_index], changed, *schedule[round_index + 1 :])
