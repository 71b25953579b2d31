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
    """A tap that takes a reason."""

    reason = WordsField(
        label="Reason", max_length=200, error_messages={"required": "Say why, in a few words: it goes into the log."}
    )
