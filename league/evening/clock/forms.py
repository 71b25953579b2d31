"""The clock's keys, the break, the message to all tables, and the projector's switch."""

from __future__ import annotations

from typing import Any

from django import forms

from league.acting.forms import ClubForm
from league.models import Event
from pinochle_club.ground.forms import count_field, words_field
from scoring.rules.notation import counted

from .deeds import LONGEST_BREAK, MESSAGE_MINUTES

MOST_AT_ONCE = 120
LASTS = ((2, "2 minutes"), (5, "5 minutes"), (10, "10 minutes"), (30, "30 minutes"), (0, "Until you take it away"))


def minutes_field(label: str, lowest: int, highest: int) -> forms.IntegerField:
    return count_field(
        label,
        lowest,
        highest,
        "Enter the minutes.",
        wrong="Enter whole minutes, such as 5.",
        below=f"At least {counted(lowest, 'minute')}.",
        above=f"At most {counted(highest, 'minute')}.",
        digits=4,
    )


class MinutesForm(ClubForm):
    """Minutes added to the round, or taken away (below 0)."""

    minutes = minutes_field("Minutes", -MOST_AT_ONCE, MOST_AT_ONCE)


class BreakForm(ClubForm):
    minutes = minutes_field("Minutes", 0, LONGEST_BREAK)


class MessageForm(ClubForm):
    """A line for every table's screen, and how long it stays; an empty one removes it."""

    message = words_field("Message to all tables", 200)
    minutes = forms.ChoiceField(
        label="For how long",
        choices=LASTS,
        initial=MESSAGE_MINUTES,
        required=False,
        error_messages={"invalid_choice": "Choose one of those shown."},
    )

    @property
    def deed_fields(self) -> dict[str, Any]:
        return {**self.cleaned_data, "minutes": int(self.cleaned_data["minutes"] or MESSAGE_MINUTES)}


class ProjectorForm(ClubForm):
    shows = forms.ChoiceField(
        choices=Event.Projector.choices, error_messages={"invalid_choice": "Choose one of those shown."}
    )
