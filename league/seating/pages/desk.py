"""What the director's seating page shows beside the seating: who has no seat, what waits, and which key comes next."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from league.models import Entrant, Event, EventRound, SeatingSearch
from league.seating.deeds.rotation import Proposal, proposal_of, rounds_named
from league.seating.deeds.searches import is_silent
from league.seating.field import Field, forms_by_hand
from league.seating.schedules.sit_outs import sizes_for
from league.seating.schedules.wishes import Wishes
from league.seating.seatings import SeatedRound, ahead, shown_digest
from scoring.rules.notation import listed

from .rotation import (
    CertificateContext,
    ChangesContext,
    RotationContext,
    SeatingContext,
    certificate_for,
    changes_context,
    rotation_of,
)

MOST_NAMES: Final = 8


@dataclass(frozen=True, slots=True)
class TabContext:
    """One round in the strip."""

    number: int
    label: str
    state_words: str
    is_here: bool


@dataclass(frozen=True, slots=True)
class SearchContext:
    """A search that goes on, or one that failed."""

    words: str
    percent: int
    is_going_on: bool


@dataclass(frozen=True, slots=True)
class ProposalContext:
    """A seating that waits to be taken, with what it changes and its own certificate."""

    title: str
    seen: int
    changes: ChangesContext
    certificate: CertificateContext | None
    is_stale: bool
    needs_consent: bool


@dataclass(frozen=True, slots=True)
class DeskContext:
    """The page. `people_notices` are about who came or left; `make_words` says what a new seating would be like."""

    rotation: RotationContext
    shown: SeatingContext | None
    tabs: tuple[TabContext, ...]
    seen: str
    round_seen: str
    people_notices: tuple[str, ...]
    drawn_words: str
    make_words: str
    make_title: str
    make_key: str
    rounds_left: int
    can_make: bool
    can_publish: bool
    can_replan: bool
    can_swap: bool
    is_casual: bool
    casual_words: str
    proposal: ProposalContext | None
    search: SearchContext | None


def desk_context(
    field: Field,
    search: SeatingSearch | None,
    *,
    number: int | None,
    query: str,
    marked: Collection[int] = (),
    drawn: Sequence[int] = (),
) -> DeskContext:
    """The page as it stands (no queries). `number`: the round shown; `query`: only tables and people of that name;
    `drawn`: the tables of the last round where lots decide who moves up."""
    event, rounds = field.event, field.rounds
    rotation = rotation_of(event, rounds, field, marked)
    shown = _shown(rotation, number)
    to_come = ahead(rounds)
    is_casual = forms_by_hand(event)
    is_open = event.state != Event.State.CLOSED
    is_searching = search is not None and search.state == SeatingSearch.State.SEARCHING
    return DeskContext(
        rotation=rotation,
        shown=filtered(shown, query) if shown else None,
        tabs=tuple(
            TabContext(one.number, one.title, _short_state(one), shown is not None and one.number == shown.number)
            for one in rotation.rounds
        ),
        seen=shown_digest(to_come),
        round_seen=shown_digest([one for one in rounds if shown and one.number == shown.number]),
        people_notices=() if is_casual else _people_notices(field, to_come),
        drawn_words=_drawn_words(field, drawn),
        make_words=_make_words(field),
        make_title=_make_title(field),
        make_key="Draw the first round" if _is_first_draw(field) else "Make the seating",
        rounds_left=max(1, event.rounds_planned - field.next_number + 1),
        can_make=is_open and not is_casual and not is_searching and not any(one.is_published for one in to_come),
        can_publish=is_open and any(one.is_draft and one.tables for one in to_come),
        can_replan=is_open and not is_casual and not is_searching and any(one.is_published for one in to_come),
        can_swap=is_open and shown is not None and not shown.is_started,
        is_casual=is_casual and is_open,
        casual_words=_casual_words(event),
        proposal=_proposal(field, search),
        search=_search(search),
    )


def _shown(rotation: RotationContext, number: int | None) -> SeatingContext | None:
    """The round asked for; else the first that was not begun, else the last."""
    by_number = {one.number: one for one in rotation.rounds}
    if number in by_number:
        return by_number[number]
    to_come = [one for one in rotation.rounds if not one.is_started]
    return next(iter(to_come or rotation.rounds[-1:]), None)


def _short_state(one: SeatingContext) -> str:
    words = {
        EventRound.State.DRAFT: "draft",
        EventRound.State.PUBLISHED: "published",
        EventRound.State.RUNNING: "being played",
        EventRound.State.CLOSED: "played",
    }
    return words[EventRound.State(one.state)]


def filtered(seating: SeatingContext, query: str) -> SeatingContext:
    """Only the tables at which somebody of that name or number sits, and only those who sit out so."""
    if not query.strip():
        return seating
    return replace(
        seating,
        tables=tuple(table for table in seating.tables if any(is_called(seat.person, query) for seat in table.seats)),
        sit_outs=tuple(person for person in seating.sit_outs if is_called(person, query)),
        by_name=tuple(one for one in seating.by_name if is_called(one.person, query)),
    )


def is_called(person: object, query: str) -> bool:
    """Whether the words are in the name, or are the number."""
    words = query.casefold().split()
    name, called, number = (str(getattr(person, part)).casefold() for part in ("name", "called", "number"))
    return words == [number] or all(word in name or word in called for word in words)


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
    left = max(1, field.event.rounds_planned - field.next_number + 1)
    if field.event.format == Event.Format.WINNERS_MOVE:
        return f"Round {field.next_number}"
    return rounds_named(field.next_number, left)


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


def _search(search: SeatingSearch | None) -> SearchContext | None:
    if search is None or search.state == SeatingSearch.State.FOUND:
        return None
    if search.state == SeatingSearch.State.FAILED:
        return SearchContext(f"No seating was made. {search.message}", 0, is_going_on=False)
    if is_silent(search):
        return SearchContext("The search was interrupted. Make the seating again.", 0, is_going_on=False)
    percent = min(100, 100 * search.done // search.steps) if search.steps else 0
    return SearchContext("Looking for the best seating…", percent, is_going_on=True)


def _proposal(field: Field, search: SeatingSearch | None) -> ProposalContext | None:
    if search is None or search.state != SeatingSearch.State.FOUND:
        return None
    proposal: Proposal = proposal_of(field, search)
    certificate = certificate_for(field, proposal.schedule, proposal.before)
    return ProposalContext(
        title=f"{rounds_named(proposal.first, len(proposal.schedule))}: what would change",
        seen=search.seed,
        changes=changes_context(
            proposal.changes, proposal.first, {one.pk: one for one in field.entrants}, proposal.schedule
        ),
        certificate=certificate,
        is_stale=proposal.is_stale,
        needs_consent=certificate is not None and bool(certificate.faults),
    )
