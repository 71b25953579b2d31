from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

from django import forms

from league.acting.forms import ClubForm, ReasonForm
from league.models import Entrant, RoundSeat
from league.models.events import MOST_ROUNDS
from league.models.members import with_number
from pinochle_club.ground.forms import choice_field, count_field, words_field
from scoring.rules.notation import seat_name
from scoring.score_card.names import LONGEST_ON_CARD

NOBODY: Final = ""
HELPER: Final = "helper"


class PeopleField(forms.TypedMultipleChoiceField):
    def __init__(self, people: Iterable[Entrant], *, required: bool = True, label: str = "", missing: str = "") -> None:
        super().__init__(
            label=label,
            required=required,
            choices=[(entrant.pk, entrant.name) for entrant in people],
            coerce=int,
            widget=forms.CheckboxSelectMultiple,
            error_messages={
                "required": missing or "Choose who.",
                "invalid_choice": "Somebody you chose is no longer there. Check the page again.",
            },
        )


class MakeForm(ClubForm):
    rounds = count_field(
        "Rounds to seat",
        1,
        MOST_ROUNDS,
        below="At least one round.",
        above=f"An evening has {MOST_ROUNDS} rounds at most.",
        digits=3,
    )
    # Whether people could be ticked: a bare key changes none.
    has_people = forms.BooleanField(required=False, widget=forms.HiddenInput)
    another = forms.BooleanField(required=False, widget=forms.HiddenInput)

    def __init__(self, *args: Any, coming: Sequence[Entrant], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["expected"] = PeopleField(coming, required=False, label="Not here yet. Checked players get a seat")

    @property
    def deed_fields(self) -> dict[str, Any]:
        data = dict(self.cleaned_data)
        return data if data.pop("has_people") else {**data, "expected": None}


class ConsentForm(ClubForm):
    """Publish what was shown; with broken rules only at a second time, `despite` them."""

    despite = forms.BooleanField(required=False, widget=forms.HiddenInput)

    @property
    def is_unasked(self) -> bool:
        """Whether broken rules, if any, are still to be asked about."""
        return self.is_valid() and not self.cleaned_data["despite"]

    @property
    def deed_fields(self) -> dict[str, Any]:
        return {name: value for name, value in self.cleaned_data.items() if name != "despite"}


class PublishForm(ConsentForm):
    """The drafts; `seen` is the digest of what was shown."""

    seen = forms.CharField(max_length=64, widget=forms.HiddenInput)


class TakeForm(ConsentForm):
    """The proposal; `seen` is its seed."""

    seen = forms.IntegerField(min_value=0, max_value=2**31, widget=forms.HiddenInput)


class WhoForm(ClubForm):
    missing = ""

    def __init__(self, *args: Any, people: Iterable[Entrant], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.people = {entrant.pk: entrant for entrant in people}
        self.fields["who"] = PeopleField(self.people.values(), missing=self.missing)

    def clean_who(self) -> list[Entrant]:
        return [self.people[chosen] for chosen in self.cleaned_data["who"]]

    @property
    def marked(self) -> str:
        """The first two, as the address marks them; empty if invalid."""
        return "-".join(str(one.pk) for one in self.cleaned_data["who"][:2]) if self.is_valid() else ""


class SwapForm(WhoForm):
    missing = "Choose the two people who change places."
    seen = forms.CharField(max_length=64, widget=forms.HiddenInput)

    def clean_who(self) -> list[Entrant]:
        chosen = super().clean_who()
        if len(chosen) != 2:
            raise forms.ValidationError(f"Choose two people who change places; you chose {len(chosen)}.")
        return chosen

    @property
    def deed_fields(self) -> dict[str, Any]:
        data = dict(self.cleaned_data)
        first, second = data.pop("who")
        return {**data, "first": first, "second": second}


class TableForm(WhoForm):
    missing = "Choose who plays together."

    @property
    def deed_fields(self) -> dict[str, Any]:
        return {"client_id": self.cleaned_data["client_id"], "players": self.cleaned_data["who"]}


class SubstituteForm(ReasonForm):
    def __init__(self, *args: Any, seats: Sequence[RoundSeat], free: Sequence[Entrant], **kwargs: Any) -> None:
        super().__init__(*args, is_needed=False, **kwargs)
        self.seats = {seat.seat: seat for seat in seats}
        self.free = {str(entrant.pk): entrant for entrant in free}
        self.fields["seat"] = choice_field(
            "Whose seat?",
            [(seat.seat, f"{seat_name(seat.seat, self.seats)}: {seat.entrant.name}") for seat in seats],
            missing="Choose whose seat it is.",
            wrong="Choose one of the seats shown.",
        )
        self.fields["who"] = choice_field(
            "Who plays there?",
            [
                *((key, with_number(entrant.name, entrant.number)) for key, entrant in self.free.items()),
                (HELPER, "A helper from outside"),
                ("back", "The player again, as seated"),
            ],
            missing="Choose who plays there.",
            widget=forms.Select,
        )
        self.fields["helper"] = words_field(
            "The helper’s name",
            LONGEST_ON_CARD,
            note="Only for a helper from outside.",
            too_long=f"Names have up to {LONGEST_ON_CARD} characters. Shorten this one.",
        )
        self.order_fields(["seat", "who", "helper", "reason", "client_id"])

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or {}
        if data.get("who") == HELPER and not data.get("helper") and "helper" not in self.errors:
            self.add_error("helper", "Enter the helper’s name.")
        return data

    @property
    def deed_fields(self) -> dict[str, Any]:
        data = dict(self.cleaned_data)
        who = data.pop("who")
        helper = data["helper"] if who == HELPER else NOBODY
        return {**data, "seat": self.seats[data["seat"]], "entrant": self.free.get(who), "helper": helper}
