"""Rounds and tables that count. A void one gives no points, credits or meetings, and another is planned for it."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from django.db.models import Max

from league.acting.deed import deed
from league.acting.log import Refused
from league.acting.permissions import Acting
from league.evening.judging.deeds.lateness import post_absent
from league.models import Event, EventRound
from scoring.rules.notation import listed

NOT_AT_ALL: Final = "It doesn’t count"


def say_what_counts(
    *, event_round: EventRound, void: Collection[int], acting: Acting, client_id: str, reason: str
) -> EventRound:
    """Void these tables of a closed round, and count all others; with none left, the round is void too."""
    with deed(event_round, acting, client_id, holding=True) as doing:
        event_round = EventRound.objects.select_related("event").get(pk=event_round.pk)
        if doing.was_done:
            return event_round
        if event_round.state != EventRound.State.CLOSED:
            raise Refused(f"{event_round} isn’t closed. Say what counts when you close it.")
        if not reason:
            raise Refused("Say why in a few words. It goes into the log.", "reason")
        before = counting_words(event_round)
        set_void(doing.event, event_round, void)
        post_absent(event_round=event_round, acting=acting, client_id=client_id, at=event_round.closed_at)
        doing.tell(
            "changed what counts of", event_round, before=before, after=counting_words(event_round), reason=reason
        )
    return event_round


def set_void(event: Event, event_round: EventRound, void: Collection[int]) -> None:
    """Set a round's void tables, and with them the round; inside the caller's write, which locks `event`."""
    event_round.tables.update(counts=True)
    event_round.tables.filter(number__in=void).update(counts=False)
    counts = event_round.tables.filter(counts=True).exists()
    if counts == event_round.counts:
        return
    event_round.counts = counts
    event_round.save(update_fields=["counts"])
    if not (event_round.is_extra_hand or event_round.number <= event.cut_after):
        last = event.rounds.aggregate(last=Max("number"))["last"]
        event.rounds_planned = max(last, event.rounds_planned - 1) if counts else event.rounds_planned + 1
        event.save(update_fields=["rounds_planned"])


def counting_words(event_round: EventRound) -> str:
    """`It counts`, `Tables 2 and 5 don’t count` (one query)."""
    tables = list(event_round.tables.order_by("number"))
    return void_words([one.number for one in tables if not one.counts], len(tables))


def void_words(void: Collection[int], tables: int) -> str:
    """The same for a round with so many tables, these of them void."""
    if not void:
        return "It counts"
    if len(void) == tables:
        return NOT_AT_ALL
    numbers = listed([str(one) for one in sorted(void)])
    return f"Table {numbers} doesn’t count" if len(void) == 1 else f"Tables {numbers} don’t count"
