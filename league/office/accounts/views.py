from __future__ import annotations

import time
from collections.abc import Callable
from datetime import timedelta
from functools import wraps
from typing import Any, Final

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login, logout, update_session_auth_hash
from django.contrib.auth.models import User
from django.forms import Form
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme, urlencode
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from league.acting.answers import FormPage, posted, show_form
from league.acting.permissions import OFFICIALS, SAFER_FIRST, is_to_be_safer, name_of
from league.acting.security import What, note
from league.acting.submissions import PASSWORD_ONCE_MORE
from league.models import Role
from pinochle_club.ground.http import address_key
from pinochle_club.ground.write_queue import queued_write
from scoring.score_card.access import browser_family

from . import deeds
from .forms import ChangePasswordForm, NewPasswordForm, PasswordAgainForm, SignInForm
from .pages import device_words, password_again_page, sign_in_lines

BACKEND = "django.contrib.auth.backends.ModelBackend"
SIGNING_IN: Final = "signing_in"  # in the session of who has still to take the second step
SECOND_STEP_WITHIN: Final = timedelta(minutes=10)


@sensitive_post_parameters("password")
@require_http_methods(["GET", "HEAD", "POST"])
def sign_in(request: HttpRequest) -> HttpResponse:
    """Sign in, and go on where the visitor was heading. Django's own admin pages use it too."""
    if request.method != "POST":
        if is_to_be_safer(request):
            return redirect("league:safer")
        return _sign_in_page(request, SignInForm())
    form = SignInForm(request.POST)
    if not form.is_valid():
        return _sign_in_page(request, form, status=422)
    typed, password = form.cleaned_data["name"], form.cleaned_data["password"]
    try:
        user = deeds.check_sign_in(request=request, typed=typed, password=password, address_key=address_key(request))
    except deeds.CoolingOff as wait:
        page = _sign_in_page(request, form, str(wait), status=429)
        page.headers["Retry-After"] = str(wait.seconds)
        return page
    if user is None:
        wrong = "That name and password don’t match. Check both. Capital letters matter in the password."
        return _sign_in_page(request, form, wrong, status=422)
    return sign_in_as(request, user, redirect(next_of(request) or home_of(user)))


def sign_in_as(request: HttpRequest, user: User, response: HttpResponseRedirect) -> HttpResponse:
    """Sign this browser in after a right password or link, or ask for the second step first."""
    if not user.second_steps.exists():
        return finish_sign_in(request, user, response)
    request.session[SIGNING_IN] = {
        "account": user.pk,
        "until": time.time() + SECOND_STEP_WITHIN.total_seconds(),
        "password": user.get_session_auth_hash(),
        "to": response.url,
    }
    return redirect("league:second_step")


def finish_sign_in(request: HttpRequest, user: User, response: HttpResponse, second_step: str = "") -> HttpResponse:
    with queued_write():
        login(request, user, backend=BACKEND)
        asking = user.club_roles.filter(kind__in=OFFICIALS, club__asks_second_step=True)
        request.session[SAFER_FIRST] = not second_step and asking.exists()
        deeds.keep_sign_in(request, user)
        note(What.SIGNED_IN, user=user, about=second_step.lower(), device=browser_family(request))
    response.set_cookie(
        deeds.known_cookie(user),
        deeds.new_known_device(user),
        max_age=deeds.KNOWN_FOR,
        httponly=True,
        samesite="Lax",
        secure=settings.SESSION_COOKIE_SECURE,
    )
    return response


def _sign_in_page(request: HttpRequest, form: SignInForm, fault: str = "", status: int = 200) -> HttpResponse:
    signed_in_as = name_of(request.user) if isinstance(request.user, User) else ""
    context = {"form": form, "fault": fault, "next": next_of(request), "signed_in_as": signed_in_as}
    context["may_mail"] = settings.MAIL_IS_SET_UP
    context["is_in_hall"] = Role.objects.filter(by_code=True).exists()
    return render(request, "league/office/accounts/sign_in.html", context, status=status)


def next_of(request: HttpRequest) -> str:
    wanted = request.POST.get("next") or request.GET.get("next") or ""
    hosts = {request.get_host()}
    return wanted if url_has_allowed_host_and_scheme(wanted, hosts, require_https=request.is_secure()) else ""


def home_of(user: User) -> str:
    """The club of an account that has only one; for a player their own pages there."""
    roles = list(user.club_roles.select_related("club")[:2])
    if len(roles) != 1:
        return reverse("league:clubs")
    is_player = roles[0].kind == Role.Kind.MEMBER and roles[0].member_id
    return reverse("league:me" if is_player else "league:club", args=[roles[0].club.slug])


@require_POST
def sign_out(request: HttpRequest) -> HttpResponse:
    """Forget the account on this browser. A paired tablet stays paired by its own cookie."""
    with queued_write():
        logout(request)
    messages.success(request, "You are signed out on this device.")
    return redirect("league:clubs")


@require_safe
def account(request: HttpRequest) -> HttpResponse:
    """The account's own page: name, clubs, password, sign-ins (three queries beside the session's)."""
    user = request.user
    if not isinstance(user, User):
        return to_sign_in(request)
    roles = list(user.club_roles.select_related("club").order_by("club__name"))
    sign_ins = user.sign_ins.select_related("session").filter(session__expire_date__gt=timezone.now()).order_by("-pk")
    context = {
        "name": name_of(user),
        "account": user,
        "roles": roles,
        "sign_ins": sign_in_lines(sign_ins, request.session.session_key, timezone.now()),
        "may_be_safer": user.is_staff or any(role.kind in OFFICIALS for role in roles),
        "second_steps": user.second_steps.count(),
        "may_mail": settings.MAIL_IS_SET_UP,
    }
    return render(request, "league/office/accounts/account.html", context)


@require_POST
def end_sign_in(request: HttpRequest, sign_in_id: int) -> HttpResponse:
    user = request.user
    if not isinstance(user, User):
        return to_sign_in(request)
    there = user.sign_ins.filter(pk=sign_in_id).first()
    if there is not None:  # else it has ended by itself, or by the same tap
        deeds.end_sign_ins(user, pk=there.pk)
        note(What.ENDED, user=user, about=there.device, device=browser_family(request))
        messages.success(request, f"You are signed out on {device_words(there)}.")
    return redirect("league:account")


@sensitive_post_parameters()
@require_http_methods(["GET", "HEAD", "POST"])
def password(request: HttpRequest) -> HttpResponse:
    user = request.user
    if not isinstance(user, User):
        return to_sign_in(request)
    if not user.has_usable_password():
        return _first_password(request, user)
    form, back = ChangePasswordForm(posted(request), user=user), ("Cancel", reverse("league:account"))
    page = FormPage("Change the password", "Change the password", back, is_plain=True)
    if not form.is_valid():
        return show_form(request, form, page)
    if not user.check_password(form.cleaned_data["password"]):  # sent once before: it is changed already
        status = _judge(request, user, form)
        if status:
            return show_form(request, form, page, status=status)
        _change_password(request, user, form.cleaned_data["password"])
    messages.success(request, "Your password has been changed. Other devices were signed out.")
    return redirect("league:account")


def _change_password(request: HttpRequest, user: User, password: str) -> None:
    deeds.change_password(user=user, password=password)
    with queued_write():
        update_session_auth_hash(request, user)
        deeds.keep_sign_in(request, user)


def _first_password(request: HttpRequest, user: User) -> HttpResponse:
    """Choose a password for an account that signs in by mail, which shows first that it's its owner."""
    if not deeds.password_is_fresh(request):
        if "password" in request.POST:  # typed for long: it isn't handed on
            return redirect("league:password")
        return _ask_again(request, user, "account", to_look=False) or redirect("league:password")
    form, back = NewPasswordForm(posted(request), user=user), ("Cancel", reverse("league:account"))
    if not form.is_valid():
        return show_form(request, form, FormPage("Choose a password", "Save the password", back, is_plain=True))
    _change_password(request, user, form.cleaned_data["password"])
    messages.success(request, "Your password is saved. You can still sign in by email.")
    return redirect("league:account")


def _judge(request: HttpRequest, user: User, form: Form, field: str = "old") -> int:
    typed, old = user.get_username(), form.cleaned_data[field]
    try:
        known = deeds.check_sign_in(request=request, typed=typed, password=old, address_key=address_key(request))
    except deeds.CoolingOff as wait:
        form.add_error(field, str(wait))
        return 429
    if known == user:
        return 0
    form.add_error(field, "That isn’t your current password.")
    return 422


# -- the password again ------------------------------------------------------------------


def password_again(
    back: str, *, to_look: bool = False
) -> Callable[[Callable[..., HttpResponse]], Callable[..., HttpResponse]]:
    """Make a view want the password again unless it was shown within ten minutes, before an important change or, with
    `to_look`, page. Typed answers wait meanwhile; `back` is the way out."""

    def wrap(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
        @wraps(view)
        def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
            is_sent, user = request.method == "POST", request.user
            if isinstance(user, User) and (is_sent or to_look) and not deeds.password_is_fresh(request):
                page = _ask_again(request, user, back, to_look=to_look)
                if page is not None:
                    return page
            if is_sent and to_look:
                return redirect(request.get_full_path())
            return view(request, *args, **kwargs)

        return guarded

    return wrap


def _ask_again(request: HttpRequest, user: User, back: str, *, to_look: bool) -> HttpResponse | None:
    """The page that asks; None once the password was typed there."""
    has_password, status, fault = user.has_usable_password(), 0, ""
    form = PasswordAgainForm(request.POST, has_password=has_password)
    if not has_password:
        fault = _fault_of_code(request, user, form)
    elif form.is_valid():
        status = _judge(request, user, form, PASSWORD_ONCE_MORE)
    if form.is_valid() and not (status or fault):
        deeds.password_was_shown(request)
        return None
    club = getattr(request, "club", None)
    address = reverse(f"league:{back}", args=[club.slug] if club else [])
    page = password_again_page(address, to_look=to_look, has_password=has_password)
    return show_form(request, form, page, refused=fault, status=status)


def _fault_of_code(request: HttpRequest, user: User, form: PasswordAgainForm) -> str:
    """Ask an account without a password for a code by mail, or look at the typed one."""
    typed = form.cleaned_data[PASSWORD_ONCE_MORE] if form.is_valid() else ""
    fault = deeds.shown_without_password.followers["by_mail"](request, user, typed)
    if fault and form.is_bound:
        form.add_error(PASSWORD_ONCE_MORE, fault)
    return "" if form.errors else fault


def to_sign_in(request: HttpRequest) -> HttpResponse:
    return redirect(f"{reverse(settings.LOGIN_URL)}?{urlencode({'next': request.get_full_path()})}")
