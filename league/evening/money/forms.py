"""Forms of pots and prizes, and of money in and out of the box."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from django import forms
from django.core.validators import MinValueValidator

from league.acting.forms import MOST_IN_A_BOX, ClubForm, MoneyField, money_field
from league.evening.money.words import is_by_percent
from league.models import Category, Entrant, Event, Pot, Prize, Series
from pinochle_club.ground.forms import choice_field, count_field, words_field

Kind = Prize.Kind
NO_CHOICE: Final = ""
MOST_PLACES: Final = 99
MOST_POINTS: Final = 9_999
WITH_LEAST: Final = {Kind.HIGH_ROUND: "points", Kind.HIGH_HAND: "points", Kind.MOST_SETS: "sets"}


class PotForm(ClubForm):
    name = words_field(
        "Name",
        40,
        missing="Give it a name, such as “Set money”.",
        note="What isn’t won carries over to the pot with this name next time.",
    )
    per_player = money_field("From each fee that is paid (optional)", "This much of it goes into the pot.")
    per_set = money_field("For each set (optional)", "From each player of the side that was set. A renege counts.")


class PrizeForm(ClubForm):
    """A prize of a kind, with the questions that kind has. `row` owns it."""

    name = words_field("What is it for?", 40, missing="Say what it is for, such as “Double pinochle”.")
    place = count_field("Which place?", 1, MOST_PLACES, "Enter the place, such as 1.")
    category = choice_field("Who can win it?", (), required=False)
    at_least = count_field("At least (optional)", 0, MOST_POINTS)
    pot = choice_field("Paid from", (), required=False)
    amount = money_field("Amount", most=MOST_IN_A_BOX)
    percent = count_field("Or a share, in percent", 0, 100, note="Of all fees that are paid that evening.")

    def __init__(
        self,
        *args: Any,
        row: Event | Series,
        kind: Kind,
        pots: Sequence[Pot],
        categories: Sequence[Category],
        prize: Prize | None = None,
        **kwargs: Any,
    ) -> None:
        kwargs["initial"] = _initial(prize) if prize else {"place": _next_place(row) if kind == Kind.PLACE else 1}
        super().__init__(*args, **kwargs)
        self.kind = kind
        self.pots = {str(pot.pk): pot for pot in pots}
        self.categories = {str(category.pk): category for category in categories}
        for name, first, found in (
            ("pot", "The club’s money", self.pots),
            ("category", "Everybody", self.categories),
        ):
            self.fields[name].choices = [(NO_CHOICE, first), *((key, str(one)) for key, one in found.items())]  # type: ignore[attr-defined]
            self.initial.setdefault(name, NO_CHOICE)
        if pots:
            self.fields["percent"].help_text += " If a pot pays it, of all that is in the pot."
        if kind in WITH_LEAST:
            least = "percent" if kind == Kind.HIGH_ROUND and is_by_percent(row) else WITH_LEAST[kind]
            self.fields["at_least"].label = f"Only from this many {least} on (optional)"
            self.fields["at_least"].help_text = "If nobody gets there, the money stays where it is."
        asked = {
            "name": kind == Kind.NAMED,
            "place": kind == Kind.PLACE,
            "at_least": kind in WITH_LEAST,
            "category": bool(categories) and kind != Kind.NAMED,
            "pot": bool(pots),
        }
        for name in (name for name, is_asked in asked.items() if not is_asked):
            del self.fields[name]

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or {}
        if self.errors:
            return data
        if not data.get("amount") and not data.get("percent"):
            self.add_error("amount", "Enter an amount, such as 10.")
        elif data.get("amount") and data.get("percent"):
            self.add_error("percent", "Enter an amount or a share, not both.")
        return data

    @property
    def deed_fields(self) -> dict[str, Any]:
        data = self.cleaned_data
        return {
            "client_id": data["client_id"],
            "kind": self.kind,
            "name": data.get("name", ""),
            "place": data.get("place") or 1,
            "at_least": data.get("at_least") or 0,
            "category": self.categories.get(data.get("category", "")),
            "pot": self.pots.get(data.get("pot", "")),
            "amount": data["amount"],
            "percent": data.get("percent") or 0,
        }


def _initial(prize: Prize) -> dict[str, Any]:
    ids = {"pot": str(prize.pot_id or NO_CHOICE), "category": str(prize.category_id or NO_CHOICE)}
    figures = {name: getattr(prize, name) or "" for name in ("at_least", "percent")}
    return {**ids, **figures, "name": prize.name, "place": prize.place, "amount": prize.amount or ""}


def _next_place(row: Event | Series) -> int:
    taken = set(row.prizes.filter(kind=Kind.PLACE, category=None).values_list("place", flat=True))
    return next(place for place in range(1, MOST_PLACES + 1) if place not in taken)


# -- the box -----------------------------------------------------------------------------


def _some_money() -> MoneyField:
    field = money_field("Amount", most=MOST_IN_A_BOX)
    field.validators.append(MinValueValidator(1, "Enter an amount, such as 5 or 2.50."))
    return field


class BoxForm(ClubForm):
    at_start = money_field("Change in the box at the start", "Without the pots carried over.", most=MOST_IN_A_BOX)
    counted = money_field(
        "Counted at the end", "Everything in the box. Leave empty until you count.", most=MOST_IN_A_BOX, empty=None
    )


class OtherForm(ClubForm):
    way = choice_field(
        "Which way?", (("in", "Into the box"), ("out", "Out of the box")), missing="Tap which way it goes."
    )
    amount = _some_money()
    what = words_field("What for?", 120, missing="Say what it is for, such as “Coffee”.")
    pot = choice_field("Whose money?", (), required=False)

    def __init__(self, *args: Any, pots: Sequence[Pot], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.pots = {str(pot.pk): pot for pot in pots}
        choices = [(NO_CHOICE, "The club’s"), *((key, f"Pot: {pot}") for key, pot in self.pots.items())]
        self.fields["pot"].choices = choices  # type: ignore[attr-defined]
        self.initial.setdefault("pot", NO_CHOICE)
        if not self.pots:
            del self.fields["pot"]

    @property
    def deed_fields(self) -> dict[str, Any]:
        data = self.cleaned_data
        amount = data["amount"] if data["way"] == "in" else -data["amount"]
        pot = self.pots.get(data.get("pot", ""))
        return {"client_id": data["client_id"], "amount": amount, "what": data["what"], "pot": pot}


class AmountForm(ClubForm):
    """A tap that moves money: the amount on its key, in cents."""

    amount = forms.IntegerField(widget=forms.HiddenInput)


class WinnerForm(ClubForm):
    who = choice_field(
        "Who won it?", (), missing="Choose somebody.", wrong="Choose one of tonight’s players.", widget=forms.Select
    )
    amount = _some_money()

    def __init__(self, *args: Any, people: Sequence[Entrant], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.people = {str(one.pk): one for one in people}
        choices = [(NO_CHOICE, "Choose"), *((key, f"{one} ({one.number})") for key, one in self.people.items())]
        self.fields["who"].choices = choices  # type: ignore[attr-defined]

    @property
    def deed_fields(self) -> dict[str, Any]:
        data = self.cleaned_data
        return {"client_id": data["client_id"], "entrant": self.people[data["who"]], "amount": data["amount"]}
