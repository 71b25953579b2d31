"""Penalties on players, given and taken back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from league.acting.log import Refused
from league.acting.permissions import Acting
from league.models import RoundTable
from scoring.score_card.entries import PenaltyGiven
from scoring.score_card.people import pardon_of, penalty_words

from .entries import enter, sheet_of, table_deed, tell_of

ALREADY_TAKEN_BACK: Final = "That penalty has already been taken back."


def give_penalty(
    *, table: RoundTable, payload: Mapping[str, Any], player: str, acting: Acting, client_id: str
) -> RoundTable:
    """Give a player a penalty, even on a signed card: offences may be found out later."""
    with table_deed(table, acting, client_id) as (doing, table):
        if doing.was_done:
            return table
        sheet = sheet_of(table)
        enter(table, acting, "penalty", client_id, payload)
        given = PenaltyGiven.parse(payload)
        title, points = penalty_words(sheet.book, given)
        said = f"{title}: {points} off" if points else title
        hand = f", hand {given.hand}" if given.hand else ""
        note = f", “{given.note}”" if given.note else ""
        tell_of(doing, table, "gave a penalty", player, after=f"{said}{hand}{note}")
    return table


def pardon_penalty(
    *, table: RoundTable, number: int, player: str, acting: Acting, client_id: str, reason: str
) -> RoundTable:
    """Take back the penalty with that entry's number; it stays in the history."""
    with table_deed(table, acting, client_id) as (doing, table):
        if doing.was_done:
            return table
        if not reason:
            raise Refused("Say why it is taken back.")
        sheet = sheet_of(table)
        given = next((entry for entry in sheet.penalties if entry.number == number), None)
        if given is None:
            raise Refused(ALREADY_TAKEN_BACK)
        enter(table, acting, "pardon", client_id, pardon_of(given), reason=reason)
        title, _ = penalty_words(sheet.book, given.said)
        tell_of(doing, table, "took back a penalty", player, before=title, reason=reason)
    return table
