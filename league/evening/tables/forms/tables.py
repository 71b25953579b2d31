"""A pass's PIN, a call for the director, a replaced pass."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final

from django import forms

from league.acting.forms import ClubForm, ReasonForm
from league.evening.tables.deeds.tables import ABOUT_A_BOARD, CALL_REASONS
from league.evening.tables.passes import MOST_TABLES, PIN_DIGITS
from league.models import Event
from pinochle_club.ground.forms import choice_field, count_field, words_field

DIGITS: Final = re.compile(rf"[0-9]{{{PIN_DIGITS}}}")


class PinField(forms.CharField):
    """Six digits, with or without the printed gap."""

    default_error_messages = {
        "required": f"Type the {PIN_DIGITS} digits of the PIN.",
        "invalid": f"The PIN has {PIN_DIGITS} digits. It’s under the QR code on the table card.",
    }

    def to_python(self, value: Any) -> str:
        typed = re.sub(r"[\s.-]", "", super().to_python(value) or "")
        if typed and not DIGITS.fullmatch(typed):
            raise forms.ValidationError(self.error_messages["invalid"], code="invalid")
        return typed


def _evening_words(event: Event) -> str:
    """An evening as a stranger may know it: by its club, or by the number on the table card."""
    return f"{event.name}, {event.club.name}" if event.club.is_public else f"Evening {event.pk}"


class PinForm(ClubForm):
    table = count_field(
        "Table",
        1,
        MOST_TABLES,
        "Type the table number.",
        wrong="Type a table number, such as 5.",
        below="Table numbers start at 1.",
        above="There aren’t that many tables.",
        digits=3,
    )
    pin = PinField(
        label="PIN",
        max_length=20,
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off", "maxlength": 9}),
        error_messages={"max_length": f"The PIN has {PIN_DIGITS} digits."},
    )

    def __init__(self, *args: Any, events: Sequence[Event], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.events = {str(event.pk): event for event in events}
        words = [(key, _evening_words(event)) for key, event in self.events.items()]
        self.fields["event"] = choice_field("Which evening?", words, missing="Tap the evening.")
        if len(words) == 1:
            self.fields["event"].widget = forms.HiddenInput()
            self.initial["event"] = words[0][0]
        self.order_fields(["event"])

    @property
    def has_choice(self) -> bool:
        return len(self.events) > 1

    @property
    def event(self) -> Event:
        return self.events[self.cleaned_data["event"]]


class CallForm(ClubForm):
    reason = choice_field("Why?", CALL_REASONS.items(), missing="Tap what it’s about.")
    note = words_field("A few words (optional)", 200)

    def __init__(self, *args: Any, has_boards: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not has_boards:
            reasons = [(reason, words) for reason, words in CALL_REASONS.items() if reason != ABOUT_A_BOARD]
            self.fields["reason"] = choice_field("Why?", reasons, missing="Tap what it’s about.")


class HallForm(ClubForm):
    """A table out of use, or its other number tonight."""

    table = count_field(
        "Table", 1, MOST_TABLES, "Enter the table’s number tonight.", above="There aren’t that many tables."
    )
    what = choice_field(
        "What about it?",
        (("out", "It’s out of use"), ("number", "It has another number")),
        missing="Tap one of the two.",
    )
    number = count_field(
        "Its number from now on",
        1,
        MOST_TABLES,
        above=f"Table numbers end at {MOST_TABLES}.",
        below="Table numbers start at 1.",
    )

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        if data.get("what") == "number" and "number" not in self.errors and not data.get("number"):
            self.add_error("number", "Enter its number.")
        return data

    @property
    def deed_fields(self) -> dict[str, Any]:
        asked = {name: self.cleaned_data[name] for name in ("table", "client_id")}
        return asked if self.cleaned_data["what"] == "out" else {**asked, "number": self.cleaned_data["number"]}


class RevokeForm(ReasonForm):
    cut_off = forms.BooleanField(label="Also cut off the tablets at this table", required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, is_needed=False, **kwargs)
