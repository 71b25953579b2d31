"""Why the cards are dealt again: only what this book knows, and what follows from each."""

from __future__ import annotations

from typing import Any

from scoring.score_card.names import Names
from scoring.score_card.redeals import redeal_payload, redeal_reasons
from scoring.score_card.sheet import Line, Sheet

from .base import EntryForm, choice_field


class RedealForm(EntryForm):
    """One reason, by a large key."""

    def __init__(self, *args: Any, sheet: Sheet, line: Line, names: Names, **kwargs: Any) -> None:
        super().__init__(*args, seen=sheet.version, **kwargs)
        self.book, self.line = sheet.book, line
        self.reasons = redeal_reasons(sheet.book, names, line)
        self.fields["why"] = choice_field(
            "Why is it dealt again?",
            [(reason.code, reason.title) for reason in self.reasons],
            missing="Tap the reason.",
        )

    @property
    def payload(self) -> dict[str, Any]:
        """The redeal as an entry keeps it."""
        return redeal_payload(self.book, self.line, self.cleaned_data["why"])
