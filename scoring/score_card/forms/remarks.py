"""A remark on a hand: an offered one, or a few words."""

from __future__ import annotations

from typing import Any, Final

from pinochle_club.ground.forms import PageForm, WordsField, words_field

LONGEST_REMARK: Final = 80
TOO_LONG: Final = f"A remark has up to {LONGEST_REMARK} characters; please shorten it."


class RemarkForm(PageForm):
    """A remark on a hand: `quick` by one tap, else `text` as typed."""

    text = words_field("Or in your own words", LONGEST_REMARK, too_long=TOO_LONG)
    quick = WordsField(required=False, max_length=LONGEST_REMARK)

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or self.cleaned_data
        if not self.errors and not (data.get("quick") or data.get("text")):
            self.add_error("text", "Write a few words, or tap one of those above.")
        return data

    @property
    def payload(self) -> dict[str, Any]:
        return {"text": self.cleaned_data["quick"] or self.cleaned_data["text"]}
