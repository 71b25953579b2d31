"""Claims that a hand was recorded wrongly, and hands on hold, in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Final

from django.urls import reverse

from league.acting.answers import FormPage
from league.evening.cards.reading import TableReading
from league.evening.rulings.forms.claims import AGAINST
from league.evening.tables.places import back_to_table, table_address
from league.models import RoundTable
from league.words import moment_words
from scoring.score_card.entries import EntryData, Held

TITLE: Final = "Recorded wrongly?"
SETTLED: Final = "This is settled."


def claim_lines(reading: TableReading, own: Sequence[str] = (), *, at_table: bool = False) -> Iterator[dict[str, str]]:
    """The claims waiting at a table: those in figures, and those in words by one's `own` seats."""
    table, event_id = reading.table, reading.table.event_round.event_id
    for claim in reading.holds:
        if claim.said.line is None and claim.said.by not in own:
            continue
        page = table_address("claim", table, claim.number)
        address = reverse("league:claim_at_table", args=[event_id, claim.number]) if at_table else page
        place = f"{table.event_round}, {_at(table, claim).lower()}"
        yield {"place": place, "about": claim.said.about, "address": address}


def confirm_page(table: RoundTable, claim: EntryData[Held], back: tuple[str, str]) -> FormPage:
    says = "If it is right, the hand is corrected at once. If not, a director decides."
    also = ("No, it was recorded right", AGAINST)
    return FormPage(TITLE, "Yes, that is right", back, _place_words(table, claim), (says,), also=also)


def decide_claim_page(table: RoundTable, claim: EntryData[Held], back: tuple[str, str]) -> FormPage:
    says = "The other side can still confirm it. You decide where it does not."
    also = ("Refuse the claim", AGAINST)
    return FormPage(TITLE, "Take these figures over", back, _place_words(table, claim), (says,), also=also)


def withdraw_page(table: RoundTable, claim: EntryData[Held], back: tuple[str, str]) -> FormPage:
    says = "The hand is corrected when a player of the other side confirms it, or a director decides."
    if claim.said.line is None:
        says = "A director asks the other side, and puts it right or lets it stand."
    return FormPage(TITLE, "Withdraw the claim", back, _place_words(table, claim), (says,), tone="plain")


def waiting_page(table: RoundTable, claim: EntryData[Held], back: tuple[str, str], *, is_open: bool) -> FormPage:
    """A claim for readers without a say in it."""
    says = "A player of the other side confirms it, or a director decides." if is_open else SETTLED
    return FormPage(TITLE, "", back, _place_words(table, claim), (says,))


def _place_words(table: RoundTable, claim: EntryData[Held]) -> str:
    return f"{_at(table, claim)}, {str(table.event_round).lower()}"


def _at(table: RoundTable, claim: EntryData[Held]) -> str:
    return f"{table}, hand {claim.hand}" if claim.hand else str(table)


# -- what no figures say, and what is ruled on later ---------------------------------------


def claim_page(table: RoundTable, back: tuple[str, str], now: datetime) -> FormPage:
    event = table.event_round.event
    until = f" It can be claimed until {moment_words(event.final_at, event.club, now)}." if event.final_at else ""
    says = (
        "Tell the director what no figures say. They see it with your name, ask the other side, "
        f"and put it right or let it stand.{until}"
    )
    return FormPage(TITLE, "Tell the director", back, f"{table}, {table.event_round}", (says,))


def hold_page(table: RoundTable) -> FormPage:
    says = (
        "The table plays on. Its tablet and the board say what is still open, "
        "and the round doesn’t close on it without a reason."
    )
    return FormPage("Rule later", "Rule later", back_to_table(table), f"{table}, {table.event_round}", (says,))
