"""Past events, and the results of one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import date
from functools import partial

from django.template.loader import render_to_string
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django_tables2 import A

from league.evening.cards.pages import ResultLine, ResultsContext, RoundCell
from league.models import Event
from league.office.clubs.pages.navigation import address_of
from league.words import settings_words, short_when_with_year
from pinochle_club.ground.exports import BOTH, ListFile
from pinochle_club.ground.listings import FILE, SMALL, UNSAID, Column, Figure, Listing, Name

from .results import winner_words


class PastEventListing(Listing):
    heading = "past-events"
    file_name = "events"
    files = BOTH
    finds = ("name", "played_on")
    find_label = "Name or year"
    folds = False

    name = Name("Event", linkify=("league:event", [A("club__slug"), A("pk")]), orderable=True)
    won = Column("Won by", empty_values=())
    played_on = Column("Date", orderable=True, initial_sort_descending=True)
    players = Column("Players", on_phone=UNSAID, orderable=True, order_by="came", initial_sort_descending=True)
    facts = Column("Played", on=FILE, because="who won says more on the page")

    def render_played_on(self, record: Event) -> str:
        return short_when_with_year(record)

    def value_played_on(self, record: Event) -> date:
        return record.played_on

    def value_players(self, record: Event) -> int:
        return record.came  # type: ignore[attr-defined, no-any-return]

    def render_players(self, record: Event) -> str:
        return str(record.came) if record.came else "–"  # type: ignore[attr-defined]

    def render_won(self, record: Event) -> str:
        return self.value_won(record) or "–"

    def value_won(self, record: Event) -> str:
        return winner_words(record).removeprefix("Won by ")

    def value_facts(self, record: Event) -> str:
        return settings_words(record)


class RoundFigure(Figure):
    """The points of a round (`RoundCell`), which lead to its card."""

    def __init__(self, label: str, at: int, leads: Callable[[RoundCell], str]) -> None:
        super().__init__(
            label, accessor=f"rounds__{at}", on_phone=UNSAID, orderable=True, order_by=f"rounds__{at}__figure",
            initial_sort_descending=True,
        )  # fmt: skip
        self.leads = leads

    def render(self, value: RoundCell) -> SafeString | str:
        address = self.leads(value)
        return format_html('<a class="reach" href="{}">{}</a>', address, value.points) if address else value.points


class ResultListing(Listing):
    """Points of the closed rounds (`ResultLine`); a name opens to what they are made of."""

    look = "listing results"
    names_head_rows = True
    previous_key, next_key = "Before", "After"
    file_name = "results"
    files, files_label = BOTH, "Save these results"
    usual = "place"

    place = Figure("Place", orderable=True)
    number = Figure("No.", on=FILE, because="it stands beside the name")
    name = Name("Player", orderable=True, order_by="name__casefold")
    won = Figure("Won", beside="Won", on_phone=SMALL, orderable=True, initial_sort_descending=True)
    total = Figure("Total", orderable=True, order_by="figure", initial_sort_descending=True)

    def __init__(self, results: ResultsContext, event: Event, part: int, *, runs_it: bool) -> None:
        self.results, self.event = results, event
        self.heading = f"results-{part}" if part > 1 else "results"
        leads = partial(_card_of, event, runs_it=runs_it)
        rounds = [(f"round-{at + 1}", RoundFigure(name, at, leads)) for at, name in enumerate(results.rounds)]
        super().__init__(
            results.lines,
            extra_columns=rounds,
            exclude=() if results.is_by_wins else ("won",),
            sequence=("place", "number", "name", "...", "won", "total"),
        )
        self.columns["name"].column.called(results.who)

    def class_of(self, record: ResultLine) -> str:
        """A line above the first below the finalists."""
        return "first-below" if record.is_first_below and str(self.order_by) == self.usual else ""

    def render_name(self, record: ResultLine) -> str:
        why = [
            (one, address_of("read_card", *self._here, *one.card) if one.card and self.event.state == "closed" else "")
            for one in record.why
        ]
        members = [(name, address_of("player", self.event.club.slug, number)) for number, name in record.members]
        boards = address_of("player_boards", *self._here, record.number) if self.event.is_duplicate else ""
        shown = {"line": record, "why": why, "members": members, "boards": boards}
        return render_to_string("league/evening/events/columns/result_name.html", shown)

    @property
    def _here(self) -> tuple[str, int]:
        return self.event.club.slug, self.event.pk

    def value_name(self, record: ResultLine) -> str:
        return record.name

    def render_total(self, record: ResultLine) -> SafeString:
        return format_html("<b>{}</b>", record.total)

    def as_file(self, *places: str) -> ListFile:
        """The file, named by the event's day."""
        return replace(super().as_file(), name="-".join([*places, *self.results.title.lower().split()]))


def _card_of(event: Event, cell: RoundCell, *, runs_it: bool) -> str:
    """The card on the desk for those who run the event, elsewhere once everybody may read it."""
    here = event.club.slug, event.pk
    if runs_it and cell.table:
        return f"{address_of('desk', *here)}?round={cell.number}&open={cell.table}#table-{cell.table}"
    return address_of("read_card", *here, cell.number, cell.table) if cell.has_hands and event.state == "closed" else ""
