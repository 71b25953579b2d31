"""Paper tables: a finished card typed in one grid, or its totals alone."""

from __future__ import annotations

from django.http import Http404, HttpResponse

from league.permissions import Action, ClubRequest, needs


@needs(Action.TYPE_PAPER)
def paper_card(request: ClubRequest, event_id: int, number: int, table: int) -> HttpResponse:
    raise Http404


preview = totals = back_to_tablet = paper_card
