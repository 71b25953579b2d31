"""A night of duplicate for tests: tables with sets, seated by hand; boards taken down."""

import re
from collections.abc import Mapping
from html import unescape
from typing import Any

from django.test import Client
from django.utils import timezone

from league.evening.boards.deeds.recording import take_hand_down
from league.evening.boards.records import records_due
from league.management.evenings import play_table
from league.models import Event, EventBoard, EventRound, RoundTable, TableTablet
from scoring.boards.boards import dealt_board
from scoring.models import Device
from scoring.rules.cards import Card, Seat
from scoring.score_card.access import DEVICE_COOKIE, hash_of, new_secret
from tests.league.makers import acting_as, make_entrants, make_event, make_round, sheet_at, start_now

Hands = Mapping[Seat, tuple[Card, ...]]


def duplicate(book: str = "st-hilary", **overrides: Any) -> Event:
    """A night whose boards are not made yet."""
    return make_event(book=book, **{"compared": "matchpoints", "hands": 4, "rounds_planned": 3, **overrides})


def seat_sets(event: Event, *, tables: int = 2, number: int = 1, state: str = "published") -> EventRound:
    """A round in which table t has set t, seated."""
    people = list(event.entrants.all()) or make_entrants(event, 4 * tables)
    event_round = make_round(event, people, number=number, state=state)
    for table in event_round.tables.all():
        RoundTable.objects.filter(pk=table.pk).update(board_set=table.number)
    return event_round


def played(*, tables: int = 1, hands: int = 1, **overrides: Any) -> RoundTable:
    """Table 1 after its first hands, in a round in which table t has set t."""
    event = duplicate(boards_by="recorded", **overrides)
    start_now(seat_sets(event, tables=tables))
    table = table_of(event)
    play_table(table, seed=1, hands=hands, is_signed=False)
    return table


def table_of(event: Event, number: int = 1, round_number: int = 1) -> RoundTable:
    tables = RoundTable.objects.select_related("card__book_version", "event_round__event__club")
    return tables.get(event_round__event=event, event_round__number=round_number, number=number)


def dealt(table: RoundTable, number: int = 1) -> Hands:
    return dealt_board(table.event_round.event.rules.book_version.book, "at the table", number).hands


def take(table: RoundTable, seat: Seat, hand: tuple[Card, ...], number: int = 1, client_id: str = "") -> EventBoard:
    id_ = client_id or f"{seat}-{number}"
    return take_hand_down(table=table, number=number, seat=seat, hand=hand, acting=acting_as(), client_id=id_)


def due(table: RoundTable) -> list[int]:
    return [record.number for record in records_due(table, sheet_at(table))]


def tablet_at(table: RoundTable) -> Client:
    secret, client = new_secret(), Client()
    device = Device.objects.create(token_hash=hash_of(secret), label="iPad")
    event = table.event_round.event
    TableTablet.objects.create(event=event, table_number=table.number, device=device, paired_at=timezone.now())
    client.cookies[DEVICE_COOKIE] = secret
    return client


def at(table: RoundTable, place: str = "") -> str:
    return f"/tables/{table.event_round.event_id}/record/{place}"


def words(client: Client, address: str) -> str:
    page = re.sub(r"<(script|style).*?</\1>", "", client.get(address).text, flags=re.S)
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", page)).split())


def typed(hand: tuple[Card, ...], client_id: str = "one") -> dict[str, object]:
    return {"client_id": client_id, **{f"card-{card}": str(hand.count(card)) for card in set(hand)}}
