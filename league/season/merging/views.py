from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render

from league.acting.answers import form_page, posted, tapped
from league.acting.permissions import TAP, Action, ClubRequest, needs
from league.models import Member, Merge
from league.office.clubs.pages.navigation import address_of
from league.office.members.pages.members import back_to_member

from .deeds import merge_members, split_member, why_not
from .forms import MergeForm, OtherForm
from .pages import entry_lines, merge_page, merged, split
from .reading import what_it_has

PAGE = "league/season/merging/merge.html"


@needs(Action.MANAGE_MEMBERS)
def merge(request: ClubRequest, person: Member) -> HttpResponse:
    """The form for the other entry; with it (`?other=7`) both, and by POST they are merged."""
    data = posted(request)
    asked = OtherForm(data or (request.GET if "other" in request.GET else None), person=person)
    if not asked.is_valid():
        context = {"person": person, "asked": asked, "back": back_to_member(person)}
        return render(request, PAGE, context, status=422 if asked.is_bound else 200)
    other = asked.cleaned_data["other"]
    why = why_not(person, other)
    return form_page(
        request,
        MergeForm(data, person=person, other=other, initial={"stays": str(person.pk)}),
        merge_page(person, why),
        deed=merge_members,
        to=lambda done: address_of("member", request.club.slug, done.kept_id),
        said=merged,
        template=PAGE,
        context=lambda: {
            "person": person,
            "why": why,
            "entries": [entry_lines(one, what_it_has(one)) for one in (person, other)],
        },
    )


@needs(Action.MANAGE_MEMBERS, TAP)
def split_again(request: ClubRequest, merge_id: int) -> HttpResponse:
    found = get_object_or_404(Merge.objects.select_related("club", "kept", "gone"), club=request.club, pk=merge_id)
    to = address_of("members", request.club.slug)
    return tapped(request, "members", deed=split_member, to=to, said=split, merge=found)
