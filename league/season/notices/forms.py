"""The text of a notice, and who wants it by email."""

from __future__ import annotations

from typing import Final

from django import forms

from league.acting.forms import ClubForm
from league.office.members.forms.members import NotesField

LONGEST: Final = 8_000


class TextForm(ClubForm):
    """What the notice says. `seen` tells which text stood there when the form was opened."""

    text = NotesField(
        label="What the notice says",
        max_length=LONGEST,
        widget=forms.Textarea(attrs={"rows": 16}),
        help_text="Plain text, an empty line between paragraphs. The table of places is added below by itself.",
        error_messages={
            "required": "Type a few words, or go back and write it from the results.",
            "max_length": f"Use up to {LONGEST:,} characters.",
        },
    )
    seen = forms.CharField(max_length=64, widget=forms.HiddenInput)


class WantForm(ClubForm):
    """Whether somebody wants the notices by email from now on."""

    wanted = forms.BooleanField(required=False, widget=forms.HiddenInput)
