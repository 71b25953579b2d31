"""What a score that changes does to the money: who wins a prize or pays for sets, and what was paid already."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from league.cards.reading import RoundReading
from league.models import CashEntry, Event
from league.words import money
from scoring.rules.notation import listed

from .pages.cash import moved_words
from .reading import categories_of
from .sheet import payouts_of, pots_of, prizes_of, read_cash
from .winners import Winner, read_winners, winners_of

MOST_NAMES: Final = 6


def paid_otherwise(event: Event) -> Iterator[str]:
    """What a correction has moved though money was paid by it, as the cash sheet says it (one query; 15 more once
    prizes were paid)."""
    if payouts_of(event).exists():
        yield from moved_words(read_cash(event))


def won_otherwise(event: Event, before: tuple[RoundReading, ...], after: tuple[RoundReading, ...]) -> Iterator[str]:
    """A sentence for each prize that others win, and for the set money where it becomes another (four queries at
    most)."""
    prizes, per_set = prizes_of(event), sum(pot.per_set for pot in pots_of(event))
    categories = categories_of(event, prizes)
    was, becomes = read_winners(event, before), read_winners(event, after)
    for prize in prizes:
        had, has = (_names(winners_of(prize, each, categories)) for each in (was, becomes))
        if had != has:
            yield f"{prize.title}: {has} instead of {had}."
    if per_set and len(was.sets) != len(becomes.sets):
        had, has = (money(per_set * len(each.sets), event.club) for each in (was, becomes))
        yield f"Set money: {has} instead of {had}."


def _names(winners: Sequence[Winner]) -> str:
    """Who has won; many only by their number."""
    if len(winners) > MOST_NAMES:
        return f"{len(winners)} people who are level"
    return listed([one.name for one in winners]) or "nobody"


def paid_prizes(event: Event, before: tuple[RoundReading, ...], after: tuple[RoundReading, ...]) -> Iterator[str]:
    """A sentence for each prize that was paid and that others win now, or nobody (two queries at most)."""
    payouts = event.cash_entries.filter(kind=CashEntry.Kind.PAYOUT, is_taken_back=False, prize__isnull=False)
    paid: dict[int, list[CashEntry]] = {}
    for entry in payouts.select_related("prize__category").order_by("number"):
        paid.setdefault(entry.prize_id or 0, []).append(entry)
    if not paid:
        return
    prizes = [prize for entries in paid.values() if (prize := entries[0].prize)]
    categories = categories_of(event, prizes)
    was, becomes = read_winners(event, before), read_winners(event, after)
    for prize in prizes:
        winners = winners_of(prize, becomes, categories)
        if {one.entrant for one in winners} == {one.entrant for one in winners_of(prize, was, categories)}:
            continue
        paid_to = listed(list(dict.fromkeys(entry.who for entry in paid[prize.pk])))
        goes_to = listed([one.name for one in winners]) or "nobody"
        yield f"{prize.title} was paid to {paid_to}, and now goes to {goes_to}. The cash sheet says what to get back."
