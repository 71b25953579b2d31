"""The bar above a table's card: clock, call, tablet, and why entry is closed here."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeAlias
from uuid import UUID

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone

from league.acting.deed import IS_LENT
from league.acting.permissions import NOBODY, Acting, Action, acting_in
from league.evening.cards.board_sets import board_sets_in_words
from league.evening.cards.pages import totals_alone_text
from league.evening.cards.reading import TableReading
from league.evening.clock.polling import asks_with
from league.evening.tables.deeds.tables import open_call_of, tablets_of, written_as
from league.evening.tables.forms.tables import CallForm
from league.evening.tables.pages.tables import boards_address, call_context, message_of, table_clock
from league.evening.tables.places import desk_address, table_address, tonight_of
from league.models import Event, EventRound, RoundSeat, RoundTable, TableTablet
from pinochle_club.ground.happenings import Happening
from pinochle_club.ground.prepared import Prepared
from scoring.models import ScoreCard
from scoring.rules.book.vocabulary import Vocabulary
from scoring.rules.cards import Seat
from scoring.rules.notation import lowered
from scoring.score_card.access import device_hash
from scoring.score_card.kept_sheets import read_sheets
from scoring.score_card.pages.card import names_of
from scoring.score_card.pages.entries import hold_words

# The seats of members whose partners deal for them.
PARTNER_DEALS: Final = Q(entrant__member__partner_deals=True)
# A follower answers with a key's words and the name of its page, or nothing.
Asking = Callable[[ScoreCard, Any], tuple[str, str] | None]
tablet_looks: Final = Happening[Asking]("a table’s own tablet shows its card")
# All tablets that keep a table's card, and which of them asks.
TabletsHere: TypeAlias = tuple[list[TableTablet], TableTablet | None]


def table_of_card(request: HttpRequest, card_id: UUID) -> Any:
    """A card's table; `is_paired` to this browser, `has_partners_dealing` if a member there is marked so."""
    tables = _of_card(card_id=card_id, known=device_hash(request) or "")
    return tables[0] if tables else None


def _with_pairing(card_id: UUID, known: str) -> QuerySet[RoundTable]:
    paired = TableTablet.objects.filter(
        event=OuterRef("event_round__event"),
        table_number=OuterRef("number"),
        device__token_hash=known,
        is_cut_off=False,
    )
    tables = RoundTable.objects.select_related("event_round__event__club").annotate(
        is_paired=Exists(paired),
        has_partners_dealing=Exists(RoundSeat.objects.filter(PARTNER_DEALS, table=OuterRef("pk"))),
    )
    return tables.filter(card=card_id).order_by()


_of_card: Final = Prepared(_with_pairing)


def official_at(request: HttpRequest, table: Any) -> Acting:
    """The official in this browser; none at a table's own tablet."""
    if table.is_paired:
        return NOBODY
    acting = acting_in(request, table.event_round.event.club, table.event_round.event_id)
    return acting if acting.may(Action.SEE_DESK) else NOBODY


def why_nothing_is_entered(table: Any, official: Acting, words: Vocabulary) -> str:
    """Why no hands are entered in this browser; empty where they are. The book's words say whom a table calls."""
    event_round, event = table.event_round, table.event_round.event
    if event.lent:
        return IS_LENT
    if event.state == Event.State.CLOSED:
        return "This evening is closed. Its cards stay as they are."
    if official.may(Action.CORRECT_CARDS):
        return ""
    if official.kind:
        return "Referees enter late arrivals and penalties here. Only a director changes hands."
    if not table.is_paired:
        return f"This tablet isn’t connected to table {table.number}. Scan the table card, or sign in as director."
    if event_round.state == EventRound.State.CLOSED:
        return f"{event_round} is closed. {words.say('If something is wrong, call the director.')}"
    if table.totals:
        return "The director typed the totals of this card, and they count."
    if table.is_paper:
        return "This table is on paper now. The director will type its card."
    return ""


def remark_on(card: ScoreCard, table: RoundTable) -> str:
    if not table.counts:
        return f"This card doesn’t count for {lowered(str(table.event_round))}."
    return totals_alone_text(TableReading(table, {}, None), names_of(card)) if table.totals else ""


def partner_deals(table: Any) -> tuple[Seat, ...]:
    """Seats of players whose partner deals for them (no query where there are none)."""
    if not table.has_partners_dealing:
        return ()
    return tuple(RoundSeat.objects.filter(PARTNER_DEALS, table=table).values_list("seat", flat=True))


def next_page(table: Any, official: Acting) -> str:
    if official.kind:
        return desk_address(table)
    return reverse("league:table", args=[table.event_round.event_id])


def bar_of(request: HttpRequest, card: ScoreCard) -> dict[str, Any] | None:
    """The bar alone; None for a card of no table."""
    table = table_of_card(request, card.pk)
    if table is None:
        return None
    sheet = read_sheets([card])[card.pk]
    own = {
        "holds": tuple(map(hold_words, sheet.holds)),
        "rulings": sheet.rulings or sheet.claims,
        "asked": sheet.asked,
    }
    return {**bar_at(request, card, table, official_at(request, table), tablets_at(request, table)), **own}


def bar_at(
    request: HttpRequest, card: ScoreCard, table: Any, official: Acting, at_table: TabletsHere
) -> dict[str, Any]:
    """The bar at a table (three queries at most, one more at a duplicate).

    `sign` tells this tablet from another at its table, `passes` where its boards go in a relay, `leads_to` where the
    tablet should be instead, `role` as whom an official writes, `back` the official's way back, `why` why nothing is
    entered, `remark` that no hands count. Each is empty where it doesn't apply.
    """
    event_round, event, now = table.event_round, table.event_round.event, timezone.now()
    tablets, mine = at_table
    call = open_call_of(table)
    is_at_table = mine is not None and event.state != Event.State.CLOSED
    words = card.book_version.book.words
    why, role = why_nothing_is_entered(table, official, words), ""
    if official.kind:
        is_open = event.state != Event.State.CLOSED and not event.lent
        changes = event_round.state == EventRound.State.CLOSED and table.counts and is_open
        at_once = f" {event_round} is closed: what you change here changes its results." if changes else ""
        role = f"You’re on this card as {written_as(official)}.{at_once}"
    poll = reverse("league:evening_bar", args=[event.pk, table.card_id])
    return {
        "event": event.name,
        "clock": table_clock(event, event_round, now),
        "message": message_of(event, now),
        "sign": mine.label if mine and len(tablets) > 1 else "",
        "call": call_context(call, event.club, words) if call else None,
        "director": words.director,
        "poll": f"{poll}?{asks_with(event, now)}{'&shut' if why else ''}",
        "back": next_page(table, official) if official.kind else "",
        "call_address": reverse("league:call_director", args=[event.pk]) if is_at_table else "",
        "reseat_address": table_address("chairs", table) if official.may(Action.RESEAT) else "",
        "chairs_address": reverse("league:chairs_at_table", args=[event.pk]) if is_at_table else "",
        "boards_address": boards_address(event_round) if is_at_table and table.board_set else "",
        "rulings_address": reverse("league:table_rulings", args=[event.pk]) if is_at_table else "",
        "take_back_address": reverse("league:take_back_call", args=[event.pk]) if is_at_table else "",
        "role": role,
        "why": why,
        "remark": remark_on(card, table),
        "passes": _passes(table),
        "leads_to": _leads_to(table, mine, official),
        "form": CallForm(has_boards=table.board_set > 0) if is_at_table else None,
        "wanted": asked_of(card, table) if is_at_table else None,
        "asked": None,
    }


def _passes(table: Any) -> str:
    """The table that gets each board next, where tables share them (one query, none without boards)."""
    if not table.board_set:
        return ""
    tables = RoundTable.objects.filter(event_round=table.event_round_id, board_set=table.board_set)
    return board_sets_in_words(tables.only("number", "board_set"), table.event_round.event.hands)[table.number].passes


def asked_of(card: ScoreCard, table: Any) -> tuple[str, str] | None:
    found = next(filter(None, (ask(card, table) for ask in tablet_looks)), None)
    return (found[0], reverse(f"league:{found[1]}", args=[table.event_round.event_id])) if found else None


def tablets_at(request: HttpRequest, table: Any) -> TabletsHere:
    """The tablets of a card's table, and this one among them (one query)."""
    tablets = tablets_of(table.event_round.event, table.number)
    known = device_hash(request)
    return tablets, next((tablet for tablet in tablets if tablet.device.token_hash == known), None)


def _leads_to(table: Any, mine: TableTablet | None, official: Acting) -> str:
    """Its own place, for a tablet cut off or whose table plays another card."""
    if official.kind:
        return ""
    event, own = table.event_round.event, reverse("league:table", args=[table.event_round.event_id])
    if mine is None or (event.state == Event.State.CLOSED and tonight_of(mine.device.token_hash, event)):
        return own
    is_closed = table.event_round.state == EventRound.State.CLOSED
    return own if is_closed and event.rounds.filter(state=EventRound.State.RUNNING).exists() else ""
