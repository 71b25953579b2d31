"""A member's rounds, read from the ledger and kept while nothing is new. Names are read at each look."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Final

from django.db.models import Q, QuerySet
from django.db.models.functions import Coalesce

from league.evening.cards.boards import PARTS, Shares
from league.evening.ledger.findings import kept_of_person
from league.evening.ledger.rows import at_tables, rules_of_rows
from league.evening.ties.parting import AT_THE_TABLE
from league.models import Entrant, Event, HouseRulesVersion, LedgerRow, Member, Season
from league.season.seasons.publishing import evenings_of
from league.season.seasons.standings import SAT_OUT
from scoring.boards.comparison import Method
from scoring.rules.book import RuleBook

from .record import Played, Record

Where = tuple[int, int, int | None]
# By entrant: side, whether it won, and the member.
Company = Mapping[Where, Mapping[int, tuple[str, bool, int | None]]]
FIELDS: Final = (
    "event", "event__played_on", "rules",
    "round_number", "kind", "points", "won", "table", "side", "place", "facts", "event__compared", "share", "boards",
    "entrant",
)  # fmt: skip


@dataclass(frozen=True)
class Lifetime:
    whole: Record
    books: Mapping[str, RuleBook]
    _within: dict[frozenset[int], Record] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self.rounds)

    @property
    def rounds(self) -> tuple[Played, ...]:
        return self.whole.rounds

    def within(self, events: frozenset[int] | None) -> Record:
        if events is None:
            return self.whole
        if events not in self._within:
            self._within[events] = Record(tuple(one for one in self.rounds if one.event in events))
        return self._within[events]


def lifetime_of(member: Member) -> Lifetime:
    """A member's rows in the ledger, merged entries included (two queries while nothing is new)."""
    return kept_of_person(read_lifetime, member.club_id, member.pk)


def read_lifetime(_: int, member: int) -> Lifetime:
    """A lifetime, read (four queries)."""
    own = LedgerRow.objects.filter(entrant__in=_entries_of(member), is_pair=False)
    ordered = own.annotate(rules=rules_of_rows("pk")).order_by("event__played_on", "event", "round_number")
    return _lifetime(ordered, own, _places_of_pairs(member))


def read_evenings(events: Collection[int]) -> Lifetime:
    """The rounds of everybody in some evenings, the earliest first (three queries)."""
    every = LedgerRow.objects.filter(event__in=events, is_pair=False)
    rows = every.exclude(kind=SAT_OUT).annotate(rules=rules_of_rows("pk"))
    return _lifetime(rows.order_by("event__played_on", "event", "round_number", "entrant__number"), every, {})


def _lifetime(ordered: QuerySet[LedgerRow], own: QuerySet[LedgerRow], places: Mapping[int, int]) -> Lifetime:
    rows: list[Any] = list(ordered.values_list(*FIELDS, named=True))
    sat = _company(own)
    books = _books({row.rules for row in rows})
    return Lifetime(Record(tuple(_played(row, sat, places, books) for row in rows)), dict(books.values()))


def names_of(events: Iterable[int]) -> Mapping[int, str]:
    """The names of evenings by id (one query)."""
    return dict(Event.objects.filter(pk__in=set(events)).order_by().values_list("pk", "name"))


def _entries_of(member: int) -> QuerySet[Entrant, Any]:
    known_as = Member.objects.filter(Q(pk=member) | Q(merged_into=member)).order_by().values("pk")
    return Entrant.objects.filter(member__in=known_as).order_by().values("pk")


def _places_of_pairs(member: int) -> Mapping[int, int]:
    """The pair's place by evening of pairs; for a player who was in two, the better one."""
    entries = _entries_of(member)
    rows = LedgerRow.objects.filter(Q(entrant__in=entries) | Q(partner__in=entries), is_pair=True)
    rows = rows.filter(event__club__members=member)  # else the rows of all clubs would be gone through
    return dict(rows.order_by("-place").values_list("event", "place"))


def _company(own: QuerySet[LedgerRow]) -> Company:
    """Everybody at the tables of these rows."""
    rows = at_tables(own)
    who = Coalesce("event__ledger__entrant__member__merged_into", "event__ledger__entrant__member")
    found: dict[Where, dict[int, tuple[str, bool, int | None]]] = defaultdict(dict)
    for event, number, table, entrant, side, won, one in rows.annotate(who=who).values_list(
        "event", "round_number", "table", "event__ledger__entrant", "event__ledger__side", "event__ledger__won", "who"
    ):
        found[event, number, table][entrant] = (side, bool(won), one)
    return found


def _books(versions: Collection[int]) -> Mapping[int, tuple[str, RuleBook]]:
    found = HouseRulesVersion.objects.filter(pk__in=versions).select_related("house_rules", "book_version")
    return {one.pk: (one.house_rules.key, one.book_version.book) for one in found}


def _played(
    row: Any,
    company: Company,
    places: Mapping[int, int],
    books: Mapping[int, tuple[str, RuleBook]],
) -> Played:
    others = company.get((row.event, row.round_number, row.table), {}) if row.table else {}
    sat = [one for who, one in others.items() if who != row.entrant] if row.kind in AT_THE_TABLE else []
    is_level = any(won for side, won, _ in others.values() if side != row.side)
    return Played(
        event=row.event,
        day=row.event__played_on,
        number=row.round_number,
        kind=row.kind,
        points=row.points,
        won=bool(row.won) and not is_level,
        table=row.table,
        place=places.get(row.event, row.place),
        book=books[row.rules][0],
        facts=row.facts,
        partners=_members(who for side, _, who in sat if side == row.side),
        opponents=_members(who for side, _, who in sat if side != row.side),
        shares=_shares(row) if row.event__compared else None,
        entrant=row.entrant,
    )


def _shares(row: Any) -> Shares:
    method = Method(row.event__compared)
    return Shares(method, Fraction(row.share or 0, PARTS[method]), row.boards)


def _members(found: Iterable[int | None]) -> tuple[int, ...]:
    return tuple(one for one in found if one is not None)


# -- seasons -----------------------------------------------------------------------------


def events_in(season: Season) -> frozenset[int]:
    """The evenings that count in a season, by the rules that hold (two queries)."""
    return frozenset(evenings_of(season).values_list("pk", flat=True))
