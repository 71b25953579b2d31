"""A club's rounds, summed by evening and book, to stand beside a member's. Sit-outs and level rounds have no winner."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from django.db.models import Count, IntegerField, Q, QuerySet, Sum
from django.db.models.fields.json import KeyTextTransform
from django.db.models.functions import Cast

from league.evening.ledger.findings import kept_by_ledger
from league.evening.ledger.rows import HAS_ROWS, rules_of_rows
from league.evening.ties.parting import AT_THE_TABLE
from league.models import Club, Event, LedgerRow
from league.season.seasons.standings import SAT_OUT

# The facts of a row that are added up.
SUMMED: Final = (
    "hands", "meld", "take", "bids", "made", "bid_sum", "over_sum", "partner_bids", "partner_made", "defended",
    "defended_set",
)  # fmt: skip
Figures = Counter[str]


@dataclass(frozen=True)
class ClubSums:
    """By evening and the key of its book: `SUMMED`, the rounds, their points and the rounds won."""

    by_evening: Mapping[tuple[int, str], Figures]

    @cached_property
    def whole(self) -> Mapping[str, Figures]:
        return self._added(None)

    def within(self, events: Collection[int] | None) -> Mapping[str, Figures]:
        return self.whole if events is None else self._added(events)

    def counts(self, count: Callable[[Figures], int], book: str, events: Collection[int] | None) -> Mapping[int, int]:
        """How much each evening adds to a figure, by one book or over all."""
        found: Counter[int] = Counter()
        for (event, key), figures in self.by_evening.items():
            if book in ("", key) and (events is None or event in events):
                found[event] += count(figures)
        return +found

    def _added(self, events: Collection[int] | None) -> Mapping[str, Figures]:
        found: dict[str, Figures] = defaultdict(Counter)
        for (event, book), figures in self.by_evening.items():
            if events is None or event in events:
                for name, figure in figures.items():
                    found[book][name] += figure
        return found


def club_sums(club: Club, *, at_most: float | None = None) -> ClubSums:
    """The club's sums, kept (two queries while nothing is new). Raises `BeingWorkedOut`."""
    return kept_by_ledger(work_out, club.pk, at_most=at_most)


def work_out(club_id: int) -> ClubSums:
    """The club's sums, read (two queries)."""
    held = Event.objects.filter(HAS_ROWS, club=club_id).order_by()
    rows = LedgerRow.objects.filter(event__in=held.values("pk"), is_pair=False).exclude(kind=SAT_OUT).order_by()
    keyed = rows.annotate(book=rules_of_rows("house_rules__key"))
    by_book: QuerySet[LedgerRow, Any] = keyed.values_list("event", "book")
    found = {
        (event, book): Counter({name: figure or 0 for name, figure in zip(_SUMS, figures, strict=True)})
        for event, book, *figures in by_book.annotate(**_SUMS)
    }
    for (event, book), won in _won_by_both(by_book).items():
        found[event, book]["won"] -= won
    return ClubSums(found)


_SUMS: Final[Mapping[str, Any]] = {
    "rounds": Count("pk"),
    "won": Count("pk", filter=Q(won=True)),
    **{name: Sum(Cast(KeyTextTransform(name, "facts"), IntegerField())) for name in SUMMED},
    "points": Sum("points"),
}


def _won_by_both(by_book: Any) -> Mapping[tuple[int, str], int]:
    """Rows that count a level round as won, by evening and book."""
    tables = by_book.filter(won=True, table__isnull=False).values_list("event", "book", "round_number", "table")
    winners = Count("side", distinct=True, filter=Q(kind__in=AT_THE_TABLE))
    found: Counter[tuple[int, str]] = Counter()
    for event, book, *_, won in tables.annotate(winners=winners).filter(winners__gt=1).annotate(Count("pk")):
        found[event, book] += won
    return found
