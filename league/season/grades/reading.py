"""The grades of a club, from its ledger, worked out apart and kept. Typed sums count with their points, for as many
hands as the evening has. Evenings of fixed pairs don't count."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import NamedTuple, TypeAlias

from django.db.models import Count

from league.evening.cards.deeds import round_of_hands
from league.evening.ledger.findings import BeingWorkedOut, kept_by_ledger
from league.evening.ledger.rows import HAS_ROWS, rules_of_rows
from league.evening.ties.parting import AT_THE_TABLE
from league.models import Club, Event, HouseRulesVersion, LedgerRow, Member
from league.office.house_rules.deeds import newest_versions
from league.season.seasons.reading import FOR_PAIRS, People

from .foretelling import foretold
from .model import Grade, Side, Table, compared_table, grades_of

# By the id of the club's rule book, of all its versions; None while they foretell nothing yet, and none is shown.
ByBook: TypeAlias = Mapping[int, tuple[Grade, ...] | None]


def club_grades(club: Club) -> ByBook:
    """A club's grades by rule book (two queries while nothing is new). Raises `BeingWorkedOut`."""
    return kept_by_ledger(work_out, club.pk)


def grade_of(club: Club, member: Member) -> tuple[tuple[HouseRulesVersion, Grade], ...]:
    """A member's grades that are shown, with the newest versions of the books (three queries while nothing is new)."""
    if not club.has_grades:
        return ()
    try:
        found = club_grades(club)
    except BeingWorkedOut:
        return ()
    books = newest_versions(club)
    return tuple(
        (books[book], one) for book, grades in found.items() for one in grades or () if one.player == member.pk
    )


def members_listed(club: Club) -> Mapping[int, Member]:
    """Members with grades to show, by id: no guests, none anonymous (one query)."""
    return {member.pk: member for member in club.members.filter(is_guest=False, is_anonymous=False)}


class SoFar(NamedTuple):
    """Nights and rounds of a club by a rule book with changing partners; `most` are one player's rounds."""

    nights: int
    rounds: int
    most: int


def played_so_far(club: Club) -> Mapping[int, SoFar]:
    """Nights and rounds so far by rule book (two queries while nothing is new). Raises `BeingWorkedOut`."""
    return kept_by_ledger(count_rounds, club.pk)


def count_rounds(club_id: int) -> Mapping[int, SoFar]:
    """The same, counted (two queries)."""
    book = rules_of_rows("house_rules")
    held = Event.objects.filter(HAS_ROWS, club=club_id).exclude(FOR_PAIRS)
    rows = LedgerRow.objects.filter(event__in=held, is_pair=False, kind__in=AT_THE_TABLE).order_by()
    found: dict[int, list[tuple[int, int]]] = defaultdict(list)
    for key, event, number in rows.values_list(book, "event", "round_number").distinct():
        found[key].append((event, number))
    most: dict[int, int] = defaultdict(int)
    for key, _, rounds in rows.values_list(book, "entrant__member").annotate(Count("pk")):
        most[key] = max(most[key], rounds)
    return {key: SoFar(len({event for event, _ in each}), len(each), most[key]) for key, each in found.items()}


# -- worked out ----------------------------------------------------------------------------


def work_out(club_id: int) -> ByBook:
    """A club's grades, by rule book (three queries)."""
    found = {book: (grades_of(tables), tables) for book, tables in read_tables(club_id).items()}
    return {book: grades if not grades or foretold(tables) else None for book, (grades, tables) in found.items()}


def read_tables(club_id: int) -> Mapping[int, list[Table]]:
    held = Event.objects.filter(HAS_ROWS, club=club_id).exclude(FOR_PAIRS)
    fields = ("played_on", "hands", "rules__house_rules", "three_handed_rules__house_rules")
    evenings = {one.pk: one for one in held.select_related("rules", "three_handed_rules").only(*fields)}
    people = People.of(club_id)
    stays = {member: people.one(member) for member in people.merged_into}
    rows = LedgerRow.objects.filter(event__in=list(evenings), is_pair=False, kind__in=AT_THE_TABLE).order_by()
    tables: dict[tuple[int, int, int], list[_Row]] = defaultdict(list)
    for event, number, table, *row in rows.values_list("event", "round_number", "table", *_Row._fields).iterator():
        tables[event, number, table].append(_Row(*row))
    found: dict[int, list[Table]] = defaultdict(list)
    for (event, _, _), sat in tables.items():
        evening = evenings[event]
        rules = (evening.three_handed_rules if sat[0].by_other_rules else None) or evening.rules
        found[rules.house_rules_id].append(_table(evening, sat, stays))
    return found


class _Row(NamedTuple):
    side: str
    by_other_rules: bool
    points: int
    facts__hands: int | None
    facts__scored: int | None
    facts__others: int | None
    facts__datum: int | None
    entrant__member: int | None
    entrant__is_guest: bool


def _table(evening: Event, sat: Sequence[_Row], stays: Mapping[int, int]) -> Table:
    played = [row for row in sat if row.facts__hands]
    sides: dict[str, list[_Row]] = defaultdict(list)
    for row in played or sat:
        sides[row.side].append(row)
    hands = played[0].facts__hands if played else None
    table = Table(
        month=evening.played_on.year * 12 + evening.played_on.month,
        hands=hands or (round_of_hands(evening.hands, 3) if len(sides) == 3 else evening.hands),
        # Where only sums are known, those of the player who lost the least by penalties.
        sides=tuple(
            Side(rows[0].facts__scored or 0 if played else max(row.points for row in rows), _players(rows, stays))
            for rows in sides.values()
        ),
    )
    others = played[0].facts__others if played else None
    if not others:
        return table
    return compared_table(table, others / table.hands, [(rows[0].facts__datum or 0) / 100 for rows in sides.values()])


def _players(rows: Sequence[_Row], stays: Mapping[int, int]) -> tuple[int, ...]:
    """Members of the club, each as the entry that stays; no guests of the night."""
    return tuple(
        stays[row.entrant__member]
        for row in rows
        if row.entrant__member is not None and row.entrant__member in stays and not row.entrant__is_guest
    )
