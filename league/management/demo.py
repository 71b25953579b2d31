"""Makes the clubs of the demo and takes them out again: every evening goes through the verbs that people use.

Making them takes half a minute, beside a server that people use already, so it may be killed at any moment: a club's
evenings are told one by one, and of those that are there the next run tells again only what was not told to its end.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, time, timedelta
from itertools import count
from typing import Any, Final, TypedDict

from django.contrib.auth.hashers import UNUSABLE_PASSWORD_PREFIX
from django.contrib.auth.models import User
from django.db.models import Q, QuerySet
from django.utils import timezone

from league.acting.permissions import Acting
from league.check_in.deeds.roll import check_in, close_check_in, open_check_in
from league.check_in.deeds.tonight import take_fee
from league.events.deeds import close_event, create_event, create_series
from league.house_rules.deeds import adopt_book
from league.judging.deeds.lateness import mark_missing, record_arrival
from league.judging.deeds.penalties import give_penalty
from league.models import (
    Club,
    Entrant,
    Event,
    EventRound,
    HouseRulesVersion,
    LogLine,
    Member,
    PairRule,
    Role,
    RoundSeat,
    RoundTable,
    Series,
)
from league.rounds.deeds import close_round, start_round
from league.seating.deeds.drafts import plan_rounds
from league.seating.deeds.publishing import publish_rounds
from league.tables.deeds.tables import call_director, pair_tablet
from pinochle_club.write_queue import queued_write
from scoring.models import Device, ScoreCard

from .clubs import CLUBS, ClubStory, Evening
from .evenings import date_entries, device_of, play_table

# Accounts of the demo are known by it: no such address can exist.
MAIL_DOMAIN: Final = "@demo.invalid"
DIRECTOR: Final = "Carol Reyes"
# Seats tried for a seating: nobody looks hard at a night that was never played.
SEARCH: Final = 40_000
ROUND_LASTS: Final = timedelta(minutes=35)
CHANGE_LASTS: Final = timedelta(minutes=4)  # of which people need so many to find their next table


@dataclass(frozen=True, slots=True)
class Account:
    """What to sign in with: the password is random and kept nowhere else."""

    club: str
    role: str
    username: str
    password: str


class By(TypedDict):
    """Who does something, and the id of the submission."""

    acting: Acting
    client_id: str


def make_clubs(is_wanted: Callable[[], bool] = lambda: True) -> None:
    """Makes what is missing of the clubs, for as long as they are wanted."""
    for story in CLUBS:
        with queued_write():
            club = Club.objects.filter(slug=story.slug).first() or _founded(story)
        if not _half_told().filter(club=club).exists():
            continue
        for number, evening in enumerate(story.evenings, start=1):
            if not is_wanted():
                return
            _tell(club, story, number, evening)


def open_accounts() -> list[Account]:
    """Gives the accounts of the demo their passwords, once all is told; none, where they have them."""
    accounts = []
    for role in _half_told().order_by("pk"):
        password = secrets.token_urlsafe(9)
        role.user.set_password(password)
        role.user.save(update_fields=["password"])
        accounts.append(Account(role.club.name, role.get_kind_display(), role.user.username, password))
    return accounts


def _half_told() -> QuerySet[Role]:
    """Who looks after a club of the demo that is not told to its end: they cannot sign in yet."""
    roles = Role.objects.filter(club__is_example=True, user__email__endswith=MAIL_DOMAIN)
    return roles.filter(user__password__startswith=UNUSABLE_PASSWORD_PREFIX).select_related("club", "user")


def remove_clubs() -> int:
    """Takes the clubs of the demo out, with their cards, tablets and accounts; how many there were."""
    with queued_write():
        clubs = Club.objects.filter(is_example=True)
        count_of = clubs.count()
        _remove_events(Event.objects.filter(club__in=clubs))
        Series.objects.filter(club__in=clubs).delete()
        HouseRulesVersion.objects.filter(house_rules__club__in=clubs).delete()
        clubs.delete()
        User.objects.filter(Q(email__endswith=MAIL_DOMAIN), club_roles=None).delete()
    return count_of


def _remove_events(events: QuerySet[Event]) -> None:
    tables = RoundTable.objects.filter(event_round__event__in=events)
    cards = list(tables.exclude(card=None).values_list("card_id", flat=True))
    devices = Device.objects.filter(kept_cards__card__in=cards, label__startswith="Demo ")
    device_ids = list(devices.values_list("pk", flat=True).distinct())
    EventRound.objects.filter(event__in=events).delete()
    ScoreCard.objects.filter(pk__in=cards).delete()
    Device.objects.filter(pk__in=device_ids, kept_cards=None).delete()
    events.delete()


# -- a club ------------------------------------------------------------------------------


def _founded(story: ClubStory) -> Club:
    """The club with its people, its rules, and its series if it has one."""
    club = Club.objects.create(name=story.name, slug=story.slug, about=story.about, is_example=True)
    for kind, name in ((Role.Kind.ADMIN, "Alice Admin"), (Role.Kind.DIRECTOR, DIRECTOR)):
        username, (first, last) = f"{story.slug}-{kind}", name.split()
        user = User.objects.create_user(username, username + MAIL_DOMAIN, first_name=first, last_name=last)
        Role.objects.create(club=club, user=user, kind=kind)
    _enter_members(club, story)
    acting = _director(club)
    for key in story.books:
        adopt_book(club=club, key=key, acting=acting, client_id=f"demo-{key}")
    if story.series:
        create_series(
            club=club, acting=acting, client_id="demo-series", name=story.series,
            weekday=_day(story.evenings[0]).weekday(), starts_at=time.fromisoformat(story.starts_at),
            **_settings(club, story),
        )  # fmt: skip
    return club


def _director(club: Club) -> Acting:
    """Who does what is done in the stories."""
    role = Role.objects.select_related("user").get(
        club=club, kind=Role.Kind.DIRECTOR, user__email__endswith=MAIL_DOMAIN
    )
    return Acting(user=role.user, kind=Role.Kind.DIRECTOR, name=DIRECTOR)


def _settings(club: Club, story: ClubStory) -> dict[str, Any]:
    adopted = HouseRulesVersion.objects.filter(house_rules__club=club)
    rules = [adopted.get(book_version__key=key) for key in story.books]
    return {**story.settings, "rules": rules[0], "three_handed_rules": rules[1] if len(rules) > 1 else None}


def _tell(club: Club, story: ClubStory, number: int, evening: Evening) -> None:
    """Tells an evening, unless it is there; what there is of one that was not told to its end is told anew."""
    told = Event.objects.filter(club=club, client_id=f"demo-{number}-event")
    if told.filter(is_example=True).exists():
        return
    with queued_write():
        _remove_events(told)
    acting, start = _director(club), _start(story, evening)
    event = create_event(
        club=club, acting=acting, client_id=f"demo-{number}-event", name=evening.name, played_on=start.date(),
        starts_at=start, series=club.series.first(), **_settings(club, story),
    )  # fmt: skip
    by_number = {member.number: member for member in club.members.all()}
    _Night(event, evening, [by_number[place + 1] for place in evening.players], acting, seed=number).play()
    with queued_write():
        Event.objects.filter(pk=event.pk).update(is_example=True)


def _enter_members(club: Club, story: ClubStory) -> None:
    members = Member.objects.bulk_create(
        Member(club=club, number=place + 1, name=name, cannot_move=place in story.stationary)
        for place, name in enumerate(story.members)
    )
    PairRule.objects.bulk_create(
        PairRule(club=club, first=members[first], second=members[second], kind=PairRule.Kind.NOT_PARTNERS)
        for first, second in story.couples
    )


def _day(evening: Evening) -> datetime:
    return timezone.localtime() - timedelta(days=evening.days_ago)


def _start(story: ClubStory, evening: Evening) -> datetime:
    """When it began: by the clock on the wall; a night that is being played began a while ago."""
    if evening.hands_now is not None:
        return timezone.now() - ROUND_LASTS * evening.rounds - timedelta(minutes=25)
    hour, minute = map(int, story.starts_at.split(":"))
    return _day(evening).replace(hour=hour, minute=minute, second=0, microsecond=0)


# -- an evening --------------------------------------------------------------------------


class _Night:
    """One evening from the first arrival to the last card."""

    def __init__(self, event: Event, told: Evening, members: Sequence[Member], acting: Acting, *, seed: int) -> None:
        self.event = event
        self.told = told
        self.members = members
        self.acting = acting
        self.taps = (f"demo-{seed}-{number}" for number in count(1))
        self.seed = seed

    def play(self) -> None:
        entrants = self._arrive()
        for number in range(1, self.told.rounds + 1):
            self._play_round(number, entrants)
        if self.told.hands_now is not None:
            self._begin_round(self.told.rounds + 1, self.told.hands_now)
        else:
            close_event(event=self.event, **self._by())
        self._date_log()

    def _by(self) -> By:
        return {"acting": self.acting, "client_id": next(self.taps)}

    def _arrive(self) -> list[Entrant]:
        open_check_in(event=self.event, **self._by())
        entrants = []
        for minutes, member in enumerate(self.members):
            at = self.event.starts_at - timedelta(minutes=30 - minutes)
            entrant = check_in(event=self.event, member=member, at=at, **self._by())
            if minutes % 7:  # nearly everybody pays at the door
                take_fee(entrant=entrant, **self._by())
            entrants.append(entrant)
        close_check_in(event=self.event, **self._by())
        return entrants

    def _started(self, number: int) -> EventRound:
        """The round of this number, seated, published and begun; one that was planned before is only begun."""
        if not self.event.rounds.filter(number=number).exists():
            plan_rounds(event=self.event, effort=SEARCH, **self._by())
            publish_rounds(event=self.event, **self._by())
        event_round = self.event.rounds.get(number=number)
        at = self.event.starts_at + ROUND_LASTS * (number - 1)
        return start_round(event_round=event_round, at=at, **self._by())

    def _play_round(self, number: int, entrants: Sequence[Entrant]) -> None:
        event_round = self._started(number)
        self._judge(event_round, entrants)
        for table in _tables(event_round):
            play_table(table, seed=self.seed)
            date_entries(table, event_round.started_at or timezone.now())
        assert event_round.started_at is not None
        close_round(event_round=event_round, at=event_round.started_at + ROUND_LASTS - CHANGE_LASTS, **self._by())

    def _judge(self, event_round: EventRound, entrants: Sequence[Entrant]) -> None:
        """Who was late, and what was penalised."""
        assert event_round.started_at is not None
        for late in self.told.late.get(event_round.number, ()):
            seat = _seat_of(event_round, entrants[late.player])
            if seat is not None:
                at = event_round.started_at + timedelta(minutes=late.minutes, seconds=20)
                mark_missing(seat=seat, **self._by())
                record_arrival(seat=seat, at=at, **self._by())
        for penalty in self.told.penalties.get(event_round.number, ()):
            seat = _seat_of(event_round, entrants[penalty.player])
            if seat is not None:
                payload = {"seat": seat.seat, "code": penalty.code, "count": 1, "note": "", "hand": penalty.hand}
                by = self._by()
                give_penalty(table=seat.table, payload=payload, player=seat.entrant.name, **by)

    def _begin_round(self, number: int, hands: int) -> None:
        """A round that is being played: so many hands are in at the first table, one fewer at each next."""
        event_round = self._started(number)
        tables = _tables(event_round)
        for table, hands_in in zip(tables, range(hands, hands - len(tables), -1), strict=True):
            pair_tablet(event=self.event, table_number=table.number, device=device_of(table), at=event_round.started_at)
            play_table(table, seed=self.seed, hands=max(0, hands_in), is_signed=False)
            date_entries(table, event_round.started_at or timezone.now())
        call_director(
            table=tables[-1], reason="ruling", note="Was that a renege?", device=None, client_id=next(self.taps)
        )  # fmt: skip

    def _date_log(self) -> None:
        """Spreads the log over the evening, since it was written within seconds: what came before a round lies before
        its start, what was done in it after."""
        begun = {str(event_round): event_round.started_at for event_round in self.event.rounds.all()}
        lines = list(LogLine.objects.filter(event=self.event).order_by("pk"))
        parts: list[tuple[datetime, list[LogLine]]] = [(self.event.starts_at - timedelta(minutes=32), [])]
        for line in lines:
            started_at = begun.get(line.subject) if line.action == "started" else None
            if started_at is not None:
                parts.append((started_at, []))
            parts[-1][1].append(line)
        for start, part in parts:
            for place, line in enumerate(part):
                line.at = start + timedelta(minutes=30) * place / len(part)
        with queued_write():
            LogLine.objects.bulk_update(lines, ["at"])


def _tables(event_round: EventRound) -> list[RoundTable]:
    return list(event_round.tables.select_related("card__book_version", "event_round"))


def _seat_of(event_round: EventRound, entrant: Entrant) -> RoundSeat | None:
    seats = RoundSeat.objects.select_related("table", "entrant")
    return seats.filter(table__event_round=event_round, entrant=entrant).first()


__all__ = ["Account", "make_clubs", "open_accounts", "remove_clubs"]
