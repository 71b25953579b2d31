"""Sheets cached in memory, so that a card is folded again only after a new entry. Its newest entry stands for all
before it, known by number, submission id and instant: numbers alone come again after a restored backup. No process has
to be told of anything."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
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


_kept: Final[Kept[UUID, Sheet]] = Kept(MOST_ENTRIES, weight=lambda sheet: len(sheet.entries))


def sheet_of(keeper: DeviceCard) -> Sheet:
    """The card as `access.get_keeper` read it, or as it is now (one query, none if cached). The sheet may be newer than
    the card's row."""
    newest: Any = tuple(getattr(keeper, f"newest_{name}", None) for name in ("number", "id", "at"))
    sheet = _kept.find(keeper.card_id, _basis(keeper.card, newest))
    if sheet is None:
        sheet = read_sheet(keeper.card)
        keep_sheet(keeper.card, sheet)
    return sheet


def keep_sheet(card: ScoreCard, sheet: Sheet) -> None:
    if sheet.entries:
        last = sheet.entries[-1]
        assert last.at is not None, "what was recorded has its instant"
        _kept.keep(card.pk, _basis(card, (last.number, last.client_id, last.at)), sheet)


def read_sheets(cards: Iterable[ScoreCard]) -> dict[UUID, Sheet]:
    """The sheets of many cards by id (one query, and a second for cards with new entries), whose book versions were
    read."""
    by_id = {card.pk: card for card in cards}
    sheets = dict(_found(by_id)) if by_id else {}
    return sheets | dict(_read([card for pk, card in by_id.items() if pk not in sheets]))


def _found(cards: Mapping[UUID, ScoreCard]) -> Iterator[tuple[UUID, Sheet]]:
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
    """Empty the cache, as in a process that has just started."""
    _kept.clear()


def _basis(card: ScoreCard, newest: Newest) -> tuple[str, Setup, Newest]:
    return card.book_version.digest, setup_of(card), newest
