from __future__ import annotations

from typing import Any, Final

from django import forms

from league.acting.list_form import ListForm, chosen_columns, typed_cells
from league.acting.lists import MOST_BYTES, MOST_COLUMNS, MOST_ROWS, WEEK
from league.season.seasons.forms import MOST_NIGHTS, SeasonForm
from pinochle_club.ground.forms import count_field

from .planning import Asked
from .rows import HEADINGS

WHO: Final = "who-"
NUMBER: Final = "number-"


class _PastSeasonForm(SeasonForm):
    years = (1900, 2100)

    best = count_field(
        "Best nights that count (optional)", 1, MOST_NIGHTS, note="If only some nights of each player counted."
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in ("opens_on", "closes_on"):
            self.fields[name].required = False
        self.fields["opens_on"].label = "First day (optional if the file has dates)"
        self.fields["closes_on"].label = "Last day (optional if the file has dates)"

    def asked_with(self, **more: Any) -> Asked:
        data = self.cleaned_data
        return Asked(
            text=data.get("text", ""),
            name=data.get("name", ""),
            opens_on=data.get("opens_on"),
            closes_on=data.get("closes_on"),
            best=data.get("best"),
            **more,
        )


class PastFileForm(_PastSeasonForm, ListForm):
    field_order = ("name", "file", "pasted", "opens_on", "closes_on", "best")

    @property
    def asked(self) -> Asked:
        file = self.cleaned_data.get("file")
        return self.asked_with(file_name=" ".join(str(file.name).split())[:120] if file else "")


class PreviewForm(_PastSeasonForm):
    text = forms.CharField(strip=False, max_length=MOST_BYTES + 2 * MOST_ROWS, widget=forms.HiddenInput)
    file_name = forms.CharField(required=False, max_length=120, widget=forms.HiddenInput)
    fingerprint = forms.RegexField(r"^[0-9a-f]{32}\Z", widget=forms.HiddenInput)

    @property
    def asked(self) -> Asked:
        name = self.cleaned_data.get("file_name", "")
        fields = {*HEADINGS, *(f"{WEEK}{at}" for at in range(MOST_COLUMNS))}
        return self.asked_with(
            file_name=name,
            answers=self._answers(),
            fixes=dict(typed_cells(self.data, fields)),
            pairs=str(self.data.get("pairs", "")),
            turned=str(self.data.get("turned", "")),
            columns=chosen_columns(self.data, HEADINGS),
        )

    def _answers(self) -> dict[str, str]:
        """The answer for each name, by its key; a typed number goes before a choice."""
        chosen, typed = (
            {name.removeprefix(prefix): str(self.data[name]).strip() for name in self.data if name.startswith(prefix)}
            for prefix in (WHO, NUMBER)
        )
        return {**chosen, **{key: number for key, number in typed.items() if number}}

    @property
    def deed_fields(self) -> dict[str, Any]:
        data = self.cleaned_data
        return {"asked": self.asked, "fingerprint": data["fingerprint"], "client_id": data["client_id"]}
