from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import render

from league.acting.answers import tapped
from league.acting.permissions import READ, TAP, Action, ClubRequest, needs
from league.office.clubs.deeds import computer as deeds
from pinochle_club.ground import health as computer
from pinochle_club.ground.forms import new_client_id


@needs(Action.SEE_HEALTH, READ)
def health(request: ClubRequest) -> HttpResponse:
    """The computer's findings line by line, each with its cure, faults first."""
    computer.look()
    context = {
        "club": request.club,
        "lines": computer.lines(),
        "may_manage": request.acting.may(Action.MANAGE_CLUB),
        "may_update": request.acting.may(Action.MANAGE_CLUB) and not request.club.is_example,
        "client_id": new_client_id(),
    }
    return render(request, "league/office/clubs/health.html", context)


@needs(Action.MANAGE_CLUB, TAP)
def back_up(request: ClubRequest) -> HttpResponse:
    return tapped(request, "health", deed=deeds.back_up, said=str, club=request.club)


@needs(Action.MANAGE_CLUB, TAP)
def update(request: ClubRequest) -> HttpResponse:
    return tapped(request, "health", deed=deeds.update, said=str, club=request.club)
