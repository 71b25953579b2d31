"""Planning an event or a series: what is asked depends on the format and the rule book, and nothing else is asked."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, Final

from django import forms
from django.utils import timezone

from league.acting.forms import ClubForm, count_field, money_field
from league.acting.submissions import LOOK
from league.models import Event, HouseRulesVersion, Series
from league.models.events import EventSettings
from league.words import DAYS
from scoring.rules.book import BUILT_IN_ORDER, RuleBook
from scoring.score_card.forms.base import WordsField

from .deeds import SETTINGS, local_start

Format = EventSettings.Format
RoundEnd = EventSettings.RoundEnd
OddPlayers = EventSettings.OddPlayers
Credit = EventSettings.Credit

MOST_ROUNDS: Final = 40
MOST_HANDS: Final = 60
MOST_MINUTES: Final = 600
YEARS: Final = (2000, 2100)


@dataclass(frozen=True, slots=True)
class Told:
    """A choice on a large key: what it is called, and a sentence on what it means."""

    words: str
    sentence: str = ""

    def __str__(self) -> str:
        return self.words


Choices = tuple[tuple[str, Told], ...]
FORMATS: Final[Choices] = (
    (Format.ROTATION, Told("Individual rotation", "A new partner every round; everybody’s own points count.")),
    (Format.WINNERS_MOVE, Told("Winners move", "Table 1 is the head. Winners move up a table, partners split.")),
    (Format.CASUAL, Told("Casual", "Tables form as people like, for as long as they like.")),
)
ROUND_ENDS: Final[Choices] = (
    (RoundEnd.HANDS, Told("After a number of hands", "Everybody deals equally often.")),
    (RoundEnd.GAME, Told("With the game", "A table plays until somebody has won.")),
    (RoundEnd.TIME, Told("When the time is up", "The hand that was begun is played out.")),
)
ODD_PLAYERS: Final[Choices] = (
    (OddPlayers.SIT_OUT, Told("Sit out in turn", "Nobody twice before everybody once.")),
    (OddPlayers.THREE_HANDED, Told("Three-handed tables", "Who is over plays three-handed, by rules of its own.")),
    (OddPlayers.HOUSE_PLAYER, Told("A house player fills in", "Somebody of the club plays without a score.")),
)
CREDITS: Final[Choices] = (
    (Credit.OWN_AVERAGE, Told("Their own average", "The average of their other rounds.")),
    (Credit.WINNERS_AVERAGE, Told("The winners’ average", "The average of that round’s winners.")),
    (Credit.FIXED, Told("A fixed number", "The same points for everybody.")),
    (Credit.NONE, Told("Nothing", "A round without points.")),
)
PARTNERS: Final[Choices] = (
    (EventSettings.Partners.SPLIT, Told("Split", "Who arrives partners who stayed.")),
    (EventSettings.Partners.HIGH_LOW, Told("High with low", "The most points with the fewest.")),
    (EventSettings.Partners.DRAW, Told("Drawn", "By lot, every round.")),
)
LOSERS: Final[Choices] = (
    (EventSettings.Losers.STAY, Told("Stay", "Losers keep their table.")),
    (EventSettings.Losers.DOWN, Told("Move down one table", "Losers of the last table stay.")),
)


def told_field(label: str, choices: Iterable[tuple[str, Told]]) -> forms.ChoiceField:
    """A choice by large keys with a sentence each."""
    return forms.ChoiceField(
        label=label,
        choices=list(choices),
        widget=forms.RadioSelect,
        error_messages={"required": "Choose one.", "invalid_choice": "Choose one of those shown."},
    )


class SettingsForm(ClubForm):
    """How evenings are run. Fields that do not apply to what is chosen are left out (`shape`).

    `versions` are the club's published rules; `row` the event or series that is changed; `is_started` leaves out
    what rounds were played by already.
    """

    name = WordsField(
        label="Name", max_length=80, error_messages={"required": "Give it a name, such as “Tuesday cards”."}
    )
    start = forms.TimeField(
        label="Start",
        widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
        error_messages={"required": "Say when it starts.", "invalid": "Enter a time, such as 19:00."},
    )
    format = told_field("How is it played?", FORMATS)
    rules = told_field("By which rules?", ())
    rounds_planned = count_field("Rounds", 1, MOST_ROUNDS, "Say how many rounds; they can be changed later.")
    round_end = told_field("When does a round end?", ROUND_ENDS)
    hands = count_field("Hands in a round", 1, MOST_HANDS, "Say how many hands a round has.")
    minutes = count_field("Minutes on the clock", 0, MOST_MINUTES, "Say how long a round is.", "0 for no clock.")
    odd_players = told_field("When the players do not fill the tables?", ODD_PLAYERS)
    three_handed_rules = told_field("Rules of three-handed tables", ())
    sit_out_credit = told_field("Points for sitting out", CREDITS)
    fixed_credit = count_field("How many points", 0, 9_999, "Say how many points.")
    partners = told_field("Who partners whom after moving?", PARTNERS)
    losers = told_field("What do losers do?", LOSERS)
    fee = money_field("Fee")
    guest_fee = money_field("Fee for guests")
    guests_at_door = forms.BooleanField(label="Guests may check themselves in at the door", required=False)

    def __init__(
        self,
        *args: Any,
        versions: Sequence[HouseRulesVersion],
        row: Event | Series | None = None,
        is_started: bool = False,
        **kwargs: Any,
    ) -> None:
        self.row = row
        self.versions = {str(version.pk): version for version in _with_pinned(versions, row)}
        kwargs["initial"] = {**self._beginning(row), **(kwargs.get("initial") or {})}
        super().__init__(*args, **kwargs)
        self.is_started = is_started
        self._fill_rules()
        self._fill_defaults()
        for name in set(self.fields) & set(SETTINGS) - self._shape():
            del self.fields[name]
        for name, bound in self.fields.items():
            if isinstance(bound.widget, forms.RadioSelect):
                bound.widget.attrs["data-field"] = name

    def _beginning(self, row: Event | Series | None) -> dict[str, Any]:
        if row is not None:
            found = {name: getattr(row, name) for name in SETTINGS}
            for name in ("rules", "three_handed_rules"):
                found[name] = str(getattr(row, f"{name}_id") or "")
            return {"name": row.name, **found}
        return {
            "format": Format.ROTATION,
            "rules": next(iter(self.versions), ""),
            "rounds_planned": 4,
            "minutes": 0,
            "odd_players": OddPlayers.SIT_OUT,
            "sit_out_credit": Credit.OWN_AVERAGE,
            "fixed_credit": 0,
            "partners": EventSettings.Partners.SPLIT,
            "losers": EventSettings.Losers.STAY,
            "fee": 0,
            "guest_fee": 0,
            "guests_at_door": False,
        }

    # -- what applies

    def chosen(self, name: str) -> str:
        """What is chosen so far: typed, or as it was."""
        value = self.data.get(self.add_prefix(name)) if self.is_bound else None
        return str(value if value is not None else self.initial.get(name, ""))

    @property
    def book(self) -> RuleBook | None:
        """The rule book that is chosen so far."""
        version = self.versions.get(self.chosen("rules"))
        return version.book_version.book if version else None

    @property
    def fixed_deals(self) -> int | None:
        """The hands of a round where the rule book says so itself."""
        return self.book.round.deals if self.book is not None and self.book.round is not None else None

    @property
    def lacks_three_handed_rules(self) -> bool:
        """Three-handed tables are wanted, and the club has no rules for them."""
        return "three_handed_rules" in self.fields and not self._three_handed()

    def _fill_rules(self) -> None:
        self.fields["rules"].choices = [(key, _told(version)) for key, version in self.versions.items()]  # type: ignore[attr-defined]
        self.fields["three_handed_rules"].choices = self._three_handed()  # type: ignore[attr-defined]
        self.fields["three_handed_rules"].error_messages["required"] = (
            "Choose the rules for three, or another way when the players do not fill the tables."
        )
        if self._is_three_handed():
            choices = [choice for choice in ODD_PLAYERS if choice[0] != OddPlayers.THREE_HANDED]
            self.fields["odd_players"].choices = choices  # type: ignore[attr-defined]

    def _three_handed(self) -> list[tuple[str, Told]]:
        return [
            (key, _told(version))
            for key, version in self.versions.items()
            if version.book_version.book.deal.players == 3
        ]

    def _is_three_handed(self) -> bool:
        return self.book is not None and self.book.deal.players == 3

    def _fill_defaults(self) -> None:
        """How a round ends as the format and the book suggest, where nothing was said yet."""
        is_casual = self.chosen("format") == Format.CASUAL
        players = self.book.deal.players if self.book is not None else 4
        self.initial.setdefault("round_end", RoundEnd.GAME if is_casual else RoundEnd.HANDS)
        self.initial.setdefault("hands", self.fixed_deals or players)
        three = self._three_handed()
        if not self.initial.get("three_handed_rules") and three:
            self.initial["three_handed_rules"] = three[0][0]

    def _shape(self) -> set[str]:
        """The settings that apply to what is chosen."""
        shape = {"format", "rules", "minutes", "fee", "guest_fee", "guests_at_door"}
        shape |= self._shape_of_rounds()
        if self.chosen("format") != Format.CASUAL:
            shape |= {"rounds_planned", "odd_players"} | self._shape_of_odd_players()
        if self.chosen("format") == Format.WINNERS_MOVE:
            shape |= {"partners", "losers"}
        if self.is_started:
            shape -= {"format", "rules", "round_end", "hands", "three_handed_rules"}
        return shape

    def _shape_of_rounds(self) -> set[str]:
        if self.fixed_deals is not None:
            return set()
        return {"round_end", "hands"} if self.chosen("round_end") == RoundEnd.HANDS else {"round_end"}

    def _shape_of_odd_players(self) -> set[str]:
        odd_players = self.chosen("odd_players")
        if odd_players == OddPlayers.HOUSE_PLAYER:
            return set()
        three = (
            {"three_handed_rules"} if odd_players == OddPlayers.THREE_HANDED and not self._is_three_handed() else set()
        )
        fixed = {"fixed_credit"} if self.chosen("sit_out_credit") == Credit.FIXED else set()
        return {"sit_out_credit"} | three | fixed

    # -- what was typed

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or {}
        by_time = data.get("round_end") == RoundEnd.TIME
        if by_time and data.get("minutes") == 0:
            self.add_error("minutes", "Say how many minutes: the clock ends the round.")
        return data

    @property
    def deed_fields(self) -> dict[str, Any]:
        """What was typed, as the deed takes it; settings that were not asked for stay as they are."""
        found = {name: self.cleaned_data[name] for name in SETTINGS if name in self.cleaned_data}
        for name in ("rules", "three_handed_rules"):
            if name in found:
                found[name] = self.versions[found[name]]
        if not self.is_started:
            if "three_handed_rules" not in found:
                found["three_handed_rules"] = None
            if self.fixed_deals is not None:
                found |= {"round_end": RoundEnd.HANDS, "hands": self.fixed_deals}
            if found["format"] == Format.CASUAL:
                found |= {"rounds_planned": 1}
        return {"client_id": self.cleaned_data["client_id"], "name": self.cleaned_data["name"], **found}


class EventForm(SettingsForm):
    """One club night or tournament."""

    played_on = forms.DateField(
        label="Date",
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
        error_messages={"required": "Say on which day.", "invalid": "Enter a date, such as 2026-11-24."},
    )

    def _beginning(self, row: Event | Series | None) -> dict[str, Any]:
        found = super()._beginning(row)
        if isinstance(row, Event):
            found |= {"played_on": row.played_on, "start": timezone.localtime(row.starts_at).time()}
        return {"played_on": timezone.localdate(), "start": "19:00", **found}

    def clean_played_on(self) -> date:
        day: date = self.cleaned_data["played_on"]
        if not YEARS[0] <= day.year <= YEARS[1]:
            raise forms.ValidationError(f"Enter a date between {YEARS[0]} and {YEARS[1]}.")
        return day

    @property
    def deed_fields(self) -> dict[str, Any]:
        day = self.cleaned_data["played_on"]
        return {**super().deed_fields, "played_on": day, "starts_at": local_start(day, self.cleaned_data["start"])}


class SeriesForm(SettingsForm):
    """An event that meets every week."""

    weekday = forms.TypedChoiceField(
        label="Every",
        coerce=int,
        choices=list(enumerate(DAYS)),
        widget=forms.RadioSelect,
        error_messages={"required": "Choose a weekday.", "invalid_choice": "Choose one of those shown."},
    )

    def _beginning(self, row: Event | Series | None) -> dict[str, Any]:
        found = super()._beginning(row)
        if isinstance(row, Series):
            found |= {"weekday": row.weekday, "start": row.starts_at}
        return {"weekday": timezone.localdate().weekday(), "start": "19:00", **found}

    @property
    def deed_fields(self) -> dict[str, Any]:
        data = self.cleaned_data
        return {**super().deed_fields, "weekday": data["weekday"], "starts_at": data["start"]}


class AdoptForm(ClubForm):
    """The built-in book that was tapped."""

    book = forms.ChoiceField(choices=[(key, key) for key in BUILT_IN_ORDER])

    @property
    def deed_fields(self) -> dict[str, Any]:
        return {"client_id": self.cleaned_data["client_id"], "key": self.cleaned_data["book"]}


class DeleteForm(ClubForm):
    """Deleting an event: its name is typed to confirm."""

    name = WordsField(
        label="Type the name of the event to delete it",
        max_length=80,
        error_messages={"required": "Type the name of the event."},
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )


def as_typed(data: Mapping[str, Any]) -> dict[str, Any]:
    """What was typed, to draw the form again without finding fault with it."""
    return {name: data[name] for name in data if name not in ("csrfmiddlewaretoken", LOOK)}


def _with_pinned(versions: Sequence[HouseRulesVersion], row: Event | Series | None) -> list[HouseRulesVersion]:
    """The published rules, and the older versions that the event pins."""
    found = list(versions)
    for pinned in (row.rules, row.three_handed_rules) if row is not None else ():
        if pinned is not None and all(version.pk != pinned.pk for version in found):
            found.append(pinned)
    return found


def _told(version: HouseRulesVersion) -> Told:
    book = version.book_version.book
    handed = "three-handed" if book.deal.players == 3 else "four-handed"
    length = f", {book.round.deals} hands a round" if book.round else ""
    return Told(book.name, f"{handed.capitalize()}{length}, version {version.number}")
