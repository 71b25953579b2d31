"""Who really sat where: the chairs to tap names into, and what it does, in words. No queries."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from league.acting.answers import FormPage
from league.evening.cards.reading import TableReading
from league.evening.chairs.effects import ChairEffects
from league.evening.chairs.forms import ChairsForm
from league.evening.rounds.pages import effect_context as evening_context
from league.evening.rulings.pages.effects import EffectContext
from league.evening.tables.places import back_to_table
from league.models import RoundTable
from scoring.rules.notation import SEAT_NAMES, counted, figure_text, listed, lowered
from scoring.score_card.entries import DetailsGiven, EntryData
from scoring.score_card.pages.history import Change

MOST_SHOWN = 8
FIELDS = "league/evening/chairs/_chairs_fields.html"


@dataclass(frozen=True, slots=True)
class Plate:
    """A chair, or somebody without one: what a tap on it sends, and who is there."""

    tap: str
    seat: str
    seat_name: str
    name: str
    is_picked: bool
    is_moved: bool


@dataclass(frozen=True, slots=True)
class ChairsTable:
    number: int
    is_three_handed: bool
    plates: tuple[Plate, ...]


def chairs_page(there: RoundTable, *, is_shown: bool) -> FormPage:
    return FormPage(
        f"Who really sat where? {there}",
        "They sat like this" if is_shown else "See what changes",
        back_to_table(there),
        f"{there.event_round}, {there.event_round.event.name}",
        fields=FIELDS,
    )


def chairs_tables(form: ChairsForm) -> Iterator[ChairsTable]:
    """The open tables with their chairs."""
    for table in form.shown_tables:
        plates = (_plate(form, table.number, seat) for seat in table.seats)
        yield ChairsTable(table.number, len(table.seats) == 3, tuple(plates))


def _plate(form: ChairsForm, number: int, seat: str) -> Plate:
    who, tap = form.who_sits((number, seat)), f"{number}{seat}"
    return Plate(
        tap,
        seat,
        SEAT_NAMES.get(seat, seat),
        who.name if who else "Empty",
        form.picked_now == tap,
        (number, seat) in form.sits,
    )


def others(form: ChairsForm) -> Iterator[Plate]:
    """Who has no chair, and may have sat in one."""
    for one in form.without_a_chair:
        tap = f"p{one.pk}"
        yield Plate(tap, "", "", one.name, form.picked_now == tap, is_moved=False)


def picked_words(form: ChairsForm) -> str:
    """What the next tap does."""
    one = next((plate for plate in (*_all(form), *others(form)) if plate.is_picked), None)
    if one is None:
        return "Tap two names, and they change places."
    return f"Now tap the chair {one.name} really sat in." if one.name != "Empty" else "Now tap who sat in it."


def _all(form: ChairsForm) -> Iterator[Plate]:
    return (plate for table in chairs_tables(form) for plate in table.plates)


def effect_context(effects: ChairEffects) -> EffectContext:
    """What it does, drawn as what a ruling does."""
    evening = evening_context(effects.figures)
    points = [Change(name, figure_text(was), figure_text(becomes)) for name, was, becomes in effects.points]
    shown, more = points[:MOST_SHOWN], points[MOST_SHOWN:]
    others = (*more, *evening.others)
    return EffectContext(
        (("Points of the round", shown), *evening.parts),
        counted(len(others), "more change"),
        others,
        (*effects.says, *evening.says),
    )


def change_words(newest: Sequence[tuple[TableReading, EntryData[DetailsGiven]]]) -> str:
    """What was said of the chairs last, and by whom."""
    chairs = [
        f"{who.name} at table {table.number} {seat}"
        for table, entry in newest
        for seat, who in entry.said.chairs[-1].seats.items()
        if who.entrant != entry.said.were[-1].seats[seat].entrant
    ]
    entry = newest[0][1]
    first = max(one.said.chairs[-1].first for _, one in newest)
    since = f" from hand {first} on" if first > 1 else ""
    return f"Really sat{since}: {listed(chairs)}. Said by {entry.device}: “{entry.reason}”."


def propose_page(there: RoundTable, back: tuple[str, str]) -> FormPage:
    return FormPage(
        "We sit otherwise",
        "Tell the director",
        back,
        f"{there}, {lowered(str(there.event_round))}",
        ("Say who sits where. The director looks at it; nothing changes before. Go on playing and entering hands.",),
    )
