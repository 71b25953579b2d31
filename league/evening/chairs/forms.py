"""Who really sat where: names tapped into chairs, and what a table says of its own."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, Final, cast

from django import forms
from django.http import QueryDict

from league.acting.forms import ClubForm, ReasonForm
from league.acting.submissions import LOOK
from league.evening.cards.reading import RoundReading, TableReading
from league.models import Entrant
from pinochle_club.ground.forms import choice_field, count_field
from scoring.rules.notation import SEAT_NAMES
from scoring.score_card.entries import Chairs, Sitter
from scoring.score_card.names import fitted

from .deeds import chairs_digest
from .reseating import Chair, Reseating, rows_of

MOST_HANDS: Final = 100
MOST_OPEN: Final = 6  # tables that are all open at once
NOT_HERE: Final = "Choose people of this evening, and chairs of this round."
LONGEST_TAP: Final = 13
_CHAIR: Final = re.compile(r"(\d{1,4})([A-Z])")
_MOVED: Final = re.compile(r"(\d{1,4})([A-Z]):(\d{0,12})")


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
    """Who sat in which chair, tapped one by one: two that are tapped change places. Nothing is done before the page
    showed what it does (`shown`), as the chairs were when it did (`seen`)."""

    moved = forms.CharField(required=False, max_length=8000)  # these are drawn by the page, beside what it shows
    picked = forms.CharField(required=False, max_length=20)
    tables = forms.CharField(required=False, max_length=2000)
    shown = forms.CharField(required=False, max_length=8100)
    seen = forms.CharField(required=False, max_length=40)

    def __init__(
        self,
        *args: Any,
        reading: RoundReading,
        people: Sequence[Entrant],
        table: int,
        proposed: Sequence[Chairs] = (),
        **kwargs: Any,
    ) -> None:
        """`people` are all who may have sat there; `proposed` is what a table says of its chairs."""
        self.reading, self.table, self.rows = reading, table, rows_of(reading)
        self.people = {one.pk: one for one in people} | {row.entrant_id: row.entrant for row in self.rows.values()}
        few = [one.number for one in reading.tables] if len(reading.tables) <= MOST_OPEN else [table]
        first: dict[str, Any] = {"first": 1, "tables": " ".join(map(str, few)), "moved": "", "picked": ""}
        if proposed:
            first["first"] = proposed[-1].first
            sits = {(table, seat): self.people.get(who.entrant) for seat, who in proposed[-1].seats.items()}
            first |= self._proposed({at: one for at, one in sits.items() if one is not None and at in self.rows})
        kwargs["initial"] = {**first, "seen": chairs_digest(reading), **kwargs.get("initial", {})}
        super().__init__(*args, **kwargs)
        self.fields["first"] = _hand_field()
        self.fields["reason"].required = self.is_bound and bool(self.data.get("shown"))
        if self.is_bound and self.data.get(LOOK):
            self._take(self.data[LOOK])

    # -- taps --

    def _take(self, tap: str) -> None:
        """A tap on a name, or on another table, before the form is read."""
        data = cast(QueryDict, self.data).copy()
        if tap.startswith("t"):
            data["tables"] = f"{data.get('tables', '')} {tap[1:]}"
        else:
            picked = data.get("picked", "")
            data["picked"] = "" if tap == picked or (picked and self._exchange(data, picked, tap)) else tap
        self.data = data

    def _exchange(self, data: Any, one: str, other: str) -> bool:
        """Two who were tapped change places; whether they did: somebody who has no chair changes with a chair alone."""
        sits = {at: who.pk if who else None for at, who in self._sits(data.get("moved", "")).items()}
        chairs = {tap: _chair(tap) for tap in (one, other)}
        if not any(at in self.rows for at in chairs.values() if at):
            return False
        who = {
            tap: (sits.get(at, self.rows[at].entrant_id) if at in self.rows else None)
            if at
            else (int(tap[1:]) if tap[1:].isdecimal() and len(tap) < LONGEST_TAP else None)
            for tap, at in chairs.items()
        }
        for tap, there in ((one, other), (other, one)):
            at = chairs[tap]
            if at in self.rows and at is not None:
                sits[at] = who[there]
        data["moved"] = self._written(sits)
        data["shown"] = ""
        return True

    def _written(self, sits: Mapping[Chair, int | None]) -> str:
        moved = {at: pk for at, pk in sits.items() if pk != self.rows[at].entrant_id}
        return " ".join(f"{number}{seat}:{pk or ''}" for (number, seat), pk in sorted(moved.items()))

    def _proposed(self, sits: Mapping[Chair, Entrant]) -> dict[str, str]:
        """What a table proposed, as it would be tapped: those whose chairs others take have the chairs these leave."""
        taken: dict[Chair, int | None] = {at: one.pk for at, one in sits.items()}
        own = {row.entrant_id: at for at, row in self.rows.items()}
        left = [at for pk in taken.values() if pk and (at := own.get(pk)) is not None and at not in taken]
        lost = [row.entrant_id for at, row in self.rows.items() if at in taken and row.entrant_id not in taken.values()]
        taken |= dict(zip(left, lost, strict=False))
        return {"moved": self._written(taken)}

    # -- what stands there --

    def _sits(self, moved: str) -> dict[Chair, Entrant | None]:
        """By chair who was tapped into it, of chairs and people that there are; None in a chair that is empty."""
        found: dict[Chair, Entrant | None] = {}
        for number, seat, pk in _MOVED.findall(moved):
            if (int(number), seat) in self.rows:
                found[int(number), seat] = self.people.get(int(pk)) if pk else None
        return found

    @cached_property
    def sits(self) -> Mapping[Chair, Entrant | None]:
        return self._sits(str(self["moved"].value() or ""))

    def who_sits(self, at: Chair) -> Entrant | None:
        return self.sits.get(at, self.rows[at].entrant)

    @property
    def picked_now(self) -> str:
        return str(self["picked"].value() or "")

    @property
    def shown_tables(self) -> list[TableReading]:
        """The tables whose chairs are open: the one that was asked for, others that were added, and those touched."""
        words = str(self["tables"].value() or "").split()
        numbers = {self.table, *(int(one) for one in words if one.isascii() and one.isdecimal() and len(one) < 5)}
        numbers |= {number for number, _ in self.sits}
        found = [one for one in self.reading.tables if one.number in numbers]
        return sorted(found, key=lambda one: (one.number != self.table, one.number))

    @property
    def without_a_chair(self) -> list[Entrant]:
        seated = {one.pk for at in self.rows if (one := self.who_sits(at))}
        return [one for one in self.people.values() if one.pk not in seated and not one.is_house_player]

    # -- what was typed --

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or {}
        moved = data.get("moved", "")
        is_known = len(self.sits) == len(moved.split()) and all(
            not pk or int(pk) in self.people for _, _, pk in _MOVED.findall(moved)
        )
        if not is_known:
            self.add_error("moved", NOT_HERE)
        empty = next((at for at, one in self.sits.items() if one is None), None)
        if is_known and empty:
            where = SEAT_NAMES.get(empty[1], empty[1])
            self.add_error("moved", f"At table {empty[0]}, {where} is empty. Tap who sat there.")
        if not self.errors.get("moved") and "first" in data:
            self._find_faults(data["first"])
        return data

    def _find_faults(self, first: int) -> None:
        plan = self.plan_from(first)
        late = [*plan.faults_of_hand()]
        for fault in late[:1]:
            self.add_error("first", fault)
        for fault in [one for one in plan.faults() if one not in late][:1]:
            self.add_error("moved", fault)

    def plan_from(self, first: int) -> Reseating:
        return Reseating(self.reading, {at: one for at, one in self.sits.items() if one is not None}, first)

    @property
    def plan(self) -> Reseating:
        """What was tapped and typed, once it is valid but for the reason."""
        return self.plan_from(self.cleaned_data["first"])

    @property
    def is_understood(self) -> bool:
        """Whether it can be said what it does: all is valid, but perhaps the reason."""
        return self.is_bound and not {*self.errors} - {"reason"}

    @property
    def shown_now(self) -> str:
        """What the page shows the effects of."""
        return f"{self['moved'].value() or ''} from {self['first'].value()}"

    @property
    def is_shown(self) -> bool:
        """Whether the page showed what just this does."""
        return bool(self.data.get("shown") == self.shown_now)

    @property
    def deed_fields(self) -> dict[str, Any]:
        data = self.cleaned_data
        sits = {at: one for at, one in self.sits.items() if one is not None}
        return {"sits": sits, **{name: data[name] for name in ("client_id", "reason", "first", "seen")}}


class ProposeForm(ClubForm):
    """Who sits in the chairs of a table, as the table says."""

    def __init__(self, *args: Any, table: TableReading, people: Sequence[Entrant], **kwargs: Any) -> None:
        self.table, self.people = table, {str(one.pk): one for one in people}
        first = {f"sits_{seat}": str(row.entrant_id) for seat, row in table.seats.items()}
        kwargs["initial"] = {"first": 1, **first, **kwargs.get("initial", {})}
        super().__init__(*args, **kwargs)
        choices = [(key, one.name) for key, one in self.people.items()]
        for seat in table.seats:
            self.fields[f"sits_{seat}"] = choice_field(
                SEAT_NAMES.get(seat, seat), choices, missing="Choose who sits here.", widget=forms.Select
            )
        self.fields["first"] = _hand_field()

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or {}
        seen: set[str] = set()
        for name in self._names():
            if (pk := data.get(name)) in seen:
                self.add_error(name, f"{self.people[str(pk)].called} sits in two chairs. Choose somebody else for one.")
            seen.add(str(pk or ""))
        sheet, first = self.table.sheet, data.get("first")
        last = sheet.open_line.number if sheet and sheet.open_line else len(sheet.lines) if sheet else 1
        if first and first > max(last, 1):
            self.add_error("first", f"You’re at hand {last}. Enter a hand up to {last}.")
        own = {f"sits_{seat}": str(row.entrant_id) for seat, row in self.table.seats.items()}
        if not self.errors and all(data[name] == pk for name, pk in own.items()):
            self.add_error(None, "That’s how the card has you already. Choose who sits where.")
        return data

    def _names(self) -> Iterator[str]:
        return (name for name in self.fields if name.startswith("sits_"))

    @property
    def deed_fields(self) -> dict[str, Any]:
        data = self.cleaned_data
        who = {name.removeprefix("sits_"): self.people[data[name]] for name in self._names()}
        chairs = Chairs(data["first"], {seat: Sitter(one.pk, fitted(one.called)) for seat, one in who.items()})
        return {"client_id": data["client_id"], "chairs": chairs}


def _chair(tap: str) -> Chair | None:
    """The chair that was tapped; None for somebody without one."""
    found = _CHAIR.fullmatch(tap)
    return (int(found[1]), found[2]) if found else None
