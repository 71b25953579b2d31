"""Roll call on one screen, in a large club by search; walk-ins, fees, and settings for tonight."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.conf import settings
from django.http import HttpResponse
from django.shortcuts import redirect, render

from league.acting.answers import form_page, posted, tapped
from league.acting.finding import get_event
from league.acting.log import Refused, was_done
from league.acting.permissions import READ, TAP, Action, ClubRequest, needs
from league.evening.check_in import debts, pages, people
from league.evening.check_in.deeds import roll, tonight
from league.evening.check_in.deeds.debts import take_debts
from league.evening.check_in.forms import (
    NOT_UNDERSTOOD,
    EntrantForm,
    FindForm,
    PartnerForm,
    TapForm,
    TeamsForm,
    WalkInForm,
)
from league.evening.check_in.people import KnownMember, usual_players
from league.models import Coming, Entrant, Event, Member, RoundSeat
from league.office.clubs.pages.navigation import address_of
from league.words import when_words
from pinochle_club.ground.http import number_in

FOLDER = "league/evening/check_in"
ORDER = "roll-order"  # the cookie with the order of names
ORDERS = ("first", "last")
YEAR = 365 * 24 * 3600


@needs(Action.CHECK_IN, READ)
def check_in(request: ClubRequest, event: Event) -> HttpResponse:
    """The roll, with search and filters. Polled with `?v=version`: 204 while nothing is new."""
    if request.htmx and request.GET.get("v") == str(event.version):
        return HttpResponse(status=204)
    template = "_polled.html" if request.htmx else "check_in.html"
    response = render(request, f"{FOLDER}/{template}", _roll_page(request, event))
    if (order := request.GET.get("by")) in ORDERS:
        path = address_of("club", request.club.slug)
        response.set_cookie(
            ORDER, order, max_age=YEAR, path=path, samesite="Lax", secure=settings.SESSION_COOKIE_SECURE
        )
    return response


def _roll_page(request: ClubRequest, event: Event) -> dict[str, Any]:
    words, show, page = FindForm.asked(request.GET)
    shown = pages.shown_at(event)
    entrants = list(event.entrants.with_late_fees().select_related("partner__member"))
    missing = people.missing_seats(event)
    usual = people.usual_of(usual_players(event))
    everybody = _everybody(people.known_members(request.club), entrants, usual, people.answers_of(event))
    show = show if show in shown else "all"
    by_last = (request.GET.get("by") or request.COOKIES.get(ORDER)) == "last"  # as asked, else as last on this device
    found = pages.roll_of(everybody, words=words, show=show, page=page, by_last=by_last)
    mates, owed, asked = _Mates(event, everybody), debts.debts_before(event), request.GET.get("pair")
    asking = next((one for one in everybody if one.row_id == asked), None) if event.is_for_pairs else None
    rows = {
        title: [
            pages.RollRow(
                event,
                one,
                missing=missing.get(one.entrant.pk) if one.entrant else None,
                mate=mates.of(one),
                asking=asking,
                debts=owed.get(one.member.pk, ()) if one.member else (),
            )
            for one in group
        ]
        for title, group in found["groups"].items()
    }
    counts = {"all": len(everybody), **pages.roll_counts(entrants, shown)}
    on_list = {entrant.member_id for entrant in entrants}
    return {
        **_parts(request, event),
        "when": when_words(event),
        "roll": {**found, "is_short": pages.is_short(event)},
        "groups": rows,
        "filters": [(value, label, counts[value]) for value, label in shown.items()],
        "asking": asking,
        "news": pages.found_words([row for group in rows.values() for row in group], found["more"]) if words else "",
        "summary": _summary(event, entrants, missing),
        "added": next((one for one in entrants if str(one.pk) == request.GET.get("added")), None),
        "expects_usual": bool(usual - on_list - {one.known.pk for one in everybody if one.said_no}),
        "walk_in": WalkInForm(club=request.club, initial={"name": words if not words.isdecimal() else ""}),
        "door": address_of("door_link", request.club.slug, event.pk),
    }


class _Mates:
    """Partners who would come along (one query at an evening of pairs)."""

    def __init__(self, event: Event, everybody: Sequence[pages.RollPerson]) -> None:
        self.event = event
        self.standing = people.standing_partners(event.club_id) if event.is_for_pairs else {}
        self.members = {one.member.pk: one.member for one in everybody if one.member}
        self.there: dict[int | None, Entrant] = {one.entrant.member_id: one.entrant for one in everybody if one.entrant}

    def of(self, one: pages.RollPerson) -> Entrant | pages.Known | None:
        standing = self.members.get(self.standing.get(one.member.pk, 0)) if one.member else None
        return pages.mate_of(self.event, one.entrant, standing, self.there)


def _parts(request: ClubRequest, event: Event) -> dict[str, Any]:
    here = (request.club.slug, event.pk)
    may_seat = request.acting.may(Action.SEAT_PLAYERS)
    return {
        "event": event,
        "rotation": address_of("rotation", *here) if may_seat else "",
        "desk": address_of("desk", *here),
    }


def _everybody(
    members: list[KnownMember], entrants: list[Entrant], usual: set[int], answers: Mapping[int, Coming]
) -> list[pages.RollPerson]:
    by_member = {entrant.member_id: entrant for entrant in entrants if entrant.member_id}
    known = [
        pages.RollPerson(member, by_member.get(member.pk), member.pk in usual, answers.get(member.pk))
        for member in members
    ]
    return known + [pages.RollPerson(None, entrant) for entrant in entrants if not entrant.member_id]


def _summary(event: Event, entrants: list[Entrant], missing: dict[int, RoundSeat]) -> dict[str, object]:
    counts = people.headcount(entrants)
    return {
        "people": pages.people_words(counts),
        "tables": pages.tables_words(event, entrants),
        "fees": pages.money_words(counts, event.club),
        "is_stale": people.seating_is_stale(event),
        "missing": [pages.missing_words(seat) for seat in missing.values() if seat.entrant.state == Entrant.State.HERE],
    }


# -- one tap -----------------------------------------------------------------------------


@needs(Action.CHECK_IN, TAP)
def tap_member(request: ClubRequest, event: Event, member_id: int) -> HttpResponse:
    member = people.get_member(event, member_id)
    return _tapped(request, event, member, event.entrants.filter(member=member).first())


@needs(Action.CHECK_IN, TAP)
def tap_entrant(request: ClubRequest, event: Event, entrant_id: int) -> HttpResponse:
    form = TapForm(request.POST)
    if request.htmx and form.is_valid() and was_done(request.club, form.cleaned_data["client_id"]):
        # Sent before: the person it took off the list is no longer found.
        return _row(request, event, None, Entrant(pk=entrant_id, event=event))
    return _tapped(request, event, None, people.get_entrant(event, entrant_id))


def _tapped(request: ClubRequest, event: Event, member: Member | None, entrant: Entrant | None) -> HttpResponse:
    return tapped(
        request,
        "check_in",
        event.pk,
        deed=_do,
        form=TapForm(request.POST),
        to=f"{_roll(request, event.pk)}#{pages.row_id_of(member, entrant)}",
        shown=lambda: _row(request, event, member, entrant),
        event=event,
        member=member,
        entrant=entrant,
    )


def _person_of(event: Event, row_id: str) -> roll.Person:
    """The person behind a row id: `member-12`, or `entrant-5` for no member."""
    kind, _, digits = row_id.partition("-")
    number = number_in(digits, 18)
    if number is None:
        raise Refused(NOT_UNDERSTOOD)
    return (people.get_member(event, number), None) if kind == "member" else (None, people.get_entrant(event, number))


def _do(*, event: Event, member: Member | None, entrant: Entrant | None, do: str, mate: str, **acts: Any) -> None:
    """Do what a key says. All but arriving, pairing and expecting is for people on the list."""
    if do == "pair":
        roll.pair_up(event=event, one=_person_of(event, mate), other=(member, entrant), **acts)
    if do in ("both", "both_paid"):
        roll.check_in_pair(event=event, member=member, entrant=entrant, has_paid=do == "both_paid", **acts)
    if do in ("here", "here_paid"):
        roll.check_in(event=event, member=member, entrant=entrant, has_paid=do == "here_paid", **acts)
    elif do == "owed" and member is not None:
        take_debts(event=event, member=member, **acts)
    elif do == "expected" and member is not None:
        roll.expect_players(event=event, members=[member], **acts)
    elif entrant is not None and do in ON_LIST:
        ON_LIST[do](entrant=entrant, **acts)


ON_LIST: dict[str, Callable[..., Any]] = {
    "undo": roll.undo_check_in,
    "left": roll.mark_left,
    "back": roll.mark_back,
    "paid": tonight.take_fee,
    "give_back": tonight.give_fee_back,
    "remove": roll.remove_entrant,
}


def _row(request: ClubRequest, event: Event, member: Member | None, entrant: Entrant | None) -> HttpResponse:
    entrants = list(event.entrants.with_late_fees().select_related("partner__member"))
    missing = people.missing_seats(event)
    key, of = ("member_id", member.pk) if member else ("pk", entrant and entrant.pk)
    now = next((one for one in entrants if getattr(one, key) == of), None)
    partner = next((one for one in entrants if now and one.pk == now.partner_id and event.is_for_pairs), None)
    owed = debts.debts_before(event, [one.pk for one in (member, partner and partner.member) if one])
    row = None
    if member is not None or now is not None:
        answer = people.answers_of(event, [member.pk]).get(member.pk) if member else None
        row = pages.RollRow(
            event,
            pages.RollPerson(member, now, answer=answer),
            missing=missing.get(now.pk) if now else None,
            mate=pages.mate_of(event, now, None, {}),
            debts=owed.get(member.pk, ()) if member else (),
        )
    beside = None  # the partner's row, which one tap may change as well
    if partner is not None:
        theirs = owed.get(partner.member_id or 0, ())
        beside = pages.RollRow(
            event, pages.RollPerson(partner.member, partner), missing=missing.get(partner.pk), debts=theirs
        )
    context = {
        **_parts(request, event),
        "row": row,
        "beside": beside,
        "fault": request.refused,
        "row_id": pages.row_id_of(member, entrant),
        "news": row.words if row and not request.refused else "",
        "counts": pages.roll_counts(entrants, pages.shown_at(event))
        | ({} if row else {"all": request.club.members.count() + sum(1 for one in entrants if not one.member_id)}),
        "summary": _summary(event, entrants, missing),
    }
    return render(request, f"{FOLDER}/_tapped.html", context)


# -- beside the rows ---------------------------------------------------------------------


@needs(Action.CHECK_IN, TAP)
def walk_in(request: ClubRequest, event: Event) -> HttpResponse:
    form = WalkInForm(request.POST, club=request.club)
    return form_page(
        request,
        form,
        None,
        deed=roll.add_walk_in,
        to=lambda added: f"{_roll(request, event.pk)}?added={added.pk}",
        template=f"{FOLDER}/check_in.html",
        context=lambda: {**_roll_page(request, event), "walk_in": form},
        event=event,
    )


@needs(Action.CHECK_IN, TAP)
def expect_usual(request: ClubRequest, event: Event) -> HttpResponse:
    return tapped(request, "check_in", event.pk, deed=roll.expect_usual, event=event)


@needs(Action.CHECK_IN, TAP)
def open_check_in(request: ClubRequest, event_id: int) -> HttpResponse:
    page = "door_link" if "door" in request.POST else "check_in"
    return tapped(request, page, event_id, deed=roll.open_check_in, event=get_event(request.club, event_id))


@needs(Action.CHECK_IN, TAP)
def close_check_in(request: ClubRequest, event: Event) -> HttpResponse:
    return tapped(request, "check_in", event.pk, deed=roll.close_check_in, event=event)


@needs(Action.CHECK_IN)
def entrant(request: ClubRequest, event: Event, entrant_id: int) -> HttpResponse:
    found = people.get_entrant(event, entrant_id)
    if event.state == Event.State.CLOSED and request.method != "POST":
        return redirect(_row_address(request, found))
    return form_page(
        request,
        EntrantForm(posted(request), entrant=found),
        None,
        deed=tonight.change_entrant,
        to=_row_address(request, found),
        template=f"{FOLDER}/entrant.html",
        context={"event": event, "entrant": found},
        entrant=found,
    )


def _row_address(request: ClubRequest, entrant: Entrant) -> str:
    return f"{_roll(request, entrant.event_id)}#{pages.row_id_of(entrant.member, entrant)}"


@needs(Action.CHECK_IN)
def partner(request: ClubRequest, event: Event, entrant: Entrant) -> HttpResponse:
    entrant.event = event
    if event.state == Event.State.CLOSED and request.method != "POST":
        return redirect(_row_address(request, entrant))
    page = pages.partner_page(entrant, is_seated=entrant.seats.exists())
    return form_page(
        request,
        PartnerForm(posted(request), entrant=entrant, others=people.free_partners(entrant)),
        page,
        deed=tonight.choose_partner,
        to=_row_address(request, entrant),
        entrant=entrant,
    )


@needs(Action.CHECK_IN)
def teams(request: ClubRequest, event: Event) -> HttpResponse:
    people = list(event.entrants.filter(is_house_player=False).exclude(state=Entrant.State.LEFT).order_by("number"))
    for one in people:
        one.event = event
    form = TeamsForm(posted(request), entrants=people, size=event.team_size)
    return form_page(
        request,
        form,
        pages.teams_page(event, people),
        deed=tonight.name_teams,
        to=_roll(request, event.pk),
        said="The teams are saved.",
        event=event,
    )


def _roll(request: ClubRequest, event_id: int) -> str:
    return address_of("check_in", request.club.slug, event_id)
