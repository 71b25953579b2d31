"""The box of an evening: money in and out. Each is an entry that stays; a mistaken one is taken back."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from league.acting.deed import Doing, deed, guard_not_closed
from league.acting.log import Refused
from league.acting.permissions import Acting
from league.evening.check_in.deeds.debts import LOOK_AGAIN, enter_cash, enter_late_fee
from league.evening.check_in.deeds.tonight import note_paid
from league.evening.check_in.people import called
from league.evening.money.reading import to_data
from league.evening.money.sheet import Cash, SetMoney, read_cash
from league.evening.money.words import signed_money
from league.models import CashEntry, CashSheet, Entrant, Event, Pot, Prize
from league.words import money

Kind = CashEntry.Kind


@contextmanager
def _settling(event: Event, acting: Acting, client_id: str) -> Iterator[Doing]:
    """A deed on prizes, even in a closed event, if it leaves the money that pots handed on."""
    with deed(event, acting, client_id, until_final=True) as doing:
        handed_on = read_cash(doing.event).left if doing.event.state == Event.State.CLOSED else None
        yield doing
        if handed_on is not None and read_cash(doing.event).left != handed_on:
            raise Refused("This changes what a pot handed on to the next night. Reopen the event to do it.")


def keep_box(*, event: Event, acting: Acting, client_id: str, at_start: int, counted: int | None) -> Event:
    with deed(event, acting, client_id) as doing:
        event = doing.event
        if doing.was_done:
            return event
        box = CashSheet.objects.get_or_create(event=event)[0]
        if (box.at_start, box.counted) != (at_start, counted):
            before = _box_words(box, doing)
            box.at_start, box.counted = at_start, counted
            box.save(update_fields=["at_start", "counted"])
            doing.tell("counted the cash box", before=before, after=_box_words(box, doing))
    return event


def _box_words(box: CashSheet, doing: Doing) -> str:
    counted = "not counted" if box.counted is None else f"{money(box.counted, doing.club)} counted"
    return f"{money(box.at_start, doing.club)} at the start, {counted}"


def enter_other(
    *, event: Event, acting: Acting, client_id: str, amount: int, what: str, pot: Pot | None = None
) -> Event:
    """Enter other money in, or out with a negative `amount`, for a `pot` or the club."""
    with deed(event, acting, client_id) as doing:
        event = doing.event
        if doing.was_done:
            return event
        if pot is not None and not event.pots.filter(pk=pot.pk).exists():
            raise Refused("Somebody took this pot out.", "pot")
        enter_cash(doing, Kind.OTHER, amount, pot=pot, what=what)
        doing.tell("noted cash", what, after=f"{signed_money(amount, doing.club)}{f', {pot}' if pot else ''}")
    return event


def take_rest_of_fee(*, entrant: Entrant, amount: int, acting: Acting, client_id: str) -> Event:
    """Take the rest of a fee, after the close too, until results are final. It must be the `amount` shown."""
    with deed(entrant.event, acting, client_id, until_final=True) as doing:
        if doing.was_done:
            return doing.event
        there = Entrant.objects.get(pk=entrant.pk)
        if not amount or there.fee_due != amount:
            raise Refused(f"What {entrant.called} owes has changed. {LOOK_AGAIN}")
        if doing.event.state == Event.State.CLOSED:
            enter_late_fee(doing, there)
        else:
            note_paid(doing, there, there.paid + amount)
    return doing.event


# -- set money ---------------------------------------------------------------------------


def take_set_money(*, entrant: Entrant, amount: int, acting: Acting, client_id: str) -> Event:
    """Take an entrant's set money, or give back a surplus. Raises `Refused` unless it is the `amount` shown."""
    with deed(entrant.event, acting, client_id) as doing:
        if doing.was_done:
            return doing.event
        line = next((one for one in read_cash(doing.event).set_money if one.entrant == entrant.pk), None)
        if line is None or line.due != amount or not amount:
            raise Refused(f"What {entrant.called} owes has changed. {LOOK_AGAIN}")
        _take(doing, line)
        verb = "took the set money of" if amount > 0 else "gave set money back to"
        doing.tell(verb, called(entrant), after=money(abs(amount), doing.club))
    return doing.event


def take_all_set_money(*, event: Event, amount: int, acting: Acting, client_id: str) -> Event:
    """Take all set money owed. Raises `Refused` unless it is the `amount` shown."""
    with deed(event, acting, client_id) as doing:
        if doing.was_done:
            return doing.event
        owing = [line for line in read_cash(doing.event).set_money if line.due > 0]
        if not amount or sum(line.due for line in owing) != amount:
            raise Refused(f"What is owed for sets has changed. {LOOK_AGAIN}")
        for line in owing:
            _take(doing, line)
        who = ", ".join(f"{line.name} {money(line.due, doing.club)}" for line in owing)
        doing.tell("took all the set money", after=f"{money(amount, doing.club)}: {who}")
    return doing.event


def _take(doing: Doing, line: SetMoney) -> None:
    pot = doing.event.pots.filter(per_set__gt=0).first()
    entrant = Entrant.objects.get(pk=line.entrant)
    enter_cash(doing, Kind.SET_MONEY, line.due, pot=pot, entrant=entrant, who=line.name, what=line.why)


# -- prizes ------------------------------------------------------------------------------


def pay_prize(*, prize: Prize, entrant: Entrant, amount: int, acting: Acting, client_id: str) -> Event:
    """Pay a winner the `amount` shown, even in a closed event, unless a correction moved the prize since."""
    with deed(entrant.event, acting, client_id, until_final=True) as doing:
        if doing.was_done:
            return doing.event
        cash = read_cash(doing.event)
        _guard_payable(cash, prize)
        line = next((one for one in cash.prize_lines if one.prize.pk == prize.pk), None)
        share = next((one for one in line.shares if one.entrant == entrant.pk), None) if line else None
        if line is None or share is None or share.due != amount or amount <= 0:
            raise Refused(f"This prize has changed. {LOOK_AGAIN}")
        _pay(doing, line.prize, entrant, amount, share.why)
    return doing.event


def name_winner(*, prize: Prize, entrant: Entrant, amount: int, acting: Acting, client_id: str) -> Event:
    """Pay a prize that the director decides, or part of it; in a closed event none that a pot pays."""
    with _settling(entrant.event, acting, client_id) as doing:
        if doing.was_done:
            return doing.event
        cash = read_cash(doing.event)
        line = next((one for one in cash.prize_lines if one.prize.pk == prize.pk), None)
        if line is None or line.prize.kind != Prize.Kind.NAMED:
            raise Refused("Somebody took this prize out.")
        left = line.amount - line.taken
        if amount > left:
            raise Refused(f"There is {money(left, doing.club)} of this prize left.", "amount")
        _pay(doing, line.prize, entrant, amount, "as the director decided")
    return doing.event


def _guard_payable(cash: Cash, prize: Prize) -> None:
    if cash.reading.is_playing:
        raise Refused("A round is still being played. Pay this prize once it is closed.")
    if cash.awaits_rounds:
        raise Refused("Rounds are still to come. Pay this prize after the last one, or once the event is closed.")
    if cash.has_moved(prize):
        raise Refused("A correction has moved this prize since. Reopen the event to pay it.")


def _pay(doing: Doing, prize: Prize, entrant: Entrant, amount: int, why: str) -> None:
    what = f"{prize.title}: {why}"
    enter_cash(doing, Kind.PAYOUT, -amount, pot=prize.pot, prize=prize, entrant=entrant, who=entrant.name, what=what)
    doing.tell("paid a prize to", called(entrant), after=f"{prize.title}, {money(amount, doing.club)}")


# -- entries -----------------------------------------------------------------------------


def take_back(*, entry: CashEntry, acting: Acting, client_id: str, reason: str = "") -> Event:
    """Take a mistaken entry back; after the close only payouts and late fees that change no pot."""
    with _settling(entry.event, acting, client_id) as doing:
        entry = CashEntry.objects.get(pk=entry.pk)
        if doing.was_done or entry.is_taken_back:
            return doing.event
        if entry.kind not in (Kind.PAYOUT, Kind.FEE):
            guard_not_closed(doing.event)
        if not reason and was_closed(doing.event):
            raise Refused("This sheet was closed before. Say why it changes.", "reason")
        entry.is_taken_back, entry.reason = True, reason
        entry.save(update_fields=["is_taken_back", "reason"])
        before = f"{signed_money(entry.amount, doing.club)}, {entry.get_kind_display()}"
        doing.tell("took back on the cash sheet", entry.who or entry.what, before=before, reason=reason)
    return doing.event


def was_closed(event: Event) -> bool:
    """Whether the event's sheet was ever closed (one query)."""
    return CashSheet.objects.filter(event=event, fixed__isnull=False).exists()


def fix_sheet(event: Event) -> None:
    """Fix the reading while the event is being closed, in that transaction and before it is written."""
    cash = read_cash(event)
    CashSheet.objects.update_or_create(event=event, defaults={"fixed": to_data(cash.now, cash.left)})
