"""A member's link for life: answers by one tap, and directors' pages to give links out."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_safe

from league.acting.answers import FormPage, form_page, posted, tapped
from league.acting.finding import get_event
from league.acting.forms import ClubForm
from league.acting.permissions import READ, TAP, Action, ClubRequest, needs
from league.acting.unchanged import state_of
from league.evening.coming.deeds import renew_link, say
from league.evening.coming.forms import SayForm
from league.evening.coming.pages.links import OLD_ONES, link_context
from league.evening.coming.pdfs import print_links
from league.evening.coming.reading import get_person, people_of, person_of_link
from league.evening.coming.remembered import as_themselves
from league.models import Member
from league.office.clubs.pages.navigation import address_of
from league.office.members.links import OWN_PAGE, opens
from pinochle_club.ground.papers import answer_pdf

FOLDER = "league/evening/coming"


@needs(Action.READ_PUBLISHED, TAP)
def answer_by_link(request: ClubRequest, member_id: int, token: str, event_id: int) -> HttpResponse:
    person = person_of_link(request.club, member_id, token)
    event = get_event(request.club, event_id)
    request.acting = as_themselves(request, person)
    return tapped(request, "you", member_id, token, deed=say, form=SayForm(request.POST), event=event, member=person)


@require_safe
def short_link(request: HttpRequest, member_id: int, token: str) -> HttpResponse:
    """The link for life as it is printed, without the name of the club."""
    person = get_object_or_404(Member.objects.select_related("club"), pk=member_id)
    if not opens(token, person, OWN_PAGE):
        raise Http404("Nobody has this link.")
    return redirect("league:you", person.club.slug, member_id, token)


# -- given out by directors --------------------------------------------------------------


@needs(Action.MANAGE_MEMBERS, READ)
def all_links(request: ClubRequest) -> HttpResponse:
    links = [link_context(person, request.club.slug) for person in people_of(request.club)]
    return render(request, f"{FOLDER}/links.html", {"links": links})


@needs(Action.MANAGE_MEMBERS, READ)
def links_pdf(request: ClubRequest) -> HttpResponse:
    club = request.club
    if not people_of(club).exists():
        raise Http404("Nobody has a link yet.")
    return answer_pdf(request, f"links-{club.slug}", print_links, club.pk, club.paper, as_of=state_of(club))


@needs(Action.MANAGE_MEMBERS)
def one_link(request: ClubRequest, member_id: int) -> HttpResponse:
    """One member's link with its QR code; by POST a new one."""
    club = request.club
    person = get_person(club, member_id)
    page = FormPage(
        f"A new link for {person.full_name}",
        "Give out a new link",
        ("To all links", address_of("member_links", club.slug)),
        says=(OLD_ONES.format(person.full_name),),
        tone="danger",
    )
    context: dict[str, Any] = {"link": link_context(person, club.slug), "person": person}
    return form_page(
        request,
        ClubForm(posted(request)),
        page,
        deed=renew_link,
        to=address_of("member_link", club.slug, person.pk),
        said="This is the new link. The old one no longer works.",
        template=f"{FOLDER}/link.html",
        context=context,
        member=person,
    )
