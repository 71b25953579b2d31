"""The page that puts a hand on hold. No queries."""

from __future__ import annotations

from datetime import datetime

from league.acting.answers import FormPage
from league.evening.tables.places import back_to_table
from league.models import RoundTable
from league.words import moment_words


def claim_page(table: RoundTable, back: tuple[str, str], now: datetime) -> FormPage:
    """A player says that their table was recorded wrongly, and until when that can be said."""
    event = table.event_round.event
    until = f" It can be claimed until {moment_words(event.final_at, event.club, now)}." if event.final_at else ""
    says = (
        "Tell the director what no figures say. They see it with your name, ask the other side, "
        f"and put it right or let it stand.{until}"
    )
    return FormPage("Recorded wrongly?", "Tell the director", back, f"{table}, {table.event_round}", (says,))


def hold_page(table: RoundTable) -> FormPage:
    """Which hand is ruled on later, and what it is about."""
    says = (
        "The table plays on. Its tablet and the board say what is still open, "
        "and the round doesn’t close on it without a reason."
    )
    return FormPage("Rule later", "Rule later", back_to_table(table), f"{table}, {table.event_round}", (says,))
