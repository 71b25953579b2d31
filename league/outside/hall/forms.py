"""Where an evening comes from: home’s address and a code, or a file."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from django import forms

from league.acting.forms import ClubForm, ReasonForm
from league.outside.archive.format import MB, ON_A_PAGE
from pinochle_club.ground.forms import choice_field, figure_field, words_field

from .codes import LENGTH, letters_in
from .line import home_of
from .looking import Guest

NO_ADDRESS: Final = "Enter the address as home shows it, such as “oakpark.example.org”."
NO_CODE: Final = "The code has six letters and figures, such as “K7M 4TX”."


class HomeForm(ClubForm):
    """Where an evening waits, and its code."""

    address = forms.CharField(
        label="Address",
        max_length=200,
        widget=forms.TextInput(attrs={"inputmode": "url", "autocapitalize": "none", "spellcheck": "false"}),
        error_messages={"required": NO_ADDRESS},
    )
    code = forms.CharField(
        label="Code",
        max_length=20,
        widget=forms.TextInput(attrs={"autocapitalize": "characters", "spellcheck": "false", "class": "short-code"}),
        error_messages={"required": "Enter the code that home shows, such as “K7M 4TX”."},
    )

    def clean_address(self) -> str:
        try:
            return home_of(self.cleaned_data["address"])
        except ValueError as error:
            raise forms.ValidationError(NO_ADDRESS) from error

    def clean_code(self) -> str:
        code = letters_in(self.cleaned_data["code"])
        if len(code) != LENGTH:
            raise forms.ValidationError(NO_CODE)
        return code


class SliceForm(ClubForm):
    file = forms.FileField(
        label="The evening’s file",
        help_text="Its name ends with .evening.zip. On a phone it is under Downloads, or in Files.",
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


class LookForm(ClubForm):
    """Of a file that was looked at: which of the guests `asked` about are people of the list."""

    file = forms.CharField(max_length=64, widget=forms.HiddenInput, required=False)

    def __init__(self, *args: Any, asked: Sequence[Guest] = (), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.asked = {f"guest-{number}": one for number, one in enumerate(asked, start=1)}
        for name, one in self.asked.items():
            known = one.namesake
            assert known is not None, "asked about are those with a namesake"
            question = f"Is guest {one.name} the one of that name in your list, number {known.number}?"
            self.fields[name] = choice_field(question, (("yes", "Yes, the same"), ("no", "No, a guest")))

    @property
    def deed_fields(self) -> dict[str, Any]:
        said = {name: self.cleaned_data[name] == "yes" for name in self.asked}
        same = {one.uid: one.namesake.pk for name, one in self.asked.items() if one.namesake is not None and said[name]}
        others = [one.uid for name, one in self.asked.items() if not said[name]]
        return {"client_id": self.cleaned_data["client_id"], "same": same, "others": others}


class TakeTheirsForm(ClubForm):
    """Taking what the hall sent, of the version that was looked at, in place of what home has."""

    version = figure_field("Version")
    name = words_field("Type the name of the evening to take the hall’s", 80, missing="Type the name of the evening.")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["version"].widget = forms.HiddenInput()
