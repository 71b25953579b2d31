"""Deleting rounds."""

from __future__ import annotations

from typing import Any

from league.acting.forms import ClubForm
from scoring.score_card.forms.base import WordsField


class DeleteRoundForm(ClubForm):
    """Deletes a round, by typing what it is called."""

    def __init__(self, *args: Any, name: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["typed"] = WordsField(
            label=f"Type “{name}” to delete it",
            max_length=40,
            error_messages={"required": f"Type “{name}” to confirm."},
        )
