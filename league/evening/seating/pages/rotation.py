"""Seatings ready to print: by table, by name, by person. No queries."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, cast

from league.evening.cards.seats import is_taken_over, player_at
from league.evening.cards.sets import NO_SET, SetWords
from league.evening.seating.schedules.movement import Losers
from league.evening.seating.schedules.moves import Move, moves_between
from league.evening.seating.schedules.planning import Place, places_of
from league.evening.seating.seatings import SeatedRound, in_order
from league.models import Entrant, Event, EventRound, RoundSeat, RoundTable
from scoring.rules.cards import FOUR_SEATS, THREE_SEATS
from scoring.rules.notation import SEAT_NAMES, counted, listed

STATE_WORDS: Final = {
    EventRound.State.DRAFT: "Draft, only directors can see it",
    EventRound.State.PUBLISHED: "Published",
    EventRound.State.RUNNING: "Being played",
    EventRound.State.CLOSED: "Played",
}
NOTES: Final = {Entrant.State.EXPECTED: "not here yet", Entrant.State.LEFT: "has left"}


def note_on(person: Entrant) -> str:
    return "" if person.is_house_player else NOTES.get(Entrant.State(person.state), "")


@dataclass(frozen=True, slots=True)
class PersonContext:
    """A person, and their `seat` at a table."""

    person: Entrant
    row: RoundSeat | None = None
    move: Move | None = None

    @property
    def move_words(self) -> str:
        """How they came to this table where winners move: `up from 3`, `down from 1`, `stays`."""
        if self.move is None or self.move.way == "comes in":
            return self.move.way if self.move else ""
        return "stays" if self.move.way == "stays" else f"{self.move.way} from {self.move.before}"

    @property
    def note(self) -> str:
        return note_on(self.person)

    @property
    def seat(self) -> str:
        return self.row.seat if self.row else ""

    @property
    def seat_name(self) -> str:
        return SEAT_NAMES.get(self.seat, "")

    @property
    def plays(self) -> str:
        """The player in the seat, a substitute with `for …`."""
        if self.row is None or not is_taken_over(self.row):
            return self.person.called
        return f"{player_at(self.row)} for {self.person.called}"


@dataclass(frozen=True, slots=True)
class TableContext:
    """A table of a round, its players in order, and boards as in `boards 9–12`."""

    number: int
    seats: tuple[PersonContext, ...]
    has_card: bool
    boards: SetWords = NO_SET

    @property
    def is_three_handed(self) -> bool:
        return len(self.seats) == 3

    @property
    def sides(self) -> tuple[tuple[PersonContext, ...], ...]:
        """Partners sit across, N and S first; each of three is a side."""
        return tuple((seat,) for seat in self.seats) if self.is_three_handed else (self.seats[::2], self.seats[1::2])


@dataclass(frozen=True, slots=True)
class PlaceContext:
    """A person's place in a round, with `boards`; `name` gives others' names."""

    event_round: EventRound
    place: Place
    name: Callable[[int], str]
    boards: str = ""

    @property
    def sits_out(self) -> bool:
        return self.place.table is None

    @property
    def seat(self) -> str:
        return seat_of(self.place)

    @property
    def seat_name(self) -> str:
        return SEAT_NAMES.get(self.seat, "")

    @property
    def partner(self) -> str:
        return "" if self.place.partner is None else self.name(self.place.partner)

    @property
    def opponents(self) -> str:
        return listed([self.name(player) for player in sorted(self.place.opponents)])


@dataclass(frozen=True, slots=True)
class PersonPlaces:
    person: Entrant
    places: tuple[PlaceContext, ...]

    @property
    def note(self) -> str:
        return note_on(self.person)

    @property
    def order(self) -> tuple[str, int]:
        return name_order(self.person)


@dataclass(frozen=True, slots=True)
class SeatingContext:
    event_round: EventRound
    tables: tuple[TableContext, ...]
    sit_outs: tuple[PersonContext, ...]
    by_name: tuple[PersonPlaces, ...]

    @property
    def number(self) -> int:
        return self.event_round.number

    @property
    def title(self) -> str:
        return str(self.event_round)

    @property
    def state(self) -> str:
        return self.event_round.state

    @property
    def state_words(self) -> str:
        return STATE_WORDS[EventRound.State(self.state)] if self.event_round.counts else "Doesn’t count"

    @property
    def size_words(self) -> str:
        threes = sum(table.is_three_handed for table in self.tables)
        words = counted(len(self.tables), "table")
        return f"{words}, {threes} of three" if threes else words


def seating_contexts(event: Event, rounds: Sequence[SeatedRound]) -> list[SeatingContext]:
    """Rounds of any state, with moves where winners move."""
    return [seating_context(one, moves_into(event, one, round_before(rounds, one.number))) for one in rounds]


def round_before(rounds: Sequence[SeatedRound], number: int) -> SeatedRound | None:
    """The last counting round before one, from which people come."""
    return next((one for one in reversed(rounds) if one.number < number and one.event_round.counts), None)


def moves_into(event: Event, one: SeatedRound, before: SeatedRound | None) -> dict[int, Move]:
    """Moves into a round from the one `before`; none where winners don't move, or it wasn't seated by results."""
    if event.format != Event.Format.WINNERS_MOVE or before is None or not one.event_round.moved_by:
        return {}
    winners = {int(table): side for table, side in one.event_round.moved_by.items()}
    if {table.number for table in before.tables} - winners.keys():
        return {}
    return moves_between(before.seating, winners, cast(Losers, event.losers), one.seating)


def seating_context(one: SeatedRound, moves: Mapping[int, Move] | None = None) -> SeatingContext:
    boards = one.boards
    tables = tuple(_table(table, moves or {}, boards.get(table.number, NO_SET)) for table in one.tables)
    people = one.entrants

    def called(player: int) -> str:
        return people[player].called

    by_name = [
        PersonPlaces(people[player], (PlaceContext(one.event_round, place, called, _boards_at(boards, place)),))
        for player, place in places_of(one.seating).items()
    ]
    sit_outs = tuple(map(PersonContext, one.sitting_out))
    return SeatingContext(one.event_round, tables, sit_outs, tuple(sorted(by_name, key=lambda each: each.order)))


def _boards_at(boards: Mapping[int, SetWords], place: Place) -> str:
    return boards.get(place.table or 0, NO_SET).boards


def _table(table: RoundTable, moves: Mapping[int, Move], boards: SetWords) -> TableContext:
    in_seats = in_order(table.seats.all())
    seats = tuple(PersonContext(seat.entrant, seat, moves.get(seat.entrant_id)) for seat in in_seats)
    return TableContext(table.number, seats, table.card_id is not None, boards)


def name_order(person: Entrant) -> tuple[str, int]:
    return (person.name.casefold(), person.number)


def is_called(person: Entrant, query: str) -> bool:
    """Whether all words are in the name, or are the number."""
    words = query.casefold().split()
    name, called = person.name.casefold(), person.called.casefold()
    return words == [str(person.number)] or all(word in name or word in called for word in words)


# -- the evening


def people_in(rounds: Iterable[SeatingContext]) -> list[PersonPlaces]:
    places: dict[Entrant, tuple[PlaceContext, ...]] = {}
    for seating in rounds:
        for one in seating.by_name:
            places[one.person] = (*places.get(one.person, ()), *one.places)
    return sorted((PersonPlaces(person, each) for person, each in places.items()), key=lambda one: one.order)


def version_words(event: Event) -> str:
    """The version on screens and paper, so that an old one is noticed."""
    return f"Seating version {event.seating_version}" if event.seating_version else "Not published yet"


def state_words(rounds: Sequence[SeatedRound]) -> str:
    if not rounds:
        return "No seating yet"
    drafts = sum(one.is_draft for one in rounds)
    if drafts == len(rounds):
        return STATE_WORDS[EventRound.State.DRAFT]
    if not drafts:
        return "Published"
    return f"{drafts} of {len(rounds)} rounds {'is a draft' if drafts == 1 else 'are drafts'}"


# -- places in words


def seat_of(place: Place) -> str:
    """`N`, or at a table of three `A`; empty for a sit-out."""
    if place.seat is None:
        return ""
    return (THREE_SEATS if place.partner is None else FOUR_SEATS)[place.seat]


def place_words(place: Place | None, name: Callable[[int], str], out: str) -> str:
    """`Table 3, North, with Walt against Ed and Joan`; `out` for a sit-out."""
    if place is None:
        return "no place"
    if place.table is None:
        return out
    with_whom = f" with {name(place.partner)}" if place.partner is not None else ""
    against = listed([name(player) for player in sorted(place.opponents)])
    return f"Table {place.table}, {SEAT_NAMES[seat_of(place)]},{with_whom} against {against}"
