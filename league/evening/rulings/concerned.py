"""Why an account may not rule, or decide an appeal: it is concerned."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Final

from django.db.models import Q
from django.utils import timezone

from league.acting.permissions import Acting, Action, kinds_that_may, name_of
from league.evening.cards.seats import entrant_at
from league.evening.rulings.chain import deciders, next_step
from league.models import Club, Entrant, LogLine, Role, RoundSeat, RoundTable
from pinochle_club.ground.clock import lately
from scoring.rules.notation import listed
from scoring.score_card.entries import Decided, EntryData
from scoring.score_card.rulings import Ruling

# People who did something in an evening count as present for this long.
AT_WORK: Final = timedelta(hours=3)
# The account that sent an entry, by the entry's client id; entries without an account are left out.
Writers = Mapping[str, int | None]


def why_not_decided_by(acting: Acting, table: RoundTable, ruling: Ruling, chain: Sequence[str]) -> str:
    """Why this account does not decide the appeal; empty where it may (two queries)."""
    club = table.event_round.event.club
    return why_concerned(acting, ruling, chain, writers_of(club, [ruling]), sat_at(acting, table))


def why_not_taken_back_by(acting: Acting, table: RoundTable, ruling: Ruling, chain: Sequence[str]) -> str:
    """Why this account may not take back the newest step on the ruling; empty where it may. It takes back its own step,
    an agreement of all, and another person's step where it could have decided itself (two queries)."""
    newest, writers = ruling.newest, writers_of(table.event_round.event.club, [ruling])
    all_agreed = isinstance(newest.said, Decided) and newest.said.agreed
    if _is_by(acting, newest, writers) or (all_agreed and acting.may(Action.HAVE_DECIDED)):
        return ""
    appealed = ruling if newest.kind == "appeal" else replace(ruling, steps=ruling.steps[:-1])
    return why_concerned(acting, appealed, chain, writers, sat_at(acting, table))


def why_not_ruled_by(acting: Acting, table: RoundTable) -> str:
    """Why this account doesn't rule: it played there, and another official is free (four queries at most)."""
    others = _others_here(acting, table) if sat_at(acting, table) else ()
    return f"You played at this table. {listed(others, 'or')} can rule here." if others else ""


def _others_here(acting: Acting, table: RoundTable) -> list[str]:
    """The evening's officials who did not sit at the table: checked in, or recently at work in it."""
    event = table.event_round.event
    helps = Q(evening=event, evening_until__gt=timezone.now())
    roles = Role.objects.filter(Q(kind__in=kinds_that_may(Action.RULE)) | helps, club=event.club).exclude(
        user=acting.user
    )
    roles = roles.select_related("user")
    here = set(event.entrants.filter(state=Entrant.State.HERE, member__isnull=False).values_list("member", flat=True))
    lines = LogLine.objects.filter(event=event, at__range=lately(AT_WORK))
    at_work = set(lines.order_by().values_list("user", flat=True))
    there = list(RoundSeat.objects.filter(table=table).with_players())
    return [
        name_of(role.user)
        for role in roles
        if (role.member_id in here or role.user_id in at_work) and not seats_of(role.member_id, there)
    ]


def why_concerned(acting: Acting, ruling: Ruling, chain: Sequence[str], writers: Writers, seats: Sequence[str]) -> str:
    """Why this account, which sat in these `seats` of the table, does not decide the appeal; empty where it may."""
    roles = deciders(chain, ruling)
    if acting.kind not in roles:
        return f"This appeal is for {next_step(chain, ruling) or chain[-1]}: a director enters the decision."
    others = "Another referee or a director" if Role.Kind.REFEREE in roles else "Another director"
    if gave := [entry for entry in (ruling.entry, *ruling.decisions) if _is_by(acting, entry, writers)]:
        what = "gave this ruling" if gave[0] is ruling.entry else "decided on this ruling before"
        return f"You {what}. {others} decides the appeal."
    return f"You played at this table. {others} decides the appeal." if seats else ""


def writers_of(club: Club, rulings: Iterable[Ruling]) -> Writers:
    """The accounts that wrote these rulings, appeals and decisions (one query, none without rulings)."""
    sent = [entry.client_id for ruling in rulings for entry in (ruling.entry, *ruling.steps)]
    lines = LogLine.objects.filter(club=club, client_id__in=sent) if sent else LogLine.objects.none()
    return dict(lines.values_list("client_id", "user"))


def _is_by(acting: Acting, entry: EntryData, writers: Writers) -> bool:
    """Whether an entry is this account's; without an account known only by its name."""
    user = writers.get(entry.client_id)
    return user == acting.user.pk if user and acting.user else entry.device == acting.name


def sat_at(acting: Acting, table: RoundTable) -> list[str]:
    """The seats of a table that this account's member had or played in (one query)."""
    if acting.member_id is None:
        return []
    return seats_of(acting.member_id, RoundSeat.objects.filter(table=table).with_players())


def seats_of(member_id: int | None, seats: Iterable[RoundSeat]) -> list[str]:
    """The seats, read with their players, that a member had or played in."""
    if member_id is None:
        return []
    return [
        seat.seat
        for seat in seats
        if member_id in {one.member_id for one in (seat.entrant, entrant_at(seat)) if one is not None}
    ]
