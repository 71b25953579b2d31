"""Requests for simulations: a book, a change, a number of hands."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from django import forms

from pinochle_club.ground.forms import choice_field
from scoring.play.jobs import MOST_DEALS
from scoring.play.simulate.bots import CLUB
from scoring.rules.book import BookError
from scoring.rules.changes import Change, entry_at, parse_change
from scoring.score_card.access import hash_of
from scoring.score_card.forms.settings import AS_IT_IS, POINTS_NEEDED, ChangesForm, Setting
from scoring.score_card.forms.start import tap_field

DEALS: Final = ((1_000, "a first look"), (5_000, "small changes show"), (MOST_DEALS, "before a vote"))
BOTS: Final = ((CLUB, "Club players"), ("beginner", "Beginners"))
LONGEST_OTHER: Final = 1_000
MOST_OTHERS: Final = 12


SETTINGS: Final = (
    Setting("auction.opening"),
    Setting("auction.stuck"),
    Setting("auction.marriage_needed"),
    Setting("passing.cards", fits=lambda book: book.passing is not None),
    Setting("meld.minimum"),
    Setting("play.heading"),
    Setting("deck.last_trick"),
    POINTS_NEEDED,
    Setting("contract.set_scoring"),
    Setting("contract.unsaved_take"),
    Setting("contract.off_the_board"),
    Setting("bonuses.game_melds.played", fits=lambda book: book.bonuses.game_melds is not None),
)
BY_PATH: Final = {setting.path: setting for setting in SETTINGS}


class SimulationForm(ChangesForm):
    OFFERED = SETTINGS

    start = tap_field()
    deals = choice_field("How many hands?", [(str(deals), f"{deals:,}") for deals, _ in DEALS])
    bots = choice_field("Who plays?", BOTS)
    other = forms.CharField(
        label="Any other entry of the book, as path=value, one per line",
        required=False,
        max_length=LONGEST_OTHER,
        widget=forms.Textarea(attrs={"rows": 3, "autocomplete": "off", "autocapitalize": "off", "spellcheck": "false"}),
        error_messages={"max_length": f"Up to {LONGEST_OTHER} characters."},
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        kwargs["initial"] = {"deals": str(DEALS[1][0]), "bots": BOTS[0][0], **kwargs.get("initial", {})}
        super().__init__(*args, **kwargs)

    @property
    def deal_keys(self) -> list[dict[str, Any]]:
        chosen = str(self["deals"].value())
        return [
            {"value": deals, "words": f"{deals:,}", "note": note, "is_chosen": str(deals) == chosen}
            for deals, note in DEALS
        ]

    @property
    def has_other_faults(self) -> bool:
        return bool(self.errors.get("other") or self["other"].value())

    # -- the changed book

    def _changes(self, data: dict[str, Any]) -> Iterator[Change]:
        yield from super()._changes(data)
        lines = [line.strip() for line in (data.get("other") or "").splitlines() if line.strip()]
        if len(lines) > MOST_OTHERS:
            self.add_error("other", f"Up to {MOST_OTHERS} lines.")
            return
        for line in lines:
            try:
                yield parse_change(line)
            except BookError as error:
                self.add_error("other", error.faults[0].text)

    def _show(self, error: BookError) -> None:
        """Put each fault beside its field; others beside the lines, with their path."""
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
        """The job's record of the request: the book and each change, with the value before."""
        changes = [[change.path, entry_at(self.book, change.path), change.value] for change in self.changes]
        return {"book": self.book.key, "changes": changes}

    @property
    def start_hash(self) -> str:
        """The tap's mark: the same tap is one job, another choice another."""
        data = self.cleaned_data
        changes = " ".join(map(str, self.changes))
        return hash_of(f"{data['start']} {self.book.key} {data['deals']} {data['bots']} {changes}")
