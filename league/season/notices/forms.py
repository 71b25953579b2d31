from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms

from league.acting.forms import ClubForm
from league.office.members.forms.members import NotesField
from pinochle_club.ground.forms import choice_field

from .blocks import LONGEST


def _text_field(missing: str) -> NotesField:
    return NotesField(
        label="What it says",
        max_length=LONGEST,
        widget=forms.Textarea(attrs={"rows": 8}),
        error_messages={"required": missing, "max_length": f"Use up to {LONGEST:,} characters."},
    )


class BlockForm(ClubForm):
    """The text of a block; `seen` marks its state when the form was opened."""

    text = _text_field("Type a few words, or go back and take the paragraph out.")
    seen = forms.CharField(max_length=64, widget=forms.HiddenInput)


class OwnForm(ClubForm):
    text = _text_field("Type a few words, or go back.")
    after = choice_field("Where does it stand?", (), required=False, widget=forms.Select)

    def __init__(self, *args: Any, places: Sequence[tuple[str, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["after"].choices = places  # type: ignore[attr-defined]


class WantForm(ClubForm):
    wanted = forms.BooleanField(required=False, widget=forms.HiddenInput)
