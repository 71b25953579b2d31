"""The field: people here, their wishes and meetings, for the next seatings. `read_field` and `task_for` gather it;
`league.evening.seating.schedules.tasks.find` looks for the seatings."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import timedelta
from itertools import combinations, groupby, takewhile
from typing import Any, Final, TypeAlias, cast

from django.db.models import Avg

from league.acting.log import Refused
from league.evening.cards.reading import TableReading, event_points, read_event, read_started
from league.evening.cards.reading import that_count as readings_that_count
from league.evening.seating.schedules.board_sets import board_sets_made, board_sets_met, makers, shares_board_sets
from league.evening.seating.schedules.bracket import Bracket, KnockOut, bracket_now
from league.evening.seating.schedules.schedule import (
    FOUR,
    Duplicate,
    Known,
    Meetings,
    Pair,
    Player,
    RoundSeating,
    Schedule,
    Seating,
    Shape,
    usual_sides,
)
from league.evening.seating.schedules.tasks import Results, SeatingTask, fingerprint_of
from league.evening.seating.schedules.verify import Certificate, verify
from league.evening.seating.schedules.wishes import Sizes, Wishes, sides_of, sizes_for
from league.models import Entrant, Event, EventRound, LedgerRow, PairRule, RoundSeat, SitOut
from league.models.events import MOST_ROUNDS
from league.models.rounds import STARTED
from pinochle_club.ground.plainly import kept
from scoring.rules.cards import order_of
from scoring.rules.notation import NUMBERS

from .made_of import counts_otherwise, is_not_here_after_all, not_there
from .schedules import movement
from .schedules.numbers import as_now, counted, places
from .seatings import SeatedRound, ahead, in_order, shape_of, started, that_count

SeasonKey: TypeAlias = tuple[frozenset[tuple[Pair, int]], frozenset[tuple[Pair, int]]]

SEASON: Final = timedelta(days=365)
PAIR_WISHES: Final = {
    PairRule.Kind.NOT_PARTNERS: "not_partners",
    PairRule.Kind.NEVER_MEET: "never_meet",
    PairRule.Kind.PARTNERS: "partners",
}


def certificate_of(
    wishes: Wishes,
    schedule: Schedule,
    before: Schedule,
    season: Meetings | None,
    duplicate: Duplicate | None = None,
    *,
    is_knock_out: bool = False,
) -> Certificate:
    """The certificate of a seating for those in it. Of 200 players it takes a third of a second, once."""
    met = (frozenset(season.partnered.items()), frozenset(season.opposed.items())) if season else None
    return _certificate(wishes, schedule, before, met, duplicate, is_knock_out)


@kept(64)
def _certificate(
    wishes: Wishes,
    schedule: Schedule,
    before: Schedule,
    met: SeasonKey | None,
    duplicate: Duplicate | None,
    is_knock_out: bool,
) -> Certificate:
    season = Meetings(dict(met[0]), dict(met[1])) if met else None
    here = [seating.players for seating in schedule]
    return verify(schedule, here, wishes, before=before, season=season, duplicate=duplicate, is_knock_out=is_knock_out)


def no_knock_out(sides: int) -> str:
    return f"A knock-out is between two, and at these tables {NUMBERS[sides]} sides play: choose a round robin."


def forms_by_hand(event: Event) -> bool:
    """Whether tables form one by one: at casual evenings, and at a duplicate for others than four."""
    is_for_four = event.rules.book_version.book.deal.players == FOUR.seats
    return event.format == Event.Format.CASUAL or (event.is_duplicate and not is_for_four)


def shapes_of(event: Event) -> tuple[Shape, ...]:
    """The kinds of tables that there are rules for, the evening's own first."""
    main, others = shape_of(event.rules), event.three_handed_rules
    return (main, shape_of(others)) if others and shape_of(others).seats != main.seats else (main,)


def shapes_tonight(event: Event) -> tuple[Shape, ...]:
    """Those that the search may make."""
    main, *others = shapes_of(event)
    is_wanted = event.odd_players == Event.OddPlayers.THREE_HANDED
    return (main, *(one for one in others if is_wanted and (not event.is_for_sides or one.side_size == main.side_size)))


def tables_tonight(event: Event, here: int) -> tuple[Sizes, int]:
    """The tables that so many people make, and the house players among them."""
    shapes = shapes_tonight(event)
    house = -here % shapes[0].seats if event.odd_players == Event.OddPlayers.HOUSE_PLAYER else 0
    return sizes_for(range(here + house), Wishes(shapes=shapes)), house


def verified(field: Field, schedule: Schedule, before: Schedule) -> Certificate | None:
    """The certificate of these rounds after those; None where the meetings weren't planned."""
    if forms_by_hand(field.event) or not any(seating.tables for seating in schedule):
        return None
    is_knock_out = field.event.is_knock_out
    if is_knock_out:
        night = tuple(_without_extra_hands(field, (*before, *schedule)))
        before, schedule = night[: len(before)], night[len(before) :]
    before, schedule = (as_now(rounds, field.event.hall_tables) for rounds in (before, schedule))
    duplicate = field.duplicate_with((*before, *schedule))
    return certificate_of(field.wishes, schedule, before, field.season, duplicate, is_knock_out=is_knock_out)


def _without_extra_hands(field: Field, night: Schedule) -> Iterator[RoundSeating]:
    """The rounds of a knock-out, without tables where those who tied meet again."""
    extra = [one.seating for one in field.rounds if one.event_round.is_extra_hand]
    seen = set[Seating]()
    for one in night:
        yield RoundSeating(()) if one in extra and seen.issuperset(one.tables) else one
        seen.update(one.tables)


def has_faults(field: Field, schedule: Schedule, before: Schedule) -> bool:
    found = verified(field, schedule, before)
    return found is not None and bool(found.faults)


# -- gathering


@dataclass(frozen=True)
class Field:
    """An event's people as the seating sees them, and its rounds so far."""

    event: Event
    entrants: Sequence[Entrant]
    rounds: Sequence[SeatedRound]
    wishes: Wishes
    season: Meetings | None
    house: tuple[Entrant, ...] = field(default=())

    @property
    def players(self) -> tuple[Entrant, ...]:
        return tuple(entrant for entrant in self.entrants if not entrant.is_house_player)

    @property
    def before(self) -> Schedule:
        """Meetings in rounds that count. Where people go on from their tables, tables that don't count stay in."""
        moves_on = self.event.is_by_results or self.event.format == Event.Format.HALF_MOVE
        return tuple(one.seating if moves_on else one.met for one in that_count(self.rounds))

    @property
    def numbers_before(self) -> tuple[int, ...]:
        return tuple(one.number for one in that_count(self.rounds))

    @property
    def next_number(self) -> int:
        return max((one.number for one in started(self.rounds)), default=0) + 1

    @property
    def counted_in(self) -> frozenset[Player]:
        """Players not here yet with a place in rounds to come, still counted on."""
        return frozenset(
            one.pk
            for one in self.placed
            if one.state == Entrant.State.EXPECTED and not is_not_here_after_all(self.event, one, self.next_number)
        )

    @property
    def placed(self) -> tuple[Entrant, ...]:
        placed = {player for one in ahead(self.rounds) for player in one.seating.players}
        return tuple(one for one in self.players if one.pk in placed)

    @property
    def not_there(self) -> list[Entrant]:
        return not_there(self.event, self.placed, self.next_number)

    @property
    def coming(self) -> tuple[Entrant, ...]:
        coming = Entrant.State.EXPECTED
        return tuple(e for e in self.players if e.state == coming and e.plays_in(self.next_number))

    @property
    def likely(self) -> frozenset[Player]:
        expected = frozenset(e.pk for e in self.coming)
        return self.counted_in if self.rounds else expected

    @property
    def duplicate(self) -> Duplicate | None:
        """The boards on tables so far; None unless at a duplicate. Published ones may be made."""
        if not self.event.is_duplicate:
            return None
        fixed = [one.seating for one in self.rounds if not one.is_draft]
        begun = [one.seating for one in started(self.rounds)]
        return Duplicate(
            rounds=self.event.rounds_planned,
            met=board_sets_met(begun),
            made=self._made(tuple(fixed)),
            there=max((table.boards for seating in fixed for table in seating.tables), default=0),
            shares=shares_board_sets(begun[-1]) if begun else None,
            by_slips=self.event.boards_by == Event.BoardsBy.SLIPS,
            one_list=self.event.one_list,
        )

    def _made(self, schedule: Schedule) -> Known:
        by_slips = self.event.boards_by == Event.BoardsBy.SLIPS
        return board_sets_made(schedule[0], makers(schedule)) if by_slips and schedule else frozenset()

    def duplicate_with(self, schedule: Schedule) -> Duplicate | None:
        """The boards for a certificate of these rounds, with makers if not fixed yet."""
        duplicate = self.duplicate
        if duplicate is None:
            return None
        void = [one.seating for one in started(self.rounds) if not one.event_round.counts]
        return replace(duplicate, met=board_sets_met(void), made=duplicate.made or self._made(schedule))

    def here_in(self, number: int, expected: Collection[Player], *, even_out: bool = False) -> tuple[Player, ...]:
        """Players to be seated in a round: here or counted in; of pairs only with their partner. `even_out`: with those
        whom the results so far put out."""
        here = {
            entrant.pk
            for entrant in (self.entrants if self.wishes.in_sides else self.players)
            if (entrant.plays_in(number) or (even_out and entrant.first_round <= number))
            and (entrant.state == Entrant.State.HERE or (entrant.state == "expected" and entrant.pk in expected))
        }
        if self.wishes.in_sides:
            here = {player for side in sides_of(here, self.wishes) for player in side}
        return tuple(sorted(here))

    @property
    def unpaired(self) -> tuple[Entrant, ...]:
        if not self.wishes.in_sides:
            return ()
        paired, number = self.here_in(self.next_number, self.likely), self.next_number
        here = (one for one in self.players if one.state == Entrant.State.HERE and one.plays_in(number))
        return tuple(one for one in here if one.pk not in paired)


def read_field(event: Event, rounds: Sequence[SeatedRound]) -> Field:
    """All about people that a seating depends on (some six queries)."""
    entrants = tuple(event.entrants.select_related("member").order_by("number"))
    by_member = {entrant.member_id: entrant.pk for entrant in entrants if entrant.member_id}
    earlier = _earlier_nights(event)
    return Field(
        event=event,
        entrants=entrants,
        rounds=rounds,
        wishes=_wishes(event, entrants, by_member, earlier),
        season=_season(earlier, by_member, shapes_of(event)),
        house=tuple(entrant for entrant in entrants if entrant.is_house_player),
    )


def _wishes(
    event: Event, entrants: Sequence[Entrant], by_member: Mapping[int, Player], earlier: Sequence[Event]
) -> Wishes:
    pairs: dict[str, set[Pair]] = {name: set() for name in PAIR_WISHES.values()}
    rules = PairRule.objects.filter(club_id=event.club_id).values_list("kind", "first_id", "second_id")
    for kind, first, second in rules:
        if event.is_for_sides and kind != PairRule.Kind.NEVER_MEET:
            continue  # people name their partner, or team, at check-in
        if first in by_member and second in by_member:
            pairs[PAIR_WISHES[PairRule.Kind(kind)]].add(frozenset((by_member[first], by_member[second])))
    known = {entrant.pk for entrant in entrants}
    pairs["partners"] |= {
        frozenset((entrant.pk, entrant.partner_id))
        for entrant in entrants
        if entrant.partner_id in known and entrant.partner_id != entrant.pk
    }
    shapes = shapes_tonight(event)
    if not shapes[0].has_partners:
        pairs["partners"] = set()
    if event.is_for_sides and shapes[0].side_size > 2:
        pairs["partners"] = set(_of_one_team(entrants))
    else:
        pairs["never_meet"] |= _teammates(event, entrants)
    return Wishes(
        **{name: frozenset(found) for name, found in pairs.items()},
        stationary=frozenset(e.pk for e in entrants if e.stays and not e.is_house_player),
        at_table=frozenset((e.pk, e.at_table) for e in entrants if e.at_table and not e.is_house_player),
        volunteers=frozenset(entrant.pk for entrant in entrants if entrant.sits_out_gladly),
        sat_out_last=_sat_out_last(earlier, by_member),
        shapes=shapes,
        in_sides=event.is_for_sides,
        half_move=event.format == Event.Format.HALF_MOVE,
    )


def _teammates(event: Event, entrants: Sequence[Entrant]) -> set[Pair]:
    """Those of one team who sit at different tables, where the tables are enough for that and the search seats all.
    Partners of the evening play together."""
    if event.is_by_results or event.format == Event.Format.CASUAL or not event.team_size:
        return set()
    playing = [one for one in entrants if one.state != Entrant.State.LEFT and not one.is_house_player]
    if len(playing) // event.rules.book_version.book.deal.players < event.team_size // (2 if event.is_for_pairs else 1):
        return set()
    partners = {frozenset((one.pk, one.partner_id)) for one in playing}
    return set(_of_one_team(playing)) - partners


def _of_one_team(entrants: Collection[Entrant]) -> Iterator[Pair]:
    return (
        frozenset((one.pk, other.pk)) for one, other in combinations(entrants, 2) if one.team and one.team == other.team
    )


def _earlier_nights(event: Event) -> list[Event]:
    if event.series_id is None:
        return []
    nights = Event.objects.filter(
        club_id=event.club_id,
        series_id=event.series_id,
        starts_at__lt=event.starts_at,
        starts_at__gte=event.starts_at - SEASON,
    ).exclude(pk=event.pk)
    return list(nights.order_by("-starts_at", "-pk"))


def _sat_out_last(earlier: Sequence[Event], by_member: Mapping[int, Player]) -> frozenset[Player]:
    if not earlier:
        return frozenset()
    played = SitOut.objects.filter(
        event_round__event=earlier[0], event_round__state__in=STARTED, event_round__counts=True
    )
    members = played.values_list("entrant__member_id", flat=True)
    return frozenset(by_member[member] for member in members if member in by_member)


def _season(earlier: Sequence[Event], by_member: Mapping[int, Player], shapes: Collection[Shape]) -> Meetings | None:
    """Meetings of tonight's people on earlier nights, in rounds begun that count (one query), at tables of tonight's
    kinds, as far as they have so many seats."""
    sides = {shape.seats: shape.sides for shape in shapes}
    if not earlier:
        return None
    seats = (
        RoundSeat.objects.filter(
            table__event_round__event__in=earlier, table__event_round__state__in=STARTED, table__counts=True
        )
        .order_by("table_id")
        .values_list("table_id", "seat", "entrant__member_id")
    )
    partnered, opposed = Counter[Pair](), Counter[Pair]()
    for _, group in groupby(seats, key=lambda row: row[0]):
        rows = [(seat, member) for _, seat, member in group]
        order, count = order_of([seat for seat, _ in rows]), sides.get(len(rows)) or usual_sides(len(rows))
        table = [(order.index(seat), by_member[member]) for seat, member in rows if member in by_member]
        for (place, player), (there, other) in combinations(table, 2):
            found = opposed if (there - place) % count else partnered
            found[frozenset((player, other))] += 1
    return Meetings(partnered, opposed)


def task_for(field: Field, *, expected: Collection[Player], rounds: int | None = None, seed: int = 0) -> SeatingTask:
    """The task of the next `rounds`; None for those left of the plan."""
    event, first = field.event, field.next_number
    count = _count(field, rounds)
    task = SeatingTask(
        first=first,
        attendance=(),
        before=field.before,
        wishes=field.wishes,
        season=field.season,
        seed=seed or event.seed,
        names={entrant.pk: entrant.called for entrant in field.entrants},
        ahead=fingerprint_of(tuple((one.number, one.event_round.state, one.seating) for one in ahead(field.rounds))),
        keep=_published(field, first, count),
        winners_move=event.is_by_results,
        duplicate=field.duplicate and replace(field.duplicate, rounds=first + count - 1),
        tables=event.hall_tables,
    )
    attendance = [
        field.here_in(number, expected, even_out=event.is_knock_out) for number in range(first, first + count)
    ]
    if event.odd_players == Event.OddPlayers.HOUSE_PLAYER and not event.is_for_sides:
        attendance = [_filled(here, field.house, field.wishes.main.seats) for here in attendance]
    task = replace(task, attendance=tuple(attendance))
    if event.is_knock_out:
        task = replace(task, knock_out=knock_out_of(field))
    if task.winners_move and task.before and not is_fresh_draw(field):
        task = replace(task, by_results=_results(field, task.seed))
    return task


def is_fresh_draw(field: Field) -> bool:
    """Whether the next round is the final's first, drawn again."""
    return (
        0 < field.event.cut_after < field.next_number and max(field.numbers_before, default=0) <= field.event.cut_after
    )


def _published(field: Field, first: int, count: int) -> Schedule:
    published = {one.number: one.seating for one in ahead(field.rounds) if one.is_published and one.tables}
    return tuple(published[number] for number in takewhile(published.__contains__, range(first, first + count)))


def _count(field: Field, rounds: int | None) -> int:
    event, first = field.event, field.next_number
    if event.state == Event.State.CLOSED:
        raise Refused("This event is closed. Reopen it first.")
    if event.format == Event.Format.CASUAL:
        raise Refused("At a casual evening, people form their own tables. Put four people together.")
    if any(one.event_round.is_extra_hand for one in ahead(field.rounds)):
        raise Refused("An extra hand comes first. Play it, or delete it, before the next rounds are seated.")
    if event.is_duplicate and field.wishes.main != FOUR:
        raise Refused("A duplicate of others than four is not planned. Form the tables one by one.")
    if event.is_for_sides and event.side_size != field.wishes.main.side_size:
        raise Refused("The rules have sides of another size by now. Look at the evening’s settings and save them.")
    if event.is_knock_out and field.wishes.main.sides > 2:
        raise Refused(no_knock_out(field.wishes.main.sides))
    is_mixed = event.odd_players == Event.OddPlayers.THREE_HANDED and not event.is_for_sides
    if is_mixed and event.three_handed_rules_id is None:
        raise Refused("Other tables need their own rules. Choose them in the event, or let people sit out.")
    left = event.rounds_planned - first + 1 if rounds is None and not event.is_knock_out else rounds or 1
    if left < 1:
        raise Refused(f"All {event.rounds_planned} rounds of this evening have already started. Enter how many more.")
    if first + left - 1 > MOST_ROUNDS:
        raise Refused(f"An evening has {MOST_ROUNDS} rounds at most.")
    if event.is_by_results:
        running = [one for one in field.rounds if one.event_round.state == EventRound.State.RUNNING]
        if running:
            raise Refused(f"Close round {running[0].number} first. Its results decide who moves where.")
        return 1
    return left


def _filled(here: tuple[Player, ...], house: Sequence[Entrant], seats: int) -> tuple[Player, ...]:
    rows = [entrant.pk for entrant in house]
    stand_ins = [*rows, *range(-1, -seats, -1)]
    return tuple(sorted((*here, *stand_ins[: -len(here) % seats])))


def _results(field: Field, seed: int) -> Results:
    """Winners of the last counting round, and all points so far (five queries)."""
    event, last = field.event, field.numbers_before[-1]
    readings = read_started(event)
    points = event_points(event, readings_that_count(readings))
    rng = random.Random(seed)
    winners, behind, drawn = {}, {}, []
    for table in next(one for one in readings if one.event_round.number == last).tables:
        sides = _winning_places(table) if table.table.counts else []
        everybody = range(field.wishes.shape(len(table.seats)).sides)
        if len(sides) != 1:
            drawn.append(table.number)
            sides = sides or list(everybody)
        winners[table.number] = rng.choice(sides)
        if len(everybody) > 2:
            lowest = _lowest_places(table) if table.table.counts else []
            others = [one for one in everybody if one != winners[table.number]]
            behind[table.number] = rng.choice([one for one in lowest if one in others] or others)
    return Results(
        winners=winners,
        drawn=tuple(drawn),
        scores={player: sum(one.points for one in rounds) for player, rounds in points.items()},
        partners=cast(movement.Pairing, event.partners),
        losers=cast(movement.Losers, event.losers),
        last=behind,
    )


def moved_by(results: Results) -> dict[str, Any]:
    """Who moved up by table, and who moved down where more than two play; as a round keeps it (`movers`)."""
    return {
        str(table): [side, results.last[table]] if table in results.last else side
        for table, side in results.winners.items()
    }


def movers(kept: Mapping[str, Any]) -> tuple[Mapping[int, int], Mapping[int, int]]:
    """The winners by table, and who was last."""
    both = {int(table): found if isinstance(found, list) else [found] for table, found in kept.items()}
    return {at: found[0] for at, found in both.items()}, {at: found[1] for at, found in both.items() if found[1:]}


def knock_out_of(field: Field) -> KnockOut:
    """Who won in each round played, and what people made in a round on average on earlier nights, for a draw by that
    (six queries)."""
    readings = {one.event_round.number: one for one in read_started(field.event)}
    won = []
    for number in field.numbers_before:
        is_closed = readings[number].event_round.state == EventRound.State.CLOSED
        tables = [one for one in readings[number].tables if one.table.counts and (is_closed or one.is_finished)]
        sides = {table.number: _winning_places(table) for table in tables}
        won.append({table: found[0] for table, found in sides.items() if len(found) == 1})
    return KnockOut(tuple(won), {} if field.before or not field.event.is_seeded else _averages(field))


def bracket_so_far(field: Field) -> Bracket:
    """Where the rounds of a knock-out led, without those who went home (six queries)."""
    tables, known = field.event.hall_tables, knock_out_of(field)
    numbers = places(tables)
    won = tuple({numbers.get(table, table): side for table, side in one.items()} for one in known.won)
    here = {one.pk for one in field.entrants if one.state != Entrant.State.LEFT}
    return bracket_now(counted(field.before, tables), here, field.wishes, KnockOut(won, known.ranks))


def _averages(field: Field) -> Mapping[Player, float]:
    by_member = {one.member_id: one.pk for one in field.players if one.member_id}
    rows = LedgerRow.objects.filter(
        event__in=_earlier_nights(field.event), is_pair=False, entrant__member__in=by_member
    )
    found = rows.exclude(kind="sat_out").order_by().values_list("entrant__member").annotate(Avg("points"))
    return {by_member[member]: float(points) for member, points in found}


def results_have_changed(event: Event) -> bool:
    """Whether the next round rests on changed winners (seven queries at most); draws don't count."""
    if not event.is_by_results:
        return False
    seated = event.rounds.filter(state__in=("draft", "published")).order_by("number").first()
    if seated is None or seated.moved_by is None:
        return False
    if counts_otherwise(event):
        return True
    before = next((one for one in reversed(read_event(event)) if one.event_round.number < seated.number), None)
    tables = {table.number: table for table in before.tables} if before else {}
    return any(
        (there := places(tables[table])) and side not in there
        for found, places in zip(movers(seated.moved_by), (_winning_places, _lowest_places), strict=True)
        for table, side in found.items()
        if table in tables
    )


def drawn_tables(field: Field) -> tuple[int, ...]:
    """Tables of the last round, level or without a result, where lots decide (five queries at most)."""
    if field.event.format != Event.Format.WINNERS_MOVE or not field.before or is_fresh_draw(field):
        return ()
    return _results(field, field.event.seed).drawn


def _winning_places(table: TableReading) -> list[int]:
    """The winners' first seat, as `movement` counts; several where level."""
    first = _first_seats(table)
    return [first[side] for side in table.winners] if first else []


def _lowest_places(table: TableReading) -> list[int]:
    """Those with the least; none where all are level."""
    first = _first_seats(table)
    points = {side: table.totals[side] for side in first if side in table.totals}
    least = min(points.values(), default=0)
    return [first[side] for side, own in points.items() if own == least and side not in table.winners]


def _first_seats(table: TableReading) -> Mapping[str, int]:
    if table.sheet is None:
        return {}
    side_of = table.sheet.book.side_of
    first: dict[str, int] = {}
    for place, seat in enumerate(in_order(table.seats.values())):
        first.setdefault(side_of(seat.seat), place)
    return first
