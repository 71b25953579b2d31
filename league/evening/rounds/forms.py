"""Closing a round and choosing what of it counts; deleting one."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, Final

from django import forms

from league.acting.forms import ClubForm, ReasonForm
from pinochle_club.ground.forms import choice_field, several_field, words_field

COUNTS: Final = {"yes": "It counts", "no": "It doesn’t count"}


class CountsForm(ReasonForm):
    """Whether a round counts: all, nothing, or all but some tables. The effect is `shown` first."""

    shown = forms.CharField(required=False, max_length=1000)  # the tables whose effect the page shows

    def __init__(
        self, *args: Any, tables: Mapping[int, str], void: Collection[int] = (), is_reason_needed: bool, **kwargs: Any
    ) -> None:
        """`tables` are in words by number, `void` those that don't count so far."""
        is_void = len(void) == len(tables) > 0
        first = {"counts": "no" if is_void else "yes", "tables": [] if is_void else [str(one) for one in void]}
        kwargs["initial"] = {**first, **kwargs.get("initial", {})}
        super().__init__(*args, is_needed=is_reason_needed or bool(void), **kwargs)
        self.numbers = tuple(tables)
        self.fields["counts"] = choice_field("Does it count?", COUNTS.items(), required=False)
        self.fields["tables"] = several_field(
            "Which tables don’t count?", [(str(number), words) for number, words in tables.items()]
        )

    @property
    def void(self) -> tuple[int, ...]:
        """The tables that don't count by the current choice."""
        if self["counts"].value() == "no":
            return self.numbers
        ticked = self["tables"].value() or ()
        return tuple(number for number in self.numbers if str(number) in ticked)

    @property
    def shown_now(self) -> str:
        """The void tables on the present page."""
        return ",".join(map(str, self.void))

    @property
    def is_shown(self) -> bool:
        """Whether the page showed the effect of this choice: only that is done."""
        return bool(self.cleaned_data["shown"] == self.shown_now)

    @property
    def deed_fields(self) -> dict[str, Any]:
        return {"void": self.void, **{name: self.cleaned_data[name] for name in ("client_id", "reason")}}


class DeleteRoundForm(ClubForm):
    def __init__(self, *args: Any, name: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["typed"] = words_field(f"Type “{name}” to delete it", 40, missing=f"Type “{name}” to confirm.")
