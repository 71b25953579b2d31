from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass

from django.db.models import Count, Exists, F, OuterRef, Sum

from league.acting.permissions import Acting
from league.evening.ledger.findings import kept_by_ledger
from league.evening.ledger.rows import HAS_ROWS, at_tables, rules_of_rows
from league.evening.paper.pages.partners import Meetings, Person, Together
from league.evening.ties.parting import AT_THE_TABLE
from league.models import LedgerRow, Member, Season
from league.office.members.naming import shown_name

from .publishing import evenings_of, rules_of
from .reading import WHERE, People


@dataclass(frozen=True, slots=True)
class Partners:
    """Rounds together by the ids of two members, each way, and by one twice all with a partner; the number of evenings,
    the id of the last, and by how many rule books."""

    together: Mapping[tuple[int, int], Together]
    evenings: int
    last: int | None
    books: int


def season_partners(season: Season) -> Partners:
    """Partners so far, kept (three queries while nothing is new). Raises `BeingWorkedOut`."""
    days = season.opens_on.isoformat(), season.closes_on.isoformat()
    return kept_by_ledger(read_partners, season.club_id, season.pk, *days, rules_of(season))


def read_partners(club_id: int, season_id: int, *_: str) -> Partners:
    """Partners so far, read (eight queries): the database adds up the rounds, so years of them cost little."""
    season = Season.objects.get(club=club_id, pk=season_id)
    held = evenings_of(season).filter(HAS_ROWS)
    ids = list(held.values_list("pk", flat=True))
    people = People.of(club_id)
    rows = LedgerRow.objects.filter(event__in=ids, is_pair=False, kind__in=AT_THE_TABLE)
    both = at_tables(rows, side=F("side")).values_list("entrant__member", "event__ledger__entrant__member")
    of_two = [one for one in both.annotate(Count("pk"), Sum("points")) if len(set(people.who(*one[:2]) or ())) == 2]
    beside = LedgerRow.objects.filter(
        **{name: OuterRef(name) for name in (*WHERE, "is_pair")}, kind__in=AT_THE_TABLE, entrant__member__isnull=False
    ).exclude(entrant=OuterRef("entrant"))
    own = rows.filter(Exists(beside), entrant__member__isnull=False).order_by().values_list("entrant__member")
    of_one = [(one, one, *figures) for one, *figures in own.annotate(Count("pk"), Sum("points"))]
    found: dict[tuple[int, int], list[int]] = defaultdict(lambda: [0, 0])
    for one, other, rounds, points in (*of_two, *of_one):
        total = found[people.one(one), people.one(other)]
        total[0], total[1] = total[0] + rounds, total[1] + points
    together = {who: Together(*total) for who, total in found.items()}
    books = rows.order_by().values_list(rules_of_rows("house_rules")).distinct().count()
    return Partners(together, len(ids), ids[-1] if ids else None, books)


def meetings_of(partners: Partners, acting: Acting) -> Meetings:
    """Partners by names, as the reader may read them (one query)."""
    fields = ("number", "name", "name_apart", "initials_only", "is_anonymous")
    ids = {one for both in partners.together for one in both}
    known = {
        one.pk: Person(one.pk, one.number, shown_name(one, acting))
        for one in Member.objects.filter(pk__in=ids).only(*fields)
    }
    return {
        (known[one], known[other]): found
        for (one, other), found in partners.together.items()
        if one in known and other in known
    }
