"""Rows named by an address, or 404 for another club's. A view under `needs` takes an `event` in place of its number."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from inspect import signature
from typing import Any, Final, TypeVar

from django.db.models import Exists, OuterRef, Prefetch, QuerySet
from django.http import Http404, HttpResponse

from league.models import Club, DirectorCall, Event, EventRound, Fetched, RoundSeat, RoundTable
from pinochle_club.ground.http import or_404
from pinochle_club.ground.prepared import Prepared

Finder = TypeVar("Finder", bound=Callable[..., object])
FINDERS: Final[dict[str, Callable[..., object]]] = {}


def found_as(name: str) -> Callable[[Finder], Finder]:
    """Give views the row that the finder below finds, by the parts of the address that it takes."""

    def keep(find: Finder) -> Finder:
        FINDERS[name] = find
        return find

    return keep


def with_what_is_named(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    takes = signature(view).parameters

    @wraps(view)
    def called(request: Any, **parts: Any) -> HttpResponse:
        found = {"club": request.club}

        def find(name: str) -> Any:
            if name not in found:
                where, *by = signature(FINDERS[name]).parameters
                found[name] = FINDERS[name](find(where), *(parts.pop(part) for part in by))
            return found[name]

        return view(request, **{name: find(name) for name in takes if name in FINDERS and name not in parts}, **parts)

    return called


def _events(club: int, event: int) -> QuerySet[Event]:
    return (
        Event.objects.filter(club=club, pk=event)
        .with_money()
        .annotate(is_fetched=Exists(Fetched.objects.filter(event=OuterRef("pk"))))  # type: ignore[no-redef]  # read along
        .select_related(
            "rules__book_version",
            "rules__house_rules",
            "three_handed_rules__book_version",
            "three_handed_rules__house_rules",
            "series",
        )
        # Books are known by their digests, and no page of an event shows the draft of the club's next ones.
        .defer(
            "rules__book_version__data",
            "rules__house_rules__draft",
            "three_handed_rules__book_version__data",
            "three_handed_rules__house_rules__draft",
        )
    )


_event_of: Final = Prepared(_events)


@found_as("event")
def get_event(club: Club, event_id: int) -> Event:
    """An event of this club with its rules (one query), or 404."""
    found = _event_of.first(club=club.pk, event=event_id)
    if found is None:
        raise Http404("This club has no such event.")
    found.club = club
    return found


_round_of: Final = Prepared(lambda event, number: EventRound.objects.filter(event=event, number=number))


@found_as("event_round")
def get_round(event: Event, number: int) -> EventRound:
    """A round of the event (one query), or 404."""
    found = or_404(_round_of.first(event=event.pk, number=number), "This event has no such round.")
    found.event = event
    return found


@found_as("there")
def get_table(event: Event, number: int, table: int) -> RoundTable:
    """A table of a round with its card and seats (three queries), or 404."""
    event_round = get_round(event, number)
    tables = event_round.tables.select_related("card__book_version").prefetch_related(
        Prefetch("seats", RoundSeat.objects.with_players())
    )
    found = or_404(tables.filter(number=table).first(), "This round has no such table.")
    found.event_round = event_round
    return found


def get_seat(event: Event, number: int, table: int, seat: str) -> RoundSeat:
    """A seat of a table in a round (three queries), or 404."""
    there = get_table(event, number, table)
    found = or_404(
        next((other for other in there.seats.all() if other.seat == seat), None), "This table has no such seat."
    )
    found.table = there
    return found


@found_as("call")
def get_call(event: Event, call_id: int) -> DirectorCall:
    """A table's call for the director (one query), or 404."""
    calls = DirectorCall.objects.select_related("table__event_round__event__club")
    return or_404(
        calls.filter(pk=call_id, table__event_round__event=event).first(), "Nobody called like this at this event."
    )
