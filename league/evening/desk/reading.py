"""Reading the director's desk: the round, calls, tablets, wrong PINs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Final, TypeVar

from django.db import connection
from django.db.models import Exists, OuterRef

from league.evening.cards.board_sets import boards_left
from league.evening.cards.judged import read_tables_alone
from league.evening.cards.reading import RoundReading, TableReading, read_tables
from league.evening.cards.seats import out_of
from league.evening.check_in.people import seating_is_stale
from league.evening.finals.reading import Cut, read_cut
from league.evening.rulings.concerned import Writers, writers_of
from league.evening.rulings.consequences import what_stood
from league.evening.seating.before_round import Unsettled, unsettled_in
from league.evening.seating.field import results_have_changed
from league.evening.tables.passes import cooling_of
from league.models import (
    BoardDecision,
    DirectorCall,
    Entrant,
    Event,
    EventRound,
    LogLine,
    PassAttempt,
    RoundTable,
    TableTablet,
)
from league.models.rounds import STARTED
from pinochle_club.ground.clock import lately
from pinochle_club.ground.prepared import Prepared
from scoring.models import Entry

Found = TypeVar("Found")
WRONG_PINS_COUNT_FOR: Final = timedelta(minutes=30)
IS_NEWS_FOR: Final = timedelta(minutes=15)
OF_CARDS: Final = 2**20
"""What is below it in the desk's version are the cards that are being played."""


@dataclass(frozen=True)
class DeskReading:
    """An event for its desk.

    `current` is the round in progress, None before the first; `looked_at` the one whose tables are shown. `calls` are
    open ones by table, `earlier_calls` those of closed rounds. `wrong_pins` are the last half hour's by table. `free`
    players sit out and could take a seat. `is_stale`: people here have no place in the next round, or people gone have
    one. `is_moved_otherwise`: winners would now move otherwise than it is seated. `unsettled` players are in doubt
    before it. `cut` is made or due, between rounds. `news` are recent log lines of deeds that repeated another's.
    `decided` are decisions on boards, `late` tables of closed rounds with a board to play, `earlier` tables of earlier
    rounds with an open hold or appeal; `writers` wrote the appealed rulings. `stood` tells what did not follow a change
    of the score, such as paid prizes.
    """

    event: Event
    version: int
    rounds: tuple[EventRound, ...]
    current: RoundReading | None
    looked_at: RoundReading | None
    calls: Mapping[int, Sequence[DirectorCall]]
    earlier_calls: Sequence[DirectorCall]
    tablets: Mapping[int, Sequence[TableTablet]]
    wrong_pins: Mapping[int, int]
    no_pins_until: datetime | None
    free: Sequence[Entrant]
    is_stale: bool = False
    is_moved_otherwise: bool = False
    unsettled: Sequence[Unsettled] = ()
    cut: Cut | None = None
    news: Sequence[LogLine] = ()
    earlier: Sequence[TableReading] = ()
    writers: Writers = field(default_factory=dict)
    stood: Sequence[str] = ()
    decided: Sequence[BoardDecision] = ()
    late: Sequence[TableReading] = ()

    def boards_late(self, table: TableReading) -> tuple[int, ...]:
        """The boards that a table of a closed round has yet to play, without another decision on them."""
        decided = {(one.number, one.table_id) for one in self.decided if one.kind != BoardDecision.Kind.FOULED}
        return tuple(one for one in boards_left(table) if decided.isdisjoint({(one, None), (one, table.table.pk)}))

    @property
    def event_round(self) -> EventRound | None:
        return self.current.event_round if self.current else None

    @property
    def tables(self) -> tuple[TableReading, ...]:
        return self.current.tables if self.current else ()

    @property
    def other_round(self) -> int | None:
        """The number of the round whose tables are shown; None for the current one."""
        return self.looked_at.event_round.number if self.looked_at and self.looked_at != self.current else None

    @property
    def next_round(self) -> EventRound | None:
        """The first round not started, other than the one shown."""
        waiting = (EventRound.State.DRAFT, EventRound.State.PUBLISHED)
        return next((r for r in self.rounds if r.state in waiting and r != self.event_round), None)


# By hand, since it is asked every three seconds by every screen: making such a query takes Django many times as long as
# the database takes to answer it.
VERSION: Final = """
    SELECT (event.version + (SELECT COUNT(*) FROM league_passattempt typed WHERE typed.event_id = event.id)) * %s
        + COALESCE((
            SELECT SUM(card.version) FROM league_eventround played
            JOIN league_roundtable seated ON seated.event_round_id = played.id
            JOIN scoring_scorecard card ON card.id = seated.card_id
            WHERE played.event_id = event.id AND played.state = %s
        ), 0)
    FROM league_event event JOIN league_club club ON club.id = event.club_id
    WHERE event.id = %s AND club.slug = %s
"""


def desk_version(event_id: int, slug: str) -> int | None:
    """A number that grows with every change of the desk: the event's version and wrong PINs, and below `OF_CARDS` the
    running round's cards (one query), which no longer count once it is closed. None for no such event."""
    with connection.cursor() as cursor:
        cursor.execute(VERSION, [OF_CARDS, EventRound.State.RUNNING.value, event_id, slug])
        row = cursor.fetchone()
    return int(row[0]) if row else None


def read_desk(event: Event, now: datetime, number: int | None = None) -> DeskReading:
    """The event's desk, with the tables of round `number` if given. Sixteen queries at most, whatever the number of
    tables; six more at a duplicate, seven for a cut to a final, six for open matters of an earlier round, 16 for paid
    prizes."""
    version = desk_version(event.pk, event.club.slug) or 0  # read first, so that the next poll finds later changes
    is_over = event.state == Event.State.CLOSED  # even if rounds were left: they are no longer played
    rounds = tuple(one for one in event.rounds.all() if one.state in STARTED or not is_over)
    shown = _shown(rounds)
    is_between = shown is not None and shown.state != EventRound.State.RUNNING
    calls = _calls_of(event=event.pk) if shown else []
    for call in calls:
        call.table.event_round.event = event
    seen = (one for one in rounds if one.state != EventRound.State.DRAFT)
    asked_for = next((one for one in seen if one.number == number), shown)
    readings = {one.event_round: one for one in read_tables({one for one in (shown, asked_for) if one})}
    current = readings[shown] if shown else None
    earlier = _left_open_before(shown, rounds) if shown else []
    pins = _wrong_pins(event, now)
    appealed = [ruling for table in (*(current.tables if current else ()), *earlier) for ruling in table.appealed]
    return DeskReading(
        event=event,
        version=version,
        rounds=rounds,
        current=current,
        looked_at=readings[asked_for] if asked_for else None,
        calls=by_table((call.table.number, call) for call in calls if call.table.event_round == shown),
        earlier_calls=[call for call in calls if call.table.event_round != shown],
        tablets=by_table((tablet.table_number, tablet) for tablet in _tablets_of(event=event.pk)),
        wrong_pins=Counter(table for table, _ in pins),
        no_pins_until=cooling_of(pins, now).get(0),
        free=[one for one in out_of(current) if one.state == Entrant.State.HERE] if current else (),
        is_stale=is_between and not is_over and seating_is_stale(event),
        is_moved_otherwise=is_between and not is_over and results_have_changed(event),
        unsettled=_unsettled(current) if current else (),
        cut=read_cut(event) if is_between else None,
        news=tuple(event.log.filter(action__startswith="also wanted", at__range=lately(IS_NEWS_FOR, now)))
        if shown
        else (),
        earlier=earlier,
        writers=writers_of(event.club, appealed),
        stood=what_stood(event) if is_between else (),
        decided=list(event.board_decisions.filter(is_taken_back=False)) if event.is_duplicate else (),
        late=_late_boards(event) if event.is_duplicate and not is_over else (),
    )


def by_table(found: Iterable[tuple[int, Found]]) -> Mapping[int, Sequence[Found]]:
    tables: dict[int, list[Found]] = {}
    for number, one in found:
        tables.setdefault(number, []).append(one)
    return tables


def _left_open_before(shown: EventRound, rounds: Sequence[EventRound]) -> list[TableReading]:
    """The tables of earlier counting rounds with an open hold or appeal (five queries at most)."""
    before = [one for one in rounds if one.number < shown.number]
    if not before:
        return []
    asked = Entry.objects.filter(card=OuterRef("card"), kind__in=("hold", "appeal"))
    counting = RoundTable.objects.filter(counts=True, event_round__in=before)
    tables = counting.filter(Exists(asked)).order_by("event_round__number", "number")
    return [table for table in read_tables_alone(tables) if table.holds or table.appealed]


def _late_boards(event: Event) -> list[TableReading]:
    """The tables of closed rounds with a board still to play (five queries at most)."""
    tables = RoundTable.objects.filter(
        event_round__event=event, event_round__state=EventRound.State.CLOSED, counts=True, board_set__gt=0
    )
    return [
        table for table in read_tables_alone(tables.order_by("event_round__number", "number")) if boards_left(table)
    ]


def _shown(rounds: Sequence[EventRound]) -> EventRound | None:
    """The round being played; else the next one once its seating is published; else the last closed one."""
    running = [event_round for event_round in rounds if event_round.state == EventRound.State.RUNNING]
    published = [event_round for event_round in rounds if event_round.state == EventRound.State.PUBLISHED]
    closed = [event_round for event_round in rounds if event_round.state == EventRound.State.CLOSED]
    return next(iter((*running, *published, *reversed(closed))), None)


def _unsettled(reading: RoundReading) -> Sequence[Unsettled]:
    """Players in doubt before a published round."""
    if reading.event_round.state != EventRound.State.PUBLISHED:
        return ()
    seats = [seat for table in reading.tables for seat in table.seats.values()]
    return unsettled_in(reading.event_round, seats, reading.sit_outs)


_calls_of: Final = Prepared(
    lambda event: DirectorCall.objects.select_related("table__event_round").filter(
        table__event_round__event=event, answered_at=None
    )
)
_tablets_of: Final = Prepared(
    lambda event: TableTablet.objects.select_related("device").filter(event=event, is_cut_off=False)
)


def _wrong_pins(event: Event, now: datetime) -> list[tuple[int, datetime]]:
    """The table and time of each wrong PIN of the last half hour."""
    attempts = PassAttempt.objects.filter(event=event, at__range=lately(WRONG_PINS_COUNT_FOR, now)).order_by("at")
    return list(attempts.values_list("table_number", "at"))
