"""The league as host of its tables' cards: what stands above a card, and what each browser may do on it."""

from __future__ import annotations

from functools import partial
from typing import Any
from uuid import UUID

from django.db.models import Exists, OuterRef
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone

from league.contexts.navigation import address_of
from league.contexts.results import totals_alone_text
from league.contexts.tables import (
    BarContext,
    call_context,
    device_sentences,
    message_of,
    table_clock,
)
from league.domain.log import Refused
from league.domain.penalties import follow_card
from league.domain.results import TableReading
from league.domain.tables import hold_table, note_entry, open_call_of, tablets_of
from league.forms.tables import CallForm
from league.models import Event, EventRound, RoundTable, TableTablet
from league.permissions import NOBODY, Acting, Action, acting_in
from scoring.models import ScoreCard
from scoring.score_card.access import device_hash
from scoring.score_card.hosts import Hosting
from scoring.score_card.pages.card import names_of
from scoring.score_card.recording import NotRecorded
from scoring.score_card.sheet import EntryData

TEMPLATE, HEAD = "league/tables/_bar.html", "league/tables/_head.html"


def host(request: HttpRequest, card: ScoreCard, *, for_write: bool) -> Hosting:
    """What this browser may do on a card (one query at a table's tablet, an account's three beside it).

    A tablet that is paired with the table is the table's, whoever is signed in on it. For a write the table is held
    first (one query more), so that its round is not closed between this answer and the entry.
    """
    if for_write:
        hold_table(card.pk)
    table = table_of_card(request, card.pk)
    if table is None:
        return Hosting(TEMPLATE, HEAD, why="This card belongs to no table any more.")
    official = official_at(request, table)
    return Hosting(
        TEMPLATE,
        HEAD,
        lambda: {"bar": bar_at(request, card, table, official)},
        is_director=official.may(Action.CORRECT_CARDS),
        may_judge=official.may(Action.PENALISE) and table.event_round.event.state != Event.State.CLOSED,
        writes_as=written_as(official) if official.kind else "",
        why=why_nothing_is_entered(table, official),
        next_page=next_page(table, official),
        remark=remark_on(card, table),
        told=partial(_take_note, table),
    )


def _take_note(table: RoundTable, entry: EntryData) -> None:
    """What the evening makes of an official's entry; what it cannot follow is not recorded."""
    note_entry(table=table)
    try:
        follow_card(table=table, entry=entry)
    except Refused as refusal:
        raise NotRecorded(str(refusal)) from refusal


def table_of_card(request: HttpRequest, card_id: UUID) -> Any:
    """The table of a card with its round, event and club, and as `is_paired` whether this browser is its tablet."""
    paired = TableTablet.objects.filter(
        event=OuterRef("event_round__event"),
        table_number=OuterRef("number"),
        device__token_hash=device_hash(request) or "",
        is_cut_off=False,
    )
    tables = RoundTable.objects.select_related("event_round__event__club").annotate(is_paired=Exists(paired))
    return tables.filter(card=card_id).first()


def official_at(request: HttpRequest, table: Any) -> Acting:
    """Who runs the evening from this browser; nobody at a table's own tablet, and nobody without such a role."""
    if table.is_paired:
        return NOBODY
    acting = acting_in(request, table.event_round.event.club)
    return acting if acting.may(Action.SEE_BOARD) else NOBODY


def written_as(acting: Acting) -> str:
    """`Carol Reyes, director`, as histories call an official's browser."""
    return f"{acting.name[:48]}, {acting.kind.label.lower()}" if acting.kind else acting.name


def why_nothing_is_entered(table: Any, official: Acting) -> str:
    """Why no hands are entered in this browser; empty where they are."""
    event_round, event = table.event_round, table.event_round.event
    if event.state == Event.State.CLOSED:
        return "This evening is closed: its cards stay as they are."
    if official.may(Action.CORRECT_CARDS):
        return ""
    if official.kind:
        return "Referees enter lateness and penalties here. Hands are changed by a director."
    if not table.is_paired:
        return f"This device does not keep table {table.number}. Pair it with the table’s pass, or sign in as director."
    if event_round.state == EventRound.State.CLOSED:
        return (
            f"{event_round} is closed: nothing more is entered at the tables. If something is wrong, call the director."
        )
    if table.is_paper:
        return "This table’s card is kept on paper now: the director types it in."
    return ""


def remark_on(card: ScoreCard, table: RoundTable) -> str:
    """What is to know of a card whose hands do not count."""
    return totals_alone_text(TableReading(table, {}, None), names_of(card)) if table.totals else ""


def next_page(table: Any, official: Acting) -> str:
    """Where this browser goes when the card is done."""
    event = table.event_round.event
    if official.kind:
        return address_of("board", event.club.slug, event.pk)
    return reverse("league:table", args=[event.pk])


# -- the bar above the card --------------------------------------------------------------


def bar_of(request: HttpRequest, card: ScoreCard) -> BarContext | None:
    """The bar of a card for the browser that asks; None for a card of no table."""
    table = table_of_card(request, card.pk)
    return bar_at(request, card, table, official_at(request, table)) if table else None


def bar_at(request: HttpRequest, card: ScoreCard, table: Any, official: Acting) -> BarContext:
    """The bar at a table (four queries at most)."""
    event_round, event, now = table.event_round, table.event_round.event, timezone.now()
    tablets = tablets_of(event, table.number)
    known = device_hash(request)
    mine = next((tablet for tablet in tablets if tablet.device.token_hash == known), None)
    call = open_call_of(table)
    is_at_table = mine is not None and event.state != Event.State.CLOSED
    why = why_nothing_is_entered(table, official)
    poll = reverse("league:evening_bar", args=[event.pk, table.card_id])
    return BarContext(
        event=event.name,
        clock=table_clock(event, event_round, now),
        message=message_of(event),
        devices=device_sentences(tablets, mine),
        call=call_context(call) if call else None,
        poll=f"{poll}?v={event.version}{'&shut' if why else ''}",
        back=next_page(table, official) if official.kind else "",
        call_address=reverse("league:call_director", args=[event.pk]) if is_at_table else "",
        take_back_address=reverse("league:take_back_call", args=[event.pk]) if is_at_table else "",
        role=f"You write on this card as {written_as(official)}." if official.kind else "",
        why=why,
        remark=remark_on(card, table),
        leads_to=_leads_to(table, mine, official),
        form=CallForm() if is_at_table else None,
    )


def _leads_to(table: Any, mine: TableTablet | None, official: Acting) -> str:
    """Its own place, for a tablet whose table plays another card by now, and for one that was cut off."""
    if official.kind:
        return ""
    event = table.event_round.event
    if mine is None:
        return reverse("league:table", args=[event.pk])
    is_behind = (
        table.event_round.state == EventRound.State.CLOSED
        and event.rounds.filter(state=EventRound.State.RUNNING).exists()
    )
    return reverse("league:table", args=[event.pk]) if is_behind else ""
