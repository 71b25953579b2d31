"""Rounds played by bots and entered on their cards as a table enters them, for the demo and for measuring."""

from __future__ import annotations

import random
from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Final

from league.models import DealtBoards, RoundTable
from pinochle_club.ground.write_queue import queued_write
from scoring.boards.boards import dealt_board
from scoring.models import Device, DeviceCard, Entry
from scoring.play.bots import make_bot
from scoring.play.card_entries import entries_of
from scoring.play.state import DealState, begin
from scoring.play.table import play_out
from scoring.rules.book import RuleBook
from scoring.rules.cards import Seat
from scoring.rules.dealing import Dealt, deal
from scoring.score_card import access
from scoring.score_card.recording import read_sheet, record
from scoring.score_card.sheet import Line, Sheet

# A game to a target that bots do not bring to an end; a table would have gone home.
MOST_HANDS: Final = 40
# A table writes down what its sides did; with what each player did no correction would fit.
BY_PLAYER: Final = ("player_meld", "player_tricks")


def play_table(
    table: RoundTable,
    *,
    seed: int,
    hands: int = MOST_HANDS,
    is_signed: bool = True,
    strengths: Mapping[Seat, str] = {},
) -> Sheet:
    """A table plays up to so many hands more, or to the end of its round, and then signs unless told not to.

    `seed` with the round and table makes the cards: the same arguments deal the same. A board has the same cards at all
    tables: the event's, or else those that follow from `seed`. `strengths` are of seats without a club player.
    """
    assert table.card is not None, "the round has not started"
    sheet = read_sheet(table.card)
    with queued_write():
        kept = access.keep_card(device_of(table), table.card)
    for _ in range(hands):
        line = sheet.open_line
        if line is None:
            break
        place = f"{seed}/{table.event_round.number}/{table.number}/{line.number}/{len(line.redeals)}"
        dealt = _board(table, sheet.book, line.board, seed) if line.board else None
        played = played_out(sheet.book, line.dealer, random.Random(place), strengths, dealt)
        with queued_write():  # begun after the hand was played: no save waits for the bots
            sheet = _enter(kept, sheet, played, line)
    if is_signed and (sheet.is_finished or sheet.setup.ends_by_clock):
        with queued_write():
            _sign(kept, sheet)
    return sheet


def _board(table: RoundTable, book: RuleBook, number: int, seed: int) -> Dealt:
    made = DealtBoards.objects.filter(event__rounds=table.event_round_id).first()
    board = dealt_board(book.for_players, (made and made.seed) or str(seed), number)
    return Dealt(board.hands, board.kitty)


def played_out(
    book: RuleBook,
    dealer: Seat,
    chance: random.Random,
    strengths: Mapping[Seat, str] = {},
    dealt: Dealt | None = None,
) -> DealState:
    """One deal played to its end by club players, or by bots of these `strengths`; of cards that are `dealt`."""
    state = begin(book, dealer, dealt or deal(book, chance, dealer))
    bots = {seat: make_bot(strengths.get(seat, "club"), seed=chance.randrange(2**32)) for seat in book.seats}
    return play_out(state, bots)


def device_of(table: RoundTable) -> Device:
    """The tablet that lies on the table all evening. Its secret is thrown away: no browser writes with it."""
    label = f"Demo {table.event_round.event_id}.{table.number}"
    device = Device.objects.filter(label=label).first()
    return device or Device.objects.create(label=label, token_hash=access.hash_of(access.new_secret()))


def _enter(kept: DeviceCard, sheet: Sheet, state: DealState, line: Line) -> Sheet:
    for kind, payload in entries_of(state, line):
        payload = {name: value for name, value in payload.items() if name not in BY_PLAYER}
        sheet = record(
            writer=kept,
            kind=kind,
            hand=line.number,
            payload=payload,
            client_id=f"demo-{sheet.version + 1}",
            seen=sheet.version,
            known=sheet,
        ).sheet
    return sheet


def _sign(kept: DeviceCard, sheet: Sheet) -> None:
    for side in sheet.book.sides:
        payload = {"side": side, "version": sheet.content_version, "by": ""}
        sheet = record(
            writer=kept,
            kind="sign",
            payload=payload,
            client_id=f"demo-{sheet.version + 1}",
            seen=sheet.version,
            known=sheet,
        ).sheet


def date_entries(table: RoundTable, started_at: datetime, lasts: timedelta, *, seed: int) -> None:
    """Spread the entries of a card over the round, as people would have made them."""
    entries = list(Entry.objects.filter(card=table.card))
    chance = random.Random(f"{seed}/{table.event_round.number}/{table.number}")
    pace = [chance.uniform(1, 4) for _ in entries]
    at = started_at
    for entry, took in zip(entries, pace, strict=True):
        at += lasts * (took / sum(pace))
        entry.created_at = at
    with queued_write():
        Entry.objects.bulk_update(entries, ["created_at"])
