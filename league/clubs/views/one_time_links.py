"""What a one-time link opens. Looking changes nothing; the form uses the link up."""

from __future__ import annotations

from typing import Any, Final

from django.contrib import messages
from django.contrib.auth.models import User
from django.db import IntegrityError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode
from django.views.decorators.debug import sensitive_post_parameters, sensitive_variables
from django.views.decorators.http import require_http_methods

from league.accounts.forms import FirstAdminForm, NewAccountForm, NewPasswordForm
from league.accounts.views import sign_in_as
from league.acting.forms import ClubForm
from league.acting.log import Refused
from league.acting.permissions import name_of
from league.clubs.deeds.one_time_links import find_link, use_invitation, use_reset, use_setup, why_dead
from league.models import Club, OneTimeLink, Role
from scoring.score_card.access import browser_family

Kind = OneTimeLink.Kind
ACCOUNT: Final = ("name", "sign_in_name", "email", "password")


@sensitive_post_parameters()
@require_http_methods(["GET", "HEAD", "POST"])
def one_time_link(request: HttpRequest, token: str) -> HttpResponse:
    """Tells a link that works no more in words; asks what it needs to be used; by POST uses it."""
    link = find_link(token)
    if link is None:
        return render(request, "league/clubs/dead_link.html", {"why": "This link is not known here."}, status=404)
    dead = why_dead(link, timezone.now())
    if dead:
        return _dead_page(request, link, dead)
    if link.kind == Kind.RESET:
        return _reset(request, link)
    if link.kind == Kind.INVITATION:
        return _invitation(request, link)
    return _setup(request, link)


def _dead_page(request: HttpRequest, link: OneTimeLink, why: str) -> HttpResponse:
    """A link that was used by this very form has done its work: whoever sent it twice goes on."""
    sent = request.POST.get("client_id", "")
    if link.used_at is not None and sent and link.used_with == sent:
        if isinstance(request.user, User):
            return redirect("league:club", link.club.slug) if link.club else redirect("league:clubs")
        messages.success(request, "That is done. Sign in with your new password.")
        return redirect("league:sign_in")
    return render(request, "league/clubs/dead_link.html", {"why": why, "link": link}, status=410)


def _page(request: HttpRequest, template: str, form: ClubForm, **more: Any) -> HttpResponse:
    status = 422 if request.method == "POST" else 200
    return render(request, f"league/clubs/{template}.html", {"form": form, **more}, status=status)


@sensitive_variables()
def _setup(request: HttpRequest, link: OneTimeLink) -> HttpResponse:
    """The first account, and with it the first club."""
    form = FirstAdminForm(request.POST or None, makes_club=not Club.objects.filter(is_example=False).exists())
    if not form.is_valid():
        return _page(request, "setup", form)
    account = {key: form.cleaned_data[key] for key in ACCOUNT}
    club_name = form.cleaned_data.get("club_name", "")
    try:
        user, club = use_setup(
            link=link, account=account, club_name=club_name, client_id=form.cleaned_data["client_id"]
        )
    except Refused as refused:
        return _late(request, link, str(refused))
    except IntegrityError:
        form.add_error("sign_in_name", TAKEN_MEANWHILE)
        return _page(request, "setup", form)
    return sign_in_as(request, user, redirect("league:club", club.slug))


TAKEN_MEANWHILE: Final = "Somebody took this sign-in name a moment ago. Choose another."


@sensitive_variables()
def _invitation(request: HttpRequest, link: OneTimeLink) -> HttpResponse:
    """A role for the account that is signed in here, or for a new one."""
    user = request.user if isinstance(request.user, User) else None
    form: ClubForm = (
        ClubForm(request.POST or None) if user else NewAccountForm(request.POST or None, initial={"name": link.name})
    )
    told = {
        "club": link.club,
        "role": Role.Kind(link.role).label.lower(),
        "invited": link.name,
        "user_name": name_of(user) if user else "",
        "sign_in_address": f"{reverse('league:sign_in')}?{urlencode({'next': request.path})}",
    }
    if not form.is_valid():
        return _page(request, "invitation", form, **told)
    account = None if user else {key: form.cleaned_data[key] for key in ACCOUNT}
    client_id, device = form.cleaned_data["client_id"], browser_family(request)
    try:
        user, club = use_invitation(link=link, user=user, account=account, device=device, client_id=client_id)
    except Refused as refused:
        return _late(request, link, str(refused))
    except IntegrityError:
        form.add_error("sign_in_name", TAKEN_MEANWHILE)
        return _page(request, "invitation", form, **told)
    return sign_in_as(request, user, redirect("league:club", club.slug))


@sensitive_variables()
def _reset(request: HttpRequest, link: OneTimeLink) -> HttpResponse:
    """A new password for the link's account."""
    form = NewPasswordForm(request.POST or None, user=link.user)
    if not form.is_valid():
        assert link.user is not None
        return _page(
            request, "reset", form, club=link.club, name=name_of(link.user), sign_in_name=link.user.get_username()
        )
    password, client_id = form.cleaned_data["password"], form.cleaned_data["client_id"]
    try:
        user = use_reset(link=link, password=password, device=browser_family(request), client_id=client_id)
    except Refused as refused:
        return _late(request, link, str(refused))
    messages.success(request, "Your new password is saved, and you are signed in.")
    return sign_in_as(request, user, redirect("league:account"))


def _late(request: HttpRequest, link: OneTimeLink, why: str) -> HttpResponse:
    """What a form meets that came a moment too late, or whose account has a role already."""
    fresh = OneTimeLink.objects.select_related("club").get(pk=link.pk)
    return _dead_page(request, fresh, why)
