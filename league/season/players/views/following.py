from __future__ import annotations

from functools import partial

from django.http import Http404, HttpResponse
from django.shortcuts import redirect

from league.acting.answers import tapped
from league.acting.permissions import TAP, Action, ClubRequest, needs
from league.models import Member
from league.office.clubs.pages.navigation import address_of
from league.office.members.deeds import following as deeds
from league.office.members.naming import shown_name
from league.office.members.reading import followed_by, get_member, get_named_member
from league.season.players.following import in_season, last_night
from league.season.players.pages import following as pages


@needs(Action.SEE_OWN, TAP)
def follow(request: ClubRequest, member_id: int) -> HttpResponse:
    other, is_followed = get_named_member(request.club, member_id), request.POST.get("follow") != "no"
    if request.acting.member_id is None:
        return redirect("league:me", request.club.slug)
    if other.pk == request.acting.member_id:
        raise Http404("Nobody follows themselves.")
    member = get_member(request.club, request.acting.member_id)
    said = pages.FOLLOWED if is_followed else pages.NOT_FOLLOWED
    follow = partial(deeds.follow, is_followed=is_followed)
    return tapped(request, "player", other.pk, deed=follow, said=said, member=member, other=other)


def following_of(request: ClubRequest, member: Member) -> list[tuple[str, str, str]]:
    """The lines of the signed-in player and of those they follow (six queries at most), if any."""
    people = [member, *followed_by(member.pk)]
    if len(people) == 1:
        return []
    club, ids = request.club, [one.pk for one in people]
    (season, places), nights = in_season(club, ids), last_night(club, ids)
    return [
        (
            shown_name(one, request.acting),
            address_of("player", club.slug, one.pk),
            pages.standing_words(one, season, places, nights),
        )
        for one in people
    ]
