"""Nobody concerned decides: who may not say what becomes of an appeal, and why."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from league.acting.permissions import Acting
from league.cards.seats import entrant_at
from league.models import LogLine, RoundSeat, RoundTable
from league.rulings.chain import deciders, next_step
from scoring.score_card.entries import EntryData
from scoring.score_card.rulings import Ruling


def why_not_decided_by(acting: Acting, table: RoundTable, ruling: Ruling, chain: Sequence[str]) -> str:
    """Why this account does not decide the appeal; empty where it may (three queries at most)."""
    if acting.kind not in deciders(chain, ruling):
        return f"This appeal is for {next_step(chain, ruling) or chain[-1]}: a director enters the decision."
    if gave := [entry for entry in (ruling.entry, *ruling.decisions) if _is_by(acting, table, entry)]:
        what = "gave this ruling" if gave[0] is ruling.entry else "decided on this ruling before"
        return f"You {what}. Somebody else decides the appeal."
    if sat_at(acting, table):
        return "You played at this table. Somebody else decides the appeal."
    return ""


def why_not_taken_back_by(acting: Acting, table: RoundTable, ruling: Ruling, chain: Sequence[str]) -> str:
    """Why this account does not take back the newest word on the ruling; empty where it may: its own, and of others
    what it could have decided in their place (four queries at most)."""
    newest = ruling.newest
    if _is_by(acting, table, newest):
        return ""
    appealed = ruling if newest.kind == "appeal" else replace(ruling, steps=ruling.steps[:-1])
    return why_not_decided_by(acting, table, appealed, chain)


def _is_by(acting: Acting, table: RoundTable, entry: EntryData) -> bool:
    """Whether an entry is this account's; without an account known only by its name."""
    club = table.event_round.event.club
    user = LogLine.objects.filter(club=club, client_id=entry.client_id).values_list("user", flat=True).first()
    return user == acting.user.pk if user and acting.user else entry.device == acting.name


def sat_at(acting: Acting, table: RoundTable) -> list[str]:
    """The seats of a table in which the member of this account played, or whose place it was (one query)."""
    if acting.member_id is None:
        return []
    seats = RoundSeat.objects.filter(table=table).with_players()
    return [
        seat.seat
        for seat in seats
        if acting.member_id in {one.member_id for one in (seat.entrant, entrant_at(seat)) if one is not None}
    ]
