"""Claims of corrected hands, their answers, and holds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from django import forms

from league.acting.forms import ClubForm
from pinochle_club.ground.forms import choice_field, words_field
from scoring.score_card.forms import CorrectionForm

AGAINST: Final = "no"  # the name of the second key


class ClaimForm(CorrectionForm):
    """The corrected hand, to which others agree first."""

    save_key = "Send it"

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, by_director=True, **kwargs)
        reason = self.fields["reason"]
        reason.label = "What was recorded wrongly?"
        reason.error_messages["required"] = "Say in a few words what is wrong. The other side reads it."


class ConfirmForm(ClubForm):
    seen = forms.IntegerField(min_value=0, widget=forms.HiddenInput)

    def __init__(self, *args: Any, players: Sequence[tuple[str, str]], **kwargs: Any) -> None:
        """`players`: seat and name of each who may answer here."""
        by = players[0][0] if len(players) == 1 else ""
        kwargs["initial"] = {"by": by, **kwargs.get("initial", {})}
        super().__init__(*args, **kwargs)
        self.fields["by"] = choice_field("Who says so?", players, missing="Tap who says so.")

    @property
    def deed_fields(self) -> dict[str, Any]:
        return _as_answered(self)


class DecideClaimForm(ClubForm):
    """A director takes the figures over, or lets the hand stand with a reason."""

    seen = forms.IntegerField(min_value=0, widget=forms.HiddenInput)
    reason = words_field("Why? (needed to refuse)", 200)

    @property
    def deed_fields(self) -> dict[str, Any]:
        return _as_answered(self)


def _as_answered(form: ClubForm) -> dict[str, Any]:
    """The typed data; a refusal doesn't depend on the card as it was `seen`."""
    return {name: value for name, value in form.cleaned_data.items() if name != "seen" or AGAINST not in form.data}


class HoldForm(ClubForm):
    hand = forms.TypedChoiceField(
        label="Which hand?",
        coerce=int,
        empty_value=None,
        required=False,
        error_messages={"invalid_choice": "Choose one of the hands shown."},
    )
    about = words_field(
        "What is it about?",
        200,
        missing="Say in a few words what is to be ruled on.",
        note="The table sees this above its keys, such as “Who led the ten of spades?”",
    )

    def __init__(self, *args: Any, hands: Sequence[int], **kwargs: Any) -> None:
        """`hands`: those that have begun, newest first."""
        super().__init__(*args, **kwargs)
        hand = self.fields["hand"]
        assert isinstance(hand, forms.ChoiceField)
        hand.choices = [*((number, f"Hand {number}") for number in hands), ("", "The whole table")]
