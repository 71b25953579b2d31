"""A member or guest, and a pair of them."""

from __future__ import annotations

import re
from typing import Any, Final

from django import forms

from league.acting.forms import ClubForm, MemberField
from league.members.deeds.members import HIGHEST_NUMBER
from league.models import Club, PairRule
from scoring.score_card.forms.base import WordsField, choice_field, seen_text

LONGEST_NOTES: Final = 1000
NOTES: Final = "director_notes"
_LINE_BREAKS: Final = re.compile(r"\r\n?")


class NotesField(forms.CharField):
    """Several lines in any script, without what cannot be seen."""

    widget = forms.Textarea(attrs={"rows": 4})

    def to_python(self, value: Any) -> str:
        text = _LINE_BREAKS.sub("\n", super().to_python(value) or "")
        return "\n".join(seen_text(line).rstrip() for line in text.split("\n")).strip()


class MemberForm(ClubForm):
    """Everything kept of a person. Without `may_note` the directors' notes are not in it."""

    name = WordsField(
        label="Name",
        max_length=80,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        error_messages={"required": "Type the name.", "max_length": "Up to 80 characters."},
    )
    number = forms.IntegerField(
        label="Number",
        min_value=1,
        max_value=HIGHEST_NUMBER,
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off", "maxlength": 6}),
        error_messages={
            "required": "Type a number; each person has their own.",
            "invalid": "Type a whole number, such as 14.",
            "min_value": "Numbers begin with 1.",
            "max_value": f"Numbers go up to {HIGHEST_NUMBER}.",
        },
    )
    short_name = WordsField(
        label="Short name",
        required=False,
        max_length=20,
        help_text="For cards and screens where there is little room, such as Ruth A.",
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        error_messages={"max_length": "Up to 20 characters."},
    )
    phone = WordsField(
        label="Phone",
        required=False,
        max_length=40,
        widget=forms.TextInput(attrs={"type": "tel", "autocomplete": "off"}),
        error_messages={"max_length": "Up to 40 characters."},
    )
    email = forms.EmailField(
        label="E-mail",
        required=False,
        max_length=254,
        widget=forms.EmailInput(attrs={"autocomplete": "off"}),
        error_messages={"invalid": "This is no e-mail address.", "max_length": "That is too long."},
    )
    joined_on = forms.DateField(
        label="Joined",
        required=False,
        widget=forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"}),
        error_messages={"invalid": "Write the date as 2026-11-21."},
    )
    is_guest = forms.BooleanField(label="Guest", required=False, help_text="Plays along, and is no member yet.")
    cannot_move = forms.BooleanField(
        label="Keeps one table",
        required=False,
        help_text="Cannot change tables between rounds: the seating lets others come.",
    )
    director_notes = NotesField(
        label="Notes for directors",
        required=False,
        max_length=LONGEST_NOTES,
        help_text="Only directors and admins see them: not on other pages, not in lists of others, not in the log.",
        error_messages={"max_length": f"Up to {LONGEST_NOTES} characters."},
    )

    def __init__(self, *args: Any, may_note: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not may_note:
            del self.fields[NOTES]

    @property
    def deed_fields(self) -> dict[str, Any]:
        fields = {name: value for name, value in self.cleaned_data.items() if name != "client_id"}
        return {"fields": fields, "client_id": self.cleaned_data["client_id"]}


class PairForm(ClubForm):
    """Two people, and what the seating minds about them."""

    first = MemberField("One", empty="Choose")
    second = MemberField("The other", empty="Choose")
    kind = choice_field("The two of them", [(kind.value, kind.label.capitalize()) for kind in PairRule.Kind])

    def __init__(self, *args: Any, club: Club, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in ("first", "second"):
            MemberField.choose_from(self, name, club)

    def clean_kind(self) -> PairRule.Kind:
        return PairRule.Kind(self.cleaned_data["kind"])
