"""Asking for a simulation: a rule book, what to change in it, and how many hands."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Final

from django import forms

from scoring.play.jobs import MOST_DEALS
from scoring.play.simulate.bots import CLUB
from scoring.rules.book import BookError, RuleBook
from scoring.rules.changes import Change, changed_book, entry_at, parse_change
from scoring.rules.entries import Entry, entry_of
from scoring.score_card.access import SECRET_PATTERN, hash_of
from scoring.score_card.forms.base import HIGHEST_FIGURE, choice_field

DEALS: Final = ((1_000, "a first look"), (5_000, "small changes show"), (MOST_DEALS, "before a vote"))
BOTS: Final = ((CLUB, "Club players"), ("beginner", "Beginners"))
LONGEST_OTHER: Final = 1_000
MOST_OTHERS: Final = 12
AS_IT_IS: Final = ""


@dataclass(frozen=True, slots=True)
class Setting:
    """A rule that clubs often talk about, by its path in the book. `fits` says for which books it is worth asking."""

    path: str
    fits: Callable[[RuleBook], bool] = lambda book: True

    @property
    def field(self) -> str:
        return self.path.replace(".", "__")

    @property
    def entry(self) -> Entry:
        entry = entry_of(self.path)
        assert entry is not None, self.path
        return entry

    @property
    def label(self) -> str:
        return self.entry.label

    @property
    def choices(self) -> tuple[tuple[str, str], ...]:
        """The values and what they are called; none where it is a number."""
        return self.entry.choices

    def words(self, value: Any) -> str:
        """A value as people say it: `50`, `no`, `the bid comes off`."""
        if isinstance(value, bool):
            value = "true" if value else "false"
        return dict(self.choices).get(str(value), str(value))


SETTINGS: Final = (
    Setting("auction.opening"),
    Setting("auction.stuck"),
    Setting("auction.marriage_needed"),
    Setting("passing.cards", fits=lambda book: book.passing is not None),
    Setting("meld.minimum"),
    Setting("play.heading"),
    Setting("deck.last_trick"),
    Setting(
        "contract.points_needed",
        fits=lambda book: "points" in (book.contract.bidders_need, book.contract.defenders_need),
    ),
    Setting("contract.set_scoring"),
    Setting("contract.unsaved_take"),
    Setting("contract.off_the_board"),
    Setting("bonuses.game_melds.played", fits=lambda book: book.bonuses.game_melds is not None),
)
BY_PATH: Final = {setting.path: setting for setting in SETTINGS}


class SimulationForm(forms.Form):
    """The page on which a simulation of one book is asked for.

    Once cleaned, `changes` are the entries that shall be another than in the book, and `changed`
    the book with them, None where nothing is changed.
    """

    start = forms.RegexField(SECRET_PATTERN, error_messages={"invalid": "Tap again.", "required": "Tap again."})
    deals = choice_field("How many hands?", [(str(deals), f"{deals:,}") for deals, _ in DEALS])
    bots = choice_field("Who plays?", BOTS)
    other = forms.CharField(
        label="Any other entry of the book, as path=value, one per line",
        required=False,
        max_length=LONGEST_OTHER,
        widget=forms.Textarea(attrs={"rows": 3, "autocomplete": "off", "autocapitalize": "off", "spellcheck": "false"}),
        error_messages={"max_length": f"Up to {LONGEST_OTHER} characters."},
    )

    def __init__(self, *args: Any, book: RuleBook, **kwargs: Any) -> None:
        self.book = book
        self.changes: tuple[Change, ...] = ()
        self.changed: RuleBook | None = None
        kwargs["initial"] = {"deals": str(DEALS[1][0]), "bots": BOTS[0][0], **kwargs.get("initial", {})}
        super().__init__(*args, **kwargs)
        for setting in self.settings:
            self.fields[setting.field] = self._field_of(setting)

    @property
    def settings(self) -> tuple[Setting, ...]:
        """The settings that this book has."""
        return tuple(setting for setting in SETTINGS if setting.fits(self.book))

    def _field_of(self, setting: Setting) -> forms.Field:
        now = entry_at(self.book, setting.path)
        if setting.choices:
            return forms.ChoiceField(
                label=setting.label,
                required=False,
                choices=[(AS_IT_IS, f"As it is: {setting.words(now)}"), *self._others(setting, now)],
                error_messages={"invalid_choice": "Choose one of those shown."},
            )
        return forms.IntegerField(
            label=setting.label,
            required=False,
            min_value=0,
            max_value=HIGHEST_FIGURE,
            widget=forms.TextInput(
                attrs={"inputmode": "numeric", "autocomplete": "off", "maxlength": 5, "placeholder": str(now)}
            ),
            error_messages={
                "invalid": "Enter a whole number, or leave it empty to keep it as it is.",
                "min_value": "This can’t be below 0.",
                "max_value": f"Enter a number up to {HIGHEST_FIGURE}.",
            },
        )

    @staticmethod
    def _others(setting: Setting, now: Any) -> Iterator[tuple[str, str]]:
        return ((value, words) for value, words in setting.choices if words != setting.words(now))

    @property
    def setting_fields(self) -> list[tuple[forms.BoundField, str]]:
        """The fields of the settings, each with what the book says now where that is a number."""
        return [
            (self[setting.field], "" if setting.choices else f"{entry_at(self.book, setting.path)} in this book")
            for setting in self.settings
        ]

    @property
    def deal_keys(self) -> list[dict[str, Any]]:
        """The keys for the number of hands: value, words, what it is good for, whether it is down."""
        chosen = str(self["deals"].value())
        return [
            {"value": deals, "words": f"{deals:,}", "note": note, "is_chosen": str(deals) == chosen}
            for deals, note in DEALS
        ]

    @property
    def has_other_faults(self) -> bool:
        """Whether the drawer for the rest must stand open."""
        return bool(self.errors.get("other") or self["other"].value())

    # -- the changed book

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if not self.errors:
            self.changes = tuple(change for change in self._changes(data) if not self._is_as_it_is(change))
        if not self.errors and self.changes:
            try:
                self.changed = changed_book(self.book, self.changes)
            except BookError as error:
                self._show(error)
        return data

    def _changes(self, data: dict[str, Any]) -> Iterator[Change]:
        for setting in self.settings:
            value = data.get(setting.field)
            if value not in (None, AS_IT_IS):
                yield parse_change(f"{setting.path}={value}") if setting.choices else Change(setting.path, value)
        lines = [line.strip() for line in (data.get("other") or "").splitlines() if line.strip()]
        if len(lines) > MOST_OTHERS:
            self.add_error("other", f"Up to {MOST_OTHERS} lines.")
            return
        for line in lines:
            try:
                yield parse_change(line)
            except BookError as error:
                self.add_error("other", error.faults[0].text)

    def _is_as_it_is(self, change: Change) -> bool:
        return bool(entry_at(self.book, change.path) == change.value)

    def _show(self, error: BookError) -> None:
        """Each fault beside the field it is of; of any other entry beside the lines, with its path."""
        for fault in error.faults:
            setting = BY_PATH.get(fault.path)
            if setting is not None and self.cleaned_data.get(setting.field) not in (None, AS_IT_IS):
                self.add_error(setting.field, fault.text)
            else:
                self.add_error("other", f"{fault.path}: {fault.text}")

    # -- what is asked for

    @property
    def deals_chosen(self) -> int:
        return int(self.cleaned_data["deals"])

    @property
    def asked(self) -> dict[str, Any]:
        """What the job's row keeps of the page: the book and each change, with what was there before."""
        changes = [[change.path, entry_at(self.book, change.path), change.value] for change in self.changes]
        return {"book": self.book.key, "changes": changes}

    @property
    def start_hash(self) -> str:
        """What the job keeps of this tap: the same tap twice is one job, another choice another one."""
        data = self.cleaned_data
        changes = " ".join(map(str, self.changes))
        return hash_of(f"{data['start']} {self.book.key} {data['deals']} {data['bots']} {changes}")
