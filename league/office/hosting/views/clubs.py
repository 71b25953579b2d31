"""What a club's admins see of its host, and the end of a club."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse

from league.acting.answers import form_page, posted, tapped
from league.acting.permissions import READ, TAP, Action, ClubRequest, needs
from league.models import Club
from league.office.accounts.views import password_again
from league.office.clubs.pages.navigation import address_of
from league.office.hosting import deeds, pages
from league.office.hosting.forms import DeleteClubForm
from league.office.hosting.listings import ClubLogListing
from pinochle_club.ground.listings import listing_page

FOLDER = "league/office/hosting"


@needs(Action.DELETE)
@password_again("settings")
def delete(request: ClubRequest) -> HttpResponse:
    """Ask to delete the club; once that was asked, until when it can be kept."""
    club = request.club
    if club.goes_at and request.method != "POST":
        return render(
            request,
            f"{FOLDER}/leaving.html",
            {"page": pages.leaving_page(club), "keep": address_of("keep_club", club.slug)},
        )
    return form_page(
        request,
        DeleteClubForm(posted(request)),
        pages.delete_page(club, club.members.count(), club.events.count()),
        deed=deeds.ask_to_delete,
        to=_after,
        said=pages.asked_words,
        club=club,
    )


def _after(club: Club) -> str:
    return address_of("delete_club", club.slug) if club.goes_at else reverse("league:clubs")


@needs(Action.DELETE, TAP)
def keep(request: ClubRequest) -> HttpResponse:
    to, said = address_of("settings", request.club.slug), pages.kept_words
    return tapped(request, "delete_club", deed=deeds.keep_club, to=to, said=said, club=request.club)


@needs(Action.MANAGE_CLUB, TAP)
def put_news_away(request: ClubRequest) -> HttpResponse:
    to = address_of("club", request.club.slug)
    return tapped(request, "club", deed=deeds.put_news_away, to=to, club=request.club)


@needs(Action.MANAGE_CLUB, READ)
def log(request: ClubRequest) -> HttpResponse:
    """The club's log of no evening, in which each thing that the host did stands."""
    listing = ClubLogListing.of_club(request, request.club.log.filter(event=None).order_by("-pk"))
    return listing_page(request, f"{FOLDER}/log.html", {"listing": listing}, places=(request.club.slug,))
