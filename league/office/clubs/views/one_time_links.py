"""The page of a one-time link. Looking changes nothing; the form uses the link up."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode
from django.views.decorators.debug import sensitive_post_parameters, sensitive_variables
from django.views.decorators.http import require_http_methods

from league.acting.answers import FormPage, posted, show_form, tapped
from league.acting.forms import ClubForm
from league.acting.log import Refused
from league.acting.permissions import ClubRequest, name_of
from league.models import Club, OneTimeLink
from league.office.accounts.forms import FirstAdminForm, NameForm, NewAccountForm, NewPasswordForm
from league.office.accounts.views import sign_in_as
from league.office.clubs import mail
from league.office.clubs.deeds.one_time_links import find_link, use_invitation, use_reset, use_setup, why_dead
from league.office.clubs.pages import one_time_links as pages
from scoring.score_card.access import browser_family

Kind = OneTimeLink.Kind
MAILS_OF_A_NEW_CLUB: Final = 30
ACCOUNT: Final[tuple[str, ...]] = ("name", "sign_in_name", "email", "password")


@sensitive_post_parameters()
@require_http_methods(["GET", "HEAD", "POST"])
def one_time_link(request: HttpRequest, token: str) -> HttpResponse:
    link = find_link(token)
    if link is None or link.kind == Kind.APPEAL:
        return render(request, "league/office/clubs/dead_link.html", {"why": pages.UNKNOWN_LINK}, status=404)
    dead = why_dead(link, timezone.now())
    if dead:
        return _dead_page(request, link, dead)
    if link.kind == Kind.RESET:
        return _reset(request, link)
    if link.kind in (Kind.INVITATION, Kind.EVENING):
        return _invitation(request, link)
    return _setup(request, link)


def _dead_page(request: HttpRequest, link: OneTimeLink, why: str) -> HttpResponse:
    """The page of a used link. The form that used it goes on when sent again, and so does its new account."""
    sent = request.POST.get("client_id", "")
    is_same = bool(link.used_at and sent) and link.used_with == sent
    if link.kind == Kind.EVENING and link.user is not None and link.club is not None:
        if request.user == link.user:
            return _leads_to(link, link.club)
        if is_same and timezone.now() < link.expires_at:  # the answer was lost, and the session with it
            return sign_in_as(request, link.user, _leads_to(link, link.club))
    if is_same:
        if isinstance(request.user, User):
            return _leads_to(link, link.club) if link.club else redirect("league:clubs")
        messages.success(request, "Done. Sign in with your new password.")
        return redirect("league:sign_in")
    return render(request, "league/office/clubs/dead_link.html", {"why": why, "link": link}, status=410)


def _page(request: HttpRequest, form: ClubForm, page: FormPage, status: int = 0, **more: Any) -> HttpResponse:
    return show_form(
        request, form, page, status=status, template="league/office/clubs/one_time_link.html", context=more
    )


@sensitive_variables()
def _setup(request: HttpRequest, link: OneTimeLink) -> HttpResponse:
    makes_club = not Club.objects.filter(is_example=False, is_public=True).exists()
    form = FirstAdminForm(posted(request), makes_club=makes_club)
    if not form.is_valid():
        return _page(request, form, pages.SETUP)
    account = {key: form.cleaned_data[key] for key in ACCOUNT}
    club_name, client_id = form.cleaned_data.get("club_name", ""), form.cleaned_data["client_id"]
    try:
        user, club = use_setup(link=link, account=account, club_name=club_name, client_id=client_id)
    except Refused as refused:
        return _not_done(request, link, refused, form, pages.SETUP)
    return sign_in_as(request, user, redirect("league:club", club.slug))


@sensitive_variables()
def _invitation(request: HttpRequest, link: OneTimeLink) -> HttpResponse:
    user = request.user if isinstance(request.user, User) and request.user.has_usable_password() else None
    data = posted(request)
    form: ClubForm = ClubForm(data) if user else _who_joins(link, data)
    user_name = name_of(user) if user else ""
    page = pages.invitation_page(link, user_name)
    more: dict[str, Any] = {
        "club": link.club,
        "user_name": user_name,
        "sign_in_address": f"{reverse('league:sign_in')}?{urlencode({'next': request.path})}",
    }
    if not form.is_valid():
        return _page(request, form, page, **more)
    account = None if user else {key: form.cleaned_data[key] for key in ACCOUNT if key in form.fields}
    client_id, device = form.cleaned_data["client_id"], browser_family(request)
    try:
        user, club = use_invitation(link=link, user=user, account=account, device=device, client_id=client_id)
    except Refused as refused:
        return _not_done(request, link, refused, form, page, **more)
    if request.user == user:  # a link is no password: that was shown when they signed in
        return _leads_to(link, club)
    return sign_in_as(request, user, _leads_to(link, club))


def _who_joins(link: OneTimeLink, data: QueryDict | None) -> ClubForm:
    return NameForm(data) if link.kind == Kind.EVENING else NewAccountForm(data, initial={"name": link.name})


def _leads_to(link: OneTimeLink, club: Club) -> HttpResponseRedirect:
    """The page after an invitation: the evening's board, one's own pages, or the club."""
    if link.kind == Kind.EVENING:
        return redirect("league:desk", club.slug, link.event_id)
    return redirect("league:me" if link.member_id else "league:club", club.slug)


@sensitive_variables()
def _reset(request: HttpRequest, link: OneTimeLink) -> HttpResponse:
    assert link.user is not None
    form, page = NewPasswordForm(posted(request), user=link.user), pages.reset_page(link.user)
    if not form.is_valid():
        return _page(request, form, page, club=link.club)
    password, client_id = form.cleaned_data["password"], form.cleaned_data["client_id"]
    try:
        user = use_reset(link=link, password=password, device=browser_family(request), client_id=client_id)
    except Refused as refused:
        return _not_done(request, link, refused, form, page, club=link.club)
    messages.success(request, "Your new password is saved.")
    return sign_in_as(request, user, redirect("league:account"))


def made_link_page(request: ClubRequest, link: OneTimeLink, secret: str, *, back: tuple[str, str]) -> HttpResponse:
    """A new link, mailed where it has an address, and shown once. `back` is the key below."""
    subject, text = pages.mail_text(link, secret, request.acting.name)
    is_mailed = _may_mail(request.club) and mail.send(club=request.club.name, to=link.email, subject=subject, text=text)
    here, there = request.get_host(), urlsplit(settings.PUBLIC_URL).netloc
    context = {
        "link": pages.made_link_context(link, secret),
        "email": link.email if mail.is_set_up() else "",
        "is_mailed": is_mailed,
        "here": here,
        "there": there,
        "leads_elsewhere": here.lower() != there.lower(),
        "back": back,
    }
    return render(request, "league/office/clubs/link.html", context)


def _may_mail(club: Club) -> bool:
    """Whether links of the club go out by mail: of one that few people know of, so many (one query)."""
    return club.is_public or club.one_time_links.exclude(email="").count() <= MAILS_OF_A_NEW_CLUB


def link_tapped(
    request: ClubRequest,
    page: str,
    *args: object,
    deed: Callable[..., tuple[OneTimeLink, str]],
    back: tuple[str, str],
    **about: Any,
) -> HttpResponse:
    return tapped(request, page, *args, deed=deed, to=lambda made: made_link_page(request, *made, back=back), **about)


def _not_done(
    request: HttpRequest, link: OneTimeLink, refused: Refused, form: ClubForm, page: FormPage, **more: Any
) -> HttpResponse:
    """The answer to a form that came a moment too late, or whose account has a role already."""
    if refused.field:
        form.add_error(refused.field, str(refused))
        return _page(request, form, page, status=409, **more)
    fresh = OneTimeLink.objects.select_related("club").get(pk=link.pk)
    return _dead_page(request, fresh, str(refused))
