"""A player's night: the hands, the best of them, special ones and near misses. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from league.evening.cards.chairs import Stretch, own_chairs
from league.evening.cards.reading import PlayerRound, TableReading
from league.evening.cards.seats import player_at, seat_of
from league.evening.ledger.facts import facts_of, meld_name, rare_melds
from league.evening.ties.parting import AT_THE_TABLE
from league.models import Entrant
from league.season.players.record import Played
from scoring.rules.cards import Seat, Side
from scoring.score_card.sheet import Line


class Role(StrEnum):
    BIDDER = "bidder"
    PARTNER = "partner"
    DEFENDER = "defender"


@dataclass(frozen=True, slots=True)
class NightHand:
    """One hand. `over`: meld and take above the bid, None where nothing was played for. `sweep`: the own side took
    everything, in the book’s words. `rare_melds`: as far as melds were entered one by one."""

    table: TableReading
    number: int
    seat: Seat
    role: Role
    bidder: Seat
    bid: int
    points: int
    was_set: bool
    over: int | None
    sweep: str
    is_moon: bool
    rare_melds: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class NightRound:
    """One round with its hands. `margin`: points ahead of the best other side."""

    played: PlayerRound
    hands: tuple[NightHand, ...]
    margin: int
    skunk: bool | None = None
    partners: tuple[str, ...] = ()

    @property
    def number(self) -> int:
        return self.played.number


def night_rounds(entrant: Entrant, played: Iterable[tuple[TableReading, PlayerRound]]) -> tuple[NightRound, ...]:
    return tuple(_round(entrant, table, one) for table, one in played)


def _round(entrant: Entrant, table: TableReading, one: PlayerRound) -> NightRound:
    assert one.side is not None, "asked for rounds that were played"
    others = [points for side, points in table.totals.items() if side != one.side]
    margin = table.totals[one.side] - max(others)
    seat = seat_of(table, entrant) if one.kind in AT_THE_TABLE else None
    hands = tuple(_hands(table, seat, own_chairs(table, entrant))) if seat and not table.has_totals_alone else ()
    skunk = None if table.skunk is None else table.skunk == one.side
    return NightRound(one, hands, margin, skunk, tuple(_partners(table, one.side, seat)) if seat else ())


def _partners(table: TableReading, side: Side, seat: Seat) -> Iterator[str]:
    assert table.sheet is not None, "asked for a card only"
    others = (name for name in table.sheet.book.seats_of(side) if name != seat)
    yield from (player_at(table.seats[name]) for name in others if name in table.seats)


def as_played(entrant: Entrant, table: TableReading, one: PlayerRound) -> Played:
    """A round as the ledger will have it once the evening is closed, still without place and book."""
    seat = seat_of(table, entrant) if one.kind in AT_THE_TABLE else None
    return Played(
        event=entrant.event_id,
        day=entrant.event.played_on,
        number=one.number,
        kind=one.kind,
        points=one.points,
        won=bool(one.won) and len(table.winners) == 1,
        table=one.table,
        place=0,
        book="",
        facts=facts_of(table, seat, own_chairs(table, entrant)) if seat else {},
    )


def _hands(table: TableReading, seat: Seat, own: Sequence[Stretch]) -> Iterator[NightHand]:
    """The hands in a seat; for a player who changed chairs, those in their `own`."""
    chairs = [(one.seat, line) for one in own for line in one.lines]
    for seat, line in chairs or [(seat, line) for line in table.counted_lines]:
        yield from _hand(table, seat, line)


def _hand(table: TableReading, seat: Seat, line: Line) -> Iterator[NightHand]:
    assert table.sheet is not None, "asked for a card only"
    book = table.sheet.book
    score, record = line.score, line.record
    if score is None or record is None or record.void:
        return
    own, bidders = score.sides[book.side_of(seat)], score.sides[book.side_of(record.bidder)]
    yield NightHand(
        table=table,
        number=line.number,
        seat=seat,
        role=Role.BIDDER if record.bid and record.bidder == seat else Role.PARTNER if own.bidding else Role.DEFENDER,
        bidder=record.bidder,
        bid=record.bid,
        points=own.score,
        was_set=score.is_set(bidders.side),
        over=(bidders.meld + bidders.take - record.bid) if score.played and record.bid else None,
        sweep=book.words.say("every trick") if own.has("all_tricks") else "",
        is_moon=own.has("moon"),
        rare_melds=tuple(book.words.say(meld_name(name)) for name in rare_melds(book, line, seat)),
    )


def best_hand(rounds: Iterable[NightRound]) -> NightHand | None:
    hands = (hand for one in rounds for hand in one.hands)
    return max((hand for hand in hands if hand.points > 0), key=lambda hand: hand.points, default=None)


def closest_set(rounds: Iterable[NightRound]) -> NightHand | None:
    """The own side's bid that failed by the least."""
    missed = [hand for one in rounds for hand in one.hands if hand.was_set and hand.role is not Role.DEFENDER]
    short = [hand for hand in missed if hand.over is not None and hand.over < 0]
    return max(short, key=lambda hand: hand.over or 0, default=None)


def closest_loss(rounds: Sequence[NightRound]) -> NightRound | None:
    return max((one for one in rounds if one.margin < 0), key=lambda one: one.margin, default=None)
