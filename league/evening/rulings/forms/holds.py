"""What is ruled on later."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from django import forms

from league.acting.forms import ClubForm
from pinochle_club.ground.forms import WordsField

WHOLE_TABLE: Final = "The whole table"


class HoldForm(ClubForm):
    """A hand, or the whole table, and what it is about."""

    hand = forms.TypedChoiceField(
        label="Which hand?",
        coerce=int,
        empty_value=None,
        required=False,
        error_messages={"invalid_choice": "Choose one of the hands shown."},
    )
    about = WordsField(
        label="What is it about?",
        max_length=200,
        help_text="The table sees this above its keys, such as “Who led to trick 4?”",
        error_messages={
            "required": "Say in a few words what is to be ruled on.",
        },
    )

    def __init__(self, *args: Any, hands: Sequence[int], **kwargs: Any) -> None:
        """`hands`: those that have begun, the newest first."""
        super().__init__(*args, **kwargs)
        hand = self.fields["hand"]
        assert isinstance(hand, forms.ChoiceField)
        hand.choices = [*((number, f"Hand {number}") for number in hands), ("", WHOLE_TABLE)]
