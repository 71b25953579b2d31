"""The league as host of its tables' cards: the top of a card's page, and each browser's rights on it."""

from __future__ import annotations

from functools import cache, partial

from django.http import HttpRequest

from league.acting.log import Refused
from league.acting.permissions import Action
from league.evening.tables import bar
from league.evening.tables.deeds.tables import hold_table, note_entry, written_as
from league.evening.tables.pages.tables import device_sentences
from league.evening.tables.places import table_address
from league.models import Event, RoundTable
from scoring.models import ScoreCard
from scoring.score_card.hosts import Hosting
from scoring.score_card.recording import NotRecorded
from scoring.score_card.sheet import EntryData

from .deeds.replacing import follow_card, known, substitutes_for

TEMPLATE, HEAD = "league/evening/tables/_bar.html", "league/evening/tables/_head.html"


def host(request: HttpRequest, card: ScoreCard, *, for_write: bool) -> Hosting:
    """The rights of this browser on a card (one query at a table's tablet, three more for an account). A tablet paired
    with the table acts for the table, no matter who is signed in on it. A write locks the table first (one query more),
    so that its round is not closed between this answer and the entry."""
    if for_write:
        hold_table(card.pk)
    table = bar.table_of_card(request, card.pk)
    if table is None:
        return Hosting(TEMPLATE, HEAD, why="This card no longer belongs to a table.")
    event = table.event_round.event
    is_open = event.state != Event.State.CLOSED and not event.lent
    official, at_table = bar.official_at(request, table), cache(partial(bar.tablets_at, request, table))
    words = card.book_version.book.words
    return Hosting(
        TEMPLATE,
        HEAD,
        lambda: {"bar": bar.bar_at(request, card, table, official, at_table())},
        is_director=official.may(Action.CORRECT_CARDS),
        may_judge=official.may(Action.PENALISE) and is_open,
        writes_as=written_as(official) if official.kind else "",
        why=bar.why_nothing_is_entered(table, official, words),
        next_page=bar.next_page(table, official),
        rules_at=table_address("rule", table) if official.may(Action.RULE) and is_open else "",
        opens_at=table_address("open_card", table) if official.kind else "",
        remark=bar.remark_on(card, table),
        other_keepers=lambda: device_sentences(*at_table(), event.club),
        substitutes=lambda: map(known, substitutes_for(*table.seats.all())),
        partner_deals=partial(bar.partner_deals, table),
        on_entry=partial(_take_note, table, is_official=bool(official.kind)),
        words=words,
    )


def _take_note(table: RoundTable, entry: EntryData, *, is_official: bool) -> None:
    """Follow a signature or an official's entry in the evening; an entry that cannot be followed is not recorded."""
    if is_official or entry.kind == "sign":
        note_entry(table=table)
    if not is_official:
        return
    try:
        follow_card(table=table, entry=entry)
    except Refused as refusal:
        raise NotRecorded(str(refusal)) from refusal
