"""The file of which a club is made."""

from __future__ import annotations

from typing import Any

from django import forms

from league.acting.forms import ClubForm
from pinochle_club.ground.commands import manage

from .format import MB, ON_A_PAGE

AT_THE_COMPUTER = manage("club_archive restore FILE", to_all=True)
TOO_LARGE = f"The file is larger than {ON_A_PAGE.zipped // MB} MB. Restore it at the club’s computer: {AT_THE_COMPUTER}"


class ArchiveForm(ClubForm):
    file = forms.FileField(
        label="The club’s archive",
        help_text=f"The zip file as you downloaded it, up to {ON_A_PAGE.zipped // MB} MB.",
        widget=forms.FileInput(attrs={"accept": ".zip,application/zip"}),
        error_messages={"required": "Choose the file.", "empty": "The file is empty."},
    )

    def __init__(self, *args: Any, is_too_large: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if is_too_large:
            self.fields["file"].error_messages["required"] = TOO_LARGE  # what was dropped has not come


class HereForm(ClubForm):
    """What is done with the `file` that was brought; by that it is found again."""

    file = forms.CharField(max_length=64, widget=forms.HiddenInput)
