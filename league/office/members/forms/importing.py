"""A list of members from elsewhere: the confirmation of what it would change."""

from __future__ import annotations

from typing import Any, Final

from django import forms

from league.acting.forms import ClubForm
from league.acting.lists import MOST_BYTES, MOST_ROWS

WHO: Final = "who-"


class ConfirmForm(ClubForm):
    """The list again, and which members it was compared with."""

    text = forms.CharField(strip=False, max_length=MOST_BYTES + 2 * MOST_ROWS, widget=forms.HiddenInput)
    fingerprint = forms.RegexField(r"^[0-9a-f]{32}\Z", widget=forms.HiddenInput)

    @property
    def answers(self) -> dict[int, str]:
        """Who is meant by a line, as it was answered."""
        names = (name.removeprefix(WHO) for name in self.data if name.startswith(WHO))
        return {int(line): str(self.data[WHO + line]) for line in names if line.isdecimal() and len(line) < 6}

    @property
    def deed_fields(self) -> dict[str, Any]:
        return {**self.cleaned_data, "answers": self.answers}
