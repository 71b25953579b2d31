"""What the director's board reads: the round, who calls, which tablets are there, wrong PINs. Writes nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.db import connection

from league.cards.reading import RoundReading, read_tables
from league.check_in.people import seating_is_stale
from league.models import DirectorCall, Entrant, Event, EventRound, PassAttempt, TableTablet
from league.seating.field import results_have_changed
from league.tables.passes import cooling_of
from pinochle_club.prepared import Prepared

WRONG_PINS_COUNT_FOR: Final = timedelta(minutes=30)


@dataclass(frozen=True, slots=True)
class WrongPins:
    """Wrong PINs of the last half hour by table; until when no PIN at all is taken, None while they are."""

    by_table: Mapping[int, int]
    cool_until: datetime | None = None


@dataclass(frozen=True)
class BoardReading:
    """An event as its board shows it. `reading` is the round the evening is at, None before there is one.

    `free` sit the round out and are here: they could take a seat. `is_stale`: before the next round starts, people are
    here who have no place in it, or left who have one. `is_moved_otherwise`: winners would move otherwise by now than
    the next round is seated.
    """

    event: Event
    version: int
    rounds: tuple[EventRound, ...]
    reading: RoundReading | None
    calls: Mapping[int, Sequence[DirectorCall]]
    tablets: Mapping[int, Sequence[TableTablet]]
    pins: WrongPins
    free: Sequence[Entrant]
    is_stale: bool = False
    is_moved_otherwise: bool = False

    @property
    def event_round(self) -> EventRound | None:
        return self.reading.event_round if self.reading else None

    @property
    def next_round(self) -> EventRound | None:
        """The first that was not started, beside the one the board shows."""
        waiting = (EventRound.State.DRAFT, EventRound.State.PUBLISHED)
        return next((r for r in self.rounds if r.state in waiting and r != self.event_round), None)


# By hand, since it is asked every three seconds by every screen: making such a query takes Django many times as long as
# the database takes to answer it.
VERSION: Final = """
    SELECT CAST(event.version AS BIGINT) * 1048576
        + COALESCE((
            SELECT SUM(card.version) FROM league_eventround played
            JOIN league_roundtable seated ON seated.event_round_id = played.id
            JOIN scoring_scorecard card ON card.id = seated.card_id
            WHERE played.event_id = event.id AND played.state = %s
        ), 0)
        + (SELECT COUNT(*) FROM league_passattempt typed WHERE typed.event_id = event.id)
    FROM league_event event JOIN league_club club ON club.id = event.club_id
    WHERE event.id = %s AND club.slug = %s
"""


def board_version(event_id: int, slug: str) -> int | None:
    """A number that grows with all that a board shows: the event's version, those of the running round's cards, and
    wrong PINs. The event's weighs most, since the cards no longer count when their round is closed.

    One query, without the rows themselves. None where there is no such event in the club of that slug.
    """
    with connection.cursor() as cursor:
        cursor.execute(VERSION, [EventRound.State.RUNNING.value, event_id, slug])
        row = cursor.fetchone()
    return int(row[0]) if row else None


def read_board(event: Event, now: datetime) -> BoardReading:
    """The event's board (thirteen queries at most, whatever the number of tables)."""
    version = board_version(event.pk, event.club.slug) or 0  # read first: what comes meanwhile is asked for again
    rounds = tuple(event.rounds.all())
    shown = _shown(rounds)
    reading = read_tables([shown])[0] if shown else None
    return BoardReading(
        event=event,
        version=version,
        rounds=rounds,
        reading=reading,
        calls=_open_calls(shown) if shown else {},
        tablets=_tablets(event),
        pins=_wrong_pins(event, now),
        free=[one for one in reading.sit_outs if one.state == Entrant.State.HERE] if reading else (),
        is_stale=shown is not None and shown.state != EventRound.State.RUNNING and seating_is_stale(event),
        is_moved_otherwise=shown is not None
        and shown.state != EventRound.State.RUNNING
        and results_have_changed(event),
    )


def _shown(rounds: Sequence[EventRound]) -> EventRound | None:
    """The round being played; else the last that was closed, until the next is seated for everybody to see."""
    running = [event_round for event_round in rounds if event_round.state == EventRound.State.RUNNING]
    published = [event_round for event_round in rounds if event_round.state == EventRound.State.PUBLISHED]
    closed = [event_round for event_round in rounds if event_round.state == EventRound.State.CLOSED]
    return next(iter((*running, *published, *reversed(closed))), None)


def _open_calls(event_round: EventRound) -> Mapping[int, Sequence[DirectorCall]]:
    by_table: dict[int, list[DirectorCall]] = {}
    for call in _calls_of(event_round=event_round.pk):
        by_table.setdefault(call.table.number, []).append(call)
    return by_table


def _tablets(event: Event) -> Mapping[int, Sequence[TableTablet]]:
    by_table: dict[int, list[TableTablet]] = {}
    for tablet in _tablets_of(event=event.pk):
        by_table.setdefault(tablet.table_number, []).append(tablet)
    return by_table


_calls_of: Final = Prepared(
    lambda event_round: DirectorCall.objects.select_related("table").filter(
        table__event_round=event_round, answered_at=None
    )
)
_tablets_of: Final = Prepared(
    lambda event: TableTablet.objects.select_related("device").filter(event=event, is_cut_off=False)
)


def _wrong_pins(event: Event, now: datetime) -> WrongPins:
    attempts = PassAttempt.objects.filter(event=event, at__gt=now - WRONG_PINS_COUNT_FOR).order_by("at")
    typed = list(attempts.values_list("table_number", "at"))
    return WrongPins(Counter(table for table, _ in typed), cooling_of(typed, now).get(0))
