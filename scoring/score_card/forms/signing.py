"""Signing a card, and agreeing to open it again."""

from __future__ import annotations

from typing import Any

from scoring.rules.cards import Side
from scoring.score_card.names import Names

from .base import EntryForm, choice_field


class SigningForm(EntryForm):
    """One side signs; who of its players, if they say so."""

    def __init__(self, *args: Any, side: Side, names: Names, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        named = [seat for seat in names.book.seats_of(side) if names.has_player(seat)]
        if len(named) > 1:
            self.fields["by"] = choice_field(
                "Who signs? (if you like)", [(seat, names.player(seat)) for seat in named], required=False
            )
        self.names = names

    @property
    def signer(self) -> str:
        """The name of the player who signs; empty where the side signs as a whole."""
        seat = self.cleaned_data.get("by")
        return self.names.player(seat) if seat else ""


class ReopenForm(EntryForm):
    """One side agrees to open a signed card again."""

    def __init__(self, *args: Any, names: Names, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["side"] = choice_field("Who agrees?", names.sides.items())
