from __future__ import annotations

from typing import Any

from django import forms

from league.acting.forms import ClubForm
from league.office.clubs.names import fault_of
from league.office.clubs.reading import public_names
from league.office.mailed.forms import own_email_field
from league.words import DAYS
from pinochle_club.ground.forms import choice_field, count_field, words_field
from scoring.score_card.forms.our_game import OurGame

from .reading import rules_on_offer

MOST_PEOPLE = 400


class StartForm(ClubForm):
    name = words_field(
        "Name of the club",
        80,
        missing="What is the club called?",
        note="As people in town say it, such as St. Hilary Card Party.",
    )
    who = words_field("Your name", 80, missing="Type your name.", autocomplete="name")
    email = own_email_field()
    rules = choice_field("What do you play?", (), missing="Choose what you play.", widget=forms.Select)
    people = count_field("How many come, about?", 2, MOST_PEOPLE, "About how many come?")
    weekday = forms.TypedChoiceField(
        label="Every",
        coerce=int,
        choices=list(enumerate(DAYS)),
        error_messages={"required": "Choose a weekday.", "invalid_choice": "Choose one of those shown."},
    )
    start = forms.TimeField(
        label="From",
        widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
        error_messages={"required": "Enter when you start.", "invalid": "Enter a time, such as 19:00."},
    )
    hall = words_field("Hall (optional)", 80, note="Such as St. Hilary parish hall.")
    street = words_field("Street and town (optional)", 120)

    def __init__(self, *args: Any, ours: OurGame | None, **kwargs: Any) -> None:
        kwargs["initial"] = {"start": "19:00", "weekday": 1, "people": 12, **kwargs.get("initial", {})}
        super().__init__(*args, **kwargs)
        self.ours = ours
        rules = self.fields["rules"]
        assert isinstance(rules, forms.ChoiceField)
        rules.choices = [("", "Choose your rules"), *rules_on_offer(ours)]

    def clean_name(self) -> str:
        name: str = self.cleaned_data["name"]
        if why := fault_of(name, public_names()):
            raise forms.ValidationError(why)
        return name

    @property
    def asked(self) -> dict[str, Any]:
        """What is kept until the code comes back."""
        data = {
            name: self.cleaned_data[name] for name in ("name", "who", "rules", "people", "weekday", "hall", "street")
        }
        ours = self.ours.stored if self.ours and data["rules"] == "ours" else ""
        return {**data, "start": self.cleaned_data["start"].strftime("%H:%M"), "ours": ours}
