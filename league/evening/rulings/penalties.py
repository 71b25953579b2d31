"""A penalty on a player that goes with a ruling, as the card's entry for it. Writes nothing."""

from __future__ import annotations

from typing import Any, Final

from league.evening.rulings.finding import StartedTable
from scoring.rules.rulings import PlayerPenalty
from scoring.rules.tournament import BY_RULING
from scoring.score_card.entries import PenaltyGiven
from scoring.score_card.people import penalty_words, replacement_role

LONGEST_NOTE: Final = 120


def penalty_payload(place: StartedTable, penalty: PlayerPenalty, hand: int, why: str = "") -> dict[str, Any]:
    """It falls on who plays in the seat now; beside the book's list it says `why`."""
    ruled = {"points": penalty.points, "note": why[:LONGEST_NOTE]} if penalty.code == BY_RULING else {"note": ""}
    taken_over = {"replacement": True} if replacement_role(place.sheet, penalty.seat) else {}
    return {"seat": penalty.seat, "code": penalty.code, "count": 1, "hand": hand, **ruled, **taken_over}


def words_of(place: StartedTable, penalty: PlayerPenalty) -> str:
    """`Ann: Card on the floor or in the stack, 50 off`."""
    title, points = penalty_words(place.sheet.book, PenaltyGiven.parse(penalty_payload(place, penalty, 0)))
    return f"{place.names().player(penalty.seat)}: {title}{f', {points} off' if points else ''}"
