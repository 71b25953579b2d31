"""The host's own pages."""

from __future__ import annotations

from django.contrib import messages
from django.db.models import Count, Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from league.acting.answers import form_page, posted
from league.acting.forms import ClubForm
from league.acting.permissions import ClubRequest
from league.models import Club, Letter, News, OneTimeLink, Role
from league.office.clubs import mail
from league.office.clubs.deeds.one_time_links import make_invitation
from league.office.clubs.pages.navigation import address_of
from league.office.clubs.views.one_time_links import made_link_page
from league.office.hosting import deeds, pages
from league.office.hosting.forms import HandOverForm, InviteAdminForm, NewsForm, SuspendForm
from league.office.hosting.hosts import for_host
from league.office.hosting.listings import HostedListing
from league.office.hosting.reading import read_clubs, sums_of_server
from pinochle_club.ground.listings import listing_page

FOLDER = "league/office/hosting"
NEWS_SHOWN = 10


@for_host
def clubs(request: HttpRequest) -> HttpResponse:
    """All clubs of the server (five queries beside the session's)."""
    bytes_a_row, waiting = sums_of_server()
    listing = HostedListing.of_server(request, read_clubs(), bytes_a_row)
    return listing_page(request, f"{FOLDER}/clubs.html", {"listing": listing, "waiting": waiting})


@for_host
def club(request: HttpRequest, club: Club) -> HttpResponse:
    hosted = read_clubs().get(pk=club.pk)
    context = {"hosted": hosted, "facts": pages.club_facts(hosted, sums_of_server()[0])}
    return render(request, f"{FOLDER}/club.html", context)


@for_host
def suspend(request: ClubRequest, club: Club) -> HttpResponse:
    user = request.acting.user
    initial = {"ask": ", ".join(filter(None, (user.get_full_name(), user.email))) if user else ""}
    return form_page(
        request,
        SuspendForm(posted(request), initial=initial),
        pages.suspend_page(club),
        deed=deeds.suspend,
        to=address_of("host_club", club.slug),
        said=f"{club.name} rests now.",
        club=club,
    )


@for_host
def go_on(request: ClubRequest, club: Club) -> HttpResponse:
    return form_page(
        request,
        ClubForm(posted(request)),
        pages.go_on_page(club),
        deed=deeds.let_go_on,
        to=address_of("host_club", club.slug),
        said=f"{club.name} goes on.",
        club=club,
    )


@for_host
def hand_over(request: ClubRequest, club: Club) -> HttpResponse:
    form = HandOverForm(posted(request), club=club)
    return form_page(
        request,
        form,
        pages.hand_over_page(club),
        deed=deeds.hand_over,
        to=address_of("host_club", club.slug),
        said=f"{club.name} has a new admin.",
        template=f"{FOLDER}/hand_over.html",
        context={"hosted": club, "has_choice": form.has_choice},
        club=club,
    )


@for_host
def invite(request: ClubRequest, club: Club) -> HttpResponse:
    return form_page(
        request,
        InviteAdminForm(posted(request), may_mail=mail.is_set_up()),
        pages.invite_page(club, may_mail=mail.is_set_up()),
        deed=make_invitation,
        to=lambda made: _invited(request, club, *made),
        club=club,
        kind=Role.Kind.ADMIN,
    )


def _invited(request: ClubRequest, club: Club, link: OneTimeLink, secret: str) -> str | HttpResponse:
    """By mail alone where there is a mail server, so that the host never holds the link."""
    back = "Back", address_of("host_club", club.slug)
    if not link.email:
        request.club = club
        return made_link_page(request, link, secret, back=back)
    subject, text = pages.invitation_mail(link, secret, request.acting)
    if mail.send(club=club.name, to=link.email, subject=subject, text=text):
        messages.success(request, f"The link went to {link.email}.")
        return back[1]
    messages.error(request, f"The email to {link.email} could not be sent. Try again in a while.")
    return address_of("host_invite", club.slug)


@for_host
def news(request: ClubRequest) -> HttpResponse:
    letters = Count("letters"), Count("letters", filter=Q(letters__state=Letter.State.SENT))
    sent = News.objects.annotate(mails=letters[0], sent=letters[1])[:NEWS_SHOWN]
    return form_page(
        request,
        NewsForm(posted(request)),
        pages.news_page(),
        deed=deeds.send_news,
        to=reverse("league:host_news"),
        said="The news is on its way." if mail.is_set_up() else "The news is on the clubs’ pages. No mail is set up.",
        template=f"{FOLDER}/news.html",
        context=lambda: {"lines": pages.news_lines(list(sent))},
    )
