"""A member's account: inviting them to one, and taking it back."""

from __future__ import annotations

from django.http import HttpResponse
from django.views.decorators.http import require_POST

from league.acting.answers import first_fault, refuse_on, tapped
from league.acting.forms import ClubForm
from league.acting.log import Refused
from league.acting.permissions import Action, ClubRequest, needs
from league.office.clubs.deeds.one_time_links import invite_member
from league.office.clubs.deeds.roles import release_account
from league.office.clubs.views.one_time_links import made_link_page
from league.office.members.pages.members import back_to_member, released
from league.office.members.reading import get_named_member


@require_POST
@needs(Action.MANAGE_MEMBERS)
def invite(request: ClubRequest, member_id: int) -> HttpResponse:
    """Makes a link by which a member gets an account, and shows it, once."""
    person, form = get_named_member(request.club, member_id), ClubForm(request.POST)
    if not form.is_valid():
        return refuse_on(request, "member", member_id, why=first_fault(form), status=422)
    try:
        made = invite_member(member=person, acting=request.acting, **form.cleaned_data)
    except Refused as refusal:
        return refuse_on(request, "member", member_id, why=str(refusal))
    return made_link_page(request, *made, back=back_to_member(person))


@require_POST
@needs(Action.MANAGE_MEMBERS)
def release(request: ClubRequest, member_id: int) -> HttpResponse:
    """Parts a member from their account."""
    person = get_named_member(request.club, member_id)
    return tapped(request, "member", member_id, deed=release_account, said=released(person), member=person)
