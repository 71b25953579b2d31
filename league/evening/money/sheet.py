"""The cash sheet as a value: every amount and its parts, in whole cents. Worked out from the reading, the fees and the
box's entries; only the reading is kept, when the event is closed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from django.db.models import QuerySet

from league.evening.cards.reading import RoundReading
from league.models import CashEntry, CashSheet, Entrant, Event, Pot, Prize, Series

from .reading import Reading, from_data, read_money

Kind = CashEntry.Kind


@dataclass(frozen=True, slots=True)
class PotLine:
    """A pot tonight. `pot` is None if it only came from the night before. `left` goes on to the next."""

    name: str
    pot: Pot | None
    carried: int
    from_fees: int
    from_sets: int
    other: int
    prizes: int = 0

    @property
    def total(self) -> int:
        return self.carried + self.from_fees + self.from_sets + self.other

    @property
    def left(self) -> int:
        return max(0, self.total - self.prizes)

    @property
    def short(self) -> int:
        return max(0, self.prizes - self.total)


@dataclass(frozen=True, slots=True)
class Share:
    """A share of a prize: `amount` by the cards, `paid` by these `entries`."""

    entrant: int | None
    name: str
    why: str
    amount: int
    entries: tuple[CashEntry, ...] = ()

    @property
    def paid(self) -> int:
        return -sum(entry.amount for entry in self.entries)

    @property
    def due(self) -> int:
        return self.amount - self.paid


@dataclass(frozen=True, slots=True)
class PrizeLine:
    """A prize with all shares, including payouts whose winners changed."""

    prize: Prize
    amount: int
    shares: tuple[Share, ...]

    @property
    def is_shared(self) -> bool:
        return sum(share.amount > 0 for share in self.shares) > 1

    @property
    def taken(self) -> int:
        return sum(max(share.amount, share.paid) for share in self.shares)

    @property
    def due(self) -> int:
        return sum(max(0, share.due) for share in self.shares)


@dataclass(frozen=True, slots=True)
class SetMoney:
    entrant: int
    name: str
    why: str
    owed: int
    paid: int

    @property
    def due(self) -> int:
        return self.owed - self.paid


@dataclass(frozen=True)
class Cash:
    """The whole sheet. `now` is today's reading, where the sheet is fixed."""

    event: Event
    box: CashSheet
    reading: Reading
    now: Reading
    entrants: Sequence[Entrant]
    entries: Sequence[CashEntry]
    prizes: Sequence[Prize]
    pots: Sequence[Pot]

    @property
    def is_closed(self) -> bool:
        return self.event.state == Event.State.CLOSED

    @property
    def awaits_rounds(self) -> bool:
        return not self.is_closed and (self.reading.rounds < self.rounds_planned or self.reading.awaits_final)

    @property
    def rounds_planned(self) -> int:
        """Rounds to count tonight; 0 where none are planned."""
        return self.event.rounds_planned - self.reading.void if self.event.format != Event.Format.CASUAL else 0

    def has_moved(self, prize: Prize) -> bool:
        then, now = ({one.entrant for one in each.won.get(prize.pk, ())} for each in (self.reading, self.now))
        return then != now

    def may_pay(self, prize: Prize) -> bool:
        """Whether a prize won can be paid: all rounds that can move it are played, and nothing moved it since."""
        return not (self.reading.is_playing or self.awaits_rounds or self.has_moved(prize))

    @property
    def is_in_use(self) -> bool:
        has_fees = self.event.fee or self.event.guest_fee or self.fees_paid
        return bool(has_fees or self.pots or self.prizes or self.entries or self.reading.carried or self.box.at_start)

    @cached_property
    def standing(self) -> list[CashEntry]:
        return [entry for entry in self.entries if not entry.is_taken_back]

    def of_kind(self, kind: Kind) -> list[CashEntry]:
        return [entry for entry in self.standing if entry.kind == kind]

    # -- fees

    @cached_property
    def payers(self) -> list[Entrant]:
        return [one for one in self.entrants if one.paid]

    @property
    def fees_paid(self) -> int:
        return sum(one.paid for one in self.payers)

    @property
    def late_fees_paid(self) -> int:
        """Fees taken after the close, or from an earlier evening. They fill no pot: those have been handed on."""
        return sum(entry.amount for entry in self.of_kind(Kind.FEE))

    @property
    def paid_elsewhere(self) -> list[Entrant]:
        """Entrants who paid this fee on a later evening's sheet."""
        here = {entry.entrant_id for entry in self.of_kind(Kind.FEE)}
        return [one for one in self.entrants if one.paid_late and one.pk not in here]

    @cached_property
    def owing(self) -> list[Entrant]:
        return [one for one in self.entrants if one.fee_due]

    @property
    def fees_due(self) -> int:
        return sum(one.fee_due for one in self.owing)

    # -- set money

    def may_settle(self, prize: Prize) -> bool:
        """Whether a prize can still be given, or a payout taken back: after the close if no pot changes."""
        return not self.is_closed or prize.pot is None or prize.kind != Prize.Kind.NAMED

    @property
    def per_set(self) -> int:
        return sum(pot.per_set for pot in self.pots)

    @cached_property
    def set_money(self) -> tuple[SetMoney, ...]:
        return tuple(self._set_money()) if self.per_set or self.of_kind(Kind.SET_MONEY) else ()

    @property
    def set_money_due(self) -> int:
        return sum(max(0, line.due) for line in self.set_money)

    def _set_money(self) -> Iterator[SetMoney]:
        entries = self.of_kind(Kind.SET_MONEY)
        for one in self.entrants:
            sets, paid = self.reading.sets.get(one.pk), [entry for entry in entries if entry.entrant_id == one.pk]
            if sets or paid:
                owed, why = (self.per_set * sets["count"], sets["why"]) if sets else (0, "No sets")
                yield SetMoney(one.pk, one.name, why, owed, sum(entry.amount for entry in paid))

    # -- pots and prizes

    @cached_property
    def pot_lines(self) -> tuple[PotLine, ...]:
        taken: dict[int | None, int] = {}
        for line in self.prize_lines:
            taken[line.prize.pot_id] = taken.get(line.prize.pot_id, 0) + line.taken
        return tuple(
            replace(line, prizes=taken.get(line.pot.pk, 0) if line.pot else 0) for line in self._filled.values()
        )

    @cached_property
    def _filled(self) -> Mapping[str, PotLine]:
        carried = dict(self.reading.carried)
        from_fees = _out_of_fees(self.pots, self.payers)
        lines = {
            pot.name: PotLine(
                name=pot.name,
                pot=pot,
                carried=carried.pop(pot.name, 0),
                from_fees=from_fees[pot.pk],
                from_sets=sum(entry.amount for entry in self.of_kind(Kind.SET_MONEY) if entry.pot_id == pot.pk),
                other=sum(entry.amount for entry in self.of_kind(Kind.OTHER) if entry.pot_id == pot.pk),
            )
            for pot in self.pots
        }
        return lines | {name: PotLine(name, None, cents, 0, 0, 0) for name, cents in carried.items() if cents}

    @cached_property
    def prize_lines(self) -> tuple[PrizeLine, ...]:
        return tuple(self._prize_line(prize) for prize in self.prizes)

    def _prize_line(self, prize: Prize) -> PrizeLine:
        whole = self._filled[prize.pot.name].total if prize.pot else self.fees_paid
        amount = whole * prize.percent // 100 if prize.percent else prize.amount
        paid: dict[int | None, list[CashEntry]] = {}
        for entry in self.of_kind(Kind.PAYOUT):
            if entry.prize_id == prize.pk:
                paid.setdefault(entry.entrant_id, []).append(entry)
        winners = self.reading.won.get(prize.pk, ())
        parts = divided(max(0, amount), len(winners))
        shares = [
            Share(one.entrant, one.name, one.why, part, tuple(paid.pop(one.entrant, ())))
            for one, part in zip(winners, parts, strict=True)
        ]
        for entrant, entries in paid.items():
            decided = -sum(entry.amount for entry in entries) if prize.kind == Prize.Kind.NAMED else 0
            shares.append(Share(entrant, entries[0].who, "", decided, tuple(entries)))
        return PrizeLine(prize, amount, tuple(shares))

    @property
    def prizes_paid(self) -> int:
        return -sum(entry.amount for entry in self.of_kind(Kind.PAYOUT))

    @property
    def prizes_due(self) -> int:
        return sum(line.due for line in self.prize_lines)

    # -- the box

    @property
    def carried(self) -> int:
        return sum(self.reading.carried.values())

    @property
    def set_money_paid(self) -> int:
        return sum(entry.amount for entry in self.of_kind(Kind.SET_MONEY))

    @property
    def other_in(self) -> int:
        return sum(entry.amount for entry in self.of_kind(Kind.OTHER) if entry.amount > 0)

    @property
    def other_out(self) -> int:
        return -sum(entry.amount for entry in self.of_kind(Kind.OTHER) if entry.amount < 0)

    @property
    def expected(self) -> int:
        fees = self.fees_paid + self.late_fees_paid
        come_in = self.box.at_start + self.carried + fees + self.set_money_paid + self.other_in
        return come_in - self.prizes_paid - self.other_out

    @property
    def over(self) -> int | None:
        """The count beyond the expected sum; None before counting."""
        return None if self.box.counted is None else self.box.counted - self.expected

    @property
    def goes_on(self) -> int:
        return sum(line.left for line in self.pot_lines)

    @property
    def club_has(self) -> int:
        """The club's part: not change, nor pots', nor prizes still to be paid."""
        return self.expected - self.box.at_start - self.goes_on - self.prizes_due

    @property
    def left(self) -> dict[str, int]:
        return {line.name: line.left for line in self.pot_lines if line.left}


def divided(cents: int, people: int) -> list[int]:
    """Equal parts in cents; the first get the odd ones."""
    if not people:
        return []
    each, odd = divmod(cents, people)
    return [each + (at < odd) for at in range(people)]


def _out_of_fees(pots: Iterable[Pot], payers: Iterable[Entrant]) -> dict[int, int]:
    """The sum that paid fees bring each pot, by id. Of a fee paid in part, the first pots get theirs first."""
    found = {pot.pk: 0 for pot in pots}
    for one in payers:
        rest = one.paid
        for pot in pots:
            part = min(rest, pot.per_player)
            found[pot.pk] += part
            rest -= part
    return found


# -- reading -----------------------------------------------------------------------------


def pots_of(row: Event | Series) -> list[Pot]:
    return list(row.pots.all())


def prizes_of(row: Event | Series) -> list[Prize]:
    """Prizes with pots and categories (one query)."""
    return list(row.prizes.select_related("pot", "category"))


def payouts_of(event: Event) -> QuerySet[CashEntry]:
    return event.cash_entries.filter(kind=Kind.PAYOUT, is_taken_back=False).order_by("number")


def read_cash(event: Event, started: Sequence[RoundReading] | None = None) -> Cash:
    """The sheet now, or by the rounds `started`; of a closed event as it was fixed (15 queries at most)."""
    prizes = prizes_of(event)
    box = CashSheet.objects.filter(event=event).first() or CashSheet(event=event)
    now = read_money(event, prizes, started)
    is_fixed = event.state == Event.State.CLOSED and box.fixed is not None
    return Cash(
        event=event,
        box=box,
        reading=from_data(box.fixed) if is_fixed and box.fixed else now,
        now=now,
        entrants=list(event.entrants.with_late_fees().order_by("number")),
        entries=list(event.cash_entries.order_by("number")),
        prizes=prizes,
        pots=pots_of(event),
    )
