from __future__ import annotations

from collections.abc import Callable

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.models import User
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST

from league.acting.answers import posted, show_form, tapped
from league.acting.forms import ClubForm
from league.acting.log import Refused
from league.acting.permissions import FORM, TAP, Action, ClubRequest, needs
from league.models import Club, MailProof
from league.office.accounts.views import sign_in_as
from league.office.clubs import mail
from league.office.clubs.deeds.clubs import CLOSED
from league.office.clubs.pages.navigation import address_of
from league.office.hosting.hosts import for_host
from league.office.hosting.reading import admins_of
from league.office.mailed.deeds import TooMany, ask, try_code
from league.office.mailed.forms import CodeForm
from league.office.mailed.pages import code_page
from pinochle_club.ground.http import address_key
from scoring.score_card.access import browser_family
from scoring.score_card.views.our_game import our_game_of

from . import deeds, pages
from .forms import StartForm
from .reading import founders_of, turned_down, waiting

Purpose = MailProof.Purpose


# -- a visitor ---------------------------------------------------------------------------


def _guard_open() -> None:
    if settings.FOUNDING == CLOSED:
        raise Http404("No clubs are started here.")


@require_http_methods(FORM)
def start(request: HttpRequest) -> HttpResponse:
    """Ask for a club, and mail a code; nothing else is made. The answer is the same for every address."""
    _guard_open()
    form, page = StartForm(posted(request), ours=our_game_of(request)), pages.start_page()
    if not form.is_valid():
        return show_form(request, form, page)
    try:
        proof = ask(
            purpose=Purpose.FOUNDING,
            email=form.cleaned_data["email"],
            address_key=address_key(request),
            client_id=form.cleaned_data["client_id"],
            asked=form.asked,
            device=browser_family(request),
        )
    except TooMany as refused:
        form.add_error("email", str(refused))
        return show_form(request, form, page, status=429)
    assert proof is not None, "asked for nobody, which only happens at signing in"
    return redirect("league:start_club_code", proof.uid)


@require_http_methods(FORM)
def code(request: HttpRequest, uid: str) -> HttpResponse:
    """The code makes the club, and signs its founder in."""
    _guard_open()
    proof = MailProof.objects.filter(uid=uid, purpose=Purpose.FOUNDING).first()
    if proof is None:
        return redirect("league:start_club")
    form = CodeForm(posted(request))
    page = code_page(proof.email, "Start the club", ("Start over", reverse("league:start_club")))
    if not form.is_valid():
        return show_form(request, form, page)
    client_id = form.cleaned_data["client_id"]
    try:
        proof = try_code(uid=uid, purpose=Purpose.FOUNDING, code=form.cleaned_data["code"], client_id=client_id)
        user, club = deeds.found(proof=proof, device=browser_family(request), client_id=client_id)
    except Refused as refused:
        form.add_error("code", str(refused))
        return show_form(request, form, page)
    messages.success(request, f"{club.name} is yours. Here is what’s left to do before your first night.")
    return sign_in_as(request, user, redirect("league:club", club.slug))


def tell_host(club: Club) -> None:
    """Mail those who run the server that a club waits."""
    subject, text = pages.waiting_mail(club)
    hosts = User.objects.filter(is_superuser=True, is_active=True).exclude(email="")
    for email in hosts.values_list("email", flat=True):
        mail.send(club="Pinochle clubs", to=email, subject=subject, text=text)


# -- the host ----------------------------------------------------------------------------


@for_host
def founding(request: HttpRequest) -> HttpResponse:
    """The clubs that wait to be let in, and those that were turned down."""
    there, gone = waiting(), turned_down()
    context = {
        "waiting": pages.club_lines(there, founders_of(there)),
        "turned_down": pages.club_lines(gone, founders_of(gone)),
    }
    return render(request, "league/office/founding/founding.html", context)


@require_POST
@for_host
def let_in(request: ClubRequest, club: Club) -> HttpResponse:
    return _decided(request, club, deeds.let_in, is_in=True)


@require_POST
@for_host
def turn_down(request: ClubRequest, club: Club) -> HttpResponse:
    return _decided(request, club, deeds.turn_down, is_in=False)


def _decided(request: ClubRequest, club: Club, deed: Callable[..., bool], *, is_in: bool) -> HttpResponse:
    form = ClubForm(request.POST)
    if form.is_valid() and deed(club=club, acting=request.acting, client_id=form.cleaned_data["client_id"]):
        if is_in:  # else a letter tells until when it stays
            subject, text = pages.let_in_mail(club)
            for admin in admins_of(club):
                mail.send(club=club.name, to=admin.email, subject=subject, text=text)
        messages.success(request, f"{club.name} is in." if is_in else f"{club.name} was turned down.")
    return redirect("league:founding")


# -- a club's admin ----------------------------------------------------------------------


@needs(Action.MANAGE_CLUB, TAP)
def put_steps_away(request: ClubRequest) -> HttpResponse:
    return tapped(
        request, "club", deed=deeds.put_steps_away, to=address_of("club", request.club.slug), club=request.club
    )


@needs(Action.MANAGE_CLUB, TAP)
def make_example(request: ClubRequest) -> HttpResponse:
    def leads_to(example: Club) -> str:
        return address_of("event", example.slug, example.events.latest("pk").pk)

    return tapped(request, "club", deed=deeds.make_example, to=leads_to, club=request.club)


@needs(Action.DELETE, TAP)
def delete_example(request: ClubRequest) -> HttpResponse:
    return tapped(
        request,
        "club",
        deed=deeds.delete_example,
        to=lambda home: address_of("club", home.slug),
        said="The example is gone.",
        club=request.club,
    )
