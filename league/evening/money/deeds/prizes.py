"""Pots and prizes of an evening or a series: added, changed, taken out, handed on to the next nights."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Final

from django.db.models import QuerySet

from league.acting.deed import Doing, deed
from league.acting.log import Refused
from league.acting.permissions import Acting
from league.evening.money.words import amount_words, base_words, pot_words, prize_words
from league.models import Club, Event, Pot, Prize, Series

MOST: Final = 40
POT_FIELDS: Final = ("name", "per_player", "per_set")
PRIZE_FIELDS: Final = ("kind", "name", "place", "at_least", "category", "pot", "amount", "percent")
# The purpose of a paid prize can't change; its amount can.
FIXED_ONCE_PAID: Final = ("kind", "name", "place", "at_least", "category")


@contextmanager
def _deed(row: Event | Series, acting: Acting, client_id: str) -> Iterator[tuple[Doing, Event | Series]]:
    with deed(row if isinstance(row, Event) else row.club, acting, client_id) as doing:
        yield doing, doing.event if isinstance(row, Event) else Series.objects.select_related("club").get(pk=row.pk)


# -- pots --------------------------------------------------------------------------------


def add_pot(*, row: Event | Series, acting: Acting, client_id: str, **fields: Any) -> Event | Series:
    """Add a pot; `fields` are `POT_FIELDS`."""
    return _add(Pot, row, acting, client_id, fields)


def _guard_pot(row: Event | Series, pot: Pot) -> None:
    others = [other for other in row.pots.all() if other.pk != pot.pk]
    if any(other.name.casefold() == pot.name.casefold() for other in others):
        raise Refused(f"There is already a pot called {pot.name}.", "name")
    getting = next((other for other in others if other.per_set), None)
    if pot.per_set and getting is not None:
        raise Refused(f"Set money goes into {getting.name} already.", "per_set")
    fee, taken = max(row.fee, row.guest_fee), pot.per_player + sum(other.per_player for other in others)
    if pot.per_player and taken > fee:
        has, takes = amount_words(fee, row.club), amount_words(taken, row.club)
        raise Refused(f"The fee is {has}, and the pots would take {takes} of it.", "per_player")


# -- prizes ------------------------------------------------------------------------------


def add_prize(*, row: Event | Series, acting: Acting, client_id: str, **fields: Any) -> Event | Series:
    """Add a prize; `fields` are `PRIZE_FIELDS`."""
    return _add(Prize, row, acting, client_id, fields)


def _guard_prize(row: Event | Series, prize: Prize) -> None:
    if prize.category is not None and prize.category.club_id != row.club_id:
        raise Refused("This category belongs to another club.", "category")
    if prize.pot is not None and (prize.pot.event_id, prize.pot.series_id) != (prize.event_id, prize.series_id):
        raise Refused("Choose one of these pots.", "pot")
    if prize.percent:
        others = row.prizes.filter(pot=prize.pot).exclude(pk=prize.pk).values_list("percent", flat=True)
        shares = sum(others) + prize.percent
        if shares > 100:
            raise Refused(f"That would be {shares}% of {base_words(prize)} in all. At most 100%.", "percent")
        if prize.pot is None and not max(row.fee, row.guest_fee):
            raise Refused("There is no fee to take a share of. Enter an amount.", "percent")


# -- either ------------------------------------------------------------------------------


def _add(
    model: type[Pot | Prize], row: Event | Series, acting: Acting, client_id: str, fields: Mapping[str, Any]
) -> Event | Series:
    with _deed(row, acting, client_id) as (doing, there):
        if doing.was_done:
            return there
        if model._default_manager.filter(**_owner(there)).count() >= MOST:
            raise Refused(f"That’s as many {_noun(model)}s as fit on a sheet.")
        one = model(**_owner(there), **fields)
        _guard(there, one)
        one.save()
        doing.tell(f"added a {_noun(model)}", _subject(there, one), after=_words(one, there.club))
    return there


def change(*, one: Pot | Prize, acting: Acting, client_id: str, **fields: Any) -> Event | Series:
    """Change a pot or prize, by the rules for adding one. A paid prize keeps its purpose."""
    with _deed(one.row, acting, client_id) as (doing, there):
        if doing.was_done:
            return there
        one = _as_it_is(one)
        changed = {name: value for name, value in fields.items() if getattr(one, name) != value}
        if not changed:
            return there
        if isinstance(one, Prize) and not changed.keys().isdisjoint(FIXED_ONCE_PAID) and _has_moved(one):
            raise Refused("This prize has been paid. Take the payout back first, or add another prize.")
        before = _words(one, there.club)
        for name, value in changed.items():
            setattr(one, name, value)
        _guard(there, one)
        one.save()
        doing.tell(f"changed a {_noun(one)}", _subject(there, one), before=before, after=_words(one, there.club))
    return there


def remove(*, one: Pot | Prize, acting: Acting, client_id: str) -> Event | Series:
    with _deed(one.row, acting, client_id) as (doing, there):
        if doing.was_done:
            return there
        one = _as_it_is(one)
        if isinstance(one, Pot) and (prize := one.prizes.select_related("category").first()) is not None:
            raise Refused(f"{prize.title} is paid from this pot. Change that prize first.")
        if _has_moved(one):
            raise Refused(_STAYS[type(one)])
        subject = _subject(there, one)
        one.delete()
        doing.tell(f"took out a {_noun(one)}", subject)
    return there


_STAYS: Final = {
    Pot: "There’s money in this pot. Take those entries back on the cash sheet first.",
    Prize: "This prize has been paid. Take the payout back on the cash sheet first.",
}


def _has_moved(one: Pot | Prize) -> bool:
    return one.entries.filter(is_taken_back=False).exists()


def _guard(row: Event | Series, one: Pot | Prize) -> None:
    if isinstance(one, Pot):
        _guard_pot(row, one)
    else:
        _guard_prize(row, one)


def _words(one: Pot | Prize, club: Club) -> str:
    return pot_words(one, club) if isinstance(one, Pot) else prize_words(one, club)


def _noun(one: Pot | Prize | type[Pot | Prize]) -> str:
    return str(one._meta.model_name)


def rows_of(model: type[Pot | Prize]) -> QuerySet[Pot | Prize]:
    own = ("pot", "category") if model is Prize else ()
    return model._default_manager.select_related("event__club", "series__club", *own)


def _as_it_is(one: Pot | Prize) -> Pot | Prize:
    found = rows_of(type(one)).filter(pk=one.pk).first()
    if found is None:
        raise Refused(f"Somebody took this {_noun(one)} out.")
    return found


def _owner(row: Event | Series) -> dict[str, Event | Series]:
    return {"event": row} if isinstance(row, Event) else {"series": row}


def _subject(row: Event | Series, one: Pot | Prize) -> str:
    return str(one) if isinstance(row, Event) else f"{row.name}: {one}"


# -- from night to night -----------------------------------------------------------------


def use_for_series(*, event: Event, acting: Acting, client_id: str) -> Series:
    """Give the series' coming nights this evening's pots and prizes in place of theirs."""
    with deed(event, acting, client_id, while_closed=True) as doing:
        series = doing.event.series
        if series is None:
            raise Refused("This event isn’t part of a series.")
        if not doing.was_done:
            series = Series.objects.select_for_update().select_related("club").get(pk=series.pk)
            series.prizes.all().delete()
            series.pots.all().delete()
            copy_prizes(doing.event, series)
            doing.tell("set the prizes of the series", series.name)
    return series


def copy_prizes(source: Event | Series, to: Event | Series) -> None:
    """Copy pots and prizes to another night, in the transaction that makes it."""
    pots: dict[int | None, Pot | None] = {None: None}
    for pot in source.pots.all():
        pots[pot.pk] = Pot.objects.create(**_owner(to), **{name: getattr(pot, name) for name in POT_FIELDS})
    for prize in source.prizes.select_related("category"):
        fields = {name: getattr(prize, name) for name in PRIZE_FIELDS if name != "pot"}
        Prize.objects.create(**_owner(to), **fields, pot=pots[prize.pot_id])
