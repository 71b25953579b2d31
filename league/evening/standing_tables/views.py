"""Pages of standing tables, and the way to their seats."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone

from league.acting.answers import form_page, posted, refuse_on, tapped
from league.acting.forms import ClubForm
from league.acting.permissions import READ, TAP, Action, ClubRequest, needs
from league.evening.coming.remembered import who_looks
from league.evening.coming.views.nights import UNCLAIMED, WAYS_BACK
from league.evening.events.deeds import newest_of, rules_on_offer
from league.evening.standing_tables import deeds, pages
from league.evening.standing_tables.dates import days_of
from league.evening.standing_tables.forms import SayForm, SkipForm, TableForm
from league.evening.standing_tables.reading import meetings
from league.models import Coming, Member, StandingTable
from league.models.members import with_number
from league.office.clubs.pages.navigation import address_of
from league.office.members.naming import shown_name
from scoring.play.together import TooManyTables
from scoring.play.views.together import meet
from scoring.score_card.names import LONGEST_ON_CARD, fitted


@needs(Action.READ_MEMBERS, READ)
def online_table(request: ClubRequest, online: StandingTable) -> HttpResponse:
    now, acting = timezone.now(), request.acting
    (meeting,) = meetings([online], now)
    context = {
        "table": online,
        "facts": pages.facts(online),
        "when": pages.when_words(meeting),
        "how": pages.HOW,
        "own": pages.table_context(meeting, acting.member_id, leads_on=False) if acting.member_id else None,
        "people": [shown_name(member, acting) for member in meeting.members],
        "free": pages.free_words(meeting),
        "days": pages.day_lines(online, islice(days_of(online, now), deeds.DAYS_AHEAD)),
        "may_plan": acting.may(Action.PLAN_EVENTS),
    }
    return render(request, "league/evening/standing_tables/table.html", context)


# -- what directors do -------------------------------------------------------------------


@needs(Action.PLAN_EVENTS)
def new_online_table(request: ClubRequest) -> HttpResponse:
    return _set_up(request, None)


@needs(Action.PLAN_EVENTS)
def change_online_table(request: ClubRequest, online: StandingTable) -> HttpResponse:
    return _set_up(request, online)


def _set_up(request: ClubRequest, table: StandingTable | None) -> HttpResponse:
    club = request.club
    versions = rules_on_offer(club)
    if not versions and table is None:
        messages.info(request, pages.RULES_FIRST)
        return redirect("league:house_rules", club.slug)
    return form_page(
        request,
        TableForm(posted(request), versions=versions, table=table),
        pages.set_up_page(club, table),
        deed=deeds.set_up,
        to=lambda made: address_of("online_table", club.slug, made.pk),
        club=club,
        table=table,
    )


@needs(Action.PLAN_EVENTS, TAP)
def skip_online_day(request: ClubRequest, online: StandingTable) -> HttpResponse:
    return tapped(request, "online_table", online.pk, deed=deeds.skip, form=SkipForm(request.POST), table=online)


@needs(Action.PLAN_EVENTS)
def end_online_table(request: ClubRequest, online: StandingTable) -> HttpResponse:
    to = address_of("calendar", request.club.slug)
    return form_page(
        request, ClubForm(posted(request)), pages.end_page(online), deed=deeds.end, to=to,
        said="The online table has ended.", table=online,
    )  # fmt: skip


# -- what members do ---------------------------------------------------------------------


@needs(Action.READ_PUBLISHED, TAP)
def come_online(request: ClubRequest, online: StandingTable) -> HttpResponse:
    """Answer by account, or by the link that this browser opened."""
    comes = request.POST.get("says") == Coming.Says.COMING
    return _as_member(
        request, online, form=SayForm(request.POST), said=lambda day: pages.said_words(request.club, day, comes=comes)
    )


@needs(Action.READ_PUBLISHED, TAP)
def sit_online(request: ClubRequest, online: StandingTable) -> HttpResponse:
    """Sit down, from a quarter of an hour before the time."""
    return _as_member(request, online, comes=True, sits_down=True)


def _as_member(request: ClubRequest, table: StandingTable, **about: Any) -> HttpResponse:
    you = who_looks(request)
    if you is None:
        return refuse_on(request, "online_table", table.pk, why=UNCLAIMED)
    request.acting = you.acting
    page: tuple[Any, ...] = ("you", *you.link) if you.link else ("online_table", table.pk)
    back = request.POST.get("back", "")
    to: str | Callable[[Any], HttpResponse] = address_of(back, request.club.slug) if back in WAYS_BACK else ""
    if about.get("sits_down"):
        to = lambda day: _meet(request, table, you.person, f"{table.club.slug} {table.pk} {day}", page)  # noqa: E731
    return tapped(request, *page, deed=deeds.say, to=to, table=table, member=you.person, **about)


def _meet(request: ClubRequest, table: StandingTable, member: Member, row: str, page: tuple[Any, ...]) -> HttpResponse:
    book = newest_of(table.rules).book_version.book
    names = [fitted(name, LONGEST_ON_CARD) for name in (member.called, with_number(member.called, member.number))]
    try:
        return meet(request, book, f"standing table {row}", names)
    except TooManyTables as refused:
        messages.error(request, str(refused))
        name, *parts = page
        return redirect(f"league:{name}", request.club.slug, *parts)
