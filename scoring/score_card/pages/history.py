"""The history of a card in words: each entry, its time, its tablet, and its changes to what stood then. No queries."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Final

from pinochle_club.ground.dates import US, calendar_day, clock, short_day
from scoring.rules.book.renege import cause_words
from scoring.rules.book.vocabulary import plural
from scoring.rules.notation import SUIT_NAMES, lowered, signed
from scoring.score_card.entries import (
    DetailsGiven,
    Figures,
    Pardoned,
    Redealt,
    Released,
    Undone,
    is_a,
    those,
)
from scoring.score_card.names import Names, together
from scoring.score_card.people import names_then
from scoring.score_card.redeals import REDEAL_TITLES
from scoring.score_card.sheet import HAND_KINDS, OF_A_HAND, RULING_KINDS, STEPS, EntryData, Sheet, line_of

from .entries import KIND_TITLES, entry_details, entry_title

NOTHING: Final = "–"

# The effect of one entry on another.
STRUCK: Final = {"undo": "undone", "pardon": "taken back", "release": "no ruling needed"}

YES_OR_NO: Final = {
    "no_marriage": "No marriage",
    "moon": "Moon",
    "thrown_in": "Thrown in",
    "laid_stands": "Cut and laid, let stand",
    "laid_played": "Cut and laid, played",
    "void": "Void",
}
# Entries that change a hand's earlier figures.
CHANGING: Final = frozenset({*HAND_KINDS, "ruling", "decision"}) - {"redeal"}

SIDES: Final = {
    "game_meld": "A meld that is the game",
    "renege": "Renege",
    "second_renege": "Later renege",
    "unproven_call": "Renege called, not proven",
    "last_trick": "Last trick",
}

CARD_DETAILS: Final = {
    "first_dealer": "First dealer",
    "played_on": "Date",
    "table_name": "Table",
    "round_name": "Round",
    "hands_agreed": "Hands",
    "boards": "Boards",
}


@dataclass(frozen=True, slots=True)
class Change:
    """A figure's old and new value; `why` explains the new one where that helps."""

    label: str
    was: str
    becomes: str
    why: str = ""

    @property
    def is_changed(self) -> bool:
        return self.was != self.becomes


@dataclass(frozen=True, slots=True)
class EventContext:
    """An entry in the history; `struck` says why it no longer holds, and is empty where it does."""

    entry: EntryData
    what: str
    details: str
    day: str
    time: str
    changes: tuple[Change, ...]
    struck: str

    @property
    def who(self) -> str:
        return self.entry.device or "Somebody"


def events_of(sheet: Sheet, names: Names, date_style: str = US, *, hand: int | None = None) -> tuple[EventContext, ...]:
    """Every entry, or those of one hand, newest first; `names` as given to the card."""
    struck = _why_void(sheet)
    changes = _changes(sheet, names, date_style)
    return tuple(
        _event(sheet, names, date_style, entry, changes.get(entry.number, ()), struck.get(entry.number, ""))
        for entry in reversed(sheet.entries)
        if hand is None or entry.hand == hand
    )


def _event(
    sheet: Sheet, names: Names, date_style: str, entry: EntryData, changes: tuple[Change, ...], struck: str
) -> EventContext:
    tells_all = not changes or entry.kind in RULING_KINDS
    return EventContext(
        entry=entry,
        what=_what(sheet, entry),
        details=", ".join(_details(names_then(sheet, names, entry), entry)) if tells_all else "",
        day=short_day(entry.at, date_style) if entry.at else "",
        time=clock(entry.at, date_style) if entry.at else "",
        changes=changes,
        struck=struck,
    )


def _what(sheet: Sheet, entry: EntryData) -> str:
    """`Take of hand 6`, `Undo: take of hand 6`."""
    number, words = _taken_out_by(entry), sheet.book.words
    other = sheet.entry(number) if number is not None else None
    return (
        f"{KIND_TITLES[entry.kind]}: {lowered(entry_title(other, words))}"
        if other is not None
        else entry_title(entry, words)
    )


def _taken_out_by(entry: EntryData) -> int | None:
    """The number of the entry that this one takes out or settles."""
    match entry.said:
        case Undone(undoes=number) | Pardoned(pardons=number) | Released(releases=number):
            return number
    return None


def _details(names: Names, entry: EntryData) -> Iterator[str]:
    if isinstance(entry.said, Redealt):
        yield lowered(REDEAL_TITLES.get(entry.said.why, entry.said.why))
        yield f"{names.player(entry.said.next_dealer)} deals"
    yield from entry_details(entry, names)


# -- entries that no longer hold ---------------------------------------------------------


def _why_void(sheet: Sheet) -> dict[int, str]:
    """Why entries no longer hold, by number."""
    struck: dict[int, str] = {}
    for entry in sheet.entries:
        if (number := _taken_out_by(entry)) is not None:
            struck[number] = STRUCK[entry.kind]
    struck |= {ruling.number: "overturned" for ruling in sheet.rulings if not ruling.is_standing}
    return struck | {number: struck_words(sheet, by) for number, by in sheet.struck.items()}


def struck_words(sheet: Sheet, by: EntryData) -> str:
    """The cause of a struck signature: `struck by: bid of hand 2`."""
    return "taken back to reopen" if by.kind == "reopen" else f"struck by: {lowered(_what(sheet, by))}"


# -- changes -----------------------------------------------------------------------------


def figures_of(names: Names, figures: Figures) -> dict[str, str]:
    return {label: text for label, text in _figures(names, figures) if text}


def _figures(names: Names, figures: Figures) -> Iterator[tuple[str, str]]:
    if figures.has_bid:
        yield "Board", str(figures.board or "")
        yield "Dealer", names.player(figures.dealer) if figures.dealer else ""
        if figures.bidder:
            yield "Bid won by", names.player(figures.bidder)
            yield "Plays", names.with_whom(figures.bidder, figures.partner).strip()
            yield "Bid", str(figures.bid)
        yield "Trump", SUIT_NAMES[figures.trump] if figures.trump else "none"
    for word, by_side in (("meld", figures.meld), ("take", figures.take)):
        for side, figure in by_side.items():
            yield f"{names.side(side)}, {word}", str(figure)
    for side, figure in figures.chips.items():
        yield f"{names.side(side)}, {names.book.words.say('chips for melds')}", str(figure)
    for name, word in YES_OR_NO.items():
        yield word, "yes" if getattr(figures, name) else ""
    for ruled in figures.ruled:
        for side, amount in ruled.amounts.items():
            yield f"{names.side(side)}, ruled ({ruled.reason.rstrip('.')})", signed(amount)
    for name, word in SIDES.items():
        if side := getattr(figures, name):
            yield names.book.words.say(word), names.side(side)
    if figures.renege_cause:
        yield "Renege by", names.book.words.say(cause_words(figures.renege_cause))
    yield from _answers(names, figures)


def _answers(names: Names, figures: Figures) -> Iterator[tuple[str, str]]:
    called = plural(names.book.words.trick)
    for side, tricks in figures.tricks.items():
        yield f"{names.side(side)}, {called}", "at least one" if tricks else "none"
    for seat, tricks in figures.player_tricks.items():
        yield f"{names.player(seat)}, {called}", "at least one" if tricks else "none"
    for seat, figure in figures.player_meld.items():
        yield f"{names.player(seat)}, meld", str(figure)


def changes_between(names: Names, before: Figures, after: Figures) -> tuple[Change, ...]:
    """The figures that differ, in the order of the card."""
    was, becomes = figures_of(names, before), figures_of(names, after)
    changes = (Change(label, was.get(label, NOTHING), becomes.get(label, NOTHING)) for label in {**was, **becomes})
    return tuple(change for change in changes if change.is_changed)


def _changes(sheet: Sheet, names: Names, date_style: str) -> dict[int, tuple[Change, ...]]:
    """Each entry's changes to what stood before it, by number."""
    standing: list[EntryData] = []
    changes: dict[int, tuple[Change, ...]] = {}
    for entry in sheet.entries:
        if isinstance(entry.said, Undone):
            standing = [other for other in standing if other.number != entry.said.undoes]
            continue
        if is_a(entry, DetailsGiven):
            changes[entry.number] = _details_changes(names, date_style, standing, entry)
        elif entry.kind in CHANGING:
            changes[entry.number] = _hand_changes(sheet, names_then(sheet, names, entry), standing, entry)
        standing.append(entry)
    return changes


def _hand_changes(sheet: Sheet, names: Names, standing: Sequence[EntryData], entry: EntryData) -> tuple[Change, ...]:
    """The changes of a correction, a ruling or a step entered again; none for a first entry or a new deal."""
    own = [other for other in standing if other.hand == entry.hand and other.kind in OF_A_HAND]
    line, after = (line_of(sheet.book, entry.hand or 0, sheet.book.seats[0], each) for each in (own, [*own, entry]))
    if (entry.kind in STEPS and entry.kind not in line.entered) or line.redeals != after.redeals:
        return ()
    return changes_between(names, line.figures, after.figures)


def _details_changes(
    names: Names, date_style: str, standing: Sequence[EntryData], entry: EntryData[DetailsGiven]
) -> tuple[Change, ...]:
    before = next((other.said for other in those(reversed(standing), DetailsGiven)), DetailsGiven())
    was, becomes = _detail_texts(names, date_style, before), _detail_texts(names, date_style, entry.said)
    changes = (Change(label, was.get(label) or NOTHING, text or NOTHING) for label, text in becomes.items())
    return tuple(change for change in changes if change.is_changed)


def _detail_texts(names: Names, date_style: str, details: DetailsGiven) -> dict[str, str]:
    texts = {names.book.seat_names[seat]: name for seat, name in details.player_names.items()}
    for side, name in details.side_names.items():
        texts[together(names.book.seat_names[seat] for seat in names.book.seats_of(side))] = name
    if names.book.deal.partner_may_deal:
        texts["Partner deals for"] = " and ".join(map(names.player, details.partner_deals))
    for name, label in CARD_DETAILS.items():
        value = getattr(details, name)
        if name == "first_dealer" and value is not None:
            texts[label] = names.player(value)
        elif name == "played_on" and value is not None:
            texts[label] = calendar_day(date.fromisoformat(value), date_style)
        elif name == "boards" and value is not None:
            texts[label] = ", ".join(map(str, value))
        elif value is not None:
            texts[names.book.words.say(label)] = str(value)
    return texts
