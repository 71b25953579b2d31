from __future__ import annotations

from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils import timezone

from league.acting.answers import tapped
from league.acting.permissions import READ, TAP, Acting, Action, ClubRequest, needs
from league.evening.clock.polling import differs_from
from league.models import Entrant
from league.season.players import reading
from league.season.players.deeds import let_watch
from league.season.players.forms import WatchForm
from league.season.players.pages import watch as pages
from scoring.score_card.access import browser_family
from scoring.score_card.views.answers import gone

FOLDER = "league/season/players"


@needs(Action.SEE_OWN, TAP)
def let(request: ClubRequest, event_id: int) -> HttpResponse:
    return _let(request, reading.get_entry(request.club, request.acting.member_id, event_id), "my_evening", event_id)


@needs(Action.READ_PUBLISHED, TAP)
def let_by_link(request: ClubRequest, event_id: int, entrant_number: int, token: str) -> HttpResponse:
    entrant = reading.get_linked_entry(request.club, event_id, entrant_number, token)
    request.acting = Acting(
        user=None, kind=None, name=entrant.name, device=browser_family(request), member_id=entrant.member_id
    )
    return _let(request, entrant, "night", event_id, entrant_number, token)


def _let(request: ClubRequest, entrant: Entrant, page: str, *args: object) -> HttpResponse:
    def said(there: Entrant) -> str:
        return pages.LET if there.watch_nonce else pages.STOPPED

    return tapped(request, page, *args, deed=let_watch, form=WatchForm(request.POST), said=said, entrant=entrant)


@needs(Action.READ_PUBLISHED, READ)
def watch(request: ClubRequest, **link: Any) -> HttpResponse:
    """The player's table, round and result so far. Polled with `?v=version`: 204 without news (three queries)."""
    try:
        entrant = reading.get_watched_entry(request.club, **link)
    except Http404:
        if request.htmx:
            return gone()
        raise
    version = reading.watch_version(entrant)
    if request.htmx and not differs_from(request, version):
        return HttpResponse(status=204)
    context: dict[str, Any] = {"version": version}
    if not pages.is_over(entrant.event, timezone.localdate()):
        rounds = reading.own_rounds(entrant)
        context["watched"] = pages.watched(entrant, rounds, reading.table_watched(entrant, rounds))
    return render(request, f"{FOLDER}/watch.html", context)
