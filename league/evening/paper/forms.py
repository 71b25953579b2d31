"""Questions about a paper: which one, and on which sheets. They come in an address, so each has a usual answer."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from django import forms

from league.evening.tables.passes import MOST_TABLES
from league.models import Club
from pinochle_club.ground.forms import choice_field, count_field
from pinochle_club.ground.papers import PAPERS
from scoring.score_card.forms.papers import PER_PAGE

LISTS: Final = {"both": "Both", "name": "By name", "table": "By table"}
FILLED: Final = {"names": "With names", "blank": "Blank"}
CERTIFICATES: Final = {"three": "Places 1 to 3", "first": "The winner", "categories": "First of each category"}
CARDS_PER_PAGE: Final = {2: "Two", 1: "One"}
BOARDS_PER_PAGE: Final = {4: "Four", 2: "Two"}


class EventPaperForm(forms.Form):
    """The paper size, else the club's. `rounds` may be printed, `present` is meant where none is asked for."""

    prefix_id = ""
    paper = choice_field("Paper", PAPERS.items(), required=False)
    round = forms.TypedChoiceField(
        label="Round",
        required=False,
        coerce=int,
        error_messages={"invalid_choice": "There is no such round to print yet."},
    )

    def __init__(
        self, *args: Any, club: Club, rounds: Iterable[int] = (), present: int | None = None, **kwargs: Any
    ) -> None:
        kwargs.setdefault("auto_id", f"{self.prefix_id}_%s")
        kwargs.setdefault("label_suffix", "")
        super().__init__(*args, **kwargs)
        self.club = club
        numbers = list(rounds)
        self.present = present if present in numbers else numbers[-1] if numbers else None
        field = self.fields["round"]
        assert isinstance(field, forms.TypedChoiceField)
        field.choices = [(number, f"Round {number}") for number in numbers]

    @property
    def chosen_paper(self) -> str:
        return self.cleaned_data["paper"] or self.club.paper

    @property
    def chosen_round(self) -> int | None:
        return self.cleaned_data["round"] or self.present

    @property
    def chosen(self) -> dict[str, str]:
        return {field.html_name: str(field.value() or "") for field in self}

    @property
    def first_fault(self) -> str:
        return str(next(iter(self.errors.values()))[0])

    @property
    def own_fields(self) -> list[forms.BoundField]:
        """This paper's own questions; size and round are asked once for all."""
        return [field for field in self if field.name not in ("paper", "round", "first", "last")]

    @property
    def table_fields(self) -> list[forms.BoundField]:
        return [field for field in self if field.name in ("first", "last")]

    @property
    def needs_last(self) -> str:
        """Why the last table must be named; empty if it may be left out."""
        return next((str(one.field.help_text) for one in self.table_fields if one.field.required), "")

    @property
    def asks_for_tables(self) -> bool:
        return any(field.value() for field in self.table_fields)


class SeatingForm(EventPaperForm):
    prefix_id = "seating"
    by = choice_field("Which list?", LISTS.items(), required=False)

    @property
    def chosen_list(self) -> str:
        return self.cleaned_data["by"] or next(iter(LISTS))


def _table_field(label: str) -> forms.IntegerField:
    return count_field(
        label,
        1,
        MOST_TABLES,
        wrong="Enter a table number, such as 3.",
        below="Table numbers start at 1.",
        above=f"Use at most {MOST_TABLES} tables.",
        digits=4,
    )


class TablesForm(EventPaperForm):
    first = _table_field("From table")
    last = _table_field("To table")

    def clean(self) -> dict[str, Any]:
        found: dict[str, Any] = super().clean() or {}
        first, last = found.get("first"), found.get("last")
        if first and last and first > last:
            self.add_error("last", f"This must be table {first} or higher.")
        return found

    def ask_for_last(self, why: str) -> None:
        """Ask up to which table to print, while none is known."""
        field = self.fields["last"]
        field.required, field.help_text = True, why
        field.error_messages["required"] = why

    def chosen_tables(self, there: Iterable[int], *, only_there: bool = False) -> list[int]:
        numbers = sorted(there)
        first, last = self.cleaned_data["first"] or 1, self.cleaned_data["last"]
        if last and not only_there:
            return list(range(first, last + 1))
        return [number for number in numbers if first <= number <= (last or number)]


class RulingSlipsForm(TablesForm):
    """Slips of a round's rulings, or one by its entry's number."""

    prefix_id = "ruling_slips"
    ruling = forms.IntegerField(required=False, min_value=1, widget=forms.HiddenInput)

    @property
    def own_fields(self) -> list[forms.BoundField]:
        return []


class CertificatesForm(EventPaperForm):
    prefix_id = "certificates"
    of = choice_field("For whom?", CERTIFICATES.items(), required=False)

    def offer_places_alone(self) -> None:
        """Leave out categories where none has a first."""
        field = self.fields["of"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [(of, words) for of, words in CERTIFICATES.items() if of != "categories"]

    @property
    def chosen_winners(self) -> str:
        return self.cleaned_data["of"] or next(iter(CERTIFICATES))


class RecordsForm(EventPaperForm):
    prefix_id = "hand_records"
    per_page = choice_field(
        "How many to a page?", [(str(count), words) for count, words in BOARDS_PER_PAGE.items()], required=False
    )

    @property
    def boards_per_page(self) -> int:
        return int(self.cleaned_data["per_page"] or next(iter(BOARDS_PER_PAGE)))


class TableCardsForm(TablesForm):
    prefix_id = "table_cards"
    per_page = choice_field(
        "How many to a page?", [(str(count), words) for count, words in CARDS_PER_PAGE.items()], required=False
    )

    @property
    def cards_per_page(self) -> int:
        return int(self.cleaned_data["per_page"] or next(iter(CARDS_PER_PAGE)))


class ScoreCardsForm(TablesForm):
    prefix_id = "score_cards"
    fill = choice_field("Names", FILLED.items(), required=False)
    per_page = choice_field(
        "How many to a page?", [(str(count), words) for count, words in PER_PAGE.items()], required=False
    )

    def offer_blank_cards_alone(self) -> None:
        field = self.fields["fill"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [("blank", FILLED["blank"])]

    @property
    def is_filled(self) -> bool:
        return bool(self.cleaned_data["fill"] != "blank")

    @property
    def cards_per_page(self) -> int:
        return int(self.cleaned_data["per_page"] or 1)
