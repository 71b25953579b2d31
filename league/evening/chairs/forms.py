"""Names tapped into chairs, and a table's own proposal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, Final

from django import forms
from django.http import QueryDict

from league.acting.forms import ClubForm, ReasonForm
from league.acting.submissions import LOOK
from league.evening.cards.reading import RoundReading, TableReading
from league.models import Entrant
from pinochle_club.ground.forms import choice_field, count_field
from scoring.rules.notation import seat_name
from scoring.score_card.entries import Chairs, Sitter
from scoring.score_card.names import fitted

from .deeds import chairs_digest
from .reseating import Chair, Reseating, rows_of

MOST_HANDS: Final = 100
MOST_OPEN: Final = 6  # tables that are all open at once
NOT_HERE: Final = "Choose people of this evening, and chairs of this round."
EFFECT: Final = "effect"  # the key that shows the effect; every other one is a tap


def _hand_field() -> forms.IntegerField:
    return count_field(
        "From which hand on?",
        1,
        MOST_HANDS,
        "Enter the hand from which they sat like this; 1 is the first.",
        "1: from the first hand.",
        digits=3,
    )


class ChairsForm(ReasonForm):
    """Chairs whose names change places by two taps. Effects are `shown` first, on chairs as then `seen`."""

    moved = forms.CharField(required=False, max_length=8000)  # the page draws these itself
    picked = forms.CharField(required=False, max_length=20)
    tables = forms.CharField(required=False, max_length=2000)
    shown = forms.CharField(required=False, max_length=8100)
    seen = forms.CharField(required=False, max_length=40)

    def __init__(
        self,
        data: QueryDict | None = None,
        *,
        reading: RoundReading,
        people: Sequence[Entrant],
        table: int,
        proposed: Sequence[Chairs] = (),
    ) -> None:
        """`people` may have sat there; `proposed` comes from a table."""
        self.reading, self.table, self.rows = reading, table, rows_of(reading)
        self.people = {str(one.pk): one for one in (*people, *(row.entrant for row in self.rows.values()))}
        self.chairs: Mapping[str, Chair] = {f"{number}{seat}": (number, seat) for number, seat in self.rows}
        self.digest, tap = chairs_digest(reading), data.get(LOOK) if data is not None else None
        few = [one.number for one in reading.tables] if len(reading.tables) <= MOST_OPEN else [table]
        first: dict[str, Any] = {"first": 1, "tables": " ".join(map(str, few))}
        for chairs in proposed[-1:]:
            first |= {"first": chairs.first, "moved": self._proposed(chairs)}
        taken = self._take(data, tap) if data is not None and tap and tap != EFFECT else data
        super().__init__(taken, initial=first)
        self.fields["reason"].required = tap is None
        self.fields["first"] = _hand_field()

    # -- taps --

    def _take(self, data: QueryDict, tap: str) -> QueryDict:
        data, picked = data.copy(), data.get("picked", "")
        if tap.startswith("t"):
            data["tables"] = f"{data.get('tables', '')} {tap[1:]}"
        else:
            data["picked"] = "" if picked and (tap == picked or self._exchange(data, picked, tap)) else tap
        return data

    def _exchange(self, data: QueryDict, *taps: str) -> bool:
        """Let two tapped people change places, unless neither has a chair; whether they did."""
        now = self._all(self._read(data.get("moved", "")))
        one, other = taps if taps[0] in self.chairs else taps[::-1]
        who = now[self.chairs[other]] if other in self.chairs else self.people.get(other[1:])
        if one not in self.chairs or who is None:
            return False
        _put(now, self.chairs[one], who)
        data["moved"] = self._written(now)
        return True

    def _proposed(self, chairs: Chairs) -> str:
        now = self._all({})
        for seat, sitter in chairs.seats.items():
            who = self.people.get(str(sitter.entrant))
            if who is not None and (self.table, seat) in now:
                _put(now, (self.table, seat), who)
        return self._written(now)

    def _all(self, sits: Mapping[Chair, Entrant]) -> dict[Chair, Entrant]:
        return {**{at: row.entrant for at, row in self.rows.items()}, **sits}

    def _written(self, now: Mapping[Chair, Entrant]) -> str:
        moved = (at for at in sorted(now) if now[at].pk != self.rows[at].entrant_id)
        return " ".join(f"{at[0]}{at[1]}:{now[at].pk}" for at in moved)

    def _read(self, moved: str) -> dict[Chair, Entrant]:
        pairs = [one.partition(":") for one in moved.split()]
        return {self.chairs[at]: self.people[pk] for at, _, pk in pairs if at in self.chairs and pk in self.people}

    # -- what stands there --

    @cached_property
    def sits(self) -> Mapping[Chair, Entrant]:
        return self._read(self.value("moved"))

    @cached_property
    def seated(self) -> Mapping[Chair, Entrant]:
        return self._all(self.sits)

    def value(self, name: str) -> str:
        return str(self[name].value() or "")

    @property
    def tapped(self) -> str:
        """The first of two taps, if it waits for the second."""
        return self.value("picked")

    @property
    def picked_name(self) -> str:
        who = self.seated[self.chairs[self.tapped]] if self.tapped in self.chairs else self.people.get(self.tapped[1:])
        return who.name if who else ""

    @property
    def shown_tables(self) -> list[TableReading]:
        """The table asked for, those added, and those touched."""
        numbers = {str(self.table), *self.value("tables").split(), *(str(number) for number, _ in self.sits)}
        found = [one for one in self.reading.tables if str(one.number) in numbers]
        return sorted(found, key=lambda one: (one.number != self.table, one.number))

    @property
    def without_a_chair(self) -> list[Entrant]:
        seated = {one.pk for one in self.seated.values()}
        return [one for one in self.people.values() if one.pk not in seated and not one.is_house_player]

    # -- what was typed --

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or {}
        if len(self.sits) != len(data.get("moved", "").split()):
            self.add_error("moved", NOT_HERE)
        elif "first" in data:
            for fault in self.plan.faults():
                if fault.field not in self.errors:
                    self.add_error(fault.field, str(fault))
        return data

    @property
    def plan(self) -> Reseating:
        return Reseating(self.reading, self.sits, self.cleaned_data["first"])

    @property
    def is_understood(self) -> bool:
        return self.is_bound and not {*self.errors} - {"reason"}

    @property
    def shown_now(self) -> str:
        return f"{self.value('moved')} from {self['first'].value()}"

    @property
    def is_shown(self) -> bool:
        return bool(self.data.get("shown") == self.shown_now)

    @property
    def is_outdated(self) -> bool:
        return self.is_bound and self.data.get("seen") != self.digest

    @property
    def deed_fields(self) -> dict[str, Any]:
        data = self.cleaned_data
        return {"sits": self.sits, **{name: data[name] for name in ("client_id", "reason", "first", "seen")}}


class ProposeForm(ClubForm):
    def __init__(self, *args: Any, reading: RoundReading, table: TableReading, people: Sequence[Entrant]) -> None:
        self.reading, self.table, self.people = reading, table, {str(one.pk): one for one in people}
        own = {f"sits_{seat}": str(row.entrant_id) for seat, row in table.seats.items()}
        super().__init__(*args, initial={"first": 1, **own})
        choices = [(key, one.name) for key, one in self.people.items()]
        for seat in table.seats:
            self.fields[f"sits_{seat}"] = choice_field(
                seat_name(seat, table.seats), choices, missing="Choose who sits here.", widget=forms.Select
            )
        self.fields["first"] = _hand_field()

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or {}
        seen: set[Entrant] = set()
        for seat, who in self._chosen.items():
            if who in seen:
                self.add_error(f"sits_{seat}", f"{who.called} sits in two chairs. Choose somebody else for one.")
            seen.add(who)
        sits = {(self.table.number, seat): who for seat, who in self._chosen.items()}
        plan = Reseating(self.reading, sits, data.get("first") or 1)
        for fault in plan.faults_of_hand():
            self.add_error(fault.field, str(fault))
        if not self.errors and not plan.moved:
            self.add_error(None, "That’s how the card has you already. Choose who sits where.")
        return data

    @property
    def _chosen(self) -> Mapping[str, Entrant]:
        chosen = {seat: self.cleaned_data.get(f"sits_{seat}") for seat in self.table.seats}
        return {seat: self.people[key] for seat, key in chosen.items() if key}

    @property
    def deed_fields(self) -> dict[str, Any]:
        sits = {seat: Sitter(one.pk, fitted(one.called)) for seat, one in self._chosen.items()}
        return {"client_id": self.cleaned_data["client_id"], "chairs": Chairs(self.cleaned_data["first"], sits)}


def _put(now: dict[Chair, Entrant], at: Chair, who: Entrant) -> None:
    """Give a chair away; its owner gets the other's, if any."""
    own = next((one for one, there in now.items() if there.pk == who.pk), None)
    if own is not None:
        now[own] = now[at]
    now[at] = who
