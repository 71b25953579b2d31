"""Random evenings of boards, whole: a second computation from the rules agrees on every share and every total.

One to twenty tables, of four and of three, sets that travel or are shared, people who sit out, house players, boards
that nobody got to, void hands, averages, fouled, skipped and voided boards, bots; all three ways to compare.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from fractions import Fraction
from types import SimpleNamespace
from typing import Any

from league.evening.cards.boards import Boards, compared_boards
from league.evening.cards.reading import RoundReading, TableReading
from league.evening.cards.words import row_says, share_text
from league.models import BoardDecision, Entrant, Event, EventRound, RoundSeat, RoundTable
from scoring.boards.comparison import Method
from scoring.rules.book import built_in_book
from scoring.score_card.sheet import Setup
from tests.league.evening.cards.naive_boards import Play, naive_evening
from tests.league.evening.cards.worked_out import printed, worked_out
from tests.sampling import sample

BOOKS = [built_in_book(key) for key in ("npa", "st-hilary", "cutthroat")]
HANDS = {4: (4, 8), 3: (3, 6)}


class Evening:
    """An evening as it may come about, in the app's words (`rounds`, `decisions`, `fields`) and as plain `plays`."""

    def __init__(self, seed: int) -> None:
        self.chance = chance = random.Random(seed)
        self.book = chance.choice(BOOKS)
        self.size = len(self.book.seats)
        self.method = chance.choice(list(Method))
        self.hands = chance.choice(HANDS[self.size])
        self.shares_board_sets = chance.random() < 0.3
        people = chance.randrange(self.size, 20 * self.size + self.size)
        self.people = [Entrant(pk=at, number=at, is_house_player=at % 29 == 0) for at in range(1, people + 1)]
        self.met: set[tuple[int, int]] = set()
        self.plays: list[Play] = []
        sets = chance.randrange(1, 8)
        self.rounds = [self.round(number, sets) for number in range(1, chance.randrange(1, 7) + 1)]
        self.decisions = list(self.decided())
        boards = sorted({one.board for one in self.plays})
        with_bots = boards if chance.random() < 0.4 else []
        self.fields = {board: [self.scores() for _ in range(chance.randrange(1, 12))] for board in with_bots}

    def scores(self) -> dict[str, int]:
        """Few figures, so that many are level."""
        return {side: self.chance.randrange(-8, 20) for side in self.book.sides}

    def round(self, number: int, sets: int) -> RoundReading:
        seated = self.chance.sample(self.people, len(self.people))
        event_round = EventRound(number=number, event=Event())
        shared = self.chance.randrange(1, sets + 1) if self.shares_board_sets else 0
        tables = []
        for at in range(min(len(seated) // self.size, 20)):
            four = seated[at * self.size : (at + 1) * self.size]
            free = [
                one
                for one in ([shared] if shared else range(1, sets + 1))
                if not any((who.pk, one) in self.met for who in four)
            ]
            if free:  # else the table has nothing to play that nobody knows
                tables.append(self.table(event_round, at + 1, self.chance.choice(free), four))
        return RoundReading(event_round, tuple(tables), ())

    def table(self, event_round: EventRound, number: int, board_set: int, four: list[Entrant]) -> TableReading:
        self.met |= {(who.pk, board_set) for who in four}
        row = RoundTable(pk=len(self.plays) + 1, number=number, event_round=event_round, board_set=board_set)
        boards = [*range((board_set - 1) * self.hands + 1, board_set * self.hands + 1)]
        begin = number % len(boards) if self.shares_board_sets else 0
        boards = [*boards[begin:], *boards[:begin]]
        seats = {}
        for seat, who in zip(self.book.seats, four, strict=True):
            seats[seat] = RoundSeat(seat=seat, entrant=who)
        players = {
            seat: (0 if there.entrant.is_house_player else there.entrant.pk, self.book.side_of(seat))
            for seat, there in seats.items()
        }
        lines = []
        for place, board in enumerate(boards):
            scores, is_void = self.scores(), self.chance.random() < 0.02
            is_played = self.chance.random() < 0.95
            if is_played:
                lines.append(SimpleNamespace(board=board, score=SimpleNamespace(scores=scores), is_void=is_void))
            known = scores if is_played and not is_void else None
            self.plays.append(Play(event_round.number, place, number, row.pk, board, known, players))
        setup = Setup(self.book.seats[0], len(boards), "hands", tuple(boards))
        self.chance.shuffle(lines)
        sheet: Any = SimpleNamespace(book=self.book, setup=setup, done_lines=lines, lateness={})
        return TableReading(row, seats, sheet)

    def decided(self) -> Iterator[BoardDecision]:
        for one in self.chance.sample(self.plays, len(self.plays) // 8):
            kind = self.chance.choice(("average", "average", "left_out", "fouled", "void"))
            if kind == "void" and self.chance.random() < 0.7:
                continue
            shares = {side: self.chance.choice((40, 50, 60)) for side in self.book.sides} if kind == "average" else {}
            yield BoardDecision(
                number=one.board, table_id=None if kind == "void" else one.table, kind=kind, shares=shares
            )

    @property
    def boards(self) -> Boards:
        return compared_boards(self.method, self.rounds, self.decisions, self.fields)

    def again(self) -> tuple[Mapping[tuple[int, int], Any], Mapping[int, Any]]:
        decisions = [(str(one.kind), one.number, one.table_id, one.shares) for one in self.decisions]
        return naive_evening(str(self.method), self.plays, decisions, self.fields)


def rows_of(boards: Boards) -> Iterator[tuple[str, str]]:
    """Every row with a share, as it is said to each of its sides."""
    for rows in boards.travelers.values():
        for row in rows:
            for side in row.shares:
                yield share_text(boards.method, row.shares[side]), row_says(row, side, rows, boards.method)


def test_every_row_is_worked_out_again_from_the_sentence_beside_it():
    """Fouled boards, averages, bots, tables of three, people who sat out, boards that few played: none is left out."""
    met: set[tuple[str, str]] = set()
    kinds = ("Neuberg", "fouled", "given by", "bots", "without the highest", "nobody else", "level with", "tables is")
    for seed in range(sample(10, 2000)):
        evening = Evening(seed)
        for share, says in rows_of(evening.boards):
            assert abs(worked_out(says) - printed(says)) <= Fraction(1, 20) + Fraction(1, 100), (seed, says)
            assert printed(share.removesuffix("%")) == printed(says), (seed, says)
            met |= {(str(evening.method), kind) for kind in kinds if kind in says}

    by_method = {method: {kind for each, kind in met if each == method} for method in Method}
    assert by_method == {
        "matchpoints": {"Neuberg", "fouled", "given by", "bots", "nobody else", "level with"},
        "datum": {"fouled", "given by", "without the highest", "nobody else", "tables is"},
        "cross": {"fouled", "given by", "nobody else", "tables is"},
    }


def test_second_computation_agrees_on_random_evenings():
    seen: dict[str, int] = {}
    for seed in range(sample(60, 6000)):
        evening = Evening(seed)
        boards = evening.boards
        shares, totals = evening.again()
        found = {
            (row.board, row.table.table.pk): dict(row.shares)
            for rows in boards.travelers.values()
            for row in rows
            if row.shares
        }

        assert found == shares, f"seed {seed}"
        assert {person: boards.total(person) for person in boards.shares} == totals, f"seed {seed}"
        for decision in evening.decisions:
            seen[decision.kind] = seen.get(decision.kind, 0) + 1
        seen[evening.method] = seen.get(evening.method, 0) + 1
        seen["bots"] = seen.get("bots", 0) + bool(evening.fields)
        seen["of three"] = seen.get("of three", 0) + (evening.size == 3)

    assert min(seen.values()) >= 10
    assert len(seen) == 9
