from __future__ import annotations

from typing import Any, Final

from django import forms

from league.acting.forms import ClubForm

LONGEST_ANSWER: Final = 20_000  # of a passkey

CODE: Final = {
    "autocomplete": "one-time-code",
    "autocapitalize": "none",
    "spellcheck": "false",
    "data-focus-next": True,
}


class SecondStepForm(forms.Form):
    code = forms.CharField(
        label="Code",
        required=False,
        max_length=40,
        help_text="The six figures your authenticator app shows now, or one of your recovery codes.",
        widget=forms.TextInput(attrs=CODE),
        error_messages={"max_length": "That’s too long for a code."},
    )
    answer = forms.CharField(required=False, max_length=LONGEST_ANSWER, widget=forms.HiddenInput)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if not self.errors and not cleaned.get("code") and not cleaned.get("answer"):
            self.add_error("code", "Type the code.")
        return cleaned


class AppForm(ClubForm):
    code = forms.CharField(
        label="Code",
        max_length=10,
        help_text="The six figures your app shows now.",
        widget=forms.TextInput(attrs={**CODE, "inputmode": "numeric"}),
        error_messages={"required": "Type the six figures your app shows.", "max_length": "Six figures are enough."},
    )


class PasskeyForm(ClubForm):
    answer = forms.CharField(max_length=LONGEST_ANSWER, widget=forms.HiddenInput)
