"""Tablets paired and cut off, cards handed over, calls for the director."""

from __future__ import annotations

import secrets
from datetime import datetime
from typing import Final
from uuid import UUID

from django.db.models import Subquery
from django.utils import timezone

from league.acting.deed import Doing, deed
from league.acting.log import Refused, SentBefore, touch
from league.acting.permissions import Acting
from league.evening.tables.passes import Pass, guard_open, pass_of
from league.models import DirectorCall, Event, EventRound, RoundTable, TablePass, TableTablet
from league.words import clock_words
from pinochle_club.ground.prepared import Prepared
from scoring.models import Device, DeviceCard
from scoring.score_card.access import keep_card

ABOUT_A_BOARD: Final = "board"  # at tables that have some
CALL_REASONS: Final = {
    "ruling": "A ruling",
    "card": "The card is wrong",
    ABOUT_A_BOARD: "A board is wrong",
    "missing": "A player is missing",
    "tablet": "The tablet",
    "other": "Something else",
}
# Calls that may have led to a ruling: their answer names the outcome.
ASKED_WHAT_CAME: Final = frozenset({"ruling", "card", "other"})
TAKEN_BACK: Final = "canceled by the table"


def at_table(table_number: int, device: Device | None) -> Acting:
    return Acting(user=None, kind=None, name=f"Table {table_number}", device=device.label if device else "")


def written_as(acting: Acting) -> str:
    """An official's browser in histories: `Carol Reyes, director`."""
    return f"{acting.name[:48]}, {acting.kind.label.lower()}" if acting.kind else acting.name[:60]


# -- tablets -----------------------------------------------------------------------------


def pair_tablet(*, event: Event, table_number: int, device: Device, at: datetime | None = None) -> TableTablet:
    """Let a device keep the table's cards as its main tablet. Callers check its pass."""
    with deed(event, at_table(table_number, device), while_closed=True) as doing:
        event = doing.event
        guard_open(event)
        tablet = event.tablets.filter(device=device, is_cut_off=False).first()
        if tablet is not None and tablet.table_number != table_number:
            _cut_off(tablet)
            tablet = None
        main = event.tablets.filter(table_number=table_number, is_cut_off=False).first()
        if tablet is None or tablet != main:
            tablet = _paired(event, table_number, device, tablet, at or timezone.now())
            is_other = main is not None and main != tablet
            doing.tell("took over with another tablet" if is_other else "connected a tablet", f"Table {table_number}")
        _keep_running_card(tablet)
    return tablet


def _paired(event: Event, table_number: int, device: Device, tablet: TableTablet | None, at: datetime) -> TableTablet:
    if tablet is None:  # the tablet's old number at this table, else the next
        numbers = dict(event.tablets.filter(table_number=table_number).values_list("device", "number"))
        number = numbers.get(device.pk) or max(numbers.values(), default=0) + 1
        tablet = TableTablet(event=event, table_number=table_number, device=device, number=number)
    tablet.paired_at = at
    tablet.save()
    return tablet


def _keep_running_card(tablet: TableTablet) -> None:
    running = RoundTable.objects.filter(event_round__event=tablet.event, event_round__state=EventRound.State.RUNNING)
    table = running.filter(number=tablet.table_number).select_related("card").first()
    if table is None or table.card is None:
        return
    keep_card(tablet.device, table.card, number=tablet.number)
    if table.is_paper and table.card.is_empty and not table.totals:
        # It was on paper since an earlier round; nothing is typed yet, so the tablet takes over.
        RoundTable.objects.filter(pk=table.pk).update(is_paper=False)


def tablets_of(event: Event, table_number: int) -> list[TableTablet]:
    """A table's tablets, the main one first (one query)."""
    tablets = _of_table(event=event.pk, number=table_number)
    for tablet in tablets:
        tablet.event = event
    return tablets


_of_table: Final = Prepared(
    lambda event, number: TableTablet.objects.filter(event=event, table_number=number, is_cut_off=False).select_related(
        "device"
    )
)


def tablets_of_last_time(event: Event) -> list[TableTablet]:
    """Main tablets of the last evening that had any, without those in use tonight (one query)."""
    earlier = TableTablet.objects.filter(
        event__club=event.club_id, event__played_on__lt=event.played_on, is_cut_off=False
    )
    last = earlier.order_by("-event__played_on", "-event").values("event")[:1]
    tonight = event.tablets.filter(is_cut_off=False)
    left = earlier.filter(event=Subquery(last)).exclude(device__in=event.tablets.values("device"))
    left = left.exclude(table_number__in=tonight.values("table_number")).select_related("device")
    return list({tablet.table_number: tablet for tablet in left.order_by("-table_number", "paired_at")}.values())[::-1]


def bring_tablets_back(*, event: Event, acting: Acting, client_id: str, at: datetime | None = None) -> int:
    """Let last time's tablets keep the same tables tonight, without passes; returns their number."""
    with deed(event, acting, client_id) as doing:
        if doing.was_done:
            return 0
        back = [
            _paired(doing.event, was.table_number, was.device, None, at or timezone.now())
            for was in tablets_of_last_time(doing.event)
        ]
        for tablet in back:
            _keep_running_card(tablet)
        if back:
            tables = ", ".join(str(tablet.table_number) for tablet in back)
            doing.tell("let the tablets of last time in", after=f"Tables {tables}")
    return len(back)


def cut_off_tablet(*, tablet: TableTablet, acting: Acting, client_id: str) -> None:
    with deed(tablet.event, acting, client_id, while_closed=True) as doing:
        if doing.was_done or tablet.is_cut_off:
            return
        _cut_off(tablet)
        doing.tell("cut off a tablet", f"Table {tablet.table_number}", before=_tablet_text(tablet))


def _tablet_text(tablet: TableTablet) -> str:
    return f"{tablet.device.label or 'A tablet'}, paired {clock_words(tablet.paired_at, tablet.event.club)}"


def _cut_off(tablet: TableTablet) -> None:
    tablet.is_cut_off = True
    tablet.save(update_fields=["is_cut_off"])
    DeviceCard.objects.filter(
        device_id=tablet.device_id,
        card__round_table__event_round__event=tablet.event_id,
        card__round_table__number=tablet.table_number,
    ).update(is_cut_off=True)


def hand_cards_over(event_round: EventRound) -> None:
    """Let every paired tablet keep its table's card of this round, so that it moves on by itself. Called in the
    transaction that begins cards. The number of queries is fixed."""
    cards = dict(event_round.tables.exclude(card=None).values_list("number", "card_id"))
    tablets = TableTablet.objects.filter(event=event_round.event_id, is_cut_off=False, table_number__in=cards)
    keepers = DeviceCard.objects.filter(card__in=cards.values())
    there = {(row.card_id, row.device_id) for row in keepers}
    rows = [
        DeviceCard(device_id=tablet.device_id, card_id=cards[tablet.table_number], number=tablet.number)
        for tablet in tablets
        if (cards[tablet.table_number], tablet.device_id) not in there
    ]
    DeviceCard.objects.bulk_create(rows)


def open_card(*, table: RoundTable, device: Device, acting: Acting) -> DeviceCard:
    """Let an official's browser open a table's card. Raises `Refused` before the round has started."""
    if table.card is None:
        raise Refused("The round hasn’t started, so this table has no card yet.")
    with deed(table.event_round, acting, while_closed=True) as doing:
        is_known = table.card.kept_by.filter(device=device, is_cut_off=False).exists()
        device_card = keep_card(device, table.card)
        if not is_known:
            doing.tell("opened the card", f"{table}, {table.event_round}")
    return device_card


# -- entries and the end of a round --------------------------------------------------------


def hold_table(card_id: UUID) -> None:
    """Make the close of a card's round wait for this transaction, or wait for the close (one query). Read the state
    afterwards. Each table is held by itself, so entries at others don't wait."""
    _to_hold(card_id=card_id)


_to_hold: Final = Prepared(
    lambda card_id: RoundTable.objects.select_for_update(no_key=True).filter(card=card_id).only("pk").order_by()
)


def note_entry(*, table: RoundTable) -> None:
    """Tell all screens of an official's entry or a signature (one query): in a closed round, or in the last, which
    decides final places. The desk's poll counts the cards of a running round itself."""
    event_round = table.event_round
    if event_round.state != EventRound.State.RUNNING or event_round.number >= event_round.event.rounds_planned:
        touch(event_round.event)


# -- passes ------------------------------------------------------------------------------


def revoke_pass(
    *, event: Event, table_number: int, acting: Acting, client_id: str, cut_off: bool = False, reason: str = ""
) -> Pass:
    """Make a new pass: the printed one is dead. Paired tablets stay, or all go with `cut_off`."""
    with deed(event, acting, client_id, while_closed=True) as doing:
        if not doing.was_done:
            nonce = secrets.token_hex(16)
            TablePass.objects.update_or_create(event=event, table_number=table_number, defaults={"nonce": nonce})
            tablets = tablets_of(event, table_number) if cut_off else []
            for tablet in tablets:
                _cut_off(tablet)
            what = "made a new table card and cut off its tablets" if cut_off else "made a new table card"
            doing.tell(what, f"Table {table_number}", before="; ".join(map(_tablet_text, tablets)), reason=reason)
    return pass_of(event, table_number)


# -- calls -------------------------------------------------------------------------------


def open_call_of(table: RoundTable) -> DirectorCall | None:
    """A table's unanswered call (one query)."""
    return table.calls.filter(answered_at=None).first()


def call_director(
    *, table: RoundTable, reason: str, note: str, device: Device | None, client_id: str, at: datetime | None = None
) -> DirectorCall:
    """Call the director to a table; calling again is the same open call."""
    acting = at_table(table.number, device)
    with deed(table, acting, while_closed=True) as doing:
        sent = DirectorCall.objects.filter(client_id=client_id).select_related("table__event_round").first()
        if sent is not None and not _is_same_call(sent, table, reason, note):
            raise SentBefore
        call = sent or open_call_of(table)
        if call is not None:
            return call
        call = DirectorCall.objects.create(
            table=table,
            reason=reason,
            note=note,
            called_at=at or timezone.now(),
            called_by=acting.device,
            client_id=client_id,
        )
        doing.tell("called the director", table, after=call_text(call))
    return call


def _is_same_call(sent: DirectorCall, table: RoundTable, reason: str, note: str) -> bool:
    """Whether the table and its words are those of `sent`; a round may have begun since."""
    places = [(one.event_round.event_id, one.number) for one in (sent.table, table)]
    return (sent.reason, sent.note) == (reason, note) and places[0] == places[1]


def call_text(call: DirectorCall) -> str:
    """`A ruling: “who led?”`."""
    title = CALL_REASONS.get(call.reason, call.reason)
    return f"{title}: “{call.note}”" if call.note else title


def take_back_call(*, call: DirectorCall, device: Device | None) -> None:
    with deed(call.table, at_table(call.table.number, device), while_closed=True) as doing:
        end_call(doing, call, DirectorCall.Outcome.CANCELED, by=TAKEN_BACK)


def answer_call(
    *, call: DirectorCall, acting: Acting, client_id: str, outcome: str = "", at: datetime | None = None
) -> None:
    """Close a call with its outcome, which is needed where there may have been a ruling."""
    with deed(call.table, acting, client_id, while_closed=True) as doing:
        if doing.was_done:
            return
        if not outcome and call.reason in ASKED_WHAT_CAME:
            raise Refused("Say what came of it.")
        end_call(doing, call, outcome or DirectorCall.Outcome.DONE, at=at)


def end_call(
    doing: Doing,
    call: DirectorCall,
    outcome: str,
    *,
    ruling: int | None = None,
    by: str = "",
    at: datetime | None = None,
) -> None:
    """Close a call within a deed. The first answerer and outcome stay."""
    call = DirectorCall.objects.select_related("table__event_round").get(pk=call.pk)
    is_open = call.answered_at is None
    if call.outcome or (by and not is_open):
        return
    call.outcome, call.ruling = outcome, ruling
    if is_open:
        call.answered_at, call.answered_by = at or timezone.now(), (by or doing.acting.name)[:80]
    call.save(update_fields=["outcome", "ruling", "answered_at", "answered_by"])
    if by:
        doing.tell("canceled the call", call.table, before=call_text(call))
    elif outcome != DirectorCall.Outcome.RULING:  # a ruling has a line of its own
        after = "" if outcome == DirectorCall.Outcome.DONE else call.get_outcome_display()
        doing.tell("answered the call", call.table, before=call_text(call), after=after)


def come_to_table(*, call: DirectorCall, acting: Acting, client_id: str) -> DirectorCall:
    """Note on an open call who is coming; the last to say so holds. An answered call stays as it is."""
    with deed(call.table, acting, client_id, while_closed=True) as doing:
        call = DirectorCall.objects.select_related("table__event_round__event__club").get(pk=call.pk)
        if doing.was_done or call.answered_at is not None:
            return call
        call.answered_by = acting.name[:80]
        call.save(update_fields=["answered_by"])
        doing.tell("is coming to the table", call.table)
    return call
