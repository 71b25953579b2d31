"""Chairs to tap names into, and the effects of a change, in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from league.acting.answers import FormPage
from league.evening.cards.reading import TableReading
from league.evening.rounds.effects import CountingEffects
from league.evening.rounds.pages import MOST_SHOWN
from league.evening.rounds.pages import effect_context as evening_context
from league.evening.rulings.pages.effects import effect_shown
from league.evening.tables.places import back_to_table
from league.models import RoundTable
from scoring.rules.notation import counted, figure_text, listed, seat_name
from scoring.score_card.entries import DetailsGiven, EntryData
from scoring.score_card.pages.history import Change

from .forms import EFFECT, ChairsForm
from .reseating import CHANGED

FIELDS = "league/evening/chairs/_chairs_fields.html"


class Plate(NamedTuple):
    tap: str
    plays: str
    is_picked: bool
    is_moved: bool = False
    seat: str = ""
    seat_name: str = ""


def chairs_page(there: RoundTable, *, is_shown: bool) -> FormPage:
    return FormPage(
        f"Who really sat where? {there}",
        "They sat like this" if is_shown else "See what changes",
        back_to_table(there),
        f"{there.event_round}, {there.event_round.event.name}",
        fields=FIELDS,
        looks="" if is_shown else EFFECT,
    )


def plates_at(form: ChairsForm, table: TableReading) -> list[Plate]:
    taps = ((f"{table.number}{seat}", seat, (table.number, seat)) for seat in table.seats)
    return [
        Plate(tap, form.seated[at].name, tap == form.tapped, at in form.sits, seat, seat_name(seat, table.seats))
        for tap, seat, at in taps
    ]


def other_plates(form: ChairsForm) -> list[Plate]:
    taps = ((f"p{one.pk}", one.name) for one in form.without_a_chair)
    return [Plate(tap, name, tap == form.tapped) for tap, name in taps]


def picked_words(form: ChairsForm) -> str:
    name = form.picked_name
    return f"Now tap the chair {name} really sat in." if name else "Tap two names, and they change places."


def effect_context(effects: CountingEffects) -> dict[str, Any]:
    evening = evening_context(effects)
    points = [Change(name, figure_text(was), figure_text(becomes)) for name, was, becomes in effects.points]
    others = (*points[MOST_SHOWN:], *evening["others"])
    parts = {"Points of the round": points[:MOST_SHOWN], **evening["parts"]}
    return effect_shown(parts, others, counted(len(others), "more change"), (*effects.says, *evening["says"]))


def change_words(newest: Sequence[tuple[TableReading, EntryData[DetailsGiven]]]) -> str:
    chairs = [
        f"{table.seats[seat].entrant.name} at table {table.number} {seat}"
        for table, entry in newest
        for seat, who in entry.said.chairs[-1].seats.items()
        if who.entrant != entry.said.were[-1].seats[seat].entrant
    ]
    entry = newest[0][1]
    first = max(one.said.chairs[-1].first for _, one in newest)
    since = f" from hand {first} on" if first > 1 else ""
    why = f": “{entry.reason}”" if entry.reason != CHANGED else ""
    return f"Really sat{since}: {listed(chairs)}. Said by {entry.device}{why}."


def propose_page(there: RoundTable, back: tuple[str, str]) -> FormPage:
    return FormPage(
        "We sit otherwise",
        "Tell the director",
        back,
        there.place,
        ("Say who sits where. The director looks at it; nothing changes before. Go on playing and entering hands.",),
    )
