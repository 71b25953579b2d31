"""A member's weekly page, by account or by their link for life; and the mail that says the same."""

from __future__ import annotations

from typing import Final

from django.conf import settings
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone

from league.acting.answers import tapped
from league.acting.permissions import READ, TAP, Acting, Action, ClubRequest, needs
from league.evening.coming.deeds import renew_link
from league.evening.coming.pages.links import link_context
from league.evening.coming.reading import nights_ahead
from league.evening.coming.remembered import You, by_link, cookie_name, remember, who_looks
from league.models import Event, Member
from league.office.clubs.pages.navigation import address_of
from league.office.members.links import OWN_NIGHTS
from league.season.dues.pages import owed_words
from league.season.dues.reading import account_of
from league.season.notices.deeds import want_own_nights
from league.season.notices.forms import WantForm
from league.season.notices.post import stop_path
from league.season.players import reading
from league.season.players.pages import you as pages
from league.season.players.views.own import about, night_told, standings_for

FOLDER: Final = "league/season/players"


@needs(Action.READ_PUBLISHED, READ)
def you(request: ClubRequest, member_id: int, token: str) -> HttpResponse:
    """A member's page by their link for life, which this browser remembers unless signed in."""
    there = by_link(request, member_id, token)
    response = render(request, f"{FOLDER}/you.html", {**about(request, there), "refused": request.refused})
    if request.acting.user is None:
        remember(response, there)
    return response


@needs(Action.READ_PUBLISHED, TAP)
def forget(request: ClubRequest) -> HttpResponse:
    response = redirect("league:club", request.club.slug)
    response.delete_cookie(cookie_name(request.club), samesite="Lax")
    messages.success(request, pages.FORGOTTEN)
    return response


@needs(Action.READ_PUBLISHED, TAP)
def want_mail(request: ClubRequest, member_id: int, token: str) -> HttpResponse:
    there = by_link(request, member_id, token)
    signed_in = request.acting.user is not None and request.acting.member_id == member_id
    request.acting = there.acting
    return tapped(
        request, "you", member_id, token, deed=want_own_nights, form=WantForm(request.POST), reader=there.person,
        to=address_of("me", request.club.slug) if signed_in else "",
        said=lambda reader: pages.MAIL_COMES if reader.wants_own_nights else pages.MAIL_STOPPED,
    )  # fmt: skip


@needs(Action.SEE_OWN, TAP)
def new_link(request: ClubRequest) -> HttpResponse:
    there = who_looks(request)
    if there is None:
        return redirect("league:me", request.club.slug)
    return tapped(request, "me", deed=renew_link, said=pages.NEW_LINK, member=there.person)


# -- by mail -----------------------------------------------------------------------------


def write_night(event: Event, member: Member) -> tuple[str, str] | None:
    """A night's mail, if any was played, and the address that stops such mails, without hidden standings."""
    entrant = reading.evenings_of(member.pk).select_related("member", "event__club").filter(event=event).first()
    told = night_told(entrant) if entrant else None
    if told is None:
        return None
    member.club = event.club
    you = You(member, Acting(user=None, kind=None, name=member.public_name, member_id=member.pk))
    ahead = nights_ahead(event.club, timezone.localdate(), most=1)
    page = link_context(member, event.club.slug, is_full=False)["address"]
    owes = owed_words(account_of(member))
    text = pages.night_mail(member, event, told, standings_for(you), owes, ahead, page)
    return text, f"{settings.PUBLIC_URL}{stop_path(member, event.club.slug, OWN_NIGHTS)}"
