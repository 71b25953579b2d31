"""Forms of a club's own rules: a draft, a published version, the club's own sheet."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Any, Final

from django import forms

from league.acting.forms import ClubForm
from pinochle_club.ground.forms import on_lines, words_field
from scoring.rules.book import RuleBook
from scoring.rules.book.procedure import SheetSentence
from scoring.rules.comparison import place_words
from scoring.rules.own_sheet import guesses, labelled, places_in, read_sheet, sheet_text
from scoring.score_card.forms.book_form import BookForm


class DraftForm(BookForm, ClubForm):
    """The whole of a draft; `seen` is the one that the form was opened with."""

    seen = forms.CharField(max_length=64, widget=forms.HiddenInput)


PICK_ONE: Final = "Choose one of the books shown."


class PickBookForm(ClubForm):
    key = forms.CharField(max_length=40, error_messages=dict.fromkeys(("required", "max_length"), PICK_ONE))


class DropForm(ClubForm):
    seen = forms.CharField(max_length=64, widget=forms.HiddenInput)


class PublishForm(DropForm):
    note = words_field(
        "A note for the members",
        200,
        note="Why, or who decided it, such as “voted on May 3”. It is shown next to the version.",
    )


# -- the club's own sheet ----------------------------------------------------------------


MOST_SENTENCES: Final = 300
LONGEST_SENTENCE: Final = 500
AT_A_TIME: Final = 20


class SheetForm(DropForm):
    text = forms.CharField(
        label="What your sheet says",
        required=False,
        widget=forms.Textarea(attrs={"rows": 18, "autocomplete": "off"}),
        help_text="One rule to a line. A line that ends with a colon, such as “Bidding:”, is a heading.",
    )

    def __init__(self, *args: Any, draft: RuleBook, original: RuleBook, **kwargs: Any) -> None:
        kwargs["initial"] = {"text": sheet_text(draft.sheet), **kwargs.get("initial", {})}
        super().__init__(*args, **kwargs)
        self.draft, self.original = draft, original

    def clean_text(self) -> tuple[SheetSentence, ...]:
        lines = on_lines(self.cleaned_data["text"])
        longest = max(lines.split("\n"), key=len)
        if len(longest) > LONGEST_SENTENCE:
            raise forms.ValidationError(
                f"The line “{longest[:40]}…” has {len(longest):,} letters. "
                f"Break it into lines of up to {LONGEST_SENTENCE}."
            )
        if (count := len(read_sheet(lines))) > MOST_SENTENCES:
            raise forms.ValidationError(f"A sheet can have up to {MOST_SENTENCES} lines; these are {count}.")
        return read_sheet(lines, self.draft.sheet)

    @property
    def deed_fields(self) -> dict[str, Any]:
        data = dict(self.cleaned_data)
        book = self.draft.model_copy(update={"sheet": data.pop("text")})
        return {**data, "book": labelled(self.original, book)}


class PlacesForm(ClubForm):
    """The places of sentences of the sheet: of the `wanted` one, else of the first without a place."""

    def __init__(self, *args: Any, draft: RuleBook, wanted: str = "", **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.draft = draft
        sentences = {sentence_name(sentence): sentence for sentence in draft.sheet}
        without = [name for name, sentence in sentences.items() if not sentence.at]
        asked = list(self.data) if self.is_bound else [wanted] if wanted in sentences else without[:AT_A_TIME]
        offered = places_in(draft)
        for name in asked:
            if name in sentences:
                self.fields[name] = _place_field(sentences[name], offered)

    @property
    def deed_fields(self) -> dict[str, Any]:
        chosen = [self.cleaned_data.get(sentence_name(sentence), sentence.at) for sentence in self.draft.sheet]
        sheet = tuple(
            sentence.model_copy(update={"at": at}) for sentence, at in zip(self.draft.sheet, chosen, strict=True)
        )
        book = labelled(self.draft, self.draft.model_copy(update={"sheet": sheet}))
        return {"book": book, "client_id": self.cleaned_data["client_id"]}


def sentence_name(sentence: SheetSentence) -> str:
    return f"at-{sha256(f'{sentence.section}|{sentence.text}'.encode()).hexdigest()[:12]}"


def _place_field(sentence: SheetSentence, offered: Mapping[str, Sequence[tuple[str, str]]]) -> forms.ChoiceField:
    likely = [(at, place_words(at)) for at in guesses(sentence.text)]
    now = {at: place_words(at) for at in (sentence.at, "")}
    return forms.ChoiceField(
        label=sentence.text,
        help_text=sentence.section,
        choices=[*now.items(), *([("Maybe", likely)] if likely else []), *offered.items()],
        initial=sentence.at,
        required=False,
        error_messages={"invalid_choice": "Choose one of the places shown."},
    )
