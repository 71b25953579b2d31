"""Who plays, and what stands on top of the paper."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django import forms

from scoring.score_card.names import LONGEST_NAME, Names

from .base import EntryForm, choice_field


@dataclass(frozen=True, slots=True)
class FieldGroup:
    """Fields that belong together, under one heading."""

    title: str
    fields: list[forms.BoundField]


class DetailsForm(EntryForm):
    """Who plays, who deals first, and what stands on top of the paper."""

    played_on = forms.DateField(
        label="Date",
        widget=forms.DateInput(attrs={"type": "date"}),
        error_messages={"invalid": "Write the date as 2026-11-21.", "required": "Enter the date."},
    )
    table_name = forms.CharField(label="Table", required=False, max_length=20)
    round_name = forms.CharField(label="Round", required=False, max_length=20)

    def __init__(self, *args: Any, names: Names, **kwargs: Any) -> None:
        self.names, self.book = names, names.book
        kwargs["initial"] = {**self._initial(), **kwargs.get("initial", {})}
        super().__init__(*args, **kwargs)
        for side in self.book.sides if self.book.is_partnership else ():
            self.fields[f"side_{side}"] = self._name_field("Team name, if you have one")
        for seat in self.book.seats:
            self.fields[f"player_{seat}"] = self._name_field(Names(self.book, {}, {}).player(seat))
        self.fields["first_dealer"] = choice_field(
            "First dealer", [(seat, self.names.player(seat)) for seat in self.book.seats]
        )
        if self.needs_hands:
            self.fields["hands_agreed"] = forms.IntegerField(
                label="How many hands?",
                min_value=1,
                max_value=100,
                error_messages={
                    "required": "Agree on a number of hands; it can be changed later.",
                    "min_value": "At least one hand.",
                    "max_value": "A card has 100 lines.",
                },
            )

    @property
    def needs_hands(self) -> bool:
        """Whether the table itself agrees on the number of hands."""
        game = self.book.game
        return game.target is None and game.deals is None and self.book.round is None

    @property
    def groups(self) -> tuple[FieldGroup, ...]:
        """The fields as they stand on the page: a group a side, then the head of the paper."""
        names = Names(self.book, {}, {})
        groups = [
            FieldGroup(
                names.side(side),
                [self[f"player_{seat}"] for seat in self.book.seats_of(side)]
                + ([self[f"side_{side}"]] if f"side_{side}" in self.fields else []),
            )
            for side in self.book.sides
        ]
        places = ["played_on", "table_name", "round_name"]
        places += ["hands_agreed"] if self.needs_hands else []
        return (*groups, FieldGroup("On the paper", [self[name] for name in places]))

    def _initial(self) -> dict[str, str]:
        names = {f"player_{seat}": name for seat, name in self.names.players.items()}
        return {**names, **{f"side_{s}": name for s, name in self.names.given_sides.items()}}

    @staticmethod
    def _name_field(label: str) -> forms.CharField:
        return forms.CharField(
            label=label,
            required=False,
            max_length=LONGEST_NAME,
            widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "words"}),
            error_messages={"max_length": f"Names have up to {LONGEST_NAME} characters."},
        )

    @property
    def payload(self) -> dict[str, Any]:
        """The details as an entry keeps them."""
        data = self.cleaned_data
        payload = {
            "player_names": {s: data[f"player_{s}"] for s in self.book.seats},
            "side_names": {s: data[f"side_{s}"] for s in self.book.sides if f"side_{s}" in self.fields},
            "first_dealer": data["first_dealer"],
            "played_on": data["played_on"].isoformat(),
            "table_name": data["table_name"],
            "round_name": data["round_name"],
        }
        if self.needs_hands:
            payload["hands_agreed"] = data["hands_agreed"]
        return payload
