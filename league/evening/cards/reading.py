"""The result of a round: each table's totals, each entrant's points and their steps. Read from the cards every time,
never kept in the database; a card is worked out again only after a new entry."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, replace
from typing import Any, Final, Generic, Protocol, TypeAlias, TypeVar
from uuid import UUID

from django.db.models import Model, QuerySet
from django.http import Http404

from league.evening.ties.parting import AT_THE_TABLE
from league.models import Entrant, Event, EventRound, RoundSeat, RoundTable, SitOut
from league.models.rounds import STARTED
from pinochle_club.ground.prepared import Prepared
from scoring.rules.cards import Side
from scoring.rules.notation import average
from scoring.rules.tournament import Role, ScoreStep
from scoring.score_card.entries import CameLate, Undone, those
from scoring.score_card.kept_sheets import read_sheets
from scoring.score_card.names import Names
from scoring.score_card.people import is_absent
from scoring.score_card.player_scores import person_scores
from scoring.score_card.recording import read_sheet
from scoring.score_card.sheet import Sheet

from .boards import Boards, Shares, beside_of, read_boards, shares_by_round
from .chairs import Stretch, resolved, stretches_of
from .tables import RoundReading as RoundReading
from .tables import TableReading as TableReading

Row = TypeVar("Row", bound=Model)
# Shown beside the points of such a table, on every screen and print.
TOTALS_ALONE: Final = "Totals typed by the director, hands not counted"


class Scorer(Protocol):
    """A holder of points: an entrant or a pair."""

    @property
    def pk(self) -> Any: ...
    @property
    def number(self) -> Any: ...
    @property
    def name(self) -> Any: ...
    @property
    def called(self) -> str: ...


Who = TypeVar("Who", bound=Scorer, covariant=True)


@dataclass(frozen=True, slots=True)
class Scored(Generic[Who]):
    """A round of a player or pair; its steps add up to `points`. `kind`: `played`, `replaced`, `absent` (never came),
    `substitute`, `sat_out`. A sit-out has no `side`, `table` or `won`. `has_totals_alone`: typed sums count, no hands.
    `shares` counts at a duplicate: the round's boards. `is_level`: another side `won` as much."""

    entrant: Who
    number: int
    kind: str
    points: int
    steps: tuple[ScoreStep, ...]
    table: int | None = None
    side: Side | None = None
    won: bool | None = None
    has_totals_alone: bool = False
    shares: Shares | None = None
    is_level: bool = False

    @property
    def is_round_won(self) -> bool:
        """Whether its side alone won, with the player at the table to the end."""
        return bool(self.won) and not self.is_level and self.kind in AT_THE_TABLE


ScoredRound: TypeAlias = Scored[Scorer]
PlayerRound: TypeAlias = Scored[Entrant]


def read_event(event: Event) -> tuple[RoundReading, ...]:
    """Every started round that counts, with its counting tables (six queries at most, of a duplicate eight)."""
    return that_count(read_started(event))


def read_started(event: Event) -> tuple[RoundReading, ...]:
    """Every started round, counting or not (as many queries)."""
    rounds = read_tables(event.rounds.filter(state__in=STARTED))
    if not event.is_duplicate:
        return rounds
    beside = beside_of(event)
    return tuple(replace(one, beside=beside) for one in rounds)


def that_count(rounds: Iterable[RoundReading]) -> tuple[RoundReading, ...]:
    found = (replace(one, tables=tuple(table for table in one.tables if table.table.counts)) for one in rounds)
    return tuple(one for one in found if one.tables)


def as_if_void(rounds: Iterable[RoundReading], void: Collection[int]) -> tuple[RoundReading, ...]:
    return _with_rows(rounds, lambda row: {"counts": row.pk not in void})


def _with_rows(
    rounds: Iterable[RoundReading], changed: Callable[[RoundTable], Mapping[str, Any]]
) -> tuple[RoundReading, ...]:

    def other(table: TableReading) -> TableReading:
        row = copy(table.table)
        vars(row).update(changed(row))
        return replace(table, table=row)

    return tuple(replace(one, tables=tuple(map(other, one.tables))) for one in rounds)


def read_round(event_round: EventRound) -> RoundReading:
    """One round, started or not (six queries at most)."""
    return read_tables(EventRound.objects.filter(pk=event_round.pk))[0]


def read_tables(rounds: Iterable[EventRound]) -> tuple[RoundReading, ...]:
    """Rounds just read, with their tables (five queries at most)."""
    by_id = {event_round.pk: event_round for event_round in rounds}
    tables = _asked(_tables, _tables_of, by_id)
    seats: dict[int, dict[str, RoundSeat]] = {}
    for seat in _asked(_seats, _seats_of, by_id):
        seats.setdefault(seat.table_id, {})[seat.seat] = seat
    sit_outs = _asked(_sit_outs, _sit_outs_of, by_id)
    sheets = read_sheets(table.card for table in tables if table.card)
    return tuple(
        _round_reading(
            event_round,
            [_seated(table, seats.get(table.pk, {}), sheets) for table in tables if table.event_round_id == pk],
            [sit_out.entrant for sit_out in sit_outs if sit_out.event_round_id == pk],
        )
        for pk, event_round in by_id.items()
    )


def _tables(**rounds: object) -> QuerySet[RoundTable]:
    cards = ("first_dealer", "hands_agreed", "length", "boards", "version", "book_version__digest")
    table = [field.attname for field in RoundTable._meta.concrete_fields]
    tables = RoundTable.objects.select_related("card__book_version")
    return tables.filter(**rounds).only(*table, *(f"card__{name}" for name in cards))


def _seats(**rounds: object) -> QuerySet[RoundSeat]:
    return RoundSeat.objects.select_related("entrant", "substitute").filter(
        **{f"table__{name}": value for name, value in rounds.items()}
    )


def _sit_outs(**rounds: object) -> QuerySet[SitOut]:
    return SitOut.objects.select_related("entrant").filter(**rounds)


_tables_of: Final = Prepared(lambda event_round: _tables(event_round=event_round))
_seats_of: Final = Prepared(lambda event_round: _seats(event_round=event_round))
_sit_outs_of: Final = Prepared(lambda event_round: _sit_outs(event_round=event_round))


def _asked(many: Callable[..., QuerySet[Row]], one: Prepared[Row], rounds: Collection[int]) -> list[Row]:
    """Rows of these rounds (one query); prepared for a single one, which desks ask for all evening."""
    if len(rounds) == 1:
        return one(event_round=next(iter(rounds)))
    return list(many(event_round__in=list(rounds)))


def _round_reading(
    event_round: EventRound, tables: Sequence[TableReading], sits_out: Sequence[Entrant]
) -> RoundReading:
    for table in tables:
        table.table.event_round = event_round
    waiting = {entrant.pk: entrant for entrant in sits_out}
    for seat in (seat for table in tables for seat in table.seats.values()):
        plays_on = seat.said["entrant"] if seat.said and "entrant" in seat.said else None
        if plays_on in waiting:  # most replacements would sit out, and are read already
            seat.replacement = waiting[plays_on]
    return RoundReading(event_round, with_chairs(tables, sits_out), tuple(sits_out))


def with_chairs(tables: Sequence[TableReading], others: Iterable[Entrant] = ()) -> tuple[TableReading, ...]:
    """Tables with their earlier chairs; `others` are known people (a query if someone else sat there)."""
    changed = [table for table in tables if table.sheet and len(table.sheet.chairs) > 1]
    if not changed:
        return tuple(tables)
    people = {one.pk: one for one in others} | {
        seat.entrant_id: seat.entrant for table in tables for seat in table.seats.values()
    }
    sitting = {
        who.entrant for table in changed if table.sheet for one in table.sheet.chairs for who in one.seats.values()
    }
    if missing := sitting - people.keys():
        people |= Entrant.objects.in_bulk(missing)
    return tuple(replace(table, sat=resolved(table.sheet.chairs if table.sheet else (), people)) for table in tables)


def _seated(table: RoundTable, seats: Mapping[str, RoundSeat], sheets: Mapping[UUID, Sheet]) -> TableReading:
    sheet = sheets[table.card_id] if table.card_id else None
    words = last_words(sheet) if sheet else {}
    for seat in seats.values():
        seat.table, seat.said = table, words.get(seat.seat)
    return TableReading(table, seats, sheet)


def last_words(sheet: Sheet) -> Mapping[str, Mapping[str, Any]]:
    """The last entry on lateness not undone, by seat: what `with_players` would read."""
    late = [*those(sheet.entries, CameLate)]
    undone = {entry.said.undoes for entry in those(sheet.entries, Undone)} if late else set()
    return {entry.said.seat: entry.payload for entry in late if entry.number not in undone}


def table_reading(table: RoundTable) -> TableReading:
    """One table (queries of its seats, card and entries, unless prefetched)."""
    seats = {seat.seat: seat for seat in table.seats.all()}
    return with_chairs([TableReading(table, seats, read_sheet(table.card) if table.card else None)])[0]


def started_reading(table: RoundTable) -> tuple[TableReading, Sheet]:
    """One table of a started round, and its card; 404 before."""
    reading = table_reading(table)
    if reading.sheet is None:
        raise Http404("This round hasn’t started.")
    return reading, reading.sheet


def with_sheet(rounds: Iterable[RoundReading], card_id: UUID, sheet: Sheet) -> tuple[RoundReading, ...]:
    return tuple(
        replace(
            reading,
            tables=tuple(
                replace(table, sheet=sheet) if table.table.card_id == card_id else table for table in reading.tables
            ),
        )
        for reading in rounds
    )


def with_totals(rounds: Iterable[RoundReading], totals: Mapping[int, Mapping[Side, int]]) -> tuple[RoundReading, ...]:
    """The rounds with these typed totals by table id; empty ones take back what was typed."""
    return _with_rows(rounds, lambda row: {"totals": totals.get(row.pk, row.totals)})


# -- points ------------------------------------------------------------------------------


def event_points(
    event: Event, rounds: Sequence[RoundReading], boards: Boards | None = None
) -> Mapping[int, tuple[PlayerRound, ...]]:
    """Every entrant's rounds by id; a sit-out has the event's credit, at a duplicate none, and an extra hand counts for
    nobody. In a knock-out it says who won a tied match.

    The credit "average of their own other rounds" is over those of these rounds they played, in whole points, halves
    up. "The average of the round's winners" is over those on a winning side at the end: a player who never came or was
    replaced scores 0 and is no winner.
    """
    decided = _decided_by_extra_hands(rounds) if event.is_knock_out else {}
    rounds = [reading for reading in rounds if not reading.event_round.is_extra_hand]
    played = [player for reading in rounds for player in round_points(reading)]
    played = [
        replace(one, won=decided[key], is_level=False) if (key := (one.entrant.pk, one.number)) in decided else one
        for one in played
    ]
    seated = {(player.entrant.pk, player.number) for player in played}
    credited = [
        Scored(entrant, number, "sat_out", credit.amount, (credit,))
        for reading in rounds
        for number in [reading.event_round.number]
        for entrant in reading.sit_outs
        if (entrant.pk, number) not in seated  # a replacement no longer sits out
        for credit in [credit_of(event, entrant, number, played)]
    ]
    by_entrant: dict[int, list[PlayerRound]] = {}
    for player in sorted((*played, *credited), key=lambda player: player.number):
        by_entrant.setdefault(player.entrant.pk, []).append(player)
    if event.is_duplicate:
        by_entrant = _with_shares(boards or read_boards(event, rounds), by_entrant)
    return {entrant: tuple(players) for entrant, players in by_entrant.items()}


def _decided_by_extra_hands(rounds: Sequence[RoundReading]) -> Mapping[tuple[int, int], bool]:
    """Who won a tied match of a knock-out by the hand that came after it, by player and round."""
    found: dict[tuple[int, int], bool] = {}
    last = 0
    for reading in rounds:
        if not reading.event_round.is_extra_hand:
            last = reading.event_round.number
            continue
        for table in reading.tables:
            if table.sheet is not None and len(table.winners) == 1:
                won = {seat for side in table.winners for seat in table.sheet.book.seats_of(side)}
                found |= {(row.entrant_id, last): seat in won for seat, row in table.seats.items()}
    return found


def _with_shares(boards: Boards, played: Mapping[int, Sequence[PlayerRound]]) -> dict[int, list[PlayerRound]]:
    shares, nothing = shares_by_round(boards), Shares(boards.method)
    return {
        pk: [replace(one, shares=shares.get((pk, one.number), nothing)) for one in own] for pk, own in played.items()
    }


def round_points(reading: RoundReading) -> tuple[PlayerRound, ...]:
    """Points of every entrant in a round so far; house players and helpers have none."""
    number, moved = reading.event_round.number, stretches_of(_counting(reading.tables))
    return (
        *(player for table in reading.tables for player in _points_at(table, number, moved)),
        *_left_the_table(reading.tables, number, moved),
    )


def table_points(table: TableReading, number: int) -> Iterable[PlayerRound]:
    """Points at one table in round `number` so far, without hands at others; none where it doesn't count."""
    return _points_at(table, number, stretches_of(_counting([table])))


def points_at(table: TableReading) -> Iterable[PlayerRound]:
    """Points of a table's players in its round, also from other tables after a change of chairs (six queries there)."""
    number = table.table.event_round.number
    if not table.sat:
        return table_points(table, number)
    return [one for one in round_points(read_round(table.table.event_round)) if one.table == table.number]


def _counting(tables: Iterable[TableReading]) -> list[TableReading]:
    return [table for table in tables if table.table.counts]


def _left_the_table(
    tables: Iterable[TableReading], number: int, moved: Mapping[int, Sequence[Stretch]]
) -> Iterable[PlayerRound]:
    """Points of those who sat for some hands and have no chair now."""
    seated = {seat.entrant_id for table in tables for seat in table.seats.values()}
    for pk, own in moved.items():
        if pk not in seated and not own[-1].entrant.is_house_player:
            steps, last = _stretch_steps(own, "game"), own[-1]
            points = sum(step.amount for step in steps)
            yield Scored(last.entrant, number, "played", points, steps, last.table.number, last.side)


def _points_at(table: TableReading, number: int, moved: Mapping[int, Sequence[Stretch]]) -> Iterable[PlayerRound]:
    if table.sheet is None or not table.table.counts:
        return
    book = table.sheet.book
    names = Names(book, {seat: str(player.entrant) for seat, player in table.seats.items()}, {})
    totals = table.totals if table.has_totals_alone else None
    for person, score in person_scores(table.sheet, names, totals):
        seat = table.seats[person.record.seat]
        entrant = seat.replacement if person.is_replacement else seat.entrant
        if entrant is None or entrant.is_house_player or not score.counts:
            continue
        side = book.side_of(person.record.seat)
        kind = _kind(person.record.role, score.steps, is_absent=is_absent(table.sheet, person.record.seat))
        steps = _named(score.steps, table, side, is_absent=kind == "absent")
        if seat.entrant_id in moved:
            steps = _by_stretches(steps, moved[seat.entrant_id])
        yield Scored(
            entrant=entrant,
            number=number,
            kind=kind,
            points=sum(step.amount for step in steps),
            steps=steps,
            table=table.number,
            side=side,
            won=side in table.winners if table.winners else None,
            has_totals_alone=table.has_totals_alone,
            is_level=len(table.winners) > 1,
        )


NEVER_CAME: Final = "Never came to the table, scores 0 this round"
REPLACED: Final = ("round.tardiness.replaced_at", "replaced")


def _kind(role: Role, steps: Sequence[ScoreStep], *, is_absent: bool) -> str:
    if role is Role.SUBSTITUTE:
        return "substitute"
    if not any(step.rule in REPLACED for step in steps):
        return "played"
    return "absent" if is_absent else "replaced"


def _named(steps: Sequence[ScoreStep], table: TableReading, side: Side, *, is_absent: bool) -> tuple[ScoreStep, ...]:
    """Steps with players' names in place of seats."""
    assert table.sheet is not None, "sides are those of the card's book"
    seats = [table.seats[seat] for seat in table.sheet.book.seats_of(side) if seat in table.seats]
    called = " & ".join(seat.entrant.called for seat in seats)
    titles = dict.fromkeys(("round", "game"), TOTALS_ALONE if table.has_totals_alone else f"The hands of {called}")
    titles |= dict.fromkeys(REPLACED, NEVER_CAME) if is_absent else {}
    return tuple(ScoreStep(titles.get(step.rule, step.title), step.amount, step.rule) for step in steps)


def _by_stretches(steps: Iterable[ScoreStep], own: Sequence[Stretch]) -> tuple[ScoreStep, ...]:
    """Steps of a player who changed chairs: hands by chair, all else as they sat at the end."""
    return tuple(
        one for step in steps for one in (_stretch_steps(own, step.rule) if step.rule in ("round", "game") else (step,))
    )


def _stretch_steps(own: Iterable[Stretch], rule: str) -> tuple[ScoreStep, ...]:
    return tuple(ScoreStep(f"{one.called}, {one.hands}", one.points, rule) for one in own if one.lines)


# -- credit for sitting out ----------------------------------------------------------------


def credit_of(event: Event, scorer: Scorer, number: int, played: Sequence[ScoredRound]) -> ScoreStep:
    """The credit for sitting a round out, by the event's policy and all rounds `played` so far."""
    title, points = _credit(event, scorer, number, played)
    return ScoreStep(f"{'Bye' if event.is_for_sides else 'Sat out'}{title}", points, "event.sit_out_credit")


def _credit(event: Event, scorer: Scorer, number: int, played: Sequence[ScoredRound]) -> tuple[str, int]:
    if event.is_duplicate:
        return ": these boards count as not played", 0
    if event.sit_out_credit == Event.Credit.FIXED:
        return ": fixed credit", event.fixed_credit
    if event.sit_out_credit == Event.Credit.OWN_AVERAGE:
        own = [player.points for player in played if player.entrant.pk == scorer.pk]
        return ": average of the other rounds", average(own)
    if event.sit_out_credit == Event.Credit.WINNERS_AVERAGE:
        of_round = [player for player in played if player.number == number and player.kind in AT_THE_TABLE]
        winners = [player.points for player in of_round if player.won]
        return ": average of the round’s winners", average(winners)
    return "", 0
