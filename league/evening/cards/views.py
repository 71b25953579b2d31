"""The cards of closed evenings, for everybody to read hand by hand: what was played, and nothing that was judged."""

from __future__ import annotations

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from league.acting.finding import HIGHEST
from league.acting.permissions import Action, ClubRequest, needs
from league.models import Club, Event, RoundTable
from league.office.clubs.pages.navigation import address_of
from scoring.score_card.views.reading import Reader, read_card, read_hand


@require_safe
@needs(Action.READ_PUBLISHED)
def card(request: ClubRequest, event_id: int, number: int, table: int) -> HttpResponse:
    """A table's card; where the hands are not known, the results."""
    found = _get_table(request.club, event_id, number, table)
    if not _is_closed(found):
        return _not_yet(request, found)
    if found.totals:
        return redirect(_results(found))
    return _unlisted(read_card(request, _reader(found)))


@require_safe
@needs(Action.READ_PUBLISHED)
def hand(request: ClubRequest, event_id: int, number: int, table: int, hand: int) -> HttpResponse:
    """One hand of it, explained."""
    found = _get_table(request.club, event_id, number, table)
    if not _is_closed(found):
        return _not_yet(request, found)
    if found.totals:
        return redirect(_results(found))
    return _unlisted(read_hand(request, _reader(found), hand))


def _get_table(club: Club, event_id: int, number: int, table: int) -> RoundTable:
    """A table that has a card (one query); 404 for every other one."""
    tables = RoundTable.objects.select_related("card__book_version", "event_round__event__club")
    known = event_id < 2**63 and max(number, table) < HIGHEST
    at = tables.filter(event_round__event__club=club, event_round__event=event_id, event_round__number=number)
    found = at.filter(number=table, card__isnull=False).first() if known else None
    if found is None:
        raise Http404("This event has no card of such a table.")
    return found


def _is_closed(table: RoundTable) -> bool:
    return table.event_round.event.state == Event.State.CLOSED


def _not_yet(request: ClubRequest, table: RoundTable) -> HttpResponse:
    """People who came by a link, such as from the standings, are told what happened and led on."""
    event = table.event_round.event
    context = {"club": request.club, "event": event, "is_reopened": event.is_reopened, "results": _results(table)}
    return _unlisted(render(request, "league/evening/cards/none.html", context, status=404))


def _reader(table: RoundTable) -> Reader:
    assert table.card is not None, "only tables with a card are found"
    event_round = table.event_round
    event = event_round.event
    base = address_of("read_card", event.club.slug, event.pk, event_round.number, table.number)
    return Reader(table.card, base, is_live=False, back=("Back to the results", _results(table)), is_public=True)


def _results(table: RoundTable) -> str:
    event = table.event_round.event
    return f"{address_of('event', event.club.slug, event.pk)}#results"


def _unlisted(response: HttpResponse) -> HttpResponse:
    """Search engines stay away from single cards, also where they may list what a club publishes."""
    response["X-Robots-Tag"] = "noindex"
    return response
