"""A board's traveler in words."""

from dataclasses import replace
from fractions import Fraction

import pytest

from league.evening.cards.boards import Boards, read_boards
from league.evening.cards.reading import read_event
from league.evening.cards.words import share_text
from league.evening.travelers.pages import traveler_context
from league.models import BoardDecision, Event
from scoring.boards.comparison import Method
from scoring.rules.notation import figure_text
from tests.league.makers import make_entrants, make_event, make_round, play_round, start_now

pytestmark = pytest.mark.django_db


def duplicate(hands: int = 2, players: int = 12) -> Event:
    """An evening of one round whose tables all play boards 1 and 2, played."""
    event = make_event(compared=Event.Compared.MATCHPOINTS, hands=hands)
    event_round = make_round(event, make_entrants(event, players))
    event_round.tables.update(board_set=1)
    play_round(start_now(event_round), seed=4)
    return event


def boards_of(event: Event) -> Boards:
    return read_boards(event, read_event(event))


def test_traveler_says_what_each_table_made():
    event = duplicate()
    boards = boards_of(event)
    row = boards.travelers[2][0]
    assert row.line is not None
    own = {row.table.seats["N"].entrant_id}

    traveler = traveler_context(boards, 2, own)

    line = next(line for line in traveler["lines"] if line["is_own"])
    assert (traveler["title"], traveler["dealer"], traveler["directions"]) == ("Board 2", "East deals", ["N-S", "E-W"])
    assert (line["where"], line["bid"], line["by"]) == (
        f"Table {row.table.number}, round 1",
        str(row.line.figures.bid),
        row.line.figures.bidder,
    )
    assert line["sides"][0]["names"] == tuple(row.table.seats[seat].entrant.called for seat in "NS")
    assert [side["score"].lstrip("+") for side in line["sides"]] == [
        figure_text(score) for score in row.scores.values()
    ]
    shares = [Fraction(side["share"][:-1]) for one in traveler["lines"] for side in one["sides"]]
    assert sum(shares) == 300, "both directions of three tables"
    assert [one["sides"][0]["share"] for one in traveler["lines"]] == sorted(
        (one["sides"][0]["share"] for one in traveler["lines"]), key=lambda share: -float(share[:-1])
    )


def test_board_that_nobody_else_has_played_says_so():
    event = duplicate(players=8)
    rounds = [replace(one, tables=one.tables[:1]) for one in read_event(event)]

    assert traveler_context(read_boards(event, rounds), 1)["open"] == "Nobody else has played it yet."
    assert traveler_context(boards_of(event), 1)["open"] == ""


def test_what_the_director_decided_stands_with_the_table():
    event = duplicate(players=8)
    table = event.rounds.get().tables.first()
    BoardDecision.objects.create(event=event, number=1, table=table, kind="average", shares={"NS": 60, "EW": 40})
    BoardDecision.objects.create(event=event, number=2, table=table, kind="left_out")

    first, second = (traveler_context(boards_of(event), number) for number in (1, 2))

    decided = [[line["note"] for line in traveler["lines"] if line["number"] == 1] for traveler in (first, second)]
    assert decided == [["Average given by the director: N-S 60%, E-W 40%"], ["Not played, by the director"]]
    assert [side["share"] for line in first["lines"] for side in line["sides"] if line["number"] == 1] == [
        "60.0%",
        "40.0%",
    ]


@pytest.mark.parametrize(
    ("method", "share", "words"),
    [
        (Method.MATCHPOINTS, Fraction(5, 8), "62.5%"),
        (Method.DATUM, Fraction(-25, 2), "−12.5"),
        (Method.CROSS, Fraction(4), "+4.0"),
    ],
)
def test_share_in_words(method: Method, share: Fraction, words: str):
    assert share_text(method, share) == words
