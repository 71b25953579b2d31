from __future__ import annotations

import time
from collections.abc import Callable
from functools import wraps
from typing import Any, Final

from django.contrib import messages
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.crypto import constant_time_compare
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from league.acting.answers import posted, show_form
from league.acting.log import Refused
from league.acting.permissions import is_to_be_safer
from league.models import SecondStep
from league.office.accounts.deeds import CoolingOff, enter_passkey, forget_attempts
from league.office.accounts.views import SIGNING_IN, finish_sign_in, home_of, next_of, password_again, to_sign_in
from pinochle_club.ground.dates import clock
from pinochle_club.ground.http import address_key
from scoring.score_card.access import browser_family

from . import codes, deeds, pages, passkeys
from .forms import LONGEST_ANSWER, AppForm, PasskeyForm, SecondStepForm

Kind = SecondStep.Kind
APP_SECRET: Final = "app_secret"  # noqa: S105 - where the session keeps it, sealed, until the app has shown a code
FORM_METHODS: Final = ["GET", "HEAD", "POST"]
OwnView = Callable[..., HttpResponse]


# -- at sign-in --------------------------------------------------------------------------


@sensitive_post_parameters()
@require_http_methods(FORM_METHODS)
def second_step(request: HttpRequest) -> HttpResponse:
    """Ask for the second step after the password, and go on where the visitor was heading."""
    user, to = _who_signs_in(request)
    if user is None:
        return redirect("league:sign_in")
    form = SecondStepForm(posted(request))
    if not form.is_valid():
        return _step_page(request, user, form)
    try:
        step = deeds.take_step(request, user, code=form.cleaned_data["code"], answer=form.cleaned_data["answer"])
    except CoolingOff as wait:
        form.add_error("code", f"Too many wrong codes. Wait {wait.words}, then try again.")
        return _step_page(request, user, form, 429)
    except Refused as refused:
        form.add_error("code", str(refused))
        return _step_page(request, user, form)
    del request.session[SIGNING_IN]
    if step.kind == Kind.RECOVERY:
        left = len(deeds.steps_of(user, Kind.RECOVERY))
        messages.success(request, f"{pages.recovery_words(left)} Your account’s page makes new ones.")
    return finish_sign_in(request, user, redirect(to), second_step=str(step))


def _who_signs_in(request: HttpRequest) -> tuple[User | None, str]:
    """The account that showed its password here some minutes ago, and its way on."""
    pending: dict[str, Any] = request.session.get(SIGNING_IN, {})
    user = User.objects.filter(pk=pending.get("account", 0), is_active=True).first()
    is_theirs = user is not None and constant_time_compare(pending["password"], user.get_session_auth_hash())
    return (user, pending["to"]) if is_theirs and time.time() < pending["until"] else (None, "")


def _step_page(request: HttpRequest, user: User, form: SecondStepForm, status: int = 0) -> HttpResponse:
    keys = deeds.steps_of(user, Kind.PASSKEY) if passkeys.are_possible(request) else []
    context = {"options": passkeys.asked_to_sign(request, keys) if keys else "", "now": clock(timezone.now())}
    template = "league/office/second_steps/second_step.html"
    return show_form(request, form, pages.second_step_page(), template=template, context=context, status=status)


@sensitive_post_parameters()
@require_POST
def passkey(request: HttpRequest) -> HttpResponse:
    """Sign in with a passkey alone. The first tap asks for a challenge, so that a mere visit keeps nothing."""
    answer, to = request.POST.get("answer", ""), next_of(request)
    if not passkeys.are_possible(request):
        return redirect("league:sign_in")
    try:
        attempt = enter_passkey(request, address_key(request))
    except CoolingOff as wait:
        return _passkey_page(request, to, f"Too many tries from here. Wait {wait.words}.", 429)
    if not answer:
        return _passkey_page(request, to)
    step = deeds.take_passkey(request, answer) if len(answer) <= LONGEST_ANSWER else None
    if step is None:
        return _passkey_page(request, to, passkeys.NOT_TAKEN, 422)
    forget_attempts(attempt)
    return finish_sign_in(request, step.user, redirect(to or home_of(step.user)), second_step=str(step))


def _passkey_page(request: HttpRequest, to: str, fault: str = "", status: int = 200) -> HttpResponse:
    context = {"options": passkeys.asked_to_sign_alone(request) if status != 429 else "", "next": to, "fault": fault}
    return render(request, "league/office/second_steps/passkey.html", context, status=status)


# -- one's own page ----------------------------------------------------------------------


def own(view: Callable[..., HttpResponse]) -> OwnView:

    @wraps(view)
    def signed_in(request: HttpRequest, **kwargs: Any) -> HttpResponse:
        return view(request, request.user, **kwargs) if isinstance(request.user, User) else to_sign_in(request)

    return signed_in


@require_safe
@own
def safer(request: HttpRequest, user: User) -> HttpResponse:
    return _safer_page(request, user)


def _safer_page(request: HttpRequest, user: User, refused: str = "") -> HttpResponse:
    steps = deeds.steps_of(user, Kind.PASSKEY, Kind.APP)
    may_have_passkeys = passkeys.are_possible(request)
    context = {
        "lines": pages.step_lines(steps),
        "recovery": pages.recovery_words(len(deeds.steps_of(user, Kind.RECOVERY))) if steps else "",
        "expected": pages.EXPECTED if is_to_be_safer(request) else "",
        "form": PasskeyForm(),
        "options": passkeys.asked_to_make(request, user, steps) if may_have_passkeys else "",
    }
    request.refused = refused  # type: ignore[attr-defined]  # the page's frame tells it
    return render(request, "league/office/second_steps/safer.html", context, status=409 if refused else 200)


@require_POST
@own
@password_again("safer")
def new_passkey(request: HttpRequest, user: User) -> HttpResponse:
    form = PasskeyForm(request.POST)
    try:
        if not form.is_valid():
            raise Refused(passkeys.NOT_TAKEN)
        step = passkeys.made(request, form.cleaned_data["answer"])
    except Refused as refused:
        return _safer_page(request, user, str(refused))
    return _added(request, deeds.add_step(request, user, step))


@sensitive_post_parameters()
@require_http_methods(FORM_METHODS)
@own
@password_again("safer")
def new_app(request: HttpRequest, user: User) -> HttpResponse:
    form, secret = AppForm(posted(request)), codes.kept(request.session.get(APP_SECRET, ""))
    if not secret:
        secret = codes.new_secret()
        request.session[APP_SECRET] = codes.keep(secret)
    if form.is_valid():
        try:
            step = deeds.app_step(user, secret, form.cleaned_data["code"])
        except Refused as refused:
            form.add_error("code", str(refused))
        else:
            del request.session[APP_SECRET]
            return _added(request, deeds.add_step(request, user, step))
    context = {
        "address": codes.address_for_app(secret, user, request.get_host()),
        "secret": " ".join(secret[at : at + 4] for at in range(0, len(secret), 4)),
        "now": clock(timezone.now()),
    }
    template = "league/office/second_steps/new_app.html"
    return show_form(request, form, pages.app_page(), template=template, context=context)


def _added(request: HttpRequest, recovery_codes: list[str]) -> HttpResponse:
    if recovery_codes:
        return _recovery_page(request, recovery_codes)
    messages.success(request, "Added.")
    return redirect("league:safer")


@require_POST
@own
@password_again("safer")
def new_recovery_codes(request: HttpRequest, user: User) -> HttpResponse:
    """New recovery codes, shown as the answer itself: they are kept nowhere. The old ones stop working."""
    if not deeds.steps_of(user, Kind.PASSKEY, Kind.APP):
        return redirect("league:safer")
    return _recovery_page(request, deeds.renew_recovery_codes(user))


def _recovery_page(request: HttpRequest, recovery_codes: list[str]) -> HttpResponse:
    return render(request, "league/office/second_steps/recovery_codes.html", {"codes": recovery_codes})


@require_POST
@own
@password_again("safer")
def remove(request: HttpRequest, user: User, step_id: int) -> HttpResponse:
    step = user.second_steps.exclude(kind=Kind.RECOVERY).select_related("user").filter(pk=step_id).first()
    if step is not None:  # else the same tap twice
        deeds.remove_step(step, browser_family(request))
        messages.success(request, f"{step} taken off.")
    return redirect("league:safer")
