from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final
from uuid import NAMESPACE_OID, uuid5

from django.utils import timezone

from league.acting.log import Refused, told_first
from league.acting.permissions import Acting
from league.evening.judging.deeds.entries import enter, sheet_of, table_deed, tell_of
from league.evening.rulings.concerned import sat_at, why_not_ruled_by
from league.evening.tables.deeds.tables import end_call
from league.models import DirectorCall, RoundTable
from scoring.rules.rulings import kind_title

BY_A_PLAYER: Final = "Ruled by a player of this table: no other official was here."


def give_ruling(
    *,
    table: RoundTable,
    hand: int,
    payload: Mapping[str, Any],
    penalties: Sequence[Mapping[str, Any]],
    seen: int,
    call: DirectorCall | None,
    acting: Acting,
    client_id: str,
) -> int:
    """Give a ruling on the table's card, with its penalties on players, end the call that led to it, and return its
    number.

    `payload` is that of a `ruling` (`scoring.score_card.entries`), `penalties` are those of `penalty` entries. Signed
    cards and closed rounds take it. Raises `Refused` where the hand has changed since it was `seen`, and for a player
    of the table while another official is here. Without one, the ruling says whose it is.
    """
    with table_deed(table, acting, client_id) as (doing, table):
        sheet = sheet_of(table)
        if doing.was_done:
            return next(one.number for one in sheet.rulings if one.entry.client_id == client_id)
        if refusal := why_not_ruled_by(acting, table):
            raise Refused(refusal)
        first = [one for one in sheet.rulings if one.hand == hand and one.number > seen]
        if first:
            entry = first[-1].entry
            said = told_first(
                doing.event, entry.device, f"ruled on hand {hand}", entry.at or timezone.now(), first[-1].decision
            )
            raise Refused(f"{said} Your ruling was not entered.")
        if sat_at(acting, table):
            payload = {**payload, "note": f"{payload['note']} {BY_A_PLAYER}".strip()}
        words = f"{kind_title(sheet.book, payload['kind'])}. {payload['decision']}"
        number = enter(table, acting, "ruling", client_id, payload, hand=hand, seen=seen).number
        for place, penalty in enumerate(penalties):
            enter(table, acting, "penalty", str(uuid5(NAMESPACE_OID, f"{client_id}/{place}")), penalty)
        if call is not None:
            end_call(doing, call, DirectorCall.Outcome.RULING, ruling=number)
        tell_of(doing, table, "ruled", f"Hand {hand}", after=words, reason=payload["note"])
    return number
