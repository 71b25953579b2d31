"""Who plays on for a player."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from django import forms

from league.acting.forms import ReasonForm
from league.models import Entrant
from scoring.score_card.forms.base import choice_field
from scoring.score_card.forms.penalties import OUTSIDE, keys_of, minutes_field, player_name_field

from .deeds import known

HELPER: Final = "helper"


class ReplaceForm(ReasonForm):
    """Somebody of the event, or a helper from outside by name; before the book asks for it also why."""

    helper = player_name_field("Name of the helper")
    field_order = ("client_id", "who", "helper", "reason")

    def __init__(self, *args: Any, free: Sequence[Entrant], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.free = {str(entrant.pk): entrant for entrant in free}
        choices = [*keys_of(map(known, free)), (HELPER, OUTSIDE[1])]
        self.fields["who"] = choice_field("Who plays on?", choices, missing="Tap who plays on.")
        self.order_fields(self.field_order)
        if not free:
            self.initial["who"] = HELPER

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        if data.get("who") == HELPER and not data.get("helper") and "helper" not in self.errors:
            self.add_error("helper", "Enter the helper’s name.")
        return data

    @property
    def deed_fields(self) -> dict[str, Any]:
        data = {name: self.cleaned_data[name] for name in ("client_id", "reason")}
        substitute = self.free.get(self.cleaned_data["who"])
        return {**data, "substitute": substitute, "helper": "" if substitute else self.cleaned_data["helper"]}


class CameForm(ReasonForm):
    """How many minutes late somebody came, who was seen only later; past the book's limit also why so late."""

    minutes = minutes_field(most=None)
    field_order = ("client_id", "minutes", "reason")

    def __init__(self, *args: Any, by_clock: int, **kwargs: Any) -> None:
        """`by_clock`: the minutes that the round has run."""
        kwargs["initial"] = {"minutes": by_clock, **kwargs.get("initial", {})}
        super().__init__(*args, **kwargs)
        self.by_clock = by_clock

    def clean_minutes(self) -> int:
        minutes: int = self.cleaned_data["minutes"]
        if minutes > self.by_clock:
            raise forms.ValidationError(f"The round has run for {self.by_clock} minutes.")
        return minutes
