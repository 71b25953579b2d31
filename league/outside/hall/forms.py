"""The file with an evening in it."""

from __future__ import annotations

from typing import Any

from django import forms

from league.acting.forms import ClubForm, ReasonForm
from league.outside.archive.format import MB, ON_A_PAGE
from pinochle_club.ground.forms import words_field


class SliceForm(ClubForm):
    file = forms.FileField(
        label="The evening’s file",
        help_text="Its name ends with .evening.zip.",
        widget=forms.FileInput(attrs={"accept": ".zip,application/zip"}),
        error_messages={"required": "Choose the file.", "empty": "The file is empty."},
    )

    def __init__(self, *args: Any, is_too_large: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if is_too_large:
            too_large = f"The file is larger than {ON_A_PAGE.zipped // MB} MB, so it is no evening."
            self.fields["file"].error_messages["required"] = too_large


class TakeBackForm(ReasonForm):
    """Taking an evening back without the hall: its name must be typed."""

    name = words_field("Type the name of the evening to take it back", 80, missing="Type the name of the evening.")
