"""A club that is in the database, as a journal: what was typed, tapped and ruled, and nothing that was worked out."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

from django.utils import timezone

from league.evening.cards.reading import RoundReading, read_started
from league.evening.cards.tables import TableReading
from league.models import Adjustment, Club, DuesPayment, Entrant, Event, EventRound, Season
from league.season.seasons.rules import SeasonRules
from scoring.score_card.entries import CameLate as Late
from scoring.score_card.entries import PenaltyGiven
from scoring.score_card.sheet import Line

from .journal import (
    Adjusted,
    Came,
    CameLate,
    Closed,
    Hand,
    Happened,
    Hidden,
    Joined,
    Journal,
    Listed,
    Paid,
    Penalized,
    Planned,
    Played,
    PlayedFor,
    RoundClosed,
    Ruled,
    Sat,
    SatOut,
    Totalled,
    Waived,
)

LEVEL_BY = {
    "head_to_head": "head to head",
    "wins": "rounds won",
    "high_round": "high round",
    "fewest_sets": "fewest sets",
}
POINTS_BY = {"wins": "rounds won", "percent": "percentages"}
SIT_OUTS = {"as_played": "as played", "own_average": "own average"}
CREDITS = {"own_average": "own average", "winners_average": "winners’ average", "none": 0}
KINDS = {"high_round": "high round", "high_hand": "high hand", "most_sets": "most sets"}


def journal_of(club: Club) -> Journal:
    events = list(club.events.exclude(state=Event.State.PLANNED).order_by("played_on", "pk"))
    game = events[0].rules.book_version.book.key if events and events[0].rules else ""
    journal = Journal(club.name, game)
    for member in club.members.prefetch_related("carries"):
        day = member.joined_on or timezone.localdate() - timedelta(days=4000)
        if member.initials_only:
            journal.write(Hidden(day, member.name))
        if not member.is_guest:
            journal.write(Joined(day, member.name))
        journal.write(*(Listed(day, member.name, str(one)) for one in member.carries.all()))
    for dues in club.dues.all():
        journal.write(Ruled(dues.starts_on, "dues", dues.amount / 100))
    for paid in DuesPayment.objects.filter(dues__club=club, is_taken_back=False):
        journal.write(Paid(paid.paid_on, paid.member.name, paid.amount / 100, what="dues"))
    seasons = list(club.seasons.filter(past_file=None))
    for season in seasons:
        journal.write(*_season(season))
    for event in events:
        journal.write(*_night(event, season_of(event, seasons)))
    return journal


def name_of(event: Event) -> str:
    return f"{event.name} of {event.played_on} ({event.pk})"


def who(entrant: Entrant) -> str:
    return entrant.member.name if entrant.member else entrant.name


def season_of(event: Event, seasons: list[Season]) -> str:
    for season in seasons:
        if season.opens_on <= event.played_on <= season.closes_on and _counts(event, season):
            return season.name
    return ""


def _rules(season: Season) -> SeasonRules | None:
    newest = season.versions.first()
    return SeasonRules.from_json(newest.rules) if newest else None


def _counts(event: Event, season: Season) -> bool:
    rules = _rules(season)
    is_in = rules and (event.series_id in rules.series or event.pk in rules.events)
    return bool(is_in and rules and event.pk not in rules.without)


def _season(season: Season) -> Iterator[Happened]:
    day, rules = season.opens_on, _rules(season)
    if rules is None:
        return
    said = {
        "points by": POINTS_BY.get(rules.points_by, rules.points_by),
        "points for places": rules.place_points,
        "sitting out counts": SIT_OUTS.get(rules.sit_outs, "nothing"),
        "best": rules.best,
        "nights needed": rules.nights_needed,
        "one more per": rules.one_more_per,
        "night bonus": rules.night_bonus,
        "round won bonus": rules.round_won_bonus,
        "night won bonus": rules.night_won_bonus,
        "guests are in": rules.with_guests,
        "played by": "pairs" if rules.for_pairs else "individuals",
        "level by": tuple(LEVEL_BY.get(code, code) for code in rules.tie_breaks),
        "still level": "lots" if rules.level == "draw" else "shared",
    }
    yield from (Ruled(day, f"{season.name}/{what}", figure) for what, figure in said.items())
    for one in Adjustment.objects.filter(season=season, is_taken_back=False):
        yield Adjusted(day, season.name, one.member.name, one.points)


def _night(event: Event, season: str) -> Iterator[Happened]:
    day, night = event.played_on, name_of(event)
    kind = " ".join([event.compared or "points", *(["pairs"] if event.is_for_sides else []), *_of_its_own(event)])
    yield Planned(day, night, kind, event.fee / 100, season, str(event.series_id or ""))
    said: dict[str, Any] = {
        "game": event.rules.book_version.book.key if event.rules else "",
        "guest fee": event.guest_fee / 100,
        "sitting out": CREDITS.get(event.sit_out_credit, event.fixed_credit),
        "end of a round": "game" if event.round_end == "game" else "hands",
        "hands": event.hands,
        "places by": "rounds won" if event.places_by == "wins" else "points",
        "final after": event.cut_after,
        "final places": event.final_places,
        "final carries": event.final_carries,
        "one list": event.one_list,
    }
    yield from (Ruled(day, f"{night}/{what}", figure) for what, figure in said.items())
    yield from _prizes(event)
    for entrant in event.entrants.exclude(state=Entrant.State.EXPECTED).select_related("member", "partner__member"):
        if entrant.is_house_player:
            continue
        partner = who(entrant.partner) if entrant.partner else ""
        yield Came(day, night, who(entrant), partner=partner, is_guest=entrant.is_guest)
        asked = event.fee_of(is_guest=entrant.is_guest)
        if entrant.fee != asked:
            yield Waived(day, who(entrant), (asked - entrant.fee) / 100, night)
        if entrant.paid:
            yield Paid(day, who(entrant), entrant.paid / 100, night)
    for entry in event.cash_entries.filter(kind="set_money", is_taken_back=False):
        if entry.entrant:
            yield Paid(day, who(entry.entrant), entry.amount / 100, night, what="set money")
    people = {one.pk: who(one) for one in event.entrants.select_related("member")}
    for reading in read_started(event):
        yield from _round(day, night, reading, people)
    if event.state == Event.State.CLOSED:
        yield Closed(day, night)
    for entrant in event.entrants.with_late_fees().select_related("member"):
        if entrant.paid_late:
            yield Paid(day, who(entrant), entrant.paid_late / 100, night)


def _prizes(event: Event) -> Iterator[Happened]:
    day, night = event.played_on, name_of(event)
    for pot in event.pots.all():
        yield Ruled(
            day, f"{night}/pot", {"name": pot.name, "per player": pot.per_player / 100, "per set": pot.per_set / 100}
        )
    for prize in event.prizes.select_related("pot", "category"):
        figure = {
            "kind": KINDS.get(prize.kind, prize.kind),
            "place": prize.place,
            "name": prize.name,
            "category": str(prize.category or ""),
            "at least": prize.at_least,
            "amount": prize.amount / 100,
            "percent": prize.percent,
            "pot": str(prize.pot or ""),
        }
        yield Ruled(day, f"{night}/prize", figure)


def _of_its_own(event: Event) -> Iterator[str]:
    """Kinds of which the book knows no places."""
    if event.is_knock_out:
        yield "knock-out"
    if event.team_size:
        yield "teams"


def _round(day: Any, night: str, reading: RoundReading, people: dict[int, str]) -> Iterator[Happened]:
    row = reading.event_round
    for table in reading.tables:
        if table.table.counts:
            yield from _table(day, night, row.number, table, people)
    if reading.sit_outs:
        seated = {
            one.pk for table in reading.tables for seat in table.seats.values() for one in [seat.replacement] if one
        }
        yield SatOut(day, night, row.number, tuple(people[one.pk] for one in reading.sit_outs if one.pk not in seated))
    if row.state == EventRound.State.CLOSED:
        yield RoundClosed(day, night, row.number, row.counts and not row.is_extra_hand)


def _table(day: Any, night: str, number: int, table: TableReading, people: dict[int, str]) -> Iterator[Happened]:
    at = (day, night, number, table.table.number)
    seats = {seat: people[row.entrant_id] for seat, row in table.seats.items()}
    for first, sat in table.sat or ((1, None),):
        yield Sat(*at, {seat: who(one) for seat, one in sat.items()} if sat else seats, from_hand=first)
    if table.table.totals:
        yield Totalled(*at, table.table.totals)
    sheet = table.sheet
    if sheet is None:
        return
    for line in sheet.done_lines:
        yield Played(*at, line.number, _hand(line))
        for ruled in line.record.ruled if line.record else ():
            yield from (Penalized(*at, side, points, ruled.reason) for side, points in ruled.amounts.items())
    undone = {entry.payload.get("undoes") for entry in sheet.entries} | {
        entry.payload.get("pardons") for entry in sheet.entries
    }
    costs = {one.code: one.points for one in getattr(sheet.book, "penalties", ())}
    late: dict[str, CameLate] = {}
    for entry in sheet.entries:
        if entry.number in undone:
            continue
        if isinstance(entry.said, PenaltyGiven):
            points = entry.said.points or -costs[entry.said.code] * entry.said.count
            yield Penalized(*at, seats[entry.said.seat], points, entry.said.code)
        elif isinstance(entry.said, Late):
            minutes = 99 if entry.said.replaced or entry.said.absent else entry.said.minutes
            substitute = people.get(entry.said.entrant or 0, "")
            late[entry.said.seat] = CameLate(day, night, number, seats[entry.said.seat], minutes, substitute)
    yield from late.values()
    for row in table.seats.values():
        if row.substitute_id or row.helper:
            substitute = people.get(row.substitute_id or 0, row.helper)
            yield PlayedFor(day, night, number, substitute, people[row.entrant_id])


def _hand(line: Line) -> Hand:
    said = line.record
    if said is None or said.void:
        return Hand(line.dealer, "", 0, "", {}, {}, board=line.board)
    return Hand(
        dealer=line.dealer,
        bidder=said.bidder,
        bid=said.bid,
        trump="" if said.no_marriage else str(said.trump or ""),
        meld=dict(said.meld),
        take=dict(said.take),
        is_thrown_in=said.thrown_in,
        is_stuck=said.stuck,
        renege=said.renege or said.unproven_call or "",
        only_last_trick=said.last_trick if said.last_trick and said.take.get(said.last_trick) == 1 else "",
        with_trick=tuple(side for side, count in said.tricks.items() if count and not said.take.get(side)),
        without_trick=tuple(side for side, count in said.tricks.items() if not count),
        board=line.board,
    )
