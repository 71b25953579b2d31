"""One person's evening: fee, payment, number, partner."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from league.acting.deed import Doing, deed
from league.acting.log import Refused
from league.acting.permissions import Acting
from league.evening.check_in.people import called, entrant_of
from league.models import Club, Entrant, Event
from league.words import money
from scoring.rules.notation import listed

State = Entrant.State


def take_fee(*, entrant: Entrant, acting: Acting, client_id: str, amount: int | None = None) -> Entrant:
    """Note a payment: `amount` in cents, or all they owe."""
    with deed(entrant.event, acting, client_id) as doing:
        there = as_it_is(doing, entrant)
        paid = there.paid + (amount if amount is not None else there.to_pay)
        return note_paid(doing, there, paid)


def give_fee_back(*, entrant: Entrant, acting: Acting, client_id: str) -> Entrant:
    """Note all payments as given back or never made. A person who left then owes nothing."""
    with deed(entrant.event, acting, client_id) as doing:
        there = as_it_is(doing, entrant)
        if there.state == State.HERE and not doing.was_done:
            raise Refused(f"{there.called} is here. Tap Has left first, or change the amount paid.")
        fee = 0 if there.state == State.LEFT else there.fee
        return note_paid(doing, there, 0, "gave the fee back to", fee=fee)


def note_paid(
    doing: Doing, there: Entrant, paid: int, action: str = "took the fee of", *, fee: int | None = None
) -> Entrant:
    """Write the sum paid, in cents, and log it where it is new."""
    if doing.was_done or paid == there.paid:
        return there
    before, there.paid = there.paid, paid
    there.fee = there.fee if fee is None else fee
    there.save(update_fields=["paid", "fee"])
    doing.tell(
        action,
        called(there),
        before=f"{money(before, doing.event.club)} paid",
        after=f"{money(paid, doing.event.club)} paid",
    )
    return there


SETTINGS: Final[Mapping[str, str]] = {
    "number": "number",
    "short_name": "short name",
    "fee": "fee",
    "paid": "paid",
    "sits_out_gladly": "happy to sit out",
    "cannot_move": "stays at one table",
    "at_table": "stays at table",
    "is_house_player": "house player",
}


def change_entrant(*, entrant: Entrant, acting: Acting, client_id: str, **settings: Any) -> Entrant:
    """Change a person's `SETTINGS` for tonight. A house player owes nothing."""
    with deed(entrant.event, acting, client_id) as doing:
        there = as_it_is(doing, entrant)
        if doing.was_done:
            return there
        number = settings.get("number", there.number)
        if doing.event.entrants.filter(number=number).exclude(pk=there.pk).exists():
            raise Refused(f"Somebody else has number {number} tonight.", "number")
        _guard_table(doing, there, settings.get("at_table", 0))
        if settings.get("is_house_player") and not there.is_house_player:
            settings["fee"] = 0
        changed = {name: value for name, value in settings.items() if getattr(there, name) != value}
        if not changed:
            return there
        club = doing.event.club
        before = _settings_words({name: getattr(there, name) for name in changed}, club)
        for name, value in changed.items():
            setattr(there, name, value)
        there.save(update_fields=list(changed))
        doing.tell("changed", called(there), before=before, after=_settings_words(changed, club))
    return there


def _guard_table(doing: Doing, there: Entrant, table: int) -> None:
    if not table or table == there.at_table:
        return
    if (now := doing.event.hall_tables.get(table, table)) != table:
        instead = f" Table {now} is in its place." if now else ""
        raise Refused(f"Table {table} is out of use tonight.{instead}", "at_table")
    others = doing.event.entrants.filter(at_table=table, is_house_player=False).exclude(state=State.LEFT)
    other = others.exclude(pk__in=[there.pk, there.partner_id or 0]).first()
    if other is not None:
        raise Refused(f"{other.called} stays at table {table}. Two who stay can’t share one.", "at_table")


def choose_partner(
    *, entrant: Entrant, partner: Entrant | None, acting: Acting, client_id: str, with_helper: bool = False
) -> Entrant:
    """Choose a partner for the evening: an entrant, a helper without a score, or none."""
    with deed(entrant.event, acting, client_id) as doing:
        there, event = as_it_is(doing, entrant), doing.event
        if doing.was_done:
            return there
        if partner is not None and (partner.event_id != event.pk or partner.pk == there.pk):
            raise Refused("Choose a partner among tonight’s players.", "partner")
        partner = _new_helper(event, there) if with_helper else partner
        before = there.partner
        if (before and before.pk) == (partner and partner.pk):
            return there
        tie(event, there, partner)
        doing.tell("chose the partner of", called(there), before=before or "Nobody", after=partner or "Nobody")
    return there


def name_teams(*, event: Event, teams: Mapping[int, str], acting: Acting, client_id: str) -> None:
    """Say who plays in which team tonight, by the entrants' ids."""
    with deed(event, acting, client_id) as doing:
        if doing.was_done:
            return
        people = list(doing.event.entrants.filter(pk__in=teams).order_by("number"))
        changed = [one for one in people if one.team != teams[one.pk]]
        before = _teams_words(people)
        for one in changed:
            one.team = teams[one.pk]
        Entrant.objects.bulk_update(changed, ["team"])
        if changed:
            doing.tell("named the teams", before=before, after=_teams_words(people))


def _teams_words(people: Iterable[Entrant]) -> str:
    teams: dict[str, list[str]] = {}
    for one in people:
        teams.setdefault(one.team, []).append(one.called)
    return ". ".join(f"{team}: {listed(names)}" for team, names in sorted(teams.items()) if team)


def _new_helper(event: Event, there: Entrant) -> Entrant:
    number = 1 + max(event.entrants.values_list("number", flat=True), default=0)
    return Entrant.objects.create(
        event=event,
        number=number,
        name=f"Helper of {there.called}"[:80],
        short_name="Helper",
        is_house_player=True,
        state=State.HERE,
        first_round=there.first_round,
    )


def tie(event: Event, there: Entrant, partner: Entrant | None) -> None:
    event.entrants.filter(partner__in=[one for one in (there, partner) if one is not None]).update(partner=None)
    event.entrants.filter(pk=there.pk).update(partner=partner)
    there.partner = partner
    if partner is not None:
        event.entrants.filter(pk=partner.pk).update(partner=there)
        partner.partner = there


def _settings_words(settings: Mapping[str, Any], club: Club) -> str:
    return ", ".join(f"{SETTINGS[name]}: {_setting_word(name, value, club)}" for name, value in settings.items())


def _setting_word(name: str, value: Any, club: Club) -> str:
    if name in ("fee", "paid"):
        return money(value, club)
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value or "none")


def as_it_is(doing: Doing, entrant: Entrant) -> Entrant:
    """The entrant's row within this deed. Raises `Refused` if taken off the list."""
    there = entrant_of(doing.event, None, entrant)
    if there is None:
        raise Refused(f"{entrant.called} was taken off the list.")
    return there
