"""What pages, screens and paper show of who sits where, ready to print.

`seating_context` is one round, `rotation_context` the evening: by table, by name, by person, with the certificate.
Drafts are in neither unless asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from django.utils.formats import date_format

from league.cards.seats import is_taken_over, player_at
from league.models import Entrant, Event, EventRound, RoundSeat, RoundTable, SeatingVersion
from league.seating.field import Field, certificate_of, forms_by_hand, read_field, results_have_changed
from league.seating.schedules.planning import Change, Place, changes
from league.seating.schedules.schedule import RoundSeating, Schedule
from league.seating.schedules.verify import Certificate
from league.seating.seatings import SeatedRound, ahead, in_order, read_rounds, version_seatings
from scoring.rules.notation import SEAT_NAMES, listed

STATE_WORDS: Final = {
    EventRound.State.DRAFT: "Draft, seen by directors only",
    EventRound.State.PUBLISHED: "Published",
    EventRound.State.RUNNING: "Being played",
    EventRound.State.CLOSED: "Played",
}
SEATS_BY_SIZE: Final = {3: ("A", "B", "C"), 4: ("N", "E", "S", "W")}


@dataclass(frozen=True, slots=True)
class PersonContext:
    """Somebody who takes part. `number` is theirs for the evening, `called` the short name where there is one."""

    entrant_id: int
    number: int
    name: str
    called: str
    is_house: bool
    note: str = ""


@dataclass(frozen=True, slots=True)
class SeatContext:
    """One seat of a table. `plays` is who sits there: a substitute's name with "for …", else the player's."""

    seat: str
    seat_name: str
    person: PersonContext
    plays: str
    has_substitute: bool
    row_id: int
    is_marked: bool = False


@dataclass(frozen=True, slots=True)
class TableContext:
    """One table. `sides` are the partners, N and S first; at a table of three each seat is a side."""

    number: int
    title: str
    seats: tuple[SeatContext, ...]
    sides: tuple[tuple[SeatContext, ...], ...]
    is_three_handed: bool
    is_paper: bool
    has_card: bool
    row_id: int


@dataclass(frozen=True, slots=True)
class PlaceContext:
    """Where one person is in one round. `table` is "3", or "" for who sits out; `sentence` says all of it."""

    round_number: int
    round_title: str
    state: str
    table: str
    seat: str
    seat_name: str
    partner: str
    opponents: str
    sentence: str
    sits_out: bool


@dataclass(frozen=True, slots=True)
class PersonPlaces:
    """A person and their places, one for each round they are in."""

    person: PersonContext
    places: tuple[PlaceContext, ...]


@dataclass(frozen=True, slots=True)
class SeatingContext:
    """One round: by table, and by name. `version_words` is what screens and paper bear."""

    number: int
    title: str
    state: str
    state_words: str
    version_words: str
    event_name: str
    event_date: str
    tables: tuple[TableContext, ...]
    sit_outs: tuple[PersonContext, ...]
    sit_out_words: str
    by_name: tuple[PersonPlaces, ...]
    size_words: str
    minutes: int
    is_draft: bool
    is_started: bool
    has_marks: bool = False


@dataclass(frozen=True, slots=True)
class CertificateLine:
    """A sentence of the certificate; `tone` is good (as good as can be), now (could be better), or plain."""

    words: str
    tone: str


@dataclass(frozen=True, slots=True)
class CertificateContext:
    """What was verified of the seating. `faults` are rules broken, in words; `headline` sums it up."""

    headline: str
    tone: str
    faults: tuple[str, ...]
    lines: tuple[CertificateLine, ...]

    @property
    def sentences(self) -> tuple[str, ...]:
        return tuple(line.words for line in self.lines)


@dataclass(frozen=True, slots=True)
class RotationContext:
    """An evening's seating. `people` are in the order of their names."""

    event_name: str
    event_date: str
    version: int
    version_words: str
    state_words: str
    rounds: tuple[SeatingContext, ...]
    people: tuple[PersonPlaces, ...]
    certificate: CertificateContext | None


@dataclass(frozen=True, slots=True)
class ChangedPlace:
    """What one round has differently for one person."""

    round_title: str
    was: str
    now: str


@dataclass(frozen=True, slots=True)
class ChangedPerson:
    person: PersonContext
    places: tuple[ChangedPlace, ...]


@dataclass(frozen=True, slots=True)
class ChangesContext:
    """Who is affected by a change of the seating; `headline` counts them.

    `people` have another table or seat, or none any more; `neighbours` sit where they were to sit, with others.
    """

    headline: str
    people: tuple[ChangedPerson, ...]
    neighbours: tuple[ChangedPerson, ...] = ()


# -- one round, and the evening


def seating_context(event_round: EventRound) -> SeatingContext:
    """One round of any state (six queries, whatever the number of tables)."""
    event = event_round.event
    return _seating(event, read_rounds(event, [event_round.number])[0])


def rotation_context(event: Event, *, with_drafts: bool = False, with_certificate: bool = True) -> RotationContext:
    """The evening's rounds, published, running and closed; drafts too where asked for (a dozen queries at most)."""
    rounds = [one for one in read_rounds(event) if with_drafts or not one.is_draft]
    field = read_field(event, rounds) if with_certificate and rounds else None
    return rotation_of(event, rounds, field)


def rotation_of(
    event: Event, rounds: Sequence[SeatedRound], field: Field | None, marked: Collection[int] = ()
) -> RotationContext:
    """The same from rounds that were read already (no queries). Without `field` there is no certificate."""
    seatings = tuple(_seating(event, one, marked) for one in rounds)
    return RotationContext(
        event_name=event.name,
        event_date=date_format(event.played_on, "l, F j, Y"),
        version=event.seating_version,
        version_words=version_words(event),
        state_words=_state_words(rounds),
        rounds=seatings,
        people=_people(seatings),
        certificate=_certificate(field) if field else None,
    )


def version_words(event: Event) -> str:
    """What a screen or sheet of paper bears, so that an old one is noticed."""
    return f"Seating version {event.seating_version}" if event.seating_version else "Not published yet"


def _state_words(rounds: Sequence[SeatedRound]) -> str:
    if not rounds:
        return "No seating yet"
    drafts = sum(1 for one in rounds if one.is_draft)
    if drafts == len(rounds):
        return "Draft, seen by directors only"
    return f"{drafts} of {len(rounds)} rounds are drafts" if drafts else "Published"


def _seating(event: Event, one: SeatedRound, marked: Collection[int] = ()) -> SeatingContext:
    event_round = one.event_round
    tables = tuple(_table(table, marked) for table in one.tables)
    sit_outs = tuple(person_of(sit_out.entrant) for sit_out in one.sit_outs)
    return SeatingContext(
        number=event_round.number,
        title=str(event_round),
        state=event_round.state,
        state_words=STATE_WORDS[EventRound.State(event_round.state)],
        version_words=version_words(event),
        event_name=event.name,
        event_date=date_format(event.played_on, "l, F j, Y"),
        tables=tables,
        sit_outs=sit_outs,
        sit_out_words=_sit_out_words(sit_outs),
        by_name=_by_name(one),
        size_words=_size_words(tables),
        minutes=event_round.minutes,
        is_draft=one.is_draft,
        is_started=one.is_started,
        has_marks=bool(marked),
    )


def _sit_out_words(people: Sequence[PersonContext]) -> str:
    if not people:
        return ""
    return f"{listed([person.name for person in people])} {'sits' if len(people) == 1 else 'sit'} out."


def _size_words(tables: Sequence[TableContext]) -> str:
    threes = sum(1 for table in tables if table.is_three_handed)
    words = "1 table" if len(tables) == 1 else f"{len(tables)} tables"
    return f"{words}, {threes} of three" if threes else words


def _table(table: RoundTable, marked: Collection[int]) -> TableContext:
    seats = tuple(_seat(seat, marked) for seat in in_order(table.seats.all()))
    sides = (seats[::2], seats[1::2]) if len(seats) == 4 else tuple((seat,) for seat in seats)
    return TableContext(
        number=table.number,
        title=str(table),
        seats=seats,
        sides=sides,
        is_three_handed=len(seats) == 3,
        is_paper=table.is_paper,
        has_card=table.card_id is not None,
        row_id=table.pk,
    )


def _seat(seat: RoundSeat, marked: Collection[int]) -> SeatContext:
    instead = player_at(seat) if is_taken_over(seat) else ""
    return SeatContext(
        seat=seat.seat,
        seat_name=SEAT_NAMES[seat.seat],
        person=person_of(seat.entrant),
        plays=f"{instead} for {seat.entrant.called}" if instead else seat.entrant.called,
        has_substitute=bool(instead),
        row_id=seat.pk,
        is_marked=seat.entrant_id in marked,
    )


def person_of(entrant: Entrant) -> PersonContext:
    notes = {Entrant.State.EXPECTED: "not here yet", Entrant.State.LEFT: "has left"}
    return PersonContext(
        entrant_id=entrant.pk,
        number=entrant.number,
        name=entrant.name,
        called=entrant.called,
        is_house=entrant.is_house_player,
        note="" if entrant.is_house_player else notes.get(Entrant.State(entrant.state), ""),
    )


# -- by name


def _by_name(one: SeatedRound) -> tuple[PersonPlaces, ...]:
    entrants = one.entrants
    event_round, seating = one.event_round, one.seating
    found = []
    for player, place in places_in(seating).items():
        words = _place(event_round.number, str(event_round), event_round.state, place, lambda p: entrants[p].called)
        found.append(PersonPlaces(person_of(entrants[player]), (words,)))
    return tuple(sorted(found, key=_name_order))


def _name_order(one: PersonPlaces) -> tuple[str, int]:
    return (one.person.name.casefold(), one.person.number)


def _people(rounds: Iterable[SeatingContext]) -> tuple[PersonPlaces, ...]:
    found: dict[int, PersonPlaces] = {}
    for seating in rounds:
        for one in seating.by_name:
            there = found.get(one.person.entrant_id)
            found[one.person.entrant_id] = replace(there, places=there.places + one.places) if there else one
    return tuple(sorted(found.values(), key=_name_order))


def places_in(seating: RoundSeating) -> dict[int, Place]:
    """Everybody's place in a round."""
    places = {}
    for table in seating.tables:
        for seat, player in enumerate(table.seats):
            partner = table.partner_of(player)
            others = frozenset(one for one in table.seats if one not in (player, partner))
            places[player] = Place(table.number, seat, partner, others)
    return places | {player: Place() for player in seating.sitting_out}


def _place(number: int, title: str, state: str, place: Place, name: Callable[[int], str]) -> PlaceContext:
    seat = _seat_of(place)
    return PlaceContext(
        round_number=number,
        round_title=title,
        state=state,
        table=str(place.table or ""),
        seat=seat,
        seat_name=SEAT_NAMES.get(seat, ""),
        partner=name(place.partner) if place.partner is not None else "",
        opponents=listed([name(player) for player in sorted(place.opponents)]),
        sentence=place_words(place, name),
        sits_out=place.table is None,
    )


def _seat_of(place: Place) -> str:
    if place.seat is None:
        return ""
    return SEATS_BY_SIZE[3 if place.partner is None else 4][place.seat]


def place_words(place: Place | None, name: Callable[[int], str]) -> str:
    """`Table 3, North, with Walt against Ed and Joan`."""
    if place is None:
        return "no place"
    if place.table is None:
        return "sits out"
    with_whom = f" with {name(place.partner)}" if place.partner is not None else ""
    against = listed([name(player) for player in sorted(place.opponents)])
    return f"Table {place.table}, {SEAT_NAMES[_seat_of(place)]},{with_whom} against {against}"


# -- the certificate


def _certificate(field: Field) -> CertificateContext | None:
    """Of what is to come, or where nothing is, of what was played. None for tables that form by themselves."""
    to_come = tuple(one.seating for one in ahead(field.rounds))
    before = field.before if to_come else ()
    schedule = to_come or field.before
    return certificate_for(field, schedule, before)


def certificate_for(field: Field, schedule: Schedule, before: Schedule) -> CertificateContext | None:
    """The certificate of these rounds after those; None where nobody planned who meets whom."""
    event = field.event
    if forms_by_hand(event) or not any(seating.tables for seating in schedule):
        return None
    names = {entrant.pk: entrant.called for entrant in field.entrants}
    found = certificate_of(field.wishes, schedule, before, field.season)
    faults = tuple(fault.sentence(lambda player: names.get(player, "House player")) for fault in found.faults)
    if event.format == Event.Format.WINNERS_MOVE:
        is_standing = schedule == tuple(one.seating for one in ahead(field.rounds))
        return _moved_certificate(faults, before, has_changed=is_standing and results_have_changed(event))
    lines = certificate_lines(found)
    could_be_better = any(line.tone == "now" for line in lines)
    return CertificateContext(
        headline=_headline(faults, could_be_better=could_be_better),
        tone="bad" if faults else "now" if could_be_better else "good",
        faults=faults,
        lines=lines,
    )


def _headline(faults: Sequence[str], *, could_be_better: bool) -> str:
    if faults:
        return "1 rule is broken" if len(faults) == 1 else f"{len(faults)} rules are broken"
    return "Every rule is kept" if could_be_better else "Every rule is kept, and nothing can be better"


def certificate_lines(found: Certificate) -> tuple[CertificateLine, ...]:
    """The sentences with their tones."""
    return tuple(CertificateLine(words, _tone(words)) for words in found.sentences)


def _tone(words: str) -> str:
    """As good as can be; not as good as counting allows; or a fact that is neither."""
    if (words.startswith("Nobody ") and words.endswith(" twice.")) or words.endswith("the fewest possible."):
        return "good"
    return "now" if "no schedule can have fewer" in words else "plain"


def _moved_certificate(faults: tuple[str, ...], before: Schedule, *, has_changed: bool) -> CertificateContext:
    """`has_changed`: other results than those the round was seated by stand on the cards now."""
    words = (
        f"Who sits where follows from the results of round {len(before)}." if before else "The first round is drawn."
    )
    if has_changed:
        words = f"The results of round {len(before)} have changed since this was seated: re-plan it."
    return CertificateContext(
        headline="The results have changed" if has_changed else _headline(faults, could_be_better=True),
        tone="bad" if faults or has_changed else "good",
        faults=faults,
        lines=(CertificateLine(words, "now" if has_changed else "plain"),),
    )


# -- what changes


def changes_context(
    found: Sequence[Change], first: int, people: Mapping[int, Entrant], now: Schedule
) -> ChangesContext:
    """Changes by person. Round indices count from `first`; `people` are all who are named, `now` is the new seating."""
    by_person: dict[int, list[Change]] = {}
    for change in found:
        by_person.setdefault(change.player, []).append(change)
    moved = {player for player, each in by_person.items() if any(change.is_elsewhere for change in each)}
    placed = {
        player
        for seating in now
        for player in seating.players
        if player in people and not people[player].is_house_player
    }
    affected = {player: _changed_person(player, each, first, people) for player, each in by_person.items()}
    return ChangesContext(
        headline=_changes_headline(len(moved & placed), len(placed), len((affected.keys() & placed) - moved)),
        people=_by_name_of(affected[player] for player in moved),
        neighbours=_by_name_of(affected[player] for player in affected.keys() - moved),
    )


def _changed_person(player: int, found: Sequence[Change], first: int, people: Mapping[int, Entrant]) -> ChangedPerson:
    def name(one: int) -> str:
        return people[one].called if one in people else "House player"

    return ChangedPerson(
        person_of(people[player]) if player in people else PersonContext(player, 0, name(player), name(player), True),
        tuple(
            ChangedPlace(
                f"Round {first + change.round_index}", place_words(change.was, name), place_words(change.now, name)
            )
            for change in found
        ),
    )


def _by_name_of(people: Iterable[ChangedPerson]) -> tuple[ChangedPerson, ...]:
    return tuple(sorted(people, key=lambda one: (one.person.name.casefold(), one.person.number)))


def _changes_headline(moved: int, players: int, neighbours: int) -> str:
    """`6 of 18 players change places. The other 12 sit where their slips say, 7 of them with somebody else at the
    table.`"""
    rest = players - moved
    if not moved:
        head = "Nobody’s place changes."
    else:
        verb = "changes" if moved == 1 else "change"
        head = f"{moved} of {players} player{'' if players == 1 else 's'} {verb} places."
    if not neighbours and (not moved or not rest):
        return head
    stay = (
        "Everybody sits where the slip says"
        if not moved
        else ("The other one sits where the slip says" if rest == 1 else f"The other {rest} sit where their slips say")
    )
    if not neighbours:
        return f"{head} {stay}."
    who = "" if rest == neighbours else "one of them " if neighbours == 1 else f"{neighbours} of them "
    return f"{head} {stay}, {who}with somebody else at the table."


def since_version(event: Event, version: SeatingVersion, rounds: Sequence[SeatedRound]) -> ChangesContext:
    """What is published now beside what was published with this version (one query)."""
    was = version_seatings(version)
    now = {one.number: one.seating for one in rounds if not one.is_draft}
    last = max([0, *was, *now])
    nothing = RoundSeating(())
    found = changes(
        tuple(was.get(number, nothing) for number in range(1, last + 1)),
        tuple(now.get(number, nothing) for number in range(1, last + 1)),
    )
    return changes_context(found, 1, {entrant.pk: entrant for entrant in event.entrants.all()}, tuple(now.values()))
