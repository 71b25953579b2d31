"""What a director enters against or for a player: lateness, being replaced, penalties; and a table that is disputed.

What it costs is the book's to say; what is entered lies on the table's card, and with who did it in the event's log.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any
from uuid import NAMESPACE_OID, uuid5

from django.db.models import Q, QuerySet
from django.utils import timezone

from league.acting.deed import Doing, deed
from league.acting.log import Refused, touch
from league.acting.permissions import Acting
from league.cards.reading import table_reading
from league.cards.seats import entrant_at, is_replaced, is_taken_over
from league.clock.deeds import clock_of
from league.models import Entrant, EventRound, RoundSeat, RoundTable
from scoring.models import ScoreCard
from scoring.rules.book import RuleBook
from scoring.rules.book.tournament import Tardiness as TardinessRule
from scoring.rules.tournament import penalty_title, tardiness
from scoring.rules.wording import late_sentence
from scoring.score_card.hosts import HostWriter
from scoring.score_card.names import LONGEST_NAME
from scoring.score_card.people import MOST_MINUTES_LATE, Substitute, is_replaced_by
from scoring.score_card.recording import NotRecorded, read_sheet, record
from scoring.score_card.sheet import EntryData, Sheet


def tardiness_of(book: RuleBook) -> TardinessRule | None:
    """The book's rule on lateness; None where it has none."""
    return book.round.tardiness if book.round else None


def minutes_late(event_round: EventRound, now: datetime) -> int:
    """Whole minutes since the round began, for who is not there yet; while the clock stands still nobody gets later."""
    return clock_of(event_round).minutes_played(now)


# -- who is there ------------------------------------------------------------------------


def record_arrival(
    *,
    seat: RoundSeat,
    acting: Acting,
    client_id: str,
    at: datetime | None = None,
    minutes: int | None = None,
    reason: str = "",
) -> RoundSeat:
    """A missing player is at the table: the minutes since the round began go on the card, as the book counts them.

    Books without a rule on lateness record the arrival alone. `minutes` in place of the clock's where somebody came
    unseen; when the clock is past the book's limit by now, with a reason. Raises `Refused` at the limit, where the
    player is replaced. The same submission again changes nothing, nor does the arrival of somebody who is there.
    """
    now = at or timezone.now()
    with deed(seat.table, acting, client_id) as doing:
        seat = _as_it_is(seat)
        event_round = seat.table.event_round
        if doing.was_done or not seat.is_missing:
            return seat
        _guard_playing(event_round)
        by_clock = minutes_late(event_round, now)
        late = by_clock if minutes is None else minutes
        sheet = _sheet(seat.table)
        said = "there"
        if tardiness_of(sheet.book) is not None:
            if tardiness(sheet.book, late).replaced:
                raise Refused(
                    f"{seat.entrant} is {late} minutes late and is replaced for this round: say who plays on."
                )
            if tardiness(sheet.book, by_clock).replaced and not reason:
                raise Refused("Say why it was not entered when the player came.")
            if late:
                _enter(seat, acting, client_id, _late_payload(seat, late), reason=reason)
                said = late_sentence(sheet.book, late)
        seat.is_missing = False
        seat.save(update_fields=["is_missing"])
        _is_here(seat.entrant, now)
        _tell(doing, seat.table, "noted the arrival", seat.entrant, before="missing", after=said, reason=reason)
    return seat


def mark_missing(*, seat: RoundSeat, acting: Acting, client_id: str) -> RoundSeat:
    """A seated player is not at the table. Raises `Refused` for who was replaced, and at a table that has finished."""
    with deed(seat.table, acting, client_id) as doing:
        seat = _as_it_is(seat)
        if doing.was_done or seat.is_missing:
            return seat
        _guard_playing(seat.table.event_round)
        if is_taken_over(seat):
            raise Refused(f"{seat.entrant} was replaced already.")
        _guard_unfinished(seat)
        seat.is_missing = True
        seat.save(update_fields=["is_missing"])
        _tell(doing, seat.table, "marked as missing", seat.entrant, after="missing")
    return seat


def was_here_at_start(seat: RoundSeat) -> bool:
    """Whether a missing player was at the event when the round began: then somebody marked the seat by hand."""
    entrant, started_at = seat.entrant, seat.table.event_round.started_at
    came_later = entrant.arrived_at is not None and started_at is not None and entrant.arrived_at > started_at
    return entrant.state == Entrant.State.HERE and not came_later


def take_back_missing(*, seat: RoundSeat, acting: Acting, client_id: str) -> RoundSeat:
    """A player was marked as missing by mistake and is at the table: nothing is off, and no reason is asked.

    Raises `Refused` for whoever was not at the event when the round began, and where lateness is on the card.
    """
    with deed(seat.table, acting, client_id) as doing:
        seat = _as_it_is(seat)
        if doing.was_done or not seat.is_missing:
            return seat
        _guard_playing(seat.table.event_round)
        if not was_here_at_start(seat) or _sheet(seat.table).lateness.get(seat.seat):
            raise Refused(f"{seat.entrant} was late: enter the arrival, or waive it with a reason.")
        seat.is_missing = False
        seat.save(update_fields=["is_missing"])
        _tell(doing, seat.table, "took back as missing", seat.entrant, before="missing", after="there")
    return seat


def waive_lateness(*, seat: RoundSeat, acting: Acting, client_id: str, reason: str) -> RoundSeat:
    """Takes a player's lateness off the card, with a reason; a missing one is there with nothing off.

    Whoever plays on in the seat goes again. Raises `Refused` without a reason and where there is nothing to waive.
    """
    with deed(seat.table, acting, client_id) as doing:
        seat = _as_it_is(seat)
        if doing.was_done:
            return seat
        if not reason:
            raise Refused("Say why it is waived.")
        sheet = _sheet(seat.table)
        before = sheet.lateness.get(seat.seat)
        if before is None and not seat.is_missing:
            raise Refused(f"{seat.entrant} was not late.")
        _enter(seat, acting, client_id, _late_payload(seat, 0), reason=reason)
        seat.is_missing = False
        seat.save(update_fields=["is_missing"])
        _is_here(seat.entrant, timezone.now())
        was = late_sentence(sheet.book, before.payload["minutes"]) if before else "missing"
        _tell(doing, seat.table, "waived the lateness", seat.entrant, before=was, after="nothing off", reason=reason)
    return seat


def post_absent(*, event_round: EventRound, acting: Acting, client_id: str, at: datetime | None = None) -> None:
    """Who is still missing when a round is closed never came: the card says so, and the player scores 0 in the round.

    Called in the transaction of the closing, while its tables are held. The seat stays missing, see `take_back_absent`.
    """
    for seat in _still_missing(event_round):
        payload = _late_payload(seat, minutes_late(event_round, at or timezone.now()))
        _enter(seat, acting, _own_id(client_id, seat), {**payload, "replaced": True, "absent": True})


def take_back_absent(*, event_round: EventRound, acting: Acting, client_id: str) -> None:
    """The round is reopened: who was taken for absent is missing again, and may still come. In its transaction."""
    for seat in _still_missing(event_round):
        late = _sheet(seat.table).lateness.get(seat.seat)
        if late is not None and late.payload.get("absent"):
            _enter(seat, acting, _own_id(client_id, seat), _late_payload(seat, 0))


def _still_missing(event_round: EventRound) -> list[RoundSeat]:
    seats = RoundSeat.objects.filter(table__event_round=event_round, table__card__isnull=False, is_missing=True)
    rows = seats.with_players().select_related("table__card__book_version", "table__event_round__event__club")
    return [seat for seat in rows if not is_taken_over(seat)]


def _own_id(client_id: str, seat: RoundSeat) -> str:
    """An entry's id that follows from the submission's, another for each seat of a card."""
    return str(uuid5(NAMESPACE_OID, f"{client_id}/{seat.pk}"))


def follow_card(*, table: RoundTable, entry: EntryData) -> None:
    """Lateness that an official entered on the page of a table's card, in this transaction: the player has come, or is
    waited for still where nobody is said to play on. Raises `Refused` for a substitute who has a seat."""
    if entry.kind not in ("late", "undo"):
        return
    touch(table.event_round.event)
    if entry.kind == "undo":
        return
    seat = _as_it_is(table.seats.get(seat=entry.payload["seat"]))
    if seat.replacement is not None:
        _guard_free(seat, seat.replacement)
    is_running = table.event_round.state == EventRound.State.RUNNING
    has_come = is_replaced_by(_sheet(seat.table), seat.seat) is None
    if has_come and seat.is_missing and is_running:
        _is_here(seat.entrant, timezone.now())
    seat.is_missing = (seat.is_missing or is_running) and not has_come and not is_replaced(seat)
    seat.save(update_fields=["is_missing"])


def substitutes_for(*seats: RoundSeat) -> QuerySet[Entrant]:
    """Who of the event could play on in one of a table's seats: those who sit this round out, and house players without
    a seat; whoever does so already may go on (two queries)."""
    event_round = seats[0].table.event_round
    own = {seat.pk for seat in seats}
    others = RoundSeat.objects.filter(table__event_round=event_round).with_players()
    taken = {seat.entrant_id for seat in others}
    taken |= {entrant.pk for seat in others if seat.pk not in own and (entrant := entrant_at(seat))}
    free = Q(sit_outs__event_round=event_round) | Q(is_house_player=True)
    found = Entrant.objects.filter(free, event=event_round.event).exclude(state=Entrant.State.LEFT)
    return found.exclude(pk__in=taken).distinct()


def known(entrant: Entrant) -> Substitute:
    """Somebody of the event as cards and forms know them."""
    title = f"{entrant} (house player)" if entrant.is_house_player else str(entrant)
    return Substitute(entrant.pk, title, entrant.called)


def replace_player(
    *,
    seat: RoundSeat,
    acting: Acting,
    client_id: str,
    substitute: Entrant | None = None,
    helper: str = "",
    reason: str = "",
    at: datetime | None = None,
) -> RoundSeat:
    """Somebody plays on for a player, for the rest of the round: a `substitute` of the event, or a `helper`.

    The player scores 0 in the round; a substitute scores as the book says. At the book's limit of lateness nothing more
    is needed, before it and under a book without one a reason. Raises `Refused` for a substitute who has a seat, and
    where the table has finished with the player.
    """
    now = at or timezone.now()
    with deed(seat.table, acting, client_id) as doing:
        seat = _as_it_is(seat)
        if doing.was_done:
            return seat
        _guard_playing(seat.table.event_round)
        _guard_substitute(seat, substitute, helper)
        if not seat.is_missing:
            _guard_unfinished(seat)
        sheet = _sheet(seat.table)
        late = _counted_minutes(sheet, seat, now)
        is_at_limit = tardiness_of(sheet.book) is not None and tardiness(sheet.book, late).replaced
        if not is_at_limit and not reason:
            raise Refused("Say why the player is replaced before the book asks for it.")
        name = substitute.called if substitute else helper
        plays_on = known(substitute).payload if substitute else {"substitute": "outside", "name": name[:LONGEST_NAME]}
        payload = {**_late_payload(seat, late), **plays_on}
        _enter(seat, acting, client_id, payload if is_at_limit else {**payload, "replaced": True}, reason=reason)
        seat.is_missing = False
        seat.save(update_fields=["is_missing"])
        said = late_sentence(sheet.book, late) if is_at_limit else "replaced, scores 0 in this round"
        _tell(doing, seat.table, "replaced", seat.entrant, after=f"{name} plays on. {said}", reason=reason)
    return seat


def _counted_minutes(sheet: Sheet, seat: RoundSeat, now: datetime) -> int:
    """The minutes that count for a seat: by the clock while the player is missing, else as they were entered."""
    if seat.is_missing:
        return minutes_late(seat.table.event_round, now)
    entry = sheet.lateness.get(seat.seat)
    return int(entry.payload["minutes"]) if entry else 0


def _guard_substitute(seat: RoundSeat, substitute: Entrant | None, helper: str) -> None:
    if substitute is None and not helper:
        raise Refused("Say who plays on: somebody of the event, or a helper by name.")
    if substitute is not None:
        _guard_free(seat, substitute)


def _guard_free(seat: RoundSeat, substitute: Entrant) -> None:
    if not substitutes_for(seat).filter(pk=substitute.pk).exists():
        raise Refused(f"{substitute} has a seat in this round already.")


def _late_payload(seat: RoundSeat, minutes: int) -> dict[str, Any]:
    return {"seat": seat.seat, "minutes": min(minutes, MOST_MINUTES_LATE), "substitute": "", "name": ""}


def _is_here(entrant: Entrant, now: datetime) -> None:
    """Whoever sits at a table has come to the event."""
    if entrant.state == Entrant.State.HERE:
        return
    entrant.state = Entrant.State.HERE
    entrant.arrived_at = entrant.arrived_at or now
    entrant.left_at = None
    entrant.save(update_fields=["state", "arrived_at", "left_at"])


def _as_it_is(seat: RoundSeat) -> RoundSeat:
    """The seat with its table, round, event and club in this transaction. Whoever writes to it holds its table, as the
    closing of the round does; and holds it before the card, or the two wait for each other."""
    rows = RoundSeat.objects.with_players()
    return rows.select_related("table__card__book_version", "table__event_round__event__club").get(pk=seat.pk)


def _guard_playing(event_round: EventRound) -> None:
    if event_round.state != EventRound.State.RUNNING:
        raise Refused(f"{event_round} is not being played.")


def _guard_unfinished(seat: RoundSeat) -> None:
    """Nobody is missing or replaced where nothing is left to be played."""
    if table_reading(seat.table).is_finished:
        raise Refused(f"Table {seat.table.number} has finished: nothing is left to be played there.")


def _sheet(table: RoundTable) -> Sheet:
    if table.card is None:
        raise Refused("This round has not been started.")
    return read_sheet(table.card)


# -- penalties ---------------------------------------------------------------------------


def give_penalty(
    *, table: RoundTable, payload: Mapping[str, Any], player: str, acting: Acting, client_id: str
) -> RoundTable:
    """Puts a penalty of the book's list on a player; `payload` is that of `PenaltyForm`, `player` the name for the log.

    Signed cards take it too, and closed rounds: it is found out when it is found out. Raises `Refused` in a closed
    event.
    """
    with deed(table, acting, client_id) as doing:
        table = _table_as_it_is(table)
        if doing.was_done:
            return table
        sheet = _sheet(table)
        _record(table, acting, "penalty", client_id, payload)
        rule = sheet.book.penalty(payload["code"])
        count = payload["count"]
        said = f"{penalty_title(rule, count)}: {count * rule.points} off"
        hand = f", hand {payload['hand']}" if payload.get("hand") else ""
        note = f", “{payload['note']}”" if payload.get("note") else ""
        _tell(doing, table, "gave a penalty", player, after=f"{said}{hand}{note}")
    return table


def pardon_penalty(
    *, table: RoundTable, number: int, player: str, acting: Acting, client_id: str, reason: str
) -> RoundTable:
    """Takes the penalty with that entry's number back; it stays in the history. Raises `Refused` without a reason."""
    with deed(table, acting, client_id) as doing:
        table = _table_as_it_is(table)
        if doing.was_done:
            return table
        if not reason:
            raise Refused("Say why it is taken back.")
        sheet = _sheet(table)
        given = next((entry for entry in sheet.penalties if entry.number == number), None)
        if given is None:
            raise Refused("That penalty has been taken back already.")
        payload = {"pardons": number, "seat": given.payload["seat"], "code": given.payload["code"]}
        _record(table, acting, "pardon", client_id, payload, reason=reason)
        title = penalty_title(sheet.book.penalty(given.payload["code"]), given.payload.get("count", 1))
        _tell(doing, table, "took a penalty back", player, before=title, reason=reason)
    return table


# -- disputes ----------------------------------------------------------------------------


def dispute_table(*, table: RoundTable, reason: str, acting: Acting, client_id: str) -> RoundTable:
    """Marks a table's result as disputed, with what it is about; an empty reason lifts it. Raises `Refused` in a closed
    event."""
    with deed(table, acting, client_id) as doing:
        table = _table_as_it_is(table)
        if doing.was_done or table.disputed == reason:
            return table
        before, table.disputed = table.disputed, reason[:200]
        table.save(update_fields=["disputed"])
        action = "marked as disputed" if reason else "lifted the dispute"
        _tell(doing, table, action, before=before, after=reason)
    return table


def _table_as_it_is(table: RoundTable) -> RoundTable:
    """The table's row in this transaction; the deed holds it."""
    return RoundTable.objects.select_related("card__book_version", "event_round__event__club").get(pk=table.pk)


# -- the card and the log ----------------------------------------------------------------


def _enter(seat: RoundSeat, acting: Acting, client_id: str, payload: Mapping[str, Any], *, reason: str = "") -> None:
    _record(seat.table, acting, "late", client_id, payload, reason=reason)
    seat.said = payload
    vars(seat).pop("replacement", None)  # read for the word before


def _record(
    table: RoundTable, acting: Acting, kind: str, client_id: str, payload: Mapping[str, Any], *, reason: str = ""
) -> None:
    """One entry on the table's card, made from the card as it stands. Raises `Refused` where it takes no more."""
    card = table.card
    assert card is not None, "a round that was started has its cards"
    version = ScoreCard.objects.values_list("version", flat=True).get(pk=card.pk)
    try:
        record(
            writer=HostWriter(card.pk, acting.name),
            kind=kind,
            payload=payload,
            client_id=client_id,
            seen=version,
            reason=reason,
            by_director=True,
        )
    except NotRecorded as refusal:
        raise Refused(str(refusal)) from refusal


def _tell(doing: Doing, table: RoundTable, action: str, whom: object = "", **told: Any) -> None:
    place = f"table {table.number}, round {table.event_round.number}"
    doing.tell(action, f"{str(whom)[:120]}, {place}" if whom else place.capitalize(), **told)
