"""The outcome of a call for the director."""

from __future__ import annotations

from typing import Final

from django import forms

from league.acting.forms import ClubForm
from league.models import DirectorCall

Outcome = DirectorCall.Outcome
# The outcomes with a key, in order; a ruling brings its own.
SAID: Final = (
    (Outcome.PUT_RIGHT, "No ruling needed", "It could still be put right, and the table plays on."),
    (Outcome.ANSWERED, "I answered a question", ""),
    (Outcome.DONE, "I took care of it", ""),
    (Outcome.NOTHING, "Nothing came of it", ""),
)


class OutcomeForm(ClubForm):
    """A call's outcome, by one tap. A call that cannot have led to a ruling is simply done."""

    outcome = forms.ChoiceField(
        choices=[(outcome.value, label) for outcome, label, _ in SAID],
        required=False,
        widget=forms.HiddenInput,
        error_messages={"invalid_choice": "Tap what came of it."},
    )
