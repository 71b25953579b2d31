"""The only writer of score cards: every entry goes through `record`. Every write is safe to repeat: the same id from
the client again answers the same and changes nothing. A form that missed another tablet's entry is refused with what
changed. Figures are checked by forms, not here."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any, Final, Protocol
from uuid import UUID

from django.conf import settings
from django.utils import timezone

from pinochle_club.ground.prepared import Prepared, save_row
from pinochle_club.ground.write_queue import queued_write
from scoring.models import Entry, ScoreCard
from scoring.rules.cards import ALL_SEATS, FOUR_SEATS, LETTERED_SEATS

from .entries import Appealed, BidMade, Decided, ReopeningAsked, RulingGiven, Said, Signed, Undone, parse
from .next_boards import wrong_board
from .redeals import NO_OTHER_CARDS
from .rulings import OVERTURNED
from .sheet import (
    BESIDE,
    HAND_KINDS,
    MOST_LINES,
    RULING_KINDS,
    SIGNING_KINDS,
    STEPS,
    EntryData,
    Setup,
    Sheet,
    build_sheet,
)

MOST_ENTRIES: Final = 2_000
# Details that the card's row does not store.
ON_THE_ENTRY_ALONE: Final = frozenset({"drawn", "partner_deals", "chairs", "were"})
SEATS: Final = frozenset(ALL_SEATS)
# A full card can still be signed, but not opened and signed again forever.
SIGNINGS_BEYOND: Final = 100
# Bytes that are kept for the tables of an evening, which goes on as long as one of them was heard lately.
LEAST_FREE: Final = 10**9
EVENING_LASTS: Final = timedelta(hours=3)
NO_ROOM: Final = "This computer is nearly full. What is left is for tonight’s tables: keep this score on paper for now."


class Writer(Protocol):
    """The writer of an entry: a tablet's place at the card, or an official."""

    @property
    def card_id(self) -> UUID: ...
    @property
    def device_id(self) -> int | None: ...
    @property
    def label(self) -> str: ...


class NotRecorded(Exception):
    """A refused entry; the message is for the person who made it."""


class Barred(NotRecorded):
    """The club lets nobody write here now; the message is its own."""


class Stale(NotRecorded):
    """Another tablet made an entry that this form did not know of."""

    def __init__(self, sheet: Sheet, changes: tuple[EntryData, ...]) -> None:
        self.sheet = sheet
        self.changes = changes
        super().__init__("Another tablet changed this hand first. Nothing of yours was saved.")


class CardClosed(NotRecorded):
    """Every side has signed the card."""


@dataclass(frozen=True, slots=True)
class Recorded:
    """A recorded entry: the card, its sheet with the entry, and whether it was a repeat."""

    card: ScoreCard
    sheet: Sheet
    entry: EntryData
    is_repeat: bool


def setup_of(card: ScoreCard) -> Setup:
    """The sheet's part of the card's row."""
    return Setup(card.first_dealer, card.hands_agreed, card.length, tuple(card.boards))


def read_sheet(card: ScoreCard) -> Sheet:
    """The card as it is now (one query, none where its entries are prefetched)."""
    is_read = "entries" in getattr(card, "_prefetched_objects_cache", ())
    rows = card.entries.all() if is_read else _entries_of(card=card.pk)
    return build_sheet(card.book_version.book, setup_of(card), [entry_data(row) for row in rows])


_entries_of: Final = Prepared(lambda card: Entry.objects.filter(card=card))


def entry_data(entry: Entry) -> EntryData:
    """An entry's row as the sheet reads it."""
    return EntryData(
        number=entry.number,
        kind=entry.kind,
        hand=entry.hand,
        payload=_in_order(entry.payload),
        client_id=entry.client_id,
        device=entry.device_label,
        reason=entry.reason,
        by_director=entry.by_director,
        at=entry.created_at,
    )


def _in_order(payload: Mapping[str, Any]) -> dict[str, Any]:
    """The payload with sides and seats in the card's order, which PostgreSQL does not keep."""
    named = {*"".join(payload)}
    if named <= SEATS:  # by sides or seats, which are called by their letters
        order = FOUR_SEATS if named <= {*FOUR_SEATS} else LETTERED_SEATS
        payload = dict(sorted(payload.items(), key=lambda item: order.index(item[0][0])))
    return {name: _in_order(value) if isinstance(value, dict) else value for name, value in payload.items()}


def record(
    *,
    writer: Writer,
    kind: str,
    hand: int | None = None,
    payload: Mapping[str, Any],
    client_id: str,
    seen: int,
    reason: str = "",
    known: Sheet | None = None,
    by_play: bool = False,
    by_director: bool = False,
    barred: str = "",
) -> Recorded:
    """Append one entry to the writer's card.

    `seen` is the version of the card the form was made from. `known` is the card as just read; if it still stands, it
    is not read again. `by_play`: the entry comes from a game in the browser, whose card takes no others. `by_director`:
    a director's entry on an evening's card, taken on a signed card too; signatures stand, except under a ruling that
    changes the score. `barred` says why nothing can be entered now; repeats are answered all the same. Raises `Stale`
    when the form missed something that matters here, `CardClosed` on a signed card, `NotRecorded` otherwise.
    """
    with queued_write():
        (card,) = _to_write_on(card_id=writer.card_id)
        if card.kept_by_play and not by_play:
            raise NotRecorded("The game keeps this card by itself. Keep playing at the table.")
        # Entries are only ever appended, and every one counts the version up.
        still_stands = known is not None and (known.version, known.setup) == (card.version, setup_of(card))
        sheet = known if known is not None and still_stands else read_sheet(card)
        repeat = next((entry for entry in sheet.entries if entry.client_id == client_id), None)
        if repeat is not None:
            if (repeat.kind, repeat.hand, repeat.payload) != (kind, hand, dict(payload)):
                raise Stale(sheet, (repeat,))
            return Recorded(card, sheet, repeat, is_repeat=True)
        if barred:
            raise Barred(barred)
        if not card.host and not by_play and room_is_for_evenings():
            raise NotRecorded(NO_ROOM)
        _guard(sheet, kind, hand, parse(kind, payload), seen, by_director=by_director)
        row = _append(card, writer, kind, hand, payload, client_id, reason, by_director=by_director)
    entry = entry_data(row)
    after = build_sheet(sheet.book, setup_of(card), (*sheet.entries, entry), before=sheet)
    return Recorded(card, after, entry, is_repeat=False)


def room_is_for_evenings() -> bool:
    """Whether the remaining disk space is reserved for the tables of a running evening."""
    if shutil.disk_usage(settings.STATE_DIR).free >= LEAST_FREE:
        return False
    since = timezone.now() - EVENING_LASTS
    return ScoreCard.objects.exclude(host="").filter(changed_at__gte=since).exists()


# The card's row, locked against other writers for the transaction.
_to_write_on: Final = Prepared(
    lambda card_id: (
        ScoreCard.objects.select_for_update(of=("self",)).select_related("book_version").filter(pk=card_id).order_by()
    )
)


def _guard(sheet: Sheet, kind: str, hand: int | None, said: Said, seen: int, *, by_director: bool) -> None:
    """Refuse entries that the card does not take as it stands."""
    changes = sheet.changes_since(seen)
    if seen > sheet.version:  # the database was put back to an earlier day, under a page that stayed open
        raise Stale(sheet, changes)
    if any(_matters(change, kind, hand) for change in changes):
        raise Stale(sheet, changes)
    if isinstance(said, Signed | ReopeningAsked):
        _guard_signing(sheet, said, changes)
    if isinstance(said, Undone) and not _may_be_undone(sheet, said.undoes, by_director=by_director):
        raise Stale(sheet, changes)
    if sheet.is_closed and kind not in SIGNING_KINDS and not by_director:
        raise CardClosed("Every side has signed this card. Reopen it to change something.")
    if len(sheet.entries) >= MOST_ENTRIES + (SIGNINGS_BEYOND if kind in SIGNING_KINDS else 0):
        raise NotRecorded("This card is full. Start another one for the next game.")
    if kind in STEPS:
        _guard_step(sheet, kind, hand, said, changes)
    elif kind in RULING_KINDS:
        _guard_ruling(sheet, said, hand)
    elif hand is not None:
        _guard_hand(sheet, kind, hand, by_director=by_director)


def _may_be_undone(sheet: Sheet, number: int, *, by_director: bool) -> bool:
    """Whether an entry is the newest that can be taken out; officials also take out the newest step on a ruling."""
    if by_director and any(ruling.steps and ruling.steps[-1].number == number for ruling in sheet.rulings):
        return True
    return sheet.undoable is not None and sheet.undoable.number == number


def _guard_hand(sheet: Sheet, kind: str, hand: int, *, by_director: bool) -> None:
    """Refuse a remark on a hand that has not begun, and a table's new deal past a ruling that changed the hand."""
    if kind in ("remark", "checked") and not 1 <= hand <= len(sheet.lines):
        raise NotRecorded("That hand has not begun: enter its bid first.")
    line = sheet.line(hand)
    if kind == "redeal" and sheet.setup.boards:
        raise NotRecorded(NO_OTHER_CARDS)
    if kind == "redeal" and not by_director and line is not None and line.figures != line.own:
        raise NotRecorded("The director ruled on this hand. Call the director to have it dealt again.")


def _guard_signing(sheet: Sheet, said: Signed | ReopeningAsked, changes: tuple[EntryData, ...]) -> None:
    if isinstance(said, ReopeningAsked):
        if not sheet.is_closed:
            raise NotRecorded("This card is already open again.")
        if said.side in sheet.reopening:
            raise NotRecorded("This side already agreed on another tablet.")
    elif said.version != sheet.content_version:
        raise Stale(sheet, changes)
    elif not sheet.done_lines or not sheet.is_whole:
        raise NotRecorded("Finish this hand first, then sign.")
    elif said.side in sheet.signed:
        raise NotRecorded("This side already signed on another tablet.")


def _guard_ruling(sheet: Sheet, said: Said, hand: int | None) -> None:
    """Refuse a ruling on a hand that isn't there, one that changes the score before the bid, and steps on a missing
    ruling."""
    line = sheet.line(hand) if hand is not None else None
    if line is None:
        raise NotRecorded("That hand isn’t on the card.")
    if isinstance(said, Appealed | Decided):
        ruling = sheet.ruling(said.ruling)
        if ruling is None or ruling.hand != hand:
            raise NotRecorded("That ruling isn’t on the card.")
        if isinstance(said, Appealed) and ruling.appeal is not None:
            raise NotRecorded("This ruling is already appealed.")
    if isinstance(said, RulingGiven | Decided) and said.effect.changes_line and not line.figures.has_bid:
        raise NotRecorded(f"Enter the bid of hand {hand} first.")


def _matters(change: EntryData, kind: str, hand: int | None) -> bool:
    """Whether a form for an entry of this kind had to know of the change. A remark depends on nothing, an appeal on
    rulings alone; a ruling that leaves the score alone matters to other rulings."""
    is_ruling = change.kind in RULING_KINDS
    if kind == "remark" or (is_ruling and kind not in RULING_KINDS and not _changes_score(change)):
        return False
    if kind == "appeal":
        return change.hand == hand and is_ruling
    if kind in HAND_KINDS or kind in RULING_KINDS or kind == "checked":
        return change.hand == hand and (is_ruling or change.kind in HAND_KINDS or change.kind == "undo")
    return change.kind not in BESIDE


def _changes_score(ruling: EntryData) -> bool:
    match ruling.said:
        case RulingGiven(effect=effect):
            return bool(effect)
        case Decided(effect=effect, outcome=outcome):
            return bool(effect) or outcome == OVERTURNED
    return False


def _guard_step(sheet: Sheet, kind: str, hand: int | None, said: Said, changes: tuple[EntryData, ...]) -> None:
    line = sheet.open_line
    if line is None or line.number != hand:
        if changes:
            raise Stale(sheet, changes)
        if hand is not None and hand > MOST_LINES:
            raise NotRecorded(f"A card has {MOST_LINES} hands. Start another one for the next.")
        raise NotRecorded("That hand isn’t the open one. Correct it from the card.")
    needed = STEPS[: STEPS.index(kind)]
    missing = [step for step in needed if step not in line.entered]
    if missing:
        raise NotRecorded(f"Enter the {missing[0]} first.")
    board = said.named.get("board") if isinstance(said, BidMade) else None
    if board and (fault := wrong_board(sheet, line, board)):
        raise NotRecorded(fault)


def _append(
    card: ScoreCard,
    writer: Writer,
    kind: str,
    hand: int | None,
    payload: Mapping[str, Any],
    client_id: str,
    reason: str,
    *,
    by_director: bool,
) -> Entry:
    card.version += 1
    changed = ["version", "changed_at"]
    if kind == "details":  # kept on the card's row too, where listings find them
        given = {name: value for name, value in payload.items() if name not in ON_THE_ENTRY_ALONE}
        for name, value in given.items():
            setattr(card, name, date.fromisoformat(value) if name == "played_on" else value)
        changed += given
    if kind in HAND_KINDS and card.is_empty:
        card.is_empty = False
        changed.append("is_empty")
    save_row(card, *changed)
    entry = Entry(
        card=card,
        number=card.version,
        kind=kind,
        hand=hand,
        payload=dict(payload),
        reason=reason,
        client_id=client_id,
        device_id=writer.device_id,
        device_label=writer.label[:60],
        by_director=by_director,
    )
    save_row(entry)
    return entry
