"""Beginning a card by one tap on a rule book."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from django import forms

from scoring.rules.book import RuleBook, built_in_books
from scoring.score_card.access import SECRET_PATTERN, hash_of

# An agreed number of hands is at most so many for each player to deal.
MOST_ROUNDS: Final = 4


def tap_field() -> forms.RegexField:
    """The id that makes the same tap twice one."""
    return forms.RegexField(
        SECRET_PATTERN,
        widget=forms.HiddenInput,
        error_messages={"invalid": "Tap again.", "required": "Tap again."},
    )


class StartForm(forms.Form):
    """The tapped book, the table's agreements where the book leaves a choice, and the card whose players sit down again
    (`like`). It takes the built-in books, or those of `books`. `start` is random and goes with the page: the same tap
    twice is one card."""

    start = tap_field()
    book = forms.ChoiceField(
        error_messages={
            "required": "Tap one of the rule books below.",
            "invalid_choice": "Tap one of the rule books below.",
        },
    )
    like = forms.UUIDField(required=False)

    def __init__(self, *args: Any, books: Mapping[str, RuleBook] | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        books = built_in_books() if books is None else books
        self.fields["book"].choices = [(key, key) for key in books]  # type: ignore[attr-defined]
        for book in books.values():
            self.fields.update(agreement_fields(book))

    @property
    def agreed(self) -> dict[str, Any]:
        """The table's agreements for the tapped book, for `RuleBook.as_agreed`."""
        return agreed_in(self.cleaned_data)

    @property
    def start_hash(self) -> str:
        """The hash of this tap; another book or agreement on the same page is another card."""
        data = self.cleaned_data
        agreed = self.agreed if any(self.agreed.values()) else ""
        return hash_of(f"{data['start']} {data['book']} {data['like'] or ''}{agreed}")

    @property
    def fault(self) -> str:
        """The sentence to show for an invalid tap."""
        return str(next(iter(self.errors.values()))[0])


def agreed_in(data: Mapping[str, Any]) -> dict[str, Any]:
    """The agreements for the `book` in `data`, for `RuleBook.as_agreed`."""
    key = data["book"]
    return {
        "target": int(data.get(f"target_{key}") or 0),
        "hands": int(data.get(f"most_hands_{key}") or 0),
        "with_fourth": bool(data.get(f"fourth_{key}")),
        "with_game_melds": bool(data.get(f"game_melds_{key}")),
    }


def agreement_fields(book: RuleBook) -> dict[str, forms.Field]:
    """The fields of a table's agreements before it begins; none in most books."""
    fields: dict[str, forms.Field] = {}
    if book.targets:
        fields[f"target_{book.key}"] = forms.ChoiceField(
            label="Play to",
            choices=[(str(target), str(target)) for target in book.targets],
            initial=str(book.game.target),
            widget=forms.RadioSelect,
            required=False,
            error_messages={"invalid_choice": "Choose one of the targets shown."},
        )
    if book.game.table_hands:  # everybody deals equally often
        numbers = [book.deal.players * rounds for rounds in range(1, MOST_ROUNDS + 1)]
        fields[f"most_hands_{book.key}"] = forms.ChoiceField(
            label="Or after so many hands",
            choices=[("", "Only the target"), *((str(hands), str(hands)) for hands in numbers)],
            initial="",
            widget=forms.RadioSelect,
            required=False,
            error_messages={"invalid_choice": "Choose one of the numbers shown."},
        )
    if book.bonuses.game_melds and not book.game_melds:
        fields[f"game_melds_{book.key}"] = forms.BooleanField(label="Some melds are the game", required=False)
    if book.deal.fourth == "may":
        fields[f"fourth_{book.key}"] = forms.BooleanField(
            label="Four at the table: the dealer sits out", required=False
        )
    return fields
