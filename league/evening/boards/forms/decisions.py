"""The form of a decision about a board at one table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from django import forms

from league.acting.forms import ReasonForm
from league.evening.cards.boards import Kind
from league.evening.cards.words import direction_words
from league.models import BoardDecision, RoundTable
from pinochle_club.ground.forms import choice_field, count_field
from scoring.rules.cards import Side

LEVEL: Final = 50
AT_FAULT: Final = 40
NOT_AT_FAULT: Final = 60
NOBODY, OWN = "nobody", "own"
KINDS: Final = {Kind.LEFT_OUT: "Not played here", Kind.FOULED: "Fouled from here on"}


class DecideForm(ReasonForm):
    """A decision about a board. Its effect is `shown` first."""

    shown = forms.CharField(required=False, max_length=80)  # the choice whose effect the page shows

    def __init__(self, *args: Any, table: RoundTable, board: int, sides: Sequence[Side], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.table, self.board, self.sides = table, board, sides
        faults = ((side, f"{direction_words(side)}’s fault") for side in sides)
        choices = [(NOBODY, "Nobody’s fault"), *faults, (OWN, "My own figures"), *KINDS.items()]
        self.fields["what"] = choice_field("What is decided?", choices, missing="Tap what is decided.")
        for side in sides:
            self.fields[f"percent_{side}"] = count_field(f"{direction_words(side)}, percent", 0, 100, digits=3)
        self.order_fields(["client_id", "what", *(f"percent_{side}" for side in sides), "reason"])

    def clean(self) -> dict[str, Any]:
        data = self.cleaned_data
        for name in (f"percent_{side}" for side in self.sides if data.get("what") == OWN):
            if data.get(name) is None and name not in self.errors:
                self.add_error(name, "Enter a percentage, such as 45.")
        return data

    @property
    def what(self) -> str:
        value = str(self["what"].value() or "")
        return value if value in dict(self.fields["what"].choices) else ""  # type: ignore[attr-defined]

    @property
    def shares(self) -> dict[Side, int]:
        """Percent by side, as chosen so far."""
        if self.what in KINDS or not self.what:
            return {}
        if self.what == OWN:
            typed = {side: str(self[f"percent_{side}"].value() or "") for side in self.sides}
            in_range = all(text.isascii() and text.isdecimal() and int(text) <= 100 for text in typed.values())
            return {side: int(text) for side, text in typed.items()} if in_range else {}
        other = LEVEL if self.what == NOBODY else NOT_AT_FAULT
        return {side: AT_FAULT if side == self.what else other for side in self.sides}

    @property
    def decision(self) -> BoardDecision | None:
        if not self.what or (self.what == OWN and not self.shares):
            return None
        kind = self.what if self.what in KINDS else Kind.AVERAGE
        return BoardDecision(
            event=self.table.event_round.event, number=self.board, table=self.table, kind=kind, shares=self.shares
        )

    @property
    def shown_now(self) -> str:
        return f"{self.what} {' '.join(map(str, self.shares.values()))}".strip()

    @property
    def is_shown(self) -> bool:
        return bool(self.cleaned_data["shown"] == self.shown_now)

    @property
    def averages(self) -> list[forms.BoundField]:
        return [self[f"percent_{side}"] for side in self.sides]

    @property
    def deed_fields(self) -> dict[str, Any]:
        kind = self.what if self.what in KINDS else Kind.AVERAGE
        given = {name: self.cleaned_data[name] for name in ("client_id", "reason")}
        return {**given, "kind": str(kind), "shares": self.shares}
