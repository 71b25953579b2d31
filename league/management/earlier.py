"""Almost two years of nights before a club's story, as sums of every table: a club that young has no grades yet, and
told card by card the archive would be several times as large."""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Sequence
from datetime import timedelta
from typing import Final

from django.utils import timezone

from league.evening.cards.deeds import HOST
from league.evening.events.deeds import local_start
from league.evening.ledger.rows import fill_rows
from league.models import Club, Entrant, Event, EventRound, Member, PairRule, RoundSeat, RoundTable, SitOut
from league.models.events import SETTINGS
from pinochle_club.ground.write_queue import queued_write
from scoring.models import ScoreCard
from scoring.rules.cards import FOUR_SEATS

from .clubs import ST_HILARY, ClubStory, came

EARLIER: Final = ST_HILARY
NIGHTS: Final = 90  # so many that grades foretell the last year whatever month it ends in
AWAY: Final = (3, 5, 2, 4, 6, 2)
TAP: Final = "earlier-"  # how the nights are known, and that they are there
A_ROUND: Final = timedelta(minutes=40)
# What a side makes in a round, and how far apart luck brings two sides.
MIDDLE, LUCK = 62, 40
# What a side has less for a player who bids as beginners among the bots do, and how far all others are apart.
BEGINNERS, APART = 17, 4


def add_earlier_nights(is_wanted: Callable[[], bool] = lambda: True) -> None:
    """Bring the missing nights, the earliest first, for as long as they are wanted."""
    club = Club.objects.filter(is_example=True, name=EARLIER.name).first()
    first = club.events.exclude(client_id__startswith=TAP).order_by("played_on", "pk").first() if club else None
    if club is None or first is None:
        return
    there = set(club.events.filter(client_id__startswith=TAP).values_list("client_id", flat=True))
    missing = [number for number in range(NIGHTS, 0, -1) if f"{TAP}{number}" not in there]
    members = list(club.members.filter(number__lte=len(EARLIER.members)).order_by("number"))
    apart = {frozenset(pair) for pair in PairRule.objects.filter(club=club).values_list("first_id", "second_id")}
    for number in missing:
        if not is_wanted():
            return
        with queued_write():  # a night at once, so that nobody's save waits for more
            _add_night(first, members, number, apart)
    fill_rows(club=club)


def strengths(story: ClubStory) -> list[float]:
    """Each member's part of a side's points in a round: beginners add the least."""
    rng = random.Random(story.key)
    return [rng.gauss(0, APART) - (BEGINNERS if place in story.beginners else 0) for place in range(len(story.members))]


def _add_night(first: Event, members: Sequence[Member], number: int, apart: Collection[frozenset[int]]) -> None:
    rng, day = random.Random(f"{EARLIER.key}/{number}"), first.played_on - timedelta(weeks=number)
    start = local_start(day, timezone.localtime(first.starts_at).time())
    event = Event.objects.create(
        club_id=first.club_id, series_id=first.series_id, name=first.name, played_on=day, starts_at=start,
        state=Event.State.CLOSED, closed_at=start + (first.rounds_planned + 1) * A_ROUND, client_id=f"{TAP}{number}",
        calendar_id=first.series.calendar_id_of(day) if first.series else "",
        **{name: getattr(first, name) for name in SETTINGS},
    )  # fmt: skip
    there = [members[place] for place in came(-number, len(members), AWAY)]
    people = Entrant.objects.bulk_create(
        Entrant(
            event=event, member=member, number=at, name=member.public_name, short_name=member.public_short_name,
            state=Entrant.State.HERE, arrived_at=start, fee=event.fee, paid=event.fee,
        )
        for at, member in enumerate(there, start=1)
    )  # fmt: skip
    rounds = EventRound.objects.bulk_create(
        EventRound(
            event=event, number=at + 1, state=EventRound.State.CLOSED, minutes=event.minutes,
            started_at=start + at * A_ROUND, closed_at=start + (at + 1) * A_ROUND,
        )
        for at in range(event.rounds_planned)
    )  # fmt: skip
    for event_round in rounds:
        _add_round(event, event_round, people, rng, apart)


def _add_round(
    event: Event, event_round: EventRound, people: Sequence[Entrant], rng: random.Random,
    apart: Collection[frozenset[int]],
) -> None:  # fmt: skip
    fours, over = _seated(people, event_round.number, rng, apart)
    worth = strengths(EARLIER)
    cards = ScoreCard.objects.bulk_create(
        ScoreCard(
            book_version=event.rules.book_version, first_dealer=FOUR_SEATS[0], played_on=event.played_on,
            player_names={seat: one.name for seat, one in zip(FOUR_SEATS, four, strict=True)}, table_name=str(at),
            round_name=str(event_round.number), hands_agreed=event.hands, length=ScoreCard.Length.HANDS, host=HOST,
            date_style=event.club.date_style,
        )
        for at, four in enumerate(fours, start=1)
    )  # fmt: skip
    tables = RoundTable.objects.bulk_create(
        RoundTable(event_round=event_round, number=at, card=card, is_paper=True, totals=_sums(four, worth, rng))
        for at, (four, card) in enumerate(zip(fours, cards, strict=True), start=1)
    )
    RoundSeat.objects.bulk_create(
        RoundSeat(table=table, seat=seat, entrant=one)
        for table, four in zip(tables, fours, strict=True)
        for seat, one in zip(FOUR_SEATS, four, strict=True)
    )
    SitOut.objects.bulk_create(SitOut(event_round=event_round, entrant=one) for one in over)


def _seated(
    people: Sequence[Entrant], number: int, rng: random.Random, apart: Collection[frozenset[int]]
) -> tuple[list[list[Entrant]], list[Entrant]]:
    """Tables of four, and sit-outs in turn. Those who are kept apart don't partner."""
    over = [people[(number * (len(people) % 4) + at) % len(people)] for at in range(len(people) % 4)]
    sit = [one for one in people if one not in over]
    while True:
        order = rng.sample(sit, len(sit))
        fours = [order[at : at + 4] for at in range(0, len(order), 4)]
        partners = (pair for four in fours for pair in (four[::2], four[1::2]))
        if not any(frozenset(one.member_id for one in pair) in apart for pair in partners):
            return fours, over


def _sums(four: Sequence[Entrant], worth: Sequence[float], rng: random.Random) -> dict[str, int]:
    """By side, in the order of the seats. Members are numbered by their places in the story."""
    north, east = (sum(worth[one.member.number - 1] for one in side if one.member) for side in (four[::2], four[1::2]))
    middle, margin = rng.gauss(MIDDLE, 12), rng.gauss(north - east, LUCK)
    return {"NS": round(middle + margin / 2), "EW": round(middle - margin / 2)}
