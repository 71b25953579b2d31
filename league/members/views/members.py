"""Members: the list, one of them, guests who become members, pairs, and the list as a file."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from league.acting.forms import ClubForm
from league.acting.log import Refused, was_done
from league.acting.permissions import Action, ClubRequest, needs
from league.csv_export import csv_response
from league.members.deeds.importing import file_header, file_rows
from league.members.deeds.members import add_pair_rule, change_member, enter_member, next_number, remove_pair_rule
from league.members.forms.members import MemberForm, PairForm
from league.members.listings import MemberListing, members_shown
from league.members.pages.members import SHOWN, filters_context, pairs_context
from league.models import Member, PairRule

LONGEST_SEARCH = 80


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
        "acting": request.acting,
        "listing": listing,
        "filters": filters_context(request.club, shown, wanted),
        "shown": shown,
        "wanted": wanted,
        "may_manage": request.acting.may(Action.MANAGE_MEMBERS),
        "may_exchange": request.acting.may(Action.EXCHANGE_MEMBERS),
    }
    page = "_members.html" if request.htmx else "members.html"
    return render(request, f"league/members/{page}", context)


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Action.MANAGE_MEMBERS)
def new_member(request: ClubRequest) -> HttpResponse:
    """Enters somebody; the next free number is proposed."""
    may_note = request.acting.may(Action.READ_NOTES)
    if request.method != "POST":
        initial = {"number": next_number(request.club), "joined_on": timezone.localdate()}
        return _member_page(request, MemberForm(may_note=may_note, initial=initial))
    form = MemberForm(request.POST, may_note=may_note)
    if not form.is_valid():
        return _member_page(request, form, status=422)
    try:
        entered = enter_member(
            club=request.club,
            acting=request.acting,
            fields=form.about_member,
            client_id=form.cleaned_data["client_id"],
        )
    except Refused as refused:
        form.add_error("number", str(refused))
        return _member_page(request, form, status=422)
    messages.success(request, f"{entered.name} is entered with number {entered.number}.")
    if "another" in request.POST:
        return redirect("league:new_member", request.club.slug)
    return redirect("league:members", request.club.slug)


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Action.MANAGE_MEMBERS)
def member(request: ClubRequest, member_id: int) -> HttpResponse:
    """One person: everything that can be changed."""
    person = _member(request, member_id)
    may_note = request.acting.may(Action.READ_NOTES)
    if request.method != "POST":
        names = [name for name in MemberForm.base_fields if name != "client_id"]
        initial = {name: getattr(person, name) for name in names}
        return _member_page(request, MemberForm(may_note=may_note, initial=initial), person)
    form = MemberForm(request.POST, may_note=may_note)
    if not form.is_valid():
        return _member_page(request, form, person, status=422)
    try:
        changed = _change(request, person, form, **form.about_member)
    except Refused as refused:
        form.add_error("number", str(refused))
        return _member_page(request, form, person, status=422)
    messages.success(request, f"{changed.name} is saved.")
    return redirect("league:members", request.club.slug)


@require_POST
@needs(Action.MANAGE_MEMBERS)
def welcome(request: ClubRequest, member_id: int) -> HttpResponse:
    """Makes a guest a member, by one key."""
    person = _member(request, member_id)
    form = ClubForm(request.POST)
    if not form.is_valid():
        return redirect("league:member", request.club.slug, person.pk)
    joined = {} if person.joined_on and not person.is_guest else {"joined_on": timezone.localdate()}
    _change(request, person, form, is_guest=False, **joined)
    messages.success(request, f"{person.name} is a member now, with number {person.number}.")
    return redirect("league:members", request.club.slug)


@require_POST
@needs(Action.MANAGE_MEMBERS)
def activate(request: ClubRequest, member_id: int) -> HttpResponse:
    """Puts somebody aside, or takes them back. What they played stays."""
    person = _member(request, member_id)
    form = ClubForm(request.POST)
    if not form.is_valid():
        return redirect("league:member", request.club.slug, person.pk)
    is_active = request.POST.get("active") == "yes"
    _change(request, person, form, is_active=is_active)
    messages.success(request, f"{person.name} is {'active again' if is_active else 'inactive now'}.")
    return redirect("league:members", request.club.slug)


def _member(request: ClubRequest, member_id: int) -> Member:
    return get_object_or_404(Member.objects.select_related("club"), club=request.club, pk=member_id)


def _change(request: ClubRequest, person: Member, form: ClubForm, **fields: Any) -> Member:
    client_id = form.cleaned_data["client_id"]
    return change_member(member=person, acting=request.acting, fields=fields, client_id=client_id)


def _member_page(
    request: ClubRequest, form: MemberForm, person: Member | None = None, status: int = 200
) -> HttpResponse:
    context = {
        "club": request.club,
        "form": form,
        "person": person,
        "welcome_form": ClubForm(),
        "active_form": ClubForm(),
    }
    return render(request, "league/members/member.html", context, status=status)


# -- pairs -------------------------------------------------------------------------------


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Action.MANAGE_MEMBERS)
def pairs(request: ClubRequest) -> HttpResponse:
    """Who does not partner, never meets, always partners; and one more pair."""
    if request.method != "POST":
        return _pairs_page(request, PairForm(club=request.club, initial={"kind": PairRule.Kind.NOT_PARTNERS}))
    form = PairForm(request.POST, club=request.club)
    if not form.is_valid():
        return _pairs_page(request, form, status=422)
    try:
        add_pair_rule(acting=request.acting, **form.cleaned_data)
    except Refused as refused:
        form.add_error("second", str(refused))
        return _pairs_page(request, form, status=422)
    messages.success(request, "Noted. The next seating minds it.")
    return redirect("league:pairs", request.club.slug)


def _pairs_page(request: ClubRequest, form: PairForm, status: int = 200) -> HttpResponse:
    context = {"club": request.club, "form": form, "groups": pairs_context(request.club), "remove_form": ClubForm()}
    return render(request, "league/members/pairs.html", context, status=status)


@require_POST
@needs(Action.MANAGE_MEMBERS)
def remove_pair(request: ClubRequest, pair_id: int) -> HttpResponse:
    """Takes a pair out. Sent twice, it is out already."""
    form = ClubForm(request.POST)
    if form.is_valid() and was_done(request.club, form.cleaned_data["client_id"]):
        return redirect("league:pairs", request.club.slug)
    rules = PairRule.objects.select_related("club", "first", "second")
    rule = get_object_or_404(rules, club=request.club, pk=pair_id)
    if form.is_valid():
        remove_pair_rule(rule=rule, acting=request.acting, client_id=form.cleaned_data["client_id"])
        messages.success(request, "Taken out. The next seating minds it no more.")
    return redirect("league:pairs", request.club.slug)


# -- the list as a file ------------------------------------------------------------------


@require_safe
@needs(Action.EXCHANGE_MEMBERS)
def export(request: ClubRequest) -> HttpResponse:
    """All members as CSV, which can be taken in again; with the notes for those who may read them."""
    may_note = request.acting.may(Action.READ_NOTES)
    filename = f"{request.club.slug}-members-{timezone.localdate():%Y-%m-%d}.csv"
    return csv_response(filename, file_header(may_note=may_note), file_rows(request.club, may_note=may_note))
