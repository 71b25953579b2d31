"""What the director's board reads: the round, who calls, which tablets are there, wrong PINs. Writes nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from django.db.models import Count, F, OuterRef, Subquery, Sum, Value
from django.db.models.functions import Coalesce

from league.models import DirectorCall, Entrant, Event, EventRound, PassAttempt, RoundTable, SitOut, TableTablet

from .results import RoundReading, read_round

WRONG_PINS_COUNT_FOR: Final = timedelta(minutes=30)


@dataclass(frozen=True)
class BoardReading:
    """An event as its board shows it. `reading` is the round the evening is at, None before there is one."""

    event: Event
    version: int
    rounds: tuple[EventRound, ...]
    reading: RoundReading | None
    calls: Mapping[int, Sequence[DirectorCall]]
    tablets: Mapping[int, Sequence[TableTablet]]
    wrong_pins: Mapping[int, int]
    free: Sequence[Entrant]

    @property
    def event_round(self) -> EventRound | None:
        return self.reading.event_round if self.reading else None

    @property
    def next_round(self) -> EventRound | None:
        """The first that was not started, beside the one the board shows."""
        waiting = (EventRound.State.DRAFT, EventRound.State.PUBLISHED)
        return next((r for r in self.rounds if r.state in waiting and r != self.event_round), None)


def board_version(event_id: int, slug: str = "") -> int | None:
    """A number that grows with all that a board shows: the event's version, those of the running round's cards, and
    wrong PINs.

    One query, without the rows themselves. None where there is no such event (in the club of that slug).
    """
    events = Event.objects.filter(pk=event_id)
    if slug:
        events = events.filter(club__slug=slug)
    return (
        events.annotate(now=F("version") + _card_versions() + _wrong_pins_ever()).values_list("now", flat=True).first()
    )


def _card_versions() -> Any:
    running = RoundTable.objects.filter(
        event_round__event=OuterRef("pk"), event_round__state=EventRound.State.RUNNING, card__isnull=False
    )
    sums = running.order_by().values("event_round__event").annotate(of_cards=Sum("card__version")).values("of_cards")
    return Coalesce(Subquery(sums), Value(0))


def _wrong_pins_ever() -> Any:
    typed = PassAttempt.objects.filter(event=OuterRef("pk")).order_by().values("event")
    return Coalesce(Subquery(typed.annotate(times=Count("pk")).values("times")), Value(0))


def read_board(event: Event, now: datetime) -> BoardReading:
    """The event's board (eleven queries at most, whatever the number of tables)."""
    version = board_version(event.pk) or 0  # read first: what comes meanwhile is asked for again
    rounds = tuple(event.rounds.all())
    shown = _shown(rounds)
    reading = read_round(shown) if shown else None
    return BoardReading(
        event=event,
        version=version,
        rounds=rounds,
        reading=reading,
        calls=_open_calls(shown) if shown else {},
        tablets=_tablets(event),
        wrong_pins=_wrong_pins(event, now),
        free=_free(event, shown) if shown else (),
    )


def _shown(rounds: Sequence[EventRound]) -> EventRound | None:
    """The round being played; else the last that was closed, until the next is seated for everybody to see."""
    running = [event_round for event_round in rounds if event_round.state == EventRound.State.RUNNING]
    published = [event_round for event_round in rounds if event_round.state == EventRound.State.PUBLISHED]
    closed = [event_round for event_round in rounds if event_round.state == EventRound.State.CLOSED]
    return next(iter((*running, *published, *reversed(closed))), None)


def _open_calls(event_round: EventRound) -> Mapping[int, Sequence[DirectorCall]]:
    calls = DirectorCall.objects.filter(table__event_round=event_round, answered_at=None).select_related("table")
    by_table: dict[int, list[DirectorCall]] = {}
    for call in calls:
        by_table.setdefault(call.table.number, []).append(call)
    return by_table


def _tablets(event: Event) -> Mapping[int, Sequence[TableTablet]]:
    by_table: dict[int, list[TableTablet]] = {}
    for tablet in event.tablets.filter(is_cut_off=False).select_related("device"):
        by_table.setdefault(tablet.table_number, []).append(tablet)
    return by_table


def _wrong_pins(event: Event, now: datetime) -> Mapping[int, int]:
    attempts = PassAttempt.objects.filter(event=event, at__gt=now - WRONG_PINS_COUNT_FOR).order_by()
    return dict(attempts.values("table_number").annotate(times=Count("pk")).values_list("table_number", "times"))


def _free(event: Event, event_round: EventRound) -> Sequence[Entrant]:
    """Who could take a seat: those who sit the round out and are here."""
    sit_outs = SitOut.objects.filter(event_round=event_round, entrant__state=Entrant.State.HERE)
    return [sit_out.entrant for sit_out in sit_outs.select_related("entrant")]
