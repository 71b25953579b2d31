from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.conf import settings
from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone

from league.acting.permissions import READ, Action, ClubRequest, needs
from league.acting.unchanged import kept_for_strangers
from league.evening.calendar.nights import Date, dates_ahead, series_dates
from league.evening.check_in.forms import FindForm
from league.evening.coming.answers import nights_for
from league.evening.coming.pages.nights import coming_words
from league.evening.coming.reading import counts_of, nights_ahead
from league.evening.coming.remembered import who_looks
from league.evening.events.results import first_places, read_first_rows, winner_words
from league.evening.ledger.findings import BeingWorkedOut
from league.evening.standing_tables.answers import with_tables
from league.evening.standing_tables.pages import table_line
from league.evening.standing_tables.reading import meetings, tables_of
from league.models import Club, Event
from league.office.clubs.deeds.clubs import CLOSED
from league.office.clubs.pages.clubs import backup_words, club_tools, event_lines, first_steps, shown_picture
from league.office.clubs.pages.navigation import address_of
from league.office.clubs.reading import first_steps_done, may_fetch, picture_of, read_evenings
from league.season.front.pages import Door, door_of, found_groups, in_short, leader_lines, structured
from league.season.front.reading import MOST_FOUND, book_of, open_season, search
from league.season.ladder.pages import today_line
from league.season.ladder.reading import today_at
from league.season.notices.reading import latest_notice
from league.season.players.views.own import standings_for
from league.season.records.pages import RecordLine, champion_lines, front_bests, record_lines
from league.season.records.reading import SHORT, champions_of, club_records, holders_of
from league.season.seasons.pages import place_words
from league.words import day_words
from pinochle_club.ground.copies import last_here, last_in_second_place

FOLDER = "league/season/front"
MOST_CHAMPIONS = 6


def _deal_of_the_day(club: Club) -> object:
    today = today_at(club)
    return today.played, today.able


@needs(Action.READ_PUBLISHED, READ)
@kept_for_strangers(rests_on=_deal_of_the_day)
def club(request: ClubRequest) -> HttpResponse:
    """A club's front page: tonight, the next night, the last winners, the leaders; for its officials the next step."""
    club, acting, today = request.club, request.acting, timezone.localdate()
    (coming, past), may_plan = read_evenings(club, today), acting.may(Action.PLAN_EVENTS) and club.lives_here
    has_played, may_manage = bool(past) and not club.is_example, acting.may(Action.MANAGE_CLUB)
    last = next((event for event in past if event.state == Event.State.CLOSED), None)
    season, leaders = open_season(club) or (None, [])
    read_first_rows(past)
    records, you = _records(request) if last else (), _you(request)
    for event in coming:
        event.club = club
    dates = dates_ahead([one for one in coming if one.state == Event.State.PLANNED], series_dates(club, today))
    door = door_of(club, dates, book_of(dates), shown_picture(picture_of(club), club))
    context = {
        "door": door,
        "is_visitor": acting.kind is None and "you" not in you,
        "found": _found(club, dates, door) if door and club.may_be_found else None,
        **event_lines(club, acting, coming, past, today, {event.pk: winner_words(event) for event in past}),
        "steps": _steps(club, coming) if may_plan and may_manage and not last else (),
        "tools": club_tools(
            club, acting, fetches=not club.lives_here and acting.may(Action.PLAN_EVENTS) and may_fetch(request.user)
        ),
        "backup": backup_words(last_here(), last_in_second_place(), club, timezone.now())
        if has_played and may_manage and (settings.FOUNDING == CLOSED or request.user.is_superuser)
        else None,
        **(_latest(request, last) if last else {}),
        "season": season if leaders else None,
        "leaders": leader_lines(season, leaders, acting) if season else (),
        "champions": champion_lines(club, champions_of(club)[:MOST_CHAMPIONS], acting),
        "records": records or (),
        "today": today_line(today_at(club), is_member=acting.kind is not None),
        **you,
    }
    # What lacks the records is not the page that holds until something is done.
    return render(request, f"{FOLDER}/club.html", context, status=202 if records is None else 200)


def _steps(club: Club, coming: Sequence[Event]) -> list[dict[str, object]]:
    """What is to do before the first night, until all is done or put away."""
    return [] if club.steps_away or club.example_of_id else first_steps(club, first_steps_done(club), coming)


def _found(club: Club, dates: Sequence[Date], door: Door) -> dict[str, Any]:
    """What search engines and those who pass a link on are told."""
    server, address = settings.PUBLIC_URL, f"{settings.PUBLIC_URL}{address_of('club', club.slug)}"
    return {
        "title": club.name,
        "address": address,
        "words": in_short(club, door),
        "picture": f"{server}{door.picture[0]}" if door.picture else "",
        "data": structured(club, dates, door, address, server),
    }


def _latest(request: ClubRequest, event: Event) -> dict[str, Any]:
    event.club = request.club
    notice = latest_notice(request.club)
    return {
        "latest": event,
        "latest_day": day_words(event),
        "winners": [(place_words(place), name) for place, name in first_places(event)],
        "has_notice": notice is not None and notice.event_id == event.pk,
    }


def _records(request: ClubRequest) -> Sequence[RecordLine] | None:
    """A few of the club's records; None while they are worked out."""
    try:
        bests = club_records(request.club, at_most=SHORT)
    except BeingWorkedOut:
        return None
    few = front_bests(bests)
    return record_lines(request.club, few, holders_of(few), request.acting)


def _you(request: ClubRequest) -> dict[str, Any]:
    """The reader's standings and next night with its keys; without a member, how many come."""
    you = who_looks(request)
    if you is None and not request.acting.may(Action.READ_MEMBERS):
        return {}
    nights = [] if not request.club.lives_here else nights_ahead(request.club, timezone.localdate(), most=1)
    if you is not None:
        answers = nights_for(you.person, nights, you.acting, link=you.link)
        return {"you": you, "nights": with_tables(request, you, answers), "standings": standings_for(you)}
    slug, counts = request.club.slug, counts_of(nights)
    coming = [
        (night.name, coming_words(counts.get(night.pk, 0)), address_of("coming", slug, night.pk)) for night in nights
    ]
    tables = meetings(tables_of(request.club), timezone.now())
    return {"coming": [*coming, *(table_line(one) for one in tables)]}


@needs(Action.READ_PUBLISHED, READ)
@kept_for_strangers("q", "show", "page")
def find(request: ClubRequest) -> HttpResponse:
    """Members, evenings and seasons by a few words, or a day; `?q=ruth`."""
    words, _, _ = FindForm.asked(request.GET)
    found = search(request.club, words, request.acting) if words else ([], [], [])
    context = {
        "words": words,
        "groups": found_groups(request.club, *found, request.acting),
        "more": any(len(each) > MOST_FOUND for each in found),
        "reads_members": request.acting.may(Action.READ_MEMBERS),
    }
    return render(request, f"{FOLDER}/search.html", context)
