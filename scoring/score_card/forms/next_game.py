"""The next game of the same table: partners and replacements."""

from __future__ import annotations

from typing import Any

from pinochle_club.ground.forms import PageForm, choice_field
from scoring.score_card.names import Names
from scoring.score_card.partners import same_seats

from .details import name_field, tell_apart


class NextGameForm(PageForm):
    """The players by their old seats, each editable, and their new pairing."""

    def __init__(self, *args: Any, names: Names, ways: list[tuple[str, str]], **kwargs: Any) -> None:
        initial = {f"player_{seat}": names.players.get(seat, "") for seat in names.book.seats}
        super().__init__(*args, initial=initial | {"seating": ways[0][0] if ways else ""}, **kwargs)
        self.names = names
        if ways:
            self.fields["seating"] = choice_field("Who plays together?", ways)
        for seat in names.book.seats:
            self.fields[f"player_{seat}"] = name_field(names.book.seat_names[seat])

    def clean(self) -> dict[str, Any]:
        tell_apart(self)
        return self.cleaned_data

    @property
    def players(self) -> list[Any]:
        return [self[f"player_{seat}"] for seat in self.names.book.seats]

    @property
    def payload(self) -> dict[str, Any]:
        """The players by the seats of the last game, and the new seating."""
        data = self.cleaned_data
        players = {seat: data[f"player_{seat}"] for seat in self.names.book.seats}
        same = same_seats(self.names.book) if self.names.book.has_partners else ""
        return {"players": players, "seating": data.get("seating") or same}
