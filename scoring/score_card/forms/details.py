"""The players, and the details at the top of the paper."""

from __future__ import annotations

from collections import defaultdict
from typing import Any, Final

from django import forms

from pinochle_club.ground.forms import (
    EntryForm,
    WordsField,
    choice_field,
    count_field,
    day_field,
    several_field,
    words_field,
)
from scoring.rules.notation import number
from scoring.score_card.names import LONGEST_ON_CARD, Names
from scoring.score_card.sheet import MOST_LINES

LONGEST_PLACE: Final = 20


def name_field(label: str) -> WordsField:
    return words_field(
        label,
        LONGEST_ON_CARD,
        too_long=f"Names have up to {LONGEST_ON_CARD} characters. Shorten this one.",
        autocapitalize="words",
    )


def tell_apart(form: forms.Form, fields: str = "player_") -> None:
    """Ask for an initial beside every further player of the same name: their keys and columns would read the same."""
    of_one_name: dict[str, list[str]] = defaultdict(list)
    for field, name in form.cleaned_data.items():
        if field.startswith(fields) and name:
            of_one_name[name.casefold()].append(field)
    for first, *others in of_one_name.values():
        name = form.cleaned_data[first]
        asked = f"{number(len(others) + 1).capitalize()} players are called {name}. Add an initial, such as {name} L."
        for field in others:
            form.add_error(field, asked)


class DetailsForm(EntryForm):
    """The players, the first dealer, and the details at the top of the paper. All are optional: what is left empty
    stays, except names, which can be removed."""

    played_on = day_field("Date")
    table_name = words_field("Table", LONGEST_PLACE)
    round_name = words_field("Round", LONGEST_PLACE)

    def __init__(self, *args: Any, names: Names, hands_entered: int = 0, **kwargs: Any) -> None:
        self.names, self.book = names, names.book
        kwargs["initial"] = {**self._initial(), **kwargs.get("initial", {})}
        super().__init__(*args, **kwargs)
        for side in self.book.sides if self.book.has_partners else ():
            self.fields[f"side_{side}"] = name_field(f"Team name, {Names(self.book, {}, {}).side(side)}")
        for seat in self.book.seats:
            self.fields[f"player_{seat}"] = name_field(self.book.seat_names[seat])
        called = {seat: self.data.get(f"player_{seat}") or self.names.player(seat) for seat in self.book.seats}
        self.fields["first_dealer"] = choice_field("Who deals first?", called.items(), required=False)
        if self.book.deal.partner_may_deal:
            self.fields["partner_deals"] = several_field("Whose partner deals for them? (optional)", called.items())
        if self.book.needs_hands:
            self.fields["hands_agreed"] = self._hands_field(hands_entered)

    def clean(self) -> dict[str, Any]:
        tell_apart(self)
        return self.cleaned_data

    @property
    def groups(self) -> tuple[tuple[str, list[forms.BoundField]], ...]:
        """The name fields of the page under their headings: a group for each side, one group for three players."""
        if not self.book.has_partners:
            return (("Players", [self[f"player_{seat}"] for seat in self.book.seats]),)
        names = Names(self.book, {}, {})
        return tuple(
            (names.side(side), [self[f"player_{seat}"] for seat in self.book.seats_of(side)])
            for side in self.book.sides
        )

    @property
    def teams(self) -> list[forms.BoundField]:
        return [self[name] for name in self.fields if name.startswith("side_")]

    @property
    def places(self) -> list[forms.BoundField]:
        """The other details at the top of the paper."""
        names = ["played_on", "table_name", "round_name"]
        return [*self.teams, *(self[name] for name in names + (["hands_agreed"] if self.book.needs_hands else []))]

    @property
    def places_open(self) -> bool:
        """Whether the drawer of those details is open: one is required, given or wrong."""
        return (
            self.book.needs_hands
            or any(self.names.given_sides.values())
            or bool(self.initial.get("partner_deals"))
            or any(field.errors for field in self.places)
        )

    def _initial(self) -> dict[str, str]:
        names = {f"player_{seat}": name for seat, name in self.names.players.items()}
        return {**names, **{f"side_{s}": name for s, name in self.names.given_sides.items()}}

    def _hands_field(self, entered: int) -> forms.IntegerField:
        say = self.names.book.words.say
        few = say(f"{entered} hands are already on the card." if entered > 1 else "At least one hand is played.")
        return count_field(
            say("How many hands?"),
            max(1, entered),
            MOST_LINES,
            wrong="Enter a whole number, such as 12.",
            below=few,
            above=f"A card has {MOST_LINES} lines.",
            digits=3,
        )

    @property
    def payload(self) -> dict[str, Any]:
        """The details as an entry stores them."""
        data = self.cleaned_data
        payload = {
            "player_names": {s: data[f"player_{s}"] for s in self.book.seats},
            "side_names": {s: data[f"side_{s}"] for s in self.book.sides if f"side_{s}" in self.fields},
            "first_dealer": data["first_dealer"] or self.initial["first_dealer"],
            "played_on": (data["played_on"] or self.initial["played_on"]).isoformat(),
            "table_name": data["table_name"],
            "round_name": data["round_name"],
        }
        if "partner_deals" in self.fields:
            payload["partner_deals"] = data["partner_deals"]
        if self.book.needs_hands:
            payload["hands_agreed"] = data["hands_agreed"] or self.initial["hands_agreed"]
        return payload


class DealerForm(DetailsForm):
    """The first dealer of an evening's card, which has all other details."""

    def __init__(self, *args: Any, names: Names, **kwargs: Any) -> None:
        super().__init__(*args, names=names, **kwargs)
        for name in self.fields.keys() - {"client_id", "seen", "first_dealer"}:
            del self.fields[name]

    @property
    def groups(self) -> tuple[tuple[str, list[forms.BoundField]], ...]:
        return ()

    @property
    def places(self) -> list[forms.BoundField]:
        return []

    @property
    def payload(self) -> dict[str, Any]:
        return {"first_dealer": self.cleaned_data["first_dealer"] or self.initial["first_dealer"]}
