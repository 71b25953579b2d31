"""Replacements, penalties and late arrivals."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final, cast

from django import forms

from league.acting.forms import ClubForm, ReasonForm
from league.models import Entrant
from pinochle_club.ground.forms import choice_field, count_field
from scoring.rules.notation import counted
from scoring.rules.tournament import BY_RULING
from scoring.score_card.forms import PenaltyForm
from scoring.score_card.forms.details import name_field
from scoring.score_card.forms.penalties import OUTSIDE, keys_of, minutes_field

from .deeds.replacing import known

HELPER: Final = "helper"
WARNING_KEY: Final = "warning"
MOST_POINTS: Final = 500
OTHER: Final = "other"
LATE: Final = "late"
WHY_REPLACED: Final = {"ill": "Ill", "called_away": "Called away", LATE: "Late", OTHER: "Another reason"}


class ReplaceForm(ReasonForm):
    """A substitute of the event, or a helper by name; and the reason, which the book gives at its limit."""

    helper = name_field("Name of the helper")
    field_order = ("client_id", "who", "helper", "why", "reason")

    def __init__(self, *args: Any, free: Sequence[Entrant], is_at_limit: bool, **kwargs: Any) -> None:
        only = {} if free else {"who": HELPER}
        kwargs["initial"] = {**only, **({"why": LATE} if is_at_limit else {}), **kwargs.get("initial", {})}
        super().__init__(*args, is_needed=False, **kwargs)
        self.free = {str(entrant.pk): entrant for entrant in free}
        choices = [*keys_of(map(known, free)), (HELPER, OUTSIDE[1])]
        self.fields["who"] = choice_field("Who plays instead?", choices, missing="Tap who plays instead.")
        self.fields["why"] = choice_field(
            "Why?", WHY_REPLACED.items(), required=not is_at_limit, missing="Say why. It goes into the log."
        )
        self.fields["reason"].label = "In your words (optional)"
        self.order_fields(self.field_order)

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        if data.get("who") == HELPER and not data.get("helper") and "helper" not in self.errors:
            self.add_error("helper", "Enter the helper’s name.")
        if data.get("why") == OTHER and not data.get("reason") and "reason" not in self.errors:
            self.add_error("reason", "Say why in a few words. It goes into the log.")
        return data

    @property
    def deed_fields(self) -> dict[str, Any]:
        data = self.cleaned_data
        substitute = self.free.get(data["who"])
        why = "" if data["why"] == OTHER else WHY_REPLACED.get(data["why"], "")
        return {
            "client_id": data["client_id"],
            "reason": ": ".join(filter(None, (why, data["reason"]))),
            "substitute": substitute,
            "helper": "" if substitute else data["helper"],
        }


class RulingForm(PenaltyForm, ClubForm):
    """A penalty from the book's list, or a director's own: points off with a reason, or a warning."""

    points = count_field(
        "Points off",
        1,
        MOST_POINTS,
        note="Only for another penalty.",
        wrong="Enter a whole number, such as 20.",
        below="At least 1 point. Without points it is a warning.",
        above=f"No more than {MOST_POINTS} points.",
        digits=4,
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        code = cast(forms.ChoiceField, self.fields["code"])
        listed = cast(Iterable[tuple[str, str]], code.choices)
        code.choices = [*listed, (BY_RULING, "Another penalty"), (WARNING_KEY, "A warning: no points off")]
        self.fields["note"].label = "What for"
        self.fields["note"].help_text = "Another penalty and a warning need a reason; one of the list does not."
        self.fields["count"].required = False

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        code = data.get("code")
        if code == BY_RULING and not data.get("points") and "points" not in self.errors:
            self.add_error("points", "Enter how many points are off.")
        if code in (BY_RULING, WARNING_KEY) and not data.get("note") and "note" not in self.errors:
            self.add_error("note", "Say what for: the player will ask.")
        return data

    @property
    def payload(self) -> dict[str, Any]:
        code, points = self.cleaned_data["code"], self.cleaned_data["points"] or 0
        if code not in (BY_RULING, WARNING_KEY):
            return {**super().payload, "count": self.cleaned_data["count"] or 1}
        return {**super().payload, "code": BY_RULING, "count": 1, "points": points if code == BY_RULING else 0}

    @property
    def deed_fields(self) -> dict[str, Any]:
        data = self.cleaned_data
        who = next(person.name for person in self.people if person.key == data["who"])
        return {"client_id": data["client_id"], "payload": self.payload, "player": who}


class CameForm(ReasonForm):
    """The lateness of a player who came unseen; past the book's limit with a reason."""

    minutes = minutes_field(most=None)
    field_order = ("client_id", "minutes", "reason")

    def __init__(self, *args: Any, by_clock: int, **kwargs: Any) -> None:
        """`by_clock`: the minutes the round has run."""
        kwargs["initial"] = {"minutes": by_clock, **kwargs.get("initial", {})}
        super().__init__(*args, **kwargs)
        self.by_clock = by_clock

    def clean_minutes(self) -> int:
        minutes: int = self.cleaned_data["minutes"]
        if minutes > self.by_clock:
            raise forms.ValidationError(f"The round has run for {counted(self.by_clock, 'minute')}.")
        return minutes
