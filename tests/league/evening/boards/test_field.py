"""The field of bots beside an event: for which events it is played, and what is kept of it."""

from __future__ import annotations

from typing import Any

import pytest

from league.evening.boards.field import next_field
from league.models import DealtBoards, Event, EventBoard
from pinochle_club.ground.errands import Piece
from scoring.boards.boards import dealt_board_set
from scoring.play.simulate.field import TABLES
from scoring.rules.notation import format_cards
from tests.league.makers import make_entrants, make_event, make_round

pytestmark = pytest.mark.django_db


def make_boards(event: Event, count: int = 2, seed: str = "club night") -> DealtBoards:
    version = event.rules.book_version
    dealt = DealtBoards.objects.create(event=event, book_version=version, seed=seed)
    for board in dealt_board_set(version.book, seed, count):
        hands = {seat: format_cards(hand) for seat, hand in board.hands.items()}
        EventBoard.objects.create(dealt=dealt, number=board.number, hands=hands, kitty=format_cards(board.kitty))
    return dealt


def ahead(players: int = 8, **overrides: Any) -> Event:
    """A duplicate whose first round is seated, with two boards."""
    event = make_event(**{"compared": Event.Compared.MATCHPOINTS, **overrides})
    make_round(event, make_entrants(event, players))
    make_boards(event)
    return event


def has_it_played() -> Piece:
    piece = next_field()
    assert piece is not None
    piece.keep(piece.work(*piece.asked))
    return piece


def test_field_is_played_board_by_board_and_kept_with_seed_and_players() -> None:
    event = ahead()

    pieces = [has_it_played(), has_it_played()]

    assert next_field() is None
    for board, piece in zip(EventBoard.objects.filter(dealt__event=event), pieces, strict=True):
        assert len(board.field) == TABLES
        assert board.field == piece.work(*piece.asked)  # the same again from what is kept
        assert board.field_by["seed"] == piece.asked[-1]
        assert board.field_by["players"]
    assert Event.objects.get(pk=event.pk).version == event.version + len(pieces)  # what was kept of it is old


@pytest.mark.parametrize(
    ("players", "fields"),
    [(16, {}), (8, {"compared": Event.Compared.DATUM}), (8, {"state": Event.State.CLOSED})],
    ids=["four tables are enough of a field", "points are compared without one", "closed: nothing changes any more"],
)
def test_no_field_where_none_would_count(players: int, fields: dict[str, Any]) -> None:
    ahead(players, **fields)

    assert next_field() is None


def test_board_whose_hands_are_not_known_yet_waits() -> None:
    ahead()
    EventBoard.objects.update(hands={})

    assert next_field() is None


def test_field_that_cannot_be_played_is_not_asked_for_again() -> None:
    event = ahead()
    first, second = EventBoard.objects.filter(dealt__event=event)

    piece = next_field()
    assert piece is not None
    piece.keep(None)

    assert EventBoard.objects.get(pk=first.pk).field == []
    has_it_played()
    assert EventBoard.objects.get(pk=second.pk).field
