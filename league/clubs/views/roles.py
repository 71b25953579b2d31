"""Who runs a club: people with roles, invitations, new passwords for those who forgot theirs."""

from __future__ import annotations

from urllib.parse import urlsplit

from django.conf import settings
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from league.acting.forms import ClubForm
from league.acting.log import Refused, was_done
from league.acting.permissions import Action, ClubRequest, name_of, needs
from league.clubs import mail
from league.clubs.deeds.one_time_links import make_invitation, make_reset, revoke_link
from league.clubs.deeds.roles import change_role, remove_role
from league.clubs.forms.roles import InvitationForm, RoleForm
from league.clubs.pages.one_time_links import made_link_context, mail_text
from league.clubs.pages.roles import roles_context
from league.models import OneTimeLink, Role


@require_safe
@needs(Action.MANAGE_CLUB)
def roles(request: ClubRequest) -> HttpResponse:
    """People with a role, and links that wait to be used."""
    context = {"club": request.club, "people": roles_context(request.club), "form": ClubForm()}
    return render(request, "league/clubs/roles.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Action.MANAGE_CLUB)
def invite(request: ClubRequest) -> HttpResponse:
    """Makes an invitation and shows it, once."""
    data = request.POST if request.method == "POST" else None
    form = InvitationForm(data, club=request.club, may_mail=mail.is_set_up(), initial={"kind": Role.Kind.DIRECTOR})
    if data is None or not form.is_valid():
        context = {"club": request.club, "form": form}
        return render(request, "league/clubs/invite.html", context, status=200 if data is None else 422)
    link, secret = make_invitation(club=request.club, acting=request.acting, **form.cleaned_data)
    return _link_page(request, link, secret)


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Action.MANAGE_CLUB)
def change(request: ClubRequest, role_id: int) -> HttpResponse:
    """One person: another role."""
    role = _role(request, role_id)
    if request.method != "POST":
        return _role_page(request, role, RoleForm(initial={"kind": role.kind}))
    form = RoleForm(request.POST)
    if not form.is_valid():
        return _role_page(request, role, form, status=422)
    try:
        change_role(role=role, acting=request.acting, **form.cleaned_data)
    except Refused as refused:
        form.add_error("kind", str(refused))
        return _role_page(request, role, form, status=422)
    messages.success(request, f"{name_of(role.user)} is {form.cleaned_data['kind'].label.lower()} now.")
    return redirect("league:roles", request.club.slug)


@require_POST
@needs(Action.MANAGE_CLUB)
def remove(request: ClubRequest, role_id: int) -> HttpResponse:
    """Takes a role away. Sent twice, it is away already."""
    form = ClubForm(request.POST)
    if form.is_valid() and was_done(request.club, form.cleaned_data["client_id"]):
        return redirect("league:roles", request.club.slug)
    role = _role(request, role_id)
    if form.is_valid():
        try:
            remove_role(role=role, acting=request.acting, client_id=form.cleaned_data["client_id"])
        except Refused as refused:
            return _role_page(request, role, RoleForm(initial={"kind": role.kind}), str(refused), status=422)
        messages.success(request, f"{name_of(role.user)} has no role here any more.")
    return redirect("league:roles", request.club.slug)


@require_POST
@needs(Action.MANAGE_CLUB)
def new_password(request: ClubRequest, role_id: int) -> HttpResponse:
    """Makes a link for a new password and shows it, once."""
    role = _role(request, role_id)
    form = ClubForm(request.POST)
    if not form.is_valid():
        return _role_page(request, role, RoleForm(initial={"kind": role.kind}), status=422)
    try:
        link, secret = make_reset(role=role, acting=request.acting, client_id=form.cleaned_data["client_id"])
    except Refused as refused:
        return _role_page(request, role, RoleForm(initial={"kind": role.kind}), str(refused), status=422)
    return _link_page(request, link, secret)


@require_POST
@needs(Action.MANAGE_CLUB)
def revoke(request: ClubRequest, link_id: int) -> HttpResponse:
    """Takes a link back that was not used yet."""
    link = get_object_or_404(OneTimeLink.objects.select_related("club"), club=request.club, pk=link_id)
    form = ClubForm(request.POST)
    if form.is_valid():
        revoke_link(link=link, acting=request.acting, client_id=form.cleaned_data["client_id"])
        messages.success(request, f"The link for {link.name} works no more.")
    return redirect("league:roles", request.club.slug)


def _role(request: ClubRequest, role_id: int) -> Role:
    return get_object_or_404(Role.objects.select_related("user", "club"), club=request.club, pk=role_id)


def _role_page(request: ClubRequest, role: Role, form: RoleForm, fault: str = "", status: int = 200) -> HttpResponse:
    context = {
        "club": request.club,
        "form": form,
        "fault": fault,
        "role": role,
        "name": name_of(role.user),
        "is_self": role.user_id == (request.acting.user.pk if request.acting.user else None),
        "remove_form": ClubForm(),
        "password_form": ClubForm(),
    }
    return render(request, "league/clubs/role.html", context, status=status)


def _link_page(request: ClubRequest, link: OneTimeLink, secret: str) -> HttpResponse:
    """Shown as the answer itself, since nobody can look the secret up later."""
    subject, text = mail_text(link, secret, request.acting.name)
    is_mailed = mail.send(to=link.email, subject=subject, text=text)
    here, there = request.get_host(), urlsplit(settings.PUBLIC_URL).netloc
    context = {
        "club": request.club,
        "link": made_link_context(link, secret),
        "email": link.email if mail.is_set_up() else "",
        "is_mailed": is_mailed,
        "here": here,
        "there": there,
        "leads_elsewhere": here.lower() != there.lower(),
    }
    return render(request, "league/clubs/link.html", context)
