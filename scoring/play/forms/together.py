"""People who play together: opening a table, finding it, sitting down, and what is said."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from django import forms

from pinochle_club.ground.forms import WordsField, choice_field, words_field
from scoring.play.membership import ClubBooks, books_by_key, played_at
from scoring.play.settings import TableSettings
from scoring.play.together import CODE_LENGTH, PHRASES, Opening, code_of
from scoring.rules.cards import Seat
from scoring.rules.notation import SEAT_NAMES
from scoring.score_card.access import SECRET_PATTERN
from scoring.score_card.forms.start import agreed_in, agreement_fields
from scoring.score_card.names import LONGEST_ON_CARD

from .start import STRENGTH_WORDS


def own_name() -> WordsField:
    return words_field("Your name", LONGEST_ON_CARD, missing="Enter your name, so the others know who you are.")


class OpenBoardsForm(forms.Form):
    """A table for friends at boards, which are what they are: the name of the person who opens it."""

    start = forms.RegexField(
        SECRET_PATTERN,
        error_messages={"invalid": "Tap again.", "required": "Tap again."},
        widget=forms.HiddenInput,
    )
    name = own_name()


class OpenTableForm(OpenBoardsForm):
    """A table for friends: besides the rules, and how well the bots play."""

    strength = choice_field("How well do the bots play?", STRENGTH_WORDS.items(), required=False)
    strength.initial = "club"

    def __init__(self, *args: Any, clubs: Sequence[ClubBooks] = (), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.books = books_by_key(clubs)
        own = [(club.club, [(book.key, book.name) for book in club.books]) for club in clubs]
        others = [(key, book.name) for key, book in self.books.items() if key not in played_at(clubs)]
        for book in self.books.values():
            self.fields.update(agreement_fields(book))
        self.fields["book"] = forms.ChoiceField(
            label="Rules",
            choices=[*own, ("Other rules", others)] if own else others,
            widget=forms.Select(attrs={"class": "select"}),
            error_messages=dict.fromkeys(("required", "invalid_choice"), "Choose the rules to play by."),
        )

    @property
    def agreements(self) -> Iterator[tuple[str, list[forms.BoundField]]]:
        """What can be agreed on, by the names of the books that leave something open."""
        for book in self.books.values():
            names = agreement_fields(book)
            if names:
                yield book.name, [self[name] for name in names]

    def opening(self, settings: TableSettings) -> Opening:
        """The table that is asked for, once the form is valid."""
        book = self.books[self.cleaned_data["book"]].as_agreed(**agreed_in(self.cleaned_data))
        return Opening.usual(book, self.cleaned_data["strength"] or "club", settings)


class CodeForm(forms.Form):
    """The code of a table, as somebody was told it: small letters, spaces and dashes do no harm."""

    code = words_field("Code", 40, missing="Enter the code you were given, such as KTRM 4QXW.")

    def clean_code(self) -> str:
        code = code_of(self.cleaned_data["code"])
        if len(code) != CODE_LENGTH:
            raise forms.ValidationError(f"A code has {CODE_LENGTH} letters and digits.")
        return code


class SitForm(forms.Form):
    """Sitting down at somebody's table: a name, and one of the seats that are free."""

    name = own_name()

    def __init__(self, *args: Any, free: tuple[Seat, ...], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.free = free
        self.fields["seat"] = choice_field("Your seat", [(seat, SEAT_NAMES[seat]) for seat in free], required=False)
        if free:
            self.initial.setdefault("seat", free[0])

    @property
    def chosen_seat(self) -> Seat:
        seat: Seat = self.cleaned_data.get("seat") or self.free[0]
        return seat


class SomebodyForm(forms.Form):
    """The host sends somebody away."""

    person = forms.IntegerField(min_value=1)


class ArrangeForm(SomebodyForm):
    """The host gives somebody another seat."""

    seat = forms.ChoiceField(choices=list(SEAT_NAMES.items()))


class LetInForm(forms.Form):
    """The host lets a device in again."""

    device = forms.IntegerField(min_value=1)


class LockForm(forms.Form):
    """The host keeps everybody else out, or lets them in again."""

    is_locked = forms.BooleanField(required=False)


class SayForm(forms.Form):
    """One of the set phrases."""

    client_id = forms.CharField(max_length=40)
    phrase = forms.ChoiceField(choices=list(PHRASES.items()))
