"""The form for a list from a spreadsheet, as a file or pasted, and cells typed in place of its own."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, Final

from django import forms

from .forms import ClubForm
from .lists import MOST_BYTES, MOST_COLUMNS, FileFault, Headings, text_of

CELL: Final = "cell-"
COLUMN: Final = "column-"
LONGEST_TYPED: Final = 200


def typed_cells(data: Mapping[str, Any], fields: Collection[str]) -> Iterator[tuple[tuple[int, str], str]]:
    for name in data:
        line, _, field = name.removeprefix(CELL).partition("-")
        if name.startswith(CELL) and line.isascii() and line.isdecimal() and len(line) < 8 and field in fields:
            yield (int(line), field), str(data[name])[:LONGEST_TYPED].strip()


def chosen_columns(data: Mapping[str, Any], fields: Collection[str]) -> tuple[str, ...]:
    """What each column of a list without headings is said to be."""
    chosen = (str(data.get(f"{COLUMN}{at}", "-")) for at in range(MOST_COLUMNS))
    return tuple(field if field in fields else "" for field in chosen if field != "-")


def column_choices(columns: Sequence[tuple[str, str]], headings: Headings) -> list[dict[str, Any]]:
    """The columns of a list without headings, each with a cell of it and what it may be."""
    choices = [*((name, words[0]) for name, words in headings.items()), ("", "Leave out")]
    return [
        {
            "field": f"{COLUMN}{at}",
            "example": example[:40],
            "choices": [(name, label, name == field) for name, label in choices],
        }
        for at, (field, example) in enumerate(columns)
    ]


class ListForm(ClubForm):
    """A file, or text copied from a spreadsheet. `text` is what to read."""

    file = forms.FileField(
        label="A spreadsheet or CSV file",
        required=False,
        help_text=f"Excel (.xlsx, its first sheet) or CSV, up to {MOST_BYTES // 1024} KB.",
        widget=forms.FileInput(attrs={"accept": ".csv,.txt,.tsv,.xlsx,text/csv,text/plain"}),
        error_messages={"empty": "The file is empty."},
    )
    pasted = forms.CharField(
        label="Or paste the list",
        required=False,
        strip=False,
        max_length=MOST_BYTES,
        help_text="Select the cells in your spreadsheet, headings included, then copy and paste them here.",
        widget=forms.Textarea(attrs={"rows": 6, "spellcheck": "false"}),
        error_messages={"max_length": f"This is more than {MOST_BYTES // 1024} KB."},
    )

    def __init__(self, *args: Any, is_too_large: bool = False, **kwargs: Any) -> None:
        self.is_too_large = is_too_large
        super().__init__(*args, **kwargs)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if self.is_too_large:
            self.add_error("file", f"The file is larger than {MOST_BYTES // 1024} KB. Remove what you don’t need.")
        elif cleaned.get("file"):
            try:
                cleaned["text"] = text_of(cleaned["file"].read())
            except FileFault as fault:
                self.add_error("file", str(fault))
        elif (cleaned.get("pasted") or "").strip():
            cleaned["text"] = cleaned["pasted"]
        elif not self.errors:
            self.add_error("file", "Choose a file, or paste the list below.")
        return cleaned

    def add_fault(self, text: str) -> None:
        self.add_error("file" if self.files else "pasted", text)
