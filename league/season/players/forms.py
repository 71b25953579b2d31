from __future__ import annotations

from collections.abc import Iterable
from datetime import date, timedelta
from typing import Any, Final

from django import forms

from league.acting.forms import ClubForm
from league.models import Event
from league.office.members.forms.members import NotesField
from league.words import day_words
from pinochle_club.ground.forms import day_field

LONGEST_NOTE: Final = 1000
MOST_DAYS: Final = 366
USUAL_DAYS: Final = 91


class _EveningField(forms.ModelChoiceField):  # type: ignore[type-arg]
    def label_from_instance(self, obj: Event) -> str:
        return f"{obj.name}, {day_words(obj)}"


class ConductForm(ClubForm):
    text = NotesField(
        label="What happened",
        max_length=LONGEST_NOTE,
        help_text="What you saw and heard, and what was said to the player.",
        error_messages={"required": "Write what happened.", "max_length": f"Up to {LONGEST_NOTE} characters."},
    )
    happened_on = day_field("When", "Choose a day.")
    event = _EveningField(
        Event.objects.none(),
        label="Evening (optional)",
        required=False,
        empty_label="None of these",
        error_messages={"invalid_choice": "Choose one of these evenings."},
    )

    def __init__(self, *args: Any, evenings: Iterable[Event], today: date, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.today = today
        field = self.fields["event"]
        assert isinstance(field, forms.ModelChoiceField)
        field.queryset = Event.objects.filter(pk__in=[event.pk for event in evenings]).select_related("club")

    def clean_happened_on(self) -> date:
        day: date = self.cleaned_data["happened_on"]
        if day > self.today:
            raise forms.ValidationError("That day is still to come.")
        return day


class WatchForm(ClubForm):
    watch = forms.ChoiceField(
        choices=[("yes", "Let them"), ("no", "Stop")], error_messages={"invalid_choice": "Choose one of those shown."}
    )

    @property
    def deed_fields(self) -> dict[str, Any]:
        return {"client_id": self.cleaned_data["client_id"], "may": self.cleaned_data["watch"] == "yes"}


class ReportForm(forms.Form):
    """The days of a report; without an answer, the last three months."""

    since = day_field("From")
    until = day_field("To")

    def __init__(self, *args: Any, today: date, **kwargs: Any) -> None:
        kwargs.setdefault("label_suffix", "")
        super().__init__(*args, **kwargs)
        self.today = today

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if self.errors:
            return cleaned
        until = cleaned["until"] or self.today
        since = cleaned["since"] or until - timedelta(days=USUAL_DAYS)
        if since > until:
            self.add_error("until", "This day is before the first.")
        elif (until - since).days > MOST_DAYS:
            self.add_error("until", "Choose at most a year.")
        return {"since": since, "until": until}
