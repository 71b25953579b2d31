from __future__ import annotations

import hashlib
from typing import Any, Final

from django import forms

from league.acting.forms import ClubForm
from league.acting.list_form import chosen_columns, typed_cells
from league.acting.lists import MOST_BYTES, MOST_ROWS
from league.office.members.deeds.importing import Said
from league.office.members.files import HEADINGS

WHO: Final = "who-"


def seen_of(said: Said) -> str:
    """A digest of the typed and chosen answers a preview shows; empty without any."""
    answers = (sorted(said.fixes.items()), said.turned, said.columns, said.skips_first, said.skips_years)
    return hashlib.sha256(repr(answers).encode()).hexdigest()[:32] if any(answers) else ""


class ConfirmForm(ClubForm):
    """The list again, the mark of the members it was compared with, and the answers shown on the preview."""

    text = forms.CharField(strip=False, max_length=MOST_BYTES + 2 * MOST_ROWS, widget=forms.HiddenInput)
    fingerprint = forms.RegexField(r"^[0-9a-f]{32}\Z", widget=forms.HiddenInput)
    seen = forms.CharField(required=False, max_length=32, widget=forms.HiddenInput)
    turned = forms.CharField(required=False, max_length=10, widget=forms.HiddenInput)

    @property
    def said(self) -> Said:
        return Said(
            answers=self._answers(),
            fixes=dict(typed_cells(self.data, HEADINGS)),
            turned=str(self.data.get("turn") or self.data.get("turned", "")),
            columns=chosen_columns(self.data, HEADINGS),
            skips_first="skips_first" in self.data,
            skips_years="skips_years" in self.data,
        )

    @property
    def is_seen(self) -> bool:
        return str(self.cleaned_data["seen"]) == seen_of(self.said)

    def _answers(self) -> dict[int, str]:
        names = (name.removeprefix(WHO) for name in self.data if name.startswith(WHO))
        return {int(line): str(self.data[WHO + line]) for line in names if line.isdecimal() and len(line) < 6}

    @property
    def deed_fields(self) -> dict[str, Any]:
        names = ("text", "fingerprint", "client_id")
        return {**{name: self.cleaned_data[name] for name in names}, "said": self.said}
