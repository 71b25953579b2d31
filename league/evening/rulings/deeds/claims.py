"""A player's claim that a hand was recorded wrongly, until the other side confirms it or a director decides."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final
from uuid import NAMESPACE_OID, uuid5

from league.acting.deed import Doing
from league.acting.log import Refused
from league.acting.permissions import Acting
from league.evening.cards.seats import full_name_at
from league.evening.judging.deeds.entries import enter, sheet_of, table_deed, tell_of
from league.evening.rulings.claims import as_claimed, claim_payload, confirming, find_claim, may_decide
from league.evening.rulings.concerned import sat_at
from league.models import RoundSeat, RoundTable
from scoring.score_card.entries import EntryData, Held, Remarked, those
from scoring.score_card.sheet import HAND_KINDS, RULING_KINDS, Sheet

NOT_OTHER_SIDE: Final = "A player of the other side confirms this."
NOT_A_DIRECTOR: Final = "A director who didn’t play at this table decides this."
IS_SETTLED: Final = "This claim is settled."
LOOK_AGAIN: Final = "Something was entered on this hand first. Look at it again."
# Entries that change a hand after it was seen.
CHANGING: Final = frozenset({*HAND_KINDS, *RULING_KINDS, "undo"})
MOST_WORDS: Final = 200  # of an entry's reason


def claim_hand(
    *,
    table: RoundTable,
    hand: int,
    line: Mapping[str, Any],
    by: str,
    why: str,
    seen: int,
    acting: Acting,
    client_id: str,
) -> RoundTable:
    """Claim other figures for a finished hand, as a player who sat in the seat `by`, or with `""` as a director for
    one. `line` is the payload of a correction. Raises `Refused` where the hand has changed since it was `seen`, and for
    a second claim on it."""
    with table_deed(table, acting, client_id, until_final=True) as (doing, table):
        if doing.was_done:
            return table
        sheet = sheet_of(table)
        seats = sat_at(acting, table)
        if by not in seats and (by or not may_decide(acting, seats)):
            raise Refused("Only who played at this table can claim that.")
        if any(claim.hand == hand and claim.said.by == by for claim in sheet.claims):
            raise Refused("You have claimed something of this hand already. Withdraw that first.")
        payload = claim_payload(line, by, _player(table, by) if by else acting.name, why)
        claim: EntryData[Held] = EntryData(seen, "hold", hand, payload)
        if as_claimed(sheet, claim) is None or _has_changed(sheet, hand, seen):
            raise Refused(LOOK_AGAIN)
        enter(table, acting, "hold", client_id, payload, hand=hand)
        tell_of(doing, table, "claims that a hand was recorded wrongly", f"Hand {hand}", after=why)
    return table


def confirm_claim(*, table: RoundTable, number: int, by: str, seen: int, acting: Acting, client_id: str) -> RoundTable:
    """Confirm a claim from the other side's seat `by`: the hand is corrected, if still as it was `seen`."""
    with table_deed(table, acting, client_id, until_final=True) as (doing, table):
        if doing.was_done:
            return table
        claim = _claim_for_other_side(acting, table, number, by)
        _correct(doing, table, claim, f"confirmed by {_player(table, by)}", seen, client_id)
        tell_of(doing, table, "confirmed the claim", f"Hand {claim.hand}", after=claim.said.about)
    return table


def contest_claim(*, table: RoundTable, number: int, by: str, acting: Acting, client_id: str) -> RoundTable:
    """Contest a claim as a player of the other side: a director decides."""
    with table_deed(table, acting, client_id, until_final=True) as (doing, table):
        if doing.was_done:
            return table
        claim = _claim_for_other_side(acting, table, number, by)
        text = f"{_player(table, by)} says that it was recorded right."
        said = those(sheet_of(table).changes_since(number), Remarked)
        if any(entry.said.text == text for entry in said):
            raise Refused("You have said so already. A director decides.")
        enter(table, acting, "remark", client_id, {"text": text}, hand=claim.hand)
        tell_of(doing, table, "does not agree to the claim", f"Hand {claim.hand}", before=claim.said.about)
    return table


def grant_claim(
    *, table: RoundTable, number: int, reason: str, seen: int, acting: Acting, client_id: str
) -> RoundTable:
    """Grant a claim as a director: its figures are entered, unless the hand has changed since it was `seen`."""
    with table_deed(table, acting, client_id, until_final=True) as (doing, table):
        if doing.was_done:
            return table
        claim = _claim_for_director(acting, table, number)
        _correct(doing, table, claim, f"decided by {acting.name}", seen, client_id)
        tell_of(doing, table, "took over the claim", f"Hand {claim.hand}", after=claim.said.about, reason=reason)
    return table


def refuse_claim(*, table: RoundTable, number: int, reason: str, acting: Acting, client_id: str) -> RoundTable:
    """Refuse a claim as a director; the hand stands."""
    with table_deed(table, acting, client_id, until_final=True) as (doing, table):
        if doing.was_done:
            return table
        claim = _claim_for_director(acting, table, number)
        if not reason:
            raise Refused("Say why in a few words. Both sides will ask.", "reason")
        _release(doing, table, claim, client_id, reason)
        tell_of(doing, table, "refused the claim", f"Hand {claim.hand}", before=claim.said.about, reason=reason)
    return table


def withdraw_claim(*, table: RoundTable, number: int, acting: Acting, client_id: str) -> RoundTable:
    """Take one's own claim back; the hand stands."""
    with table_deed(table, acting, client_id, until_final=True) as (doing, table):
        if doing.was_done:
            return table
        claim = _open_claim(sheet_of(table), number)
        if claim.said.by not in sat_at(acting, table):
            raise Refused("Who made the claim can withdraw it.")
        _release(doing, table, claim, client_id)
        tell_of(doing, table, "withdrew the claim", f"Hand {claim.hand}", before=claim.said.about)
    return table


def _correct(doing: Doing, table: RoundTable, claim: EntryData[Held], who: str, seen: int, client_id: str) -> None:
    """Enter the hand as claimed, on the card as it was `seen`, and lift the hold."""
    player = _player(table, claim.said.by) if claim.said.by else claim.device
    reason = f"Recorded wrongly: said by {player}, {who}"[:MOST_WORDS]
    sheet, line, hand = sheet_of(table), claim.said.line, claim.hand
    if line is None or as_claimed(sheet, claim) is None or _has_changed(sheet, hand, seen):
        raise Refused(LOOK_AGAIN)
    enter(table, doing.acting, "correct", client_id, line.payload(), hand=hand, seen=seen, reason=reason)
    _release(doing, table, claim, str(uuid5(NAMESPACE_OID, f"{client_id}/release")))


def _release(doing: Doing, table: RoundTable, claim: EntryData[Held], client_id: str, reason: str = "") -> None:
    payload = {"releases": claim.number}
    enter(table, doing.acting, "release", client_id, payload, hand=claim.hand, reason=reason)


def _has_changed(sheet: Sheet, hand: int | None, seen: int) -> bool:
    if seen > sheet.version:
        return True
    return any(change.hand == hand and change.kind in CHANGING for change in sheet.changes_since(seen))


def _open_claim(sheet: Sheet, number: int) -> EntryData[Held]:
    claim = find_claim(sheet, number)
    if claim is None or claim not in sheet.holds:
        raise Refused(IS_SETTLED)
    return claim


def _claim_for_other_side(acting: Acting, table: RoundTable, number: int, by: str) -> EntryData[Held]:
    sheet = sheet_of(table)
    claim = _open_claim(sheet, number)
    if by not in confirming(acting, table, sheet, claim):
        raise Refused(NOT_OTHER_SIDE)
    return claim


def _claim_for_director(acting: Acting, table: RoundTable, number: int) -> EntryData[Held]:
    claim = _open_claim(sheet_of(table), number)
    if not may_decide(acting, sat_at(acting, table)):
        raise Refused(NOT_A_DIRECTOR)
    return claim


def _player(table: RoundTable, seat: str) -> str:
    return full_name_at(RoundSeat.objects.filter(table=table).with_players().get(seat=seat))
