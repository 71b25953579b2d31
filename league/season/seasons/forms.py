from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import date
from typing import Any, Final

from django import forms

from league.acting.forms import ClubForm, MemberField, ReasonForm
from league.acting.submissions import LOOK
from league.evening.events.forms import YEARS, Choice
from league.models import Event, Season
from pinochle_club.ground.forms import choice_field, count_field, day_field, words_field

from .reading import Offered, evening_words
from .rules import LEVEL, POINTS_BY, SIT_OUTS, TIE_BREAKS, SeasonRules, season_rules

MOST_POINTS: Final = 10_000
MOST_NIGHTS: Final = 400
CHAIN: Final = tuple(f"tie_break_{at}" for at in range(1, len(TIE_BREAKS) + 1))
ALONE, PAIRS = "alone", "pairs"
PLAYED_BY: Final = (
    (ALONE, Choice("Individuals", "Everybody scores for themselves, with any partner.")),
    (PAIRS, Choice("Pairs", "Two who play together. Only evenings of fixed pairs count.")),
)


def _day_field(label: str, missing: str) -> forms.DateField:
    return day_field(label, missing, wrong="Enter a date, such as 2026-11-24.")


class SeasonForm(ClubForm):
    years = YEARS
    name = words_field("Name", 80, missing="Give it a name, such as “Winter 2026”.", too_long="Up to 80 characters.")
    opens_on = _day_field("First day", "Enter the first day of the season.")
    closes_on = _day_field("Last day", "Enter the last day of the season.")

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or {}
        days = {name: data[name] for name in ("opens_on", "closes_on") if isinstance(data.get(name), date)}
        for name, day in days.items():
            if not self.years[0] <= day.year <= self.years[1]:
                self.add_error(name, f"Enter a date between {self.years[0]} and {self.years[1]}.")
        if len(days) == 2 and days["closes_on"] < days["opens_on"]:
            self.add_error("closes_on", "The last day comes before the first one.")
        return data


class IdsField(forms.TypedMultipleChoiceField):
    def __init__(self, label: str, note: str = "") -> None:
        super().__init__(
            label=label,
            help_text=note,
            required=False,
            coerce=int,
            widget=forms.CheckboxSelectMultiple,
            error_messages={"invalid_choice": "One of these is no longer there. Choose again."},
        )


class PointsListField(forms.Field):
    """`10, 8, 6`: points for the first place, the second, and so on; cleaned it is a tuple."""

    def to_python(self, value: Any) -> tuple[int, ...]:
        words = [word for word in re.split(r"[,;\s]+", str(value or "").replace("−", "-").strip()) if word]
        if any(re.fullmatch(r"-?\d{1,5}", word, re.ASCII) is None for word in words):
            raise forms.ValidationError("Enter whole numbers with commas, such as 10, 8, 6, 5, 4.")
        if len(words) > 100:
            raise forms.ValidationError("Enter points for up to 100 places.")
        points = tuple(map(int, words))
        if any(abs(one) > MOST_POINTS for one in points):
            raise forms.ValidationError(f"At most {MOST_POINTS:,} points for a place.")
        return points

    def prepare_value(self, value: Any) -> Any:
        return ", ".join(map(str, value)) if isinstance(value, tuple | list) else value


def _choices(words: dict[str, tuple[str, str]] | Any) -> list[tuple[str, Choice]]:
    return [(code, Choice(*each)) for code, each in words.items()]


def _points_field(label: str, note: str = "") -> forms.IntegerField:
    return count_field(label, -MOST_POINTS, MOST_POINTS, "Enter 0 for none.", note)


def _nights_field(label: str, note: str) -> forms.IntegerField:
    return count_field(label, 0, MOST_NIGHTS, "Enter a number, or 0.", note)


class SeasonRulesForm(ClubForm):
    """The rules of a season. Those that don't apply to the choices so far are left out, and stay as they were."""

    seen = forms.CharField(max_length=64, widget=forms.HiddenInput)
    played_by = choice_field("Who plays for a place?", PLAYED_BY)
    series = IdsField("Which series count?", "Every night of these, within the season’s days.")
    events = IdsField("Which other evenings count?")
    without = IdsField("Which nights are left out?", "Leave all empty if every night counts.")
    points_by = choice_field("What do places go by?", _choices(POINTS_BY))
    place_points = PointsListField(
        label="Points for each place",
        required=False,
        help_text="From the first place down, such as 10, 8, 6, 5, 4. All places after that get none. Who shares a "
        "place gets its points: for individuals, the pairs of a night of pairs come in 1st, 3rd, 5th and so on.",
        widget=forms.TextInput(attrs={"autocomplete": "off", "maxlength": 600}),
    )
    sit_outs = choice_field("What does sitting out bring?", _choices(SIT_OUTS))
    night_bonus = _points_field("For each night played")
    round_won_bonus = _points_field("For each round won")
    night_won_bonus = _points_field("For winning a night")
    best = _nights_field("How many nights count?", "Everybody’s best ones. Enter 0 if all count.")
    nights_needed = _nights_field("Nights it takes for a place", "Enter 0 or 1 if one is enough.")
    one_more_per = _nights_field("One more for every so many held", "So attendance grows with the season. 0 for never.")
    with_guests = forms.BooleanField(label="Guests are in the standings too", required=False)
    divisions = IdsField("Who has standings of their own?", "Besides those of everybody.")
    level = choice_field("And if they’re still level?", _choices(LEVEL))

    def __init__(self, *args: Any, draft: SeasonRules, offered: Offered, **kwargs: Any) -> None:
        self.draft, self.offered = draft, offered
        kwargs["initial"] = {**_values(draft), **(kwargs.get("initial") or {})}
        super().__init__(*args, **kwargs)
        for at, name in enumerate(CHAIN):
            self.fields[name] = choice_field(
                "Then by" if at else "Level points go by",
                [("", "–"), *((code, one.title) for code, one in TIE_BREAKS.items())],
                required=False,
                widget=forms.Select,
            )
        self._offer(
            "series", ((one.pk, one.name) for one in offered.series if one.is_for_pairs or not self.is_for_pairs)
        )
        for name, is_brought in (("events", False), ("without", True)):  # by a series that is chosen
            nights = [one for one in self._events() if (str(one.series_id) in self.chosen_series) == is_brought]
            self._offer(name, ((one.pk, evening_words(one)) for one in nights))
        self._offer("divisions", ((one.pk, one.name) for one in offered.categories))
        if self.chosen("points_by") != "places":
            del self.fields["place_points"]
        if self.chosen("points_by") == "percent":  # a round without boards brings nothing
            del self.fields["sit_outs"]
        elif not any(offered.duplicates.values()):
            rest = {code: words for code, words in POINTS_BY.items() if code != "percent"}
            self.fields["points_by"].choices = _choices(rest)  # type: ignore[attr-defined]
        for name, bound in self.fields.items():
            if isinstance(bound.widget, forms.RadioSelect | forms.CheckboxSelectMultiple):
                bound.widget.attrs["data-field"] = name

    @property
    def chain(self) -> list[forms.BoundField]:
        return [self[name] for name in CHAIN]

    # -- what applies

    def chosen(self, name: str) -> Any:
        return self.data.get(self.add_prefix(name)) if self.is_bound else self.initial.get(name)

    @property
    def is_for_pairs(self) -> bool:
        return bool(self.chosen("played_by") == PAIRS)

    @property
    def chosen_series(self) -> set[str]:
        found = self.data.getlist("series") if self.is_bound else self.initial.get("series") or ()  # type: ignore[attr-defined]
        return set(map(str, found))

    def _events(self) -> Iterable[Event]:
        return (one for one in self.offered.events if one.is_for_pairs or not self.is_for_pairs)

    def _offer(self, name: str, choices: Iterable[tuple[int, str]]) -> None:
        """Offer these; without any the field is left out, unless it is the series."""
        found = list(choices)
        if not found and name != "series":
            del self.fields[name]
            return
        self.fields[name].choices = found  # type: ignore[attr-defined]

    # -- what was typed

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or {}
        rules, faults = season_rules({**self.draft.model_dump(), **self._entries(data)})
        if rules is not None:
            faults = self.offered.faults_of(rules)
            data["rules"] = rules
        for field, says in faults.items():
            name = CHAIN[0] if field == "tie_breaks" else field
            if name not in self.errors:
                self.add_error(name if name in self.fields else None, says[0])
        return data

    def _entries(self, data: dict[str, Any]) -> dict[str, Any]:
        """The form's values as the rules name them; evenings that can no longer be chosen go."""
        found = {name: data[name] for name in SeasonRules.model_fields if name in data}
        found["for_pairs"] = data.get("played_by", ALONE) == PAIRS
        found |= {name: () for name in ("events", "without", "divisions") if name not in self.fields}
        found["tie_breaks"] = tuple(data[name] for name in CHAIN if data.get(name))
        return {name: tuple(value) if isinstance(value, list) else value for name, value in found.items()}

    @property
    def deed_fields(self) -> dict[str, Any]:
        data = self.cleaned_data
        return {"rules": data["rules"], "seen": data["seen"], "client_id": data["client_id"]}


def _values(rules: SeasonRules) -> dict[str, Any]:
    chain = dict(zip(CHAIN, rules.tie_breaks, strict=False))
    return {**rules.model_dump(), "played_by": PAIRS if rules.for_pairs else ALONE, **chain}


def as_typed(data: Any) -> dict[str, Any]:
    several = {name for name, field in SeasonRulesForm.base_fields.items() if isinstance(field, IdsField)}
    left_out = {"csrfmiddlewaretoken", LOOK, "client_id"}
    typed = {name: data[name] for name in data if name not in left_out | several}
    return {
        **typed,
        **{name: [int(one) for one in data.getlist(name) if one.isdecimal() and len(one) < 19] for name in several},
        "with_guests": "with_guests" in data,
    }


class PublishRulesForm(ClubForm):
    """The draft as the next version; before the first also whether the standings stay hidden."""

    seen = forms.CharField(max_length=64, widget=forms.HiddenInput)
    note = words_field(
        "Note (optional)",
        120,
        note="Stands beside the version, such as “as voted on January 5”.",
        too_long="Up to 120 characters.",
    )
    is_hidden = forms.BooleanField(
        label="Keep the standings hidden for now",
        help_text="Only directors see them until you show them to everybody.",
        required=False,
    )

    def __init__(self, *args: Any, is_first: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not is_first:
            del self.fields["is_hidden"]


class RewordForm(ReasonForm):
    private_reason = words_field("Reason for the directors (optional)", 200, note="Only directors read it.")
    field_order = ("client_id", "member", "partner", "points", "reason", "private_reason")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        reason = self.fields["reason"]
        reason.label, reason.help_text = "What everybody reads", "Beside the points, such as “Ran the door”."
        reason.error_messages["required"] = "Say in a few words what the points are for. Everybody reads it."


class AdjustForm(RewordForm):
    member = MemberField("Who?", empty="Choose")
    partner = MemberField("With whom?", empty="Choose")
    points = count_field(
        "Points", -MOST_POINTS, MOST_POINTS, "Enter points, such as 10.", "With a minus they are taken off."
    )

    def __init__(self, *args: Any, season: Season, for_pairs: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["points"].widget.attrs |= {"inputmode": "text", "maxlength": 6}
        MemberField.choose_from(self, "member", season.club)
        if for_pairs:
            MemberField.choose_from(self, "partner", season.club)
        else:
            del self.fields["partner"]

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or {}
        if data.get("points") == 0:
            self.add_error("points", "Enter points, such as 10 or -10.")
        if data.get("member") and data.get("member") == data.get("partner"):
            self.add_error("partner", "Choose two people.")
        return data


class ShowForm(ClubForm):
    hidden = forms.BooleanField(required=False)


class ReopenSeasonForm(ReasonForm):
    name = words_field("Type the name of the season to reopen it", 80, missing="Type the name of the season.")
