"""The content and paper to print, asked for by an address, so nothing is required."""

from __future__ import annotations

from typing import Any, Final

from pinochle_club.ground.forms import choice_field
from pinochle_club.ground.papers import DEFAULT_PAPER, PaperForm
from scoring.rules.book import RuleBook

from .start import agreed_in, agreement_fields

PER_PAGE: Final = {1: "One", 2: "Two", 4: "Four"}


class CardPaperForm(PaperForm):
    """A filled card, with or without explanations."""

    explain = choice_field(
        "What to print?", (("0", "The card"), ("1", "The card, with every score explained")), required=False
    )

    @property
    def is_explained(self) -> bool:
        return bool(self.cleaned_data["explain"] == "1")


class BookPaperForm(PaperForm):
    """A rule book: all of it, or one page for the wall."""

    sheet = choice_field(
        "What to print?", (("book", "The whole book"), ("wall", "One page for the wall")), required=False
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        kwargs["initial"] = {"paper": DEFAULT_PAPER, "sheet": "book", **kwargs.get("initial", {})}
        super().__init__(*args, **kwargs)

    @property
    def is_for_wall(self) -> bool:
        return bool(self.cleaned_data["sheet"] == "wall")


class BlankPaperForm(PaperForm):
    """Blank cards, as whole pages or to be cut, with a table's agreements."""

    per_page = choice_field(
        "How many to a page?", [(str(count), words) for count, words in PER_PAGE.items()], required=False
    )

    def __init__(self, *args: Any, book: RuleBook, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.rules = book
        self.fields.update(agreement_fields(book))

    @property
    def agreed_rules(self) -> RuleBook:
        """The book with the agreements, once the form is valid."""
        return self.rules.as_agreed(**agreed_in({**self.cleaned_data, "book": self.rules.key}))

    @property
    def cards_per_page(self) -> int:
        return int(self.cleaned_data["per_page"] or 1)
