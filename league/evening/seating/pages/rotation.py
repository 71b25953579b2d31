"""Seatings ready to print: by table, by name, by person."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final, TypeAlias, cast

from league.evening.cards.board_sets import NO_BOARD_SET, BoardSetWords
from league.evening.cards.seats import is_taken_over, player_at
from league.evening.seating.field import movers
from league.evening.seating.schedules.movement import Losers
from league.evening.seating.schedules.moves import Move, moves_between
from league.evening.seating.schedules.planning import Place, places_of
from league.evening.seating.seatings import SeatedRound, in_order
from league.models import Entrant, Event, EventRound, RoundSeat, RoundTable
from scoring.rules.cards import Seat, seats_of_table
from scoring.rules.notation import counted, listed, number, seat_name

STATE_WORDS: Final = {
    EventRound.State.DRAFT: "Draft, only directors can see it",
    EventRound.State.PUBLISHED: "Published",
    EventRound.State.RUNNING: "Being played",
    EventRound.State.CLOSED: "Played",
}
NOTES: Final = {Entrant.State.EXPECTED: "not here yet", Entrant.State.LEFT: "has left"}


def note_on(person: Entrant) -> str:
    return "" if person.is_house_player else NOTES.get(Entrant.State(person.state), "")


Shown: TypeAlias = dict[str, Any]


def seating_contexts(event: Event, rounds: Sequence[SeatedRound]) -> list[Shown]:
    return [seating_context(one, moves_into(event, one, round_before(rounds, one.number))) for one in rounds]


def round_before(rounds: Sequence[SeatedRound], number: int) -> SeatedRound | None:
    return next((one for one in reversed(rounds) if one.number < number and one.event_round.counts), None)


def moves_into(event: Event, one: SeatedRound, before: SeatedRound | None) -> dict[int, Move]:
    """Moves into a round from the one `before`; none where winners don't move, or it wasn't seated by results."""
    if event.format != Event.Format.WINNERS_MOVE or before is None or not one.event_round.moved_by:
        return {}
    winners, last = movers(one.event_round.moved_by)
    if {table.number for table in before.tables} - winners.keys():
        return {}
    return moves_between(before.seating, winners, cast(Losers, event.losers), one.seating, last)


def seating_context(one: SeatedRound, moves: Mapping[int, Move] | None = None) -> Shown:
    """A round by table, by name, and those sitting out."""
    event_round, boards, people = one.event_round, one.boards, one.entrants
    tables = [
        _table(table, teams, moves or {}, boards.get(table.number, NO_BOARD_SET))
        for table, teams in zip(one.tables, (seating.sides for seating in one.seating.tables), strict=True)
    ]
    main = event_round.event.rules.book_version.book.deal.players
    others = Counter(len(table["seats"]) for table in tables if len(table["seats"]) != main)
    words = [counted(len(tables), "table"), *(f"{count} of {number(seats)}" for seats, count in sorted(others.items()))]

    def called(player: int) -> str:
        return people[player].called

    by_name = [
        _places(people[player], [_line(event_round, place, called, boards.get(place.table or 0, NO_BOARD_SET).boards)])
        for player, place in places_of(one.seating).items()
    ]
    return {
        "event_round": event_round,
        "number": event_round.number,
        "title": str(event_round),
        "state": event_round.state,
        "state_words": STATE_WORDS[EventRound.State(event_round.state)] if event_round.counts else "Doesn’t count",
        "size_words": ", ".join(words),
        "tables": tables,
        "sit_outs": [{"person": person, "note": note_on(person)} for person in one.sitting_out],
        "by_name": sorted(by_name, key=_by_name),
    }


def _table(table: RoundTable, sides: int, moves: Mapping[int, Move], boards: BoardSetWords) -> Shown:
    """A table of a round. On its `sides` partners sit across, N and S first, or every second; else each is alone."""
    rows = in_order(table.seats.all())
    seats = [_seat(row, moves.get(row.entrant_id), [row.seat for row in rows]) for row in rows]
    return {
        "number": table.number,
        "seats": seats,
        "has_card": table.card_id is not None,
        "boards": boards,
        "is_of_three_pairs": len(seats) == 2 * sides == 6,
        "sides": [seats[side::sides] for side in range(sides)],
    }


def _seat(row: RoundSeat, move: Move | None, seats: Sequence[Seat]) -> Shown:
    """A seat and its player, a substitute with `for …`; `moved` where winners move: `up from 3`, `stays`."""
    person = row.entrant
    moved = move.way if move else ""
    return {
        "person": person,
        "seat": row.seat,
        "seat_name": seat_name(row.seat, seats),
        "plays": f"{player_at(row)} for {person.called}" if is_taken_over(row) else person.called,
        "note": note_on(person),
        "way": moved,
        "moved": f"{moved} from {move.before}" if move and moved not in ("comes in", "stays") else moved,
    }


def _line(event_round: EventRound, place: Place, name: Callable[[int], str], boards: str) -> Shown:
    return {
        "event_round": event_round,
        "place": place,
        "sits_out": place.table is None,
        "seat": seat_of(place),
        "seat_name": seat_name(seat_of(place), seats_at(place)),
        "partner": listed([name(player) for player in place.partners]),
        "opponents": listed([name(player) for player in sorted(place.opponents)]),
        "boards": boards,
    }


def _places(person: Entrant, places: Sequence[Shown]) -> Shown:
    return {"person": person, "places": places, "note": note_on(person)}


def _by_name(one: Shown) -> tuple[str, int]:
    return name_order(one["person"])


def name_order(person: Entrant) -> tuple[str, int]:
    return (person.name.casefold(), person.number)


def is_called(person: Entrant, query: str) -> bool:
    words = query.casefold().split()
    name, called = person.name.casefold(), person.called.casefold()
    return words == [str(person.number)] or all(word in name or word in called for word in words)


# -- the evening


def people_in(rounds: Iterable[Shown]) -> list[Shown]:
    places: dict[Entrant, list[Shown]] = {}
    for seating in rounds:
        for one in seating["by_name"]:
            places.setdefault(one["person"], []).extend(one["places"])
    return sorted((_places(person, each) for person, each in places.items()), key=_by_name)


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
    return "" if place.seat is None else seats_at(place)[place.seat]


def seats_at(place: Place) -> tuple[Seat, ...]:
    return seats_of_table(place.seats)


def place_words(place: Place | None, name: Callable[[int], str], out: str) -> str:
    """`Table 3, North, with Walt against Ed and Joan`; `out` for a sit-out."""
    if place is None:
        return "no place"
    if place.table is None:
        return out
    with_whom = f" with {listed([name(player) for player in place.partners])}" if place.partners else ""
    against = listed([name(player) for player in sorted(place.opponents)])
    return f"Table {place.table}, {seat_name(seat_of(place), seats_at(place))},{with_whom} against {against}"
