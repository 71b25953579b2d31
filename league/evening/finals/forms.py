"""The form that breaks a tie at the line."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms

from league.acting.forms import ClubForm
from pinochle_club.ground.forms import choice_field, words_field

from .reading import PLAY, Cut, CutBy


class CutForm(ClubForm):
    """Makes the cut shown, with one way to break a tie. Lots need a named witness."""

    seen = forms.CharField(max_length=64, widget=forms.HiddenInput)
    by = choice_field("How is the tie broken?", ())
    witness = words_field(
        "Who watches the draw?",
        60,
        missing="Call the people who tie, and name who watches. Then draw.",
        note="Somebody who plays. The log says who, and what each drew.",
    )

    def __init__(self, *args: Any, cut: Cut | None, ways: Sequence[tuple[str, str]], **kwargs: Any) -> None:
        kwargs["initial"] = {"seen": cut.seen if cut else "", **kwargs.get("initial", {})}
        super().__init__(*args, **kwargs)
        if not self.draws:
            del self.fields["witness"]
        if cut is not None and cut.line.is_clear:
            del self.fields["by"]
            return
        # The deed refuses a choice made for another line, in words.
        chosen = self.data.get("by")
        others = [(code, code) for code in (*CutBy.values, PLAY) if code == chosen and code not in dict(ways)]
        self.fields["by"].choices = [*ways, *others]  # type: ignore[attr-defined]
        if ways and ways[0][0] in (CutBy.EXTRA, CutBy.CHAIN):
            self.initial.setdefault("by", ways[0][0])

    @property
    def draws(self) -> bool:
        """Whether lots were chosen: then comes a look at who draws."""
        return self.data.get("by") == CutBy.LOTS
