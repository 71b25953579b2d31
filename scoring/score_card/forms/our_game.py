"""A built-in book with one family's values, stored in its browser as “Our game”."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, Final

from django import forms

from scoring.rules.book import RuleBook, built_in_books
from scoring.rules.changes import Change, entry_at, house_book
from scoring.score_card.access import hash_of, new_secret

from .settings import POINTS_NEEDED, ChangesForm, Setting
from .start import agreed_in, agreement_fields, tap_field

BOOK: Final = "book"


def _has_an_auction(book: RuleBook) -> bool:
    return book.auction.is_held


class OurGameForm(ChangesForm):
    """A house's changes to a book, and its agreements where the book leaves a choice. `start` is random and goes with
    the page: the same tap twice is one card."""

    OFFERED = (
        # Which of two targets is agreed on below; a book of so many hands has none.
        Setting("game.target", fits=lambda book: not book.targets and not book.game.deals, least=1),
        Setting("game.deals", fits=lambda book: book.game.target is not None, called="Or after so many hands", least=1),
        Setting("game.bid_to_win.at", fits=lambda book: book.game.bid_to_win is not None),
        Setting("meld.run.0"),
        Setting("meld.run.1", fits=lambda book: len(book.meld.run) > 1, called="Double run"),
        Setting("meld.minimum"),
        Setting("auction.opening", fits=_has_an_auction),
        Setting("auction.stuck", fits=_has_an_auction),
        Setting("auction.marriage_needed", fits=_has_an_auction),
        Setting("play.heading"),
        Setting("deck.last_trick"),
        POINTS_NEEDED,
        Setting("contract.unsaved_take", fits=_has_an_auction),
    )

    start = tap_field()

    def __init__(self, *args: Any, book: RuleBook, **kwargs: Any) -> None:
        super().__init__(*args, book=book, **kwargs)
        self.fields.update(agreement_fields(book))

    @property
    def agreements(self) -> list[forms.BoundField]:
        """The choices the book leaves to the table."""
        return [self[name] for name in agreement_fields(self.book)]

    def _changes(self, data: dict[str, Any]) -> Iterator[Change]:
        yield from super()._changes(data)
        if data.get("meld__minimum") == 0:  # then no meld is below it
            yield Change("contract.below_minimum", "played")

    # -- the valid form

    @property
    def rules(self) -> RuleBook:
        """The book with this house's changes."""
        changed = house_book(self.book, self.changes, self._changes_in_words()) if self.changes else self.book
        return changed.as_agreed(**agreed_in({**self.cleaned_data, "book": self.book.key}))

    @property
    def changes_in_words(self) -> tuple[str, ...]:
        """The changes in words: `Run: 15 instead of 16`; none where the house plays the book."""
        return (*self._changes_in_words(), *self._agreements_in_words())

    def _changes_in_words(self) -> Iterator[str]:
        settings = {setting.path: setting for setting in self.settings}
        for change in self.changes:
            if change.path in settings:
                before = entry_at(self.book, change.path)
                yield self.book.words.say(settings[change.path].change_words(before, change.value))

    def _agreements_in_words(self) -> Iterator[str]:
        for bound in self.agreements:
            value = self.cleaned_data[bound.name]
            if value is True:
                yield str(bound.label)
            elif value and value != bound.field.initial:
                yield f"{bound.label} {value}"

    @property
    def start_hash(self) -> str:
        """The hash of this tap; another choice on the same page is another card."""
        return hash_of(f"{self.cleaned_data['start']} {self.stored}")

    @property
    def stored(self) -> str:
        """The form as the browser stores it, read by `kept_game`."""
        given = {
            name: value for name, value in self.cleaned_data.items() if name != "start" and value not in (None, "")
        }
        return json.dumps({**given, BOOK: self.book.key}, separators=(",", ":"))


def kept_game(text: str) -> OurGameForm | None:
    """The valid form of a browser's stored text; None where it is empty or no longer valid."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):  # brackets within brackets
        return None
    book = built_in_books().get(str(data.get(BOOK))) if isinstance(data, dict) else None
    form = OurGameForm({**data, "start": new_secret()}, book=book, auto_id=False) if book else None
    return form if form and form.is_valid() and form.changes_in_words else None
