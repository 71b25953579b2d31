"""A ruling is appealed, and somebody else decides. Either can be taken back while it is the newest word."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final

from django.utils import timezone

from league.acting.log import Refused
from league.acting.permissions import Acting
from league.judging.deeds.entries import enter, sheet_of, table_deed, tell_of
from league.models import RoundTable
from league.rulings.chain import chain_of, why_no_appeal
from league.rulings.concerned import why_not_decided_by, why_not_taken_back_by
from scoring.score_card.rulings import CHANGED, OVERTURNED, UPHELD, Ruling
from scoring.score_card.sheet import Sheet

DECIDED: Final = {UPHELD: "upheld the ruling", CHANGED: "changed the ruling", OVERTURNED: "overturned the ruling"}


def appeal_ruling(
    *,
    table: RoundTable,
    number: int,
    by: str,
    why: str,
    acting: Acting,
    client_id: str,
    at: datetime | None = None,
) -> RoundTable:
    """Appeals the ruling with that entry's number, for the player in the seat `by`.

    Raises `Refused` when its time is over, when it is appealed already, when the last in the chain has decided, and in
    an event whose results are final.
    """
    with table_deed(table, acting, client_id, until_final=True) as (doing, table):
        if doing.was_done:
            return table
        sheet = sheet_of(table)
        ruling = _ruling(sheet, number)
        chain = chain_of(doing.event.club, sheet.book)
        if refusal := why_no_appeal(ruling, chain, doing.event, at or timezone.now()):
            raise Refused(refusal)
        enter(table, acting, "appeal", client_id, {"ruling": number, "by": by, "why": why}, hand=ruling.hand)
        player = table.seats.select_related("entrant").get(seat=by).entrant
        tell_of(doing, table, "appealed the ruling", f"{player}, hand {ruling.hand}", reason=why)
    return table


def decide_appeal(
    *,
    table: RoundTable,
    number: int,
    outcome: str,
    note: str,
    acting: Acting,
    client_id: str,
    changed: Mapping[str, Any] | None = None,
    seen: int | None = None,
) -> RoundTable:
    """Decides the appeal of a ruling: `upheld`, `overturned`, or `changed` into what `changed` says (`effect`, `facts`,
    `decision`). Raises `Refused` for whoever is concerned, and where nothing is appealed."""
    with table_deed(table, acting, client_id, until_final=True) as (doing, table):
        if doing.was_done:
            return table
        sheet = sheet_of(table)
        ruling = _ruling(sheet, number)
        if ruling.state != "appealed":
            raise Refused("This ruling isn’t appealed.")
        if refusal := why_not_decided_by(acting, table, ruling, chain_of(doing.event.club, sheet.book)):
            raise Refused(refusal)
        payload = {"ruling": number, "outcome": outcome, "note": note, **(changed or {})}
        enter(table, acting, "decision", client_id, payload, hand=ruling.hand, seen=seen)
        after = str((changed or {}).get("decision", ""))
        told = {"before": ruling.decision, "after": after, "reason": note}
        tell_of(doing, table, DECIDED[outcome], f"Hand {ruling.hand}", **told)
    return table


def take_back_step(*, table: RoundTable, number: int, reason: str, acting: Acting, client_id: str) -> RoundTable:
    """The newest word on a ruling is taken back: an appeal is withdrawn, a decision is open again, and a ruling that
    nothing has come of is overturned. What stood before stands again. Raises `Refused` for whoever is concerned and
    did not say it."""
    with table_deed(table, acting, client_id, until_final=True) as (doing, table):
        if doing.was_done:
            return table
        sheet = sheet_of(table)
        ruling = _ruling(sheet, number)
        if refusal := why_not_taken_back_by(acting, table, ruling, chain_of(doing.event.club, sheet.book)):
            raise Refused(refusal)
        newest = ruling.newest
        if newest is ruling.entry:
            payload = {"ruling": number, "outcome": OVERTURNED, "note": reason, "taken_back": True}
            enter(table, acting, "decision", client_id, payload, hand=ruling.hand)
            tell_of(doing, table, "took back the ruling", f"Hand {ruling.hand}", before=ruling.decision, reason=reason)
            return table
        enter(table, acting, "undo", client_id, {"undoes": newest.number}, hand=ruling.hand, reason=reason)
        action = "withdrew the appeal" if newest.kind == "appeal" else "took back the decision"
        before = "" if newest.kind == "appeal" else DECIDED[newest.payload["outcome"]]
        tell_of(doing, table, action, f"Hand {ruling.hand}", before=before, reason=reason)
    return table


def _ruling(sheet: Sheet, number: int) -> Ruling:
    ruling = sheet.ruling(number)
    if ruling is None:
        raise Refused("That ruling isn’t on the card.")
    return ruling
