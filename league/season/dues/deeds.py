from __future__ import annotations

from datetime import date
from typing import Final

from django.utils import timezone

from league.acting.deed import deed
from league.acting.log import Refused
from league.acting.permissions import Acting
from league.evening.check_in.deeds.debts import NO_BOX as NO_BOX
from league.evening.check_in.deeds.debts import next_box as next_box
from league.evening.check_in.deeds.debts import take_fees as take_fees
from league.models import Club, Dues, DuesPart, DuesPayment, Letter, Member
from league.office.clubs.mail import is_set_up
from league.words import money
from pinochle_club.ground.dates import calendar_day
from scoring.rules.notation import counted

from .reading import account_of, whom_to_write

GONE: Final = "Somebody deleted these dues."
NOBODY: Final = "There’s nobody to write to now."
TAKEN: Final = "There are dues from this day already."


def set_dues(*, club: Club, amount: int, starts_on: date, acting: Acting, client_id: str) -> Dues:
    """Ask a year's dues of all members; those who paid a part of the last ones, or none, do so again."""
    with deed(club, acting, client_id) as doing:
        there = club.dues.filter(starts_on=starts_on).first()
        if doing.was_done and there is not None:
            return there
        if there is not None:
            raise Refused(TAKEN, "starts_on")
        before = club.dues.filter(starts_on__lt=starts_on).first()
        dues = Dues.objects.create(club=club, amount=amount, starts_on=starts_on)
        parts = before.parts.filter(member__is_active=True, member__merged_into=None) if before else ()
        DuesPart.objects.bulk_create(DuesPart(dues=dues, member=one.member, part=one.part) for one in parts)
        doing.tell("set dues", dues, after=_words(dues))
    return dues


def change_dues(*, dues: Dues, amount: int, starts_on: date, acting: Acting, client_id: str) -> Dues:
    with deed(dues.club, acting, client_id) as doing:
        dues = _as_it_is(dues)
        if doing.was_done:
            return dues
        if dues.club.dues.filter(starts_on=starts_on).exclude(pk=dues.pk).exists():
            raise Refused(TAKEN, "starts_on")
        before, subject = _words(dues), str(dues)
        dues.amount, dues.starts_on = amount, starts_on
        dues.save(update_fields=["amount", "starts_on"])
        if before != _words(dues):
            doing.tell("changed dues", subject, before=before, after=_words(dues))
    return dues


def delete_dues(*, dues: Dues, acting: Acting, client_id: str) -> None:
    """Ask these dues no longer. Raises `Refused` where somebody paid."""
    with deed(dues.club, acting, client_id) as doing:
        if doing.was_done:
            return
        dues = _as_it_is(dues)
        if dues.payments.filter(is_taken_back=False).exists():
            raise Refused("Somebody paid of these dues. Take those payments back first.")
        doing.tell("deleted dues", dues, before=_words(dues))
        dues.delete()


def set_part(*, dues: Dues, member: Member, part: str, acting: Acting, client_id: str) -> Dues:
    """Ask a member for half of these dues, for none, or with an empty `part` for all. The log has no word of which."""
    with deed(dues.club, acting, client_id) as doing:
        dues = _as_it_is(dues)
        there = list(dues.parts.filter(member=member).values_list("part", flat=True))
        if doing.was_done or there == [part] * bool(part):
            return dues
        dues.parts.filter(member=member).delete()
        if part:
            DuesPart.objects.create(dues=dues, member=member, part=part)
        doing.tell("changed the part of the dues of", _called(member), after=dues)
    return dues


def take_dues(
    *, dues: Dues, member: Member, amount: int, paid_on: date, note: str, acting: Acting, client_id: str
) -> None:
    """Enter what a member paid of these dues, up to what is due."""
    with deed(dues.club, acting, client_id) as doing:
        if doing.was_done:
            return
        dues, club = _as_it_is(dues), doing.club
        due = sum(year.due for year in account_of(member).years if year.dues.pk == dues.pk)
        if amount > due:
            raise Refused(f"{money(due, club)} is still to be paid.", "amount")
        DuesPayment.objects.create(
            dues=dues, member=member, amount=amount, paid_on=paid_on, note=note, by=acting.name[:80]
        )
        told = f"{money(amount, club)} of the {dues}, {calendar_day(paid_on, club.date_style)}"
        doing.tell("took dues of", _called(member), after=told)


def take_back(*, payment: DuesPayment, acting: Acting, client_id: str, reason: str) -> None:
    with deed(payment.dues.club, acting, client_id) as doing:
        payment = DuesPayment.objects.select_related("dues__club", "member").get(pk=payment.pk)
        if doing.was_done or payment.is_taken_back:
            return
        payment.is_taken_back, payment.reason = True, reason
        payment.save(update_fields=["is_taken_back", "reason"])
        told = f"{money(payment.amount, doing.club)} of the {payment.dues}"
        doing.tell("took back a payment of", _called(payment.member), before=told, reason=reason)


def write_to_all(*, club: Club, acting: Acting, client_id: str) -> int:
    """Queue a letter for everybody who owes, gets emails, and was written none of late; how many."""
    with deed(club, acting, client_id) as doing:
        if doing.was_done:
            return 0
        if not is_set_up():
            raise Refused("Email isn’t set up on this server. The file has what is needed for letters.")
        people, now = whom_to_write(club).now, timezone.now()
        if not people:
            raise Refused(NOBODY)
        about = Letter.About.OWED
        Letter.objects.bulk_create(
            Letter(club=club, member=one, about=about, asked_at=now, next_try_at=now) for one in people
        )
        doing.tell("began to email", "what is owed", after=counted(len(people), "person", "people"))
    return len(people)


def _as_it_is(dues: Dues) -> Dues:
    found = Dues.objects.select_related("club").filter(pk=dues.pk).first()
    if found is None:
        raise Refused(GONE)
    return found


def _words(dues: Dues) -> str:
    return f"{money(dues.amount, dues.club)} from {calendar_day(dues.starts_on, dues.club.date_style)}"


def _called(member: Member) -> str:
    return f"{member.number} {member.name}"
