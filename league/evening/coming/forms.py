"""A member's answer: by one tap, or with a note and a partner."""

from __future__ import annotations

from typing import Any, Final

from django import forms

from league.acting.forms import ClubForm, MemberField
from league.models import Coming, Event
from pinochle_club.ground.forms import WordsField, choice_field, words_field

Says = Coming.Says
UNKNOWN: Final = "That isn’t one of the answers. Tap again."


class SayForm(ClubForm):
    """An answer by one tap, perhaps with a note."""

    says = forms.ChoiceField(
        choices=Says.choices, error_messages={"required": "Say whether you’re coming.", "invalid_choice": UNKNOWN}
    )
    note = WordsField(required=False, max_length=120)

    @property
    def deed_fields(self) -> dict[str, Any]:
        """The cleaned data; without the field, the earlier note stays."""
        return {**self.cleaned_data, "note": self.cleaned_data["note"] if "note" in self.data else None}


class NoteForm(ClubForm):
    says = choice_field("What did they say?", (), missing="Choose what they answer.")
    partner = MemberField("Comes with (optional)", empty="Nobody named", required=False)
    note = words_field("A few words (optional)", 120, note="The members read it too, such as “ten minutes late”.")

    def __init__(self, *args: Any, event: Event, answer: Coming | None, **kwargs: Any) -> None:
        if answer is not None:
            kwargs["initial"] = {"says": answer.says, "note": answer.note, "partner": answer.partner_id}
        super().__init__(*args, **kwargs)
        says = self.fields["says"]
        assert isinstance(says, forms.ChoiceField)
        says.choices = [(str(says), str(says.label)) for says in Says.at(event)]
        if event.is_for_pairs:
            MemberField.choose_from(self, "partner", event.club)
        else:
            del self.fields["partner"]

    @property
    def deed_fields(self) -> dict[str, Any]:
        return {"partner": None, **self.cleaned_data}


class MatchForm(ClubForm):
    one = MemberField("One", empty="")
    other = MemberField("The other", empty="")

    def __init__(self, *args: Any, event: Event, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in ("one", "other"):
            MemberField.choose_from(self, name, event.club)
