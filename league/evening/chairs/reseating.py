"""A round as it really sat: its rows and cards. Pure; shared by the page and the deed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Final, NamedTuple, TypeAlias

from league.acting.log import Refused
from league.evening.cards.chairs import resolved
from league.evening.cards.reading import RoundReading, TableReading, last_words
from league.evening.cards.seats import entrant_at, is_replaced, player_at
from league.models import Entrant, RoundSeat
from scoring.rules.cards import Seat
from scoring.score_card.entries import Chairs, DetailsGiven, Sitter, chairs_payload
from scoring.score_card.names import fitted
from scoring.score_card.people import chairs_at, pardon_of
from scoring.score_card.sheet import EntryData

Chair: TypeAlias = tuple[int, Seat]
"""A table's number and a seat."""

CHANGED: Final = "Changed chairs"  # the reason on a card where none was given


class Written(NamedTuple):
    kind: str
    payload: Mapping[str, Any]
    hand: int | None = None


@dataclass(frozen=True)
class Reseating:
    """A round with others in some chairs (`sits`) from a hand on. To put it back, `before` has its tables before."""

    reading: RoundReading
    sits: Mapping[Chair, Entrant]
    first: int = 1
    before: Sequence[TableReading] = ()

    # -- who sits where --

    @cached_property
    def rows(self) -> Mapping[Chair, RoundSeat]:
        return rows_of(self.reading)

    @cached_property
    def moved(self) -> Mapping[Chair, Entrant]:
        return {at: one for at, one in self.sits.items() if one.pk != self.rows[at].entrant_id}

    @cached_property
    def tables(self) -> Sequence[TableReading]:
        numbers = {number for number, _ in self.moved} | {table.number for table in self.before}
        return [table for table in self.reading.tables if table.number in numbers]

    @cached_property
    def seated(self) -> Mapping[Chair, Entrant]:
        return {at: self.sits.get(at, row.entrant) for at, row in self.rows.items()}

    @cached_property
    def sit_outs(self) -> Sequence[Entrant]:
        """Those who then sit out: as before, or their chair lost."""
        seated = {one.pk for one in self.seated.values()}
        lost = [row.entrant for row in self.rows.values() if row.entrant_id not in seated]
        return [one for one in (*self.reading.sit_outs, *filter(self._would_sit_out, lost)) if one.pk not in seated]

    def _would_sit_out(self, one: Entrant) -> bool:
        was_here = one.state != Entrant.State.EXPECTED and not one.is_house_player  # or has gone since
        return was_here and one.plays_in(self.reading.event_round.number)

    @cached_property
    def _chairs_had(self) -> Mapping[int, tuple[TableReading, RoundSeat]]:
        tables = (*self.before, *self.reading.tables)
        return {row.entrant_id: (table, row) for table in tables for row in table.seats.values()}

    def row_at(self, at: Chair) -> RoundSeat:
        there, entrant = self.rows[at], self.seated[at]
        if entrant.pk == there.entrant_id:
            return there
        _, own = self._chairs_had.get(entrant.pk, (None, None))
        row = copy(there)
        row.entrant, row.substitute, row.helper, row.is_missing = entrant, None, "", False
        vars(row).update(said=None, replacement=None)
        if own is not None:
            row.substitute, row.helper, row.is_missing = own.substitute, own.helper, own.is_missing
            vars(row).update(said=dict(own.said) if own.said else None, replacement=own.replacement)
        return row

    # -- what cannot be --

    def faults(self) -> Iterator[Refused]:
        """Why the plan is impossible. An earlier state can return, unless a replacement has another chair by now."""
        chairs: dict[int, Chair] = {}
        for at, one in self.seated.items():
            if (other := chairs.setdefault(one.pk, at)) != at:
                yield _not_so(f"{one.called} sits in two chairs: {chair_words(other)} and {chair_words(at)}.")
        yield from self._faults_of_stand_ins()
        if self.before:
            return
        if not self.moved:
            yield _not_so("Nobody has changed chairs yet. Tap two names.")
        yield from self.faults_of_hand()
        if self.first > 1 and self.reading.event_round.event.is_for_pairs and self._parts_pairs:
            yield _not_so("Pairs play here. From a later hand on, both of a pair change chairs together.")
        yield from self._faults_before()
        if self.reading.event_round.event.is_duplicate:
            own = [self._chairs_had[one.pk][1] for one in self.moved.values() if one.pk in self._chairs_had]
            for row in (*(self.rows[at] for at in self.moved), *own):
                if is_replaced(row):
                    yield _not_so(f"{player_at(row)} plays for {row.entrant.called}. Take that back first.")

    def _faults_of_stand_ins(self) -> Iterator[Refused]:
        sits = {one.pk: at for at, one in self.seated.items()}
        for at in self.rows:
            player = entrant_at(self.row_at(at))
            if player is not None and sits.setdefault(player.pk, at) != at:
                yield _not_so(f"{player.called} plays on for {self.seated[at].called}. Take that back first.")

    def faults_of_hand(self) -> Iterator[Refused]:
        for table in self.tables if self.first > 1 else ():
            assert table.sheet is not None, "a round that was started has its cards"
            last = len(table.sheet.lines) if table.sheet.open_line is None else table.sheet.open_line.number
            if table.has_totals_alone:
                why = f"Of table {table.number} only the totals are known, so people sat so from the first hand on."
                yield Refused(why, "first")
            elif self.first > last:
                yield Refused(f"Table {table.number} is at hand {last}. Enter a hand up to {last}.", "first")

    @property
    def _parts_pairs(self) -> bool:

        def partners(seated: Mapping[Chair, Entrant]) -> set[frozenset[int]]:
            return {
                frozenset(one.pk for seat in book.seats_of(side) if (one := seated.get((table.number, seat))))
                for table in self.tables
                for book in ([table.sheet.book] if table.sheet else ())
                for side in book.sides
            }

        return partners(self.seated) != partners({at: row.entrant for at, row in self.rows.items()})

    def _faults_before(self) -> Iterator[Refused]:
        """Conflicts with earlier changes: a person in two chairs for a hand, or a later change that would be lost."""
        for table in self.tables:
            if (last := were_at(table)[-1].first) > self.first:
                yield _not_so(f"Table {table.number} changed chairs from hand {last} on already. Undo that first.")
                return
        chairs = [self.chairs_at(table) for table in self.reading.tables]
        for hand in sorted({one.first for own in chairs for one in own}):
            seen: set[int] = set()
            for who in (who for own in chairs for who in chairs_at(own, hand).values()):
                if who.entrant in seen:
                    why = f"{who.name} would sit in two chairs at hand {hand}. Undo the earlier change first."
                    yield _not_so(why)
                    return
                seen.add(who.entrant)

    # -- what is written --

    def chairs_at(self, table: TableReading) -> Sequence[Chairs]:
        if was := next((one for one in self.before if one.number == table.number), None):
            return were_at(was)
        were = were_at(table)
        if table not in self.tables:
            return were
        return (*(one for one in were if one.first < self.first), Chairs(self.first, sitters(self.rows_at(table))))

    def rows_at(self, table: TableReading) -> Mapping[Seat, RoundSeat]:
        return {seat: self.row_at((table.number, seat)) for seat in table.seats}

    def entries(self, table: TableReading) -> list[Written]:
        """Entries for a table's card: sitters, all that goes with them, and an end to the table's own proposal."""
        names = {seat: who.name for seat, who in sitters(self.rows_at(table)).items()}
        chairs, were = chairs_payload(self.chairs_at(table)), chairs_payload(were_at(table))
        details = Written("details", {"player_names": names, "chairs": chairs, "were": were})
        settled = [Written("release", {"releases": hold.number}) for hold in table.holds if hold.said.chairs]
        return [details, *self._lateness(table), *self._penalties(table), *settled]

    def _lateness(self, table: TableReading) -> Iterator[Written]:
        for seat, row in self.rows_at(table).items():
            if (word := _word(row)) != _word(table.seats[seat]):
                yield Written("late", {**(word or {"minutes": 0, "substitute": "", "name": ""}), "seat": seat})

    def _penalties(self, table: TableReading) -> Iterator[Written]:
        chair_of = {one.pk: at for at, one in self.seated.items()}
        for of, row in self._chairs_had.values():
            at, to = (of.number, row.seat), chair_of.get(row.entrant_id)
            is_there = self.rows[at].entrant_id == row.entrant_id
            if is_there and to == at:
                continue
            for given in of.sheet.penalties if of.sheet else ():
                if given.said.seat != row.seat:
                    continue
                if is_there and of.number == table.number:
                    yield Written("pardon", pardon_of(given), given.hand)
                if to is not None and to[0] == table.number:
                    yield Written("penalty", {**given.payload, "seat": to[1]}, given.hand)

    # -- how all that reads --

    def after(self) -> RoundReading:
        people = {one.pk: one for one in (*self.reading.sit_outs, *self.seated.values())}
        people |= {row.entrant_id: row.entrant for row in self.rows.values()}
        people |= {one.pk: one for table in self.reading.tables for _, seats in table.sat for one in seats.values()}
        tables = tuple(self._after_at(table, people) for table in self.reading.tables)
        return replace(self.reading, tables=tables, sit_outs=tuple(self.sit_outs))

    def _after_at(self, table: TableReading, people: Mapping[int, Entrant]) -> TableReading:
        if table not in self.tables or table.sheet is None:
            return table
        sheet = table.sheet
        for one in self.entries(table):
            sheet = sheet.with_entry(one.kind, one.hand, one.payload, by_director=True)
        return replace(table, seats=self.rows_at(table), sheet=sheet, sat=resolved(sheet.chairs, people))


def before_change(table: TableReading, entry: EntryData[DetailsGiven], people: Mapping[int, Entrant]) -> TableReading:
    """A table before an entry changed its chairs; `people` sat there or were replaced."""
    assert table.sheet is not None, "chairs are changed on a card"
    sheet, seats = table.sheet.before_repeat(entry.client_id), dict(table.seats)
    words = last_words(sheet)
    for seat, who in entry.said.were[-1].seats.items():
        row = seats[seat] = copy(table.seats[seat])
        row.entrant, row.substitute = people[who.entrant], people.get(who.substitute or 0)
        row.helper, row.is_missing = who.helper, who.is_missing
        vars(row).pop("replacement", None)
        row.said = words.get(seat)
    return replace(table, seats=seats, sheet=sheet)


def rows_of(reading: RoundReading) -> Mapping[Chair, RoundSeat]:
    return {(table.number, seat): row for table in reading.tables for seat, row in table.seats.items()}


def were_at(table: TableReading) -> Sequence[Chairs]:
    stated = table.sheet.chairs if table.sheet else ()
    return stated or (Chairs(1, sitters(table.seats)),)


def sitters(rows: Mapping[Seat, RoundSeat]) -> Mapping[Seat, Sitter]:
    return {
        seat: Sitter(row.entrant_id, fitted(player_at(row)), row.substitute_id, row.helper, row.is_missing)
        for seat, row in rows.items()
    }


def chair_words(at: Chair) -> str:
    """`table 3 E`."""
    return f"table {at[0]} {at[1]}"


def _not_so(why: str) -> Refused:
    return Refused(why, "moved")


def _word(row: RoundSeat) -> dict[str, Any]:
    late = dict(row.said or {})
    late.pop("seat", None)
    return late if late.get("minutes") or late.get("replaced") else {}
