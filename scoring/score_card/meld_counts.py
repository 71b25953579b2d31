"""Counts of the meld helper's taps, meld by meld or card by card: players' melds, sides' totals, and faults. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from scoring.rules import claims, deal_checks
from scoring.rules.book import RuleBook
from scoring.rules.cards import Card, Seat, Side, Suit
from scoring.rules.claims import Claim, ClaimFault
from scoring.rules.deal_score import DealRecord
from scoring.rules.melds import LaidMeld, MeldKind, best_meld
from scoring.rules.notation import format_cards, listed, parse_cards, sort_key

from .entries import Figures
from .names import Names

BY_MELDS: Final = "melds"
BY_CARDS: Final = "cards"
AS_TYPED: Final = "typed"
AS_COUNTED: Final = "counted"

MeldKey = tuple[MeldKind, Suit | None]
"""A meld as it is tapped: its kind, and the suit of a run, a marriage or a nine."""


@dataclass(frozen=True, slots=True)
class Taps:
    """One player's taps: how many of each meld and of each card. Both are kept; `by` is the chosen way."""

    by: str = BY_MELDS
    melds: Mapping[MeldKey, int] = field(default_factory=dict)
    cards: Mapping[Card, int] = field(default_factory=dict)

    @property
    def counted_by(self) -> str:
        """The way that counts: the chosen one, or the only one with taps."""
        if self.melds and not self.cards:
            return BY_MELDS
        if self.cards and not self.melds:
            return BY_CARDS
        return self.by

    @property
    def is_empty(self) -> bool:
        return not self.melds and not self.cards

    @property
    def hand(self) -> tuple[Card, ...]:
        """The cards laid down, copies included."""
        return tuple(card for card in sorted(self.cards, key=sort_key) for _ in range(self.cards[card]))

    def claims(self, seat: Seat) -> tuple[Claim, ...]:
        return tuple(Claim((seat,), kind, suit, count) for (kind, suit), count in self.melds.items())


@dataclass(frozen=True, slots=True)
class PlayerCount:
    seat: Seat
    name: str
    total: int
    melds: tuple[LaidMeld, ...]
    counted_by: str
    is_tapped: bool
    faults: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SideCount:
    side: Side
    name: str
    counted: int
    is_tapped: bool
    typed: int | None = None
    chosen: str = ""
    faults: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def differs(self) -> bool:
        return self.is_tapped and self.typed is not None and self.typed != self.counted

    @property
    def is_open(self) -> bool:
        return self.differs and not self.chosen

    @property
    def takes_typed(self) -> bool:
        return self.typed is not None and (not self.is_tapped or (self.differs and self.chosen == AS_TYPED))

    @property
    def total(self) -> int:
        return self.typed if self.takes_typed and self.typed is not None else self.counted


@dataclass(frozen=True, slots=True)
class TableCount:
    players: tuple[PlayerCount, ...]
    sides: tuple[SideCount, ...]

    @property
    def totals(self) -> dict[Side, int]:
        return {side.side: side.total for side in self.sides}

    @property
    def first_faulty(self) -> PlayerCount | None:
        return next((player for player in self.players if player.faults), None)

    @property
    def is_ready(self) -> bool:
        return self.first_faulty is None and not any(side.is_open or side.faults for side in self.sides)

    @property
    def why_not(self) -> str:
        """The first fault in the totals; an open choice is none."""
        faulty = self.first_faulty
        return next((fault for part in (faulty, *self.sides) if part is not None for fault in part.faults), "")

    @property
    def use_text(self) -> str:
        """The text of the green key: `Use 8 and 19`, or what comes first."""
        if self.first_faulty is not None:
            return f"First fix {self.first_faulty.name}’s meld"
        unsettled = next((side for side in self.sides if side.is_open), None)
        if unsettled is not None:
            return f"First choose: {unsettled.typed} or {unsettled.counted}"
        return f"Use {listed([str(side.total) for side in self.sides])}"


def count_table(
    names: Names,
    record: DealRecord,
    taps: Mapping[Seat, Taps],
    *,
    typed: Mapping[Side, int] | None = None,
    chosen: Mapping[Side, str] | None = None,
) -> TableCount:
    """Count all taps under the bid and trump of `record`. `typed` holds figures entered by hand, `chosen` which of the
    two is right."""
    book, trump = names.book, record.trump
    by_seat = {seat: taps.get(seat, Taps()) for seat in book.seats}
    faults = _faults_by_seat(names, record, by_seat)
    players = {seat: _player(names, record, seat, by_seat[seat], faults.get(seat, ())) for seat in book.seats}
    sides = []
    for side in book.sides:
        own = [players[seat] for seat in book.seats_of(side)]
        count = SideCount(
            side=side,
            name=names.side(side),
            counted=sum(player.total for player in own),
            is_tapped=any(player.is_tapped for player in own),
            typed=(typed or {}).get(side),
            chosen=(chosen or {}).get(side, ""),
        )
        laid = [Claim((player.seat,), meld.kind, meld.suit, meld.count) for player in own for meld in player.melds]
        sides.append(replace(count, notes=claims.pooled_notes(book, laid, trump)))
    return TableCount(tuple(players.values()), _judged(names, record, sides))


def _faults_by_seat(
    names: Names, record: DealRecord, by_seat: Mapping[Seat, Taps]
) -> dict[Seat, tuple[ClaimFault, ...]]:
    by_melds = {seat: taps for seat, taps in by_seat.items() if taps.counted_by == BY_MELDS}
    claimed = [claim for seat, taps in by_melds.items() for claim in taps.claims(seat)]
    hands = {seat: taps.hand for seat, taps in by_seat.items() if seat not in by_melds}
    found: Iterable[ClaimFault] = (
        *claims.check_table(names.book, claimed, hands, record.trump, bidder=record.bidder),
        *claims.second_pair_notes(names.book, claimed, record.trump),
    )
    faults: dict[Seat, tuple[ClaimFault, ...]] = {}
    for fault in found:
        seats = fault.facts.get("seats", ()) if fault.seat is None else (fault.seat,)
        assert isinstance(seats, tuple), f"seats are a tuple in {fault!r}"
        for seat in seats:
            faults[seat] = (*faults.get(seat, ()), fault)
    return faults


def _player(names: Names, record: DealRecord, seat: Seat, taps: Taps, faults: Sequence[ClaimFault]) -> PlayerCount:
    by_melds = claims.laid_melds(names.book, taps.claims(seat), record.trump)
    by_cards = best_meld(names.book, taps.hand, record.trump).melds
    melds = by_melds if taps.counted_by == BY_MELDS else by_cards
    return PlayerCount(
        seat=seat,
        name=names.player(seat),
        total=_points(melds),
        melds=melds,
        counted_by=taps.counted_by,
        is_tapped=not taps.is_empty,
        faults=tuple(fault.text(names.seats) for fault in faults if fault.impossible),
        notes=(
            *(fault.text(names.seats) for fault in faults if not fault.impossible),
            *_two_ways(taps, _points(by_melds), _points(by_cards)),
        ),
    )


def _points(melds: Iterable[LaidMeld]) -> int:
    return sum(meld.points for meld in melds)


def _two_ways(taps: Taps, by_melds: int, by_cards: int) -> Iterator[str]:
    """A note where both ways were used and disagree."""
    if taps.melds and taps.cards and by_melds != by_cards:
        yield (
            f"The melds tapped come to {by_melds}, the cards tapped to {by_cards}: "
            f"the {taps.counted_by} count, since they were chosen."
        )


def _judged(names: Names, record: DealRecord, sides: Sequence[SideCount]) -> tuple[SideCount, ...]:
    """The sides with the book's remarks on their totals: impossible, or too little to count."""
    judged = replace(record, meld={side.side: side.total for side in sides}, take={})
    faults = deal_checks.record_faults(names.book, judged, record.bidder)  # the dealer doesn't matter for meld
    return tuple(
        replace(
            side,
            faults=tuple(faults[name] for name in (f"meld_{side.side}",) if name in faults),
            notes=(*side.notes, *filter(None, [deal_checks.meld_note(names.book, judged, side.side)])),
        )
        for side in sides
    )


# -- on the card and back ----------------------------------------------------------------


def taps_payload(names: Names, taps: Mapping[Seat, Taps], count: TableCount) -> dict[str, Any]:
    """The taps as an entry stores them: `melds` and tapped `cards` by seat, of sides whose figure comes from them."""
    melds: dict[Seat, list[list[Any]]] = {}
    cards: dict[Seat, str] = {}
    typed = {side.side for side in count.sides if side.takes_typed}
    for player in count.players:
        if not player.is_tapped or names.book.side_of(player.seat) in typed:
            continue
        melds[player.seat] = [[meld.kind.value, meld.suit, meld.count] for meld in player.melds]
        if player.counted_by == BY_CARDS:
            cards[player.seat] = format_cards(taps[player.seat].hand)
    return {"melds": melds, "cards": cards}


def saved_taps(names: Names, figures: Figures) -> dict[Seat, Taps]:
    """The taps of a saved hand by seat; the inverse of `taps_payload`."""
    melds, cards = figures.melds, figures.cards
    return {
        seat: Taps(
            by=BY_CARDS if seat in cards else BY_MELDS,
            # The melds of tapped cards follow from the cards; as taps of their own they would count on without them.
            melds={} if seat in cards else {(meld.kind, meld.suit): meld.number for meld in melds[seat]},
            cards=Counter(parse_cards(cards.get(seat, ""))),
        )
        for seat in names.book.seats
        if seat in melds or seat in cards
    }


def taps_that_hold(names: Names, figures: Figures, meld: Mapping[Side, int]) -> dict[str, Any]:
    """A hand's `melds` and `cards` as far as they agree with `meld`: they don't explain a figure that is typed over."""
    if "melds" not in figures.said:
        return {}
    hold = [side for side in names.book.sides if figures.meld.get(side) == meld.get(side)]
    stored = figures.payload()
    return {
        name: {seat: value for seat, value in stored.get(name, {}).items() if names.book.side_of(seat) in hold}
        for name in ("melds", "cards")
    }


def typed_over(names: Names, figures: Figures, meld: Mapping[Side, int]) -> Iterator[tuple[Side, int, int]]:
    """Each side whose counted figure now reads otherwise: the old one, the new one."""
    tapped = {names.book.side_of(seat) for seat in figures.melds}
    old = figures.meld
    return ((side, old[side], meld[side]) for side in names.book.sides if side in tapped and old[side] != meld[side])


def named_melds(book: RuleBook, record: DealRecord, figures: Figures, side: Side) -> dict[Seat, tuple[LaidMeld, ...]]:
    """The melds of each player of a side, if its figure comes from them: none where it was typed or ruled otherwise."""
    if not figures.melds:
        return {}
    melds = {
        seat: claims.laid_melds(book, [Claim((seat,), *meld) for meld in figures.melds.get(seat, ())], record.trump)
        for seat in book.seats_of(side)
    }
    comes_to = sum(_points(laid) for laid in melds.values())
    return melds if comes_to == record.meld.get(side, 0) else {}


def players_melds(book: RuleBook, record: DealRecord, figures: Figures) -> dict[Seat, int]:
    """Each player's meld, for sides that melded and whose figure comes from their players' melds alone."""
    sides = [named_melds(book, record, figures, side) for side in book.sides if record.meld.get(side)]
    return {seat: _points(melds) for found in sides for seat, melds in found.items()}
