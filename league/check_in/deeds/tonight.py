"""What holds for one person tonight: what they owe and have paid, their number, and whom they sit with."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from league.acting.deed import Doing, deed
from league.acting.log import Refused
from league.acting.permissions import Acting
from league.check_in.people import called, entrant_of
from league.models import Entrant, Event
from league.words import money

State = Entrant.State


def take_fee(*, entrant: Entrant, acting: Acting, client_id: str, amount: int | None = None) -> Entrant:
    """Notes what somebody paid: `amount` in cents, or all they owe."""
    with deed(entrant.event, acting, client_id) as doing:
        there = as_it_is(doing, entrant)
        paid = there.paid + (amount if amount is not None else max(0, there.fee - there.paid))
        return _note_paid(doing, there, paid, "took the fee of")


def give_fee_back(*, entrant: Entrant, acting: Acting, client_id: str) -> Entrant:
    """Notes that all they had paid was given back, or was never paid. Who has left owes nothing then; who may still
    come owes the fee as before. Raises `Refused` for whoever is here."""
    with deed(entrant.event, acting, client_id) as doing:
        there = as_it_is(doing, entrant)
        if there.state == State.HERE and not doing.was_done:
            raise Refused(f"{there.called} is here. Tap Has left first, or change what was paid.")
        fee = 0 if there.state == State.LEFT else there.fee
        return _note_paid(doing, there, 0, "gave the fee back to", fee=fee)


def _note_paid(doing: Doing, there: Entrant, paid: int, action: str, *, fee: int | None = None) -> Entrant:
    if doing.was_done or paid == there.paid:
        return there
    before, there.paid = there.paid, paid
    there.fee = there.fee if fee is None else fee
    there.save(update_fields=["paid", "fee"])
    doing.tell(action, called(there), before=f"{money(before)} paid", after=f"{money(paid)} paid")
    return there


SETTINGS: Final[Mapping[str, str]] = {
    "number": "number",
    "short_name": "short name",
    "fee": "fee",
    "paid": "paid",
    "sits_out_gladly": "sits out gladly",
    "cannot_move": "cannot move",
    "is_house_player": "house player",
    "partner": "partner for tonight",
}


def change_entrant(*, entrant: Entrant, acting: Acting, client_id: str, **settings: Any) -> Entrant:
    """Changes what holds for somebody tonight (`SETTINGS`); partners are partners of each other.

    A house player owes nothing. Raises `Refused` for a number that somebody else has, and for a partner from elsewhere.
    """
    with deed(entrant.event, acting, client_id) as doing:
        there = as_it_is(doing, entrant)
        if doing.was_done:
            return there
        _guard_settings(doing.event, there, settings)
        if settings.get("is_house_player") and not there.is_house_player:
            settings["fee"] = 0
        changed = {name: value for name, value in settings.items() if getattr(there, name) != value}
        if not changed:
            return there
        before = _told({name: getattr(there, name) for name in changed})
        if "partner" in changed:
            _part(doing.event, there, changed["partner"])
        for name, value in changed.items():
            setattr(there, name, value)
        there.save(update_fields=list(changed))
        doing.tell("changed", called(there), before=before, after=_told(changed))
    return there


def _guard_settings(event: Event, there: Entrant, settings: Mapping[str, Any]) -> None:
    partner: Entrant | None = settings.get("partner")
    if partner is not None and (partner.event_id != event.pk or partner.pk == there.pk):
        raise Refused("Choose a partner among tonight’s players.", "partner")
    number = settings.get("number", there.number)
    if event.entrants.filter(number=number).exclude(pk=there.pk).exists():
        raise Refused(f"Somebody else has number {number} tonight.", "number")


def _part(event: Event, there: Entrant, partner: Entrant | None) -> None:
    """Whoever was tied to one of the two is free again, and the two are tied to each other."""
    event.entrants.filter(partner__in=[one for one in (there, partner) if one is not None]).update(partner=None)
    if partner is not None:
        event.entrants.filter(pk=partner.pk).update(partner=there)


def _told(settings: Mapping[str, Any]) -> str:
    return ", ".join(f"{SETTINGS[name]}: {_word(name, value)}" for name, value in settings.items())


def _word(name: str, value: Any) -> str:
    if name in ("fee", "paid"):
        return money(value)
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value or "none")


def as_it_is(doing: Doing, entrant: Entrant) -> Entrant:
    """Their row as it is in this deed. Raises `Refused` for whoever was taken off the list."""
    there = entrant_of(doing.event, None, entrant)
    if there is None:
        raise Refused(f"{entrant.called} was taken off the list meanwhile.")
    return there
