"""What to print, and on which paper. Asked by an address, so nothing must be given."""

from __future__ import annotations

from typing import Any

from django import forms

from scoring.score_card.pdfs import PAPERS, PER_PAGE

from .base import choice_field

WORDS_PER_PAGE = {1: "One to a page", 2: "Two to a page", 4: "Four to a page"}


class PaperForm(forms.Form):
    """Which paper. What an address leaves out is the first of the choices."""

    paper = choice_field("Which paper?", PAPERS.items(), required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, field in self.fields.items():
            self.initial.setdefault(name, field.choices[0][0])

    @property
    def columns(self) -> str:
        """How the choices stand on the page; whole sentences one below the other."""
        return "choices-2"

    @property
    def chosen_paper(self) -> str:
        return self.cleaned_data["paper"] or next(iter(PAPERS))


class CardPaperForm(PaperForm):
    """A filled card, with or without its explanations."""

    explain = choice_field(
        "What to print?", (("0", "The card"), ("1", "The card, and why each hand scored as it did")), required=False
    )

    @property
    def is_explained(self) -> bool:
        return self.cleaned_data["explain"] == "1"


class BlankPaperForm(PaperForm):
    """Blank cards, whole pages or to be cut."""

    per_page = choice_field(
        "How many cards?", [(str(count), WORDS_PER_PAGE[count]) for count in PER_PAGE], required=False
    )

    @property
    def cards_per_page(self) -> int:
        return int(self.cleaned_data["per_page"] or 1)
