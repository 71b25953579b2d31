"""Tells the stories of the demo's clubs by the verbs that people use. It takes minutes, since bots play every hand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, date, datetime, time, timedelta
from itertools import count
from typing import Any, Final, TypedDict

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Case, Q, When
from django.utils import timezone

from league.acting.log import Refused
from league.acting.permissions import Acting
from league.evening.check_in.deeds.roll import add_walk_in, check_in, close_check_in, open_check_in
from league.evening.check_in.deeds.tonight import take_fee
from league.evening.coming.deeds import note_word, say
from league.evening.events.deeds import close_event, create_event, create_series, local_start, next_of_series
from league.evening.finals.deeds import decide
from league.evening.judging.deeds.lateness import mark_missing, record_arrival
from league.evening.judging.deeds.penalties import give_penalty
from league.evening.money.deeds.cash import keep_box, pay_prize, take_all_set_money
from league.evening.money.deeds.prizes import add_pot, add_prize
from league.evening.money.sheet import read_cash
from league.evening.rounds.deeds import close_round, start_round
from league.evening.rulings.deeds.claims import claim_hand, grant_claim
from league.evening.seating.deeds.drafts import plan_rounds
from league.evening.seating.deeds.publishing import publish_rounds
from league.evening.tables.deeds.tables import call_director, pair_tablet
from league.models import (
    Club,
    Coming,
    Dues,
    DuesPayment,
    Entrant,
    Event,
    EventRound,
    HouseRulesVersion,
    Member,
    PairRule,
    Role,
    RoundSeat,
    RoundTable,
    Season,
)
from league.office.house_rules.deeds import adopt_book
from league.office.members.deeds.categories import add_category
from league.season.notices.deeds import add_block, publish_notice
from league.season.seasons.deeds import (
    adjust_points,
    close_season,
    draft_digest,
    open_season,
    publish_rules,
    save_draft,
)
from league.season.seasons.deeds import draft_of as season_draft_of
from league.season.seasons.published import moves_between
from league.season.seasons.publishing import newest_publication
from scoring.score_card.recording import read_sheet
from scoring.score_card.sheet import Line

from .clubs import MAIL_DOMAIN, ClubStory, Evening, SeasonStory
from .evenings import date_entries, device_of, play_table
from .moving import DOOR_OPENS, Story

DIRECTOR: Final = "Carol Reyes"
ADMIN: Final = "Alice Admin"
# Seats tried for a seating: a night that was never played needs no better one.
SEARCH: Final = 40_000
ROUND_LASTS: Final = timedelta(minutes=35)  # where there is no clock
CHANGE_LASTS: Final = timedelta(minutes=4)  # of which people need so many to find their next table
PLAYED_SO_FAR: Final = timedelta(minutes=25)  # of the round that is being played
LAST_ENTRY: Final = timedelta(minutes=1)  # ago at the first table, twice that at the second
IN_THE_BOX: Final = 5_000


class By(TypedDict):
    acting: Acting
    client_id: str


class Clock:
    """The time in a story. It goes on by a second at every look, so that nothing happens at once."""

    def __init__(self, day: date) -> None:
        self.at = datetime.combine(day, time(9), tzinfo=UTC)

    def now(self) -> datetime:
        self.at += timedelta(seconds=1)
        return self.at

    def go_to(self, at: datetime) -> None:
        self.at = max(self.at, at)

    @contextmanager
    def shown(self) -> Iterator[None]:
        """Code that asks for the time is told the story's: this process does nothing else."""
        real, timezone.now = timezone.now, self.now
        try:
            yield
        finally:
            timezone.now = real


def tell(story: ClubStory) -> tuple[Club, Story]:
    clock = Clock(story.evenings[0].day - timedelta(days=20))
    with clock.shown():
        return _Telling(story, clock).tell()


class _Telling:
    def __init__(self, story: ClubStory, clock: Clock) -> None:
        self.story, self.clock = story, clock
        self.club, director = self._founded()
        self.acting = Acting(user=director, kind=Role.Kind.DIRECTOR, name=DIRECTOR)
        self.taps = (f"told-{number}" for number in count(1))
        self.members = list(self.club.members.order_by("number"))
        self.planned: dict[int, Event] = {}
        self.heard: dict[int, Event] = {}

    def by(self) -> By:
        return {"acting": self.acting, "client_id": next(self.taps)}

    def tell(self) -> tuple[Club, Story]:
        self._adopt_rules()
        live_since, evenings = None, list(enumerate(self.story.evenings, start=1))
        for number, evening in evenings:
            event = self._announced(number, evening)
            if evening.hands_now is not None:
                for later, ahead in evenings[number:]:
                    self._announced(later, ahead)
                live_since = event.starts_at - DOOR_OPENS
                self.clock.go_to(live_since)
                _Night(self, event, evening, number).begin()
                break
            if evening.rounds:
                _Night(self, event, evening, number).play()
                self._follow_up(event, evening)
                self._take_dues(number, evening)
                self._keep_seasons(number, evening.day)
        planned = self.club.events.filter(state=Event.State.PLANNED).order_by("starts_at")
        return self.club, Story(self.clock.at, planned[0].starts_at, live_since)

    # -- the club

    def _founded(self) -> tuple[Club, User]:
        story = self.story
        club = Club.objects.create(name=story.name, slug=story.key, about=story.about, **story.about_club)
        accounts = [
            self._account(club, kind, name)
            for kind, name in (
                (Role.Kind.ADMIN, ADMIN),
                (Role.Kind.DIRECTOR, DIRECTOR),
                (Role.Kind.MEMBER, story.members[0]),
            )
        ]
        Member.objects.bulk_create(
            Member(
                club=club, number=place + 1, name=name, cannot_move=place in story.stationary,
                initials_only=place in story.initials, phone=f"555-01{place + 10:02}",
                director_notes=story.notes.get(place, ""),
                joined_on=date(2002 + place % 11, 1 + place * 5 % 12, 1 + place * 7 % 28),
            )
            for place, name in enumerate(story.members)
        )  # fmt: skip
        by_place = list(club.members.order_by("number"))
        accounts[2].member = by_place[0]
        accounts[2].save()
        PairRule.objects.bulk_create(
            PairRule(club=club, first=by_place[first], second=by_place[second], kind=PairRule.Kind.NOT_PARTNERS)
            for first, second in story.couples
        )
        return club, accounts[1].user

    def _account(self, club: Club, kind: Role.Kind, name: str) -> Role:
        username, (first, _, last) = f"{self.story.key}-{kind}", name.partition(" ")
        user = User.objects.create_user(
            username, username + MAIL_DOMAIN, first_name=first, last_name=last, date_joined=timezone.now()
        )
        return Role.objects.create(club=club, user=user, kind=kind)

    def _adopt_rules(self) -> None:
        story = self.story
        for name, places in story.categories.items():
            category = add_category(club=self.club, name=name, **self.by())
            category.members.add(*(self.members[place] for place in places))
        for key in story.books:
            adopt_book(club=self.club, key=key, **self.by())
        if story.series:
            series = create_series(
                club=self.club, name=story.series, weekday=story.evenings[0].day.weekday(),
                starts_at=time.fromisoformat(story.starts_at), **self._settings(), **self.by(),
            )  # fmt: skip
            self._offer_prizes(series)
        else:
            self._plan_all()

    def _settings(self) -> dict[str, Any]:
        adopted = HouseRulesVersion.objects.filter(house_rules__club=self.club)
        rules = [adopted.get(book_version__key=key) for key in self.story.books]
        return {**self.story.settings, "rules": rules[0], "three_handed_rules": rules[1] if len(rules) > 1 else None}

    def _offer_prizes(self, row: Any) -> None:
        for pot in self.story.pots:
            add_pot(row=row, **{"per_player": 0, "per_set": 0, **pot}, **self.by())
        pots = {pot.name: pot for pot in row.pots.all()}
        for prize in self.story.prizes:
            usual = {"name": "", "place": 1, "at_least": 0, "category": None, "amount": 0, "percent": 0}
            add_prize(row=row, **{**usual, **prize, "pot": pots.get(prize.get("pot", ""))}, **self.by())

    # -- before an evening

    def _announced(self, number: int, evening: Evening) -> Event:
        if number in self.heard:
            return self.heard[number]
        if evening.rounds:  # what is still ahead when the story ends is announced by then
            self.clock.go_to(self._at(evening.day - timedelta(days=3), 10))
        event = self.planned.get(number) or next_of_series(series=self.club.series.get(), **self.by())
        assert event.played_on == evening.day, "a story has its nights on the days of its series"
        for season in self.story.seasons:
            if season.first == number:
                self._open_season(season, evening.day)
        self._hear(event, evening, number)
        self.heard[number] = event
        return event

    def _plan_all(self) -> None:
        """A club without a series plans its year beforehand."""
        for number, evening in enumerate(self.story.evenings, start=1):
            start = local_start(evening.day, time.fromisoformat(self.story.starts_at))
            settings = {**self._settings(), **evening.settings}
            event = create_event(
                club=self.club, name=evening.name, played_on=evening.day, starts_at=start, **settings, **self.by()
            )
            self._offer_prizes(event)
            self.planned[number] = event

    def _hear(self, event: Event, evening: Evening, number: int) -> None:
        """Answers to the night: all of a pair, half of the others; and some who don't come."""
        for first, second in evening.pairs:
            one, other = self.members[first], self.members[second]
            note_word(event=event, member=one, partner=other, says=Coming.Says.COMING, note="", **self.by())
        for place in evening.looking:
            say(event=event, member=self.members[place], says=Coming.Says.LOOKING, **self.by())
        if evening.pairs:
            return
        for place, member in enumerate(self.members):
            if place in evening.players and (place + number) % 2:
                say(event=event, member=member, says=Coming.Says.COMING, **self.by())
            elif place not in evening.players and (place + number) % 3:
                note = ("visiting the grandchildren", "", "doctor’s orders")[place % 3]
                say(event=event, member=member, says=Coming.Says.NOT_COMING, note=note, **self.by())

    # -- after it

    def _follow_up(self, event: Event, evening: Evening) -> None:
        """The report is out before people are home; wrong records come up the morning after."""
        self.clock.go_to(self.clock.at + timedelta(minutes=20))
        event = Event.objects.select_related("club").get(pk=event.pk)
        if evening.told:
            add_block(event=event, text=evening.told, after="next", **self.by())
        publish_notice(event=event, **self.by())
        if evening.claim:
            self.clock.go_to(self._at(evening.day + timedelta(days=1), 10))
            self._put_right(event, evening.claim)

    def _put_right(self, event: Event, claim: Mapping[str, Any]) -> None:
        """Correct the first hand whose correction moves a player in the standings. Which one that is depends on how the
        bots play, so it is tried; a correction that moves no player is undone."""
        at, season = self.clock.at, self.club.seasons.latest("opens_on")
        before = newest_publication(season)
        for table, hand in _hands_made(event, claim):
            with transaction.atomic():
                self._correct(table, hand, claim)
                after = newest_publication(season)
                moves = moves_between(before, after) if before and after else {}
                if any(move.has_moved for move in moves.get("", ())):
                    return
                transaction.set_rollback(True)
            self.clock.at = at
        raise Refused(
            f"{event.name}: {claim['meld']} more in a hand moves nobody in the standings. Tell of another night."
        )

    def _correct(self, table: RoundTable, hand: int, claim: Mapping[str, Any]) -> None:
        """A player says that more was melded in a hand, and the director agrees an hour later."""
        assert table.card is not None
        sheet = read_sheet(table.card)
        figures = sheet.lines[hand - 1].figures
        side = sheet.book.side_of(figures.bidder)
        payload = {**figures.payload(), "meld": {**figures.meld, side: figures.meld[side] + claim["meld"]}}
        claim_hand(table=table, hand=hand, line=payload, by="", why=claim["why"], seen=sheet.version, **self.by())
        sheet = read_sheet(table.card)
        (held,) = sheet.claims
        self.clock.go_to(self.clock.at + timedelta(hours=1))
        grant_claim(table=table, number=held.number, reason="Both sides agree", seen=sheet.version, **self.by())

    def _take_dues(self, number: int, evening: Evening) -> None:
        """At each of the first nights some pay, a few of them half for now; one in three hasn't yet at the end. The log
        says nothing of it: it would name the year of the story."""
        amount = self.story.dues
        asked = {"amount": amount, "starts_on": evening.day}
        dues, _ = Dues.objects.get_or_create(club=self.club, defaults=asked)
        for place in evening.players:
            if place % 6 == number:
                DuesPayment.objects.create(
                    dues=dues, member=self.members[place], amount=amount if place % 4 else amount // 2,
                    paid_on=evening.day, at=self.clock.at, by=DIRECTOR,
                    note="" if place % 3 else f"check {101 + place}",
                )  # fmt: skip

    # -- seasons

    def _open_season(self, story: SeasonStory, day: date) -> None:
        last = self.story.evenings[story.last - 1].day if story.last else day + timedelta(weeks=26)
        season = open_season(club=self.club, name=story.name, opens_on=day, closes_on=last, **self.by())
        divisions = {one.name: one.pk for one in self.club.categories.all()}
        single = {} if self.story.series else {"events": tuple(event.pk for event in self.planned.values())}
        self._rule(
            season, {**story.rules, **single, "divisions": tuple(divisions[name] for name in story.divisions)}
        )  # fmt: skip

    def _rule(self, season: Season, rules: Mapping[str, Any], note: str = "") -> None:
        draft = season_draft_of(season).model_copy(update=dict(rules))
        season = save_draft(season=season, rules=draft, seen=draft_digest(season), **self.by())
        publish_rules(season=season, seen=draft_digest(season), note=note, **self.by())

    def _keep_seasons(self, number: int, day: date) -> None:
        for story in self.story.seasons:
            season = self.club.seasons.filter(name=story.name).first()
            if season is None or season.state == Season.State.CLOSED:
                continue
            if number == story.first + 2 and story.later:
                self._rule(season, story.later, story.because)
            if number == story.first + 3 and story.adjusted is not None:
                place, points, reason = story.adjusted
                adjust_points(
                    season=season, member=self.members[place], points=points, reason=reason, **self.by()
                )  # fmt: skip
            if number == story.last:
                self.clock.go_to(self._at(day + timedelta(days=1), 12))
                close_season(season=season, **self.by())

    def _at(self, day: date, hour: int) -> datetime:
        return local_start(day, time(hour))


class _Night:
    def __init__(self, telling: _Telling, event: Event, evening: Evening, number: int) -> None:
        self.telling, self.event, self.evening, self.number = telling, event, evening, number
        self.clock, self.by = telling.clock, telling.by
        self.lasts = timedelta(minutes=event.minutes) + 2 * CHANGE_LASTS if event.minutes else ROUND_LASTS
        self.entrants: list[Entrant] = []

    def play(self) -> None:
        self._arrive()
        for number in range(1, self.evening.rounds + 1):
            self._play_round(number)
        if self.event.has_money:
            self._settle()
        close_event(event=self.event, **self.by())

    def begin(self) -> None:
        """The evening as far as it has come: its last round is being played."""
        self._arrive()
        for number in range(1, self.evening.rounds + 1):
            self._play_round(number)
        self._begin_round(self.evening.rounds + 1)

    def _now(self) -> Event:
        return Event.objects.select_related("club", "rules__book_version").get(pk=self.event.pk)

    def _arrive(self) -> None:
        start, members = self.event.starts_at, self.telling.members
        self.clock.go_to(start - DOOR_OPENS)
        open_check_in(event=self.event, **self.by())
        for minutes, place in enumerate(self.evening.players):
            self.clock.go_to(start - timedelta(minutes=30 - minutes))
            self._let_in(check_in(event=self.event, member=members[place], **self.by()), pays=minutes % 7 > 0)
        for name in self.evening.guests:
            guest = self.telling.club.members.filter(name=name).first()
            if guest is None:
                self._let_in(add_walk_in(event=self.event, name=name, **self.by()))
            else:
                self._let_in(check_in(event=self.event, member=guest, **self.by()))
        close_check_in(event=self.event, **self.by())

    def _let_in(self, entrant: Entrant, *, pays: bool = True) -> None:
        if pays and entrant.fee:  # nearly everybody pays at the door
            take_fee(entrant=entrant, **self.by())
        self.entrants.append(entrant)

    def _started(self, number: int) -> EventRound:
        """The round of this number, seated, published and begun; one planned before is only begun."""
        event = self._now()
        if not event.rounds.filter(number=number).exists():
            if event.final_places and number > event.rounds_planned:
                decide(event=event, by=Event.CutBy.CHAIN, chance=self.number, **self.by())
            self._seat()
        event_round = self.event.rounds.get(number=number)
        self.clock.go_to(self.event.starts_at + self.lasts * (number - 1))
        return start_round(event_round=event_round, **self.by())

    def _seat(self) -> None:
        plan_rounds(event=self._now(), effort=SEARCH, **self.by())
        publish_rounds(event=self._now(), **self.by())

    def _play_round(self, number: int) -> None:
        event_round = self._started(number)
        self._judge(event_round)
        for table in _tables(event_round):
            play_table(table, seed=self.number, strengths=self._strengths(table))
            date_entries(table, _start_of(event_round), self.lasts - 2 * CHANGE_LASTS, seed=self.number)
        self.clock.go_to(_start_of(event_round) + self.lasts - CHANGE_LASTS)
        close_round(event_round=event_round, **self.by())

    def _strengths(self, table: RoundTable) -> dict[str, str]:
        beginners = {place + 1 for place in self.telling.story.beginners}
        seats = table.seats.values_list("seat", "entrant__member__number")
        return {seat: "beginner" for seat, number in seats if number in beginners}

    def _judge(self, event_round: EventRound) -> None:
        start = _start_of(event_round)
        for player, minutes in self.evening.late.get(event_round.number, {}).items():
            seat = _seat_of(event_round, self.entrants[player])
            if seat is not None:
                mark_missing(seat=seat, **self.by())
                self.clock.go_to(start + timedelta(minutes=minutes, seconds=20))
                record_arrival(seat=seat, **self.by())
        for penalty in self.evening.penalties.get(event_round.number, ()):
            seat = _seat_of(event_round, self.entrants[penalty["player"]])
            if seat is not None:
                payload = {"seat": seat.seat, "code": penalty["code"], "count": 1, "note": "", "hand": penalty["hand"]}
                give_penalty(table=seat.table, payload=payload, player=seat.entrant.name, **self.by())

    def _begin_round(self, number: int) -> None:
        """A round being played: so many hands are in at the first table, one fewer at each next."""
        event_round = self._started(number)
        tables, hands = _tables(event_round), self.evening.hands_now or 0
        for table, hands_in in zip(tables, range(hands, hands - len(tables), -1), strict=True):
            pair_tablet(event=self.event, table_number=table.number, device=device_of(table))
            play_table(
                table, seed=self.number, hands=max(0, hands_in), is_signed=False, strengths=self._strengths(table)
            )
            date_entries(table, _start_of(event_round), PLAYED_SO_FAR - LAST_ENTRY * table.number, seed=self.number)
        self.clock.go_to(_start_of(event_round) + PLAYED_SO_FAR)
        call_director(
            table=tables[-1], reason="ruling", note="Was that a renege?", device=None, client_id=next(self.telling.taps)
        )  # fmt: skip
        self.clock.now()

    def _settle(self) -> None:
        owed = sum(max(0, line.due) for line in read_cash(self._now()).set_money)
        if owed:
            take_all_set_money(event=self.event, amount=owed, **self.by())
        for line in read_cash(self._now()).prize_lines:
            for share in line.shares:
                if share.entrant is not None and share.due > 0:
                    winner = Entrant.objects.select_related("event").get(pk=share.entrant)
                    pay_prize(prize=line.prize, entrant=winner, amount=share.due, **self.by())
        keep_box(event=self.event, at_start=IN_THE_BOX, counted=None, **self.by())
        expected = read_cash(self._now()).expected
        keep_box(event=self.event, at_start=IN_THE_BOX, counted=expected, **self.by())


def _start_of(event_round: EventRound) -> datetime:
    assert event_round.started_at is not None, "it was started"
    return event_round.started_at


def _tables(event_round: EventRound) -> list[RoundTable]:
    return list(event_round.tables.select_related("card__book_version", "event_round"))


def _seat_of(event_round: EventRound, entrant: Entrant) -> RoundSeat | None:
    seats = RoundSeat.objects.select_related("table", "entrant")
    return seats.filter(table__event_round=event_round, entrant=entrant).first()


def _hands_made(event: Event, claim: Mapping[str, Any]) -> Iterator[tuple[RoundTable, int]]:
    """The made hands of the evening, by table and number: those of the claim's table first."""
    tables = RoundTable.objects.select_related("card__book_version", "event_round__event__club")
    mine = Q(event_round__number=claim["round"], number=claim["table"])
    found = tables.filter(event_round__event=event).order_by(
        Case(When(mine, then=0), default=1), "event_round", "number"
    )
    for table in found:
        assert table.card is not None
        for line in read_sheet(table.card).lines:
            if _was_made(line):
                yield table, line.number


def _was_made(line: Line) -> bool:
    """Whether the bidder's side made a hand entered in three steps; none that was thrown in."""
    of = line.figures
    made = {side: of.meld[side] + of.take.get(side, 0) for side in of.meld} if line.is_done and of.take else {}
    return any(of.bidder in side and figure >= of.bid for side, figure in made.items())
