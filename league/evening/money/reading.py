"""The facts behind an evening's money: winners, sets, earlier pots. Read every time until the event is closed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from django.db.models import Q

from league.evening.cards.reading import RoundReading, read_started, that_count
from league.models import CashSheet, Event, Member, Prize, Season
from league.words import day_words

from .winners import Winner, by_player, read_winners, sets_words, winners_of


@dataclass(frozen=True, slots=True)
class Reading:
    """The reading of cards and earlier nights. `won` is by prize id, `sets` by entrant id (name, count, why), `carried`
    in cents by the pot's name, from the night `carried_from`. `rounds` are closed and count, `void` ones don't."""

    won: Mapping[int, tuple[Winner, ...]] = field(default_factory=dict)
    sets: Mapping[int, Mapping[str, Any]] = field(default_factory=dict)
    carried: Mapping[str, int] = field(default_factory=dict)
    carried_from: str = ""
    rounds: int = 0
    void: int = 0
    is_playing: bool = False
    has_totals_alone: bool = False
    awaits_final: bool = False


def read_money(event: Event, prizes: Sequence[Prize], started: Sequence[RoundReading] | None = None) -> Reading:
    """The reading now (ten queries at most), or by the rounds `started`."""
    started = read_started(event) if started is None else started
    readings = that_count(started)
    evening = read_winners(event, readings)
    categories = categories_of(event, prizes)
    before = last_night(event)
    rounds = [one.event_round for one in readings]
    closed = [one for one in rounds if one.state == one.State.CLOSED]
    last = max((one.number for one in closed if not one.is_extra_hand), default=0)
    return Reading(
        won={prize.pk: winners_of(prize, evening, categories) for prize in prizes},
        sets={
            entrant: {"name": sets[0].entrant.name, "count": len(sets), "why": sets_words(sets)}
            for entrant, sets in by_player(evening.sets).items()
        },
        carried=dict(before.fixed["left"]) if before and before.fixed else {},
        carried_from=day_words(before.event) if before else "",
        rounds=len(closed),
        void=len(started) - len(readings),
        is_playing=len(closed) < len(rounds),
        has_totals_alone=evening.has_totals_alone,
        awaits_final=event.final_places > 0 and not 0 < event.cut_after < last,
    )


def categories_of(event: Event, prizes: Iterable[Prize]) -> Mapping[int, set[int]]:
    """Category ids by member of tonight (one query, if a prize asks for one)."""
    if not any(prize.category_id for prize in prizes):
        return {}
    pairs = Member.carries.through.objects.filter(member__entries__event=event).values_list("member_id", "category_id")
    found: dict[int, set[int]] = {}
    for member, category in pairs:
        found.setdefault(member, set()).add(category)
    return found


def last_night(event: Event) -> CashSheet | None:
    """The sheet of the series' last closed night before this one (one query)."""
    if event.series_id is None:
        return None
    is_before = Q(event__played_on__lt=event.played_on) | Q(event__played_on=event.played_on, event__lt=event.pk)
    sheets = CashSheet.objects.filter(is_before, event__series=event.series_id, fixed__isnull=False)
    return sheets.select_related("event__club").order_by("-event__played_on", "-event").first()


def seasons_around(event: Event) -> list[Season]:
    """Seasons that include the evening's day (one query)."""
    days = {"opens_on__lte": event.played_on, "closes_on__gte": event.played_on}
    return list(event.club.seasons.filter(**days, past_file=None))


# -- fixed -------------------------------------------------------------------------------


def to_data(reading: Reading, left: Mapping[str, int]) -> dict[str, Any]:
    """The reading as data, with what is `left` in each pot, by name, in cents."""
    return {**asdict(reading), "left": dict(left)}


def from_data(data: Mapping[str, Any]) -> Reading:
    fields = {name: value for name, value in data.items() if name != "left"}
    won = {int(prize): tuple(Winner(**one) for one in winners) for prize, winners in data["won"].items()}
    sets = {int(entrant): one for entrant, one in data["sets"].items()}
    return Reading(**{**fields, "won": won, "sets": sets})
