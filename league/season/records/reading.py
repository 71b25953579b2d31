"""A club's records from its ledger, with their hands from a few cards; and its champions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import reduce
from itertools import chain
from operator import or_
from typing import Any, Final

from django.db.models import Q, QuerySet

from league.evening.cards.judged import read_tables_alone
from league.evening.cards.reading import TableReading
from league.evening.ledger.findings import SHORT as SHORT
from league.evening.ledger.findings import kept_by_ledger
from league.evening.ledger.rows import HAS_ROWS, by_side, side_of
from league.models import Club, Entrant, Event, LedgerRow, Publication, PublishedPlace, RoundTable
from league.season.seasons.published import final_places
from league.season.seasons.reading import People, level_tables
from scoring.score_card.sheet import Line

from .bests import Best, Bests, Holder, Round, bests_of


def club_records(club: Club, *, at_most: float | None = None) -> Bests:
    """A club's records, kept (two queries while nothing is new). Raises `BeingWorkedOut`."""
    return kept_by_ledger(work_out, club.pk, at_most=at_most)


def work_out(club_id: int) -> Bests:
    return with_hands(bests_of(read_rounds(club_id, Event.objects.filter(club=club_id))))


# -- rounds --------------------------------------------------------------------------------

FIELDS: Final = (
    "event", "round_number", "entrant", "entrant__member", "kind", "points", "won", "table", "side",
    "by_other_rules", "place",
    "facts__best_hand", "facts__best_meld", "facts__best_bid", "facts__bids", "facts__made", "facts__run",
)  # fmt: skip


def read_rounds(club_id: int, events: QuerySet[Event]) -> Iterator[Round]:
    """Every round of every player in these evenings, the earliest first (four queries)."""
    played = events.filter(HAS_ROWS).select_related("rules", "three_handed_rules").order_by()
    held = {event.pk: event for event in played}
    people = People.of(club_id)
    rows = LedgerRow.objects.filter(event__in=list(held), is_pair=False).order_by()
    ordered = rows.order_by("event__played_on", "event", "round_number", "entrant__number")
    found: list[Any] = list(ordered.values_list(*FIELDS, named=True))
    level, places, sides = level_tables(found), _places_of_pairs(held), by_side(found)
    for one in found:
        event, member = held[one.event], one.entrant__member
        rules = (event.three_handed_rules if one.by_other_rules else None) or event.rules
        yield Round(
            who=-one.entrant if member is None else people.one(member),
            entrant=one.entrant,
            partners=tuple(other.entrant for other in sides.get(side_of(one), ()) if other is not one),
            event=one.event,
            day=event.played_on,
            number=one.round_number,
            kind=one.kind,
            points=one.points,
            won=bool(one.won) and (one.event, one.round_number, one.table) not in level,
            table=one.table,
            side=one.side,
            place=places.get((one.event, one.entrant), one.place),
            book=rules.house_rules_id,
            best_hand=one.facts__best_hand or 0,
            best_meld=one.facts__best_meld or 0,
            best_bid=one.facts__best_bid or 0,
            bids=one.facts__bids or 0,
            made=one.facts__made or 0,
            run=one.facts__run or "",
        )


def _places_of_pairs(events: Iterable[int]) -> Mapping[tuple[int, int | None], int]:
    rows = LedgerRow.objects.filter(event__in=list(events), is_pair=True).order_by()
    found = {}
    for event, one, other, place in rows.values_list("event", "entrant", "partner", "place").distinct():
        found[event, one] = found[event, other] = place
    return found


# -- hands ---------------------------------------------------------------------------------


def with_hands(bests: Bests) -> Bests:
    """The records with their hands (five queries at most)."""
    hands = dict(_hands(bests))

    def known(best: Best) -> Best:
        return replace(best, holders=tuple(replace(one, hand=hands.get((best.what, one))) for one in best.holders))

    return {book: tuple(map(known, of)) for book, of in bests.items()}


def _hands(bests: Bests) -> Iterator[tuple[tuple[str, Holder], int]]:
    wanted = [
        (best, one) for best in chain(*bests.values()) if best.what in ("hand", "meld", "bid") for one in best.holders
    ]
    if not wanted:
        return
    at = [Q(event_round__event=one.event, event_round__number=one.number, number=one.table) for _, one in wanted]
    readings = read_tables_alone(RoundTable.objects.filter(reduce(or_, at)))
    tables = {(one.table.event_round.event_id, one.table.event_round.number, one.number): one for one in readings}
    for best, one in wanted:
        table = tables.get((one.event, one.number or 0, one.table or 0))
        lines = table.counted_lines if table and not table.has_totals_alone else ()
        found = next((line for line in lines if table and _is_it(table, line, best, one)), None)
        if found is not None:
            yield (best.what, one), found.number


def _is_it(table: TableReading, line: Line, best: Best, holder: Holder) -> bool:
    if line.score is None or holder.side not in line.score.sides:
        return False
    part = line.score.sides[holder.side]
    if best.what == "hand":
        return part.score == best.figure
    if best.what == "meld":
        return part.counted == best.figure
    return line.record is not None and line.record.bid == best.figure and part.bidding and line.score.is_made


# -- who it was ----------------------------------------------------------------------------


def holders_of(bests: Iterable[Best]) -> Mapping[int, Entrant]:
    """Holders of these records by entrant, with evening and member (one query)."""
    ids = {who for best in bests for one in best.holders for who in one.people}
    return Entrant.objects.select_related("event__club", "member__merged_into").in_bulk(ids)


# -- champions -----------------------------------------------------------------------------


def winners_of(publication: Publication) -> QuerySet[PublishedPlace]:
    """The winners in a publication, of all and of each division (one query)."""
    won = publication.places.filter(place=1).select_related("member", "partner", "publication__season")
    return won.order_by("division", "order")


def champions_of(club: Club) -> QuerySet[PublishedPlace]:
    """The winners of closed seasons, latest first, of all and of each division (one query)."""
    return final_places(club).filter(place=1)
