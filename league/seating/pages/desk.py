"""What the director's seating page shows beside the seating: who has no seat, what waits, and which key comes next.

No queries: the rows are passed in.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from league.models import Entrant, Event, EventRound, SeatingSearch
from league.seating.deeds.rotation import Proposal, rounds_named
from league.seating.deeds.searches import is_silent
from league.seating.field import Field, forms_by_hand
from league.seating.schedules.sit_outs import sizes_for
from league.seating.schedules.wishes import Wishes
from league.seating.seatings import SeatedRound, ahead, shown_digest
from scoring.rules.notation import listed

from .certificate import certificate_context, certificate_for
from .changes import changes_context
from .rotation import SeatingContext, is_called, people_in, seating_context, state_words, version_words

MOST_NAMES: Final = 8
FAULTS_FIRST: Final = "Rules are broken. Look at them, then publish all the same if that is meant."
PUBLISHED: Final = "Published. Everybody can see who sits where."
REPLANNED: Final = "The seating is re-planned and published."
SHORT_STATES: Final = {
    EventRound.State.DRAFT: "draft",
    EventRound.State.PUBLISHED: "published",
    EventRound.State.RUNNING: "being played",
    EventRound.State.CLOSED: "played",
}


def swapped_words(first: Entrant, second: Entrant) -> str:
    return f"{first.called} and {second.called} have changed places."


def desk_context(
    field: Field,
    search: SeatingSearch | None,
    proposal: Proposal | None,
    *,
    number: int | None,
    query: str,
    has_changed: bool = False,
    drawn: Sequence[int] = (),
) -> dict[str, Any]:
    """The page as it stands. `number`: the round shown; `query`: only tables and people of that name.

    `has_changed`: the round that is seated next rests on results that are others by now; `drawn`: the tables of the
    last round where lots decide who moves up.
    """
    event, to_come = field.event, ahead(field.rounds)
    rounds = [seating_context(one) for one in field.rounds]
    shown = _shown(rounds, to_come, number)
    is_casual, is_open = forms_by_hand(event), event.state != Event.State.CLOSED
    can_plan = is_open and not is_casual and not (search and search.state == SeatingSearch.State.SEARCHING)
    return {
        "state_words": state_words(field.rounds),
        "version_words": version_words(event),
        "certificate": certificate_context(field, has_changed=has_changed),
        "people": [one for one in people_in(rounds) if not query.strip() or is_called(one.person, query)],
        "shown": filtered(shown, query) if shown else None,
        "tabs": [(one.number, SHORT_STATES[EventRound.State(one.state)]) for one in rounds],
        "seen": shown_digest(to_come),
        "round_seen": shown_digest(one for one in field.rounds if shown and one.number == shown.number),
        "people_notices": () if is_casual else _people_notices(field, to_come),
        "drawn_words": _drawn_words(field, drawn),
        "make_words": _make_words(field),
        "make_title": _make_title(field),
        "make_key": "Draw the first round" if _is_first_draw(field) else "Make the seating",
        "can_make": can_plan and not any(one.is_published for one in to_come),
        "can_publish": is_open and any(one.is_draft and one.tables for one in to_come),
        "can_replan": can_plan and any(one.is_published for one in to_come),
        "can_swap": is_open and shown is not None and any(one.number == shown.number for one in to_come),
        "is_casual": is_casual and is_open,
        "casual_words": _casual_words(event),
        "proposal": _proposal(field, proposal) if proposal else None,
        "search": _search(search) if search else None,
    }


def _shown(
    rounds: Sequence[SeatingContext], to_come: Sequence[SeatedRound], number: int | None
) -> SeatingContext | None:
    """The round asked for; else the first that was not begun, else the last."""
    by_number = {one.number: one for one in rounds}
    if number in by_number:
        return by_number[number]
    return by_number[to_come[0].number] if to_come else next(iter(rounds[-1:]), None)


def filtered(seating: SeatingContext, query: str) -> SeatingContext:
    """Only the tables at which somebody of that name or number sits, and only those who sit out so."""
    if not query.strip():
        return seating
    return replace(
        seating,
        tables=tuple(table for table in seating.tables if any(is_called(seat.person, query) for seat in table.seats)),
        sit_outs=tuple(one for one in seating.sit_outs if is_called(one.person, query)),
    )


# -- people


def _people_notices(field: Field, to_come: Sequence[SeatedRound]) -> tuple[str, ...]:
    if not to_come:
        return ()
    players = field.players
    placed = {one.number: one.seating.players for one in to_come}
    unseated = [entrant for entrant in players if _has_no_place(entrant, placed)]
    seated = frozenset().union(*placed.values())
    gone = [entrant for entrant in players if entrant.state == Entrant.State.LEFT and entrant.pk in seated]
    notices = []
    if unseated:
        verb = "is here and has" if len(unseated) == 1 else "are here and have"
        notices.append(f"{len(unseated)} {verb} no place in the rounds to come: {_names(unseated)}.")
    if gone:
        verb = "has left and still has a place" if len(gone) == 1 else "have left and still have places"
        notices.append(f"{len(gone)} {verb}: {_names(gone)}.")
    return tuple(notices)


def _has_no_place(entrant: Entrant, placed: Mapping[int, frozenset[int]]) -> bool:
    return entrant.state == Entrant.State.HERE and any(
        entrant.first_round <= number and entrant.pk not in players for number, players in placed.items()
    )


def _names(people: Sequence[Entrant]) -> str:
    names = [entrant.name for entrant in people[:MOST_NAMES]]
    more = len(people) - len(names)
    return listed([*names, f"{more} more"]) if more else listed(names)


def _drawn_words(field: Field, drawn: Sequence[int]) -> str:
    if not drawn:
        return ""
    which = f"Table {drawn[0]} was" if len(drawn) == 1 else f"Tables {listed([str(number) for number in drawn])} were"
    return f"{which} level in round {field.next_number - 1}, or had no result: lots decide who moves up."


# -- making


def _is_first_draw(field: Field) -> bool:
    return field.event.format == Event.Format.WINNERS_MOVE and field.next_number == 1


def _make_title(field: Field) -> str:
    is_one = field.event.format == Event.Format.WINNERS_MOVE
    return rounds_named(field.next_number, 1 if is_one else rounds_left(field))


def rounds_left(field: Field) -> int:
    """How many rounds are offered to be seated: those left of the plan, and one at least."""
    return max(1, field.event.rounds_planned - field.next_number + 1)


def _make_words(field: Field) -> str:
    """`16 people are here, 2 more are expected: 4 tables, and 2 sit out each round.`"""
    here = len(field.here_in(field.next_number, ()))
    seated = len(field.here_in(field.next_number, field.likely))
    people = "Nobody is here yet" if not here else "1 person is here" if here == 1 else f"{here} people are here"
    if seated > here:
        people += f", {seated - here}{' more' if here else ''} {'is' if seated - here == 1 else 'are'} expected"
    if seated < 3:
        return f"{people}. Check people in first."
    return f"{people}: {_sizes_words(field, seated)}."


def _sizes_words(field: Field, here: int) -> str:
    """What so many people come to at this event."""
    house = -here % 4 if field.event.odd_players == Event.OddPlayers.HOUSE_PLAYER else 0
    sizes = sizes_for(range(here + house), Wishes(three_handed=field.wishes.three_handed))
    if house:
        return f"{_tables(sizes.tables)}, with {house} house player{'' if house == 1 else 's'}"
    if sizes.threes:
        return f"{_tables(sizes.tables)}, {sizes.threes} of three"
    if sizes.out:
        return f"{_tables(sizes.tables)}, and {sizes.out} {'sits' if sizes.out == 1 else 'sit'} out each round"
    return f"{_tables(sizes.tables)}, and nobody sits out"


def _tables(number: int) -> str:
    return "1 table" if number == 1 else f"{number} tables"


def _casual_words(event: Event) -> str:
    if event.rules.book_version.book.deal.players == 3:
        return "Tap the three who play together."
    return (
        "Tap the three or four who play together." if event.three_handed_rules_id else "Tap the four who play together."
    )


# -- what waits


def _search(search: SeatingSearch) -> dict[str, Any] | None:
    """A search that goes on, or one that failed."""
    if search.state == SeatingSearch.State.FOUND:
        return None
    if search.state == SeatingSearch.State.FAILED:
        return {"words": f"No seating was made. {search.message}"}
    if is_silent(search):
        return {"words": "The search was interrupted. Make the seating again."}
    percent = min(100, 100 * search.done // search.steps) if search.steps else 0
    return {"words": "Looking for the best seating…", "percent": percent, "is_going_on": True}


def _proposal(field: Field, proposal: Proposal) -> dict[str, Any]:
    """A seating that waits to be taken, with what it changes and its own certificate."""
    people = {one.pk: one for one in field.entrants}
    return {
        "title": f"{rounds_named(proposal.first, len(proposal.schedule))}: what would change",
        "seen": proposal.search.seed,
        "changes": changes_context(proposal.changes, proposal.first, people, proposal.schedule),
        "certificate": certificate_for(field, proposal.schedule, proposal.before),
        "is_stale": proposal.is_stale,
    }
