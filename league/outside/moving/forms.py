"""Where a club moves to."""

from __future__ import annotations

from typing import Any, Final

from django import forms

from league.acting.forms import ClubForm
from league.outside.hall.line import home_of

NO_ADDRESS: Final = "Enter the new address, such as “cards.example.org”."
IS_HERE: Final = "That is the address here. Enter the one it moves to."


class MoveForm(ClubForm):
    address = forms.CharField(
        label="The new address",
        max_length=180,
        help_text="What people type into their browser, such as cards.example.org.",
        widget=forms.TextInput(attrs={"inputmode": "url", "autocapitalize": "none", "spellcheck": "false"}),
        error_messages={"required": NO_ADDRESS},
    )

    def __init__(self, *args: Any, here: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.here = here

    def clean_address(self) -> str:
        try:
            address = home_of(self.cleaned_data["address"])
        except ValueError as error:
            raise forms.ValidationError(NO_ADDRESS) from error
        if address.partition("://")[2] == home_of(self.here).partition("://")[2]:
            raise forms.ValidationError(IS_HERE)
        return address
