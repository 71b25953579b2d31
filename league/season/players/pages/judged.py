"""Rulings, penalties and lateness in words, as a player, a referee and a report read them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

from league.evening.cards.judged import Judged, What
from league.evening.cards.pages import table_names
from league.evening.rulings.chain import clock_sentence, why_no_appeal
from league.evening.rulings.pages.appeals import step_words
from league.evening.tables.places import table_address
from league.words import clock_words
from scoring.rules.notation import counted, listed
from scoring.score_card.pages.rule_links import rule_address

STATES: Final = {
    "given": "",
    "appealed": "Appealed",
    "upheld": "Upheld",
    "changed": "Changed",
    "overturned": "Overturned",
}
KINDS: Final = {
    What.RULING: ("ruling", "rulings"),
    What.PENALTY: ("penalty", "penalties"),
    What.LATE: ("late arrival", "late arrivals"),
}


@dataclass(frozen=True, slots=True)
class JudgedLine:
    """A ruling, penalty or late arrival. `rule` is the address in the book, `clock` the deadline to appeal."""

    judged: Judged
    place: str
    state: str
    steps: tuple[str, ...]
    by: str
    rule: str
    card: str
    clock: str = ""
    appeal: str = ""


def own_line(judged: Judged, now: datetime, *, card: str) -> JudgedLine:
    line, ruling, sheet = judged_line(judged, card=card), judged.ruling, judged.reading.sheet
    if ruling is None or sheet is None or judged.event.is_final(now):
        return line
    event, book = judged.event, sheet.book
    appeal = "" if why_no_appeal(ruling, book, event, now) else table_address("appeal", judged.table, ruling.number)
    return replace(line, clock=clock_sentence(ruling, book, event, now), appeal=appeal)


def judged_line(judged: Judged, *, card: str = "") -> JudgedLine:
    club, ruling, names, sheet = judged.event.club, judged.ruling, table_names(judged.reading), judged.reading.sheet
    hand = f", hand {judged.hand}" if judged.hand else ""
    at = f", {clock_words(judged.at, club)}" if judged.at else ""
    return JudgedLine(
        judged=judged,
        place=f"{judged.event_round}, table {judged.table.number}{hand}",
        state=STATES[ruling.state] if ruling else "",
        steps=tuple(step_words(ruling, names, club)) if ruling and names else (),
        by=f"{judged.by}{at}",
        rule=rule_address(sheet.book, ruling.said.rule) if sheet and ruling and ruling.said.rule else "",
        card=card,
    )


def how_many(found: Iterable[Judged]) -> str:
    """`2 rulings and 1 penalty`; empty for none."""
    number = Counter(judged.what for judged in found)
    return listed([counted(number[what], *words) for what, words in KINDS.items() if number[what]])
