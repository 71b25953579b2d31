"""The bots' results on boards of one to three tables. The worker plays them before the evening, or once a board dealt
at a table is recorded."""

from __future__ import annotations

import secrets
from functools import partial
from typing import Final

from django.db.models import Count, OuterRef, Subquery

from league.acting.log import touch
from league.models import Event, EventBoard, RoundTable
from pinochle_club.ground.errands import Piece
from pinochle_club.ground.write_queue import queued_write
from scoring.boards.boards import Board, dealer_of
from scoring.play.simulate.field import TABLES, deal_of, field_from, made_by
from scoring.play.state import state_to_json
from scoring.rules.book import RuleBook
from scoring.rules.cards import Side
from scoring.rules.notation import parse_cards

MOST_TABLES: Final = 3
STILL: Final = (Event.State.PLANNED, Event.State.RUNNING)


def board_of(book: RuleBook, board: EventBoard) -> Board:
    hands = {seat: parse_cards(cards) for seat, cards in board.hands.items()}
    return Board(board.number, dealer_of(book, board.number), hands, parse_cards(board.kitty))


def deal_text(board: EventBoard) -> tuple[str, str]:
    """A board's book and deal as text, for another process."""
    version = board.dealt.book_version
    return version.data, state_to_json(deal_of(version.book, board_of(version.book, board)))


def next_field() -> Piece | None:
    """The next board the bots should play (one query): the first of each evening, then the second, so that no club
    waits for all of another's."""
    of_event = RoundTable.objects.filter(event_round__event=OuterRef("dealt__event")).order_by()
    fullest = of_event.values("event_round").annotate(number=Count("pk")).order_by("-number").values("number")
    ahead = EventBoard.objects.filter(
        field_by={}, dealt__event__compared=Event.Compared.MATCHPOINTS, dealt__event__state__in=STILL
    )
    small = ahead.exclude(hands={}).annotate(tables=Subquery(fullest[:1])).filter(tables__range=(1, MOST_TABLES))
    board = small.select_related("dealt__book_version", "dealt__event").order_by("number", "pk").first()
    if board is None:
        return None
    seed = secrets.token_hex(16)
    return Piece(field_from, (*deal_text(board), TABLES, seed), partial(_keep, board, seed))


def _keep(board: EventBoard, seed: str, scores: list[dict[Side, int]] | None) -> None:
    with queued_write():
        touch(board.dealt.event)  # its results have changed
        EventBoard.objects.filter(pk=board.pk).update(
            field=scores or [], field_by={"seed": seed, "players": made_by(), "tables": TABLES}
        )
