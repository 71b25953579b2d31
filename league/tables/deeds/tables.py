"""Tables and their tablets: pairing by a pass, cutting off, handing cards over, calls for the director."""

from __future__ import annotations

import secrets
from datetime import datetime
from typing import Final
from uuid import UUID

from django.db.models import Max
from django.utils import timezone

from league.acting.deed import deed
from league.acting.log import Refused, SentBefore, touch
from league.acting.permissions import Acting
from league.models import DirectorCall, Event, EventRound, RoundTable, TablePass, TableTablet
from league.tables.passes import Attempts, Pass, attempts_of, guard_open, pass_of, passes_of
from league.words import clock_words
from pinochle_club.prepared import Prepared
from scoring.models import Device, DeviceCard
from scoring.score_card.access import keep_card

__all__ = [
    "CALL_REASONS",
    "Attempts",
    "Pass",
    "answer_call",
    "attempts_of",
    "call_director",
    "cut_off_tablet",
    "hand_cards_over",
    "hold_table",
    "open_call_of",
    "open_card",
    "pair_tablet",
    "pass_of",
    "passes_of",
    "revoke_pass",
    "tablets_of",
    "take_back_call",
]

CALL_REASONS: Final = {
    "ruling": "A ruling",
    "card": "The card is wrong",
    "missing": "A player is missing",
    "tablet": "The tablet",
    "other": "Something else",
}
TAKEN_BACK: Final = "the table took it back"


def at_table(table_number: int, device: Device | None) -> Acting:
    """Who acts where a table does something: nobody's account, but a table and a kind of device."""
    return Acting(user=None, kind=None, name=f"Table {table_number}", device=device.label if device else "")


# -- tablets -----------------------------------------------------------------------------


def pair_tablet(*, event: Event, table_number: int, device: Device, at: datetime | None = None) -> TableTablet:
    """Lets a device keep the table's cards through the event; it becomes the table's main tablet.

    A device keeps one table: it leaves the one it kept. Pairing the main tablet again changes nothing. The pass is
    checked before (`passes.check_token`, `check_pin`). Raises `WrongPass` where the event is over.
    """
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
            doing.tell("took over with another tablet" if is_other else "paired a tablet", f"Table {table_number}")
        _keep_running_card(event, table_number, device)
    return tablet


def _paired(event: Event, table_number: int, device: Device, tablet: TableTablet | None, at: datetime) -> TableTablet:
    tablet = tablet or TableTablet(event=event, table_number=table_number, device=device)
    tablet.paired_at = at
    tablet.save()
    return tablet


def _keep_running_card(event: Event, table_number: int, device: Device) -> None:
    table = _running_table(event, table_number)
    if table is None or table.card is None:
        return
    keep_card(device, table.card)
    if table.is_paper and table.card.is_empty and not table.totals:
        # It was on paper since an earlier round; nothing is typed yet, so the tablet takes over.
        RoundTable.objects.filter(pk=table.pk).update(is_paper=False)


def _running_table(event: Event, table_number: int) -> RoundTable | None:
    running = RoundTable.objects.filter(event_round__event=event, event_round__state=EventRound.State.RUNNING)
    return running.filter(number=table_number).select_related("card").first()


def tablets_of(event: Event, table_number: int) -> list[TableTablet]:
    """The tablets that keep a table, the main one first (one query)."""
    return list(event.tablets.filter(table_number=table_number, is_cut_off=False).select_related("device"))


def cut_off_tablet(*, tablet: TableTablet, acting: Acting, client_id: str) -> None:
    """Takes a table's cards away from a tablet; what it entered stays. The same submission again changes nothing."""
    with deed(tablet.event, acting, client_id, while_closed=True) as doing:
        if doing.was_done or tablet.is_cut_off:
            return
        _cut_off(tablet)
        doing.tell("cut off a tablet", f"Table {tablet.table_number}", before=_tablet_text(tablet))


def _tablet_text(tablet: TableTablet) -> str:
    return f"{tablet.device.label or 'A tablet'}, paired {clock_words(tablet.paired_at)}"


def _cut_off(tablet: TableTablet) -> None:
    tablet.is_cut_off = True
    tablet.save(update_fields=["is_cut_off"])
    DeviceCard.objects.filter(
        device_id=tablet.device_id,
        card__round_table__event_round__event=tablet.event_id,
        card__round_table__number=tablet.table_number,
    ).update(is_cut_off=True)


def hand_cards_over(event_round: EventRound) -> None:
    """Lets every paired tablet keep its table's card of this round, so that it moves on by itself.

    Called when cards are begun, in that transaction. Four queries, whatever the number of tables.
    """
    cards = dict(event_round.tables.exclude(card=None).values_list("number", "card_id"))
    tablets = TableTablet.objects.filter(event=event_round.event_id, is_cut_off=False, table_number__in=cards)
    kept = DeviceCard.objects.filter(card__in=cards.values())
    there = {(row.card_id, row.device_id) for row in kept}
    numbers = dict(kept.values("card").annotate(highest=Max("number")).values_list("card", "highest"))
    rows = []
    for tablet in tablets.order_by("paired_at"):
        card_id = cards[tablet.table_number]
        if (card_id, tablet.device_id) not in there:
            numbers[card_id] = numbers.get(card_id, 0) + 1
            rows.append(DeviceCard(device_id=tablet.device_id, card_id=card_id, number=numbers[card_id]))
    DeviceCard.objects.bulk_create(rows)


def open_card(*, table: RoundTable, device: Device, acting: Acting) -> DeviceCard:
    """Lets an official's browser open a table's card. Raises `Refused` before the round has started."""
    if table.card is None:
        raise Refused("The round has not started: this table has no card yet.")
    with deed(table.event_round, acting, while_closed=True) as doing:
        is_known = table.card.kept_by.filter(device=device, is_cut_off=False).exists()
        kept = keep_card(device, table.card)
        if not is_known:
            doing.tell("opened the card", f"{table}, {table.event_round}")
    return kept


# -- entries and the end of a round --------------------------------------------------------


def hold_table(card_id: UUID) -> None:
    """Lets the closing of a card's round wait for this transaction, or waits until the round is closed (one query).

    What is read afterwards is how things stand. Entries at other tables do not wait: each table is held by itself.
    """
    _to_hold(card_id=card_id)


_to_hold: Final = Prepared(
    lambda card_id: RoundTable.objects.select_for_update(no_key=True).filter(card=card_id).only("pk").order_by()
)


def note_entry(*, table: RoundTable) -> None:
    """An official has entered something on a table's card, in this transaction: where the round is over, that is news
    for all screens (one query). The cards of the round being played are counted by the board's poll itself."""
    if table.event_round.state != EventRound.State.RUNNING:
        touch(table.event_round.event)


# -- passes ------------------------------------------------------------------------------


def revoke_pass(
    *, event: Event, table_number: int, acting: Acting, client_id: str, cut_off: bool = False, reason: str = ""
) -> Pass:
    """A new pass for the table: the printed one is dead. Paired tablets stay, or with `cut_off` all of them go."""
    with deed(event, acting, client_id, while_closed=True) as doing:
        if not doing.was_done:
            nonce = secrets.token_hex(16)
            TablePass.objects.update_or_create(event=event, table_number=table_number, defaults={"nonce": nonce})
            tablets = tablets_of(event, table_number) if cut_off else []
            for tablet in tablets:
                _cut_off(tablet)
            what = "revoked the pass and cut off its tablets" if cut_off else "revoked the pass"
            doing.tell(what, f"Table {table_number}", before="; ".join(map(_tablet_text, tablets)), reason=reason)
    return pass_of(event, table_number)


# -- calls -------------------------------------------------------------------------------


def open_call_of(table: RoundTable) -> DirectorCall | None:
    """The call of a table that nobody has answered yet (one query)."""
    return table.calls.filter(answered_at=None).first()


def call_director(
    *, table: RoundTable, reason: str, note: str, device: Device | None, client_id: str, at: datetime | None = None
) -> DirectorCall:
    """Calls the director to a table; while a call is open, calling again is the same call.

    Raises `SentBefore` where the submission was another call.
    """
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
    """Whether a table calls for the same as with `sent`; a round may have begun since."""
    places = [(one.event_round.event_id, one.number) for one in (sent.table, table)]
    return (sent.reason, sent.note) == (reason, note) and places[0] == places[1]


def call_text(call: DirectorCall) -> str:
    """`A ruling: “who led?”`."""
    title = CALL_REASONS.get(call.reason, call.reason)
    return f"{title}: “{call.note}”" if call.note else title


def take_back_call(*, call: DirectorCall, device: Device | None) -> None:
    """The table needs nobody any more; twice is once."""
    _close_call(call, at_table(call.table.number, device), TAKEN_BACK, "took the call back", "")


def answer_call(*, call: DirectorCall, acting: Acting, client_id: str, at: datetime | None = None) -> None:
    """The director was at the table; the same submission again changes nothing."""
    _close_call(call, acting, acting.name, "answered the call", client_id, at)


def _close_call(
    call: DirectorCall, acting: Acting, answered_by: str, action: str, client_id: str, at: datetime | None = None
) -> None:
    table = call.table
    with deed(table, acting, client_id, while_closed=True) as doing:
        changed = DirectorCall.objects.filter(pk=call.pk, answered_at=None).update(
            answered_at=at or timezone.now(), answered_by=answered_by[:80]
        )
        if changed:
            doing.tell(action, table, before=call_text(call))


def come_to_table(*, call: DirectorCall, acting: Acting, client_id: str) -> DirectorCall:
    """Notes on the open call who is coming; the last one who says so. A call that was answered stays as it is."""
    with deed(call.table, acting, client_id, while_closed=True) as doing:
        call = DirectorCall.objects.select_related("table__event_round__event__club").get(pk=call.pk)
        if doing.was_done or call.answered_at is not None:
            return call
        call.answered_by = acting.name[:80]
        call.save(update_fields=["answered_by"])
        doing.tell("is coming to the table", call.table)
    return call
