"""The rows and points behind a season's standings, from the database."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Set
from dataclasses import dataclass
from datetime import date
from typing import Any, Final, Self

from django.db.models import Exists, OuterRef, Q, QuerySet

from league.evening.ties.parting import Who
from league.evening.ties.tie_breaks import lot_of
from league.models import Adjustment, Category, Event, LedgerRow, Member, PastRow, Season, Series
from league.models.events import EventSettings
from pinochle_club.ground.dates import short_day

from .past import KEPT, FileLine, past_standings
from .rules import Faults, Names, SeasonRules, faults_of
from .standings import Divisions, Ledger, Line, Place, Row, by_hand, standings


def season_standings(season: Season, rules: SeasonRules) -> Divisions:
    """Standings by these rules, if the season closed today (seven queries at most)."""
    if rules.from_file:
        return past_standings(rules, file_lines(season))
    return standings(rules, read_ledger(season, rules))


def evenings(season: Season, rules: SeasonRules) -> QuerySet[Event]:
    chosen = Q(series__in=rules.series) | Q(pk__in=rules.events)
    days = Q(played_on__gte=season.opens_on, played_on__lte=season.closes_on)
    found = Event.objects.filter(chosen, days, club=season.club_id).exclude(pk__in=rules.without)
    found = found.filter(compared=Event.Compared.MATCHPOINTS) if rules.points_by == "percent" else found
    return (found.filter(FOR_PAIRS) if rules.for_pairs else found).order_by("played_on", "pk")


# As `EventSettings.is_for_pairs` says of one.
FOR_PAIRS: Final = Q(side_size=2) & (
    Q(format__in=(Event.Format.HALF_MOVE, Event.Format.ROUND_ROBIN, Event.Format.KNOCK_OUT))
    | Q(format=Event.Format.WINNERS_MOVE, partners=Event.Partners.TOGETHER)
)


def read_place(season: Season, rules: SeasonRules, who: Who) -> Place | None:
    """The lines of one place, but not why it stands there (seven queries at most)."""
    if rules.from_file:
        places = season_standings(season, rules)[None]
    else:
        places = standings(rules, read_ledger(season, rules, only=who))[None]
    return next((one for one in places if one.who == who), None)


def read_ledger(season: Season, rules: SeasonRules, *, only: Who = ()) -> Ledger:
    """The rows and points for standings by these rules (seven queries at most), of `only` these members' tables. An
    evening being corrected counts as it was. The evening says who is a guest; a merged member is the entry that
    stays."""
    was_held = Exists(LedgerRow.objects.filter(event=OuterRef("pk")))
    held = dict(evenings(season, rules).filter(was_held).values_list("pk", "played_on"))
    people = People.of(season.club_id)
    numbers = Member.objects.filter(club=season.club_id).values_list("pk", "number")
    draws = rules.level == "draw" and season.lots
    return Ledger(
        rows=tuple(_rows(rules, held, people, people.merged_to(only))),
        added=_added(season, rules, people),
        held=len(held),
        categories=_categories(rules) if rules.divisions else {},
        lots={pk: lot_of(season.lots, number) for pk, number in numbers} if draws else {},
    )


def file_lines(season: Season) -> tuple[FileLine, ...]:
    """The rows of a past season's file; a merged member is the entry that stays (two queries)."""
    people = People.of(season.club_id)
    rows = PastRow.objects.filter(file=season.past_file_id).order_by("line", "at")
    return tuple(_file_line(people, row) for row in rows.values("member", "partner", "points", "has_half", *KEPT))


def _file_line(people: People, row: dict[str, Any]) -> FileLine:
    both = {people.one(one) for one in (row.pop("member"), row.pop("partner")) if one is not None}
    points = row.pop("points") + (0.5 if row.pop("has_half") else 0)
    return FileLine(who=tuple(sorted(both)), points=points, **row)


@dataclass(frozen=True)
class People:
    merged_into: Mapping[int, int | None]

    @classmethod
    def of(cls, club_id: int) -> Self:
        return cls(dict(Member.objects.filter(club=club_id).values_list("pk", "merged_into")))

    def who(self, *members: int | None) -> Who | None:
        """A member or pair, by the entries they were merged into; None if one isn't in the list."""
        found = {self.one(member) for member in members if member is not None and member in self.merged_into}
        return tuple(sorted(found)) if len(found) == len(members) else None

    def merged_to(self, members: Collection[int]) -> Collection[int]:
        return [member for member in self.merged_into if self.one(member) in members] if members else []

    def one(self, member: int) -> int:
        seen = {member}
        while (into := self.merged_into.get(member)) is not None and into not in seen:
            member = into
            seen.add(into)
        return member


# -- rows ------------------------------------------------------------------------------------

WHERE: Final = ("event", "round_number", "table", "side")
PLAYERS: Final = ("entrant__member", "entrant__is_guest", "partner__member", "partner__is_guest")


def _rows(rules: SeasonRules, held: Mapping[int, date], people: People, only: Collection[int] = ()) -> Iterator[Row]:
    there = LedgerRow.objects.filter(event__in=list(held), is_pair=rules.for_pairs).order_by()
    there = there.filter(_at_the_tables_of(only)) if only else there
    figures = ("kind", "points", "won", "place", "facts__sets", "share", "boards")
    found: list[Any] = list(there.values_list(*WHERE, *PLAYERS, *figures, named=True))
    level = level_tables(found)
    sets = _sets_of_sides(list(held)) if rules.for_pairs else {}
    for one in found:
        members = (one.entrant__member, one.partner__member) if rules.for_pairs else (one.entrant__member,)
        is_guest = one.entrant__is_guest or (rules.for_pairs and one.partner__is_guest)
        who = people.who(*members)
        if who is None or (is_guest and not rules.with_guests):
            continue
        yield Row(
            who=who,
            event=one.event,
            day=held[one.event],
            round_number=one.round_number,
            kind=one.kind,
            points=one.points,
            won=bool(one.won) and (one.event, one.round_number, one.table) not in level,
            table=one.table,
            side=one.side,
            sets=one.facts__sets or sets.get((one.event, one.round_number, one.table, one.side), 0),
            place=one.place,
            share=one.share or 0,
            boards=one.boards,
        )


def _at_the_tables_of(members: Collection[int]) -> Exists:
    theirs = LedgerRow.objects.filter(event=OuterRef("event"), round_number=OuterRef("round_number"))
    is_theirs = Q(entrant__member__in=members) | Q(partner__member__in=members)
    return Exists(theirs.filter(is_theirs, Q(table=OuterRef("table")) | Q(entrant=OuterRef("entrant"))))


def level_tables(rows: Iterable[Any]) -> Collection[tuple[int, int, int]]:
    winners: dict[tuple[int, int, int], set[str]] = defaultdict(set)
    for one in rows:
        if one.won:
            winners[one.event, one.round_number, one.table].add(one.side)
    return {where for where, sides in winners.items() if len(sides) > 1}


def _sets_of_sides(events: Collection[int]) -> Mapping[tuple[Any, ...], int]:
    """The sets of each side of a table, from its players' rows: the rows of pairs have no facts."""
    players = LedgerRow.objects.filter(event__in=events, is_pair=False, facts__sets__gt=0).order_by()
    return {tuple(where): sets for *where, sets in players.values_list(*WHERE, "facts__sets")}


# -- beside the rows -------------------------------------------------------------------------


def _added(season: Season, rules: SeasonRules, people: People) -> Mapping[Who, list[Line]]:
    """Points by hand: a pair's own in a season of pairs, else each of the two has them."""
    found: dict[Who, list[Line]] = defaultdict(list)
    for one in Adjustment.objects.filter(season=season, is_taken_back=False):
        both = [member for member in (one.member_id, one.partner_id) if member is not None]
        for members in [both] if rules.for_pairs else [[member] for member in both]:
            if (who := people.who(*members)) is not None:
                found[who].append(by_hand(one.points, one.reason, one.pk))
    return found


def _categories(rules: SeasonRules) -> Mapping[int, Collection[int]]:
    found: dict[int, set[int]] = defaultdict(set)
    carries = Member.carries.through.objects.filter(category__in=rules.divisions)
    for category, member in carries.values_list("category", "member"):
        found[category].add(member)
    return found


# -- what rules can name ---------------------------------------------------------------------


@dataclass(frozen=True)
class Offered:
    """The series, evenings and categories a season can count (three queries)."""

    series: tuple[Series, ...]
    events: tuple[Event, ...]
    categories: tuple[Category, ...]

    @property
    def names(self) -> Names:
        return {
            "series": {one.pk: one.name for one in self.series},
            "events": {one.pk: evening_words(one) for one in self.events},
            "divisions": {one.pk: one.name for one in self.categories},
        }

    def books_of(self, rules: SeasonRules) -> int:
        """The rule books by which tables of evenings that count play."""
        events = (one for one in self.events if one.pk in rules.events or one.series_id in rules.series)
        series = (one for one in self.series if one.pk in rules.series)
        found: list[EventSettings] = [*series, *(one for one in events if one.pk not in rules.without)]
        pinned = (each for one in found for each in (one.rules, one.three_handed_rules))
        return len({each.house_rules_id for each in pinned if each is not None})

    @property
    def duplicates(self) -> Mapping[str, Set[int]]:
        events = [one for one in self.events if _has_percentages(one)]
        own = {one.pk for one in self.series if _has_percentages(one)}
        return {
            "series": own | {one.series_id for one in events if one.series_id},
            "events": {one.pk for one in events},
        }

    def faults_of(self, rules: SeasonRules) -> Faults:
        of_pairs = {
            "series": {one.pk for one in self.series if one.is_for_pairs},
            "events": {one.pk for one in self.events if one.is_for_pairs},
        }
        return faults_of(rules, self.names, of_pairs, self.duplicates)


def _has_percentages(settings: EventSettings) -> bool:
    return settings.compared == EventSettings.Compared.MATCHPOINTS


def offered_in(season: Season) -> Offered:
    club = season.club
    days = Event.objects.filter(club=club, played_on__gte=season.opens_on, played_on__lte=season.closes_on)
    events = tuple(days.select_related("rules", "three_handed_rules").order_by("played_on", "pk"))
    for event in events:
        event.club = club
    series = club.series.select_related("rules", "three_handed_rules").order_by("name")
    return Offered(tuple(series), events, tuple(club.categories.all()))


def evening_words(event: Event) -> str:
    return f"{event.name}, {short_day(event.played_on, event.club.date_style)}"
