"""A member's name on evenings' lists, cards, and in typed texts: written again when it changes (`call_anew`), taken
from every text of the club when it goes (`write_over`). Neither changes a figure."""

from __future__ import annotations

import json
import re
from collections import Counter, deque
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from datetime import timedelta
from functools import reduce
from operator import or_
from typing import Any, Final
from uuid import UUID

from django.apps import apps
from django.db.models import CharField, F, ForeignKey, JSONField, Model, Q, QuerySet, TextField
from django.db.models.functions import Cast

from league.acting.log import touch
from league.models import CashEntry, CashSheet, Club, Entrant, Event, LogLine, Member, Notice, RoundSeat
from scoring.models import Entry, ScoreCard
from scoring.score_card.names import fitted

EVERYWHERE: Final = Q()
NAMING: Final = ("late", "details", "hold")  # kinds of entries that may name people of the event
# How cards lead to their club; models of ours find the way by their own foreign keys.
_CARDS: Final[Mapping[type[Model], str]] = {
    ScoreCard: "round_table__event_round__event__club",
    Entry: "card__round_table__event_round__event__club",
}


def tell_apart(club: Club) -> None:
    """Put the number behind every name that two people of the club have, and take it from the others."""
    people = list(club.members.all())
    names, short_names = _held(people, _names_of), _held(people, _short_names_of)
    for one in people:
        was, number = one.public_name, str(one.number)
        apart = number if any(names[name] > 1 for name in _names_of(one)) else ""
        short_apart = number if any(short_names[name] > 1 for name in _short_names_of(one)) else ""
        if (apart, short_apart) != (one.name_apart, one.short_name_apart):
            one.name_apart, one.short_name_apart = apart, short_apart
            one.save(update_fields=["name_apart", "short_name_apart"])
            call_anew(one, Q(name=was))


def _held(people: Iterable[Member], names_of: Callable[[Member], set[str]]) -> Counter[str]:
    return Counter(name for one in people for name in names_of(one))


def _names_of(member: Member) -> set[str]:
    is_listed = not member.is_anonymous and member.merged_into_id is None
    return {_plainly(member.name), _plainly(member.bare_name)} if is_listed else set()


def _short_names_of(member: Member) -> set[str]:
    is_called = bool(member.short_name) and not member.initials_only
    return {_plainly(member.short_name)} if is_called and _names_of(member) else set()


def _plainly(name: str) -> str:
    return " ".join(name.casefold().split())


def call_anew(member: Member, where: Q = EVERYWHERE) -> None:
    """Write a member's public name again on evenings' lists, or those `where` something holds, and on their cards."""
    theirs = Entrant.objects.filter(where, member=member)
    entrants = {one.pk: one for one in theirs.select_related("event")}
    if not entrants:
        return
    were = {name for one in entrants.values() for name in (one.name, one.short_name) if name}
    for entrant in entrants.values():
        entrant.name, entrant.short_name = member.public_name, member.public_short_name
        touch(entrant.event)
    Entrant.objects.bulk_update(entrants.values(), ["name", "short_name"])
    _call_on_cards(entrants)
    _call_in_entries(entrants)
    hidden = _nobody_elses(member, were) if member.initials_only or member.is_anonymous else []
    _call_at_the_cash(entrants, hidden, member.called)
    if hidden:
        _write_over(Notice.objects.filter(event__entrants__in=entrants), hidden, member.called)


def _call_on_cards(entrants: Mapping[int, Entrant]) -> None:
    """Write names again on cards. A seat's card was begun with a substitute, else the player."""
    theirs = Q(entrant__in=entrants, substitute=None) | Q(substitute__in=entrants)
    cards: dict[UUID, ScoreCard] = {}
    for seat in RoundSeat.objects.filter(theirs, helper="", table__card__isnull=False).select_related("table__card"):
        assert seat.table.card is not None, "only tables with a card are found"
        card = cards.setdefault(seat.table.card.pk, seat.table.card)
        card.player_names[seat.seat] = fitted(entrants[seat.substitute_id or seat.entrant_id].called)
    for card in cards.values():
        card.save(update_fields=["player_names", "changed_at"])


def _call_in_entries(entrants: Mapping[int, Entrant]) -> None:
    events = {one.event_id for one in entrants.values()}
    naming = Entry.objects.filter(kind__in=NAMING, card__round_table__event_round__event__in=events)
    theirs = [entry for entry in naming if any(pk in entrants for pk, _ in _named_in(entry))]
    for entry in theirs:
        for pk, one in _named_in(entry):
            if pk in entrants:
                one["name"] = fitted(entrants[pk].called)
    Entry.objects.bulk_update(theirs, ["payload"])
    _have_read_anew({entry.card_id for entry in theirs})


def _named_in(entry: Entry) -> Iterator[tuple[int, dict[str, Any]]]:
    """Everything in an entry that names a person of the event, after their id."""
    if entry.payload.get("entrant"):
        yield entry.payload["entrant"], entry.payload
    for chairs in (*entry.payload.get("chairs", ()), *entry.payload.get("were", ())):
        for who in chairs["seats"].values():
            if not who.get("helper"):
                yield who.get("substitute") or who["entrant"], who


def _call_at_the_cash(entrants: Mapping[int, Entrant], hidden: Collection[str], by: str) -> None:
    """Write names again on the sheet of a closed evening; `hidden` ones go from its sentences too."""
    for pk, entrant in entrants.items():
        CashEntry.objects.filter(entrant=pk).update(who=entrant.name)
    sheets = list(CashSheet.objects.filter(event__entrants__in=entrants, fixed__isnull=False).distinct())
    for sheet in sheets:
        assert sheet.fixed is not None, "only those that were fixed are found"
        for winner in (one for winners in sheet.fixed["won"].values() for one in winners):
            if winner["entrant"] in entrants:
                winner["name"] = entrants[winner["entrant"]].name
        for key, sets in sheet.fixed["sets"].items():
            if int(key) in entrants:
                sets["name"] = entrants[int(key)].name
        if hidden:
            sheet.fixed = _without(sheet.fixed, _any_of(hidden), by)
    CashSheet.objects.bulk_update(sheets, ["fixed"])


def _have_read_anew(cards: Collection[UUID]) -> None:
    """Make processes read these cards again: sheets are kept by the instant of their newest entry (`kept_sheets`)."""
    newest = list(Entry.objects.filter(card__in=cards, number=F("card__version")))
    for entry in newest:
        entry.created_at += timedelta(microseconds=1)
    Entry.objects.bulk_update(newest, ["created_at"])


# -- out of every text -------------------------------------------------------------------


def write_over(club: Club, names: Iterable[str], by: str) -> None:
    """Put `by` in place of these names in every text of the club, unless another person has the name too."""
    wanted = [name for name in {*names} if name and not _is_anybodys(club, name)]
    if not wanted:
        return
    for model in apps.get_app_config("league").get_models():
        path = "pk" if model is Club else _path_to_club(model)
        if path:
            _write_over(model._default_manager.filter(**{path: club.pk}), wanted, by)
    for model, path in _CARDS.items():
        changed = _write_over(model._default_manager.filter(**{path: club.pk}), wanted, by)
        if model is Entry:
            _have_read_anew({row.card_id for row in changed})


def write_over_short(member: Member, names: Iterable[str]) -> None:
    """Put a member's name in place of these short names, in the log of evenings on which no other was called alike."""
    alone = _nobody_elses(member, names)
    evenings = Q(event__in=Event.objects.filter(entrants__member=member))
    of_them = Q(event=None, subject=f"{member.number} {member.name}") | evenings
    if alone:
        _write_over(LogLine.objects.filter(of_them, club=member.club_id), alone, member.name)


def _nobody_elses(member: Member, names: Iterable[str]) -> list[str]:
    evenings = Entrant.objects.filter(event__entrants__member=member).exclude(member=member)
    taken = " ".join(name for both in evenings.values_list("name", "short_name") for name in both).casefold()
    return [name for name in {*names} if name and name.casefold() not in taken]


def _is_anybodys(club: Club, name: str) -> bool:
    return Member.objects.filter(club=club, name__iexact=name).exists() or (
        Entrant.objects.filter(event__club=club, name__iexact=name).exists()
    )


def _path_to_club(model: type[Model]) -> str:
    """The shortest way of foreign keys from a model to its club, if there is one."""
    ways = deque([(model, "")])
    while ways:
        here, path = ways.popleft()
        for field in here._meta.concrete_fields:
            if isinstance(field, ForeignKey) and field.related_model is not here:
                way = f"{path}__{field.name}".removeprefix("__")
                if field.related_model is Club:
                    return way
                if field.related_model._meta.app_label == "league":
                    ways.append((field.related_model, way))
    return ""


def _write_over(rows: QuerySet[Any], names: Collection[str], by: str) -> list[Any]:
    """Take the names out of the rows, and return the rows that had one."""
    texts = [one for one in rows.model._meta.concrete_fields if isinstance(one, CharField | TextField | JSONField)]
    texts = [field for field in texts if not field.choices and not field.primary_key]
    if not texts:
        return []
    data = {f"text_of_{field.name}": Cast(field.name, TextField()) for field in texts if isinstance(field, JSONField)}
    columns = [*data, *(field.name for field in texts if not isinstance(field, JSONField))]
    words = {*names, *(json.dumps(name)[1:-1] for name in names)}
    holds = reduce(or_, (Q(**{f"{column}__icontains": word}) for column in columns for word in words))
    changed = list(rows.annotate(**data).filter(holds))
    named = _any_of(names)
    for row in changed:
        for field in texts:
            setattr(row, field.attname, _without(getattr(row, field.attname), named, by, field.max_length))
    if changed:
        rows.model._default_manager.bulk_update(changed, [field.name for field in texts])
    return changed


def _any_of(names: Iterable[str]) -> re.Pattern[str]:
    return re.compile(
        "|".join(rf"(?<![\w-]){re.escape(name)}(?![\w-])" for name in sorted(names, key=len, reverse=True)),
        re.IGNORECASE,
    )


def _without(value: Any, named: re.Pattern[str], by: str, longest: int | None = None) -> Any:
    if isinstance(value, str):
        return named.sub(by, value)[:longest]
    if isinstance(value, list):
        return [_without(one, named, by) for one in value]
    if isinstance(value, dict):
        return {key: _without(one, named, by) for key, one in value.items()}
    return value
