from __future__ import annotations

from collections.abc import Sequence

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone

from league.acting.answers import form_page, posted, tapped
from league.acting.forms import ReasonForm
from league.acting.permissions import READ, TAP, Action, ClubRequest, needs
from league.models import Category, Club, Member, PairRule
from league.office.clubs import mail
from league.office.clubs.pages.navigation import address_of
from league.office.clubs.reading import account_of, read_open_links
from league.office.members import reading
from league.office.members.deeds import categories as deeds
from league.office.members.deeds.categories import add_category, rename_category
from league.office.members.deeds.deleting import delete_member, why_not_deleted
from league.office.members.deeds.importing import file_header, file_rows
from league.office.members.deeds.members import (
    add_pair_rule,
    change_member,
    enter_member,
    next_number,
    remove_pair_rule,
)
from league.office.members.deeds.privacy import make_anonymous
from league.office.members.forms.members import AnonymousForm, CategoryForm, MemberForm, PairForm
from league.office.members.listings import MemberListing
from league.office.members.pages import members as pages
from pinochle_club.ground.exports import FileKind, ListFile, dated
from pinochle_club.ground.listings import listing_page, looked_for
from scoring.rules.notation import counted

MEMBER = "league/office/members/member.html"


@needs(Action.READ_MEMBERS, READ)
def members(request: ClubRequest) -> HttpResponse:
    categories = list(request.club.categories.all())
    rules = reading.rules_of(categories)
    shown = request.GET.get("show", "")
    shown = shown if shown in rules else "active"
    wanted = looked_for(request)
    sees_names, may_manage = (request.acting.may(action) for action in (Action.SEE_NAMES, Action.MANAGE_MEMBERS))
    found = reading.members_shown(request.club, rules[shown], wanted, sees_names=sees_names)
    if wanted and may_manage and "entered" in request.GET and not request.htmx:
        people = list(found[:2])
        if len(people) == 1:  # Enter takes the only one
            return redirect("league:member", request.club.slug, people[0].pk)
    listing = MemberListing.of_club(request, request.acting, found)
    context = {
        "listing": listing,
        "filters": pages.filter_lines(
            request.club, categories, reading.count_shown(request.club, rules), shown, wanted
        ),
        "shown": shown,
        "wanted": wanted,
        "may_manage": may_manage,
        "may_read_history": request.acting.may(Action.READ_HISTORY),
        "tools": pages.member_tools(request.club, request.acting),
    }
    page = "_members.html" if request.htmx else "members.html"
    return listing_page(request, f"league/office/members/{page}", context, places=(request.club.slug,))


@needs(Action.MANAGE_MEMBERS)
def new_member(request: ClubRequest) -> HttpResponse:
    club, data, may_note = request.club, posted(request), request.acting.may(Action.READ_NOTES)
    initial = {} if data else {"number": next_number(club), "joined_on": timezone.localdate()}
    form, page = MemberForm(data, club=club, may_note=may_note, initial=initial), pages.member_page(club, None)
    to = address_of("new_member" if "another" in request.POST else "members", club.slug)
    return form_page(
        request, form, page, deed=enter_member, to=to, template=MEMBER, club=club,
        said=lambda person: f"{person.name} was added as number {person.number}.",
    )  # fmt: skip


@needs(Action.MANAGE_MEMBERS)
def member(request: ClubRequest, person: Member) -> HttpResponse:
    initial = {name: getattr(person, name) for name in MemberForm.base_fields if name != "client_id"}
    return form_page(
        request,
        MemberForm(posted(request), club=request.club, may_note=request.acting.may(Action.READ_NOTES), initial=initial),
        pages.member_page(request.club, person),
        deed=change_member,
        to=address_of("members", request.club.slug),
        said=lambda person: f"{person.full_name} was saved.",
        template=MEMBER,
        context=lambda: {
            "person": person,
            "account": account_of(person),
            "invited": read_open_links(request.club, timezone.now(), member=person),
            "may_mail": mail.is_set_up(),
            "merges": reading.merges_of(person),
        },
        member=person,
    )


@needs(Action.MANAGE_MEMBERS, TAP)
def welcome(request: ClubRequest, person: Member) -> HttpResponse:
    to = address_of("members", request.club.slug)
    joined = {} if person.joined_on and not person.is_guest else {"joined_on": timezone.localdate()}
    fields = {"is_guest": False, **joined}
    return tapped(
        request, "member", person.pk, deed=change_member, to=to, member=person, fields=fields,
        said=lambda person: f"{person.name} is now a member, number {person.number}.",
    )  # fmt: skip


@needs(Action.MANAGE_MEMBERS, TAP)
def activate(request: ClubRequest, person: Member) -> HttpResponse:
    """Put a person aside, or take them back. Their results stay."""
    to = address_of("members", request.club.slug)
    fields = {"is_active": request.POST.get("active") == "yes"}
    return tapped(
        request, "member", person.pk, deed=change_member, to=to, member=person, fields=fields,
        said=lambda person: f"{person.full_name} is {'active again' if person.is_active else 'inactive now'}.",
    )  # fmt: skip


@needs(Action.MANAGE_MEMBERS)
def anonymous(request: ClubRequest, person: Member) -> HttpResponse:
    form = AnonymousForm(posted(request), member=person)
    page, to = pages.anonymous_page(person, person.entries.count()), address_of("members", request.club.slug)
    return form_page(
        request, form, page, deed=make_anonymous, to=to, said=lambda there: f"They are now {there.name}.", member=person
    )


@needs(Action.MANAGE_MEMBERS)
def delete(request: ClubRequest, person: Member) -> HttpResponse:
    """Delete a person entered by mistake; of others their page says why they stay."""
    why = why_not_deleted(person) if request.method == "GET" else ""
    if why:
        messages.error(request, why)
        return redirect("league:member", request.club.slug, person.pk)
    return form_page(
        request,
        ReasonForm(posted(request), is_needed=False),
        pages.delete_page(person),
        deed=delete_member,
        to=address_of("members", request.club.slug),
        said=f"{person.full_name} was deleted.",
        member=person,
    )


# -- pairs -------------------------------------------------------------------------------


@needs(Action.MANAGE_MEMBERS)
def pairs(request: ClubRequest) -> HttpResponse:
    club = request.club
    return form_page(
        request,
        PairForm(posted(request), club=club, initial={"kind": PairRule.Kind.NOT_PARTNERS}),
        pages.pairs_page(club),
        deed=add_pair_rule,
        to=address_of("pairs", club.slug),
        said="Saved. The next seating will respect it.",
        template="league/office/members/pairs.html",
        context=lambda: {"groups": pages.pair_groups(reading.read_pairs(club))},
    )


@needs(Action.MANAGE_MEMBERS, TAP)
def remove_pair(request: ClubRequest, pair_id: int) -> HttpResponse:
    rules = PairRule.objects.select_related("club", "first", "second")
    rule = get_object_or_404(rules, club=request.club, pk=pair_id)
    to, said = address_of("pairs", request.club.slug), "Deleted. The next seating will ignore it."
    return tapped(request, "pairs", deed=remove_pair_rule, to=to, said=said, rule=rule)


# -- categories --------------------------------------------------------------------------


@needs(Action.MANAGE_MEMBERS)
def categories(request: ClubRequest) -> HttpResponse:
    club = request.club
    found = list(club.categories.all())
    return form_page(
        request,
        CategoryForm(posted(request)),
        pages.categories_page(club),
        deed=add_category,
        to=address_of("categories", club.slug),
        said=lambda category: f"{category} was added.",
        template="league/office/members/categories.html",
        context=lambda: {"lines": _people_in(club, found)},
        club=club,
    )


def _people_in(club: Club, categories: Sequence[Category]) -> list[tuple[Category, str]]:
    """The categories, with the number of active people in each (one query)."""
    counts = reading.count_shown(club, reading.rules_of(categories))
    return [(one, counted(counts[reading.category_key(one)], "person", "people")) for one in categories]


@needs(Action.MANAGE_MEMBERS)
def category(request: ClubRequest, category_id: int) -> HttpResponse:
    found = _category(request, category_id)
    return form_page(
        request,
        CategoryForm(posted(request), initial={"name": found.name}),
        pages.category_page(found),
        deed=rename_category,
        to=address_of("categories", request.club.slug),
        said="Saved.",
        template="league/office/members/category.html",
        context={"category": found},
        category=found,
    )


@needs(Action.MANAGE_MEMBERS, TAP)
def remove_category(request: ClubRequest, category_id: int) -> HttpResponse:
    found, to = _category(request, category_id), address_of("categories", request.club.slug)
    said = f"{found} was taken out."
    return tapped(request, "category", category_id, deed=deeds.remove_category, to=to, said=said, category=found)


def _category(request: ClubRequest, category_id: int) -> Category:
    return get_object_or_404(Category.objects.select_related("club"), club=request.club, pk=category_id)


# -- the list as a file ------------------------------------------------------------------


@needs(Action.EXCHANGE_MEMBERS, READ)
def export(request: ClubRequest) -> HttpResponse:
    """All members as CSV, which can be imported again; with the notes for those who may read them."""
    may_note = request.acting.may(Action.READ_NOTES)
    file = ListFile(
        dated(request.club.slug, "members"), file_header(may_note=may_note), file_rows(request.club, may_note=may_note)
    )
    return file.answer(FileKind.CSV)
