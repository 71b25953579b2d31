"""A round as it really sat: what stands in its rows and on its cards then. Pure; one for the look and for the deed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Final, NamedTuple, TypeAlias

from league.evening.cards.chairs import resolved
from league.evening.cards.reading import RoundReading, TableReading
from league.evening.cards.seats import entrant_at, is_replaced, player_at
from league.models import Entrant, RoundSeat
from scoring.rules.cards import Seat
from scoring.score_card.entries import Chairs, Sitter, chairs_payload
from scoring.score_card.names import fitted
from scoring.score_card.people import chairs_at, pardon_of
from scoring.score_card.sheet import Sheet

Chair: TypeAlias = tuple[int, Seat]
"""A table's number and a seat."""

CHANGED: Final = "Changed chairs"


class Written(NamedTuple):
    """An entry on a card."""

    kind: str
    payload: Mapping[str, Any]
    hand: int | None = None


@dataclass(frozen=True)
class Reseating:
    """A round in which others sat in some chairs (`sits`, the rest as before), from the hand `first` on. `histories`
    are the chairs of tables from the first hand to the last, where they are known: those before a change."""

    reading: RoundReading
    sits: Mapping[Chair, Entrant]
    first: int = 1
    histories: Mapping[int, Sequence[Chairs]] | None = None

    # -- who sits where --

    @cached_property
    def rows(self) -> Mapping[Chair, RoundSeat]:
        """Who sits where so far."""
        return rows_of(self.reading)

    @cached_property
    def moved(self) -> Mapping[Chair, Entrant]:
        """The chairs in which somebody else sat."""
        return {at: one for at, one in self.sits.items() if one.pk != self.rows[at].entrant_id}

    @cached_property
    def tables(self) -> Sequence[TableReading]:
        """The tables that it touches."""
        numbers = {number for number, _ in self.moved} | {*(self.histories or ())}
        return [table for table in self.reading.tables if table.number in numbers]

    @cached_property
    def seated(self) -> Mapping[Chair, Entrant]:
        """Everybody in every chair, as they really sat."""
        return {at: self.sits.get(at, row.entrant) for at, row in self.rows.items()}

    @cached_property
    def sit_outs(self) -> Sequence[Entrant]:
        """Who sits out then: those who did and have no chair, and whose chair another one had."""
        seated = {one.pk for one in self.seated.values()}
        lost = [row.entrant for row in self.rows.values() if row.entrant_id not in seated]
        return [one for one in (*self.reading.sit_outs, *filter(self._would_sit_out, lost)) if one.pk not in seated]

    def _would_sit_out(self, one: Entrant) -> bool:
        was_here = one.state != Entrant.State.EXPECTED and not one.is_house_player  # also who has gone since
        return was_here and one.plays_in(self.reading.event_round.number)

    def row_at(self, at: Chair) -> RoundSeat:
        """The row of a chair as it becomes. Who plays for somebody, and that they are missing, goes along."""
        there, entrant = self.rows[at], self.seated[at]
        if entrant.pk == there.entrant_id:
            return there
        own, row = self._own_row(entrant), copy(there)
        row.entrant, row.substitute, row.helper, row.is_missing = entrant, None, "", False
        said, replacement = None, None
        if own is not None:
            row.substitute, row.helper, row.is_missing = own.substitute, own.helper, own.is_missing
            said, replacement = (dict(own.said) if own.said else None), own.replacement
        vars(row).update(said=said, replacement=replacement)
        return row

    @property
    def comes_back(self) -> Sequence[Entrant]:
        """Who gets a chair and has none now."""
        return [one for one in self.moved.values() if self._own_row(one) is None]

    def _own_row(self, entrant: Entrant) -> RoundSeat | None:
        return next((row for row in self.rows.values() if row.entrant_id == entrant.pk), None)

    # -- what cannot be --

    def faults(self) -> Iterator[str]:
        """In sentences, why it can't be so."""
        seen: dict[int, Chair] = {}
        for at, one in self.seated.items():
            if one.pk in seen:
                yield f"{one.called} sits in two chairs: {chair_words(seen[one.pk])} and {chair_words(at)}."
            seen[one.pk] = at
        yield from self._faults_of_stand_ins()
        if not self.moved:
            yield "Nobody has changed chairs yet. Tap two names."
        yield from self.faults_of_hand()
        if self.first > 1 and self.reading.event_round.event.is_for_pairs and self._parts_pairs:
            yield "Pairs play here. From a later hand on, both of a pair change chairs together."
        yield from self._faults_before()
        if self.reading.event_round.event.is_duplicate:
            for at in self.moved:
                own = self._own_row(self.moved[at])
                for row in (self.rows[at], own):
                    if row is not None and is_replaced(row):
                        yield f"{player_at(row)} plays for {row.entrant.called}. Take that back first."

    def _faults_of_stand_ins(self) -> Iterator[str]:
        """Who plays on for somebody has no chair of their own beside that."""
        sits = {one.pk: at for at, one in self.seated.items()}
        for at in self.rows:
            player = entrant_at(self.row_at(at))
            if player is not None and sits.get(player.pk, at) != at:
                yield f"{player.called} plays on for {self.seated[at].called}. Take that back first."

    def faults_of_hand(self) -> Iterator[str]:
        """Why it can't be so from that hand on."""
        for table in self.tables if self.first > 1 else ():
            assert table.sheet is not None, "a round that was started has its cards"
            last = len(table.sheet.lines) if table.sheet.open_line is None else table.sheet.open_line.number
            if table.has_totals_alone:
                yield f"Of table {table.number} only the totals are known, so people sat so from the first hand on."
            elif self.first > last:
                yield f"Table {table.number} is at hand {last}. Enter a hand up to {last}."

    @property
    def _parts_pairs(self) -> bool:
        """Whether somebody has another partner than before."""

        def partners(seated: Mapping[Chair, Entrant]) -> set[frozenset[int]]:
            return {
                frozenset(seated[table.number, seat].pk for seat in table.sheet.book.seats_of(side))
                for table in self.tables
                for side in (table.sheet.book.sides if table.sheet else ())
                if table.sheet and all((table.number, seat) in seated for seat in table.sheet.book.seats_of(side))
            }

        return partners(self.seated) != partners({at: row.entrant for at, row in self.rows.items()})

    def _faults_before(self) -> Iterator[str]:
        """Nobody sat in two chairs for a hand, by what was said of chairs before, and of that nothing is lost."""
        for table in self.tables:
            if (last := self.were_at(table)[-1].first) > self.first:
                yield f"Table {table.number} changed chairs from hand {last} on already. Undo that first."
                return
        chairs = {table.number: self.chairs_at(table) for table in self.reading.tables}
        for hand in sorted({one.first for own in chairs.values() for one in own}):
            seen: set[int] = set()
            for own in chairs.values():
                for who in chairs_at(own, hand).values():
                    if who.entrant in seen:
                        yield f"{who.name} would sit in two chairs at hand {hand}. Undo the earlier change first."
                        return
                    seen.add(who.entrant)

    # -- what is written --

    def chairs_at(self, table: TableReading) -> Sequence[Chairs]:
        """The chairs of a table from the first hand to the last."""
        were = self.were_at(table)
        if self.histories is not None and table.number in self.histories:
            return self.histories[table.number]
        if table not in self.tables:
            return were
        return (*(one for one in were if one.first < self.first), Chairs(self.first, self._sitters(table, self.row_at)))

    def were_at(self, table: TableReading) -> Sequence[Chairs]:
        """The chairs of a table as they were said so far."""
        said = table.sheet.chairs if table.sheet else ()
        return said or (Chairs(1, self._sitters(table, lambda at: self.rows[at])),)

    def _sitters(self, table: TableReading, row_at: Any) -> Mapping[Seat, Sitter]:
        rows = {seat: row_at((table.number, seat)) for seat in table.seats}
        return {seat: Sitter(row.entrant_id, fitted(player_at(row))) for seat, row in rows.items()}

    def entries(self, table: TableReading) -> list[Written]:
        """What is written on a table's card: who sits there, and what goes along with whom."""
        names = {seat: who.name for seat, who in self._sitters(table, self.row_at).items()}
        chairs, were = chairs_payload(self.chairs_at(table)), chairs_payload(self.were_at(table))
        details = Written("details", {"player_names": names, "chairs": chairs, "were": were})
        return [details, *self._lateness(table), *self._penalties(table)]

    def _lateness(self, table: TableReading) -> Iterator[Written]:
        """How late people came, and who plays on for them, in the chairs in which they sat."""
        for (number, seat), entrant in self.moved.items():
            if number != table.number:
                continue
            own = self._own_row(entrant)
            word, there = (_word(own) if own else {}), _word(self.rows[number, seat])
            if word != there:
                yield Written("late", {**(word or {"minutes": 0, "substitute": "", "name": ""}), "seat": seat})

    def _penalties(self, table: TableReading) -> Iterator[Written]:
        """Penalties fall on players: they leave this table with those who did not sit here, or come with others."""
        for of in self.reading.tables:
            for given in of.sheet.penalties if of.sheet else ():
                at = (of.number, given.said.seat)
                to = self._chair_of(self.rows[at].entrant) if at in self.rows else at
                if to == at:
                    continue
                if of.number == table.number:
                    yield Written("pardon", pardon_of(given), given.hand)
                if to is not None and to[0] == table.number:
                    yield Written("penalty", {**given.payload, "seat": to[1]}, given.hand)

    def _chair_of(self, entrant: Entrant) -> Chair | None:
        return next((at for at, one in self.seated.items() if one.pk == entrant.pk), None)

    # -- how all that reads --

    def after(self) -> RoundReading:
        """The round as it will read."""
        people = {one.pk: one for one in (*self.reading.sit_outs, *self.seated.values())}
        people |= {row.entrant_id: row.entrant for row in self.rows.values()}
        people |= {one.pk: one for table in self.reading.tables for _, seats in table.sat for one in seats.values()}
        return replace(
            self.reading,
            tables=tuple(self._after_at(table, people) for table in self.reading.tables),
            sit_outs=tuple(self.sit_outs),
        )

    def _after_at(self, table: TableReading, people: Mapping[int, Entrant]) -> TableReading:
        if table not in self.tables or table.sheet is None:
            return table
        sheet: Sheet = table.sheet
        for one in self.entries(table):
            sheet = sheet.with_entry(one.kind, one.hand, one.payload, by_director=True)
        seats = {seat: self.row_at((table.number, seat)) for seat in table.seats}
        return replace(table, seats=seats, sheet=sheet, sat=resolved(sheet.chairs, people))


def rows_of(reading: RoundReading) -> Mapping[Chair, RoundSeat]:
    """The rows of a round by chair."""
    return {(table.number, seat): row for table in reading.tables for seat, row in table.seats.items()}


def chair_words(at: Chair) -> str:
    """`table 3 E`."""
    return f"table {at[0]} {at[1]}"


def _word(row: RoundSeat) -> dict[str, Any]:
    """What the card says of lateness in a chair, without the chair; empty where nothing holds."""
    said = dict(row.said or {})
    said.pop("seat", None)
    return said if said.get("minutes") or said.get("replaced") else {}
