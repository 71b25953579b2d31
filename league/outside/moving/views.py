"""A club's way to another address: one page, before the move and after it."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import redirect, render

from league.acting.answers import form_page, posted
from league.acting.forms import ClubForm
from league.acting.permissions import Action, ClubRequest, needs
from league.models import Fetched
from league.office.accounts.views import password_again
from league.office.clubs.pages.navigation import address_of
from league.office.clubs.reading import may_fetch
from league.words import address_words

from . import deeds, pages
from .forms import MoveForm

FOLDER = "league/outside/moving"


@needs(Action.MANAGE_CLUB)
@password_again("settings")
def move(request: ClubRequest) -> HttpResponse:
    """Move the club to another address; once it has moved, what is left to do."""
    club = request.club
    if club.is_copy:
        return redirect("league:stay_here", club.slug)
    if club.moved_to and request.method != "POST":
        context = {"address": address_words(club.moved_to), "may_fetch": may_fetch(request.user)}
        return render(request, f"{FOLDER}/moved.html", context)
    return form_page(
        request,
        MoveForm(posted(request), here=request.build_absolute_uri("/")),
        pages.move_page(club),
        deed=deeds.move_away,
        to=address_of("move_club", club.slug),
        club=club,
    )


@needs(Action.MANAGE_CLUB)
@password_again("settings")
def stay(request: ClubRequest) -> HttpResponse:
    """Keep a club here that was marked as moved."""
    club = request.club
    if club.lives_here and request.method != "POST":
        return redirect("league:settings", club.slug)
    return form_page(
        request,
        ClubForm(posted(request)),
        pages.stay_page(club, has_fetched=Fetched.objects.filter(event__club=club).exists()),
        deed=deeds.stay,
        to=address_of("club", club.slug),
        said=pages.kept_words,
        club=club,
    )
