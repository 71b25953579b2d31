"""Roll call taps, walk-ins by name, a person's settings for tonight."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from django import forms
from django.http import QueryDict

from league.acting.forms import ClubForm, ask_of_namesake, money_field
from league.evening.tables.passes import MOST_TABLES
from league.models import Club, Entrant
from league.models.members import with_number
from pinochle_club.ground.forms import WordsField, choice_field, count_field, words_field
from scoring.rules.notation import listed
from scoring.rules.notation import number as in_words

TAPS: Final = (
    "here",
    "here_paid",
    "both",
    "both_paid",
    "pair",
    "undo",
    "left",
    "back",
    "paid",
    "owed",
    "give_back",
    "expected",
    "remove",
)
NOT_UNDERSTOOD: Final = "That tap didn’t come through. Tap again."
NOBODY: Final = "nobody"
HELPER: Final = "helper"
HIGHEST_NUMBER: Final = 9_999_999


class TapForm(ClubForm):
    do = forms.ChoiceField(
        choices=[(tap, tap) for tap in TAPS],
        error_messages=dict.fromkeys(("required", "invalid_choice"), NOT_UNDERSTOOD),
    )
    mate = WordsField(required=False, max_length=40)


class WalkInForm(ClubForm):
    name = words_field("Name", 80, missing="Enter the name.", autocapitalize="words")
    is_house_player = forms.BooleanField(label="House player (no score)", required=False)

    def __init__(self, *args: Any, club: Club, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if "is_house_player" not in self.data:
            ask_of_namesake(self, club)


class DoorWalkInForm(ClubForm):
    name = WordsField(
        label="Your name",
        max_length=80,
        min_length=2,
        error_messages={
            "required": "Enter your first and last name.",
            "min_length": "Enter your first and last name.",
        },
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "words"}),
    )


class EntrantForm(ClubForm):
    number = count_field("Number tonight", 1, HIGHEST_NUMBER, "Everybody needs a number.")
    fee = money_field("Fee")
    paid = money_field("Paid")
    sits_out_gladly = forms.BooleanField(label="Happy to sit out", required=False, help_text="They are asked first.")
    cannot_move = forms.BooleanField(label="Cannot move", required=False, help_text="Stays at the same table.")
    at_table = count_field(
        "At table (optional)",
        1,
        MOST_TABLES,
        note="Who stays at this table all evening. Empty, the seating chooses one.",
        below="Table numbers start at 1.",
        above="There aren’t that many tables.",
        digits=3,
    )
    is_house_player = forms.BooleanField(
        label="House player", required=False, help_text="Fills an empty seat, has no score and owes nothing."
    )

    def __init__(self, *args: Any, entrant: Entrant, **kwargs: Any) -> None:
        names = ("number", "fee", "paid", "sits_out_gladly", "cannot_move", "is_house_player")
        known = {name: getattr(entrant, name) for name in names} | {"at_table": entrant.at_table or None}
        kwargs["initial"] = {**known, **(kwargs.get("initial") or {})}
        super().__init__(*args, **kwargs)

    def clean_at_table(self) -> int:
        return self.cleaned_data["at_table"] or 0


class PartnerForm(ClubForm):
    """A partner for the evening: one of the free `others`, a helper (of pairs), or none."""

    def __init__(self, *args: Any, entrant: Entrant, others: Sequence[Entrant], **kwargs: Any) -> None:
        self.people = {str(other.pk): other for other in others}
        kwargs["initial"] = {"partner": str(entrant.partner_id or NOBODY)}
        super().__init__(*args, **kwargs)
        is_for_pairs, left = entrant.event.is_for_pairs, Entrant.State.LEFT
        named = (
            (key, with_number(other.name, other.number) + (", who has left" if other.state == left else ""))
            for key, other in self.people.items()
        )
        self.fields["partner"] = choice_field(
            "Plays with",
            [
                *named,
                *([(HELPER, "A helper without a score")] if is_for_pairs else []),
                (NOBODY, "Nobody yet: partner wanted" if is_for_pairs else "Nobody in particular"),
            ],
        )
        self.order_fields(["partner", "client_id"])

    @property
    def deed_fields(self) -> dict[str, Any]:
        chosen = self.cleaned_data["partner"]
        return {
            "client_id": self.cleaned_data["client_id"],
            "partner": self.people.get(chosen),
            "with_helper": chosen == HELPER,
        }


class TeamsForm(ClubForm):
    """The team of everybody tonight; those who chose the same name play in one."""

    def __init__(self, *args: Any, entrants: Sequence[Entrant], size: int, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.people, self.size = {f"team_{one.pk}": one for one in entrants}, size
        for name, one in self.people.items():
            self.fields[name] = words_field(one.name, 40, list="teams")
            self.initial[name] = one.team

    @property
    def names(self) -> list[str]:
        return sorted({one.team for one in self.people.values() if one.team}, key=str.casefold)

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        teams: dict[str, list[str]] = {}
        for name in self.people:
            if typed := data.get(name):
                teams.setdefault(typed.casefold(), []).append(name)
        for own in teams.values():
            for name in own:  # `lions` is `Lions`
                data[name] = data[own[0]]
            for name in own[self.size :]:
                self.add_error(
                    name, f"{data[own[0]]} has {in_words(self.size)} already: {self._listed(own[: self.size])}."
                )
        for name, one in self.people.items():
            mate = f"team_{one.partner_id}"
            if one.event.is_for_pairs and mate in data and data.get(name) != data[mate] and not self.errors:
                self.add_error(
                    name, f"{one.called} and {self.people[mate].called} are partners, so they’re in one team."
                )
        return data

    def _listed(self, names: Sequence[str]) -> str:
        return listed([self.people[name].called for name in names])

    @property
    def deed_fields(self) -> dict[str, Any]:
        teams = {one.pk: self.cleaned_data[name] for name, one in self.people.items()}
        return {"client_id": self.cleaned_data["client_id"], "teams": teams}


class DoorForm(ClubForm):
    with_partner = forms.BooleanField(required=False)


class FindForm(forms.Form):
    """A search by part of a name, or number. It is never wrong: at worst it finds no one."""

    q = WordsField(label="Name or number", required=False)
    show = forms.CharField(required=False)
    page = forms.IntegerField(required=False, min_value=1, max_value=999)

    def clean_q(self) -> str:
        return str(self.cleaned_data["q"])[:80]

    @classmethod
    def asked(cls, typed: QueryDict) -> tuple[str, str, int]:
        find = cls(typed)
        find.is_valid()
        known = find.cleaned_data
        return known.get("q", ""), known.get("show", ""), known.get("page") or 1
