"""Tables of friends: opening, finding, sitting down, talk."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django import forms

from pinochle_club.ground.forms import WordsField, choice_field, words_field
from scoring.play.membership import ClubBooks, books_by_key, played_at
from scoring.play.together import CODE_LENGTH, PHRASES, code_of
from scoring.rules.book import RuleBook
from scoring.rules.cards import ALL_SEATS, Seat
from scoring.score_card.access import SECRET_PATTERN
from scoring.score_card.forms.start import agreed_in, agreement_fields
from scoring.score_card.names import LONGEST_ON_CARD

from .start import STRENGTH_WORDS


def own_name() -> WordsField:
    return words_field("Your name", LONGEST_ON_CARD, missing="Enter your name, so the others know who you are.")


class OpenBoardsForm(forms.Form):
    start = forms.RegexField(
        SECRET_PATTERN,
        error_messages={"invalid": "Tap again.", "required": "Tap again."},
        widget=forms.HiddenInput,
    )
    name = own_name()


class OpenTableForm(OpenBoardsForm):
    strength = choice_field("How well do the bots play?", STRENGTH_WORDS.items(), required=False)
    strength.initial = "club"

    def __init__(
        self, *args: Any, clubs: Sequence[ClubBooks] = (), ours: RuleBook | None = None, **kwargs: Any
    ) -> None:
        """`ours` is the game that this browser keeps."""
        super().__init__(*args, **kwargs)
        self.books = books_by_key(clubs, ours)
        own = [(club.club, [(book.key, book.name) for book in club.books]) for club in clubs]
        others = [(key, book.name) for key, book in self.books.items() if key not in played_at(clubs)]
        for book in self.books.values():
            self.fields.update(agreement_fields(book))
        self.fields["book"] = forms.ChoiceField(
            label="Rules",
            choices=[*own, ("Other rules", others)] if own else others,
            error_messages=dict.fromkeys(("required", "invalid_choice"), "Choose the rules to play by."),
        )

    @property
    def agreements(self) -> Iterator[tuple[str, list[forms.BoundField]]]:
        """Rules to agree on, by the names of books that leave them open."""
        for book in self.books.values():
            names = agreement_fields(book)
            if names:
                yield book.name, [self[name] for name in names]

    @property
    def rules(self) -> RuleBook:
        return self.books[self.cleaned_data["book"]].as_agreed(**agreed_in(self.cleaned_data))


class CodeForm(forms.Form):
    code = words_field("Code", 40, missing="Enter the code you were given, such as KTRM 4QXW.")
    code.widget.attrs["class"] = "box"

    def clean_code(self) -> str:
        code = code_of(self.cleaned_data["code"])
        if len(code) != CODE_LENGTH:
            raise forms.ValidationError(f"A code has {CODE_LENGTH} letters and digits.")
        return code


class SitForm(forms.Form):
    name = own_name()

    def __init__(self, *args: Any, free: Mapping[Seat, str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.free = free
        self.fields["seat"] = choice_field("Your seat", free.items(), required=False)
        if free:
            self.initial.setdefault("seat", next(iter(free)))

    @property
    def chosen_seat(self) -> Seat:
        seat: Seat = self.cleaned_data.get("seat") or next(iter(self.free))
        return seat


class SomebodyForm(forms.Form):
    person = forms.IntegerField(min_value=1)


class ArrangeForm(SomebodyForm):
    seat = forms.ChoiceField(choices=[(seat, seat) for seat in ALL_SEATS])


class LetInForm(forms.Form):
    device = forms.IntegerField(min_value=1)


class LockForm(forms.Form):
    is_locked = forms.BooleanField(required=False)


class SayForm(forms.Form):
    client_id = forms.CharField(max_length=40)
    phrase = forms.ChoiceField(choices=list(PHRASES.items()))
