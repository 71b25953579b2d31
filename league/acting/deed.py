"""A deed: one thing that a person does to a club or an evening, written once and told once.

A deed waits in the write queue, holds the rows it writes to, asks whether the same was sent before, and leaves one line
in the log. A verb then consists of its guards and its change:

    with deed(event, acting, client_id) as doing:
        there = _as_it_is(entrant)
        if doing.was_done or there.state != State.HERE:
            return there
        there.state = State.LEFT
        there.save(update_fields=["state"])
        doing.tell("marked as gone", there.called)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final

from django.utils import timezone

from league.models import Club, Event, EventRound, LogLine, RoundTable
from league.models.members import read_in_full
from league.words import address_words
from pinochle_club.ground.happenings import Happening
from pinochle_club.ground.prepared import Prepared
from pinochle_club.ground.write_queue import queued_write

from .log import Refused, was_done, write_log
from .permissions import Acting
from .submissions import tried

IS_CLOSED: Final = "This event is closed. Reopen it first."
IS_LENT: Final = "Another computer has this evening now, so nothing in it is changed here."
IS_MOVED: Final = "{club} lives at {address} now. Change it there."
IS_AT_HOME: Final = "{club} lives at home. Only an evening that was fetched is changed here."
IS_FINAL: Final = "The results of this event are final."


@dataclass
class Doing:
    club: Club
    acting: Acting
    client_id: str
    the_event: Event | None = None
    too_late: str = ""

    @cached_property
    def was_done(self) -> bool:
        """Whether the same submission came before (one query). Raises `SentBefore` where something else was in it."""
        return was_done(self.club, self.client_id)

    @property
    def event(self) -> Event:
        assert self.the_event is not None, "asked only in deeds of an evening"
        return self.the_event

    def tell(
        self,
        action: str,
        subject: object = "",
        *,
        before: object = "",
        after: object = "",
        reason: str = "",
        event: Event | None = None,
    ) -> LogLine:
        """Write the line of the log, see `write_log`; of an `event` that the deed made. Raises `SentBefore`."""
        return write_log(
            club=self.club,
            event=event or self.the_event,
            acting=self.acting,
            action=action,
            subject=str(subject),
            before=str(before),
            after=str(after),
            reason=reason,
            client_id=self.client_id,
        )

    def came_second(self, first: str, wanted: str, subject: object, reason: str = "") -> None:
        """Another person did first what is `wanted`: once the deed is over, `Refused` says so in the words of `first`.
        The reason is in the log, and on the boards for a while. Its line keeps no id: a form sent again after a lost
        answer is told the same again."""
        self.too_late = first
        if reason:
            doing = replace(self, client_id="")
            doing.tell(f"also wanted to {wanted}", subject, reason=reason)
            self.too_late += " Your reason is in the log."


# In the same transaction.
closed_changed: Final = Happening[Callable[[Event], object]]("a deed changes an evening that is closed, or just was")


@contextmanager
def deed(
    where: Club | Event | EventRound | RoundTable,
    acting: Acting,
    client_id: str = "",
    *,
    while_closed: bool = False,
    until_final: bool = False,
    holding: bool = False,
    while_lent: bool = False,
    while_moved: bool = False,
) -> Iterator[Doing]:
    """Around every change to a club or an evening: `with deed(event, acting, client_id) as doing:`.

    Holds the event's row, and before it those of a named table, or with `holding` of all tables of a round or an event.
    One that is lent takes nothing, except `while_lent`; a club that lives elsewhere and all in it but what was fetched
    from there, except `while_moved`. A closed one takes nothing more, except `while_closed` or, as long as its results
    are not final, `until_final`. Raises `Refused`, also where it `came_second`, and `SentBefore` where something else
    was sent under the same id.
    """
    with tried():
        with queued_write(), read_in_full(None):
            if isinstance(where, Club):
                elsewhere, doing = hold_club(where), Doing(where, acting, client_id)
                if elsewhere and not while_moved and not doing.was_done:
                    raise Refused(elsewhere)
                yield doing
                return
            event = _held(where, holding=holding)
            doing = Doing(event.club, acting, client_id, event)
            if not while_moved and not event.is_changed_here and not doing.was_done:
                guard_is_changed_here(event)
            if event.lent and not while_lent and not doing.was_done:
                raise Refused(IS_LENT)
            if event.state == Event.State.CLOSED and not while_closed and not doing.was_done:
                guard_not_closed(event, until_final=until_final)
            yield doing
            if event.state == Event.State.CLOSED or event.ledger_mark:
                for follow in closed_changed:
                    follow(event)
        if doing.too_late:
            raise Refused(doing.too_late)


def guard_not_closed(event: Event, *, until_final: bool = False) -> None:
    """Raises `Refused` where the event is closed; with `until_final` only once its results are final."""
    if event.state == Event.State.CLOSED:
        if not until_final:
            raise Refused(IS_CLOSED)
        if event.is_final(timezone.now()):
            raise Refused(IS_FINAL)


def guard_is_changed_here(event: Event) -> None:
    """Raises `Refused` where the event's club lives elsewhere, but for a fetched evening (one query there)."""
    if not event.is_changed_here:
        raise Refused(_elsewhere_words(event.club))


def hold_club(club: Club) -> str:
    """Why nothing of the club is changed here, empty where it lives here. Two taps at the very same moment take turns
    on PostgreSQL too, so that the second finds what the first made."""
    held = Club.objects.select_for_update(no_key=True).filter(pk=club.pk).only("name", "moved_to", "is_copy").first()
    if held is None:
        raise Refused("Somebody deleted this club.")
    return "" if held.lives_here else _elsewhere_words(held)


def _elsewhere_words(club: Club) -> str:
    words = IS_MOVED if club.moved_to else IS_AT_HOME
    return words.format(club=club, address=address_words(club.moved_to))


def _held(where: Event | EventRound | RoundTable, *, holding: bool) -> Event:
    """The event's row as it is now, held for this transaction; tables are held before it, always in this order."""
    if isinstance(where, RoundTable):
        RoundTable.objects.select_for_update(no_key=True).filter(pk=where.pk).values_list("pk", flat=True).first()
        event_id = where.event_round.event_id
    elif isinstance(where, EventRound):
        if holding:
            list(where.tables.select_for_update(no_key=True).values_list("pk", flat=True))
        event_id = where.event_id
    else:
        if holding:
            tables = RoundTable.objects.select_for_update(no_key=True).filter(event_round__event=where).order_by("pk")
            list(tables.values_list("pk", flat=True))
        event_id = where.pk
    return hold_event(event_id)


_to_write_on: Final = Prepared(
    lambda event: (
        Event.objects.select_for_update(of=("self",), no_key=True)
        .select_related("club", "rules__book_version")
        .filter(pk=event)
    )
)


def hold_event(event_id: int) -> Event:
    """The event's row as it is now, held for this transaction. Raises `Refused` where it was deleted."""
    found = _to_write_on.first(event=event_id)
    if found is None:
        raise Refused("Somebody deleted this event.")
    return found
