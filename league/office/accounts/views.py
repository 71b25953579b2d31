"""Accounts: sign in, sign out, one's own page and password. Players at a table need none."""

from __future__ import annotations

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login, logout, update_session_auth_hash
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme, urlencode
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from league.acting.answers import FormPage, posted, show_form
from league.acting.permissions import name_of
from league.models import Role
from pinochle_club.ground.http import address_key
from pinochle_club.ground.write_queue import queued_write

from .deeds import KNOWN_FOR, CoolingOff, change_password, check_sign_in, known_cookie, new_known_device
from .forms import ChangePasswordForm, SignInForm

BACKEND = "django.contrib.auth.backends.ModelBackend"


@sensitive_post_parameters("password")
@require_http_methods(["GET", "HEAD", "POST"])
def sign_in(request: HttpRequest) -> HttpResponse:
    """Asks for name and password, and goes on where the visitor was heading. Django's own admin pages use it too."""
    if request.method != "POST":
        return _sign_in_page(request, SignInForm())
    form = SignInForm(request.POST)
    if not form.is_valid():
        return _sign_in_page(request, form, status=422)
    typed, password = form.cleaned_data["name"], form.cleaned_data["password"]
    try:
        user = check_sign_in(request=request, typed=typed, password=password, address_key=address_key(request))
    except CoolingOff as wait:
        page = _sign_in_page(request, form, str(wait), status=429)
        page.headers["Retry-After"] = str(wait.seconds)
        return page
    if user is None:
        wrong = "That name and password don’t match. Check both. Capital letters matter in the password."
        return _sign_in_page(request, form, wrong, status=422)
    return sign_in_as(request, user, redirect(_next(request) or _home_of(user)))


def sign_in_as(request: HttpRequest, user: User, response: HttpResponse) -> HttpResponse:
    """This browser is signed in from now on, and known to the account later; the answer says so."""
    with queued_write():
        login(request, user, backend=BACKEND)
    response.set_cookie(
        known_cookie(user),
        new_known_device(user),
        max_age=KNOWN_FOR,
        httponly=True,
        samesite="Lax",
        secure=settings.SESSION_COOKIE_SECURE,
    )
    return response


def _sign_in_page(request: HttpRequest, form: SignInForm, fault: str = "", status: int = 200) -> HttpResponse:
    signed_in_as = name_of(request.user) if isinstance(request.user, User) else ""
    context = {"form": form, "fault": fault, "next": _next(request), "signed_in_as": signed_in_as}
    return render(request, "league/office/accounts/sign_in.html", context, status=status)


def _next(request: HttpRequest) -> str:
    """Where the visitor was heading, if that is a page of ours; else empty."""
    wanted = request.POST.get("next") or request.GET.get("next") or ""
    hosts = {request.get_host()}
    return wanted if url_has_allowed_host_and_scheme(wanted, hosts, require_https=request.is_secure()) else ""


def _home_of(user: User) -> str:
    """The club of an account that has only one; a player's own pages there."""
    roles = list(user.club_roles.select_related("club")[:2])
    if len(roles) != 1:
        return reverse("league:clubs")
    is_player = roles[0].kind == Role.Kind.MEMBER and roles[0].member_id
    return reverse("league:me" if is_player else "league:club", args=[roles[0].club.slug])


@require_POST
def sign_out(request: HttpRequest) -> HttpResponse:
    """Forgets the account on this browser. A paired tablet stays paired: it has a cookie of its own."""
    with queued_write():
        logout(request)
    messages.success(request, "You are signed out on this device.")
    return redirect("league:clubs")


@require_safe
def account(request: HttpRequest) -> HttpResponse:
    """One's own page: name, clubs, password, sign out (one query beside the session's)."""
    user = request.user
    if not isinstance(user, User):
        return to_sign_in(request)
    roles = user.club_roles.select_related("club").order_by("club__name")
    return render(
        request, "league/office/accounts/account.html", {"name": name_of(user), "account": user, "roles": roles}
    )


@sensitive_post_parameters()
@require_http_methods(["GET", "HEAD", "POST"])
def password(request: HttpRequest) -> HttpResponse:
    """A new password, by a person who knows the old one. Other devices are signed out."""
    user = request.user
    if not isinstance(user, User):
        return to_sign_in(request)
    form, back = ChangePasswordForm(posted(request), user=user), ("Cancel", reverse("league:account"))
    page = FormPage("Change the password", "Change the password", back, is_plain=True)
    if not form.is_valid():
        return show_form(request, form, page)
    if not user.check_password(form.cleaned_data["password"]):  # sent once before: it is changed already
        status = _judge_old(request, user, form)
        if status:
            return show_form(request, form, page, status=status)
        change_password(user=user, password=form.cleaned_data["password"])
        with queued_write():
            update_session_auth_hash(request, user)
    messages.success(request, "Your password has been changed. Other devices were signed out.")
    return redirect("league:account")


def _judge_old(request: HttpRequest, user: User, form: ChangePasswordForm) -> int:
    """0 where the old password is right; else the status of an answer, with what is wrong beside the field."""
    typed, old = user.get_username(), form.cleaned_data["old"]
    try:
        known = check_sign_in(request=request, typed=typed, password=old, address_key=address_key(request))
    except CoolingOff as wait:
        form.add_error("old", str(wait))
        return 429
    if known == user:
        return 0
    form.add_error("old", "That isn’t your current password.")
    return 422


def to_sign_in(request: HttpRequest) -> HttpResponse:
    """Asks a stranger to sign in, and brings them back."""
    return redirect(f"{reverse(settings.LOGIN_URL)}?{urlencode({'next': request.get_full_path()})}")
