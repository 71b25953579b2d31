"""The projector's page: seatings, the clock, results. Public; switched from the desk."""

from __future__ import annotations

from typing import Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from league.acting.permissions import READ, Action, ClubRequest, needs
from league.evening.clock.polling import differs_from
from league.evening.desk.pages.projector import projector_context
from league.evening.desk.projector import event_version, read_projector
from league.evening.tables.passes import to_read_along
from league.models import Event

from .desk import NOTHING_NEW

PAGE: Final = "league/evening/desk/projector.html"
FRAGMENT: Final = "league/evening/desk/_projector.html"


@needs(Action.READ_PUBLISHED, READ)
def projector(request: ClubRequest, event: Event) -> HttpResponse:
    view = projector_context(read_projector(event), timezone.now())
    context = {"event": event, "view": view, "read_at": to_read_along(event)}
    return render(request, FRAGMENT if request.htmx else PAGE, context)


@require_safe
def projector_changes(request: HttpRequest, slug: str, event_id: int) -> HttpResponse:
    """Poll with `?v=version&until=milliseconds`: 204 while nothing is new (one query). It is public."""
    version = event_version(event_id, slug) if event_id < 2**63 else None
    if version is not None and not differs_from(request, version):
        return HttpResponse(status=NOTHING_NEW)
    return projector(request, slug=slug, event_id=event_id)


projector_changes.action = Action.READ_PUBLISHED  # type: ignore[attr-defined]
