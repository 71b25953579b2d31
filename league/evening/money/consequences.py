"""Consequences of a changed score for the money: prizes, set money, payouts already made."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from league.evening.cards.reading import RoundReading
from league.models import CashEntry, Event
from scoring.rules.notation import listed
from scoring.score_card.pages.history import NOTHING, Change

from .pages.cash import cash_rows, moved_words
from .reading import categories_of, read_money
from .sheet import Cash, payouts_of, read_cash
from .winners import read_winners, winners_of


def paid_otherwise(event: Event) -> Iterator[str]:
    """Payouts that a correction has moved, as the cash sheet says (16 queries at most)."""
    if payouts_of(event).exists():
        yield from moved_words(read_cash(event))


def lines_otherwise(
    event: Event, before: tuple[RoundReading, ...], after: tuple[RoundReading, ...]
) -> Iterator[Change]:
    """Changed, new and lost lines of the cash sheet (ten queries at most)."""
    if not event.has_money:
        return
    cash = read_cash(event, before)
    money = read_money(event, cash.prizes, after)
    was, becomes = (_amounts(each) for each in (cash, replace(cash, reading=money, now=money)))
    lines = {**was, **becomes}
    parts = [part for part, _ in lines]
    for part, title in sorted(lines, key=lambda line: parts.index(line[0])):
        change = Change(f"{part}: {title}", *(each.get((part, title), NOTHING) for each in (was, becomes)))
        if change.is_changed:
            yield change


def _amounts(cash: Cash) -> dict[tuple[str, str], str]:
    found: dict[tuple[str, str], list[str]] = {}
    for part, title, _, amount, _ in cash_rows(cash):
        found.setdefault((part, title), []).append(amount)
    return {line: " + ".join(amounts) for line, amounts in found.items()}


def paid_prizes(event: Event, before: tuple[RoundReading, ...], after: tuple[RoundReading, ...]) -> Iterator[str]:
    """A sentence for each paid prize that other players, or none, would win now (two queries at most)."""
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
