"""The clubs of this server, and a club's own front page."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from league.models import Club
from league.permissions import Action, ClubRequest, needs


@require_safe
def clubs(request: HttpRequest) -> HttpResponse:
    """Every club of this server."""
    return render(request, "league/clubs/clubs.html", {"clubs": Club.objects.all()})


@require_safe
@needs(Action.READ_PUBLISHED)
def club(request: ClubRequest) -> HttpResponse:
    """A club's front page: its events, and for those who run it what to do next."""
    return render(request, "league/clubs/club.html", {"club": request.club, "acting": request.acting})
