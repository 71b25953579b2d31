"""Members: the list, one of them, guests who become members, pairs, and the list as a file."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from league.acting.answers import form_page, posted, tapped
from league.acting.forms import ClubForm
from league.acting.permissions import Action, ClubRequest, needs
from league.clubs.pages.navigation import address_of
from league.csv_export import csv_response
from league.members.deeds.importing import file_header, file_rows
from league.members.deeds.members import add_pair_rule, change_member, enter_member, next_number, remove_pair_rule
from league.members.forms.members import MemberForm, PairForm
from league.members.listings import MemberListing
from league.members.pages.members import (
    PAIR_NOTED,
    PAIR_TAKEN_OUT,
    entered,
    filter_lines,
    member_page,
    pair_groups,
    pairs_page,
    put_aside_or_back,
    saved,
    welcomed,
)
from league.members.reading import SHOWN, count_shown, members_shown, read_pairs
from league.models import Member, PairRule

FORM_METHODS = ["GET", "HEAD", "POST"]
LONGEST_SEARCH = 80
MEMBER = "league/members/member.html"


@require_safe
@needs(Action.READ_MEMBERS)
def members(request: ClubRequest) -> HttpResponse:
    """The list: searched by name or number, active ones first."""
    shown = request.GET.get("show", "")
    shown = shown if shown in SHOWN else "active"
    wanted = request.GET.get("find", "").replace("\0", "").strip()[:LONGEST_SEARCH]
    listing = MemberListing.of_club(request, request.acting, members_shown(request.club, shown, wanted))
    context = {
        "club": request.club,
        "listing": listing,
        "filters": filter_lines(request.club, count_shown(request.club), shown, wanted),
        "shown": shown,
        "wanted": wanted,
        "may_manage": request.acting.may(Action.MANAGE_MEMBERS),
        "may_exchange": request.acting.may(Action.EXCHANGE_MEMBERS),
    }
    page = "_members.html" if request.htmx else "members.html"
    return render(request, f"league/members/{page}", context)


@require_http_methods(FORM_METHODS)
@needs(Action.MANAGE_MEMBERS)
def new_member(request: ClubRequest) -> HttpResponse:
    """Enters somebody; the next free number is proposed."""
    club, data, may_note = request.club, posted(request), request.acting.may(Action.READ_NOTES)
    initial = {} if data else {"number": next_number(club), "joined_on": timezone.localdate()}
    form, page = MemberForm(data, may_note=may_note, initial=initial), member_page(club, None)
    to = address_of("new_member" if "another" in request.POST else "members", club.slug)
    return form_page(request, form, page, deed=enter_member, to=to, said=entered, template=MEMBER, club=club)


@require_http_methods(FORM_METHODS)
@needs(Action.MANAGE_MEMBERS)
def member(request: ClubRequest, member_id: int) -> HttpResponse:
    """One person: everything that can be changed."""
    person = _member(request, member_id)
    initial = {name: getattr(person, name) for name in MemberForm.base_fields if name != "client_id"}
    return form_page(
        request,
        MemberForm(posted(request), may_note=request.acting.may(Action.READ_NOTES), initial=initial),
        member_page(request.club, person),
        deed=change_member,
        to=address_of("members", request.club.slug),
        said=saved,
        template=MEMBER,
        context={"person": person, "welcome_form": ClubForm(), "active_form": ClubForm()},
        member=person,
    )


@require_POST
@needs(Action.MANAGE_MEMBERS)
def welcome(request: ClubRequest, member_id: int) -> HttpResponse:
    """Makes a guest a member, by one key."""
    person, to = _member(request, member_id), address_of("members", request.club.slug)
    joined = {} if person.joined_on and not person.is_guest else {"joined_on": timezone.localdate()}
    fields = {"is_guest": False, **joined}
    return tapped(request, "member", member_id, deed=change_member, to=to, said=welcomed, member=person, fields=fields)


@require_POST
@needs(Action.MANAGE_MEMBERS)
def activate(request: ClubRequest, member_id: int) -> HttpResponse:
    """Puts somebody aside, or takes them back. What they played stays."""
    person, to = _member(request, member_id), address_of("members", request.club.slug)
    said, fields = put_aside_or_back, {"is_active": request.POST.get("active") == "yes"}
    return tapped(request, "member", member_id, deed=change_member, to=to, said=said, member=person, fields=fields)


def _member(request: ClubRequest, member_id: int) -> Member:
    return get_object_or_404(Member.objects.select_related("club"), club=request.club, pk=member_id)


# -- pairs -------------------------------------------------------------------------------


@require_http_methods(FORM_METHODS)
@needs(Action.MANAGE_MEMBERS)
def pairs(request: ClubRequest) -> HttpResponse:
    """Who does not partner, never meets, always partners; and one more pair."""
    club = request.club
    return form_page(
        request,
        PairForm(posted(request), club=club, initial={"kind": PairRule.Kind.NOT_PARTNERS}),
        pairs_page(club),
        deed=add_pair_rule,
        to=address_of("pairs", club.slug),
        said=PAIR_NOTED,
        template="league/members/pairs.html",
        context=lambda: {"groups": pair_groups(read_pairs(club)), "remove_form": ClubForm()},
    )


@require_POST
@needs(Action.MANAGE_MEMBERS)
def remove_pair(request: ClubRequest, pair_id: int) -> HttpResponse:
    """Takes a pair out."""
    rules = PairRule.objects.select_related("club", "first", "second")
    rule = get_object_or_404(rules, club=request.club, pk=pair_id)
    to = address_of("pairs", request.club.slug)
    return tapped(request, "pairs", deed=remove_pair_rule, to=to, said=PAIR_TAKEN_OUT, rule=rule)


# -- the list as a file ------------------------------------------------------------------


@require_safe
@needs(Action.EXCHANGE_MEMBERS)
def export(request: ClubRequest) -> HttpResponse:
    """All members as CSV, which can be taken in again; with the notes for those who may read them."""
    may_note = request.acting.may(Action.READ_NOTES)
    filename = f"{request.club.slug}-members-{timezone.localdate():%Y-%m-%d}.csv"
    return csv_response(filename, file_header(may_note=may_note), file_rows(request.club, may_note=may_note))
