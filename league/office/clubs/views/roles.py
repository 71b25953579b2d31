from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone

from league.acting.answers import form_page, posted, tapped
from league.acting.forms import ClubForm
from league.acting.permissions import READ, TAP, Action, ClubRequest, name_of, needs
from league.models import Event, OneTimeLink, Role
from league.office.accounts.views import password_again
from league.office.clubs import mail
from league.office.clubs.deeds import roles as deeds
from league.office.clubs.deeds.one_time_links import invite_for_evening, make_invitation, make_reset, revoke_link
from league.office.clubs.forms.roles import AskSecondStepForm, InvitationForm, RoleForm
from league.office.clubs.listings import SecurityListing
from league.office.clubs.pages import roles as pages
from league.office.clubs.pages.navigation import address_of, back_to_desk
from league.office.clubs.reading import read_helpers, read_open_links, read_roles, read_safer, read_security
from league.office.clubs.views.one_time_links import link_tapped, made_link_page
from pinochle_club.ground.listings import listing_page


@needs(Action.MANAGE_CLUB, READ)
def roles(request: ClubRequest) -> HttpResponse:
    club, people, safer = request.club, read_roles(request.club), read_safer(request.club)
    context = {
        "roles": pages.role_lines(people, safer),
        "only_admin": pages.only_admin(people),
        "links": read_open_links(club, timezone.now()),
        "safety": pages.safety_words(club, people, safer),
        "ask_form": AskSecondStepForm(initial={"asks": not club.asks_second_step}),
    }
    return render(request, "league/office/clubs/roles.html", context)


@needs(Action.MANAGE_CLUB, TAP)
@password_again("roles")
def ask_for_second_step(request: ClubRequest) -> HttpResponse:
    form = AskSecondStepForm(request.POST)
    return tapped(request, "roles", deed=deeds.ask_second_step, form=form, club=request.club)


@needs(Action.MANAGE_CLUB, READ)
def security(request: ClubRequest) -> HttpResponse:
    listing = SecurityListing.of_club(request, read_security(request.club))
    context = {"club": request.club, "listing": listing}
    return listing_page(request, "league/office/clubs/security.html", context, places=(request.club.slug,))


@needs(Action.MANAGE_CLUB)
@password_again("roles")
def invite(request: ClubRequest) -> HttpResponse:
    initial = {"kind": Role.Kind.DIRECTOR}
    return form_page(
        request,
        InvitationForm(posted(request), club=request.club, may_mail=mail.is_set_up(), initial=initial),
        pages.invite_page(request.club),
        deed=make_invitation,
        to=lambda made: made_link_page(request, *made, back=pages.back_to_roles(request.club)),
        club=request.club,
    )


@needs(Action.SHARE_DESK)
def second_director(request: ClubRequest, event: Event) -> HttpResponse:
    """The second directors of this evening; by POST makes a code for one more and shows it, once."""

    def context() -> dict[str, Any]:
        codes = read_open_links(event.club, timezone.now(), kind=OneTimeLink.Kind.EVENING, event=event)
        return {"helpers": pages.helper_lines(event, read_helpers(event), codes)}

    return form_page(
        request,
        ClubForm(posted(request)),
        pages.second_director_page(event),
        deed=invite_for_evening,
        to=lambda made: made_link_page(request, *made, back=back_to_desk(event)),
        template="league/office/clubs/second_director.html",
        context=context,
        event=event,
    )


@needs(Action.SHARE_DESK, TAP)
def take_off(request: ClubRequest, event: Event, role_id: int) -> HttpResponse:
    role = get_object_or_404(Role.objects.select_related("user"), evening=event, pk=role_id)
    page, to = "second_director", address_of("second_director", request.club.slug, event.pk)
    said = f"{name_of(role.user)} no longer directs this evening."
    return tapped(request, page, event.pk, deed=deeds.take_off_evening, to=to, said=said, role=role, event=event)


@needs(Action.SHARE_DESK, TAP)
def cancel_code(request: ClubRequest, event_id: int, link_id: int) -> HttpResponse:
    link = get_object_or_404(OneTimeLink.objects.select_related("club"), club=request.club, event=event_id, pk=link_id)
    return tapped(request, "second_director", event_id, deed=revoke_link, said=pages.revoked_link(link), link=link)


@needs(Action.MANAGE_CLUB)
@password_again("roles")
def change(request: ClubRequest, role_id: int) -> HttpResponse:
    role = _role(request, role_id)
    form = RoleForm(posted(request), initial={"kind": role.kind})
    context = {
        "role": role,
        "is_self": role.user == request.acting.user,
        "has_second_step": role.user.second_steps.exists(),
    }
    return form_page(
        request,
        form,
        pages.role_page(role),
        deed=deeds.change_role,
        to=address_of("roles", request.club.slug),
        said=lambda role: f"{name_of(role.user)} is {role.get_kind_display().lower()} now.",
        template="league/office/clubs/role.html",
        context=context,
        role=role,
    )


@needs(Action.MANAGE_CLUB, TAP)
@password_again("roles")
def remove(request: ClubRequest, role_id: int) -> HttpResponse:
    role, to = _role(request, role_id), address_of("roles", request.club.slug)
    said = f"{name_of(role.user)} no longer has a role here."
    return tapped(request, "change_role", role_id, deed=deeds.remove_role, to=to, said=said, role=role)


@needs(Action.MANAGE_CLUB, TAP)
@password_again("roles")
def new_password(request: ClubRequest, role_id: int) -> HttpResponse:
    role, back = _role(request, role_id), pages.back_to_roles(request.club)
    return link_tapped(request, "change_role", role_id, deed=make_reset, back=back, role=role)


@needs(Action.MANAGE_CLUB, TAP)
@password_again("roles")
def no_second_step(request: ClubRequest, role_id: int) -> HttpResponse:
    role, to = _role(request, role_id), address_of("change_role", request.club.slug, role_id)
    said = f"{name_of(role.user)} signs in with the password alone."
    return tapped(request, "change_role", role_id, deed=deeds.take_second_step_off, to=to, said=said, role=role)


@needs(Action.MANAGE_CLUB, TAP)
def revoke(request: ClubRequest, link_id: int) -> HttpResponse:
    link = get_object_or_404(OneTimeLink.objects.select_related("club"), club=request.club, pk=link_id)
    return tapped(request, "roles", deed=revoke_link, said=pages.revoked_link(link), link=link)


def _role(request: ClubRequest, role_id: int) -> Role:
    roles = Role.objects.select_related("user", "club").exclude(kind=Role.Kind.HELPER)
    return get_object_or_404(roles, club=request.club, pk=role_id)
