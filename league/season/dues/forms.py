from __future__ import annotations

from datetime import date, timedelta
from typing import Any, Final

from django import forms
from django.utils import timezone

from league.acting.forms import MOST_IN_A_BOX, ClubForm, money_field
from league.models import DuesPart
from pinochle_club.ground.forms import choice_field, day_field, words_field

ALL: Final = ""
PARTS: Final = ((ALL, "All of it"), *DuesPart.Part.choices)
YEARS: Final = (2000, 2100)


class AmountForm(ClubForm):
    """An amount above nothing."""

    amount = money_field("Amount", most=MOST_IN_A_BOX, empty=None)

    def clean_amount(self) -> int:
        amount: int | None = self.cleaned_data["amount"]
        if not amount:
            raise forms.ValidationError("Enter an amount, such as 5 or 2.50.")
        return amount


class DuesForm(AmountForm):
    starts_on = day_field("From", "Enter the day from which they are owed.")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["amount"].label = "For the year, of each member"

    def clean_starts_on(self) -> date:
        day: date = self.cleaned_data["starts_on"]
        if not YEARS[0] <= day.year <= YEARS[1]:
            raise forms.ValidationError(f"Enter a date between {YEARS[0]} and {YEARS[1]}.")
        return day


class PaymentForm(AmountForm):
    paid_on = day_field("Paid on", "Enter the day.")
    note = words_field("How (optional)", 80, note="Such as “check 112”.")

    def clean_paid_on(self) -> date:
        day: date = self.cleaned_data["paid_on"]
        today = timezone.localdate()
        if not date(YEARS[0], 1, 1) <= day <= today + timedelta(days=1):
            raise forms.ValidationError("Enter a day that has been.")
        return day


class FeesForm(ClubForm):
    amount = forms.IntegerField(widget=forms.HiddenInput)
    nothing = forms.BooleanField(required=False)


class PartForm(ClubForm):
    part = choice_field("What they pay", PARTS, required=False)
