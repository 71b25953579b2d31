"""Evenings of boards laid without a database: rounds of tables, with what each made of its boards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import SimpleNamespace
from typing import Any

from league.evening.cards.tables import Beside, RoundReading, TableReading
from league.models import BoardDecision, Entrant, Event, EventRound, RoundSeat, RoundTable
from scoring.rules.book import built_in_books

BOOK = built_in_books()["npa"]
THREE = built_in_books()["cutthroat"]


def person(number: int, **more: Any) -> Entrant:
    return Entrant(pk=number, number=number, name=f"Player {number}", **more)


def laid_table(
    number: int,
    people: Sequence[int | Entrant],
    made: Mapping[int, tuple[int, ...] | None],
    *,
    pk: int = 0,
    late: Mapping[str, Any] = {},
    bids: Mapping[int, tuple[str, int, str, bool]] = {},
    book: Any = BOOK,
) -> TableReading:
    """A table with these people at N E S W (A B C), and what the sides made of each board; None: not played. `late`
    says by seat who plays on, `(entrant or None, number of the entry)`; its first board is entry 10, its next 20.
    `bids` by board: who bid what in which suit, and whether it was set; else North makes 50 in spades."""
    table = RoundTable(pk=pk or number, number=number)
    seats = {
        seat: RoundSeat(seat=seat, entrant=one if isinstance(one, Entrant) else person(one))
        for seat, one in zip(book.seats, people, strict=True)
    }
    for one in seats.values():
        one.said = None
    for seat, (entrant, _) in late.items():
        seats[seat].replacement = entrant
    lines = [
        SimpleNamespace(
            board=board,
            score=_score(dict(zip(book.sides, scores, strict=True)), bids[board][3] if board in bids else False),
            figures=_figures(*bids.get(board, ("N", 50, "S", False))),
            is_void=False,
            entries=[SimpleNamespace(kind="take", number=10 * at)],
        )
        for at, (board, scores) in enumerate(made.items(), start=1)
        if scores is not None
    ]
    lateness = {
        seat: SimpleNamespace(number=entry, said=SimpleNamespace(replaced=True, minutes=0, absent=False))
        for seat, (_, entry) in late.items()
    }
    sheet: Any = SimpleNamespace(
        book=book, setup=SimpleNamespace(boards=tuple(made)), done_lines=lines, lateness=lateness
    )
    return TableReading(table, seats, sheet)


def _score(scores: dict[str, int], was_set: bool) -> Any:
    outcome = "set" if was_set else "made"
    return SimpleNamespace(scores=scores, outcome=outcome, played=True, is_set=lambda _: was_set)


def _figures(bidder: str, bid: int, trump: str, _: bool) -> Any:
    return SimpleNamespace(bidder=bidder, bid=bid, trump=trump)


def laid_round(
    number: int, *tables: TableReading, sits_out: Sequence[int] = (), beside: Beside | None = None
) -> RoundReading:
    """A closed round of an evening."""
    event_round = EventRound(pk=number, number=number, state=EventRound.State.CLOSED)
    for table in tables:
        table.table.event_round = event_round
    return RoundReading(event_round, tables, tuple(map(person, sits_out)), beside)


def decided(kind: str, number: int, table: int | None = None, **shares: int) -> BoardDecision:
    return BoardDecision(kind=kind, number=number, table_id=table, shares=shares)


def duplicate(**more: Any) -> Event:
    return Event(**{"compared": "matchpoints", **more})
