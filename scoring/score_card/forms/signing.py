"""Signing a card, and agreeing to reopen it."""

from __future__ import annotations

from typing import Any

from pinochle_club.ground.forms import PageForm, choice_field
from scoring.rules.cards import Side
from scoring.score_card.names import Names
from scoring.score_card.sheet import Sheet


class SigningForm(PageForm):
    """A side's signature, with the player who signs, if they say so."""

    def __init__(self, *args: Any, sheet: Sheet, side: Side, names: Names, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        named = [seat for seat in names.book.seats_of(side) if names.has_player(seat)]
        if len(named) > 1:
            self.fields["by"] = choice_field(
                "Who signs? (optional)", [(seat, names.player(seat)) for seat in named], required=False
            )
        self.sheet, self.side, self.names = sheet, side, names

    @property
    def payload(self) -> dict[str, Any]:
        """The signature for the card's current content; `by` is empty for the side as a whole."""
        seat = self.cleaned_data.get("by")
        by = self.names.player(seat) if seat else ""
        return {"side": self.side, "version": self.sheet.content_version, "by": by}


class ReopenForm(PageForm):
    """A side's agreement to reopen a signed card."""

    def __init__(self, *args: Any, names: Names, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["side"] = choice_field("Who agrees?", names.sides.items())

    @property
    def payload(self) -> dict[str, Any]:
        return {"side": self.cleaned_data["side"]}
