"""The director's seating page beside the seating: people without a seat, what waits, the next key."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, Final

from league.acting.answers import FormPage
from league.evening.seating.deeds.casual_tables import sizes_at
from league.evening.seating.deeds.drafts import rounds_named
from league.evening.seating.deeds.proposals import Proposal
from league.evening.seating.deeds.searches import is_silent
from league.evening.seating.field import Field, bracket_so_far, forms_by_hand, tables_tonight
from league.evening.seating.made_of import other_than_made
from league.evening.seating.schedules.bracket import OVER
from league.evening.seating.schedules.moves import bends_of
from league.evening.seating.schedules.schedule import Shape
from league.evening.seating.schedules.sides import cycle_length
from league.evening.seating.schedules.wishes import Wishes, sizes_for
from league.evening.seating.seatings import SeatedRound, ahead, shown_digest
from league.models import Entrant, Event, EventRound, RoundTable, SeatingSearch
from scoring.rules.notation import counted, ended, listed, number

from .certificate import certificate_context, certificate_for
from .changes import changes_context
from .rotation import (
    Shown,
    is_called,
    moves_into,
    people_in,
    round_before,
    seating_contexts,
    state_words,
    version_words,
)

MOST_NAMES: Final = 8
FAULTS_FIRST: Final = "Some rules are broken. Look at them, then publish anyway if you mean to."
PUBLISHED: Final = "Published. Everybody can see who sits where."
REPLANNED: Final = "The seating was re-planned and published."
# Said where more rounds are planned than a movement has.
LONGER_THAN_THE_MOVEMENT: Final = {
    Event.Format.HALF_MOVE: "The half move of {sides} has {rounds}. For more, some leave their tables or meet again.",
    Event.Format.ROUND_ROBIN: "Everybody has met everybody after {rounds}. From then on, {many} meet again.",
}
SHORT_STATES: Final = {
    EventRound.State.DRAFT: "draft",
    EventRound.State.PUBLISHED: "published",
    EventRound.State.RUNNING: "being played",
    EventRound.State.CLOSED: "played",
}


def short_state(event_round: EventRound) -> str:
    return SHORT_STATES[EventRound.State(event_round.state)] if event_round.counts else "doesn’t count"


def swapped_words(first: Entrant, second: Entrant, *, event: Event) -> str:
    if event.keeps_partners and not event.is_for_pairs and first.team != second.team:
        return f"{first.team} and {second.team} changed places."
    if event.is_for_pairs and first.partner and second.partner and first.partner_id != second.pk:
        return f"{first.called} & {first.partner.called} and {second.called} & {second.partner.called} changed places."
    return f"{first.called} and {second.called} have changed places."


def substitutes_page(event: Event, table: RoundTable, event_round: EventRound, rotation: str) -> FormPage:
    is_running = event_round.state == EventRound.State.RUNNING
    says = (
        "The seat still belongs to its player, who keeps the points. The table’s card shows the new name."
        if is_running
        else "Somebody from the event takes over the place. A helper from outside plays for the player."
    )
    title, place = f"Substitute at table {table.number}", f"{event.name} · {event_round}"
    return FormPage(title, "Seat them", ("Back", rotation), place, (says,))


def planner_context(
    field: Field,
    search: SeatingSearch | None,
    proposal: Proposal | None,
    *,
    number: int | None,
    query: str,
    has_changed: bool = False,
    drawn: Sequence[int] = (),
) -> dict[str, Any]:
    """The page of round `number`; `drawn` are tables of the last round where lots decide who moves up."""
    event, to_come = field.event, ahead(field.rounds)
    rounds = seating_contexts(event, field.rounds)
    shown = _shown(rounds, to_come, number)
    is_casual, is_open = forms_by_hand(event), event.state != Event.State.CLOSED
    can_plan = is_open and not is_casual and not (search and search.state == SeatingSearch.State.SEARCHING)
    is_over = (
        can_plan and event.is_knock_out and bool(field.before) and not to_come and bracket_so_far(field).is_decided
    )
    can_plan = can_plan and not is_over
    people = () if is_casual else _people_notices(field, to_come)
    moves_up = event.is_by_results
    return {
        "state_words": state_words(field.rounds),
        "version_words": version_words(event),
        "certificate": certificate_context(field, has_changed=has_changed),
        "people": [one for one in people_in(rounds) if not query.strip() or is_called(one["person"], query)],
        "shown": filtered(shown, query) if shown else None,
        "tabs": [(one["number"], one["title"], short_state(one["event_round"])) for one in rounds],
        "seen": shown_digest(to_come),
        "round_seen": shown_digest(one for one in field.rounds if shown and one.number == shown["number"]),
        "bends": _bends(field, shown["number"]) if shown else (),
        "people_notices": people,
        "notices": (OVER,)
        if is_over
        else (*people, *other_than_made(event, field.wishes))
        if to_come and not is_casual
        else (),
        "wanted_words": _wanted_words(field) if is_open else "",
        "drawn_words": _drawn_words(field, drawn),
        "make_words": _make_words(field),
        "make_title": _make_title(field),
        "make_key": "Draw the first round" if moves_up and field.next_number == 1 else "Make the seating",
        "can_make": can_plan and not any(one.is_published for one in to_come),
        "can_publish": is_open and any(one.is_draft and one.tables for one in to_come),
        "can_replan": can_plan and any(one.is_published for one in to_come),
        "can_swap": is_open and shown is not None and any(one.number == shown["number"] for one in to_come),
        "is_casual": is_casual and is_open,
        "casual_words": _casual_words(event),
        "proposal": _proposal(field, proposal) if proposal else None,
        "search": _search(search) if search else None,
    }


def _shown(rounds: Sequence[Shown], to_come: Sequence[SeatedRound], number: int | None) -> Shown | None:
    by_number = {one["number"]: one for one in rounds}
    if number in by_number:
        return by_number[number]
    return by_number[to_come[0].number] if to_come else next(iter(rounds[-1:]), None)


def filtered(seating: Shown, query: str) -> Shown:
    if not query.strip():
        return seating

    def is_found(one: Shown) -> bool:
        return is_called(one["person"], query)

    tables = [table for table in seating["tables"] if any(map(is_found, table["seats"]))]
    return {**seating, "tables": tables, "sit_outs": list(filter(is_found, seating["sit_outs"]))}


# -- where winners move


def _bends(field: Field, number: int) -> tuple[str, ...]:
    one = next(one for one in field.rounds if one.number == number)
    moves = moves_into(field.event, one, round_before(field.rounds, number))
    if not moves:
        return ()
    is_split = field.event.partners == Event.Partners.SPLIT
    people = one.entrants
    return bends_of(moves, one.seating, field.wishes, is_split=is_split, name=lambda pk: people[pk].called)


# -- people


def _people_notices(field: Field, to_come: Sequence[SeatedRound]) -> tuple[str, ...]:
    if not to_come:
        return ()
    players = field.players
    placed = {one.number: one.seating.players for one in to_come if not one.event_round.is_extra_hand}
    unplaced = {
        player for number, there in placed.items() for player in field.here_in(number, ()) if player not in there
    }
    unseated = [entrant for entrant in players if entrant.pk in unplaced]
    seated = frozenset[int]().union(*(one.seating.players for one in to_come))
    gone = [entrant for entrant in players if entrant.state == Entrant.State.LEFT and entrant.pk in seated]
    undone = [entrant for entrant in field.not_there if entrant.state == Entrant.State.EXPECTED]
    alone = [entrant for entrant in field.unpaired if entrant.pk in seated]
    groups = (
        (unseated, "is here and has no place in the coming rounds", "are here and have no place in the coming rounds"),
        (gone, "has left and still has a place", "have left and still have places"),
        (undone, "isn’t here after all and still has a place", "aren’t here after all and still have places"),
        (alone, "has a place but no partner", "have places but no partners")
        if field.event.is_for_pairs
        else (alone, "has a place but no full team", "have places but no full teams"),
    )
    return tuple(
        ended(f"{len(people)} {one if len(people) == 1 else many}: {_names(people)}")
        for people, one, many in groups
        if people
    )


def _wanted_words(field: Field) -> str:
    alone = field.unpaired
    if alone and not field.event.is_for_pairs:
        return f"{ended(f'No full team: {_names(alone)}')} Nobody is seated without one. Name the teams at check-in."
    return f"{ended(f'Partner wanted: {_names(alone)}')} Nobody is seated without one." if alone else ""


def _names(people: Sequence[Entrant]) -> str:
    names = [entrant.name for entrant in people[:MOST_NAMES]]
    more = len(people) - len(names)
    return listed([*names, f"{more} more"]) if more else listed(names)


def _drawn_words(field: Field, drawn: Sequence[int]) -> str:
    if not drawn:
        return ""
    which = f"Table {drawn[0]} was" if len(drawn) == 1 else f"Tables {listed([str(number) for number in drawn])} were"
    return f"{which} level in round {field.numbers_before[-1]}, or had no result. A random draw decides who moves up."


# -- making


def _make_title(field: Field) -> str:
    is_one = field.event.is_by_results
    if field.event.cut_after == field.next_number - 1 and (title := field.event.title_of(field.next_number)):
        return title if rounds_left(field) == 1 else "The final"
    return rounds_named(field.next_number, 1 if is_one else rounds_left(field))


def rounds_left(field: Field) -> int:
    return max(1, field.event.rounds_planned - field.next_number + 1)


def _make_words(field: Field) -> str:
    """`16 people are here, 2 more are expected: 4 tables, and 2 sit out each round.`; of sides the same."""
    in_sides, main = field.wishes.in_sides, field.wishes.main
    here, seated = (len(field.here_in(field.next_number, among)) for among in ((), field.likely))
    here, seated = (here // main.side_size, seated // main.side_size) if in_sides else (here, seated)
    noun = main.side_words if in_sides else ("person", "people")
    who = f"{counted(here, *noun)} {'is' if here == 1 else 'are'} here"
    who = who if here else f"No {noun[0]} is here yet" if in_sides else "Nobody is here yet"
    if seated > here:
        who += f", {seated - here}{' more' if here else ''} {'is' if seated - here == 1 else 'are'} expected"
    if seated < min(shape.sides if in_sides else shape.seats for shape in field.wishes.shapes):
        return f"{who}. Check {noun[1]} in first."
    if not in_sides:
        return f"{who}: {_sizes_words(field, seated)}."
    if field.event.is_knock_out:
        return f"{who}. Who wins goes on; who loses the first match goes on in the consolation bracket."
    one, many = main.side_words
    shapes = tuple(Shape(shape.sides, shape.sides) for shape in field.wishes.shapes)
    sizes = sizes_for(range(seated), Wishes(shapes=shapes))
    has = f"one {one} has" if sizes.out == 1 else f"{number(sizes.out)} {many} have"
    byes = f"{has} a bye each round" if sizes.out else f"every {one} plays each round"
    kinds = Counter(shape.seats for shape in sizes.tables[1:] if shape != shapes[0])
    tables = [counted(len(sizes.tables), "table"), *(f"{count} of {number(at)} {many}" for at, count in kinds.items())]
    return f"{who}: {', '.join(tables)}, and {byes}.{_length_words(field, seated)}"


def _length_words(field: Field, sides: int) -> str:
    """The effect of more rounds than the movement has; else empty."""
    event, main = field.event, field.wishes.main
    if event.format not in LONGER_THAN_THE_MOVEMENT or main.sides > 2:
        return ""
    length = cycle_length(sides, half_move=field.wishes.half_move)
    many = main.side_words[1]
    words = LONGER_THAN_THE_MOVEMENT[Event.Format(event.format)]
    then = words.format(sides=f"{sides} {many}", many=many, rounds=counted(length, "round"))
    return f" {then}" if event.rounds_planned > length else ""


def _sizes_words(field: Field, here: int) -> str:
    main = field.wishes.main
    sizes, house = tables_tonight(field.event, here)
    tables = counted(len(sizes.tables), "table")
    if house:
        return f"{tables}, with {counted(house, 'house player')}"
    kinds = Counter(shape.seats for shape in sizes.tables if shape != main)
    tables = ", ".join([tables, *(f"{count} of {number(seats)}" for seats, count in kinds.items())])
    if sizes.out:
        return f"{tables}, and {sizes.out} {'sits' if sizes.out == 1 else 'sit'} out each round"
    return tables if kinds else f"{tables}, and nobody sits out"


def _casual_words(event: Event) -> str:
    return f"Tap the {listed([*map(number, sizes_at(event))], 'or')} who play together."


# -- what waits


def _search(search: SeatingSearch) -> dict[str, Any] | None:
    if search.state == SeatingSearch.State.FOUND:
        return None
    if search.state == SeatingSearch.State.FAILED:
        return {"words": f"No seating was made. {search.message}"}
    if is_silent(search):
        return {"words": "The search was interrupted. Make the seating again."}
    percent = min(100, 100 * search.done // search.steps) if search.steps else 0
    return {"words": "Looking for the best seating…", "percent": percent, "is_going_on": True}


def _proposal(field: Field, proposal: Proposal) -> dict[str, Any]:
    people = {one.pk: one for one in field.entrants}
    return {
        "title": f"{rounds_named(proposal.first, len(proposal.schedule))}: what would change",
        "seen": proposal.search.seed,
        "changes": changes_context(proposal.changes, proposal.first, people, proposal.schedule, field.event),
        "certificate": certificate_for(field, proposal.schedule, proposal.before),
        "is_stale": proposal.is_stale,
    }
