"""Roll call: one tap a person, walk-ins by name, and what holds for somebody tonight."""

from __future__ import annotations

from typing import Any, Final

from django import forms
from django.http import QueryDict

from league.acting.forms import ClubForm, count_field, money_field
from league.models import Entrant
from scoring.score_card.forms.base import WordsField

TAPS: Final = ("here", "undo", "left", "back", "paid", "give_back", "expected", "remove")
HIGHEST_NUMBER: Final = 9_999_999


class TapForm(ClubForm):
    """One tap on a person's row."""

    do = forms.ChoiceField(choices=[(tap, tap) for tap in TAPS])


class WalkInForm(ClubForm):
    """Somebody the club does not know yet."""

    name = WordsField(
        label="Name",
        max_length=80,
        error_messages={"required": "Enter the name.", "max_length": "At most 80 letters."},
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "words"}),
    )
    is_house_player = forms.BooleanField(label="A house player, who has no score", required=False)


class DoorWalkInForm(ClubForm):
    """The same at the door, by themselves."""

    name = WordsField(
        label="Your name",
        max_length=80,
        min_length=2,
        error_messages={
            "required": "Enter your first and last name.",
            "max_length": "At most 80 letters.",
            "min_length": "Enter your first and last name.",
        },
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "words"}),
    )


class EntrantForm(ClubForm):
    """What holds for one person tonight; `others` are those who can be their partner."""

    number = count_field("Number tonight", 1, HIGHEST_NUMBER, "Everybody has a number.")
    fee = money_field("Fee")
    paid = money_field("Paid")
    partner = forms.TypedChoiceField(label="Partner all evening", required=False, empty_value=None)
    sits_out_gladly = forms.BooleanField(label="Sits out gladly", required=False, help_text="Is asked first.")
    cannot_move = forms.BooleanField(label="Cannot move", required=False, help_text="Keeps the same table.")
    is_house_player = forms.BooleanField(
        label="House player", required=False, help_text="Fills an empty seat, has no score and owes nothing."
    )

    def __init__(self, *args: Any, entrant: Entrant, others: list[Entrant], **kwargs: Any) -> None:
        self.people = {str(other.pk): other for other in others}
        names = ("number", "fee", "paid", "sits_out_gladly", "cannot_move", "is_house_player")
        kwargs["initial"] = {
            **{name: getattr(entrant, name) for name in names},
            "partner": str(entrant.partner_id or ""),
            **(kwargs.get("initial") or {}),
        }
        super().__init__(*args, **kwargs)
        self.fields["partner"].choices = [  # type: ignore[attr-defined]
            ("", "Nobody in particular"),
            *((key, f"{other.name} ({other.number})") for key, other in self.people.items()),
        ]

    @property
    def deed_fields(self) -> dict[str, Any]:
        return {**self.cleaned_data, "partner": self.people.get(self.cleaned_data["partner"] or "")}


class FindForm(forms.Form):
    """Whom to show: part of a name, or a number. Never wrong: what finds nobody shows nobody."""

    q = WordsField(label="Name or number", required=False)
    show = forms.CharField(required=False)
    page = forms.IntegerField(required=False, min_value=1, max_value=999)

    def clean_q(self) -> str:
        return str(self.cleaned_data["q"])[:80]

    @classmethod
    def asked(cls, typed: QueryDict) -> tuple[str, str, int]:
        """The words, which people are shown, and which page of them."""
        find = cls(typed)
        find.is_valid()
        known = find.cleaned_data
        return known.get("q", ""), known.get("show", ""), known.get("page") or 1
