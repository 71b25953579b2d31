"""Beginning a card: one tap on a rule book."""

from __future__ import annotations

from django import forms

from scoring.rules.book import BUILT_IN_ORDER
from scoring.score_card.access import SECRET_PATTERN, hash_of


class StartForm(forms.Form):
    """The book that was tapped, and the card whose players sit down again (`like`).

    `start` is random and goes with the page the tap was made on: the same tap twice is one card.
    """

    start = forms.RegexField(SECRET_PATTERN, error_messages={"invalid": "Tap again.", "required": "Tap again."})
    book = forms.ChoiceField(
        choices=[(key, key) for key in BUILT_IN_ORDER],
        error_messages={
            "required": "Tap one of the rule books below.",
            "invalid_choice": "Tap one of the rule books below.",
        },
    )
    like = forms.UUIDField(required=False)

    @property
    def start_hash(self) -> str:
        """What the card keeps of this tap; another book tapped on the same page is another card."""
        data = self.cleaned_data
        return hash_of(f"{data['start']} {data['book']} {data['like'] or ''}")

    @property
    def fault(self) -> str:
        """The one sentence to show for a tap that cannot be understood."""
        return str(next(iter(self.errors.values()))[0])
