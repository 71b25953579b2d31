"""What all forms of a club share."""

from __future__ import annotations

from typing import Any

from django import forms

from scoring.score_card.forms.base import WordsField, new_client_id


class ClubForm(forms.Form):
    """Base of all forms that change something: `client_id` makes sending it twice safe."""

    client_id = forms.CharField(max_length=40, widget=forms.HiddenInput)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        kwargs["initial"] = {"client_id": new_client_id(), **kwargs.get("initial", {})}
        kwargs.setdefault("label_suffix", "")
        super().__init__(*args, **kwargs)


class ReasonForm(ClubForm):
    """Whatever goes into the log with a reason; where none `is_needed`, only if wanted."""

    reason = WordsField(
        label="Reason",
        max_length=200,
        help_text="Goes into the log.",
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        error_messages={
            "required": "Say why, in a few words: it goes into the log.",
            "max_length": "A reason has up to 200 characters.",
        },
    )

    def __init__(self, *args: Any, is_needed: bool = True, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["reason"].required = is_needed
        if not is_needed:
            self.fields["reason"].label = "Reason, if wanted"
