"""Sampled layouts of the unseen cards, for the engine.

A world agrees with hand sizes, shown meld (nearly always), passed cards, and what players showed not to hold; worlds
where Club players would have played as seen are preferred. Bids decide only during the auction: see `forecast.likely`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import takewhile
from typing import Final

from scoring.play.engine import ASIDE, Limits, Melded, NoWorld, Played, Worlds, engine_for
from scoring.play.engine.base import Engine
from scoring.play.engine.tables import PLACE_OF, PLACES
from scoring.play.seat_view import SeatView
from scoring.rules.cards import RANKS, SUITS, Card, Seat
from scoring.rules.exchange import asked_in_turn
from scoring.rules.tricks import must_lead_trump

from .known import Highest, Known, is_guess, known_of_partner, played_by

_FALLING: Final = tuple(RANKS)


def sample(engine: Engine, view: SeatView, known: Known, n: int, seed: int) -> Worlds:
    """`n` worlds that fit `view`; raises `NoWorld`."""
    unseen = known.unseen_cards()
    hands = {view.seat: view.hand, **({ASIDE: view.buried} if view.buried else {})}
    try:
        return engine.sample_worlds(
            unseen, limits(view, known, unseen), n, seed, hands, melded(view) if engine.fits else None
        )
    except NoWorld:
        # What was inferred does not fit together, say after a renege that was let go.
        return engine.sample_worlds(unseen, sizes(view, unseen), n, seed, hands)


def melded(view: SeatView) -> Melded | None:
    """The others' shown melds; None before they are. Where a bidder's meld from before the burial lies nobody knows."""
    if not view.melds:
        return None
    kitty = view.book.kitty
    unknown = {view.seat, view.bidder if kitty is not None and kitty.meld_before_burying else view.seat}
    totals = {seat: shown.total for seat, shown in view.melds.items() if seat not in unknown}
    gone: dict[str, list[Card]] = {seat: [] for seat in totals}
    for trick in (*view.tricks, *([view.trick] if view.trick else ())):
        for seat, card in zip(view.book.seats_from(trick.leader), trick.cards, strict=False):
            if seat in gone:
                gone[seat].append(card)
    return Melded(view.trump, totals, gone)


def fitting(engine: Engine, view: SeatView, known: Known, n: int, seed: int) -> list[tuple[SeatView, Worlds]]:
    """`n` worlds by their sides, preferring those where Club players would have played the same."""
    if not engine.fits or not (view.tricks or (view.trick and view.trick.cards)):
        return by_sides(view, sample(engine, view, known, n, seed))
    groups = by_sides(view, sample(engine, view, known, engine.fits * n, seed))
    weights = [weight for each, some in groups for weight in _weights(engine, each, some)]
    whole = Worlds(len(weights), bytearray().join(some.counts for _, some in groups), view.book.seats)
    return by_sides(view, engine.drawn(whole, n, seed, weights))


def _weights(engine: Engine, view: SeatView, some: Worlds) -> Sequence[float]:
    engine = engine if view.book is engine.book else engine_for(view.book)
    so_far = played(engine, view)
    assert so_far is not None, view
    return engine.weights(some, so_far)


# -- sides that the cards decide ---------------------------------------------------------


def by_sides(view: SeatView, sampled: Worlds) -> list[tuple[SeatView, Worlds]]:
    """The worlds beside the view as it is in them: one group, but where a called card decides and nobody knows. Worlds
    whose partner would have shown or known it are left out."""
    if not is_guess(view):
        return [(view, sampled)]
    card, bidder = view.called, view.bidder
    assert isinstance(card, Card), view
    assert bidder is not None, view
    order = asked_in_turn(view.book, bidder)
    had = {seat: played_by(view, seat) for seat in order}
    had[view.seat] = (*view.hand, *played_by(view, view.seat))
    # Where somebody has or had the card and isn't the partner, a player before has it.
    may_be = tuple(takewhile(lambda seat: card not in had[seat], order))
    row, groups = len(sampled.counts) // len(sampled), dict[Seat, bytearray]()
    for start in range(0, len(sampled.counts), row):
        counts = sampled.counts[start : start + row]
        holds = (seat for seat in may_be if counts[view.book.seats.index(seat) * PLACES + PLACE_OF[card]])
        groups.setdefault(next(holds, bidder), bytearray()).extend(counts)
    if len(may_be) < len(order) and len(groups) > 1:
        groups.pop(bidder, None)
    return [
        (with_partner(view, seat), Worlds(len(counts) // row, counts, sampled.seats)) for seat, counts in groups.items()
    ]


def with_partner(view: SeatView, partner: Seat) -> SeatView:
    """The view as if this player were the bidder's partner."""
    assert view.bidder is not None, view
    book = view.book.for_hand(None, view.bidder, partner)
    taken = dict.fromkeys(book.take_sides, 0)
    for trick in view.tricks:
        assert trick.winner is not None, trick
        taken[book.take_side_of(trick.winner)] += trick.points
    if view.buried and book.kitty is not None and book.kitty.buried_count:
        taken[book.take_side_of(view.bidder)] += sum(map(book.card_points, view.buried))
    return replace(view, book=book, taken=taken)


def played(engine: Engine, view: SeatView, cards: Sequence[Card] | None = None) -> Played | None:
    """The play so far, or these `cards`; None before the first lead."""
    assert view.trick is not None, view
    tricks = (*view.tricks, view.trick)
    cards = [card for trick in tricks for card in trick.cards] if cards is None else cards
    if not cards:
        return None
    leads_trump = must_lead_trump(view.book, stuck=view.stuck)
    first = engine.position(
        {}, view.trump, tricks[0].leader, bidder=view.bidder, is_open=view.laid_open, leads_trump=leads_trump
    )
    return Played(first, cards, view.seat, known_cards(view))


def known_cards(view: SeatView) -> dict[Seat, Sequence[Card]]:
    """What partners knew of each hand at the first lead, as far as this seat can tell."""
    laid = {seat: view.melds[seat].cards if seat in view.melds else () for seat in view.book.seats}
    return {**laid, view.seat: known_of_partner(laid[view.seat], view.received, view.given)}


def sizes(view: SeatView, unseen: Sequence[Card]) -> dict[str, Limits]:
    others = {seat: Limits(view.hand_sizes[seat]) for seat in view.book.seats if seat != view.seat}
    aside = len(unseen) - sum(limit.size for limit in others.values())
    return {**others, ASIDE: Limits(aside)} if aside else dict(others)


def limits(view: SeatView, known: Known, unseen: Sequence[Card]) -> dict[str, Limits]:
    left = Counter(unseen)
    spoken_for = {seat: Counter(known.shown(seat)) & left for seat in view.book.seats if seat != view.seat}
    found = {}
    for holder, limit in sizes(view, unseen).items():
        if holder == ASIDE:
            found[holder] = limit
            continue
        others = [cards for seat, cards in spoken_for.items() if seat != holder]
        found[holder] = Limits(
            limit.size,
            spoken_for[holder],
            _at_most(known.highest(holder), left, others, _of_kitty(view, holder, spoken_for)),
        )
    return found


def _of_kitty(view: SeatView, holder: Seat, spoken_for: Mapping[Seat, Counter[Card]]) -> Counter[Card]:
    """Shown kitty cards that the bidder holds or buried, beyond those known."""
    if view.bidder in (None, holder, view.seat) or not view.kitty:
        return Counter()
    assert view.bidder is not None, view
    played = [card for trick in view.tricks for card in trick.cards]
    current = view.trick.cards if view.trick else ()
    return Counter(view.kitty) - Counter((*played, *current, *view.buried)) - spoken_for[view.bidder]


def _at_most(
    highest: Highest, left: Counter[Card], others: Sequence[Counter[Card]], elsewhere: Counter[Card]
) -> dict[Card, int]:
    found = {}
    for suit in SUITS:
        for height, rank in enumerate(reversed(_FALLING)):
            card = Card(rank, suit)
            count = left[card]
            if not count:
                continue
            most = 0 if height > highest[suit] else count - sum(each[card] for each in others) - elsewhere[card]
            if most < count:
                found[card] = max(0, most)
    return found
