"""Slips that tell players of a ruling."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.utils import timezone

from league.evening.cards.pages import names_at_table
from league.evening.cards.reading import TableReading
from league.evening.cards.seats import side_name
from league.evening.rulings.chain import clock_sentence
from league.evening.rulings.forms.ruling import BASES
from league.evening.rulings.pages.ruling import STATES, facts_of, given_words
from league.models import Club
from scoring.rules.notation import signed
from scoring.rules.rulings import kind_title
from scoring.score_card.pages.rulings import caller_words
from scoring.score_card.situations import sheet_without


def ruling_slips(table: TableReading, club: Club) -> Iterator[dict[str, Any]]:
    sheet = table.sheet
    if sheet is None:
        return
    for ruling in sheet.rulings:
        line = sheet.line(ruling.hand)
        names = names_at_table(table, line)
        score = line.score if line and line.is_done else None
        called = [("Called by", caller_words(names, ruling.said.called_by))] if ruling.said.called_by else []
        yield {
            "number": ruling.number,
            "title": kind_title(sheet.book, ruling.said.kind),
            "place": f"Round {table.table.event_round.number}, table {table.number}, hand {ruling.hand}",
            "state": STATES[ruling.state][0],
            "decision": ruling.decision,
            "note": ruling.said.note,
            "facts": (
                *facts_of(sheet_without(sheet, ruling), ruling, names),
                *called,
                (BASES[ruling.said.basis], sheet.book.name),
                ("Given by", given_words(ruling, club)),
            ),
            "scores": tuple(
                (side_name(table, side, line), signed(score.sides[side].score)) for side in sheet.book.sides
            )
            if score
            else (),
            "clock": clock_sentence(ruling, sheet.book, table.table.event_round.event, timezone.now()),
        }
