"""Tables of the hall tonight: out of use, or with another number."""

from __future__ import annotations

import uuid
from typing import Final

from django.db.models import QuerySet

from league.acting.deed import Doing, deed
from league.acting.log import Refused
from league.acting.permissions import Acting
from league.evening.seating.deeds.substitutes import say_on_card
from league.evening.seating.schedules.numbers import in_use
from league.evening.seating.seatings import publish_version
from league.evening.tables.passes import MOST_TABLES
from league.models import Event, EventRound, RoundTable
from league.models.rounds import STARTED
from scoring.rules.notation import listed

RUNNING: Final = EventRound.State.RUNNING


def renumber_table(*, event: Event, table: int, number: int, acting: Acting, client_id: str) -> int:
    """Let a table have another number from the round being played on, with its card, tablets and seats to come. Its
    printed table card leads to it. Returns the number it has now."""
    with deed(event, acting, client_id) as doing:
        event = doing.event
        if doing.was_done or table == number:
            return number
        place = _place(event, table)
        if event.hall_tables.get(number) == 0 and place != number:
            raise Refused(f"Table {number} is out of use tonight.", "number")
        later = _tables(event).exclude(event_round__state=EventRound.State.CLOSED)
        there = _tables(event) if event.hall_tables.get(number) != table else later
        if there.filter(number=number).exists():
            raise Refused(f"There is a table {number} tonight already. Choose a number that no table has.", "number")
        _set(event, place, number)
        _move(doing, table, number, later, with_tablets=True)
        doing.tell("changed the number of a table", f"Table {table}", after=_told(event, number))
    return number


def put_out_of_use(*, event: Event, table: int, acting: Acting, client_id: str) -> int:
    """Seat nobody at a table from the next round on. Returns the number of the table in its place, 0 where no round has
    it."""
    with deed(event, acting, client_id) as doing:
        event = doing.event
        if doing.was_done:
            return event.hall_tables.get(table, 0)
        place = _place(event, table)
        if staying := event.entrants.filter(at_table=table, is_house_player=False).order_by("number"):
            names = listed([one.called for one in staying])
            raise Refused(f"{names} {'stay' if len(staying) > 1 else 'stays'} at table {table}. Change that first.")
        used = set(_tables(event).values_list("number", flat=True))
        instead = 0
        if table in used:
            instead = next(one for one in in_use(event.hall_tables) if one not in used)
        _set(event, place, instead)
        is_played_at = _tables(event).filter(number=table, event_round__state=RUNNING).exists()
        ahead = _tables(event).exclude(event_round__state__in=STARTED)
        _move(doing, table, instead, ahead, with_tablets=instead > 0 and not is_played_at)
        doing.tell("put a table out of use", f"Table {table}", after=_told(event, instead))
    return instead


def take_back_table(*, event: Event, table: int, acting: Acting, client_id: str) -> None:
    """Use a table of the hall again as before, from the next round on."""
    with deed(event, acting, client_id) as doing:
        event = doing.event
        if doing.was_done or table not in event.hall_tables:
            return
        was = event.hall_tables[table]
        _set(event, table, table)
        if was:
            is_played_at = _tables(event).filter(number=was, event_round__state=RUNNING).exists()
            ahead = _tables(event).exclude(event_round__state__in=STARTED)
            _move(doing, was, table, ahead, with_tablets=not is_played_at)
        doing.tell("put a table back to use", f"Table {table}", before=f"Table {was}" if was else "")


def table_now(event: Event, number: int) -> int:
    """The table to which a printed table card leads. Raises `Refused` where it is out of use."""
    now = event.hall_tables.get(number, number)
    if now == number or _tables(event).filter(number=number, event_round__state=RUNNING).exists():
        return number
    if not now:
        raise Refused(f"Table {number} is out of use tonight. Ask the director which table is yours.")
    return now


def _tables(event: Event) -> QuerySet[RoundTable]:
    return RoundTable.objects.filter(event_round__event=event)


def _place(event: Event, number: int) -> int:
    """The place in the order of the table that has this number tonight."""
    changed = event.hall_tables
    place = next((place for place, now in changed.items() if now == number), number)
    if place == number and number in changed:
        now = changed[number]
        is_now = f"Table {now} is in its place." if now else "Take that back first."
        raise Refused(f"Table {number} is out of use tonight. {is_now}", "table")
    if number > MOST_TABLES:
        raise Refused("There aren’t that many tables.", "table")
    return place


def _set(event: Event, place: int, number: int) -> None:
    changed = {**event.hall_tables, place: number}
    if place == number:
        del changed[place]
    event.tables = {str(one): there for one, there in sorted(changed.items())}
    event.save(update_fields=["tables"])


def _move(doing: Doing, was: int, now: int, tables: QuerySet[RoundTable], *, with_tablets: bool) -> None:
    """Give these rounds' tables the new number, and those who stay there; a new version if people could read them."""
    event = doing.event
    rows = list(tables.filter(number=was).select_related("card", "event_round"))
    for row in rows:
        row.number = now
        row.save(update_fields=["number"])
        if row.card is not None:
            own_id = str(uuid.uuid5(uuid.NAMESPACE_OID, f"{doing.client_id}/{row.pk}"))
            say_on_card(row.card, doing.acting, own_id, table_name=str(now))
    event.entrants.filter(at_table=was).update(at_table=now)
    if with_tablets:
        event.tablets.filter(table_number=was).update(table_number=now)
    if any(row.event_round.state != EventRound.State.DRAFT for row in rows):
        publish_version(event, doing.acting)


def _told(event: Event, number: int) -> str:
    version = f". Version {event.seating_version}" if event.seating_version else ""
    return f"Table {number}{version}" if number else ""
