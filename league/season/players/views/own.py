from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.text import slugify

from league.acting.answers import tapped
from league.acting.permissions import READ, TAP, Action, ClubRequest, needs
from league.evening.cards.boards import Shares, read_boards, shares_by_round
from league.evening.cards.judged import judged_at, read_tables_alone, tables_of
from league.evening.cards.ranking import ranking_of
from league.evening.cards.reading import PlayerRound, TableReading, points_at, read_event
from league.evening.clock.polling import asks_with, differs_from
from league.evening.coming.answers import nights_for
from league.evening.coming.pages.links import link_context
from league.evening.coming.reading import nights_ahead
from league.evening.coming.remembered import You, who_looks
from league.evening.rulings.concerned import seats_of
from league.evening.rulings.pages.claims import claim_lines
from league.evening.seating.seatings import SeatedRound
from league.evening.standing_tables.answers import with_tables
from league.evening.travelers.pages import own_travelers
from league.evening.travelers.reading import played_by
from league.models import Entrant, Event, EventRound
from league.office.clubs.mail import is_set_up
from league.office.clubs.pages.navigation import address_of
from league.office.members.deeds.privacy import show_initials
from league.office.members.links import night_path
from league.office.members.reading import get_member
from league.season.dues.pages import own_account
from league.season.dues.reading import account_of
from league.season.ladder.pages import today_line, you_words
from league.season.ladder.reading import beside_the_expert, today_at
from league.season.players import reading
from league.season.players.listings import OwnEveningListing
from league.season.players.night import NightRound, as_played, best_hand, night_rounds
from league.season.players.pages import own as pages
from league.season.players.pages.night import NightSummary, hand_lines, night_summary
from league.season.players.pages.watch import leave_of
from league.season.players.pdfs import print_slip
from league.season.players.picture import night_picture
from league.season.players.places import place_of
from league.season.players.record import Mark, counted_marks
from league.season.players.rounds import lifetime_of
from league.season.players.views.following import following_of
from league.season.seasons.own import own_standings
from league.season.seasons.pages import OwnStanding, own_words
from pinochle_club.ground.exports import file_asked
from pinochle_club.ground.kept_pages import opens_without_line
from pinochle_club.ground.listings import listing_page
from pinochle_club.ground.papers import answer_pdf
from scoring.boards.comparison import Method
from scoring.rules.book.vocabulary import STANDARD

FOLDER = "league/season/players"
NIGHTS = 2  # that are ahead


@needs(Action.SEE_OWN, READ)
def me(request: ClubRequest) -> HttpResponse:
    """Tonight's seat and all evenings of the signed-in player; without a member, the way to claim one."""
    member_id = request.acting.member_id
    if member_id is None:
        return render(request, f"{FOLDER}/unclaimed.html")
    listing = OwnEveningListing.paged(request, reading.evenings_of(member_id))
    shown = listing.rows if file_asked(request) else listing.paginated_rows
    listing.judged = reading.judged_of(member_id, [row.record.event_id for row in shown])
    there = who_looks(request) or You(get_member(request.club, member_id), request.acting)
    following = following_of(request, there.person)
    context = {**about(request, there), "listing": listing, "following": following}
    return listing_page(request, f"{FOLDER}/me.html", context, places=(request.club.slug,))


def about(request: ClubRequest, you: You) -> dict[str, Any]:
    person, slug, today = you.person, request.club.slug, timezone.localdate()
    tonight = reading.entries_tonight(person.pk, today)
    last = reading.evenings_of(person.pk).select_related("member").filter(event__state=Event.State.CLOSED).first()
    at = _night_address(last, you) if last else ""
    link = link_context(person, slug, is_full=False) if person.is_active else None
    daily = today_at(request.club)
    nights = nights_for(person, nights_ahead(request.club, today, most=NIGHTS), you.acting, link=you.link)
    return {
        "you": you,
        "tonight": [
            (pages.own_evening(one, reading.own_rounds(one), timezone.now()), _night_address(one, you))
            for one in tonight
        ],
        "standings": standings_for(you),
        "owed": own_account(account_of(person)),
        "last": pages.last_evening(last, place_of(last), at) if last else None,
        "nights": with_tables(request, you, nights),
        "today": today_line(daily, is_member=True),
        "beside": "" if you.link else you_words(beside_the_expert(request.club, daily.book, person.pk)),
        "link": link,
        "mail": f"{link['path']}mail/" if link and is_set_up() else "",
    }


def standings_for(you: You) -> list[OwnStanding]:
    return [own_words(one, you.acting) for one in own_standings(you.person.club, you.person)]


def _night_address(entrant: Entrant, you: You) -> str:
    return night_path(entrant) if you.link else address_of("my_evening", entrant.event.club.slug, entrant.event_id)


@needs(Action.SEE_OWN, TAP)
def show_name(request: ClubRequest) -> HttpResponse:
    if request.acting.member_id is None:
        return redirect("league:me", request.club.slug)
    member, initials_only = get_member(request.club, request.acting.member_id), request.POST.get("show") == "initials"
    said = pages.NAME_HIDDEN if initials_only else pages.NAME_SHOWN
    return tapped(request, "me", deed=show_initials, said=said, member=member, initials_only=initials_only)


@needs(Action.SEE_OWN, READ)
def evening(request: ClubRequest, event_id: int) -> HttpResponse:
    entrant = reading.get_entry(request.club, request.acting.member_id, event_id)
    here = address_of("my_evening", request.club.slug, event_id)
    return _evening_page(request, entrant, {"evening": _evening(entrant), **_around(request, entrant, here)})


def _evening_page(request: ClubRequest, entrant: Entrant, context: dict[str, Any]) -> HttpResponse:
    page = render(request, f"{FOLDER}/evening.html", context)
    return page if entrant.event.state == Event.State.CLOSED else opens_without_line(page, "evening")


@needs(Action.SEE_OWN, READ)
def ranking(request: ClubRequest, event_id: int) -> HttpResponse:
    """All places at the end of the evening, polled with `?v=version`: 204 while nothing is new."""
    entrant = reading.get_entry(request.club, request.acting.member_id, event_id)
    return _ranking_changes(request, entrant, address_of("my_evening", request.club.slug, event_id))


def _ranking_changes(request: ClubRequest, entrant: Entrant, here: str) -> HttpResponse:
    if not differs_from(request, entrant.event.version):
        return HttpResponse(status=204)
    return render(request, f"{FOLDER}/_ranking.html", _ranking(entrant, here))


def _around(request: ClubRequest, entrant: Entrant, here: str) -> dict[str, Any]:
    beside = {"leave": leave_of(entrant, here), "boards": f"{here}boards/"}
    return {**_ranking(entrant, here), **beside, **_season_of(request, entrant)}


def _ranking(entrant: Entrant, here: str) -> dict[str, Any]:
    event = entrant.event
    is_on = event.state == Event.State.RUNNING
    polls = f"{here}ranking/?{asks_with(event, timezone.now())}" if is_on else ""
    return {"event": event, "ranking": ranking_of(event), "own": {entrant.pk}, "polls": polls}


def _season_of(request: ClubRequest, entrant: Entrant) -> dict[str, Any]:
    """Places in the season, for the player alone: others may have the link to the night, too."""
    there = who_looks(request)
    own = there is not None and there.person.pk == entrant.member_id
    return {"you": there, "standings": standings_for(there)} if there and own else {}


def _evening(entrant: Entrant, base: str = "") -> dict[str, Any]:
    """A player's evening; their cards are read below `base`: `…/me/`, or the link to one evening."""
    member_id = entrant.member_id
    assert member_id is not None, "asked for members"
    readings = _readings(entrant)
    seated = reading.own_rounds(entrant)
    played = _played(entrant, readings)
    judged = [one for table in readings for one in judged_at(table)]
    where = base or address_of("me", entrant.event.club.slug)
    evening = pages.own_evening(
        entrant,
        seated,
        timezone.now(),
        [one for _, one in played],
        [one for one in judged if one.concerns(member_id)],
        [line for table in readings for line in claim_lines(table, seats_of(member_id, table.seats.values()))],
        hand_lines(night_rounds(entrant, played), where),
        where,
    )
    summary, _ = _summary(entrant, played, seated, where, with_marks=True)
    here = base or address_of("my_evening", entrant.event.club.slug, entrant.event_id)
    return {**evening, "summary": replace(summary, picture=f"{here}picture.png") if summary else None}


def night_told(entrant: Entrant) -> NightSummary | None:
    played = _played(entrant, _readings(entrant))
    return _summary(entrant, played, reading.own_rounds(entrant), "", with_marks=True)[0]


def _readings(entrant: Entrant) -> tuple[TableReading, ...]:
    assert entrant.member_id is not None, "asked for members"
    tables = tables_of(entrant.member_id).filter(event_round__event=entrant.event_id, card__isnull=False)
    return read_tables_alone(tables.order_by(*reading.BY_EVENING))


def _played(entrant: Entrant, readings: Sequence[TableReading]) -> list[tuple[TableReading, PlayerRound]]:
    played = [(table, one) for table in readings for one in points_at(table) if one.entrant.pk == entrant.pk]
    return list(_compared(entrant, played)) if entrant.event.is_duplicate else played


def _compared(
    entrant: Entrant, played: Sequence[tuple[TableReading, PlayerRound]]
) -> Iterator[tuple[TableReading, PlayerRound]]:
    """The rounds with the shares of their boards, once a round is over for all (eight queries)."""
    event = entrant.event
    over = [one for one in read_event(event) if one.event_round.state == EventRound.State.CLOSED]
    shares = shares_by_round(read_boards(event, [one for one in over if one.event_round.number <= event.shown_through]))
    for table, one in played:
        yield table, replace(one, shares=shares.get((entrant.pk, one.number), Shares(Method(event.compared))))


def _summary(
    entrant: Entrant,
    played: Sequence[tuple[TableReading, PlayerRound]],
    seated: Sequence[SeatedRound],
    base: str,
    *,
    with_marks: bool = False,
) -> tuple[NightSummary | None, Sequence[NightRound]]:
    closed = {one.number for one in seated if one.event_round.state == EventRound.State.CLOSED}
    done = [(table, one) for table, one in played if one.number in closed or table.is_finished]
    rounds = night_rounds(entrant, done)
    place = place_of(entrant, max((*closed, *(one.number for one in rounds)), default=0))
    marks = _marks(entrant, done) if with_marks and done else ()
    return night_summary(entrant, rounds, place, base, marks), rounds


def _marks(entrant: Entrant, done: Sequence[tuple[TableReading, PlayerRound]]) -> Sequence[Mark]:
    """The lifetime marks of an evening: of one that isn't closed by the rounds that are done (six queries)."""
    event, member = entrant.event, entrant.member
    assert member is not None, "asked for members"
    rounds = lifetime_of(member).rounds
    before = [one for one in rounds if (one.day, one.event) < (event.played_on, event.pk)]
    if event.state == Event.State.CLOSED:
        own = [one for one in rounds if one.event == event.pk]
    else:
        own = [as_played(entrant, *each) for each in done]
    words = next((table.sheet.book.words for table, _ in done if table.sheet), STANDARD)
    return [replace(mark, says=words.say(mark.says)) for mark in counted_marks((*before, *own), event.pk)]


@needs(Action.SEE_OWN, READ)
def picture(request: ClubRequest, event_id: int) -> HttpResponse:
    return _picture(reading.get_entry(request.club, request.acting.member_id, event_id))


def _picture(entrant: Entrant) -> HttpResponse:
    summary, rounds = _summary(entrant, _played(entrant, _readings(entrant)), reading.own_rounds(entrant), "")
    if summary is None:
        raise Http404("Nothing has been played yet.")
    response = HttpResponse(night_picture(entrant, summary, best_hand(rounds)), content_type="image/png")
    name = slugify(f"{entrant.event.name} {entrant.event.played_on.isoformat()} {entrant.name}")
    response["Content-Disposition"] = f'inline; filename="{name}.png"'
    return response


@needs(Action.SEE_OWN, READ)
def boards(request: ClubRequest, event_id: int) -> HttpResponse:
    entrant = reading.get_entry(request.club, request.acting.member_id, event_id)
    return _boards(request, entrant, address_of("my_evening", request.club.slug, event_id))


def _boards(request: ClubRequest, entrant: Entrant, back: str) -> HttpResponse:
    own = frozenset({entrant.pk})
    context = {"event": entrant.event, "back": back, **own_travelers(*played_by(entrant.event, own), own)}
    response = render(request, f"{FOLDER}/boards.html", context)
    response["Cache-Control"] = "no-store"
    return response


# -- by the link on a slip ---------------------------------------------------------------


@needs(Action.READ_PUBLISHED, READ)
def night(request: ClubRequest, **link: Any) -> HttpResponse:
    entrant = reading.get_linked_entry(request.club, **link)
    evening = pages.to_read_alone(_evening(entrant, night_path(entrant)))
    context = {"evening": evening, "holder": entrant.name, **_around(request, entrant, night_path(entrant))}
    return _evening_page(request, entrant, context)


@needs(Action.READ_PUBLISHED, READ)
def night_boards(request: ClubRequest, **link: Any) -> HttpResponse:
    entrant = reading.get_linked_entry(request.club, **link)
    return _boards(request, entrant, night_path(entrant))


@needs(Action.READ_PUBLISHED, READ)
def ranking_by_link(request: ClubRequest, **link: Any) -> HttpResponse:
    entrant = reading.get_linked_entry(request.club, **link)
    return _ranking_changes(request, entrant, night_path(entrant))


@needs(Action.READ_PUBLISHED, READ)
def night_picture_by_link(request: ClubRequest, **link: Any) -> HttpResponse:
    return _picture(reading.get_linked_entry(request.club, **link))


# -- on paper ----------------------------------------------------------------------------


@needs(Action.SEE_OWN, READ)
def slip_pdf(request: ClubRequest, event_id: int) -> HttpResponse:
    entrant = reading.get_entry(request.club, request.acting.member_id, event_id)
    if not reading.own_rounds(entrant):
        raise Http404("No seating has been published yet.")
    name = slugify(f"{entrant.event.name} {entrant.event.played_on.isoformat()} slip {entrant.number}")
    paper = request.club.paper
    response = answer_pdf(request, name, print_slip, entrant.pk, paper, as_of=entrant.event.version)
    response["Cache-Control"] = "no-store"  # it has the link to the evening on it
    return response
