"""Holds on a hand, or on a whole table, until a ruling."""

from __future__ import annotations

from league.acting.deed import guard_not_closed
from league.acting.log import Refused
from league.acting.permissions import Acting
from league.evening.judging.deeds.entries import enter, sheet_of, table_deed, tell_of
from league.evening.rulings.claims import may_lift_in_closed
from league.models import RoundTable
from scoring.score_card.sheet import Sheet


def hold_for_ruling(*, table: RoundTable, hand: int | None, about: str, acting: Acting, client_id: str) -> RoundTable:
    """Put a hand on hold, or without one the whole table, with the question it is `about`. The table plays on and
    signs; the card, the desk and the closing of the round say what is open. A ruling on that hand ends the hold."""
    with table_deed(table, acting, client_id) as (doing, table):
        if doing.was_done:
            return table
        if hand is not None and hand not in hands_of(sheet_of(table)):
            raise Refused("That hand hasn’t begun yet.", "hand")
        enter(table, acting, "hold", client_id, {"about": about}, hand=hand)
        tell_of(doing, table, "left the ruling for later", f"Hand {hand}" if hand else "", after=about)
    return table


def claim_wrong(
    *, table: RoundTable, hand: int | None, about: str, by: str, player: str, acting: Acting, client_id: str
) -> RoundTable:
    """Tell the director, as the player in the seat `by`, that the table was recorded wrongly."""
    with table_deed(table, acting, client_id, until_final=True) as (doing, table):
        if doing.was_done:
            return table
        payload = {"about": f"Recorded wrongly, says {player}: {about}", "by": by}
        enter(table, acting, "hold", client_id, payload, hand=hand)
        tell_of(doing, table, "says it was recorded wrongly", f"Hand {hand}" if hand else player, after=about)
    return table


def lift_hold(*, table: RoundTable, number: int, acting: Acting, client_id: str) -> RoundTable:
    """Lift a hold without a ruling; a proposed seating is dropped. In a closed event only a claim or chairs."""
    with table_deed(table, acting, client_id, until_final=True) as (doing, table):
        hold = next((hold for hold in sheet_of(table).holds if hold.number == number), None)
        if doing.was_done:
            return table
        if hold is None or not may_lift_in_closed(acting, hold):
            guard_not_closed(doing.event)
        if hold is None:
            return table
        enter(table, acting, "release", client_id, {"releases": number}, hand=hold.hand)
        tell_of(
            doing,
            table,
            "let the chairs stand" if hold.said.chairs else "decided that no ruling is needed",
            f"Hand {hold.hand}" if hold.hand else "",
            before=hold.said.about,
        )
    return table


def hands_of(sheet: Sheet) -> list[int]:
    """The hands that can be ruled on, newest first, with the one about to begin."""
    newest = sheet.open_line.number if sheet.open_line else len(sheet.lines)
    return list(range(newest, 0, -1))
