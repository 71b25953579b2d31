"""Casual evenings: tables form one by one. At a duplicate all of a round play the same boards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from league.acting.deed import deed
from league.acting.log import Refused
from league.acting.permissions import Acting
from league.evening.cards.deeds import begin_card
from league.evening.seating.field import forms_by_hand, shapes_of
from league.evening.seating.schedules.numbers import in_use
from league.evening.seating.seatings import publish_version
from league.models import Entrant, Event, EventRound, RoundSeat, RoundTable, SitOut
from scoring.rules.cards import seats_of_table
from scoring.rules.notation import listed
from scoring.rules.notation import number as in_words

OPEN: Final = (EventRound.State.DRAFT, EventRound.State.PUBLISHED, EventRound.State.RUNNING)


def form_table(*, event: Event, players: Sequence[Entrant], acting: Acting, client_id: str) -> RoundTable | None:
    """Seat as many people as there are rules for, N E S W in this order, or A B C and on. They
    sit in the open round, or a new one; in a running round the table gets its card at once. A repeat returns None."""
    with deed(event, acting, client_id) as doing:
        event = doing.event
        if doing.was_done:
            return None
        seats = _guard(event, players)
        event_round = event.rounds.filter(state__in=OPEN).order_by("number").first()
        if event_round is None:
            last = event.rounds.order_by("-number").first()
            number = last.number + 1 if last else 1
            event_round = EventRound.objects.create(event=event, number=number, minutes=event.minutes)
        seated = RoundSeat.objects.filter(table__event_round=event_round, entrant__in=players)
        if (there := seated.select_related("table", "entrant").first()) is not None:
            raise Refused(f"{there.entrant.called} sits at {str(there.table).lower()} in this round already.")
        taken = set(event_round.tables.values_list("number", flat=True))
        number = next(number for number in in_use(event.hall_tables) if number not in taken)
        board_set = event_round.number if event.is_duplicate else 0
        table = RoundTable.objects.create(event_round=event_round, number=number, board_set=board_set)
        for seat, entrant in zip(seats, players, strict=True):
            RoundSeat.objects.create(table=table, seat=seat, entrant=entrant)
        SitOut.objects.filter(event_round=event_round, entrant__in=players).delete()
        if event_round.state == EventRound.State.RUNNING:
            begin_card(event, event_round, table, table.seats.with_players())
        if event_round.state != EventRound.State.DRAFT:
            publish_version(event, acting)
        doing.tell(
            "formed a table",
            f"{event_round}, {str(table).lower()}",
            after=listed([entrant.called for entrant in players]),
        )
    return table


def break_up_table(*, table: RoundTable | None, acting: Acting, client_id: str) -> None:
    """Take a table away and free its people. Raises `Refused` once it has a card."""
    if table is None:
        return  # it was broken up by the same tap before
    event_round = table.event_round
    with deed(event_round, acting, client_id, while_closed=True) as doing:
        event = doing.event
        found = RoundTable.objects.filter(pk=table.pk).first()
        if found is None or doing.was_done:
            return
        if event.format != Event.Format.CASUAL:
            raise Refused("Only casual evenings break up tables one by one.")
        if found.card_id is not None:
            raise Refused(f"{found} already has its card.")
        names = [seat.entrant.called for seat in found.seats.select_related("entrant")]
        found.delete()
        if event_round.state != EventRound.State.DRAFT:
            publish_version(event, acting)
        doing.tell("broke up a table", f"{event_round}, {str(table).lower()}", before=listed(names))


def _guard(event: Event, players: Sequence[Entrant]) -> Sequence[str]:
    if not forms_by_hand(event):
        raise Refused("Only casual evenings form tables by hand. Make the seating instead.")
    if len({player.pk for player in players}) < len(players):
        raise Refused("Choose different people.")
    sizes = sizes_at(event)
    if len(players) not in sizes:
        raise Refused(f"A table is {listed([*map(in_words, sizes)], 'or')} people; you chose {len(players)}.")
    for player in players:
        if player.event_id != event.pk or player.state != Entrant.State.HERE:
            raise Refused(f"{player.called} is not here. Check them in first.")
    return seats_of_table(len(players))


def sizes_at(event: Event) -> tuple[int, ...]:
    """How many people a table of this evening can be."""
    return tuple(sorted(shape.seats for shape in shapes_of(event)))
