"""Often-changed entries of a book, for a simulation."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, ClassVar, Final

from django import forms

from pinochle_club.ground.forms import HIGHEST_FIGURE, choice_field, count_field
from scoring.rules.book import BookError, RuleBook
from scoring.rules.changes import Change, changed_book, entry_at, parse_change
from scoring.rules.entries import Entry, entry_of

AS_IT_IS: Final = ""


@dataclass(frozen=True, slots=True)
class Setting:
    """An often-changed rule by its path in the book. `fits` tells which books have it, `called` is its label where the
    entry's own says too little, `least` its lowest number."""

    path: str
    fits: Callable[[RuleBook], bool] = lambda book: True
    called: str = ""
    least: int = 0

    @property
    def field(self) -> str:
        return self.path.replace(".", "__")

    @property
    def entry(self) -> Entry:
        entry = entry_of(self.path)
        assert entry is not None, self.path
        return entry

    @property
    def label(self) -> str:
        return self.called or self.entry.label

    @property
    def choices(self) -> tuple[tuple[str, str], ...]:
        """The values with their names; none where it is a number."""
        return self.entry.choices

    def words(self, value: Any) -> str:
        """A value in words: `50`, `no`, `the bid comes off`."""
        if isinstance(value, bool):
            value = "true" if value else "false"
        return self.entry.nothing if value is None else dict(self.choices).get(str(value), str(value))

    def change_words(self, before: Any, after: Any) -> str:
        """`Opening bid: 60 instead of 50`."""
        return f"{self.label}: {self.words(after)} instead of {self.words(before)}"


POINTS_NEEDED: Final = Setting(
    "contract.points_needed", fits=lambda book: "points" in (book.contract.bidders_need, book.contract.defenders_need)
)


class ChangesForm(forms.Form):
    """Changes to a book's entries; an empty field stays as the book has it. Once cleaned, `changes` are the changed
    entries, and `changed` the book with them (None without changes)."""

    OFFERED: ClassVar[tuple[Setting, ...]] = ()

    def __init__(self, *args: Any, book: RuleBook, **kwargs: Any) -> None:
        self.book = book
        self.changes: tuple[Change, ...] = ()
        self.changed: RuleBook | None = None
        super().__init__(*args, **kwargs)
        for setting in self.settings:
            self.fields[setting.field] = self._field_of(setting)

    @property
    def settings(self) -> tuple[Setting, ...]:
        return tuple(setting for setting in self.OFFERED if setting.fits(self.book))

    def _field_of(self, setting: Setting) -> forms.Field:
        now, say = entry_at(self.book, setting.path), self.book.words.say
        if setting.choices:
            others = ((value, say(words)) for value, words in setting.choices if words != setting.words(now))
            as_it_is = (AS_IT_IS, say(f"As it is: {setting.words(now)}"))
            return choice_field(say(setting.label), [as_it_is, *others], required=False, widget=forms.Select)
        return count_field(
            say(setting.label),
            setting.least,
            HIGHEST_FIGURE,
            wrong="Enter a whole number, or leave it empty to keep it as it is.",
            below=f"This can’t be below {setting.least}.",
            above=f"Enter a number up to {HIGHEST_FIGURE}.",
            placeholder=setting.words(now),
        )

    @property
    def setting_fields(self) -> list[tuple[forms.BoundField, str]]:
        """The settings' fields, each with the book's own value where that is a number."""
        return [
            (
                self[setting.field],
                "" if setting.choices else f"{setting.words(entry_at(self.book, setting.path))} in the rule book",
            )
            for setting in self.settings
        ]

    def full_clean(self) -> None:
        """Focus the first wrong field, which could be far below on a phone."""
        super().full_clean()
        wrong = next((field for name, field in self.fields.items() if name in self.errors), None)
        if wrong is not None:
            wrong.widget.attrs["autofocus"] = True

    # -- the changed book

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if not self.errors:
            self.changes = tuple(
                change for change in self._changes(data) if entry_at(self.book, change.path) != change.value
            )
        if not self.errors and self.changes:
            try:
                self.changed = changed_book(self.book, self.changes)
            except BookError as error:
                self._show(error)
        return data

    def _changes(self, data: dict[str, Any]) -> Iterator[Change]:
        for setting in self.settings:
            value = data.get(setting.field)
            if value not in (None, AS_IT_IS):
                yield parse_change(f"{setting.path}={value}") if setting.choices else Change(setting.path, value)

    def _show(self, error: BookError) -> None:
        """Show each fault beside its field, or else above the form."""
        fields = {setting.path: setting.field for setting in self.settings}
        for fault in error.faults:
            self.add_error(fields.get(fault.path), fault.text)
