"""What visitors read of a club, and its picture."""

from __future__ import annotations

from typing import Final

from django.forms import model_to_dict
from django.http import Http404, HttpResponse
from django.views.decorators.csrf import csrf_exempt

from league.acting.answers import form_page, posted, tapped
from league.acting.permissions import READ, TAP, Action, ClubRequest, needs
from league.models import ClubPicture
from league.office.clubs.deeds.clubs import change_club
from league.office.clubs.deeds.picture import keep_picture, remove_picture
from league.office.clubs.forms.door import DoorForm, PictureForm
from league.office.clubs.pages import clubs as pages
from league.office.clubs.pages.navigation import address_of
from league.office.clubs.picture import MOST_BYTES, TYPE
from league.office.clubs.reading import picture_of
from pinochle_club.ground.uploads import OneSmallFile, takes_a_file

A_DAY: Final = 24 * 3600


@needs(Action.MANAGE_CLUB)
def front_door(request: ClubRequest) -> HttpResponse:
    club = request.club
    return form_page(
        request,
        DoorForm(posted(request), initial=model_to_dict(club, fields=DoorForm.base_fields)),
        pages.door_page(club),
        deed=change_club,
        to=address_of("club", club.slug),
        said="Saved. This is what visitors read.",
        template="league/office/clubs/front_door.html",
        context=lambda: {"picture": pages.shown_picture(picture_of(club), club)},
        club=club,
    )


@csrf_exempt
@needs(Action.MANAGE_CLUB, writes=False)
@takes_a_file(MOST_BYTES)
def change_picture(request: ClubRequest) -> HttpResponse:
    files = request.FILES if request.method == "POST" else None
    form = PictureForm(posted(request), files, is_too_large=OneSmallFile.refused(request))
    club = request.club
    to, said = address_of("front_door", club.slug), "The picture is on your page."
    return form_page(request, form, pages.picture_page(club), deed=keep_picture, to=to, said=said, club=club)


@needs(Action.MANAGE_CLUB, TAP)
def take_picture_out(request: ClubRequest) -> HttpResponse:
    return tapped(request, "front_door", deed=remove_picture, said="The picture is gone.", club=request.club)


@needs(Action.READ_PUBLISHED, READ)
def picture(request: ClubRequest) -> HttpResponse:
    """The club's picture; its address has the moment it was made in it, so that browsers may keep it."""
    found = ClubPicture.objects.filter(club=request.club).first()
    if found is None:
        raise Http404("This club has no picture.")
    response = HttpResponse(bytes(found.content), content_type=TYPE)
    response["Cache-Control"] = f"private, max-age={A_DAY}"
    return response
