"""The director's decisions about a board, for one table or all, given and taken back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from django.db.models import QuerySet

from league.acting.deed import Doing, deed
from league.acting.log import Refused
from league.acting.permissions import Acting
from league.evening.boards.words import decided_words
from league.evening.cards.board_sets import line_of_board
from league.evening.cards.boards import Kind
from league.evening.cards.deeds import boards_of
from league.evening.judging.deeds.entries import enter, sheet_of, subject_at, table_deed
from league.models import BoardDecision, Event, RoundTable
from scoring.rules.cards import Side
from scoring.score_card.sheet import Sheet

IN_ITS_PLACE: Final = (Kind.AVERAGE, Kind.LEFT_OUT)
ALREADY_TAKEN_BACK: Final = "That decision has already been taken back."


def decide_board(
    *,
    table: RoundTable,
    board: int,
    kind: str,
    shares: Mapping[Side, int],
    reason: str,
    acting: Acting,
    client_id: str,
) -> RoundTable:
    """Give each side an average (`shares` in percent), take the board off, or foul it from this table on."""
    with table_deed(table, acting, client_id, until_final=True) as (doing, table):
        if doing.was_done:
            return table
        sheet = sheet_of(table)
        _guard(doing.event, table, sheet, board, kind, reason)
        before = BoardDecision.objects.none()
        if kind in IN_ITS_PLACE:
            before = _standing(doing.event, board).filter(table=table, kind__in=IN_ITS_PLACE)
        replaced = "\n".join(map(decided_words, before))
        before.update(is_taken_back=True)
        if kind in IN_ITS_PLACE and line_of_board(sheet, board) is None and board in sheet.setup.boards:
            _set_boards(table, acting, client_id, [one for one in sheet.setup.boards if one != board], reason)
        made = BoardDecision.objects.create(
            event=doing.event,
            number=board,
            table=table,
            kind=kind,
            shares=dict(shares) if kind == Kind.AVERAGE else {},
            reason=reason,
            by=acting.name[:80],
        )
        subject = subject_at(table, f"Board {board}")
        doing.tell("decided about", subject, before=replaced, after=decided_words(made), reason=reason)
    return table


def void_board(*, event: Event, board: int, reason: str, acting: Acting, client_id: str) -> Event:
    with deed(event, acting, client_id, until_final=True) as doing:
        if doing.was_done:
            return event
        if not reason:
            raise Refused("Say why in a few words. It goes into the log.", "reason")
        if _standing(doing.event, board).filter(kind=Kind.VOID).exists():
            raise Refused(f"Board {board} already doesn’t count.")
        made = BoardDecision.objects.create(
            event=doing.event, number=board, kind=Kind.VOID, reason=reason, by=acting.name[:80]
        )
        doing.tell("decided about", f"Board {board}", after=decided_words(made), reason=reason)
    return event


def take_back_decision(*, decision: BoardDecision, reason: str, acting: Acting, client_id: str) -> BoardDecision:
    """Take a decision back; a board that came off a card returns as its last."""
    where = decision.table or decision.event
    with deed(where, acting, client_id, until_final=True) as doing:
        if doing.was_done:
            return decision
        if not reason:
            raise Refused("Say why it is taken back.", "reason")
        _take_back(doing, decision, reason)
    return decision


def _take_back(doing: Doing, decision: BoardDecision, reason: str) -> None:
    held = BoardDecision.objects.filter(pk=decision.pk, is_taken_back=False)
    if not held.update(is_taken_back=True):
        raise Refused(ALREADY_TAKEN_BACK)
    board, table, subject = decision.number, None, f"Board {decision.number}"
    if decision.table_id is not None:
        rows = RoundTable.objects.select_related("card__book_version", "event_round__event__club")
        table = rows.get(pk=decision.table_id)
        subject = subject_at(table, subject)
        boards = sheet_of(table).setup.boards
        if decision.kind in IN_ITS_PLACE and board not in boards:
            _set_boards(table, doing.acting, doing.client_id, [*boards, board], reason)
    doing.tell("took back the decision about", subject, before=decided_words(decision), reason=reason)


def _guard(event: Event, table: RoundTable, sheet: Sheet, board: int, kind: str, reason: str) -> None:
    if not table.board_set or board not in boards_of(table.board_set, event.hands):
        raise Refused(f"{table} doesn’t play board {board} in this round.")
    if not reason:
        raise Refused("Say why in a few words. It goes into the log.", "reason")
    if kind == Kind.FOULED:
        if _standing(event, board).filter(table=table, kind=kind).exists():
            raise Refused(f"Board {board} is already fouled from {table} on.")
        return
    line = line_of_board(sheet, board)
    if line is not None and not line.is_done and table.event_round.state == table.event_round.State.RUNNING:
        raise Refused(
            f"Hand {line.number} is being played with board {board}. Have its bid taken back at the table, or rule "
            "that the hand doesn’t count. Then decide about the board."
        )


def _standing(event: Event, board: int) -> QuerySet[BoardDecision]:
    return event.board_decisions.filter(number=board, is_taken_back=False)


def _set_boards(table: RoundTable, acting: Acting, client_id: str, boards: Sequence[int], reason: str) -> None:
    payload = {"boards": list(boards), "hands_agreed": len(boards)}
    enter(table, acting, "details", client_id, payload, reason=reason)
