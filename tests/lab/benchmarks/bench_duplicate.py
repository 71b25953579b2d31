"""A duplicate night of twenty tables and 24 boards: how much of the processor it takes to compare all boards again,
from cards as they are read; and the page of boards beside that of the results.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any, Final

from django.urls import NoReverseMatch, reverse

from league.evening.cards.boards import compared_boards
from league.evening.cards.reading import RoundReading, TableReading
from league.evening.rounds.deeds import close_round
from league.models import Entrant, Event, EventRound, RoundSeat, RoundTable
from scoring.boards.comparison import Method
from scoring.rules.book import built_in_book
from scoring.score_card.sheet import Setup
from tests.lab.benchmarks import Row, seconds_in_turn, sized
from tests.lab.benchmarks.bench_desk import asking, directing
from tests.lab.benchmarks.bench_saving import test_database
from tests.league.makers import acting_as, make_entrants, make_event, make_round, play_round, start_now

TABLES: Final = sized(2, 20)
ROUNDS: Final = sized(2, 6)
HANDS: Final = 4
MOST_MS: Final = 50


def run() -> list[Row]:
    rows = [rescored(method) for method in Method]
    with test_database():
        return [*rows, *page_row()]


# -- all boards, scored again --------------------------------------------------------------


def rescored(method: Method) -> Row:
    rounds = [a_round(number) for number in range(1, ROUNDS + 1)]
    [took] = seconds_in_turn(lambda: compared_boards(method, rounds), times=sized(1, 2, 20))
    name = f"{TABLES} tables × {ROUNDS * HANDS} boards scored again, {method}"
    return Row(name, 1000 * took, "ms", MOST_MS, "ms allowed", at_most=1)


def a_round(number: int) -> RoundReading:
    """Everybody keeps a table's number, and boards go to the next one: it is the reading that is measured."""
    event_round = EventRound(number=number, event=Event())
    return RoundReading(event_round, tuple(a_table(event_round, at) for at in range(1, TABLES + 1)), ())


def a_table(event_round: EventRound, number: int) -> TableReading:
    book, board_set = built_in_book("npa"), (event_round.number + number) % ROUNDS
    chance = random.Random(f"{event_round.number}/{number}")
    boards = tuple(range(board_set * HANDS + 1, (board_set + 1) * HANDS + 1))
    lines = [
        SimpleNamespace(
            board=board,
            score=SimpleNamespace(scores={side: chance.randrange(-30, 60) for side in book.sides}),
            is_void=False,
        )
        for board in boards
    ]
    sheet: Any = SimpleNamespace(book=book, setup=Setup("N", HANDS, "hands", boards), done_lines=lines, lateness={})
    row = RoundTable(pk=100 * event_round.number + number, number=number, event_round=event_round)
    seats = {
        seat: RoundSeat(seat=seat, entrant=Entrant(pk=4 * number + at, number=4 * number + at))
        for at, seat in enumerate(book.seats)
    }
    return TableReading(row, seats, sheet)


# -- the page ------------------------------------------------------------------------------


def page_row() -> Iterator[Row]:
    """One round of all tables, which share the boards."""
    event = make_event(rounds_planned=2, compared=Event.Compared.MATCHPOINTS)
    event_round = make_round(event, make_entrants(event, 4 * TABLES))
    event_round.tables.update(board_set=1)
    event_round = start_now(event_round)
    play_round(event_round, seed=1)
    close_round(event_round=event_round, acting=acting_as(), client_id="", reason="unsigned")
    client, where = directing(event), [event.club.slug, event.pk]
    try:
        address = reverse("league:board_results", args=where)
    except NoReverseMatch:
        return
    boards, results = seconds_in_turn(
        asking(client, address), asking(client, reverse("league:event", args=where)), times=sized(1, 3, 10)
    )
    yield Row("page of all boards", 1000 * boards, "ms", 1000 * results, "ms, page of the results", at_most=1.5)
