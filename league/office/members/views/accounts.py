from __future__ import annotations

from django.http import HttpResponse

from league.acting.answers import tapped
from league.acting.permissions import TAP, Action, ClubRequest, needs
from league.models import Member
from league.office.clubs.deeds.one_time_links import invite_member
from league.office.clubs.deeds.roles import release_account
from league.office.clubs.views.one_time_links import link_tapped
from league.office.members.pages.members import back_to_member


@needs(Action.MANAGE_MEMBERS, TAP)
def invite(request: ClubRequest, person: Member) -> HttpResponse:
    return link_tapped(request, "member", person.pk, deed=invite_member, back=back_to_member(person), member=person)


@needs(Action.MANAGE_MEMBERS, TAP)
def release(request: ClubRequest, person: Member) -> HttpResponse:
    said = f"{person.full_name} has no account now."
    return tapped(request, "member", person.pk, deed=release_account, said=said, member=person)
