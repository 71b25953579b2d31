"""“Another game, same players”: a new card that goes on where the last one ended."""

from __future__ import annotations

import re
from typing import Any, Final

from django.utils import timezone

from pinochle_club.write_queue import queued_write
from scoring.models import DeviceCard, Entry, ScoreCard
from scoring.rules.cards import Seat

from .access import keep_card
from .recording import read_sheet, record
from .sheet import Sheet

COUNTED_ROUND: Final = re.compile(r"[0-9]{1,3}")


def next_game_begun(keeper: DeviceCard, client_id: str) -> DeviceCard | None:
    """The next card where this tap, or another tablet of the table, has begun it already.

    It is known by the id of the submission, which its first entry carries, or as a next game
    on which nothing is entered yet. Locks the last card, so that one of two taps waits.
    """
    last = ScoreCard.objects.select_for_update(of=("self",)).get(pk=keeper.card_id)
    entry = (
        Entry.objects.filter(card__previous=last, kind="details", client_id=client_id).select_related("card").first()
    )
    card = entry.card if entry else ScoreCard.objects.filter(previous=last, is_empty=True).first()
    return _kept_by(keeper, card) if card else None


def begin_next_game(keeper: DeviceCard, *, client_id: str, address: str) -> DeviceCard:
    """A new card under the same rules with the same names, kept by the same tablets."""
    last = keeper.card
    details = _details(last, read_sheet(last))
    with queued_write():
        card = ScoreCard.objects.create(
            book_version=last.book_version,
            first_dealer=details["first_dealer"],
            hands_agreed=last.hands_agreed,
            previous=last,
            created_from=address,
        )
        _hand_over(last, card)
        mine = _kept_by(keeper, card)
        # As an entry the names are there to stay: nobody is asked again who plays.
        record(writer=mine, kind="details", payload=details, client_id=client_id, seen=0)
    return mine


def _details(last: ScoreCard, sheet: Sheet) -> dict[str, Any]:
    """What stands on top of the new card."""
    details = {
        "player_names": last.player_names,
        "side_names": last.side_names,
        "first_dealer": _next_dealer(sheet),
        "played_on": timezone.localdate().isoformat(),
        "table_name": last.table_name,
        "round_name": _next_round(last.round_name),
    }
    return {**details, "hands_agreed": last.hands_agreed} if last.hands_agreed else details


def _next_dealer(sheet: Sheet) -> Seat:
    """Whoever would deal next here; a hand broken off is dealt by the same player."""
    return sheet.open_line.dealer if sheet.open_line else sheet.next_dealer


def _next_round(name: str) -> str:
    """One up where rounds are counted; a longer number, such as a date, is a name."""
    return str(int(name) + 1) if COUNTED_ROUND.fullmatch(name) else name


def _hand_over(last: ScoreCard, card: ScoreCard) -> None:
    """The tablets of the table keep the new card too, under the numbers they have."""
    DeviceCard.objects.bulk_create(
        DeviceCard(device_id=keeper.device_id, card=card, number=keeper.number)
        for keeper in last.kept_by.filter(is_cut_off=False)
    )


def _kept_by(keeper: DeviceCard, card: ScoreCard) -> DeviceCard:
    """The same tablet at the next card; one that was cut off there stays so."""
    return card.kept_by.filter(device_id=keeper.device_id).first() or keep_card(keeper.device, card)
