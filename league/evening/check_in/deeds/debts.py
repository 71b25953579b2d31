"""Late fees and the entries they make on a cash sheet. A debt goes onto its evening's own sheet until that is final,
then onto tonight's, whose box the money lands in; in a hall always, for the other sheet is at home. No pot of a closed
evening moves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from django.db.models import Max, Q
from django.utils import timezone

from league.acting.deed import Doing, deed
from league.acting.log import Refused
from league.acting.permissions import Acting
from league.evening.check_in.debts import debt_words, debts_before, evening_words, owed
from league.evening.check_in.people import called
from league.models import CashEntry, Club, Entrant, Event, Member
from league.words import money

from .tonight import note_paid

TOOK_LATE: Final = "took a late fee of"
LOOK_AGAIN: Final = "Look at the amount again."
NO_BOX: Final = "The cash sheet of that evening is final. Plan the next evening first: the money goes into its box."


def take_debts(*, event: Event, member: Member, acting: Acting, client_id: str) -> None:
    with deed(event, acting, client_id) as doing:
        debts = debts_before(doing.event, [member.pk]).get(member.pk, ())
        if doing.was_done or not debts:
            return
        words = debt_words(debts, doing.club)
        for there in debts:
            _take(doing, there)
        doing.tell(TOOK_LATE, called(debts[-1]), after=words)


def take_fees(
    *, club: Club, debts: Sequence[Entrant], amount: int, acting: Acting, client_id: str, nothing: bool = False
) -> Sequence[Event]:
    """Take the `amount` that somebody owes for some evenings, with no check-in, or waive it: they owe `nothing`. What
    a sheet takes no more goes into the box of the next evening. Tells the evenings."""
    with deed(club, acting, client_id) as doing:
        if doing.was_done:
            return ()
        owing = Entrant.objects.with_late_fees().select_related("event__club").order_by("event__starts_at", "event")
        there = list(owing.filter(pk__in=[one.pk for one in debts]))
        if not amount or owed(there) != amount:
            raise Refused(f"What is owed has changed. {LOOK_AGAIN}")
        told = "waived the fees of" if nothing else TOOK_LATE
        doing.tell(told, called(there[-1]), after=debt_words(there, club))
        return [(_waive if nothing else _take_in_box)(one, acting) for one in there]


def _waive(there: Entrant, acting: Acting) -> Event:
    """No box has it, so no sheet or pot moves."""
    with deed(there.event, acting, while_closed=True) as doing:
        there.fee -= there.fee_due
        there.save(update_fields=["fee"])
    return doing.event


def _take_in_box(there: Entrant, acting: Acting) -> Event:
    with deed(box_for(there.event), acting, until_final=True) as doing:
        if there.event_id == doing.event.pk:
            _take_there(doing, there)
        else:
            words = debt_words([there], doing.club)
            _take(doing, there)
            doing.tell(TOOK_LATE, called(there), after=words)
    return doing.event


def box_for(event: Event) -> Event:
    """The evening into whose box a fee of this one goes (one query). Raises `Refused` where there is none."""
    found = next_box(event.club) if event.is_final(timezone.now()) else event
    if found is None:
        raise Refused(NO_BOX)
    return found


def next_box(club: Club) -> Event | None:
    is_now = Q(played_on__gte=timezone.localdate()) | Q(state=Event.State.RUNNING)
    open_ones = club.events.exclude(state=Event.State.CLOSED)
    return open_ones.filter(is_now, lent=0).order_by("starts_at", "pk").first()


def _take(doing: Doing, there: Entrant) -> None:
    if there.event.is_final(timezone.now()) or _is_sheet_at_home(there.event):
        _enter_fee(doing, there, f"Owed from {evening_words(there.event)}")
        return
    with deed(there.event, doing.acting, until_final=True) as then:
        _take_there(then, there)


def _is_sheet_at_home(event: Event) -> bool:
    return not event.club.lives_here and bool(event.lent or not event.is_fetched)


def _take_there(doing: Doing, there: Entrant) -> None:
    if doing.event.state == Event.State.CLOSED:
        enter_late_fee(doing, there)
    else:
        note_paid(doing, there, there.paid + there.fee_due)


def enter_late_fee(doing: Doing, there: Entrant) -> None:
    """Take the rest of a fee on its closed evening's own sheet."""
    entry = _enter_fee(doing, there)
    doing.tell(TOOK_LATE, called(there), after=money(entry.amount, doing.club))


def _enter_fee(doing: Doing, there: Entrant, what: str = "") -> CashEntry:
    return enter_cash(doing, CashEntry.Kind.FEE, there.fee_due, entrant=there, who=there.name, what=what)


def enter_cash(doing: Doing, kind: CashEntry.Kind, amount: int, **fields: Any) -> CashEntry:
    highest = doing.event.cash_entries.aggregate(highest=Max("number"))["highest"] or 0
    fields["what"] = str(fields.get("what", ""))[:200]
    return CashEntry.objects.create(
        event=doing.event, number=highest + 1, kind=kind, amount=amount, by=doing.acting.name[:80], **fields
    )
