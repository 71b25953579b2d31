"""Boards dealt from a secret seed with a published digest."""

from __future__ import annotations

import secrets
from typing import Final

from league.acting.deed import deed
from league.acting.log import Refused
from league.acting.permissions import Acting
from league.evening.boards.made import MOST_BOARD_SETS, Made, read_made
from league.models import DealtBoards, Event, EventBoard
from scoring.boards.boards import Board, dealt_board_set, digest_of
from scoring.rules.notation import counted, format_cards

NOT_DUPLICATE: Final = "This event isn’t a duplicate, so it has no boards."
ARE_RECORDED: Final = "These boards are shuffled at their first table, so there is nothing to make."
ARE_PLAYED: Final = "A table has begun with these boards, so they stay. You can add a set."
ARE_MADE: Final = "The boards are made already."
NOT_MADE: Final = "No boards are made yet."
TOO_MANY: Final = f"Use at most {MOST_BOARD_SETS} sets of boards."


def make_boards(*, event: Event, board_sets: int, acting: Acting, client_id: str) -> DealtBoards:
    """Deal so many sets by the event's book, unseen."""
    with deed(event, acting, client_id) as doing:
        made = _to_be_made(doing.event)
        if doing.was_done and made.dealt:
            return made.dealt
        if made.dealt:
            raise Refused(ARE_MADE)
        dealt = DealtBoards(event=doing.event, book_version=doing.event.rules.book_version, made_by=acting.name[:80])
        _deal(dealt, board_sets * doing.event.hands)
        doing.tell("made the boards", counted(board_sets * doing.event.hands, "board"), after=f"Digest {dealt.digest}")
    return dealt


def make_again(*, event: Event, reason: str, acting: Acting, client_id: str) -> DealtBoards:
    """Deal all boards again from another seed, before any table began. The old digest stays in the log."""
    with deed(event, acting, client_id) as doing:
        made = _to_be_made(doing.event)
        if made.dealt is None:
            raise Refused(NOT_MADE)
        dealt, was = made.dealt, made.dealt.digest
        if doing.was_done:
            return dealt
        if made.is_begun:
            raise Refused(ARE_PLAYED)
        dealt.boards.all().delete()
        dealt.book_version, dealt.made_by = doing.event.rules.book_version, acting.name[:80]
        _deal(dealt, made.count)
        doing.tell(
            "made the boards again",
            counted(made.count, "board"),
            before=f"Digest {was}",
            after=f"Digest {dealt.digest}",
            reason=reason,
        )
    return dealt


def add_board_set(*, event: Event, acting: Acting, client_id: str) -> DealtBoards:
    """Deal one more set from the same seed. Made boards stay."""
    with deed(event, acting, client_id) as doing:
        made = _to_be_made(doing.event)
        if made.dealt is None:
            raise Refused(NOT_MADE)
        dealt, was = made.dealt, made.dealt.digest
        if doing.was_done:
            return dealt
        if made.board_sets >= MOST_BOARD_SETS:
            raise Refused(TOO_MANY)
        count = made.count + doing.event.hands
        _deal(dealt, count)
        doing.tell(
            "added boards", f"Boards {made.count + 1}–{count}", before=f"Digest {was}", after=f"Digest {dealt.digest}"
        )
    return dealt


def _to_be_made(event: Event) -> Made:
    if not event.is_duplicate:
        raise Refused(NOT_DUPLICATE)
    if event.boards_by == Event.BoardsBy.RECORDED:
        raise Refused(ARE_RECORDED)
    return read_made(event)


def _deal(dealt: DealtBoards, count: int) -> None:
    there = set(dealt.boards.values_list("number", flat=True)) if dealt.pk else set()
    dealt.seed = dealt.seed if there else secrets.token_hex(16)
    boards = dealt_board_set(dealt.book_version.book, dealt.seed, count)
    dealt.digest = digest_of(boards, dealt.seed)
    dealt.save()
    EventBoard.objects.bulk_create(_row(dealt, board) for board in boards if board.number not in there)


def _row(dealt: DealtBoards, board: Board) -> EventBoard:
    hands = {seat: format_cards(hand) for seat, hand in board.hands.items()}
    return EventBoard(dealt=dealt, number=board.number, hands=hands, kitty=format_cards(board.kitty))
