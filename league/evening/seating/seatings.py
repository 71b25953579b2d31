"""Seatings as rows: read into the values of `league.evening.seating.schedules`, and written back."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from django.db.models import Prefetch

from league.acting.permissions import Acting
from league.evening.cards.board_sets import BoardSetWords, board_sets_in_words
from league.evening.cards.seats import sitting_out
from league.evening.seating.schedules.schedule import (
    RoundSeating,
    Schedule,
    Seating,
    Shape,
    round_from_data,
    round_to_data,
)
from league.evening.seating.schedules.tasks import fingerprint_of
from league.models import Entrant, Event, EventRound, HouseRulesVersion, RoundSeat, RoundTable, SeatingVersion, SitOut
from league.models.rounds import STARTED
from scoring.rules.cards import order_of, seats_of_table


@dataclass(frozen=True)
class SeatedRound:
    """A round with its seats; `tables` and their `seats` are rows in order, with entrants."""

    event_round: EventRound
    tables: tuple[RoundTable, ...]
    sit_outs: tuple[SitOut, ...]

    @property
    def number(self) -> int:
        return self.event_round.number

    @property
    def is_started(self) -> bool:
        return self.event_round.state in STARTED

    @property
    def is_draft(self) -> bool:
        return self.event_round.state == EventRound.State.DRAFT

    @property
    def is_published(self) -> bool:
        return self.event_round.state == EventRound.State.PUBLISHED

    @cached_property
    def seating(self) -> RoundSeating:
        return RoundSeating(
            tuple(
                seating_of(self.event_round.event, table, [seat.entrant_id for seat in in_order(table.seats.all())])
                for table in self.tables
            ),
            tuple(sorted(sit_out.entrant_id for sit_out in self.sit_outs)),
        )

    @cached_property
    def met(self) -> RoundSeating:
        """The `seating` without tables that don't count."""
        void = {table.number for table in self.tables if not table.counts}
        return replace(self.seating, tables=tuple(one for one in self.seating.tables if one.number not in void))

    @cached_property
    def boards(self) -> Mapping[int, BoardSetWords]:
        has_boards = any(table.board_set for table in self.tables)
        return board_sets_in_words(self.tables, self.event_round.event.hands) if has_boards else {}

    @property
    def sitting_out(self) -> tuple[Entrant, ...]:
        seats = (seat for table in self.tables for seat in table.seats.all())
        return sitting_out((sit_out.entrant for sit_out in self.sit_outs), seats)

    @cached_property
    def entrants(self) -> dict[int, Entrant]:
        seated = (seat.entrant for table in self.tables for seat in table.seats.all())
        return {entrant.pk: entrant for entrant in (*seated, *(sit_out.entrant for sit_out in self.sit_outs))}


def shape_of(rules: HouseRulesVersion) -> Shape:
    """The kind of table that rules are for."""
    book = rules.book_version.book
    return Shape(book.deal.players, len(book.sides), book.deal.calls_partner)


def seating_of(event: Event, table: RoundTable, people: Sequence[int]) -> Seating:
    """A table with these people, in the sides of its rules."""
    shape = shape_of(event.rules_at(len(people)))
    return Seating(table.number, tuple(people), table.board_set, shape.sides if shape.seats == len(people) else 0)


def in_order(seats: Iterable[RoundSeat]) -> list[RoundSeat]:
    """A table's seats as they go round: N E S W, or A B C and on."""
    rows = {seat.seat: seat for seat in seats}
    return [rows[seat] for seat in order_of(rows) if seat in rows]


def read_rounds(event: Event, numbers: Sequence[int] | None = None) -> tuple[SeatedRound, ...]:
    """The event's rounds in order, all or some (four queries)."""
    rounds = event.rounds.order_by("number")
    if numbers is not None:
        rounds = rounds.filter(number__in=numbers)
    seats = RoundSeat.objects.with_players()
    found = rounds.prefetch_related(
        Prefetch("tables", RoundTable.objects.order_by("number").prefetch_related(Prefetch("seats", seats))),
        Prefetch("sit_outs", SitOut.objects.select_related("entrant").order_by("entrant__number")),
    )
    return tuple(SeatedRound(one, tuple(one.tables.all()), tuple(one.sit_outs.all())) for one in found)


def published(rounds: Iterable[SeatedRound]) -> tuple[SeatedRound, ...]:
    return tuple(one for one in rounds if not one.is_draft)


def started(rounds: Iterable[SeatedRound]) -> tuple[SeatedRound, ...]:
    return tuple(one for one in rounds if one.is_started)


def that_count(rounds: Iterable[SeatedRound]) -> tuple[SeatedRound, ...]:
    return tuple(one for one in started(rounds) if one.event_round.counts)


def ahead(rounds: Iterable[SeatedRound]) -> tuple[SeatedRound, ...]:
    return tuple(one for one in rounds if not one.is_started)


def shown_digest(rounds: Iterable[SeatedRound]) -> str:
    """A digest of the seating on a page, so that an older form is noticed."""
    return fingerprint_of(tuple((one.number, one.event_round.state, one.seating) for one in rounds))


# -- writing


def write_rounds(event: Event, first: int, schedule: Schedule) -> tuple[EventRound, ...]:
    """Replace the rounds from number `first` on, none begun; published ones and tables on paper stay so."""
    there = {one.number: one for one in read_rounds(event) if one.number >= first}
    last = first + len(schedule) - 1
    event.rounds.filter(number__gt=last).delete()
    rounds = []
    for number, seating in enumerate(schedule, start=first):
        old = there.get(number)
        paper = {table.number for table in old.tables if table.is_paper} if old else set()
        if old:
            event_round = old.event_round
            event_round.tables.all().delete()
            event_round.sit_outs.all().delete()
        else:
            event_round = EventRound(event=event, number=number, minutes=event.minutes)
        event_round.title = event.title_of(number)
        event_round.save()
        tables = RoundTable.objects.bulk_create(
            RoundTable(
                event_round=event_round,
                number=table.number,
                is_paper=table.number in paper,
                board_set=table.boards,
            )
            for table in seating.tables
        )
        RoundSeat.objects.bulk_create(
            RoundSeat(table=row, seat=seat, entrant_id=player)
            for row, table in zip(tables, seating.tables, strict=True)
            for seat, player in zip(seats_of_table(len(table.seats)), table.seats, strict=True)
        )
        SitOut.objects.bulk_create(
            SitOut(event_round=event_round, entrant_id=player) for player in sorted(seating.sitting_out)
        )
        rounds.append(event_round)
    return tuple(rounds)


# -- versions


def publish_version(event: Event, acting: Acting) -> int:
    """Count up the seating's version and keep what is published under it; inside the caller's write."""
    event.seating_version += 1
    event.save(update_fields=["seating_version"])
    rounds = published(read_rounds(event))
    SeatingVersion.objects.create(
        event=event,
        number=event.seating_version,
        data={str(one.number): round_to_data(one.seating) for one in rounds},
        published_by=acting.name[:80],
    )
    return event.seating_version


def version_seatings(version: SeatingVersion) -> Mapping[int, RoundSeating]:
    return {int(number): round_from_data(data) for number, data in sorted(version.data.items())}
