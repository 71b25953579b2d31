from __future__ import annotations

import secrets
from typing import Final

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.models import User
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.crypto import constant_time_compare
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_http_methods

from league.acting.answers import posted, show_form
from league.acting.forms import ClubForm
from league.acting.log import Refused
from league.acting.permissions import FORM
from league.acting.security import What, note
from league.models import MailProof
from league.office.accounts.deeds import known_device, password_was_shown
from league.office.accounts.views import home_of, password_again, sign_in_as, to_sign_in
from league.office.clubs import mail
from pinochle_club.ground.http import address_key
from pinochle_club.ground.write_queue import queued_write
from scoring.score_card.access import browser_family, hash_of

from . import deeds, pages
from .forms import LONGEST_WAY, CodeForm, EmailForm

Purpose = MailProof.Purpose
ASKED: Final = "asked-for-a-link"  # the cookie of the browser that did
AGAIN: Final = "mailed_again"  # in the session: the code that shows again who it is
OLD_LINK: Final = "This link is too old, or was used. Ask for a new one."


# -- signing in --------------------------------------------------------------------------


@require_http_methods(FORM)
def sign_in_by_mail(request: HttpRequest) -> HttpResponse:
    """Mail a link; the answer is the same for every address."""
    if not mail.is_set_up():
        raise Http404("No mail is sent here.")
    form = EmailForm(posted(request), initial={"next": request.GET.get("next", "")[:LONGEST_WAY]})
    if not form.is_valid():
        return show_form(request, form, pages.ASK)
    email, secret = form.cleaned_data["email"], request.COOKIES.get(ASKED) or secrets.token_urlsafe(24)
    user = deeds.account_of(email)
    try:
        deeds.ask(
            purpose=Purpose.SIGN_IN,
            email=email,
            user=user,
            address_key=address_key(request),
            client_id=form.cleaned_data["client_id"],
            is_known=user is not None and bool(known_device(request, user)),
            asked={"next": form.cleaned_data["next"]},
            browser=hash_of(secret),
            device=browser_family(request),
        )
    except deeds.TooMany as refused:
        form.add_error("email", str(refused))
        return show_form(request, form, pages.ASK, status=429)
    response = render(request, "league/office/mailed/sent.html", {"email": email, "sent": pages.SENT})
    age, is_secure = int(deeds.LASTS.total_seconds()), settings.SESSION_COOKIE_SECURE
    response.set_cookie(ASKED, secret, max_age=age, httponly=True, samesite="Lax", secure=is_secure)
    return response


@require_http_methods(FORM)
def mailed_link(request: HttpRequest, uid: str, token: str) -> HttpResponse:
    """Looking changes nothing; the key signs in, with the second step where the account has one."""
    proof = deeds.find_link(uid, token)
    if proof is None or proof.user is None or proof.user != deeds.account_of(proof.email):
        return _dead(request)
    is_here = constant_time_compare(proof.browser, hash_of(request.COOKIES.get(ASKED, "")))
    form, page = ClubForm(posted(request)), pages.link_page(proof, is_here=is_here)
    if not form.is_valid():
        return show_form(request, form, page) if deeds.is_open(proof) else _dead(request)
    try:
        with queued_write():
            deeds.use_up(proof, form.cleaned_data["client_id"])
            note(What.LINK, user=proof.user, about="by email", device=browser_family(request))
    except Refused:
        return _dead(request)
    return sign_in_as(request, proof.user, redirect(_next(request, proof) or home_of(proof.user)))


def _dead(request: HttpRequest) -> HttpResponse:
    context = {"why": OLD_LINK, "is_mailed": True}
    return render(request, "league/office/clubs/dead_link.html", context, status=410)


def _next(request: HttpRequest, proof: MailProof) -> str:
    wanted, hosts = str(proof.asked.get("next", "")), {request.get_host()}
    return wanted if url_has_allowed_host_and_scheme(wanted, hosts, require_https=request.is_secure()) else ""


# -- one's own address -------------------------------------------------------------------


@require_http_methods(FORM)
@password_again("account")
def own_mail(request: HttpRequest) -> HttpResponse:
    """Begin to sign in by mail, or at another address."""
    user = request.user
    if not isinstance(user, User):
        return to_sign_in(request)
    if not mail.is_set_up():
        raise Http404("No mail is sent here.")
    proven = deeds.proven_of(user)
    form, page = EmailForm(posted(request), initial={"email": proven or user.email}), pages.own_page(proven)
    if not form.is_valid():
        return show_form(request, form, page)
    try:
        proof = deeds.ask(
            purpose=Purpose.OWN,
            email=form.cleaned_data["email"],
            user=user,
            address_key=address_key(request),
            client_id=form.cleaned_data["client_id"],
        )
    except deeds.TooMany as refused:
        form.add_error("email", str(refused))
        return show_form(request, form, page, status=429)
    assert proof is not None
    return redirect("league:own_mail_code", proof.uid)


@require_http_methods(FORM)
def own_mail_code(request: HttpRequest, uid: str) -> HttpResponse:
    user = request.user
    if not isinstance(user, User):
        return to_sign_in(request)
    proof = MailProof.objects.filter(uid=uid, purpose=Purpose.OWN, user=user).first()
    if proof is None:
        return redirect("league:own_mail")
    form = CodeForm(posted(request))
    page = pages.code_page(proof.email, "Use this address", ("Ask again", reverse("league:own_mail")))
    if not form.is_valid():
        return show_form(request, form, page)
    before, client_id = deeds.proven_of(user), form.cleaned_data["client_id"]
    try:
        deeds.try_code(uid=uid, purpose=Purpose.OWN, code=form.cleaned_data["code"], client_id=client_id)
        with queued_write():
            deeds.prove(user, deeds.use_up(proof, client_id).email, browser_family(request))
    except Refused as refused:
        form.add_error("code", str(refused))
        return show_form(request, form, page)
    if before != proof.email.casefold():  # else the same tap twice
        tell(user, "signing in by email was set up", to=before or user.email)
    messages.success(request, f"A link to {proof.email} signs you in from now on.")
    return redirect("league:account")


# -- what other rooms ask ----------------------------------------------------------------


def shown_again(request: HttpRequest, user: User, typed: str) -> str:
    """Whether an account without a password shows by a mailed code who it is: what to say, empty where it did."""
    uid = request.session.get(AGAIN, "")
    if typed:
        try:
            client_id = request.POST.get("csrfmiddlewaretoken", "")[:40]
            proof = deeds.try_code(uid=uid, purpose=Purpose.OWN, code=typed, client_id=client_id)
            with queued_write():
                deeds.use_up(proof, client_id)
        except Refused as refused:
            return str(refused)
        password_was_shown(request)
        request.session.pop(AGAIN, None)
        return ""
    email = deeds.proven_of(user)
    waiting = MailProof.objects.filter(uid=uid, user=user).first()
    is_spent = waiting is None or not deeds.is_open(waiting) or waiting.tries >= deeds.TRIES
    if email and mail.is_set_up() and is_spent:
        try:
            asked = deeds.ask(purpose=Purpose.OWN, email=email, user=user, address_key=address_key(request))
        except deeds.TooMany as refused:
            return str(refused)
        request.session[AGAIN] = asked.uid if asked else ""
    return ""


def tell(user: User, what: str, *, to: str = "") -> None:
    """Mail an account what changed about signing in to it."""
    text = (
        f"Hello,\n\non your account “{user.get_username()}” at {settings.PUBLIC_URL} {what} just now.\n\n"
        "If that wasn’t you, sign in, end the sign-ins you don’t know, and tell an admin of your club.\n"
    )
    mail.send(club="Pinochle clubs", to=to or user.email, subject="Your sign-in was changed", text=text)
