"""The door: a tablet where people check themselves in, without an account. It shows only names and numbers."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.conf import settings
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from league.acting.answers import form_page, posted
from league.acting.permissions import FORM, READ, Action, ClubRequest, ClubView, needs
from league.evening.check_in import people
from league.evening.check_in.deeds import door as deeds
from league.evening.check_in.forms import DoorForm, DoorWalkInForm, FindForm
from league.evening.check_in.pages import is_found, tablet_link
from league.models import Entrant, Event
from league.office.clubs.pages.navigation import address_of
from league.words import boards_words, money, when_words
from scoring.score_card.access import browser_family

FOLDER = "league/evening/check_in"
COOKIE_AGE = 18 * 3600
SHORTEST_SEARCH = 2
SECONDS_OF_WELCOME = 12


@needs(Action.CHECK_IN, READ)
def door_link(request: ClubRequest, event: Event) -> HttpResponse:
    context: dict[str, Any] = {"event": event}
    if event.check_in_open:
        context["link"] = tablet_link(event, deeds.door_token(event))
    return render(request, f"{FOLDER}/door_link.html", context)


@needs(Action.READ_PUBLISHED)
def pair_door(request: ClubRequest, event: Event, token: str) -> HttpResponse:
    deeds.check_door_token(event, token)
    if request.method != "POST":
        context = {"event": event, "when": when_words(event)}
        return render(request, f"{FOLDER}/pair_door.html", context)
    door = address_of("door", request.club.slug, event.pk)
    response = redirect(door)
    response.set_cookie(
        cookie_name(event),
        deeds.tablet_secret(event),
        max_age=COOKIE_AGE,
        path=door,
        httponly=True,
        samesite="Lax",
        secure=settings.SESSION_COOKIE_SECURE,
    )
    return response


def cookie_name(event: Event) -> str:
    return f"door-{event.pk}"


def at_door(view: Callable[..., HttpResponse]) -> ClubView:
    """Let only the paired tablet call a view. The log says "At the door", even where the tablet is signed in."""

    @wraps(view)
    def guarded(request: ClubRequest, event: Event, **kwargs: Any) -> HttpResponse:
        if not deeds.is_door_tablet(event, request.COOKIES.get(cookie_name(event), "")):
            context = {"event": event}
            return render(request, f"{FOLDER}/door_shut.html", context, status=403)
        request.acting = deeds.at_the_door(browser_family(request))
        return view(request, event=event, **kwargs)

    return needs(Action.READ_PUBLISHED)(guarded)


@require_safe
@at_door
def door(request: ClubRequest, event: Event) -> HttpResponse:
    """A search with large keys for the few it can mean. Enter takes the only one."""
    words, _, _ = FindForm.asked(request.GET)
    is_long_enough = words.isdecimal() or len(words) >= SHORTEST_SEARCH
    there = deeds.people_at_door(event) if is_long_enough else []
    found = [one for one in there if is_found(one.public_name, one.number, words)]
    if len(found) == 1 and not request.htmx:  # Enter takes the only one
        return redirect("league:door_member", request.club.slug, event.pk, found[0].pk)
    people = event.entrants.filter(state=Entrant.State.HERE, member__in=found[: deeds.MOST_FOUND])
    context = {
        "event": event,
        "words": words,
        "choices": found[: deeds.MOST_FOUND],
        "here": set(people.values_list("member_id", flat=True)),
        "too_many": len(found) > deeds.MOST_FOUND,
        "nobody": is_long_enough and not found,
        "too_short": bool(words) and not is_long_enough,
    }
    template = "_door_found.html" if request.htmx else "door.html"
    return render(request, f"{FOLDER}/{template}", context)


@require_http_methods(FORM)
@at_door
def door_member(request: ClubRequest, event: Event, member_id: int) -> HttpResponse:
    """“Is that you?” and one tap. A repeat is welcomed again."""
    member = people.get_member(event, member_id)
    if all(one.pk != member.pk for one in deeds.people_at_door(event)):
        raise Http404("This person can’t check in here.")
    return form_page(
        request,
        DoorForm(posted(request)),
        None,
        deed=deeds.check_in_at_door,
        to=_welcome,
        template=f"{FOLDER}/door_member.html",
        context={"event": event, "member": member, "mate": people.mate_to_come(event, member)},
        event=event,
        member=member,
    )


@require_http_methods(FORM)
@at_door
def door_walk_in(request: ClubRequest, event: Event) -> HttpResponse:
    if not event.guests_at_door:
        raise Http404("Guests, please see the director.")
    words, _, _ = FindForm.asked(request.GET)
    return form_page(
        request,
        # The name not found; a number is no name.
        DoorWalkInForm(posted(request), initial={"name": "" if words.isdecimal() else words}),
        None,
        deed=deeds.walk_in_at_door,
        to=_welcome,
        template=f"{FOLDER}/door_walk_in.html",
        context={"event": event},
        event=event,
    )


def _welcome(here: Entrant) -> str:
    return address_of("door_welcome", here.event.club.slug, here.event_id, here.pk)


@require_safe
@at_door
def door_welcome(request: ClubRequest, event: Event, entrant_id: int) -> HttpResponse:
    entrant = people.get_entrant(event, entrant_id)
    if entrant.state != Entrant.State.HERE:
        return redirect("league:door", request.club.slug, event.pk)
    fee = money(entrant.to_pay, request.club) if entrant.to_pay else ""
    seat = deeds.seat_of(event, entrant.pk)
    boards = boards_words(seat.table.board_set, event.hands) if seat else ""
    context = {"event": event, "here": entrant, "seat": seat, "boards": boards, "fee": fee}
    response = render(request, f"{FOLDER}/door_welcome.html", context)
    response.headers["Refresh"] = f"{SECONDS_OF_WELCOME}; url={address_of('door', request.club.slug, event.pk)}"
    return response
