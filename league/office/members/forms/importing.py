"""A list of members from elsewhere: the confirmation of what it would change."""

from __future__ import annotations

import hashlib
from typing import Any, Final

from django import forms

from league.acting.forms import ClubForm
from league.acting.list_form import typed_cells
from league.acting.lists import MOST_BYTES, MOST_COLUMNS, MOST_ROWS
from league.office.members.deeds.importing import Said
from league.office.members.files import HEADINGS

WHO: Final = "who-"
COLUMN: Final = "column-"


def seen_of(said: Said) -> str:
    """A digest of what a preview shows as typed and chosen; empty where there is nothing of it."""
    told = (sorted(said.fixes.items()), said.turned, said.columns, said.skips_first, said.skips_years)
    return hashlib.sha256(repr(told).encode()).hexdigest()[:32] if any(told) else ""


class ConfirmForm(ClubForm):
    """The list again, which members it was compared with, and what the preview showed as typed."""

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
            columns=self._columns(),
            skips_first="skips_first" in self.data,
            skips_years="skips_years" in self.data,
        )

    @property
    def is_seen(self) -> bool:
        """Whether the preview showed what comes of everything that was typed and chosen."""
        return str(self.cleaned_data["seen"]) == seen_of(self.said)

    def _answers(self) -> dict[int, str]:
        """Who is meant by a line, as it was answered."""
        names = (name.removeprefix(WHO) for name in self.data if name.startswith(WHO))
        return {int(line): str(self.data[WHO + line]) for line in names if line.isdecimal() and len(line) < 6}

    def _columns(self) -> tuple[str, ...]:
        """What the columns of a list without headings hold."""
        chosen = (str(self.data.get(f"{COLUMN}{at}", "-")) for at in range(MOST_COLUMNS))
        return tuple(field if field in HEADINGS else "" for field in chosen if field != "-")

    @property
    def deed_fields(self) -> dict[str, Any]:
        kept = ("text", "fingerprint", "client_id")
        return {**{name: self.cleaned_data[name] for name in kept}, "said": self.said}
