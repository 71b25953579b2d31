"""Sitting down: rules, seat, players, table."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any, Final

from django import forms

from pinochle_club.ground.forms import choice_field, count_field, words_field
from scoring.models import SharedDeal
from scoring.play.players import UNNAMED, YOU, Seats, bot_names, usual_seat
from scoring.play.settings import TableSettings, settings_from_form
from scoring.play.shared import book_at
from scoring.rules.book import RuleBook
from scoring.rules.cards import Seat
from scoring.score_card.beginning import ROUNDS_OF_DEALS
from scoring.score_card.forms.details import tell_apart
from scoring.score_card.forms.start import StartForm, agreement_fields
from scoring.score_card.names import LONGEST_ON_CARD
from scoring.score_card.sheet import MOST_LINES

ANYWHERE: Final = "any"
WATCH: Final = "watch"
STRENGTH_WORDS: Final = {"beginner": "Beginner", "club": "Club", "expert": "Expert"}
ORDINALS: Final = ("", "Second ", "Third ", "Fourth ")
PLACES_WITH_A_FOURTH: Final = {1: "On your left", 2: "On your right; with four across", 3: "On your right with four"}


class GameForm(StartForm):
    """A new game. Only the `book` is required.

    `seat` is a seat, `any` or `watch` (four bots); `strength_1` … and `name_1` … are players clockwise from it.
    """

    name = words_field("Your name", LONGEST_ON_CARD)
    strength = choice_field("How well do the others play?", STRENGTH_WORDS.items(), required=False)
    strength.initial = "club"

    def __init__(self, *args: Any, book: RuleBook | None = None, **kwargs: Any) -> None:
        super().__init__(*args, books={book.key: book} if book else {}, **kwargs)
        self.rules = book
        if book is None:
            return
        seats = [(seat, book.seat_names[seat]) for seat in book.seats]
        self.initial.setdefault("seat", usual_seat(book))
        more = [(ANYWHERE, "Anywhere"), (WATCH, "Nowhere: I watch")]
        self.fields["seat"] = choice_field("Where do you sit?", [*seats, *more], required=False)
        for place in self._others(book):
            self.fields[f"name_{place}"] = words_field("Name", LONGEST_ON_CARD)
            self.fields[f"strength_{place}"] = forms.ChoiceField(
                label="Plays",
                choices=[("", "Same as the others"), *STRENGTH_WORDS.items()],
                required=False,
                widget=forms.Select(attrs={"id": f"id_plays_{place}"}),  # `id_strength_1` is a key of `strength`
            )
        if book.needs_hands:
            said = f"Enter a number from 1 to {MOST_LINES}."
            self.fields["hands"] = count_field(
                "How many hands?", 1, MOST_LINES, wrong=said, below=said, above=said, digits=3
            )
            self.fields["hands"].initial = book.deal.players * ROUNDS_OF_DEALS

    def clean(self) -> dict[str, Any]:
        is_watched = self.cleaned_data.get("seat") == WATCH  # then the own name is nobody's at the table
        tell_apart(self, "name_" if is_watched else "name")
        return self.cleaned_data

    @staticmethod
    def _others(book: RuleBook) -> range:
        """The others' places, one more where a fourth may join."""
        return range(1, len(book.seats) + (book.deal.fourth == "may"))

    @property
    def agreements(self) -> Iterator[forms.BoundField]:
        assert self.rules is not None, "asked of a form with a book"
        return (self[name] for name in agreement_fields(self.rules))

    @property
    def agreed_rules(self) -> RuleBook:
        """The book as agreed, once the form is valid."""
        assert self.rules is not None, "a valid form has a book"
        return self.rules.as_agreed(**self.agreed)

    @property
    def places(self) -> Iterator[tuple[str, forms.BoundField, forms.BoundField]]:
        assert self.rules is not None, "asked of a form with a book"
        places = self._others(self.rules)
        for place in places:
            words = _place_words(place, len(places))
            if self.rules.deal.fourth == "may":
                words = PLACES_WITH_A_FOURTH[place]
            yield words, self[f"name_{place}"], self[f"strength_{place}"]

    @property
    def has_place_faults(self) -> bool:
        return any(name.startswith(("name_", "strength_")) for name in self.errors)

    @property
    def settings(self) -> TableSettings:
        """The table's settings; defaults where not asked (`asked` is missing)."""
        return settings_from_form(self.data) if "asked" in self.data else TableSettings()

    def seats(self, chance: random.Random) -> Seats:
        rules = self.agreed_rules
        chosen = self.cleaned_data.get("seat") or usual_seat(rules)
        first = chance.choice(rules.seats) if chosen in (ANYWHERE, WATCH) else chosen
        order = rules.seats_from(first)
        own = self.cleaned_data.get("name") or UNNAMED
        given = {value for name, value in self.cleaned_data.items() if name.startswith("name_")}
        names = bot_names(chance, {own, *given})
        sits = {seat: self._bot(place, names) for place, seat in enumerate(order)}
        if chosen != WATCH:
            sits[first] = {"player": YOU, "name": own}
        return {seat: sits[seat] for seat in rules.seats}

    def _bot(self, place: int, names: Iterator[str]) -> dict[str, str]:
        data = self.cleaned_data
        strength = data.get(f"strength_{place}") or data.get("strength") or "club"
        return {"player": strength, "name": data.get(f"name_{place}") or next(names)}


def _place_words(place: int, others: int) -> str:
    """Where one of so many others sits, counted clockwise from the reader: `Across`, `Second on your left`."""
    if 2 * place == others + 1:
        return "Across"
    left = 2 * place <= others
    words = f"{ORDINALS[place - 1 if left else others - place]}on your {'left' if left else 'right'}"
    return f"{words[0].upper()}{words[1:]}"


class BoardForm(forms.Form):
    client_id = forms.CharField(max_length=40, widget=forms.HiddenInput)


class AttemptForm(BoardForm):
    """Sitting down at a shared deal: a name for the results, and a seat; at the deal of the day all have the same."""

    name = words_field("Your name in the results", LONGEST_ON_CARD)

    def __init__(self, *args: Any, shared: SharedDeal, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.shared = shared
        if shared.day is None:
            rules = book_at(shared)
            seats = [(seat, rules.seat_names[seat]) for seat in rules.seats]
            self.fields["seat"] = choice_field("Where do you sit?", seats, required=False)
            self.initial.setdefault("seat", shared.seat)
        else:
            self.fields["name"].label = "Your name"  # members alone are in the results

    @property
    def chosen_seat(self) -> Seat:
        seat: Seat = self.cleaned_data.get("seat") or self.shared.seat
        return seat
