"""The check-in list on paper, with boxes to tick."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from league.models import Club, Entrant, Event
from league.words import clock_words, money
from scoring.rules.notation import counted

from .heads import alphabetical, paper_head

# Lines to write on, for people who come without being on the list: as many as the sheet has room for. Sizes are those
# of the style sheet, in millimetres.
MOST_WALK_INS: Final = 8
LEAST_WALK_INS: Final = 3


def check_in_paper(event: Event, entrants: Iterable[Entrant]) -> dict[str, Any]:
    """Everybody on the list but house players, in alphabetical order."""
    people = [entrant for entrant in alphabetical(entrants) if not entrant.is_house_player]
    fee, paid = sum(entrant.fee for entrant in people), sum(entrant.paid_in_all for entrant in people)
    due = sum(entrant.to_pay for entrant in people)
    here = sum(1 for entrant in people if entrant.state == Entrant.State.HERE)
    return {
        "head": paper_head(event, "Check-in"),
        "rows": tuple(_row(entrant, event.club) for entrant in people),
        "sum": {
            "name": f"{counted(len(people), 'player')}, {here} here",
            "fee": money(fee, event.club),
            "paid": money(paid, event.club),
            "due": money(due, event.club),
            "is_sum": True,
        },
        "has_fees": bool(event.fee or event.guest_fee or fee or paid),
        "blanks": range(_walk_ins(len(people))),
    }


def _walk_ins(people: int) -> int:
    first, others, row, blank = 205, 236, 6.3, 8.1
    left = (first - row * (people + 1)) % others
    fits = int((left - 10) / blank)
    return min(fits, MOST_WALK_INS) if fits >= LEAST_WALK_INS else MOST_WALK_INS


def _row(entrant: Entrant, club: Club) -> dict[str, Any]:
    due = entrant.to_pay
    return {
        "number": entrant.number,
        "name": entrant.name,
        "remark": ", ".join(_remarks(entrant, club)),
        "is_here": entrant.state == Entrant.State.HERE,
        "fee": money(entrant.fee, club) if entrant.fee else "–",
        "paid": money(entrant.paid_in_all, club) if entrant.paid_in_all else "–",
        "due": money(due, club) if due else "",
    }


def _remarks(entrant: Entrant, club: Club) -> Iterable[str]:
    if entrant.is_guest:
        yield "guest"
    if entrant.state == Entrant.State.HERE and entrant.arrived_at:
        yield f"came {clock_words(entrant.arrived_at, club)}"
    if entrant.state == Entrant.State.LEFT:
        yield f"left {clock_words(entrant.left_at, club)}" if entrant.left_at else "left"
