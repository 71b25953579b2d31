"""Appeals, and their decisions by another official, an invited person, or all four at the table."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final

from django.utils import timezone

from league.acting.deed import Doing
from league.acting.log import Refused, told_first
from league.acting.permissions import Acting, Action
from league.evening.cards.seats import full_name_at
from league.evening.judging.deeds.entries import enter, sheet_of, subject_at, table_deed, tell_of
from league.evening.rulings.chain import chain_of, why_no_appeal
from league.evening.rulings.concerned import why_not_decided_by, why_not_taken_back_by
from league.models import OneTimeLink, RoundTable
from league.office.accounts.deeds import open_links
from league.office.clubs.deeds.one_time_links import LASTS, made_before, secret_of, use_up
from scoring.rules.notation import listed
from scoring.score_card.access import hash_of
from scoring.score_card.entries import Decided
from scoring.score_card.rulings import CHANGED, OVERTURNED, UPHELD, Ruling
from scoring.score_card.sheet import Sheet

Kind = OneTimeLink.Kind
DECIDED: Final = {UPHELD: "upheld the ruling", CHANGED: "changed the ruling", OVERTURNED: "overturned the ruling"}
AGREED: Final = {UPHELD: "the ruling stands", OVERTURNED: "the ruling is taken away"}


def appeal_ruling(
    *,
    table: RoundTable,
    number: int,
    why: str,
    acting: Acting,
    client_id: str,
    by: str = "",
    at: datetime | None = None,
) -> RoundTable:
    """Appeal a ruling for the player in the seat `by`; an official who disagrees appeals for no one."""
    with table_deed(table, acting, client_id, until_final=True) as (doing, table):
        if doing.was_done:
            return table
        sheet = sheet_of(table)
        ruling = _ruling(sheet, number)
        disagrees = not by and acting.may(Action.RULE)
        if refusal := why_no_appeal(ruling, sheet.book, doing.event, at or timezone.now(), by_official=disagrees):
            raise Refused(refusal)
        enter(table, acting, "appeal", client_id, {"ruling": number, "by": by, "why": why}, hand=ruling.hand)
        if disagrees:
            tell_of(doing, table, "disagrees with the ruling", f"Hand {ruling.hand}", reason=why)
            return table
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
    """Decide the appeal of a ruling: `upheld`, `overturned`, or `changed` by `changed`, if not concerned."""
    with table_deed(table, acting, client_id, until_final=True) as (doing, table):
        if doing.was_done:
            return table
        if _came_second(doing, table, number, note):
            return table
        ruling = _appealed(table, number)
        if refusal := why_not_decided_by(acting, table, ruling, chain_of(doing.event.club, sheet_of(table).book)):
            raise Refused(refusal)
        _enter_decision(doing, table, ruling, client_id, outcome, note, changed or {}, seen=seen)
    return table


def invite_decider(
    *, table: RoundTable, number: int, name: str, acting: Acting, client_id: str
) -> tuple[OneTimeLink, str]:
    """Make a link by which a person without an account decides this appeal, in place of an older link."""
    secret = secret_of(acting, f"appeal {table.pk} {number}", client_id)
    with table_deed(table, acting, client_id, until_final=True) as (doing, table):
        there = made_before(secret)
        if there is not None:
            return there, secret
        ruling = _appealed(table, number)
        open_links(kind=Kind.APPEAL, table=table, ruling=number).update(revoked_at=timezone.now())
        link = OneTimeLink.objects.create(
            kind=Kind.APPEAL,
            token_hash=hash_of(secret),
            club=doing.club,
            table=table,
            ruling=number,
            name=name,
            made_by=acting.user,
            expires_at=timezone.now() + LASTS[Kind.APPEAL],
        )
        tell_of(doing, table, "asked somebody to decide the appeal", f"Hand {ruling.hand}", after=name)
    return link, secret


def decide_by_link(*, link: OneTimeLink, outcome: str, note: str, acting: Acting, client_id: str) -> RoundTable:
    """Decide the appeal as the invited person, who is `acting`, and use the link up."""
    assert link.table is not None, "a link of an appeal"
    with table_deed(link.table, acting, client_id, until_final=True) as (doing, table):
        number = link.ruling or 0
        if not doing.was_done and not _came_second(doing, table, number, note):
            use_up(link, client_id)
            _enter_decision(doing, table, _appealed(table, number), client_id, outcome, note, {})
    return table


def ask_to_agree(
    *, table: RoundTable, number: int, outcome: str, note: str, acting: Acting, client_id: str
) -> RoundTable:
    """Ask each side to accept an outcome proposed by the director, who may have given the ruling."""
    with table_deed(table, acting, client_id, until_final=True) as (doing, table):
        if doing.was_done or _came_second(doing, table, number, note):
            return table
        ruling = _appealed(table, number)
        if ruling.agreement:
            raise Refused("Each side is being asked. Take that back first.")
        payload = {"ruling": number, "outcome": outcome, "note": note, "by": [], "asked": client_id}
        enter(table, acting, "agreement", client_id, payload, hand=ruling.hand)
        line = {"after": AGREED[outcome], "reason": note}
        tell_of(doing, table, "asked each side about the ruling", f"Hand {ruling.hand}", **line)
    return table


def answer_agreement(
    *,
    table: RoundTable,
    number: int,
    asked: str,
    acting: Acting,
    client_id: str,
    by: str = "",
    against: str = "",
) -> RoundTable:
    """Answer an open agreement: `by` accepts for their side, and the last side's yes decides, finally; the side
    `against` refuses; with neither, the director withdraws it, and the appeal waits as before."""
    with table_deed(table, acting, client_id, until_final=True) as (doing, table):
        if doing.was_done:
            return table
        ruling, book = _appealed(table, number), sheet_of(table).book
        if ruling.agreement is None or ruling.agreement.said.asked != asked:
            raise Refused("Something else is asked by now, or nothing. Look at it again.")
        said, agreed = ruling.agreement.said, [*ruling.agreed, by]
        players = {seat.seat: full_name_at(seat) for seat in table.seats.with_players()}
        if not by:
            _ask_no_more(
                doing, table, ruling, client_id, listed([players[seat] for seat in players if seat in against])
            )
        elif book.side_of(by) in map(book.side_of, ruling.agreed):
            raise Refused("Your side agreed already.")
        elif len(agreed) < len(book.sides):
            enter(table, acting, "agreement", client_id, {**ruling.agreement.payload, "by": agreed}, hand=ruling.hand)
            tell_of(doing, table, "agrees about the ruling", f"{players[by]}, hand {ruling.hand}")
        else:
            words = f"All agree, said by {listed([players[seat] for seat in agreed])}. {said.note}".strip()
            _enter_decision(doing, table, ruling, client_id, said.outcome, words, {"agreed": agreed})
    return table


def _ask_no_more(doing: Doing, table: RoundTable, ruling: Ruling, client_id: str, against: str) -> None:
    """Stop asking: a side refused, or the director withdraws it."""
    assert ruling.agreement is not None, "something is asked"
    if not against and not doing.acting.may(Action.HAVE_DECIDED):
        raise Refused("Tap yes or no.")
    payload, reason = {**ruling.agreement.payload, "outcome": ""}, f"{against}: no" if against else ""
    enter(table, doing.acting, "agreement", client_id, payload, hand=ruling.hand, reason=reason)
    if against:
        tell_of(doing, table, "does not agree about the ruling", f"{against}, hand {ruling.hand}")
    else:
        tell_of(doing, table, "took back what was asked about the ruling", f"Hand {ruling.hand}")


def _enter_decision(
    doing: Doing,
    table: RoundTable,
    ruling: Ruling,
    client_id: str,
    outcome: str,
    note: str,
    more: Mapping[str, Any],
    *,
    seen: int | None = None,
) -> None:
    payload = {"ruling": ruling.number, "outcome": outcome, "note": note, **more}
    enter(table, doing.acting, "decision", client_id, payload, hand=ruling.hand, seen=seen)
    line = {"before": ruling.decision, "after": str(more.get("decision", "")), "reason": note}
    tell_of(doing, table, DECIDED[outcome], f"Hand {ruling.hand}", **line)


def take_back_step(*, table: RoundTable, number: int, reason: str, acting: Acting, client_id: str) -> RoundTable:
    """Take back the newest step on a ruling: withdraw an appeal, reopen a decision, overturn the ruling."""
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
        was_decided = isinstance(newest.said, Decided)
        action = "took back the decision" if was_decided else "withdrew the appeal"
        before = DECIDED[newest.said.outcome] if isinstance(newest.said, Decided) else ""
        tell_of(doing, table, action, f"Hand {ruling.hand}", before=before, reason=reason)
    return table


def _ruling(sheet: Sheet, number: int) -> Ruling:
    ruling = sheet.ruling(number)
    if ruling is None:
        raise Refused("That ruling isn’t on the card.")
    return ruling


def _came_second(doing: Doing, table: RoundTable, number: int, note: str) -> bool:
    """Whether another person decided the appeal first; the second one is told."""
    ruling = _ruling(sheet_of(table), number)
    if not ruling.is_decided:
        return False
    last = ruling.decisions[-1]
    did, said = DECIDED[last.said.outcome], last.said.note
    first = told_first(doing.event, last.device, did, last.at or timezone.now(), said)
    first = f"{first} Your decision was not entered."
    doing.came_second(first, "decide", subject_at(table, f"Hand {ruling.hand}"), note)
    return True


def _appealed(table: RoundTable, number: int) -> Ruling:
    ruling = _ruling(sheet_of(table), number)
    if ruling.state != "appealed":
        raise Refused("This ruling isn’t appealed now. The appeal was withdrawn, or somebody decided it.")
    return ruling
