"""A table's place in the evening: its round, and its players' next seats."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from django.db.models import Prefetch
from django.shortcuts import get_object_or_404

from league.acting.finding import found_as
from league.evening.cards.reading import TableReading, table_reading
from league.evening.cards.seats import entrant_at
from league.models import Club, Entrant, Event, EventRound, RoundSeat, RoundTable, SitOut, TableTablet
from league.office.clubs.pages.navigation import BACK_TO_DESK, address_of

State = EventRound.State


@dataclass(frozen=True, slots=True)
class TableTonight:
    """A table of an event. `event_round` is running, else the last closed, and `table` is the table in it, None if
    unused. `next_round` is published. `goes_to` has the players' seats there by entrant, `sits_out` those without one;
    `sets` are both rounds' tables with boards, by the round's id."""

    event: Event
    number: int
    event_round: EventRound | None = None
    table: RoundTable | None = None
    reading: TableReading | None = None
    next_round: EventRound | None = None
    next_table: RoundTable | None = None
    goes_to: Mapping[int, RoundSeat] = field(default_factory=dict)
    sits_out: frozenset[int] = frozenset()
    board_sets: Mapping[int, Sequence[RoundTable]] = field(default_factory=dict)

    @property
    def is_over(self) -> bool:
        return self.event.state == Event.State.CLOSED

    @property
    def is_round_running(self) -> bool:
        return self.event_round is not None and self.event_round.state == State.RUNNING

    @property
    def is_playing(self) -> bool:
        return (
            not self.is_over
            and self.is_round_running
            and self.reading is not None
            and self.reading.sheet is not None
            and not self.reading.table.is_paper
            and not self.reading.is_finished
        )


def place_of(event: Event, number: int) -> TableTonight:
    """The table as it stands (nine queries at most)."""
    rounds = list(event.rounds.exclude(state=State.DRAFT))
    now, following = _now_and_next(rounds)
    tables = _tables(number, [event_round for event_round in (now, following) if event_round])
    table = tables.get(now.pk) if now else None
    next_table = tables.get(following.pk) if following else None
    people = [player_of(seat).pk for seat in table.seats.all()] if table and following else []
    goes = RoundSeat.objects.filter(table__event_round=following, entrant__in=people).select_related("table")
    sits_out = SitOut.objects.filter(event_round=following, entrant__in=people).values_list("entrant", flat=True)
    return TableTonight(
        event=event,
        number=number,
        event_round=now,
        table=table,
        reading=table_reading(table) if table else None,
        next_round=following,
        next_table=next_table,
        goes_to={seat.entrant_id: seat for seat in goes} if people else {},
        sits_out=frozenset(sits_out) if people else frozenset(),
        board_sets=_board_sets(event, [event_round.pk for event_round in (now, following) if event_round]),
    )


def _board_sets(event: Event, rounds: Sequence[int]) -> Mapping[int, Sequence[RoundTable]]:
    """The rounds' tables with boards (one query at a duplicate)."""
    found: dict[int, list[RoundTable]] = {}
    if event.is_duplicate:
        tables = RoundTable.objects.filter(event_round__in=rounds, board_set__gt=0)
        for table in tables.only("number", "event_round_id", "board_set"):
            found.setdefault(table.event_round_id, []).append(table)
    return found


def tonight_of(known: str | None, event: Event) -> Event | None:
    """The later open evening of the club at which a device keeps a table (one query); `known` is its hash."""
    tablets = TableTablet.objects.filter(device__token_hash=known, is_cut_off=False, event__club=event.club_id)
    later = tablets.filter(event__played_on__gt=event.played_on).exclude(event__state=Event.State.CLOSED)
    newest = later.select_related("event").order_by("-event__played_on", "-pk").first()
    return newest.event if newest else None


@found_as("round_table")
def table_at(club: Club, event_id: int, number: int, table: int) -> RoundTable:
    """A table of a round of this club, with its card (one query), or 404."""
    tables = RoundTable.objects.select_related("event_round__event", "card__book_version")
    found = get_object_or_404(
        tables,
        number=table,
        event_round__number=number,
        event_round__event=event_id,
        event_round__event__club=club,
    )
    found.event_round.event.club = club
    return found


def table_address(name: str, table: RoundTable, *more: object) -> str:
    event_round = table.event_round
    return address_of(name, event_round.event.club.slug, event_round.event_id, event_round.number, table.number, *more)


def back_to_table(table: RoundTable) -> tuple[str, str]:
    return BACK_TO_DESK, desk_address(table)


def desk_address(table: RoundTable) -> str:
    event_round, event = table.event_round, table.event_round.event
    closed = f"round={event_round.number}&" if event_round.state == State.CLOSED else ""
    desk = address_of("desk", event.club.slug, event.pk)
    return f"{desk}?{closed}open={table.number}#table-{table.number}"


def state_words(table: RoundTable) -> str:
    """A remark on saving at a table of a closed round, perhaps closed meanwhile; empty while it runs."""
    if table.event_round.state != State.CLOSED:
        return ""
    void = "and this card doesn’t count for it: no results changed"
    return f" {table.event_round} is closed, {'so its results have changed' if table.counts else void}."


def player_of(seat: RoundSeat) -> Entrant:
    return entrant_at(seat) or seat.entrant


def _now_and_next(rounds: Sequence[EventRound]) -> tuple[EventRound | None, EventRound | None]:
    running = [event_round for event_round in rounds if event_round.state == State.RUNNING]
    closed = [event_round for event_round in rounds if event_round.state == State.CLOSED]
    now = next(iter((*running, *reversed(closed))), None)
    published = [event_round for event_round in rounds if event_round.state == State.PUBLISHED]
    return now, next((event_round for event_round in published if not now or event_round.number > now.number), None)


def _tables(number: int, rounds: Sequence[EventRound]) -> dict[int, RoundTable]:
    seats = Prefetch("seats", RoundSeat.objects.with_players())
    tables = (
        RoundTable.objects.filter(number=number, event_round__in=rounds)
        .select_related("event_round__event__club", "card__book_version")
        .prefetch_related(seats, "card__entries")
    )
    return {table.event_round_id: table for table in tables}
