"""Rows of the ledger: everyone's result in each round of an evening, so that readers never ask for cards. Rows are made
when an evening is closed, and again after a second close or a new entry on its cards (`Event.ledger_mark`). While it is
reopened they stay."""

from __future__ import annotations

import logging
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from operator import attrgetter
from typing import Any, Final, TypeAlias, TypeVar

from django.db.models import Case, Count, Exists, F, Max, OuterRef, Q, QuerySet, When
from django.db.models.functions import Coalesce

from league.acting.deed import hold_event
from league.evening.cards.boards import PARTS, Boards, read_boards, rounded
from league.evening.cards.chairs import Stretch, stretches_of
from league.evening.cards.pairs import SHARED, Pair, lists_of, people_of
from league.evening.cards.reading import RoundReading, ScoredRound, TableReading, event_points, read_event
from league.evening.cards.seats import seat_of
from league.evening.cards.standings import standings
from league.evening.ties.parting import AT_THE_TABLE
from league.models import Club, Entrant, Event, LedgerRow, RoundTable
from pinochle_club.ground.write_queue import queued_write
from scoring.models import Entry

from .facts import Facts, board_facts, facts_of

Row = TypeVar("Row", bound=Any)
# By round and number.
Tables: TypeAlias = Mapping[tuple[int, int | None], TableReading]
logger: Final = logging.getLogger(__name__)
A_SIDE: Final = "^[A-Z]"
# The evenings that have rows: closed ones, and reopened ones.
HAS_ROWS: Final = Q(state=Event.State.CLOSED) | ~Q(ledger_mark="")


def rules_of_rows(name: str) -> Case:
    """`pk`, or another field of the rules by which a row's table played."""
    other = When(by_other_rules=True, then=F(f"event__three_handed_rules__{name}"))
    return Case(other, default=F(f"event__rules__{name}"))


def at_tables(rows: QuerySet[LedgerRow], **also: object) -> QuerySet[LedgerRow]:
    """Players' rows, each with everyone who sat at its table to the end, that player too: `event__ledger`."""
    return rows.filter(
        event__ledger__round_number=F("round_number"),
        event__ledger__table=F("table"),
        event__ledger__is_pair=False,
        event__ledger__kind__in=AT_THE_TABLE,
        **{f"event__ledger__{name}": value for name, value in also.items()},
    ).order_by()


# Where a row's player sat; its event must have been read along.
side_of: Final = attrgetter("event", "round_number", "table", "side")


def by_side(rows: Iterable[Row]) -> Mapping[tuple[Any, ...], list[Row]]:
    """Players' rows by the side on which they sat to the end (`side_of`): partners, that player too."""
    found: dict[tuple[Any, ...], list[Row]] = defaultdict(list)
    for row in rows:
        if row.kind in AT_THE_TABLE:
            found[side_of(row)].append(row)
    return found


def rows_of(event: Event, rounds: Sequence[RoundReading]) -> list[LedgerRow]:
    """The rows of an evening. Those who play in a team have its place."""
    every_round = rounds
    rounds = [one for one in rounds if not one.event_round.is_extra_hand]
    tables: Tables = {(one.event_round.number, table.number): table for one in rounds for table in one.tables}
    boards = read_boards(event, rounds) if event.is_duplicate else None
    points = event_points(event, every_round, boards)
    players = standings(event, points)
    lists = lists_of(event, rounds, points)
    of_teams = standings(event, lists.get("team", {}))
    places = {who.pk: one.place for one in of_teams for who in people_of(one.entrant)}
    moved = {(one.event_round.number, pk): own for one in rounds for pk, own in stretches_of(one.tables).items()}
    rows = [
        _row_of_player(
            event,
            one,
            places.get(one.entrant.pk, standing.place),
            tables,
            boards,
            moved.get((one.number, one.entrant.pk), ()),
        )
        for standing in players
        for one in standing.rounds
    ]
    for standing in standings(event, lists.get("pair", {})):
        pair = standing.entrant
        assert isinstance(pair, Pair), "rounds of players are told apart"
        place = places.get(pair.one.pk, standing.place)
        rows += [_row(event, one, tables, pair.one, place, {}, pair.other) for one in standing.rounds]
    return rows


def _row_of_player(
    event: Event,
    one: ScoredRound,
    place: int,
    tables: Tables,
    boards: Boards | None,
    own: Sequence[Stretch],
) -> LedgerRow:
    assert isinstance(one.entrant, Entrant), "rounds of pairs are told apart"
    table = tables.get((one.number, one.table))
    seat = seat_of(table, one.entrant) if table and one.kind in AT_THE_TABLE else None
    facts = facts_of(table, seat, own) if table and seat else Facts()
    if boards and table and facts:
        facts |= board_facts(boards, table, one.side or "")
    if event.side_size > 2 and table and (alone := sum(step.amount for step in one.steps if step.rule not in SHARED)):
        facts |= {"alone": alone}
    return _row(event, one, tables, one.entrant, place, facts)


def _row(
    event: Event, one: ScoredRound, tables: Tables, entrant: Entrant, place: int, facts: Facts,
    partner: Entrant | None = None,
) -> LedgerRow:  # fmt: skip
    shares, table = one.shares, tables.get((one.number, one.table))
    return LedgerRow(
        event=event,
        round_number=one.number,
        entrant=entrant,
        partner=partner,
        is_pair=partner is not None,
        kind=one.kind,
        points=one.points,
        won=one.won,
        table=one.table,
        side=one.side or "",
        by_other_rules=table is not None and event.rules_at(len(table.seats)) != event.rules,
        place=place,
        facts=facts,
        share=rounded(shares.total * PARTS[shares.method]) if shares and shares.boards else None,
        boards=shares.boards if shares else 0,
    )


# -- kept --------------------------------------------------------------------------------


def keep_rows(event: Event) -> bool:
    """Bring an evening's rows up to date, in the changing deed; whether they changed (one query if not)."""
    if event.state == Event.State.RUNNING:
        return False
    if event.state != Event.State.CLOSED:
        had = LedgerRow.objects.filter(event=event).delete()[0] > 0 if event.ledger_mark else False
        _mark(event, "")
        return had
    mark = current_mark(event)
    if is_made_from(event.ledger_mark, mark):
        return False
    was = {_values(row) for row in LedgerRow.objects.filter(event=event)} if event.ledger_mark else set()
    rows = rows_of(event, read_event(event))
    write_rows(event, rows, mark)
    return was != {_values(row) for row in rows}


def _values(row: LedgerRow) -> tuple[object, ...]:
    names = (field.attname for field in LedgerRow._meta.concrete_fields if not field.primary_key)
    return tuple(str(sorted(row.facts.items())) if name == "facts" else getattr(row, name) for name in names)


def fill_rows(tell: Callable[[int], object] = lambda number: None, *, club: Club | None = None) -> None:
    """Make rows for evenings closed before the ledger counted what it does now, of all clubs or one, each in its own
    transaction, when the server starts (one query where there are none). `tell` how many. An unreadable evening keeps
    no club from opening; it counts nowhere until it is closed again."""
    closed = Event.objects.filter(state=Event.State.CLOSED, ledger_mark="")
    missing = list((closed.filter(club=club) if club else closed).values_list("pk", flat=True))
    if missing:
        tell(len(missing))
    for event_id in missing:
        try:
            with queued_write():
                keep_rows(hold_event(event_id))
        except Exception:
            logger.exception("Evening %s has no rows in the ledger: its cards could not be read", event_id)


def read_in_another_way(club: Club) -> QuerySet[Event]:
    """Closed evenings with melds or entries that an older version may have counted otherwise."""
    counted = LedgerRow.objects.filter(event__club=club, facts__has_key="named").order_by()
    entries = Entry.objects.filter(card__round_table__event_round__event__club=club).order_by()
    uncounted = Q(
        ~Q(card__round_table__event_round__event__in=counted.values("event")),
        kind__in=("meld", "correct"),
        payload__has_key="melds",
        card__round_table__counts=True,
    )
    reneged = (
        Q(payload__renege__regex=A_SIDE)
        | Q(payload__unproven_call__regex=A_SIDE)
        | Q(payload__effect__renege__regex=A_SIDE)
        | Q(payload__effect__unproven_call__regex=A_SIDE)
    )
    late = Q(kind="late", card__round_table__event_round__event__sit_out_credit=Event.Credit.WINNERS_AVERAGE)
    found = entries.filter(uncounted | reneged | late)
    return Event.objects.filter(pk__in=found.values("card__round_table__event_round__event"), state=Event.State.CLOSED)


def tell_rules_apart(events: Iterable[int]) -> None:
    """Say of rows that older versions made which are of tables by the rules for other tables."""
    rows = LedgerRow.objects.filter(event__in=list(events), event__three_handed_rules__isnull=False)
    tables = RoundTable.objects.filter(
        event_round__event=OuterRef("event"),
        event_round__number=OuterRef("round_number"),
        number=OuterRef("table"),
        card__book_version=OuterRef("event__three_handed_rules__book_version"),
    )
    rows.filter(Exists(tables)).update(by_other_rules=True)


def write_rows(event: Event, rows: Sequence[LedgerRow], mark: str, *, again: bool = False) -> None:
    LedgerRow.objects.filter(event=event).delete()
    LedgerRow.objects.bulk_create(rows, batch_size=500)
    _mark(event, f"{mark}.{_times(event.ledger_mark, mark) + 1}" if again else mark)


def current_mark(event: Event) -> str:
    """The mark for rows of the evening as it stands (one query, two at a duplicate)."""
    entries = Entry.objects.filter(card__round_table__event_round__event=event)
    return mark_of(event, entries.aggregate(newest=Coalesce(Max("pk"), 0))["newest"])


def mark_of(event: Event, newest_entry: int) -> str:
    """The mark of one state of the cards and decisions (one query at a duplicate)."""
    decided = _decided(event) if event.is_duplicate else ""
    return f"{event.closed_at.timestamp() if event.closed_at else 0:f}.{newest_entry}{decided}"


def _decided(event: Event) -> str:
    """`+7-2`: the newest decision, and the number taken back."""
    taken_back = Count("pk", filter=Q(is_taken_back=True))
    found = event.board_decisions.aggregate(newest=Coalesce(Max("pk"), 0), taken_back=taken_back)
    return f"+{found['newest']}-{found['taken_back']}"


def is_made_from(rows_mark: str, mark: str) -> bool:
    return rows_mark == mark or rows_mark.startswith(f"{mark}.")


def _times(rows_mark: str, mark: str) -> int:
    """How often the same cards gave other rows. The mark ends with it, so that copies elsewhere are seen to be old."""
    return int(rows_mark.removeprefix(f"{mark}.")) if rows_mark.startswith(f"{mark}.") else 0


def _mark(event: Event, mark: str) -> None:
    if event.ledger_mark != mark:
        event.ledger_mark = mark
        event.save(update_fields=["ledger_mark"])
