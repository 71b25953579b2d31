"""Roll call, walk-ins, leavers, and opening the door. A director may enter arrivals until the event is closed; opening
check-in lets people enter themselves (`door`). Check-in gives no seats: a new seating takes latecomers in from
`first_round` on."""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime
from typing import Final

from django.db.models import Max, Q
from django.utils import timezone

from league.acting.deed import Doing, deed
from league.acting.log import Refused
from league.acting.permissions import Acting
from league.evening.check_in.people import (
    called,
    entrant_of,
    missing_seat,
    standing_partner,
    usual_members,
    wants_partner,
)
from league.models import Club, Coming, Entrant, Event, Member, RoundSeat
from league.models.rounds import STARTED
from league.office.members.deeds.members import next_number, write_member
from league.words import clock_words, money

from .tonight import as_it_is, note_paid, tie

CHECKED_IN: Final = "checked in"
State = Entrant.State
# A row of the roll: a member, or a person here only tonight.
Person = tuple[Member | None, Entrant | None]


# -- opening and closing -----------------------------------------------------------------


def open_check_in(*, event: Event, acting: Acting, client_id: str) -> Event:
    """Open check-in. The door gets a new key, which cuts off tablets paired before."""
    with deed(event, acting, client_id) as doing:
        event = doing.event
        if doing.was_done or event.check_in_open:
            return event
        event.check_in_open, event.door_key = True, secrets.token_urlsafe(18)
        event.save(update_fields=["check_in_open", "door_key"])
        doing.tell("opened", "check-in")
    return event


def close_check_in(*, event: Event, acting: Acting, client_id: str) -> Event:
    """Close check-in at the door; the director can still enter latecomers."""
    with deed(event, acting, client_id) as doing:
        event = doing.event
        if doing.was_done or not event.check_in_open:
            return event
        event.check_in_open, event.door_key = False, ""
        event.save(update_fields=["check_in_open", "door_key"])
        here = event.entrants.filter(state=State.HERE).count()
        doing.tell("closed", "check-in", after=f"{here} here")
    return event


# -- arriving ----------------------------------------------------------------------------


def check_in(
    *,
    event: Event,
    acting: Acting,
    client_id: str,
    member: Member | None = None,
    entrant: Entrant | None = None,
    at: datetime | None = None,
    has_paid: bool = False,
) -> Entrant:
    """Check in a member or an entrant, now or `at`; one who `has_paid` owes nothing. After rounds began they are seated
    from the next one on, unless a seat of the running round waits for them. People who are here stay as they are;
    people who had left are back."""
    with deed(event, acting, client_id) as doing:
        event = doing.event
        return _arrived(doing, member, entrant_of(event, member, entrant), at=at, has_paid=has_paid)


def check_in_pair(
    *,
    event: Event,
    acting: Acting,
    client_id: str,
    member: Member | None = None,
    entrant: Entrant | None = None,
    has_paid: bool = False,
) -> tuple[Entrant, Entrant]:
    """Check in a player and partner (tonight's or standing)."""
    with deed(event, acting, client_id) as doing:
        event = doing.event
        there = entrant_of(event, member, entrant)
        partner = there.partner if there and there.partner_id else None
        mate = None if partner else standing_partner(event, there.member if there else member)
        if partner is None and mate is None:
            raise Refused("Nobody is named as the partner yet. Choose one first.")
        one = _arrived(doing, member, there, has_paid=has_paid)
        other = _arrived(replace(doing, client_id=""), mate, entrant_of(event, mate, partner), has_paid=has_paid)
        if one.partner_id != other.pk:
            tie(event, one, other)
    return one, other


def pair_up(*, event: Event, one: Person, other: Person, acting: Acting, client_id: str) -> None:
    with deed(event, acting, client_id) as doing:
        if doing.was_done:
            return
        event, along = doing.event, replace(doing, client_id="")
        pair = [
            _arrived(along, member, entrant_of(event, member, there), has_paid=False) for member, there in (one, other)
        ]
        if pair[0].pk == pair[1].pk:
            raise Refused("Choose somebody else as the partner.")
        for there in pair:
            if not wants_partner(there):
                raise Refused(f"{there.called} already has a partner.")
        tie(event, *pair)
        doing.tell("chose the partner of", called(pair[0]), before="Nobody", after=pair[1])


def _arrived(
    doing: Doing, member: Member | None, there: Entrant | None, *, at: datetime | None = None, has_paid: bool
) -> Entrant:
    event = doing.event
    if there is not None and (doing.was_done or there.state == State.HERE):
        return note_paid(doing, there, there.paid + there.to_pay) if has_paid else there
    before = there.get_state_display() if there else ""
    there = there or _new_entrant(event, member=member)
    there.state, there.left_at = State.HERE, None
    there.arrived_at = there.arrived_at or at or timezone.now()
    there.first_round = _first_round(event, there)
    there.paid += there.to_pay if has_paid else 0
    there.save()
    came, paid = (
        clock_words(there.arrived_at, event.club),
        f", {money(there.paid, event.club)} paid" if has_paid else "",
    )
    doing.tell(CHECKED_IN, called(there), before=before, after=f"Here at {came}{paid}")
    return there


def expect_players(*, event: Event, members: Iterable[Member], acting: Acting, client_id: str) -> list[Entrant]:
    with deed(event, acting, client_id) as doing:
        if doing.was_done:
            return []
        added = put_on_list(doing.event, members)
        _now_say(doing, [one.member_id for one in added], Coming.Says.COMING)
        if added:
            doing.tell(
                "expects",
                called(added[0]) if len(added) == 1 else f"{len(added)} players",
                after=", ".join(called(entrant) for entrant in added),
            )
    return added


def put_on_list(event: Event, members: Iterable[Member]) -> list[Entrant]:
    """Put members on the list inside a deed, and return those new on it."""
    there = set(event.entrants.exclude(member=None).values_list("member_id", flat=True))
    return [_new_entrant(event, member=member) for member in members if member.pk not in there]


def take_off_list(event: Event, member: Member) -> None:
    """Take a member off the list inside a deed, unless they are here, paid or seated."""
    there = entrant_of(event, member, None)
    if there is not None and not _why_kept(there):
        there.delete()


def _now_say(doing: Doing, members: Iterable[int | None], says: Coming.Says) -> None:
    answers = Coming.objects.filter(event=doing.event, member__in=[one for one in members if one is not None])
    other = {Coming.Says.NOT_COMING} if says == Coming.Says.COMING else {Coming.Says.COMING, Coming.Says.LOOKING}
    answers.filter(says__in=other).update(says=says, note="", at=timezone.now(), by=doing.acting.name[:80])


def expect_usual(*, event: Event, acting: Acting, client_id: str) -> list[Entrant]:
    return expect_players(event=event, members=usual_members(event), acting=acting, client_id=client_id)


def add_walk_in(
    *,
    event: Event,
    name: str,
    acting: Acting,
    client_id: str,
    short_name: str = "",
    is_house_player: bool = False,
    is_another: bool = False,
) -> Entrant:
    """Add a guest, here at once; `is_another` confirms a namesake. A house player is here for tonight, free."""
    with deed(event, acting, client_id) as doing:
        event = doing.event
        if doing.was_done:
            there = event.entrants.filter(Q(name=name) | Q(member__name=name)).last()
            if there is not None:
                return there
        guest = None
        if not is_house_player:
            Club.objects.select_for_update().get(pk=event.club_id)
            known = {"number": next_number(event.club), "name": name, "short_name": short_name}
            known |= {"is_another": is_another, "is_guest": True, "joined_on": timezone.localdate()}
            guest = write_member(Member(club=event.club), known)
        entrant = _new_entrant(event, member=guest, name=name, short_name=short_name)
        entrant.is_house_player = is_house_player
        entrant.state, entrant.arrived_at = State.HERE, timezone.now()
        entrant.first_round = _first_round(event, entrant)
        entrant.save()
        doing.tell(
            "added the house player" if is_house_player else "added the guest",
            called(entrant),
            after=f"Here at {clock_words(entrant.arrived_at, doing.event.club)}",
        )
    return entrant


def undo_check_in(*, entrant: Entrant, acting: Acting, client_id: str) -> Entrant | None:
    """Take a check-in back, or off the list if it put them there (then None)."""
    with deed(entrant.event, acting, client_id) as doing:
        event = doing.event
        there = entrant_of(event, None, entrant)
        if there is None or doing.was_done or there.state == State.EXPECTED:
            return there
        if there.seats.filter(table__event_round__state__in=STARTED).exists():
            raise Refused(f"{there.called} has already played. Tap Left instead.")
        subject = called(there)
        came = event.log.filter(action=CHECKED_IN, subject=subject).first()
        was_expected = came is not None and bool(came.before)
        before = there.get_state_display()
        there.state, there.arrived_at, there.left_at, there.first_round = State.EXPECTED, None, None, 1
        there.save(update_fields=["state", "arrived_at", "left_at", "first_round"])
        gone = not was_expected and not there.paid and not _is_seated(there)
        if gone:
            there.delete()
        doing.tell(
            "undid the check-in of",
            subject,
            before=before,
            after="Not on the list" if gone else there.get_state_display(),
        )
    return None if gone else there


def remove_entrant(*, entrant: Entrant, acting: Acting, client_id: str) -> None:
    with deed(entrant.event, acting, client_id) as doing:
        event = doing.event
        there = entrant_of(event, None, entrant)
        if there is None or doing.was_done:
            return
        if why := _why_kept(there):
            raise Refused(why)
        subject = called(there)
        _now_say(doing, [there.member_id], Coming.Says.NOT_COMING)
        there.delete()
        doing.tell("took off the list", subject)


def _why_kept(there: Entrant) -> str:
    if there.state != State.EXPECTED:
        return f"{there.called} is already here. Undo the check-in first."
    if there.paid:
        return f"{there.called} has paid {money(there.paid, there.event.club)}. Give it back first."
    return f"{there.called} has a seat. Take them out of the seating first." if _is_seated(there) else ""


def mark_left(*, entrant: Entrant, acting: Acting, client_id: str, at: datetime | None = None) -> Entrant:
    with deed(entrant.event, acting, client_id) as doing:
        there = as_it_is(doing, entrant)
        if doing.was_done or there.state != State.HERE:
            return there
        there.state, there.left_at = State.LEFT, at or timezone.now()
        there.save(update_fields=["state", "left_at"])
        doing.tell(
            "marked as gone",
            called(there),
            before="Here",
            after=f"Left at {clock_words(there.left_at, doing.event.club)}",
        )
    return there


def mark_back(*, entrant: Entrant, acting: Acting, client_id: str) -> Entrant:
    with deed(entrant.event, acting, client_id) as doing:
        there = as_it_is(doing, entrant)
        if doing.was_done or there.state != State.LEFT:
            return there
        there.state, there.left_at = State.HERE, None
        there.save(update_fields=["state", "left_at"])
        doing.tell("marked as back", called(there), before="Left", after="Here")
    return there


# -- inside ------------------------------------------------------------------------------


def _new_entrant(event: Event, *, member: Member | None, name: str = "", short_name: str = "") -> Entrant:
    """An expected person's row. Members keep their club number if it is free. After the cut they play no round."""
    if member is None and not name:
        raise Refused("Somebody took this player off the list.")
    if member is None:
        return Entrant.objects.create(
            event=event,
            number=_free_number(event),
            name=name,
            short_name=short_name,
            last_round=event.cut_after or None,
        )
    if member.club_id != event.club_id:
        raise Refused(f"{member.called} belongs to another club.")
    taken = event.entrants.filter(number=member.number).exists()
    mate = standing_partner(event, member) if event.is_for_pairs else None
    added = Entrant.objects.create(
        event=event,
        member=member,
        number=_free_number(event) if taken else member.number,
        name=member.public_name,
        short_name=member.public_short_name,
        is_guest=member.is_guest,
        cannot_move=member.cannot_move,
        last_round=event.cut_after or None,
        fee=event.fee_of(is_guest=member.is_guest),
    )
    partner = event.entrants.filter(member=mate, partner=None).first() if mate else None
    if partner is not None:
        tie(event, added, partner)
    return added


def _free_number(event: Event) -> int:
    in_club = Member.objects.filter(club=event.club_id).aggregate(highest=Max("number"))["highest"] or 0
    in_event = event.entrants.aggregate(highest=Max("number"))["highest"] or 0
    return int(max(in_club, in_event)) + 1


def _first_round(event: Event, entrant: Entrant) -> int:
    if missing_seat(entrant) is not None:
        return entrant.first_round
    begun = event.rounds.filter(state__in=STARTED).aggregate(last=Max("number"))["last"]
    return (begun or 0) + 1


def _is_seated(entrant: Entrant) -> bool:
    seats = RoundSeat.objects.filter(table__event_round__event=entrant.event_id).with_players()
    plays = Q(entrant=entrant) | Q(substitute=entrant) | Q(said__entrant=entrant.pk)
    return entrant.sit_outs.exists() or seats.filter(plays).exists()
