"""The search of the log."""

from __future__ import annotations

from typing import Any

from django import forms

from league.models import Event, EventRound
from pinochle_club.ground.forms import words_field

from .event_log import KINDS


class LogForm(forms.Form):
    """Words and choices from the address; invalid ones are ignored."""

    q = words_field("Find", 80)
    table = forms.TypedChoiceField(label="Table", required=False, coerce=int, empty_value=None)
    round = forms.TypedChoiceField(label="Round", required=False, coerce=int, empty_value=None)
    person = forms.TypedChoiceField(label="Person", required=False, coerce=int, empty_value=None)
    kind = forms.ChoiceField(label="What", required=False)

    def __init__(self, data: Any, *, event: Event) -> None:
        super().__init__(data, auto_id="log_%s", label_suffix="")
        self.rounds = {event_round.pk: event_round for event_round in event.rounds.all()}
        self.people = {entrant.pk: entrant for entrant in event.entrants.all()}
        numbers = set(EventRound.objects.filter(event=event).values_list("tables__number", flat=True)) - {None}
        self._choose("table", "Every table", [(str(number), f"Table {number}") for number in sorted(numbers)])
        self._choose("round", "Every round", [(str(key), str(found)) for key, found in self.rounds.items()])
        people = sorted(self.people.values(), key=lambda entrant: entrant.name.casefold())
        self._choose("person", "Everybody", [(str(entrant.pk), str(entrant)) for entrant in people])
        if self["q"].value():  # the next word goes there
            self.fields["q"].widget.attrs["autofocus"] = True
        self._choose("kind", "Everything", [(key, kind[0]) for key, kind in KINDS.items()])

    def _choose(self, name: str, everything: str, choices: list[tuple[str, str]]) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [("", everything), *choices]

    @property
    def wish(self) -> dict[str, Any]:
        self.is_valid()
        found = self.cleaned_data
        return {
            "words": found.get("q", ""),
            "table": found.get("table"),
            "round": self.rounds.get(found.get("round") or 0),
            "person": self.people.get(found.get("person") or 0),
            "kind": found.get("kind", ""),
        }
