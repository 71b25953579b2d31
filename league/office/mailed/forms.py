from __future__ import annotations

from typing import Any, Final

from django import forms
from django.core.validators import RegexValidator

from league.acting.forms import ClubForm, email_field

LONGEST_CODE: Final = 12
LONGEST_WAY: Final = 300


def own_email_field(label: str = "Your email") -> forms.EmailField:
    field = email_field(label, of_reader=True)
    field.required = True
    # Letters of other alphabets may be folded into those of somebody else's address.
    field.validators.append(RegexValidator(r"^[\x00-\x7f]*\Z", message="This is not an email address."))
    field.error_messages |= {"required": "Type your email address.", "invalid": "This is not an email address."}
    return field


class EmailForm(ClubForm):
    email = own_email_field()
    next = forms.CharField(required=False, max_length=LONGEST_WAY, widget=forms.HiddenInput)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["email"].widget.attrs |= {"data-focus-next": True}


class CodeForm(ClubForm):
    code = forms.CharField(
        label="Code",
        max_length=LONGEST_CODE,
        help_text="Six figures, from the newest email.",
        widget=forms.TextInput(
            attrs={
                "autocomplete": "one-time-code",
                "inputmode": "numeric",
                "data-focus-next": True,
            }
        ),
        error_messages={"required": "Type the six figures.", "max_length": "Six figures are enough."},
    )
