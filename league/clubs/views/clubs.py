"""The clubs of this server: the list, a new one, a club's front page, its settings, its help, its end."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_safe

from league.accounts.views import to_sign_in
from league.acting.log import Refused
from league.acting.permissions import Acting, Action, ClubRequest, name_of, needs
from league.clubs.deeds.clubs import change_club, delete_club, make_club
from league.clubs.forms.clubs import ClubDetailsForm, DeleteClubForm
from league.clubs.pages.clubs import front_context
from league.clubs.pages.permissions import permission_table
from league.models import Club, Role
from scoring.score_card.access import browser_family


@require_safe
def clubs(request: HttpRequest) -> HttpResponse:
    """Every club of this server."""
    context = {"clubs": Club.objects.all(), "may_found": may_found(request)}
    return render(request, "league/clubs/clubs.html", context)


def may_found(request: HttpRequest) -> bool:
    """Whether the visitor may begin another club here: who looks after one already, or after the server."""
    user = request.user
    if not isinstance(user, User):
        return False
    return user.is_superuser or user.club_roles.filter(kind=Role.Kind.ADMIN).exists()


@require_http_methods(["GET", "HEAD", "POST"])
def new_club(request: HttpRequest) -> HttpResponse:
    """Begins another club, whose admin is who asks."""
    user = request.user
    if not isinstance(user, User):
        return to_sign_in(request)
    if not may_found(request):
        return render(request, "league/clubs/not_found_by_you.html", status=403)
    form = ClubDetailsForm(request.POST or None, initial={"paper": Club.Paper.LETTER})
    if request.method != "POST" or not form.is_valid():
        status = 422 if request.method == "POST" else 200
        return render(request, "league/clubs/new_club.html", {"form": form}, status=status)
    acting = Acting(user=user, kind=Role.Kind.ADMIN, name=name_of(user), device=browser_family(request))
    club = make_club(acting=acting, **form.cleaned_data)
    return redirect("league:club", club.slug)


@require_safe
@needs(Action.READ_PUBLISHED)
def club(request: ClubRequest) -> HttpResponse:
    """A club's front page: its events, and for those who run it what to do next."""
    context = {
        "club": request.club,
        "acting": request.acting,
        "front": front_context(request.club, request.acting, timezone.localdate()),
        "may_manage": request.acting.may(Action.MANAGE_CLUB),
    }
    return render(request, "league/clubs/club.html", context)


@require_safe
@needs(Action.READ_PUBLISHED)
def help_page(request: ClubRequest) -> HttpResponse:
    """Who may do what: the one table that the program asks, in words."""
    context = {"club": request.club, "table": permission_table(request.acting)}
    return render(request, "league/clubs/help.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Action.MANAGE_CLUB)
def settings(request: ClubRequest) -> HttpResponse:
    """Name, paper, a few words about the club."""
    club = request.club
    if request.method != "POST":
        form = ClubDetailsForm(initial={"name": club.name, "about": club.about, "paper": club.paper})
        return _settings_page(request, form)
    form = ClubDetailsForm(request.POST)
    if not form.is_valid():
        return _settings_page(request, form, status=422)
    change_club(club=club, acting=request.acting, **form.cleaned_data)
    messages.success(request, "Saved.")
    return redirect("league:settings", club.slug)


def _settings_page(request: ClubRequest, form: ClubDetailsForm, status: int = 200) -> HttpResponse:
    return render(request, "league/clubs/settings.html", {"club": request.club, "form": form}, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Action.DELETE)
def delete(request: ClubRequest) -> HttpResponse:
    """Takes the club out, once its name was typed."""
    form = DeleteClubForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        name = request.club.name
        try:
            delete_club(club=request.club, typed_name=form.cleaned_data["name"])
        except Refused as refused:
            form.add_error("name", str(refused))
        else:
            messages.success(request, f"{name} is taken out, with its members, events and cards.")
            return redirect("league:clubs")
    context = {"club": request.club, "form": form, "members": request.club.members.count()}
    context["events"] = request.club.events.count()
    status = 422 if request.method == "POST" else 200
    return render(request, "league/clubs/delete.html", context, status=status)
