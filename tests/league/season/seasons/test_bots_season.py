"""A season that bots play through the deeds of people: after every deed the ledger is what a pencil finds on the cards,
the standings are what somebody makes of that by hand, and each publication tells just what moved."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import date, timedelta
from functools import partial
from itertools import cycle
from typing import Any

import pytest
from django.test import Client

from league.evening.events.deeds import delete_event
from league.evening.ledger.rows import by_side, side_of
from league.evening.ties.tie_breaks import lot_of
from league.models import Category, Club, Event, LedgerRow, Member, Publication, Season, Series
from league.office.members.deeds.members import enter_member
from league.office.members.deeds.privacy import show_initials
from league.season.merging.deeds import merge_members, split_member
from league.season.seasons.deeds import (
    adjust_points,
    close_season,
    draft_digest,
    draft_of,
    open_season,
    publish_rules,
    reopen_season,
    save_draft,
    show_standings,
    take_back_adjustment,
)
from league.season.seasons.published import moves_between
from league.season.seasons.publishing import stood_in
from league.season.seasons.rules import SeasonRules
from league.season.seasons.standings import Move
from tests.league.makers import Days, make_club, make_members, make_series
from tests.league.season.seasons.bots import Correction, Night, by
from tests.league.season.seasons.naive_changes import NaiveMove, naive_changes
from tests.league.season.seasons.naive_standings import NaivePlace, naive_standings
from tests.league.season.seasons.pencil import PencilRow, rows_of, season_rows
from tests.sampling import sample

pytestmark = pytest.mark.django_db
FIRST = date(2026, 1, 6)
DAYS: Days = {"opens_on": FIRST, "closes_on": date(2026, 12, 31)}
Table = list[NaivePlace]


@dataclass
class Told:
    """A publication as a pencil has it: its state, how places go, by division everybody's place, and its nights in
    their order."""

    state: str
    by: str
    tables: dict[str, Table]
    nights: list[int]


@dataclass
class Watched:
    """A season, and everything that was published of it so far."""

    season: Season
    told: list[Told] = field(default_factory=list)

    @property
    def rules(self) -> SeasonRules:
        return SeasonRules.from_json(self.season.versions.latest("number").rules)


class BotsClub:
    """The club with its series, its seasons, and the pencil that follows both."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        self.did: Counter[str] = Counter()
        self.club: Club = make_club()
        self.members = make_members(self.club, 15)
        newcomers = Category.objects.create(club=self.club, name="Newcomers")
        newcomers.members.add(*self.members[::2])
        self.alone = make_series(self.club, name="Nationals", book="npa", rounds_planned=2)
        self.pairs = make_series(
            self.club, name="Couples", book="st-hilary", format="half_move", rounds_planned=2, round_end="hands",
            sit_out_credit="fixed", fixed_credit=40,
        )  # fmt: skip
        everything = (self.alone.pk, self.pairs.pk)
        self.watched = [
            self.opened("Players", series=(self.alone.pk,), best=4, nights_needed=1, one_more_per=4, night_bonus=25,
                        round_won_bonus=5, divisions=(newcomers.pk,)),
            self.opened("Couples", series=(self.pairs.pk,), for_pairs=True, points_by="places",
                        place_points=(10, 8, 6, 4), tie_breaks=("fewest_sets", "total"), level="draw"),
            self.opened("Everybody", series=everything, for_pairs=False, points_by="wins", sit_outs="own_average",
                        tie_breaks=("head_to_head", "average", "high_round")),
        ]  # fmt: skip
        self.nights: list[Event] = []
        self.days: list[date] = []
        self.sheets: dict[int, list[PencilRow]] = {}
        self.moves = 0
        self.check()

    def opened(self, name: str, **rules: Any) -> Watched:
        season = open_season(club=self.club, name=name, **DAYS, **by())
        self.publish(season, **rules)
        return Watched(season)

    def publish(self, season: Season, **rules: Any) -> None:
        draft = draft_of(season).model_copy(update=rules)
        season = save_draft(season=season, rules=draft, seen=draft_digest(season), **by())
        publish_rules(season=season, seen=draft_digest(season), **by())

    # -- what is done

    def night(self, *there: Member, without: Member | None = None) -> None:
        """The next of a series, with some of the members; two nights of players, then one of couples."""
        number = len(self.days)
        series: Series = self.pairs if number % 3 == 2 else self.alone
        players = self.chance.choice((8, 10)) if series is self.pairs else self.chance.choice((8, 9, 11))
        others = [one for one in self.members if one not in (*there, without)]
        people = [*there, *self.chance.sample(others, players - len(there))]
        self.days.append(FIRST + timedelta(days=4 * number))
        night = Night(series, self.days[-1], people, self.chance, self.did)
        self.nights.append(self.does(night.play, because="was played"))

    def correction(self) -> None:
        """While a night is open again it counts as it was; then the publication tells what came of it."""
        again = Correction(self.chance.choice(self.nights), self.chance, self.did)
        self.does(again.open, publishes=False)
        self.does(again.put_right, publishes=False)
        if self.chance.random() < 0.5:
            self.given_points()
        self.does(again.close, because="was corrected")

    def given_points(self) -> None:
        watched, both = self.chance.choice(self.watched), self.chance.sample(self.members, 2)
        given: dict[str, Any] = dict(
            zip(("member", "partner"), both if watched.rules.for_pairs else both[:1], strict=False)
        )
        points = self.chance.choice((-40, 15, 60))
        made = self.does(
            lambda: adjust_points(season=watched.season, points=points, reason="Swept the hall", **given, **by()),
            because="Swept the hall",
        )
        if self.chance.random() < 0.5:
            self.does(lambda: take_back_adjustment(adjustment=made, **by()), because="taken back")
        self.did["points by hand"] += 1

    def entered_twice(self) -> None:
        """Somebody plays a night under a second entry; the two become one, play on, and are two again."""
        kept = self.chance.choice(self.members)
        number, names = 100 + len(self.days), kept.name.split()
        fields = {"number": number, "name": f"{names[0][0]}. {names[-1]} {number}"}
        gone = enter_member(club=self.club, fields=fields, **by())
        self.night(gone, without=kept)
        merge = self.does(lambda: merge_members(kept=kept, gone=gone, **by()), because="put together")
        self.night(kept)
        self.does(lambda: split_member(merge=merge, **by()), because="are two again")
        self.did["merged and split"] += 1

    def deleted(self) -> None:
        event = self.nights.pop(self.chance.randrange(len(self.nights)))
        self.does(lambda: delete_event(event=event, name=event.name, **by()), because="was deleted")
        self.did["deleted"] += 1

    def initials(self) -> None:
        """Nothing moves when somebody is shown by initials, and their name is gone from what strangers read."""
        member = self.chance.choice(self.members)
        self.does(lambda: show_initials(member=member, initials_only=True, **by()), publishes=False)
        for watched in self.watched:
            page = Client().get(f"/clubs/{self.club.slug}/seasons/{watched.season.pk}/?file=csv").content.decode()
            assert member.name not in page
        self.does(lambda: show_initials(member=member, initials_only=False, **by()), publishes=False)
        self.did["initials"] += 1

    def hidden(self) -> None:
        """Shown again, standings tell what moved since they were last seen."""
        season = self.chance.choice(self.watched).season
        self.does(lambda: show_standings(season=season, hidden=True, **by()), because="Hidden")
        self.correction()
        self.does(lambda: show_standings(season=season, hidden=False, **by()), because="Shown to everybody")
        self.did["hidden"] += 1

    def other_rules(self) -> None:
        watched = self.chance.choice(self.watched)
        changed: dict[str, Any] = {"round_won_bonus": watched.rules.round_won_bonus + 1}
        if not watched.rules.for_pairs:
            by_now = [one for one in ("total", "average", "wins") if one != watched.rules.points_by]
            changed = self.chance.choice((changed, {"points_by": self.chance.choice(by_now)}))
        self.does(lambda: self.publish(watched.season, **changed), because="Rules version")
        self.did["other rules"] += 1

    def closed(self) -> None:
        for watched in self.watched:
            self.does(partial(close_season, season=watched.season, **by()), because="is over")
        season = self.watched[0].season
        self.does(lambda: reopen_season(season=season, name=season.name, reason="one more", **by()), because="one more")

    def does(self, deed: Callable[[], Any], *, because: str = "", publishes: bool = True) -> Any:
        made = deed()
        assert (self.check(because) > 0) is publishes
        return made

    # -- what is checked

    def check(self, because: str = "") -> int:
        """Everything as a pencil has it; how many seasons published something new."""
        rows = self.ledger()
        return sum(self.published(watched, rows, because) for watched in self.watched)

    def ledger(self) -> list[PencilRow]:
        """What a pencil finds, on the cards of nights that are open again when they were closed last."""
        for event in Event.objects.filter(club=self.club, state="closed").select_related("rules__book_version"):
            self.sheets[event.pk] = rows_of(event)
        there_yet = set(Event.objects.filter(club=self.club).values_list("pk", flat=True))
        self.sheets = {event: rows for event, rows in self.sheets.items() if event in there_yet}
        pencil = [row for rows in self.sheets.values() for row in rows]
        there = list(LedgerRow.objects.filter(event__club=self.club).select_related("event"))
        sides = by_side(one for one in there if not one.is_pair)
        ledger = [
            PencilRow(
                one.event_id, one.event.played_on, one.round_number, one.entrant_id, partner_of(one, sides),
                one.is_pair, one.kind, one.points, one.won, one.table, one.side, one.place,
                sets_of(pencil, one) if one.is_pair else one.facts.get("sets", 0),
            )
            for one in there
        ]  # fmt: skip
        assert sorted(ledger, key=str) == sorted(pencil, key=str)
        return pencil

    def published(self, watched: Watched, rows: list[PencilRow], because: str) -> int:
        season = watched.season = Season.objects.select_related("club").get(pk=watched.season.pk)
        found = list(season.publications.order_by("number")[len(watched.told) :])
        if not found:
            assert self.tables(watched, rows) == watched.told[-1].tables
            return 0
        [publication] = found
        assert because in publication.because
        counted = self.counted(watched, rows)
        nights = sorted({(row.day, row.event) for row in counted if row.is_pair == watched.rules.for_pairs})
        events = [event for _, event in nights]
        told = Told(publication.state, watched.rules.points_by, self.tables(watched, rows), events)
        assert as_naive(publication) == told.tables
        if watched.told:
            self.changes(watched, publication, told)
        watched.told.append(told)
        return 1

    def counted(self, watched: Watched, rows: list[PencilRow]) -> list[PencilRow]:
        """The rows of the evenings that count."""
        events = Event.objects.filter(club=self.club, series__in=watched.rules.series, pk__in=self.sheets)
        ids = {event.pk for event in events if event.is_for_pairs or not watched.rules.for_pairs}
        return [row for row in rows if row.event in ids]

    def tables(self, watched: Watched, rows: list[PencilRow]) -> dict[str, Table]:
        rules, season, own = watched.rules, watched.season, self.counted(watched, rows)
        counted, ids = season_rows(own, for_pairs=rules.for_pairs), {row.event for row in own}
        lots = {one.pk: lot_of(season.lots, one.number) for one in self.club.members.all()} if season.lots else {}
        parts = (rules, counted, added(season, for_pairs=rules.for_pairs), len(ids), lots)
        tables = {"": naive_standings(*parts)}
        for category in Category.objects.filter(pk__in=rules.divisions):
            members = set(category.members.values_list("pk", flat=True))
            tables[category.name] = naive_standings(*parts, only=members)
        return {division: table for division, table in tables.items() if table}

    def changes(self, watched: Watched, publication: Publication, told: Told) -> None:
        """What the page of changes says is what lies between two tables; what a line says of moves, what lies between
        its own and the last one that was seen before the newest night."""
        before = watched.told[-1]
        before_it = (one for one in reversed(watched.told) if not told.nights or told.nights[-1] not in one.nights)
        seen = next((one for one in before_it if told.state == "hidden" or one.state != "hidden"), None)
        last = publication.season.publications.get(number=publication.number - 1)
        moves = moves_between(last, publication)
        expected = self.between(before, told)
        assert {name: [as_moved(move) for move in group] for name, group in moves.items()} == expected
        self.moves += sum(map(len, expected.values()))
        assert publication.moved_since == next((at for at, one in enumerate(watched.told, start=1) if one is seen), 0)
        shown = self.between(seen, told) if seen else {}
        for line in publication.places.all():
            who = tuple(sorted(one for one in (line.member_id, line.partner_id) if one))
            moved = next((one for one in shown.get(line.division, []) if one.who == who and one.was != one.now), None)
            said = {"from": moved.was, "is_new": moved.is_new, "says": moved.says} if moved else None
            assert line.says.get("moved") == (said if seen and seen.tables else None)

    def between(self, before: Told, after: Told) -> dict[str, list[NaiveMove]]:
        gone = Member.objects.filter(club=self.club, merged_into__gt=0)
        merged: dict[int, Any] = dict(gone.values_list("pk", "merged_into"))
        found = {}
        for name in [*after.tables, *before.tables]:
            old = [
                one._replace(who=tuple(sorted(merged.get(each, each) for each in one.who)))
                for one in before.tables.get(name, [])
            ]
            moves = naive_changes(old, after.tables.get(name, []), before.by, after.by)
            if moves:
                found[name] = moves
        return found


def partner_of(row: LedgerRow, sides: Mapping[tuple[Any, ...], list[LedgerRow]]) -> int | None:
    if row.is_pair:
        return row.partner_id
    there = sides.get(side_of(row), ())
    return next((one.entrant_id for one in there if row in there and one != row), None)


def sets_of(pencil: list[PencilRow], row: LedgerRow) -> int:
    """The row of a pair has none of its own."""
    return next(one.sets for one in pencil if (one.entrant, one.round_number, one.is_pair) == (
        row.entrant_id, row.round_number, True))  # fmt: skip


@dataclass
class Given:
    who: tuple[int, ...]
    points: int


def added(season: Season, *, for_pairs: bool) -> list[Given]:
    found = []
    for one in season.adjustments.filter(is_taken_back=False):
        both = [member for member in (one.member_id, one.partner_id) if member]
        found += (
            [Given(tuple(sorted(both)), one.points)] if for_pairs else [Given((each,), one.points) for each in both]
        )
    return found


def as_naive(publication: Publication) -> dict[str, Table]:
    return {
        division: [
            NaivePlace(one.place, one.who, one.figure, one.points, frozenset(one.counted.items())) for one in lines
        ]
        for division, lines in stood_in(publication).items()
    }


def as_moved(move: Move) -> NaiveMove:
    was, now = (one.place if one else None for one in (move.before, move.after))
    return NaiveMove(move.who, was, now, move.before is None, dict(move.nights), move.says)


def test_season_of_bots_is_what_a_pencil_makes_of_it(record_property: Any):
    club = BotsClub(seed=13)
    meanwhile = (
        club.correction, club.entered_twice, club.hidden, club.given_points, club.other_rules, club.initials,
        club.correction, club.deleted,
    )  # fmt: skip
    nights, turns = sample(3, 30), cycle(meanwhile)
    while len(club.days) < nights:
        club.night()
        for _ in range(2):
            next(turns)()
    club.closed()

    told = sum(len(watched.told) for watched in club.watched)
    assert club.moves > 10 * nights
    record_property(
        "figures", f"{nights} nights, {told} publications, {club.moves} lines that changed, {dict(club.did)}"
    )
