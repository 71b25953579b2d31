"""Cards of closed evenings, public hand by hand, without judgments."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from django.http import HttpResponse
from django.shortcuts import redirect, render

from league.acting.permissions import READ, Action, ClubRequest, needs
from league.acting.unchanged import kept_for_strangers
from league.models import Club, Event, RoundTable
from league.office.clubs.pages.navigation import address_of
from pinochle_club.ground.http import or_404
from scoring.score_card.views.reading import Reader, read_card, read_hand


@needs(Action.READ_PUBLISHED, READ)
@kept_for_strangers()
def card(request: ClubRequest, event_id: int, number: int, table: int) -> HttpResponse:
    return _read(request, event_id, number, table, partial(read_card, request))


@needs(Action.READ_PUBLISHED, READ)
@kept_for_strangers()
def hand(request: ClubRequest, event_id: int, number: int, table: int, hand: int) -> HttpResponse:
    return _read(request, event_id, number, table, lambda reader: read_hand(request, reader, hand))


def _read(
    request: ClubRequest, event_id: int, number: int, table: int, read: Callable[[Reader], HttpResponse]
) -> HttpResponse:
    """Show a card once the evening is closed; until then say why not. Search engines stay away."""
    found = _get_table(request.club, event_id, number, table)
    event = found.event_round.event
    results = f"{address_of('event', event.club.slug, event.pk)}#results"
    if event.state != Event.State.CLOSED:
        context = {"event": event, "is_reopened": event.is_reopened, "results": results}
        response = render(request, "league/evening/cards/none.html", context, status=404)
    elif found.totals:
        return redirect(results)
    else:
        assert found.card is not None, "only tables with a card are found"
        base = address_of("read_card", event.club.slug, event.pk, number, table)
        back = ("Back to the results", results)
        response = read(Reader(found.card, base, is_live=False, back=back, is_public=True))
    response["X-Robots-Tag"] = "noindex"
    return response


def _get_table(club: Club, event_id: int, number: int, table: int) -> RoundTable:
    """A table with a card (one query), or 404."""
    tables = RoundTable.objects.select_related("card__book_version", "event_round__event__club")
    at = tables.filter(event_round__event__club=club, event_round__event__pk=event_id, event_round__number=number)
    return or_404(at.filter(number=table, card__isnull=False).first(), "This event has no card of such a table.")
