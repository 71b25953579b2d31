"""Sheets kept in memory between two looks at them, so that a card is read and folded again only when something is new.

A sheet is kept with all that it is worked out from. Entries are only ever appended, so the newest of a card stands for
those before it; it is known by its number, by the id of its submission and by its instant. Numbers alone come again,
with other contents, when a backup was put back. So each process keeps its own, and none has to be told of anything.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from django.db.models import F

from pinochle_club.ground.plainly import Kept
from scoring.models import DeviceCard, Entry, ScoreCard

from .recording import entry_data, read_sheet, setup_of
from .sheet import EntryData, Setup, Sheet, build_sheet

# Of all cards together. An entry takes two kilobytes with its share of the sheet, so this is 40 MB at most: ten rounds
# of fifty tables.
MOST_ENTRIES: Final = 20_000

Newest = tuple[int, str, datetime]  # number, client_id, created_at


@dataclass(frozen=True, slots=True)
class Basis:
    """What a card's sheet is worked out from."""

    rules: str
    setup: Setup
    newest: Newest


_kept: Final[Kept[UUID, Sheet]] = Kept(MOST_ENTRIES, weight=lambda sheet: len(sheet.entries))


def sheet_of(keeper: DeviceCard) -> Sheet:
    """A keeper's card as it stood when `access.get_keeper` read it, or as it stands (one query, none where it is kept).

    The sheet may be a newer one than the card's row.
    """
    newest: Any = tuple(getattr(keeper, f"newest_{name}", None) for name in ("number", "id", "at"))
    sheet = _kept.find(keeper.card_id, _basis(keeper.card, newest))
    if sheet is None:
        sheet = read_sheet(keeper.card)
        keep_sheet(keeper.card, sheet)
    return sheet


def keep_sheet(card: ScoreCard, sheet: Sheet) -> None:
    """Keeps what an entry has come to, once it is recorded."""
    if sheet.entries:
        last = sheet.entries[-1]
        assert last.at is not None, "what was recorded has its instant"
        _kept.keep(card.pk, _basis(card, (last.number, last.client_id, last.at)), sheet)


def read_sheets(cards: Iterable[ScoreCard]) -> dict[UUID, Sheet]:
    """Many cards as they stand, by their ids (one query, and a second where a card has something new).

    The cards' book versions must have been read.
    """
    by_id = {card.pk: card for card in cards}
    sheets = dict(_found(by_id)) if by_id else {}
    return sheets | dict(_read([card for pk, card in by_id.items() if pk not in sheets]))


def _found(cards: Mapping[UUID, ScoreCard]) -> Iterator[tuple[UUID, Sheet]]:
    """Those of these cards that are kept as they stand."""
    newest = Entry.objects.filter(card__in=cards, number=F("card__version")).order_by()
    for pk, number, client_id, at in newest.values_list("card_id", "number", "client_id", "created_at"):
        if sheet := _kept.find(pk, _basis(cards[pk], (number, client_id, at))):
            yield pk, sheet


def _read(cards: Sequence[ScoreCard]) -> Iterator[tuple[UUID, Sheet]]:
    entries: dict[UUID, list[EntryData]] = {card.pk: [] for card in cards}
    if any(card.version for card in cards):
        for entry in Entry.objects.filter(card__in=entries):
            entries[entry.card_id].append(entry_data(entry))
    for card in cards:
        sheet = build_sheet(card.book_version.book, setup_of(card), entries[card.pk])
        keep_sheet(card, sheet)
        yield card.pk, sheet


def forget_sheets() -> None:
    """Begins with nothing kept, as a process that has just started."""
    _kept.clear()


def _basis(card: ScoreCard, newest: Newest) -> Basis:
    return Basis(card.book_version.digest, setup_of(card), newest)
