"""Claims that a hand was recorded wrongly: holds with the corrected hand, and the people who answer them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from league.acting.permissions import Acting, Action
from league.evening.rulings.concerned import sat_at
from league.models import EventRound, RoundTable
from scoring.score_card.entries import EntryData, Held, those
from scoring.score_card.sheet import Sheet


def find_claim(sheet: Sheet, number: int) -> EntryData[Held] | None:
    """The claim with that entry's number, in figures or in words, settled or not."""
    holds = (entry for entry in those(sheet.entries, Held) if entry.number == number)
    return next((entry for entry in holds if entry.said.by is not None), None)


def may_lift_in_closed(acting: Acting, hold: EntryData[Held]) -> bool:
    """Whether a person who rules may lift a hold in a closed event: only a player's claim, or chairs."""
    return (hold.said.by is not None or bool(hold.said.chairs)) and acting.may(Action.RULE)


def as_claimed(sheet: Sheet, claim: EntryData[Held]) -> Sheet | None:
    """The card with the figures of the claim; None without figures, or where the hand is no longer done."""
    line = sheet.line(claim.hand) if claim.hand else None
    if claim.said.line is None or line is None or not line.is_done:
        return None
    return sheet.with_entry("correct", claim.hand, claim.said.line.payload(), by_director=True)


def other_side(sheet: Sheet, claim: EntryData[Held]) -> tuple[str, ...]:
    """The seats whose players can confirm a claim; none unless a player of the table made it."""
    by = claim.said.by
    if not by or claim.said.line is None:
        return ()
    return tuple(seat for seat in sheet.book.seats if sheet.book.side_of(seat) != sheet.book.side_of(by))


def may_decide(acting: Acting, seats: list[str]) -> bool:
    """Whether a person who sat in these `seats` decides as a director: only without any."""
    return acting.may(Action.CORRECT_CARDS) and not seats


def seats_of(acting: Acting, table: RoundTable, sheet: Sheet) -> list[str]:
    """The seats that this account speaks for: its own; the table's tablet all, while the round is played."""
    if acting.user is not None:
        return sat_at(acting, table)
    return list(sheet.book.seats) if table.event_round.state == EventRound.State.RUNNING else []


def confirming(acting: Acting, table: RoundTable, sheet: Sheet, claim: EntryData[Held]) -> tuple[str, ...]:
    """The seats for which this account can confirm a claim; none for a person who sat on both sides."""
    seats, other = seats_of(acting, table, sheet), other_side(sheet, claim)
    if acting.user is not None and any(seat not in other for seat in seats):
        return ()
    return tuple(seat for seat in other if seat in seats)


def claim_payload(line: Mapping[str, Any], by: str, player: str, why: str) -> dict[str, Any]:
    """The entry of a claim; everybody reads its `about`."""
    return {"about": f"Recorded wrongly, says {player}: {why}", "line": dict(line), "by": by}
